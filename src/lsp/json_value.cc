// See json_value.h.
#include "src/lsp/json_value.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "src/base/strings.h"
#include "src/lsp/utf16_escape.h"

namespace hlo::internal {

size_t JsonValue::size() const {
  size_t count = 0;
  for (Iterator it = begin(); it != end(); ++it) ++count;
  return count;
}

const JsonValue* JsonValue::Find(std::string_view key) const {
  const JsonValue* found = nullptr;
  if (kind_ != kObject) return found;
  for (const JsonValue& value : *this) {
    if (value.key_ == key) found = &value;
  }
  return found;
}

namespace {

// Replaces each escape that is half a surrogate pair. False if there are none.
bool ReplaceLoneSurrogates(std::string* text) {
  bool has_replaced = false;
  size_t length = 0;
  for (size_t at = text->find('\\'); at < text->size(); at = text->find('\\', at + length)) {
    const std::string_view rest = std::string_view(*text).substr(at);
    const std::optional<uint32_t> unit = UnitEscapeAt(rest);
    length = unit.has_value() ? kUnitEscapeSize : 2;
    if (!unit.has_value() || !IsSurrogate(*unit)) continue;
    if (IsSurrogatePair(*unit, rest.substr(kUnitEscapeSize))) {
      length = 2 * kUnitEscapeSize;
    } else {
      text->replace(at, length, "\\ufffd");
      has_replaced = true;
    }
  }
  return has_replaced;
}

}  // namespace

// Takes what the reader finds; each function says whether to go on.
class JsonMessage::Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Builder(std::vector<JsonValue>* values) : values_(*values) {}

  bool null() override { return Add(JsonValue::kNull); }
  bool boolean(bool value) override { return Add(JsonValue::kBool, value ? 1 : 0); }
  bool number_integer(number_integer_t value) override { return Add(JsonValue::kInt, value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= uint64_t{INT64_MAX}) return Add(JsonValue::kInt, static_cast<int64_t>(value));
    return Add(JsonValue::kBigInt, 0, StrCat(value));
  }
  bool number_float(number_float_t, const string_t&) override { return Add(JsonValue::kFloat); }
  bool string(string_t& value) override { return Add(JsonValue::kString, 0, std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return Begin(JsonValue::kObject); }
  bool start_array(std::size_t) override { return Begin(JsonValue::kArray); }
  bool key(string_t& value) override {
    key_ = std::move(value);
    return true;
  }
  bool end_object() override { return End(); }
  bool end_array() override { return End(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  bool Add(JsonValue::Kind kind, int64_t number = 0, std::string text = {}) {
    JsonValue& value = values_.emplace_back();
    value.kind_ = kind;
    value.number_ = number;
    value.text_ = std::move(text);
    value.key_ = std::exchange(key_, {});
    return true;
  }
  bool Begin(JsonValue::Kind kind) {
    open_.push_back(values_.size());
    return Add(kind);
  }
  bool End() {
    values_[open_.back()].extent_ = values_.size() - open_.back();
    open_.pop_back();
    return true;
  }

  std::vector<JsonValue>& values_;
  std::vector<size_t> open_;  // arrays and objects without an end yet
  std::string key_;           // of the next value
};

std::optional<JsonMessage> JsonMessage::ReadValid(std::string_view text) {
  JsonMessage message;
  Builder builder(&message.values_);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return std::nullopt;
  return message;
}

std::optional<JsonMessage> JsonMessage::Read(std::string_view text) {
  std::optional<JsonMessage> message = ReadValid(text);
  if (message.has_value()) return message;
  std::string repaired(text);
  return ReplaceLoneSurrogates(&repaired) ? ReadValid(repaired) : std::nullopt;
}

}  // namespace hlo::internal
