// A structural diff as text: DiffToString (hlo/diff.h) with limits and other wordings.
#ifndef HLO_DIFF_DIFF_PRINTER_H_
#define HLO_DIFF_DIFF_PRINTER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diff.h"

namespace hlo_text_v1::internal {

struct DiffPrintOptions {
  DiffTextOptions text;
  // For a report: names in headings and notes have no percent signs, no lines are blank, and raw
  // newlines in values are \n.
  bool terse = false;
  size_t max_lines = SIZE_MAX;
  size_t max_columns = SIZE_MAX;  // longer lines are cut and end in "..."
};

struct DiffText {
  std::string text;
  int64_t left_out = 0;  // lines beyond max_lines
};

// Instructions beyond max_lines are not even printed: time and memory are linear in the text and in
// the number of differences.
DiffText PrintDiff(const ModuleDiff& diff, const DiffPrintOptions& options);

// The changes of a matched pair: "operands", "schedule (was behind %sum.4)", with `percent` before
// names.
std::vector<std::string> DescribeChanges(const InstructionDiff& diff, std::string_view percent);

// The word for one kind of change: "operands", "ROOT".
std::string_view DiffChangeName(DiffChange change);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_DIFF_PRINTER_H_
