// Searches stages in order, and instructions in order. Skips stages with the same text as the one
// before.
#include "src/tools/hlo_view/dump_report/find_first.h"

#include <re2/re2.h>

#include <string_view>
#include <utility>

#include "hlo/printer.h"
#include "hlo/query.h"
#include "hlo/source.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

std::optional<FirstMatch> FindIn(const HloModule& module, const re2::RE2& pattern) {
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kKeep;
  HloInstructionPrinter printer(module, options);
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      std::string text = printer.Print(*instruction);
      if (!re2::RE2::PartialMatch(text, pattern)) continue;
      return FirstMatch{0, std::string(computation->name()), std::move(text),
                        SourceStack(module, instruction->metadata())};
    }
  }
  return std::nullopt;
}

}  // namespace

FindFirstResult FindFirst(const DumpFolder& folder, const DumpModule& module,
                          const re2::RE2& pattern, const StageFileOptions& options) {
  FindFirstResult result;
  std::optional<HloModule> last;  // the last stage read; had no match
  for (size_t i = 0; i < module.stages.size(); ++i) {
    const std::string& file = module.stages[i].file;
    const auto fail = [&](const absl::Status& status) {
      result.errors.push_back(StrCat(file, ": ", Std(status.message())));
    };
    absl::StatusOr<SourceBuffer> text = ReadStageText(folder.path, file, options);
    if (!text.ok()) {
      fail(text.status());
      continue;
    }
    // The module of a proto has no source text.
    const bool is_same = last.has_value() && last->source() == text->view();
    if (is_same && text->size() > 0) continue;
    absl::StatusOr<HloModule> parsed = ParseStage(*std::move(text), options);
    if (!parsed.ok()) {
      fail(parsed.status());
      continue;
    }
    last = *std::move(parsed);
    result.match = FindIn(*last, pattern);
    if (!result.match.has_value()) continue;
    result.match->stage = i;
    break;
  }
  return result;
}

}  // namespace hlo_text_v1::internal
