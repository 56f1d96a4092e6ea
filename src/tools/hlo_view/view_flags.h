// The command line of hlo-view; command_line.h reads it.
#ifndef HLO_TOOLS_HLO_VIEW_VIEW_FLAGS_H_
#define HLO_TOOLS_HLO_VIEW_VIEW_FLAGS_H_

#include <string>

#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

struct ViewFlags : CommonFlags {
  std::string passes;        // a folder; empty: a page of FILE
  std::string diff_against;  // a folder with `passes`, else a file; empty: none
  std::string format;        // text, json or html; empty: text for passes, html for a FILE
  std::string profile;       // a file; empty: none
  std::string machine;       // a file; empty: none
  std::string annotate;      // a file; empty: none
  std::string only;          // RE2; empty: all computations
  std::string first;         // RE2
  std::string blame;         // RE2
  std::string module;        // RE2 or a number; empty: all
  std::string stages;        // "A,B" as given
  std::string stage_before;
  std::string stage_after;
  bool all = false;
  bool open = false;
  bool upgrade_legacy = false;
  bool allow_unknown = true;
};

// Reads argv[1..argc), as ParseFlags does. Leaves one name in `files`, none with --passes.
bool ParseViewFlags(int argc, const char* const* argv, ViewFlags* flags, std::string* error);

Program HloViewProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_VIEW_FLAGS_H_
