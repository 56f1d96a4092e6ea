// Failures as text for people: the directive, where it was searched for, and the line that comes
// nearest to it, with the word that differs.
#ifndef HLO_CHECK_REPORT_H_
#define HLO_CHECK_REPORT_H_

#include <string>
#include <string_view>

#include "src/check/check_file.h"
#include "src/check/run_checks.h"

namespace hlo_text_v1::internal {

// A text that messages show.
struct NamedText {
  std::string name;
  std::string_view text;
};

struct ReportOptions {
  bool strict_whitespace = false;
  bool color = false;
};

std::string ReportError(const CheckFileError& error, const NamedText& check_file,
                        const ReportOptions& options);

// `input` as it was read; the failure is about `collapsed`, CollapseBlanks of its text.
std::string ReportFailure(const CheckFailure& failure, const NamedText& check_file,
                          const NamedText& input, std::string_view collapsed,
                          const ReportOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_REPORT_H_
