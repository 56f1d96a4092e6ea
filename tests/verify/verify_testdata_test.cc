// Runs the verifier on all inputs of the other tests: it survives each, and accepts programs that
// JAX dumped.
#include <filesystem>
#include <string>

#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::verify_testdata_test {

TEST(Verify, Testdata) {
  int verified = 0;
  int sound_dumps = 0;
  for (const std::filesystem::path& path : TestdataFiles()) {
    const std::string text = ReadFile(path);
    const absl::StatusOr<HloModule> as_written = ParseHloModule(text);
    if (!as_written.ok()) continue;
    Verify(*as_written);
    const HloModule module = ReadModule(text);
    VerifyOptions options;
    options.layout_sensitive = true;
    Verify(module, options);
    const std::vector<Diagnostic> violations = Verify(module);
    ++verified;
    if (path.parent_path().filename() != "jax") continue;
    ++sound_dumps;
    for (const Diagnostic& violation : violations) {
      ADD_FAILURE() << RenderDiagnostic(violation, module.source(), {path.c_str()});
    }
  }
  EXPECT_GT(verified, 100);
  EXPECT_GT(sound_dumps, 10);
}

}  // namespace hlo_text_v1::test::verify_testdata_test
