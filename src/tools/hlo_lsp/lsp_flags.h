// The command line of hlo-lsp, whose code is in src/lsp; separate, so that its man page and
// completions do not need a JSON parser.
#ifndef HLO_TOOLS_HLO_LSP_LSP_FLAGS_H_
#define HLO_TOOLS_HLO_LSP_LSP_FLAGS_H_

#include <string>

#include "src/tools/common/command_line.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

struct LspFlags : CommonFlags {
  bool stdio = false;  // has no effect
};

// Reads argv[1..argc), as ParseFlags does.
bool ParseLspFlags(int argc, const char* const* argv, LspFlags* flags, std::string* error);

Program HloLspProgram();

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_LSP_LSP_FLAGS_H_
