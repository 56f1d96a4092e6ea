// Values that MLIR has no form for become strings, printed by the HLO printer.
#include "src/mlir/export_attributes.h"

#include <algorithm>

#include "hlo/print_values.h"
#include "src/base/overloaded.h"
#include "src/base/strings.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/visit_attribute.h"
#include "src/mlir/mlir_names.h"

namespace hlo_text_v1::internal {
namespace {

// "[1, 2]".
template <typename T, typename ToText>
std::string Array(absl::Span<T> values, ToText to_text) {
  return StrCat("[", Joined(values, ", ", to_text), "]");
}

std::string Integers(absl::Span<const int64_t> values) {
  return StrCat("[", Joined(values, ", "), "]");
}

}  // namespace

void MlirDictionary::AddUnit(std::string_view key) {
  StrAppend(&text_, text_.empty() ? "" : ", ", MlirKey(key));
}

void MlirDictionary::Add(std::string_view key, std::string_view value) {
  AddUnit(key);
  StrAppend(&text_, " = ", value);
}

void MlirDictionary::AddString(std::string_view key, std::string_view value) {
  Add(key, MlirString(value));
}

std::string MlirDictionary::Braced() const { return StrCat("{", text_, "}"); }

std::string MlirDictionary::After(std::string_view prefix) const {
  return empty() ? "" : StrCat(prefix, Braced());
}

MlirAttributes::MlirAttributes(const HloModule& module)
    : writer_(&scratch_),
      names_(IrAccess::StateOf(module).symbols, options_, &writer_),
      budget_(module, options_.max_expansion_bytes),
      printer_(module, options_, &names_, &writer_, &budget_) {
  options_.exact_literals = true;
}

std::string_view MlirAttributes::HloText(const Attribute& attribute) {
  scratch_.clear();
  printer_.Print(attribute);
  writer_.Flush();
  const size_t equals = scratch_.find('=');
  return equals == std::string::npos ? "" : std::string_view(scratch_).substr(equals + 1);
}

HashMap<std::string_view, std::string> MlirAttributes::UnknownTexts(
    const HloInstruction& instruction) {
  HashMap<std::string_view, std::string> texts;
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() != AttributeKind::kUnknown) continue;
    const auto [known, is_new] = texts.try_emplace(attribute.name());
    if (!is_new) StrAppend(&known->second, ", ", attribute.name(), "=");
    known->second.append(HloText(attribute));
  }
  return texts;
}

void MlirAttributes::Add(const HloInstruction& instruction, AttributePart part,
                         absl::Span<const AttributeKind> without, MlirDictionary* dictionary) {
  const bool is_constant = instruction.opcode() == HloOpcode::kConstant;
  if (is_constant && part == AttributePart::kOwn) {
    dictionary->AddString(
        "value", PrintLiteral(instruction.literal(), /*with_shape=*/false, /*exact=*/true));
  }
  HashMap<std::string_view, std::string> unknown = UnknownTexts(instruction);
  for (const Attribute& attribute : instruction.attributes()) {
    const AttributeKind kind = attribute.kind();
    const bool is_common = IsTailAttribute(kind) && kind != AttributeKind::kResultAccuracy;
    if (is_common != (part == AttributePart::kCommon)) continue;
    if (std::find(without.begin(), without.end(), kind) != without.end()) continue;
    if (kind == AttributeKind::kUnknownOpcode) continue;
    if (kind == AttributeKind::kUnknown) {
      const auto text = unknown.find(attribute.name());
      if (text == unknown.end()) continue;  // added with the first attribute of this name
      dictionary->AddString(StrCat("hlo.unknown.", attribute.name()), text->second);
      unknown.erase(text);
      continue;
    }
    // XLA prints no metadata if no field is set.
    if (kind == AttributeKind::kMetadata && HloText(attribute).empty()) continue;
    dictionary->Add(attribute.name(), ValueText(attribute));
  }
}

std::string MlirAttributes::ValueText(const Attribute& attribute) {
  const auto symbol = [](const HloComputation* callee) { return MlirSymbol(callee->name()); };
  return VisitAttributeValue(
      attribute,
      Overloaded{
          [](bool value) { return std::string(value ? "true" : "false"); },
          [](int64_t value) { return StrCat(value); },
          [](StringValue value) { return MlirString(value.text); },
          [&](HloComputation* callee) { return symbol(callee); },
          [](absl::Span<const int64_t> values) { return Integers(values); },
          [](absl::Span<const absl::Span<const int64_t>> lists) { return Array(lists, Integers); },
          [&](absl::Span<HloComputation* const> callees) { return Array(callees, symbol); },
          [](absl::Span<HloInstruction* const> instructions) {
            return Array(instructions, [](const auto* other) { return MlirString(other->name()); });
          },
          [&](const auto&) { return MlirString(HloText(attribute)); },
      });
}

}  // namespace hlo_text_v1::internal
