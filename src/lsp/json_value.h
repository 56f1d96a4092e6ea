// JSON that was read: any text without a limit of depth. Lack of memory is std::bad_alloc and
// nothing worse: unlike those of nlohmann::json, which reads it, these values need no memory to be
// destroyed.
//
//   const std::optional<JsonMessage> message = JsonMessage::Read(body);
//   if (!message.has_value()) ...  // no JSON
//   const JsonValue* params = message->root().Find("params");
//
// A message is one array of values in the order of the text: a value is followed by those in it.
#ifndef HLO_LSP_JSON_VALUE_H_
#define HLO_LSP_JSON_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hlo::internal {

class JsonValue {
 public:
  enum Kind : uint8_t { kNull, kBool, kInt, kBigInt, kFloat, kString, kArray, kObject };

  // Over the elements of an array, or the values of an object's members.
  class Iterator {
   public:
    explicit Iterator(const JsonValue* at) : at_(at) {}
    const JsonValue& operator*() const { return *at_; }
    Iterator& operator++() {
      at_ += at_->extent_;
      return *this;
    }
    bool operator!=(Iterator other) const { return at_ != other.at_; }

   private:
    const JsonValue* at_;
  };

  Kind kind() const { return kind_; }
  // kInt: the number; kBool: 0 or 1.
  int64_t number() const { return number_; }
  // kString: its text. kBigInt: the digits of an integer that is too large for number().
  const std::string& text() const { return text_; }
  // What an array or object contains; nothing in others.
  Iterator begin() const { return Iterator(this + 1); }
  Iterator end() const { return Iterator(this + extent_); }
  size_t size() const;
  // The value of an object's member; of several the last one. nullptr: there is none.
  const JsonValue* Find(std::string_view key) const;

 private:
  friend class JsonMessage;

  Kind kind_ = kNull;
  int64_t number_ = 0;
  size_t extent_ = 1;  // values, with those within it
  std::string key_;    // of a member
  std::string text_;
};

class JsonMessage {
 public:
  // nullopt if `text` is no JSON. Half a surrogate pair, "\ud83d", is read as U+FFFD.
  static std::optional<JsonMessage> Read(std::string_view text);

  const JsonValue& root() const { return values_[0]; }

 private:
  class Builder;

  static std::optional<JsonMessage> ReadValid(std::string_view text);

  std::vector<JsonValue> values_;
};

}  // namespace hlo::internal

#endif  // HLO_LSP_JSON_VALUE_H_
