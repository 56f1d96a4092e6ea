// Profiles: testdata/profile has a real one, others are made by hand.
// Tests: match_profile, read_xplane
#include "hlo/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/proto/bytes.h"
#include "tests/support/read.h"

namespace hlo_text_v1::profile_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Testdata(std::string_view name) {
  return ReadFile(std::string(HLO_TEXT_TESTDATA) + "/profile/" + std::string(name));
}
HloModule ScannedStep() {
  return ReadModule(Testdata("module_0000.jit_scanned_step.cpu_after_optimizations.txt"));
}

// ---- A profile made by hand. Names of statistics have numbers from 1 on.

std::string StatName(int64_t id, std::string_view name) {
  return Message(5, Number(1, id) + Message(2, Number(1, id) + Text(2, name)));
}
std::string StatNames() {
  return StatName(1, "hlo_op") + StatName(2, "hlo_module") + StatName(3, "program_id") +
         StatName(4, "run_id");
}
std::string TextStat(int64_t id, std::string_view text) {
  return Message(4, Number(1, id) + Text(5, text));
}
std::string NumberStat(int64_t id, int64_t number) {
  return Message(4, Number(1, id) + Number(4, number));
}
std::string Event(std::string_view op, int64_t begin, int64_t duration,
                  std::string_view more = {}) {
  return Message(4, Number(1, 9) + Number(2, begin) + Number(3, duration) + TextStat(1, op) +
                        std::string(more));
}
std::string Line(std::string_view events) { return Message(3, events); }
std::string Plane(std::string_view lines) { return Message(1, std::string(lines) + StatNames()); }

HloProfile ProfileOf(std::string_view bytes) {
  absl::StatusOr<HloProfile> profile = ParseXplane(bytes);
  EXPECT_TRUE(profile.ok()) << profile.status();
  return profile.ok() ? *std::move(profile) : HloProfile();
}
std::string ErrorOf(std::string_view bytes, const ProfileReadOptions& options = {}) {
  const absl::StatusOr<HloProfile> profile = ParseXplane(bytes, options);
  return profile.ok() ? "" : std::string(profile.status().message());
}
// "name count total self longest".
std::vector<std::string> OpsOf(const HloProfile& profile) {
  std::vector<std::string> ops;
  for (const MeasuredModule& module : profile.modules) {
    for (const MeasuredOp& op : module.ops) {
      ops.push_back(op.name + " " + std::to_string(op.count) + " " + std::to_string(op.total_ps) +
                    " " + std::to_string(op.self_ps) + " " + std::to_string(op.longest_ps));
    }
  }
  return ops;
}

// ---- A step of JAX on a CPU: three runs of two loops with four iterations.

TEST(ProfileTest, EachEventOfJaxIsOfOneInstruction) {
  const HloProfile profile = ProfileOf(Testdata("scanned_step.xplane.pb"));
  const HloModule module = ScannedStep();
  ASSERT_EQ(profile.modules.size(), 1);
  EXPECT_EQ(profile.modules[0].name, "jit_scanned_step");
  EXPECT_EQ(profile.modules[0].runs, 3);
  const ProfileMatch match = MatchProfile(profile, module);
  EXPECT_EQ(match.module, &profile.modules[0]);
  EXPECT_TRUE(match.unmatched.empty());
  EXPECT_EQ(match.other_programs, 0);
  int64_t events = 0;
  std::set<const HloInstruction*> instructions;
  for (const InstructionTime& time : match.times) {
    EXPECT_EQ(time.instruction->name(), time.op->name);
    instructions.insert(time.instruction);
    events += time.op->count;
  }
  EXPECT_EQ(events, profile.events);
  EXPECT_EQ(instructions.size(), match.times.size());
}

TEST(ProfileTest, ExecutionsInLoopsAreSummed) {
  const HloProfile profile = ProfileOf(Testdata("scanned_step.xplane.pb"));
  const HloModule module = ScannedStep();
  for (const InstructionTime& time : MatchProfile(profile, module).times) {
    const bool is_in_loop = !time.instruction->parent()->IsEntry();
    EXPECT_EQ(time.op->count, is_in_loop ? 12 : 3) << time.op->name;
    EXPECT_LE(time.op->self_ps, time.op->total_ps);
    EXPECT_LE(time.op->longest_ps, time.op->total_ps);
    if (time.instruction->opcode() == HloOpcode::kWhile) {
      EXPECT_LT(time.op->self_ps, time.op->total_ps / 2);
    }
  }
}

// ---- Rules.

TEST(ProfileTest, InnerEventsAreNotTheOuterOnesOwnTime) {
  const HloProfile profile = ProfileOf(
      Plane(Line(Event("inner", 10, 30) + Event("while", 0, 100) + Event("inner", 50, 20) +
                 Event("nested", 55, 5) + Event("after", 100, 7))));
  EXPECT_THAT(OpsOf(profile), ElementsAre("inner 2 50 45 30", "while 1 100 50 100",
                                          "nested 1 5 5 5", "after 1 7 7 7"));
  EXPECT_EQ(profile.events, 5);
}

TEST(ProfileTest, ThreadsDoNotNest) {
  const HloProfile profile =
      ProfileOf(Plane(Line(Event("outer", 0, 100)) + Line(Event("other", 10, 20))));
  EXPECT_THAT(OpsOf(profile), ElementsAre("outer 1 100 100 100", "other 1 20 20 20"));
}

TEST(ProfileTest, EventsWithoutAnOpAreCounted) {
  const std::string other = Message(4, Number(1, 9) + Number(2, 1) + Number(3, 5));
  const HloProfile profile = ProfileOf(Plane(Line(other + Event("add", 0, 1))));
  EXPECT_EQ(profile.events, 1);
  EXPECT_EQ(profile.all_events, 2);
}

TEST(ProfileTest, StatisticsMayBeReferencesOrOfTheMetadata) {
  const std::string reference = Message(4, Number(1, 1) + Number(7, 8));
  const std::string kind =
      Message(4, Number(1, 7) + Message(2, Number(1, 7) + Message(5, Number(1, 2) + Text(5, "m"))));
  const std::string event = Message(4, Number(1, 7) + Number(3, 5) + reference);
  const HloProfile profile =
      ProfileOf(Message(1, Line(event) + kind + StatName(8, "add.1") + StatNames()));
  ASSERT_EQ(profile.modules.size(), 1);
  EXPECT_EQ(profile.modules[0].name, "m");
  EXPECT_THAT(OpsOf(profile), ElementsAre("add.1 1 5 5 5"));
}

TEST(ProfileTest, AggregatedEventsHaveACount) {
  const std::string event =
      Message(4, Number(1, 7) + Number(5, 12) + Number(3, 60) + TextStat(1, "add"));
  EXPECT_THAT(OpsOf(ProfileOf(Plane(Line(event)))), ElementsAre("add 12 60 60 0"));
}

TEST(ProfileTest, TimesAreNeverNegativeAndSaturate) {
  constexpr int64_t kMost = INT64_MAX;
  EXPECT_THAT(
      OpsOf(ProfileOf(Plane(
          Line(Event("a", -5, -7) + Event("b", kMost, kMost) + Event("b", INT64_MIN, kMost))))),
      ElementsAre("a 1 0 0 0", "b 2 9223372036854775807 9223372036854775807 9223372036854775807"));
}

// ---- Matching.

HloModule TwoAdds() {
  return ReadModule(
      "HloModule m\nENTRY e { p = f32[2] parameter(0)\n a = f32[2] add(p, p)\n"
      "ROOT b = f32[2] add(a, a) }");
}
std::string Op(std::string_view name, std::string_view module, int64_t program) {
  return Event(name, 0, 1, TextStat(2, module) + NumberStat(3, program));
}

TEST(ProfileTest, WhatTheModuleDoesNotHaveIsReported) {
  const HloModule module = TwoAdds();
  const HloProfile profile = ProfileOf(Plane(Line(Op("a", "m", 1) + Op("c", "m", 1))));
  const ProfileMatch match = MatchProfile(profile, module);
  ASSERT_EQ(match.times.size(), 1);
  EXPECT_EQ(match.times[0].instruction->name(), "a");
  ASSERT_EQ(match.unmatched.size(), 1);
  EXPECT_EQ(match.unmatched[0]->name, "c");
}

TEST(ProfileTest, TakesTheProgramWithTheMostEvents) {
  const HloModule module = TwoAdds();
  const HloProfile profile = ProfileOf(
      Plane(Line(Op("x", "m", 1) + Op("y", "m", 1) + Op("a", "m", 2) + Op("a", "other", 3))));
  const ProfileMatch match = MatchProfile(profile, module);
  ASSERT_NE(match.module, nullptr);
  EXPECT_EQ(match.module->program_id, 2);
  EXPECT_EQ(match.other_programs, 1);
}

TEST(ProfileTest, TakesNoProgramOfAnotherName) {
  const HloModule module = TwoAdds();
  const ProfileMatch match = MatchProfile(ProfileOf(Plane(Line(Op("a", "other", 1)))), module);
  EXPECT_EQ(match.module, nullptr);
  EXPECT_TRUE(match.times.empty());
}

TEST(ProfileTest, TheIdMayBePartOfTheName) {
  const HloModule module = TwoAdds();
  const HloProfile profile = ProfileOf(Plane(Line(Op("a", "m(17)", 17))));
  EXPECT_EQ(MatchProfile(profile, module).times.size(), 1);
}

// ---- Arbitrary bytes.

TEST(ProfileTest, ErrorsNameTheFieldAndTheByte) {
  const std::string plane = Plane(Line(Event("a", 0, 1)) + Line(Event("b", 0, 1) + "\x22\x7f"));
  EXPECT_EQ(ErrorOf(plane),
            "planes[0].lines[1]: Failed to deserialize XSpace: a field is longer than what "
            "contains it (at byte 36)");
  EXPECT_THAT(ErrorOf("\xff"), HasSubstr("there is no field (at byte 0)"));
  EXPECT_THAT(ErrorOf(Plane(Line(Event("\xff", 0, 1)))),
              HasSubstr("planes[0].lines[0].events[0].stats[0]: "));
  EXPECT_EQ(ErrorOf(""), "");
}

TEST(ProfileTest, EveryCutIsAnErrorOrAProfile) {
  const std::string bytes = Testdata("scanned_step.xplane.pb");
  for (size_t size = 0; size < bytes.size(); size += 13) {
    const std::string error = ErrorOf(bytes.substr(0, size));
    if (error.empty()) continue;
    EXPECT_THAT(error, HasSubstr("(at byte "));
  }
}

TEST(ProfileTest, MemoryIsLimited) {
  std::string events;
  for (int i = 0; i < 2000; ++i) events += Event("a" + std::to_string(i), i, 1);
  ProfileReadOptions options;
  options.limits.max_memory_bytes = 100000;
  EXPECT_THAT(ErrorOf(Plane(Line(events)), options), HasSubstr("more memory"));
  // A long name in many programs.
  std::string programs;
  for (int i = 0; i < 1000; ++i)
    programs +=
        Message(4, Number(1, 9) + Message(4, Number(1, 1) + Number(7, 8)) + NumberStat(3, i));
  const std::string name = StatName(8, std::string(100000, 'x'));
  EXPECT_THAT(ErrorOf(Plane(Line(programs) + name)), HasSubstr("more memory"));
}

// Linear: if the name were read for each event, that would be 50 GB.
TEST(ProfileTest, ManyEventsMayShareALongName) {
  std::string events;
  for (int i = 0; i < 50000; ++i) {
    events += Message(
        4, Number(1, 9) + Number(2, i) + Number(3, 1) + Message(4, Number(1, 1) + Number(7, 8)));
  }
  const HloProfile profile =
      ProfileOf(Message(1, Line(events) + StatName(8, std::string(1000000, 'x')) + StatNames()));
  ASSERT_EQ(profile.modules.size(), 1);
  EXPECT_EQ(profile.modules[0].ops[0].count, 50000);
}

}  // namespace hlo_text_v1::profile_test
