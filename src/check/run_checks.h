// Holds the directives of a check file against a text, as FileCheck does:
//
// - A label cuts the text: first all labels are found, then the directives between two labels are
//   matched in the text between them.
// - Each directive matches after the one before it; -NEXT, -SAME and -EMPTY on a certain line.
// - The -DAGs in a row match in any order, without overlap, from the end of the match before them.
// - A -NOT must not match between the matches of its neighbours.
#ifndef HLO_CHECK_RUN_CHECKS_H_
#define HLO_CHECK_RUN_CHECKS_H_

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/check/check_file.h"

namespace hlo_text_v1::internal {

struct CheckFailure {
  enum Kind { kMissing, kExcluded, kWrongLine, kBadValue };
  Kind kind;
  const Directive* directive;
  std::string message;                         // without the directive's name
  PatternMatch region;                         // bytes of the input that were searched
  PatternMatch match;                          // of a kExcluded or kWrongLine
  std::optional<HloPattern::Nearest> nearest;  // in the region; of a CHECK-HLO that is kMissing
  std::vector<std::pair<std::string, std::string>> values;  // of the variables that it uses
};

struct CheckResult {
  std::vector<CheckFailure> failures;                // one or more for each part between labels
  std::vector<std::optional<PatternMatch>> matches;  // in the input, by index of the directive
  Variables variables;                               // at the end
};

// `input`: after CollapseBlanks. A kEnd must follow a -NOT or -DAG at the end. Borrows all.
CheckResult RunChecks(const CheckFile& file, const CheckOptions& options, std::string_view input);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_RUN_CHECKS_H_
