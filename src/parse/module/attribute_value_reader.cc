// The value of an attribute, behind its '='.
//
// Which production reads it follows from the attribute's row in attributes.def, and that type's row
// in attribute_types.def: ValueReader has a function for the C++ type there.
#include <vector>

#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/literal_parser.h"
#include "src/parse/values/shape_parser.h"
#include "src/parse/values/sharding_parser.h"
#include "src/parse/values/sharding_parts.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

// End of a braced value without strings in it, nullptr if that cannot be told from the bytes.
const char* FindPlainValueEnd(const char* p) {
  if (*p != '{' && *p != '[') return nullptr;
  int depth = 0;
  for (;; ++p) {
    switch (*p) {
      case '{':
        ++depth;
        break;
      case '}':
        if (--depth == 0) return p + 1;
        break;
      case '\0':
      case '"':
      case '\'':
      case '/':
      case '\n':
        return nullptr;
      case ',':
        // [2,4]<=[8] ends at the comma of the next attribute.
        if (depth == 0 && p[1] == ' ') return p;
        break;
      default:
        break;
    }
  }
}

// Parses a value with `parse` unless its text is in `known`, and puts it there. Shardings and
// replica groups repeat on thousands of instructions.
template <typename T>
bool ParseThroughTable(ParseContext& ctx, ValueParser<T> parse,
                       absl::flat_hash_map<std::string_view, const T*>* known, const T** result) {
  const char* begin = ctx.lexer.At();
  const char* end = FindPlainValueEnd(begin);
  std::string_view text;
  if (end != nullptr) {
    text = std::string_view(begin, static_cast<size_t>(end - begin));
    auto found = known->find(text);
    if (found != known->end()) {
      ctx.lexer.SkipTo(end);
      *result = found->second;
      return true;
    }
  }
  const size_t errors = ctx.log().size();
  T value{};
  if (!parse(ctx, &value)) return false;
  *result = ctx.arena.New<T>(value);
  if (end != nullptr && ctx.lexer.Consumed() == end && ctx.log().size() == errors) {
    known->emplace(text, *result);
  }
  return true;
}

}  // namespace

// control-predecessors={%a, %b}: names of this body, duplicates dropped.
bool HloParser::ParseInstructionNames(Scope* scope, absl::Span<HloInstruction* const>* names) {
  if (!ctx_.Expect(TokKind::kLbrace, Code::kExpectsInstructionNameListStart)) return false;
  const uint32_t first = ctx_.lexer.Position();
  std::vector<HloInstruction*> instructions;
  absl::flat_hash_set<const HloInstruction*> seen;
  do {
    std::string_view name;
    if (!ctx_.ParseName(&name)) return ErrorAt(first, Code::kExpectsAInstructionName);
    HloInstruction* instruction = FindInstruction(*scope, state_.symbols.Find(name));
    if (instruction == nullptr) return Error(Code::kInstructionNotDefined, name);
    if (seen.insert(instruction).second) instructions.push_back(instruction);
  } while (ctx_.EatIf(TokKind::kComma));
  if (!ctx_.Expect(TokKind::kRbrace, Code::kExpectsInstructionNameListEnd)) return false;
  *names = ctx_.arena.CopySpan(absl::Span<HloInstruction* const>(instructions));
  return true;
}

class HloParser::ValueReader {
 public:
  ValueReader(HloParser* parser, Scope* scope, AttributeKind kind, Attribute* attribute)
      : parser_(*parser), ctx_(parser->ctx_), scope_(scope), kind_(kind), attribute_(attribute) {}

  bool Read(AttributeType type) {
    switch (type) {
#define HLO_NUMBER_TYPE(Id, T) \
  case AttributeType::k##Id:   \
    return ReadNumber<T>();
#define HLO_STRING_TYPE(Id, Form, ...) \
  case AttributeType::k##Id:           \
    return ReadString(StringForm::k##Form);
#define HLO_LIST_TYPE(Id, T, ...) \
  case AttributeType::k##Id:      \
    return ReadList<T>();
#define HLO_STRUCT_TYPE(Id, T, ...) \
  case AttributeType::k##Id:        \
    return ReadStruct<T>(Parse##Id);
#define HLO_OBJECT_TYPE(Id, T, ...) \
  case AttributeType::k##Id:        \
    return ReadObject<T>();
#define HLO_ENUM_TYPE(Type, ...) case AttributeType::k##Type:
#include "hlo/tables/attribute_types.def"
      break;
    }
    int64_t index = 0;
    if (!ParseEnum(ctx_, type, &index)) return false;
    *attribute_ = Attribute::Int64(kind_, index);
    return true;
  }

 private:
  template <typename T>
  bool ReadNumber() {
    T value{};
    if (!Parse(&value)) return false;
    *attribute_ = std::is_same_v<T, double> ? Attribute::Double(kind_, static_cast<double>(value))
                                            : Attribute::Int64(kind_, static_cast<int64_t>(value));
    return true;
  }
  bool ReadString(StringForm form) {
    std::string_view value;
    const bool ok = form == StringForm::kDict ? ParseBackendConfig(ctx_, &value)
                                              : parser_.ParseStringValue(&value);
    if (!ok) return false;
    *attribute_ = Attribute::String(kind_, value);
    return true;
  }
  template <typename T>
  bool ReadList() {
    absl::Span<const T> values;
    if (!Parse(&values)) return false;
    *attribute_ = Attribute::List<T>(kind_, values);
    return true;
  }
  template <typename T>
  bool ReadStruct(ValueParser<T> parse) {
    T value{};
    if (!parse(ctx_, &value)) return false;
    *attribute_ = Attribute::Pointer(kind_, ctx_.arena.New<T>(value));
    return true;
  }
  // What Parse leaves in `value` is in the arena, or belongs to the module.
  template <typename T>
  bool ReadObject() {
    if (std::is_same_v<T, OpMetadata> && parser_.PackMetadata(ctx_.lexer.At(), attribute_)) {
      return true;
    }
    const T* value = nullptr;
    if (!Parse(&value)) return false;
    *attribute_ = Attribute::Pointer(kind_, value);
    return true;
  }

  bool Parse(bool* value) { return ctx_.ParseBool(value); }
  bool Parse(int32_t* value) { return ctx_.ParseInt32(value); }
  bool Parse(int64_t* value) { return ctx_.ParseInt64(value); }
  bool Parse(double* value) { return ParseFloat(ctx_, value); }
  bool Parse(absl::Span<const int64_t>* values) { return ctx_.ParseInt64List(values); }
  bool Parse(absl::Span<const absl::Span<const int64_t>>* lists) {
    return ParseInt64ListList(ctx_, lists);
  }
  bool Parse(absl::Span<const bool>* values) { return ParseParameterReplication(ctx_, values); }
  bool Parse(absl::Span<const Precision>* values) { return ParsePrecisionList(ctx_, values); }
  bool Parse(absl::Span<const Shape* const>* shapes) { return ParseShapeList(ctx_, shapes); }
  bool Parse(absl::Span<HloComputation* const>* callees) {
    return parser_.ParseComputationList(callees);
  }
  bool Parse(absl::Span<HloInstruction* const>* instructions) {
    return parser_.ParseInstructionNames(scope_, instructions);
  }
  bool Parse(const Shape** shape) { return ParseShape(ctx_, shape); }
  bool Parse(const HloComputation** callee) {
    HloComputation* computation = nullptr;
    if (!parser_.ParseComputationReference(&computation)) return false;
    *callee = computation;
    return true;
  }
  bool Parse(const Literal** literal) {
    Literal value;
    if (!ParseLiteralWithShape(ctx_, &value)) return false;
    *literal = ctx_.arena.New<Literal>(value);
    return true;
  }
  bool Parse(const HloSharding** sharding) {
    const uint32_t begin = ctx_.lexer.Position();
    if (!ParseThroughTable<HloSharding>(ctx_, ParseSharding, &parser_.shardings_, sharding)) {
      return false;
    }
    const uint32_t size = ctx_.lexer.Offset(ctx_.lexer.Consumed()) - begin;
    return ExpandDevices(ctx_, begin, **sharding, size);
  }
  bool Parse(const ReplicaGroups** groups) {
    return ParseThroughTable<ReplicaGroups>(ctx_, ParseReplicaGroups, &parser_.replica_groups_,
                                            groups);
  }
  bool Parse(const OpMetadata** metadata) {
    OpMetadata value;
    if (!ParseMetadata(ctx_, &value)) return false;
    parser_.state_.uses_stack_frames |= value.stack_frame_id != 0;
    *metadata = ctx_.arena.New<OpMetadata>(value);
    return true;
  }
  // Kept as text, src/parse/module/unknown_words.cc.
  bool Parse(const UnknownAttribute**) { return false; }
  bool Parse(const UnknownOpcode**) { return false; }

  HloParser& parser_;
  ParseContext& ctx_;
  Scope* scope_;
  AttributeKind kind_;
  Attribute* attribute_;
};

bool HloParser::ParseAttributeValue(Scope* scope, AttributeKind kind, Attribute* attribute) {
  return ValueReader(this, scope, kind, attribute).Read(GetAttributeInfo(kind).type);
}

}  // namespace hlo
