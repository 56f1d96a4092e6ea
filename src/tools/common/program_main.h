// The frame of all programs: reads flags, answers --help, and writes the output if everything went
// well.
//
//   int main(int argc, char** argv) {
//     using namespace hlo_text::internal;
//     return ProgramMain(argc, argv, HloTranslateProgram, ParseTranslateFlags, Translate);
//   }
#ifndef HLO_TOOLS_COMMON_PROGRAM_MAIN_H_
#define HLO_TOOLS_COMMON_PROGRAM_MAIN_H_

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "hlo/version.h"
#include "src/tools/common/command_line.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/exit_code.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_description.h"

namespace hlo_text_v1::internal {

// Keeps files from taking the place of a standard stream that the caller has closed, and turns a
// closed pipe into a write error. Ends the process if it cannot.
void PrepareProcess();

// Writes `text` to standard error.
void PrintErrors(std::string_view text);

// PROGRAM: MESSAGE, on standard error; nothing for an empty message.
void Complain(std::string_view program, std::string_view message);

// Reports a wrong command line; returns kUsageError.
ExitCode RefuseFlags(const Program& program, const std::string& error);

// Prints the answer to --help or --version.
ExitCode PrintAbout(const Program& program, const CommonFlags& flags);

// Whether `output` is a terminal, which `what` would only fill with bytes that nobody reads; says
// so, and `instead`. "": standard output.
bool IsForNoTerminal(std::string_view program, const std::string& output, std::string_view what,
                     std::string_view instead);

// Says that the program ends early because memory ran out; returns kIoError.
ExitCode GiveUp(const char* program, const char* why);

// Reads the command line with `parse` and calls run(flags), an ExitCode. The one place that catches
// exceptions, mostly std::bad_alloc: prints a message and returns kIoError. No output has been
// committed then.
template <typename Flags, typename Run>
int ProgramMain(int argc, char** argv, Program (*describe)(),
                bool (*parse)(int, const char* const*, Flags*, std::string*), Run run) try {
  PrepareProcess();
  Flags flags;
  std::string error;
  if (!parse(argc, argv, &flags, &error)) return RefuseFlags(describe(), error);
  if (flags.help || flags.version) return PrintAbout(describe(), flags);
  return run(flags);
} catch (const std::bad_alloc&) {
  return GiveUp(argc > 0 ? argv[0] : "", "out of memory");
} catch (const std::exception& error) {
  return GiveUp(argc > 0 ? argv[0] : "", error.what());
}

// For programs that make one output from one input, which messages call `input`. Calls `work`,
// prints its log, and commits `output` ("": standard output) if `work` returns kFine, or if it
// returns kInputRefused after writing something.
ExitCode MakeOutput(std::string_view program, const std::string& input, const std::string& output,
                    absl::FunctionRef<ExitCode(DiagnosticLog*, OutputFile*)> work);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_PROGRAM_MAIN_H_
