// Reading one computation of a module, as XLA prints it, gives the same as reading all of it: for
// the computations of all inputs of the other tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/read.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::only_testdata_test {

using internal::HashSet;
using internal::StrCat;

constexpr size_t kMostOfOne = 12;  // computations of a module, spread over it

// A computation that nobody calls and that is longer than the others, since a small module is read
// as a whole if half of it is asked for.
std::string WithPadding(std::string_view text) {
  return StrCat(
      text, "\n%padding_of_test () -> s32[] {\n  ROOT %padding_root_of_test = s32[] constant(1) /*",
      std::string(text.size() + 100, ' '), "*/\n}\n");
}

HloModule Read(std::string_view text, std::string_view only = "") {
  ReadOptions options;
  if (!only.empty()) options.parse.only = [only](std::string_view name) { return name == only; };
  return ReadModule(text, options);
}

// As XLA prints it: then the text says all about a computation that its callers give it. Reading
// such a text may put computations into another order, once or twice. Empty if it cannot be read,
// or goes on changing.
std::string Settled(std::string text) {
  for (int round = 0; round < 4; ++round) {
    const absl::StatusOr<HloModule> module = ReadHloModule(text);
    if (!module.ok()) return "";
    std::string again = PrintHloModule(*module);
    if (again == text) return text;
    text = std::move(again);
  }
  return "";
}

// `name` and its callees.
HashSet<const HloComputation*> Part(const HloModule& module, std::string_view name) {
  HashSet<const HloComputation*> selected;
  std::vector<const HloComputation*> to_visit;
  const auto select = [&](const HloComputation* computation) {
    if (selected.insert(computation).second) to_visit.push_back(computation);
  };
  select(FindComputation(module, name));
  while (!to_visit.empty()) {
    const HloComputation* computation = to_visit.back();
    to_visit.pop_back();
    for (const HloInstruction* instruction : computation->instructions()) {
      instruction->ForEachCalledComputation(select);
    }
  }
  return selected;
}

std::string PrintPart(const HloModule& module, std::string_view name) {
  PrintOptions options;
  const HashSet<const HloComputation*> part = Part(module, name);
  options.computation_filter = [&](const HloComputation& c) { return part.contains(&c); };
  return PrintHloModule(module, options);
}

Fingerprint128 FingerprintOf(const HloModule& module, std::string_view name) {
  return Fingerprint(module, [&](const HloComputation& c) { return c.name() == name; });
}

TEST(OnlyTestdata, SameAsOfTheWhole) {
  size_t compared = 0, partial = 0;
  for (const std::filesystem::path& path : TestdataSample()) {
    const std::string printed = Settled(ReadFile(path));
    if (printed.empty()) continue;
    const std::string text = WithPadding(printed);
    const HloModule whole = Read(text);
    const auto all = whole.computations();
    std::set<const HloComputation*> wrapped;
    bool is_direct = true;
    for (const std::vector<AsyncOperation>& operations : FindAsyncOperations(whole)) {
      for (const AsyncOperation& each : operations) {
        wrapped.insert(each.wrapped_computation());
        is_direct &= each.is_direct();
      }
    }
    if (!is_direct) continue;  // only a loop around it tells the start of a link
    const size_t step = all.size() / kMostOfOne + 1;
    for (size_t i = 0; i < all.size(); i += step) {
      const std::string_view name = all[i]->name();
      // Not computations that sugar replaces.
      if (printed.find(StrCat("%", name, " (")) == std::string::npos) continue;
      const HloModule part = Read(text, name);
      if (part.computations().empty()) continue;
      ++compared;
      partial += part.computations().size() < all.size() ? 1 : 0;
      EXPECT_EQ(PrintPart(part, name), PrintPart(whole, name)) << path << ": " << name;
      // A fused or wrapped body that is selected without its caller is not known to be one.
      if (all[i]->is_fusion_computation() || wrapped.count(all[i]) > 0) continue;
      EXPECT_EQ(FingerprintOf(part, name), FingerprintOf(whole, name)) << path << ": " << name;
    }
  }
  EXPECT_GT(compared, 3000 / kSampleStep);
  EXPECT_GT(partial, 1000 / kSampleStep);
}

}  // namespace hlo_text_v1::only_testdata_test
