// Nearly all pairs are equal, and so are their hashes. Where hashes differ, the parts are compared
// one by one. References to other parts of the module are compared by their counterparts.
#include "src/diff/compare_instructions.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>

#include "hlo/print_values.h"
#include "src/ir/kept_text.h"
#include "src/text/sorted_json.h"

namespace hlo_text_v1::internal {
namespace {

// Stands for the operands of an unknown opcode among the names of attributes.
constexpr std::string_view kOperandTexts = "";

bool SameShapeText(const Shape& a, const Shape& b, bool with_layout) {
  const std::string_view of_a = with_layout ? a.cached_text() : a.cached_text_without_layout();
  const std::string_view of_b = with_layout ? b.cached_text() : b.cached_text_without_layout();
  if (!of_a.empty() && !of_b.empty()) return of_a == of_b;
  return PrintShape(a, with_layout) == PrintShape(b, with_layout);
}

// The names that only one side has, or that have another hash there.
std::vector<std::string_view> NamesOfDifference(
    std::vector<std::pair<std::string_view, uint64_t>> a,
    std::vector<std::pair<std::string_view, uint64_t>> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::pair<std::string_view, uint64_t>> difference;
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::back_inserter(difference));
  std::vector<std::string_view> names;
  for (const auto& [name, hash] : difference) {
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
}

}  // namespace

HashOptions ComparedParts(const DiffOptions& options) {
  HashOptions parts;
  parts.layouts = options.layouts;
  parts.control_predecessors = false;
  return parts;
}

InstructionComparer::InstructionComparer(const HloModule& before, const HloModule& after,
                                         const Matching& matching, const DiffOptions& options)
    : matching_(matching),
      options_(options),
      before_hasher_(before, ComparedParts(options)),
      after_hasher_(after, ComparedParts(options)) {
  if (!options.metadata) return;
  before_metadata_.emplace(before);
  after_metadata_.emplace(after);
}

InstructionDiff InstructionComparer::Compare(const HloInstruction& before,
                                             const HloInstruction& after, Known known) {
  InstructionDiff diff{&before, &after, 0, {}};
  const auto set = [&diff](DiffChange change, bool is_same) {
    if (!is_same) diff.changes |= change;
  };
  if (known != Known::kEqual) {
    set(kOpcodeChanged,
        before.opcode() == after.opcode() && before.opcode_name() == after.opcode_name());
    set(kRootChanged, before.IsRoot() == after.IsRoot());
    set(kControlChanged, SameControl(before, after));
    if ((diff.changes & kOpcodeChanged) != 0) {
      diff.changes |= CompareShapes(before.shape(), after.shape());
    } else {
      set(kOperandsChanged, SameOperands(before, after));
      const bool is_same = known == Known::kSame || SayTheSame(before, after);
      if (!is_same) {
        diff.changes |= CompareShapes(before.shape(), after.shape());
        // If the shape differs, so does the value.
        if ((diff.changes & kShapeChanged) == 0) set(kValueChanged, SameValue(before, after));
      }
      if (!is_same) CompareAttributes(&diff);
    }
  }
  if ((diff.changes & kOpcodeChanged) == 0) set(kCalleesChanged, SameCallees(before, after));
  if (options_.names || IsPinned(before) || IsPinned(after)) {
    set(kNameChanged, before.name() == after.name());
  }
  if (options_.metadata) {
    set(kMetadataChanged, before_metadata_->Of(before) == after_metadata_->Of(after));
  }
  return diff;
}

bool InstructionComparer::SayTheSame(const HloInstruction& before, const HloInstruction& after) {
  HashState a, b;
  before_hasher_.Add(before, &a);
  after_hasher_.Add(after, &b);
  return a.Finish() == b.Finish();
}

uint32_t InstructionComparer::CompareShapes(const Shape& before, const Shape& after) const {
  if (!SameShapeText(before, after, /*with_layout=*/false)) return kShapeChanged;
  const bool is_same = !options_.layouts || SameShapeText(before, after, /*with_layout=*/true);
  return is_same ? 0u : uint32_t{kLayoutChanged};
}

bool InstructionComparer::SameValue(const HloInstruction& before, const HloInstruction& after) {
  if (before.opcode() == HloOpcode::kParameter) {
    return before.parameter_number() == after.parameter_number();
  }
  if (before.opcode() != HloOpcode::kConstant) return true;
  HashState a, b;
  before_hasher_.AddValue(before.literal(), &a);
  after_hasher_.AddValue(after.literal(), &b);
  return a.Finish() == b.Finish();
}

void InstructionComparer::CompareAttributes(InstructionDiff* diff) {
  diff->attributes =
      NamesOfDifference(HashAttributes(*diff->before, true), HashAttributes(*diff->after, false));
  if (!diff->attributes.empty() && diff->attributes[0] == kOperandTexts) {
    diff->changes |= kOperandsChanged;
    diff->attributes.erase(diff->attributes.begin());
  }
  if (!diff->attributes.empty()) diff->changes |= kAttributesChanged;
}

InstructionComparer::NamedHashes InstructionComparer::HashAttributes(
    const HloInstruction& instruction, bool is_before) {
  InstructionHasher& hasher = is_before ? before_hasher_ : after_hasher_;
  NamedHashes hashes;
  for (const Attribute& attribute : instruction.attributes()) {
    if (!hasher.Counts(instruction, attribute)) continue;
    const AttributeType type = attribute.info().type;
    if (type == AttributeType::kComputation || type == AttributeType::kComputationList) continue;
    HashState hash;
    hasher.AddValue(attribute, &hash);
    std::string_view name = attribute.name();
    if (attribute.kind() == AttributeKind::kUnknownOpcode) name = kOperandTexts;
    hashes.emplace_back(name, hash.Finish().high);
  }
  return hashes;
}

bool InstructionComparer::SameOperands(const HloInstruction& before,
                                       const HloInstruction& after) const {
  const auto of_before = before.operands(), of_after = after.operands();
  if (of_before.size() != of_after.size()) return false;
  const auto afters = matching_.AftersOf(*before.parent());
  for (size_t i = 0; i < of_before.size(); ++i) {
    if (afters[of_before[i]->index()] != of_after[i]) return false;
  }
  return true;
}

bool InstructionComparer::SameControl(const HloInstruction& before,
                                      const HloInstruction& after) const {
  const auto of_before = before.control_predecessors(), of_after = after.control_predecessors();
  if (of_before.size() != of_after.size()) return false;
  if (of_before.empty()) return true;
  const auto afters = matching_.AftersOf(*before.parent());
  std::vector<const HloInstruction*> a, b(of_after.begin(), of_after.end());
  for (const HloInstruction* predecessor : of_before) a.push_back(afters[predecessor->index()]);
  std::sort(a.begin(), a.end(), std::less<>());
  std::sort(b.begin(), b.end(), std::less<>());
  return a == b;
}

bool InstructionComparer::SameCallees(const HloInstruction& before,
                                      const HloInstruction& after) const {
  std::vector<const HloComputation*> a, b;
  before.ForEachCalledComputation([&](const HloComputation* callee) {
    a.push_back(matching_.AfterOf(matching_.Callee(*callee)));
  });
  after.ForEachCalledComputation(
      [&](const HloComputation* callee) { b.push_back(&matching_.Callee(*callee)); });
  return a == b;
}

InstructionComparer::NamedHashes InstructionComparer::HashUnknown(const HloComputation& computation,
                                                                  bool is_before) {
  NamedHashes hashes;
  for (const UnknownAttribute& attribute : computation.unknown_attributes()) {
    HashState hash;
    (is_before ? before_hasher_ : after_hasher_).Add(absl::MakeConstSpan(&attribute, 1), &hash);
    hashes.emplace_back(attribute.name, hash.Finish().high);
  }
  return hashes;
}

std::vector<std::string_view> InstructionComparer::Compare(const HloComputation& before,
                                                           const HloComputation& after) {
  std::vector<std::string_view> changes;
  const bool has_name = options_.names || IsPinned(before) || IsPinned(after);
  if (has_name && before.name() != after.name()) changes.push_back("name");
  if (before.IsEntry() != after.IsEntry()) changes.push_back("ENTRY");
  if (before.execution_thread() != after.execution_thread()) {
    changes.push_back("execution_thread");
  }
  if (SortedJson(before.backend_config()) != SortedJson(after.backend_config())) {
    changes.push_back("backend_config");
  }
  for (const std::string_view name :
       NamesOfDifference(HashUnknown(before, true), HashUnknown(after, false))) {
    changes.push_back(name);
  }
  return changes;
}

}  // namespace hlo_text_v1::internal
