#include <gtest/gtest.h>

#include "src/tools/hlo_fmt/format_files.h"

namespace hlo_text_v1::format_files_summary_test {

using namespace internal;

Summary Make(int changed, int unchanged, int with_errors) {
  Summary summary;
  FileResult result;
  for (int i = 0; i < unchanged; ++i) summary.Add(result);
  result.changed = true;
  for (int i = 0; i < changed; ++i) summary.Add(result);
  result.changed = false;
  result.code = kInputRefused;
  for (int i = 0; i < with_errors; ++i) summary.Add(result);
  return summary;
}

TEST(Summary, Line) {
  const struct {
    int changed, unchanged, with_errors;
    const char* summary;
  } cases[] = {
      {0, 0, 0, "no files\n"},
      {3, 120, 1, "3 files would change, 120 unchanged, 1 with errors\n"},
      {1, 0, 0, "1 file would change\n"},
      {1, 1, 0, "1 file would change, 1 unchanged\n"},
      {0, 1, 2, "1 file unchanged, 2 with errors\n"},
      {0, 2, 0, "2 files unchanged\n"},
      {0, 0, 1, "1 file with errors\n"},
      {0, 0, 2, "2 files with errors\n"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Make(c.changed, c.unchanged, c.with_errors).Line("would change"), c.summary);
  }
}

TEST(Summary, TheWorstCodeAndAllTimes) {
  Summary summary;
  EXPECT_EQ(summary.code(), kFine);
  FileResult result;
  result.code = kIoError;
  result.timing.bytes_in = 5;
  result.timing.parse_s = 0.5;
  summary.Add(result);
  result.code = kInputRefused;
  summary.Add(result);
  EXPECT_EQ(summary.code(), kIoError);
  EXPECT_EQ(summary.timing().bytes_in, 10u);
  EXPECT_EQ(summary.timing().parse_s, 1.0);
  summary.Raise(kFine);
  EXPECT_EQ(summary.code(), kIoError);
}

}  // namespace hlo_text_v1::format_files_summary_test
