// An instruction is read in three steps: find its fields; read opcode, shape and operands, which
// decide which fields it may have; read the opcode's fields in order of number.
// read_instruction_fields.cc reads single fields. Source: XLA HloInstruction::CreateFromProto.
#include "src/proto/read_instruction.h"

#include <algorithm>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/container/inlined_vector.h"
#include "absl/strings/ascii.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/print_values.h"
#include "src/async/chain.h"
#include "src/ir/attribute_order.h"
#include "src/ir/normal_form.h"

namespace hlo_text_v1::internal {

HloInstruction* InstructionReader::Read(std::string_view bytes, HloComputation* computation,
                                        const LocalInstructions& locals, int64_t* id) {
  const ProtoDepthGuard guard(wire_, bytes.data());
  bytes_ = bytes;
  computation_ = computation;
  attributes_.Clear();
  operands_.clear();
  callees_.clear();
  if (!FindFields(bytes) || !wire_.HasRoom(bytes.data(), sizeof(HloInstruction))) return nullptr;
  *id = Number(Fields::id);
  if (!ReadOpcode() || !ReadOperands(locals, *id) || !ReadCallees()) return nullptr;
  allowed_ = AllowedAttributesOf(AttributeOwner{opcode_, operands_});
  if (!CheckOperands()) return nullptr;
  // Other opcodes keep the given shape, unlike in texts.
  if (opcode_ == HloOpcode::kOutfeed || opcode_ == HloOpcode::kSendDone ||
      opcode_ == HloOpcode::kRecvDone) {
    shape_ = MadeShape(opcode_, shape_, &operands_[0]->shape(), state_.module.shapes);
  }
  HloInstruction* instruction = IrAccess::NewInstruction(arena_, computation);
  Node(instruction).opcode = opcode_;
  Node(instruction).shape = shape_;
  if (!ReadValue(instruction)) return nullptr;
  if (!ReadFields(locals) || !Finish()) return nullptr;
  if (opcode_ != HloOpcode::kConstant && opcode_ != HloOpcode::kParameter) {
    IrAccess::SetOperands(arena_, instruction, operands_);
  }
  IrAccess::SetAttributes(arena_, instruction, attributes_);
  Node(instruction).name = state_.NameOf(name_);
  return instruction;
}

// The fields of the opcode whose presence or absence means something.
bool InstructionReader::ReadFields(const LocalInstructions& locals) {
  constexpr uint64_t kMetadata = uint64_t{1} << Fields::metadata.number;
  const InstructionFieldSets& sets = FieldSetsOf(opcode_);
  for (size_t i = 0; i < present_.size(); ++i) {
    uint64_t numbers =
        sets.always[i] | (sets.if_present[i] & present_[i]) | (sets.if_filled[i] & filled_[i]);
    if (i == 0) numbers &= ~kMetadata;
    for (; numbers != 0; numbers &= numbers - 1) {
      const size_t number = i * kWordBits + static_cast<size_t>(__builtin_ctzll(numbers));
      if (!Read(InstructionFieldOf(number), locals)) return false;
    }
  }
  const bool is_elsewhere = Has(Fields::backend_config_payload) && !Has(Fields::backend_config);
  if (is_elsewhere && !Read_backend_config(locals)) return false;
  // It prints after most others: the list need not be sorted.
  return (filled_[0] & kMetadata) == 0 || Read_metadata(locals);
}

// Finds the fields that are present, and those that the schema does not have.
bool InstructionReader::FindFields(std::string_view bytes) {
  present_ = filled_ = unusual_ = {};
  const char* const end = bytes.data() + bytes.size();
  for (const char* p = bytes.data(); p != end;) {
    const char* rest = FindUsualField(p, end);
    if (rest == nullptr) rest = FindAnyField(p, end);
    if (rest == nullptr) return false;
    p = rest;
  }
  return !wire_.failed();
}

// Takes a field in the usual form at its first occurrence, as most are. Returns the end of the
// field; nullptr for others.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const char* InstructionReader::FindUsualField(const char* begin,
                                                                                  const char* end) {
  uint64_t tag = 0, value = 0;
  const char* p = ReadVarint(begin, end, &tag);
  const uint64_t number = tag >> 3;
  const auto type = static_cast<WireType>(tag & 7);
  if (p == nullptr || number >= kFieldNumbers || kUsualTypes[number] != type) return nullptr;
  const size_t word = number / kWordBits;
  const uint64_t bit = uint64_t{1} << number % kWordBits;
  if ((present_[word] & bit) != 0) return nullptr;
  p = ReadVarint(p, end, &value);
  if (p == nullptr) return nullptr;
  if (type == WireType::kBytes) {
    if (value > static_cast<size_t>(end - p)) return nullptr;
    places_[number] = Place(begin, p + value, p);
    p += value;
    filled_[word] |= value != 0 ? bit : 0;
  } else {
    if (type != WireType::kVarint) return nullptr;
    places_[number] = Place(begin, p, value);
    filled_[word] |= bit;
  }
  present_[word] |= bit;
  return p;
}

// nullptr after an error.
const char* InstructionReader::FindAnyField(const char* begin, const char* end) {
  WireCursor cursor(wire_, std::string_view(begin, static_cast<size_t>(end - begin)));
  if (!cursor.Next()) return nullptr;
  const uint32_t number = cursor.number();
  const bool is_bytes = cursor.wire_type() == WireType::kBytes;
  const ProtoFieldInfo* field = FindProtoField(ProtoMessage::kHloInstructionProto, number);
  if (field == nullptr || !CanHaveType(*field, cursor.wire_type())) {
    wire_.NoteUnknown(begin, ProtoMessage::kHloInstructionProto, number, cursor.wire_type());
    return cursor.rest();
  }
  Place& place = places_[number];
  const size_t word = number / kWordBits;
  const uint64_t bit = uint64_t{1} << number % kWordBits;
  const bool is_again = (present_[word] & bit) != 0;
  if (is_again || kUsualTypes[number] != cursor.wire_type()) unusual_[word] |= bit;
  if (is_again || !is_bytes || !cursor.bytes().empty()) filled_[word] |= bit;
  present_[word] |= bit;
  place.end = cursor.rest();
  if (is_again) return place.end;
  place.begin = begin;
  if (is_bytes) {
    place.data = cursor.bytes().data();
  } else {
    place.bits = cursor.bits();
  }
  return place.end;
}

HloInstruction* LocalInstructions::FindSparse(uint32_t local) const {
  if (local < dense_limit_ || sparse_.empty()) return nullptr;
  const auto found = sparse_.find(local);
  return found == sparse_.end() ? nullptr : found->second;
}

std::vector<HloInstruction*> LocalInstructions::TakeSorted() && {
  std::vector<HloInstruction*> sorted = std::move(dense_);
  sorted.erase(std::remove(sorted.begin(), sorted.end(), nullptr), sorted.end());
  std::vector<std::pair<uint32_t, HloInstruction*>> others(sparse_.begin(), sparse_.end());
  std::sort(others.begin(), others.end());
  for (const auto& other : others) sorted.push_back(other.second);
  return sorted;
}

namespace {

// Old opcodes, from before XLA 1.0, of a compare with its direction.
struct OldComparison {
  std::string_view opcode;
  ComparisonDirection direction;
};
constexpr OldComparison kOldComparisons[] = {
    {"equal-to", ComparisonDirection::kEq},
    {"not-equal-to", ComparisonDirection::kNe},
    {"greater-than", ComparisonDirection::kGt},
    {"greater-than-or-equal-to", ComparisonDirection::kGe},
    {"less-than", ComparisonDirection::kLt},
    {"less-than-or-equal-to", ComparisonDirection::kLe},
};

}  // namespace

bool InstructionReader::GetWord(ProtoField<ProtoType::kString, ProtoLabel::kImplicit> field,
                                std::string_view* word) {
  if (!Has(field) || !IsUsual(field)) return Get(field, word);
  *word = places_[field.number].bytes();
  return true;
}

bool InstructionReader::CheckWord(ProtoField<ProtoType::kString, ProtoLabel::kImplicit> field,
                                  std::string_view word) {
  return IsUtf8(word) || wire_.Malformed(places_[field.number].begin,
                                         StrCat("the string in ", field.name, " is not UTF-8"));
}

bool InstructionReader::ReadOpcode() {
  std::string_view word;
  name_ = {};
  if (!GetWord(Fields::name, &name_) || !GetWord(Fields::opcode, &word)) return false;
  if (!CheckWord(Fields::name, name_)) return false;
  old_direction_.reset();
  std::optional<HloOpcode> opcode = ParseHloOpcode(word);
  if (!opcode.has_value()) {
    if (!CheckWord(Fields::opcode, word)) return false;
    if (word.empty()) return FailAt(Fields::opcode, "!proto.opcode().empty()");
    for (const OldComparison& old : kOldComparisons) {
      if (word == old.opcode) old_direction_ = old.direction;
    }
    if (!old_direction_.has_value()) {
      return FailAt(Fields::opcode, StrCat("Unknown opcode: ", word));
    }
    opcode = HloOpcode::kCompare;
  }
  opcode_ = *opcode;
  if (name_.empty()) return FailAt(Fields::name, "!proto.name().empty()");
  std::string_view shape;
  if (!Has(Fields::shape)) return FailAt(Fields::shape, "proto.has_shape()");
  return GetMessage(Fields::shape, &shape) &&
         ReadShapeAt(state_.shapes, shape, "shape", -1, &shape_);
}

bool InstructionReader::ReadOperands(const LocalInstructions& locals, int64_t id) {
  constexpr int64_t kLocalMask = 0xffffffff;
  if (id < 0) return FailAt(Fields::id, StrCat("Instruction with negative id: ", id));
  if (((id & kLocalMask) >> 31) != 0) {
    return FailAt(Fields::id,
                  StrCat("Instruction local id is out of bounds Value is ", id & kLocalMask));
  }
  const bool are_known = ForEachNumber(Fields::operand_ids, [&](int64_t operand_id) {
    HloInstruction* operand = operand_id < 0 ? nullptr : locals.Find(operand_id);
    operands_.push_back(operand);
    return operand != nullptr;
  });
  return are_known ||
         FailAt(Fields::operand_ids, StrCat(name_, " instruction contains invalid operand id(s)"));
}

bool InstructionReader::ReadCallees() {
  if (!Has(Fields::called_computation_ids)) return true;
  return ForEachNumber(Fields::called_computation_ids, [&](int64_t id) {
    const auto found = state_.computations.find(id);
    if (found == state_.computations.end()) {
      return FailAt(Fields::called_computation_ids,
                    StrCat(name_, " instruction references invalid computation id(s)"));
    }
    callees_.push_back(found->second);
    return true;
  });
}

// Checks operand counts that opcodes.def cannot express and other code relies on.
bool InstructionReader::CheckOperandCount(int arity) {
  const size_t count = operands_.size();
  const auto fail = [&](std::string_view what) {
    return FailAt(Fields::operand_ids, StrCat(HloOpcodeName(opcode_), " instruction should have ",
                                              what, " but sees ", count));
  };
  if (arity != kVariadic) return fail(StrCat(arity, " operands"));
  const auto is = [&](HloOpcode opcode) { return opcode_ == opcode; };
  if (is(HloOpcode::kReduce) || is(HloOpcode::kReduceWindow)) {
    if (count % 2 != 0 || count == 0) {
      const std::string_view name = is(HloOpcode::kReduce) ? "Reduce" : "ReduceWindow";
      return FailAt(
          Fields::operand_ids,
          StrCat(name, " instruction should have an even number of operands but sees ", count));
    }
  }
  if (is(HloOpcode::kScatter) && count % 2 == 0) return fail("an odd number of operands");
  if ((is(HloOpcode::kDot) || is(HloOpcode::kConvolution)) && count < 2) {
    return fail("at least 2 operands");
  }
  if (is(HloOpcode::kDynamicUpdateSlice) && count < 2) return fail("at least 2 operands");
  if ((is(HloOpcode::kDynamicSlice) || is(HloOpcode::kDynamicReshape) ||
       is(HloOpcode::kConditional)) &&
      count < 1) {
    return fail("at least 1 operands");
  }
  if (is(HloOpcode::kConditional) && callees_.size() + 1 != count) {
    return fail(StrCat(callees_.size() + 1, " operands"));
  }
  return CheckChain();
}

// Links of asynchronous chains.
bool InstructionReader::CheckChain() {
  const bool is_start = opcode_ == HloOpcode::kAsyncStart;
  const bool is_update = opcode_ == HloOpcode::kAsyncUpdate;
  const bool is_done = opcode_ == HloOpcode::kAsyncDone;
  if ((is_start || is_update) && !IsAsyncShape(*shape_)) {
    return FailAt(Fields::shape, StrCat(is_start ? "AsyncStart" : "AsyncUpdate",
                                        " expects the shape to be a tuple of at least two elements,"
                                        " the first of them a tuple"));
  }
  if (is_start) state_.module.has_async = true;
  if (!is_update && !is_done) return true;
  const std::string_view name = is_update ? "Async update" : "Async done";
  // As in text, it need not belong to a chain.
  if (operands_.empty() || (is_done && operands_.size() != 1)) {
    return FailAt(Fields::operand_ids,
                  StrCat(name, " requires its operand to be an asynchronous op"));
  }
  return true;
}

// Parameters and constants.
bool InstructionReader::ReadValue(HloInstruction* instruction) {
  if (opcode_ == HloOpcode::kParameter) {
    Node(instruction).parameter_number = Number(Fields::parameter_number);
    return true;
  }
  if (opcode_ == HloOpcode::kCustomCall && Has(Fields::literal)) {
    auto* literal = arena_.New<Literal>();
    Add(Attribute::Pointer(AttributeKind::kLiteral, literal));
    return ReadLiteralAt(literal);
  }
  if (opcode_ != HloOpcode::kConstant) return true;
  Literal literal =
      shape_->IsTuple() ? Literal::Tuple(shape_, {}, /*elided=*/true) : Literal::Elided(shape_);
  if (Has(Fields::literal)) {
    if (!ReadLiteralAt(&literal)) return false;
    if (!SameArrays(literal.shape(), *shape_)) {
      return FailAt(Fields::literal,
                    StrCat(PrintShape(literal.shape()), " vs ", PrintShape(*shape_)));
    }
  }
  Node(instruction).literal = arena_.New<Literal>(literal);
  return true;
}

// Puts the attributes into their normal form.
bool InstructionReader::Finish() {
  const bool is_plain = attributes_.empty() || (attributes_.size() == 1 &&
                                                attributes_[0].kind() == AttributeKind::kMetadata);
  if (allowed_.row.empty() && callees_.empty() && is_plain) {
    for (Attribute& metadata : attributes_) {
      AttributeAccess::Rank(metadata) = TailRank(AttributeKind::kMetadata);
    }
    return true;
  }
  if (!AddCallees()) return false;
  const AttributeOwner owner{opcode_, operands_};
  if (const AttributeSpec* missing = FindMissing(owner, allowed_, attributes_)) {
    return wire_.Fail(bytes_.data(), StrCat(HloOpcodeName(opcode_), " instruction should have ",
                                            AttributeName(missing->kind)));
  }
  SetRanks(opcode_, absl::MakeSpan(attributes_));
  ApplyOpcodeRules(owner, &arena_, &attributes_);
  FinishAttributes(owner, allowed_, &attributes_);
  return true;
}

namespace {

std::string CapitalizedName(HloOpcode opcode) {
  std::string name(HloOpcodeName(opcode));
  name[0] = absl::ascii_toupper(static_cast<unsigned char>(name[0]));
  return name;
}

bool NamesComputation(AttributeKind kind) {
  return GetAttributeInfo(kind).type == AttributeType::kComputation;
}

// For each opcode, whether its row has attributes that name computations.
using OpcodeFlags = std::array<bool, kHloOpcodeCount + 1>;
OpcodeFlags MakeCallers() {
  OpcodeFlags flags = {};
  for (size_t i = 0; i < flags.size(); ++i) {
    const absl::Span<const AttributeSpec> row = GetOpcodeInfo(static_cast<HloOpcode>(i)).attributes;
    flags[i] = std::any_of(row.begin(), row.end(), [](const AttributeSpec& spec) {
      return spec.kind == AttributeKind::kBranchComputations || NamesComputation(spec.kind);
    });
  }
  return flags;
}
bool CallsComputations(HloOpcode opcode) {
  static const OpcodeFlags flags = MakeCallers();
  return flags[static_cast<size_t>(opcode)];
}

}  // namespace

// The called computations are the attributes that name one, in the order of the row, except for a
// while.
bool InstructionReader::AddCallees() {
  if (callees_.empty() && !CallsComputations(opcode_)) return true;  // the usual case
  if (opcode_ == HloOpcode::kAsyncUpdate || opcode_ == HloOpcode::kAsyncDone) {
    // Its own, unless the start calls it, too: DropKnownComputations.
    if (callees_.size() == 1) {
      Add(Attribute::Pointer(AttributeKind::kCalls, callees_[0]));
      state_.module.has_async = true;
    }
    return true;
  }
  const auto list = [&](AttributeKind kind) {
    Add(Attribute::List<HloComputation*>(
        kind, arena_.CopySpan(absl::Span<HloComputation* const>(callees_))));
  };
  if (opcode_ == HloOpcode::kCustomCall) {
    if (!callees_.empty()) list(AttributeKind::kCalledComputations);
    return true;
  }
  absl::InlinedVector<AttributeKind, 4> kinds;
  for (const AttributeSpec& spec : allowed_.row) {
    if (spec.kind == AttributeKind::kBranchComputations) {
      if (callees_.empty()) return FailAt(Fields::called_computation_ids, "there is no branch");
      list(spec.kind);
      return true;
    }
    if (NamesComputation(spec.kind)) kinds.push_back(spec.kind);
  }
  if (opcode_ == HloOpcode::kWhile) std::swap(kinds[0], kinds[1]);
  if (kinds.size() != callees_.size()) {
    return FailAt(
        Fields::called_computation_ids,
        StrCat(CapitalizedName(opcode_),
               opcode_ == HloOpcode::kWhile || opcode_ == HloOpcode::kCall ? "" : " instruction",
               " should have ", kinds.size(), " called computation but ",
               opcode_ == HloOpcode::kWhile || opcode_ == HloOpcode::kCall ? "has " : "sees ",
               callees_.size()));
  }
  for (size_t i = 0; i < kinds.size(); ++i) {
    Add(Attribute::Pointer(kinds[i], callees_[i]));
    if (opcode_ == HloOpcode::kFusion) ++Node(callees_[i]).fusion_callers;
  }
  return true;
}

}  // namespace hlo_text_v1::internal
