// JSON syntax: commas, escapes, numbers. What stands where is the caller's business.
//
//   JsonWriter json(&out);
//   json.BeginObject();
//   json.Key("name");
//   json.String(name);
//   json.EndObject();
//
// Calls must make a value: a Key before each value of an object and nowhere else. The text is
// always valid UTF-8.
#ifndef HLO_BASE_JSON_WRITER_H_
#define HLO_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "src/base/text_writer.h"

namespace hlo {

class JsonWriter {
 public:
  // Borrows `out`.
  explicit JsonWriter(TextWriter* out) : out_(*out) {}

  void BeginObject() { Begin('{'); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('['); }
  void EndArray() { End(']'); }

  // `name` must need no escapes.
  void Key(std::string_view name) {
    Separate();
    out_.Append('"');
    out_.Append(name);
    out_.Append("\":");
    needs_comma_ = false;
  }
  // A name out of the module.
  void AnyKey(std::string_view name) {
    Separate();
    Quoted(name);
    out_.Append(':');
    needs_comma_ = false;
  }

  // Bytes that are no UTF-8 become U+FFFD, each of them.
  void String(std::string_view value) {
    Separate();
    Quoted(value);
    needs_comma_ = true;
  }
  void Int(int64_t value) {
    Separate();
    out_.AppendInt(value);
    needs_comma_ = true;
  }
  void Uint(uint64_t value);
  void Bool(bool value) { Word(value ? "true" : "false"); }
  void Null() { Word("null"); }
  // The shortest text that reads back as the same number; "nan", "inf", "-inf".
  void Double(double value);
  void Float(float value);
  void Ints(absl::Span<const int64_t> values) {
    BeginArray();
    for (const int64_t value : values) Int(value);
    EndArray();
  }

  // What comes next begins a line.
  void NewLine() {
    Separate();
    needs_comma_ = false;
    out_.Append('\n');
  }

 private:
  void Separate() {
    if (needs_comma_) out_.Append(',');
  }
  void Begin(char c) {
    Separate();
    needs_comma_ = false;
    out_.Append(c);
  }
  void End(char c) {
    needs_comma_ = true;
    out_.Append(c);
  }
  void Word(std::string_view word) {
    Separate();
    out_.Append(word);
    needs_comma_ = true;
  }
  void Quoted(std::string_view value);
  void NotFinite(double value);

  TextWriter& out_;
  bool needs_comma_ = false;
};

}  // namespace hlo

#endif  // HLO_BASE_JSON_WRITER_H_
