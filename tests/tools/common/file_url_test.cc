#include "src/tools/common/file_url.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::file_url_test {

using namespace internal;

TEST(FileUrl, EscapesAllButPlainCharacters) {
  EXPECT_EQ(FileUrl("/tmp/a-b_c.~1.html"), "file:///tmp/a-b_c.~1.html");
  EXPECT_EQ(FileUrl("/a b/%s#?\"'$(x);\n\xc3\xa4"),
            "file:///a%20b/%25s%23%3F%22%27%24%28x%29%3B%0A%C3%A4");
}

}  // namespace hlo_text_v1::file_url_test
