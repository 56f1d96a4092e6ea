// Tries the meanings of a name one after the other; the first that fits any stage decides.
#include "src/tools/hlo_view/dump_report/stage_names.h"

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "src/base/strings.h"
#include "src/tools/common/flag_regex.h"

namespace hlo_text_v1::internal {
namespace {

std::optional<int64_t> ParseNumber(std::string_view text) {
  int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || stop != end || number < 0) return std::nullopt;
  return number;
}

using Matches = bool (*)(const DumpStage&, std::string_view);
constexpr Matches kSenses[] = {
    // If there are several stages before or after all passes, as from a GPU or TPU compiler, takes
    // the one that all compilers have.
    [](const DumpStage& stage, std::string_view name) {
      return stage.kind != DumpKind::kPass && stage.Number() == name &&
             absl::EndsWith(stage.pass, StrCat(name, "_optimizations"));
    },
    [](const DumpStage& stage, std::string_view name) {
      const std::optional<int64_t> number = ParseNumber(name);
      return stage.kind == DumpKind::kPass ? number == stage.step : stage.Number() == name;
    },
    [](const DumpStage& stage, std::string_view name) {
      return stage.Label() == name || stage.file == name;
    },
    [](const DumpStage& stage, std::string_view name) { return stage.pass == name; },
    [](const DumpStage& stage, std::string_view name) {
      return stage.kind != DumpKind::kPass && absl::EndsWith(stage.pass, StrCat("_", name));
    },
};

absl::Status Several(const DumpModule& module, std::string_view name,
                     const std::vector<size_t>& found) {
  constexpr size_t kMaxShown = 12;
  std::string numbers;
  for (size_t i = 0; i < found.size() && i < kMaxShown; ++i) {
    const DumpStage& stage = module.stages[found[i]];
    const bool is_pass = stage.kind == DumpKind::kPass;
    StrAppend(&numbers, i == 0 ? "" : ", ", is_pass ? stage.Number() : stage.file);
  }
  if (found.size() > kMaxShown) numbers += ", ...";
  return absl::InvalidArgumentError(
      StrCat("several stages of ", module.Label(), " are called ", name, ": ", numbers));
}

}  // namespace

absl::StatusOr<std::vector<const DumpModule*>> SelectModules(const DumpFolder& folder,
                                                             const std::string& selector) {
  const std::optional<int64_t> number = ParseNumber(selector);
  const std::unique_ptr<const re2::RE2> pattern = CompileRegex(selector);
  std::vector<const DumpModule*> modules;
  for (const DumpModule& module : folder.modules) {
    const bool is_wanted =
        number.has_value() ? module.number == *number
                           : pattern == nullptr || re2::RE2::PartialMatch(module.Label(), *pattern);
    if (is_wanted) modules.push_back(&module);
  }
  if (!modules.empty()) return modules;
  return absl::NotFoundError(selector.empty()
                                 ? StrCat(folder.path, ": no modules in this folder")
                                 : StrCat(folder.path, ": no module is called ", selector));
}

absl::StatusOr<size_t> FindStage(const DumpModule& module, std::string_view name) {
  for (const Matches matches : kSenses) {
    std::vector<size_t> found;
    for (size_t i = 0; i < module.stages.size(); ++i) {
      if (matches(module.stages[i], name)) found.push_back(i);
    }
    if (found.size() == 1) return found[0];
    if (found.size() > 1) return Several(module, name, found);
  }
  return absl::NotFoundError(StrCat(module.Label(), " has no stage called ", name));
}

}  // namespace hlo_text_v1::internal
