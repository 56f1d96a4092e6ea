// The main function of a test that compares with files: --update_goldens, or
// HLO_TEXT_UPDATE_GOLDENS=1, writes them anew instead.
#ifndef HLO_TESTS_SUPPORT_GOLDEN_MAIN_H_
#define HLO_TESTS_SUPPORT_GOLDEN_MAIN_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace hlo {

inline bool update_goldens = false;

inline int RunWithGoldens(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const char* update = std::getenv("HLO_TEXT_UPDATE_GOLDENS");
  update_goldens = update != nullptr && *update != '\0' && std::string_view(update) != "0";
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update_goldens") update_goldens = true;
  }
  return RUN_ALL_TESTS();
}

}  // namespace hlo

#endif  // HLO_TESTS_SUPPORT_GOLDEN_MAIN_H_
