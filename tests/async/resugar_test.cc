// SugarForms: a chain for each line of sugar_obstacles.def that has that obstacle, and no other
// line before it. docs_async_md (golden_test) holds the manual's table against it.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::resugar_test {

using namespace internal;

// The obstacle to the first chain of the module; nullopt if there is none.
std::optional<SugarObstacle> ObstacleIn(const std::string& text, AsyncReader reader) {
  ReadOptions options;
  options.parse.allow_unknown = true;
  const HloModule module = ReadModule(text, options);
  for (const std::vector<AsyncOperation>& all : FindAsyncOperations(module)) {
    if (!all.empty()) return SugarForms(module, reader).ObstacleTo(all[0]);
  }
  ADD_FAILURE() << "no chain";
  return std::nullopt;
}

// A module that starts `wrapped`, named w, with one operand f32[8].
std::string Chain(const std::string& wrapped, const std::string& start_attributes = "",
                  const std::string& head = "HloModule m\n") {
  return head + wrapped +
         "ENTRY e {\n  a = f32[8] parameter(0)\n"
         "  s = ((f32[8]), f32[8], s32[]) async-start(a), calls=w" +
         start_attributes + "\n  ROOT d = f32[8] async-done(s)\n}\n";
}

std::string Wrapped(const std::string& root, const std::string& parameter_attributes = "",
                    const std::string& tail = "") {
  return "w {\n  p = f32[8] parameter(0)" + parameter_attributes + "\n  ROOT r = " + root + "\n}" +
         tail + "\n";
}

constexpr char kPlain[] = "f32[8] negate(p)";

// Binds both operands of `root` late, the result at the start.
std::string Late(const std::string& root, const std::string& before = "",
                 const std::string& head = "HloModule m\n", const std::string& result = "f32[]") {
  return head + before +
         "w {\n  p = f32[8] parameter(0)\n  q = f32[] parameter(1)\n  ROOT r = " + root +
         "\n}\nENTRY e {\n  a = f32[8] parameter(0)\n  b = f32[] parameter(1)\n"
         "  s = ((f32[8]), " +
         result +
         ", s32[]) async-start(a), calls=w\n"
         "  u = ((f32[8], f32[]), " +
         result +
         ", s32[]) async-update(s, b)\n"
         "  ROOT d = " +
         result + " async-done(u)\n}\n";
}

constexpr char kAdd[] =
    "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT z = f32[] add(x, y)\n}\n";

// In order of the table.
struct Case {
  SugarObstacle obstacle;
  std::string text;
};
std::vector<Case> Cases() {
  const std::string loop =
      "w {\n  p = f32[8] parameter(0)\n  ROOT r = f32[8] negate(p)$0\n}\n"
      "body {\n  c = ((f32[8]), f32[8], s32[]) parameter(0)\n"
      "  ROOT u = ((f32[8]), f32[8], s32[]) async-update(c)$1\n}\n"
      "cond {\n  c = ((f32[8]), f32[8], s32[]) parameter(0)\n  ROOT k = pred[] constant(true)\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8], s32[]) async-start(a), calls=w\n"
      "  l = ((f32[8]), f32[8], s32[]) while(s), condition=cond, body=body\n"
      "  ROOT d = f32[8] async-done(l)\n}\n";
  const std::string other = "v {\n  p = f32[8] parameter(0)\n  ROOT r = f32[8] negate(p)\n}\n";
  return {
      {SugarObstacle::kOwnComputation, "HloModule m\n" + other + Substitute(loop, "", ", calls=v")},
      {SugarObstacle::kNotOneInstruction,
       Chain(Wrapped("f32[8] negate(q)", "\n  q = f32[8] abs(p)"))},
      {SugarObstacle::kNoAsyncForm, Chain("w {\n  ROOT p = f32[8] parameter(0)\n}\n")},
      {SugarObstacle::kOperandOrder, Chain(Wrapped("f32[8] add(p, p)"))},
      {SugarObstacle::kParameterAttributes, Chain(Wrapped(kPlain, ", metadata={op_name=\"x\"}"))},
      {SugarObstacle::kOwnStart, Chain(Wrapped("f32[8] copy(p)"))},
      {SugarObstacle::kEntry, "HloModule m\nENTRY " + Wrapped(kPlain) +
                                  "other {\n  a = f32[8] parameter(0)\n"
                                  "  s = ((f32[8]), f32[8], s32[]) async-start(a), calls=w\n"
                                  "  ROOT d = f32[8] async-done(s)\n}\n"},
      {SugarObstacle::kOtherCaller,
       Chain(Wrapped(kPlain) +
             "other {\n  p = f32[8] parameter(0)\n  ROOT c = f32[8] call(p), to_apply=w\n}\n")},
      {SugarObstacle::kNamedInText, Chain(Wrapped(kPlain), ", about={%w}")},
      {SugarObstacle::kComputationAttributes, Chain(Wrapped(kPlain, "", ", backend_config={}"))},
      {SugarObstacle::kUnknownOpcode,
       Chain(Wrapped("f32[8] frobnicate(p), async_execution_thread=\"t\""))},
      {SugarObstacle::kShapes, Chain(Wrapped("f32[8]{0:T(8)} negate(p)"))},
      {SugarObstacle::kWrappedAttributes,
       Chain(Wrapped("f32[8] negate(p), metadata={op_name=\"x\"}"))},
      {SugarObstacle::kStartAttributes, Chain(Wrapped(kPlain), ", blue={1}")},
      {SugarObstacle::kParameterSchedule,
       "HloModule m, is_scheduled=true\n"
       "w {\n  q = f32[8] parameter(1)\n  p = f32[8] parameter(0)\n  ROOT r = f32[8] add(p, q)\n}\n"
       "ENTRY e {\n  a = f32[8] parameter(0)\n"
       "  s = ((f32[8], f32[8]), f32[8], s32[]) async-start(a, a), calls=w\n"
       "  ROOT d = f32[8] async-done(s)\n}\n"},
      {SugarObstacle::kMetadataInLoop,
       "HloModule m\n" +
           Substitute(loop, ", metadata={op_name=\"x\"}", ", metadata={op_name=\"x\"}")},
      {SugarObstacle::kLateOperands,
       Late("f32[] reduce(p, q), dimensions={0}, to_apply=add", kAdd)},
      {SugarObstacle::kLateConstraints, Late("f32[] custom-call(p, q), custom_call_target=\"f\", "
                                             "operand_layout_constraints={f32[8]{0}, f32[]}")},
      {SugarObstacle::kStatistics,
       Chain(Wrapped("f32[8] negate(p), statistics={visualizing_index=0,stat-1=1}"),
             ", statistics={visualizing_index=0,stat-1=1}")},
      {SugarObstacle::kLateResult,
       "HloModule m\nw {\n  ROOT r = u32[] replica-id()\n}\nENTRY e {\n"
       "  s = ((), (), s32[]) async-start(), calls=w\n  ROOT d = u32[] async-done(s)\n}\n"},
      {SugarObstacle::kLateInSchedule, Late("f32[] custom-call(p, q), custom_call_target=\"f\"", "",
                                            "HloModule m, is_scheduled=true\n")},
  };
}

TEST(SugarForms, EachLineOfTheTable) {
  size_t next = 0;
  for (const Case& each : Cases()) {
    SCOPED_TRACE(each.text);
    EXPECT_EQ(static_cast<size_t>(each.obstacle), next++) << "in order";
    EXPECT_EQ(ObstacleIn(each.text, AsyncReader::kXla012), each.obstacle);
    const bool is_xlas = each.obstacle >= SugarObstacle::kMetadataInLoop;
    EXPECT_EQ(ObstacleIn(each.text, AsyncReader::kHloText),
              is_xlas ? std::nullopt : std::make_optional(each.obstacle));
  }
  EXPECT_EQ(SugarObstacleReason(static_cast<SugarObstacle>(next - 1)),
            "a schedule needs all operands of the opcode at the start");
}

TEST(SugarForms, Notes) {
  const std::string text = Chain(Wrapped("f32[8] copy(p)"));
  const HloModule module = ReadModule(text);
  const std::vector<Diagnostic> notes = ExplainAsync(module);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].severity, Severity::kNote);
  EXPECT_EQ(text.substr(notes[0].begin, notes[0].end - notes[0].begin), "s");
  EXPECT_EQ(notes[0].message, "generic, since the opcode has a start of its own");
  EXPECT_TRUE(ExplainAsync(ReadModule(Chain(Wrapped(kPlain)))).empty());

  const HloModule pair = ReadModule(
      "HloModule m\nENTRY e {\n  a = f32[8] parameter(0)\n"
      "  s = (f32[8], f32[8], u32[]) copy-start(a)\n  ROOT d = f32[8] copy-done(s)\n}\n");
  const std::vector<AsyncOperation> all = FindAsyncOperations(*pair.entry_computation());
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(SugarForms(pair).ObstacleTo(all[0]), std::nullopt);
  EXPECT_FALSE(all[0].IsDone(all[0].start()));
  EXPECT_TRUE(all[0].IsDone(*all[0].done()));
}

}  // namespace hlo_text_v1::resugar_test
