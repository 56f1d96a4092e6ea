// Checks names byte by byte against the character classes of MLIR's lexer, ASCII only.
#include "src/mlir/mlir_names.h"

#include "absl/strings/ascii.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/ir/name_uniquer.h"

namespace hlo_text_v1::internal {

size_t MlirNameSize(std::string_view text) {
  const bool is_number = !text.empty() && HasClass(text[0], kDigit);
  const auto is_inside = [&](size_t i) {
    if (is_number) return HasClass(text[i], kDigit);
    // "%a->" is a name and an arrow.
    if (text[i] == '-') return text.compare(i, 2, "->") != 0;
    return HasClass(text[i], kIdentifierByte) || text[i] == '$';
  };
  size_t size = 0;
  while (size < text.size() && is_inside(size)) ++size;
  return size;
}

size_t MlirKeySize(std::string_view text) {
  if (text.empty() || !HasClass(text[0], kIdentifierStart)) return 0;
  size_t size = 1;
  while (size < text.size() && (HasClass(text[size], kIdentifierStart | kDigit) ||
                                text[size] == '$' || text[size] == '.')) {
    ++size;
  }
  return size;
}

std::string MlirString(std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted.append({'\\', c});
    } else if (c == '\n') {
      quoted.append("\\n");
    } else if (absl::ascii_isprint(static_cast<unsigned char>(c))) {
      quoted.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      quoted.append({'\\', kHex[byte >> 4], kHex[byte & 15]});
    }
  }
  quoted.push_back('"');
  return quoted;
}

std::string MlirSymbol(std::string_view name) { return StrCat("@", MlirKey(name)); }

std::string MlirKey(std::string_view key) {
  return IsMlirKey(key) ? std::string(key) : MlirString(key);
}

std::string MlirValueName(const HloInstruction& instruction) {
  const std::string_view name = instruction.name();
  return IsMlirName(name) ? std::string(name) : StrCat("v$", instruction.index());
}

std::string HloNameOf(std::string_view value) {
  if (!value.empty() && value.front() == '%') value.remove_prefix(1);
  if (value.empty()) return "";
  // Types are not names: mlir-opt calls the token of an async.execute %token.
  return SanitizeName(IsIdentifier(value.substr(0, 1)) ? std::string(value)
                                                       : StrCat("value.", value));
}

}  // namespace hlo_text_v1::internal
