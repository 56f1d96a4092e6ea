// Kinds of tokens, from tokens.def. They have XLA's names, because some of its messages quote them.
#ifndef HLO_VOCABULARY_TOKEN_KIND_H_
#define HLO_VOCABULARY_TOKEN_KIND_H_

#include <cstdint>
#include <string_view>

namespace hlo_text_v1::internal {

enum class TokKind : uint8_t {
#define HLO_TOKEN(Id) k##Id,
#define HLO_KEYWORD(Id, text) kw_##Id,
#include "src/vocabulary/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
};

// "kComma", "kw_ENTRY": the kind as XLA's messages quote it.
std::string_view TokKindName(TokKind kind);

}  // namespace hlo_text_v1::internal

#endif  // HLO_VOCABULARY_TOKEN_KIND_H_
