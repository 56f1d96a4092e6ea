// The pattern of a directive: text with {{regular expressions}} and [[VARIABLES]].
//
//   {{a|b}}       a POSIX extended regular expression (regex.h)
//   [[X:.*]]      the same; its text becomes the value of X
//   [[X]]         the value of X
//   [[#N+1]]      a number (number.h)
//
// In CHECK-HLO, {{ and [[ may also be HLO: {{0,1},{2,3}}. There, {{ begins a block if its braces
// are balanced up to the next }}, [[ before a letter, _, $, # or @.
#ifndef HLO_CHECK_PATTERN_H_
#define HLO_CHECK_PATTERN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "src/check/number.h"
#include "src/check/regex.h"

namespace hlo_text_v1::internal {

struct PatternOptions {
  bool is_literal = false;  // {LITERAL}: no block means anything
  bool ignore_case = false;
  bool match_full_line = false;    // it is the whole line
  bool strict_whitespace = false;  // with match_full_line: without blanks before and after it
  bool is_hlo = false;             // {{ and [[ may be HLO
};

// A piece of a pattern; `text` is what the brackets enclose.
struct PatternBlock {
  enum Kind : uint8_t { kText, kRegex, kDefinition, kUse, kNumber, kLegacyLine };
  Kind kind;
  std::string_view text;  // without the # of a kNumber
  size_t begin = 0;       // of the whole block in the pattern
  size_t end = 0;
};

// A message, and where in the pattern its subject is.
struct PatternError {
  size_t at = 0;
  std::string message;
};

// Cuts `pattern` into blocks. Returns false, with `error` set, at a block that does not end.
bool SplitPattern(std::string_view pattern, std::vector<PatternBlock>* blocks, PatternError* error,
                  bool is_hlo = false);

// A match in the text that is searched.
struct PatternMatch {
  size_t begin = 0;
  size_t end = 0;
};

class Pattern {
 public:
  // `line` is the directive's, for @LINE. Adds names to `variables`. Returns false, with `error`
  // set, if `text` is not a pattern.
  bool Parse(std::string_view text, const PatternOptions& options, int line, Variables* variables,
             PatternError* error);

  // The first match; none: nullopt. Sets the variables that the pattern defines. Returns an error
  // if a variable has no value (kNotFound, by name), or a value is out of range, or the search
  // takes too long.
  absl::StatusOr<std::optional<PatternMatch>> Find(std::string_view text,
                                                   Variables* variables) const;

  bool has_variables() const { return has_variables_; }
  // The variables that it uses, for messages.
  const std::vector<std::string>& used() const { return used_; }

 private:
  struct Substitution {
    size_t at = 0;     // in regex_
    std::string name;  // of a string variable; empty: the number
    NumberBlock number;
  };
  struct Definition {
    std::string name;
    int group = 0;
    std::optional<NumberFormat> number;
  };

  bool AddBlock(const PatternBlock& block, PatternError* error);
  bool AddRegex(std::string_view regex, std::string* error);
  bool AddDefinition(const PatternBlock& block, std::string* error);
  bool AddUse(const PatternBlock& block, std::string* error);
  bool AddNumber(const PatternBlock& block, std::string* error);
  absl::StatusOr<PosixRegex> Compile(const std::string& regex) const;
  absl::StatusOr<std::string> Substituted(const Variables& variables) const;
  absl::Status Define(const std::vector<std::string_view>& groups, Variables* variables) const;

  int line_ = 0;
  bool ignore_case_ = false;
  bool has_variables_ = false;
  std::string text_;  // if there is no expression
  std::string regex_;
  int group_count_ = 0;
  Variables* variables_ = nullptr;  // during Parse
  std::vector<Substitution> substitutions_;
  std::vector<Definition> definitions_;
  std::vector<std::string> used_;
  std::optional<PosixRegex> compiled_;  // without substitutions
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_PATTERN_H_
