// Editing, cleaning and copying modules with words that this version does not know.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "hlo/unknown_words.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::edit_unknown_test {

using namespace internal;

using ::testing::HasSubstr;
using ::testing::Not;

HloModule Parse(std::string_view text) {
  ParseOptions options;
  options.allow_unknown = true;
  return ModuleOf(text, options);
}

Attribute Config(std::string_view value) {
  return MakeAttribute<AttributeKind::kBackendConfig>(value);
}

// ---- Pinned names.

constexpr char kNamed[] =
    "HloModule m, mode=%unused\n"
    "helper {\n"
    "  q = f32[4] parameter(0)\n"
    "  ROOT n = f32[4] negate(q)\n"
    "}\n"
    "unused {\n"
    "  ROOT q = f32[4] parameter(0)\n"
    "}\n"
    "user {\n"
    "  p = f32[4] parameter(0)\n"
    "  dead = f32[4] abs(p)\n"
    "  other = f32[4] abs(p)\n"
    "  ROOT r = f32[4] frobnicate({%dead}, p), on_error=%helper, later=%e\n"
    "}\n"
    "ENTRY e {\n"
    "  z = f32[4] parameter(0)\n"
    "  other = f32[4] abs(z)\n"
    "  dead = f32[4] abs(z)\n"
    "  ROOT c = f32[4] call(z), to_apply=user\n"
    "}\n";

TEST(EditUnknown, SetNameLeavesPinnedNames) {
  HloModule module = Parse(kNamed);
  HloComputation* user = FindComputation(module, "user");
  EXPECT_EQ(SetName(FindComputation(module, "helper"), "other"), "helper");
  EXPECT_EQ(SetName(user, "helper"), "helper.1");
  EXPECT_EQ(SetName(user->FindInstruction("dead"), "other"), "dead");
  EXPECT_EQ(SetName(user->root_instruction(), "dead"), "dead.1");
}

TEST(EditUnknown, UniquifyLeavesPinnedNames) {
  ParseOptions options;
  options.allow_unknown = true;
  options.uniquify = false;
  HloModule module = ModuleOf(kNamed, options);
  Uniquify(&module);
  EXPECT_NE(FindComputation(module, "user")->FindInstruction("other"), nullptr);
  EXPECT_NE(module.entry_computation()->FindInstruction("other.1"), nullptr);
  EXPECT_NE(FindComputation(module, "user")->FindInstruction("dead"), nullptr);
  EXPECT_NE(module.entry_computation()->FindInstruction("dead"), nullptr);
  const std::string text = Text(module);
  EXPECT_THAT(text, HasSubstr("frobnicate({%dead}, %p), on_error=%helper, later=%e"));
  Uniquify(&module);
  EXPECT_EQ(Text(module), text);
  EXPECT_EQ(Text(Parse(text)), text);
}

TEST(EditUnknown, DeadCodeWithAPinnedNameStays) {
  HloModule module = Parse(kNamed);
  EXPECT_EQ(*RemoveDeadInstructions(&module), 2);  // both called other
  EXPECT_EQ(module.computations().size(), 4u);
  HloInstruction* dead = FindComputation(module, "user")->FindInstruction("dead");
  EXPECT_FALSE(IsDead(*dead));
  ExpectOk(ReplaceInstruction(dead, dead->parent()->parameters()[0]));
  EXPECT_EQ(dead->parent(), FindComputation(module, "user"));
  const absl::Status status = RemoveComputation(FindComputation(module, "unused"));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(status), HasSubstr("a text that is kept as written names it"));
  ExpectOk(RemoveInstruction(dead));  // if meant
}

TEST(EditUnknown, ClonesKeepTheNamesOfTheText) {
  const HloModule module = Parse(kNamed);
  EXPECT_EQ(Text(module.Clone()), Text(module));
  HloModule target = ModuleOf(
      "HloModule t\n"
      "helper {\n"
      "  ROOT p = f32[4] parameter(0)\n"
      "}\n"
      "ENTRY e {\n"
      "  ROOT p = f32[4] parameter(0)\n"
      "}\n");
  CloneComputation(*FindComputation(module, "user"), &target);
  EXPECT_EQ(target.computations().size(), 3u);
  EXPECT_THAT(Text(target), HasSubstr("frobnicate({%dead}, %p.2), on_error=%helper, later=%e\n"));
}

TEST(EditUnknown, CloneKeepsStackFramesThatItsTextMentions) {
  const HloModule module = ReadModule(
      "HloModule m\n\n"
      "FileNames\n1 \"a.py\"\n\nFunctionNames\n1 \"f\"\n\n"
      "FileLocations\n1 {file_name_id=1 function_name_id=1 line=1 end_line=1 column=1 "
      "end_column=2}\n\n"
      "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n\n\n"
      "ENTRY e { p = f32[] parameter(0)\n"
      "  ROOT r = f32[] negate(p), metadata={stack_frame_id=1 new_field=\"n\"} }\n",
      AllowUnknown());
  HloModule other = CreateHloModule("m");
  EXPECT_TRUE(
      SetEntryComputation(&other, CloneComputation(*module.entry_computation(), &other)).ok());
  EXPECT_EQ(CheckHints(other), "");
  Uniquify(&other);
  EXPECT_THAT(Text(other), HasSubstr("1 {file_location_id=1 parent_frame_id=1}"));
}

TEST(EditUnknown, CloneOfWhatNamesInstructions) {
  HloModule module = Parse(
      "HloModule m\n"
      "f {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] abs(p), near=%p\n"
      "  b = f32[4] frob({%a}, p)\n"
      "  c = f32[4] abs(p), within=%f, beside=%nothing\n"
      "  ROOT d = f32[4] frob({1}, p)\n"
      "}\n"
      "ENTRY e {\n"
      "  x = f32[4] parameter(0)\n"
      "  ROOT y = f32[4] call(x), to_apply=f\n"
      "}\n");
  for (const std::string_view name : {"a", "b", "c", "d"}) {
    const HloInstruction& original = *Find(module, name);
    const auto clone_in = [&](std::string_view computation, std::string_view operand) {
      HloBuilder builder(FindComputation(module, computation));
      const HloInstruction* clone = builder.AddClone(original, {Find(module, operand)});
      return clone == nullptr ? Message(builder.status()) : PrintHloInstruction(*clone);
    };
    EXPECT_THAT(clone_in("f", "p"), HasSubstr("(")) << name;
    if (name != "d") {
      EXPECT_THAT(clone_in("e", "x"), HasSubstr("name instructions of another computation"));
    } else {
      EXPECT_THAT(clone_in("e", "x"), HasSubstr("%x)")) << name;
    }
  }
}

// ---- Side effects.

TEST(EditUnknown, UnknownWordsMayHaveSideEffects) {
  HloModule module = Parse(
      "HloModule m\n"
      "f {\n"
      "  q = f32[4] parameter(0)\n"
      "  ROOT u = f32[4] launch(q)\n"
      "}\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] launch(p)\n"
      "  b = f32[4] negate(a)\n"
      "  c = f32[4] abs(p), launches=1\n"
      "  d = f32[4] negate(c)\n"
      "  g = f32[4] call(p), to_apply=f\n"
      "  ROOT r = f32[4] abs(p)\n"
      "}\n");
  for (const char* name : {"a", "c", "g"}) EXPECT_TRUE(HasSideEffect(*Find(module, name))) << name;
  for (const char* name : {"b", "d"}) {
    ExpectOk(RemoveInstructionAndUnusedOperands(Find(module, name)));
  }
  EXPECT_NE(Find(module, "a"), nullptr);
  EXPECT_NE(Find(module, "c"), nullptr);
  ExpectOk(RemoveInstruction(Find(module, "a")));  // if meant
}

// ---- Attributes.

std::string LineOf(HloInstruction* instruction) { return PrintHloInstruction(*instruction); }

TEST(EditUnknown, AttributesBesideUnknownOnes) {
  HloModule module = Parse(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] reverse(p), dimensions={0}, zork=1, metadata={op_name=\"a\"}\n"
      "  b = f32[4] reverse(p), dimensions=strange\n"
      "  f = f32[4] frob({1}, p), zork=1, dimensions={0}\n"
      "  ROOT r = f32[4] negate(a), metadata=strange\n"
      "}\n");
  HloInstruction* a = Find(module, "a");
  ExpectOk(SetAttribute(a, Config("x")));
  const int64_t none = 0;
  ExpectOk(SetAttribute(
      a, MakeAttribute<AttributeKind::kDimensions>(absl::Span<const int64_t>(&none, 1))));
  EXPECT_THAT(LineOf(a), HasSubstr("dimensions={0}, zork=1, metadata={op_name=\"a\"}, "
                                   "backend_config=\"x\""));
  ExpectOk(RemoveAttribute(a, AttributeKind::kMetadata));
  EXPECT_THAT(LineOf(a), HasSubstr("dimensions={0}, zork=1, backend_config=\"x\""));
  EXPECT_FALSE(RemoveAttribute(a, AttributeKind::kDimensions).ok());

  HloInstruction* b = Find(module, "b");
  ExpectOk(SetAttribute(b, Config("x")));
  EXPECT_THAT(LineOf(b), HasSubstr("dimensions=strange, backend_config=\"x\""));
  EXPECT_FALSE(RemoveAttribute(b, AttributeKind::kDimensions).ok());
  ExpectOk(SetAttribute(
      b, MakeAttribute<AttributeKind::kDimensions>(absl::Span<const int64_t>(&none, 1))));
  EXPECT_THAT(LineOf(b), HasSubstr("), dimensions={0}, backend_config=\"x\""));

  HloInstruction* f = Find(module, "f");
  ExpectOk(SetAttribute(f, MakeAttribute<AttributeKind::kIsStable>(true)));
  ExpectOk(SetAttribute(f, MakeAttribute<AttributeKind::kCustomCallHasSideEffect>(false)));
  EXPECT_THAT(LineOf(f), HasSubstr("frob({1}, %p), zork=1, dimensions={0}, is_stable=true, "
                                   "custom_call_has_side_effect=false"));
  ExpectOk(RemoveAttribute(f, AttributeKind::kDimensions));
  EXPECT_THAT(LineOf(f), HasSubstr("zork=1, is_stable=true"));

  HloInstruction* r = Find(module, "r");
  ExpectOk(RemoveAttribute(r, AttributeKind::kMetadata));
  EXPECT_THAT(LineOf(r), Not(HasSubstr("metadata")));
}

TEST(EditUnknown, UnknownAttributesCannotBeSet) {
  HloModule module = Parse(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  f = f32[4] frob(p), zork=1\n"
      "  ROOT r = f32[4] negate(p)\n"
      "}\n");
  HloInstruction* f = Find(module, "f");
  HloInstruction* r = Find(module, "r");
  for (AttributeKind kind : {AttributeKind::kUnknown, AttributeKind::kUnknownOpcode}) {
    const Attribute attribute = *f->FindAttribute(kind);
    EXPECT_EQ(SetAttribute(f, attribute).code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(SetAttribute(r, attribute).message(),
              "attributes that are kept as they were written cannot be set or removed");
    EXPECT_EQ(RemoveAttribute(f, kind).code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(RemoveAttribute(r, kind).code(), absl::StatusCode::kInvalidArgument);
  }
  // A builder copies them with the opcode.
  HloBuilder builder(module.entry_computation());
  HloInstruction* copy =
      builder.AddInstruction(f->opcode(), &f->shape(), f->operands(), f->attributes());
  ASSERT_NE(copy, nullptr) << builder.status();
  EXPECT_THAT(LineOf(copy), HasSubstr("frob(%p), zork=1"));
  EXPECT_EQ(builder.AddInstruction(HloOpcode::kNegate, &f->shape(), f->operands(), f->attributes()),
            nullptr);
  HloBuilder nameless(module.entry_computation());
  EXPECT_EQ(nameless.AddInstruction(HloOpcode::kUnknown, &f->shape(), f->operands()), nullptr);
}

// In the header like in an instruction.
TEST(EditUnknown, AFieldOfTheHeaderTakesThePlaceOfItsText) {
  HloModule module = Parse(
      "HloModule m, replica_count=many, num_partitions=2, colour=red\n"
      "ENTRY e { ROOT p = f32[] parameter(0) }\n");
  HloModuleConfig config = module.config();
  config.is_scheduled = true;
  EXPECT_TRUE(SetConfig(&module, config).ok());
  EXPECT_THAT(Text(module), HasSubstr("replica_count=many"));
  config.replica_count = 3;
  EXPECT_TRUE(SetConfig(&module, config).ok());
  EXPECT_THAT(Text(module),
              AllOf(HasSubstr("replica_count=3"), HasSubstr("colour=red"), Not(HasSubstr("many"))));
}

// The parser fills in the field next to the kept text.
TEST(EditUnknown, TheSameConfigChangesNothing) {
  HloModule module = Parse(
      "HloModule m, allow_spmd_sharding_propagation_to_parameters=all, "
      "allow_spmd_sharding_propagation_to_output=strange, buffer_donor=none\n\n"
      "ENTRY e {\n  ROOT p = f32[] parameter(0)\n}\n");
  const std::string before = Text(module);
  EXPECT_THAT(before, HasSubstr("propagation_to_output=strange"));
  EXPECT_TRUE(SetConfig(&module, module.config()).ok());
  EXPECT_EQ(Text(module), before);
}

TEST(EditUnknown, AControlDependencyTakesThePlaceOfItsText) {
  HloModule module = Parse(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[] parameter(0)\n"
      "  b = f32[] negate(p)\n"
      "  ROOT a = f32[] abs(p), control-predecessors={%nowhere}\n"
      "}\n");
  HloInstruction* a = module.entry_computation()->root_instruction();
  EXPECT_THAT(LineOf(a), HasSubstr("control-predecessors={%nowhere}"));
  EXPECT_TRUE(AddControlDependency(Find(module, "b"), a).ok());
  EXPECT_THAT(LineOf(a), AllOf(HasSubstr("control-predecessors={%b}"), Not(HasSubstr("nowhere"))));
}

TEST(EditUnknown, ReplaceKeepsMetadata) {
  HloModule module = Parse(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] add(p, p), metadata={op_name=\"orig\"}\n"
      "  b = f32[4] multiply(p, p), new_flag=2\n"
      "  c = f32[4] abs(a), metadata={op_name=\"c\" from=mars}, frontend_attributes={k=\"v\"}\n"
      "  d = f32[4] sine(a), metadata={op_name=\"d\" from=mars}\n"
      "  e = f32[4] cosine(a)\n"
      "  ROOT t = (f32[4], f32[4], f32[4]) tuple(a, c, d)\n"
      "}\n");
  ExpectOk(ReplaceInstruction(Find(module, "c"), Find(module, "d")));
  EXPECT_THAT(LineOf(Find(module, "d")),
              HasSubstr("frontend_attributes={k=\"v\"}, metadata={op_name=\"d\" from=mars}"));
  ExpectOk(ReplaceInstruction(Find(module, "d"), Find(module, "e")));
  EXPECT_THAT(LineOf(Find(module, "e")), HasSubstr("metadata={op_name=\"d\" from=mars}"));
  ExpectOk(ReplaceInstruction(Find(module, "a"), Find(module, "b")));
  EXPECT_THAT(LineOf(Find(module, "b")), HasSubstr("new_flag=2, metadata={op_name=\"orig\"}"));
}

// ---- Fingerprints and canonical names.

std::string FingerprintOf(const std::string& text) { return Fingerprint(Parse(text)).ToString(); }

TEST(EditUnknown, FingerprintOfHeaderAndComputations) {
  const std::string body = "\nENTRY e {\n p = f32[4] parameter(0)\n ROOT r = f32[4] negate(p)\n}";
  const std::string plain = FingerprintOf("HloModule m" + body);
  const std::string one = FingerprintOf("HloModule m, mode=1" + body);
  EXPECT_NE(plain, one);
  EXPECT_NE(one, FingerprintOf("HloModule m, mode=2" + body));
  EXPECT_NE(one, FingerprintOf("HloModule m, made=1" + body));
  EXPECT_EQ(plain, FingerprintOf("HloModule m, debug_attributes=strange" + body));
  const std::string of_computation = FingerprintOf("HloModule m" + body + ", mode=1");
  EXPECT_NE(plain, of_computation);
  EXPECT_NE(of_computation, FingerprintOf("HloModule m" + body + ", mode=2"));
  // Origins (metadata, debug_attributes) do not count, even if the value is unknown.
  const std::string metadata = body.substr(0, body.size() - 2) + ", metadata=";
  EXPECT_EQ(plain, FingerprintOf("HloModule m" + metadata + "strange\n}"));
  EXPECT_EQ(plain, FingerprintOf("HloModule m" + metadata + "{from=%p}\n}"));
}

// Two computations that differ, and everything that can name them or an instruction.
std::string WithNames(const std::string& f, const std::string& g, const std::string& p,
                      const std::string& q) {
  return "HloModule m, mode=%f\n" + f +
         " {\n x = f32[4] parameter(0)\n ROOT y = f32[4] negate(x)\n}\n" + g +
         " {\n x = f32[4] parameter(0)\n ROOT y = f32[4] abs(x)\n}\nENTRY e {\n " + p +
         " = f32[4] parameter(0)\n " + q + " = f32[4] parameter(1)\n ROOT r = f32[4] frob({%p}, " +
         p + ", " + q + "), on_error=%f, bound=%p, to=%nothing\n}, at=%f\n";
}

TEST(EditUnknown, FingerprintDependsOnWhatBearsAPinnedName) {
  const std::string plain = FingerprintOf(WithNames("f", "g", "p", "q"));
  EXPECT_EQ(plain, FingerprintOf(WithNames("f", "gg", "p", "qq")));
  EXPECT_NE(plain, FingerprintOf(WithNames("g", "f", "p", "q")));
  EXPECT_NE(plain, FingerprintOf(WithNames("f", "g", "q", "p")));
}

TEST(EditUnknown, CanonicalNames) {
  const std::string canonical =
      "HloModule m, mode=%f, entry_computation_layout={(f32[4]{0}, f32[4]{0})->f32[4]{0}}\n\n"
      "%f (parameter.3: f32[4]) -> f32[4] {\n"
      "  %parameter.3 = f32[4]{0} parameter(0)\n"
      "  ROOT %negate.1 = f32[4]{0} negate(%parameter.3)\n"
      "}\n\n"
      "ENTRY %entry (p: f32[4], parameter.1: f32[4]) -> f32[4] {\n"
      "  %p = f32[4]{0} parameter(0)\n"
      "  %parameter.1 = f32[4]{0} parameter(1)\n"
      "  ROOT %frob.1 = f32[4]{0} frob({%p}, %p, %parameter.1), on_error=%f, bound=%p, "
      "to=%nothing\n"
      "}, at=%f\n\n"
      "%computation.1 (parameter.2: f32[4]) -> f32[4] {\n"
      "  %parameter.2 = f32[4]{0} parameter(0)\n"
      "  ROOT %abs.1 = f32[4]{0} abs(%parameter.2)\n"
      "}\n\n";
  HloModule module = Parse(WithNames("f", "g", "p", "q"));
  CanonicalizeNames(&module);
  EXPECT_EQ(Text(module), canonical);
  HloModule again = Parse(canonical);
  CanonicalizeNames(&again);
  EXPECT_EQ(Text(again), canonical);
}

TEST(EditUnknown, ClonesOfConstantsKeepUnknownAttributes) {
  HloModule module = Parse(
      "HloModule m\nENTRY e {\n  ROOT c = f32[] constant(2), frob=1, sharding={replicated}\n}\n");
  HloBuilder builder(module.entry_computation());
  EXPECT_EQ(PrintHloInstruction(*builder.AddClone(*Find(module, "c"), {}, nullptr, "d")),
            "%d = f32[] constant(2), frob=1, sharding={replicated}");
}

TEST(EditUnknown, NamedWrappersStay) {
  HloModule module = Parse(
      "HloModule m, mystery=%w\n"
      "foo { x = f32[8] parameter(0) n = f32[8] negate(x) ROOT k = f32[8] abs(n) }\n"
      "w { p = f32[8] parameter(0) ROOT c = f32[8] call(p), to_apply=foo }\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8]) async-start(a), calls=w\n  ROOT d = f32[8] async-done(s)\n}\n");
  UnwrapAsyncCalls(&module);
  EXPECT_NE(module.FindComputation("w"), nullptr);
}

TEST(EditUnknown, OpcodesAreNumberedByWord) {
  HloModule module = Parse(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[4] parameter(0)\n"
      "  a = f32[4] frob(p)\n"
      "  b = f32[4] zork(a)\n"
      "  c = f32[4] frob(b)\n"
      "  ROOT r = f32[4] zork(c)\n"
      "}\n");
  CanonicalizeNames(&module);
  EXPECT_THAT(Text(module), HasSubstr("%frob.1 = f32[4]{0} frob(%parameter.1)\n"
                                      "  %zork.1 = f32[4]{0} zork(%frob.1)\n"
                                      "  %frob.2 = f32[4]{0} frob(%zork.1)\n"
                                      "  ROOT %zork.2 = f32[4]{0} zork(%frob.2)\n"));
}

}  // namespace hlo_text_v1::edit_unknown_test
