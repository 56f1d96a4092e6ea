// What the mains of all programs begin with.
//
//   int main(int argc, char** argv) {
//     hlo::PrepareProcess();
//     hlo::TranslateFlags flags;
//     std::string error;
//     if (!hlo::ParseTranslateFlags(argc, argv, &flags, &error)) {
//       return hlo::RefuseFlags("hlo-translate", error);
//     }
//     if (flags.help || flags.version) return hlo::PrintAbout(hlo::HloTranslateProgram(), flags);
//     ...
//   }
#ifndef HLO_TOOLS_COMMON_PROGRAM_MAIN_H_
#define HLO_TOOLS_COMMON_PROGRAM_MAIN_H_

#include <string>
#include <string_view>

#include "src/tools/common/command_line.h"
#include "src/tools/common/exit_code.h"
#include "src/tools/common/program_description.h"

namespace hlo {

// Makes sure that no file takes the place of a standard stream that the caller has closed, and that
// a reader who goes away is an error of the write. Ends the process if it cannot.
void PrepareProcess();

// Writes `text` to standard error.
void PrintErrors(std::string_view text);

// PROGRAM: MESSAGE, on standard error; nothing for an empty message.
void Complain(std::string_view program, std::string_view message);

// Complains of a wrong command line; kUsageError.
ExitCode RefuseFlags(std::string_view program, const std::string& error);

// Prints what --help or --version asks for.
ExitCode PrintAbout(const Program& program, const CommonFlags& flags);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_PROGRAM_MAIN_H_
