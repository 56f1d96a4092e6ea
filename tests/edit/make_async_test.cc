#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::make_async_test {

using namespace internal;

// A module with `line`, an instruction called `work`.
HloModule ModuleWith(std::string_view line) {
  return ReadModule(
      "HloModule m, is_scheduled=true\n"
      "sum { sa = f32[] parameter(0)  sb = f32[] parameter(1)  ROOT sr = f32[] add(sa, sb) }\n"
      "fused { fa = f32[8] parameter(0)  ROOT fr = f32[8] negate(fa) }\n"
      "ENTRY e {\n"
      "  x = f32[8] parameter(0)\n"
      "  y = f32[8] parameter(1)\n"
      "  earlier = f32[8] abs(y)\n"
      "  before = f32[8] cosine(y)\n" +
      std::string(line) +
      "  after = f32[8] sine(y), control-predecessors={work}\n"
      "  ROOT t = (f32[8], f32[8]) tuple(earlier, after)\n"
      "}\n");
}

std::string Made(const HloModule& module, bool with_done = true) {
  std::string made;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    const bool is_done = i->opcode_name().find("-done") != std::string_view::npos;
    if (i->opcode_name().find("-start") == std::string_view::npos && !(with_done && is_done)) {
      continue;
    }
    PrintOptions options;
    made += PrintHloInstruction(*i, options) + "\n";
  }
  return made;
}

TEST(MakeAsync, Shapes) {
  struct Row {
    std::string line;
    std::string made;
  };
  const Row rows[] = {
      {"  work = f32[8] all-reduce(x), channel_id=1, replica_groups={{0,1}}, to_apply=sum, "
       "metadata={op_name=\"m\"}\n",
       "%all-reduce-start = f32[8]{0} all-reduce-start(%x), channel_id=1, "
       "replica_groups={{0,1}}, to_apply=%sum, metadata={op_name=\"m\"}\n"
       "%all-reduce-done = f32[8]{0} all-reduce-done(%all-reduce-start), "
       "metadata={op_name=\"m\"}\n"},
      {"  work = (f32[8], f32[8]) all-reduce(x, y), replica_groups={}, to_apply=sum\n",
       "%all-reduce-start = (f32[8]{0}, f32[8]{0}) all-reduce-start(%x, %y), replica_groups={}, "
       "to_apply=%sum\n"
       "%all-reduce-done = (f32[8]{0}, f32[8]{0}) all-reduce-done(%all-reduce-start)\n"},
      {"  work = (f32[16], f32[16]) all-gather(x, y), dimensions={0}, replica_groups={{0,1}}\n",
       "%all-gather-start = ((f32[8]{0}, f32[8]{0}), (f32[16]{0}, f32[16]{0})) "
       "all-gather-start(%x, %y), replica_groups={{0,1}}, dimensions={0}\n"
       "%all-gather-done = (f32[16]{0}, f32[16]{0}) all-gather-done(%all-gather-start)\n"},
      {"  work = f32[8] collective-permute(x), source_target_pairs={{0,1},{1,0}}\n",
       "%collective-permute-start = (f32[8]{0}, f32[8]{0}) collective-permute-start(%x), "
       "source_target_pairs={{0,1},{1,0}}\n"
       "%collective-permute-done = f32[8]{0} collective-permute-done(%collective-permute-start)\n"},
      {"  work = f32[8]{0:S(5)} copy(x)\n",
       "%copy-start = (f32[8]{0:S(5)}, f32[8]{0}, u32[]) copy-start(%x)\n"
       "%copy-done = f32[8]{0:S(5)} copy-done(%copy-start)\n"},
      {"  work = f32[4] reduce-scatter(x), dimensions={0}, replica_groups={{0,1}}, to_apply=sum, "
       "backend_config=\"b\"\n",
       "%reduce-scatter-start = ((f32[8]{0}), f32[4]{0}) reduce-scatter-start(%x), "
       "replica_groups={{0,1}}, dimensions={0}, to_apply=%sum, backend_config=\"b\"\n"
       "%reduce-scatter-done = f32[4]{0} reduce-scatter-done(%reduce-scatter-start), "
       "backend_config=\"b\"\n"},
      {"  work = f32[8] fusion(x), kind=kLoop, calls=fused\n",
       "%fusion-start = ((f32[8]{0}), f32[8]{0}) fusion-start(%x), kind=kLoop, calls=%fused\n"
       "%fusion-done = f32[8]{0} fusion-done(%fusion-start)\n"},
      {"  work = f32[8] custom-call(x, y), custom_call_target=\"f\"\n",
       "%custom-call-start = ((f32[8]{0}, f32[8]{0}), f32[8]{0}) custom-call-start(%x, %y), "
       "custom_call_target=\"f\"\n"
       "%custom-call-done = f32[8]{0} custom-call-done(%custom-call-start)\n"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.line);
    HloModule module = ModuleWith(row.line);
    const std::string before = Text(module);
    const auto done = CreateAsyncInstructions(Find(module, "work"));
    ASSERT_TRUE(done.ok()) << done.status();
    EXPECT_EQ(Made(ReadModule(PrintWithConstants(module))), row.made);
    EXPECT_EQ(Find(module, "after")->control_predecessors()[0], *done);
    ExpectSound(module);
    // And back.
    const auto work = CreateSyncInstruction(*done);
    ASSERT_TRUE(work.ok()) << work.status();
    SetName(*work, "work_");
    ExpectSound(module);
    EXPECT_EQ(Replaced(Replaced(Text(module), "work_", "work"), "work_", "work"), before);
  }
}

TEST(MakeAsync, Options) {
  HloModule module =
      ModuleWith("  work = f32[8] collective-permute(x), source_target_pairs={{0,1}}\n");
  const Shape* u32 = module.shapes().Scalar(PrimitiveType::kU32);
  MakeAsyncOptions options;
  options.contexts = {u32, u32};
  ASSERT_TRUE(CreateAsyncInstructions(Find(module, "work"), options).ok());
  EXPECT_EQ(PrintHloInstruction(*Find(module, "collective-permute-start")),
            "%collective-permute-start = (f32[8]{0}, f32[8]{0}, u32[], u32[]) "
            "collective-permute-start(%x), source_target_pairs={{0,1}}");
  ExpectSound(module);
  options.execution_thread = "t";
  const auto done = CreateAsyncInstructions(Find(module, "earlier"), options);
  ASSERT_TRUE(done.ok()) << done.status();
  EXPECT_EQ(FindComputation(module, "async_wrapped")->execution_thread(), "t");
  ExpectSound(module);
  EXPECT_FALSE(CreateAsyncInstructions(Find(module, "x")).ok());
  EXPECT_FALSE(CreateAsyncInstructions(*done).ok());
  EXPECT_FALSE(CreateAsyncInstructions(Find(module, "collective-permute-start")).ok());
  ExpectOk(CreateSyncInstruction(*done).status());
  ExpectSound(module);
}

// Quadratic, the lists of 4000 control predecessors would take 64 MB.
TEST(MakeAsync, ManyControlPredecessors) {
  std::string text = "HloModule m\nENTRY e { x = f32[] parameter(0)\n", names;
  for (int i = 0; i < 4000; ++i) {
    const std::string name = "e" + std::to_string(i);
    text += "  " + name + " = f32[] custom-call(x), custom_call_target=\"f\"\n";
    names += (i == 0 ? "" : ", ") + name;
  }
  HloModule module =
      ReadModule(text + "  ROOT work = f32[] copy(x), control-predecessors={" + names + "} }\n");
  const size_t before = module.arena().allocated_bytes();
  const auto done = CreateAsyncInstructions(Find(module, "work"));
  ASSERT_TRUE(done.ok()) << done.status();
  EXPECT_EQ((*done)->operand(0)->control_predecessors().size(), 4000u);
  ExpectSound(module);
  const auto work = CreateSyncInstruction(*done);
  ASSERT_TRUE(work.ok()) << work.status();
  EXPECT_EQ((*work)->control_predecessors().size(), 4000u);
  EXPECT_EQ(CurrentControlSuccessors(*Find(module, "e7")), std::vector<HloInstruction*>{*work});
  EXPECT_LE(module.arena().allocated_bytes() - before, size_t{16} << 20);
  ExpectSound(module);
}

// A chain with several instructions and late operands becomes a call.
TEST(MakeSync, OfALongChain) {
  HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "f { a = f32[] parameter(0)  b = f32[] parameter(1)  c = f32[] add(a, b)\n"
      "    ROOT d = f32[] abs(c) }, execution_thread=\"t\"\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  start = ((f32[]), (), s32[]) async-start(x), calls=f, async_execution_thread=\"t\"\n"
      "  y = f32[] negate(x)\n"
      "  update = ((f32[], f32[]), (), s32[]) async-update(start, y)\n"
      "  ROOT done = f32[] async-done(update)\n"
      "}\n");
  const auto call = CreateSyncInstruction(Find(module, "done"));
  ASSERT_TRUE(call.ok()) << call.status();
  EXPECT_EQ(PrintHloInstruction(**call), "%call = f32[] call(%x, %y), to_apply=%f");
  EXPECT_EQ(FindComputation(module, "f")->execution_thread(), "main");
  ExpectSound(module);
}

// A thread that was set stays if the chain is on the caller's thread.
TEST(MakeSync, KeepsThreadsOfWhatIsCalled) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "g { p = f32[] parameter(0)  ROOT n = f32[] negate(p) }\n"
      "f { a = f32[] parameter(0)  b = f32[] abs(a)  ROOT c = f32[] call(b), to_apply=g }\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  start = ((f32[]), f32[]) async-start(x), calls=f\n"
      "  ROOT done = f32[] async-done(start)\n"
      "}\n");
  ExpectOk(SetExecutionThread(FindComputation(module, "g"), "t"));
  ExpectOk(CreateSyncInstruction(Find(module, "done")).status());
  EXPECT_EQ(FindComputation(module, "g")->execution_thread(), "t");
}

// Unknown words that name the wrapped computation keep it.
TEST(MakeSync, AFusionOfItsOwn) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "fused { x = f32[] parameter(0) ROOT n = f32[] negate(x) }\n"
      "w { y = f32[] parameter(0) ROOT u = f32[] fusion(y), kind=kLoop, calls=fused }\n"
      "ENTRY e {\n"
      "  p = f32[] parameter(0), word={%w}\n"
      "  start = ((f32[]), f32[]) async-start(p), calls=w\n"
      "  ROOT done = f32[] async-done(start)\n"
      "}\n",
      AllowUnknown());
  const absl::StatusOr<HloInstruction*> work = CreateSyncInstruction(Find(module, "done"));
  ExpectOk(work.status());
  EXPECT_NE(FindComputation(module, "w"), nullptr);
  EXPECT_NE((*work)->FindAttribute(AttributeKind::kCalls)->AsComputation(),
            FindComputation(module, "fused"));
  EXPECT_TRUE(Verify(module).empty());
}

// A synchronous call on main after a start on a side thread, which reaches the same computation.
TEST(MakeSync, TextLosesTheThread) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] negate(y) }\n"
      "ENTRY e {\n"
      "  a = f32[8] parameter(0)\n"
      "  s = ((f32[8]), f32[8]) call-start(a), to_apply=f, async_execution_thread=\"side\"\n"
      "  d = f32[8] call-done(s)\n"
      "  t = ((f32[8]), f32[8]) call-start(a), to_apply=f\n"
      "  u = f32[8] call-done(t)\n"
      "  ROOT r = (f32[8], f32[8]) tuple(d, u)\n"
      "}\n");
  EXPECT_TRUE(RoundTripWarnings(module).empty());
  const auto work = CreateSyncInstruction(Find(module, "u"));
  ASSERT_TRUE(work.ok()) << work.status();
  ExpectSound(module);
  const std::vector<Diagnostic> warnings = RoundTripWarnings(module);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, DiagnosticCode::kExecutionThreadAmbiguous);
}

TEST(MakeSync, Refuses) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  t = token[] after-all()\n"
      "  send = (f32[], u32[], token[]) send(x, t), channel_id=1\n"
      "  ROOT done = token[] send-done(send), channel_id=1\n"
      "}\n");
  EXPECT_EQ(Message(CreateSyncInstruction(Find(module, "done")).status()),
            "done finishes nothing that could be synchronous");
  EXPECT_EQ(Message(CreateAsyncInstructions(Find(module, "send")).status()),
            "send cannot be made asynchronous");
  ReadOptions options;
  options.desugar = false;
  absl::StatusOr<HloModule> sugar = ReadHloInstructions(
      "start = ((f32[8]), f32[8], s32[]) custom-call-start(f32[8] x), custom_call_target=\"f\"\n"
      "done = f32[8] custom-call-done(start)",
      options);
  ASSERT_TRUE(sugar.ok()) << sugar.status();
  EXPECT_EQ(Message(CreateSyncInstruction(Find(*sugar, "done")).status()), "run Desugar first");
  EXPECT_FALSE(CreateAsyncInstructions(Find(*sugar, "start")).ok());
}

// Chains that edits broke.
TEST(MakeSync, RefusesBrokenChains) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { p = f32[8] parameter(0)  q = f32[8] parameter(1)  ROOT r = f32[8] add(p, q) }\n"
      "ENTRY e {\n"
      "  x = f32[8] parameter(0)\n"
      "  cs = (f32[8], f32[8], u32[]) copy-start(x)\n"
      "  cd = f32[8] copy-done(cs)\n"
      "  as = ((f32[8], f32[8]), f32[8]) async-start(x, x), calls=f\n"
      "  au = ((f32[8], f32[8]), f32[8]) async-update(as)\n"
      "  ad = f32[8] async-done(au)\n"
      "  ts = ((f32[8]), f32[8]) negate-start(x)\n"
      "  tc = ((f32[8]), f32[8]) copy(ts)\n"
      "  td = f32[8] negate-done(tc)\n"
      "  ROOT t = (f32[8], f32[8]) tuple(cd, ad)\n"
      "}\n");
  const auto get = [&](std::string_view name) { return Find(module, name); };
  const auto error = [&](std::string_view done) {
    const std::string before = Text(module);
    const absl::Status status = CreateSyncInstruction(get(done)).status();
    EXPECT_EQ(Text(module), before);
    return Message(status);
  };
  const auto set = [&](std::string_view link, std::string_view operand) {
    EXPECT_TRUE(ReplaceOperandWithDifferentShape(get(link), 0, get(operand)).ok());
  };
  EXPECT_EQ(error("x"), "x finishes nothing that could be synchronous");
  EXPECT_EQ(error("td"), "other values or a loop lead from the start to td");
  set("ad", "x");
  EXPECT_EQ(error("ad"), "ad has no start");
  set("ad", "cd");
  EXPECT_EQ(error("ad"), "ad has no start");
  set("ad", "cs");
  EXPECT_EQ(error("ad"), "ad finishes another kind of start");
  set("ad", "au");
  set("au", "au");
  EXPECT_EQ(error("ad"), "ad has no start");
  set("au", "as");
  set("cd", "as");
  EXPECT_EQ(error("ad"), "as has users besides its chain");
  set("cd", "cs");
  EXPECT_TRUE(SetOperands(get("as"), {get("x")}).ok());
  EXPECT_EQ(error("ad"), "not all operands of as are bound");
  EXPECT_TRUE(SetOperands(get("as"), {get("x"), get("x")}).ok());
  ExpectOk(CreateSyncInstruction(get("ad")).status());
  ExpectOk(CreateSyncInstruction(get("cd")).status());
  ExpectSound(module);
}

TEST(MakeAsync, Refuses) {
  const std::pair<const char*, const char*> kRows[] = {
      {"  work = f32[8] copy(x)\n", ""},
      {"  work = f32[4] copy(x)\n", "the shape f32[4]{0} of work does not fit copy-start"},
      {"  work = f32[8,1] copy(x)\n", "the shape f32[8,1]{1,0} of work does not fit copy-start"},
      {"  work = f32[8] all-reduce(x), to_apply=sum\n", ""},
      {"  work = f32[4] all-reduce(x), to_apply=sum\n",
       "the shape f32[4]{0} of work does not fit all-reduce-start"},
      {"  work = f32[8,8] all-gather(x), dimensions={0}\n",
       "the shape f32[8,8]{1,0} of work does not fit all-gather-start"},
      {"  work = s32[8] all-gather(x), dimensions={0}\n",
       "the shape s32[8]{0} of work does not fit all-gather-start"},
      {"  work = f32[4] collective-permute(x), source_target_pairs={{0,1}}\n",
       "the shape f32[4]{0} of work does not fit collective-permute-start"},
      {"  work = f32[8] opt-barrier(x)\n", ""},
  };
  for (const auto& [line, error] : kRows) {
    HloModule module = ModuleWith(line);
    EXPECT_EQ(Message(CreateAsyncInstructions(Find(module, "work")).status()), error) << line;
  }
}

}  // namespace hlo_text_v1::make_async_test
