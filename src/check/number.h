// Numbers in patterns: [[#%x,NAME:CONSTRAINT EXPRESSION]].
//
//   [[#N:]]       matches a number and defines N
//   [[#N+1]]      matches the text of a value
//   [[#%.8X,]]    %u, %d, %x, %X with a precision; # before it: with 0x
//   [[#mul(N,@LINE)]]   add, sub, mul, div, min, max; @LINE is the line of the directive
#ifndef HLO_CHECK_NUMBER_H_
#define HLO_CHECK_NUMBER_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"

namespace hlo_text_v1::internal {

// How a number is written. Without a kind: not decided.
struct NumberFormat {
  char kind = 0;  // u, d, x or X
  bool has_prefix = false;
  int precision = 0;

  bool operator==(const NumberFormat& other) const {
    return kind == other.kind && has_prefix == other.has_prefix && precision == other.precision;
  }
  bool operator!=(const NumberFormat& other) const { return !(*this == other); }

  std::string Regex() const;  // of any number in this format
  std::string Name() const;   // "%.3x"
  // kOutOfRange if the format has no sign and the value has.
  absl::StatusOr<std::string> Print(absl::int128 value) const;
  // kOutOfRange beyond 64 bits and their sign. `text` matches Regex().
  absl::StatusOr<absl::int128> Read(std::string_view text) const;
};

struct NumberVariable {
  NumberFormat format;
  int line = 0;  // of the directive that defines it first; 0: the command line
  std::optional<absl::int128> value;
};

// The variables that directives have defined so far; strings are borrowed from the input.
struct Variables {
  std::map<std::string, std::string_view, std::less<>> strings;
  std::map<std::string, NumberVariable, std::less<>> numbers;
  std::set<std::string, std::less<>> string_names;  // also those that are not matched yet

  // At a label: forgets the names of CHECK-HLO.
  void ForgetNames();
  // At a label, with --enable_var_scope: forgets the values of all variables that do not begin with
  // $.
  void ForgetLocals();
};

// An expression in postfix order, which needs no tree.
class NumberExpression {
 public:
  struct Term {
    enum Kind { kLiteral, kVariable, kLine, kCall } kind;
    absl::int128 value = 0;  // of a literal
    std::string name;        // of a variable, or of the function
  };

  bool empty() const { return terms_.empty(); }
  // kNotFound names an undefined variable; kOutOfRange: the value leaves 64 bits.
  absl::StatusOr<absl::int128> Evaluate(const Variables& variables, int line) const;

 private:
  friend class NumberParser;
  std::vector<Term> terms_;
};

// The inside of [[# ]], or of [[ ]] if it begins with @LINE.
struct NumberBlock {
  std::string name;  // that it defines; may be empty
  NumberFormat format;
  NumberExpression expression;  // may be empty
};

// Adds the defined name to `variables`. kInvalidArgument, with a message, for what is not such a
// block. `is_legacy`: [[@LINE+1]].
absl::StatusOr<NumberBlock> ParseNumberBlock(std::string_view text, int line, bool is_legacy,
                                             Variables* variables);

// [$]NAME, @NAME: moves it from the beginning of `text` into `name`. Returns false if there is
// none.
bool TakeVariable(std::string_view* text, std::string_view* name);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_NUMBER_H_
