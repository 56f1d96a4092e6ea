#include "src/canonical/canonical_form.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::canonical_form_test {

using namespace internal;

constexpr char kText[] = R"(HloModule m
dead { x = f32[] parameter(0)
  ROOT y = f32[] sine(x) }
inner { x = f32[] parameter(0)
  ROOT y = f32[] negate(x) }
cond { x = f32[] parameter(0)
  ROOT y = pred[] constant(true) }
body { x = f32[] parameter(0)
  ROOT y = f32[] call(x), to_apply=inner }
dead_caller { x = f32[] parameter(0)
  a = f32[] call(x), to_apply=inner
  ROOT y = f32[] call(a), to_apply=dead }
ENTRY e { p = f32[] parameter(0)
  w = f32[] while(p), condition=cond, body=body
  ROOT r = f32[] call(w), to_apply=inner }
)";

std::string Names(const std::vector<CanonicalComputation>& form) {
  std::string names;
  for (const CanonicalComputation& part : form) {
    names += std::string(part.computation->name()) + "(";
    for (const auto& call : part.calls) {
      names += std::string(call.caller->name()) + ":" + std::to_string(call.number) + " ";
    }
    names += ")";
  }
  return names;
}

TEST(CanonicalForm, CalleesFirstTheEntryThenTheDead) {
  const HloModule module = ReadModule(kText);
  EXPECT_EQ(Names(CanonicalForm(module)),
            "inner()body(y.3:0 )cond()e(w:1 w:2 r:0 )dead()dead_caller(a:0 y.4:4 )");
}

TEST(CanonicalForm, HashesAreOfWhatIsCalledToo) {
  const auto hash_of = [](const std::string& text, std::string_view name) {
    const HloModule module = ReadModule(text);
    for (const CanonicalComputation& part : CanonicalForm(module)) {
      if (part.computation->name() == name) return part.hash.ToString();
    }
    return std::string("none");
  };
  const std::string changed = Replaced(kText, "negate(x)", "abs(x)");
  for (const char* name : {"inner", "body", "dead_caller", "e"}) {
    EXPECT_NE(hash_of(kText, name), hash_of(changed, name)) << name;
  }
  for (const char* name : {"dead", "cond"}) {
    EXPECT_EQ(hash_of(kText, name), hash_of(changed, name)) << name;
  }
}

TEST(CanonicalForm, ALongChainOfCallsNeedsNoStack) {
  std::string text = "HloModule m\nfn0 { ROOT x = f32[] parameter(0) }\n";
  for (int i = 1; i <= 20000; ++i) {
    text += "fn" + std::to_string(i) +
            " { x = f32[] parameter(0)\n ROOT y = f32[] call(x), to_apply=fn" +
            std::to_string(i - 1) + " }\n";
  }
  EXPECT_EQ(CanonicalForm(ReadModule(text)).size(), 20001u);
}

TEST(CanonicalForm, OfAnEmptyModule) { EXPECT_TRUE(CanonicalForm(HloModule()).empty()); }

}  // namespace hlo_text_v1::canonical_form_test
