// Shared by the files of shape inference.
//
// One function per opcode or group of opcodes, declared at the end by opcodes.def;
// shape_inference.cc calls them. Each takes an instruction whose attributes are in normal form (a
// value equal to XLA's default may be absent) and returns the shape or the message. The instruction
// may have a shape: rules look at it only for facts that nothing else tells, such as the element
// type of a convert. The other sections have messages, shared checks, and ways to build a result.
// Sizes come from the text and may be anything up to 2^63-1, so their sums and products are
// checked.
#ifndef HLO_INFER_RULES_H_
#define HLO_INFER_RULES_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/statusor.h"
#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"
#include "src/base/status_macros.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal::infer {

using ShapeOr = absl::StatusOr<const Shape*>;
using Dims = absl::Span<const int64_t>;

// ---- messages ----

// An inference error; the message is the concatenated pieces.
template <typename... Args>
absl::Status Fail(const Args&... pieces) {
  return absl::InvalidArgumentError(StrCat(pieces...));
}
// "f32[2,3]": messages leave layouts out.
inline std::string Text(const Shape& shape) { return PrintShape(shape, /*with_layout=*/false); }
// "F32", "TUPLE".
inline std::string_view TypeText(const Shape& shape) {
  return shape.IsOpaque() ? "OPAQUE_TYPE" : PrimitiveTypeUpperName(shape.element_type());
}
// "(a: s32[]) -> s32[]".
std::string Signature(const HloComputation& computation);

// ---- attributes ----

inline Dims DimsOf(const HloInstruction& instruction, AttributeKind kind) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  return attribute == nullptr ? Dims() : attribute->AsInt64List();
}
inline int64_t Int64Of(const HloInstruction& instruction, AttributeKind kind, int64_t absent = 0) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  return attribute == nullptr ? absent : attribute->AsInt64();
}
// The called computation; an error if the attribute is missing.
absl::StatusOr<const HloComputation*> ComputationOf(const HloInstruction& instruction,
                                                    AttributeKind kind);
inline absl::StatusOr<const HloComputation*> AppliedBy(const HloInstruction& instruction) {
  return ComputationOf(instruction, AttributeKind::kToApply);
}
inline const Window* WindowOf(const HloInstruction& instruction) {
  return instruction.FindAttribute<Window>(AttributeKind::kWindow);
}
// The shape of `instruction` if it has one: then it is being verified. nullptr while it is
// inferred.
const Shape* GivenShape(const HloInstruction& instruction);
// The same, but an error without a shape: for opcodes whose operands and attributes do not tell it.
ShapeOr NeedShape(const HloInstruction& instruction);
// The element type of a dot or convolution: the given one, if any. XLA's preferred_element_type.
PrimitiveType ResultType(const HloInstruction& instruction, PrimitiveType inferred);
const Shape& ResultOf(const HloComputation& computation);
const Shape& ParameterOf(const HloComputation& computation, int64_t number);
int64_t ParameterCount(const HloComputation& computation);

// ---- element types ----

// Equal, or both floating-point.
bool SameTypeUpToPrecision(PrimitiveType a, PrimitiveType b);
inline bool SameTypeUpToPrecision(const Shape& a, const Shape& b) {
  return SameTypeUpToPrecision(a.element_type(), b.element_type());
}
// The type that fits both best. XLA primitive_util::HigherPrecisionType.
absl::StatusOr<PrimitiveType> HigherType(PrimitiveType a, PrimitiveType b);
inline absl::StatusOr<PrimitiveType> HigherType(const Shape& a, const Shape& b) {
  return HigherType(a.element_type(), b.element_type());
}
// Whether tuple structure, sizes and, ignoring floating-point precision, types agree; an unbounded
// dimension agrees with any. XLA ShapeUtil::CompatibleIgnoringFpPrecision.
bool CompatibleUpToPrecision(const Shape& a, const Shape& b);

// ---- dimensions ----

// "Expected array argument for <what>, but got <shape>." unless it is an array.
absl::Status ExpectArray(const Shape& shape, std::string_view what);

inline bool CompatibleSizes(int64_t a, int64_t b) {
  return a == b || a == kUnboundedSize || b == kUnboundedSize;
}
// Same rank and compatible sizes (arrays).
bool CompatibleDimensions(const Shape& a, const Shape& b);

inline bool InRange(int64_t dim, int64_t rank) { return dim >= 0 && dim < rank; }
inline bool IsSorted(Dims dims) { return std::is_sorted(dims.begin(), dims.end()); }
inline bool Contains(Dims dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}
bool HasDuplicates(Dims dims);
// The first entry that is not in [0, rank); nullptr if there is none.
const int64_t* OutOfRange(Dims dims, int64_t rank);
// One flag per dimension: whether it is in one of the lists. Entries out of range are ignored.
std::vector<bool> Membership(Dims dims, int64_t rank, Dims more = {});
// The size of a list, in the type that messages and comparisons need.
inline int64_t Count(Dims dims) { return static_cast<int64_t>(dims.size()); }

// An array under construction: sizes with their dynamic marks.
struct DimensionList {
  absl::InlinedVector<int64_t, 6> sizes;
  absl::InlinedVector<bool, 6> dynamic;

  int64_t rank() const { return static_cast<int64_t>(sizes.size()); }
  void Add(int64_t size, bool is_dynamic) {
    sizes.push_back(size);
    dynamic.push_back(is_dynamic);
  }
  void AddFrom(const Shape& shape, int64_t dim) {
    Add(shape.dimensions(dim), shape.is_dynamic_dimension(dim));
  }
  static DimensionList Of(const Shape& shape) {
    DimensionList list;
    for (int64_t i = 0; i < shape.rank(); ++i) list.AddFrom(shape, i);
    return list;
  }
};

// ---- results ----

// An array with the default layout; an error if its size in bytes does not fit into int64.
ShapeOr FreshArray(ShapePool& shapes, PrimitiveType type, const DimensionList& dimensions);
// `dimensions` with the element type and layout of `like`, which has the same rank; unchecked.
const Shape* ArrayLike(ShapePool& shapes, const Shape& like, const DimensionList& dimensions);
// A tuple; an error if it is nested too deep, or shares elements so often that its text would not
// fit into memory.
ShapeOr MakeTuple(ShapePool& shapes, absl::Span<const Shape* const> elements);
// The same for the result of `instruction`; if that has a shape already, any size will do.
ShapeOr MakeTuple(const HloInstruction& instruction, ShapePool& shapes,
                  absl::Span<const Shape* const> elements);

// ---- rules that several opcodes use ----

// Whether `reducer` folds arrays of `input_types` into values of shapes `init_shapes`. XLA
// VerifyReducerShape.
absl::Status CheckReducer(const HloComputation& reducer, absl::Span<const Shape* const> init_shapes,
                          absl::Span<const PrimitiveType> input_types);

// Result sizes of sliding windows over `base`, ignoring its layout. XLA InferWindowOutputShape.
absl::StatusOr<DimensionList> SlideWindow(const DimensionList& base, const Window* window);

// The dimension lists of dot and similar opcodes, checked.
struct DotDimensions {
  Dims lhs_contracting, lhs_batch, rhs_contracting, rhs_batch;
};
DotDimensions DotDimensionsOf(const HloInstruction& instruction);

// Dense size of dimension `dim` of `shape`, the tensor whose sparsity is `side` of `config` (may be
// null). XLA SparsityConfig.
absl::StatusOr<int64_t> DenseSize(const Shape& shape, int64_t dim, const SparsityConfig* config,
                                  TensorSparsity SparsityConfig::* side);

// ---- rules ----

// One function per word in the column `infer` of opcodes.def; several opcodes may share a rule.
#define HLO_OPCODE(Id, text, arity, infer, ...) \
  ShapeOr Infer##infer(const HloInstruction& instruction, ShapePool& shapes);
#include "hlo/tables/opcodes.def"

}  // namespace hlo_text_v1::internal::infer

#endif  // HLO_INFER_RULES_H_
