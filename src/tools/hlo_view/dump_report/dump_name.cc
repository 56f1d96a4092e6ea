// Three patterns: the file of any module, a stage with a number, a stage without one. A module's
// name may contain anything, including dots and digits, so the patterns look for the last part of a
// name that is a stage. After a hyphen, as in cpu_after_optimizations-buffer-assignment, comes a
// report on that stage.
#include "src/tools/hlo_view/dump_report/dump_name.h"

#include <re2/re2.h>

#include "absl/strings/strip.h"
#include "src/base/strings.h"

namespace hlo::internal {
namespace {

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }
std::string_view View(re2::StringPiece piece) { return {piece.data(), piece.size()}; }

// Newlines are ordinary characters in file names.
re2::RE2::Options PatternOptions() {
  re2::RE2::Options options(re2::RE2::Latin1);
  options.set_dot_nl(true);
  options.set_log_errors(false);
  return options;
}

struct Patterns {
  const re2::RE2 file{R"((?:(\d+)\.)?module_(\d+)\.(.+))", PatternOptions()};
  const re2::RE2 pass{R"((?:(.*)\.)?(\d{4,})\.(.+?)\.after_(.+?)(?:\.before_(.+))?)",
                      PatternOptions()};
  const re2::RE2 number{R"((\d+))", PatternOptions()};
  // Only sm_8.0_gpu_after_optimizations contains a dot.
  const re2::RE2 stage{
      R"((?:(.*?)\.)?((?:sm_\d+\.\d+[a-z]?_)?(?:[^.-]*?_)??(before|after)_[^.-]+))",
      PatternOptions()};
};

const Patterns& GetPatterns() {
  static const Patterns* const patterns = new Patterns;
  return *patterns;
}

// Parses `rest`, after the module's number and without extension, as a stage.
bool ParseStage(std::string_view rest, DumpName* name) {
  const Patterns& patterns = GetPatterns();
  re2::StringPiece module, step, pipeline, pass, next, stage, side;
  if (re2::RE2::FullMatch(Piece(rest), patterns.pass, &module, &step, &pipeline, &pass, &next)) {
    // No compiler counts that far: somebody made the name up.
    if (!re2::RE2::FullMatch(step, patterns.number, &name->step)) return false;
    name->kind = DumpKind::kPass;
    name->pipeline = View(pipeline);
    name->pass = View(pass);
    name->next = View(next);
  } else if (re2::RE2::FullMatch(Piece(rest), patterns.stage, &module, &stage, &side)) {
    name->kind = side == "before" ? DumpKind::kBefore : DumpKind::kAfter;
    name->stage = View(stage);
  } else {
    return false;
  }
  name->module_name = View(module);
  return true;
}

}  // namespace

std::optional<DumpName> ParseDumpName(std::string_view file_name) {
  re2::StringPiece timestamp, rest;
  DumpName name;
  if (!re2::RE2::FullMatch(Piece(file_name), GetPatterns().file, &timestamp, &name.module_number,
                           &rest)) {
    return std::nullopt;
  }
  name.timestamp = View(timestamp);
  absl::string_view stage = Absl(View(rest));
  absl::ConsumeSuffix(&stage, ".gz");
  name.is_proto = absl::ConsumeSuffix(&stage, ".hlo.pb");
  const bool has_module = name.is_proto || absl::ConsumeSuffix(&stage, ".txt");
  if (!has_module || !ParseStage(Std(stage), &name)) name.module_name = View(rest);
  return name;
}

}  // namespace hlo::internal
