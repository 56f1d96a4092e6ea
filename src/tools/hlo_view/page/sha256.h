// SHA-256 (FIPS 180-4), for the hashes by which a page allows its own script and style.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_SHA256_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_SHA256_H_

#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// The digest of `text`: 32 bytes in Base64, 44 characters.
std::string Sha256Base64(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_SHA256_H_
