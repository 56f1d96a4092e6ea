// Detects losses of printing in place: comments, and constant values that become {...}.
#ifndef HLO_TOOLS_HLO_FMT_PRINTING_LOSS_H_
#define HLO_TOOLS_HLO_FMT_PRINTING_LOSS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

struct TextInventory {
  // Comments, except those that the printer makes: /*index=5*/, /*i0=1*/ and } // name.
  int64_t comments = 0;
  // Arrays with "..." for values, outside strings and comments.
  int64_t elided = 0;
};
TextInventory TakeInventory(std::string_view text);

// "2 comments and the values of 1 constant"; empty if `after` keeps all of `before`. Linear.
std::string DescribeLoss(std::string_view before, std::string_view after);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_FMT_PRINTING_LOSS_H_
