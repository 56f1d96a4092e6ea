// Writes an attribute's value by its type. A struct is an object of its members
// (attribute_types.def), or its only member; values with a grammar of their own (shardings,
// origins, domains) are HLO text.
#include <cmath>
#include <limits>
#include <string>

#include "hlo/attribute.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/export/json_values.h"
#include "src/ir/value_fields.h"
#include "src/ir/visit_attribute.h"

namespace hlo {
namespace {

class ValueWriter {
 public:
  ValueWriter(const JsonContext& context, JsonWriter* json) : context_(context), json_(*json) {}

  void Write(bool value) { json_.Bool(value); }
  void Write(int32_t value) { json_.Int(value); }
  void Write(int64_t value) { json_.Int(value); }
  void Write(double value) { json_.Double(value); }
  void Write(std::string_view text) { json_.String(text); }
  void Write(StringValue value) { json_.String(value.text); }
  void Write(EnumValue value) { json_.String(value.word()); }
  void Write(Precision value) {
    Write(EnumValue{AttributeType::kPrecision, static_cast<int64_t>(value)});
  }

  void Write(const Shape& shape) { WriteShapeJson(shape, &json_); }
  void Write(const Shape* shape) { Write(*shape); }
  void Write(HloComputation* callee) { json_.Int(context_.computations.of(callee)); }
  void Write(HloInstruction* other) { json_.Int(context_.instructions.of(*other)); }
  void Write(const Literal& literal) {
    WriteLiteralJson(literal, context_.max_literal_elements, &json_);
  }
  // Written elsewhere.
  void Write(MetadataValue) { json_.Null(); }
  void Write(const UnknownAttribute&) { json_.Null(); }
  void Write(const UnknownOpcode&) { json_.Null(); }

  void Write(absl::Span<const int64_t> values) { json_.Ints(values); }
  template <typename T>
  void Write(absl::Span<T> values) {
    json_.BeginArray();
    for (const auto& value : values) Write(value);
    json_.EndArray();
  }

  void Write(const ConvolutionDimensionNumbers& numbers);
  void Write(const SparsityConfig& config) { WriteSides(config); }
  void Write(const TensorSparsity& side);
  void Write(const BlockScalingConfig& config) { WriteSides(config); }
  void Write(const TensorBlockScaling& side);
  void Write(const ResultAccuracy& accuracy);
  void Write(const ReplicaGroups& groups);
  void Write(const FrontendAttributes& attributes) {
    WriteFrontendAttributesJson(attributes, &json_);
  }
  void Write(const HloSharding& sharding) {
    std::string text;
    AppendSharding(sharding, /*print_metadata=*/true, &text);
    json_.String(text);
  }
  void Write(const Domain& domain) { WriteText(domain, AppendDomain); }
  void Write(const OriginalValue& value) { WriteText(value, AppendOriginalValue); }

  template <typename T>
  void Write(const T& value) {
    constexpr size_t kMembers = std::tuple_size_v<decltype(ValueStruct<T>::Members(value))>;
    if (kMembers > 1) json_.BeginObject();
    ForEachField(value, [&](std::string_view name, const auto& member) {
      if (kMembers > 1) json_.Key(name);
      Write(member);
    });
    if (kMembers > 1) json_.EndObject();
  }

 private:
  template <typename T>
  void WriteKeyed(std::string_view name, const T& value) {
    json_.Key(name);
    Write(value);
  }
  template <typename T>
  void WriteText(const T& value, void (*append)(const T&, std::string*)) {
    std::string text;
    append(value, &text);
    json_.String(text);
  }
  // {"lhs":...,"rhs":...}, those that exist.
  template <typename Config>
  void WriteSides(const Config& config) {
    json_.BeginObject();
    if (config.lhs.present) WriteKeyed("lhs", config.lhs);
    if (config.rhs.present) WriteKeyed("rhs", config.rhs);
    json_.EndObject();
  }

  const JsonContext& context_;
  JsonWriter& json_;
};

void ValueWriter::Write(const ConvolutionDimensionNumbers& numbers) {
  json_.BeginObject();
  json_.Key("input");
  json_.BeginObject();
  WriteKeyed("batch_dimension", numbers.input_batch_dimension);
  WriteKeyed("feature_dimension", numbers.input_feature_dimension);
  WriteKeyed("spatial_dimensions", numbers.input_spatial_dimensions);
  json_.EndObject();
  json_.Key("kernel");
  json_.BeginObject();
  WriteKeyed("input_feature_dimension", numbers.kernel_input_feature_dimension);
  WriteKeyed("output_feature_dimension", numbers.kernel_output_feature_dimension);
  WriteKeyed("spatial_dimensions", numbers.kernel_spatial_dimensions);
  json_.EndObject();
  json_.Key("output");
  json_.BeginObject();
  WriteKeyed("batch_dimension", numbers.output_batch_dimension);
  WriteKeyed("feature_dimension", numbers.output_feature_dimension);
  WriteKeyed("spatial_dimensions", numbers.output_spatial_dimensions);
  json_.EndObject();
  json_.EndObject();
}

void ValueWriter::Write(const TensorSparsity& side) {
  json_.BeginObject();
  WriteKeyed("num_non_zero", side.num_non_zero);
  WriteKeyed("block_size", side.block_size);
  WriteKeyed("dimension", side.dimension);
  WriteKeyed("stride", side.stride);
  WriteKeyed("index", side.index);
  json_.EndObject();
}

void ValueWriter::Write(const TensorBlockScaling& side) {
  json_.BeginObject();
  WriteKeyed("scale_index", side.scale_index);
  if (side.has_zero_index) WriteKeyed("zero_index", side.zero_index);
  WriteKeyed("strides", side.strides);
  WriteKeyed("steps", side.steps);
  json_.EndObject();
}

void ValueWriter::Write(const ResultAccuracy& accuracy) {
  json_.BeginObject();
  json_.Key("mode");
  switch (accuracy.mode) {
    case ResultAccuracy::Mode::kDefault:
      json_.String("default");
      break;
    case ResultAccuracy::Mode::kHighest:
      json_.String("highest");
      break;
    case ResultAccuracy::Mode::kTolerance:
      json_.String("tolerance");
      WriteKeyed("atol", accuracy.atol);
      WriteKeyed("rtol", accuracy.rtol);
      WriteKeyed("ulps", accuracy.ulps);
      break;
  }
  json_.EndObject();
}

// An iota is not expanded: a short one may stand for many devices.
void ValueWriter::Write(const ReplicaGroups& groups) {
  json_.BeginObject();
  json_.Key("text");
  std::string text;
  AppendReplicaGroups(groups, /*full=*/false, &text);
  json_.String(text);
  if (groups.kind == ReplicaGroups::Kind::kList) {
    WriteKeyed("groups", groups.groups);
  } else if (groups.kind == ReplicaGroups::Kind::kIota && groups.iota.is_iota) {
    WriteKeyed("dimensions", groups.iota.dimensions);
    WriteKeyed("reshape_dims", groups.iota.iota.reshape_dims);
    WriteKeyed("transpose_perm", groups.iota.iota.transpose_perm);
  }
  json_.EndObject();
}

}  // namespace

void WriteAttributeValueJson(const Attribute& attribute, const JsonContext& context,
                             JsonWriter* json) {
  VisitAttributeValue(attribute, [&](const auto& value) {
    // XLA holds a float; printed as a double it would get digits that nobody wrote.
    if constexpr (std::is_same_v<decltype(value), const double&>) {
      if (std::abs(value) <= std::numeric_limits<float>::max()) {
        return json->Float(static_cast<float>(value));
      }
    }
    ValueWriter(context, json).Write(value);
  });
}

}  // namespace hlo
