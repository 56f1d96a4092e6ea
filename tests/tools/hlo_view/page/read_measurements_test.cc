// The files next to a module that are read. Their part of the page's data is in the golden
// testdata/profile/scanned_step.json.
// Tests: measurements
#include "src/tools/hlo_view/page/read_measurements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "src/read/source.h"
#include "tests/support/read.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::read_measurements_test {

using namespace internal;
using ::testing::HasSubstr;

const char kStem[] =
    HLO_TEXT_TESTDATA "/profile/module_0000.jit_scanned_step.cpu_after_optimizations";
const char kProfile[] = HLO_TEXT_TESTDATA "/profile/scanned_step.xplane.pb";

struct Result {
  Measurements measurements;
  std::string messages;
};
Result BuffersOf(const std::string& path, std::string_view bytes = "") {
  DiagnosticLog log(path, /*color=*/false, "hlo-view");
  Result result;
  ReadBuffers(path, bytes, &log, &result.measurements);
  result.messages = log.TakeText();
  return result;
}
void Write(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

TEST(ReadMeasurements, FindsReportsBesideAText) {
  const Result result = BuffersOf(std::string(kStem) + ".txt");
  ASSERT_TRUE(result.measurements.buffers.has_value());
  const MeasuredBuffers& buffers = *result.measurements.buffers;
  EXPECT_THAT(buffers.source, HasSubstr("optimizations-buffer-assignment.txt"));
  EXPECT_EQ(buffers.assignment.total_bytes(), 254260);
  EXPECT_EQ(buffers.report.size(), 1);
  EXPECT_TRUE(buffers.ranges.has_value());
  EXPECT_EQ(result.messages, "");
}

TEST(ReadMeasurements, PrefersTheProtoItself) {
  const std::string path = std::string(kStem) + ".hlo.pb";
  const Result result = BuffersOf(path, ReadFile(path));
  ASSERT_TRUE(result.measurements.buffers.has_value());
  EXPECT_THAT(result.measurements.buffers->source, HasSubstr(".hlo.pb"));
  EXPECT_EQ(result.measurements.buffers->assignment.total_bytes(), 254260);
}

TEST(ReadMeasurements, UnpacksReports) {
  const test::TempFolder folder;
  Write(folder / "a-buffer-assignment.txt.gz",
        *Gzip(ReadFile(std::string(kStem) + "-buffer-assignment.txt")));
  EXPECT_TRUE(BuffersOf(folder.path() + "/a.txt").measurements.buffers.has_value());
  EXPECT_TRUE(BuffersOf(folder.path() + "/a.hlo.pb.gz").measurements.buffers.has_value());
  EXPECT_FALSE(BuffersOf(folder.path() + "/b.txt").measurements.buffers.has_value());
  EXPECT_FALSE(BuffersOf(folder.path() + "/a.hlo").measurements.buffers.has_value());
  EXPECT_FALSE(BuffersOf("-").measurements.buffers.has_value());
}

TEST(ReadMeasurements, WarnsOfWhatItCannotRead) {
  const test::TempFolder folder;
  Write(folder / "a-buffer-assignment.txt", "Buffers:\n");
  const Result result = BuffersOf(folder.path() + "/a.txt");
  EXPECT_FALSE(result.measurements.buffers.has_value());
  EXPECT_EQ(result.messages, "hlo-view: warning: " + folder.path() +
                                 "/a-buffer-assignment.txt: line 1: expected "
                                 "'BufferAssignment:'\n");
}

TEST(ReadMeasurements, FollowsNoLinks) {
  const test::TempFolder folder;
  std::filesystem::create_symlink(std::string(kStem) + "-buffer-assignment.txt",
                                  folder / "a-buffer-assignment.txt");
  EXPECT_FALSE(BuffersOf(folder.path() + "/a.txt").measurements.buffers.has_value());
}

TEST(ReadMeasurements, ReadsProfiles) {
  const test::TempFolder folder;
  Write(folder / "p.gz", *Gzip(ReadFile(kProfile)));
  Write(folder / "bad", "\xff");
  DiagnosticLog log("a", /*color=*/false, "hlo-view");
  Measurements measurements;
  EXPECT_EQ(ReadProfile(folder.path() + "/p.gz", &log, &measurements), kFine);
  EXPECT_EQ(measurements.profile->file, "p.gz");
  EXPECT_EQ(measurements.profile->profile.events, 231);
  EXPECT_EQ(ReadProfile(folder.path() + "/bad", &log, &measurements), kInputRefused);
  EXPECT_THAT(log.TakeText(), HasSubstr("/bad: Failed to deserialize XSpace: there is no field "
                                        "(at byte 0)"));
  EXPECT_EQ(ReadProfile(folder.path() + "/none", &log, &measurements), kIoError);
}

}  // namespace hlo_text_v1::read_measurements_test
