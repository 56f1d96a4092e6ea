// The value of an attribute by its type: numbers, words, strings, lists and structures as such,
// what has a grammar of its own (shardings, origins, domains) as its HLO text.
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>

#include "hlo/attribute.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/export/json_values.h"

namespace hlo {
namespace {

struct NumberField {
  std::string_view name;
  int64_t value;
};
// "name":1,...
void WriteKeyedNumbers(std::initializer_list<NumberField> fields, JsonWriter* json) {
  for (const NumberField& field : fields) {
    json->Key(field.name).Int(field.value);
  }
}
// {"name":1,...}
void WriteFields(std::initializer_list<NumberField> fields, JsonWriter* json) {
  json->BeginObject();
  WriteKeyedNumbers(fields, json);
  json->EndObject();
}

void WriteWindow(const Window& window, JsonWriter* json) {
  json->BeginArray();
  for (const WindowDimension& d : window.dimensions) {
    json->BeginObject();
    WriteKeyedNumbers({{"size", d.size},
                       {"stride", d.stride},
                       {"padding_low", d.padding_low},
                       {"padding_high", d.padding_high},
                       {"base_dilation", d.base_dilation},
                       {"window_dilation", d.window_dilation}},
                      json);
    json->Key("window_reversal").Bool(d.window_reversal);
    json->EndObject();
  }
  json->EndArray();
}

void WriteDimLabels(const ConvolutionDimensionNumbers& numbers, JsonWriter* json) {
  const auto part = [json](std::string_view name, NumberField first, NumberField second,
                           absl::Span<const int64_t> spatial) {
    json->Key(name).BeginObject();
    WriteKeyedNumbers({first, second}, json);
    json->Key("spatial_dimensions").Ints(spatial);
    json->EndObject();
  };
  json->BeginObject();
  part("input", {"batch_dimension", numbers.input_batch_dimension},
       {"feature_dimension", numbers.input_feature_dimension}, numbers.input_spatial_dimensions);
  part("kernel", {"input_feature_dimension", numbers.kernel_input_feature_dimension},
       {"output_feature_dimension", numbers.kernel_output_feature_dimension},
       numbers.kernel_spatial_dimensions);
  part("output", {"batch_dimension", numbers.output_batch_dimension},
       {"feature_dimension", numbers.output_feature_dimension}, numbers.output_spatial_dimensions);
  json->EndObject();
}

void WritePadding(const PaddingConfig& padding, JsonWriter* json) {
  json->BeginArray();
  for (const PaddingDimension& d : padding.dimensions) {
    WriteFields({{"low", d.low}, {"high", d.high}, {"interior", d.interior}}, json);
  }
  json->EndArray();
}

void WriteSlices(const SliceRanges& ranges, JsonWriter* json) {
  json->BeginArray();
  for (const SliceRange& range : ranges.dimensions) {
    WriteFields({{"start", range.start}, {"limit", range.limit}, {"stride", range.stride}}, json);
  }
  json->EndArray();
}

// An iota has no list: a short one may stand for many devices.
void WriteReplicaGroups(const ReplicaGroups& groups, JsonWriter* json) {
  json->BeginObject();
  json->Key("text");
  std::string text;
  AppendReplicaGroups(groups, /*full=*/false, &text);
  json->String(text);
  if (groups.kind == ReplicaGroups::Kind::kList) {
    json->Key("groups").BeginArray();
    for (const absl::Span<const int64_t> group : groups.groups) json->Ints(group);
    json->EndArray();
  } else if (groups.kind == ReplicaGroups::Kind::kIota && groups.iota.is_iota) {
    json->Key("dimensions").Ints(groups.iota.dimensions);
    json->Key("reshape_dims").Ints(groups.iota.iota.reshape_dims);
    json->Key("transpose_perm").BeginArray();
    for (const int32_t dimension : groups.iota.iota.transpose_perm) json->Int(dimension);
    json->EndArray();
  }
  json->EndObject();
}

void WriteAliasing(const OutputOperandAliasing& aliasing, JsonWriter* json) {
  json->BeginArray();
  for (const OutputOperandAlias& alias : aliasing.pairs) {
    json->BeginObject();
    json->Key("output_index").Ints(alias.output_index);
    json->Key("operand_number").Int(alias.operand_number);
    json->Key("operand_index").Ints(alias.operand_index);
    json->EndObject();
  }
  json->EndArray();
}

void WriteStatistics(const Statistics& statistics, JsonWriter* json) {
  json->BeginObject();
  json->Key("visualizing_index").Int(statistics.visualizing_index);
  json->Key("values").BeginArray();
  for (const Statistic& statistic : statistics.values) {
    json->BeginObject();
    json->Key("name").String(statistic.name);
    json->Key("value").Double(statistic.value);
    json->EndObject();
  }
  json->EndArray();
  json->EndObject();
}

void WriteSparsitySide(const TensorSparsity& side, JsonWriter* json) {
  WriteFields({{"num_non_zero", side.num_non_zero},
               {"block_size", side.block_size},
               {"dimension", side.dimension},
               {"stride", side.stride},
               {"index", side.index}},
              json);
}

void WriteScalingSide(const TensorBlockScaling& side, JsonWriter* json) {
  json->BeginObject();
  json->Key("scale_index").Int(side.scale_index);
  if (side.has_zero_index) {
    json->Key("zero_index").Int(side.zero_index);
  }
  json->Key("strides").Ints(side.strides);
  json->Key("steps").Ints(side.steps);
  json->EndObject();
}

// {"lhs":...,"rhs":...}, those that are there.
template <typename Config, typename WriteSide>
void WriteSides(const Config& config, JsonWriter* json, WriteSide write_side) {
  json->BeginObject();
  if (config.lhs.present) {
    json->Key("lhs");
    write_side(config.lhs, json);
  }
  if (config.rhs.present) {
    json->Key("rhs");
    write_side(config.rhs, json);
  }
  json->EndObject();
}

void WriteAccuracy(const ResultAccuracy& accuracy, JsonWriter* json) {
  json->BeginObject();
  json->Key("mode");
  switch (accuracy.mode) {
    case ResultAccuracy::Mode::kDefault:
      json->String("default");
      break;
    case ResultAccuracy::Mode::kHighest:
      json->String("highest");
      break;
    case ResultAccuracy::Mode::kTolerance:
      json->String("tolerance");
      json->Key("atol").Double(accuracy.atol);
      json->Key("rtol").Double(accuracy.rtol);
      json->Key("ulps").Int(accuracy.ulps);
      break;
  }
  json->EndObject();
}

template <typename T, typename WriteItem>
void WriteList(const Attribute& attribute, JsonWriter* json, WriteItem write_item) {
  json->BeginArray();
  for (const T& item : attribute.AsList<T>()) write_item(item);
  json->EndArray();
}

// Lists of all kinds.
void WriteListJson(const Attribute& attribute, const JsonContext& context, JsonWriter* json) {
  switch (attribute.info().type) {
    case AttributeType::kInt64ListList:
      return WriteList<absl::Span<const int64_t>>(
          attribute, json, [&](absl::Span<const int64_t> values) { json->Ints(values); });
    case AttributeType::kBoolList:
      return WriteList<bool>(attribute, json, [&](bool value) { json->Bool(value); });
    case AttributeType::kPrecisionList:
      return WriteList<Precision>(attribute, json, [&](Precision value) {
        json->String(GetEnumTypeInfo(AttributeType::kPrecision).words[static_cast<size_t>(value)]);
      });
    case AttributeType::kShapeList:
      return WriteList<const Shape*>(attribute, json,
                                     [&](const Shape* shape) { WriteShapeJson(*shape, json); });
    case AttributeType::kComputationList:
      return WriteList<HloComputation*>(attribute, json, [&](const HloComputation* callee) {
        json->Int(context.computations.of(callee));
      });
    default:  // kInstructionList
      return WriteList<HloInstruction*>(attribute, json, [&](const HloInstruction* instruction) {
        json->Int(context.instructions.of(*instruction));
      });
  }
}

// XLA holds a float, whose digits as a double nobody wrote.
void WriteFloat(double value, JsonWriter* json) {
  if (std::abs(value) <= std::numeric_limits<float>::max()) {
    json->Float(static_cast<float>(value));
  } else {
    json->Double(value);
  }
}

// What has a grammar of its own.
void WriteAsText(const Attribute& attribute, JsonWriter* json) {
  std::string text;
  switch (attribute.info().type) {
    case AttributeType::kSharding:
      AppendSharding(attribute.As<HloSharding>(), /*print_metadata=*/true, &text);
      break;
    case AttributeType::kDomain:
      AppendDomain(attribute.As<Domain>(), &text);
      break;
    default:  // kOriginalValue
      AppendOriginalValue(attribute.As<OriginalValue>(), &text);
      break;
  }
  json->String(text);
}

}  // namespace

void WriteAttributeValueJson(const Attribute& attribute, const JsonContext& context,
                             JsonWriter* json) {
  switch (attribute.info().type) {
    case AttributeType::kBool:
      return json->Bool(attribute.AsBool());
    case AttributeType::kInt32:
    case AttributeType::kInt64:
      return json->Int(attribute.AsInt64());
    case AttributeType::kFloat:
      return WriteFloat(attribute.AsDouble(), json);
    case AttributeType::kString:
    case AttributeType::kRawString:
    case AttributeType::kStringOrDict:
      return json->String(attribute.AsString());
    case AttributeType::kInt64List:
      return json->Ints(attribute.AsInt64List());
    case AttributeType::kInt64ListList:
    case AttributeType::kBoolList:
    case AttributeType::kPrecisionList:
    case AttributeType::kShapeList:
    case AttributeType::kComputationList:
    case AttributeType::kInstructionList:
      return WriteListJson(attribute, context, json);
    case AttributeType::kShape:
      return WriteShapeJson(attribute.AsShape(), json);
    case AttributeType::kComputation:
      return json->Int(context.computations.of(attribute.AsComputation()));
    case AttributeType::kLiteral:
      return WriteLiteralJson(attribute.As<Literal>(), context.max_literal_elements, json);
    case AttributeType::kWindow:
      return WriteWindow(attribute.As<Window>(), json);
    case AttributeType::kDimLabels:
      return WriteDimLabels(attribute.As<ConvolutionDimensionNumbers>(), json);
    case AttributeType::kPaddingConfig:
      return WritePadding(attribute.As<PaddingConfig>(), json);
    case AttributeType::kSliceRanges:
      return WriteSlices(attribute.As<SliceRanges>(), json);
    case AttributeType::kReplicaGroups:
      return WriteReplicaGroups(attribute.As<ReplicaGroups>(), json);
    case AttributeType::kOutputOperandAliasing:
      return WriteAliasing(attribute.As<OutputOperandAliasing>(), json);
    case AttributeType::kFrontendAttributes:
      return WriteFrontendAttributesJson(attribute.As<FrontendAttributes>(), json);
    case AttributeType::kStatistics:
      return WriteStatistics(attribute.As<Statistics>(), json);
    case AttributeType::kSparsityConfig:
      return WriteSides(attribute.As<SparsityConfig>(), json, WriteSparsitySide);
    case AttributeType::kBlockScalingConfig:
      return WriteSides(attribute.As<BlockScalingConfig>(), json, WriteScalingSide);
    case AttributeType::kResultAccuracy:
      return WriteAccuracy(attribute.As<ResultAccuracy>(), json);
    case AttributeType::kSharding:
    case AttributeType::kDomain:
    case AttributeType::kOriginalValue:
      return WriteAsText(attribute, json);
    case AttributeType::kUnknown:
    case AttributeType::kUnknownOpcode:
    case AttributeType::kMetadata:
      return json->Null();
    default:  // the enumerations
      return json->String(
          GetEnumTypeInfo(attribute.info().type).words[static_cast<size_t>(attribute.AsInt64())]);
  }
}

}  // namespace hlo
