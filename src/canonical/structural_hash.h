// Hashes an instruction without its names.
//
// The mixing is fixed forever and uses the vocabulary's words, not enumeration numbers, so hashes
// are stable from build to build.
#ifndef HLO_CANONICAL_STRUCTURAL_HASH_H_
#define HLO_CANONICAL_STRUCTURAL_HASH_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/canonical.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// 128 bits that depend on all added values and their order. Each half takes a value by steps that
// lose nothing: an addition or exclusive or, a multiplication by an odd number, a shift.
class HashState {
 public:
  void Add(uint64_t value) {
    high_ = (high_ ^ value) * 0x9e3779b97f4a7c15;
    high_ ^= high_ >> 29;
    low_ = (low_ + value) * 0xd6e8feb86659fd93;
    low_ ^= low_ >> 32;
  }
  void Add(const Fingerprint128& hash) {
    Add(hash.high);
    Add(hash.low);
  }
  void AddInts(absl::Span<const int64_t> values) {
    Add(values.size());
    for (const int64_t value : values) Add(static_cast<uint64_t>(value));
  }
  // The number of bytes and the bytes.
  void AddBytes(std::string_view bytes);
  void Add(const FrontendAttributes& attributes);

  Fingerprint128 Finish() const;

 private:
  uint64_t high_ = 0x243f6a8885a308d3;  // digits of pi
  uint64_t low_ = 0x13198a2e03707344;
};

// Adds `shape` as it prints. `scratch` is overwritten.
void AddShape(const Shape& shape, bool with_layout, std::string* scratch, HashState* hash);

// Adds it without layouts and sizes: as f32[?,?].
void AddShapeWithoutSizes(const Shape& shape, std::string* scratch, HashState* hash);

// Whether `attribute` describes the origin of the program, even if its value is not understood.
bool IsOrigin(const Attribute& attribute);

// Optional parts of an instruction's hash.
struct HashOptions {
  bool layouts = true;               // of shapes and constants, and operand_layout_constraints
  bool control_predecessors = true;  // their number
  // Sizes of dimensions and what follows from them, values of constants, backend_config; requires
  // !layouts if false.
  bool sizes = true;
  // Whether an async-start that calls a computation through a wrapper differs from one that calls
  // it directly. For CanonicalForm.
  bool async_wrappers = false;
};

class InstructionHasher {
 public:
  explicit InstructionHasher(const HashOptions& options = {});
  // Leaves out what the sugar of XLA does not show of instructions that the async-starts of
  // `module` wrap: their backend_config, and frontend_attributes if the start has any.
  InstructionHasher(const HloModule& module, const HashOptions& options);

  // Adds opcode, shape, value, and attributes that count. For operands, control predecessors and
  // called computations it only adds how many there are: the caller adds which.
  void Add(const HloInstruction& instruction, HashState* hash);
  // Adds unknown attributes of a computation or module.
  void Add(absl::Span<const UnknownAttribute> attributes, HashState* hash);

  // Whether `attribute` of `instruction` counts for Add, and its value in the form that Add takes.
  // The members of JSON in a backend_config may have any order.
  bool Counts(const HloInstruction& instruction, const Attribute& attribute) const;
  void AddValue(const Attribute& attribute, HashState* hash);
  void AddValue(const Literal& literal, HashState* hash);

 private:
  void AddShape(const Shape& shape, HashState* hash);
  void AddSharding(const HloSharding& sharding, HashState* hash);

  const HashOptions hash_options_;
  // Wrapped instructions, and whether their start has frontend_attributes.
  HashMap<const HloInstruction*, bool> wrapped_;
  std::string scratch_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_CANONICAL_STRUCTURAL_HASH_H_
