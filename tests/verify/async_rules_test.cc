// Async chains: the users of a link, its bindings, its callee.
// Tests: async_content_rules
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::async_rules_test {

constexpr char kNegate[] = "c { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }";
// Two parameters f32[], result f32[].
constexpr char kAdd[] =
    "c { x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT n = f32[] add(x, y) }";
constexpr char kA[] = "a = f32[8] parameter(0)\n";
constexpr char kS[] = "s = ((f32[8]), f32[8], s32[]) negate-start(a)\n";
constexpr char kCalls[] = "s = ((f32[8]), f32[8], s32[]) async-start(a), calls=c\n";

std::string Sugar(const std::string& rest, const std::string& computations = "") {
  return Module(computations, kA + rest);
}

TEST(VerifyAsync, Users) {
  const std::string s = kS;
  const VerifyCase cases[] = {
      {"two dones",
       Sugar(s + "d = f32[8] negate-done(s)\n q = f32[8] negate-done(s)\n"
                 "ROOT t = (f32[8], f32[8]) tuple(d, q)"),
       {"Async start s is matched by multiple async done instructions: d and q"}},
      {"no done", Sugar("ROOT " + s), {"Async start s has no matching async done"}},
      {"update without done",
       Sugar(s + "ROOT u = ((f32[8]), f32[8], s32[]) negate-update(s)"),
       {"Async start s has no matching async done", "Orphan async update u found"}},
      {"get-tuple-element",
       Sugar(s + "ROOT g = f32[8] get-tuple-element(s), index=1"),
       {"Async start s has no matching async done"}},
      {"two dones of one update",
       Sugar(s + "u = ((f32[8]), f32[8], s32[]) negate-update(s)\n"
                 "d = f32[8] negate-done(u)\n q = f32[8] negate-done(u)\n"
                 "ROOT t = (f32[8], f32[8]) tuple(d, q)"),
       {"Async update u is part of multiple chains or a cycle"}},
      {"another operation",
       Sugar(s + "k = ((f32[8]), f32[8], s32[]) bitcast(s)\n ROOT d = f32[8] negate-done(s)"),
       {"Async instruction s used as operand 0 of k. Async instructions can only be used as "
        "operands of async-update, async-done, control flow, or tuple instructions."}},
      {"a second start as operand",
       Sugar(s +
             "v = ((f32[8]), f32[8], s32[]) negate-start(a)\n"
             "u = ((f32[8]), f32[8], s32[]) negate-update(s, v)\nROOT d = f32[8] negate-done(u)"),
       {"Async instruction v used as operand 1 of u. Async instructions can only be used as the "
        "first operand of async-update or async-done.",
        "Async start v has no matching async done",
        "u (opcode: async-update) has 1 new operands, but the shape indicates 0 new bound"}},
      {"done of a parameter",
       Sugar("ROOT d = f32[8] negate-done(a)"),
       {"Async done d does not trace back to an async start"}},
      {"chain without a start",
       Sugar("u = ((f32[8]), f32[8], s32[]) async-update(a)\n ROOT d = f32[8] async-done(u)"),
       {"Async done d does not trace back to an async start"}},
      {"done of a pair",
       Sugar("s = f32[8] all-reduce-start(a), to_apply=c\n ROOT d = f32[8] async-done(s)",
             "c { x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT n = f32[] add(x, y) }\n"),
       {"The consumer of a all-reduce-start instruction needs to be one of (all-reduce-done), "
        "found "
        "async-done",
        "Async done d traces back to non-start async op s"}},
      {"values in between",
       Sugar(s + "k = ((f32[8]), f32[8], s32[]) copy(s)\n"
                 "t = (((f32[8]), f32[8], s32[]), f32[8]) tuple(k, a)\n"
                 "g = ((f32[8]), f32[8], s32[]) get-tuple-element(t), index=0\n"
                 "ROOT d = f32[8] negate-done(g)"),
       {}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

// A loop whose body has the lines `body` from p, the state, to the root.
std::string Loop(const std::string& body, const std::string& before = kCalls,
                 const std::string& after = "ROOT d = f32[8] async-done(l)") {
  const std::string state = "((f32[8]), f32[8], s32[])";
  return Sugar(before + "l = " + state + " while(s), condition=cond, body=body\n" + after,
               std::string(kNegate) +
                   "\nother { x = f32[8] parameter(0)\n ROOT n = f32[8] abs(x) }\n"
                   "same { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }\n"
                   "body { p = " +
                   state + " parameter(0)\n" + body +
                   " }\n"
                   "cond { p = " +
                   state + " parameter(0)\n ROOT n = pred[] constant(false) }");
}

TEST(VerifyAsync, Loops) {
  const std::string update = "u = ((f32[8]), f32[8], s32[]) async-update(p)";
  const VerifyCase cases[] = {
      {"an update", Loop("ROOT " + update), {}},
      {"finished and started again",
       Loop("k = f32[8] async-done(p)\n"
            "ROOT t = ((f32[8]), f32[8], s32[]) async-start(k), calls=c"),
       {}},
      {"never finished", Loop("ROOT " + update, kCalls, "ROOT k = f32[8] negate(a)"), {}},
      {"an update that is lost",
       Loop(update + "\n ROOT q = ((f32[8]), f32[8], s32[]) copy(p)"),
       {"Orphan async update u found"}},
      {"equal work", Loop("ROOT " + update + ", calls=same"), {}},
      {"other work",
       Loop("ROOT " + update + ", calls=other"),
       {"The async-update expects its wrapped async computation to be identical to its operand's "
        "wrapped async computation (%n.1 = f32[8]{0} abs(%x.1) vs %n = f32[8]{0} negate(%x)), "
        "thread name (main vs main)."}},
      {"a state from nowhere",
       Loop("ROOT " + update, "s = ((f32[8]), f32[8], s32[]) parameter(1)\n",
            "ROOT k = f32[8] negate(a)"),
       {"u (opcode: async-update) expects operand to trace to async-start or async-update, found "
        "parameter."}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyAsync, AliasingOfUpdates) {
  const auto with = [](const std::string& aliasing) {
    return Sugar(std::string(kS) +
                 "u = ((f32[8]), f32[8], s32[]) negate-update(s), "
                 "output_to_operand_aliasing={" +
                 aliasing + "}\nROOT d = f32[8] negate-done(u)");
  };
  const VerifyCase cases[] = {
      {"context", with("{2}: (0, {2})"), {}},
      {"operand",
       with("{2}: (1, {2})"),
       {"Invalid operand number in async-update aliasing config, can only alias to operand 0 "
        "(previous async op)."}},
      {"result of the operand",
       with("{2}: (0, {1})"),
       {"Invalid operand shape index in async-update aliasing config, can only alias context of "
        "previous async op."}},
      {"result",
       with("{1}: (0, {2})"),
       {"Invalid output shape index in async-update aliasing config, can only alias to context."}},
      {"below",
       with("{2,0}: (0, {2})"),
       {"Out of bounds output index in async-update aliasing config."}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyAsync, Shapes) {
  const std::string calls = kCalls;
  const VerifyCase cases[] = {
      {"result of a sugared start",
       Sugar("s = ((f32[8]), f32[4], s32[]) negate-start(a)\n ROOT d = f32[8] negate-done(s)"),
       {"s (opcode: async-start) expects the async shape at index {1} to be a tuple with shapes "
        "that match the prefix of the async computation result shape (f32[4]{0} vs f32[8]{0})."}},
      {"result of a done",
       Sugar(calls + "ROOT d = f32[4] async-done(s)", kNegate),
       {"d (opcode: async-done) expects its shape to match the async computation result shape "
        "(f32[4]{0} vs f32[8]{0})."}},
      {"operands",
       Module("c { ROOT x = f32[2,3] parameter(0) }",
              "a = f32[3,2] parameter(0)\n"
              "s = ((f32[3,2]), f32[2,3], u32[]) async-start(a), calls=c\n"
              "ROOT d = f32[2,3] async-done(s)"),
       {"s (opcode: async-start) expects the async shape at index {0} to be a tuple with shapes "
        "that match the prefix of the async computation parameter shape: `(f32[3,2]{1,0})` vs "
        "`(f32[2,3]{1,0})`.",
        "d (opcode: async-done) expects the operands of the previous async instruction to be fully "
        "bound."}},
      {"number of operands",
       Sugar("s = ((f32[8], f32[8]), f32[8], s32[]) add-start(a)\n ROOT d = f32[8] add-done(s)"),
       {"s (opcode: async-start) expects 2 operands, found 1."}},
      {"shape of an operand",
       Module(kNegate,
              "a = f32[8] parameter(0)\n b = f32[4] parameter(1)\n"
              "s = ((f32[8]), f32[8], s32[]) async-start(b), calls=c\n"
              "ROOT d = f32[8] async-done(s)"),
       {"s (opcode: async-start) expects the shape of operand 0 to match the async shape at index "
        "{0, 0} (f32[4]{0} vs f32[8]{0})."}},
      {"shape of an operand of an update",
       Module(kAdd,
              "a = f32[] parameter(0)\n q = f32[3] parameter(1)\n"
              "s = ((f32[]), f32[], s32[]) async-start(a), calls=c\n"
              "u = ((f32[], f32[]), f32[], s32[]) async-update(s, q)\n"
              "ROOT d = f32[] async-done(u)"),
       {"u (opcode: async-update) expects the shape of operand 1 to match the async shape at index "
        "{0, 1} (f32[3]{0} vs f32[])."}},
      {"operands go away",
       Sugar(calls + "u = ((), f32[8], s32[]) async-update(s)\n ROOT d = f32[8] async-done(u)",
             kNegate),
       {"u (opcode: async-update) expects the parameter shape of operand to be a prefix of the "
        "output parameter shape ((f32[8]{0}) vs ()).",
        "d (opcode: async-done) expects the operands of the previous"}},
      {"the result goes away",
       Sugar(calls + "u = ((f32[8]), (), s32[]) async-update(s)\n ROOT d = f32[8] async-done(u)",
             kNegate),
       {"u (opcode: async-update) expects the result shape of operand to be a prefix of the output "
        "result shape (f32[8]{0} vs ())."}},
      {"nothing bound",
       Sugar("s = ((), (), s32[]) call-start(), to_apply=c\n ROOT d = f32[8] call-done(s)",
             kNegate),
       {"d (opcode: async-done) expects the operands of the previous async instruction to be fully "
        "bound."}},
      {"layouts, if they matter",
       Module("c { x = f32[2,3]{0,1} parameter(0)\n ROOT n = f32[2,3]{0,1} negate(x) }",
              "a = f32[2,3]{0,1} parameter(0)\n"
              "s = ((f32[2,3]{0,1}), f32[2,3]{1,0}, s32[]) async-start(a), calls=c\n"
              "ROOT d = f32[2,3]{0,1} async-done(s)"),
       {"result shape (f32[2,3]{1,0} vs f32[2,3]{0,1})."},
       {false, /*layout_sensitive=*/true}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

// A chain around `add`: shapes of start and updates with their operand counts.
struct Link {
  const char* shape;
  int new_operands;
};
std::string Chain(const std::vector<Link>& links) {
  std::string text = "a = f32[] parameter(0)\n";
  std::string last;
  for (size_t i = 0; i < links.size(); ++i) {
    const std::string name = "l" + std::to_string(i);
    std::string operands = last;
    for (int k = 0; k < links[i].new_operands; ++k) operands += operands.empty() ? "a" : ", a";
    text += name + " = " + links[i].shape + (i == 0 ? " async-start(" : " async-update(") +
            operands + (i == 0 ? "), calls=c\n" : ")\n");
    last = name;
  }
  return Module(kAdd, text + "ROOT d = f32[] async-done(" + last + ")");
}

constexpr char kNotBound[] =
    "d (opcode: async-done) expects the operands of the previous async instruction to be fully "
    "bound.";

TEST(VerifyAsync, LateBinding) {
  const VerifyCase cases[] = {
      {"A", Chain({{"((f32[], f32[]), f32[], s32[])", 2}}), {}},
      {"B", Chain({{"((f32[]), f32[], s32[])", 1}, {"((f32[], f32[]), f32[], s32[])", 1}}), {}},
      {"C", Chain({{"((f32[]), (), s32[])", 1}, {"((f32[], f32[]), f32[], s32[])", 1}}), {}},
      {"D", Chain({{"((f32[]), (), s32[])", 1}, {"((f32[], f32[]), (), s32[])", 1}}), {}},
      {"E", Chain({{"((), (), s32[])", 0}, {"((f32[], f32[]), (), s32[])", 2}}), {}},
      {"F",
       Chain({{"((), (), s32[])", 0},
              {"((f32[]), (), s32[])", 1},
              {"((f32[], f32[]), f32[], s32[])", 1}}),
       {}},
      {"G",
       Chain({{"((), f32[], s32[])", 0},
              {"((f32[]), f32[], s32[])", 1},
              {"((f32[], f32[]), f32[], s32[])", 1}}),
       {}},
      {"H", Chain({{"((f32[], f32[]), (), s32[])", 2}}), {}},
      {"I", Chain({{"((f32[], f32[]), (), s32[])", 2}, {"((f32[], f32[]), f32[], s32[])", 0}}), {}},
      {"J", Chain({{"((), (), s32[])", 0}}), {kNotBound}},
      {"K", Chain({{"((f32[]), (), s32[])", 1}, {"((f32[]), (), s32[])", 0}}), {kNotBound}},
      {"L, the surplus operand taken for an output buffer",
       Chain({{"((f32[]), (), s32[])", 1}, {"((f32[]), f32[], s32[])", 1}}),
       {kNotBound}},
      {"M",
       Chain({{"((f32[]), f32[], s32[])", 1}, {"((f32[], f32[]), (), s32[])", 1}}),
       {"l1 (opcode: async-update) expects the result shape of operand to be a prefix of the "
        "output "
        "result shape (f32[] vs ())."}},
      {"N",
       Chain({{"((f32[], f32[]), f32[], s32[])", 2}, {"((f32[]), f32[], s32[])", 0}}),
       {"l1 (opcode: async-update) expects the parameter shape of operand to be a prefix of the "
        "output parameter shape ((f32[], f32[]) vs (f32[])).",
        kNotBound}},
      {"P",
       Chain({{"((f32[], f32[]), f32[], s32[])", 1}}),
       {"l0 (opcode: async-start) expects 2 operands, found 1."}},
      {"contexts of any kind",
       Chain({{"((f32[]), (), s32[], s32[1024])", 1}, {"((f32[], f32[]), (), ())", 1}}),
       {}},
      {"no contexts", Chain({{"((f32[]), ())", 1}, {"((f32[], f32[]), ())", 1}}), {}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyAsync, PiecewiseResult) {
  Check({"a tuple grows",
         Module("c { x = f32[3] parameter(0)\n y = f32[3] parameter(1)\n"
                "ROOT n = (f32[3], f32[3]) custom-call(x, y), custom_call_target=\"f\" }",
                "a = f32[3] parameter(0)\n"
                "s = ((f32[3], f32[3]), (), s32[]) async-start(a, a), calls=c\n"
                "u = ((f32[3], f32[3]), (f32[3]), s32[]) async-update(s)\n"
                "v = ((f32[3], f32[3]), (f32[3], f32[3]), s32[]) async-update(u)\n"
                "ROOT d = (f32[3], f32[3]) async-done(v)"),
         {}});
  Check({"a tuple of one is no prefix of its element",
         Module("c { ROOT x = f32[3] parameter(0) }",
                "a = f32[3] parameter(0)\n"
                "s = ((f32[3]), (f32[3]), s32[]) async-start(a), calls=c\n"
                "ROOT d = f32[3] async-done(s)"),
         {"result shape ((f32[3]{0}) vs f32[3]{0})."}});
}

TEST(VerifyAsync, AliasingOfUpdate) {
  Check({"sugar",
         Module("",
                "a = f32[8] parameter(0)\n s = ((f32[8]), f32[8], s32[]) negate-start(a)\n"
                "u = ((f32[8]), f32[8], s32[]) negate-update(s), "
                "output_to_operand_aliasing={{1}: (0, {})}\n"
                "ROOT d = f32[8] negate-done(u)"),
         {"Invalid operand shape index in async-update aliasing config, can only alias context of "
          "previous async op."}});
}

TEST(VerifyAsync, OutputBuffersOfParts) {
  const auto with = [](std::string_view first, std::string_view second) {
    return Module(
        "foo { x = f32[2] parameter(0)\n y = f32[3] custom-call(x), custom_call_target=\"f\"\n"
        "ROOT t = ((f32[3], f32[2]), f32[2]) custom-call(y), custom_call_target=\"g\" }",
        std::string("a = f32[2] parameter(0)\n b = f32[2] parameter(1)\n c = f32[3] parameter(2)\n"
                    "s = ((f32[2]), (), s32[]) call-start(a), to_apply=foo\n"
                    "u = ((f32[2]), ((f32[3])), s32[]) call-update(s") +
            std::string(first) +
            ")\n"
            "v = ((f32[2]), ((f32[3], f32[2]), f32[2]), s32[]) call-update(u" +
            std::string(second) +
            ")\n"
            "ROOT d = ((f32[3], f32[2]), f32[2]) call-done(v)");
  };
  Check({"one for each leaf that is new", with(", c", ", a, b"), {}});
  Check({"none", with("", ""), {}});
  const std::string v = "v (opcode: async-update) has buffers of shapes ";
  const std::string takes = ", but the result that it binds takes one for each leaf: ";
  Check(
      {"one too few", with(", c", ", a"), {v + "(f32[2]{0})" + takes + "(f32[2]{0}, f32[2]{0})"}});
  Check({"again for a bound leaf",
         with(", c", ", c, a, b"),
         {v + "(f32[3]{0}, f32[2]{0}, f32[2]{0})" + takes + "(f32[2]{0}, f32[2]{0})"}});
  Check({"of another shape",
         with(", a", ", a, b"),
         {"u (opcode: async-update) has buffers of shapes (f32[2]{0})" + takes + "(f32[3]{0})"}});
}

TEST(VerifyAsync, OutputBuffer) {
  const std::string text =
      Module("foo { x = f32[1024] parameter(0)\n ROOT t = (f32[1024]) tuple(x) }",
             "in = f32[1024] parameter(0)\n out = f32[1024] parameter(1)\n"
             "s = ((f32[1024]), (), s32[]) call-start(in), to_apply=foo\n"
             "u = ((f32[1024]), (f32[1024]), s32[]) call-update(s, out)\n"
             "ROOT d = (f32[1024]) call-done(u)");
  VerifyOptions strict;
  strict.xla_strict = true;
  const std::string refused =
      "u (opcode: async-update) has 1 new operands, but the shape indicates 0 new bound "
      "parameters.";
  Check({"by default", text, {}});
  Check({"as XLA", text, {refused}, strict});

  const std::string wrong_shape =
      Module("foo { x = f32[1024] parameter(0)\n ROOT t = (f32[1024]) tuple(x) }",
             "in = f32[1024] parameter(0)\n out = f32[8] parameter(1)\n"
             "s = ((f32[1024]), (), s32[]) call-start(in), to_apply=foo\n"
             "u = ((f32[1024]), (f32[1024]), s32[]) call-update(s, out)\n"
             "ROOT d = (f32[1024]) call-done(u)");
  Check(
      {"not of the result's shape",
       wrong_shape,
       {"u (opcode: async-update) has buffers of shapes (f32[8]{0}), but the result that it binds "
        "takes one for each leaf: (f32[1024]{0})"}});
  Check({"as XLA says it", wrong_shape, {refused}, strict});
  const std::string late =
      Module("foo { x = f32[1024] parameter(0)\n ROOT t = (f32[1024]) tuple(x) }",
             "in = f32[1024] parameter(0)\n out = f32[1024] parameter(1)\n"
             "s = ((f32[1024]), (f32[1024]), s32[]) call-start(in), to_apply=foo\n"
             "u = ((f32[1024]), (f32[1024]), s32[]) call-update(s, out)\n"
             "ROOT d = (f32[1024]) call-done(u)");
  Check({"the result is bound already", late, {refused}});
}

TEST(VerifyAsync, Aliasing) {
  const auto with = [](const std::string& aliasing) {
    return Module("c { x = f32[8,4] parameter(0)\n ROOT n = f32[8,4] negate(x) }",
                  "a = f32[8,4] parameter(0)\n"
                  "s = ((f32[8,4]), f32[8,4], s32[]) async-start(a), calls=c, "
                  "output_to_operand_aliasing={" +
                      aliasing + "}\nROOT d = f32[8,4] async-done(s)");
  };
  const VerifyCase cases[] = {
      {"sound", with("{1}: (0, {})"), {}},
      {"operand", with("{1}: (1, {})"), {"Operand number 1 in aliasing config is out of bounds."}},
      {"operand index", with("{1}: (0, {0})"), {"Invalid aliasing operand shape index."}},
      {"no output index", with("{}: (0, {})"), {"Output index should not be empty."}},
      {"output index", with("{3}: (0, {})"), {"Invalid aliasing output shape index."}},
      {"into the result", with("{1,0}: (0, {})"), {"Invalid aliasing output shape index."}},
      {"shapes", with("{2}: (0, {})"), {"Different aliasing shapes: f32[8,4]{1,0} vs s32[]"}},
      {"not bound yet",
       Module(kNegate,
              "a = f32[8] parameter(0)\n"
              "s = ((), (), s32[]) async-start(), calls=c, "
              "output_to_operand_aliasing={{1}: (0, {})}\n"
              "u = ((f32[8]), f32[8], s32[]) async-update(s, a)\n ROOT d = f32[8] async-done(u)"),
       {}},
      {"negative",
       Module(kNegate,
              "a = f32[8] parameter(0)\n"
              "s = ((f32[8]), f32[8], s32[]) async-start(a), calls=c, "
              "output_to_operand_aliasing={{1}: (-1, {})}\n ROOT d = f32[8] async-done(s)"),
       {"Negative operand number in aliasing config."}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

constexpr char kTwoSteps[] =
    "c2 { x = f32[8] parameter(0)\n z = f32[8] abs(x)\n ROOT k = f32[8] negate(z) }";

TEST(VerifyAsync, Content) {
  const auto with = [](const std::string& computation, const std::string& attributes = "") {
    return Module(computation,
                  "a = f32[8] parameter(0)\n"
                  "s = ((f32[8]), f32[8], s32[]) async-start(a), calls=c2" +
                      attributes + "\nROOT d = f32[8] async-done(s)");
  };
  VerifyOptions strict;
  strict.xla_strict = true;
  const VerifyCase cases[] = {
      {"two instructions, as XLA",
       with(kTwoSteps),
       {"Asynchronous computation c2 expected to contain only the root and parameter "
        "instructions."},
       strict},
      {"two instructions, as the document", with(kTwoSteps), {}},
      {"on another thread", with(kTwoSteps, ", async_execution_thread=\"sc\""), {}, strict},
      {"a group of collectives",
       with(kTwoSteps, ", frontend_attributes={_collectives_group=\"\"}"),
       {},
       strict},
      {"only sends and tuples",
       Module("c2 { x = f32[8] parameter(0)\n t = token[] parameter(1)\n"
              "s0 = (f32[8], u32[], token[]) send(x, t), channel_id=1\n"
              "ROOT r = ((f32[8], u32[], token[])) tuple(s0) }",
              "a = f32[8] parameter(0)\n t = token[] after-all()\n"
              "s = ((f32[8], token[]), ((f32[8], u32[], token[]))) async-start(a, t), calls=c2\n"
              "ROOT d = ((f32[8], u32[], token[])) async-done(s)"),
       {},
       strict},
      {"a send",
       Module("c2 { x = f32[8] parameter(0)\n t = token[] parameter(1)\n"
              "ROOT s0 = (f32[8], u32[], token[]) send(x, t), channel_id=1 }",
              "a = f32[8] parameter(0)\n t = token[] after-all()\n"
              "s = ((f32[8], token[]), (f32[8], u32[], token[])) async-start(a, t), calls=c2\n"
              "ROOT d = (f32[8], u32[], token[]) async-done(s)"),
       {"async-start wraps send, which has its own send-done; the sugar form cannot express it"},
       strict},
      {"elements of a tuple",
       Module("c2 { x = (f32[8], f32[8]) parameter(0)\n g = f32[8] get-tuple-element(x), index=0\n"
              "ROOT k = f32[8] negate(g) }",
              "a = (f32[8], f32[8]) parameter(0)\n"
              "s = (((f32[8], f32[8])), f32[8]) async-start(a), calls=c2\n"
              "ROOT d = f32[8] async-done(s)"),
       {},
       strict},
      {"a copy",
       with("c2 { x = f32[8] parameter(0)\n ROOT k = f32[8] copy(x) }"),
       {"async-start wraps copy, which has its own copy-start; the sugar form cannot express it"},
       strict},
      {"a copy, as GPU compilers wrap all-gather",
       with("c2 { x = f32[8] parameter(0)\n ROOT k = f32[8] copy(x) }"),
       {}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyAsync, Callers) {
  const std::string s = kCalls;
  Check({"two starts",
         Sugar(s + "d = f32[8] async-done(s)\n"
                   "v = ((f32[8]), f32[8], s32[]) async-start(a), calls=c\n"
                   "ROOT q = f32[8] async-done(v)",
               kNegate),
         {}});
  Check({"a call",
         Sugar(s + "d = f32[8] async-done(s)\n ROOT k = f32[8] call(d), to_apply=c", kNegate),
         {"Async computation c is called by non-async instruction k."}});
}

TEST(VerifyAsync, RangesAndNotes) {
  const std::string text =
      Sugar("ROOT s = ((f32[8]), f32[4], s32[]) async-start(a), calls=c", kNegate);
  const HloModule module = ReadModule(text);
  const std::vector<Diagnostic> violations = Verify(module);
  ASSERT_EQ(violations.size(), 2u);
  for (const Diagnostic& violation : violations) {
    EXPECT_EQ(violation.severity, Severity::kError);
    EXPECT_EQ(text.substr(violation.begin, violation.end - violation.begin), "s");
    EXPECT_EQ(text.substr(violation.begin, 4), "s = ");
  }
  ASSERT_EQ(violations[1].notes.size(), 1u);
  EXPECT_EQ(violations[1].notes[0].message, "in the called computation");
  EXPECT_EQ(text.substr(violations[1].notes[0].begin, 3), "n =");
}

TEST(VerifyAsync, LongChains) {
  std::string text =
      "HloModule m\nc { x = f32[8] parameter(0)\n ROOT n = f32[8] negate(x) }\n"
      "ENTRY e {\n a = f32[8] parameter(0)\n"
      "u0x = ((f32[8]), (), s32[]) async-start(a), calls=c\n";
  constexpr int kLinks = 2000;
  for (int i = 1; i < kLinks; ++i) {
    text += "u" + std::to_string(i) + "x = ((f32[8]), (), s32[]) async-update(u" +
            std::to_string(i - 1) + "x)\n";
  }
  text += "ROOT d = f32[8] async-done(u" + std::to_string(kLinks - 1) + "x)\n}\n";
  EXPECT_THAT(Messages(ReadModule(text)), ::testing::IsEmpty());
}

}  // namespace hlo_text_v1::test::async_rules_test
