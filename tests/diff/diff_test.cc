// Invariants of diffs, on all pairs of programs in testdata. The text for each pair of
// testdata/diff is a golden.
#include "hlo/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "src/base/unified_diff.h"
#include "tests/diff/diff_test_util.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::diff_test {

using namespace internal;

namespace fs = std::filesystem;

HloModule Read(const std::string& text) { return ReadModule(text, AllowUnknown()); }

// Whether an asynchronous call may also be written without `computation`.
bool IsWrapper(const HloComputation& computation) {
  const HloInstruction& root = *computation.root_instruction();
  return root.opcode() == HloOpcode::kCall &&
         computation.instruction_count() == root.operand_count() + 1;
}

// Invariants: counterparts are a bijection, and everything without one is listed.
void ExpectSound(const HloModule& before, const HloModule& after, const ModuleDiff& diff) {
  std::set<const HloInstruction*> removed, added, changed;
  for (const ComputationDiff& computation : diff.computations()) {
    EXPECT_FALSE(computation.instructions.empty() && computation.changes.empty());
    for (const InstructionDiff& i : computation.instructions) {
      ASSERT_TRUE(i.before != nullptr || i.after != nullptr);
      if (i.kind() == DiffKind::kRemoved) {
        EXPECT_EQ(i.before->parent(), computation.before);
        EXPECT_TRUE(removed.insert(i.before).second);
      } else if (i.kind() == DiffKind::kAdded) {
        EXPECT_EQ(i.after->parent(), computation.after);
        EXPECT_TRUE(added.insert(i.after).second);
      } else {
        EXPECT_NE(i.changes, 0u);
        EXPECT_EQ(diff.CounterpartOf(*i.before), i.after);
        EXPECT_TRUE(changed.insert(i.after).second);
      }
    }
  }
  EXPECT_EQ(diff.removed(), static_cast<int64_t>(removed.size()));
  EXPECT_EQ(diff.added(), static_cast<int64_t>(added.size()));
  EXPECT_EQ(diff.changed(), static_cast<int64_t>(changed.size()));
  EXPECT_EQ(diff.empty(), diff.header_changes().empty() && diff.computations().empty());
  const auto check = [&](const HloModule& module, const std::set<const HloInstruction*>& listed) {
    for (const HloComputation* computation : module.computations()) {
      const HloComputation* of_computation = diff.CounterpartOf(*computation);
      if (of_computation != nullptr) {
        EXPECT_EQ(diff.CounterpartOf(*of_computation), computation);
      }
      for (const HloInstruction* instruction : computation->instructions()) {
        if (of_computation == nullptr && IsWrapper(*computation)) continue;
        const HloInstruction* counterpart = diff.CounterpartOf(*instruction);
        EXPECT_EQ(counterpart == nullptr, listed.count(instruction) > 0) << instruction->name();
        if (counterpart == nullptr) continue;
        EXPECT_EQ(diff.CounterpartOf(*counterpart), instruction);
        EXPECT_EQ(counterpart->parent(), of_computation);
      }
    }
  };
  check(before, removed);
  check(after, added);
}

// ---- testdata/diff.

TEST(Diff, TheOtherWayRoundIsTheOpposite) {
  for (const fs::path& path : TestdataFiles("diff", ".diff")) {
    SCOPED_TRACE(path);
    const DiffPair pair = ReadDiffPair(fs::path(path).replace_extension());
    const ModuleDiff there = Diff(pair.before, pair.after, pair.options);
    const ModuleDiff back = Diff(pair.after, pair.before, pair.options);
    ExpectSound(pair.before, pair.after, there);
    ExpectSound(pair.after, pair.before, back);
    EXPECT_EQ(DiffToString(there, pair.text_options).empty(), there.empty());
    EXPECT_EQ(there.added(), back.removed());
    EXPECT_EQ(there.removed(), back.added());
    EXPECT_EQ(there.changed(), back.changed());
  }
}

// ---- All programs under testdata.

struct Program {
  std::string name;
  std::string text;
};

// All inputs that can be read, without duplicates.
const std::vector<Program>& Programs() {
  static const auto* const programs = [] {
    auto* all = new std::vector<Program>;
    std::set<std::string> seen;
    for (const fs::path& file : TestdataFiles("", "")) {
      const std::string path = fs::relative(file, HLO_TEXT_TESTDATA).generic_string();
      const bool is_dump = path.rfind("pairs/", 0) == 0 && file.extension() == ".txt";
      if (file.extension() != ".hlo" && !is_dump) continue;
      std::string text = ReadFile(file);
      if (seen.insert(text).second && ReadHloModule(text, AllowUnknown()).ok())
        all->push_back({path, std::move(text)});
    }
    std::sort(all->begin(), all->end(),
              [](const Program& a, const Program& b) { return a.name < b.name; });
    return all;
  }();
  return *programs;
}

void ExpectNoDifference(const HloModule& before, const HloModule& after, const std::string& name) {
  const ModuleDiff diff = Diff(before, after);
  EXPECT_TRUE(diff.empty()) << name << "\n" << DiffToString(diff);
  ExpectSound(before, after, diff);
}

TEST(Diff, AWrapperOfAnAsynchronousCallIsNoDifference) {
  const std::string text = R"(HloModule m
f { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] negate(y) }
w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=f }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(a), calls=w
  ROOT d = f32[8] async-done(s)
})";
  const HloModule wrapped = Read(text);
  const HloModule direct = Read(Replaced(text, "calls=w", "calls=f"));  // w is left over
  HloModule unwrapped = Read(text);
  UnwrapAsyncCalls(&unwrapped);
  ExpectNoDifference(wrapped, unwrapped, "unwrapped");
  ExpectNoDifference(unwrapped, wrapped, "wrapped");
  EXPECT_FALSE(Diff(unwrapped, direct).empty());

  // A real difference shows in the callee.
  const HloModule changed = Read(Replaced(text, "abs", "sine"));
  const std::string differences = DiffToString(Diff(unwrapped, changed));
  EXPECT_NE(differences.find("sine"), std::string::npos) << differences;
  EXPECT_EQ(differences.find("call"), std::string::npos) << differences;
}

TEST(Diff, NothingDiffersFromItself) {
  EXPECT_GT(Programs().size(), 500u);
  for (size_t i = 0; i < Programs().size(); i += kSampleStep) {
    const Program& program = Programs()[i];
    const HloModule module = Read(program.text);
    ExpectNoDifference(module, Read(program.text), program.name);
    ExpectNoDifference(module, module, program.name);
    DiffOptions all;
    all.metadata = all.names = true;
    const HloModule again = Read(program.text);
    const ModuleDiff diff = Diff(module, again, all);
    EXPECT_TRUE(diff.empty()) << program.name << "\n" << DiffToString(diff);
  }
}

TEST(Diff, NamesAndOrderAreNoDifference) {
  for (size_t i = 0; i < Programs().size(); i += kSampleStep) {
    const Program& program = Programs()[i];
    const HloModule module = Read(program.text);
    HloModule renamed = Read(program.text);
    CanonicalizeNames(&renamed);
    ExpectNoDifference(module, renamed, program.name);
    ExpectNoDifference(renamed, module, program.name);
  }
}

TEST(Diff, IsEmptyExactlyIfFingerprintsAreEqual) {
  const std::vector<Program>& programs = Programs();
  size_t same = 0;
  for (size_t i = 0; i + 1 < programs.size(); i += kSampleStep) {
    // Neighbours are often versions of the same program.
    const HloModule before = Read(programs[i].text), after = Read(programs[i + 1].text);
    const ModuleDiff diff = Diff(before, after);
    ExpectSound(before, after, diff);
    // Only the fingerprint depends on the order of control predecessors.
    const bool is_same = programs[i + 1].name == "diff/control_reordered.after.hlo" ||
                         Fingerprint(before) == Fingerprint(after);
    EXPECT_EQ(diff.empty(), is_same) << programs[i].name << " and " << programs[i + 1].name << "\n"
                                     << DiffToString(diff);
    EXPECT_EQ(diff.empty(), DiffToString(diff).empty());
    same += diff.empty() ? 1 : 0;
  }
  EXPECT_GT(same, 10 / kSampleStep);
}

struct Mutation {
  const char* what;
  const char* regex;
  const char* replacement;
};
constexpr Mutation kMutations[] = {
    {"constant", R"( constant\(\d+\))", " constant(7)"},
    {"opcode", R"( add\()", " subtract("},
    {"operands", R"( (subtract|multiply|divide|maximum)\((%[^,()]+), (%[^,()]+)\))", " $1($3, $2)"},
    {"index", R"(index=(\d))", "index=$1, backend_config={\"a\":1}"},
    {"layout", R"(= (f32\[\d+,\d+\])\{1,0\} (multiply|add|tanh))", "= $1{0,1} $2"},
    {"channel", R"(channel_id=(\d))", "channel_id=9$1"},
    {"metadata", R"(op_name=")", "op_name=\"other/"},
};

// Whether some instruction calls a computation that is listed as added.
bool SomeAddedIsCalled(const ModuleDiff& diff) {
  for (const ComputationDiff& computation : diff.computations()) {
    if (computation.kind() != DiffKind::kAdded) continue;
    const HloModule& module = *computation.after->parent();
    for (const HloComputation* caller : module.computations()) {
      for (const HloInstruction* instruction : caller->instructions()) {
        bool calls = false;
        instruction->ForEachCalledComputation(
            [&](const HloComputation* callee) { calls |= callee == computation.after; });
        if (calls) return true;
      }
    }
  }
  return false;
}

// A one-line change gives one or two changed instructions, whatever the size of the program, even
// if everything is also renamed. Only small computations without callers may be mismatched.
TEST(Diff, OneChangeIsOneDifference) {
  std::map<std::string, int> applied;
  size_t models = 0;
  for (const Program& program : Programs()) {
    const bool is_model = program.name.rfind("jax/", 0) == 0;
    if (!is_model && program.name.rfind("pairs/", 0) != 0) continue;
    if (is_model && models++ % kSampleStep != 0) continue;
    const HloModule before = Read(program.text);
    for (const Mutation& mutation : kMutations) {
      const std::string text =
          std::regex_replace(program.text, std::regex(mutation.regex), mutation.replacement,
                             std::regex_constants::format_first_only);
      if (text == program.text) continue;
      absl::StatusOr<HloModule> after = ReadHloModule(text, AllowUnknown());
      if (!after.ok()) continue;
      SCOPED_TRACE(program.name + ": " + mutation.what);
      ++applied[mutation.what];
      const bool is_same = Fingerprint(before) == Fingerprint(*after);
      for (const bool is_renamed : {false, true}) {
        if (is_renamed) CanonicalizeNames(&*after);
        const ModuleDiff diff = Diff(before, *after);
        ExpectSound(before, *after, diff);
        EXPECT_EQ(diff.empty(), is_same) << DiffToString(diff);
        EXPECT_LE(diff.added(), SomeAddedIsCalled(diff) ? 0 : 3) << DiffToString(diff);
        EXPECT_EQ(diff.removed(), diff.added()) << DiffToString(diff);
        EXPECT_LE(diff.changed(), 2) << DiffToString(diff);
      }
    }
  }
  for (const Mutation& mutation : kMutations) EXPECT_GT(applied[mutation.what], 0) << mutation.what;
}

}  // namespace hlo_text_v1::diff_test
