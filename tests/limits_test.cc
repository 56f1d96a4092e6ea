// Hostile texts: for any bytes, reading takes little time and gives a module, which prints and
// reads back, or diagnostics with positions in the text.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/substitute.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/parse_values.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/sharding.h"
#include "hlo/source.h"
#include "hlo/verify.h"
#include "src/base/thread_group.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::limits_test {

using namespace internal;

using test::InEntry;

constexpr int kDeep = 200'000;

// Doubles the text: each test of this file builds all texts.
std::string Repeat(std::string_view piece, int count) {
  const size_t size = piece.size() * static_cast<size_t>(count);
  std::string text(piece.substr(0, size));
  text.reserve(size);
  while (text.size() < size) text.append(text, 0, size - text.size());
  return text;
}

// `count` copies of `piece`, with 0, 1, 2 ... for $0 and 1, 2, 3 ... for $1.
std::string Numbered(const char* piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) absl::SubstituteAndAppend(&text, piece, i, i + 1);
  return text;
}

// Reads `text`, checks the diagnostics and returns the module's text if there is a module.
std::string CheckedPrint(const std::string& text, const ParseOptions& options = {}) {
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options, &diagnostics);
  if (module.ok()) {
    EXPECT_TRUE(diagnostics.empty());
    return PrintHloModule(*module);
  }
  EXPECT_FALSE(diagnostics.empty());
  for (const Diagnostic& d : diagnostics) {
    EXPECT_LE(d.begin, d.end) << d.message;
    EXPECT_LE(d.end, text.size()) << d.message;
    EXPECT_FALSE(d.message.empty());
  }
  return "";
}

struct DeepCase {
  const char* what;
  std::string text;
  // Errors of nested operands cost the square of the depth: less depth, less time.
  bool little_stack = false;
};

void PrintTo(const DeepCase& c, std::ostream* os) { *os << c.what; }

class DeepNesting : public ::testing::TestWithParam<DeepCase> {};

TEST_P(DeepNesting, EndsInADiagnosticOrAModule) {
  const std::string& text = GetParam().text;
  ParseOptions options;
  if (GetParam().little_stack) options.limits.max_stack_bytes = 256 << 10;
  const std::string printed = CheckedPrint(text, options);
  if (!printed.empty()) CheckedPrint(printed);
  // With a stack too small for the nesting limit, and with a nesting limit that is too small.
  ParseOptions small;
  small.limits.max_stack_bytes = 64 << 10;
  small.limits.max_nesting_depth = 100;
  std::vector<Diagnostic> diagnostics;
  if (!ParseHloModule(text, small, &diagnostics).ok()) {
    EXPECT_FALSE(diagnostics.empty());
  }
}

// Nor does a thread's stack overflow that is smaller than max_stack_bytes.
TEST_P(DeepNesting, FitsTheStackOfTheThread) {
  const auto read = [&] {
    absl::StatusOr<HloModule> module = ParseHloModule(GetParam().text);
    if (!module.ok()) return;
    Desugar(&*module);
    (void)Verify(*module);
    EXPECT_EQ(Fingerprint(module->Clone()), Fingerprint(*module));
    EXPECT_FALSE(PrintHloModule(*module).empty());
  };
  EXPECT_EQ(ThreadGroup(1, size_t{256} << 10, read).size(), 1u);
}

std::string Constant(const std::string& shape, const std::string& literal) {
  return InEntry("  ROOT c = " + shape + " constant(" + literal + ")");
}
std::string Negate(const std::string& attribute) {
  return InEntry("  p = f32[] parameter(0)\n  ROOT r = f32[] negate(p), " + attribute);
}

const std::vector<DeepCase>& DeepCases() {
  static const auto* const kCases = new std::vector<DeepCase>{
      {"shape", InEntry("  p = " + Repeat("(", kDeep))},
      {"closed shape",
       InEntry("  p = " + Repeat("(", kDeep) + Repeat(")", kDeep) + " parameter(0)")},
      {"closed shape of many levels",
       InEntry("  p = " + Repeat("(", 2000) + Repeat(")", 2000) + " parameter(0)")},
      {"buffers", InEntry("  p = " + Repeat("b(", kDeep))},
      {"shape in a layout", InEntry("  p = " + Repeat("f32[1]{0:P(", 2000))},
      {"header", "HloModule m, entry_computation_layout={" + Repeat("(", kDeep)},
      {"signature", "HloModule m\nENTRY e (p: " + Repeat("(", kDeep)},
      {"operands", InEntry("  p = f32[] parameter(0)\n  r = f32[] " + Repeat("negate(", kDeep)),
       true},
      {"operands without opcode", InEntry("  r = f32[] negate" + Repeat("(", kDeep))},
      {"closed operands", InEntry("  p = f32[] parameter(0)\n  r = f32[] " +
                                  Repeat("negate(", 300) + "p" + Repeat(")", 300))},
      {"operands with shapes", InEntry("  r = f32[] " + Repeat("negate(f32[] ", kDeep / 4)), true},
      {"tuple operands", InEntry("  r = " + Repeat("tuple(", kDeep)), true},
      {"tuples of tuples",
       InEntry("  t0 = s32[] parameter(0)\n" + Numbered("  t$1 = tuple(t$0)\n", 900))},
      {"two operands each",
       InEntry("  p = f32[] parameter(0)\n  r = f32[] " + Repeat("add(p, ", kDeep / 4)), true},
      {"computations",
       InEntry("  r = f32[] " + Repeat("call(), to_apply={ r = f32[] ", kDeep / 4))},
      {"lists of computations",
       InEntry("  r = f32[] " +
               Repeat("custom-call(), called_computations={{ r = f32[] ", kDeep / 4))},
      {"braces for a computation", InEntry("  r = f32[] call(), to_apply=" + Repeat("{", kDeep))},
      {"bodies", "HloModule m\nENTRY e " + Repeat("{", kDeep)},
      {"origin", Negate("origin={" + Repeat("(", kDeep))},
      {"braces of an origin", Negate("origin=" + Repeat("{", kDeep))},
      {"closed origin",
       Negate("origin={" + Repeat("(", 3000) + "{\"a\"}" + Repeat(")", 3000) + "}")},
      {"JSON", Negate("backend_config=" + Repeat("{", kDeep))},
      {"closed JSON", Negate("backend_config=" + Repeat("{", kDeep) + Repeat("}", kDeep))},
      {"JSON in frontend attributes",
       Negate("frontend_attributes={a=" + Repeat("{", kDeep) + Repeat("}", kDeep) + "}")},
      {"frontend attributes", Negate("frontend_attributes=" + Repeat("{a=", kDeep / 2))},
      {"metadata", Negate("metadata=" + Repeat("{", kDeep))},
      {"metadata fields", Negate("metadata={op_name=" + Repeat("{", kDeep))},
      {"dense literal", Constant("s32[2]", Repeat("{", kDeep))},
      {"literal of many dimensions",
       Constant("s32[" + Repeat("1,", 2000) + "1]", Repeat("{", 2001) + "1" + Repeat("}", 2001))},
      {"tuple literal",
       Constant(Repeat("(", 2000) + "s32[]" + Repeat(")", 2000), Repeat("(", kDeep))},
      {"closed tuple literal", Constant(Repeat("(", 1000) + "s32[]" + Repeat(")", 1000),
                                        Repeat("(", 1000) + "1" + Repeat(")", 1000))},
      {"literal with its shape",
       InEntry("  r = f32[] custom-call(), custom_call_target=\"x\", literal=" +
               Repeat("(", kDeep))},
      {"sharding", Negate("sharding=" + Repeat("{", kDeep))},
      {"closed sharding", Negate("sharding=" + Repeat("{", kDeep) + Repeat("}", kDeep))},
      {"sharding of many levels",
       Negate("sharding=" + Repeat("{", 2000) + "replicated" + Repeat("}", 2000))},
      {"replica groups", Negate("replica_groups=" + Repeat("{", kDeep))},
      {"lists of lists",
       InEntry("  r = f32[] collective-permute(), source_target_pairs=" + Repeat("{", kDeep))},
      {"aliases", "HloModule m, input_output_alias=" + Repeat("{", kDeep)},
      {"origin recovery table", "HloModule m, origin_recovery_table=" + Repeat("{", kDeep)},
      {"debug attributes", "HloModule m, debug_attributes=" + Repeat("{", kDeep)},
      {"single instruction", Repeat("(", kDeep)},
      {"operands of a single instruction", "f32[] " + Repeat("negate(f32[] ", kDeep / 4), true},
      {"elements",
       InEntry("  p = (f32[]) parameter(0)\n  r = f32[] negate(p" + Repeat("#0", kDeep) + ")")},
  };
  return *kCases;
}

std::string CaseName(const ::testing::TestParamInfo<DeepCase>& info) {
  std::string name = info.param.what;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, DeepNesting, ::testing::ValuesIn(DeepCases()), CaseName);

// XLA counts an instruction, each parenthesis and the innermost shape.
TEST(Limits, NestingOfShapesIsThatOfXla) {
  ParseOptions options;
  options.limits.max_nesting_depth = 50;
  const auto parse = [&](int levels) {
    return ParseHloModule(InEntry("  p = " + Repeat("(", levels) + "f32[]" + Repeat(")", levels) +
                                  " parameter(0)"),
                          options)
        .ok();
  };
  EXPECT_TRUE(parse(48));
  EXPECT_FALSE(parse(49));
}

TEST(Limits, NestingOfOperandsIsThatOfXla) {
  ParseOptions options;
  options.limits.max_nesting_depth = 50;
  const auto parse = [&](int levels) {
    return ParseHloModule(InEntry("  p = f32[] parameter(0)\n  r = " + Repeat("negate(", levels) +
                                  "p" + Repeat(")", levels)),
                          options)
        .ok();
  };
  EXPECT_TRUE(parse(25));
  EXPECT_FALSE(parse(26));
}

// The parts of a module that has most features. No line needs another, so each can be damaged
// alone, in a text that is read quickly.
constexpr std::string_view kHead =
    R"(HloModule m, is_scheduled=true, input_output_alias={ {}: (0, {}, must-alias) }, buffer_donor={ (1, {}) }, entry_computation_layout={(f32[2,3]{1,0}, (s32[], pred[4]))->(f32[2,3]{0,1:T(8,128)S(1)}, s32[])}, allow_spmd_sharding_propagation_to_output={true,false}, replica_count=2, num_partitions=4, frontend_attributes={a={"k":1},b="x\n"}, origin_recovery_table={
  {"x" {0}} : {"y"}
}

FileNames
1 "a.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=5 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}

)";
constexpr std::string_view kCallee = R"(%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %z = f32[] add(%x, %y), metadata={op_type="add" op_name="jit(f)/add" stack_frame_id=1}
} // the end
, execution_thread="t"
)";
constexpr std::string_view kEntry = R"(ENTRY %e (p: f32[2,3], t: (s32[], pred[4])) -> s32[] {
  %p = f32[2,3]{1,0} parameter(0)
  t = (s32[], pred[4]) parameter(1)
  q = f32[2] parameter(2)
  d = f32[] parameter(3)
)";
constexpr std::string_view kLines[] = {
    R"(  a = f32[2,3]{0,1:T(8)S(1)} copy(p), sharding={devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}
)",
    R"(  b = (s32[], pred[<=4]{0}) parameter(4), parameter_replication={true,false}, sharding={{replicated}, {maximal device=0}}
)",
    R"(  c = f32[2,3] constant({{1, -2.5, inf}, {nan(0x1), 1e-3, 0}}), origin={{"q" {1}}}
)",
    R"(  k = c64[2] constant({(1,2), (nan,-0.0)}), metadata={op_name="x\"y" source_line=3}
)",
    R"(  n = f32[2,3] negate(f32[2,3] add(p, abs(p))), frontend_attributes={z={"a":"}"}}, control-predecessors={t, %p}
)",
    R"(  g = s32[] add(t#0, t#0), statistics={visualizing_index=0,s=1.5}
)",
    R"(  r = f32[2] reduce(p, f32[] constant(0)), dimensions={1}, to_apply=%add, backend_config={"a": [1, "}"]}
)",
    R"(  u = f32[2] all-reduce(q), channel_id=3, replica_groups=[2,2]<=[4], use_global_device_ids=true, to_apply={ a = f32[] parameter(0) b = f32[] parameter(1) ROOT m = f32[] maximum(a, b) }
)",
    R"(  dot = f32[] dot(q, q), lhs_contracting_dims={0}, rhs_contracting_dims={0}, operand_precision={highest,default}
)",
    R"(  v = f32[1,4,4,8] custom-call(p), custom_call_target="conv", window={size=3x3 stride=2x2 pad=1_1x0_1}, dim_labels=b01f_01io->b01f
)",
    R"(  w = f32[5,6] pad(p, d), padding=1_2_0x0_1_1
)",
    R"(  h = f32[1,2] slice(p), slice={[0:1], [1:5:2]}
)",
    R"(  s = ((f32[2]), f32[2], u32[]) custom-call-start(q), custom_call_target="a\"b", async_execution_thread="t"
  /* between */ f = f32[2]{0} custom-call-done(s)
)",
    R"(  o = pred[] compare(d, d), direction=LT, type=FLOAT
)",
    R"(  x.1 = f32[<=4,?] custom-call(p, t), custom_call_target="y", operand_layout_constraints={f32[2,3], (s32[], pred[4])}, literal=s32[2]{0} {1, 2}
)",
};
constexpr std::string_view kEnd = "  ROOT out = s32[] get-tuple-element(t), index=0\n}\n";

std::string WholeText() {
  std::string text = StrCat(kHead, kCallee, kEntry);
  for (std::string_view line : kLines) text.append(line);
  return text.append(kEnd);
}

// The parts above, each with the text it needs before and after it.
struct Part {
  std::string before;
  std::string text;
  std::string after;
};

std::vector<Part> Parts() {
  const std::string callee = "add {\n  x = f32[] parameter(0)\n}\n";
  const std::string entry = StrCat(kEntry, kEnd);
  std::vector<Part> parts = {{"", std::string(kHead), entry},
                             {"HloModule m\n", std::string(kCallee), entry},
                             {"HloModule m\n", entry, ""}};
  for (std::string_view line : kLines) {
    parts.push_back(
        {StrCat("HloModule m\n", callee, kEntry), std::string(line), std::string(kEnd)});
  }
  return parts;
}

TEST(Limits, ThePartsAreAccepted) {
  EXPECT_EQ(test::AllErrors(WholeText()), "");
  for (const Part& part : Parts()) {
    EXPECT_EQ(test::AllErrors(part.before + part.text + part.after), "");
  }
}

TEST(Limits, PrefixesAndSuffixesOfAText) {
  const std::string text = WholeText();
  for (size_t size = 0; size <= text.size(); size += 1 + size % 11) {
    CheckedPrint(text.substr(0, size));
    CheckedPrint(text.substr(size));
    if (HasFailure()) FAIL() << "at " << size;
  }
}

TEST(Limits, TruncatedParts) {
  for (const Part& part : Parts()) {
    for (size_t size = 0; size < part.text.size(); ++size) {
      CheckedPrint(part.before + part.text.substr(0, size));
      if (size % 4 == 0) CheckedPrint(part.before + part.text.substr(size) + part.after);
      if (HasFailure()) FAIL() << "at " << size << " of " << part.text;
    }
  }
}

// Replaces each byte by hostile ones, in rotation, so a few bytes see all of them. If the text is
// still accepted, its print is accepted, too.
TEST(Limits, ChangedBytes) {
  using std::string_view_literals::operator""sv;
  constexpr std::string_view kHostile = "\0\xff\"{(-9\n}),#%:/"sv;
  for (const Part& part : Parts()) {
    std::string text = part.before + part.text + part.after;
    for (size_t i = part.before.size(); i < part.before.size() + part.text.size(); ++i) {
      const char original = text[i];
      text[i] = kHostile[i % kHostile.size()];
      const std::string printed = CheckedPrint(text);
      if (!printed.empty()) {
        EXPECT_EQ(test::AllErrors(printed), "") << printed;
      }
      if (HasFailure())
        FAIL() << "byte " << i << " as " << static_cast<int>(text[i]) << " in " << text;
      text[i] = original;
    }
  }
}

TEST(Limits, RemovedBytes) {
  for (const Part& part : Parts()) {
    for (size_t i = 0; i < part.text.size(); i += 3) {
      std::string shorter = part.text;
      shorter.erase(i, 1 + i % 7);
      CheckedPrint(part.before + shorter + part.after);
      if (HasFailure()) FAIL() << "without byte " << i << " of " << part.text;
    }
  }
}

TEST(Limits, NumbersOfErrors) {
  const std::string text = InEntry(Repeat("  a = f32[] foo()\n", 100));
  for (int limit : {1, 2, 20, 1000}) {
    ParseOptions options;
    options.max_errors = limit;
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(ParseHloModule(text, options, &diagnostics).ok());
    const size_t expected = limit > 100 ? 100 : static_cast<size_t>(limit) + 1;
    EXPECT_EQ(diagnostics.size(), expected) << "errors, and the note that there are more";
  }
}

// ---- ParseOptions: each limit at its value and beyond.

struct LimitCase {
  const char* what;
  std::string text;
  void (*set)(ParseOptions* options, size_t limit);
  size_t limit;  // accepted with this limit, rejected with one less
  const char* error;
};

void PrintTo(const LimitCase& c, std::ostream* os) { *os << c.what; }

class LimitTest : public ::testing::TestWithParam<LimitCase> {};

TEST_P(LimitTest, HoldsToTheByte) {
  const LimitCase& c = GetParam();
  for (const size_t limit : {c.limit, c.limit + 1, c.limit * 2}) {
    ParseOptions options;
    c.set(&options, limit);
    EXPECT_EQ(test::AllErrors(c.text, options), "") << limit;
  }
  for (const size_t limit : {c.limit - 1, c.limit / 2}) {
    ParseOptions options;
    c.set(&options, limit);
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(ParseHloModule(c.text, options, &diagnostics).ok()) << limit;
    EXPECT_NE(test::DiagnosticsToString(diagnostics, c.text).find(c.error), std::string::npos)
        << test::DiagnosticsToString(diagnostics, c.text);
  }
}

void SetExpansion(ParseOptions* options, size_t limit) {
  options->limits.max_expansion_bytes = limit;
}
constexpr const char* kWarranted = "prints as more than the text warrants";

const std::vector<LimitCase>& LimitCases() {
  static const auto* const kCases = new std::vector<LimitCase>{
      {"input", InEntry("  p = f32[] parameter(0)"),
       [](ParseOptions* options, size_t limit) { options->limits.max_input_bytes = limit; }, 49,
       "is longer than the limit of"},
      {"nesting", InEntry("  p = ((((f32[])))) parameter(0)"),
       [](ParseOptions* options, size_t limit) {
         options->limits.max_nesting_depth = static_cast<int>(limit);
       },
       6, "maximum recursion depth exceeded"},
      {"elements", InEntry("  c = f32[3,4] constant({...})"),
       [](ParseOptions* options, size_t limit) {
         options->limits.max_literal_elements = static_cast<int64_t>(limit);
       },
       12, "is larger than the limit of"},
      // (f32[], f32[]) twice.
      {"inferred shapes",
       InEntry("  p = f32[] parameter(0)\n  t = tuple(p, p)\n  ROOT r = copy(t)"), SetExpansion, 28,
       kWarranted},
      // The names t_0 in memory twice, and (f32[]).
      {"elements of tuples", InEntry("  t = ((f32[])) parameter(0)\n  ROOT r = (f32[]) copy(t#0)"),
       SetExpansion, 13, kWarranted},
      {"the shape of an outfeed",
       InEntry("  p = (f32[]) parameter(0)\n  t = token[] after-all()\n"
               "  ROOT o = token[] outfeed(p, t)"),
       SetExpansion, 7, kWarranted},
      {"the shape of a dependency",
       InEntry("  p = (f32[]) parameter(0)\n  t = token[] after-all()\n"
               "  ROOT o = (f32[]) add-dependency(p, t)"),
       SetExpansion, 7, kWarranted},
      {"one sharding for a tuple",
       InEntry("  ROOT p = (f32[], f32[]) parameter(0), sharding={replicated}"), SetExpansion,
       2 * (sizeof(HloSharding) + std::string_view("{replicated}").size()),
       "one sharding for 2 elements of a tuple takes more memory than the text warrants"},
      {"devices that are not listed",
       InEntry("  ROOT p = f32[4,4] parameter(0), "
               "sharding={devices=[2,3,29]<=[3,58]T(1,0) last_tile_dim_replicate}"),
       SetExpansion, size_t{4} * 8 * 2 * 3 * 29, "the canonical form would list more than"},
  };
  return *kCases;
}

INSTANTIATE_TEST_SUITE_P(All, LimitTest, ::testing::ValuesIn(LimitCases()),
                         [](const ::testing::TestParamInfo<LimitCase>& info) {
                           std::string name = info.param.what;
                           for (char& c : name) c = c == ' ' ? '_' : c;
                           return name;
                         });

TEST(Limits, TextsThatAreTooLong) {
  ParseOptions options;
  options.limits.max_input_bytes = 10;
  const std::string text = InEntry("  p = f32[] parameter(0)");
  std::vector<Diagnostic> diagnostics(3);
  HloModule module;
  EXPECT_TRUE(absl::IsOutOfRange(ParseHloModule(text, options, &diagnostics).status()));
  EXPECT_EQ(test::DiagnosticsToString(diagnostics, text),
            "1:1: text of 49 bytes is longer than the limit of 10 bytes");
  EXPECT_TRUE(absl::IsOutOfRange(ParseHloModule(text, options).status()));
  EXPECT_TRUE(absl::IsOutOfRange(ParseHloInstructions(text, options).status()));
  EXPECT_TRUE(absl::IsOutOfRange(ParseHloComputation(text, &module, options).status()));
  EXPECT_TRUE(absl::IsOutOfRange(ParseShape(text, module.shapes(), options).status()));
  SourceBuffer source = SourceBuffer::Copy(text);
  EXPECT_TRUE(absl::IsOutOfRange(ParseHloModule(std::move(source), options).status()));
  EXPECT_EQ(source.view(), text) << "is still the caller's";
}

TEST(Limits, MemoryOfTheModule) {
  const std::string texts[] = {
      InEntry("  p = f32[] parameter(0)\n" + Numbered("  n$0 = negate(p)\n", 150)),
      "HloModule m, frontend_attributes={" + Numbered("a$0=\"1\",", 1000) +
          "b=\"1\"}\nENTRY e {\n  p = f32[] parameter(0)\n}\n",
  };
  for (const std::string& text : texts) {
    absl::StatusOr<HloModule> module = ParseHloModule(text);
    ASSERT_TRUE(module.ok());
    ParseOptions options;
    options.limits.max_memory_bytes = module->arena().allocated_bytes();
    EXPECT_EQ(test::AllErrors(text, options), "");
    --options.limits.max_memory_bytes;
    EXPECT_NE(test::AllErrors(text, options)
                  .find("the module takes more memory up to here than the limit of "),
              std::string::npos);
  }
}

// The texts that take the most memory per byte, and still far less than the default allows, even
// without the bytes for omitted values.
TEST(Limits, DenseTextsStayBelowTheMemoryLimit) {
  constexpr int kCount = 20000;
  const std::string texts[] = {
      InEntry(Numbered("p$0 =u8[]parameter($0)\n", kCount)),
      InEntry("p =u8[]parameter(0)\n" + Numbered("n$0 =negate(p)\n", kCount)),
      InEntry("p =u8[]parameter(0)\nt =tuple(" + Repeat("p,", kCount) + "p)"),
      InEntry("p =(" + Repeat("(),", kCount) + "())parameter(0)"),
      InEntry("p =(" + Numbered("u8[$0],", kCount) + "())parameter(0)"),
      InEntry("c =s64[20001]constant({" + Repeat("1,", kCount) + "1})"),
      InEntry("c =c128[20001]constant({" + Repeat("(1,1),", kCount) + "(1,1)})"),
      InEntry("p =(" + Repeat("u8[],", kCount) + "u8[])parameter(0),sharding={" +
              Repeat("{manual},", kCount) + "{manual}}"),
      InEntry("p =u8[]parameter(0)\na =u8[]all-to-all(p),replica_groups={" + Repeat("{},", kCount) +
              "{}}"),
      InEntry("p =u8[]parameter(0),frontend_attributes={" + Numbered("a$0=\"\",", kCount) +
              "b=\"\"}"),
      InEntry("p =u8[]parameter(0)\n" + Numbered("n$0 =negate(p),metadata={}\n", kCount)),
      "HloModule m\n" + Numbered("%f$0{p =u8[]parameter(0)}\n", kCount) +
          "ENTRY e{p =u8[]parameter(0)}",
  };
  for (const std::string& text : texts) {
    ParseOptions options;
    options.limits.max_memory_bytes =
        ParseOptions::kMinMemory + ParseOptions::kMemoryFactor / 2 * text.size();
    EXPECT_EQ(test::AllErrors(text, options), "") << text.substr(0, 100);
    options.limits.max_memory_bytes = text.size() / 8;
    EXPECT_FALSE(ParseHloModule(text, options).ok()) << text.substr(0, 100);
  }
}

// Tuples keep their text if it is short; of the long ones, every other one does not.
TEST(Limits, DeepTuplesTakeMemoryInProportion) {
  for (const int depth : {500, 1000, 2000, 3000}) {
    const std::string text =
        InEntry("  p = " + Repeat("(", depth) + "f32[]" + Repeat(")", depth) + " parameter(0)");
    absl::StatusOr<HloModule> module = ParseHloModule(text);
    ASSERT_TRUE(module.ok()) << module.status();
    EXPECT_LE(module->arena().allocated_bytes(), (size_t{1} << 20) + 192 * text.size()) << depth;
  }
}

// Reading stops at once, with one error, not one for each instruction that follows.
TEST(Limits, MemoryEndsReading) {
  const std::string text = InEntry("p = f32[] parameter(0)\n" + Numbered("n$0 = negate(p)\n", 999));
  for (size_t limit = 1000; limit <= 200'000; limit += 1000) {
    ParseOptions options;
    options.limits.max_memory_bytes = limit;
    std::vector<Diagnostic> diagnostics;
    absl::StatusOr<HloModule> module = ParseHloModule(text, options, &diagnostics);
    EXPECT_EQ(diagnostics.size(), module.ok() ? 0U : 1U) << limit;
    if (module.ok()) {
      EXPECT_LE(module->arena().allocated_bytes(), limit);
    }
  }
}

// Each tuple has twice the elements of the one before, and so does its text.
TEST(Limits, InferredTuplesPrintInProportion) {
  std::string text = "HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n  t0 = tuple(p, p)\n";
  size_t accepted = 0;
  for (int i = 1; i <= 20; ++i) {
    const std::string before = "t" + std::to_string(i - 1);
    text += "  t" + std::to_string(i) + " = tuple(" + before + ", " + before + ")\n";
    const std::string whole = text + "}\n";
    const absl::StatusOr<HloModule> module = ParseHloModule(whole);
    if (!module.ok()) continue;
    ++accepted;
    EXPECT_LT(PrintHloModule(*module).size(),
              3 * (ReadLimits::kMinExpansion + ReadLimits::kExpansionFactor * whole.size()));
  }
  EXPECT_GT(accepted, 10U);
  EXPECT_LT(accepted, 20U);
}

// The same in one long text: all its instructions together stay within the limit.
TEST(Limits, ManyInferredTuplesPrintInProportion) {
  std::string text = "HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n  t0 = tuple(p, p)\n";
  for (int i = 1; i <= 13; ++i) {
    const std::string before = "t" + std::to_string(i - 1);
    text += "  t" + std::to_string(i) + " = tuple(" + before + ", " + before + ")\n";
  }
  for (int i = 0; i < 1500; ++i) text += "  k" + std::to_string(i) + " = copy(t13)\n";
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(ParseHloModule(text + "}\n", {}, &diagnostics).ok());
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.front().code, DiagnosticCode::kExpansionTooLarge);
}

// Single-element tuples nested 800 deep: names and shapes of 2 MB from a text of 3 KB.
TEST(Limits, ElementsOfElements) {
  constexpr int kLevels = 800;
  const std::string text =
      InEntry("  t = " + Repeat("(", kLevels) + Repeat(")", kLevels) +
              " parameter(0)\n  ROOT r = () copy(t" + Repeat("#0", kLevels - 1) + ")");
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(ParseHloModule(text, {}, &diagnostics).ok());
  EXPECT_NE(test::DiagnosticsToString(diagnostics, text).find(kWarranted), std::string::npos);
}

}  // namespace hlo_text_v1::limits_test
