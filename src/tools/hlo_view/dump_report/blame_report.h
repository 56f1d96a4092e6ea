// Writes the histories of instructions as text, JSON or a page.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BLAME_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BLAME_REPORT_H_

#include <string>
#include <vector>

#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/blame.h"

namespace re2 {
class RE2;
}

namespace hlo_text_v1::internal {

struct BlamedModule {
  const DumpModule* module;
  Blame blame;
  std::vector<const HloInstruction*> asked;  // by the reader, in the last stage
};

// The instructions of the last stage whose whole name, without '%', matches.
std::vector<const HloInstruction*> FindByName(const HloModule& module, const re2::RE2& name);

// For each instruction a line, and one for each event: the stage, and what it did.
std::string WriteBlameText(const std::vector<BlamedModule>& modules);
// A list of instructions with their histories: docs/passes.md.
std::string WriteBlameJson(const std::vector<BlamedModule>& modules);
// The page of the last stage, in which every instruction has its history.
std::string WriteBlamePage(const BlamedModule& module);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BLAME_REPORT_H_
