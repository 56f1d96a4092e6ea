// One function for each field that is not simply an attribute in the same form. Source: XLA
// HloInstruction::ToProto and those of its subclasses.
#include "src/proto/write_instruction.h"

#include <algorithm>
#include <bitset>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "hlo/async.h"
#include "src/ir/module_state.h"
#include "src/ir/normal_form.h"
#include "src/ir/visit_attribute.h"
#include "src/proto/enum_numbers.h"

namespace hlo_text_v1::internal {

namespace {

using InstructionFields = pb::HloInstructionProto;

constexpr ReplicaGroups kNoGroups;

class FieldWriter {
 public:
  FieldWriter(InstructionWriter& writer, const HloInstruction& instruction)
      : writer_(writer), out_(writer.out), instruction_(instruction) {
    writer.has_unknown_words |= instruction.shape().has_unknown_type();
    for (const Attribute& attribute : instruction.attributes()) {
      kinds_.set(static_cast<size_t>(attribute.kind()));
      writer.has_unknown_words |= attribute.kind() >= AttributeKind::kUnknown;
    }
  }

  // Name, opcode and shape, the first fields of every instruction.
  void WriteHead() {
    Write_name();
    Write_opcode();
    Write_shape();
  }
  static constexpr size_t kHeadFields = 3;
  void Write(InstructionField field);
  bool Has(AttributeKind kind) const { return kinds_[static_cast<size_t>(kind)]; }

 private:
  // Most attributes that fields ask for are absent.
  const Attribute* Find(AttributeKind kind) const {
    return Has(kind) ? instruction_.FindAttribute(kind) : nullptr;
  }
  template <AttributeKind kind>
  auto ValueOf(const Attribute& attribute) const {
    return AttributeValue<AttributeTypeOf(kind)>(attribute);
  }

  // ---- One attribute in the same form.
  template <AttributeKind kind, typename Field>
  void One(Field field) {
    if (const Attribute* attribute = Find(kind)) Value(field, ValueOf<kind>(*attribute));
  }
  template <AttributeKind kind, typename Field>
  void Filled(Field field) {
    const Attribute* attribute = Find(kind);
    if (attribute == nullptr) return out_.EmptyMessage(field);
    Value(field, ValueOf<kind>(*attribute));
  }
  template <typename Field, typename T>
  void Value(Field field, const T& value) {
    if constexpr (Field::type == ProtoType::kFloat) {
      out_.Field(field, static_cast<float>(value));
    } else {
      out_.Field(field, value);
    }
  }
  template <typename Field>
  void Value(Field field, const StringValue& value) {
    out_.Field(field, value.text);
  }
  template <typename Field>
  void Value(Field field, const EnumValue& value) {
    if constexpr (Field::type == ProtoType::kString) {
      out_.Field(field, value.word());
    } else {
      out_.Field(field, ProtoNumber(value.type, value.index));
    }
  }

  // A list of integers within a message; nothing if it is empty.
  template <typename Field>
  void List(Field field, AttributeKind kind) {
    if (const Attribute* attribute = Find(kind)) out_.Field(field, attribute->AsInt64List());
  }
  template <typename Field>
  void Flag(Field field, AttributeKind kind) {
    const Attribute* attribute = Find(kind);
    out_.Field(field, attribute != nullptr && attribute->AsBool());
  }
  // A number whose default in the text is 1.
  template <typename Field>
  void Count(Field field, AttributeKind kind) {
    const Attribute* attribute = Find(kind);
    out_.Field(field, attribute == nullptr ? int64_t{1} : attribute->AsInt64());
  }

  void WriteDotNumbers(ProtoField<ProtoType::kMessage, ProtoLabel::kMessage> field);
  void WriteGroups(ReplicaGroups::Kind kind);

#define HLO_PROTO_ATTRIBUTE(field, kind)
#define HLO_PROTO_ATTRIBUTES(field, ...) void Write_##field();
#define HLO_PROTO_OWN(field) void Write_##field();
#include "src/proto/instruction_fields.def"

  InstructionWriter& writer_;
  WireWriter& out_;
  const HloInstruction& instruction_;
  std::bitset<kAttributeKindCount + 2> kinds_;  // of its attributes, known and unknown
};

#define HLO_PROTO_ATTRIBUTE(field, kind) \
  case InstructionField::k_##field:      \
    return One<AttributeKind::kind>(InstructionFields::field);
#define HLO_PROTO_FILLED(field, kind) \
  case InstructionField::k_##field:   \
    return Filled<AttributeKind::kind>(InstructionFields::field);
#define HLO_PROTO_ATTRIBUTES(field, ...) \
  case InstructionField::k_##field:      \
    return Write_##field();
#define HLO_PROTO_OWN(field)        \
  case InstructionField::k_##field: \
    return Write_##field();
void FieldWriter::Write(InstructionField field) {
  switch (field) {
#include "src/proto/instruction_fields.def"
  }
}

// ---- Of every opcode.

void FieldWriter::Write_name() { out_.Field(InstructionFields::name, instruction_.name()); }
void FieldWriter::Write_opcode() {
  out_.Word(InstructionFields::opcode, instruction_.opcode_name());
}
void FieldWriter::Write_shape() {
  writer_.shapes.Write(InstructionFields::shape, instruction_.shape(), &out_);
}

void FieldWriter::Write_metadata() {
  const Attribute* attribute = Find(AttributeKind::kMetadata);
  if (attribute == nullptr) return out_.EmptyMessage(InstructionFields::metadata);
  out_.set_payloads(&writer_.payloads);  // not used for the metadata of shardings
  out_.Field(InstructionFields::metadata, instruction_.metadata());
  out_.set_payloads(nullptr);
}

void FieldWriter::Write_id() { out_.Field(InstructionFields::id, writer_.ids.Of(&instruction_)); }

void FieldWriter::Write_operand_ids() {
  const absl::Span<const HloInstruction* const> operands = instruction_.operands();
  out_.PackedFrom(InstructionFields::operand_ids, operands.size(),
                  [&](size_t i) { return writer_.ids.Of(operands[i]); });
}

void FieldWriter::Write_control_predecessor_ids() {
  const absl::Span<const HloInstruction* const> predecessors = instruction_.control_predecessors();
  out_.PackedFrom(InstructionFields::control_predecessor_ids, predecessors.size(),
                  [&](size_t i) { return writer_.ids.Of(predecessors[i]); });
}

void FieldWriter::Write_called_computation_ids() {
  absl::InlinedVector<int64_t, 4> ids;
  instruction_.ForEachCalledComputation(
      [&](const HloComputation* callee) { ids.push_back(writer_.ids.Of(callee)); });
  out_.Field(InstructionFields::called_computation_ids, absl::MakeConstSpan(ids));
}

void FieldWriter::Write_sharding() {
  const Attribute* sharding = Find(AttributeKind::kSharding);
  if (sharding == nullptr) return;
  out_.Message(InstructionFields::sharding,
               [&] { WriteSharding(sharding->As<HloSharding>(), &out_); });
}

void FieldWriter::Write_original_value() {
  const Attribute* value = Find(AttributeKind::kOrigin);
  if (value == nullptr) return;
  out_.Message(InstructionFields::original_value,
               [&] { WriteOriginalValue(value->As<OriginalValue>(), &out_); });
}

void FieldWriter::Write_backend_config() {
  One<AttributeKind::kBackendConfig>(InstructionFields::backend_config);
}
void FieldWriter::Write_frontend_attributes() {
  Filled<AttributeKind::kFrontendAttributes>(InstructionFields::frontend_attributes);
}

// ---- Parameters and constants.

void FieldWriter::Write_parameter_number() {
  out_.Field(InstructionFields::parameter_number, instruction_.parameter_number());
}

void FieldWriter::Write_parameter_replication() {
  const Attribute* attribute = Find(AttributeKind::kParameterReplication);
  if (attribute == nullptr || attribute->AsList<bool>().empty()) return;
  out_.Message(InstructionFields::parameter_replication, [&] {
    out_.Field(pb::ParameterReplication::replicated_at_leaf_buffers, attribute->AsList<bool>());
  });
}

// A literal has all of its values or none.
bool HasElided(const Literal& literal) {
  const absl::Span<const Literal> elements = literal.elements();
  return literal.is_elided() || std::any_of(elements.begin(), elements.end(), HasElided);
}

void FieldWriter::Write_literal() {
  const bool is_constant = instruction_.opcode() == HloOpcode::kConstant;
  const Literal* literal = is_constant
                               ? &instruction_.literal()
                               : instruction_.FindAttribute<Literal>(AttributeKind::kLiteral);
  if (literal == nullptr || HasElided(*literal)) return;
  out_.Message(InstructionFields::literal, [&] {
    writer_.is_too_large |= !WriteLiteral(*literal, writer_.max_bytes, writer_.shapes, &out_);
  });
}

// ---- Dimensions.

void FieldWriter::Write_dimensions() {
  const Attribute* dimensions = Find(AttributeKind::kDimensions);
  if (dimensions != nullptr)
    return out_.Field(InstructionFields::dimensions, dimensions->AsInt64List());
  const Attribute* one = Find(AttributeKind::kIotaDimension);
  if (one == nullptr) one = Find(AttributeKind::kInferredDimension);
  if (one == nullptr) return;
  const int64_t dimension = one->AsInt64();
  out_.Field(InstructionFields::dimensions, absl::Span<const int64_t>(&dimension, 1));
}

void FieldWriter::Write_window() {
  if (instruction_.opcode() == HloOpcode::kCustomCall) {
    return One<AttributeKind::kWindow>(InstructionFields::window);
  }
  Filled<AttributeKind::kWindow>(InstructionFields::window);
}

void FieldWriter::Write_slice_dimensions() {
  const auto* ranges = instruction_.FindAttribute<SliceRanges>(AttributeKind::kSlice);
  if (ranges != nullptr) out_.Field(InstructionFields::slice_dimensions, ranges->dimensions);
}

void FieldWriter::Write_dynamic_slice_sizes() {
  const Attribute* sizes = Find(AttributeKind::kPermuteSliceSizes);
  if (sizes == nullptr)
    return List(InstructionFields::dynamic_slice_sizes, AttributeKind::kDynamicSliceSizes);
  std::vector<int64_t> all;
  for (const absl::Span<const int64_t> list : sizes->AsList<absl::Span<const int64_t>>()) {
    all.insert(all.end(), list.begin(), list.end());
  }
  out_.Field(InstructionFields::dynamic_slice_sizes, absl::Span<const int64_t>(all));
}

void FieldWriter::WriteDotNumbers(ProtoField<ProtoType::kMessage, ProtoLabel::kMessage> field) {
  using Numbers = pb::DotDimensionNumbers;
  out_.Message(field, [&] {
    List(Numbers::lhs_contracting_dimensions, AttributeKind::kLhsContractingDims);
    List(Numbers::rhs_contracting_dimensions, AttributeKind::kRhsContractingDims);
    List(Numbers::lhs_batch_dimensions, AttributeKind::kLhsBatchDims);
    List(Numbers::rhs_batch_dimensions, AttributeKind::kRhsBatchDims);
  });
}

void FieldWriter::Write_dot_dimension_numbers() {
  WriteDotNumbers(InstructionFields::dot_dimension_numbers);
}

void FieldWriter::Write_ragged_dot_dimension_numbers() {
  using Numbers = pb::RaggedDotDimensionNumbers;
  out_.Message(InstructionFields::ragged_dot_dimension_numbers, [&] {
    WriteDotNumbers(Numbers::dot_dimension_numbers);
    List(Numbers::lhs_ragged_dimensions, AttributeKind::kLhsRaggedDims);
    List(Numbers::rhs_group_dimensions, AttributeKind::kRhsGroupDims);
  });
}

void FieldWriter::Write_gather_dimension_numbers() {
  using Numbers = pb::GatherDimensionNumbers;
  out_.Message(InstructionFields::gather_dimension_numbers, [&] {
    List(Numbers::offset_dims, AttributeKind::kOffsetDims);
    List(Numbers::collapsed_slice_dims, AttributeKind::kCollapsedSliceDims);
    List(Numbers::start_index_map, AttributeKind::kStartIndexMap);
    One<AttributeKind::kIndexVectorDim>(Numbers::index_vector_dim);
    List(Numbers::operand_batching_dims, AttributeKind::kOperandBatchingDims);
    List(Numbers::start_indices_batching_dims, AttributeKind::kStartIndicesBatchingDims);
  });
}

void FieldWriter::Write_scatter_dimension_numbers() {
  using Numbers = pb::ScatterDimensionNumbers;
  out_.Message(InstructionFields::scatter_dimension_numbers, [&] {
    List(Numbers::update_window_dims, AttributeKind::kUpdateWindowDims);
    List(Numbers::inserted_window_dims, AttributeKind::kInsertedWindowDims);
    List(Numbers::scatter_dims_to_operand_dims, AttributeKind::kScatterDimsToOperandDims);
    One<AttributeKind::kIndexVectorDim>(Numbers::index_vector_dim);
    List(Numbers::input_batching_dims, AttributeKind::kInputBatchingDims);
    List(Numbers::scatter_indices_batching_dims, AttributeKind::kScatterIndicesBatchingDims);
  });
}

// ---- Single opcodes.

void FieldWriter::Write_outfeed_shape() {
  if (const Attribute* attribute = Find(AttributeKind::kOutfeedShape)) {
    writer_.shapes.Write(InstructionFields::outfeed_shape, attribute->AsShape(), &out_);
  }
}

void FieldWriter::Write_channel_id() {
  const Attribute* channel = Find(AttributeKind::kChannelId);
  if (channel == nullptr) return;
  out_.FieldIf(Explicit(InstructionFields::channel_id),
               writer_.is_complete || channel->AsInt64() != 0, channel->AsInt64());
}
void FieldWriter::Write_comparison_direction() {
  One<AttributeKind::kDirection>(InstructionFields::comparison_direction);
}

void FieldWriter::Write_feature_group_count() {
  Count(InstructionFields::feature_group_count, AttributeKind::kFeatureGroupCount);
}
void FieldWriter::Write_batch_group_count() {
  Count(InstructionFields::batch_group_count, AttributeKind::kBatchGroupCount);
}

// One precision per operand; dots with further operands have two.
void FieldWriter::Write_precision_config() {
  using Precisions = pb::PrecisionConfig;
  const HloOpcode opcode = instruction_.opcode();
  const bool has_two = opcode == HloOpcode::kRaggedDot || opcode == HloOpcode::kScaledDot;
  const size_t operands = writer_.ids.OperandsWhenMade(instruction_);
  const size_t count = has_two ? 2 : operands;
  out_.Message(InstructionFields::precision_config, [&] {
    const Attribute* attribute = Find(AttributeKind::kOperandPrecision);
    const absl::Span<const Precision> given =
        attribute == nullptr ? absl::Span<const Precision>() : attribute->AsList<Precision>();
    out_.PackedFrom(
        Precisions::operand_precision, given.empty() ? count : given.size(), [&](size_t i) {
          return given.empty()
                     ? 0
                     : ProtoNumber(AttributeType::kPrecision, static_cast<int64_t>(given[i]));
        });
    One<AttributeKind::kAlgorithm>(Precisions::algorithm);
  });
}

void FieldWriter::Write_source_target_pairs() {
  const Attribute* attribute = Find(AttributeKind::kSourceTargetPairs);
  if (attribute == nullptr) return;
  for (const absl::Span<const int64_t> pair : attribute->AsList<absl::Span<const int64_t>>()) {
    out_.Message(InstructionFields::source_target_pairs, [&] {
      out_.Field(pb::SourceTarget::source, pair.empty() ? 0 : pair[0]);
      out_.Field(pb::SourceTarget::target, pair.size() < 2 ? 0 : pair[1]);
    });
  }
}

// The entry of XLA's proto is the side of the operand, which the text calls exit, and vice versa.
void FieldWriter::Write_domain_entry_sharding() {
  const auto* domain = instruction_.FindAttribute<Domain>(AttributeKind::kDomain);
  if (domain == nullptr) return;
  if (domain->exit != nullptr) {
    out_.Message(InstructionFields::domain_entry_sharding,
                 [&] { WriteSharding(*domain->exit, &out_); });
  }
  if (domain->entry != nullptr) {
    out_.Message(InstructionFields::domain_exit_sharding,
                 [&] { WriteSharding(*domain->entry, &out_); });
  }
}

void FieldWriter::Write_constrain_layout() {
  const Attribute* given = Find(AttributeKind::kConstrainLayout);
  out_.Field(InstructionFields::constrain_layout,
             (given != nullptr && given->AsBool()) ||
                 Find(AttributeKind::kOperandLayoutConstraints) != nullptr);
}

void FieldWriter::Write_operand_shapes_with_layout() {
  const Attribute* attribute = Find(AttributeKind::kOperandLayoutConstraints);
  if (attribute == nullptr) return;
  for (const Shape* shape : attribute->AsList<const Shape*>()) {
    writer_.shapes.Write(InstructionFields::operand_shapes_with_layout, *shape, &out_);
  }
}

void FieldWriter::Write_triangular_solve_options() {
  using Options = pb::TriangularSolveOptions;
  out_.Message(InstructionFields::triangular_solve_options, [&] {
    Flag(Options::left_side, AttributeKind::kLeftSide);
    Flag(Options::lower, AttributeKind::kLower);
    Flag(Options::unit_diagonal, AttributeKind::kUnitDiagonal);
    const Attribute* transpose = Find(AttributeKind::kTransposeA);
    const auto value = transpose == nullptr ? TriangularSolveTranspose::kInvalid
                                            : transpose->AsEnum<TriangularSolveTranspose>();
    out_.Field(Options::transpose_a,
               ProtoNumber(AttributeType::kTriangularSolveTranspose, static_cast<int64_t>(value)));
  });
}

void FieldWriter::Write_cholesky_options() {
  out_.Message(InstructionFields::cholesky_options,
               [&] { Flag(pb::CholeskyOptions::lower, AttributeKind::kLower); });
}

void FieldWriter::Write_output_operand_aliasing() {
  const auto* aliasing =
      instruction_.FindAttribute<OutputOperandAliasing>(AttributeKind::kOutputToOperandAliasing);
  if (aliasing != nullptr) out_.Field(InstructionFields::output_operand_aliasing, aliasing->pairs);
}

void FieldWriter::Write_custom_call_api_version() {
  const Attribute* attribute = Find(AttributeKind::kApiVersion);
  const auto version = attribute == nullptr ? CustomCallApiVersion::kOriginal
                                            : attribute->AsEnum<CustomCallApiVersion>();
  out_.Field(InstructionFields::custom_call_api_version,
             ProtoNumber(AttributeType::kCustomCallApiVersion, static_cast<int64_t>(version)));
}

void FieldWriter::Write_async_execution_thread() {
  if (instruction_.opcode() != HloOpcode::kAsyncStart) return;
  const std::string_view thread = AsyncExecutionThread(instruction_);
  if (thread != "main") out_.Field(InstructionFields::async_execution_thread, thread);
}

// The form in the text decides which of three fields is written.
void FieldWriter::WriteGroups(ReplicaGroups::Kind kind) {
  const auto* given = instruction_.FindAttribute<ReplicaGroups>(AttributeKind::kReplicaGroups);
  const ReplicaGroups& groups = given == nullptr ? kNoGroups : *given;
  if (groups.kind == kind) WriteReplicaGroups(groups, &out_);
}
void FieldWriter::Write_collective_device_list() { WriteGroups(ReplicaGroups::Kind::kList); }
void FieldWriter::Write_iota_collective_device_list() { WriteGroups(ReplicaGroups::Kind::kIota); }
void FieldWriter::Write_mesh_axes_replica_group_list() { WriteGroups(ReplicaGroups::Kind::kMesh); }

void FieldWriter::Write_is_associative() {
  const Attribute* attribute = Find(AttributeKind::kIsAssociative);
  if (attribute == nullptr) return;
  constexpr int kTrue = 1, kFalse = 2;
  out_.Field(InstructionFields::is_associative, attribute->AsBool() ? kTrue : kFalse);
}

void FieldWriter::Write_comparison_order() {
  const Attribute* attribute = Find(AttributeKind::kOrder);
  auto order = ComparisonOrder::kTotal;
  if (attribute != nullptr) {
    order = attribute->AsEnum<ComparisonOrder>();
  } else if (instruction_.operand_count() > 0) {
    order = DefaultComparisonOrder(instruction_.operand(0)->shape().element_type());
  }
  out_.Field(InstructionFields::comparison_order,
             EnumValue{AttributeType::kComparisonOrder, static_cast<int64_t>(order)}.word());
}

void FieldWriter::Write_shuffle_mode() {
  out_.Message(InstructionFields::shuffle_mode, [&] {
    out_.Message(pb::ShuffleMode::rotate,
                 [&] { List(pb::ShuffleMode_Rotate::shifts, AttributeKind::kShifts); });
  });
}

}  // namespace

void InstructionWriter::Write(const HloInstruction& instruction) {
  FieldWriter writer(*this, instruction);
  writer.WriteHead();
  for (const InstructionFieldUse& use :
       FieldsOf(instruction.opcode()).subspan(FieldWriter::kHeadFields)) {
    if (use.only_with != AttributeKind::kUnknown && !writer.Has(use.only_with)) continue;
    writer.Write(use.field);
  }
}

}  // namespace hlo_text_v1::internal
