// The passes on small programs, and on all testdata: modules that the verifier accepts before are
// accepted after each pass. tests/checks/execute_corpus_check.py shows that programs compute the
// same.
#include "tests/passes/passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hlo/printer.h"
#include "hlo/verify.h"
#include "tests/support/read.h"

namespace hlo_text_v1::passes_test {

using namespace passes;

// The instructions of the entry computation after the three passes, by opcode.
std::string After(std::string_view text) {
  HloModule module = ReadModule(text);
  EXPECT_TRUE(Simplify(module).ok());
  EXPECT_TRUE(MergeCommonSubexpressions(module).ok());
  EXPECT_TRUE(RemoveDeadCode(module).ok());
  EXPECT_THAT(Verify(module), ::testing::IsEmpty());
  std::string opcodes;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    opcodes += std::string(opcodes.empty() ? "" : " ") + std::string(i->opcode_name());
  }
  return opcodes;
}

TEST(Passes, SimplifyMergeRemove) {
  EXPECT_EQ(After(R"(HloModule m
ENTRY e {
  x = f32[2,3] parameter(0)
  one = f32[] constant(1)
  ones = f32[2,3] broadcast(one), dimensions={}
  a = f32[2,3] multiply(x, ones)
  b = f32[2,3] divide(x, ones)
  n = f32[2,3] negate(a)
  m = f32[2,3] negate(b)
  t = (f32[2,3], f32[2,3]) tuple(n, m)
  g = f32[2,3] get-tuple-element(t), index=1
  h = f32[2,3] negate(g)
  same = f32[2,3] reshape(h)
  unused = f32[2,3] exponential(same)
  ROOT r = f32[2,3] add(same, n)
})"),
            "parameter negate add");
}

TEST(Passes, KeepEffectsAndOrder) {
  EXPECT_EQ(After(R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  a = f32[] rng(x, x), distribution=rng_uniform
  b = f32[] rng(x, x), distribution=rng_uniform
  c = f32[] custom-call(x), custom_call_target="f", custom_call_has_side_effect=true
  d = f32[] abs(x), control-predecessors={c}
  ROOT r = f32[] add(a, b)
})"),
            "parameter rng rng custom-call abs add");
}

// The number of modules in `paths`, after running all passes on each.
int CheckAll(const std::vector<std::filesystem::path>& paths) {
  const struct {
    const char* name;
    absl::StatusOr<int64_t> (*run)(HloModule&);
  } passes[] = {{"Simplify", Simplify},
                {"MergeCommonSubexpressions", MergeCommonSubexpressions},
                {"RemoveDeadCode", RemoveDeadCode}};
  int checked = 0;
  for (const std::filesystem::path& path : paths) {
    absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok() || !Verify(*module).empty()) continue;
    ++checked;
    const bool read_back = ReadHloModule(PrintHloModule(*module)).ok();
    for (const auto& pass : passes) {
      const absl::StatusOr<int64_t> changed = pass.run(*module);
      EXPECT_TRUE(changed.ok()) << path << " " << pass.name << changed.status();
      const std::vector<Diagnostic> problems = Verify(*module);
      EXPECT_TRUE(problems.empty()) << path << " " << pass.name << "\n"
                                    << RenderDiagnostic(problems[0], module->source(), {});
    }
    EXPECT_EQ(ReadHloModule(PrintHloModule(*module)).ok(), read_back) << path;
  }
  return checked;
}

TEST(Passes, KeepTestdataValid) {
  std::vector<std::filesystem::path> paths;
  for (const std::filesystem::path& path : TestdataFiles()) {
    if (IsTestdataInput(path)) paths.push_back(path);
  }
  EXPECT_GT(CheckAll(paths), 450);
}

}  // namespace hlo_text_v1::passes_test
