// Checks names byte by byte against the character classes of MLIR's lexer, ASCII only.
#include "src/mlir/mlir_names.h"

#include "absl/strings/ascii.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"

namespace hlo {

bool IsMlirName(std::string_view name) {
  if (name.empty()) return false;
  const bool is_number = HasClass(name.front(), kDigit);
  for (const char c : name) {
    if (is_number ? !HasClass(c, kDigit) : !HasClass(c, kIdentifierByte) && c != '$') return false;
  }
  return true;
}

bool IsMlirKey(std::string_view name) {
  if (name.empty() || !HasClass(name.front(), kIdentifierStart)) return false;
  for (const char c : name) {
    if (!HasClass(c, kIdentifierStart | kDigit) && c != '$' && c != '.') return false;
  }
  return true;
}

void AppendMlirString(std::string_view text, std::string* out) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  out->push_back('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out->push_back('\\');
      out->push_back(c);
    } else if (c == '\n') {
      out->append("\\n");
    } else if (absl::ascii_isprint(static_cast<unsigned char>(c))) {
      out->push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out->push_back('\\');
      out->push_back(kHex[byte >> 4]);
      out->push_back(kHex[byte & 15]);
    }
  }
  out->push_back('"');
}

void AppendMlirSymbol(std::string_view name, std::string* out) {
  out->push_back('@');
  if (IsMlirKey(name)) {
    out->append(name);
  } else {
    AppendMlirString(name, out);
  }
}

void AppendMlirKey(std::string_view key, std::string* out) {
  if (IsMlirKey(key)) {
    out->append(key);
  } else {
    AppendMlirString(key, out);
  }
}

std::string MlirValueName(const HloInstruction& instruction) {
  const std::string_view name = instruction.name();
  return IsMlirName(name) ? std::string(name) : StrCat("v$", instruction.index());
}

}  // namespace hlo
