// JSON for people and for pages: one key or element a line, indented; strings that may stand in a
// <script> element.
//
//   IndentedJson json(&out);
//   json.BeginObject();
//   json.Key("name").String(name);
//   json.Key("sizes").BeginArray();
//   json.Number(1);
//   json.EndArray();
//   json.EndObject();
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_INDENTED_JSON_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_INDENTED_JSON_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "src/base/strings.h"
#include "src/tools/hlo_view/page/page_writer.h"

namespace hlo {

class IndentedJson {
 public:
  explicit IndentedJson(std::string* out) : out_(*out) {}

  IndentedJson& Key(std::string_view key) {
    Separate();
    AppendJsonString(key, &out_);
    out_ += ": ";
    after_key_ = true;
    return *this;
  }
  void String(std::string_view text) {
    Separate();
    AppendJsonString(text, &out_);
  }
  void Number(int64_t number) {
    Separate();
    StrAppend(&out_, number);
  }
  void Bool(bool value) {
    Separate();
    out_ += value ? "true" : "false";
  }
  void BeginObject() { Begin('{'); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('['); }
  void EndArray() { End(']'); }

 private:
  void Begin(char bracket) {
    Separate();
    out_ += bracket;
    ++depth_;
    is_first_ = true;
  }
  void End(char bracket) {
    --depth_;
    if (!is_first_) NewLine();
    out_ += bracket;
    is_first_ = false;
  }
  // In front of a key, or a value without one.
  void Separate() {
    if (!after_key_) {
      if (!is_first_) out_ += ',';
      if (depth_ > 0) NewLine();
    }
    is_first_ = false;
    after_key_ = false;
  }
  void NewLine() {
    out_ += '\n';
    out_.append(static_cast<size_t>(depth_), ' ');
  }

  std::string& out_;
  int depth_ = 0;
  bool is_first_ = true;
  bool after_key_ = false;
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_INDENTED_JSON_H_
