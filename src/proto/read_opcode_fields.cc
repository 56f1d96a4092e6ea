// Fields of HloInstructionProto that single opcodes have, in another form than their attributes.
// Source: XLA HloInstruction::CreateFromProto.
#include <algorithm>
#include <vector>

#include "src/proto/enum_numbers.h"
#include "src/proto/read_instruction.h"

namespace hlo::internal {

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

// XLA's entry is the side of the operand, which the text calls exit; and the other way round.
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

}  // namespace hlo::internal
