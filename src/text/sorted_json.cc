// One pass over the text writes the value without white space. A stack records where each member
// begins in the output; at the end of an object, its members are cut off the output, sorted, and
// put back.
#include "src/text/sorted_json.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hlo_text_v1::internal {
namespace {

// Each level copies its contents, so depth is limited.
constexpr size_t kMaxDepth = 500;

constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
constexpr std::string_view kLiteralEnd = " \t\n\v\f\r,{}[]:";
constexpr std::string_view kLiteralBegin = "\"+-0123456789ftn";

class JsonSorter {
 public:
  explicit JsonSorter(std::string_view json) : json_(json) {}

  // False if the text is not a value.
  bool Run() {
    do {
      if (!Step()) return false;
      SkipSpace();
      if (!containers_.empty()) Consume(',');
    } while (!containers_.empty());
    SkipSpace();
    return at_ == json_.size();
  }

  std::string TakeResult() { return std::move(out_); }

 private:
  struct Container {
    bool is_object;
    size_t begin;         // of its contents, in out_
    size_t first_member;  // in member_begins_
  };

  // Reads the end or the beginning of a container, or a literal, with its member's name.
  bool Step() {
    SkipSpace();
    if (!containers_.empty()) {
      if (Consume(containers_.back().is_object ? '}' : ']')) {
        Close();
        return true;
      }
      if (!BeginElement()) return false;
    }
    if (Consume('{')) return Open(/*is_object=*/true);
    if (Consume('[')) return Open(/*is_object=*/false);
    return Literal();
  }

  bool BeginElement() {
    Container& container = containers_.back();
    if (!container.is_object) {
      if (out_.size() > container.begin) out_ += ',';
      return true;
    }
    member_begins_.push_back(out_.size());
    if (!Literal()) return false;
    SkipSpace();
    if (!Consume(':')) return false;
    out_ += ':';
    SkipSpace();
    return true;
  }

  // A comma right after the bracket would count as one between elements.
  bool Open(bool is_object) {
    if (containers_.size() == kMaxDepth) return false;
    out_ += is_object ? '{' : '[';
    containers_.push_back({is_object, out_.size(), member_begins_.size()});
    SkipSpace();
    return at_ == json_.size() || json_[at_] != ',';
  }

  void Close() {
    const Container container = containers_.back();
    containers_.pop_back();
    if (container.is_object) SortMembers(container);
    out_ += container.is_object ? '}' : ']';
  }

  void SortMembers(const Container& container) {
    const std::string text = out_.substr(container.begin);
    std::vector<std::string_view> members;
    size_t end = out_.size();
    for (size_t i = member_begins_.size(); i > container.first_member; --i) {
      const size_t begin = member_begins_[i - 1];
      members.push_back(std::string_view(text).substr(begin - container.begin, end - begin));
      end = begin;
    }
    member_begins_.resize(container.first_member);
    std::sort(members.begin(), members.end());
    out_.resize(container.begin);
    for (const std::string_view member : members) {
      if (out_.size() > container.begin) out_ += ',';
      out_ += member;
    }
  }

  bool Literal() {
    if (at_ == json_.size() || kLiteralBegin.find(json_[at_]) == std::string_view::npos) {
      return false;
    }
    const size_t begin = at_;
    bool quoted = false;
    for (; at_ < json_.size(); ++at_) {
      const char c = json_[at_];
      if (c == '"') {
        quoted = !quoted;
      } else if (quoted && c == '\\') {
        if (++at_ == json_.size()) return false;
      } else if (!quoted && kLiteralEnd.find(c) != std::string_view::npos) {
        break;
      }
    }
    out_ += json_.substr(begin, at_ - begin);
    return !quoted;
  }

  void SkipSpace() { at_ = std::min(json_.find_first_not_of(kWhiteSpace, at_), json_.size()); }

  bool Consume(char c) {
    if (at_ == json_.size() || json_[at_] != c) return false;
    ++at_;
    return true;
  }

  const std::string_view json_;
  size_t at_ = 0;
  std::string out_;
  std::vector<Container> containers_;
  std::vector<size_t> member_begins_;
};

}  // namespace

std::string SortedJson(std::string_view json) {
  JsonSorter sorter(json);
  return sorter.Run() ? sorter.TakeResult() : std::string(json);
}

}  // namespace hlo_text_v1::internal
