// Folders of JAX are in the goldens testdata/passes/jax*.
#include "src/tools/hlo_view/dump_report/buffer_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::buffer_summary_test {

using namespace internal;
using ::testing::ElementsAre;

TEST(BufferSummary, TakesWhatItReads) {
  const test::TempFolder folder;
  folder.Write("a-buffer-assignment.txt",
               "BufferAssignment:\nallocation 0: size 4, constant:\nallocation 1: size 8, "
               "thread-local:\nallocation 2: size 16, color 1, preallocated-temp:\n"
               "allocation 3: size 32, preallocated-temp:\n");
  folder.Write("a-memory-usage-report.txt",
               "Memory Space: default (color=0)\nTotal bytes: 20 (20B)\n");
  folder.Write("b-buffer-assignment.txt", "");  // empty, as after a crash
  std::vector<std::string> files = {"a-buffer-assignment.txt", "a-memory-usage-report.txt",
                                    "b-buffer-assignment.txt", "c-buffer-assignment.txt", "d.o"};
  const std::vector<BufferSummary> summaries = TakeBufferReports(folder.path(), {}, &files);
  ASSERT_EQ(summaries.size(), 1);
  EXPECT_EQ(
      DescribeBuffers(summaries[0]),
      "60 B in 4 allocations: constant 4 B, thread-local 8 B, temporary 32 B, temporary 16 B in "
      "memory space 1; XLA reports 20 B");
  EXPECT_THAT(files, ElementsAre("b-buffer-assignment.txt", "c-buffer-assignment.txt", "d.o"));
}

// As left by gzip -k.
TEST(BufferSummary, TakesAReportOnce) {
  const test::TempFolder folder;
  const std::string text = "BufferAssignment:\nallocation 0: size 4, constant:\n";
  folder.Write("a-buffer-assignment.txt", text);
  folder.Write("a-buffer-assignment.txt.gz", text);
  std::vector<std::string> files = {"a-buffer-assignment.txt", "a-buffer-assignment.txt.gz"};
  EXPECT_EQ(TakeBufferReports(folder.path(), {}, &files).size(), 1);
  EXPECT_THAT(files, ElementsAre("a-buffer-assignment.txt.gz"));
}

}  // namespace hlo_text_v1::buffer_summary_test
