// Tokens of HLO text.
//
// A token is its kind, its bytes, and a value that depends on the kind: kName, kIdent,
// kAttributeName and the patterns have the text without '%', ':' or '='; kString the unescaped
// text; kInt and kDecimal a number.
#ifndef HLO_LEX_TOKEN_H_
#define HLO_LEX_TOKEN_H_

#include <cstdint>
#include <string_view>

#include "hlo/opcode.h"
#include "hlo/primitive_type.h"
#include "src/vocabulary/token_kind.h"

namespace hlo {

struct Token {
  TokKind kind = TokKind::kNotLexed;
  // kIdent: the word is the opcode `opcode`.
  bool is_opcode = false;
  HloOpcode opcode = HloOpcode::kAbs;
  PrimitiveType primitive_type = PrimitiveType::kInvalid;  // kPrimitiveType
  const char* begin = nullptr;                             // first byte in the source
  const char* end = nullptr;                               // past the last one
  std::string_view value;
  int64_t int_value = 0;     // kInt: two's complement of the number in the text
  double decimal_value = 0;  // kDecimal; NaN: see nan_payload
  uint64_t nan_payload = 0;  // kDecimal that is nan or -nan: the payload, else 0
};

}  // namespace hlo

#endif  // HLO_LEX_TOKEN_H_
