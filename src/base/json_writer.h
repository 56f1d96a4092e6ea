// JSON syntax: commas, escapes, numbers. The caller decides which values go where.
//
//   JsonWriter json(&out);
//   json.BeginObject();
//   json.Key("name").String(name);
//   json.Key("sizes").Ints({1, 2});
//   json.EndObject();
//
// The calls must form a value: a Key before each value of an object and nowhere else. The text is
// always valid UTF-8.
#ifndef HLO_BASE_JSON_WRITER_H_
#define HLO_BASE_JSON_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "src/base/text_writer.h"

namespace hlo_text_v1::internal {

struct JsonStyle {
  enum Spacing : uint8_t {
    kCompact,   // {"a":1,"b":[2]}
    kOneLine,   // {"a": 1, "b": [2]}
    kIndented,  // each key and element on its own line, indented by one more blank per level
  };
  Spacing spacing = Spacing::kCompact;
  // Makes strings safe in a <script> element: < > & U+2028 U+2029 U+007F and all control characters
  // are \u escapes.
  bool html_safe = false;
};

class JsonWriter {
 public:
  // Borrows `out`.
  explicit JsonWriter(TextWriter* out, JsonStyle style = {}) : out_(*out), style_(style) {}

  void BeginObject() { Begin('{'); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('['); }
  void EndArray() { End(']'); }

  // `name` must need no escapes. Returns the writer, for the value.
  JsonWriter& Key(std::string_view name) {
    Separate();
    out_.Append('"');
    out_.Append(name);
    out_.Append('"');
    Colon();
    return *this;
  }
  // Takes any text, for example a name from the module.
  JsonWriter& AnyKey(std::string_view name) {
    Separate();
    Quoted(name);
    Colon();
    return *this;
  }

  // Each byte that is not UTF-8 becomes U+FFFD.
  void String(std::string_view value) {
    Separate();
    Quoted(value);
    state_ = State::kAfterValue;
  }
  void Int(int64_t value) {
    Separate();
    out_.AppendInt(value);
    state_ = State::kAfterValue;
  }
  void Uint(uint64_t value);
  void Bool(bool value) { Word(value ? "true" : "false"); }
  void Null() { Word("null"); }
  // The shortest text that reads back as the same number; "nan", "inf", "-inf".
  void Double(double value);
  void Float(float value);
  // A finite number with `decimals` digits, at most 9, after the point.
  void Fixed(double value, int decimals);
  void Ints(absl::Span<const int64_t> values) {
    List(values, [this](int64_t value) { Int(value); });
  }
  // An array; write(item) writes an element.
  template <typename Items, typename Write>
  void List(const Items& items, Write write) {
    BeginArray();
    for (const auto& item : items) write(item);
    EndArray();
  }

  // For long lists: the caller writes the next value, or several with commas between, as text.
  TextWriter& Raw() {
    Separate();
    state_ = State::kAfterValue;
    return out_;
  }

  // Puts the next element on a new line, in compact style.
  void NewLine() {
    Separate();
    state_ = State::kFirst;
    out_.Append('\n');
  }

 private:
  enum class State : uint8_t { kFirst, kAfterKey, kAfterValue };

  void Separate() {
    if (style_.spacing != JsonStyle::kCompact) {
      SeparateWithSpace();
    } else if (state_ == State::kAfterValue) {
      out_.Append(',');
    }
  }
  void SeparateWithSpace();
  void Indent();
  void Colon() {
    out_.Append(':');
    if (style_.spacing != JsonStyle::kCompact) out_.Append(' ');
    state_ = State::kAfterKey;
  }
  void Begin(char c) {
    Separate();
    state_ = State::kFirst;
    ++depth_;
    out_.Append(c);
  }
  void End(char c) {
    --depth_;
    if (style_.spacing == JsonStyle::kIndented && state_ != State::kFirst) Indent();
    state_ = State::kAfterValue;
    out_.Append(c);
  }
  void Word(std::string_view word) {
    Separate();
    out_.Append(word);
    state_ = State::kAfterValue;
  }
  void Quoted(std::string_view value);
  void Escaped(std::string_view character);
  void NotFinite(double value);
  template <typename... Args>
  void Number(Args... args);

  TextWriter& out_;
  const JsonStyle style_;
  State state_ = State::kFirst;
  int depth_ = 0;
};

// The text that `write(JsonWriter*)` writes.
template <typename Write>
std::string JsonText(JsonStyle style, Write write) {
  std::string text;
  TextWriter out(&text);
  JsonWriter json(&out, style);
  write(&json);
  out.Flush();
  return text;
}

// The same with a final newline, as a whole file.
template <typename Write>
std::string JsonDocument(JsonStyle style, Write write) {
  return JsonText(style, write) + "\n";
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_JSON_WRITER_H_
