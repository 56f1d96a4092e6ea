// HloModule -> text: header, stack-frame tables, computations in print order, each with its
// signature and its instructions in print order.
#include "hlo/opcode.h"
#include "hlo/printer.h"
#include "src/ir/huge_pages.h"
#include "src/ir/module_state.h"
#include "src/print/async_sugar.h"
#include "src/print/attribute_printer.h"
#include "src/print/module_header_printer.h"
#include "src/print/text_writer.h"
#include "src/print/unknown_printer.h"

namespace hlo {
namespace {

using internal::IrAccess;

// Constants of more elements print as {...}. XLA
// HloConstantInstruction::PrintOperandsWithCanonicalNameMap.
constexpr int64_t kMostShownElements = 10;

class ModulePrinter {
 public:
  ModulePrinter(const HloModule& module, const PrintOptions& options, std::string* out)
      : module_(module),
        options_(options),
        symbols_(IrAccess::StateOf(module).symbols),
        out_(out),
        attributes_(module.source(), symbols_, &out_),
        sugar_(module, options.async_mode),
        indent_(static_cast<size_t>(options.indent_amount) * 2, ' ') {}

  void PrintComputations() {
    const bool shows_wrapped =
        options_.async_mode == AsyncPrintMode::kGeneric && IrAccess::StateOf(module_).has_async;
    const CallOrder order = shows_wrapped ? CallOrder::kPrinted : CallOrder::kCreation;
    for (const HloComputation* computation : ComputationPostOrder(module_, order)) {
      if (sugar_.IsHidden(*computation)) continue;
      if (options_.computation_filter && !options_.computation_filter(*computation)) continue;
      PrintComputation(*computation);
      out_.Append("\n\n");
    }
  }

  void PrintComputation(const HloComputation& computation) {
    out_.Append(indent_);
    if (computation.IsEntry()) out_.Append("ENTRY ");
    PrintName(IrAccess::Name(&computation));
    PrintSignature(computation);
    if (module_.config().is_scheduled && !computation.is_fusion_computation()) {
      for (const HloInstruction* instruction : computation.instructions()) PrintLine(*instruction);
    } else {
      for (const HloInstruction* instruction : PrintOrder(computation)) PrintLine(*instruction);
    }
    out_.Append(indent_);
    out_.Append('}');
    PrintUnknownAfter("", computation);
    if (computation.execution_thread() != "main") {
      out_.Append(", execution_thread=\"");
      out_.Append(computation.execution_thread());
      out_.Append('"');
    }
    PrintUnknownAfter("execution_thread", computation);
    if (!computation.backend_config().empty()) {
      scratch_.assign(", backend_config=");
      AppendStringOrDict(computation.backend_config(), &scratch_);
      out_.Append(scratch_);
    }
    PrintUnknownAfter("backend_config", computation);
  }

  void PrintInstruction(const HloInstruction& instruction) {
    PrintName(IrAccess::Name(&instruction));
    out_.Append(" = ");
    PrintShape(instruction.shape(), /*with_layout=*/true);
    out_.Append(' ');
    const HloInstruction* wrapped = sugar_.WrappedInstruction(instruction);
    if (wrapped != nullptr) {
      PrintSugar(instruction, *wrapped);
      return;
    }
    out_.Append(instruction.opcode_name());
    if (instruction.async_phase() != AsyncPhase::kNone) {
      out_.Append(AsyncPhaseSuffix(instruction.async_phase()));
    }
    out_.Append('(');
    PrintOperands(instruction);
    out_.Append(')');
    attributes_.PrintAll(instruction);
  }

  // `link`, which is generic, with the opcode of the wrapped instruction in its own place.
  void PrintSugar(const HloInstruction& link, const HloInstruction& wrapped) {
    const bool is_start = link.opcode() == HloOpcode::kAsyncStart;
    out_.Append(wrapped.opcode_name());
    out_.Append(AsyncPhaseSuffix(is_start                                   ? AsyncPhase::kStart
                                 : link.opcode() == HloOpcode::kAsyncUpdate ? AsyncPhase::kUpdate
                                                                            : AsyncPhase::kDone));
    out_.Append('(');
    PrintOperands(link);
    out_.Append(')');
    if (is_start) {
      attributes_.PrintSugaredStart(link, wrapped, options_.async_mode == AsyncPrintMode::kXla);
    } else {
      attributes_.PrintAll(link);
    }
  }

  void Finish() { out_.Flush(); }

 private:
  void PrintLine(const HloInstruction& instruction) {
    out_.Append(indent_);
    out_.Append(instruction.IsRoot() ? "  ROOT " : "  ");
    PrintInstruction(instruction);
    out_.Append('\n');
  }

  void PrintUnknownAfter(std::string_view known, const HloComputation& computation) {
    if (computation.unknown_attributes().empty()) return;
    scratch_.clear();
    AppendUnknownAttributes(computation.unknown_attributes(), known, symbols_, &scratch_);
    out_.Append(scratch_);
  }

  void PrintName(uint32_t symbol) {
    out_.Append('%');
    out_.Append(symbols_.Text(symbol));
  }

  void PrintShape(const Shape& shape, bool with_layout) {
    const std::string_view cached =
        with_layout ? shape.cached_text() : shape.cached_text_without_layout();
    if (!cached.empty()) {
      out_.Append(cached);
      return;
    }
    scratch_.clear();
    AppendShape(shape, with_layout, &scratch_);
    out_.Append(scratch_);
  }

  void PrintSignature(const HloComputation& computation) {
    std::string_view separator = " (";
    for (const HloInstruction* parameter : computation.parameters()) {
      out_.Append(separator);
      out_.Append(symbols_.Text(IrAccess::Name(parameter)));
      out_.Append(": ");
      PrintShape(parameter->shape(), /*with_layout=*/false);
      separator = ", ";
    }
    out_.Append(computation.parameters().empty() ? " () -> " : ") -> ");
    PrintShape(computation.root_instruction()->shape(), /*with_layout=*/false);
    out_.Append(" {\n");
  }

  void PrintOperands(const HloInstruction& instruction) {
    if (instruction.async_phase() == AsyncPhase::kNone) {
      if (instruction.opcode() == HloOpcode::kParameter) {
        out_.AppendInt(instruction.parameter_number());
        return;
      }
      if (instruction.opcode() == HloOpcode::kConstant) {
        PrintConstant(instruction.literal());
        return;
      }
    }
    if (instruction.opcode() == HloOpcode::kUnknown && PrintUnknownOperands(instruction)) return;
    size_t i = 0;
    for (const HloInstruction* operand : instruction.operands()) {
      PrintOperandSeparator(i++);
      PrintName(IrAccess::Name(operand));
    }
  }

  // Before operand `i`.
  void PrintOperandSeparator(size_t i) {
    if (i == 0) return;
    out_.Append(", ");
    if (i % 5 != 0) return;
    out_.Append("/*index=");
    out_.AppendInt(static_cast<int64_t>(i));
    out_.Append("*/");
  }

  // False if all operands are instructions.
  bool PrintUnknownOperands(const HloInstruction& instruction) {
    const auto* unknown = instruction.GetAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
    if (unknown == nullptr || unknown->operands.empty()) return false;
    size_t i = 0;
    for (const UnknownOperand& operand : unknown->operands) {
      PrintOperandSeparator(i++);
      if (operand.instruction != nullptr) {
        PrintName(IrAccess::Name(operand.instruction));
        continue;
      }
      scratch_.clear();
      AppendUnknownText(operand.text, symbols_, &scratch_);
      out_.Append(scratch_);
    }
    return true;
  }

  void PrintConstant(const Literal& literal) {
    if (!options_.print_large_constants) {
      const Shape& shape = literal.shape();
      const std::optional<int64_t> count = ElementCount(shape);
      if (shape.IsTuple() || !count.has_value() || *count > kMostShownElements) {
        out_.Append("{...}");
        return;
      }
    }
    scratch_.clear();
    AppendLiteral(literal, &scratch_);
    out_.Append(scratch_);
  }

  const HloModule& module_;
  const PrintOptions& options_;
  const SymbolTable& symbols_;
  TextWriter out_;
  AttributePrinter attributes_;
  AsyncSugar sugar_;
  std::string indent_;
  std::string scratch_;
};

}  // namespace

std::string PrintHloModule(const HloModule& module, const PrintOptions& options) {
  std::string text;
  // Text comes out about as long as it went in; pages that are not written cost nothing.
  text.reserve(module.source().size() + module.source().size() / 4 + 1024);
  AdviseHugePages(text.data(), module.source().size());
  AppendModuleHeader(module, options, &text);
  AppendStackFrameTables(module.stack_frames(), &text);
  text.append("\n\n");
  ModulePrinter printer(module, options, &text);
  printer.PrintComputations();
  printer.Finish();
  return text;
}

std::string PrintHloComputation(const HloComputation& computation, const PrintOptions& options) {
  std::string text;
  ModulePrinter printer(*computation.parent(), options, &text);
  printer.PrintComputation(computation);
  printer.Finish();
  return text;
}

std::string PrintHloInstruction(const HloInstruction& instruction, const PrintOptions& options) {
  std::string text;
  ModulePrinter printer(*instruction.parent()->parent(), options, &text);
  printer.PrintInstruction(instruction);
  printer.Finish();
  return text;
}

}  // namespace hlo
