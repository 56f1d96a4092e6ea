#include "tests/support/random_values.h"

#include <algorithm>
#include <numeric>

#include "src/base/strings.h"

namespace hlo_text_v1::test {

using namespace internal;

namespace {

constexpr int64_t kMaxLiteralElements = 64;
constexpr int kMaxTupleDepth = 8;

// The results of `count` calls of `part`, joined.
template <typename Part>
std::string Repeated(size_t count, const char* separator, Part part) {
  std::string text;
  for (size_t i = 0; i < count; ++i) StrAppend(&text, i == 0 ? "" : separator, part());
  return text;
}

int64_t ElementsOf(const RandomShape& shape) {
  int64_t count = 1;
  for (const int64_t size : shape.dimensions) {
    if (size < 0 || size > kMaxLiteralElements) return kMaxLiteralElements + 1;
    count *= size;
    if (count > kMaxLiteralElements) return count;
  }
  return count;
}

}  // namespace

std::string ListText(const Dimensions& numbers, const char* brackets) {
  std::string text(1, brackets[0]);
  for (const int64_t number : numbers) StrAppend(&text, text.size() == 1 ? "" : ",", number);
  text.push_back(brackets[1]);
  return text;
}

RandomShape TupleOf(std::vector<RandomShape> parts) {
  RandomShape shape;
  shape.type = PrimitiveType::kTuple;
  shape.parts = std::move(parts);
  return shape;
}

std::string RandomShape::Text() const {
  if (type != PrimitiveType::kTuple) {
    return StrCat(PrimitiveTypeName(type), ListText(dimensions, "[]"), layout);
  }
  std::string text = "(";
  for (const RandomShape& part : parts) StrAppend(&text, text.size() == 1 ? "" : ", ", part.Text());
  return text + ")";
}

// ---- Parts of values.

int64_t RandomValues::Number() {
  switch (choices_.Below(24)) {
    case 20:
      return -static_cast<int64_t>(choices_.Below(3)) - 1;
    case 21:
      return static_cast<int64_t>(choices_.Below(1 << 16));
    case 22:
      return choices_.Of<int64_t>({127, 128, 255, 256, INT32_MAX, INT64_C(1) << 31, INT32_MIN,
                                   UINT32_MAX, INT64_C(1) << 32});
    case 23:
      return choices_.Of<int64_t>({INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_C(1) << 53});
    default:
      return static_cast<int64_t>(choices_.Below(5));
  }
}

std::string RandomValues::Real() {
  switch (choices_.Below(8)) {
    case 0:
    case 1:
      return StrCat(Number());
    case 2:
      return StrCat(Number(), ".", choices_.Below(1000));
    case 3:
      return StrCat(Number(), "e", static_cast<int>(choices_.Below(80)) - 40);
    case 4:
      return choices_.Of<const char*>({"0.1", "-0", "-0.0", "1.5", "0.333333343", "16777217"});
    case 5:
      return choices_.Of<const char*>({"inf", "-inf", "nan", "-nan", "nan(0x1)", "1e-45", "1e39",
                                       "3.40282347e+38", "65520", "4.9e-324"});
    default:
      return StrCat(choices_.Below(10), ".", choices_.Below(10));
  }
}

std::string RandomValues::QuotedWord() {
  return choices_.Of<const char*>({"\"a\"", "\"b.c/d\"", "\"\"", "\"x y\"", "\"a\\\"b\"", "\"\\n\"",
                                   "\"\\377\"", "\"\u00e9\"", "\"{}\"", "\"a,b=c\"", "\"//\"",
                                   "\"\\\\\"", "\"\\x41\"", "'a'"});
}

std::string RandomValues::RawWord() {
  return choices_.Of<const char*>({"\"a\"", "\"b.c/d\"", "\"\"", "\"x y\"", "\"{}\"", "\"a,b=c\""});
}

Dimensions RandomValues::Numbers(size_t limit) {
  Dimensions numbers(choices_.Below(limit));
  for (int64_t& number : numbers) number = Number();
  return numbers;
}

// ---- Shapes.

PrimitiveType RandomValues::Element() {
  if (!choices_.OneIn(3)) {
    return choices_.Of({PrimitiveType::kF32, PrimitiveType::kF32, PrimitiveType::kS32,
                        PrimitiveType::kPRED, PrimitiveType::kBF16, PrimitiveType::kC64,
                        PrimitiveType::kU8, PrimitiveType::kU64});
  }
  constexpr size_t kArrayTypes = static_cast<size_t>(PrimitiveType::kTOKEN);
  return static_cast<PrimitiveType>(choices_.Below(kArrayTypes));
}

RandomShape RandomValues::Array() {
  RandomShape shape;
  shape.type = Element();
  shape.dimensions.resize(choices_.Below(4));
  for (int64_t& size : shape.dimensions) size = choices_.Of<int64_t>({2, 3, 4, 1, 2, 6, 8, 0});
  if (choices_.OneIn(4)) shape.layout = Layout(shape.dimensions.size());
  return shape;
}

RandomShape RandomValues::Shape() {
  RandomShape shape;
  switch (choices_.Below(12)) {
    case 9: {
      // Each level has the text of those below.
      if (tuple_depth_ == kMaxTupleDepth) return Array();
      ++tuple_depth_;
      shape.type = PrimitiveType::kTuple;
      const size_t parts = choices_.Below(4);
      for (size_t i = 0; i < parts; ++i) shape.parts.push_back(Shape());
      --tuple_depth_;
      return shape;
    }
    case 10:
      shape.type = choices_.Of({PrimitiveType::kTOKEN, PrimitiveType::kOPAQUE});
      return shape;
    case 11:  // sizes that do not fit
      shape = Array();
      for (int64_t& size : shape.dimensions) {
        if (choices_.OneIn(3)) size = Number();
      }
      return shape;
    default:
      return Array();
  }
}

std::string RandomValues::Layout(size_t rank) {
  if (rank == 0) return choices_.OneIn(8) ? "{}" : "";
  Dimensions order(rank);
  std::iota(order.rbegin(), order.rend(), 0);
  if (rank > 1 && choices_.OneIn(2)) std::swap(order[0], order[choices_.Below(rank)]);
  if (choices_.OneIn(24)) order.push_back(Number());
  std::string text = ListText(order);
  if (choices_.OneIn(2)) return text;
  text.back() = ':';
  switch (choices_.Below(9)) {
    case 0:
      StrAppend(&text, "T(", choices_.Below(16), ",128)");
      break;
    case 1:
      StrAppend(&text, "T(8,128)(", choices_.Of<const char*>({"2,1", "4", "*", "-1", ""}), ")");
      break;
    case 2:
      StrAppend(&text, "S(", Number(), ")");
      break;
    case 3:
      StrAppend(&text, "E(", Number(), ")");
      break;
    case 4:
      StrAppend(&text, "D(", choices_.Of<const char*>({"D", "C", "S", "D,D", "D,C"}), ")");
      break;
    case 5:
      StrAppend(&text, "#(", choices_.Of<const char*>({"u32", "s64", "x"}), ")*(u8)");
      break;
    case 6:
      StrAppend(&text, "SC(", choices_.Below(3), ":", Number(), ")");
      break;
    case 7:
      StrAppend(&text, "L(", Number(), ")M(", Number(), ")");
      break;
    default:
      StrAppend(&text, "T(2,128)E(", choices_.Of<const char*>({"4", "32", "0"}), ")S(1)");
  }
  return text + "}";
}

// ---- Literals.

std::string RandomValues::Scalar(PrimitiveType type) {
  switch (ClassOf(type)) {
    case PrimitiveClass::kPred:
      return choices_.Of<const char*>({"true", "false", "1", "0"});
    case PrimitiveClass::kSigned:
    case PrimitiveClass::kUnsigned:
      return choices_.OneIn(64) ? StrCat(Number()) : StrCat(choices_.Below(1 + BitWidth(type) / 2));
    case PrimitiveClass::kFloat:
      return Real();
    case PrimitiveClass::kComplex:
      return StrCat("(", Real(), ", ", Real(), ")");
    case PrimitiveClass::kToken:
    case PrimitiveClass::kOpaque:
    case PrimitiveClass::kNone:
      break;
  }
  return "";
}

std::string RandomValues::Elements(const RandomShape& shape, size_t dimension) {
  if (dimension == shape.dimensions.size()) return Scalar(shape.type);
  const auto count = static_cast<size_t>(shape.dimensions[dimension]);
  return StrCat("{", Repeated(count, ", ", [&] { return Elements(shape, dimension + 1); }), "}");
}

std::string RandomValues::Literal(const RandomShape& shape) {
  if (shape.type == PrimitiveType::kTuple) {
    std::string text = "(";
    for (const RandomShape& part : shape.parts) {
      StrAppend(&text, text.size() == 1 ? "" : ", ", part.Text(), " ", Literal(part));
    }
    return text + ")";
  }
  if (ElementsOf(shape) > kMaxLiteralElements || choices_.OneIn(32)) return "{...}";
  if (choices_.OneIn(64))
    return choices_.Of<const char*>({"true", "1.5", "-1", "(1, 2)", "{1}", ""});
  return Elements(shape, 0);
}

// ---- Attributes.

std::string RandomValues::OneOf(const std::vector<std::string>& names) {
  return names.empty() ? "none" : names[choices_.Below(names.size())];
}
std::string RandomValues::Some(const std::vector<std::string>& names) {
  return StrCat("{", Repeated(1 + choices_.Below(3), ", ", [&] { return OneOf(names); }), "}");
}

std::string RandomValues::Window() {
  const size_t rank = choices_.Below(4);
  std::string text;
  const auto field = [&](const char* name, auto part) {
    StrAppend(&text, text.empty() ? "" : " ", name, "=", Repeated(rank, "x", part));
  };
  const auto number = [&] { return StrCat(choices_.OneIn(16) ? Number() : 1 + choices_.Below(3)); };
  field("size", number);
  if (choices_.OneIn(3)) field("stride", number);
  if (choices_.OneIn(3)) field("pad", [&] { return StrCat(number(), "_", Number()); });
  if (choices_.OneIn(4)) field("lhs_dilate", number);
  if (choices_.OneIn(4)) field("rhs_dilate", number);
  if (choices_.OneIn(4)) field("rhs_reversal", [&] { return StrCat(choices_.Below(2)); });
  return StrCat("{", rank == 0 ? "" : text, "}");
}

std::string RandomValues::Tiles() {
  const int64_t a = 1 + static_cast<int64_t>(choices_.Below(4));
  const int64_t b = 1 + static_cast<int64_t>(choices_.Below(3));
  const char* const last =
      choices_.Of<const char*>({"", "", " last_tile_dim_replicate", " last_tile_dims={manual}",
                                " last_tile_dims={replicated, unreduced}", " last_tile_dims={}"});
  std::string devices;
  switch (choices_.Below(4)) {
    case 0:
      for (int64_t i = 0; i < a * b; ++i) StrAppend(&devices, i == 0 ? "" : ",", a * b - 1 - i);
      break;
    case 1:
      devices = StrCat("<=[", a, ",", b, "]T(1,0)");
      break;
    case 2:
      devices = StrCat("<=", ListText(Numbers(3), "[]"));
      break;
    default:
      devices = StrCat("<=[", a * b, "]");
  }
  return StrCat("{devices=[", a, ",", b, choices_.OneIn(4) ? ",1" : "", "]", devices, last);
}

std::string RandomValues::NamedSharding() {
  const char* const mesh = choices_.Of<const char*>(
      {"mesh['a'=2,'b'=4]", "mesh['x'=4]", "mesh['a'=2,'b'=2], device_ids=(3,2,1,0)", "mesh[]",
       "maximal_mesh[device_id=1]", "mesh['a'=2,'b'=2], device_ids=([4]T(0))"});
  const auto axes = [&] {
    return StrCat(
        "{", choices_.Of<const char*>({"", "'a'", "'b'", "'a', 'b'", "'b':(1)2", "?", "'x', ?"}),
        "}");
  };
  std::string text = StrCat("{", mesh, ", [", Repeated(choices_.Below(4), ", ", axes), "]");
  for (const char* group : {"replicated", "unreduced", "manual"}) {
    if (choices_.OneIn(4)) StrAppend(&text, ", ", group, "=", axes());
  }
  return text;
}

std::string RandomValues::Sharding(size_t depth) {
  if (depth > 0 && choices_.OneIn(6)) {
    return StrCat("{", Repeated(choices_.Below(3), ", ", [&] { return Sharding(depth - 1); }), "}");
  }
  std::string text;
  switch (choices_.Below(8)) {
    case 0:
      text = "{replicated";
      break;
    case 1:
      text = "{manual";
      break;
    case 2:
      text = choices_.Of<const char*>({"{unknown", "{unreduced", "{"});
      break;
    case 3:
      text = StrCat("{maximal device=", Number());
      break;
    case 4:
      text = NamedSharding();
      break;
    default:
      text = Tiles();
  }
  if (choices_.OneIn(8)) {
    StrAppend(&text, choices_.OneIn(2) ? " shard_as " : " shard_like ", Number());
  }
  if (choices_.OneIn(4)) StrAppend(&text, " metadata=", Metadata());
  return text + "}";
}

std::string RandomValues::ReplicaGroups() {
  switch (choices_.Below(5)) {
    case 0:
      return "{}";
    case 1:
      return "{{0,1},{2,3}}";
    case 2:
      return choices_.Of<const char*>({"[1,4]<=[4]", "[2,2]<=[4]", "[2,2]<=[2,2]T(1,0)"});
    case 3:
      return choices_.Of<const char*>({"mesh['a'=2,'b'=2] {'a'}", "mesh['a'=4] {'a':(1)2}",
                                       "mesh['a'=2], device_ids=(1,0) {'a'}"});
    default:
      return StrCat("{", Repeated(choices_.Below(3), ",", [&] { return ListText(Numbers(4)); }),
                    "}");
  }
}

std::string RandomValues::Metadata() {
  std::string text = "{";
  const auto field = [&](const char* name, const std::string& value) {
    if (choices_.OneIn(3)) StrAppend(&text, text.size() == 1 ? "" : " ", name, "=", value);
  };
  for (const char* name : {"op_type", "op_name", "source_file", "deduplicated_name"}) {
    field(name, QuotedWord());
  }
  for (const char* name :
       {"source_line", "source_end_line", "source_column", "source_end_column", "stack_frame_id"}) {
    field(name, StrCat(Number()));
  }
  field("scheduling_name", RawWord());
  if (choices_.OneIn(8)) field("profile_type", ListText(Numbers(3)));
  if (choices_.OneIn(8)) field("metadata_payload", QuotedWord());
  return text + "}";
}

std::string RandomValues::Origin(size_t depth) {
  if (depth > 0 && choices_.OneIn(2)) {
    return StrCat("(", Repeated(choices_.Below(3), ", ", [&] { return Origin(depth - 1); }), ")");
  }
  return StrCat("{", choices_.OneIn(8) ? "" : StrCat(RawWord(), choices_.OneIn(3) ? " {0}" : ""),
                "}");
}

std::string RandomValues::Value(AttributeType type, const std::vector<std::string>& computations,
                                const std::vector<std::string>& instructions) {
  const auto number = [&] { return StrCat(Number()); };
  switch (type) {
    case AttributeType::kBool:
      return choices_.Of<const char*>({"true", "false", "1"});
    case AttributeType::kInt32:
    case AttributeType::kInt64:
      return number();
    case AttributeType::kFloat:
      return Real();
    case AttributeType::kString:
      return QuotedWord();
    case AttributeType::kRawString:
      return RawWord();
    case AttributeType::kStringOrDict:
      return choices_.OneIn(2)
                 ? QuotedWord()
                 : choices_.Of<const char*>({"{\"a\":1}", "{}", "{\"b\":[1,2],\"a\":{\"c\":\"}\"}}",
                                             "{\"a\" : 1.50, \"n\":null}", "{a}", "{\"a\":1,}"});
    case AttributeType::kInt64List:
      return ListText(Numbers(4));
    case AttributeType::kInt64ListList:
      return StrCat("{", Repeated(choices_.Below(3), ",", [&] { return ListText(Numbers(3)); }),
                    "}");
    case AttributeType::kBoolList:
      return choices_.Of<const char*>({"{true}", "{false,true}", "{}"});
    case AttributeType::kPrecisionList:
      return choices_.Of<const char*>(
          {"{default,highest}", "{high,default}", "{default,default}", "{HIGH}", "{}", "{a}"});
    case AttributeType::kShapeList:
      return StrCat("{", Repeated(choices_.Below(3), ", ", [&] { return Shape().Text(); }), "}");
    case AttributeType::kComputationList:
      return Some(computations);
    case AttributeType::kInstructionList:
      return Some(instructions);
    case AttributeType::kWindow:
      return Window();
    case AttributeType::kDimLabels:
      return choices_.Of<const char*>({"b01f_01io->b01f", "bf_io->bf", "b0f_0io->b0f",
                                       "f01b_i01o->01bf", "b0f_0oi->bf0", "b?f_i?o->?bf", "bf_io"});
    case AttributeType::kPaddingConfig:
      return Repeated(1 + choices_.Below(3), "x", [&] {
        return StrCat(Number(), "_", Number(), choices_.OneIn(3) ? StrCat("_", Number()) : "");
      });
    case AttributeType::kSliceRanges:
      return StrCat("{",
                    Repeated(choices_.Below(4), ", ",
                             [&] {
                               return StrCat("[", Number(), ":", Number(),
                                             choices_.OneIn(3) ? StrCat(":", Number()) : "", "]");
                             }),
                    "}");
    case AttributeType::kOutputOperandAliasing:
      return choices_.Of<const char*>(
          {"{{}: (0, {})}", "{{0}: (0, {}), {1}: (1, {0})}", "{}", "{{2}: (-1, {})}"});
    case AttributeType::kDomain:
      return StrCat("{kind=\"sharding\", entry=", Sharding(1), ", exit=", Sharding(1), "}");
    case AttributeType::kFrontendAttributes:
      return StrCat("{",
                    Repeated(choices_.Below(3), ",",
                             [&] {
                               return StrCat(choices_.Of<const char*>({"a", "b.c", "_x"}), "=",
                                             choices_.OneIn(2) ? QuotedWord() : "{\"j\":1}");
                             }),
                    "}");
    case AttributeType::kStatistics:
      return StrCat("{visualizing_index=", choices_.Below(3), ",s=", Real(),
                    choices_.OneIn(2) ? ",t=1.5" : "", "}");
    case AttributeType::kSparsityConfig:
      return StrCat("{", choices_.OneIn(2) ? "lhs" : "rhs", "={sparsity=2x4 dimension=", Number(),
                    " stride=", Number(), choices_.OneIn(2) ? " idx=2" : "", "}}");
    case AttributeType::kBlockScalingConfig:
      return StrCat("{", choices_.OneIn(2) ? "lhs" : "rhs", "={scale_idx=", Number(),
                    choices_.OneIn(2) ? " steps=1x2" : "", "}}");
    case AttributeType::kResultAccuracy:
      return choices_.OneIn(2)
                 ? choices_.Of<const char*>({"{mode=highest}", "{mode=default}", "{mode=x}"})
                 : StrCat("{tolerance={atol=", Real(), ",rtol=", Real(), ",ulps=", Number(), "}}");
    case AttributeType::kOriginalValue:
      return choices_.OneIn(8) ? "{[synthetic_call]}"
                               : StrCat("{", Origin(2), choices_.OneIn(6) ? ",[\"c\"]" : "", "}");
    case AttributeType::kShape:
      return Shape().Text();
    case AttributeType::kComputation:
      return OneOf(computations);
    case AttributeType::kLiteral: {
      const RandomShape shape = Shape();
      return StrCat(shape.Text(), " ", Literal(shape));
    }
    case AttributeType::kSharding:
      return Sharding(2);
    case AttributeType::kReplicaGroups:
      return ReplicaGroups();
    case AttributeType::kMetadata:
      return Metadata();
    case AttributeType::kUnknown:
    case AttributeType::kUnknownOpcode:
      return "?";
#define HLO_ENUM_TYPE(Type, ...) case AttributeType::k##Type:
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
      break;
  }
  const auto words = GetEnumTypeInfo(type).words;
  return std::string(words[choices_.Below(words.size())]);
}

}  // namespace hlo_text_v1::test
