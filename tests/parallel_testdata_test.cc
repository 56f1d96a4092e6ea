// Reading on several threads gives the same as on one: for all inputs of the other tests, and for
// damaged ones.
#include <filesystem>

#include "tests/bench/generate_model.h"
#include "tests/parse/module/parallel_test_util.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo::test::parallel_testdata_test {

TEST(ParallelTestdata, SameAsOnOneThread) {
  size_t parallel = 0;
  size_t refused = 0;
  for (const std::filesystem::path& path : TestdataSample()) {
    SCOPED_TRACE(path);
    const std::string text = ReadFile(path);
    ParseOptions tolerant;
    tolerant.allow_unknown = true;
    tolerant.upgrade_legacy = true;
    for (const int jobs : {2, 3, 8}) {
      ExpectSameInParallel(text, jobs);
      parallel += IsReadInParallel(text, jobs) ? 1 : 0;
    }
    ExpectSameInParallel(text, 2, tolerant);
    tolerant.upgrade_legacy = false;
    ExpectSameInParallel(text, 3, tolerant);
    refused += ParseHloModule(text).ok() ? 0 : 1;
  }
  EXPECT_GT(parallel, 100 / kSampleStep);
  EXPECT_GT(refused, 100 / kSampleStep);
}

TEST(ParallelTestdata, ThreadsTakeFromOthers) {
  size_t taken = 0;
  for (const std::filesystem::path& path : TestdataSample()) {
    SCOPED_TRACE(path);
    const std::string text = ReadFile(path);
    const std::string all = AllOf(text, {});
    for (const int jobs : {2, 5}) {
      EXPECT_EQ(AllOf(text, Stealing(jobs)), all) << jobs;
      taken += PartsOf(text, Stealing(jobs)) > static_cast<size_t>(jobs) ? 1 : 0;
    }
  }
  ModelOptions options;
  for (const bool has_computations : {false, true}) {
    options.layers = has_computations ? 12 : 6;
    options.layer_computations = has_computations;
    const std::string text = GenerateModel(options);
    const std::string all = AllOf(text, {});
    for (int i = 0; i < 20; ++i) EXPECT_EQ(AllOf(text, Stealing(2 + i % 4)), all);
  }
  EXPECT_GT(taken, 100 / kSampleStep);
}

// Also if the last thing that a thread has claimed reaches to the end.
TEST(ParallelTestdata, TextsThatEndEarly) {
  ModelOptions options;
  options.layers = 2;
  options.layer_computations = true;
  const std::string text = GenerateModel(options);
  for (size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
    if (end % kSampleStep != 0) continue;
    const std::string begin = text.substr(0, end);
    const std::string all = AllOf(begin, {});
    for (const int jobs : {2, 3}) {
      EXPECT_EQ(AllOf(begin, InParallel(jobs)), all) << end;
      EXPECT_EQ(AllOf(begin, Stealing(jobs)), all) << end;
    }
    if (::testing::Test::HasFailure()) return;
  }
}

// What a part has read behind its last claim is no other thread's. The comment is sound if it is
// read from the middle on. The text is long enough for the second thread to begin in time.
TEST(ParallelTestdata, CommentAtTheEnd) {
  constexpr size_t kBefore = 24'000;
  std::string text = "HloModule m\n\n";
  for (size_t i = 0; i < 40'000; ++i) {
    if (i == kBefore) StrAppend(&text, "ENTRY e {\n  ROOT p = f32[] parameter(0)\n}\n\n/*\n");
    StrAppend(&text, "g", i, " {\n  ROOT p", i, " = f32[] parameter(0)\n}\n\n");
  }
  StrAppend(&text, "// */\n");
  for (size_t i = 0; i < 20; ++i) {
    ParseOptions stealing = Stealing(2);
    stealing.min_bytes_per_job = text.size() / (4 + i);  // so that few parts are taken before
    const absl::StatusOr<HloModule> module = ParseHloModule(text, stealing);
    ASSERT_TRUE(module.ok());
    EXPECT_EQ(module->computations().size(), kBefore + 1) << i;
  }
}

TEST(ParallelTestdata, GeneratedModel) {
  ModelOptions options;
  options.layers = 12;
  options.layer_computations = true;
  const std::string text = GenerateModel(options);
  for (const int jobs : {2, 3, 8, 20}) {
    EXPECT_TRUE(IsReadInParallel(text, jobs)) << jobs;
    ExpectSameInParallel(text, jobs);
  }
}

// Wherever the text is cut, and whatever is wrong with it.
TEST(ParallelTestdata, DamagedModel) {
  ModelOptions options;
  options.layers = 2;
  options.layer_computations = true;
  const std::string text = GenerateModel(options);
  for (const std::string_view damage : {"}", "{", "\"", "/*", "//", "\n}\n", "%", "\n", "ENTRY "}) {
    for (size_t at = 1; at < text.size(); at += 997 * kSampleStep) {
      std::string damaged = text;
      damaged.insert(at, damage);
      ExpectSameInParallel(damaged, 2 + static_cast<int>(at % 5));
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace hlo::test::parallel_testdata_test
