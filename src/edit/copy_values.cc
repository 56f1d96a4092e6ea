// One function a type. Trees (literals of tuples, shardings, original values) are copied with a
// stack of their own, since they may be as deep as the text.
#include "src/edit/copy_values.h"

#include <utility>
#include <vector>

#include "src/parse/values/attribute_value_parser.h"

namespace hlo {

std::string_view ValueCopier::Copy(std::string_view text) {
  const std::less_equal<> not_after;
  if (!source_copy.empty() && not_after(source.data(), text.data()) &&
      not_after(text.data() + text.size(), source.data() + source.size())) {
    return source_copy.substr(static_cast<size_t>(text.data() - source.data()), text.size());
  }
  return arena_.CopyString(text);
}

Attribute ValueCopier::Copy(const Attribute& attribute) {
  if (attribute.kind() == AttributeKind::kMetadata) return CopyMetadata(attribute);
  Attribute copy = CopyValue(attribute);
  if (!other_source) {
    copy.SetRaw(attribute.raw_begin(), attribute.raw_size(), attribute.raw_is_canonical());
  }
  copy.set_rank(attribute.rank());
  return copy;
}

Attribute ValueCopier::CopyMetadata(const Attribute& attribute) {
  Attribute copy = attribute;
  if (!attribute.raw_is_canonical()) {
    copy = Attribute::Pointer(attribute.kind(),
                              arena_.New<OpMetadata>(Copy(attribute.As<OpMetadata>())));
    if (!other_source) copy.SetRaw(attribute.raw_begin(), attribute.raw_size(), false);
  } else if (other_source) {
    OpMetadata metadata =
        UnpackMetadata(source.substr(attribute.raw_begin(), attribute.raw_size()));
    metadata.stack_frame_id = attribute.raw_stack_frame_id();
    copy = Attribute::Pointer(attribute.kind(), arena_.New<OpMetadata>(Copy(metadata)));
  }
  copy.set_rank(attribute.rank());
  return copy;
}

Attribute ValueCopier::CopyValue(const Attribute& attribute) {
  const AttributeKind kind = attribute.kind();
  switch (attribute.info().type) {
    case AttributeType::kString:
    case AttributeType::kRawString:
    case AttributeType::kStringOrDict:
      return Attribute::String(kind, Copy(attribute.AsString()));
    case AttributeType::kInt64List:
      return List<int64_t>(attribute);
    case AttributeType::kInt64ListList:
      return List<absl::Span<const int64_t>>(attribute);
    case AttributeType::kBoolList:
      return List<bool>(attribute);
    case AttributeType::kPrecisionList:
      return List<Precision>(attribute);
    case AttributeType::kShape:
      return Attribute::Pointer(kind, Copy(&attribute.AsShape()));
    case AttributeType::kShapeList:
      return List<const Shape*>(attribute);
    case AttributeType::kComputation:
      return Attribute::Pointer(kind, Copy(attribute.AsComputation()));
    case AttributeType::kComputationList:
      return List<HloComputation*>(attribute);
    case AttributeType::kInstructionList:
      return List<HloInstruction*>(attribute);
    case AttributeType::kLiteral:
      return Struct<Literal>(attribute);
    case AttributeType::kWindow:
      return Struct<Window>(attribute);
    case AttributeType::kDimLabels:
      return Struct<ConvolutionDimensionNumbers>(attribute);
    case AttributeType::kPaddingConfig:
      return Struct<PaddingConfig>(attribute);
    case AttributeType::kSliceRanges:
      return Struct<SliceRanges>(attribute);
    case AttributeType::kSharding:
      return Attribute::Pointer(kind, CopyShared(&attribute.As<HloSharding>()));
    case AttributeType::kReplicaGroups:
      return Attribute::Pointer(kind, CopyShared(&attribute.As<ReplicaGroups>()));
    case AttributeType::kOutputOperandAliasing:
      return Struct<OutputOperandAliasing>(attribute);
    case AttributeType::kDomain:
      return Struct<Domain>(attribute);
    case AttributeType::kFrontendAttributes:
      return Struct<FrontendAttributes>(attribute);
    case AttributeType::kStatistics:
      return Struct<Statistics>(attribute);
    case AttributeType::kSparsityConfig:
      return Struct<SparsityConfig>(attribute);
    case AttributeType::kBlockScalingConfig:
      return Struct<BlockScalingConfig>(attribute);
    case AttributeType::kResultAccuracy:
      return Struct<ResultAccuracy>(attribute);
    case AttributeType::kOriginalValue:
      return Struct<OriginalValue>(attribute);
    case AttributeType::kUnknown:
      return Struct<UnknownAttribute>(attribute);
    case AttributeType::kUnknownOpcode:
      return Struct<UnknownOpcode>(attribute);
    default:  // numbers and enumerations are in the attribute itself
      return attribute;
  }
}

// ---- Trees. A node is copied with its span of children uninitialised; then the children follow.

Literal ValueCopier::Copy(const Literal& literal) {
  Literal root;
  std::vector<std::pair<const Literal*, Literal*>> stack = {{&literal, &root}};
  while (!stack.empty()) {
    const auto [from, to] = stack.back();
    stack.pop_back();
    const Shape* shape = Copy(&from->shape());
    const absl::Span<const Literal> elements = from->elements();
    if (shape->IsTuple()) {
      Literal* copies = elements.empty() ? nullptr : arena_.NewArray<Literal>(elements.size());
      for (size_t i = 0; i < elements.size(); ++i) stack.emplace_back(&elements[i], &copies[i]);
      new (to) Literal(
          Literal::Tuple(shape, absl::MakeConstSpan(copies, elements.size()), from->is_elided()));
    } else if (from->is_elided()) {
      new (to) Literal(Literal::Elided(shape));
    } else {
      new (to) Literal(Literal::Array(shape, arena_.CopySpan(from->bytes())));
    }
  }
  return root;
}

HloSharding ValueCopier::Copy(const HloSharding& sharding) {
  HloSharding root;
  std::vector<std::pair<const HloSharding*, HloSharding*>> stack = {{&sharding, &root}};
  while (!stack.empty()) {
    const auto [from, to] = stack.back();
    stack.pop_back();
    HloSharding copy = *from;
    copy.tiles = Copy(from->tiles);
    copy.subgroup_types = arena_.CopySpan(from->subgroup_types);
    copy.metadata = CopyEach(from->metadata);
    if (from->named != nullptr) copy.named = CopyShared(from->named);
    const absl::Span<const HloSharding> elements = from->elements;
    auto* copies = elements.empty() ? nullptr : arena_.NewArray<HloSharding>(elements.size());
    for (size_t i = 0; i < elements.size(); ++i) stack.emplace_back(&elements[i], &copies[i]);
    copy.elements = absl::MakeConstSpan(copies, elements.size());
    new (to) HloSharding(copy);
  }
  return root;
}

OriginalValue ValueCopier::Copy(const OriginalValue& value) {
  using Node = OriginalValue::Node;
  OriginalValue result = value;
  result.call_hierarchy = Copy(value.call_hierarchy);
  std::vector<std::pair<const Node*, Node*>> stack = {{&value.root, &result.root}};
  while (!stack.empty()) {
    const auto [from, to] = stack.back();
    stack.pop_back();
    Node copy = *from;
    copy.array = Copy(from->array);
    const absl::Span<const Node> children = from->children;
    auto* copies = children.empty() ? nullptr : arena_.NewArray<Node>(children.size());
    for (size_t i = 0; i < children.size(); ++i) stack.emplace_back(&children[i], &copies[i]);
    copy.children = absl::MakeConstSpan(copies, children.size());
    new (to) Node(copy);
  }
  return result;
}

// ---- Values of attributes.

OpMetadata ValueCopier::Copy(const OpMetadata& metadata) {
  OpMetadata copy = metadata;
  for (std::string_view OpMetadata::* text :
       {&OpMetadata::op_type, &OpMetadata::op_name, &OpMetadata::source_file,
        &OpMetadata::deduplicated_name, &OpMetadata::scheduling_name,
        &OpMetadata::metadata_payload}) {
    copy.*text = Copy(metadata.*text);
  }
  copy.profile_type = arena_.CopySpan(metadata.profile_type);
  if (copy.stack_frame_id != 0) {
    copy.stack_frame_id = ShiftStackFrame(copy.stack_frame_id, stack_frame_offset);
  }
  return copy;
}

FrontendAttribute ValueCopier::Copy(const FrontendAttribute& attribute) {
  return {Copy(attribute.key), Copy(attribute.value)};
}

FrontendAttributes ValueCopier::Copy(const FrontendAttributes& attributes) {
  return {CopyEach(attributes.entries)};
}

OutputOperandAlias ValueCopier::Copy(const OutputOperandAlias& alias) {
  return {Copy(alias.output_index), alias.operand_number, Copy(alias.operand_index)};
}

OutputOperandAliasing ValueCopier::Copy(const OutputOperandAliasing& aliasing) {
  return {CopyEach(aliasing.pairs)};
}

Statistic ValueCopier::Copy(const Statistic& statistic) {
  return {Copy(statistic.name), statistic.value};
}

Statistics ValueCopier::Copy(const Statistics& statistics) {
  return {statistics.visualizing_index, CopyEach(statistics.values)};
}

OriginalArray ValueCopier::Copy(const OriginalArray& array) {
  return {Copy(array.instruction_name), Copy(array.shape_index)};
}

Window ValueCopier::Copy(const Window& window) { return {arena_.CopySpan(window.dimensions)}; }

ConvolutionDimensionNumbers ValueCopier::Copy(const ConvolutionDimensionNumbers& numbers) {
  ConvolutionDimensionNumbers copy = numbers;
  copy.input_spatial_dimensions = Copy(numbers.input_spatial_dimensions);
  copy.kernel_spatial_dimensions = Copy(numbers.kernel_spatial_dimensions);
  copy.output_spatial_dimensions = Copy(numbers.output_spatial_dimensions);
  return copy;
}

PaddingConfig ValueCopier::Copy(const PaddingConfig& padding) {
  return {arena_.CopySpan(padding.dimensions)};
}

SliceRanges ValueCopier::Copy(const SliceRanges& ranges) {
  return {arena_.CopySpan(ranges.dimensions)};
}

Domain ValueCopier::Copy(const Domain& domain) {
  return {CopyShared(domain.entry), CopyShared(domain.exit)};
}

TensorBlockScaling ValueCopier::Copy(const TensorBlockScaling& scaling) {
  TensorBlockScaling copy = scaling;
  copy.strides = Copy(scaling.strides);
  copy.steps = Copy(scaling.steps);
  return copy;
}

BlockScalingConfig ValueCopier::Copy(const BlockScalingConfig& config) {
  return {Copy(config.lhs), Copy(config.rhs)};
}

// ---- Shardings.

MeshAxis ValueCopier::Copy(const MeshAxis& axis) { return {Copy(axis.name), axis.size}; }

TileAssignment ValueCopier::Copy(const TileAssignment& tiles) {
  TileAssignment copy = tiles;
  copy.dimensions = Copy(tiles.dimensions);
  copy.iota.reshape_dims = Copy(tiles.iota.reshape_dims);
  copy.iota.transpose_perm = arena_.CopySpan(tiles.iota.transpose_perm);
  copy.devices = Copy(tiles.devices);
  return copy;
}

Mesh ValueCopier::Copy(const Mesh& mesh) {
  Mesh copy = mesh;
  copy.axes = CopyEach(mesh.axes);
  copy.devices = Copy(mesh.devices);
  return copy;
}

NamedSharding::Dimension ValueCopier::Copy(const NamedSharding::Dimension& dimension) {
  return {arena_.CopySpan(dimension.axes), dimension.is_open};
}

NamedSharding ValueCopier::Copy(const NamedSharding& sharding) {
  NamedSharding copy = sharding;
  copy.mesh = Copy(sharding.mesh);
  copy.dimensions = CopyEach(sharding.dimensions);
  copy.replicated = arena_.CopySpan(sharding.replicated);
  copy.unreduced = arena_.CopySpan(sharding.unreduced);
  copy.manual = arena_.CopySpan(sharding.manual);
  return copy;
}

ReplicaGroups ValueCopier::Copy(const ReplicaGroups& groups) {
  ReplicaGroups copy = groups;
  copy.groups = CopyEach(groups.groups);
  copy.iota = Copy(groups.iota);
  copy.mesh = Copy(groups.mesh);
  copy.axes = arena_.CopySpan(groups.axes);
  return copy;
}

// ---- The module's own.

InputOutputAlias ValueCopier::Copy(const InputOutputAlias& alias) {
  InputOutputAlias copy = alias;
  copy.output_index = Copy(alias.output_index);
  copy.parameter_index = Copy(alias.parameter_index);
  return copy;
}

BufferDonor ValueCopier::Copy(const BufferDonor& donor) {
  return {donor.parameter_number, Copy(donor.parameter_index)};
}

DebugAttributesEntry ValueCopier::Copy(const DebugAttributesEntry& entry) {
  return {Copy(entry.array), arena_.CopySpan(entry.attributes)};
}

// ---- Unknown words; names in them follow what they name.

UnknownText ValueCopier::Copy(const UnknownText& text) {
  auto* references =
      text.references.empty() ? nullptr : arena_.NewArray<NameReference>(text.references.size());
  for (size_t i = 0; i < text.references.size(); ++i) {
    NameReference* copy = new (&references[i]) NameReference(text.references[i]);
    const bool is_computation = copy->computation != nullptr;
    copy->computation = CopyNamed(copy->computation);
    copy->instruction = CopyNamed(copy->instruction);
    if (!is_computation || copy->computation != nullptr) continue;
    copy->instruction = nullptr;  // the name meant the computation
    copy->is_earlier = false;
  }
  return {Copy(text.text), absl::MakeConstSpan(references, text.references.size())};
}

UnknownAttribute ValueCopier::Copy(const UnknownAttribute& attribute) {
  return {Copy(attribute.name), Copy(attribute.value), Copy(attribute.after)};
}

UnknownOperand ValueCopier::Copy(const UnknownOperand& operand) {
  return {operand.is_instruction, Copy(operand.text)};
}

UnknownOpcode ValueCopier::Copy(const UnknownOpcode& opcode) {
  return {Copy(opcode.name), CopyEach(opcode.operands)};
}

HloModuleConfig ValueCopier::Copy(
    const HloModuleConfig& config,
    const std::function<const HloModule*(const HloModule*)>& map_module) {
  HloModuleConfig copy = config;
  copy.input_output_alias = CopyEach(config.input_output_alias);
  copy.buffer_donor = CopyEach(config.buffer_donor);
  copy.entry_computation_layout = {CopyEach(config.entry_computation_layout.parameters),
                                   Copy(config.entry_computation_layout.result)};
  copy.allow_spmd_sharding_propagation_to_parameters =
      arena_.CopySpan(config.allow_spmd_sharding_propagation_to_parameters);
  copy.allow_spmd_sharding_propagation_to_output =
      arena_.CopySpan(config.allow_spmd_sharding_propagation_to_output);
  copy.frontend_attributes = Copy(config.frontend_attributes);
  copy.backend_config = Copy(config.backend_config);
  copy.unknown_attributes = CopyEach(config.unknown_attributes);
  std::vector<OriginRecovery> recoveries;
  for (const OriginRecovery& recovery : config.origin_recovery_table) {
    recoveries.push_back({Copy(recovery.replaced), Copy(recovery.replacing),
                          recovery.module == nullptr ? nullptr : map_module(recovery.module)});
  }
  copy.origin_recovery_table = arena_.CopySpan(absl::MakeConstSpan(recoveries));
  copy.debug_attributes = CopyEach(config.debug_attributes);
  return copy;
}

StackFrameTables ValueCopier::Copy(const StackFrameTables& tables) {
  StackFrameTables copy = tables;
  for (std::string_view& name : copy.file_names) name = Copy(name);
  for (std::string_view& name : copy.function_names) name = Copy(name);
  return copy;
}

}  // namespace hlo
