// POSIX extended regular expressions, as FileCheck's patterns have them.
//
//   absl::StatusOr<PosixRegex> regex = PosixRegex::Compile("%(.*) = f32 add\\(%(.*), %\\2\\)", {1, 2});
//   std::vector<std::string_view> groups;
//   if (*regex->Search(text, &groups)) ...  // groups[0] is the match, groups[i + 1] that of captured[i]
//
// A match is the leftmost and, of those, the longest. `.` and [^x] do not match the end of a line;
// ^ and $ match at each line. A backslash takes the meaning from the next character, except that \1
// to \9 are the text of a group. RE2 finds the match; back-references, which RE2 lacks, are then
// checked by backtracking (backtrack.h).
#ifndef HLO_CHECK_REGEX_H_
#define HLO_CHECK_REGEX_H_

#include <re2/re2.h>

#include <bitset>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace hlo_text_v1::internal {

// A node of a parsed expression. Children come before their parents in RegexTree::nodes.
struct RegexNode {
  enum Kind : uint8_t {
    kEmpty,
    kSet,
    kLineBegin,
    kLineEnd,
    kGroup,
    kBackReference,
    kConcat,
    kEither,
    kRepeat
  };
  static constexpr int kUnlimited = -1;

  Kind kind = kEmpty;
  int index = 0;         // of a kSet: in RegexTree::sets; of a group or back-reference: its number
  int min = 0;           // of a kRepeat
  int max = kUnlimited;  // of a kRepeat
  std::vector<int> parts = {};  // nodes
};

using ByteSet = std::bitset<256>;

struct RegexTree {
  std::vector<RegexNode> nodes;
  std::vector<ByteSet> sets;
  std::vector<int> groups;  // the node inside of group i + 1
  int root = 0;
  bool has_back_references = false;
};

// kInvalidArgument, with a message that says why, if `pattern` is not an expression.
absl::StatusOr<RegexTree> ParseRegex(std::string_view pattern, bool ignore_case = false);

// `text` with a backslash before each character that has a meaning in an expression.
std::string EscapeRegex(std::string_view text);

class PosixRegex {
 public:
  // Groups are numbered from 1 by their opening parenthesis; `captured` lists those that Search
  // returns, in ascending order. Errors as for ParseRegex.
  static absl::StatusOr<PosixRegex> Compile(std::string_view pattern, std::vector<int> captured,
                                            bool ignore_case = false);

  // Whether there is a match; if so, `groups` gets the texts of the match and of the captured
  // groups. kResourceExhausted if back-references make it take too long. Otherwise linear in
  // `text`.
  absl::StatusOr<bool> Search(std::string_view text, std::vector<std::string_view>* groups) const;

 private:
  std::vector<int> captured_;
  std::shared_ptr<const re2::RE2> regex_;
  std::shared_ptr<const RegexTree> tree_;  // if there are back-references
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_REGEX_H_
