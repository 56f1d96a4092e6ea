// The two larger overloads, and the comparison of two values by their texts.
#include "src/text/value_text.h"

#include <cstdint>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {

void AppendValueText(Precision precision, const ValueTextOptions&, std::string* out) {
  out->append(EnumValue{AttributeType::kPrecision, static_cast<int64_t>(precision)}.word());
}

void AppendValueText(StringValue value, const ValueTextOptions&, std::string* out) {
  switch (value.form) {
    case StringForm::kEscaped:
      out->push_back('"');
      AppendCEscaped(value.text, out);
      out->push_back('"');
      return;
    case StringForm::kRaw:
      return AppendRawString(value.text, '"', out);
    case StringForm::kDict:
      return AppendStringOrDict(value.text, out);
  }
}

void AppendUnknownAttributes(absl::Span<const UnknownAttribute> attributes, std::string_view known,
                             std::string* out) {
  for (const UnknownAttribute& attribute : attributes) {
    if (attribute.after == known) StrAppend(out, ", ", attribute.name, "=", attribute.value);
  }
}

namespace {

// A text that is equal for values that print the same; a name counts as the thing it names.
struct TextToCompare {
  std::string text;

  void Add(HloComputation* callee) { AddName(callee); }
  void Add(HloInstruction* instruction) { AddName(instruction); }
  void Add(const UnknownAttribute& attribute) { text.append(attribute.value); }
  void Add(const UnknownOpcode& opcode) { text.append(opcode.name); }
  void Add(MetadataValue) {}
  template <typename T>
  void Add(absl::Span<T* const> named) {
    for (T* one : named) Add(one);
  }
  template <typename T>
  void Add(const T& value) {
    AppendValueText(value, {}, &text);
  }
  void AddName(const void* named) { StrAppend(&text, reinterpret_cast<uintptr_t>(named), ","); }
};

}  // namespace

bool PrintSameValue(const Attribute& a, const Attribute& b) {
  TextToCompare first, second;
  VisitAttributeValue(a, [&](const auto& value) { first.Add(value); });
  VisitAttributeValue(b, [&](const auto& value) { second.Add(value); });
  return first.text == second.text;
}

}  // namespace hlo_text_v1::internal
