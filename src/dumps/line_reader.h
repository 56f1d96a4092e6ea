// Reads XLA's text reports line by line.
#ifndef HLO_DUMPS_LINE_READER_H_
#define HLO_DUMPS_LINE_READER_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

// The lines of a text, and the rest of the current one.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  bool NextLine() {
    if (text_.empty()) return false;
    const size_t end = text_.find('\n');
    rest_ = text_.substr(0, end);
    text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
    ++number_;
    return true;
  }
  std::string_view rest() const { return rest_; }

  bool Skip(std::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  // A number that is not negative.
  bool Number(int64_t* value) {
    const size_t end = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (!absl::SimpleAtoi(Absl(rest_.substr(0, end)), value)) return false;
    rest_.remove_prefix(end);
    return true;
  }
  // Up to `end`, which is skipped.
  bool Until(std::string_view end, std::string_view* value) {
    const size_t at = rest_.find(end);
    if (at == std::string_view::npos) return false;
    *value = rest_.substr(0, at);
    rest_.remove_prefix(at + end.size());
    return true;
  }
  // "name{0,1}" or "name".
  bool Position(std::string* instruction, std::vector<int64_t>* shape_index) {
    const size_t end = std::min(rest_.find_first_of(" {>"), rest_.size());
    if (end == 0) return false;
    *instruction = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return rest_.substr(0, 1) != "{" || Index(shape_index);
  }
  // "{0,1}".
  bool Index(std::vector<int64_t>* shape_index) {
    if (!Skip("{")) return false;
    for (int64_t number = 0; Number(&number);) {
      shape_index->push_back(number);
      Skip(",");
    }
    return Skip("}");
  }

  absl::Status Error(std::string_view what) const {
    return absl::InvalidArgumentError(StrCat("line ", number_, ": expected ", what));
  }

 private:
  std::string_view text_;
  std::string_view rest_;
  int64_t number_ = 0;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_DUMPS_LINE_READER_H_
