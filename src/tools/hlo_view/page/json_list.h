// Writing lists and objects of JSON: brackets and commas.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_JSON_LIST_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_JSON_LIST_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "src/tools/hlo_view/page/page_writer.h"

namespace hlo {

// Appends a list to a string, its closing bracket at the end of the scope. A nested list is begun
// with Next() and another JsonList.
//
//   JsonList list(&out);           // [1,"a",[2]]
//   list.Add(1);
//   list.Add("a");
//   list.Next();
//   JsonList(&out).Add(2);
class JsonList {
 public:
  explicit JsonList(std::string* out, char open = '[', char close = ']')
      : out_(*out), close_(close) {
    out_.push_back(open);
  }
  ~JsonList() { out_.push_back(close_); }
  JsonList(const JsonList&) = delete;
  JsonList& operator=(const JsonList&) = delete;

  void Next() {
    if (!is_empty_) out_.push_back(',');
    is_empty_ = false;
  }
  // The same on a line of its own, for who reads the page's source.
  void NextLine() {
    Next();
    out_.push_back('\n');
  }
  void Add(int64_t value) {
    Next();
    out_ += std::to_string(value);
  }
  void Add(std::string_view text) {
    Next();
    AppendJsonString(text, &out_);
  }

 private:
  std::string& out_;
  const char close_;
  bool is_empty_ = true;
};

// The same for an object: Key begins the next member, whose value is written then.
class JsonObject {
 public:
  explicit JsonObject(std::string* out) : out_(*out), members_(out, '{', '}') {}

  void Key(std::string_view key) {
    members_.Add(key);
    out_.push_back(':');
  }
  void Add(std::string_view key, std::string_view text) {
    Key(key);
    AppendJsonString(text, &out_);
  }
  void Add(std::string_view key, int64_t value) {
    Key(key);
    out_ += std::to_string(value);
  }
  void AddBool(std::string_view key, bool value) {
    Key(key);
    out_ += value ? "true" : "false";
  }

 private:
  std::string& out_;
  JsonList members_;
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_JSON_LIST_H_
