// Reads HloInstructionProto.
#ifndef HLO_PROTO_READ_INSTRUCTION_H_
#define HLO_PROTO_READ_INSTRUCTION_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/base/hash_table.h"
#include "src/base/utf8.h"
#include "src/ir/module_state.h"
#include "src/ir/normal_form.h"
#include "src/ir/stack_frames.h"
#include "src/proto/instruction_fields.h"
#include "src/proto/read_values.h"
#include "src/proto/wire_reader.h"

namespace hlo_text_v1::internal {

// The instructions of a computation read so far, by the low half of their ids.
class LocalInstructions {
 public:
  // For a computation of size `bytes`: instructions take several bytes each, so ids below that go
  // into an array, not a hash table.
  explicit LocalInstructions(size_t bytes) : dense_limit_(bytes / kBytesPerInstruction) {}
  // nullptr if there is none.
  HloInstruction* Find(int64_t id) const {
    const auto local = static_cast<uint32_t>(id);
    return local < dense_.size() ? dense_[local] : FindSparse(local);
  }
  void Add(int64_t id, HloInstruction* instruction) {
    const auto local = static_cast<uint32_t>(id);
    if (local >= dense_limit_) {
      sparse_[local] = instruction;
      return;
    }
    if (local >= dense_.size()) {
      dense_.resize(std::min(dense_limit_, 2 * size_t{local} + kFirstRoom));
    }
    dense_[local] = instruction;
  }
  // All of them, by ascending id.
  std::vector<HloInstruction*> TakeSorted() &&;

 private:
  HloInstruction* FindSparse(uint32_t local) const;

  static constexpr size_t kBytesPerInstruction = 16;
  static constexpr size_t kFirstRoom = 16;
  size_t dense_limit_;
  std::vector<HloInstruction*> dense_;
  HashMap<uint32_t, HloInstruction*> sparse_;
};

// The state that readers of instructions share.
struct ProtoModuleReadState {
  ProtoReadState& wire;
  IrAccess::ModuleState& module;
  ShapeReader shapes;
  // For shapes whose layouts XLA does not check.
  ShapeReader unchecked_shapes;
  int64_t max_literal_elements;
  HashMap<int64_t, HloComputation*> computations;  // those read so far, by id
  // The stack frames, by number, whose parents lead to the outermost frame.
  std::vector<bool> sound_frames;
  // The tables of the frames in use, in the order of first use; nullopt if there are no frames.
  std::optional<StackFrameCanonicalizer> frames;
  std::vector<OpMetadata*> metadata_with_frames;  // those read so far

  // The symbol of a name, which is made legal.
  uint32_t NameOf(std::string_view name) {
    if (name.empty()) return SymbolTable::kNone;
    return module.InternCopy(IsSaneName(name) ? name : SanitizeName(name));
  }
};

// Whether a literal of shape `a` can be the value of a constant of shape `b`: sizes and order of
// dimensions agree.
bool SameArrays(const Shape& a, const Shape& b);

// The wire type of each field of HloInstructionProto, by number; kNoField if there is no such
// field.
inline constexpr size_t kFieldNumbers = 128;
inline constexpr auto kNoField = static_cast<WireType>(0xFF);
#define HLO_PROTO_MESSAGE(Id, text, ...)                           \
  if (ProtoMessage::k##Id == ProtoMessage::kHloInstructionProto) { \
    __VA_ARGS__                                                    \
  }
#define HLO_PROTO_FIELD(name, number, Type, Label, ...)                          \
  types[number] = ProtoLabel::k##Label == ProtoLabel::kPacked ? WireType::kBytes \
                                                              : WireTypeOf(ProtoType::k##Type);
constexpr std::array<WireType, kFieldNumbers> MakeUsualTypes() {
  std::array<WireType, kFieldNumbers> types = {};
  for (WireType& type : types) type = kNoField;
#include "src/proto/fields.def"
  return types;
}
inline constexpr std::array<WireType, kFieldNumbers> kUsualTypes = MakeUsualTypes();

class InstructionReader {
 public:
  explicit InstructionReader(ProtoModuleReadState* state)
      : state_(*state), wire_(state->wire), arena_(state->module.arena) {}

  // The instruction in `bytes`, not in a list yet, and its id; nullptr after an error.
  HloInstruction* Read(std::string_view bytes, HloComputation* computation,
                       const LocalInstructions& locals, int64_t* id);

 private:
  using Fields = pb::HloInstructionProto;

  // Where a field is in the bytes: from its first occurrence to the end of its last one.
  struct Place {
    const char* begin = nullptr;  // meaningless unless Has(field)
    const char* end = nullptr;
    union {              // meaningless unless IsUsual(field)
      uint64_t bits;     // of a number
      const char* data;  // the beginning of bytes that end at `end`
    };
    Place() = default;
    Place(const char* from, const char* to, const char* bytes)
        : begin(from), end(to), data(bytes) {}
    Place(const char* from, const char* to, uint64_t number) : begin(from), end(to), bits(number) {}
    std::string_view bytes() const {
      return std::string_view(data, static_cast<size_t>(end - data));
    }
  };

  bool FindFields(std::string_view bytes);
  const char* FindUsualField(const char* begin, const char* end);
  const char* FindAnyField(const char* begin, const char* end);
  bool ReadFields(const LocalInstructions& locals);
  bool HasNumber(uint32_t number) const { return (present_[number / 64] >> number % 64 & 1) != 0; }
  template <typename Field>
  bool Has(Field field) const {
    return HasNumber(field.number);
  }
  // Whether a field that is present occurs only once, in the usual form.
  template <typename Field>
  bool IsUsual(Field field) const {
    return (unusual_[field.number / 64] >> field.number % 64 & 1) == 0;
  }
  // Reads a field that is not a number; an absent field leaves `value` as it is. False after an
  // error.
  template <typename Field, typename Value>
  bool Get(Field field, Value* value) {
    return !Has(field) || GetPlaced(field, value);
  }
  // A number; 0 if it is absent. Cannot fail, since the field was complete when it was found.
  template <typename Value = int64_t, typename Field>
  Value Number(Field field) {
    Value value = 0;
    if (!Has(field)) return value;
    if (IsUsual(field)) return NumberFromWire<Value, Field::type>(places_[field.number].bits);
    GetPlaced(field, &value);
    return value;
  }
  // The same for a string that is not kept, so it is neither copied nor checked.
  bool GetWord(ProtoField<ProtoType::kString, ProtoLabel::kImplicit> field, std::string_view* word);
  bool CheckWord(ProtoField<ProtoType::kString, ProtoLabel::kImplicit> field,
                 std::string_view word);
  template <typename Field, typename Value>
  bool GetPlaced(Field field, Value* value);
  // Calls take(number), which may fail, for each number of a field.
  template <typename Take>
  bool ForEachNumber(ProtoField<ProtoType::kInt64, ProtoLabel::kPacked> field, Take take);
  // The bytes of a message.
  template <typename Field>
  bool GetMessage(Field field, std::string_view* bytes) {
    if (!IsUsual(field)) return GetMessageInParts(field, bytes);
    *bytes = places_[field.number].bytes();
    return true;
  }
  template <typename Field>
  bool GetMessageInParts(Field field, std::string_view* bytes);
  // Reads a message; read(reader) reads its fields.
  template <typename Field, typename ReadField>
  bool ReadMessage(Field field, ProtoMessage message, ReadField read);

  template <typename Field>
  bool FailAt(Field field, std::string_view message) {
    if (!Has(field)) return wire_.Fail(bytes_.data(), message);
    if (!wire_.failed()) {
      wire_.Fail(places_[field.number].begin, message);
      wire_.AddToPath(field.name, -1);
    }
    return false;
  }

  bool ReadOpcode();
  bool ReadOperands(const LocalInstructions& locals, int64_t id);
  bool ReadCallees();
  bool CheckOperands() {
    const int arity = GetOpcodeInfo(opcode_).arity;
    return operands_.size() == static_cast<size_t>(arity) || CheckOperandCount(arity);
  }
  bool CheckOperandCount(int arity);
  bool CheckChain();
  bool ReadValue(HloInstruction* instruction);
  bool AddCallees();
  bool Finish();

  void Add(Attribute attribute) { attributes_.Add(attribute); }
  template <AttributeKind kind, typename Field>
  bool One(Field field);
  template <AttributeKind kind, typename Field>
  bool OneEnum(Field field);
  void List(AttributeKind kind, absl::Span<const int64_t> values, bool if_empty = true);
  bool ReadShapeAt(ShapeReader& shapes, std::string_view bytes, const char* name, int64_t index,
                   const Shape** shape);
  template <typename Field>
  bool ReadShardingAt(Field field, const HloSharding** sharding);
  template <typename Numbers>
  void AddDotNumbers(const Numbers& numbers);
  bool ReadNewMetadata(std::string_view bytes, const OpMetadata** read);
  bool ReadLiteralAt(Literal* literal);
  bool IsRequired(AttributeKind kind) const;
  // Whether a field is absent and may be.
  bool MayLack(uint32_t number, AttributeKind kind) const {
    return !HasNumber(number) && !IsRequired(kind);
  }
  bool Takes(AttributeKind kind) const;
  bool Read(InstructionField field, const LocalInstructions& locals);
#define HLO_PROTO_ATTRIBUTE(field, ...)
#define HLO_PROTO_ATTRIBUTES(field, ...) bool Read_##field(const LocalInstructions& locals);
#define HLO_PROTO_OWN(field)
#include "src/proto/instruction_fields.def"

  ProtoModuleReadState& state_;
  ProtoReadState& wire_;
  Arena& arena_;

  static constexpr size_t kWordBits = 64;  // of an InstructionFieldSet

  // Of the current instruction.
  std::array<Place, kFieldNumbers> places_;
  InstructionFieldSet present_ = {};
  InstructionFieldSet filled_ = {};  // those present with more than one empty message
  InstructionFieldSet unusual_ = {};
  std::string_view bytes_;
  std::string_view name_;
  HloOpcode opcode_ = HloOpcode::kUnknown;
  std::optional<ComparisonDirection> old_direction_;  // of an opcode that has become compare
  HloComputation* computation_ = nullptr;
  const Shape* shape_ = nullptr;
  std::vector<HloInstruction*> operands_;
  std::vector<HloComputation*> callees_;
  AttributeList attributes_;
  AllowedAttributes allowed_;

  struct ReadMetadata {
    std::string_view bytes;
    const OpMetadata* metadata = nullptr;  // nullptr: none of it prints
  };
  RecentBytes<ReadMetadata, 512> metadata_;
};

// ---- implementation ----

template <typename Field, typename Value>
bool InstructionReader::GetPlaced(Field field, Value* value) {
  const Place place = places_[field.number];
  const std::string_view bytes(place.begin, static_cast<size_t>(place.end - place.begin));
  --wire_.depth;  // a second reader of the same message
  {
    MessageReader reader(wire_, ProtoMessage::kNone, bytes);
    while (reader.Next()) reader.Field(field, *value);
  }
  ++wire_.depth;
  return !wire_.failed();
}

template <typename Take>
bool InstructionReader::ForEachNumber(ProtoField<ProtoType::kInt64, ProtoLabel::kPacked> field,
                                      Take take) {
  if (!Has(field)) return true;
  const Place& place = places_[field.number];
  if (IsUsual(field)) {
    const char* const end = bytes_.data() + bytes_.size();  // faster if more bytes follow
    const char* p = place.data;
    for (uint64_t bits = 0; p < place.end;) {
      p = ReadVarint(p, end, &bits);
      if (p == nullptr || p > place.end) {
        wire_.Malformed(place.begin, "a number is cut");
        wire_.AddToPath(field.name, -1);
        return false;
      }
      if (!take(static_cast<int64_t>(bits))) return false;
    }
    return true;
  }
  absl::Span<const int64_t> numbers;
  if (!GetPlaced(field, &numbers)) return false;
  return std::all_of(numbers.begin(), numbers.end(), take);
}

template <typename Field>
bool InstructionReader::GetMessageInParts(Field field, std::string_view* bytes) {
  const Place& place = places_[field.number];
  const std::string_view range(place.begin, static_cast<size_t>(place.end - place.begin));
  --wire_.depth;
  {
    MessageReader reader(wire_, ProtoMessage::kNone, range);
    while (reader.Next()) {
      if (reader.Take(field)) reader.TakeWhole(bytes);
    }
  }
  ++wire_.depth;
  return !wire_.failed();
}

template <typename Field, typename ReadField>
bool InstructionReader::ReadMessage(Field field, ProtoMessage message, ReadField read) {
  if (!Has(field)) return true;
  std::string_view bytes;
  if (!GetMessage(field, &bytes)) return false;
  for (MessageReader reader(wire_, message, bytes); reader.Next();) read(reader);
  if (wire_.failed()) wire_.AddToPath(field.name, -1);
  return !wire_.failed();
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_READ_INSTRUCTION_H_
