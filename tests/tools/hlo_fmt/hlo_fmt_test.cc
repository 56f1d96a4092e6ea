// hlo-fmt as users run it: a shell runs the program; compares output, errors and exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <iterator>
#include <string>

#include "hlo/proto.h"
#include "hlo/read.h"
#include "hlo/version.h"
#include "tests/support/read.h"
#include "tests/tools/hlo_fmt/hlo_fmt_test_util.h"

namespace hlo_text_v1::hlo_fmt_test {

using namespace internal;

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

TEST_F(HloFmtTest, PrintsAFile) {
  const Result r = Run("good.hlo");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.out, kGoodPrinted);
  EXPECT_EQ(r.err, "");
}

TEST_F(HloFmtTest, ReadsStandardInput) {
  for (const char* command : {"<good.hlo", "- <good.hlo", "--style=default -- - <good.hlo"}) {
    const Result r = Run(command);
    EXPECT_EQ(r.exit_code, 0) << command;
    EXPECT_EQ(r.out, kGoodPrinted) << command;
  }
}

// XLA prints -0.0 as -0, which reads as 0.
TEST_F(HloFmtTest, AProtoIsNotReadFromItsText) {
  Put("zero.pb", *SerializeHloModule(*ReadHloModule(
                     "HloModule m\nENTRY e {\n ROOT c = f32[] constant(-0.0)\n}\n")));
  EXPECT_THAT(Run("zero.pb").out, HasSubstr("constant(-0)"));
  EXPECT_EQ(Run("--diff_against=zero.pb zero.pb").exit_code, 0);
}

TEST_F(HloFmtTest, ARefusedProtoIsNoIoError) {
  std::string bytes = *SerializeHloModule(*ReadHloModule(kGood));
  bytes.resize(bytes.size() / 2);
  Put("bad.pb", bytes);
  for (const char* flags : {"", "--check ", "--keep ", "--fingerprint "}) {
    const auto result = Run(std::string(flags) + "bad.pb");
    EXPECT_EQ(result.exit_code, 1) << flags;
    EXPECT_THAT(result.err, HasSubstr("bad.pb: ")) << flags;
    EXPECT_THAT(result.err, HasSubstr("a field is longer than what contains it")) << flags;
  }
}

TEST_F(HloFmtTest, KeepsTheText) {
  Put("a.hlo", "// RUN\nHloModule  a\nENTRY e { ROOT x = f32[]  parameter(0) // p\n}\n");
  const std::string kept =
      "// RUN\nHloModule a\nENTRY e {\n  ROOT x = f32[] parameter(0) // p\n}\n";
  for (const char* flags : {"--keep", "--keep --fast", "--keep --strip_log_prefix"}) {
    const Result r = Run(std::string(flags) + " a.hlo");
    EXPECT_EQ(r.exit_code, 0) << r.err;
    EXPECT_EQ(r.out, kept) << flags;
  }
  EXPECT_THAT(Run("--keep --lines=2:2 a.hlo").out, StartsWith("// RUN\nHloModule a\nENTRY e { "));
  Put("new.hlo", "e { p = f32[4] parameter(0)  // p\nROOT x = f32[4]  frobnicate(p), mode=3 }\n");
  EXPECT_EQ(Run("--keep new.hlo").exit_code, 1);
  EXPECT_EQ(Run("--keep --allow_unknown new.hlo").out,
            "e {\n  p = f32[4] parameter(0) // p\n  ROOT x = f32[4] frobnicate(p), mode=3\n}\n");
  Put("old.hlo", "e { p = f32[] parameter(0)\nROOT x = pred[]  less-than(p, p) }\n");
  EXPECT_EQ(Run("--keep --upgrade_legacy old.hlo").out,
            "e {\n  p = f32[] parameter(0)\n  ROOT x = pred[] less-than(p, p)\n}\n");
}

TEST_F(HloFmtTest, KeepRefusesWhatTheParserRefuses) {
  const Result r = Run("--keep bad.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith(std::string("bad.hlo") + kBadError));
}

TEST_F(HloFmtTest, AFileWithAnErrorPrintsNothing) {
  const Result r = Run("bad.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith(std::string("bad.hlo") + kBadError));
  EXPECT_THAT(r.err, HasSubstr("\n  ROOT y = f32[2] add(x)\n"));
}

TEST_F(HloFmtTest, StandardInputHasANameInErrors) {
  const Result r = Run("<bad.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.err, StartsWith(std::string("<stdin>") + kBadError));
}

TEST_F(HloFmtTest, ErrorsOfAPipeShowTheSource) {
  const Result r = Run("/dev/stdin <bad.hlo");
  EXPECT_THAT(r.err, HasSubstr("\n  ROOT y = f32[2] add(x)\n"));
  const Result pipe = Run("--help >/dev/null; cat bad.hlo | '" HLO_FMT "' /dev/stdin");
  EXPECT_EQ(pipe.exit_code, 1);
  EXPECT_THAT(pipe.err, HasSubstr("\n  ROOT y = f32[2] add(x)\n"));
}

TEST_F(HloFmtTest, SeveralFilesGoOnAfterABadOne) {
  const Result r = Run("good.hlo bad.hlo good.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, std::string(kGoodPrinted) + kGoodPrinted);
  EXPECT_THAT(r.err, StartsWith(std::string("bad.hlo") + kBadError));
}

TEST_F(HloFmtTest, MissingFilesAreIoErrors) {
  const Result r = Run("missing.hlo good.hlo bad.hlo");
  EXPECT_EQ(r.exit_code, 3);
  EXPECT_EQ(r.out, kGoodPrinted);
  EXPECT_THAT(r.err, StartsWith("hlo-fmt: missing.hlo: No such file or directory\n"));
  EXPECT_THAT(r.err, HasSubstr(kBadError));
}

TEST_F(HloFmtTest, AFolderIsAUsageError) {
  const Result r = Run("good.hlo .");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_EQ(r.out, "");
  EXPECT_EQ(r.err, "hlo-fmt: .: is a folder; use -r to format the files in it\n");
}

TEST_F(HloFmtTest, OutputGoesToAFile) {
  const Result r = Run("-o out.hlo good.hlo");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_EQ(r.out, "");
  EXPECT_EQ(Get("out.hlo"), kGoodPrinted);
}

TEST_F(HloFmtTest, OutputMayReplaceTheInput) {
  EXPECT_EQ(Run("good.hlo -o good.hlo").exit_code, 0);
  EXPECT_EQ(Get("good.hlo"), kGoodPrinted);
}

TEST_F(HloFmtTest, ErrorsLeaveTheOutputFileAsItWas) {
  Put("out.hlo", "before");
  for (const char* command :
       {"-o out.hlo bad.hlo", "-o out.hlo good.hlo bad.hlo", "-o out.hlo good.hlo missing.hlo"}) {
    EXPECT_NE(Run(command).exit_code, 0) << command;
    EXPECT_EQ(Get("out.hlo"), "before") << command;
  }
  // The two inputs, the output, and the shell's output.
  EXPECT_EQ(std::distance(fs::directory_iterator(directory_), {}), 5);
}

TEST_F(HloFmtTest, UnwritableOutputsAreIoErrors) {
  const Result missing = Run("-o no/such/file good.hlo");
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_EQ(missing.err, "hlo-fmt: no/such/file: No such file or directory\n");
  const Result full = Run("good.hlo >/dev/full");
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.err, "hlo-fmt: standard output: No space left on device\n");
  const Result closed = Run("good.hlo >&-");
  EXPECT_EQ(closed.exit_code, 3);
  EXPECT_EQ(closed.err, "hlo-fmt: standard output: Bad file descriptor\n");
}

TEST_F(HloFmtTest, AClosedPipeIsSilent) {
  // More than fits into a pipe.
  std::string text = "HloModule m\nENTRY e {\n";
  for (int i = 0; i < 20000; ++i) text += "  p" + std::to_string(i) + " = f32[] constant(1)\n";
  Put("big.hlo", text + "}\n");
  const Result r = Run("--version >/dev/null; { '" HLO_FMT "' big.hlo; echo $? >code; } | true");
  EXPECT_EQ(r.err, "");
  EXPECT_EQ(Get("code"), "3\n");
}

TEST_F(HloFmtTest, OnlyPrintsMatchingComputationsAndTheirCallees) {
  Put("calls.hlo", R"(HloModule calls
add { a = s32[] parameter(0) b = s32[] parameter(1) ROOT sum = s32[] add(a, b) }
twice { x = s32[] parameter(0) ROOT y = s32[] call(x, x), to_apply=add }
same { x = s32[] parameter(0) ROOT y = s32[] copy(x) }
ENTRY main { x = s32[] parameter(0) y = s32[] call(x), to_apply=twice
  ROOT z = s32[] call(y), to_apply=same }
)");
  const Result r = Run("--only='^tw' calls.hlo");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.out, StartsWith("HloModule calls"));
  EXPECT_THAT(r.out, HasSubstr("\n%add "));
  EXPECT_THAT(r.out, HasSubstr("\n%twice "));
  EXPECT_THAT(r.out, Not(HasSubstr("%same ")));
  EXPECT_THAT(r.out, Not(HasSubstr("ENTRY")));

  const Result none = Run("--only=nothing calls.hlo");
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_EQ(none.err, "hlo-fmt: calls.hlo: no computation matches --only=nothing\n");
  const Result no_fingerprint = Run("--fingerprint --only=nothing calls.hlo");
  EXPECT_EQ(no_fingerprint.exit_code, 1);
  EXPECT_EQ(no_fingerprint.out, "");

  // The fingerprint of a part: the same computation elsewhere, and under another name.
  const Result fingerprint = Run("--fingerprint --only='^twice$' calls.hlo");
  EXPECT_THAT(fingerprint.out, MatchesRegex("[0-9a-f]{32}  calls.hlo\n"));
  EXPECT_EQ(Run("--fingerprint --only='^twice$' --verify calls.hlo").out, fingerprint.out);
  EXPECT_NE(Run("--fingerprint calls.hlo").out, fingerprint.out);
  EXPECT_EQ(Run("--fingerprint --only=nothing calls.hlo").err, none.err);

  const Result wrong = Run("--only='(' calls.hlo");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.out, "");
  EXPECT_EQ(wrong.err,
            "hlo-fmt: --only expects REGEX, not '(': missing ): (\nTry hlo-fmt --help.\n");
}

TEST_F(HloFmtTest, OnlyDoesNotReadOtherBodies) {
  Put("wrong.hlo", R"(HloModule wrong
twice { x = s32[] parameter(0) ROOT y = s32[] add(x, x) }
bad { x = s32[] parameter(0) ROOT y = s32[] no_such_opcode(x), metadata={op_name="it is long"} }
ENTRY main { x = s32[] parameter(0) ROOT y = s32[] call(x), to_apply=twice }
)");
  EXPECT_EQ(Run("wrong.hlo").exit_code, 1);
  const Result part = Run("--only=twice wrong.hlo");
  EXPECT_EQ(part.exit_code, 0) << part.err;
  EXPECT_THAT(part.out, HasSubstr("\n%twice "));
  EXPECT_EQ(Run("--only=bad wrong.hlo").exit_code, 1);
  EXPECT_EQ(Run("--only=twice --verify wrong.hlo").exit_code, 1);
}

TEST_F(HloFmtTest, LargeConstants) {
  Put("constant.hlo", R"(HloModule c
ENTRY e { ROOT c = s32[12] constant({1,2,3,4,5,6,7,8,9,10,11,12}) }
)");
  EXPECT_THAT(Run("constant.hlo").out, HasSubstr("constant({...})"));
  EXPECT_THAT(Run("--print_large_constants constant.hlo").out, HasSubstr("9, 10, 11, 12})"));
  EXPECT_THAT(Run("--print_large_constants --noprint_large_constants constant.hlo").out,
              HasSubstr("constant({...})"));
}

TEST_F(HloFmtTest, TimingIsALineOfJson) {
  const Result r = Run("--timing good.hlo good.hlo");
  EXPECT_EQ(r.exit_code, 0);
  const std::string in = std::to_string(2 * std::strlen(kGood));
  const std::string out = std::to_string(2 * std::strlen(kGoodPrinted));
  const std::string seconds = "[0-9]+\\.[0-9]{6}";
  EXPECT_THAT(r.err, MatchesRegex("\\{\"bytes_in\": " + in + ", \"read_s\": " + seconds +
                                  ", \"parse_s\": " + seconds + ", \"desugar_s\": " + seconds +
                                  ", \"clean_s\": " + seconds + ", \"print_s\": " + seconds +
                                  ", \"write_s\": " + seconds + ", \"bytes_out\": " + out +
                                  ", \"peak_rss_bytes\": [1-9][0-9]*\\}\n"));
}

TEST_F(HloFmtTest, HelpAndVersion) {
  const Result help = Run("--help bad.hlo");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, StartsWith("Usage: hlo-fmt [flags] [FILE]...\n"));
  for (const char* line :
       {"  0  success\n", "  1  an input", "  2  the command line is wrong\n", "  3  a file"}) {
    EXPECT_THAT(help.out, HasSubstr(line));
  }
  EXPECT_EQ(Run("--help >/dev/full").exit_code, 3);
  const Result version = Run("--version");
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.out, "hlo-fmt " HLO_TEXT_VERSION "\n");
}

TEST_F(HloFmtTest, WrongUsage) {
  const Result r = Run("--stile=default good.hlo");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_EQ(r.out, "");
  EXPECT_EQ(r.err, "hlo-fmt: unknown flag --stile; did you mean --style?\nTry hlo-fmt --help.\n");
}

TEST_F(HloFmtTest, AsyncModes) {
  Put("call.hlo", R"(HloModule m
f { x = f32[2] parameter(0) y = f32[2] abs(x) ROOT z = f32[2] negate(y) }
ENTRY main {
  a = f32[2] parameter(0)
  start = ((f32[2]), f32[2], s32[]) call-start(a), to_apply=f
  ROOT done = f32[2] call-done(start)
}
)");
  for (const char* mode : {"", "--async=sugar ", "--async=xla ", "--async=keep "}) {
    EXPECT_THAT(Run(mode + std::string("call.hlo")).out, HasSubstr("call-start(%a), to_apply=%f"));
  }
  EXPECT_THAT(Run("--async=generic call.hlo").out, HasSubstr("async-start(%a), calls=%f\n"));
  EXPECT_THAT(Run("--async=generic --wrap_calls call.hlo").out,
              HasSubstr("async-start(%a), calls=%async_wrapped\n"));
  EXPECT_EQ(Run("--async=both call.hlo").exit_code, 2);
}

TEST_F(HloFmtTest, Verify) {
  Put("unsound.hlo", R"(HloModule m
ENTRY main {
  a = f32[2] parameter(0)
  s = ((f32[2]), f32[2], s32[]) negate-start(a)
  d = f32[2] negate-done(s)
  ROOT r = f32[2] negate-done(s)
}
)");
  EXPECT_EQ(Run("unsound.hlo").exit_code, 0);
  const Result result = Run("--verify unsound.hlo");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("unsound.hlo:4:3: error: Async start s is matched by multiple "
                                    "async done instructions: d and r\n"));
  EXPECT_EQ(Run("--verify good.hlo").out, kGoodPrinted);
}

TEST_F(HloFmtTest, UpgradeLegacy) {
  Put("old.hlo",
      "HloModule old\nENTRY main {\n  x = f32[2] parameter(0)\n"
      "  st = (f32[2], f32[2], s32[]) negate-start(x)\n  ROOT y = f32[2] negate-done(st)\n}\n");
  const Result refused = Run("old.hlo");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_THAT(refused.err,
              HasSubstr("old.hlo:4:8: note: --upgrade_legacy accepts this older form\n"));
  const Result accepted = Run("--upgrade_legacy old.hlo");
  EXPECT_EQ(accepted.exit_code, 0);
  EXPECT_THAT(accepted.out, HasSubstr("%st = ((f32[2]{0}), f32[2]{0}, s32[]) negate-start(%x)"));
  EXPECT_THAT(accepted.err,
              StartsWith("old.hlo:4:8: warning: older form of an asynchronous shape"));
}

TEST_F(HloFmtTest, XlaVersion) {
  const std::string head =
      "HloModule m, entry_computation_layout={((f32[8]{0}, f32[8]{0}))->pred[8]{0}}\n\n"
      "ENTRY %main (p: (f32[8], f32[8])) -> pred[8] {\n"
      "  %p = (f32[8]{0}, f32[8]{0}) parameter(0)\n";
  const std::string elements =
      "  %y = f32[8]{0} get-tuple-element(%p), index=1\n"
      "  %x = f32[8]{0} get-tuple-element(%p), index=0\n";
  const std::string folded = "  ROOT %c = pred[8]{0} compare(%p#0, %p#1), direction=LT";
  const std::string named = "  ROOT %c = pred[8]{0} compare(%x, %y), direction=LT";
  const std::string total = ", order=TOTAL\n}\n\n", type = ", type=TOTALORDER\n}\n\n";

  // A dump keeps its spelling.
  for (const std::string& text : {head + elements + named + type, head + elements + named + total,
                                  head + folded + type, head + folded + total}) {
    Put("dump.hlo", text);
    EXPECT_EQ(Run("--style=dump dump.hlo").out, text);
  }
  Put("old.hlo", head + elements + named + type);
  EXPECT_EQ(Run("--style=dump --xla_version=0.12 old.hlo").out, head + folded + total);
  EXPECT_EQ(Run("--style=dump --compact_gte old.hlo").out, head + folded + type);
  EXPECT_EQ(Run("--style=dump --nocompact_gte old.hlo").out, head + elements + named + type);
  Put("new.hlo", head + elements + named + total);
  EXPECT_EQ(Run("--style=dump --xla_version=0.10 new.hlo").out, head + elements + named + type);
  EXPECT_THAT(Run("--xla_version=0.10 old.hlo").out, HasSubstr(type));
  EXPECT_THAT(Run("old.hlo").out, HasSubstr(total));
  EXPECT_THAT(Run("--xla_version=auto old.hlo").out, HasSubstr(type));
  EXPECT_THAT(Run("--xla_version=auto new.hlo").out, HasSubstr(total));
  EXPECT_THAT(Run("--xla_version=0.4.30 new.hlo").out,
              HasSubstr("compare(f32[8]{0} %x, f32[8]{0} %y)"));
}

// Each line of tables/spellings.def.
TEST_F(HloFmtTest, OldDumpsKeepTheirSpelling) {
  const std::string layout = "HloModule d, entry_computation_layout={(f32[8]{0})->f32[3]{0}}\n\n";
  const std::string sharding = ", sharding={maximal_mesh[device_id=0]}";
  const std::string bare = layout +
                           "ENTRY main.8 {\n"
                           "  p = f32[8]{0} parameter(0)" +
                           sharding +
                           "\n"
                           "  a = f32[8]{0} negate(p)\n"
                           "  b = f32[8]{0} add(a, p)\n"
                           "  t = (f32[3]{0}, s32[3]{0}) topk(b), k=3, largest=true\n"
                           "  i = s32[3]{0} get-tuple-element(t), index=1\n"
                           "  v = f32[3]{0} get-tuple-element(t), index=0\n"
                           "  ROOT c = f32[3]{0} copy(v)\n"
                           "} // main.8\n\n";
  Put("bare.hlo", bare);
  EXPECT_EQ(Run("--style=dump bare.hlo").out, bare);
  const std::string today = Run("--style=dump --xla_version=0.12 bare.hlo").out;
  EXPECT_THAT(today, HasSubstr("ENTRY %main.8 (p: f32[8]) -> f32[3] {"));
  EXPECT_THAT(today, HasSubstr("sharding={single_device[device_id=0]}"));
  EXPECT_THAT(today, HasSubstr("largest=true, is_stable=true\n"));
  EXPECT_THAT(today, HasSubstr("copy(%t#0)\n}\n\n"));
  Put("today.hlo", layout +
                       "ENTRY %main.8 (p: f32[8]) -> f32[3] {\n"
                       "  %p = f32[8]{0} parameter(0), sharding={single_device[device_id=0]}\n"
                       "  %t = (f32[3]{0}, s32[3]{0}) topk(%p), k=3, largest=true, is_stable=true\n"
                       "  ROOT %c = f32[3]{0} copy(%t#0)\n"
                       "}\n\n");
  EXPECT_THAT(Run("--style=dump --xla_version=0.11 today.hlo").out, HasSubstr(sharding));
  const std::string old = Run("--style=dump --xla_version=0.4.30 today.hlo").out;
  EXPECT_THAT(old, HasSubstr("ENTRY main.8 {\n"));
  EXPECT_THAT(old, HasSubstr("topk(p), k=3, largest=true\n"));
}

TEST_F(HloFmtTest, WarnsOfThreadsThatTheTextLoses) {
  Put("threads.hlo", ReadFile(HLO_TEXT_TESTDATA "/async/threads/shared_callee.hlo"));
  const Result plain = Run("threads.hlo");
  EXPECT_EQ(plain.exit_code, 0);
  EXPECT_THAT(plain.err,
              StartsWith("threads.hlo:5:1: warning: asynchronous chains on several threads reach "
                         "sum: it is on 'main', but reading the printed text puts it on 'side'; "
                         "--async=generic prints the chains in an order that keeps it"));
  for (const std::string generic : {"--async=generic", "--async=generic --wrap_calls"}) {
    const Result kept = Run(generic + " threads.hlo");
    EXPECT_EQ(kept.err, "") << generic;
    Put("again.hlo", kept.out);
    EXPECT_EQ(Run("--diff_against=threads.hlo again.hlo").out, "") << generic;
  }
  EXPECT_EQ(Run("--fingerprint threads.hlo").err, "");
}

TEST_F(HloFmtTest, AllowUnknown) {
  Put("new.hlo", "HloModule new\nENTRY main {\n  ROOT x = f32[2] frobnicate(), dim=3\n}\n");
  EXPECT_EQ(Run("new.hlo").exit_code, 1);
  const Result kept = Run("--allow_unknown new.hlo");
  EXPECT_EQ(kept.exit_code, 0);
  EXPECT_THAT(kept.out, HasSubstr("ROOT %x = f32[2]{0} frobnicate(), dim=3\n"));
  EXPECT_THAT(kept.err,
              StartsWith("new.hlo:3:19: warning: unknown opcode 'frobnicate' is kept as it is\n"));
}

TEST_F(HloFmtTest, NoColorInAFile) { EXPECT_THAT(Run("bad.hlo").err, Not(HasSubstr("\033"))); }

TEST_F(HloFmtTest, EmptyInputIsRefused) {
  Put("empty.hlo", "");
  const Result r = Run("empty.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.err, StartsWith("empty.hlo:1:1: error: "));
}

constexpr char kDump[] = R"(HloModule jit_f.3
f.1 { ROOT x.1 = f32[] parameter(0), metadata={op_name="x"} }
ENTRY main.7 {
  p.9 = f32[] parameter(0), sharding={replicated}
  ROOT c.8 = f32[] call(p.9), to_apply=f.1, backend_config={"b":1,"a":2}, metadata={op_name="c"}
}
)";
constexpr char kOtherDump[] = R"(HloModule jit_f.4
g.2 { ROOT y.4 = f32[] parameter(0) }
ENTRY main.6 {
  q.1 = f32[] parameter(0), sharding={replicated}
  ROOT d.3 = f32[] call(q.1), to_apply=g.2, backend_config={"b":1,"a":2}
}
)";

TEST_F(HloFmtTest, CleansForDiffs) {
  Put("one.hlo", kDump);
  Put("two.hlo", kOtherDump);
  const std::string flags = "--canonical_names --strip=metadata,sharding --sort_maps ";
  const Result one = Run(flags + "one.hlo");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out, R"(HloModule jit_f, entry_computation_layout={(f32[])->f32[]}

%to_apply.1 (parameter.1: f32[]) -> f32[] {
  ROOT %parameter.1 = f32[] parameter(0)
}

ENTRY %entry (parameter.2: f32[]) -> f32[] {
  %parameter.2 = f32[] parameter(0)
  ROOT %call.1 = f32[] call(%parameter.2), to_apply=%to_apply.1, backend_config={"a":2,"b":1}
}

)");
  EXPECT_EQ(Run(flags + "two.hlo").out, one.out);
  EXPECT_THAT(Run("--canonical_names --only='^to_' one.hlo").out, Not(HasSubstr("ENTRY")));
}

TEST_F(HloFmtTest, Canonicalizes) {
  Put("one.hlo", kDump);
  Put("two.hlo", kOtherDump);
  const Result one = Run("--canonicalize=1 --strip=sharding one.hlo");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_EQ(one.out.substr(0, 19), "HloModule canonical");
  EXPECT_EQ(Run("--canonicalize --strip=sharding two.hlo").out, one.out);
  const Result newer = Run("--canonicalize=2 one.hlo");
  EXPECT_EQ(newer.exit_code, 2);
  EXPECT_THAT(newer.err, HasSubstr("--canonicalize expects 1, not '2'"));
}

TEST_F(HloFmtTest, StripWantsNamesThatItKnows) {
  const Result r = Run("--strip=metadata,shardin good.hlo");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith("hlo-fmt: --strip expects metadata, stack_frames, "));
  EXPECT_THAT(r.err, HasSubstr(", not 'shardin'; did you mean sharding?\n"));
  EXPECT_THAT(Run("--help").out, HasSubstr("sharding: also allow_spmd"));
  EXPECT_EQ(Run("--strip= good.hlo").out, kGoodPrinted);
}

// XLA numbers the frames of printed text in another order; -i and --check leave that alone.
TEST_F(HloFmtTest, TablesOfStackFramesKeepTheirOrder) {
  constexpr char kText[] = R"(HloModule m

FileNames
1 "a.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=1 end_line=1 column=1 end_column=1}
2 {file_name_id=1 function_name_id=1 line=2 end_line=2 column=1 end_column=1}

StackFrames
1 {file_location_id=1 parent_frame_id=1}
2 {file_location_id=2 parent_frame_id=1}


second { ROOT x = f32[] parameter(0), metadata={op_name="x" stack_frame_id=1} }
first { ROOT y = f32[] parameter(0), metadata={op_name="y" stack_frame_id=2} }
ENTRY e {
  a = f32[] parameter(0)
  c = f32[] call(a), to_apply=first
  ROOT d = f32[] call(c), to_apply=second
}
)";
  Put("a.hlo", kText);
  const std::string printed = Run("a.hlo").out;
  Put("b.hlo", printed);
  EXPECT_NE(Run("b.hlo").out, printed);
  EXPECT_EQ(Run("--check b.hlo").out, "");
  EXPECT_EQ(Run("-i a.hlo").exit_code, 0);
  EXPECT_EQ(Get("a.hlo"), printed);
}

TEST_F(HloFmtTest, InlineStackFrames) {
  Put("frames.hlo", R"(HloModule m

FileNames
1 "model.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=4 column=5 end_column=6}

StackFrames
1 {file_location_id=1 parent_frame_id=1}

ENTRY e { ROOT p = f32[] parameter(0), metadata={op_name="p" stack_frame_id=1} }
)");
  constexpr char kInlined[] = R"(metadata={op_name="p" source_file="model.py" source_line=3 )";
  for (const char* flags :
       {"--inline_stack_frames", "--strip=stack_frames --inline_stack_frames"}) {
    const Result r = Run(std::string(flags) + " frames.hlo");
    EXPECT_THAT(r.out, HasSubstr(kInlined));
    EXPECT_THAT(r.out, Not(HasSubstr("FileNames")));
  }
}

TEST_F(HloFmtTest, FingerprintsLikeSha256sum) {
  Put("one.hlo", kDump);
  Put("two.hlo", kOtherDump);
  const Result r = Run("--fingerprint one.hlo two.hlo - <good.hlo");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.out, MatchesRegex("[0-9a-f]{32}  one.hlo\n[0-9a-f]{32}  two.hlo\n"
                                  "[0-9a-f]{32}  -\n"));
  EXPECT_EQ(r.out.substr(0, 32), r.out.substr(r.out.find("two.hlo") - 34, 32));
  EXPECT_EQ(Run("--fingerprint --async=generic one.hlo two.hlo - <good.hlo").out, r.out);
  EXPECT_NE(Run("--fingerprint --strip=sharding one.hlo").out.substr(0, 32), r.out.substr(0, 32));
  EXPECT_EQ(Run("--fingerprint bad.hlo").out, "");
}

}  // namespace hlo_text_v1::hlo_fmt_test
