// Shape inference: the shape of an instruction from its opcode, operands and attributes.
//
//   hlo_text::Arena arena;
//   hlo_text::ShapePool pool(&arena);
//   const hlo_text::Shape* matrix = pool.Array(hlo_text::PrimitiveType::kF32, {8, 4});
//   const int64_t order[] = {1, 0};
//   absl::StatusOr<const hlo_text::Shape*> shape = hlo_text::InferShape(
//       hlo_text::HloOpcode::kTranspose, {matrix},
//       {hlo_text::Attribute::Int64List(hlo_text::AttributeKind::kDimensions, order)}, pool);
//   if (shape.ok()) std::cout << hlo_text::PrintShape(**shape);  // f32[4,8]{0,1}
//
// The result is what XLA's ShapeInference gives or, for opcodes that it leaves out, what XLA's
// verifier expects, such as (T, T, u32[]) of a copy-start. Operands and attributes may be anything:
// what does not fit is an error, in XLA's words if XLA has any. Layouts follow the operands as in
// XLA; they are not checked. Verify (hlo/verify.h) compares each instruction of a module with its
// inferred shape and checks what needs the module, such as replica groups.
//
// Some shapes follow from nothing else: those of parameter, constant, iota, convert,
// bitcast-convert, stochastic-convert, reshape, bitcast, rng, rng-bit-generator, custom-call,
// infeed, recv, all-gather, reduce-scatter, async-start, async-update and unknown opcodes. For them
// only the second function is of use: it checks the shape that the instruction has.
#ifndef HLO_SHAPE_INFERENCE_H_
#define HLO_SHAPE_INFERENCE_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

// The shape of an instruction without a shape. `operands` are shapes of the pool `shapes`, which
// gets the result; `attributes` are those of the opcode, in any order, and their computations have
// roots. An absent attribute has XLA's default. A broadcast takes `dimensions` for the sizes of new
// major dimensions, as XLA's parser does if a text omits the shape. Errors: kInvalidArgument with
// the message. Never aborts. Linear in the arguments and the called computations' signatures.
absl::StatusOr<const Shape*> InferShape(HloOpcode opcode, absl::Span<const Shape* const> operands,
                                        absl::Span<const Attribute> attributes, ShapePool& shapes);

// The shape that an instruction should have. Takes from its own shape only what nothing else tells:
// the element type of a convert, dot or convolution, the sizes of a reshape or broadcast, the
// number of shards of an all-gather, the contexts of a collective-permute-start. Not for sugar
// (HloInstruction::async_phase), whose shape Desugar makes. `shapes` is the module's pool, or
// another one if the result is only looked at. Errors and cost as above.
absl::StatusOr<const Shape*> InferShape(const HloInstruction& instruction, ShapePool& shapes);

}  // namespace hlo_text_v1

#endif  // HLO_SHAPE_INFERENCE_H_
