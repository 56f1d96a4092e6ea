#include "src/parse/values/values.h"

#include "hlo/print_values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::values_test {

using namespace internal;

std::string ParseWord(AttributeType type, std::string_view text) {
  return ParseAndPrint<int64_t>(
      text, [type](ParseContext& ctx, int64_t* value) { return ReadEnum(ctx, type, value); },
      [type](int64_t value, std::string* out) {
        out->append(GetEnumTypeInfo(type).words[static_cast<size_t>(value)]);
      });
}

TEST(AttributeValueParserTest, Enum) {
  using Type = AttributeType;
  const struct {
    AttributeType type;
    std::string_view text;
    std::string_view want;
  } cases[] = {
      {Type::kComparisonDirection, "EQ", "EQ"},
      {Type::kComparisonDirection, "EQ:", "ERR 0: expects comparison direction"},
      {Type::kComparisonDirection, "eq",
       "ERR 0: expects comparison direction but sees: eq; did you mean EQ?"},
      {Type::kComparisonOrder, "PARTIAL", "PARTIAL"},
      {Type::kComparisonOrder, "x", "ERR 0: expects comparison order but sees: x"},
      {Type::kCompareType, "x", "ERR 0: expects comparison type but sees: x"},
      {Type::kFftType, "IRFFT", "IRFFT"},
      {Type::kFftType, "fft", "ERR 0: expects fft type but sees: fft; did you mean FFT?"},
      {Type::kPaddingType, "x", "ERR 0: expects padding type but sees: x"},
      {Type::kFusionKind, "kLoop", "kLoop"},
      {Type::kFusionKind, "x",
       "ERR 0: expects fusion kind but sees: x, error: Unknown fusion kind: x"},
      {Type::kConvolutionKind, "dgrad", "dgrad"},
      {Type::kConvolutionKind, "3", "ERR 0: expects convolution kind"},
      {Type::kRandomDistribution, "RNG_NORMAL", "rng_normal"},
      {Type::kRandomDistribution, "x",
       "ERR 0: expects random distribution but sees: x, error: Unknown distribution"},
      {Type::kRandomAlgorithm, "Rng_Philox", "rng_philox"},
      {Type::kRandomAlgorithm, "3", "ERR 0: expects random algorithm"},
      {Type::kDotAlgorithm, "DOT_BF16_BF16_F32_X9", "dot_bf16_bf16_f32_x9"},
      {Type::kDotAlgorithm, "x", "ERR 0: expects algorithm but sees: x, error: Unknown algorithm"},
      {Type::kCustomCallSchedule, "schedule_earliest", "SCHEDULE_EARLIEST"},
      {Type::kCustomCallSchedule, "x",
       "ERR 0: expects custom-call schedule but sees: x, error: Unknown schedule"},
      {Type::kCustomCallApiVersion, "x",
       "ERR 0: expects custom-call API version but sees: x, error: Unknown API version"},
      {Type::kCollectiveGroupMode, "x",
       "ERR 0: expects collective op group mode but sees: x, error: Invalid collective op group "
       "mode: x"},
      {Type::kShuffleMode, "x",
       "ERR 0: expects shuffle mode but sees: x, error: Unknown shuffle mode: x"},
      {Type::kAccuracyMode, "3", "ERR 0: expects ResultAccuracy type"},
      {Type::kPrecision, "3", "ERR 0: expects random distribution"},
      {Type::kTriangularSolveTranspose, "ADJOINT", "ADJOINT"},
      {Type::kTriangularSolveTranspose, "3", "ERR 0: expects an enumeration value"},
      {Type::kTriangularSolveTranspose, "adjoint",
       "ERR 0: expects TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE or ADJOINT but sees: adjoint"},
  };
  for (const auto& c : cases) EXPECT_EQ(ParseWord(c.type, c.text), c.want);
}

TEST(AttributeValueParserTest, Float) {
  constexpr char kRange[] = "ERR 0: value out of range for float";
  const Case kCases[] = {
      {"1e-5", "1e-05"},
      {"123456.789", "123457"},
      {"-0.0", "-0"},
      {"-nan", "nan"},
      {"1e-46", "0"},
      {"1e-45", "1.4013e-45"},
      {"18446744073709551615", "-1"},
      {"3.4028234663852886e38", "3.40282e+38"},
      {"3.4028235e38", kRange},
      {"-1e39", kRange},
      {"inf", kRange},
      {"-inf", kRange},
      {"1e999",
       "ERR 0: Constant is out of range for double (+/-1.79769e+308) and so is unparsable."},
      {"x", "ERR 0: expects decimal or integer"},
  };
  ExpectValues<double>(kCases, ReadFloat, AppendSixDigits);
}

TEST(AttributeValueParserTest, Int64ListList) {
  const Case kCases[] = {
      {"{}", "{}"},
      {"{{0,1}, {} ,{2}}", "{{0,1}{}{2}}"},
      {"3", "ERR 0: expects a list starting with kLbrace"},
      {"{{3,4}{5,6}}", "ERR 6: expects a list to end with kRbrace"},
      {"{{3,4},}", "ERR 7: expects a list to end with kRbrace"},
  };
  using Lists = absl::Span<const absl::Span<const int64_t>>;
  ExpectValues<Lists>(kCases, ReadInt64ListList, [](const Lists& lists, std::string* out) {
    out->push_back('{');
    for (const auto& list : lists) AppendShapeIndex(list, out);
    out->push_back('}');
  });
}

void AppendBools(absl::Span<const bool> values, std::string* out) {
  for (const bool value : values) out->push_back(value ? 't' : 'f');
}

TEST(AttributeValueParserTest, BoolLists) {
  const Case kCases[] = {
      {"true", "t"},
      {"{}", ""},
      {"{true, false,true}", "tft"},
      {"3", "ERR 0: Expected list of booleans or true/false value"},
      {"{true false}", "ERR 6: expected '}' to end boolean list attribute"},
      {"{true,}", "ERR"},
      {"{3}", "ERR"},
  };
  ExpectValues<absl::Span<const bool>>(kCases, ReadBoolList, AppendBools);
  const Case kReplicationCases[] = {
      {"{}", ""},
      {"{true,false}", "tf"},
      {"true", "ERR 0: expected '{' to start parameter_replication attribute"},
      {"{true false}", "ERR 6: expected '}' to end parameter_replication attribute"},
      {"{true,}", "ERR"},
  };
  ExpectValues<absl::Span<const bool>>(kReplicationCases, ReadParameterReplication, AppendBools);
}

TEST(AttributeValueParserTest, PrecisionList) {
  const Case kCases[] = {
      {"{}", ""},
      {"{HIGH,Highest,default}", "120"},
      {"3", "ERR 0: expects a list starting with kLbrace"},
      {"{3}", "ERR 1: expects random distribution"},
      {"{foo}", "ERR 1: expects precision but sees: foo, error: Unknown precision"},
      {"{high high}", "ERR 6: expects a list to end with kRbrace"},
  };
  using Precisions = absl::Span<const Precision>;
  ExpectValues<Precisions>(kCases, ReadPrecisionList, [](Precisions values, std::string* out) {
    for (const Precision value : values) *out += std::to_string(static_cast<int>(value));
  });
}

TEST(AttributeValueParserTest, SubAttributes) {
  static constexpr SubAttribute kNames[] = {{"a", true}, {"b", false}, {"c", true}};
  const auto parse = [](ParseContext& ctx, std::string* order) {
    return ReadSubAttributes(ctx, kNames, [&](size_t index) {
      int64_t value = 0;
      if (!ctx.ReadInt64(&value)) return false;
      *order += std::string(kNames[index].name) + std::to_string(value);
      return true;
    });
  };
  const Case kCases[] = {
      {"{a=1,c=2}", "a1c2"},
      {"{, c=2 a=1, b=3}", "c2a1b3"},
      {"3", "ERR 0: expects '{' to start sub attributes"},
      {"{a=1,c=2,}", "ERR 9: expects attribute name | 9: error parsing attributes"},
      {"{a=1,,c=2}", "ERR 5: expects attribute name | 5: error parsing attributes"},
      {"{a=1 a=2}", "ERR 5: attribute a already exists"},
      {"{d=1}", "ERR 1: unexpected attribute \"d\". Allowed attributes: a, b, c"},
      {"{a=1 b=x}", "ERR 7: expects integer | 5: error parsing attribute b"},
      {"{b=1}", "ERR 0: sub-attribute a is expected but not seen"},
      {"{a=1}", "ERR 0: sub-attribute c is expected but not seen"},
  };
  ExpectValues<std::string>(kCases, parse,
                            [](const std::string& order, std::string* out) { *out = order; });
}

}  // namespace hlo_text_v1::values_test
