// Each change is one or two lines in the printer's form, with the names of their own module.
#include "src/diff/diff_printer.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"
#include "src/diff/describe_value.h"
#include "src/diff/diff_state.h"
#include "src/diff/merge_order.h"
#include "src/print/module_printer.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

struct ChangeWord {
  DiffChange change;
  std::string_view word;
};
// In the order of notes.
constexpr ChangeWord kChangeWords[] = {
    {kNameChanged, "name"},
    {kRootChanged, "ROOT"},
    {kShapeChanged, "shape"},
    {kLayoutChanged, "layout"},
    {kOpcodeChanged, "opcode"},
    {kOperandsChanged, "operands"},
    {kValueChanged, "value"},
    {kCalleesChanged, "callees"},
    {kMetadataChanged, "metadata"},
    {kControlChanged, "control-predecessors"},
    {kAttributesChanged, "attributes"},
    {kScheduleChanged, "schedule"},
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
      : printer_(module, options, &text_) {}

  std::string Line(const HloInstruction& instruction) {
    text_.clear();
    printer_.PrintInstruction(instruction);
    printer_.Finish();
    return StrCat(instruction.IsRoot() ? "ROOT " : "", text_);
  }
  bool IsHidden(const HloComputation& computation) { return printer_.IsHidden(computation); }

 private:
  std::string text_;
  ModulePrinter printer_;
};

// Constants with more elements print as {...}; the others show the difference.
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

std::string Detail(const InstructionDiff& diff, DiffChange change, std::string_view percent) {
  if (change == kValueChanged) return ValueNote(diff);
  if (change != kScheduleChanged) return "";
  const HloInstruction* previous = diff.before->previous();
  return previous == nullptr ? " (was first)"
                             : StrCat(" (was behind ", percent, previous->name(), ")");
}

// The lines of a diff, while there is room for them.
class LimitedLines {
 public:
  explicit LimitedLines(const DiffPrintOptions& options) : options_(options) {}

  // Writes `mark` and make_text(), which is called only if there is room. Values may have raw
  // newlines: each line gets the mark.
  template <typename MakeText>
  void Put(std::string_view mark, MakeText make_text) {
    if (lines_ >= options_.max_lines) {
      ++result_.left_out;
      return;
    }
    std::string text(make_text());
    if (options_.terse) absl::StrReplaceAll({{"\n", "\\n"}}, &text);
    for (const std::string_view line : Split(text, '\n')) PutLine(StrCat(mark, line));
  }
  void Put(std::string_view line) {
    Put("", [=] { return line; });
  }

  bool empty() const { return lines_ == 0; }
  DiffText Take() { return std::move(result_); }

 private:
  void PutLine(std::string_view line) {
    if (lines_ >= options_.max_lines) {
      ++result_.left_out;
      return;
    }
    ++lines_;
    const std::string_view shown = Utf8Prefix(line, options_.max_columns);
    StrAppend(&result_.text, shown, shown.size() < line.size() ? "...\n" : "\n");
  }

  const DiffPrintOptions& options_;
  DiffText result_;
  size_t lines_ = 0;
};

class DiffPrinter {
 public:
  // Both must outlive the printer.
  DiffPrinter(const ModuleDiff& diff, const DiffPrintOptions& options)
      : state_(DiffAccess::StateOf(diff)),
        terse_(options.terse),
        percent_(options.terse ? "" : "%"),
        context_(static_cast<size_t>(std::max(options.text.context, 0))),
        print_(PrintOptionsFor(options.text, state_.options)),
        before_(ModuleOf(state_.in_before), print_),
        after_(ModuleOf(state_.in_after), print_),
        lines_(options) {}

  DiffText Print() {
    PrintHeader();
    for (const ComputationDiff& computation : state_.computations) Print(computation);
    return lines_.Take();
  }

 private:
  const HloModule& ModuleOf(const HloComputation* part) const {
    return part == nullptr ? none_ : *part->parent();
  }

  void PrintHeader() {
    if (state_.header.empty()) return;
    lines_.Put("@@ HloModule @@");
    for (const HeaderDiff& change : state_.header) {
      const auto put = [&](std::string_view mark, std::string_view value) {
        if (!value.empty()) lines_.Put(mark, [&] { return StrCat(change.name, "=", value); });
      };
      put("- ", change.before);
      put("+ ", change.after);
    }
  }

  void Print(const ComputationDiff& diff) {
    if (diff.before == nullptr && after_.IsHidden(*diff.after)) return;
    if (diff.after == nullptr && before_.IsHidden(*diff.before)) return;
    if (!terse_ && !lines_.empty()) lines_.Put("");
    lines_.Put(StrCat("@@ ", Heading(diff), " @@"));
    if (!diff.changes.empty()) lines_.Put("~ ", [&] { return Joined(diff.changes, ", "); });
    if (context_ > 0 && diff.kind() == DiffKind::kChanged) {
      PrintWithContext(diff);
    } else {
      for (const InstructionDiff& instruction : diff.instructions) Print(instruction);
    }
  }

  std::string Heading(const ComputationDiff& diff) const {
    const auto name = [this](const HloComputation& computation) {
      return StrCat(computation.IsEntry() ? "ENTRY " : "", percent_, computation.name());
    };
    if (diff.before == nullptr) return StrCat("added ", name(*diff.after));
    if (diff.after == nullptr) return StrCat("removed ", name(*diff.before));
    if (diff.before->name() == diff.after->name()) return name(*diff.after);
    return StrCat(name(*diff.after), ", was ", percent_, diff.before->name());
  }

  void Print(const InstructionDiff& diff) {
    const auto before = [&] { return before_.Line(*diff.before); };
    const auto after = [&] { return after_.Line(*diff.after); };
    const auto noted = [&] {
      return StrCat(after(), "  // ", Joined(DescribeChanges(diff, percent_), ", "));
    };
    if (diff.kind() == DiffKind::kChanged && diff.changes == kScheduleChanged) {
      return lines_.Put("~ ", noted);
    }
    if (diff.before != nullptr) lines_.Put("- ", before);
    if (diff.kind() == DiffKind::kChanged) return lines_.Put("+ ", noted);
    if (diff.after != nullptr) lines_.Put("+ ", after);
  }

  // Prints the differences with up to context_ unchanged instructions before and after each.
  void PrintWithContext(const ComputationDiff& diff) {
    const std::vector<InstructionPair> all =
        MergedInstructions(*diff.before, *diff.after, state_.matching);
    size_t next = 0;         // of diff.instructions
    size_t behind = 0;       // unchanged instructions still to be shown after the last difference
    size_t shown_until = 0;  // of `all`
    for (size_t i = 0; i < all.size(); ++i) {
      const bool differs = next < diff.instructions.size() &&
                           diff.instructions[next].before == all[i].before &&
                           diff.instructions[next].after == all[i].after;
      if (differs) {
        const size_t begin = std::max(shown_until, i - std::min(i, context_));
        if (begin > shown_until) lines_.Put("  ...");
        for (size_t j = begin; j < i; ++j) PrintUnchanged(*all[j].after);
        Print(diff.instructions[next++]);
        behind = context_;
      } else if (behind > 0) {
        --behind;
        PrintUnchanged(*all[i].after);
      } else {
        continue;
      }
      shown_until = i + 1;
    }
    if (shown_until < all.size()) lines_.Put("  ...");
  }

  void PrintUnchanged(const HloInstruction& instruction) {
    lines_.Put("  ", [&] { return after_.Line(instruction); });
  }

  const DiffAccess::State& state_;
  const bool terse_;
  const std::string_view percent_;
  const size_t context_;
  const PrintOptions print_;
  const HloModule none_;
  SidePrinter before_;
  SidePrinter after_;
  LimitedLines lines_;
};

}  // namespace

namespace internal {

DiffText PrintDiff(const ModuleDiff& diff, const DiffPrintOptions& options) {
  return DiffPrinter(diff, options).Print();
}

}  // namespace internal

std::string DiffToString(const ModuleDiff& diff, const DiffTextOptions& options) {
  return PrintDiff(diff, {options}).text;
}

namespace internal {

std::vector<std::string> DescribeChanges(const InstructionDiff& diff, std::string_view percent) {
  std::vector<std::string> words;
  for (const ChangeWord& row : kChangeWords) {
    if ((diff.changes & row.change) == 0) continue;
    if (row.change == kAttributesChanged) {
      words.insert(words.end(), diff.attributes.begin(), diff.attributes.end());
    } else {
      words.push_back(StrCat(row.word, Detail(diff, row.change, percent)));
    }
  }
  return words;
}

std::string_view DiffChangeName(DiffChange change) {
  for (const ChangeWord& row : kChangeWords) {
    if (row.change == change) return row.word;
  }
  return "other";
}

}  // namespace internal

}  // namespace hlo_text_v1
