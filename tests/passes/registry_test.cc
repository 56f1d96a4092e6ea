#include <gtest/gtest.h>

#include <string>

#include "hlo/pass.h"
#include "hlo/passes.h"
#include "tests/support/read.h"

namespace hlo_text_v1::registry_test {

// The names of passes as they run, with those of their pipelines.
std::string Trace(std::string_view text) {
  std::string trace;
  PassRegistry passes;
  for (const char* name : {"b", "a", "long-name"}) {
    passes.Add(name, "does nothing", [](HloModule*) { return false; });
  }
  const absl::StatusOr<HloPassPipeline> pipeline = ParsePassPipeline(text, passes, "all");
  if (!pipeline.ok()) return std::string(pipeline.status().message());
  HloModule module = ReadModule("ENTRY e { ROOT p = f32[] parameter(0) }");
  std::vector<PassRun> runs;
  PassOptions options;
  options.runs = &runs;
  EXPECT_TRUE(pipeline->Run(&module, options).ok());
  for (const PassRun& run : runs) trace += run.pipeline + "/" + run.pass + " ";
  return trace;
}

TEST(Registry, PipelinesAsText) {
  EXPECT_EQ(Trace("a"), "all/a ");
  EXPECT_EQ(Trace(" a , b,long-name "), "all/a all/b all/long-name ");
  EXPECT_EQ(Trace("a,p(b,q*(a , b)),b*"), "all/a p/b q/a q/b b/b ");
}

TEST(Registry, Errors) {
  EXPECT_EQ(Trace("lon-name"), "no pass is called 'lon-name'; did you mean long-name?");
  EXPECT_EQ(Trace(""), "expected the name of a pass at the end of the pipeline");
  EXPECT_EQ(Trace("a,,b"), "expected the name of a pass before ',b' of the pipeline");
  EXPECT_EQ(Trace("a b"), "expected a comma before 'b' of the pipeline");
  EXPECT_EQ(Trace("p(a"), "expected a comma or ) at the end of the pipeline");
  EXPECT_EQ(Trace("a)"), "expected a comma before ')' of the pipeline");
  const std::string deep(1000, '(');
  EXPECT_EQ(Trace("p" + deep).substr(0, 29), "expected the name of a pass b");
  std::string nested = "a";
  for (int i = 0; i < 100; ++i) nested = "p(" + nested + ")";
  EXPECT_EQ(Trace(nested).substr(0, 26), "expected fewer parentheses");
}

TEST(Registry, EntriesAreSortedAndReplaced) {
  PassRegistry passes;
  passes.Add("b", "first", DcePass);
  passes.Add("a", "other", CsePass);
  passes.Add("b", "second", DcePass);
  ASSERT_EQ(passes.entries().size(), 2U);
  EXPECT_EQ(passes.entries()[0].name, "a");
  EXPECT_EQ(passes.Find("b")->summary, "second");
  EXPECT_EQ(passes.Find("c"), nullptr);
  PassRegistry standard;
  AddStandardPasses(&standard);
  EXPECT_GE(standard.entries().size(), 14U);
}

}  // namespace hlo_text_v1::registry_test
