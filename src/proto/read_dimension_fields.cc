// Fields of HloInstructionProto that are lists of dimensions: of slices, dots, gathers, scatters
// ... Source: XLA HloInstruction::CreateFromProto.
#include <algorithm>
#include <vector>

#include "src/proto/read_instruction.h"

namespace hlo::internal {

void InstructionReader::List(AttributeKind kind, absl::Span<const int64_t> values, bool if_empty) {
  if (if_empty || !values.empty()) Add(Attribute::Int64List(kind, values));
}

bool InstructionReader::Read_dimensions(const LocalInstructions&) {
  absl::Span<const int64_t> dimensions;
  if (!Get(Fields::dimensions, &dimensions)) return false;
  const bool has_list = Takes(AttributeKind::kDimensions);
  const bool is_single =
      !has_list || opcode_ == HloOpcode::kConcatenate || opcode_ == HloOpcode::kSort ||
      opcode_ == HloOpcode::kScan || opcode_ == HloOpcode::kAllGather ||
      opcode_ == HloOpcode::kAllGatherStart || opcode_ == HloOpcode::kReduceScatter ||
      opcode_ == HloOpcode::kGetDimensionSize || opcode_ == HloOpcode::kSetDimensionSize ||
      opcode_ == HloOpcode::kAllToAll;
  const bool may_lack = opcode_ == HloOpcode::kReshape || opcode_ == HloOpcode::kAllToAll;
  if (is_single && dimensions.size() != 1 && !(may_lack && dimensions.empty())) {
    return FailAt(Fields::dimensions,
                  StrCat(HloOpcodeName(opcode_), " instruction should have 1 dimension but sees ",
                         dimensions.size()));
  }
  if (has_list) {
    if (!dimensions.empty() || !may_lack) {
      Add(Attribute::Int64List(AttributeKind::kDimensions, dimensions));
    }
  } else if (!dimensions.empty()) {
    Add(Attribute::Int64(Takes(AttributeKind::kIotaDimension) ? AttributeKind::kIotaDimension
                                                              : AttributeKind::kInferredDimension,
                         dimensions[0]));
  }
  return true;
}

bool InstructionReader::Read_slice_dimensions(const LocalInstructions&) {
  auto* ranges = arena_.New<SliceRanges>();
  if (!Get(Fields::slice_dimensions, &ranges->dimensions)) return false;
  Add(Attribute::Pointer(AttributeKind::kSlice, ranges));
  return true;
}

bool InstructionReader::Read_dynamic_slice_sizes(const LocalInstructions&) {
  absl::Span<const int64_t> sizes;
  if (!Get(Fields::dynamic_slice_sizes, &sizes)) return false;
  if (Takes(AttributeKind::kDynamicSliceSizes)) {
    Add(Attribute::Int64List(AttributeKind::kDynamicSliceSizes, sizes));
    return true;
  }
  if (sizes.empty()) return true;
  // A list for each slice: as long as the rank of its array, as many as there are tuples of
  // indices.
  std::vector<absl::Span<const int64_t>> lists;
  const auto take = [&](const Shape& array, const Shape* indices) {
    const bool is_nested = indices != nullptr && !indices->tuple_shapes().empty() &&
                           indices->tuple_shapes(0)->IsTuple();
    const size_t count = is_nested ? indices->tuple_shapes().size() : 1;
    for (size_t i = 0; i < count && !sizes.empty(); ++i) {
      const auto rank = std::min(static_cast<size_t>(array.rank()), sizes.size());
      if (rank == 0) return;
      lists.push_back(sizes.subspan(0, rank));
      sizes.remove_prefix(rank);
    }
  };
  const Shape& input = operands_.empty() ? *shape_ : operands_[0]->shape();
  const Shape* starts = operands_.size() > 2 ? &operands_[2]->shape() : nullptr;
  if (!input.IsTuple()) take(input, starts);
  for (size_t i = 0; i < input.tuple_shapes().size(); ++i) {
    const bool has_own = starts != nullptr && i < starts->tuple_shapes().size();
    take(*input.tuple_shapes()[i], has_own ? starts->tuple_shapes()[i] : nullptr);
  }
  // XLA cuts what is left; with a config nothing is lost.
  const size_t last = lists.empty() ? sizes.size() : lists.back().size();
  while (wire_.is_complete && !sizes.empty()) {
    const size_t count = std::min(last, sizes.size());
    lists.push_back(sizes.subspan(0, count));
    sizes.remove_prefix(count);
  }
  Add(Attribute::List<absl::Span<const int64_t>>(
      AttributeKind::kPermuteSliceSizes,
      arena_.CopySpan(absl::Span<const absl::Span<const int64_t>>(lists))));
  return true;
}

namespace {

struct DotNumbers {
  absl::Span<const int64_t> lhs_contracting, rhs_contracting, lhs_batch, rhs_batch;
};

}  // namespace

HLO_PROTO_FIELDS_OF(DotNumbers, DotDimensionNumbers) {
  archive.Field(Fields::lhs_contracting_dimensions, value.lhs_contracting);
  archive.Field(Fields::rhs_contracting_dimensions, value.rhs_contracting);
  archive.Field(Fields::lhs_batch_dimensions, value.lhs_batch);
  archive.Field(Fields::rhs_batch_dimensions, value.rhs_batch);
}

namespace {

struct RaggedNumbers {
  DotNumbers dot;
  absl::Span<const int64_t> lhs_ragged, rhs_group;
};

}  // namespace

HLO_PROTO_FIELDS_OF(RaggedNumbers, RaggedDotDimensionNumbers) {
  archive.Field(Fields::dot_dimension_numbers, value.dot);
  archive.Field(Fields::lhs_ragged_dimensions, value.lhs_ragged);
  archive.Field(Fields::rhs_group_dimensions, value.rhs_group);
}

template <typename Numbers>
void InstructionReader::AddDotNumbers(const Numbers& numbers) {
  List(AttributeKind::kLhsContractingDims, numbers.lhs_contracting);
  List(AttributeKind::kRhsContractingDims, numbers.rhs_contracting);
  List(AttributeKind::kLhsBatchDims, numbers.lhs_batch, false);
  List(AttributeKind::kRhsBatchDims, numbers.rhs_batch, false);
}

bool InstructionReader::Read_dot_dimension_numbers(const LocalInstructions&) {
  if (!Has(Fields::dot_dimension_numbers)) {
    return FailAt(Fields::dot_dimension_numbers,
                  "Dot instruction should have dot_dimension_numbers.");
  }
  DotNumbers numbers;
  if (!Get(Fields::dot_dimension_numbers, &numbers)) return false;
  AddDotNumbers(numbers);
  return true;
}

bool InstructionReader::Read_ragged_dot_dimension_numbers(const LocalInstructions&) {
  RaggedNumbers numbers;
  if (!Get(Fields::ragged_dot_dimension_numbers, &numbers)) return false;
  AddDotNumbers(numbers.dot);
  List(AttributeKind::kLhsRaggedDims, numbers.lhs_ragged, false);
  List(AttributeKind::kRhsGroupDims, numbers.rhs_group, false);
  return true;
}

bool InstructionReader::Read_gather_dimension_numbers(const LocalInstructions&) {
  using Numbers = pb::GatherDimensionNumbers;
  if (!Has(Fields::gather_dimension_numbers)) {
    return FailAt(Fields::gather_dimension_numbers,
                  "Gather instruction should have GatherDimensionNumbers set.");
  }
  absl::Span<const int64_t> offset, collapsed, map, operand_batching, start_batching;
  int64_t index_vector = 0;
  const bool ok = ReadMessage(Fields::gather_dimension_numbers,
                              ProtoMessage::kGatherDimensionNumbers, [&](MessageReader& reader) {
                                reader.Field(Numbers::offset_dims, offset);
                                reader.Field(Numbers::collapsed_slice_dims, collapsed);
                                reader.Field(Numbers::start_index_map, map);
                                reader.Field(Numbers::index_vector_dim, index_vector);
                                reader.Field(Numbers::operand_batching_dims, operand_batching);
                                reader.Field(Numbers::start_indices_batching_dims, start_batching);
                              });
  Add(Attribute::Int64(AttributeKind::kIndexVectorDim, index_vector));
  List(AttributeKind::kOffsetDims, offset);
  List(AttributeKind::kCollapsedSliceDims, collapsed);
  List(AttributeKind::kStartIndexMap, map);
  List(AttributeKind::kOperandBatchingDims, operand_batching, false);
  List(AttributeKind::kStartIndicesBatchingDims, start_batching, false);
  return ok;
}

bool InstructionReader::Read_scatter_dimension_numbers(const LocalInstructions&) {
  using Numbers = pb::ScatterDimensionNumbers;
  if (!Has(Fields::scatter_dimension_numbers)) {
    return FailAt(Fields::scatter_dimension_numbers,
                  "Scatter instruction should have ScatterDimensionNumbers set.");
  }
  absl::Span<const int64_t> update, inserted, map, input_batching, indices_batching;
  int64_t index_vector = 0;
  const bool ok =
      ReadMessage(Fields::scatter_dimension_numbers, ProtoMessage::kScatterDimensionNumbers,
                  [&](MessageReader& reader) {
                    reader.Field(Numbers::update_window_dims, update);
                    reader.Field(Numbers::inserted_window_dims, inserted);
                    reader.Field(Numbers::scatter_dims_to_operand_dims, map);
                    reader.Field(Numbers::index_vector_dim, index_vector);
                    reader.Field(Numbers::input_batching_dims, input_batching);
                    reader.Field(Numbers::scatter_indices_batching_dims, indices_batching);
                  });
  Add(Attribute::Int64(AttributeKind::kIndexVectorDim, index_vector));
  List(AttributeKind::kUpdateWindowDims, update);
  List(AttributeKind::kInsertedWindowDims, inserted);
  List(AttributeKind::kScatterDimsToOperandDims, map);
  List(AttributeKind::kInputBatchingDims, input_batching, false);
  List(AttributeKind::kScatterIndicesBatchingDims, indices_batching, false);
  return ok;
}

}  // namespace hlo::internal
