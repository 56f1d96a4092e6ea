// Entries of MLIR dictionaries as HLO attributes. Strings that are also strings in HLO are quoted;
// all others are HLO text already.
#include <optional>
#include <string>

#include "hlo/attribute.h"
#include "hlo/print_values.h"
#include "src/mlir/import_state.h"
#include "src/text/value_text.h"

namespace hlo_text_v1::internal {
namespace {

// The form of a string value of `name`; nullopt if it is HLO text.
std::optional<StringForm> StringFormOf(std::string_view name) {
  for (int i = 0; i < kAttributeKindCount; ++i) {
    const AttributeInfo& info = GetAttributeInfo(static_cast<AttributeKind>(i));
    if (info.name != name) continue;
#define HLO_STRING_TYPE(Id, Form, ...) \
  if (info.type == AttributeType::k##Id) return StringForm::k##Form;
#include "hlo/tables/attribute_types.def"
  }
  return std::nullopt;
}

void AppendString(std::string_view name, std::string_view value, HloTextMap* out) {
  const std::optional<StringForm> form = StringFormOf(name);
  if (!form.has_value()) return out->Append(value);
  if (*form == StringForm::kRaw) return out->Append(QuotedHloString(value));
  std::string text;
  AppendValueText(StringValue{value, *form}, {}, &text);
  out->Append(text);
}

bool FailValue(std::string_view name, const MlirAttribute& value, MlirImport* import) {
  return import->Fail(DiagnosticCode::kMlirAttribute, value.range, name,
                      "a number, a string, the name of a function, or a list of these");
}

// An element of an array, or a value that is not an array.
bool AppendScalar(std::string_view name, const MlirAttribute& value, bool is_element,
                  MlirImport* import, HloTextMap* out) {
  switch (value.kind) {
    case MlirAttribute::Kind::kWord:
    case MlirAttribute::Kind::kInteger:
      out->Append(value.text);
      return true;
    case MlirAttribute::Kind::kString:
      if (!is_element) return AppendString(name, value.text, out), true;
      [[fallthrough]];  // an instruction name
    case MlirAttribute::Kind::kSymbol:
      if (!import->CheckName(value.text, value.range)) return false;
      out->Append("%", value.text);
      return true;
    case MlirAttribute::Kind::kUnit:
    case MlirAttribute::Kind::kArray:
    case MlirAttribute::Kind::kDictionary:
    case MlirAttribute::Kind::kOther:
      break;
  }
  return FailValue(name, value, import);
}

bool AppendValue(std::string_view name, const MlirAttribute& value, int nesting, MlirImport* import,
                 HloTextMap* out) {
  if (value.kind != MlirAttribute::Kind::kArray) {
    return AppendScalar(name, value, nesting > 0, import, out);
  }
  if (nesting > 1) return FailValue(name, value, import);  // nothing in HLO nests deeper
  out->Append("{");
  for (size_t i = 0; i < value.elements.size(); ++i) {
    if (i > 0) out->Append(", ");
    if (!AppendValue(name, value.elements[i], nesting + 1, import, out)) return false;
  }
  out->Append("}");
  return true;
}

}  // namespace

std::string QuotedHloString(std::string_view text) {
  std::string quoted;
  AppendValueText(StringValue{text, StringForm::kEscaped}, {}, &quoted);
  return quoted;
}

bool AppendHloAttributes(const MlirAttribute& dictionary, MlirImport* import, HloTextMap* out) {
  constexpr std::string_view kUnknown = "hlo.unknown.";
  for (size_t i = 0; i < dictionary.keys.size(); ++i) {
    std::string_view name = dictionary.keys[i];
    const MlirAttribute& value = dictionary.elements[i];
    const bool is_unknown = name.substr(0, kUnknown.size()) == kUnknown;
    if (is_unknown) name.remove_prefix(kUnknown.size());
    if (!is_unknown && (name.substr(0, 4) == "hlo." || name == "value")) continue;
    if (!import->CheckName(name, value.range)) return false;
    out->Mark(value.range);
    out->Append(", ", name, "=");
    if (is_unknown && value.kind == MlirAttribute::Kind::kString) {
      out->Append(value.text);
    } else if (!AppendValue(name, value, 0, import, out)) {
      return false;
    }
  }
  return true;
}

}  // namespace hlo_text_v1::internal
