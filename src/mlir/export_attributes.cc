// The HLO printer prints values that MLIR has no form for; they become strings.
#include "src/mlir/export_attributes.h"

#include <algorithm>

#include "hlo/print_values.h"
#include "src/base/overloaded.h"
#include "src/base/strings.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/visit_attribute.h"
#include "src/mlir/mlir_names.h"

namespace hlo {
namespace {

template <typename T, typename AppendItem>
void AppendArray(absl::Span<T> values, AppendItem append_item, std::string* out) {
  out->push_back('[');
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out->append(", ");
    append_item(values[i]);
  }
  out->push_back(']');
}

void AppendIntegers(absl::Span<const int64_t> values, std::string* out) {
  AppendArray(values, [out](int64_t value) { StrAppend(out, value); }, out);
}

}  // namespace

void MlirDictionary::AddUnit(std::string_view key) {
  if (!text_.empty()) text_.append(", ");
  AppendMlirKey(key, &text_);
}

std::string& MlirDictionary::Add(std::string_view key) {
  AddUnit(key);
  text_.append(" = ");
  return text_;
}

void MlirDictionary::AddString(std::string_view key, std::string_view value) {
  AppendMlirString(value, &Add(key));
}

std::string MlirDictionary::Braced() const { return StrCat("{", text_, "}"); }

MlirAttributes::MlirAttributes(const HloModule& module)
    : writer_(&scratch_),
      names_(internal::IrAccess::StateOf(module).symbols, options_, &writer_),
      printer_(module, options_, &names_, &writer_) {}

std::string_view MlirAttributes::HloText(const Attribute& attribute) {
  scratch_.clear();
  printer_.Print(attribute);
  writer_.Flush();
  const size_t equals = scratch_.find('=');
  return equals == std::string::npos ? "" : std::string_view(scratch_).substr(equals + 1);
}

void MlirAttributes::Add(const HloInstruction& instruction, AttributePart part,
                         absl::Span<const AttributeKind> without, MlirDictionary* dictionary) {
  const bool is_constant = instruction.opcode() == HloOpcode::kConstant &&
                           instruction.async_phase() == AsyncPhase::kNone;
  if (is_constant && part == AttributePart::kOwn) {
    dictionary->AddString("value", PrintLiteral(instruction.literal()));
  }
  for (const Attribute& attribute : instruction.attributes()) {
    const AttributeKind kind = attribute.kind();
    const bool is_common = IsTailAttribute(kind) && kind != AttributeKind::kResultAccuracy;
    if (is_common != (part == AttributePart::kCommon)) continue;
    if (std::find(without.begin(), without.end(), kind) != without.end()) continue;
    if (kind == AttributeKind::kUnknownOpcode) continue;
    if (kind == AttributeKind::kUnknown) {
      dictionary->AddString(StrCat("hlo.unknown.", attribute.name()), HloText(attribute));
      continue;
    }
    // XLA prints no metadata if no field is set.
    if (kind == AttributeKind::kMetadata && HloText(attribute).empty()) continue;
    AppendValue(attribute, &dictionary->Add(attribute.name()));
  }
}

void MlirAttributes::AppendValue(const Attribute& attribute, std::string* out) {
  const auto append_symbol = [out](const HloComputation* callee) {
    AppendMlirSymbol(callee->name(), out);
  };
  VisitAttributeValue(
      attribute,
      Overloaded{
          [&](bool value) { out->append(value ? "true" : "false"); },
          [&](int64_t value) { StrAppend(out, value); },
          [&](StringValue value) { AppendMlirString(value.text, out); },
          [&](HloComputation* callee) { append_symbol(callee); },
          [&](absl::Span<const int64_t> values) { AppendIntegers(values, out); },
          [&](absl::Span<const absl::Span<const int64_t>> lists) {
            AppendArray(
                lists, [&](absl::Span<const int64_t> list) { AppendIntegers(list, out); }, out);
          },
          [&](absl::Span<HloComputation* const> callees) {
            AppendArray(callees, append_symbol, out);
          },
          [&](absl::Span<HloInstruction* const> instructions) {
            AppendArray(
                instructions,
                [&](const HloInstruction* other) { AppendMlirString(other->name(), out); }, out);
          },
          [&](const auto&) { AppendMlirString(HloText(attribute), out); },
      });
}

}  // namespace hlo
