// The fields of messages that correspond to plain structs, for writing and reading alike:
// WireWriter::Field, MessageReader::ReadStruct.
//
// Each Visit names the fields in order of number, which is the order in which they are written.
#ifndef HLO_PROTO_VALUE_FIELDS_H_
#define HLO_PROTO_VALUE_FIELDS_H_

#include <cstdint>
#include <string_view>

#include "hlo/attribute_values.h"
#include "hlo/module_config.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "src/proto/wire_reader.h"
#include "src/proto/wire_writer.h"

namespace hlo_text_v1::internal {

// For enumerations with XLA's numbers; an unknown number becomes the first enumerator.
template <typename Archive, typename Field, typename Enum>
void VisitEnum(Archive& archive, Field field, Enum& value, int count) {
  auto number = static_cast<int32_t>(value);
  archive.Field(field, number);
  if constexpr (!Archive::kIsWriter) {
    value = static_cast<Enum>(number >= 0 && number < count ? number : 0);
  }
}

// ---- Layouts.

HLO_PROTO_FIELDS_OF(Tile, TileProto) { archive.Field(Fields::dimensions, value.dimensions); }
HLO_PROTO_FIELDS_OF(SplitConfig, SplitConfigProto) {
  archive.Field(Fields::dimension, value.dimension);
  archive.Field(Fields::split_indices, value.split_indices);
}

// ---- Attributes of single opcodes.

HLO_PROTO_FIELDS_OF(WindowDimension, WindowDimension) {
  archive.Field(Fields::size, value.size);
  archive.Field(Fields::stride, value.stride);
  archive.Field(Fields::padding_low, value.padding_low);
  archive.Field(Fields::padding_high, value.padding_high);
  archive.Field(Fields::window_dilation, value.window_dilation);
  archive.Field(Fields::base_dilation, value.base_dilation);
  archive.Field(Fields::window_reversal, value.window_reversal);
}
HLO_PROTO_FIELDS_OF(Window, Window) { archive.Field(Fields::dimensions, value.dimensions); }

HLO_PROTO_FIELDS_OF(ConvolutionDimensionNumbers, ConvolutionDimensionNumbers) {
  archive.Field(Fields::kernel_input_feature_dimension, value.kernel_input_feature_dimension);
  archive.Field(Fields::kernel_output_feature_dimension, value.kernel_output_feature_dimension);
  archive.Field(Fields::kernel_spatial_dimensions, value.kernel_spatial_dimensions);
  archive.Field(Fields::input_batch_dimension, value.input_batch_dimension);
  archive.Field(Fields::input_feature_dimension, value.input_feature_dimension);
  archive.Field(Fields::output_batch_dimension, value.output_batch_dimension);
  archive.Field(Fields::output_feature_dimension, value.output_feature_dimension);
  archive.Field(Fields::input_spatial_dimensions, value.input_spatial_dimensions);
  archive.Field(Fields::output_spatial_dimensions, value.output_spatial_dimensions);
}

HLO_PROTO_FIELDS_OF(PaddingDimension, PaddingConfig_PaddingConfigDimension) {
  archive.Field(Fields::edge_padding_low, value.low);
  archive.Field(Fields::edge_padding_high, value.high);
  archive.Field(Fields::interior_padding, value.interior);
}
HLO_PROTO_FIELDS_OF(PaddingConfig, PaddingConfig) {
  archive.Field(Fields::dimensions, value.dimensions);
}

HLO_PROTO_FIELDS_OF(SliceRange, HloInstructionProto_SliceDimensions) {
  archive.Field(Fields::start, value.start);
  archive.Field(Fields::limit, value.limit);
  archive.Field(Fields::stride, value.stride);
}

HLO_PROTO_FIELDS_OF(OutputOperandAlias, OutputOperandAliasing) {
  archive.Field(Fields::output_shape_index, value.output_index);
  archive.Field(Fields::operand_index, value.operand_number);
  archive.Field(Fields::operand_shape_index, value.operand_index);
}

HLO_PROTO_FIELDS_OF(TensorSparsity, SparsityConfig_TensorSparsityConfig) {
  archive.Field(Fields::num_non_zero, value.num_non_zero);
  archive.Field(Fields::block_size, value.block_size);
  archive.Field(Fields::dimension, value.dimension);
  archive.Field(Fields::stride, value.stride);
  archive.Field(Fields::idx, value.index);
}
HLO_PROTO_FIELDS_OF(SparsityConfig, SparsityConfig) {
  archive.MessageIf(Fields::lhs, value.lhs.present, value.lhs);
  archive.MessageIf(Fields::rhs, value.rhs.present, value.rhs);
}
HLO_PROTO_FIELDS_OF(TensorBlockScaling, BlockScalingConfig_TensorBlockScalingConfig) {
  archive.Field(Fields::scale_idx, value.scale_index);
  archive.FieldIf(Fields::zero_idx, value.has_zero_index, value.zero_index);
  archive.Field(Fields::strides, value.strides);
  archive.Field(Fields::steps, value.steps);
}
HLO_PROTO_FIELDS_OF(BlockScalingConfig, BlockScalingConfig) {
  archive.MessageIf(Fields::lhs, value.lhs.present, value.lhs);
  archive.MessageIf(Fields::rhs, value.rhs.present, value.rhs);
}

// ---- Attributes of every opcode.

HLO_PROTO_FIELDS_OF(FrontendAttribute, FrontendAttributes_MapEntry) {
  archive.Field(Fields::key, value.key);
  archive.Field(Fields::value, value.value);
}
HLO_PROTO_FIELDS_OF(FrontendAttributes, FrontendAttributes) {
  archive.Field(Fields::map, value.entries);
}

HLO_PROTO_FIELDS_OF(Statistic, Statistic) {
  archive.Field(Fields::stat_name, value.name);
  archive.Field(Fields::stat_val, value.value);
}
HLO_PROTO_FIELDS_OF(Statistics, StatisticsViz) {
  archive.Field(Fields::stat_index_to_visualize, value.visualizing_index);
  archive.Field(Fields::statistics, value.values);
}

struct AccuracyTolerance {
  double atol = 0;
  double rtol = 0;
  int64_t ulps = 0;
};
HLO_PROTO_FIELDS_OF(AccuracyTolerance, ResultAccuracy_Tolerance) {
  archive.Field(Fields::atol, value.atol);
  archive.Field(Fields::rtol, value.rtol);
  archive.Field(Fields::ulps, value.ulps);
}
HLO_PROTO_FIELDS_OF(ResultAccuracy, ResultAccuracy) {
  using Mode = ResultAccuracy::Mode;
  AccuracyTolerance tolerance{value.atol, value.rtol, value.ulps};
  bool has_tolerance = Archive::kIsWriter && value.mode == Mode::kTolerance;
  bool has_mode = Archive::kIsWriter && !has_tolerance;
  int32_t mode = value.mode == Mode::kHighest ? 1 : 0;
  archive.FieldIf(Fields::mode, has_mode, mode);
  archive.MessageIf(Fields::tolerance, has_tolerance, tolerance);
  if constexpr (!Archive::kIsWriter) {
    if (has_mode) value = ResultAccuracy{mode == 1 ? Mode::kHighest : Mode::kDefault, 0, 0, 0};
    if (has_tolerance) {
      value = ResultAccuracy{Mode::kTolerance, tolerance.atol, tolerance.rtol, tolerance.ulps};
    }
  }
}

HLO_PROTO_FIELDS_OF(OriginalArray, OriginalArrayProto) {
  archive.Field(Fields::instruction_name, value.instruction_name);
  archive.Field(Fields::shape_index, value.shape_index);
}

// The bytes, or their position in the module's list.
struct PayloadValue {
  std::string_view value;
  bool is_inline = true;
  bool has_id = false;
  int64_t id = 0;
};
HLO_PROTO_FIELDS_OF(PayloadValue, Payload) {
  archive.FieldIf(Fields::value, value.is_inline, value.value);
  archive.FieldIf(Fields::id, value.has_id, value.id);
}

HLO_PROTO_FIELDS_OF(OpMetadata, OpMetadata) {
  archive.Field(Fields::op_type, value.op_type);
  archive.Field(Fields::op_name, value.op_name);
  archive.Field(Fields::source_file, value.source_file);
  archive.Field(Fields::source_line, value.source_line);
  archive.Field(Fields::profile_type, value.profile_type);
  archive.Field(Fields::deduplicated_name, value.deduplicated_name);
  archive.Field(Fields::stack_frame_id, value.stack_frame_id);
  archive.Field(Fields::scheduling_name, value.scheduling_name);
  archive.Field(Fields::source_end_line, value.source_end_line);
  archive.Field(Fields::source_column, value.source_column);
  archive.Field(Fields::source_end_column, value.source_end_column);
  PayloadValue payload;
  payload.value = value.metadata_payload;
  bool has_payload = value.has_metadata_payload;
  if constexpr (Archive::kIsWriter) {
    if (has_payload && archive.payloads() != nullptr) {
      payload = {{}, /*is_inline=*/false, /*has_id=*/true, archive.payloads()->Add(payload.value)};
    }
  }
  archive.MessageIf(Fields::metadata_payload, has_payload, payload);
  if constexpr (!Archive::kIsWriter) {
    value.has_metadata_payload = has_payload;
    value.metadata_payload = payload.has_id ? archive.Payload(payload.id) : payload.value;
  }
}

// ---- Shardings.

// OpSharding.Type.
enum class ProtoSharding : int32_t {
  kReplicated,
  kMaximal,
  kTuple,
  kOther,
  kManual,
  kUnknown,
  kUnreduced,
};

HLO_PROTO_FIELDS_OF(MeshAxis, MeshProto_MeshAxis) {
  archive.Field(Fields::name, value.name);
  archive.Field(Fields::size, value.size);
}
HLO_PROTO_FIELDS_OF(IotaTile, MeshProto_IotaTransform) {
  archive.Field(Fields::reshape_dims, value.reshape_dims);
  archive.Field(Fields::transpose_perm, value.transpose_perm);
}

struct SubAxis {
  int64_t pre_size = 0;
  int64_t size = 0;
};
HLO_PROTO_FIELDS_OF(SubAxis, AxisRefProto_SubAxis) {
  archive.Field(Fields::pre_size, value.pre_size);
  archive.Field(Fields::size, value.size);
}
HLO_PROTO_FIELDS_OF(AxisRef, AxisRefProto) {
  archive.Field(Fields::mesh_axis_index, value.axis);
  SubAxis sub_axis{value.pre_size, value.size};
  bool is_sub_axis = value.is_sub_axis;
  archive.MessageIf(Fields::sub_axis_info, is_sub_axis, sub_axis);
  if constexpr (!Archive::kIsWriter) {
    value.is_sub_axis = is_sub_axis;
    value.pre_size = is_sub_axis ? sub_axis.pre_size : 1;
    value.size = is_sub_axis ? sub_axis.size : 1;
  }
}
HLO_PROTO_FIELDS_OF(NamedSharding::Dimension, NamedShardingProto_DimensionSharding) {
  archive.Field(Fields::axes, value.axes);
  bool is_closed = !value.is_open;
  archive.Field(Fields::is_closed, is_closed);
  if constexpr (!Archive::kIsWriter) value.is_open = !is_closed;
}

// A list of lists.
using ReplicaGroup = absl::Span<const int64_t>;
HLO_PROTO_FIELDS_OF(ReplicaGroup, ReplicaGroup) { archive.Field(Fields::replica_ids, value); }

// ---- The header.

HLO_PROTO_FIELDS_OF(InputOutputAlias, HloInputOutputAliasProto_AliasEntryProto) {
  constexpr int32_t kMayAlias = 1, kMustAlias = 2;
  archive.Field(Fields::output_shape_index, value.output_index);
  archive.Field(Fields::parameter_number, value.parameter_number);
  archive.Field(Fields::parameter_shape_index, value.parameter_index);
  int32_t kind = value.must_alias ? kMustAlias : kMayAlias;
  archive.Field(Fields::kind, kind);
  if constexpr (!Archive::kIsWriter) value.must_alias = kind != kMayAlias;
}
HLO_PROTO_FIELDS_OF(BufferDonor, HloBufferDonorProto_BufferDonorEntryProto) {
  archive.Field(Fields::parameter_number, value.parameter_number);
  archive.Field(Fields::parameter_shape_index, value.parameter_index);
}
HLO_PROTO_FIELDS_OF(DebugAttributes, DebugAttributesProto) {
  VisitEnum(archive, Fields::log_mode, value.log_mode, 3);
  archive.Field(Fields::callback_id, value.callback_id);
  archive.Field(Fields::op_id, value.op_id);
  archive.Field(Fields::partitioned, value.partitioned);
}
HLO_PROTO_FIELDS_OF(DebugAttributesEntry, DebugAttributeTableEntryProto) {
  archive.Field(Fields::original_array, value.array);
  archive.Field(Fields::debug_attributes, value.attributes);
}
HLO_PROTO_FIELDS_OF(StackFrameTables::Location, StackFrameIndexProto_FileLocation) {
  archive.Field(Fields::file_name_id, value.file_name_id);
  archive.Field(Fields::function_name_id, value.function_name_id);
  archive.Field(Fields::line, value.line);
  archive.Field(Fields::column, value.column);
  archive.Field(Fields::end_line, value.end_line);
  archive.Field(Fields::end_column, value.end_column);
}
HLO_PROTO_FIELDS_OF(StackFrameTables::Frame, StackFrameIndexProto_StackFrame) {
  archive.Field(Fields::file_location_id, value.location_id);
  archive.Field(Fields::parent_frame_id, value.parent_frame_id);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_VALUE_FIELDS_H_
