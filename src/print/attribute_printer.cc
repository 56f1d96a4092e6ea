// A value prints by its AttributeType. Metadata that was read in canonical form is copied from the
// source: it is most of the bytes of a real dump.
#include "src/print/attribute_printer.h"

#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/sharding.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/stack_frames.h"
#include "src/print/unknown_printer.h"
#include "src/text/sorted_json.h"

namespace hlo {

using internal::IrAccess;

namespace {

bool IsCallee(AttributeType type) {
  return type == AttributeType::kComputation || type == AttributeType::kComputationList;
}

// What print_extra_attributes is about: an opcode's own, but for what XLA prints with the callees.
bool IsExtra(AttributeKind kind) {
  if (kind == AttributeKind::kParameterReplication) return true;
  return !IsTailAttribute(kind) && !IsCallee(GetAttributeInfo(kind).type) &&
         kind != AttributeKind::kIsComposite;
}

// Whether a sugared start shows `kind` of its wrapped instruction.
bool IsShownOfWrapped(AttributeKind kind, const HloInstruction& start, bool all_of_wrapped) {
  if (!IsTailAttribute(kind) || kind == AttributeKind::kResultAccuracy) return true;  // and unknown
  switch (kind) {
    case AttributeKind::kSharding:
    case AttributeKind::kControlPredecessors:
    case AttributeKind::kStatistics:
      return all_of_wrapped;
    case AttributeKind::kFrontendAttributes:
      return all_of_wrapped && start.FindAttribute(kind) == nullptr;
    default:
      return false;
  }
}

// With bodies in place some callees have another name. XLA HloInstruction::PrintExtraAttributes.
std::string_view BodyKeyword(const HloInstruction& instruction, const Attribute& attribute) {
  const bool is_calls =
      instruction.opcode() == HloOpcode::kReduceScatter || instruction.opcode() == HloOpcode::kScan;
  return is_calls ? "calls" : attribute.name();
}

}  // namespace

AttributePrinter::AttributePrinter(const HloModule& module, const PrintOptions& options,
                                   NamePrinter* names, TextWriter* out, BodyPrinter* bodies)
    : module_(module),
      source_(module.source()),
      options_(options),
      names_(*names),
      out_(out),
      bodies_(bodies) {
  for (int i = 0; i < kActionCount; ++i) {
    actions_[i] = ActionOf(static_cast<AttributeKind>(i));
  }
}

AttributePrinter::Action AttributePrinter::ActionOf(AttributeKind kind) const {
  const auto print_if = [](bool shown) { return shown ? Action::kPrint : Action::kOmit; };
  if (IsExtra(kind) && !options_.print_extra_attributes) return Action::kOmit;
  if (IsCallee(GetAttributeInfo(kind).type)) {
    switch (options_.print_subcomputation_mode) {
      case SubcomputationMode::kOff:
        return Action::kOmit;
      case SubcomputationMode::kNameOnly:
        return Action::kPrint;
      case SubcomputationMode::kFullBodies:
        return Action::kBodies;
      case SubcomputationMode::kNonSequentialBodies:
        return Action::kOmitOfSequential;
    }
  }
  switch (kind) {
    case AttributeKind::kUnknownOpcode:
      return Action::kOmit;
    case AttributeKind::kMetadata:
      if (!options_.print_metadata) return Action::kOmit;
      return options_.print_metadata_only_op_name || options_.print_inline_stack_frames
                 ? Action::kMetadataField
                 : Action::kMetadata;
    case AttributeKind::kBackendConfig:
      if (!options_.print_backend_config) return Action::kOmit;
      return options_.sort_backend_config ? Action::kSortedConfig : Action::kPrint;
    case AttributeKind::kChannelId:
      return options_.print_channel_id ? Action::kPrint : Action::kHideNumber;
    case AttributeKind::kInfeedConfig:
    case AttributeKind::kOutfeedConfig:
      return print_if(options_.print_infeed_outfeed_config);
    case AttributeKind::kOrigin:
      return print_if(options_.print_original_value);
    case AttributeKind::kFrontendAttributes:
      return print_if(options_.print_frontend_attributes);
    case AttributeKind::kControlPredecessors:
      return print_if(options_.print_control_dependencies);
    case AttributeKind::kParameterReplication:
      return print_if(options_.print_ids);
    default:
      return Action::kPrint;
  }
}

void AttributePrinter::PrintAll(const HloInstruction& instruction) {
  for (const Attribute& attribute : instruction.attributes()) PrintAs(instruction, attribute);
}

void AttributePrinter::PrintSugaredStart(const HloInstruction& start,
                                         const HloInstruction& wrapped) {
  const bool as_xla = options_.async_mode == AsyncPrintMode::kXla;
  const Attribute* thread = start.FindAttribute(AttributeKind::kAsyncExecutionThread);
  if (thread != nullptr) PrintAs(start, *thread);
  // XLA's way to hide the wrapped instruction's frontend attributes hides those of its bodies too,
  // up to the next start.
  const Action around = frontend_attributes_action();
  if (as_xla) {
    frontend_attributes_action() =
        start.FindAttribute(AttributeKind::kFrontendAttributes) != nullptr
            ? Action::kOmit
            : ActionOf(AttributeKind::kFrontendAttributes);
  }
  for (const Attribute& attribute : wrapped.attributes()) {
    if (!options_.print_extra_attributes) break;
    if (IsShownOfWrapped(attribute.kind(), start, as_xla)) PrintAs(wrapped, attribute);
  }
  frontend_attributes_action() = around;
  // XLA shows the wrapped computation behind its instruction, if it shows bodies.
  const bool hides_calls =
      !as_xla || options_.print_subcomputation_mode != SubcomputationMode::kFullBodies;
  for (const Attribute& attribute : start.attributes()) {
    const AttributeKind kind = attribute.kind();
    if (kind == AttributeKind::kAsyncExecutionThread) continue;
    if (kind == AttributeKind::kCalls && hides_calls) continue;
    PrintAs(start, attribute);
  }
}

void AttributePrinter::PrintAs(const HloInstruction& instruction, const Attribute& attribute) {
  switch (actions_[static_cast<int>(attribute.kind())]) {
    case Action::kPrint:
      return Print(attribute);
    case Action::kMetadata:
      return PrintMetadata(attribute);
    case Action::kOmit:
      return;
    case Action::kMetadataField:
      return PrintChangedMetadata(instruction);
    case Action::kOmitOfSequential:
      if (instruction.opcode() == HloOpcode::kCall || instruction.opcode() == HloOpcode::kWhile ||
          instruction.opcode() == HloOpcode::kConditional) {
        return;
      }
      return PrintBodies(instruction, attribute);
    case Action::kBodies:
      return PrintBodies(instruction, attribute);
    case Action::kHideNumber:
      out_->Append(", ");
      out_->Append(attribute.name());
      out_->Append("=_");
      return;
    case Action::kSortedConfig:
      scratch_.clear();
      AppendStringOrDict(SortedJson(attribute.AsString()), &scratch_);
      out_->Append(", backend_config=");
      out_->Append(scratch_);
      return;
    case Action::kNoted:
      return PrintNoted(instruction, attribute);
  }
}

void AttributePrinter::Print(const Attribute& attribute) {
  if (attribute.kind() == AttributeKind::kMetadata) return PrintMetadata(attribute);
  out_->Append(", ");
  out_->Append(attribute.name());
  out_->Append('=');
  PrintValue(attribute);
}

void AttributePrinter::PrintBodies(const HloInstruction& instruction, const Attribute& attribute) {
  if (!bodies_->HasRoom()) return Print(attribute);
  out_->Append(", ");
  out_->Append(BodyKeyword(instruction, attribute));
  if (attribute.info().type == AttributeType::kComputation) {
    out_->Append("=\n");
    bodies_->PrintBody(*attribute.AsComputation());
    return;
  }
  std::string_view separator = "={\n";
  for (const HloComputation* callee : attribute.AsList<HloComputation*>()) {
    out_->Append(separator);
    bodies_->PrintBody(*callee);
    separator = ",\n";
  }
  out_->Append("\n}");
}

void AttributePrinter::PrintMetadata(const Attribute& attribute) {
  if (!attribute.raw_is_canonical()) {
    const auto& metadata = attribute.As<OpMetadata>();
    if (!MetadataIsPrinted(metadata)) return;
    scratch_.clear();
    AppendMetadataFields(metadata, &scratch_);
    out_->Append(", metadata={");
    out_->Append(scratch_);
    out_->Append('}');
    return;
  }
  out_->Append(", metadata=");
  const std::string_view raw = source_.substr(attribute.raw_begin(), attribute.raw_size());
  if (attribute.raw_stack_frame_offset() == 0) {
    out_->Append(raw);
    return;
  }
  // The number of the frame may have changed when the tables were rebuilt.
  size_t digits_end = attribute.raw_stack_frame_offset();
  out_->Append(raw.substr(0, digits_end));
  out_->AppendInt(attribute.raw_stack_frame_id());
  while (raw[digits_end] != ' ' && raw[digits_end] != '}') ++digits_end;
  out_->Append(raw.substr(digits_end));
}

void AttributePrinter::PrintChangedMetadata(const HloInstruction& instruction) {
  OpMetadata metadata = instruction.metadata();
  if (!MetadataIsPrinted(metadata)) return;
  if (options_.print_inline_stack_frames) InlineStackFrame(module_.stack_frames(), &metadata);
  if (options_.print_metadata_only_op_name) {
    const std::string_view op_name = metadata.op_name;
    metadata = OpMetadata();
    metadata.op_name = op_name;
  }
  scratch_.clear();
  AppendMetadataFields(metadata, &scratch_);
  out_->Append(", metadata={");
  out_->Append(scratch_);
  out_->Append('}');
}

template <typename T, typename PrintItem>
void AttributePrinter::PrintList(absl::Span<const T> values, std::string_view separator,
                                 PrintItem print_item) {
  out_->Append('{');
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out_->Append(separator);
    print_item(values[i]);
  }
  out_->Append('}');
}

void AttributePrinter::PrintInt64List(absl::Span<const int64_t> values) {
  PrintList<int64_t>(values, ",", [this](int64_t value) { out_->AppendInt(value); });
}

void AttributePrinter::PrintValue(const Attribute& attribute) {
  switch (attribute.info().type) {
    case AttributeType::kBool:
      out_->Append(attribute.AsBool() ? "true" : "false");
      return;
    case AttributeType::kInt32:
    case AttributeType::kInt64:
      out_->AppendInt(attribute.AsInt64());
      return;
    case AttributeType::kInt64List:
      PrintInt64List(attribute.AsInt64List());
      return;
    case AttributeType::kInt64ListList:
      PrintList<absl::Span<const int64_t>>(
          attribute.AsList<absl::Span<const int64_t>>(), ",",
          [this](absl::Span<const int64_t> values) { PrintInt64List(values); });
      return;
    case AttributeType::kComputation:
      names_.Print(IrAccess::Name(attribute.AsComputation()));
      return;
    case AttributeType::kComputationList:
      PrintList<HloComputation*>(
          attribute.AsList<HloComputation*>(), ", ",
          [this](const HloComputation* callee) { names_.Print(IrAccess::Name(callee)); });
      return;
    case AttributeType::kInstructionList:
      PrintList<HloInstruction*>(
          attribute.AsList<HloInstruction*>(), ", ",
          [this](const HloInstruction* i) { names_.Print(IrAccess::Name(i)); });
      return;
    case AttributeType::kUnknown:
      return PrintUnknownText(attribute.As<UnknownAttribute>().value, &names_, out_);
    case AttributeType::kBoolList:
      PrintList<bool>(attribute.AsList<bool>(), ",",
                      [this](bool value) { out_->Append(value ? "true" : "false"); });
      return;
    default:
      scratch_.clear();
      PrintStructured(attribute);
      out_->Append(scratch_);
      return;
  }
}

// Values that have an Append function to a string; fills scratch_.
void AttributePrinter::PrintStructured(const Attribute& attribute) {
  std::string* out = &scratch_;
  switch (attribute.info().type) {
    case AttributeType::kFloat:
      return AppendSixDigits(attribute.AsDouble(), out);
    case AttributeType::kString:
      out->push_back('"');
      AppendCEscaped(attribute.AsString(), out);
      out->push_back('"');
      return;
    case AttributeType::kRawString:
      out->push_back('"');
      out->append(attribute.AsString());
      out->push_back('"');
      return;
    case AttributeType::kStringOrDict:
      return AppendStringOrDict(attribute.AsString(), out);
    case AttributeType::kShape:
      return AppendShape(attribute.AsShape(), /*with_layout=*/true, out);
    case AttributeType::kShapeList: {
      const char* separator = "{";
      for (const Shape* shape : attribute.AsList<const Shape*>()) {
        out->append(separator);
        AppendShape(*shape, /*with_layout=*/true, out);
        separator = ", ";
      }
      out->append(attribute.AsList<const Shape*>().empty() ? "{}" : "}");
      return;
    }
    case AttributeType::kPrecisionList: {
      const EnumTypeInfo& words = GetEnumTypeInfo(AttributeType::kPrecision);
      const char* separator = "{";
      for (Precision precision : attribute.AsList<Precision>()) {
        out->append(separator);
        out->append(words.words[static_cast<size_t>(precision)]);
        separator = ",";
      }
      out->push_back('}');
      return;
    }
    case AttributeType::kLiteral:
      return AppendLiteralWithShape(attribute.As<Literal>(), out);
    case AttributeType::kWindow:
      return AppendWindow(attribute.As<Window>(), out);
    case AttributeType::kDimLabels:
      return AppendDimLabels(attribute.As<ConvolutionDimensionNumbers>(), out);
    case AttributeType::kPaddingConfig:
      return AppendPaddingConfig(attribute.As<PaddingConfig>(), out);
    case AttributeType::kSliceRanges:
      return AppendSliceRanges(attribute.As<SliceRanges>(), out);
    case AttributeType::kSharding:
      return AppendSharding(attribute.As<HloSharding>(), options_.print_metadata, out);
    case AttributeType::kReplicaGroups:
      return AppendReplicaGroups(attribute.As<ReplicaGroups>(),
                                 options_.print_full_replica_group_list, out);
    case AttributeType::kOutputOperandAliasing:
      return AppendOutputOperandAliasing(attribute.As<OutputOperandAliasing>(), out);
    case AttributeType::kDomain:
      return AppendDomain(attribute.As<Domain>(), out);
    case AttributeType::kFrontendAttributes:
      return AppendFrontendAttributes(attribute.As<FrontendAttributes>(), out);
    case AttributeType::kStatistics:
      return AppendStatistics(attribute.As<Statistics>(), out);
    case AttributeType::kSparsityConfig:
      return AppendSparsityConfig(attribute.As<SparsityConfig>(), out);
    case AttributeType::kBlockScalingConfig:
      return AppendBlockScalingConfig(attribute.As<BlockScalingConfig>(), out);
    case AttributeType::kResultAccuracy:
      return AppendResultAccuracy(attribute.As<ResultAccuracy>(), out);
    case AttributeType::kOriginalValue:
      return AppendOriginalValue(attribute.As<OriginalValue>(), out);
    default:  // the enumerations
      out->append(
          GetEnumTypeInfo(attribute.info().type).words[static_cast<size_t>(attribute.AsInt64())]);
      return;
  }
}

std::string PrintHloAttribute(const HloModule& module, const Attribute& attribute) {
  std::string text;
  TextWriter writer(&text);
  const PrintOptions options;
  NamePrinter names(IrAccess::StateOf(module).symbols, options, &writer);
  AttributePrinter(module, options, &names, &writer).Print(attribute);
  writer.Flush();
  return text.erase(0, 2);  // ", "
}

}  // namespace hlo
