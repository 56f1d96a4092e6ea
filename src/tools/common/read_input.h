// Reads one input: a file or standard input, plain or gzip'd (told by its first two bytes).
#ifndef HLO_TOOLS_COMMON_READ_INPUT_H_
#define HLO_TOOLS_COMMON_READ_INPUT_H_

#include <string>

#include "absl/status/statusor.h"
#include "hlo/source.h"

namespace hlo {

struct Input {
  SourceBuffer text;
  bool is_gzip = false;
};

// The text of `path`; "-" is standard input. Error messages name the file.
absl::StatusOr<Input> ReadInput(const std::string& path);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_READ_INPUT_H_
