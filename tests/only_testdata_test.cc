// Reading one computation of a module gives the same as reading all of it: for each computation of
// all inputs of the other tests.
#include <algorithm>
#include <filesystem>

#include "hlo/uniquify.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo::only_testdata_test {

using internal::HashSet;
using internal::StrCat;

constexpr size_t kMostOfOne = 12;  // computations of a module, spread over it

// A computation that nobody calls and that is longer than the others: a small module is read as a
// whole if half of it is asked for.
std::string WithPadding(std::string_view text) {
  return StrCat(
      text, "\n%padding_of_test () -> s32[] {\n  ROOT %padding_root_of_test = s32[] constant(1) /*",
      std::string(text.size() + 100, ' '), "*/\n}\n");
}

HloModule Read(std::string_view text, std::string_view only) {
  ParseOptions options;
  options.uniquify = false;  // names in the others would count
  options.allow_unknown = true;
  if (!only.empty()) options.only = [only](std::string_view name) { return name == only; };
  HloModule module = ModuleOf(text, options);
  Desugar(module);
  return module;
}

// The text of `name` and what it calls, in the order of the module; without the header, where the
// layout of an entry that was not read may be missing.
std::string PrintPart(const HloModule& module, std::string_view name) {
  HashSet<const HloComputation*> selected;
  std::vector<const HloComputation*> to_visit;
  const auto select = [&](const HloComputation* computation) {
    if (selected.insert(computation).second) to_visit.push_back(computation);
  };
  for (const HloComputation* computation : module.computations()) {
    if (computation->name() == name) select(computation);
  }
  while (!to_visit.empty()) {
    const HloComputation* computation = to_visit.back();
    to_visit.pop_back();
    for (const HloInstruction* instruction : computation->instructions()) {
      instruction->ForEachNamedComputation(select);
    }
  }
  PrintOptions options;
  options.computation_filter = [&](const HloComputation& computation) {
    return selected.contains(&computation);
  };
  const std::string text = PrintHloModule(module, options);
  return text.substr(text.find("\n\n"));
}

TEST(OnlyTestdata, SameAsOfTheWhole) {
  size_t number = 0, compared = 0, partial = 0;
  for (const std::filesystem::path& path : TestdataFiles()) {
    if (number++ % kSampleStep != 0) continue;
    const std::string text = WithPadding(ReadFile(path));
    const HloModule whole = Read(text, "");
    const auto all = whole.computations();
    const size_t step = all.size() / kMostOfOne + 1;
    for (size_t i = 0; i < all.size(); i += step) {
      const HloModule part = Read(text, all[i]->name());
      if (part.computations().empty()) continue;
      ++compared;
      partial += part.computations().size() < all.size() ? 1 : 0;
      EXPECT_EQ(PrintPart(part, all[i]->name()), PrintPart(whole, all[i]->name()))
          << path << ": " << all[i]->name();
    }
  }
  EXPECT_GT(compared, 3000 / kSampleStep);
  EXPECT_GT(partial, 1000 / kSampleStep);
}

}  // namespace hlo::only_testdata_test
