// Lines are counted first and printed if there is room.
#include "src/passes/diff_text.h"

#include <string_view>

#include "hlo/printer.h"
#include "src/ir/strings.h"

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

class Writer {
 public:
  explicit Writer(const DiffTextOptions& options)
      : options_(options), print_options_(LineOptions()) {}

  void Heading(const ComputationDiff& computation) {
    if (!HasRoom()) return;
    const std::string before = NameOf(computation.before), after = NameOf(computation.after);
    if (computation.before == nullptr) {
      Put(StrCat("@@ new ", after, " @@"));
    } else if (computation.after == nullptr) {
      Put(StrCat("@@ gone ", before, " @@"));
    } else {
      Put(before == after ? StrCat("@@ ", after, " @@")
                          : StrCat("@@ ", before, " -> ", after, " @@"));
    }
  }

  void HeaderChange(std::string_view field) {
    if (HasRoom()) Put(StrCat("@@ header: ", field, " @@"));
  }

  void Line(std::string_view mark, const HloInstruction* instruction) {
    if (instruction == nullptr || !HasRoom()) return;
    Put(StrCat(mark, instruction->IsRoot() ? "ROOT " : "",
               PrintHloInstruction(*instruction, print_options_)));
  }

  DiffText Take() { return std::move(result_); }

 private:
  static std::string NameOf(const HloComputation* computation) {
    if (computation == nullptr) return "";
    return StrCat(computation->IsEntry() ? "ENTRY " : "", computation->name());
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

  const DiffTextOptions& options_;
  const PrintOptions print_options_;
  DiffText result_;
  size_t lines_ = 0;
};

}  // namespace

DiffText WriteDiffText(const ModuleDiff& diff, const DiffTextOptions& options) {
  Writer writer(options);
  for (const std::string& field : diff.header_changes()) writer.HeaderChange(field);
  for (const ComputationDiff& computation : diff.computations()) {
    writer.Heading(computation);
    for (const InstructionDiff& i : computation.instructions) {
      writer.Line("- ", i.before);
      writer.Line("+ ", i.after);
    }
  }
  return writer.Take();
}

}  // namespace hlo
