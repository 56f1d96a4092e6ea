// A value prints by its AttributeType. Metadata that was read in canonical form is copied from the
// source: it is most of the bytes of a real dump.
#include "src/print/attribute_printer.h"

#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/sharding.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/print/unknown_printer.h"

namespace hlo {

using internal::IrAccess;

void AttributePrinter::PrintAll(const HloInstruction& instruction) {
  for (const Attribute& attribute : instruction.attributes()) Print(attribute);
}

namespace {

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

}  // namespace

void AttributePrinter::PrintSugaredStart(const HloInstruction& start, const HloInstruction& wrapped,
                                         bool all_of_wrapped) {
  const Attribute* thread = start.FindAttribute(AttributeKind::kAsyncExecutionThread);
  if (thread != nullptr) Print(*thread);
  for (const Attribute& attribute : wrapped.attributes()) {
    if (IsShownOfWrapped(attribute.kind(), start, all_of_wrapped)) Print(attribute);
  }
  for (const Attribute& attribute : start.attributes()) {
    const AttributeKind kind = attribute.kind();
    if (kind != AttributeKind::kAsyncExecutionThread && kind != AttributeKind::kCalls) {
      Print(attribute);
    }
  }
}

void AttributePrinter::Print(const Attribute& attribute) {
  if (attribute.kind() == AttributeKind::kMetadata) {
    PrintMetadata(attribute);
    return;
  }
  if (attribute.kind() == AttributeKind::kUnknownOpcode) return;
  out_->Append(", ");
  out_->Append(attribute.name());
  out_->Append('=');
  PrintValue(attribute);
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

void AttributePrinter::PrintName(uint32_t symbol) {
  out_->Append('%');
  out_->Append(symbols_.Text(symbol));
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
      PrintName(IrAccess::Name(attribute.AsComputation()));
      return;
    case AttributeType::kComputationList:
      PrintList<HloComputation*>(
          attribute.AsList<HloComputation*>(), ", ",
          [this](const HloComputation* callee) { PrintName(IrAccess::Name(callee)); });
      return;
    case AttributeType::kInstructionList:
      PrintList<HloInstruction*>(attribute.AsList<HloInstruction*>(), ", ",
                                 [this](const HloInstruction* i) { PrintName(IrAccess::Name(i)); });
      return;
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
    case AttributeType::kUnknown:
      return AppendUnknownText(attribute.As<UnknownAttribute>().value, symbols_, out);
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
      return AppendSharding(attribute.As<HloSharding>(), /*print_metadata=*/true, out);
    case AttributeType::kReplicaGroups:
      return AppendReplicaGroups(attribute.As<ReplicaGroups>(), /*full=*/false, out);
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

}  // namespace hlo
