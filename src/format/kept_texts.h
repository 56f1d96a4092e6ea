// Texts with unknown words: the parser keeps them as they are written, and so does the formatter.
#ifndef HLO_FORMAT_KEPT_TEXTS_H_
#define HLO_FORMAT_KEPT_TEXTS_H_

#include <string_view>
#include <vector>

#include "hlo/module.h"

namespace hlo_text_v1::internal {

// Their positions in `source`, a copy of the text of `module`, in order.
std::vector<std::string_view> FindKeptTexts(const HloModule& module, std::string_view source);

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_KEPT_TEXTS_H_
