// A value prints by its AttributeType. Canonical metadata, most of the bytes of a real dump, is
// copied from the source. In kept text, references to nothing or to removed things print as they
// were read. Names that are changed or recorded on output are here too.
#include "src/print/attribute_printer.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/ir/attribute_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/packed_metadata.h"
#include "src/ir/stack_frames.h"
#include "src/ir/visit_attribute.h"
#include "src/print/name_printer.h"
#include "src/text/sorted_json.h"
#include "src/text/value_text.h"

namespace hlo_text_v1::internal {

// ---- Names.

void NamePrinter::PrintUnusual(const HloInstruction& instruction) {
  const size_t begin = out_.size();
  if (canonical_) {
    out_.Append("tmp_");
    out_.AppendInt(numbers_.NumberOf(instruction));
  } else {
    PrintPlain(Node(&instruction).name);
  }
  if (marks_ == nullptr) return;
  marks_->push_back({PrintMark::Kind::kInstruction, begin, out_.size(), &instruction, 0, nullptr});
}

void NamePrinter::PrintNoted(uint32_t symbol) {
  const size_t begin = out_.size();
  PrintPlain(symbol);
  marks_->push_back({PrintMark::Kind::kSymbol, begin, out_.size(), nullptr, symbol, nullptr});
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

namespace {

bool IsCallee(AttributeType type) {
  return type == AttributeType::kComputation || type == AttributeType::kComputationList;
}

// Covered by print_extra_attributes: an opcode's own, except those that XLA prints with callees.
bool IsExtra(AttributeKind kind) {
  if (kind == AttributeKind::kParameterReplication) return true;
  return !IsTailAttribute(kind) && !IsCallee(GetAttributeInfo(kind).type) &&
         kind != AttributeKind::kIsComposite;
}

// Whether a sugared start shows `kind` of its wrapped instruction.
bool IsShownOfWrapped(AttributeKind kind, const HloInstruction& start, bool all_of_wrapped) {
  if (!IsTailAttribute(kind) || kind == AttributeKind::kResultAccuracy) return true;  // and unknown
  if (kind == AttributeKind::kFrontendAttributes) {
    return all_of_wrapped && start.FindAttribute(kind) == nullptr;
  }
  return all_of_wrapped &&
         (kind == AttributeKind::kSharding || kind == AttributeKind::kControlPredecessors ||
          kind == AttributeKind::kStatistics);
}

// Kinds that an option omits.
struct KindSwitch {
  AttributeKind kind;
  bool PrintOptions::* is_shown;
};
constexpr KindSwitch kSwitches[] = {
    {AttributeKind::kBackendConfig, &PrintOptions::print_backend_config},
    {AttributeKind::kControlPredecessors, &PrintOptions::print_control_dependencies},
    {AttributeKind::kFrontendAttributes, &PrintOptions::print_frontend_attributes},
    {AttributeKind::kInfeedConfig, &PrintOptions::print_infeed_outfeed_config},
    {AttributeKind::kMetadata, &PrintOptions::print_metadata},
    {AttributeKind::kOrigin, &PrintOptions::print_original_value},
    {AttributeKind::kOutfeedConfig, &PrintOptions::print_infeed_outfeed_config},
    {AttributeKind::kParameterReplication, &PrintOptions::print_ids},
};

// With bodies in place, some callees have another attribute name. XLA
// HloInstruction::PrintExtraAttributes.
std::string_view BodyKeyword(const HloInstruction& instruction, const Attribute& attribute) {
  const bool is_calls = instruction.spelled_opcode() == HloOpcode::kReduceScatter ||
                        instruction.spelled_opcode() == HloOpcode::kScan;
  return is_calls ? "calls" : attribute.name();
}

}  // namespace

namespace internal {

AttributePrinter::AttributePrinter(const HloModule& module, const PrintOptions& options,
                                   NamePrinter* names, TextWriter* out, PrintBudget* budget,
                                   BodyPrinter* bodies)
    : module_(module),
      source_(IrAccess::StateOf(module).source.view()),
      options_(options),
      names_(*names),
      out_(out),
      budget_(*budget),
      bodies_(bodies) {}

AttributePrinter::Action AttributePrinter::ActionOf(AttributeKind kind) const {
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
  for (const KindSwitch& option : kSwitches) {
    if (option.kind == kind && !(options_.*option.is_shown)) return Action::kOmit;
  }
  if (kind == AttributeKind::kUnknownOpcode) return Action::kOmit;
  if (kind == AttributeKind::kMetadata) {
    return options_.print_metadata_only_op_name || options_.print_inline_stack_frames
               ? Action::kMetadataField
               : Action::kMetadata;
  }
  if (kind == AttributeKind::kBackendConfig && options_.sort_backend_config) {
    return Action::kSortedConfig;
  }
  if (kind == AttributeKind::kChannelId && !options_.print_channel_id) return Action::kHideNumber;
  if (kind == AttributeKind::kOrder && options_.spellings.compare_type) return Action::kCompareType;
  if (kind == AttributeKind::kIsStable && options_.spellings.topk_without_is_stable) {
    return Action::kOmitOfTopK;
  }
  return Action::kPrint;
}

// ---- Marks: a separate action for each kind, so printing without marks never checks for them.

void AttributePrinter::NoteIn(PrintMarks* marks) {
  marks_ = marks;
  std::copy(std::begin(actions_), std::end(actions_), std::begin(noted_actions_));
  std::fill(std::begin(actions_), std::end(actions_), Action::kNoted);
}

void AttributePrinter::PrintNoted(const HloInstruction& instruction, const Attribute& attribute) {
  const auto kind = static_cast<size_t>(attribute.kind());
  const size_t begin = out_->size();
  actions_[kind] = noted_actions_[kind];
  PrintAs(instruction, attribute);
  noted_actions_[kind] = std::exchange(actions_[kind], Action::kNoted);
  if (out_->size() == begin) return;
  marks_->push_back(
      {PrintMark::Kind::kAttribute, begin, out_->size(), &instruction, 0, &attribute});
}

// ---- The attributes of an instruction.

void AttributePrinter::PrintAll(const HloInstruction& instruction) {
  for (const Attribute& attribute : instruction.attributes()) PrintAs(instruction, attribute);
}

void AttributePrinter::PrintFollower(const HloInstruction& link, const HloComputation* calls) {
  if (calls != nullptr && options_.print_subcomputation_mode == SubcomputationMode::kNameOnly) {
    out_->Append(", calls=");
    names_.Print(Node(calls).name);
  }
  for (const Attribute& attribute : link.attributes()) {
    const bool is_calls = attribute.kind() == AttributeKind::kCalls;
    if (is_calls && options_.async_mode == AsyncPrintMode::kXla) continue;
    PrintAs(link, attribute);
  }
}

void AttributePrinter::PrintSugaredStart(const HloInstruction& start,
                                         const HloInstruction& wrapped) {
  const bool as_xla = options_.async_mode == AsyncPrintMode::kXla;
  const Attribute* thread = start.FindAttribute(AttributeKind::kAsyncExecutionThread);
  if (thread != nullptr) PrintAs(start, *thread);
  // XLA's way to hide the wrapped instruction's frontend attributes also hides those of its bodies,
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
  // XLA shows the wrapped computation after its instruction, if it shows bodies.
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
  Action& action = actions_[static_cast<int>(attribute.kind())];
  if (action == Action::kUndecided) action = ActionOf(attribute.kind());
  switch (action) {
    case Action::kUndecided:
      return;
    case Action::kPrint:
      return Print(attribute);
    case Action::kMetadata:
      return PrintMetadata(attribute);
    case Action::kOmit:
      return;
    case Action::kMetadataField:
      return PrintChangedMetadata(instruction);
    case Action::kOmitOfSequential:
      if (instruction.spelled_opcode() == HloOpcode::kCall ||
          instruction.spelled_opcode() == HloOpcode::kWhile ||
          instruction.spelled_opcode() == HloOpcode::kConditional) {
        return;
      }
      return PrintBodies(instruction, attribute);
    case Action::kBodies:
      return PrintBodies(instruction, attribute);
    case Action::kHideNumber:
      out_->Append(", ", attribute.name(), "=_");
      return;
    case Action::kCompareType: {
      const bool is_total = attribute.AsEnum<ComparisonOrder>() == ComparisonOrder::kTotal;
      out_->Append(is_total ? ", type=TOTALORDER" : ", type=FLOAT");
      return;
    }
    case Action::kOmitOfTopK:
      if (instruction.opcode() == HloOpcode::kTopK && attribute.AsBool()) return;
      return Print(attribute);
    case Action::kSortedConfig:
      scratch_.clear();
      AppendStringOrDict(SortedJson(attribute.AsString()), &scratch_);
      out_->Append(", backend_config=", scratch_);
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
  out_->Append(", ", BodyKeyword(instruction, attribute));
  if (attribute.info().type == AttributeType::kComputation) {
    out_->Append("=\n");
    bodies_->PrintBody(*attribute.AsComputation());
    return;
  }
  std::string_view separator = "={\n";
  for (const HloComputation* callee : attribute.AsList<const HloComputation*>()) {
    out_->Append(separator);
    bodies_->PrintBody(*callee);
    separator = ",\n";
  }
  out_->Append("\n}");
}

void AttributePrinter::PrintMetadata(const Attribute& attribute) {
  if (!IsPacked(attribute)) {
    const auto& metadata = attribute.As<OpMetadata>();
    if (MetadataIsPrinted(metadata)) PrintFields(metadata);
    return;
  }
  out_->Append(", metadata=");
  const std::string_view text = PackedText(attribute, source_);
  const int32_t stack_frame = StackFrameOf(attribute);
  if (stack_frame == 0) {
    out_->Append(text);
    return;
  }
  // The frame's number may have changed when the tables were rebuilt.
  const PackedNumber number = StackFrameInPacked(text);
  out_->Append(text.substr(0, number.begin));
  out_->AppendInt(stack_frame);
  out_->Append(text.substr(number.end));
}

void AttributePrinter::PrintChangedMetadata(const HloInstruction& instruction) {
  OpMetadata metadata = instruction.metadata();
  if (!MetadataIsPrinted(metadata)) return;
  if (options_.print_inline_stack_frames && budget_.left() > 0) {
    InlineStackFrame(module_.stack_frames(), &metadata);
    budget_.Spend(metadata.source_file.size());
  }
  if (options_.print_metadata_only_op_name) {
    const std::string_view op_name = metadata.op_name;
    metadata = OpMetadata();
    metadata.op_name = op_name;
  }
  PrintFields(metadata);
}

void AttributePrinter::PrintFields(const OpMetadata& metadata) {
  scratch_.clear();
  AppendMetadataFields(metadata, &scratch_);
  out_->Append(", metadata={", scratch_, '}');
}

namespace {

// Prints the values from VisitAttributeValue.
class ValuePrinter {
 public:
  ValuePrinter(const PrintOptions& options, NamePrinter* names, PrintBudget* budget,
               std::string* scratch, TextWriter* out)
      : options_(options), names_(*names), budget_(*budget), scratch_(*scratch), out_(*out) {}

  void Print(bool value) { out_.Append(value ? "true" : "false"); }
  void Print(int64_t value) { out_.AppendInt(value); }
  void Print(HloComputation* callee) { names_.Print(Node(callee).name); }
  void Print(HloInstruction* instruction) { names_.Print(Node(instruction).name); }
  void Print(const UnknownAttribute& unknown) { out_.Append(unknown.value); }
  void Print(const UnknownOpcode&) {}  // printed with the operands
  void Print(MetadataValue) {}         // PrintMetadata

  template <typename T>
  void Print(absl::Span<T> values) {
    constexpr std::string_view kSeparator = std::is_pointer_v<T> ? ", " : ",";
    out_.Append('{');
    for (size_t i = 0; i < values.size(); ++i) {
      if (i > 0) out_.Append(kSeparator);
      Print(values[i]);
    }
    out_.Append('}');
  }
  template <typename T>
  void Print(const T& value) {
    scratch_.clear();
    const bool full_groups = options_.print_full_replica_group_list && budget_.left() > 0;
    const ReplicaGroupsStyle groups = full_groups ? ReplicaGroupsStyle::kFull
                                      : options_.print_replica_groups_without_subaxes
                                          ? ReplicaGroupsStyle::kWithoutSubAxes
                                          : ReplicaGroupsStyle::kAsWritten;
    AppendValueText(value,
                    ValueTextOptions{{options_.print_metadata, options_.spellings.maximal_mesh},
                                     groups,
                                     options_.exact_literals},
                    &scratch_);
    if constexpr (std::is_same_v<T, ReplicaGroups>) {
      if (full_groups) budget_.Spend(scratch_.size());
    }
    out_.Append(scratch_);
  }

 private:
  const PrintOptions& options_;
  NamePrinter& names_;
  PrintBudget& budget_;
  std::string& scratch_;
  TextWriter& out_;
};

}  // namespace

void AttributePrinter::PrintValue(const Attribute& attribute) {
  VisitAttributeValue(attribute, [this](const auto& value) {
    ValuePrinter(options_, &names_, &budget_, &scratch_, out_).Print(value);
  });
}

}  // namespace internal

std::string PrintHloAttribute(const HloModule& module, const Attribute& attribute) {
  std::string text;
  TextWriter writer(&text);
  const PrintOptions options;
  NamePrinter names(IrAccess::StateOf(module).symbols, options, &writer);
  PrintBudget budget(module, options.max_expansion_bytes);
  AttributePrinter(module, options, &names, &writer, &budget).Print(attribute);
  writer.Flush();
  return text.erase(0, 2);  // ", "
}

}  // namespace hlo_text_v1
