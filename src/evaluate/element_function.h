// Elementwise opcodes, as functions of single elements.
//
//   absl::StatusOr<ElementFunction> add = ElementFunction::Of(*instruction);
//   Scalar sum = (*add)(operands);  // of Scalar[3]
#ifndef HLO_EVALUATE_ELEMENT_FUNCTION_H_
#define HLO_EVALUATE_ELEMENT_FUNCTION_H_

#include <complex>
#include <cstdint>

#include "absl/status/statusor.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "src/evaluate/value.h"

namespace hlo_text_v1::internal {

// An integer type, or pred, whose values are 0 and 1.
struct IntegerType {
  explicit IntegerType(PrimitiveType type)
      : width(BitWidth(type)),
        is_signed(IsSignedIntegralType(type)),
        is_pred(type == PrimitiveType::kPRED) {}
  int width;
  bool is_signed;
  bool is_pred;
};

class ElementFunction {
 public:
  static constexpr size_t kMaxOperands = 3;

  // Whether `opcode` computes each element of its result from those at its place in the operands.
  static bool Covers(HloOpcode opcode);
  // kUnimplemented for types that it does not take. The opcode is covered, and the shapes of the
  // instruction and its operands are those that InferShape accepts.
  static absl::StatusOr<ElementFunction> Of(const HloInstruction& instruction);

  // Reads kMaxOperands elements, whatever the number of operands.
  Scalar operator()(const Scalar* operands) const { return apply_(*this, operands); }

 private:
  struct Row;
  using Apply = Scalar (*)(const ElementFunction&, const Scalar*);
  static const Row kRows[];
  static const Row* FindRow(HloOpcode opcode);
  static Apply ApplyOf(HloOpcode opcode, PrimitiveType type, const Row* row);

  static Scalar Integer(const ElementFunction& f, const Scalar* x);
  static Scalar Real(const ElementFunction& f, const Scalar* x);
  static Scalar Complex(const ElementFunction& f, const Scalar* x);
  static Scalar AbsComplex(const ElementFunction& f, const Scalar* x);
  static Scalar Clamp(const ElementFunction& f, const Scalar* x);
  static Scalar Compare(const ElementFunction& f, const Scalar* x);
  static Scalar Convert(const ElementFunction& f, const Scalar* x);
  static Scalar Fma(const ElementFunction& f, const Scalar* x);
  static Scalar ReducePrecision(const ElementFunction& f, const Scalar* x);

  Apply apply_ = nullptr;
  const Row* row_ = nullptr;
  PrimitiveType type_ = PrimitiveType::kInvalid;  // of the first operand
  PrimitiveType result_type_ = PrimitiveType::kInvalid;
  ComparisonDirection direction_ = ComparisonDirection::kEq;
  bool is_total_order_ = false;
  int exponent_bits_ = 0;
  int mantissa_bits_ = 0;
};

// `value` as an element of `type`: integers wrap, floats are rounded once.
Scalar FromInteger(PrimitiveType type, int64_t value, bool is_unsigned = false);
// `value` as an integer or pred: towards zero, saturating, NaN as 0.
Scalar FromDouble(PrimitiveType type, double value);
// The bits of an integer or pred, extended to 64 by its sign.
uint64_t ExtendInteger(IntegerType type, uint64_t bits);
// An integer as an index; those over 2^63 as the largest.
int64_t ToIndex(PrimitiveType type, Scalar scalar);
std::complex<double> ToComplex(PrimitiveType type, Scalar scalar);
Scalar FromComplex(PrimitiveType type, std::complex<double> value);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EVALUATE_ELEMENT_FUNCTION_H_
