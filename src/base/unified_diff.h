// Differences of two texts for people and for patch(1), in the form of diff -u.
#ifndef HLO_BASE_UNIFIED_DIFF_H_
#define HLO_BASE_UNIFIED_DIFF_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hlo {

struct UnifiedDiffOptions {
  // Lines are cut after so many bytes and the whole after so many lines, for HLO has long ones. A
  // diff that was cut is for people only.
  size_t max_columns = 400;
  size_t max_lines = 100;
  // Escape sequences of terminals: removed lines red, added ones green.
  bool color = false;
};

// Empty if the texts are equal. Three lines of context. The shortest difference if it has at most
// 2000 lines; else lines that are unique in both texts keep their place, and what is between them
// is compared. Cost: linear in the texts, but for 2000 steps a line at the very worst.
std::string UnifiedDiff(std::string_view before, std::string_view after,
                        std::string_view before_name, std::string_view after_name,
                        const UnifiedDiffOptions& options = {});

}  // namespace hlo

#endif  // HLO_BASE_UNIFIED_DIFF_H_
