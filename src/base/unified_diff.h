// Diffs of two texts for people and for patch(1), in the format of diff -u.
#ifndef HLO_BASE_UNIFIED_DIFF_H_
#define HLO_BASE_UNIFIED_DIFF_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

struct UnifiedDiffOptions {
  // Limits on the bytes of a line and the number of lines, because HLO has long ones. Only people
  // can read a truncated diff; patch cannot.
  size_t max_columns = 400;
  size_t max_lines = 100;
  // Terminal colours: removed lines red, added ones green.
  bool color = false;
};

// Empty if the texts are equal. Three lines of context. The shortest diff if it has at most 2000
// lines; otherwise lines that are unique in both texts are kept and the gaps between them are
// compared. Cost: linear in the texts; in the worst case 2000 steps per line.
std::string UnifiedDiff(std::string_view before, std::string_view after,
                        std::string_view before_name, std::string_view after_name,
                        const UnifiedDiffOptions& options = {});

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_UNIFIED_DIFF_H_
