// Values have 128 bits and are checked against a range that no operation on two of them leaves
// unnoticed.
#include "src/check/number.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "absl/status/status.h"
#include "src/base/strings.h"
#include "src/check/text_scan.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMaxNumberDepth = 100;
constexpr std::string_view kBlanks = " \t";

absl::int128 Limit() { return absl::int128(1) << 64; }

bool IsInRange(absl::int128 value) { return -Limit() < value && value < Limit(); }

absl::Status OutOfRange() { return absl::OutOfRangeError("the value is out of range"); }

std::string_view TrimLeft(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

int DigitValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 16;
}

// Moves the digits at the beginning of `text` into `value`. Returns false without digits, or if the
// value is out of range.
bool TakeDigits(std::string_view* text, int base, absl::int128* value) {
  size_t size = 0;
  *value = 0;
  while (size < text->size() && DigitValue((*text)[size]) < base) {
    *value = *value * base + DigitValue((*text)[size++]);
    if (!IsInRange(*value)) return false;
  }
  text->remove_prefix(size);
  return size > 0;
}

std::string Digits(absl::int128 value, int base, bool is_upper) {
  std::string digits;
  const char* const kDigits = is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
  do {
    digits.insert(digits.begin(), kDigits[static_cast<int>(value % base)]);
    value /= base;
  } while (value != 0);
  return digits;
}

constexpr std::string_view kFunctions[] = {"add", "sub", "mul", "div", "min", "max"};

bool IsFunction(std::string_view name) {
  return std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions);
}

absl::StatusOr<absl::int128> Call(std::string_view function, absl::int128 a, absl::int128 b) {
  absl::int128 value = 0;
  if (function == "add") value = a + b;
  if (function == "sub") value = a - b;
  if (function == "min") value = std::min(a, b);
  if (function == "max") value = std::max(a, b);
  if (function == "mul") {
    // The product of two values might need 128 bits and a sign.
    const absl::int128 size = b < 0 ? -b : b;
    if (size != 0 && (a < 0 ? -a : a) > Limit() / size) return OutOfRange();
    value = a * b;
  }
  if (function == "div") {
    if (b == 0) return OutOfRange();
    value = a / b;
  }
  if (!IsInRange(value)) return OutOfRange();
  return value;
}

}  // namespace

std::string NumberFormat::Name() const {
  std::string name = has_prefix ? "%#" : "%";
  if (precision > 0) StrAppend(&name, ".", precision);
  return name + kind;
}

std::string NumberFormat::Regex() const {
  const std::string_view digit = kind == 'x' ? "0-9a-f" : kind == 'X' ? "0-9A-F" : "0-9";
  const std::string_view first = kind == 'x' ? "1-9a-f" : kind == 'X' ? "1-9A-F" : "1-9";
  std::string regex = has_prefix ? "0x" : kind == 'd' ? "-?" : "";
  if (precision > 0) {
    StrAppend(&regex, "([", first, "][", digit, "]*)?[", digit, "]{", precision, "}");
  } else {
    StrAppend(&regex, "[", digit, "]+");
  }
  return regex;
}

absl::StatusOr<std::string> NumberFormat::Print(absl::int128 value) const {
  if (value < 0 && kind != 'd') return OutOfRange();
  const bool is_hex = kind == 'x' || kind == 'X';
  std::string digits = Digits(value < 0 ? -value : value, is_hex ? 16 : 10, kind == 'X');
  const auto width = static_cast<size_t>(precision);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return StrCat(value < 0 ? "-" : "", has_prefix ? "0x" : "", digits);
}

absl::StatusOr<absl::int128> NumberFormat::Read(std::string_view text) const {
  const bool is_negative = kind == 'd' && Eat(&text, "-");
  if (has_prefix) Eat(&text, "0x");
  absl::int128 value;
  if (!TakeDigits(&text, kind == 'x' || kind == 'X' ? 16 : 10, &value)) return OutOfRange();
  return is_negative ? -value : value;
}

void Variables::ForgetNames() { strings.erase(strings.lower_bound("%"), strings.lower_bound("&")); }

void Variables::ForgetLocals() {
  for (auto it = strings.begin(); it != strings.end();) {
    it = it->first[0] == '$' ? std::next(it) : strings.erase(it);
  }
  for (auto& [name, number] : numbers) {
    if (name[0] != '$') number.value.reset();
  }
}

bool TakeVariable(std::string_view* text, std::string_view* name) {
  size_t size = !text->empty() && ((*text)[0] == '$' || (*text)[0] == '@') ? 1 : 0;
  const auto is_word = [&](bool may_be_digit) {
    if (size == text->size()) return false;
    const auto c = static_cast<unsigned char>((*text)[size]);
    return c == '_' || std::isalpha(c) != 0 || (may_be_digit && std::isdigit(c) != 0);
  };
  if (!is_word(false)) return false;
  while (is_word(true)) ++size;
  *name = text->substr(0, size);
  text->remove_prefix(size);
  return true;
}

absl::StatusOr<absl::int128> NumberExpression::Evaluate(const Variables& variables,
                                                        int line) const {
  std::vector<absl::int128> stack;
  for (const Term& term : terms_) {
    if (term.kind == Term::kLiteral) {
      stack.push_back(term.value);
    } else if (term.kind == Term::kLine) {
      stack.push_back(line);
    } else if (term.kind == Term::kVariable) {
      const auto it = variables.numbers.find(term.name);
      if (it == variables.numbers.end() || !it->second.value.has_value()) {
        return absl::NotFoundError(Absl(StrCat("undefined variable ", term.name)));
      }
      stack.push_back(*it->second.value);
    } else {
      const absl::int128 b = stack.back();
      stack.pop_back();
      const absl::StatusOr<absl::int128> value = Call(term.name, stack.back(), b);
      if (!value.ok()) return value.status();
      stack.back() = *value;
    }
  }
  return stack.back();
}

class NumberParser {
 public:
  NumberParser(std::string_view text, int line, bool is_legacy, Variables* variables)
      : text_(text), line_(line), is_legacy_(is_legacy), variables_(*variables) {}

  absl::StatusOr<NumberBlock> Parse() {
    NumberBlock block;
    NumberFormat implicit;
    ReadFormat(&block.format);
    const size_t colon = text_.find(':');
    const bool defines = colon != std::string_view::npos;
    const std::string_view name = text_.substr(0, defines ? colon : 0);
    if (defines) text_.remove_prefix(colon + 1);
    text_ = Trim(text_);
    const bool has_constraint = Eat(&text_, "==");
    text_ = TrimLeft(text_);
    if (!text_.empty()) {
      implicit = ReadSum(/*closing=*/false);
    } else if (has_constraint) {
      Fail("== without a value");
    }
    if (block.format.kind == 0 && implicit.kind != 0) block.format = implicit;
    if (block.format.kind == 0) block.format.kind = 'u';
    if (error_.empty() && defines) block.name = Define(name, block.format);
    if (!error_.empty()) return absl::InvalidArgumentError(Absl(error_));
    block.expression.terms_ = std::move(terms_);
    return block;
  }

 private:
  NumberFormat Fail(std::string error) {
    if (error_.empty()) error_ = std::move(error);
    text_ = {};
    return {};
  }

  void ReadFormat(NumberFormat* format) {
    const size_t comma = text_.find(',');
    if (comma == std::string_view::npos || text_.find('(') < comma) return;
    std::string_view spec = Trim(text_.substr(0, comma));
    text_.remove_prefix(comma + 1);
    const bool is_format = Eat(&spec, "%");
    format->has_prefix = Eat(&spec, "#");
    absl::int128 precision = 0;
    const bool has_precision = Eat(&spec, ".");
    if (!is_format || (has_precision && !TakeDigits(&spec, 10, &precision)) || precision > 255) {
      Fail("a format is %, #, .PRECISION and one of u, d, x, X");
      return;
    }
    format->precision = static_cast<int>(precision);
    if (!spec.empty()) {
      format->kind = spec[0];
      spec.remove_prefix(1);
    }
    const bool is_hex = format->kind == 'x' || format->kind == 'X';
    if ((format->kind != 0 && !is_hex && format->kind != 'u' && format->kind != 'd') ||
        !Trim(spec).empty()) {
      Fail("a format is %, #, .PRECISION and one of u, d, x, X");
    } else if (format->has_prefix && !is_hex) {
      Fail("# in a format is for x and X");
    }
  }

  std::string Define(std::string_view text, const NumberFormat& format) {
    std::string_view rest = TrimLeft(text);
    std::string_view name;
    if (!TakeVariable(&rest, &name) || name[0] == '@') {
      Fail("expects the name of a variable before the colon");
    } else if (variables_.string_names.count(name) > 0) {
      Fail(StrCat(name, " is a string variable already"));
    } else if (!TrimLeft(rest).empty()) {
      Fail("expects a colon after the name of the variable");
    }
    if (!error_.empty()) return "";
    const auto [it, is_new] = variables_.numbers.try_emplace(std::string(name));
    if (is_new) {
      it->second = {format, line_, std::nullopt};
    } else if (it->second.format != format) {
      Fail(StrCat(name, " has the format ", it->second.format.Name(),
                  " where it was defined before"));
    }
    return std::string(name);
  }

  // The format of the sum is that of its variables.
  NumberFormat ReadSum(bool closing) {
    if (++depth_ > kMaxNumberDepth) return Fail("too many nested parentheses");
    NumberFormat format = ReadOperand(/*may_be_literal=*/!is_legacy_, /*may_be_variable=*/true);
    for (text_ = TrimLeft(text_); !text_.empty(); text_ = TrimLeft(text_)) {
      if (closing && (text_[0] == ')' || text_[0] == ',')) break;
      const char sign = text_[0];
      if (sign != '+' && sign != '-') return Fail(StrCat("expects + or -, not ", text_));
      text_ = TrimLeft(text_.substr(1));
      if (text_.empty()) return Fail("expects an operand at the end");
      format = Join(format, ReadOperand(/*may_be_literal=*/true, /*may_be_variable=*/!is_legacy_));
      AddCall(sign == '+' ? "add" : "sub");
      if (is_legacy_ && !text_.empty()) return Fail(StrCat("expects the end, not ", text_));
    }
    --depth_;
    return format;
  }

  NumberFormat ReadOperand(bool may_be_literal, bool may_be_variable) {
    if (!is_legacy_ && Eat(&text_, "(")) {
      const NumberFormat format = ReadSum(/*closing=*/true);
      if (!Eat(&text_, ")")) return Fail("an unmatched (");
      return format;
    }
    std::string_view name;
    if (may_be_variable && TakeVariable(&text_, &name)) {
      const std::string_view rest = TrimLeft(text_);
      if (!is_legacy_ && !rest.empty() && rest[0] == '(') {
        text_ = rest.substr(1);
        return ReadCall(name);
      }
      return ReadVariable(name);
    }
    absl::int128 value;
    const bool is_negative = Eat(&text_, "-");
    const int base = is_legacy_ ? 10 : Eat(&text_, "0x") ? 16 : Eat(&text_, "0b") ? 2 : 10;
    if (!may_be_literal || !TakeDigits(&text_, base, &value)) return Fail("expects a number");
    terms_.push_back({NumberExpression::Term::kLiteral, is_negative ? -value : value, ""});
    return {};
  }

  NumberFormat ReadVariable(std::string_view name) {
    if (name[0] == '@') {
      if (name != "@LINE") return Fail(StrCat(name, " is not a variable"));
      terms_.push_back({NumberExpression::Term::kLine, 0, ""});
      return {'u'};
    }
    const auto [it, is_new] = variables_.numbers.try_emplace(std::string(name));
    if (is_new) it->second.format.kind = 'u';
    if (!is_new && it->second.line == line_ && line_ != 0) {
      return Fail(StrCat(name, " is defined in the same directive"));
    }
    terms_.push_back({NumberExpression::Term::kVariable, 0, std::string(name)});
    return it->second.format;
  }

  NumberFormat ReadCall(std::string_view function) {
    if (!IsFunction(function)) return Fail(StrCat(function, " is not a function"));
    NumberFormat format;
    int count = 0;
    do {
      text_ = TrimLeft(text_);
      const NumberFormat next = ReadSum(/*closing=*/true);
      format = count++ == 0 ? next : Join(format, next);
    } while (Eat(&text_, ","));
    if (!Eat(&text_, ")")) return Fail("an unmatched (");
    if (count != 2) return Fail(StrCat(function, " takes 2 arguments, not ", count));
    AddCall(function);
    return format;
  }

  void AddCall(std::string_view function) {
    terms_.push_back({NumberExpression::Term::kCall, 0, std::string(function)});
  }

  NumberFormat Join(const NumberFormat& a, const NumberFormat& b) {
    if (a.kind == 0 || b.kind == 0 || a == b) return a.kind == 0 ? b : a;
    return Fail(StrCat("operands have the formats ", a.Name(), " and ", b.Name(),
                       "; the expression needs one of its own"));
  }

  std::string_view text_;
  const int line_;
  const bool is_legacy_;
  Variables& variables_;
  int depth_ = 0;
  std::string error_;
  std::vector<NumberExpression::Term> terms_;
};

absl::StatusOr<NumberBlock> ParseNumberBlock(std::string_view text, int line, bool is_legacy,
                                             Variables* variables) {
  return NumberParser(text, line, is_legacy, variables).Parse();
}

}  // namespace hlo_text_v1::internal
