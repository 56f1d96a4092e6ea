// How names and strings are written in MLIR: %value, @symbol, "string".
//
// A name that MLIR's lexer takes for one is written as it is, which are nearly all of HLO's; any
// other one is a quoted symbol, or an attribute hlo.name beside a made-up value name. Made-up names
// have a '$', which no name of HLO has. Source: MLIR
// language reference, suffix-id, bare-id, string-literal.
#ifndef HLO_MLIR_MLIR_NAMES_H_
#define HLO_MLIR_MLIR_NAMES_H_

#include <string>
#include <string_view>

#include "hlo/instruction.h"

namespace hlo {

// Whether `name` may stand behind '%' as it is.
bool IsMlirName(std::string_view name);
// Whether it may stand behind '@', or as the key of an attribute, without quotes.
bool IsMlirKey(std::string_view name);

// Appends "text", with everything but printable ASCII escaped.
void AppendMlirString(std::string_view text, std::string* out);
// Appends @name or @"na me".
void AppendMlirSymbol(std::string_view name, std::string* out);
// Appends a key of an attribute dictionary, in quotes where needed.
void AppendMlirKey(std::string_view key, std::string* out);

// The value that stands for an instruction, without '%': its name, or v$7 where MLIR cannot write
// that.
std::string MlirValueName(const HloInstruction& instruction);

}  // namespace hlo

#endif  // HLO_MLIR_MLIR_NAMES_H_
