// Tokens of HLO text.
//
// A token is its kind, the bytes that it covers, and a value whose meaning depends on the kind:
// kName, kIdent, kAttributeName and the patterns have the text without '%', ':' or '='; kString the
// unescaped text; kInt and kDecimal a number. Kinds are named as XLA names them, since some of its
// messages quote them.
#ifndef HLO_LEX_TOKEN_H_
#define HLO_LEX_TOKEN_H_

#include <cstdint>
#include <string_view>

#include "hlo/opcode.h"
#include "hlo/primitive_type.h"

namespace hlo {

enum class TokKind : uint8_t {
#define HLO_TOKEN(Id) k##Id,
#define HLO_KEYWORD(Id, text) kw_##Id,
#include "src/lex/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
};

// "kComma", "kw_ENTRY": as XLA's messages quote the kind.
std::string_view TokKindName(TokKind kind);

struct Token {
  TokKind kind = TokKind::kNotLexed;
  // kIdent: the word is an opcode, `opcode`.
  bool is_opcode = false;
  HloOpcode opcode = HloOpcode::kAbs;
  PrimitiveType primitive_type = PrimitiveType::kInvalid;  // kPrimitiveType
  const char* begin = nullptr;                             // first byte in the source
  const char* end = nullptr;                               // behind the last one
  std::string_view value;
  int64_t int_value = 0;     // kInt: two's complement of what is written
  double decimal_value = 0;  // kDecimal; NaN: see nan_payload
  uint64_t nan_payload = 0;  // kDecimal that is nan or -nan: the payload, else 0
};

}  // namespace hlo

#endif  // HLO_LEX_TOKEN_H_
