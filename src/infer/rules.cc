// Messages, element types, dimension lists and results: the building blocks of the opcodes' rules.
#include "src/infer/rules.h"

#include <algorithm>
#include <cmath>

#include "hlo/computation.h"
#include "src/base/stack_budget.h"
#include "src/ir/module_state.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1::internal::infer {
namespace {

// Floating-point types by range, then precision; complex types come last.
int TypeRank(PrimitiveType type) {
  constexpr int kFloating = 1 << 20;
  constexpr int kComplex = 1 << 21;
  if (IsComplexType(type)) return kComplex + BitWidth(type);
  if (IsFloatingType(type)) {
    return kFloating + (std::ilogb(MaxFinite(type)) << 8) + MantissaBits(type);
  }
  return 2 * BitWidth(type) + (IsSignedIntegralType(type) ? 1 : 0);
}

// Tuple elements and nesting are counted up to these limits and no further.
constexpr int64_t kMaxTupleNodes = int64_t{1} << 18;
constexpr int kMaxTupleDepth = 1000;

bool FitsTuple(const Shape& shape, int depth, StackBudget& stack, int64_t* nodes) {
  const bool fits_stack = stack.IsKept(static_cast<size_t>(depth) * kStackPerLevel);
  if (depth >= kMaxTupleDepth || --*nodes < 0 || !fits_stack) return false;
  for (const Shape* element : shape.tuple_shapes()) {
    if (!FitsTuple(*element, depth + 1, stack, nodes)) return false;
  }
  return true;
}

}  // namespace

std::string Signature(const HloComputation& computation) {
  const auto to_text = [](const HloInstruction* parameter) {
    return StrCat(parameter->name(), ": ", Text(parameter->shape()));
  };
  return StrCat("(", Joined(computation.parameters(), ", ", to_text), ") -> ",
                Text(ResultOf(computation)));
}

absl::StatusOr<const HloComputation*> ComputationOf(const HloInstruction& instruction,
                                                    AttributeKind kind) {
  const Attribute* attribute = instruction.FindAttribute(kind);
  if (attribute == nullptr) return Fail("attribute ", AttributeName(kind), " is missing");
  return attribute->AsComputation();
}

const Shape* GivenShape(const HloInstruction& instruction) { return Node(&instruction).shape; }
ShapeOr NeedShape(const HloInstruction& instruction) {
  if (const Shape* given = GivenShape(instruction)) return given;
  return Fail("no shape can be inferred for opcode ", HloOpcodeName(instruction.opcode()));
}
PrimitiveType ResultType(const HloInstruction& instruction, PrimitiveType inferred) {
  const Shape* given = GivenShape(instruction);
  return given != nullptr && given->IsArray() ? given->element_type() : inferred;
}

const Shape& ResultOf(const HloComputation& computation) {
  return computation.root_instruction()->shape();
}
const Shape& ParameterOf(const HloComputation& computation, int64_t number) {
  return computation.parameters()[static_cast<size_t>(number)]->shape();
}
int64_t ParameterCount(const HloComputation& computation) {
  return static_cast<int64_t>(computation.parameters().size());
}

bool SameTypeUpToPrecision(PrimitiveType a, PrimitiveType b) {
  return a == b || (IsFloatingType(a) && IsFloatingType(b));
}

absl::StatusOr<PrimitiveType> HigherType(PrimitiveType a, PrimitiveType b) {
  if (a == b) return a;
  const int rank_a = TypeRank(a);
  const int rank_b = TypeRank(b);
  if (rank_a == rank_b) {
    return Fail("Neither of the element types ", PrimitiveTypeUpperName(a), " and ",
                PrimitiveTypeUpperName(b), " has the higher precision.");
  }
  return rank_a > rank_b ? a : b;
}

bool CompatibleUpToPrecision(const Shape& a, const Shape& b) {
  if (&a == &b) return true;
  if (!SameTypeUpToPrecision(a.element_type(), b.element_type())) return false;
  if (!CompatibleDimensions(a, b)) return false;
  if (a.tuple_shapes().size() != b.tuple_shapes().size()) return false;
  for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
    if (!CompatibleUpToPrecision(*a.tuple_shapes()[i], *b.tuple_shapes()[i])) return false;
  }
  return true;
}

absl::Status ExpectArray(const Shape& shape, std::string_view what) {
  if (shape.IsArray()) return absl::OkStatus();
  return Fail("Expected array argument for ", what, ", but got ", Text(shape), ".");
}

bool CompatibleDimensions(const Shape& a, const Shape& b) {
  if (a.rank() != b.rank()) return false;
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (!CompatibleSizes(a.dimensions(i), b.dimensions(i))) return false;
  }
  return true;
}

bool HasDuplicates(Dims dims) {
  std::vector<int64_t> sorted(dims.begin(), dims.end());
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

const int64_t* OutOfRange(Dims dims, int64_t rank) {
  for (const int64_t& dim : dims) {
    if (!InRange(dim, rank)) return &dim;
  }
  return nullptr;
}

std::vector<bool> Membership(Dims dims, int64_t rank, Dims more) {
  std::vector<bool> members(static_cast<size_t>(rank), false);
  for (const Dims list : {dims, more}) {
    for (int64_t dim : list) {
      if (InRange(dim, rank)) members[static_cast<size_t>(dim)] = true;
    }
  }
  return members;
}

ShapeOr FreshArray(ShapePool& shapes, PrimitiveType type, const DimensionList& dimensions) {
  int64_t bytes = 1;
  bool overflow = false;
  for (int64_t size : dimensions.sizes) {
    if (size != kUnboundedSize) overflow |= __builtin_mul_overflow(bytes, size, &bytes);
  }
  overflow |= __builtin_mul_overflow(bytes, int64_t{ByteWidth(type)}, &bytes);
  if (overflow) {
    return Fail("overflow in static extent product: dimensions=[", Joined(dimensions.sizes, ", "),
                "].");
  }
  return shapes.Array(type, dimensions.sizes, dimensions.dynamic, nullptr);
}

const Shape* ArrayLike(ShapePool& shapes, const Shape& like, const DimensionList& dimensions) {
  return shapes.Array(like.element_type(), dimensions.sizes, dimensions.dynamic, like.layout());
}

ShapeOr MakeTuple(ShapePool& shapes, absl::Span<const Shape* const> elements) {
  int64_t nodes = kMaxTupleNodes;
  StackBudget stack(2 * kMaxTupleDepth * kStackPerLevel);
  for (const Shape* element : elements) {
    if (!FitsTuple(*element, 0, stack, &nodes)) {
      return Fail("The inferred tuple shape is too large or nested too deep.");
    }
  }
  return shapes.Tuple(elements);
}

ShapeOr MakeTuple(const HloInstruction& instruction, ShapePool& shapes,
                  absl::Span<const Shape* const> elements) {
  return GivenShape(instruction) != nullptr ? shapes.Tuple(elements) : MakeTuple(shapes, elements);
}

// ---- rules that do not look at operands ----

ShapeOr InferGiven(const HloInstruction& instruction, ShapePool&) { return NeedShape(instruction); }

ShapeOr InferToken(const HloInstruction&, ShapePool& shapes) { return shapes.Token(); }

ShapeOr InferDeviceId(const HloInstruction&, ShapePool& shapes) {
  return shapes.Scalar(PrimitiveType::kU32);
}

// ---- rules about the given shape alone ----

ShapeOr InferGivenIota(const HloInstruction& instruction, ShapePool&) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  if (!given->IsArray()) return Fail("Iota does not support non-array result.");
  if (given->rank() == 0) return Fail("Iota does not support scalars.");
  if (!InRange(Int64Of(instruction, AttributeKind::kIotaDimension), given->rank())) {
    return Fail("The iota dimension cannot go beyond the operation rank or be negative.");
  }
  const PrimitiveType type = given->element_type();
  if (IsIntegralType(type) || IsFloatingType(type) || IsComplexType(type)) return given;
  return Fail("Only support iota of integral, floating point or complex primitive types, got ",
              TypeText(*given));
}

ShapeOr InferGivenRngState(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape* expected = shapes.Array(PrimitiveType::kU64, {2});
  const Shape* given = GivenShape(instruction);
  if (given == nullptr || ShapesCompatible(*given, *expected)) return expected;
  return Fail("Invalid RngGetAndUpdateState, expect result to have shape ", Text(*expected),
              ", got ", Text(*given), " ");
}

ShapeOr InferGivenRngBitGenerator(const HloInstruction& instruction, ShapePool&) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  if (!given->IsTuple()) return given;  // the bits alone
  if (given->tuple_shapes().size() != 2) {
    return Fail("Expected tuple shape with 2 elements for RngBitGenerator. Got: ",
                PrintShape(*given));
  }
  const Shape& state = instruction.operand(0)->shape();
  if (ShapesCompatible(state, *given->tuple_shapes(0))) return given;
  return Fail("Expected state shape to match between input and output for RngBitGenerator. Got ",
              PrintShape(state), " vs. ", Text(*given->tuple_shapes(0)));
}

}  // namespace hlo_text_v1::internal::infer
