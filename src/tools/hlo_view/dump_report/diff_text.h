// A structural diff as text for people, no longer than asked for.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_DIFF_TEXT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_DIFF_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hlo/diff.h"

namespace hlo {

struct StageDiffOptions {
  size_t max_lines = 400;
  size_t max_columns = 400;  // longer lines are cut and end in "..."
};

struct DiffText {
  // As DiffToString (hlo/diff.h) writes it, but shorter lines: without percent signs, program
  // shapes and shapes of operands.
  std::string text;
  int64_t left_out = 0;  // lines that are not there
};

// What is left out is not printed at all: cost and memory go with the text, and with the number of
// differences.
DiffText WriteDiffText(const ModuleDiff& diff, const StageDiffOptions& options);

// What DiffChange is called: "operands"; "other" for a bit that is none.
std::string_view DiffChangeName(DiffChange change);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_DIFF_TEXT_H_
