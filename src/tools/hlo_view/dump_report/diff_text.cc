// Lines are counted first and printed if there is room.
#include "src/tools/hlo_view/dump_report/diff_text.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/strings/str_replace.h"
#include "hlo/printer.h"
#include "src/base/strings.h"

namespace hlo {
namespace {

PrintOptions LineOptions() {
  PrintOptions options = PrintOptions::ShortParsable();
  options.print_large_constants = false;
  options.print_control_dependencies = true;
  options.async_mode = AsyncPrintMode::kKeep;
  return options;
}

// Cut between characters of UTF-8.
std::string_view Cut(std::string_view line, size_t max_columns) {
  size_t end = max_columns;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return line.substr(0, end);
}

void AddWord(std::string_view word, std::string* words) {
  StrAppend(words, words->empty() ? "" : ", ", word);
}

std::string NameOf(const HloComputation& computation) {
  return StrCat(computation.IsEntry() ? "ENTRY " : "", computation.name());
}

std::string Heading(const ComputationDiff& diff) {
  if (diff.before == nullptr) return StrCat("added ", NameOf(*diff.after));
  if (diff.after == nullptr) return StrCat("removed ", NameOf(*diff.before));
  const bool is_renamed = diff.before->name() != diff.after->name();
  return StrCat(NameOf(*diff.after), is_renamed ? ", was " : "",
                is_renamed ? diff.before->name() : "");
}

// What of a matched pair differs.
std::string Note(const InstructionDiff& diff) {
  std::string words;
  for (uint32_t bit = 0; bit < 32; ++bit) {
    const auto change = static_cast<DiffChange>(diff.changes & (uint32_t{1} << bit));
    if (change != 0 && change != kAttributesChanged) AddWord(DiffChangeName(change), &words);
  }
  for (const std::string_view attribute : diff.attributes) AddWord(attribute, &words);
  return words;
}

class Writer {
 public:
  explicit Writer(const StageDiffOptions& options)
      : options_(options), print_options_(LineOptions()) {}

  void Header(absl::Span<const HeaderDiff> changes) {
    if (changes.empty()) return;
    if (HasRoom()) Put("@@ HloModule @@");
    for (const HeaderDiff& change : changes) {
      if (!change.before.empty() && HasRoom()) Put(StrCat("- ", change.name, "=", change.before));
      if (!change.after.empty() && HasRoom()) Put(StrCat("+ ", change.name, "=", change.after));
    }
  }

  void Computation(const ComputationDiff& diff) {
    if (HasRoom()) Put(StrCat("@@ ", Heading(diff), " @@"));
    if (!diff.changes.empty() && HasRoom()) {
      std::string words;
      for (const std::string_view word : diff.changes) AddWord(word, &words);
      Put(StrCat("~ ", words));
    }
    for (const InstructionDiff& i : diff.instructions) {
      if (i.changes == kScheduleChanged) {
        Line("~ ", i.after, Note(i));
      } else {
        Line("- ", i.before, "");
        Line("+ ", i.after, Note(i));
      }
    }
  }

  DiffText Take() { return std::move(result_); }

 private:
  void Line(std::string_view mark, const HloInstruction* instruction, std::string_view note) {
    if (instruction == nullptr || !HasRoom()) return;
    // Values may have raw newlines.
    const std::string text =
        absl::StrReplaceAll(PrintHloInstruction(*instruction, print_options_), {{"\n", "\\n"}});
    Put(StrCat(mark, instruction->IsRoot() ? "ROOT " : "", text, note.empty() ? "" : "  // ",
               note));
  }
  bool HasRoom() {
    if (lines_++ < options_.max_lines) return true;
    ++result_.left_out;
    return false;
  }
  void Put(std::string_view line) {
    if (line.size() > options_.max_columns) {
      StrAppend(&result_.text, Cut(line, options_.max_columns), "...\n");
    } else {
      StrAppend(&result_.text, line, "\n");
    }
  }

  const StageDiffOptions& options_;
  const PrintOptions print_options_;
  DiffText result_;
  size_t lines_ = 0;
};

}  // namespace

std::string_view DiffChangeName(DiffChange change) {
  switch (change) {
    case kOpcodeChanged:
      return "opcode";
    case kShapeChanged:
      return "shape";
    case kLayoutChanged:
      return "layout";
    case kOperandsChanged:
      return "operands";
    case kCalleesChanged:
      return "callees";
    case kValueChanged:
      return "value";
    case kAttributesChanged:
      return "attributes";
    case kControlChanged:
      return "control";
    case kScheduleChanged:
      return "schedule";
    case kRootChanged:
      return "root";
    case kNameChanged:
      return "name";
    case kMetadataChanged:
      return "metadata";
  }
  return "other";
}

DiffText WriteDiffText(const ModuleDiff& diff, const StageDiffOptions& options) {
  Writer writer(options);
  writer.Header(diff.header_changes());
  for (const ComputationDiff& computation : diff.computations()) writer.Computation(computation);
  return writer.Take();
}

}  // namespace hlo
