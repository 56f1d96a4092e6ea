// Random modules with asynchronous operations: every spelling is the same program. Each module is
// printed in all of them, and as MLIR; each text is read, verified, and compared with the module by
// fingerprint, diff and canonical text.
//
//   HLO_TEXT_ASYNC_MODULES=2000         the number of modules; default 200
//   HLO_TEXT_ASYNC_SEED=2               other modules
//   HLO_TEXT_ASYNC_MODULE=17            only this module
#include "tests/support/random_async.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "hlo/mlir.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/verify.h"
#include "src/async/execution_threads.h"
#include "src/print/module_printer.h"

namespace hlo_text_v1::random_async_test {

using namespace internal;

constexpr uint64_t kDefaultModules = 200;

uint64_t NumberFromEnvironment(const char* name, uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : std::strtoull(value, nullptr, 10);
}

std::string FirstViolation(const HloModule& module) {
  const std::vector<Diagnostic> violations = Verify(module);
  return violations.empty() ? "" : violations[0].message;
}

std::string CanonicalText(const HloModule& module) {
  HloModule copy = module.Clone();
  StripOptions options;
  options.metadata = true;
  Strip(&copy, options);
  CanonicalizeNames(&copy);
  return PrintHloModule(copy);
}

void ExpectSameProgram(const HloModule& module, const absl::StatusOr<HloModule>& again,
                       const std::string& text) {
  ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
  EXPECT_EQ(FirstViolation(*again), "") << text;
  EXPECT_EQ(Fingerprint(module), Fingerprint(*again)) << text;
  EXPECT_EQ(DiffToString(Diff(module, *again)), "");
  EXPECT_EQ(CanonicalText(module), CanonicalText(*again));
}

void CheckSpellings(const HloModule& module) {
  struct Spelling {
    const char* name;
    AsyncPrintMode mode;
    bool is_unwrapped;
  };
  constexpr Spelling kSpellings[] = {{"sugar", AsyncPrintMode::kSugar, false},
                                     {"keep", AsyncPrintMode::kKeep, false},
                                     {"generic", AsyncPrintMode::kGeneric, true},
                                     {"wrapped", AsyncPrintMode::kGeneric, false}};
  for (const Spelling& spelling : kSpellings) {
    SCOPED_TRACE(spelling.name);
    HloModule copy = module.Clone();
    if (spelling.is_unwrapped) UnwrapAsyncCalls(&copy);
    PrintOptions options;
    options.async_mode = spelling.mode;
    options.print_large_constants = true;
    // hlo-fmt warns of these.
    const bool loses_threads = !FindLostThreads(copy, TextOrderOf(copy, options)).empty();
    EXPECT_FALSE(loses_threads && spelling.mode == AsyncPrintMode::kGeneric);
    if (loses_threads) continue;
    const std::string text = PrintHloModule(copy, options);
    ExpectSameProgram(module, ReadHloModule(text), text);
  }
}

void CheckMlir(const HloModule& module) {
  for (const bool registered_only : {false, true}) {
    SCOPED_TRACE(registered_only ? "registered MLIR" : "MLIR");
    MlirOptions options;
    options.registered_only = registered_only;
    const absl::StatusOr<std::string> text = ExportMlirAsync(module, options);
    ASSERT_TRUE(text.ok()) << text.status();
    ExpectSameProgram(module, ImportMlirAsync(*text), *text);
  }
}

TEST(RandomAsync, EverySpellingIsTheSameProgram) {
  const uint64_t modules = NumberFromEnvironment("HLO_TEXT_ASYNC_MODULES", kDefaultModules);
  const uint64_t first = NumberFromEnvironment("HLO_TEXT_ASYNC_SEED", 1) * 1'000'000;
  const uint64_t only = NumberFromEnvironment("HLO_TEXT_ASYNC_MODULE", modules);
  for (uint64_t i = 0; i < modules; ++i) {
    if (only < modules && i != only) continue;
    SCOPED_TRACE("HLO_TEXT_ASYNC_MODULE=" + std::to_string(i));
    const std::string text = test::RandomAsyncModule(first + i);
    const absl::StatusOr<HloModule> module = ReadHloModule(text);
    ASSERT_TRUE(module.ok()) << module.status() << "\n" << text;
    ASSERT_EQ(FirstViolation(*module), "") << text;
    CheckSpellings(*module);
    CheckMlir(*module);
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace hlo_text_v1::random_async_test
