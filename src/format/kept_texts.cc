// See kept_texts.h. They are values of the header's attributes, of computations and instructions,
// and operands of unknown opcodes.
#include "src/format/kept_texts.h"

#include <algorithm>

#include "hlo/computation.h"
#include "hlo/instruction.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

std::vector<std::string_view> FindKeptTexts(const HloModule& module, std::string_view source) {
  const std::string_view original = IrAccess::StateOf(module).source.view();
  std::vector<std::string_view> found;
  const auto add = [&](std::string_view kept) {
    if (kept.empty()) return;
    const auto begin = static_cast<size_t>(kept.data() - original.data());
    found.push_back(source.substr(begin, kept.size()));
  };
  for (const UnknownAttribute& attribute : module.config().unknown_attributes) add(attribute.value);
  for (const HloComputation* computation : module.computations()) {
    for (const UnknownAttribute& attribute : computation->unknown_attributes()) {
      add(attribute.value);
    }
    if (!Node(computation).has_calls) continue;  // nor kept texts
    for (const HloInstruction* instruction : computation->instructions()) {
      ForEachKeptText(*instruction, [&](const Attribute&, std::string_view kept) { add(kept); });
    }
  }
  std::sort(found.begin(), found.end(),
            [](std::string_view a, std::string_view b) { return a.data() < b.data(); });
  return found;
}

}  // namespace hlo_text_v1::internal
