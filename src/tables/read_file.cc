// Reads one file, and makes rows of its errors.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/tables/rows.h"

namespace hlo_text_v1::internal {
namespace {

// More errors of one file would not help anyone (ParseOptions::max_errors is less).
constexpr size_t kMaxErrors = 100;

void AddFileError(const std::string& path, std::string_view kind, std::string_view message,
                  BatchList* errors) {
  ErrorsRow row;
  row.file = path;
  row.kind = kind;
  row.message = message;
  errors->Add(row);
}

// `text` is empty for a proto, which has no lines.
void AddTextErrors(const std::string& path, std::string_view text,
                   const std::vector<Diagnostic>& diagnostics, BatchList* errors) {
  LineIndex lines(text);
  size_t count = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError || count++ >= kMaxErrors) continue;
    ErrorsRow row;
    row.file = path;
    row.kind = "text";
    row.code = DiagnosticCodeName(diagnostic.code);
    if (!text.empty()) {
      const LineColumn place = lines.Get(diagnostic.begin);
      row.line = place.line;
      row.column = place.column;
    }
    row.message = diagnostic.message;
    errors->Add(row);
  }
}

bool HasError(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<HloModule> ReadTableFile(const std::string& path, const FileTableOptions& options,
                                        BatchList* errors) {
  absl::StatusOr<SourceBuffer> source =
      options.read ? options.read(path) : SourceBuffer::ReadFile(path);
  if (!source.ok()) {
    if (errors != nullptr) AddFileError(path, "file", Std(source.status().message()), errors);
    return source.status();
  }
  ReadOptions read;
  read.parse = options.parse;
  read.parse.jobs = 1;
  const bool is_proto = IsHloProto(source->view());
  std::vector<Diagnostic> diagnostics;
  // A refused text stays in `source`.
  absl::StatusOr<HloModule> module = ReadHloModule(*std::move(source), read, &diagnostics);
  if (module.ok() || errors == nullptr) return module;
  // NOLINTNEXTLINE(bugprone-use-after-move)
  AddTextErrors(path, is_proto ? std::string_view() : source->view(), diagnostics, errors);
  if (!HasError(diagnostics)) {
    AddFileError(path, "text", Std(module.status().message()), errors);
  }
  return module;
}

}  // namespace hlo_text_v1::internal
