// Makes literals and computes with them: the constants of a pass.
//
//   hlo_text::Arena arena;
//   hlo_text::ShapePool& shapes = module.shapes();
//   const hlo_text::Shape* bf16 = shapes.Array(hlo_text::PrimitiveType::kBF16, {2});
//   absl::StatusOr<hlo_text::Literal> halves = hlo_text::FloatLiteral(bf16, {0.5, 1.5}, &arena);
//   if (!halves.ok()) return halves.status();
//   const hlo_text::Shape* s32 = shapes.Array(hlo_text::PrimitiveType::kS32, {2});
//   absl::StatusOr<hlo_text::Literal> whole =
//       hlo_text::EvaluateOpcode(hlo_text::HloOpcode::kConvert, s32, {*halves}, {}, &arena);
//   if (!whole.ok()) return whole.status();
//   assert(whole->GetInt64(1) == 1);
//
// Results have the shape that is passed, whose pool must outlive them, and their bytes are in
// `arena`. HloBuilder::AddScalar and AddArray make constants from numbers directly; hlo/literal.h
// reads elements, hlo/query.h asks about all of them (IsAll), hlo/identical.h compares.
#ifndef HLO_LITERAL_UTIL_H_
#define HLO_LITERAL_UTIL_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute.h"
#include "hlo/literal.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

// An array of `shape`, of any type, with these elements, row-major; one value stands for all
// elements. As by a convert: floats are rounded to nearest even, integers wrap. Errors:
// kInvalidArgument for another number of values, and for a shape that is not an array;
// kUnimplemented if it is dynamic; kResourceExhausted if it has more than 1 GiB. Linear in the
// elements. XLA LiteralUtil::CreateR0, CreateR1, CreateFullWithDescendingLayout.
absl::StatusOr<Literal> IntegerLiteral(const Shape* shape, absl::Span<const int64_t> values,
                                       Arena* arena);
absl::StatusOr<Literal> FloatLiteral(const Shape* shape, absl::Span<const double> values,
                                     Arena* arena);
// Of the least and the largest value of the type, with which maximum and minimum start: infinite if
// it has infinities; of pred false and true. Errors as above; kInvalidArgument for a complex type.
// XLA LiteralUtil::MinValue, MaxValue.
absl::StatusOr<Literal> MinValueLiteral(const Shape* shape, Arena* arena);
absl::StatusOr<Literal> MaxValueLiteral(const Shape* shape, Arena* arena);
// Of zeros. Constant time. XLA LiteralUtil::Zero, Literal::CreateFromShape.
inline Literal ZeroLiteral(const Shape* shape) { return Literal::Array(shape, {}); }

// The value that an instruction with this opcode has, such as an iota, convert, reshape, slice,
// transpose, broadcast, compare: with a `shape`, an array, and `attributes` other than
// computations. Errors: as HloBuilder::AddInstruction and Evaluate (hlo/evaluate.h);
// kInvalidArgument if `shape` is not an array. Copies the operands once. XLA Literal::Convert,
// Reshape, Slice, Transpose, Broadcast, LiteralUtil::CreateIota.
absl::StatusOr<Literal> EvaluateOpcode(HloOpcode opcode, const Shape* shape,
                                       absl::Span<const Literal> operands,
                                       absl::Span<const Attribute> attributes, Arena* arena);

}  // namespace hlo_text_v1

#endif  // HLO_LITERAL_UTIL_H_
