// The attribute's row in attributes.def and its type's row in attribute_types.def select the
// production: ValueReader has a function for each C++ type there.
#include <string_view>
#include <vector>

#include "src/parse/module/computation_parser.h"
#include "src/parse/module/instruction_parser.h"
#include "src/parse/module/upgrade_legacy.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/literal_parser.h"
#include "src/parse/values/shape_parser.h"
#include "src/parse/values/sharding_parser.h"

namespace hlo::internal {
namespace {

// End of a braced value without strings; nullptr if the bytes alone cannot tell.
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

// Reads a value with `read` and caches it in `known` by its text. Shardings and replica groups
// repeat on thousands of instructions.
template <typename T>
bool ReadThroughTable(ParseContext& ctx, Production<T> read,
                      HashMap<std::string_view, const T*>* known, const T** result) {
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
  const size_t messages = ctx.log().size() + ctx.warnings().size();
  T value{};
  if (!read(ctx, &value)) return false;
  *result = ctx.arena.New<T>(value);
  if (end != nullptr && ctx.lexer.Consumed() == end &&
      ctx.log().size() + ctx.warnings().size() == messages) {
    known->emplace(text, *result);
  }
  return true;
}

// control-predecessors={%a, %b}: names of this body, duplicates dropped.
bool ReadInstructionNames(ParseState& state, const Scope& scope,
                          absl::Span<HloInstruction* const>* names) {
  if (!state.Expect(TokKind::kLbrace, Code::kExpectsInstructionNameListStart)) return false;
  const uint32_t first = state.lexer.Position();
  std::vector<HloInstruction*> instructions;
  HashSet<const HloInstruction*> seen;
  do {
    std::string_view name;
    if (!state.ReadName(&name)) return state.ErrorAt(first, Code::kExpectsAInstructionName);
    HloInstruction* instruction = state.instructions.Find(name, scope.computation);
    if (instruction == nullptr) {
      // XLA looks it up as it does an operand.
      if (state.module.is_single_instruction && !scope.is_nested) {
        state.Error(Code::kOperandHasNoShape);
      }
      return state.Error(Code::kInstructionNotDefined, name);
    }
    if (seen.insert(instruction).second) instructions.push_back(instruction);
  } while (state.EatIf(TokKind::kComma));
  if (!state.Expect(TokKind::kRbrace, Code::kExpectsInstructionNameListEnd)) return false;
  *names = state.arena.CopySpan(absl::Span<HloInstruction* const>(instructions));
  return true;
}

class ValueReader {
 public:
  ValueReader(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute)
      : state_(state), scope_(scope), kind_(kind), attribute_(attribute) {}

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
    return ReadStruct<T>(Read##Id);
#define HLO_OBJECT_TYPE(Id, T, ...) \
  case AttributeType::k##Id:        \
    return ReadObject<T>();
#define HLO_ENUM_TYPE(Type, ...) case AttributeType::k##Type:
#include "hlo/tables/attribute_types.def"
      break;
    }
    int64_t index = 0;
    if (!ReadEnum(state_, type, &index)) return false;
    *attribute_ = Attribute::Int64(kind_, index);
    return true;
  }

 private:
  template <typename T>
  bool ReadNumber() {
    T value{};
    if (!Read(&value)) return false;
    *attribute_ = std::is_same_v<T, double> ? Attribute::Double(kind_, static_cast<double>(value))
                                            : Attribute::Int64(kind_, static_cast<int64_t>(value));
    return true;
  }
  bool ReadString(StringForm form) {
    std::string_view value;
    const bool ok = form == StringForm::kDict ? ReadBackendConfig(state_, &value)
                                              : ReadStringValue(state_, &value);
    if (!ok) return false;
    *attribute_ = Attribute::String(kind_, value);
    return true;
  }
  template <typename T>
  bool ReadList() {
    absl::Span<const T> values;
    if (!Read(&values)) return false;
    *attribute_ = Attribute::List<T>(kind_, values);
    return true;
  }
  template <typename T>
  bool ReadStruct(Production<T> read) {
    T value{};
    if (!read(state_, &value)) return false;
    *attribute_ = Attribute::Pointer(kind_, state_.arena.New<T>(value));
    return true;
  }
  // The object that Read finds is in the arena or belongs to the module.
  template <typename T>
  bool ReadObject() {
    if (std::is_same_v<T, OpMetadata> && PackMetadata(state_, state_.lexer.At(), attribute_)) {
      return true;
    }
    const T* value = nullptr;
    if (!Read(&value)) return false;
    *attribute_ = Attribute::Pointer(kind_, value);
    return true;
  }

  bool Read(bool* value) { return state_.ReadBool(value); }
  bool Read(int32_t* value) { return state_.ReadInt32(value); }
  bool Read(int64_t* value) { return state_.ReadInt64(value); }
  bool Read(double* value) { return ReadFloat(state_, value); }
  bool Read(absl::Span<const int64_t>* values) { return state_.ReadInt64List(values); }
  bool Read(absl::Span<const absl::Span<const int64_t>>* lists) {
    return ReadInt64ListList(state_, lists);
  }
  bool Read(absl::Span<const bool>* values) { return ReadParameterReplication(state_, values); }
  bool Read(absl::Span<const Precision>* values) { return ReadPrecisionList(state_, values); }
  bool Read(absl::Span<const Shape* const>* shapes) { return ReadShapeList(state_, shapes); }
  bool Read(absl::Span<HloComputation* const>* callees) {
    return ReadComputationList(state_, callees);
  }
  bool Read(absl::Span<HloInstruction* const>* instructions) {
    return ReadInstructionNames(state_, scope_, instructions);
  }
  bool Read(const Shape** shape) { return ReadShape(state_, shape); }
  bool Read(const HloComputation** callee) {
    HloComputation* computation = nullptr;
    if (!ReadComputationReference(state_, &computation)) return false;
    *callee = computation;
    return true;
  }
  bool Read(const Literal** literal) {
    Literal value;
    if (!ReadLiteralWithShape(state_, &value)) return false;
    *literal = state_.arena.New<Literal>(value);
    return true;
  }
  bool Read(const HloSharding** sharding) {
    const uint32_t begin = state_.lexer.Position();
    if (!ReadThroughTable<HloSharding>(state_, ReadSharding, &state_.values.shardings, sharding)) {
      return false;
    }
    const uint32_t size = state_.lexer.Offset(state_.lexer.Consumed()) - begin;
    return ExpandDevices(state_, begin, **sharding, size);
  }
  bool Read(const ReplicaGroups** groups) {
    return ReadThroughTable<ReplicaGroups>(state_, ReadReplicaGroups, &state_.values.replica_groups,
                                           groups);
  }
  bool Read(const OpMetadata** metadata) {
    OpMetadata value;
    if (!ReadMetadata(state_, &value)) return false;
    state_.module.uses_stack_frames |= value.stack_frame_id != 0;
    *metadata = state_.arena.New<OpMetadata>(value);
    return true;
  }
  // Kept as text, see src/parse/module/unknown_words.cc.
  bool Read(const UnknownAttribute**) { return false; }
  bool Read(const UnknownOpcode**) { return false; }

  ParseState& state_;
  Scope& scope_;
  AttributeKind kind_;
  Attribute* attribute_;
};

}  // namespace

bool ReadAttributeValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute) {
  return ValueReader(state, scope, kind, attribute).Read(GetAttributeInfo(kind).type);
}

}  // namespace hlo::internal
