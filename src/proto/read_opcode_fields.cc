// Fields of HloInstructionProto for single opcodes whose form differs from that of their
// attributes. Source: XLA HloInstruction::CreateFromProto.
#include <algorithm>
#include <vector>

#include "src/proto/enum_numbers.h"
#include "src/proto/read_instruction.h"

namespace hlo_text_v1::internal {

bool InstructionReader::Read_channel_id(const LocalInstructions&) {
  int64_t id = Number(Fields::channel_id);
  const int64_t old_id = Number(Fields::all_reduce_id);
  if (wire_.is_complete && Has(Fields::channel_id)) {
    Add(Attribute::Int64(AttributeKind::kChannelId, id));
    return true;
  }
  if (id > 0 && old_id > 0) return FailAt(Fields::channel_id, "both channel_id and all_reduce_id");
  if (id <= 0) id = old_id;
  if (id > 0) Add(Attribute::Int64(AttributeKind::kChannelId, id));
  return true;
}

bool InstructionReader::Read_outfeed_shape(const LocalInstructions&) {
  if (!Has(Fields::outfeed_shape)) return true;
  std::string_view bytes;
  const Shape* shape = nullptr;
  if (!GetMessage(Fields::outfeed_shape, &bytes) ||
      !ReadShapeAt(state_.shapes, bytes, "outfeed_shape", -1, &shape)) {
    return false;
  }
  Add(Attribute::Pointer(AttributeKind::kOutfeedShape, shape));
  return true;
}

bool InstructionReader::Read_feature_group_count(const LocalInstructions&) {
  const int64_t count = Number(Fields::feature_group_count);
  Add(Attribute::Int64(AttributeKind::kFeatureGroupCount, std::max<int64_t>(count, 1)));
  return true;
}

bool InstructionReader::Read_batch_group_count(const LocalInstructions&) {
  const int64_t count = Number(Fields::batch_group_count);
  Add(Attribute::Int64(AttributeKind::kBatchGroupCount, std::max<int64_t>(count, 1)));
  return true;
}

bool InstructionReader::Read_precision_config(const LocalInstructions&) {
  using Precisions = pb::PrecisionConfig;
  absl::Span<const int64_t> numbers;
  int64_t algorithm = 0;
  if (!ReadMessage(Fields::precision_config, ProtoMessage::kPrecisionConfig,
                   [&](MessageReader& reader) {
                     reader.Field(Precisions::operand_precision, numbers);
                     reader.Field(Precisions::algorithm, algorithm);
                   })) {
    return false;
  }
  const bool has_two = opcode_ == HloOpcode::kRaggedDot || opcode_ == HloOpcode::kScaledDot;
  std::vector<Precision> precisions(has_two ? 2 : operands_.size(), Precision::kDefault);
  for (size_t i = 0; i < precisions.size() && i < numbers.size(); ++i) {
    const int64_t index = EnumIndexOf(AttributeType::kPrecision, numbers[i]);
    if (index < 0) return FailAt(Fields::precision_config, "a precision is not known");
    precisions[i] = static_cast<Precision>(index);
  }
  Add(Attribute::List<Precision>(AttributeKind::kOperandPrecision,
                                 arena_.CopySpan(absl::MakeConstSpan(precisions))));
  if (!Takes(AttributeKind::kAlgorithm)) return true;
  const int64_t index = EnumIndexOf(AttributeType::kDotAlgorithm, algorithm);
  if (index < 0) return FailAt(Fields::precision_config, "the algorithm is not known");
  Add(Attribute::Int64(AttributeKind::kAlgorithm, index));
  return true;
}

namespace {

struct SourceTargetPair {
  int64_t source = 0;
  int64_t target = 0;
};

}  // namespace

HLO_PROTO_FIELDS_OF(SourceTargetPair, SourceTarget) {
  archive.Field(Fields::source, value.source);
  archive.Field(Fields::target, value.target);
}

bool InstructionReader::Read_source_target_pairs(const LocalInstructions&) {
  absl::Span<const SourceTargetPair> pairs;
  if (!Get(Fields::source_target_pairs, &pairs)) return false;
  auto* lists = wire_.NewArray<absl::Span<const int64_t>>(bytes_.data(), pairs.size());
  if (lists == nullptr) return false;
  for (size_t i = 0; i < pairs.size(); ++i) {
    lists[i] = arena_.CopySpan<int64_t>({pairs[i].source, pairs[i].target});
  }
  Add(Attribute::List<absl::Span<const int64_t>>(AttributeKind::kSourceTargetPairs,
                                                 absl::MakeConstSpan(lists, pairs.size())));
  return true;
}

// The entry of XLA's proto is the side of the operand, which the text calls exit, and vice versa.
bool InstructionReader::Read_domain_entry_sharding(const LocalInstructions&) {
  auto* domain = arena_.New<Domain>();
  if (!ReadShardingAt(Fields::domain_entry_sharding, &domain->exit) ||
      !ReadShardingAt(Fields::domain_exit_sharding, &domain->entry)) {
    return false;
  }
  static constexpr HloSharding kReplicated;
  if (domain->entry == nullptr) domain->entry = &kReplicated;
  if (domain->exit == nullptr) domain->exit = &kReplicated;
  Add(Attribute::Pointer(AttributeKind::kDomain, domain));
  return true;
}

bool InstructionReader::Read_constrain_layout(const LocalInstructions&) {
  const bool value = Number<bool>(Fields::constrain_layout);
  if (opcode_ != HloOpcode::kCustomCall) {
    Add(Attribute::Bool(AttributeKind::kConstrainLayout, value));
    return true;
  }
  if (!value) return true;
  std::vector<const Shape*> shapes;
  if (Has(Fields::operand_shapes_with_layout)) {
    const Place place = places_[Fields::operand_shapes_with_layout.number];
    for (WireCursor cursor(
             wire_, std::string_view(place.begin, static_cast<size_t>(place.end - place.begin)));
         cursor.Next();) {
      if (cursor.number() != Fields::operand_shapes_with_layout.number ||
          cursor.wire_type() != WireType::kBytes) {
        continue;
      }
      shapes.emplace_back();
      if (!ReadShapeAt(state_.unchecked_shapes, cursor.bytes(), "operand_shapes_with_layout",
                       static_cast<int64_t>(shapes.size()) - 1, &shapes.back())) {
        return false;
      }
    }
  }
  if (wire_.failed()) return false;
  if (shapes.size() != operands_.size()) {
    return FailAt(
        Fields::operand_shapes_with_layout,
        StrCat("there are ", shapes.size(), " shapes for ", operands_.size(), " operands"));
  }
  Add(Attribute::List<const Shape*>(AttributeKind::kOperandLayoutConstraints,
                                    arena_.CopySpan(absl::MakeConstSpan(shapes))));
  return true;
}

bool InstructionReader::Read_operand_shapes_with_layout(const LocalInstructions&) { return true; }

bool InstructionReader::Read_triangular_solve_options(const LocalInstructions&) {
  using Options = pb::TriangularSolveOptions;
  bool left_side = false, lower = false, unit_diagonal = false;
  int64_t transpose = 0;
  if (!ReadMessage(Fields::triangular_solve_options, ProtoMessage::kTriangularSolveOptions,
                   [&](MessageReader& reader) {
                     reader.Field(Options::left_side, left_side);
                     reader.Field(Options::lower, lower);
                     reader.Field(Options::unit_diagonal, unit_diagonal);
                     reader.Field(Options::transpose_a, transpose);
                   })) {
    return false;
  }
  const int64_t index = EnumIndexOf(AttributeType::kTriangularSolveTranspose, transpose);
  if (index < 0) return FailAt(Fields::triangular_solve_options, "transpose_a is not known");
  Add(Attribute::Bool(AttributeKind::kLeftSide, left_side));
  Add(Attribute::Bool(AttributeKind::kLower, lower));
  Add(Attribute::Bool(AttributeKind::kUnitDiagonal, unit_diagonal));
  Add(Attribute::Int64(AttributeKind::kTransposeA, index));
  return true;
}

bool InstructionReader::Read_cholesky_options(const LocalInstructions&) {
  bool lower = false;
  if (!ReadMessage(
          Fields::cholesky_options, ProtoMessage::kCholeskyOptions,
          [&](MessageReader& reader) { reader.Field(pb::CholeskyOptions::lower, lower); })) {
    return false;
  }
  Add(Attribute::Bool(AttributeKind::kLower, lower));
  return true;
}

bool InstructionReader::Read_output_operand_aliasing(const LocalInstructions&) {
  if (!Has(Fields::output_operand_aliasing)) return true;
  auto* aliasing = arena_.New<OutputOperandAliasing>();
  if (!Get(Fields::output_operand_aliasing, &aliasing->pairs)) return false;
  Add(Attribute::Pointer(AttributeKind::kOutputToOperandAliasing, aliasing));
  return true;
}

bool InstructionReader::Read_custom_call_api_version(const LocalInstructions&) {
  const int64_t index =
      EnumIndexOf(AttributeType::kCustomCallApiVersion, Number(Fields::custom_call_api_version));
  if (index < 0) return FailAt(Fields::custom_call_api_version, "the version is not known");
  Add(Attribute::Int64(AttributeKind::kApiVersion, index));
  return true;
}

bool InstructionReader::Read_async_execution_thread(const LocalInstructions&) {
  std::string_view thread;
  if (!Get(Fields::async_execution_thread, &thread)) return false;
  const bool is_start = opcode_ == HloOpcode::kAsyncStart;
  if (is_start && !thread.empty() && thread != "main") {
    Add(Attribute::String(AttributeKind::kAsyncExecutionThread, thread));
  }
  return true;
}

bool InstructionReader::Read_collective_device_list(const LocalInstructions&) {
  auto* groups = arena_.New<ReplicaGroups>();
  Add(Attribute::Pointer(AttributeKind::kReplicaGroups, groups));
  std::string_view bytes;
  const auto finish = [&](bool ok, const char* name) {
    if (!ok) wire_.AddToPath(name, -1);
    return ok;
  };
  if (Has(Fields::mesh_axes_replica_group_list)) {
    return GetMessage(Fields::mesh_axes_replica_group_list, &bytes) &&
           finish(ReadMeshGroups(bytes, wire_, groups), "mesh_axes_replica_group_list");
  }
  if (Has(Fields::iota_collective_device_list)) {
    return GetMessage(Fields::iota_collective_device_list, &bytes) &&
           finish(ReadIotaGroups(bytes, wire_, groups), "iota_collective_device_list");
  }
  if (Has(Fields::replica_groups)) return Get(Fields::replica_groups, &groups->groups);
  return ReadMessage(Fields::collective_device_list, ProtoMessage::kCollectiveDeviceListProto,
                     [&](MessageReader& reader) {
                       reader.Field(pb::CollectiveDeviceListProto::replica_groups, groups->groups);
                     });
}
bool InstructionReader::Read_iota_collective_device_list(const LocalInstructions&) { return true; }
bool InstructionReader::Read_mesh_axes_replica_group_list(const LocalInstructions&) { return true; }

bool InstructionReader::Read_is_associative(const LocalInstructions&) {
  constexpr int64_t kTrue = 1;
  const bool is_true = Number(Fields::is_associative) == kTrue;
  Add(Attribute::Bool(AttributeKind::kIsAssociative, is_true));
  return true;
}

bool InstructionReader::Read_shuffle_mode(const LocalInstructions&) {
  absl::Span<const int64_t> shifts;
  std::string_view rotate;
  if (!ReadMessage(Fields::shuffle_mode, ProtoMessage::kShuffleMode, [&](MessageReader& reader) {
        if (reader.Take(pb::ShuffleMode::rotate)) reader.TakeWhole(&rotate);
      })) {
    return false;
  }
  for (MessageReader reader(wire_, ProtoMessage::kShuffleMode_Rotate, rotate); reader.Next();) {
    reader.Field(pb::ShuffleMode_Rotate::shifts, shifts);
  }
  if (wire_.failed()) {
    wire_.AddToPath("rotate", -1);
    wire_.AddToPath(Fields::shuffle_mode.name, -1);
    return false;
  }
  Add(Attribute::Enum(AttributeKind::kShuffleMode, ShuffleMode::kRotate));
  Add(Attribute::Int64List(AttributeKind::kShifts, shifts));
  return true;
}

// ---- Lists of dimensions: of slices, dots, gathers, scatters.

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
  // One list for each slice, as long as the rank of its array; one slice for each tuple of indices.
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
  // XLA cuts the rest off; with a config nothing is lost.
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

}  // namespace hlo_text_v1::internal
