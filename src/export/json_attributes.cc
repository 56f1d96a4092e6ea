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
#include "src/ir/enum_words.h"
#include "src/ir/visit_attribute.h"

namespace hlo_text_v1::internal {
namespace {

class ValueWriter {
 public:
  // `context` may be nullptr for values that need none.
  ValueWriter(const JsonContext* context, JsonWriter* json) : context_(context), json_(*json) {}

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
  void Write(HloComputation* callee) { json_.Int(context_->computations.of(callee)); }
  void Write(HloInstruction* other) { json_.Int(context_->instructions.of(*other)); }
  void Write(const Literal& literal) {
    WriteLiteralJson(literal, context_->max_literal_elements, &json_);
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
  void Write(const BlockScalingConfig& config) { WriteSides(config); }
  void Write(const ResultAccuracy& accuracy);
  void Write(const ReplicaGroups& groups);
  void Write(const FrontendAttributes& attributes) {
    json_.BeginObject();
    for (const FrontendAttribute& entry : attributes.entries) {
      json_.AnyKey(entry.key).String(entry.value);
    }
    json_.EndObject();
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
    if constexpr (std::is_enum_v<T>) {
      Write(WordOf(value));
    } else {
      constexpr size_t kMembers = std::tuple_size_v<decltype(ValueStruct<T>::Members(value))>;
      if (kMembers > 1) json_.BeginObject();
      ForEachField(value, [&](std::string_view name, const auto& member) {
        if (kMembers > 1) json_.Key(name);
        Write(member);
      });
      if (kMembers > 1) json_.EndObject();
    }
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
  // {"lhs":...,"rhs":...}, the sides that exist. A flag of a side says whether its next member
  // exists.
  template <typename Config>
  void WriteSides(const Config& config) {
    json_.BeginObject();
    ForEachField(config, [&](std::string_view side_name, const auto& side) {
      if (!side.present) return;
      json_.Key(side_name).BeginObject();
      bool exists = true;
      ForEachField(side, [&](std::string_view name, const auto& member) {
        if constexpr (std::is_same_v<decltype(member), const bool&>) {
          exists = member;
        } else {
          if (exists) WriteKeyed(name, member);
          exists = true;
        }
      });
      json_.EndObject();
    });
    json_.EndObject();
  }

  const JsonContext* context_;
  JsonWriter& json_;
};

// An object for each first word of the members' names: {"input":{"batch_dimension":0,...},...}.
void ValueWriter::Write(const ConvolutionDimensionNumbers& numbers) {
  std::string_view group;
  json_.BeginObject();
  ForEachField(numbers, [&](std::string_view name, const auto& member) {
    const size_t end = name.find('_');
    if (name.substr(0, end) != group) {
      if (!group.empty()) json_.EndObject();
      group = name.substr(0, end);
      json_.Key(group).BeginObject();
    }
    WriteKeyed(name.substr(end + 1), member);
  });
  json_.EndObject();
  json_.EndObject();
}

void ValueWriter::Write(const ResultAccuracy& accuracy) {
  json_.BeginObject();
  WriteKeyed("mode", WordOf(accuracy.mode));
  if (accuracy.mode == ResultAccuracy::Mode::kTolerance) {
    WriteKeyed("atol", accuracy.atol);
    WriteKeyed("rtol", accuracy.rtol);
    WriteKeyed("ulps", accuracy.ulps);
  }
  json_.EndObject();
}

// An iota is not expanded: a short one may stand for many devices.
void ValueWriter::Write(const ReplicaGroups& groups) {
  json_.BeginObject();
  std::string text;
  AppendReplicaGroups(groups, ReplicaGroupsStyle::kAsWritten, &text);
  WriteKeyed("text", std::string_view(text));
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
    // XLA has a float here; printed as a double it would show digits that nobody wrote.
    if constexpr (std::is_same_v<decltype(value), const double&>) {
      if (std::abs(value) <= std::numeric_limits<float>::max()) {
        return json->Float(static_cast<float>(value));
      }
    }
    ValueWriter(&context, json).Write(value);
  });
}

template <typename T>
void WriteValueJson(const T& value, JsonWriter* json) {
  ValueWriter(/*context=*/nullptr, json).Write(value);
}

template void WriteValueJson(const std::string_view& value, JsonWriter* json);
template void WriteValueJson(const absl::Span<const bool>& values, JsonWriter* json);
template void WriteValueJson(const absl::Span<const SplitConfig>& values, JsonWriter* json);
template void WriteValueJson(const FrontendAttributes& value, JsonWriter* json);
template void WriteValueJson(const OriginalArray& value, JsonWriter* json);
template void WriteValueJson(const InputOutputAlias& value, JsonWriter* json);
template void WriteValueJson(const BufferDonor& value, JsonWriter* json);
template void WriteValueJson(const DebugAttributesEntry& value, JsonWriter* json);
template void WriteValueJson(const StackFrameTables::Location& value, JsonWriter* json);
template void WriteValueJson(const StackFrameTables::Frame& value, JsonWriter* json);

}  // namespace hlo_text_v1::internal
