// How names and strings are written in MLIR: %value, @symbol, "string".
//
// Nearly all HLO names are valid in MLIR and written unchanged. The others become a quoted symbol,
// or a made-up value name and an attribute hlo.name. Made-up names have a '$', which no HLO name
// has. Source: MLIR language reference, suffix-id, bare-id, string-literal.
#ifndef HLO_MLIR_MLIR_NAMES_H_
#define HLO_MLIR_MLIR_NAMES_H_

#include <string>
#include <string_view>

#include "hlo/instruction.h"

namespace hlo_text_v1::internal {

// How many bytes at the beginning of `text` can be the name of a value: digits only, or letters,
// digits and $ . _ - with no digit first.
size_t MlirNameSize(std::string_view text);
// The same for a word, a symbol or an attribute's key without quotes.
size_t MlirKeySize(std::string_view text);
// Whether `name` can follow '%' unchanged.
inline bool IsMlirName(std::string_view name) {
  return !name.empty() && MlirNameSize(name) == name.size();
}
// Whether it can follow '@', or be an attribute's key, without quotes.
inline bool IsMlirKey(std::string_view name) {
  return !name.empty() && MlirKeySize(name) == name.size();
}

// "text"; escapes all but printable ASCII.
std::string MlirString(std::string_view text);
// @name or @"na me".
std::string MlirSymbol(std::string_view name);
// A key of an attribute dictionary, quoted if needed.
std::string MlirKey(std::string_view key);

// The value of an instruction, without '%': its name, or v$7 if MLIR cannot write that.
std::string MlirValueName(const HloInstruction& instruction);

// The HLO name of the value %a, which may be a made-up one: a for %a, a_b for %a$b, value.0 for %0,
// token_ for %token.
std::string HloNameOf(std::string_view value);

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_MLIR_NAMES_H_
