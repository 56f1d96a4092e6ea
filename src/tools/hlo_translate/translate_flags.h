// The command line of hlo-translate; command_line.h reads it.
#ifndef HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_FLAGS_H_
#define HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_FLAGS_H_

#include <string>

#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

struct TranslateFlags : CommonFlags {
  std::string from;   // hlo, hlo-proto or mlir-async; empty: hlo
  std::string to;     // as in the help; empty: hlo, only from MLIR or a proto
  std::string table;  // of hlo/tables.h; only with ndjson and csv
  bool raw_cells = false;
  int job_count = 0;      // 0: one for each core
  std::string wrap;       // hlo_proto, snapshot or with_config; empty: none
  std::string arguments;  // a file; empty: made up
  bool registered_only = false;
  bool name_attributes = false;
  bool large_constants = false;
  std::string async = "sugar";  // as in hlo-fmt
  std::string computation;
  std::string around;
  int hop_count = 2;
  bool unfold = false;
  int node_limit = 1000;
  bool upgrade_legacy = false;
  bool allow_unknown = true;
};

// Reads argv[1..argc), as ParseFlags does. Leaves one name in `files`, or with a table one or more.
bool ParseTranslateFlags(int argc, const char* const* argv, TranslateFlags* flags,
                         std::string* error);

Program HloTranslateProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_FLAGS_H_
