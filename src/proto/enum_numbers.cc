// XLA's names are the words of the text in capitals, some with a prefix. The tables are made on
// first use.
#include "src/proto/enum_numbers.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "src/base/strings.h"
#include "src/proto/schema.h"

namespace hlo_text_v1::internal {
namespace {

struct EnumName {
  AttributeType type;
  ProtoEnum enumeration;
  std::string_view prefix;
};
constexpr EnumName kEnumNames[] = {
    {AttributeType::kFftType, ProtoEnum::kFftType, ""},
    {AttributeType::kPaddingType, ProtoEnum::kPaddingType, ""},
    {AttributeType::kConvolutionKind, ProtoEnum::kConvolutionKind, "CONVOLUTION_KIND_"},
    {AttributeType::kRandomDistribution, ProtoEnum::kRandomDistribution, ""},
    {AttributeType::kRandomAlgorithm, ProtoEnum::kRandomAlgorithm, ""},
    {AttributeType::kDotAlgorithm, ProtoEnum::kPrecisionConfig_Algorithm, "ALG_"},
    {AttributeType::kCustomCallSchedule, ProtoEnum::kCustomCallSchedule, ""},
    {AttributeType::kCustomCallApiVersion, ProtoEnum::kCustomCallApiVersion, ""},
    {AttributeType::kTriangularSolveTranspose, ProtoEnum::kTriangularSolveOptions_Transpose, ""},
    {AttributeType::kPrecision, ProtoEnum::kPrecisionConfig_Precision, ""},
};

int32_t NumberOf(ProtoEnum enumeration, std::string_view name) {
  for (const ProtoEnumValue& value : ProtoEnumValues(enumeration)) {
    if (value.name == name) return value.number;
  }
  return 0;
}

std::vector<int32_t> PrimitiveNumbers() {
  std::vector<int32_t> numbers;
  for (int i = 0; i <= static_cast<int>(PrimitiveType::kInvalid); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    std::string name = absl::AsciiStrToUpper(Absl(PrimitiveTypeUpperName(type)));
    if (type == PrimitiveType::kOPAQUE) name = "OPAQUE_TYPE";
    numbers.push_back(NumberOf(ProtoEnum::kPrimitiveType, name));
  }
  return numbers;
}
const std::vector<int32_t>& PrimitiveTable() {
  static const auto* table = new std::vector<int32_t>(PrimitiveNumbers());
  return *table;
}

std::vector<PrimitiveType> MakeTypesByNumber() {
  std::vector<PrimitiveType> types;
  for (int i = 0; i <= static_cast<int>(PrimitiveType::kInvalid); ++i) {
    const auto type = static_cast<PrimitiveType>(i);
    const auto number = static_cast<size_t>(ProtoNumber(type));
    if (types.size() <= number) types.resize(number + 1, PrimitiveType::kInvalid);
    if (number != 0) types[number] = type;
  }
  return types;
}

using EnumTables = std::vector<std::vector<int32_t>>;  // by AttributeType, then by word
EnumTables MakeEnumTables() {
  EnumTables tables(256);
  for (const EnumName& each : kEnumNames) {
    const auto type = static_cast<size_t>(each.type);
    for (const std::string_view word : GetEnumTypeInfo(each.type).words) {
      tables[type].push_back(
          NumberOf(each.enumeration, StrCat(each.prefix, absl::AsciiStrToUpper(Absl(word)))));
    }
  }
  return tables;
}
const std::vector<int32_t>& EnumTable(AttributeType type) {
  static const auto* tables = new EnumTables(MakeEnumTables());
  return (*tables)[static_cast<size_t>(type)];
}

}  // namespace

int32_t ProtoNumber(PrimitiveType type) { return PrimitiveTable()[static_cast<size_t>(type)]; }

PrimitiveType PrimitiveTypeOf(int64_t number) {
  static const auto* types = new std::vector<PrimitiveType>(MakeTypesByNumber());
  const bool is_known = number >= 0 && static_cast<uint64_t>(number) < types->size();
  return is_known ? (*types)[static_cast<size_t>(number)] : PrimitiveType::kInvalid;
}

int32_t ProtoNumber(AttributeType enumeration, int64_t index) {
  return EnumTable(enumeration)[static_cast<size_t>(index)];
}

int64_t EnumIndexOf(AttributeType enumeration, int64_t number) {
  const std::vector<int32_t>& table = EnumTable(enumeration);
  const auto found = std::find(table.begin(), table.end(), number);
  return found == table.end() ? -1 : found - table.begin();
}

}  // namespace hlo_text_v1::internal
