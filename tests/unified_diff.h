// Differences of two texts for people, in the form of diff -u.
#ifndef HLO_TESTS_UNIFIED_DIFF_H_
#define HLO_TESTS_UNIFIED_DIFF_H_

#include <string>
#include <string_view>

namespace hlo {

// Empty if the texts are equal. Three lines of context; lines are cut after `max_columns` and the
// whole after `max_lines`, for HLO has long ones.
std::string UnifiedDiff(std::string_view before, std::string_view after,
                        std::string_view before_name, std::string_view after_name,
                        size_t max_columns = 400, size_t max_lines = 100);

}  // namespace hlo

#endif  // HLO_TESTS_UNIFIED_DIFF_H_
