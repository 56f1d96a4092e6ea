// See read_input.h.
#include "src/tools/common/read_input.h"

#include <new>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "hlo/source.h"
#include "src/tools/common/gzip.h"

namespace hlo {

absl::StatusOr<Input> ReadInput(const std::string& path) try {
  absl::StatusOr<SourceBuffer> bytes = SourceBuffer::ReadFile(path);
  if (!bytes.ok()) return bytes.status();
  if (!IsGzip(bytes->view())) return Input{*std::move(bytes)};
  absl::StatusOr<SourceBuffer> text = Gunzip(bytes->view());
  if (!text.ok()) {
    const char* const name = path == "-" ? "standard input" : path.c_str();
    return absl::Status(text.status().code(), absl::StrCat(name, ": ", text.status().message()));
  }
  return Input{*std::move(text), /*is_gzip=*/true};
} catch (const std::bad_alloc&) {
  return absl::ResourceExhaustedError(path + ": out of memory");
}

}  // namespace hlo
