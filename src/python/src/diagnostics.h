// Converts diagnostics to the classes of hlo_text/_diagnostics.py.
#ifndef HLO_PYTHON_SRC_DIAGNOSTICS_H_
#define HLO_PYTHON_SRC_DIAGNOSTICS_H_

#include <nanobind/nanobind.h>

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "hlo/diagnostic.h"
#include "hlo/version.h"

namespace hlo_python {

// A list of Diagnostic; offsets refer to `source`.
nanobind::list ToList(const std::vector<hlo_text::Diagnostic>& diagnostics,
                      std::string_view source);

// Raises ParseError for rejected text, with the message of `status` if there are no diagnostics.
[[noreturn]] void RaiseParseError(const absl::Status& status,
                                  const std::vector<hlo_text::Diagnostic>& diagnostics,
                                  std::string_view source, std::string_view filename);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_DIAGNOSTICS_H_
