// Reads files and modules for tests. Unreadable ones fail the test.
#ifndef HLO_TESTS_SUPPORT_READ_H_
#define HLO_TESTS_SUPPORT_READ_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/read.h"

namespace hlo_text_v1 {

// ---- Files.

// All of a file.
std::string ReadFile(const std::filesystem::path& path);

// The files below testdata/FOLDER whose names end with `ending`, sorted.
std::vector<std::filesystem::path> TestdataFiles(std::string_view folder = "",
                                                 std::string_view ending = ".hlo");

// Every kSampleStep-th of all `.hlo` files, for tests that take long.
std::vector<std::filesystem::path> TestdataSample();

// Whether `path` is an input, NAME.hlo, and not its printed form, NAME.default.hlo.
bool IsTestdataInput(const std::filesystem::path& path);

// ---- Modules. Empty if the text is rejected.

// As written: with sugar, and names as the options say.
HloModule ModuleOf(std::string_view text, const ParseOptions& options = {});

// As the programs read it, with ReadHloModule: desugared, with unique names.
HloModule ReadModule(std::string_view text, const ReadOptions& options = {});
ReadOptions AllowUnknown();

// ---- Parts of a module, by name; nullptr, and a failure, if there is none.

HloComputation* FindComputation(HloModule& module, std::string_view name);
const HloComputation* FindComputation(const HloModule& module, std::string_view name);
// In any computation.
HloInstruction* Find(HloModule& module, std::string_view name);
const HloInstruction* Find(const HloModule& module, std::string_view name);

// ---- Texts.

std::string PrintWithConstants(const HloModule& module,
                               AsyncPrintMode async_mode = AsyncPrintMode::kSugar);

// Replaces the first `from` in `text`, which must exist, by `to`.
std::string Replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_READ_H_
