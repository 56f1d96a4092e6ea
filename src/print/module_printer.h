// HloModule -> text: computations in print order, each with its signature and its instructions.
//
// module_printer.cc has computations, instruction_printer.cc the line of an instruction,
// constant_printer.cc the value of a constant.
#ifndef HLO_PRINT_MODULE_PRINTER_H_
#define HLO_PRINT_MODULE_PRINTER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/module.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/async/execution_threads.h"
#include "src/base/hash_table.h"
#include "src/base/text_writer.h"
#include "src/ir/instruction_order.h"
#include "src/print/async_sugar.h"
#include "src/print/attribute_printer.h"
#include "src/print/name_printer.h"

namespace hlo_text_v1::internal {

// The order of the text that PrintHloModule makes: XLA's, unless `options` ask for another one, or
// for generic text whose chains would get other threads if they were read in XLA's order.
TextOrder TextOrderOf(const HloModule& module, const PrintOptions& options);

class ModulePrinter : private BodyPrinter {
 public:
  // All must outlive the printer; `out`, a string or a sink, is complete after Finish.
  template <typename Out>
  ModulePrinter(const HloModule& module, const PrintOptions& options, Out out)
      : ModulePrinter(module, options, TextWriter(out), AsyncSugar(module, options)) {}
  // One of several printers (parallel_printer.h); PrintAll makes its text.
  ModulePrinter(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                bool in_definition_order)
      : ModulePrinter(module, options, TextWriter::Keeping(kKeptBytes), AsyncSugar(&sugar)) {
    in_definition_order_ = in_definition_order;
  }

  // Header, stack-frame tables and computations. With `jobs` above 1 other threads print
  // computations, too, which then go to `sink`.
  void PrintModule(int jobs = 1, const TextWriter::Sink* sink = nullptr);

  // Computations, each followed by an empty line.
  void PrintAll(absl::Span<const HloComputation* const> computations);
  // Some lines of a computation, with the text before its first line and after its last, as in
  // PrintAll. Not with canonical numbers.
  void PrintLines(const HloComputation& computation, absl::Span<const HloInstruction* const> lines,
                  bool are_first, bool are_last);
  std::string_view Text() const { return out_.kept(); }
  void ClearText() { out_.Clear(); }
  // Without a newline at the end. `with_keyword`: print ENTRY if it is the entry.
  void PrintComputation(const HloComputation& computation, bool with_keyword);
  // Its first line, "ENTRY %name (parameters) -> result {" with the newline; and the attributes
  // after its closing brace.
  void PrintHeading(const HloComputation& computation, bool with_keyword);
  void PrintTail(const HloComputation& computation);
  // "name = shape opcode(operands), attributes".
  void PrintInstruction(const HloInstruction& instruction);
  void Finish() { out_.Flush(); }
  // Resets the budget: the next text may be as long as the first text of a printer.
  void ResetLimits() {
    budget_.Reset(options_.max_expansion_bytes);
    nested_bytes_ = 0;
  }

  // From now on, records the positions of names and attributes; `marks` must outlive the printer.
  void NoteIn(PrintMarks* marks) {
    names_.NoteIn(marks);
    attributes_.NoteIn(marks);
  }
  // Bytes written so far.
  size_t size() const { return out_.size(); }
  // Whether sugar replaces `computation`, which then does not print.
  bool IsHidden(const HloComputation& computation) { return sugar_.IsHidden(computation); }

 private:
  // The maximum nesting of bodies. Without a limit, as in XLA, the stack could overflow.
  static constexpr int kMaxNestedBodies = 1000;

  static constexpr size_t kKeptBytes = size_t{128} << 10;

  ModulePrinter(const HloModule& module, const PrintOptions& options, TextWriter out,
                AsyncSugar sugar);

  // ---- BodyPrinter
  bool HasRoom() const override;
  void PrintBody(const HloComputation& computation) override;

  // ---- Computations.
  bool IsNested() const { return nested_bodies_ > 0; }
  void PrintSignature(const HloComputation& computation);
  void PrintInstructions(const HloComputation& computation);
  void PrintLine(const HloInstruction& instruction);
  void PrintUnknownAfter(std::string_view known, const HloComputation& computation);

  // ---- Instructions.
  void PrintSugar(const HloInstruction& link, const HloInstruction& wrapped);
  void PrintShape(const Shape& shape, bool with_layout);
  void PrintOperands(const HloInstruction& instruction);
  void PrintIndexComment(size_t i);
  bool PrintUnknownOperands(const HloInstruction& instruction);
  void PrintOperand(const HloInstruction& operand);
  void PrintFoldedName(const HloInstruction& get_tuple_element);
  void PrintConstant(const Literal& literal);
  // Into scratch_.
  void PrintEssential(const Literal& literal);
  void PrintValues(const Literal& literal);
  // Whether `instruction` is written as an index of its user's operand.
  bool IsFolded(const HloInstruction& instruction) const {
    return options_.compact_gte && instruction.spelled_opcode() == HloOpcode::kGetTupleElement &&
           !instruction.IsRoot() && !control_predecessors_.contains(&instruction) &&
           // Else it would not read back.
           instruction.tuple_index() >= 0 &&
           static_cast<size_t>(instruction.tuple_index()) <
               instruction.operand(0)->shape().tuple_shapes().size();
  }

  const HloModule& module_;
  const PrintOptions& options_;
  TextWriter out_;
  PrintBudget budget_;
  NamePrinter names_;
  AttributePrinter attributes_;
  AsyncSugar sugar_;
  bool in_definition_order_;     // instructions, even if not scheduled
  const size_t index_interval_;  // of comments between operands; beyond all of them: none
  // If get-tuple-elements are folded: those that must print because they are named.
  HashSet<const HloInstruction*> control_predecessors_;
  const bool names_only_;  // operands are only their names
  // Before a computation's first line; its instructions are indented two more.
  std::string indent_;
  std::string scratch_;
  InstructionOrder order_;
  bool in_computation_ = false;
  int nested_bodies_ = 0;
  size_t nested_begin_ = 0;  // size of the text where the outermost body began
  size_t nested_bytes_ = 0;  // of complete outermost bodies, and all their instructions
  const size_t max_nested_bytes_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PRINT_MODULE_PRINTER_H_
