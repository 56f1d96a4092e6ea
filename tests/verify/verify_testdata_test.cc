// The verifier over all inputs that the other tests have: it survives each, and programs that JAX
// dumped are sound.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/verify/verify_test_util.h"

namespace hlo::test::verify_testdata_test {

namespace fs = std::filesystem;

TEST(Verify, Testdata) {
  const fs::path testdata = HLO_TEXT_TESTDATA;
  int verified = 0;
  int sound_dumps = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(testdata)) {
    if (entry.path().extension() != ".hlo") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    absl::StatusOr<HloModule> module = ParseHloModule(text);
    if (!module.ok()) continue;
    Verify(*module);  // sugar in it
    Desugar(*module);
    Uniquify(*module);
    VerifyOptions options;
    options.layout_sensitive = true;
    Verify(*module, options);
    const std::vector<Diagnostic> violations = Verify(*module);
    ++verified;
    if (entry.path().parent_path().filename() != "jax") continue;
    ++sound_dumps;
    for (const Diagnostic& violation : violations) {
      ADD_FAILURE() << RenderDiagnostic(violation, module->source(), {entry.path().c_str()});
    }
  }
  EXPECT_GT(verified, 100);
  EXPECT_GT(sound_dumps, 10);
}

}  // namespace hlo::test::verify_testdata_test
