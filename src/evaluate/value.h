// Values at run time: literals that share their memory, and the limits of an evaluation.
#ifndef HLO_EVALUATE_VALUE_H_
#define HLO_EVALUATE_VALUE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/arena.h"
#include "hlo/evaluate.h"
#include "hlo/literal.h"
#include "hlo/module.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1::internal {

// So that tuples may be walked, and destroyed, by recursion.
inline constexpr int kMaxTupleDepth = 200;

// The steps and bytes that an evaluation may still use.
class Budget {
 public:
  explicit Budget(const EvaluateOptions& options)
      : options_(options), steps_(options.max_steps), bytes_(options.max_bytes) {}

  // kResourceExhausted if there are not so many steps, or `count` times as many, left.
  absl::Status Spend(int64_t steps, int64_t count = 1);
  int64_t steps_left() const { return steps_; }
  absl::Status TakeBytes(int64_t bytes);
  void GiveBackBytes(int64_t bytes) { bytes_ += bytes; }

 private:
  const EvaluateOptions& options_;
  int64_t steps_;
  int64_t bytes_;
};

struct Storage;

// A literal with what keeps its bytes and elements alive; nullptr: the module or the caller does.
struct Value {
  Literal literal;
  std::shared_ptr<const Storage> storage;

  const Shape& shape() const { return literal.shape(); }
  const char* data() const { return literal.bytes().data(); }
};

// The memory of an array, or of a tuple.
struct Storage {
  Storage(Budget* budget, int64_t size) : budget(budget), charged(size) {}
  ~Storage() { budget->GiveBackBytes(charged); }
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  Budget* budget;
  int64_t charged;
  std::vector<char> bytes;
  // Of a tuple.
  std::vector<Literal> literals;
  std::vector<std::shared_ptr<const Storage>> storages;
  int depth = 0;  // of the tuples below it
  // Of the state of an asynchronous chain: what it calls, and the operands and result so far.
  const HloComputation* wrapped = nullptr;
  std::vector<Value> bound;
  std::vector<Value> result;  // one or none
};

// Element `index` of a tuple; `index` is in range.
Value ElementOf(const Value& tuple, int64_t index);

// A value without elements, such as a token, or one that nobody knows: an elided array or tuple.
inline Value UnknownValue(const Shape& shape) { return {Literal::Elided(&shape), nullptr}; }

// A new array of zeros.
struct NewArray {
  Value value;
  char* data;
};
// kResourceExhausted if it is too large, kUnimplemented if it is dynamic.
absl::StatusOr<NewArray> MakeArray(const Shape& shape, Budget* budget);
absl::StatusOr<Value> MakeTuple(const Shape& shape, absl::Span<const Value> elements,
                                Budget* budget);
// `literal`, whose sizes and types must be those of `shape`; `depth` is that of the tuples around
// it.
absl::StatusOr<Value> MakeValue(const Literal& literal, const Shape& shape, Budget* budget,
                                int depth = 0);
// A copy in `arena`.
Literal CopyLiteral(const Literal& literal, Arena* arena);

// ---- Elements.

// The bits of one element, right-aligned: of both parts of a complex one. Signed integers are as
// they are stored: those narrower than a byte with their sign in the upper bits.
struct Scalar {
  uint64_t bits = 0;
  uint64_t imaginary = 0;
};

inline Scalar LoadScalar(const char* data, PrimitiveType type, int64_t index) {
  const int bytes = ByteWidth(type);
  const char* at = data + index * bytes;
  if (!IsComplexType(type)) return {LoadElement(at, bytes)};
  return {LoadElement(at, bytes / 2), LoadElement(at + bytes / 2, bytes / 2)};
}
inline void StoreScalar(char* data, PrimitiveType type, int64_t index, Scalar scalar) {
  const int bytes = ByteWidth(type);
  char* at = data + index * bytes;
  if (!IsComplexType(type)) return StoreElement(at, bytes, scalar.bits);
  StoreElement(at, bytes / 2, scalar.bits);
  StoreElement(at + bytes / 2, bytes / 2, scalar.imaginary);
}
// Of an array with one element, such as a predicate; an error if it is unknown.
absl::StatusOr<Scalar> ScalarOf(const Value& value);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EVALUATE_VALUE_H_
