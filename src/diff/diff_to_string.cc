// Lines as the printer prints them, each module with its own names.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diff.h"
#include "src/base/strings.h"
#include "src/diff/describe_value.h"
#include "src/diff/diff_state.h"
#include "src/diff/merge_order.h"
#include "src/print/async_sugar.h"
#include "src/print/module_printer.h"

namespace hlo {
namespace {

struct ChangeWord {
  DiffChange change;
  std::string_view word;
};
constexpr ChangeWord kChangeWords[] = {
    {kNameChanged, "name"},         {kRootChanged, "ROOT"},
    {kShapeChanged, "shape"},       {kLayoutChanged, "layout"},
    {kOpcodeChanged, "opcode"},     {kOperandsChanged, "operands"},
    {kValueChanged, "value"},       {kCalleesChanged, "callees"},
    {kMetadataChanged, "metadata"}, {kControlChanged, "control-predecessors"},
};

PrintOptions PrintOptionsFor(const DiffTextOptions& text, const DiffOptions& compared) {
  PrintOptions print = text.print;
  print.print_metadata = print.print_metadata && compared.metadata;
  print.print_original_value = print.print_original_value && compared.metadata;
  return print;
}

// Prints parts of one module.
class SidePrinter {
 public:
  SidePrinter(const HloModule& module, const PrintOptions& options)
      : sugar_(module, options), printer_(module, options, &text_) {}

  std::string Line(const HloInstruction& instruction) {
    text_.clear();
    printer_.PrintInstruction(instruction);
    printer_.Finish();
    return StrCat(instruction.IsRoot() ? "ROOT " : "", text_);
  }
  bool IsHidden(const HloComputation& computation) const { return sugar_.IsHidden(computation); }

 private:
  const AsyncSugar sugar_;
  std::string text_;
  ModulePrinter printer_;
};

std::string Heading(const HloComputation& computation) {
  return StrCat(computation.IsEntry() ? "ENTRY %" : "%", computation.name());
}

// Lines of a text that has several, as values with raw newlines have, behind the mark of the first.
void AppendMarked(std::string_view mark, std::string_view text, std::string* out) {
  for (;;) {
    const size_t end = text.find('\n');
    StrAppend(out, mark, text.substr(0, end));
    if (end == std::string_view::npos) return;
    out->push_back('\n');
    text.remove_prefix(end + 1);
  }
}

std::string Heading(const ComputationDiff& diff) {
  if (diff.before == nullptr) return StrCat("added ", Heading(*diff.after));
  if (diff.after == nullptr) return StrCat("removed ", Heading(*diff.before));
  std::string heading = Heading(*diff.after);
  if (diff.before->name() != diff.after->name())
    StrAppend(&heading, ", was %", diff.before->name());
  return heading;
}

void AddWord(std::string_view word, std::string* note) {
  StrAppend(note, note->empty() ? "" : ", ", word);
}

// Constants of more elements print as {...}; the others show what differs.
constexpr int64_t kMostShownElements = 10;

std::string ValueNote(const InstructionDiff& diff) {
  if (diff.after->opcode() != HloOpcode::kConstant) return "";
  const std::optional<int64_t> count = ElementCount(diff.after->shape());
  if (count.has_value() && *count <= kMostShownElements && !diff.after->literal().is_elided() &&
      !diff.before->literal().is_elided()) {
    return "";
  }
  const std::string what = DescribeValueChange(diff.before->literal(), diff.after->literal());
  return what.empty() ? what : StrCat(" (", what, ")");
}

std::string Note(const InstructionDiff& diff) {
  std::string note;
  for (const ChangeWord& row : kChangeWords) {
    if ((diff.changes & row.change) == 0) continue;
    AddWord(row.word, &note);
    if (row.change == kValueChanged) note += ValueNote(diff);
  }
  for (const std::string_view attribute : diff.attributes) AddWord(attribute, &note);
  if ((diff.changes & kScheduleChanged) != 0) {
    const HloInstruction* previous = diff.before->previous();
    AddWord(previous == nullptr ? "schedule (was first)"
                                : StrCat("schedule (was behind %", previous->name(), ")"),
            &note);
  }
  return note;
}

class DiffPrinter {
 public:
  // All must outlive the printer.
  DiffPrinter(const HloModule& before, const HloModule& after, const PrintOptions& print,
              const Matching& matching, size_t context)
      : before_(before, print), after_(after, print), matching_(matching), context_(context) {}

  void Print(const ComputationDiff& diff, std::string* out) {
    if (diff.before == nullptr && after_.IsHidden(*diff.after)) return;
    if (diff.after == nullptr && before_.IsHidden(*diff.before)) return;
    StrAppend(out, out->empty() ? "" : "\n", "@@ ", Heading(diff), " @@\n");
    if (!diff.changes.empty()) {
      std::string words;
      for (const std::string_view change : diff.changes) AddWord(change, &words);
      StrAppend(out, "~ ", words, "\n");
    }
    if (context_ > 0 && diff.kind() == DiffKind::kChanged) {
      PrintWithContext(diff, out);
    } else {
      for (const InstructionDiff& instruction : diff.instructions) Print(instruction, out);
    }
  }

 private:
  void Print(const InstructionDiff& diff, std::string* out) {
    if (diff.kind() == DiffKind::kAdded) {
      AppendMarked("+ ", after_.Line(*diff.after), out);
    } else if (diff.kind() == DiffKind::kRemoved) {
      AppendMarked("- ", before_.Line(*diff.before), out);
    } else if (diff.changes == kScheduleChanged) {
      AppendMarked("~ ", after_.Line(*diff.after), out);
      StrAppend(out, "  // ", Note(diff));
    } else {
      AppendMarked("- ", before_.Line(*diff.before), out);
      out->push_back('\n');
      AppendMarked("+ ", after_.Line(*diff.after), out);
      StrAppend(out, "  // ", Note(diff));
    }
    out->push_back('\n');
  }

  // The differences are all instructions but those that are the same, in the same order.
  void PrintWithContext(const ComputationDiff& diff, std::string* out) {
    const std::vector<InstructionPair> all =
        MergedInstructions(*diff.before, *diff.after, matching_);
    size_t next = 0;         // of diff.instructions
    size_t behind = 0;       // how many unchanged ones are still to be shown
    size_t shown_until = 0;  // of `all`
    for (size_t i = 0; i < all.size(); ++i) {
      const bool differs = next < diff.instructions.size() &&
                           diff.instructions[next].before == all[i].before &&
                           diff.instructions[next].after == all[i].after;
      if (differs) {
        const size_t begin = std::max(shown_until, i - std::min(i, context_));
        if (begin > shown_until) out->append("  ...\n");
        for (size_t j = begin; j < i; ++j) PrintUnchanged(*all[j].after, out);
        Print(diff.instructions[next++], out);
        behind = context_;
      } else if (behind > 0) {
        --behind;
        PrintUnchanged(*all[i].after, out);
      } else {
        continue;
      }
      shown_until = i + 1;
    }
    if (shown_until < all.size()) out->append("  ...\n");
  }

  void PrintUnchanged(const HloInstruction& instruction, std::string* out) {
    AppendMarked("  ", after_.Line(instruction), out);
    out->push_back('\n');
  }

  SidePrinter before_;
  SidePrinter after_;
  const Matching& matching_;
  const size_t context_;
};

void PrintHeader(absl::Span<const HeaderDiff> changes, std::string* out) {
  if (changes.empty()) return;
  out->append("@@ HloModule @@\n");
  for (const HeaderDiff& change : changes) {
    if (!change.before.empty()) StrAppend(out, "- ", change.name, "=", change.before, "\n");
    if (!change.after.empty()) StrAppend(out, "+ ", change.name, "=", change.after, "\n");
  }
}

}  // namespace

std::string DiffToString(const ModuleDiff& diff, const DiffTextOptions& options) {
  const ModuleDiff::State& state = *diff.state_;
  std::string text;
  PrintHeader(state.header, &text);
  if (state.computations.empty()) return text;
  const HloModule none;
  const auto module_of = [&none](const HloComputation* part) -> const HloModule& {
    return part == nullptr ? none : *part->parent();
  };
  const PrintOptions print = PrintOptionsFor(options, state.options);
  DiffPrinter printer(module_of(state.in_before), module_of(state.in_after), print, state.matching,
                      static_cast<size_t>(std::max(options.context, 0)));
  for (const ComputationDiff& computation : state.computations) printer.Print(computation, &text);
  return text;
}

}  // namespace hlo
