// The opcode's row in opcodes.def and the tail attributes of every opcode give the allowed names.
// An attribute's row in attributes.def and its type's row in attribute_types.def select the
// production of its value: ValueReader has a function for each C++ type there.
//
// After all attributes are read and checked, they are normalized: values that XLA does not print
// are dropped, those that it always prints are added, and the list is sorted into print order.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "src/ir/attribute_order.h"
#include "src/parse/legacy.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/computation.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/unknown.h"
#include "src/parse/values/literal.h"
#include "src/parse/values/shape.h"
#include "src/parse/values/sharding.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {
namespace {

// End of a braced value without strings; nullptr if the bytes alone cannot tell.
const char* FindPlainValueEnd(const char* p) {
  if (*p != '{' && *p != '[') return nullptr;
  int depth = 0;
  for (;; ++p) {
    if (*p == '{') ++depth;
    if (*p == '}' && --depth == 0) return p + 1;
    // [2,4]<=[8] ends at the comma of the next attribute.
    if (*p == ',' && depth == 0 && p[1] == ' ') return p;
    if (*p == '\0' || *p == '"' || *p == '\'' || *p == '/' || *p == '\n') return nullptr;
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

// Whether the text has %t#0 for get-tuple-elements, as dumps do.
bool HasFoldedElement(std::string_view text) {
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* p = begin;
  while ((p = std::find(p, end, '#')) != end) {
    const bool is_after_name = p != begin && HasClass(p[-1], kIdentifierByte);
    const char* number = ++p;
    while (p != end && absl::ascii_isdigit(static_cast<unsigned char>(*p))) ++p;
    if (is_after_name && p != number && p != end && (*p == ',' || *p == ')')) return true;
  }
  return false;
}

// The same, found once: a dump may elide thousands.
bool ElidesTupleElements(ParseState& state) {
  if (state.module.folds_tuple_elements) return true;
  if (!state.elides_elements.has_value()) {
    const auto size = static_cast<size_t>(state.lexer.end() - state.lexer.begin());
    state.elides_elements = HasFoldedElement({state.lexer.begin(), size});
  }
  return *state.elides_elements;
}

// control-predecessors={%a, %b}: names of this body, duplicates dropped. Dumps also name
// get-tuple-elements that they elide; with a warning these are dropped, too.
bool ReadInstructionNames(ParseState& state, const Scope& scope,
                          absl::Span<HloInstruction* const>* names) {
  if (!state.Expect(TokKind::kLbrace, Code::kExpectsInstructionNameListStart)) return false;
  const uint32_t first = state.lexer.Position();
  std::vector<HloInstruction*> instructions;
  HashSet<const HloInstruction*> seen;
  do {
    std::string_view name;
    const uint32_t position = state.lexer.Position();
    if (!state.ReadName(&name)) return state.ErrorAt(first, Code::kExpectsAInstructionName);
    HloInstruction* instruction = state.instructions.Find(name, scope.computation);
    if (instruction == nullptr && !state.options.allow_unknown && ElidesTupleElements(state)) {
      state.Warn(position, state.EndOfName(position, name.size()), Code::kElidedPredecessor, name);
      continue;
    }
    if (instruction == nullptr) {
      // XLA looks it up like an operand.
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

// The value of a string attribute.
bool ReadStringValue(ParseState& state, std::string_view* value) {
  return state.kind() == TokKind::kString ? state.ReadString(value)
                                          : ReadUnquotedString(state, value);
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
  // Kept as text, see src/parse/module/unknown.cc.
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

namespace {

// The attribute that `name` means on the draft; nullopt if the draft does not allow it.
std::optional<AllowedAttributes::Place> FindAllowed(ParseState& state, const Draft& draft,
                                                    std::string_view name) {
  const std::optional<AllowedAttributes::Place> place = draft.allowed.Find(name);
  if (place.has_value() || !IsBodyOfToApply(state, draft, name) ||
      draft.attributes.Has(AttributeKind::kToApply)) {
    return place;
  }
  return draft.allowed.Find(AttributeKind::kToApply);
}

// Any attribute, token by token.
bool ReadAttribute(ParseState& state, Draft* draft) {
  const uint32_t position = state.lexer.Position();
  std::string_view name;
  if (!state.ReadAttributeName(&name)) {
    return state.ErrorAt(position, Code::kErrorParsingAttributes);
  }
  if (draft->unknown != nullptr) return ReadAttributeOfUnknown(state, draft, name, position);

  const std::optional<AllowedAttributes::Place> place = FindAllowed(state, *draft, name);
  if (!place.has_value() || draft->attributes.Has(place->kind)) {
    if (IsWrappedBody(state, *draft, name)) return SkipWrappedBody(state);
    if (place.has_value()) return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
    const LegacyAttribute* legacy = FindLegacyAttribute(*draft, name);
    if (legacy != nullptr && state.options.upgrade_legacy) {
      return ReadLegacyAttribute(state, *legacy, name, position, draft);
    }
    if (state.options.allow_unknown && KeepUnknownAttribute(state, draft, name)) return true;
    state.UnexpectedAttribute(position, name, draft->allowed.Names());
    NoteRepeatedAttribute(state, *draft, position, name);
    if (legacy == nullptr) return false;
    return state.NoteUpgradeLegacy(position, position + static_cast<uint32_t>(name.size()));
  }
  const auto [kind, rank] = *place;
  draft->attributes.SetGiven(kind);

  state.attribute = {name, position};
  // Of a start in sugar, this one stays on the start, where it does not stand for what its work
  // lacks.
  const bool is_of_start =
      draft->phase != AsyncPhase::kNone && kind == AttributeKind::kOutputToOperandAliasing;
  if (state.options.allow_unknown && MayKeepValue(kind) && !is_of_start) {
    return ReadOrKeepValue(state, draft, kind, rank, name, position);
  }
  // Built in place: copying a value just written field by field waits for all the stores.
  Attribute& attribute = draft->attributes.emplace_back();
  if (!ReadAttributeValue(state, draft->scope, kind, &attribute)) {
    draft->attributes.pop_back();
    return state.AttributeError(position, name);
  }
  AttributeAccess::Rank(attribute) = rank;
  const bool is_dropped = kind == AttributeKind::kControlPredecessors &&
                          attribute.AsList<const HloInstruction*>().empty();
  if (is_dropped) draft->attributes.pop_back();
  return true;
}

}  // namespace

bool ReadAttributes(ParseState& state, Draft* draft) {
  draft->allowed = AllowedAttributesOf(draft->owner());
  if (draft->is_nested) return true;
  if (state.options.upgrade_legacy) AllowRepeatedAttributes(state, *draft, &draft->allowed);
  while (state.EatByte(',')) {
    if (!ReadPlainMetadata(state, draft) && !ReadAttribute(state, draft)) return false;
  }
  if (state.options.upgrade_legacy)
    draft->allowed = AllowedAttributesOf(draft->owner());  // what may be missing
  return true;
}

std::pair<uint32_t, uint32_t> PlaceOfValue(ParseState& state, const Draft& draft,
                                           std::string_view name) {
  const char* consumed = state.lexer.Consumed();
  const char* end = state.lexer.begin() + draft.attributes_position;
  std::pair<uint32_t, uint32_t> place;
  std::string_view found;
  while (found != name) {
    state.lexer.SkipTo(end);
    if (!state.EatByte(',') || !state.ReadAttributeName(&found)) break;
    const char* begin = state.lexer.At();
    end = FindKeptEnd(begin, state.lexer.end());
    if (end == nullptr) break;
    place = {state.lexer.Offset(begin), state.lexer.Offset(end)};
  }
  state.lexer.SkipTo(consumed);
  return place;
}

bool CheckRequiredAttributes(ParseState& state, Draft* draft) {
  if (state.options.upgrade_legacy) AddLegacySum(state, draft);
  if (draft->has_unknown_attributes) {
    // One of them may replace a missing one.
    for (const AttributeSpec& spec : draft->allowed.row) {
      if (!spec.required || draft->attributes.Has(spec.kind) || !MayKeepValue(spec.kind)) continue;
      draft->attributes.SetGiven(spec.kind);
      draft->lacks_known_attributes = true;
    }
  }
  const AttributeSpec* missing = FindMissing(draft->owner(), draft->allowed, draft->attributes);
  if (missing == nullptr) return true;
  return state.ErrorAt(draft->attributes_position, Code::kAttributeExpected,
                       AttributeName(missing->kind));
}

bool CheckSelectedBranches(ParseState& state, const Draft& draft) {
  if (draft.opcode != HloOpcode::kConditional) return true;
  const AllowedAttributes allowed = AllowedAttributesOf(draft.owner());
  if (const AttributeSpec* missing = FindMissing(draft.owner(), allowed, draft.attributes)) {
    return state.Error(Code::kAttributeExpected, AttributeName(missing->kind));
  }
  for (const AttributeSpec& spec : GetOpcodeInfo(draft.opcode).attributes) {
    const bool is_allowed = &spec >= allowed.row.begin() && &spec < allowed.row.end();
    if (is_allowed || !draft.attributes.Has(spec.kind)) continue;
    return state.Error(Code::kUnexpectedAttribute, AttributeName(spec.kind),
                       Joined(allowed.Names(), ", "));
  }
  return true;
}

}  // namespace hlo_text_v1::internal
