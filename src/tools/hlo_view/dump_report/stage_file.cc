// See stage_file.h.
#include "src/tools/hlo_view/dump_report/stage_file.h"

#include <utility>

#include "absl/status/status.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/read/source.h"

namespace hlo_text_v1::internal {

absl::StatusOr<SourceBuffer> ReadStageText(const std::string& folder, const std::string& name,
                                           const StageFileOptions& options) {
  if (name.find('/') != std::string::npos) return absl::InvalidArgumentError("not a file's name");
  const std::string path = StrCat(folder, "/", name);
  absl::StatusOr<Source> source = ReadSource(path, {options.max_bytes, /*only_regular=*/true});
  if (source.ok()) return std::move(source->text);
  const std::string_view message = Std(source.status().message());
  return absl::Status(source.status().code(), Absl(message.substr(path.size() + 2)));
}

absl::StatusOr<HloModule> ParseStage(SourceBuffer&& text, const StageFileOptions& options) {
  ReadOptions read;
  read.parse.allow_unknown = true;
  read.parse.jobs = options.jobs;
  // Names should be the same as in the file, so that readers find them.
  read.uniquify.keep_stack_frames = true;
  read.uniquify.keep_instruction_names = true;
  absl::StatusOr<HloModule> module = ReadHloModule(std::move(text), read);
  if (module.ok()) return module;
  read.parse.upgrade_legacy = true;  // not tried first, since it uses only one thread
  // A refused text stays in `text`. NOLINTNEXTLINE(bugprone-use-after-move)
  absl::StatusOr<HloModule> upgraded = ReadHloModule(std::move(text), read);
  return upgraded.ok() ? std::move(upgraded) : std::move(module);
}

}  // namespace hlo_text_v1::internal
