// gather and scatter: checks of their dimension lists, then the result.
//
// Both set aside one dimension of the indices, index_vector_dim, for the index vectors; if it
// equals the rank of the indices, a dimension of size 1 is implied.
//
// Source: XLA ShapeInference::InferGatherShape, InferScatterShape.
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

// The words in the messages of one opcode.
struct Words {
  std::string_view op;       // "Gather"
  std::string_view lower;    // "gather"
  std::string_view indices;  // "start_indices"
  std::string_view map;      // "start_index_map"
  std::string_view mapping;  // the thing that an entry out of range makes invalid
  std::string_view not_allowed;
};
constexpr Words kGatherWords = {"Gather",          "gather",          "start_indices",
                                "start_index_map", "start_index_map", "are not allowed"};
constexpr Words kScatterWords = {"Scatter",
                                 "scatter",
                                 "scatter_indices",
                                 "scatter_dims_to_operand_dims",
                                 "scatter_dims_to_operand_dims mapping",
                                 "not allowed"};

struct Indices {
  DimensionList dimensions;  // including the implied one
  int64_t vector_dim;
};

absl::StatusOr<Indices> ReadIndices(const HloInstruction& instruction, const Shape& indices,
                                    const Words& words) {
  if (!IsIntegralType(indices.element_type())) {
    return Fail(words.op, " indices parameter must be an integral tensor; got ", Text(indices),
                ".");
  }
  const int64_t vector_dim = Int64Of(instruction, AttributeKind::kIndexVectorDim);
  if (vector_dim < 0 || vector_dim > indices.rank()) {
    return Fail(words.op, " index leaf dimension must be within [0, rank(", words.indices,
                ") + 1). rank(", words.indices, ") is ", indices.rank(), " and ", words.lower,
                " index leaf dimension is ", vector_dim, ".");
  }
  Indices result{DimensionList::Of(indices), vector_dim};
  if (vector_dim == indices.rank()) result.dimensions.Add(1, false);
  return result;
}

int64_t IndexOf(Dims dims, const int64_t* entry) { return entry - dims.data(); }

// Checks the list that gives the dimension, of `rank`, of each element of an index vector.
absl::Status CheckIndexMap(Dims map, const Indices& indices, int64_t rank, const Words& words) {
  const int64_t bound = indices.dimensions.sizes[static_cast<size_t>(indices.vector_dim)];
  if (!CompatibleSizes(Count(map), bound)) {
    return Fail(words.op, " op has ", Count(map), " elements in ", words.map,
                " and the bound of dimension index_vector_dim=", indices.vector_dim, " of ",
                words.indices, " is ", bound, ". These two numbers must be equal.");
  }
  if (const int64_t* bad = OutOfRange(map, rank)) {
    return Fail("Invalid ", words.mapping, "; domain is [0, ", rank, "), got: ", IndexOf(map, bad),
                "->", *bad, ".");
  }
  if (HasDuplicates(map)) {
    return Fail("Repeated dimensions ", words.not_allowed, " in ", words.map,
                "; got: ", Joined(map, ", "), ".");
  }
  return absl::OkStatus();
}

// ---- gather ----

struct GatherLists {
  Dims offset, collapsed, start_index_map, operand_batching, indices_batching, slice_sizes;
};

absl::Status CheckGatherOffsets(const GatherLists& lists, int64_t result_rank) {
  if (!IsSorted(lists.offset)) {
    return Fail("Output window dimensions in gather op must be ascending; got: ",
                Joined(lists.offset, ", "), ".");
  }
  if (HasDuplicates(lists.offset)) {
    return Fail("Output window dimensions in gather op must not repeat; got: ",
                Joined(lists.offset, ", "), ".");
  }
  if (const int64_t* bad = OutOfRange(lists.offset, result_rank)) {
    return Fail("Offset dimension ", IndexOf(lists.offset, bad),
                " in gather op is out of bounds; got ", *bad, ", but should have been in [0,",
                result_rank, ").");
  }
  return absl::OkStatus();
}

// collapsed_slice_dims or operand_batching_dims: in range, ascending, no repetition.
absl::Status CheckAbsentSliceDims(Dims dims, std::string_view name, int64_t rank) {
  if (const int64_t* bad = OutOfRange(dims, rank)) {
    return Fail("Invalid ", name, " set in gather op; valid range is [0, ", rank, "), got: ", *bad,
                ".");
  }
  if (!IsSorted(dims)) {
    return Fail(name, " in gather op must be sorted; got: ", Joined(dims, ", "));
  }
  if (HasDuplicates(dims)) {
    return Fail("Repeated dimensions not allowed in ", name,
                " in gather op; got: ", Joined(dims, ", "), ".");
  }
  return absl::OkStatus();
}

absl::Status CheckGatherBatching(const GatherLists& lists, const Indices& indices, int64_t rank) {
  if (lists.operand_batching.size() != lists.indices_batching.size()) {
    return Fail(
        "operand_batching_dims and start_indices_batching_dims in gather op must be of the same "
        "size; got: ",
        Count(lists.operand_batching), " and ", Count(lists.indices_batching), ".");
  }
  HLO_RETURN_IF_ERROR(CheckAbsentSliceDims(lists.operand_batching, "operand_batching_dims", rank));
  const int64_t indices_rank = indices.dimensions.rank();
  if (const int64_t* bad = OutOfRange(lists.indices_batching, indices_rank)) {
    return Fail("Invalid start_indices_batching_dims; domain is [0, ", indices_rank,
                "), got: ", IndexOf(lists.indices_batching, bad), "->", *bad, ".");
  }
  if (HasDuplicates(lists.indices_batching)) {
    return Fail("Repeated dimensions are not allowed in start_indices_batching_dims; got: ",
                Joined(lists.indices_batching, ", "), ".");
  }
  return absl::OkStatus();
}

absl::Status CheckSliceSizes(const GatherLists& lists, const Shape& operand) {
  const Dims sizes = lists.slice_sizes;
  if (Count(sizes) != operand.rank()) {
    return Fail(
        "Gather op must have one slice size for every input dimension; got: len(slice_sizes)=",
        Count(sizes), ", input_shape.rank=", operand.rank(), ".");
  }
  if (sizes.size() !=
      lists.offset.size() + lists.collapsed.size() + lists.operand_batching.size()) {
    return Fail(
        "All components of the offset index in a gather op must either be a offset dimension or "
        "explicitly collapsed or explicitly batched; got len(slice_sizes)=",
        Count(sizes), ", output_slice_sizes=", Joined(lists.offset, ","),
        ", collapsed_slice_dims=", Joined(lists.collapsed, ","),
        ", operand_batching_dims=", Joined(lists.operand_batching, ","), ".");
  }
  for (int64_t i = 0; i < operand.rank(); ++i) {
    const int64_t slice = sizes[static_cast<size_t>(i)];
    const int64_t size = operand.dimensions(i);
    if (slice >= 0 && (slice <= size || size == kUnboundedSize)) continue;
    return Fail("Slice size at index ", i, " in gather op is out of range, must be within [0, ",
                static_cast<int64_t>(static_cast<uint64_t>(size) + 1), "), got ", slice, ".");
  }
  const auto check_bound = [&](Dims dims, std::string_view what) {
    for (size_t i = 0; i < dims.size(); ++i) {
      const int64_t bound = sizes[static_cast<size_t>(dims[i])];
      if (bound > 1) {
        return Fail("Gather op can only ", what, " with bound 1 or 0, but bound is ", bound,
                    " for index ", dims[i], " at position ", i, ".");
      }
    }
    return absl::OkStatus();
  };
  HLO_RETURN_IF_ERROR(check_bound(lists.collapsed, "collapse slice dims"));
  return check_bound(lists.operand_batching, "have operand_batching_dims");
}

// Result dimensions in order: those in offset_dims come from the slice, the others from the
// indices.
absl::StatusOr<DimensionList> GatherResult(const GatherLists& lists, const Indices& indices,
                                           const Shape& operand, int64_t rank) {
  const std::vector<bool> is_offset = Membership(lists.offset, rank);
  std::vector<bool> absent = Membership(lists.collapsed, operand.rank(), lists.operand_batching);
  DimensionList result;
  int64_t next_slice = 0;
  int64_t next_index = 0;
  for (int64_t i = 0; i < rank; ++i) {
    if (is_offset[static_cast<size_t>(i)]) {
      while (next_slice < operand.rank() && absent[static_cast<size_t>(next_slice)]) ++next_slice;
      if (next_slice == operand.rank()) {
        return Fail("Gather op has fewer slice dimensions than offset_dims.");
      }
      const int64_t size = lists.slice_sizes[static_cast<size_t>(next_slice)];
      result.Add(
          size, size == operand.dimensions(next_slice) && operand.is_dynamic_dimension(next_slice));
      ++next_slice;
    } else {
      if (next_index == indices.vector_dim) ++next_index;
      const size_t index = static_cast<size_t>(next_index++);
      result.Add(indices.dimensions.sizes[index], indices.dimensions.dynamic[index]);
    }
  }
  return result;
}

// ---- scatter ----

struct ScatterLists {
  Dims update_window, inserted_window, scatter_dims_to_operand, input_batching, indices_batching;
};

// A list that must be strictly ascending, with the wording of scatter's messages.
absl::Status CheckAscending(Dims dims, std::string_view name) {
  if (!IsSorted(dims)) {
    return Fail(name, " in scatter op must be sorted; got: ", Joined(dims, ", "), ".");
  }
  if (HasDuplicates(dims)) {
    return Fail(name, " in scatter op must not repeat; got: ", Joined(dims, ", "), ".");
  }
  return absl::OkStatus();
}

absl::Status CheckInRange(Dims dims, std::string_view name, int64_t rank,
                          std::string_view punctuation) {
  const int64_t* bad = OutOfRange(dims, rank);
  if (bad == nullptr) return absl::OkStatus();
  return Fail("Invalid ", name, " set in scatter op; valid range is [0, ", rank, ")", punctuation,
              " got: ", *bad, ".");
}

absl::Status CheckScatterBatching(const ScatterLists& lists, const Indices& indices, int64_t rank) {
  if (lists.input_batching.size() != lists.indices_batching.size()) {
    return Fail(
        "input_batching_dims and scatter_indices_batching_dims in scatter op must be of the same "
        "size; got: ",
        Count(lists.input_batching), " and ", Count(lists.indices_batching), ".");
  }
  HLO_RETURN_IF_ERROR(CheckAscending(lists.input_batching, "input_batching_dims"));
  HLO_RETURN_IF_ERROR(CheckInRange(lists.input_batching, "input_batching_dims", rank, ","));
  HLO_RETURN_IF_ERROR(CheckInRange(lists.indices_batching, "scatter_indices_batching_dims",
                                   indices.dimensions.rank(), ","));
  if (HasDuplicates(lists.indices_batching)) {
    return Fail("scatter_indices_batching_dims in scatter op must not repeat; got: ",
                Joined(lists.indices_batching, ", "), ".");
  }
  return absl::OkStatus();
}

absl::Status CheckScatterLists(const ScatterLists& lists, const Indices& indices,
                               const Shape& operand, const Shape& updates) {
  HLO_RETURN_IF_ERROR(CheckAscending(lists.update_window, "update_window_dims"));
  HLO_RETURN_IF_ERROR(CheckInRange(lists.update_window, "update_window_dims", updates.rank(), "."));
  HLO_RETURN_IF_ERROR(CheckAscending(lists.inserted_window, "inserted_window_dims"));
  HLO_RETURN_IF_ERROR(
      CheckInRange(lists.inserted_window, "inserted_window_dims", operand.rank(), ","));
  const size_t window_rank =
      lists.update_window.size() + lists.inserted_window.size() + lists.input_batching.size();
  if (static_cast<int64_t>(window_rank) != operand.rank()) {
    return Fail("Scatter op has window of size ", window_rank, "; doesn't match operand of rank ",
                operand.rank(), ".");
  }
  HLO_RETURN_IF_ERROR(
      CheckIndexMap(lists.scatter_dims_to_operand, indices, operand.rank(), kScatterWords));
  return CheckScatterBatching(lists, indices, operand.rank());
}

absl::Status CheckUpdateBounds(const ScatterLists& lists, const Indices& indices,
                               const Shape& operand, const Shape& updates) {
  std::vector<bool> absent =
      Membership(lists.inserted_window, operand.rank(), lists.input_batching);
  int64_t next = 0;
  for (int64_t window_dim : lists.update_window) {
    while (next < operand.rank() && absent[static_cast<size_t>(next)]) ++next;
    if (next == operand.rank()) break;
    const int64_t bound = operand.dimensions(next++);
    const int64_t updates_bound = updates.dimensions(window_dim);
    if (updates_bound <= bound) continue;
    return Fail(
        "Bounds of the window dimensions of updates must not exceed the bounds of the "
        "corresponding dimensions of operand. For dimension ",
        window_dim, ", updates bound is ", updates_bound, ", operand bound is ", bound, ".");
  }
  const std::vector<bool> is_window = Membership(lists.update_window, updates.rank());
  int64_t scatter_dim = 0;
  for (int64_t i = 0; i < updates.rank(); ++i) {
    if (is_window[static_cast<size_t>(i)]) continue;
    if (scatter_dim == indices.vector_dim) ++scatter_dim;
    const int64_t bound = indices.dimensions.sizes[static_cast<size_t>(scatter_dim)];
    if (!CompatibleSizes(updates.dimensions(i), bound)) {
      return Fail(
          "Bounds of the scatter dimensions of updates must be same as the bounds of the "
          "corresponding dimensions of scatter indices. For scatter dimension ",
          i, ", updates bound is ", updates.dimensions(i), ", scatter_indices bound is ", bound,
          ".");
    }
    ++scatter_dim;
  }
  return absl::OkStatus();
}

absl::Status CheckScatterOperand(const ScatterLists& lists, const Indices& indices,
                                 const Shape& operand, const Shape& updates) {
  const int64_t expected_rank = indices.dimensions.rank() - 1 + Count(lists.update_window);
  if (updates.rank() != expected_rank) {
    return Fail("Updates tensor must be of rank ", expected_rank, "; got ", updates.rank(), ".");
  }
  HLO_RETURN_IF_ERROR(CheckScatterLists(lists, indices, operand, updates));
  return CheckUpdateBounds(lists, indices, operand, updates);
}

absl::Status CheckScatterReducer(const HloInstruction& instruction, size_t count,
                                 ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const HloComputation* reducer, AppliedBy(instruction));
  std::vector<const Shape*> init_shapes;
  std::vector<PrimitiveType> update_types;
  for (size_t i = 0; i < count; ++i) {
    const HloInstruction* updates = instruction.operands()[count + 1 + i];
    init_shapes.push_back(shapes.Scalar(instruction.operands()[i]->shape().element_type()));
    update_types.push_back(updates->shape().element_type());
  }
  return CheckReducer(*reducer, init_shapes, update_types);
}

}  // namespace

ShapeOr InferGather(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const Shape& start_indices = instruction.operand(1)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "input tensor operand of gather op"));
  HLO_RETURN_IF_ERROR(ExpectArray(start_indices, "gather indices operand of gather op"));
  HLO_ASSIGN_OR_RETURN(const Indices indices,
                       ReadIndices(instruction, start_indices, kGatherWords));

  const GatherLists lists = {DimsOf(instruction, AttributeKind::kOffsetDims),
                             DimsOf(instruction, AttributeKind::kCollapsedSliceDims),
                             DimsOf(instruction, AttributeKind::kStartIndexMap),
                             DimsOf(instruction, AttributeKind::kOperandBatchingDims),
                             DimsOf(instruction, AttributeKind::kStartIndicesBatchingDims),
                             DimsOf(instruction, AttributeKind::kSliceSizes)};
  const int64_t rank = Count(lists.offset) + indices.dimensions.rank() - 1;
  HLO_RETURN_IF_ERROR(CheckGatherOffsets(lists, rank));
  HLO_RETURN_IF_ERROR(CheckIndexMap(lists.start_index_map, indices, operand.rank(), kGatherWords));
  HLO_RETURN_IF_ERROR(
      CheckAbsentSliceDims(lists.collapsed, "collapsed_slice_dims", operand.rank()));
  HLO_RETURN_IF_ERROR(CheckGatherBatching(lists, indices, operand.rank()));
  HLO_RETURN_IF_ERROR(CheckSliceSizes(lists, operand));
  HLO_ASSIGN_OR_RETURN(const DimensionList result, GatherResult(lists, indices, operand, rank));
  return FreshArray(shapes, operand.element_type(), result);
}

ShapeOr InferScatter(const HloInstruction& instruction, ShapePool& shapes) {
  const absl::Span<const HloInstruction* const> operands = instruction.operands();
  if (operands.size() % 2 == 0) return Fail("Scatter takes an odd number of operands.");
  const size_t count = operands.size() / 2;
  const Shape& scatter_indices = operands[count]->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(scatter_indices, "scatter indices of scatter op"));
  HLO_ASSIGN_OR_RETURN(const Indices indices,
                       ReadIndices(instruction, scatter_indices, kScatterWords));

  const ScatterLists lists = {DimsOf(instruction, AttributeKind::kUpdateWindowDims),
                              DimsOf(instruction, AttributeKind::kInsertedWindowDims),
                              DimsOf(instruction, AttributeKind::kScatterDimsToOperandDims),
                              DimsOf(instruction, AttributeKind::kInputBatchingDims),
                              DimsOf(instruction, AttributeKind::kScatterIndicesBatchingDims)};
  std::vector<const Shape*> results;
  for (size_t i = 0; i < count; ++i) {
    const Shape& operand = operands[i]->shape();
    const Shape& updates = operands[count + 1 + i]->shape();
    HLO_RETURN_IF_ERROR(ExpectArray(operand, StrCat("operand ", i, " of scatter op")));
    HLO_RETURN_IF_ERROR(ExpectArray(updates, StrCat("updates ", i, " of scatter op")));
    HLO_RETURN_IF_ERROR(CheckScatterOperand(lists, indices, operand, updates));
    results.push_back(&operand);
  }
  HLO_RETURN_IF_ERROR(CheckScatterReducer(instruction, count, shapes));
  if (count == 1) return results[0];
  return MakeTuple(shapes, results);
}

}  // namespace hlo_text_v1::internal::infer
