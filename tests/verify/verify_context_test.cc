// The notes of violations and the places they name.
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::verify_context_test {

// The notes of all violations as "message: name at that place".
std::vector<std::string> Notes(const std::string& text, const VerifyOptions& options = {}) {
  const HloModule module = ReadModule(text);
  std::vector<std::string> notes;
  for (const Diagnostic& violation : Verify(module, options)) {
    for (const DiagnosticNote& note : violation.notes) {
      notes.push_back(note.message + ": " +
                      std::string(module.source().substr(note.begin, note.end - note.begin)));
    }
  }
  return notes;
}

constexpr char kStart[] =
    "a = f32[8] parameter(0)\n s = ((f32[8]), f32[8], s32[]) negate-start(a)\n";

TEST(VerifyNotes, UsersOfAStart) {
  EXPECT_THAT(Notes(Module("", std::string(kStart) + "d = f32[8] negate-done(s)\n"
                                                     "ROOT r = f32[8] negate-done(s)")),
              ::testing::ElementsAre("used here: d", "used here: r"));
}

TEST(VerifyNotes, OperandOfADone) {
  EXPECT_THAT(Notes(Module("",
                           "a = (f32[8], f32[8], u32[]) parameter(0)\n"
                           "ROOT d = f32[8] copy-done(a)")),
              ::testing::ElementsAre("the operand is here: a"));
}

TEST(VerifyNotes, CallerOfAnAsyncComputation) {
  VerifyOptions strict;
  strict.xla_strict = true;
  EXPECT_THAT(
      Notes(Module("c { x = f32[8] parameter(0)\n y = f32[8] abs(x)\n ROOT z = f32[8] negate(y) }",
                   "a = f32[8] parameter(0)\n"
                   "s = ((f32[8]), f32[8], s32[]) async-start(a), calls=c\n"
                   "ROOT d = f32[8] async-done(s)"),
            strict),
      ::testing::ElementsAre("called here: s"));
}

TEST(VerifyNotes, TheOtherTransfer) {
  const auto send = [](const std::string& name, const std::string& type) {
    return name + "0 = " + type + " constant({...})\n" + name + " = (" + type +
           ", u32[], token[]) send(" + name + "0, t), channel_id=1, is_host_transfer=true\n" +
           name + "1 = token[] send-done(" + name + "), channel_id=1, is_host_transfer=true\n";
  };
  EXPECT_THAT(Notes(Module("", "t = token[] after-all()\n" + send("a", "f32[8]") +
                                   send("b", "f32[4]") + "ROOT r = token[] after-all(a1, b1)")),
              ::testing::ElementsAre("the other transfer is here: a"));
}

TEST(VerifyNotes, TheOtherAllReduce) {
  EXPECT_THAT(
      Notes(
          Module("c { x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT z = f32[] add(x, y) }",
                 "a = f32[8] parameter(0)\n"
                 "b = f32[8] all-reduce(a), to_apply=c, constrain_layout=true\n"
                 "ROOT d = f32[8] all-reduce(b), to_apply=c")),
      ::testing::Contains(::testing::StartsWith("the other all-reduce is here: ")));
}

}  // namespace hlo_text_v1::test::verify_context_test
