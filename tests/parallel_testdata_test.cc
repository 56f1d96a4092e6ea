// Reading on several threads gives the same as on one: for all inputs of the other tests, and for
// damaged ones.
#include <filesystem>

#include "tests/bench/generate_model.h"
#include "tests/parse/module/parallel_test_util.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::test::parallel_testdata_test {

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

TEST(ParallelTestdata, TextsThatEndEarly) {
  ModelOptions options;
  options.layers = 2;
  options.layer_computations = true;
  const std::string text = GenerateModel(options);
  for (size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
    if (end % kSampleStep != 0) continue;
    const std::string begin = text.substr(0, end);
    const std::string all = AllOf(begin, {});
    for (const int jobs : {2, 3}) EXPECT_EQ(AllOf(begin, InParallel(jobs)), all) << end;
    if (::testing::Test::HasFailure()) return;
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

}  // namespace hlo_text_v1::test::parallel_testdata_test
