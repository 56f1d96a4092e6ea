// Hostile texts: whatever the bytes, the result is a module or diagnostics whose positions lie in the
// text, in little time; and what is accepted can be printed and read again.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/parse_test_util.h"

namespace hlo {
namespace {

using testing::InEntry;

constexpr int kDeep = 200'000;

std::string Repeat(std::string_view piece, int count) {
  std::string text;
  text.reserve(piece.size() * static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) text.append(piece);
  return text;
}

// Reads `text`, holds the diagnostics to their promises and returns the module's text if there is
// one.
std::string CheckedPrint(const std::string& text) {
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ParseHloModule(text, {}, &diagnostics);
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
};

void PrintTo(const DeepCase& c, std::ostream* os) { *os << c.what; }

class DeepNesting : public ::testing::TestWithParam<DeepCase> {};

TEST_P(DeepNesting, EndsInADiagnosticOrAModule) {
  const std::string& text = GetParam().text;
  const std::string printed = CheckedPrint(text);
  if (!printed.empty()) CheckedPrint(printed);
  // With a stack that is too small for the limit of nesting, and with a limit that is too small.
  ParseOptions small;
  small.max_stack_bytes = 64 << 10;
  small.max_nesting_depth = 100;
  std::vector<Diagnostic> diagnostics;
  if (!ParseHloModule(text, small, &diagnostics).ok()) {
    EXPECT_FALSE(diagnostics.empty());
  }
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
      {"shape in a layout", InEntry("  p = " + Repeat("f32[1]{0:P(", kDeep / 4))},
      {"header", "HloModule m, entry_computation_layout={" + Repeat("(", kDeep)},
      {"signature", "HloModule m\nENTRY e (p: " + Repeat("(", kDeep)},
      {"operands", InEntry("  p = f32[] parameter(0)\n  r = f32[] " + Repeat("negate(", kDeep))},
      {"operands without opcode", InEntry("  r = f32[] negate" + Repeat("(", kDeep))},
      {"closed operands", InEntry("  p = f32[] parameter(0)\n  r = f32[] " +
                                  Repeat("negate(", 300) + "p" + Repeat(")", 300))},
      {"operands with shapes", InEntry("  r = f32[] " + Repeat("negate(f32[] ", kDeep / 4))},
      {"tuple operands", InEntry("  r = " + Repeat("tuple(", kDeep))},
      {"two operands each",
       InEntry("  p = f32[] parameter(0)\n  r = f32[] " + Repeat("add(p, ", kDeep / 4))},
      {"computations", InEntry("  r = f32[] " + Repeat("call(), to_apply={ r = f32[] ", kDeep / 4))},
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
      {"tuple literal", Constant(Repeat("(", 2000) + "s32[]" + Repeat(")", 2000),
                                 Repeat("(", kDeep))},
      {"closed tuple literal",
       Constant(Repeat("(", 1000) + "s32[]" + Repeat(")", 1000),
                Repeat("(", 1000) + "1" + Repeat(")", 1000))},
      {"literal with its shape",
       InEntry("  r = f32[] custom-call(), custom_call_target=\"x\", literal=" +
               Repeat("(", kDeep))},
      {"sharding", Negate("sharding=" + Repeat("{", kDeep))},
      {"closed sharding", Negate("sharding=" + Repeat("{", kDeep) + Repeat("}", kDeep))},
      {"sharding of many levels",
       Negate("sharding=" + Repeat("{", 2000) + "replicated" + Repeat("}", 2000))},
      {"replica groups", Negate("replica_groups=" + Repeat("{", kDeep))},
      {"lists of lists", InEntry("  r = f32[] collective-permute(), source_target_pairs=" +
                                 Repeat("{", kDeep))},
      {"aliases", "HloModule m, input_output_alias=" + Repeat("{", kDeep)},
      {"origin recovery table", "HloModule m, origin_recovery_table=" + Repeat("{", kDeep)},
      {"debug attributes", "HloModule m, debug_attributes=" + Repeat("{", kDeep)},
      {"single instruction", Repeat("(", kDeep)},
      {"operands of a single instruction", "f32[] " + Repeat("negate(f32[] ", kDeep / 4)},
      {"elements", InEntry("  p = (f32[]) parameter(0)\n  r = f32[] negate(p" +
                           Repeat("#0", kDeep) + ")")},
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
  options.max_nesting_depth = 50;
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
  options.max_nesting_depth = 50;
  const auto parse = [&](int levels) {
    return ParseHloModule(InEntry("  p = f32[] parameter(0)\n  r = " + Repeat("negate(", levels) +
                                  "p" + Repeat(")", levels)),
                          options)
        .ok();
  };
  EXPECT_TRUE(parse(25));
  EXPECT_FALSE(parse(26));
}

// A text of most features, about as long as it is wide.
constexpr std::string_view kManyFeatures =
    R"(HloModule m, is_scheduled=true, input_output_alias={ {0}: (0, {}, must-alias) }, buffer_donor={ (1, {}) }, entry_computation_layout={(f32[2,3]{1,0}, (s32[], pred[4]))->(f32[2,3]{0,1:T(8,128)S(1)}, s32[])}, allow_spmd_sharding_propagation_to_output={true,false}, replica_count=2, num_partitions=4, frontend_attributes={a={"k":1},b="x\n"}, origin_recovery_table={
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

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %z = f32[] add(%x, %y), metadata={op_type="add" op_name="jit(f)/add" stack_frame_id=1}
} // the end
, execution_thread="t"
ENTRY %e (p: f32[2,3], t: (s32[], pred[4])) -> (f32[2,3], s32[]) {
  %p = f32[2,3]{1,0} parameter(0), sharding={devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}
  t = (s32[], pred[4]{0}) parameter(1), parameter_replication={true,false}, sharding={{replicated}, {maximal device=0}}
  c = f32[2,3] constant({{1, -2.5, inf}, {nan(0x1), 1e-3, 0}}), origin={{"q" {1}}}
  k = (s32[], c64[2]) constant((7, {(1,2), (nan,-0.0)}))
  n = f32[2,3] negate(f32[2,3] add(p, c)), frontend_attributes={z={"a":"}"}}, control-predecessors={c, %p}
  g = s32[] add(t#0, t#0), statistics={visualizing_index=0,s=1.5}
  r = f32[2] reduce(n, f32[] constant(0)), dimensions={1}, to_apply=%add, backend_config={"a": [1, "}"]}
  q = f32[2] all-reduce(r), channel_id=3, replica_groups=[2,2]<=[4], use_global_device_ids=true, to_apply={ a = f32[] parameter(0) b = f32[] parameter(1) ROOT m = f32[] maximum(a, b) }
  d = f32[] dot(q, r), lhs_contracting_dims={0}, rhs_contracting_dims={0}, operand_precision={highest,default}
  v = f32[1,4,4,8] convolution(f32[1,8,8,3] constant({...}), f32[3,3,3,8] constant({...})), window={size=3x3 stride=2x2 pad=1_1x0_1}, dim_labels=b01f_01io->b01f
  w = f32[5,6] pad(n, d), padding=1_2_0x0_1_1
  h = f32[1,2] slice(w), slice={[0:1], [1:5:2]}
  s = ((f32[2]), f32[2], u32[]) custom-call-start(q), custom_call_target="a\"b", async_execution_thread="t"
  /* between */ f = f32[2]{0} custom-call-done(s), api_version=API_VERSION_TYPED_FFI
  o = pred[] compare(d, d), direction=LT, type=FLOAT, result_accuracy={mode=highest}
  x.1 = f32[<=4,?] custom-call(h, k), custom_call_target="y", operand_layout_constraints={f32[1,2], (s32[], c64[2])}, literal=s32[2]{0} {1, 2}
  ROOT out = (f32[2,3], s32[]) tuple(n, g), sharding={{devices=[2,1]0,1}, {manual}}
}
)";

TEST(Limits, PrefixesOfAText) {
  const std::string text(kManyFeatures);
  for (size_t size = 0; size <= text.size(); ++size) {
    CheckedPrint(text.substr(0, size));
    if (HasFailure()) FAIL() << "at " << size;
  }
}

TEST(Limits, SuffixesOfAText) {
  const std::string text(kManyFeatures);
  for (size_t begin = 0; begin < text.size(); begin += 3) {
    CheckedPrint(text.substr(begin));
    if (HasFailure()) FAIL() << "at " << begin;
  }
}

// Each byte replaced by one of the hostile ones, which take turns so that over a few bytes all of
// them come.
TEST(Limits, ChangedBytes) {
  using std::string_view_literals::operator""sv;
  constexpr std::string_view kHostile = "\0\xff\"{(-9\n}),#%:/"sv;
  std::string text(kManyFeatures);
  for (size_t i = 0; i < text.size(); ++i) {
    const char original = text[i];
    for (size_t turn = 0; turn < 3; ++turn) {
      text[i] = kHostile[(i + turn * 5) % kHostile.size()];
      const std::string printed = CheckedPrint(text);
      if (!printed.empty() && turn == 0) CheckedPrint(printed);
      if (HasFailure()) FAIL() << "byte " << i << " as " << static_cast<int>(text[i]);
    }
    text[i] = original;
  }
}

TEST(Limits, RemovedBytes) {
  const std::string text(kManyFeatures);
  for (size_t i = 0; i < text.size(); i += 2) {
    std::string shorter = text;
    shorter.erase(i, 1 + i % 7);
    CheckedPrint(shorter);
    if (HasFailure()) FAIL() << "without byte " << i;
  }
}

TEST(Limits, TheTextItselfIsAccepted) {
  EXPECT_EQ(testing::AllErrors(kManyFeatures), "");
  const std::string once = testing::PrintedModule(kManyFeatures);
  EXPECT_EQ(testing::PrintedModule(once), "");
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

}  // namespace
}  // namespace hlo
