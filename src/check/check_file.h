// Reads the directives of a check file:
//
//   PREFIX:  PREFIX-NEXT:  -SAME:  -NOT:  -DAG:  -LABEL:  -EMPTY:  -COUNT-n:   and {LITERAL} before the colon
//   PREFIX-HLO:  and -HLO-NEXT, -HLO-DAG, -HLO-NOT     an instruction by its meaning (hlo_pattern.h)
//
// They may be anywhere in a line; the pattern is the rest of it.
#ifndef HLO_CHECK_CHECK_FILE_H_
#define HLO_CHECK_CHECK_FILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/check/hlo_pattern.h"
#include "src/check/pattern.h"

namespace hlo_text_v1::internal {

struct CheckOptions {
  std::vector<std::string> prefixes = {"CHECK"};
  bool has_default_prefix = true;  // `prefixes` is not given
  std::vector<std::string> comment_prefixes = {"COM", "RUN"};
  std::vector<std::string> implicit_nots;  // patterns of a PREFIX-NOT before each other directive
  std::vector<std::string> definitions;    // NAME=VALUE, #[FORMAT,]NAME=EXPRESSION
  bool ignore_case = false;
  bool strict_whitespace = false;  // else a run of blanks and tabs equals one blank
  bool match_full_lines = false;
  bool enable_var_scope = false;  // a label forgets variables that do not begin with $
  bool allow_unused_prefixes = false;
  bool allow_deprecated_dag_overlap = false;
};

struct Directive {
  enum Kind : uint8_t { kPlain, kNext, kSame, kNot, kDag, kLabel, kEmpty, kEnd };
  static constexpr size_t kNoPlace = std::string_view::npos;

  Kind kind = kPlain;
  int count = 1;
  bool is_literal = false;
  bool is_hlo = false;      // `hlo` matches, not `pattern`
  std::string_view prefix;  // in the file; empty: of the command line
  std::string_view name;    // with its suffix: CHECK-NEXT
  size_t begin = kNoPlace;  // of the prefix in the file
  size_t text_begin = 0;    // of the pattern in the file
  size_t text_end = 0;
  int line = 0;      // from 1
  std::string text;  // the pattern, blanks as it is matched
  Pattern pattern;
  HloPattern hlo;

  bool is_positive() const { return kind != kNot && kind != kDag; }
};

// An error in the check file, or in the command line if `at` is Directive::kNoPlace.
struct CheckFileError {
  size_t at = Directive::kNoPlace;
  std::string message;
};

struct CheckFile {
  std::string_view text;
  std::vector<Directive> directives;     // a kEnd is the last if a -NOT or -DAG would be
  std::vector<Directive> implicit_nots;  // before each directive but -NOT and -DAG
  Variables variables;                   // with their values from the command line
};

// Borrows `text` and `options`. Returns false, with `error` set, if a directive is wrong or
// missing. Linear in `text`, times the number of prefixes.
bool ReadCheckFile(std::string_view text, const CheckOptions& options, CheckFile* file,
                   CheckFileError* error);

// `text` with each run of blanks and tabs replaced by a blank, and CR LF by LF.
std::string CollapseBlanks(std::string_view text, bool strict_whitespace);

// The offset in `text` of the byte of CollapseBlanks(text) at `collapsed`.
size_t UncollapsedOffset(std::string_view text, size_t collapsed, bool strict_whitespace);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_CHECK_FILE_H_
