// Must compile as C++20: the instructions of a computation are a range, also as a temporary.
#include <algorithm>
#include <iterator>
#include <ranges>

#include "hlo/computation.h"

namespace hlo_text_v1 {

template <typename I>
using Range = HloComputation::InstructionRange<I>;
template <typename I>
constexpr bool kIsRange =
    std::bidirectional_iterator<std::ranges::iterator_t<Range<I>>> &&
    std::default_initializable<Range<I>> && std::ranges::bidirectional_range<Range<I>> &&
    std::ranges::bidirectional_range<const Range<I>> && std::ranges::common_range<Range<I>> &&
    std::ranges::sized_range<Range<I>> && std::ranges::borrowed_range<Range<I>> &&
    std::ranges::viewable_range<Range<I>> &&
    std::is_same_v<std::ranges::range_value_t<Range<I>>, I*>;
static_assert(kIsRange<HloInstruction> && kIsRange<const HloInstruction>);

bool IsAdd(const HloInstruction* instruction) { return instruction->opcode() == HloOpcode::kAdd; }

HloInstruction* LastAdd(HloComputation& computation) {
  for (HloInstruction* instruction : std::views::reverse(computation.instructions())) {
    if (IsAdd(instruction)) return instruction;
  }
  return nullptr;
}

auto CountAdds(const HloComputation& computation) {
  const auto all = computation.instructions();
  auto adds = all | std::views::filter(IsAdd) | std::views::transform(&HloInstruction::index);
  return std::ranges::distance(adds) + std::ranges::count_if(all, IsAdd);
}

bool Has(const HloComputation& computation, const HloInstruction* instruction) {
  const auto at = std::ranges::find(computation.instructions(), instruction);
  const auto all = computation.instructions();
  return at != all.end() && *at == instruction && !all.empty() && all.size() != 0 &&
         all.front() != all.back() && std::ranges::size(all) != 0 &&
         *std::ranges::rbegin(all) == all.back();
}

}  // namespace hlo_text_v1
