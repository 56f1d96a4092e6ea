// The places along an asynchronous chain that share a buffer.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "tests/async/chain_test_util.h"

namespace hlo_text_v1::chain_aliases_test {

using namespace internal;

using test::OfChain;
using test::PositionToString;

std::string PairsToString(
    const std::vector<std::pair<AsyncOperation::Position, AsyncOperation::Position>>& pairs) {
  std::string text;
  for (const auto& [a, b] : pairs) {
    StrAppend(&text, text.empty() ? "" : "; ", PositionToString(a), "=", PositionToString(b));
  }
  return text;
}
std::string ShowAliases(const AsyncOperation& chain) { return PairsToString(chain.Aliases()); }
std::string ShowRequested(const AsyncOperation& chain) {
  return PairsToString(chain.RequestedAliases());
}

struct AliasCase {
  const char* body;
  const char* expected;
};

// The computations called by generic starts, and the operands.
std::string InModule(std::string_view body) {
  return StrCat(
      "HloModule m\n"
      "foo {\n  p = f32[8] parameter(0)\n  ROOT n = f32[8] negate(p)\n}\n"
      "pair {\n  p0 = f32[8] parameter(0)\n  p1 = f32[8] parameter(1)\n"
      "  ROOT t = (f32[8], f32[8]) tuple(p0, p1)\n}\n"
      "sum {\n  q0 = f32[8] parameter(0)\n  q1 = f32[8] parameter(1)\n"
      "  ROOT s = f32[8] add(q0, q1)\n}\n"
      "first {\n  f = (f32[8], f32[8]) parameter(0)\n"
      "  ROOT g = f32[8] get-tuple-element(f), index=0\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n  b = f32[8] parameter(1)\n"
      "  ab = (f32[8], f32[8]) tuple(a, b)\n",
      body, "\n}\n");
}

TEST(AsyncChainAliases, Generic) {
  const AliasCase kCases[] = {
      // All operands are bound at the start.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\nROOT d = f32[8] async-done(st)",
       "a{}=st{0,0}; a{}=p{}; n{}=st{1}; n{}=d{}"},
      // Operands are in element 0 from the link that binds them.
      {"st = ((f32[8]), (), s32[]) async-start(a), calls=sum\n"
       "u = ((f32[8], f32[8]), f32[8], s32[]) async-update(st, b)\n"
       "ROOT d = f32[8] async-done(u)",
       "a{}=st{0,0}; a{}=u{0,0}; a{}=q0{}; b{}=u{0,1}; b{}=q1{}; s{}=u{1}; s{}=d{}"},
      // A result bound in parts; the first part is its first element.
      {"st = ((f32[8], f32[8]), (), s32[]) async-start(a, b), calls=pair\n"
       "u = ((f32[8], f32[8]), (f32[8]), s32[]) async-update(st)\n"
       "v = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) async-update(u)\n"
       "ROOT d = (f32[8], f32[8]) async-done(v)",
       "a{}=st{0,0}; a{}=u{0,0}; a{}=v{0,0}; a{}=p0{}; "
       "b{}=st{0,1}; b{}=u{0,1}; b{}=v{0,1}; b{}=p1{}; "
       "t{0}=u{1,0}; t{}=v{1}; t{}=d{}"},
      // Each link has contexts of its own.
      {"st = ((f32[8]), f32[8], s32[], u32[], f32[3]) async-start(a), calls=foo\n"
       "u = ((f32[8]), f32[8], s32[], f32[2]) async-update(st)\n"
       "v = ((f32[8]), f32[8]) async-update(u)\n"
       "ROOT d = f32[8] async-done(v)",
       "a{}=st{0,0}; a{}=u{0,0}; a{}=v{0,0}; a{}=p{}; n{}=st{1}; n{}=u{1}; n{}=v{1}; n{}=d{}"},
      // A tuple is one operand.
      {"st = (((f32[8], f32[8])), f32[8]) async-start(ab), calls=first\n"
       "ROOT d = f32[8] async-done(st)",
       "ab{}=st{0,0}; ab{}=f{}; g{}=st{1}; g{}=d{}"},
      // Element 1 has another shape, so it is not the result.
      {"st = ((f32[8]), f32[9], s32[]) async-start(a), calls=foo\nROOT d = f32[8] async-done(st)",
       "a{}=st{0,0}; a{}=p{}; n{}=d{}"},
      // No done.
      {"ROOT st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo",
       "a{}=st{0,0}; a{}=p{}; n{}=st{1}"},
      // An operand without a place in element 0.
      {"st = ((f32[8]), f32[8], s32[]) async-start(a, b), calls=sum\n"
       "ROOT d = f32[8] async-done(st)",
       "a{}=st{0,0}; a{}=q0{}; b{}=q1{}; s{}=st{1}; s{}=d{}"},
      // Buffers for the leaves of the result.
      {"st = ((f32[8], f32[8]), (), s32[]) async-start(a, b), calls=pair\n"
       "u = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) async-update(st, b, a)\n"
       "ROOT d = (f32[8], f32[8]) async-done(u)",
       "a{}=st{0,0}; a{}=u{0,0}; a{}=p0{}; b{}=st{0,1}; b{}=u{0,1}; b{}=p1{}; t{}=u{1}; t{}=d{}; "
       "b{}=u{1,0}; a{}=u{1,1}"},
      // Buffers for the parts of the result that each update binds.
      {"st = ((f32[8], f32[8]), (), s32[]) async-start(a, b), calls=pair\n"
       "u = ((f32[8], f32[8]), (f32[8]), s32[]) async-update(st, b)\n"
       "v = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) async-update(u, a)\n"
       "ROOT d = (f32[8], f32[8]) async-done(v)",
       "a{}=st{0,0}; a{}=u{0,0}; a{}=v{0,0}; a{}=p0{}; b{}=st{0,1}; b{}=u{0,1}; b{}=v{0,1}; "
       "b{}=p1{}; t{0}=u{1,0}; t{}=v{1}; t{}=d{}; b{}=u{1,0}; a{}=v{1,1}"},
  };
  for (const AliasCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), "st", ShowAliases), c.expected) << c.body;
  }
}

// Links in a loop hold the operands and the result as the others do.
TEST(AsyncChainAliases, InALoop) {
  constexpr std::string_view kState = "((f32[8]), f32[8], s32[])";
  const std::string text = StrCat(
      "foo {\n  p = f32[8] parameter(0)\n  ROOT n = f32[8] negate(p)\n}\n"
      "body {\n  c = ",
      kState, " parameter(0)\n  ROOT u = ", kState,
      " async-update(c), "
      "output_to_operand_aliasing={{2}: (0, {2})}\n}\n"
      "condition {\n  c2 = ",
      kState,
      " parameter(0)\n  ROOT m = pred[] constant(false)\n}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n  st = ",
      kState,
      " async-start(a), calls=foo\n"
      "  l = ",
      kState,
      " while(st), condition=condition, body=body\n"
      "  ROOT d = f32[8] async-done(l)\n}\n");
  EXPECT_EQ(OfChain(text, "st", ShowAliases),
            "a{}=st{0,0}; a{}=u{0,0}; a{}=p{}; n{}=st{1}; n{}=u{1}; n{}=d{}");
  EXPECT_EQ(OfChain(text, "d", ShowRequested), "c{2}=u{2}");
}

TEST(AsyncChainAliases, Sugared) {
  const AliasCase kCases[] = {
      {"st = ((f32[8]), f32[8], s32[]) negate-start(a)\nROOT d = f32[8] negate-done(st)",
       "a{}=st{0,0}; a{}=async_param{}; negate{}=st{1}; negate{}=d{}"},
      {"st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"\n"
       "u = ((f32[8]), (f32[8]), s32[]) custom-call-update(st, a)\n"
       "ROOT d = (f32[8], s32[]) custom-call-done(u)",
       "a{}=u{0,0}; a{}=async_param{}; custom-call{0}=u{1,0}; custom-call{}=d{}"},
      // Without a done, the last link with a result stands for it.
      {"st = ((f32[8]), f32[8], s32[]) negate-start(a)\n"
       "ROOT u = ((f32[8]), f32[8], s32[]) negate-update(st)",
       "a{}=st{0,0}; a{}=u{0,0}; a{}=async_param{}; negate{}=st{1}; negate{}=u{1}"},
      {"ROOT st = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\"", ""},
  };
  for (const AliasCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), "st", ShowAliases), c.expected) << c.body;
  }
}

TEST(AsyncChainAliases, RequestedByTheStart) {
  const AliasCase kCases[] = {
      {"st = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=foo, "
       "output_to_operand_aliasing={{1}: (0, {})}\n"
       "ROOT d = f32[8] call-done(st)",
       "a{}=st{1}; st{0,0}=d{}"},
      // Bound later, at the update that binds the operand.
      {"st = ((), (), s32[]) call-start(), to_apply=foo, "
       "output_to_operand_aliasing={{1}: (0, {})}\n"
       "u = ((f32[8]), f32[8], s32[]) call-update(st, a)\n"
       "ROOT d = f32[8] call-done(u)",
       "a{}=u{1}; u{0,0}=d{}"},
      // The result is bound only at the done; this is about the second operand.
      {"st = ((f32[8]), (), s32[]) call-start(a), to_apply=sum, "
       "output_to_operand_aliasing={{1}: (1, {})}\n"
       "u = ((f32[8], f32[8]), (), s32[]) call-update(st, b)\n"
       "ROOT d = f32[8] call-done(u)",
       "u{0,1}=d{}"},
      // An update without operands adds nothing.
      {"st = ((f32[8]), (), s32[]) call-start(a), to_apply=foo, "
       "output_to_operand_aliasing={{1}: (0, {})}\n"
       "u = ((f32[8]), f32[8], s32[]) call-update(st)\n"
       "ROOT d = f32[8] call-done(u)",
       "u{0,0}=d{}"},
      // Parts of results and operands.
      {"st = (((f32[8], f32[8])), f32[8], s32[]) call-start(ab), to_apply=first, "
       "output_to_operand_aliasing={{1}: (0, {1})}\n"
       "ROOT d = f32[8] call-done(st)",
       "ab{1}=st{1}; st{0,0,1}=d{}"},
      {"st = ((f32[8]), (f32[8]), s32[]) call-start(a), to_apply=pair, "
       "output_to_operand_aliasing={{1,0}: (0, {}), {1,1}: (1, {})}\n"
       "u = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) call-update(st, b)\n"
       "ROOT d = (f32[8], f32[8]) call-done(u)",
       "a{}=st{1,0}; b{}=u{1,1}; u{0,0}=d{0}; u{0,1}=d{1}"},
      // Context elements are not in the done.
      {"st = ((f32[8]), f32[8], f32[8]) call-start(a), to_apply=foo, "
       "output_to_operand_aliasing={{2}: (0, {})}\n"
       "ROOT d = f32[8] call-done(st)",
       "a{}=st{2}"},
      // All of the start.
      {"st = ((f32[8]), f32[8], f32[8]) call-start(a), to_apply=foo, "
       "output_to_operand_aliasing={{}: (0, {})}\n"
       "ROOT d = f32[8] call-done(st)",
       "a{}=st{}"},
      // Places that do not exist are omitted.
      {"st = ((f32[8]), f32[8], s32[]) call-start(a), to_apply=foo, "
       "output_to_operand_aliasing={{1,3}: (0, {}), {1}: (7, {}), {4}: (0, {}), {1}: (0, {2})}\n"
       "ROOT d = f32[8] call-done(st)",
       ""},
  };
  for (const AliasCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), "st", ShowRequested), c.expected) << c.body;
  }
}

// A custom-call's own attribute names places relative to its result.
TEST(AsyncChainAliases, RequestedByTheWrappedInstruction) {
  const AliasCase kCases[] = {
      {"st = ((f32[8]), f32[8], s32[]) custom-call-start(a), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{}: (7, {})}\n"
       "ROOT d = f32[8] custom-call-done(st)",
       ""},
      {"st = ((f32[8]), f32[8], s32[]) custom-call-start(a), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{}: (-1, {})}\n"
       "ROOT d = f32[8] custom-call-done(st)",
       ""},
      {"st = ((f32[8]), f32[8], s32[]) custom-call-start(a), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{}: (0, {})}\n"
       "ROOT d = f32[8] custom-call-done(st)",
       "a{}=st{1}; st{0,0}=d{}"},
      {"st = ((f32[8]), (), s32[]) custom-call-start(a), custom_call_target=\"f\", "
       "output_to_operand_aliasing={{1}: (1, {})}\n"
       "u = ((f32[8], f32[8]), (f32[8], f32[8]), s32[]) custom-call-update(st, b)\n"
       "ROOT d = (f32[8], f32[8]) custom-call-done(u)",
       "b{}=u{1,1}; u{0,1}=d{1}"},
      {"st = ((f32[8]), f32[8], s32[]) fusion-start(a), kind=kLoop, calls=foo, "
       "output_to_operand_aliasing={{}: (0, {})}\n"
       "ROOT d = f32[8] fusion-done(st)",
       "a{}=st{1}; st{0,0}=d{}"},
  };
  for (const AliasCase& c : kCases) {
    EXPECT_EQ(OfChain(InModule(c.body), "st", ShowRequested), c.expected) << c.body;
  }
}

// That of an update is about parts of the context, and operand 0.
TEST(AsyncChainAliases, RequestedByAnUpdate) {
  for (const auto& [pair, expected] :
       {std::pair("{2}: (0, {2})", "st{2}=u{2}"), std::pair("{2}: (1, {2})", ""),
        std::pair("{2}: (0, {5})", ""), std::pair("{5}: (0, {2})", "")}) {
    const std::string body =
        StrCat("st = ((f32[8]), f32[8], s32[]) async-start(a), calls=foo\n",
               "u = ((f32[8]), f32[8], s32[]) async-update(st), output_to_operand_aliasing={", pair,
               "}\nROOT d = f32[8] async-done(u)");
    EXPECT_EQ(OfChain(InModule(body), "st", ShowRequested), expected) << pair;
  }
}

// A wrapped custom-call numbers its own operands, which may differ from the order of parameters.
TEST(AsyncChainAliases, OperandsOfTheWrappedInstructionAreNumberedByParameter) {
  const char* kText = R"(HloModule m
swap {
  p0 = f32[8] parameter(0)
  p1 = f32[8] parameter(1)
  n = f32[8] negate(p0)
  ROOT c = f32[8] custom-call(n, p1, p0), custom_call_target="f", output_to_operand_aliasing={{}: (1, {}), {}: (0, {})}
}
ENTRY e {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  st = ((f32[8], f32[8]), f32[8], s32[]) async-start(a, b), calls=swap
  ROOT d = f32[8] async-done(st)
})";
  EXPECT_EQ(OfChain(kText, "st", ShowRequested), "b{}=st{1}; st{0,1}=d{}");
}

}  // namespace hlo_text_v1::chain_aliases_test
