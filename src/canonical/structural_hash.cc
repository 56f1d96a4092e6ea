// Hashes common values from memory, and others as they print. Constants are hashed as bytes without
// trailing zeros, which may have been left out.
#include "src/canonical/structural_hash.h"

#include <cstring>
#include <vector>

#include "hlo/async.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/async/wrapped_computation.h"
#include "src/base/little_endian.h"
#include "src/base/overloaded.h"
#include "src/base/strings.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/sharding/sharding_canonical.h"
#include "src/ir/visit_attribute.h"
#include "src/text/sorted_json.h"
#include "src/text/value_text.h"

namespace hlo_text_v1::internal {
namespace {

// Spreads the bits of `x` over the whole word; one to one.
uint64_t Mixed(uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccd;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53;
  return x ^ (x >> 33);
}

uint64_t WordHash(std::string_view word) {
  HashState hash;
  hash.AddBytes(word);
  return hash.Finish().high;
}

std::string_view ReductionOp(const HloSharding& sharding) {
  const NamedSharding::ReductionOp op = ReductionOpOf(sharding);
  return op == NamedSharding::ReductionOp::kSum ? "" : ReductionOpName(op);
}

std::string_view WithoutZerosAtEnd(absl::Span<const char> bytes) {
  const std::string_view text(bytes.data(), bytes.size());
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

// Unknown attributes: their order and place among known ones mean nothing.
class AnyOrder {
 public:
  void Add(const UnknownAttribute& attribute) {
    HashState hash;
    hash.AddBytes(attribute.name);
    hash.AddBytes(attribute.value);
    const Fingerprint128 one = hash.Finish();
    sum_.high += one.high;
    sum_.low += one.low;
    ++count_;
  }
  void AddTo(HashState* hash) const {
    if (count_ == 0) return;
    hash->Add(count_);
    hash->Add(sum_);
  }

 private:
  Fingerprint128 sum_;
  uint64_t count_ = 0;
};

}  // namespace

void HashState::AddBytes(std::string_view bytes) {
  Add(bytes.size());
  const char* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    Add(LittleEndian(word));
  }
  if (left == 0) return;
  uint64_t word = 0;
  std::memcpy(&word, at, left);
  Add(LittleEndian(word));
}

void HashState::Add(const FrontendAttributes& attributes) {
  Add(attributes.entries.size());
  for (const FrontendAttribute& entry : attributes.entries) {
    AddBytes(entry.key);
    AddBytes(entry.value);
  }
}

Fingerprint128 HashState::Finish() const {
  const uint64_t high = Mixed(high_ + 0x9e3779b97f4a7c15 * (low_ | 1));
  return {high, Mixed(low_ ^ high)};
}

bool IsOrigin(const Attribute& attribute) {
  const AttributeKind kind = attribute.kind();
  if (kind == AttributeKind::kMetadata || kind == AttributeKind::kOrigin) return true;
  return kind == AttributeKind::kUnknown && IsOriginName(attribute.name());
}

void AddShape(const Shape& shape, bool with_layout, std::string* scratch, HashState* hash) {
  const std::string_view cached =
      with_layout ? shape.cached_text() : shape.cached_text_without_layout();
  if (!cached.empty()) {
    hash->AddBytes(cached);
    return;
  }
  scratch->clear();
  AppendShape(shape, with_layout, scratch);
  hash->AddBytes(*scratch);
}

void AddShapeWithoutSizes(const Shape& shape, std::string* scratch, HashState* hash) {
  const std::string_view cached = shape.cached_text_without_layout();
  scratch->assign(cached);
  if (cached.empty()) AppendShape(shape, /*with_layout=*/false, scratch);
  size_t kept = 0;
  bool is_size = false;
  for (const char c : *scratch) {
    if (c == '[') is_size = true;
    if (c == ']') is_size = false;
    if (!is_size || c == '[' || c == ',') (*scratch)[kept++] = c;
  }
  hash->AddBytes(std::string_view(*scratch).substr(0, kept));
}

namespace {

// Computed once: a hasher may be made for one instruction.
struct NameHashes {
  std::array<uint64_t, kHloOpcodeCount> opcodes;
  std::array<uint64_t, kAttributeKindCount> kinds;
};

const NameHashes& HashesOfNames() {
  static const NameHashes hashes = [] {
    NameHashes all;
    for (size_t i = 0; i < all.opcodes.size(); ++i) {
      all.opcodes[i] = WordHash(HloOpcodeName(static_cast<HloOpcode>(i)));
    }
    for (size_t i = 0; i < all.kinds.size(); ++i) {
      all.kinds[i] = WordHash(AttributeName(static_cast<AttributeKind>(i)));
    }
    return all;
  }();
  return hashes;
}

}  // namespace

InstructionHasher::InstructionHasher(const HashOptions& options) : hash_options_(options) {}

InstructionHasher::InstructionHasher(const HloModule& module, const HashOptions& options)
    : InstructionHasher(options) {
  if (!IrAccess::StateOf(module).has_async) return;
  for (const HloComputation* computation : module.computations()) {
    if (!Node(computation).has_calls) continue;
    for (const HloInstruction* instruction : computation->instructions()) {
      if (!IsAsyncStart(*instruction)) continue;
      const HloComputation* wrapped = instruction->async_wrapped_computation();
      if (!IsOneInstruction(*wrapped)) continue;
      wrapped_[wrapped->root_instruction()] |=
          instruction->FindAttribute(AttributeKind::kFrontendAttributes) != nullptr;
    }
  }
}

void InstructionHasher::Add(const HloInstruction& instruction, HashState* hash) {
  const uint64_t opcode = instruction.opcode() == HloOpcode::kUnknown
                              ? WordHash(instruction.opcode_name())
                              : HashesOfNames().opcodes[static_cast<size_t>(instruction.opcode())];
  hash->Add(opcode);
  AddShape(instruction.shape(), hash);
  hash->Add(instruction.operands().size());
  if (instruction.opcode() == HloOpcode::kParameter) {
    hash->Add(static_cast<uint64_t>(instruction.parameter_number()));
  } else if (instruction.opcode() == HloOpcode::kConstant) {
    AddValue(instruction.literal(), hash);
  }
  AnyOrder unknown;
  for (const Attribute& attribute : instruction.attributes()) {
    const AttributeKind kind = attribute.kind();
    if (!Counts(instruction, attribute)) continue;
    if (kind == AttributeKind::kUnknown) {
      unknown.Add(attribute.As<UnknownAttribute>());
      continue;
    }
    const bool is_known = static_cast<size_t>(kind) < kAttributeKindCount;
    hash->Add(is_known ? HashesOfNames().kinds[static_cast<size_t>(kind)]
                       : WordHash(attribute.name()));
    AddValue(attribute, hash);
  }
  unknown.AddTo(hash);
}

namespace {

// Whether values of the attribute are numbers of elements, or were chosen for them.
bool FollowsFromSizes(AttributeKind kind) {
  using K = AttributeKind;
  constexpr AttributeKind kKinds[] = {
      K::kBackendConfig, K::kDelta,        K::kDynamicSliceSizes, K::kFftLength,
      K::kLiteral,       K::kOutfeedShape, K::kPadding,           K::kPermuteSliceSizes,
      K::kSlice,         K::kSliceSizes,   K::kStatistics,        K::kWindow};
  return std::find(std::begin(kKinds), std::end(kKinds), kind) != std::end(kKinds);
}

}  // namespace

bool InstructionHasher::Counts(const HloInstruction& instruction,
                               const Attribute& attribute) const {
  if (IsOrigin(attribute)) return false;
  const AttributeKind kind = attribute.kind();
  if (!hash_options_.sizes && FollowsFromSizes(kind)) return false;
  if (kind == AttributeKind::kBackendConfig || kind == AttributeKind::kFrontendAttributes) {
    const auto wrapped = wrapped_.find(&instruction);
    return wrapped == wrapped_.end() ||
           (kind == AttributeKind::kFrontendAttributes && !wrapped->second);
  }
  if (kind == AttributeKind::kOperandLayoutConstraints) return hash_options_.layouts;
  if (kind == AttributeKind::kControlPredecessors) return hash_options_.control_predecessors;
  return true;
}

void InstructionHasher::AddValue(const Attribute& attribute, HashState* hash) {
  VisitAttributeValue(
      attribute,
      Overloaded{
          [&](bool value) { hash->Add(value); },
          [&](int64_t value) { hash->Add(static_cast<uint64_t>(value)); },
          [&](absl::Span<const int64_t> values) { hash->AddInts(values); },
          [&](StringValue value) {
            const bool is_config = attribute.kind() == AttributeKind::kBackendConfig;
            hash->AddBytes(is_config ? SortedJson(value.text) : std::string(value.text));
          },
          [&](const FrontendAttributes& attributes) { hash->Add(attributes); },
          [](HloComputation*) {},
          [&](absl::Span<HloComputation* const> callees) { hash->Add(callees.size()); },
          [&](absl::Span<HloInstruction* const> instructions) { hash->Add(instructions.size()); },
          [&](const UnknownAttribute& unknown) { hash->AddBytes(unknown.value); },
          [&](const UnknownOpcode& unknown) {
            for (const UnknownOperand& operand : unknown.operands) {
              hash->AddBytes(operand.text);
            }
          },
          [&](const Literal& literal) { AddValue(literal, hash); },
          [&](const HloSharding& sharding) { AddSharding(sharding, hash); },
          [](MetadataValue) {},  // does not count
          [&](const auto& value) {
            scratch_.clear();
            StrAppend(&scratch_, ", ", attribute.name(), "=");
            AppendValueText(value, {}, &scratch_);
            hash->AddBytes(scratch_);
          },
      });
}

void InstructionHasher::Add(absl::Span<const UnknownAttribute> attributes, HashState* hash) {
  AnyOrder unknown;
  for (const UnknownAttribute& attribute : attributes) unknown.Add(attribute);
  unknown.AddTo(hash);
}

void InstructionHasher::AddShape(const Shape& shape, HashState* hash) {
  if (hash_options_.sizes) {
    internal::AddShape(shape, hash_options_.layouts, &scratch_, hash);
  } else {
    AddShapeWithoutSizes(shape, &scratch_, hash);
  }
}

void InstructionHasher::AddSharding(const HloSharding& sharding, HashState* hash) {
  scratch_.clear();
  AppendSharding(sharding, /*print_metadata=*/false, &scratch_);
  hash->AddBytes(scratch_);
  hash->AddBytes(ReductionOp(sharding));
  for (const HloSharding& element : sharding.elements) hash->AddBytes(ReductionOp(element));
}

void InstructionHasher::AddValue(const Literal& literal, HashState* hash) {
  std::vector<const Literal*> to_add = {&literal};
  AddShape(literal.shape(), hash);
  if (!hash_options_.sizes) return;
  while (!to_add.empty()) {
    const Literal& next = *to_add.back();
    to_add.pop_back();
    hash->Add(next.is_elided());
    if (next.is_elided()) continue;
    if (!next.shape().IsTuple()) {
      hash->AddBytes(WithoutZerosAtEnd(next.bytes()));
      continue;
    }
    for (size_t i = next.elements().size(); i > 0; --i) to_add.push_back(&next.elements()[i - 1]);
  }
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

uint64_t InstructionHash(const HloInstruction& instruction) {
  internal::HashOptions options;
  options.layouts = false;
  options.control_predecessors = false;
  internal::InstructionHasher hasher(options);
  internal::HashState hash;
  hasher.Add(instruction, &hash);
  return hash.Finish().low;
}

}  // namespace hlo_text_v1
