// Canonicalize removes what Fingerprint ignores, brings the rest into one order, and names it. What
// an instruction keeps is asked of the hasher itself, so that both agree.
#include <algorithm>
#include <tuple>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/unknown_words.h"
#include "src/canonical/edit_attributes.h"
#include "src/canonical/structural_hash.h"
#include "src/ir/desugared.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

bool ComesBefore(const UnknownAttribute& a, const UnknownAttribute& b) {
  return std::tie(a.name, a.value) < std::tie(b.name, b.value);
}

// Puts unknown attributes of an instruction first, sorted, where reading leaves them.
void SortUnknown(HloInstruction* instruction) {
  const auto is_unknown = [](const Attribute& attribute) {
    return attribute.kind() == AttributeKind::kUnknown;
  };
  const absl::Span<Attribute> attributes = IrAccess::MutableAttributes(instruction);
  if (std::none_of(attributes.begin(), attributes.end(), is_unknown)) return;
  Attribute* first = attributes.begin();
  if (first->kind() == AttributeKind::kUnknownOpcode) ++first;
  Attribute* const last = std::stable_partition(first, attributes.end(), is_unknown);
  std::sort(first, last, [](const Attribute& a, const Attribute& b) {
    return ComesBefore(a.As<UnknownAttribute>(), b.As<UnknownAttribute>());
  });
  for (; first != last; ++first) AttributeAccess::Rank(*first) = 0;
}

template <typename List>
void SortUnknown(Arena& arena, List* list) {
  std::vector<UnknownAttribute> sorted(list->begin(), list->end());
  for (UnknownAttribute& attribute : sorted) attribute.after = {};
  std::sort(sorted.begin(), sorted.end(), ComesBefore);
  *list = arena.CopySpan<UnknownAttribute>(sorted);
}

void RemoveUncounted(HloModule& module) {
  const InstructionHasher hasher(module, HashOptions());
  EditAttributes(IrAccess::StateOf(module),
                 [&](const HloInstruction& instruction, Attribute* attribute) {
                   return hasher.Counts(instruction, *attribute);
                 });
}

}  // namespace

void Canonicalize(HloModule* module) {
  RequireDesugared(*module, "Canonicalize");
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  StripOptions origin;
  origin.metadata = true;
  origin.origin = true;
  Strip(module, origin);
  RemoveUncounted(*module);
  UnwrapAsyncCalls(module);
  RemoveUncounted(*module);  // of work that a start now wraps directly
  SortBackendConfigs(state);
  SortUnknown(state.arena, &state.config.unknown_attributes);
  for (HloComputation* computation : state.computations) {
    SortUnknown(state.arena, &Node(computation).unknown_attributes);
    for (HloInstruction* instruction : computation->instructions()) SortUnknown(instruction);
  }
  CanonicalizeNames(module);
  state.name = "canonical";
}

PrintOptions CanonicalTextOptions() {
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kGeneric;
  options.print_large_constants = true;
  options.exact_literals = true;
  return options;
}

}  // namespace hlo_text_v1
