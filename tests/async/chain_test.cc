// The links of asynchronous chains, the operands that each binds, and the instructions between
// start and done.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_replace.h"
#include "hlo/async.h"
#include "tests/async/chain_test_util.h"

namespace hlo_text_v1::chain_test {

using namespace internal;

using test::NameOf;
using test::NamesOf;
using test::OfChain;

// ---- Binding, for all combinations of two operands and a result.

struct BindingCase {
  const char* name;
  std::string start, updates, done;
  const char* expected;  // links; bound at each; where the result is bound; where everything is
};

// All of a start, updates and done around foo: f32[], f32[] -> f32[], for one opcode of a link.
const BindingCase kBindings[] = {
    {"AllAtStart", "((f32[], f32[]), f32[], s32[]) X-start(a, b)", "", "X-done(st)",
     "st d; st: a b | d: a b; output st; full st"},
    {"OutputFirst", "((f32[]), f32[], s32[]) X-start(a)",
     "u = ((f32[], f32[]), f32[], s32[]) X-update(st, b)", "X-done(u)",
     "st u d; st: a | u: a b | d: a b; output st; full u"},
    {"OutputAtUpdate", "((f32[]), (), s32[]) X-start(a)",
     "u = ((f32[], f32[]), f32[], s32[]) X-update(st, b)", "X-done(u)",
     "st u d; st: a | u: a b | d: a b; output u; full u"},
    {"OutputAtDone", "((f32[]), (), s32[]) X-start(a)",
     "u = ((f32[], f32[]), (), s32[]) X-update(st, b)", "X-done(u)",
     "st u d; st: a | u: a b | d: a b; output d; full d"},
    {"NothingAtStart", "((), (), s32[]) X-start()",
     "u = ((f32[], f32[]), (), s32[]) X-update(st, a, b)", "X-done(u)",
     "st u d; st: | u: a b | d: a b; output d; full d"},
    {"OneByOne", "((), (), s32[]) X-start()",
     "u = ((f32[]), (), s32[]) X-update(st, a)\n"
     "v = ((f32[], f32[]), f32[], s32[]) X-update(u, b)",
     "X-done(v)", "st u v d; st: | u: a | v: a b | d: a b; output v; full v"},
    {"OutputAtStartOperandsLater", "((), f32[], s32[]) X-start()",
     "u = ((f32[]), f32[], s32[]) X-update(st, a)\n"
     "v = ((f32[], f32[]), f32[], s32[]) X-update(u, b)",
     "X-done(v)", "st u v d; st: | u: a | v: a b | d: a b; output st; full v"},
    {"DoneWithoutUpdate", "((f32[], f32[]), (), s32[]) X-start(a, b)", "", "X-done(st)",
     "st d; st: a b | d: a b; output d; full d"},
    {"UpdateBindsOutputOnly", "((f32[], f32[]), (), s32[]) X-start(a, b)",
     "u = ((f32[], f32[]), f32[], s32[]) X-update(st)", "X-done(u)",
     "st u d; st: a b | u: a b | d: a b; output u; full u"},
    // The verifier rejects these, but there is an answer.
    {"NeverBound", "((), (), s32[]) X-start()", "", "X-done(st)",
     "st d; st: | d: ; output d; full none"},
    {"HalfBound", "((f32[]), (), s32[]) X-start(a)", "u = ((f32[]), (), s32[]) X-update(st)",
     "X-done(u)", "st u d; st: a | u: a | d: a; output d; full none"},
    {"SurplusOperand", "((f32[]), f32[], s32[]) X-start(a)",
     "u = ((f32[]), f32[], s32[]) X-update(st, b)", "X-done(u)",
     "st u d; st: a | u: a b | d: a b; output st; full none"},
};

std::string ShowBinding(const AsyncOperation& chain) {
  std::string bound;
  for (const HloInstruction* link : chain.links()) {
    StrAppend(&bound, bound.empty() ? "" : " | ", link->name(), ": ",
              NamesOf(chain.BoundOperands(*link)));
  }
  EXPECT_EQ(chain.BoundAt().size(), chain.BoundOperands(*chain.links().back()).size());
  size_t number = 0;
  for (size_t i = 0; i < chain.links().size(); ++i) {
    number = chain.BoundOperands(*chain.links()[i]).size();
    for (size_t k = number; k-- > 0;) EXPECT_LE(chain.BoundAt()[k], i);
  }
  // "st: | u" rather than "st:  | u".
  for (size_t at; (at = bound.find(":  |")) != std::string::npos;) bound.erase(at + 1, 1);
  return StrCat(NamesOf(chain.links()), "; ", bound, "; output ", NameOf(chain.OutputBinding()),
                "; full ", NameOf(chain.FullyBound()));
}

// The case as a module with links called PREFIX-start and so on.
std::string BindingModule(const BindingCase& c, std::string_view prefix,
                          std::string_view attribute) {
  return StrCat(
      "HloModule m\n"
      "foo {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT z = f32[] add(p, q)\n}\n"
      "ENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  st = ",
      absl::StrReplaceAll(c.start, {{"X", Absl(prefix)}}), attribute, "\n  ",
      absl::StrReplaceAll(c.updates, {{"X", Absl(prefix)}}), "\n  ROOT d = f32[] ",
      absl::StrReplaceAll(c.done, {{"X", Absl(prefix)}}), "\n}\n");
}

class Binding : public ::testing::TestWithParam<BindingCase> {};

TEST_P(Binding, Generic) {
  const std::string text = BindingModule(GetParam(), "async", ", calls=foo");
  EXPECT_EQ(OfChain(text, "st", ShowBinding), GetParam().expected);
}

TEST_P(Binding, SugaredCall) {
  const std::string text = BindingModule(GetParam(), "call", ", to_apply=foo");
  EXPECT_EQ(OfChain(text, "st", ShowBinding), GetParam().expected);
}

TEST_P(Binding, SugaredFusion) {
  const std::string text = BindingModule(GetParam(), "fusion", ", kind=kLoop, calls=foo");
  EXPECT_EQ(OfChain(text, "st", ShowBinding), GetParam().expected);
}

TEST_P(Binding, SugaredAdd) {
  const std::string text = BindingModule(GetParam(), "add", "");
  EXPECT_EQ(OfChain(text, "st", ShowBinding), GetParam().expected);
}

TEST_P(Binding, IsTheSameFromEachLink) {
  const std::string text = BindingModule(GetParam(), "async", ", calls=foo");
  for (const char* name : {"u", "v", "d"}) {
    if (GetParam().updates.find(StrCat(name, " =")) == std::string::npos && name[0] != 'd')
      continue;
    EXPECT_EQ(OfChain(text, name, ShowBinding), GetParam().expected) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Combinations, Binding, ::testing::ValuesIn(kBindings),
                         [](const auto& info) { return info.param.name; });

// ---- Other shapes of chains: {body of the entry computation, link, expectation}.

struct ChainCase {
  const char* body;
  const char* link;
  const char* expected;
};

std::string InModule(std::string_view body) {
  return StrCat(
      "HloModule m\n"
      "foo {\n  p = f32[8] parameter(0)\n  ROOT n = f32[8] negate(p)\n}\n"
      "twofold {\n  p2 = f32[8] parameter(0)\n  n2 = f32[8] negate(p2)\n"
      "  ROOT t2 = (f32[8], f32[8]) tuple(n2, p2)\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n  b = f32[8] parameter(1)\n",
      body, "\n}\n");
}

TEST(AsyncChains, VariadicSugar) {
  const ChainCase kCases[] = {
      // Everything that the chain binds.
      {"st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
       "ROOT d = f32[8] custom-call-done(st)",
       "st", "st d; st: | d: ; output d; full d"},
      // A result bound in parts.
      {"st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
       "u = ((f32[8]), (), s32[]) custom-call-update(st, a)\n"
       "v = ((f32[8], f32[8]), (f32[8]), s32[]) custom-call-update(u, b)\n"
       "w = ((f32[8], f32[8]), (f32[8], s32[]), s32[]) custom-call-update(v)\n"
       "ROOT d = (f32[8], s32[]) custom-call-done(w)",
       "v", "st u v w d; st: | u: a | v: a b | w: a b | d: a b; output w; full w"},
      // Sugar and generic spelling in one chain.
      {"st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
       "u = ((f32[8]), (), s32[]) async-update(st, a)\n"
       "ROOT d = f32[8] custom-call-done(u)",
       "u", "st u d; st: | u: a | d: a; output d; full d"},
      // An empty result is bound from the start on.
      {"st = ((f32[8]), (), s32[]) custom-call-start(a), custom_call_target=\"f\"\n"
       "ROOT d = () custom-call-done(st)",
       "st", "st d; st: a | d: a; output st; full st"},
      // No done.
      {"ROOT st = ((f32[8]), f32[8], s32[]) custom-call-start(a), custom_call_target=\"f\"", "st",
       "st; st: a; output st; full st"},
      {"st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
       "u = ((f32[8]), (), s32[]) custom-call-update(st, a)\n"
       "ROOT v = ((f32[8]), f32[8], s32[]) custom-call-update(u)",
       "u", "st u v; st: | u: a | v: a; output v; full v"},
      // Operands beyond the parameter count become unused parameters.
      {"st = ((f32[8], f32[8], f32[8]), f32[8], s32[]) add-start(a, a, b)\n"
       "ROOT d = f32[8] add-done(st)",
       "st", "st d; st: a a b | d: a a b; output st; full st"},
  };
  for (const ChainCase& c : kCases) {
    const std::string text = InModule(c.body);
    EXPECT_EQ(OfChain(text, c.link, ShowBinding), c.expected) << c.body;
  }
}

TEST(AsyncChains, GenericChains) {
  const ChainCase kCases[] = {
      // Without a done, the wrapped computation determines the result.
      {"ROOT st = ((f32[8]), (), s32[]) async-start(a), calls=foo", "st",
       "st; st: a; output none; full none"},
      {"st = ((f32[8]), (), s32[]) async-start(a), calls=foo\n"
       "ROOT u = ((f32[8]), f32[8]) async-update(st)",
       "st", "st u; st: a | u: a; output u; full u"},
      {"st = ((f32[8]), (f32[8]), s32[]) async-start(a), calls=twofold\n"
       "u = ((f32[8]), (f32[8], f32[8])) async-update(st)\n"
       "ROOT d = (f32[8], f32[8]) async-done(u)",
       "d", "st u d; st: a | u: a | d: a; output u; full u"},
      // More operands than parameters.
      {"st = ((f32[8], f32[8]), f32[8], s32[]) async-start(a, b), calls=foo\n"
       "ROOT d = f32[8] async-done(st)",
       "st", "st d; st: a b | d: a b; output st; full none"},
      // An operand of another shape than the parameter's.
      {"c = s32[] constant(0)\n"
       "st = ((s32[]), f32[8], s32[]) async-start(c), calls=foo\n"
       "ROOT d = f32[8] async-done(st)",
       "st", "st d; st: c | d: c; output st; full none"},
      // Two chains next to each other.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "sb = ((f32[8]), f32[8], s32[]) async-start(b), calls=foo\n"
       "da = f32[8] async-done(st)\ndb = f32[8] async-done(sb)\nROOT r = f32[8] add(da, db)",
       "sb", "sb db; sb: b | db: b; output sb; full sb"},
      // Other users do not matter.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "g = f32[8] get-tuple-element(st), index=1\n"
       "d = f32[8] async-done(st)\nROOT r = f32[8] add(d, g)",
       "st", "st d; st: a | d: a; output st; full st"},
      // An async value that is a new operand of another chain does not continue its own chain
      // there.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "so = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
       "uo = ((((f32[8]), f32[8], s32[])), f32[8], s32[]) custom-call-update(so, st)\n"
       "da = f32[8] async-done(st)\ndo = f32[8] custom-call-done(uo)\nROOT r = f32[8] add(da, do)",
       "st", "st da; st: a | da: a; output st; full st"},
      // With several followers, the chain leads to the link if it is one of them, else to the
      // first.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "da = f32[8] async-done(st)\ndb = f32[8] async-done(st)\nROOT r = f32[8] add(da, db)",
       "db", "st db; st: a | db: a; output st; full st"},
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "da = f32[8] async-done(st)\ndb = f32[8] async-done(st)\nROOT r = f32[8] add(da, db)",
       "st", "st da; st: a | da: a; output st; full st"},
  };
  for (const ChainCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), c.link, ShowBinding), c.expected) << c.body;
  }
}

TEST(AsyncChains, IsNoChain) {
  const ChainCase kCases[] = {
      {"ROOT d = f32[8] async-done(a)", "d", "no chain"},
      {"ROOT d = f32[8] negate-done(a)", "d", "no chain"},
      {"ROOT u = ((f32[8]), f32[8]) async-update(a)", "u", "no chain"},
      {"u = ((f32[8]), f32[8]) async-update(a)\nROOT d = f32[8] async-done(u)", "d", "no chain"},
      {"ROOT r = f32[8] negate(a)", "r", "no chain"},
      {"ROOT r = f32[8] negate(a)", "a", "no chain"},
      {"ag = (f32[8], f32[16]) all-gather-start(a), dimensions={0}\n"
       "ROOT d = f32[16] async-done(ag)",
       "d", "no chain"},
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "g = f32[8] bitcast(st)\nROOT d = f32[8] async-done(g)",
       "d", "no chain"},
  };
  for (const ChainCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), c.link, ShowBinding), c.expected) << c.body;
  }
}

TEST(AsyncChains, Kinds) {
  const HloModule module = ModuleOf(
      InModule("st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
               "u = ((f32[8]), f32[8], s32[]) async-update(st)\nd = f32[8] async-done(u)\n"
               "ss = ((f32[8]), f32[8], s32[]) negate-start(a)\n"
               "su = ((f32[8]), f32[8], s32[]) negate-update(ss)\nsd = f32[8] negate-done(su)\n"
               "cs = (f32[8], f32[8], u32[]) copy-start(a)\ncd = f32[8] copy-done(cs)"));
  std::string kinds;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    if (IsAsyncStart(*i)) StrAppend(&kinds, i->name(), " start ");
    if (IsAsyncUpdate(*i)) StrAppend(&kinds, i->name(), " update ");
    if (IsAsyncDone(*i)) StrAppend(&kinds, i->name(), " done ");
  }
  EXPECT_EQ(kinds, "st start u update d done ss start su update sd done ");
}

// ---- The work that runs asynchronously, and its thread.

std::string ShowWork(const AsyncOperation& chain) {
  const HloComputation* wrapped = chain.wrapped_computation();
  const HloComputation* callee = chain.callee();
  return StrCat(HloOpcodeName(chain.wrapped_opcode()), " in ",
                wrapped == nullptr ? "none" : wrapped->name(), ", root ",
                NameOf(chain.wrapped_instruction()), ", callee ",
                callee == nullptr ? "none" : callee->name(), ", thread ", chain.execution_thread());
}

TEST(AsyncChains, Work) {
  const ChainCase kCases[] = {
      {"st = ((f32[8]), f32[8], s32[]) negate-start(a)\nROOT d = f32[8] negate-done(st)", "d",
       "negate in async_wrapped, root negate, callee async_wrapped, thread main"},
      {"st = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=foo, async_execution_thread=\"sc\"\n"
       "ROOT d = f32[8] call-done(st)",
       "d", "call in async_wrapped, root call, callee foo, thread sc"},
      {"st = ((f32[8]), f32[8], s32[]) fusion-start(a), kind=kLoop, calls=foo\n"
       "ROOT d = f32[8] fusion-done(st)",
       "d", "fusion in async_wrapped, root fusion, callee foo, thread main"},
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo, async_execution_thread=\"sc\"\n"
       "ROOT d = f32[8] async-done(st)",
       "d", "negate in foo, root n, callee foo, thread sc"},
      {"st = ((f32[8]), (f32[8], f32[8]), s32[]) async-start(a), calls=twofold\n"
       "ROOT d = (f32[8], f32[8]) async-done(st)",
       "d", "tuple in twofold, root t2, callee twofold, thread main"},
  };
  for (const ChainCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), c.link, ShowWork), c.expected) << c.body;
  }
}

// A final call in a computation that does more is not all the work.
TEST(AsyncChains, CalleeOfALongerComputation) {
  const char* kText = R"(HloModule m
foo {
  p = f32[8] parameter(0)
  ROOT n = f32[8] negate(p)
}
outer {
  q = f32[8] parameter(0)
  x = f32[8] abs(q)
  ROOT c = f32[8] call(x), to_apply=foo
}
trivial {
  w = f32[8] parameter(0)
  ROOT cw = f32[8] call(w), to_apply=foo
}
ENTRY e {
  a = f32[8] parameter(0)
  so = ((f32[8]), f32[8], s32[]) async-start(a), calls=outer
  do = f32[8] async-done(so)
  sw = ((f32[8]), f32[8], s32[]) async-start(do), calls=trivial
  ROOT dw = f32[8] async-done(sw)
})";
  EXPECT_EQ(OfChain(kText, "so", ShowWork), "call in outer, root c, callee outer, thread main");
  EXPECT_EQ(OfChain(kText, "sw", ShowWork), "call in trivial, root cw, callee foo, thread main");
}

// The wrapped computation may contain chains itself.
TEST(AsyncChains, Nested) {
  const char* kText = R"(HloModule m
inner {
  y = f32[8] parameter(0)
  ROOT n = f32[8] negate(y)
}
outer {
  x = f32[8] parameter(0)
  isx = ((f32[8]), f32[8], s32[]) async-start(x), calls=inner
  ROOT k = f32[8] async-done(isx)
}
sugared {
  z = f32[8] parameter(0)
  isz = ((f32[8]), f32[8], s32[]) abs-start(z)
  ROOT kz = f32[8] abs-done(isz)
}
ENTRY e {
  a = f32[8] parameter(0)
  sa = ((f32[8]), f32[8], s32[]) async-start(a), calls=outer
  da = f32[8] async-done(sa)
  sb = ((f32[8]), f32[8], s32[]) async-start(da), calls=sugared
  ROOT db = f32[8] async-done(sb)
})";
  EXPECT_EQ(OfChain(kText, "sa", ShowWork),
            "async-done in outer, root k, callee outer, thread main");
  EXPECT_EQ(OfChain(kText, "sb", ShowWork),
            "async-done in sugared, root kz, callee sugared, thread main");
  EXPECT_EQ(OfChain(kText, "k", ShowWork), "negate in inner, root n, callee inner, thread main");
  EXPECT_EQ(OfChain(kText, "isx", ShowBinding), "isx k; isx: x | k: x; output isx; full isx");
  EXPECT_EQ(OfChain(kText, "kz", ShowBinding), "isz kz; isz: z | kz: z; output isz; full isz");
}

// ---- Output buffers, lifetimes and the schedule.

// The result's buffer is an operand of the update that binds it, not a parameter.
constexpr char kOutputBuffer[] = R"(HloModule m
foo {
  p = f32[1024] parameter(0)
  z = f32[1024] negate(p)
  ROOT t = (f32[1024]) tuple(z)
}
ENTRY e {
  in = f32[1024] parameter(0)
  out = f32[1024] parameter(1)
  st = ((f32[1024]), (), s32[]) call-start(in), to_apply=foo
  u = ((f32[1024]), (f32[1024]), s32[]) call-update(st, out)
  ROOT d = (f32[1024]) call-done(u)
})";

std::string ShowLifetimes(const AsyncOperation& chain) {
  std::string text;
  for (const AsyncOperation::OperandLifetime& lifetime : chain.OperandLifetimes()) {
    StrAppend(&text, text.empty() ? "" : "; ", lifetime.operand->name(), " ",
              lifetime.bound_at->name(), "..", NameOf(lifetime.until));
  }
  return text;
}

TEST(AsyncChains, OutputBuffer) {
  EXPECT_EQ(OfChain(kOutputBuffer, "st", ShowBinding),
            "st u d; st: in | u: in | d: in; output u; full u");
  EXPECT_EQ(OfChain(kOutputBuffer, "st", ShowLifetimes), "in st..d; out u..d");
  EXPECT_EQ(OfChain(kOutputBuffer, "st",
                    [](const AsyncOperation& chain) {
                      std::string text;
                      for (const HloInstruction* link : chain.links()) {
                        StrAppend(&text, link->name(), ":", NamesOf(chain.NewOperands(*link)), "/",
                                  NamesOf(chain.OutputBuffers(*link)), " ");
                      }
                      return text;
                    }),
            "st:in/ u:/out d:/ ");
}

TEST(AsyncChains, OutputBuffersOfOtherShapesAreOperands) {
  const ChainCase kCases[] = {
      // Another shape than the result.
      {"c = s32[] constant(0)\n"
       "st = ((f32[8]), (), s32[]) async-start(a), calls=foo\n"
       "u = ((f32[8]), f32[8], s32[]) async-update(st, c)\nROOT d = f32[8] async-done(u)",
       "u", "a c"},
      // The result is bound before.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n"
       "u = ((f32[8]), f32[8], s32[]) async-update(st, b)\nROOT d = f32[8] async-done(u)",
       "u", "a b"},
      // A buffer for each of the two leaves, after an operand.
      {"st = ((), (), s32[]) async-start(), calls=twofold\n"
       "u = ((f32[8]), (f32[8], f32[8]), s32[]) async-update(st, b, a, a)\n"
       "ROOT d = (f32[8], f32[8]) async-done(u)",
       "u", "b"},
      // One of two is missing.
      {"st = ((), (), s32[]) async-start(), calls=twofold\n"
       "u = ((f32[8]), (f32[8], f32[8]), s32[]) async-update(st, b, a)\n"
       "ROOT d = (f32[8], f32[8]) async-done(u)",
       "u", "b a"},
  };
  for (const ChainCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), c.link,
                      [&](const AsyncOperation& chain) {
                        return NamesOf(chain.BoundOperands(*chain.links()[1]));
                      }),
              c.expected)
        << c.body;
  }
}

TEST(AsyncChains, Lifetimes) {
  const ChainCase kCases[] = {
      {"st = ((f32[8]), (), s32[]) custom-call-start(a), custom_call_target=\"f\"\n"
       "u = ((f32[8], f32[8]), (), s32[]) custom-call-update(st, b)\n"
       "ROOT d = f32[8] custom-call-done(u)",
       "st", "a st..d; b u..d"},
      {"ROOT st = ((f32[8], f32[8]), (), s32[]) custom-call-start(a, a), custom_call_target=\"f\"",
       "st", "a st..none; a st..none"},
  };
  for (const ChainCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), c.link, ShowLifetimes), c.expected) << c.body;
  }
}

TEST(AsyncChains, Between) {
  const ChainCase kCases[] = {
      {"st = ((f32[8]), (), s32[]) custom-call-start(a), custom_call_target=\"f\"\n"
       "m1 = f32[8] negate(a)\n"
       "u = ((f32[8]), f32[8], s32[]) custom-call-update(st)\n"
       "m2 = f32[8] negate(m1)\nm3 = f32[8] negate(m2)\n"
       "d = f32[8] custom-call-done(u)\nROOT r = f32[8] add(d, m3)",
       "u", "m1 m2 m3"},
      {"st = ((f32[8]), f32[8], s32[]) negate-start(a)\nROOT d = f32[8] negate-done(st)", "st", ""},
      // A chain within a chain: its links are ordinary instructions.
      {"st = ((f32[8]), f32[8], s32[]) negate-start(a)\n"
       "sb = ((f32[8]), f32[8], s32[]) negate-start(b)\ndb = f32[8] negate-done(sb)\n"
       "d = f32[8] negate-done(st)\nROOT r = f32[8] add(d, db)",
       "st", "sb db"},
      {"st = ((f32[8]), f32[8], s32[]) negate-start(a)\nROOT m1 = f32[8] negate(a)", "st", ""},
  };
  for (const ChainCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), c.link,
                      [](const AsyncOperation& chain) { return NamesOf(chain.Between()); }),
              c.expected)
        << c.body;
  }
}

}  // namespace hlo_text_v1::chain_test
