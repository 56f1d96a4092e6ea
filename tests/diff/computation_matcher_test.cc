#include "src/diff/computation_matcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::computation_matcher_test {

using namespace internal;

std::string Reducer(const std::string& name, const std::string& opcode) {
  return name + " { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] " + opcode +
         "(x, y) }\n";
}

std::string Entry(const std::vector<std::string>& reducers) {
  std::string text = "ENTRY e {\n  z = f32[] constant(0)\n";
  for (size_t i = 0; i < reducers.size(); ++i) {
    const std::string n = std::to_string(i);
    text += "  p" + n + " = f32[4] parameter(" + n + ")\n  r" + n + " = f32[] reduce(p" + n +
            ", z), dimensions={0}, to_apply=" + reducers[i] + "\n";
  }
  return text + "  ROOT t = () tuple()\n}\n";
}

// "a:b c=d", sorted; "=" if the two are known to be equal.
std::string Pairs(const std::string& before, const std::string& after) {
  const HloModule a = ReadModule("HloModule m\n" + before);
  const HloModule b = ReadModule("HloModule m\n" + after);
  const ModuleMatching matched = MatchModules(a, b, {});
  std::vector<std::string> pairs;
  for (const HloComputation* computation : a.computations()) {
    const HloComputation* counterpart = matched.matching.AfterOf(*computation);
    if (counterpart == nullptr) continue;
    pairs.push_back(std::string(computation->name()) +
                    (matched.equal.contains(computation) ? "=" : ":") +
                    std::string(counterpart->name()));
  }
  std::sort(pairs.begin(), pairs.end());
  std::string text;
  for (const std::string& pair : pairs) text += (text.empty() ? "" : " ") + pair;
  return text;
}

TEST(MatchModules, EqualOnesPositionByPosition) {
  const std::string text = Reducer("f", "add") + Reducer("g", "maximum") + Entry({"f", "g"});
  EXPECT_EQ(Pairs(text, text), "e=e f=f g=g");
  EXPECT_EQ(Pairs(text, Reducer("g", "add") + Reducer("f", "maximum") + Entry({"g", "f"})),
            "e=e f=g g=f");
}

TEST(MatchModules, ByCalls) {
  // Their callers distinguish equal computations.
  EXPECT_EQ(Pairs(Reducer("f", "add") + Reducer("g", "add") + Entry({"f", "g"}),
                  Reducer("h", "add") + Reducer("i", "add") + Entry({"i", "h"})),
            "e=e f=i g=h");
  EXPECT_EQ(Pairs(Reducer("f", "add") + Entry({"f"}), Reducer("h", "minimum") + Entry({"h"})),
            "e:e f:h");
}

TEST(MatchModules, AnEqualOneElsewhereComesFirst) {
  // The second reduce calls another computation, but both reducers still exist.
  EXPECT_EQ(Pairs(Reducer("f", "add") + Reducer("g", "maximum") + Entry({"f", "g"}),
                  Reducer("h", "add") + Reducer("i", "maximum") + Entry({"i", "h"})),
            "e:e f=h g=i");
}

TEST(MatchModules, WhatNothingCalls) {
  EXPECT_EQ(Pairs(Reducer("f", "add") + Reducer("g", "add") + Entry({}),
                  Reducer("g", "add") + Reducer("h", "add") + Entry({"h"})),
            "e:e f=h g=g");
  // Matched by their common content.
  const auto longer = [](const std::string& name, const std::string& opcode) {
    return name +
           " { a = f32[] parameter(0) b = f32[] sine(a) c = f32[] cosine(b) ROOT d = f32[] " +
           opcode + "(c) }\n";
  };
  EXPECT_EQ(Pairs(longer("f", "negate") + Entry({}), longer("g", "abs") + Entry({})), "e=e f:g");
}

TEST(MatchModules, WithoutAnEntry) {
  EXPECT_EQ(MatchModules(HloModule(), HloModule(), {}).equal.size(), 0u);
  const HloModule module = ReadModule("HloModule m\n" + Entry({}));
  EXPECT_EQ(MatchModules(HloModule(), module, {}).matching.BeforeOf(*module.entry_computation()),
            nullptr);
}

}  // namespace hlo_text_v1::computation_matcher_test
