// dot, ragged-dot, scaled-dot: batch dimensions first, then the free dimensions of lhs and rhs.
//
// Source: XLA ShapeInference::InferDotOpShape, InferRaggedDotOpShape, ValidateDotDimensionNumbers.
#include <algorithm>

#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

absl::Status CheckRange(Dims dims, const Shape& shape, std::string_view name) {
  const int64_t* bad = OutOfRange(dims, shape.rank());
  if (bad == nullptr) return absl::OkStatus();
  return Fail("A dimension number is out of range in Dot: ", name, " has ", *bad,
              ", the operand is ", Text(shape), ".");
}

bool AreUnique(Dims contracting, Dims batch) {
  std::vector<int64_t> all(contracting.begin(), contracting.end());
  all.insert(all.end(), batch.begin(), batch.end());
  return !HasDuplicates(all);
}

absl::Status CheckDotDimensions(const Shape& lhs, const Shape& rhs, const DotDimensions& dims) {
  HLO_RETURN_IF_ERROR(CheckRange(dims.lhs_contracting, lhs, "lhs_contracting_dims"));
  HLO_RETURN_IF_ERROR(CheckRange(dims.lhs_batch, lhs, "lhs_batch_dims"));
  HLO_RETURN_IF_ERROR(CheckRange(dims.rhs_contracting, rhs, "rhs_contracting_dims"));
  HLO_RETURN_IF_ERROR(CheckRange(dims.rhs_batch, rhs, "rhs_batch_dims"));
  if (AreUnique(dims.lhs_contracting, dims.lhs_batch) &&
      AreUnique(dims.rhs_contracting, dims.rhs_batch)) {
    return absl::OkStatus();
  }
  return Fail("A dimension number is not unique in Dot: lhs_contracting_dims={",
              Joined(dims.lhs_contracting, ","), "}, lhs_batch_dims={", Joined(dims.lhs_batch, ","),
              "}, rhs_contracting_dims={", Joined(dims.rhs_contracting, ","), "}, rhs_batch_dims={",
              Joined(dims.rhs_batch, ","), "}.");
}

absl::Status Mismatch(const Shape& lhs, const Shape& rhs, std::string_view reason) {
  return Fail("Cannot infer shape for dot operation: ", Text(lhs), " <dot> ", Text(rhs), ". ",
              reason);
}

// Whether the contracting and batch dimensions of both sides have the same sizes.
absl::Status CheckDotSizes(const Shape& lhs, const Shape& rhs, const DotDimensions& dims,
                           const SparsityConfig* sparsity) {
  if (dims.lhs_contracting.size() != dims.rhs_contracting.size()) {
    return Mismatch(lhs, rhs,
                    "Must specify the same number of contracting dimensions for lhs and rhs.");
  }
  for (size_t i = 0; i < dims.lhs_contracting.size(); ++i) {
    const int64_t l = dims.lhs_contracting[i], r = dims.rhs_contracting[i];
    HLO_ASSIGN_OR_RETURN(const int64_t lhs_size, DenseSize(lhs, l, sparsity, &SparsityConfig::lhs));
    HLO_ASSIGN_OR_RETURN(const int64_t rhs_size, DenseSize(rhs, r, sparsity, &SparsityConfig::rhs));
    if (!CompatibleSizes(lhs_size, rhs_size)) {
      return Mismatch(lhs, rhs, "Contracting dimension sizes are not compatible.");
    }
  }
  if (dims.lhs_batch.size() != dims.rhs_batch.size()) {
    return Mismatch(lhs, rhs, "Must the same number of batch dimensions for lhs and rhs.");
  }
  for (size_t i = 0; i < dims.lhs_batch.size(); ++i) {
    if (!CompatibleSizes(lhs.dimensions(dims.lhs_batch[i]), rhs.dimensions(dims.rhs_batch[i]))) {
      return Mismatch(lhs, rhs, "Batch dimension sizes are not compatible.");
    }
  }
  return absl::OkStatus();
}

// Appends the dimensions of `shape` that are not contracting, batch, or `skipped`.
void AddFree(const Shape& shape, Dims contracting, Dims batch, int64_t skipped,
             DimensionList* result) {
  std::vector<bool> used = Membership(contracting, shape.rank(), batch);
  for (int64_t i = 0; i < shape.rank(); ++i) {
    if (i != skipped && !used[static_cast<size_t>(i)]) result->AddFrom(shape, i);
  }
}

// Appends the result of a dot; `skipped` is a dimension of rhs that is left out, or -1.
void AddDotResult(const Shape& lhs, const Shape& rhs, const DotDimensions& dims, int64_t skipped,
                  DimensionList* result) {
  for (int64_t dim : dims.lhs_batch) result->AddFrom(lhs, dim);
  AddFree(lhs, dims.lhs_contracting, dims.lhs_batch, -1, result);
  AddFree(rhs, dims.rhs_contracting, dims.rhs_batch, skipped, result);
}

// ---- ragged-dot ----

// The role of lhs's ragged dimension in the dot.
enum class RaggedMode { kBatch, kContracting, kFree };

struct RaggedDot {
  const Shape& lhs;
  const Shape& rhs;
  const Shape& group_sizes;
  DotDimensions dims;
  Dims lhs_ragged;
  Dims rhs_group;
  RaggedMode mode = RaggedMode::kFree;

  template <typename... Args>
  absl::Status Refuse(const Args&... reason) const {
    return Fail("Cannot infer shape for ragged dot operation: ", Text(lhs), " <ragged_dot> ",
                Text(rhs), ". ", reason...);
  }
  int64_t groups() const { return group_sizes.dimensions(group_sizes.rank() - 1); }
};

// The expected sizes of group_sizes if it is more than one list for all: the dimensions of lhs
// outside the ragged one, then the number of groups.
std::vector<int64_t> ExpectedGroupSizes(const RaggedDot& dot) {
  const int64_t ragged = dot.lhs_ragged[0];
  std::vector<int64_t> expected;
  for (int64_t dim : dot.dims.lhs_batch) {
    if (dot.mode == RaggedMode::kBatch && dim == ragged) break;
    expected.push_back(dot.lhs.dimensions(dim));
  }
  if (dot.mode == RaggedMode::kContracting) {
    for (int64_t dim : dot.dims.lhs_contracting) {
      if (dim == ragged) break;
      expected.push_back(dot.lhs.dimensions(dim));
    }
  } else if (dot.mode == RaggedMode::kFree) {
    std::vector<bool> used =
        Membership(dot.dims.lhs_contracting, dot.lhs.rank(), dot.dims.lhs_batch);
    for (int64_t dim = 0; dim < ragged; ++dim) {
      if (!used[static_cast<size_t>(dim)]) expected.push_back(dot.lhs.dimensions(dim));
    }
  }
  return expected;
}

absl::Status CheckGroupSizes(const RaggedDot& dot) {
  if (dot.group_sizes.rank() == 1) return absl::OkStatus();
  std::vector<int64_t> expected = ExpectedGroupSizes(dot);
  if (static_cast<int64_t>(expected.size()) + 1 != dot.group_sizes.rank()) {
    return dot.Refuse("expected group_sizes to have rank ", expected.size() + 1, ", got ",
                      dot.group_sizes.rank());
  }
  expected.push_back(dot.groups());
  if (dot.group_sizes.dimensions() == Dims(expected)) return absl::OkStatus();
  return dot.Refuse("group_sizes is expected to have shape [", Joined(expected, ", "), "], got [",
                    Joined(dot.group_sizes.dimensions(), ", "), "]");
}

absl::Status CheckGroupDimensions(const RaggedDot& dot) {
  std::vector<bool> used = Membership(dot.dims.rhs_contracting, dot.rhs.rank(), dot.dims.rhs_batch);
  for (int64_t dim : dot.rhs_group) {
    if (!InRange(dim, dot.rhs.rank())) {
      return dot.Refuse("rhs group dimension ", dim, " is out of range [0, ", dot.rhs.rank(), ")");
    }
    if (used[static_cast<size_t>(dim)]) {
      return dot.Refuse("rhs group dimension cannot be a batch or contracting dimension");
    }
  }
  if (dot.mode != RaggedMode::kFree) {
    if (dot.rhs_group.empty()) return absl::OkStatus();
    return dot.Refuse(
        "There must be zero group dimensions in the rhs when the ragged dimension is batch or "
        "contracting.");
  }
  if (dot.rhs_group.size() != 1) {
    return dot.Refuse(
        "There must be exactly one group dimension in the rhs when the lhs ragged dimension is "
        "non-contracting.");
  }
  const int64_t size = dot.rhs.dimensions(dot.rhs_group[0]);
  if (CompatibleSizes(size, dot.groups())) return absl::OkStatus();
  return dot.Refuse("rhs group dimension is expected to have size=", dot.groups(), ", got ", size);
}

}  // namespace

DotDimensions DotDimensionsOf(const HloInstruction& instruction) {
  return {DimsOf(instruction, AttributeKind::kLhsContractingDims),
          DimsOf(instruction, AttributeKind::kLhsBatchDims),
          DimsOf(instruction, AttributeKind::kRhsContractingDims),
          DimsOf(instruction, AttributeKind::kRhsBatchDims)};
}

absl::StatusOr<int64_t> DenseSize(const Shape& shape, int64_t dim, const SparsityConfig* config,
                                  TensorSparsity SparsityConfig::* side) {
  const int64_t size = shape.dimensions(dim);
  const TensorSparsity sparsity = config == nullptr ? TensorSparsity() : config->*side;
  if (!sparsity.present || sparsity.dimension != dim) return size;
  if (sparsity.num_non_zero <= 0 || sparsity.block_size <= 0) {
    return Fail("num_non_zero and block_size must be positive in SparsityConfig");
  }
  if (size == kUnboundedSize) return size;
  if (size % sparsity.num_non_zero != 0) {
    return Fail("Sparse dimension size (", size, ") must be divisible by num_non_zero (",
                sparsity.num_non_zero, ")");
  }
  int64_t dense;
  if (__builtin_mul_overflow(size / sparsity.num_non_zero, sparsity.block_size, &dense)) {
    return Fail("The dense size of a sparse dimension does not fit into 64 bits.");
  }
  return dense;
}

ShapeOr InferDot(const HloInstruction& instruction, ShapePool& shapes) {
  // XLA's parser infers a scaled-dot from its lhs_scale instead of its rhs.
  const bool is_parsed = GivenShape(instruction) == nullptr;
  const int64_t rhs_index = is_parsed && instruction.opcode() == HloOpcode::kScaledDot ? 2 : 1;
  if (instruction.operand_count() <= rhs_index) return Fail("Dot takes at least 2 operands.");
  const Shape& lhs = instruction.operand(0)->shape();
  const Shape& rhs = instruction.operand(rhs_index)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(lhs, "lhs of dot"));
  HLO_RETURN_IF_ERROR(ExpectArray(rhs, "rhs of dot"));
  const DotDimensions dims = DotDimensionsOf(instruction);
  HLO_RETURN_IF_ERROR(CheckDotDimensions(lhs, rhs, dims));
  HLO_RETURN_IF_ERROR(CheckDotSizes(
      lhs, rhs, dims, instruction.FindAttribute<SparsityConfig>(AttributeKind::kSparsityConfig)));
  HLO_ASSIGN_OR_RETURN(const PrimitiveType type, HigherType(lhs, rhs));
  DimensionList result;
  AddDotResult(lhs, rhs, dims, -1, &result);
  return FreshArray(shapes, ResultType(instruction, type), result);
}

ShapeOr InferRaggedDot(const HloInstruction& instruction, ShapePool& shapes) {
  RaggedDot dot = {instruction.operand(0)->shape(),
                   instruction.operand(1)->shape(),
                   instruction.operand(2)->shape(),
                   DotDimensionsOf(instruction),
                   DimsOf(instruction, AttributeKind::kLhsRaggedDims),
                   DimsOf(instruction, AttributeKind::kRhsGroupDims)};
  HLO_RETURN_IF_ERROR(ExpectArray(dot.lhs, "lhs of ragged dot"));
  HLO_RETURN_IF_ERROR(ExpectArray(dot.rhs, "rhs of ragged dot"));
  HLO_RETURN_IF_ERROR(ExpectArray(dot.group_sizes, "group_sizes of ragged dot"));
  HLO_RETURN_IF_ERROR(CheckDotDimensions(dot.lhs, dot.rhs, dot.dims));
  HLO_RETURN_IF_ERROR(CheckDotSizes(dot.lhs, dot.rhs, dot.dims, nullptr));
  if (dot.lhs_ragged.size() != 1) {
    return dot.Refuse("There must be exactly one ragged dimension in the lhs.");
  }
  const int64_t ragged = dot.lhs_ragged[0];
  if (!InRange(ragged, dot.lhs.rank())) {
    return dot.Refuse("lhs ragged dimension ", ragged, " is out of range [0, ", dot.lhs.rank(),
                      ")");
  }
  if (Contains(dot.dims.lhs_batch, ragged)) dot.mode = RaggedMode::kBatch;
  if (Contains(dot.dims.lhs_contracting, ragged)) dot.mode = RaggedMode::kContracting;
  HLO_RETURN_IF_ERROR(CheckGroupSizes(dot));
  HLO_RETURN_IF_ERROR(CheckGroupDimensions(dot));

  HLO_ASSIGN_OR_RETURN(const PrimitiveType type, HigherType(dot.lhs, dot.rhs));
  DimensionList result;
  if (dot.mode == RaggedMode::kContracting) {
    result.AddFrom(dot.group_sizes, dot.group_sizes.rank() - 1);
  }
  AddDotResult(dot.lhs, dot.rhs, dot.dims, dot.rhs_group.empty() ? -1 : dot.rhs_group[0], &result);
  return FreshArray(shapes, ResultType(instruction, type), result);
}

}  // namespace hlo_text_v1::internal::infer
