// Reads, compares and words failures; hlo/testing.h makes matchers of it, so that the library does
// not need GoogleTest.
#include "hlo/internal/testing.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <ostream>
#include <utility>

#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "hlo/verify.h"

namespace hlo_text_v1 {

namespace internal {
namespace {

std::string Rendered(const std::vector<Diagnostic>& diagnostics, std::string_view source) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text.append(RenderDiagnostic(diagnostic, source, {"text"}));
  }
  return text;
}

// Reads a text, and verifies it if asked to; without a module, `*why` says why.
std::optional<HloModule> Read(std::string_view text, std::string_view what, bool verify,
                              std::string* why) {
  std::vector<Diagnostic> diagnostics;
  ReadOptions options;
  options.verify = verify;
  absl::StatusOr<HloModule> module = ReadHloModule(text, options, &diagnostics);
  if (module.ok()) return *std::move(module);
  *why = std::string(what) + " is refused:\n" + Rendered(diagnostics, text);
  return std::nullopt;
}

std::string Difference(const HloModule& expected, const HloModule& actual, std::string_view says) {
  const std::string diff = DiffToString(Diff(expected, actual));
  return diff.empty() ? diff : std::string(says) + ", + is the actual program:\n" + diff;
}

std::string PathFrom(std::string_view source, std::string_view path) {
  const size_t slash = source.rfind('/');
  if (path.substr(0, 1) == "/" || slash == std::string_view::npos) return std::string(path);
  return std::string(source.substr(0, slash + 1)).append(path);
}

enum class UpdateFlag { kNotAsked, kOff, kOn };
UpdateFlag update_flag = UpdateFlag::kNotAsked;

bool ShallUpdate() {
  if (update_flag == UpdateFlag::kOn) return true;
  const char* value = std::getenv("HLO_UPDATE_GOLDENS");
  return value != nullptr && *value != '\0';
}

// Why the text of `module` could not be written; empty if it was.
std::string Update(const HloModule& module, const std::string& path) {
  HloModule copy = module.Clone();
  StripOptions strip;
  strip.metadata = true;
  Strip(&copy, strip);
  PrintOptions print;
  print.print_large_constants = true;
  std::ofstream file(path, std::ios::binary);
  file << PrintHloModule(copy, print);
  file.close();
  return file.good() ? "" : "cannot write " + path;
}

}  // namespace

std::string WhyNotSameProgram(const HloModule& module, std::string_view text) {
  std::string why;
  const std::optional<HloModule> expected = Read(text, "the expected text", false, &why);
  return expected.has_value() ? Difference(*expected, module, "which differs from the text") : why;
}

std::string WhyNotVerified(const HloModule& module) {
  const std::vector<Diagnostic> violations = Verify(module);
  return violations.empty() ? "" : "which breaks rules:\n" + Rendered(violations, module.source());
}

std::string WhyNotGolden(const HloModule& module, std::string_view path, std::string_view source) {
  const std::string file = PathFrom(source, path);
  const absl::StatusOr<SourceBuffer> golden = SourceBuffer::ReadFile(file);
  std::string why = file + " cannot be read";
  if (golden.ok()) {
    const std::optional<HloModule> expected = Read(golden->view(), file, false, &why);
    if (expected.has_value()) why = Difference(*expected, module, file + " has another program");
  }
  if (why.empty()) return why;
  if (ShallUpdate()) return Update(module, file);
  const char* const how = update_flag == UpdateFlag::kNotAsked
                              ? ": HLO_UPDATE_GOLDENS=1 in the environment"
                              : ": --hlo_update_goldens";
  return why + (why.back() == '\n' ? "" : "\n") + file + how + " writes the actual program";
}

void TakeUpdateFlag(int* argc, char** argv) {
  char** const end = argv + *argc;
  char** const kept = std::remove_if(
      argv, end, [](std::string_view flag) { return flag == "--hlo_update_goldens"; });
  update_flag = kept != end ? UpdateFlag::kOn : UpdateFlag::kOff;
  if (kept != end) *kept = nullptr;
  *argc = static_cast<int>(kept - argv);
}

std::string WhyNotRunsTo(absl::FunctionRef<absl::StatusOr<bool>(HloModule*)> pass,
                         std::string_view before, std::string_view after) {
  std::string why;
  std::optional<HloModule> module = Read(before, "the program before", true, &why);
  const std::optional<HloModule> expected = Read(after, "the program after", true, &why);
  if (!module.has_value() || !expected.has_value()) return why;
  const HloModule original = module->Clone();
  const absl::StatusOr<bool> says_changed = pass(&*module);
  if (!says_changed.ok()) return "the pass fails: " + std::string(says_changed.status().message());
  if (why = WhyNotVerified(*module); !why.empty()) {
    return "the pass makes a program " + why + "Its changes:\n" +
           DiffToString(Diff(original, *module));
  }
  why = Difference(*expected, *module, "the pass makes another program than expected");
  if (!why.empty()) return why;
  const bool has_changed = !Diff(original, *module).empty();
  if (*says_changed == has_changed) return "";
  return has_changed ? "the pass returns false, but has changed the program"
                     : "the pass returns true, but has changed nothing";
}

std::vector<const HloInstruction*> InstructionsOf(const HloComputation& computation) {
  return {computation.instructions().begin(), computation.instructions().end()};
}

std::vector<const HloInstruction*> InstructionsOf(const HloModule& module) {
  std::vector<const HloInstruction*> all;
  for (const HloComputation* computation : module.computations()) {
    const std::vector<const HloInstruction*> part = InstructionsOf(*computation);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::string LineOf(const HloInstruction& instruction) {
  PrintOptions print;
  print.print_metadata = false;
  return PrintHloInstruction(instruction, print);
}

std::string Closest(const std::vector<const HloInstruction*>& instructions,
                    absl::FunctionRef<std::string(const HloInstruction*)> why_not) {
  constexpr size_t kMost = 40;
  std::string closest;
  std::string lines = "which has";
  size_t deepest = 0;
  for (size_t i = 0; i < instructions.size(); ++i) {
    if (i < kMost) lines.append("\n").append(LineOf(*instructions[i]));
    const std::string why = why_not(instructions[i]);
    // Each step into the pattern has a colon; the last may end at another opcode.
    const std::string_view last = std::string_view(why).substr(why.rfind(':') + 1);
    const auto has = [&](std::string_view word) { return last.find(word) != last.npos; };
    const auto steps = static_cast<size_t>(std::count(why.begin(), why.end(), ':'));
    const size_t depth = 2 * steps + (has(" is ") && has(", not ") ? 0 : 1);
    if (depth <= deepest) continue;
    deepest = depth;
    closest = "the closest is " + LineOf(*instructions[i]) + "\nbut " + why;
  }
  if (!closest.empty()) return closest;
  if (instructions.size() > kMost) {
    lines.append("\n... and " + std::to_string(instructions.size() - kMost) + " more");
  }
  return lines;
}

}  // namespace internal
}  // namespace hlo_text_v1
