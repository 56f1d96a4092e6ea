// The module's parts in order: header, stack-frame tables, computations. A computation prints in
// its own place or, if the options ask for bodies, within the instruction that calls it.
#include "src/print/module_printer.h"

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/async/execution_threads.h"
#include "src/async/wrapped_computation.h"
#include "src/base/huge_pages.h"
#include "src/base/sort_unique.h"
#include "src/base/strings.h"
#include "src/diagnostics/at_name.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"
#include "src/print/attribute_printer.h"
#include "src/print/module_header_printer.h"
#include "src/print/parallel_printer.h"
#include "src/text/value_text.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Longer computations repeat their name after the closing brace, if that is on. XLA
// HloComputation::Print.
constexpr int64_t kMostWithoutClosingName = 5;

size_t MaxNestedBytes(const HloModule& module, const PrintOptions& options) {
  if (options.max_expansion_bytes > 0) return static_cast<size_t>(options.max_expansion_bytes);
  return MaxRepeatedBytes(module.source());
}

// Whether the text shows wrapped computations that sugar would hide.
bool ShowsWrapped(const HloModule& module, const PrintOptions& options) {
  return options.syntax_sugar_async_ops && options.async_mode == AsyncPrintMode::kGeneric &&
         IrAccess::StateOf(module).has_async;
}

}  // namespace

namespace internal {

TextOrder TextOrderOf(const HloModule& module, const PrintOptions& options) {
  const IrAccess::ModuleState& state = IrAccess::StateOf(module);
  TextOrder order;
  if (!options.canonicalize_computations && !options.keep_definition_order) {
    if (state.is_partial) {
      order.computations.assign(state.computations.begin(), state.computations.end());
      return order;
    }
    const bool shows_wrapped = ShowsWrapped(module, options);
    order.computations =
        ComputationPostOrder(module, shows_wrapped ? CallOrder::kPrinted : CallOrder::kCreation);
    if (!shows_wrapped || FindLostThreads(module, order).empty()) return order;
  }
  order.by_definition = !options.canonicalize_computations || options.keep_definition_order;
  order.computations.assign(state.computations.begin(), state.computations.end());
  if (state.is_single_instruction) {  // the entry comes last
    std::stable_partition(order.computations.begin(), order.computations.end(),
                          [](const HloComputation* c) { return !c->IsEntry(); });
  }
  return order;
}

ModulePrinter::ModulePrinter(const HloModule& module, const PrintOptions& options, TextWriter out,
                             AsyncSugar sugar)
    : module_(module),
      options_(options),
      out_(std::move(out)),
      budget_(module, options.max_expansion_bytes),
      names_(IrAccess::StateOf(module).symbols, options, &out_),
      attributes_(module, options, &names_, &out_, &budget_, this),
      sugar_(std::move(sugar)),
      in_definition_order_(options.keep_definition_order),
      index_interval_(options.print_operand_index_annotation_interval > 0
                          ? static_cast<size_t>(options.print_operand_index_annotation_interval)
                          : ~size_t{0}),
      names_only_(options.print_operand_names && !options.print_operand_shape &&
                  !options.compact_gte && !options.canonicalize_instruction_names),
      indent_(options.indent_amount > 0 ? static_cast<size_t>(options.indent_amount) * 2 : 0, ' '),
      max_nested_bytes_(MaxNestedBytes(module, options)) {
  if (!options.compact_gte || !options.print_control_dependencies) return;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      for (const HloInstruction* predecessor : instruction->control_predecessors()) {
        control_predecessors_.insert(predecessor);
      }
    }
  }
}

void ModulePrinter::PrintAll(absl::Span<const HloComputation* const> computations) {
  for (const HloComputation* computation : computations) {
    PrintComputation(*computation, /*with_keyword=*/true);
    out_.Append("\n\n");
  }
}

void ModulePrinter::PrintLines(const HloComputation& computation,
                               absl::Span<const HloInstruction* const> lines, bool are_first,
                               bool are_last) {
  const bool was_in_computation = std::exchange(in_computation_, true);
  if (are_first) PrintHeading(computation, /*with_keyword=*/true);
  for (const HloInstruction* instruction : lines) PrintLine(*instruction);
  in_computation_ = was_in_computation;
  if (!are_last) return;
  out_.Append(indent_, '}');
  PrintTail(computation);
  out_.Append("\n\n");
}

void ModulePrinter::PrintComputation(const HloComputation& computation, bool with_keyword) {
  CanonicalNumbers outer = names_.BeginComputation(computation);
  const bool was_in_computation = std::exchange(in_computation_, true);
  PrintHeading(computation, with_keyword);
  PrintInstructions(computation);
  out_.Append(indent_, '}');
  PrintTail(computation);
  in_computation_ = was_in_computation;
  names_.EndComputation(std::move(outer));
}

void ModulePrinter::PrintHeading(const HloComputation& computation, bool with_keyword) {
  out_.Append(indent_);
  if (with_keyword && computation.IsEntry()) out_.Append("ENTRY ");
  if (!IsNested() && !options_.is_in_nested_computation) {
    if (options_.print_ids) {
      names_.Print(Node(&computation).name);
      out_.Append(' ');
    } else if (options_.print_percent) {
      out_.Append('%');
    }
  }
  if (options_.print_program_shape) PrintSignature(computation);
  out_.Append("{\n");
}

void ModulePrinter::PrintSignature(const HloComputation& computation) {
  std::string_view separator = "(";
  for (const HloInstruction* parameter : computation.parameters()) {
    out_.Append(separator, names_.Text(Node(parameter).name), ": ");
    PrintShape(parameter->shape(), /*with_layout=*/false);
    separator = ", ";
  }
  out_.Append(computation.parameters().empty() ? "() -> " : ") -> ");
  if (const HloInstruction* root = computation.root_instruction()) {
    PrintShape(root->shape(), /*with_layout=*/false);
  } else {
    out_.Append('?');
  }
  out_.Append(' ');
}

void ModulePrinter::PrintInstructions(const HloComputation& computation) {
  if ((IsScheduled(computation) && !IsNested()) || in_definition_order_) {
    for (const HloInstruction* instruction : computation.instructions()) PrintLine(*instruction);
    return;
  }
  // XLA ignores the schedule in bodies.
  for (const HloInstruction* instruction : order_.PostOrder(computation)) {
    PrintLine(*instruction);
  }
}

void ModulePrinter::PrintLine(const HloInstruction& instruction) {
  if (IsFolded(instruction)) return;
  out_.Append(indent_);
  out_.Append(instruction.IsRoot() ? "  ROOT " : "  ");
  PrintInstruction(instruction);
  out_.Append('\n');
}

// The unknown attributes after the one called `known`.
void ModulePrinter::PrintUnknownAfter(std::string_view known, const HloComputation& computation) {
  if (computation.unknown_attributes().empty()) return;
  scratch_.clear();
  AppendUnknownAttributes(computation.unknown_attributes(), known, &scratch_);
  out_.Append(scratch_);
}

void ModulePrinter::PrintTail(const HloComputation& computation) {
  PrintUnknownAfter("", computation);
  if (computation.execution_thread() != "main" && options_.print_ids) {
    std::string thread;
    AppendRawString(computation.execution_thread(), '"', &thread);
    out_.Append(", execution_thread=", thread);
  }
  PrintUnknownAfter("execution_thread", computation);
  if (!computation.backend_config().empty() && options_.print_backend_config) {
    scratch_.assign(", backend_config=");
    AppendStringOrDict(computation.backend_config(), &scratch_);
    out_.Append(scratch_);
  }
  PrintUnknownAfter("backend_config", computation);
  if (options_.print_name_after_closing_brace &&
      computation.instruction_count() > kMostWithoutClosingName) {
    out_.Append(" // ", computation.name());
  }
}

bool ModulePrinter::HasRoom() const {
  const size_t open = IsNested() ? out_.size() - nested_begin_ : 0;
  return nested_bodies_ < kMaxNestedBodies && nested_bytes_ + open < max_nested_bytes_;
}

void ModulePrinter::PrintBody(const HloComputation& computation) {
  const size_t begin = out_.size();
  if (!IsNested()) nested_begin_ = begin;
  ++nested_bodies_;
  nested_bytes_ += computation.index_limit();  // omitted instructions take time too
  indent_.append(2, ' ');
  PrintComputation(computation, /*with_keyword=*/true);
  indent_.resize(indent_.size() - 2);
  --nested_bodies_;
  if (!IsNested()) nested_bytes_ += out_.size() - begin;
}

void ModulePrinter::PrintModule(int jobs, const TextWriter::Sink* sink) {
  std::string head;
  head.reserve(1024);  // saves growing
  AppendModuleHeader(module_, options_, &head);
  out_.Append(head);
  if (options_.print_metadata) PrintStackFrameTables(module_.stack_frames(), &out_);
  out_.Append("\n\n");
  TextOrder order = TextOrderOf(module_, options_);
  in_definition_order_ = order.by_definition;
  std::vector<const HloComputation*>& shown = order.computations;
  const auto is_left_out = [&](const HloComputation* computation) {
    return sugar_.IsHidden(*computation) ||
           (options_.computation_filter && !options_.computation_filter(*computation));
  };
  shown.erase(std::remove_if(shown.begin(), shown.end(), is_left_out), shown.end());
  const int threads = PrintingThreads(module_, options_, jobs);
  if (threads < 2) return PrintAll(shown);
  out_.Flush();
  PrintInParallel(module_, options_, sugar_, in_definition_order_, threads, shown, *sink);
}

}  // namespace internal

std::string PrintHloModule(const HloModule& module, const PrintOptions& options) {
  std::string text;
  // The output is about as long as the input; unwritten pages cost nothing.
  text.reserve(module.source().size() + module.source().size() / 4 + 1024);
  AdviseHugePages(text.data(), module.source().size());
  ModulePrinter printer(module, options, &text);
  printer.PrintModule();
  printer.Finish();
  return text;
}

void PrintHloModule(const HloModule& module, const PrintOptions& options,
                    absl::FunctionRef<void(std::string_view)> sink, int jobs) {
  ModulePrinter printer(module, options, sink);
  printer.PrintModule(jobs, &sink);
  printer.Finish();
}

std::string PrintHloComputation(const HloComputation& computation, const PrintOptions& options) {
  std::string text;
  ModulePrinter printer(*computation.parent(), options, &text);
  printer.PrintComputation(
      computation, options.print_computation_mode == ComputationMode::kComputationWithEntryKeyword);
  printer.Finish();
  return text;
}

std::string PrintHloInstruction(const HloInstruction& instruction, const PrintOptions& options) {
  std::string text;
  if (instruction.parent() == nullptr) return text;
  ModulePrinter printer(*instruction.parent()->parent(), options, &text);
  printer.PrintInstruction(instruction);
  printer.Finish();
  return text;
}

std::string internal::TextOf(const HloModule& module) { return PrintHloModule(module); }
std::string internal::TextOf(const HloComputation& computation) {
  return PrintHloComputation(computation);
}
std::string internal::TextOf(const HloInstruction& instruction) {
  return PrintHloInstruction(instruction);
}
void PrintTo(const HloModule& module, std::ostream* out) {
  *out << "module " << module.name() << ", " << module.instruction_count() << " instructions";
}

struct HloInstructionPrinter::State {
  State(const HloModule& m, PrintOptions o)
      : module(m), options(std::move(o)), printer(module, options, &text) {}

  const HloModule& module;
  const PrintOptions options;
  std::string text;
  ModulePrinter printer;
};

HloInstructionPrinter::HloInstructionPrinter(const HloModule& module, const PrintOptions& options)
    : state_(std::make_unique<State>(module, options)) {}
HloInstructionPrinter::~HloInstructionPrinter() = default;
HloInstructionPrinter::HloInstructionPrinter(HloInstructionPrinter&&) noexcept = default;
HloInstructionPrinter& HloInstructionPrinter::operator=(HloInstructionPrinter&&) noexcept = default;

std::string HloInstructionPrinter::Print(const HloInstruction& instruction) {
  const HloComputation* parent = instruction.parent();
  if (parent == nullptr || parent->parent() != &state_->module) {
    return PrintHloInstruction(instruction, state_->options);
  }
  state_->text.clear();
  state_->printer.ResetLimits();
  state_->printer.PrintInstruction(instruction);
  state_->printer.Finish();
  return state_->text;
}

namespace {

// Why no text of `instruction` reads back as it; empty if one does.
std::string_view WhyUnwritable(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kTuple) {
    for (const HloInstruction* operand : instruction.operands()) {
      const Layout* layout = operand->shape().layout();
      if (layout != nullptr && !IsPermutation(layout->minor_to_major)) {
        return "the layout of an element is not a permutation";
      }
    }
  } else if (opcode == HloOpcode::kAllReduce || opcode == HloOpcode::kAllReduceStart) {
    const Attribute* global = instruction.FindAttribute(AttributeKind::kUseGlobalDeviceIds);
    if (global != nullptr && global->AsBool() &&
        instruction.FindAttribute(AttributeKind::kChannelId) == nullptr) {
      return "use_global_device_ids=true needs a channel_id";
    }
  }
  return {};
}

}  // namespace

// Compares each computation's thread with the one that reading the text in its order gives.
std::vector<Diagnostic> RoundTripWarnings(const HloModule& module, const PrintOptions& options) {
  std::vector<Diagnostic> warnings;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      const std::string_view why = WhyUnwritable(*instruction);
      if (why.empty()) continue;
      warnings.push_back(DiagnosticAtName(Severity::kWarning, DiagnosticCode::kUnwritable,
                                          instruction->source_offset(), instruction->name(),
                                          instruction->name(), why));
    }
  }
  const bool is_for_xla =
      options.syntax_sugar_async_ops &&
      (options.async_mode == AsyncPrintMode::kSugar || options.async_mode == AsyncPrintMode::kXla);
  if (is_for_xla && IrAccess::StateOf(module).has_async) {
    for (const LostAttribute& lost : FindLostAttributes(module)) {
      warnings.push_back(DiagnosticAtName(Severity::kWarning, DiagnosticCode::kAsyncAttributeLost,
                                          lost.instruction->source_offset(),
                                          lost.instruction->name(), AttributeName(lost.kind),
                                          lost.instruction->name(), lost.link->name()));
    }
  }
  if (AreOnOneThread(module)) return warnings;  // the order costs a walk over all calls
  for (const LostThread& lost : FindLostThreads(module, TextOrderOf(module, options))) {
    const HloComputation& computation = *lost.computation;
    warnings.push_back(DiagnosticAtName(
        Severity::kWarning, DiagnosticCode::kExecutionThreadAmbiguous, computation.source_offset(),
        computation.name(), computation.name(), computation.execution_thread(), lost.thread_again));
  }
  return warnings;
}

}  // namespace hlo_text_v1
