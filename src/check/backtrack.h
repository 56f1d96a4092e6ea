// Matches an expression with back-references between two given places.
#ifndef HLO_CHECK_BACKTRACK_H_
#define HLO_CHECK_BACKTRACK_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "src/check/regex.h"

namespace hlo_text_v1::internal {

class Backtracker {
 public:
  // Borrows both.
  Backtracker(const RegexTree& tree, std::string_view text);

  // Whether text[begin, end) matches. Repetitions take as much as they can, alternatives are tried
  // in order. kResourceExhausted after some millions of steps.
  absl::StatusOr<bool> Match(size_t begin, size_t end);

  // After a match: all of it, then the texts of some groups.
  std::vector<std::string_view> Groups(const std::vector<int>& numbers) const;

 private:
  struct Step {
    enum Kind : uint8_t {
      kSet,
      kLineBegin,
      kLineEnd,
      kBackReference,
      kSave,
      kMark,
      kAdvanced,
      kSplit,
      kJump,
      kDone
    };
    Kind kind;
    int index = 0;  // of a set, group or slot; of a kSplit or kJump: the next step
    int other = 0;  // of a kSplit: the step to take if the next one fails
  };

  int Add(Step step);
  void Compile(int node);
  void CompileRepeat(const RegexNode& node);
  bool Advance(const Step& step, size_t end, size_t* at) const;

  const RegexTree& tree_;
  const std::string_view text_;
  std::vector<Step> steps_;
  std::vector<size_t> slots_;  // begin and end of each group, then the marks of loops
  size_t begin_ = 0;
  size_t end_ = 0;
  int64_t left_;  // steps until it takes too long
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_BACKTRACK_H_
