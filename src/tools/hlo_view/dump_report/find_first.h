// Finds the stage of a compilation in which an instruction first appears.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_FIND_FIRST_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_FIND_FIRST_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/stage_file.h"

namespace re2 {
class RE2;
}

namespace hlo_text_v1::internal {

struct FirstMatch {
  size_t stage = 0;                 // index in the module's stages
  std::string computation;          // name
  std::string instruction;          // its text
  std::vector<std::string> source;  // SourceStack
};

struct FindFirstResult {
  std::optional<FirstMatch> match;
  // Earlier stages that could not be read, "FILE: REASON".
  std::vector<std::string> errors;
};

// The first stage of `module`, and the first instruction in it, whose text (PrintHloInstruction's)
// `pattern` matches somewhere. Holds two stages in memory at a time. Linear in the stages up to
// there.
FindFirstResult FindFirst(const DumpFolder& folder, const DumpModule& module,
                          const re2::RE2& pattern, const StageFileOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_FIND_FIRST_H_
