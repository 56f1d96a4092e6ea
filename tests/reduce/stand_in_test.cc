// Replacements of dropped instructions.
#include "src/reduce/stand_in.h"

#include <gtest/gtest.h>

#include "tests/support/read.h"

namespace hlo_text_v1::stand_in_test {

using namespace internal;

constexpr char kText[] = R"(HloModule m
f {
  p = f32[4] parameter(0)
  c = f32[] constant(0)
  zeros = f32[8] broadcast(c), dimensions={}
  order = token[] after-all()
  joined = token[] after-all(order)
  copied = f32[8,4] broadcast(p), dimensions={1}
  made = f32[4] sine(p)
  pair = (f32[4], f32[8]) tuple(p, zeros)
  empty = () tuple()
  mixed = (f32[4], f32[4]) tuple(p, made)
  ROOT nested = ((f32[4], f32[8])) tuple(pair)
}
ENTRY e {
  q = f32[4] parameter(0)
  d = f32[8] constant({1,2,3,4,5,6,7,8})
  ROOT r = ((f32[4], f32[8])) call(q), to_apply=f
})";

TEST(StandIn, ComputesNothing) {
  const HloModule module = ReadModule(kText);
  for (const char* name : {"c", "zeros", "order", "pair", "empty", "d"}) {
    EXPECT_TRUE(IsStandIn(*Find(module, name))) << name;
  }
  for (const char* name : {"p", "joined", "copied", "made", "mixed", "nested", "r"}) {
    EXPECT_FALSE(IsStandIn(*Find(module, name))) << name;
  }
}

// In an entry computation, a parameter can be dropped later; a constant stays part of the result.
TEST(StandIn, SharesWhatIsThere) {
  HloModule module = ReadModule(kText);
  for (const bool shares : {true, false}) {
    const auto name_of = [&](const char* computation, const char* like) {
      StandIns stand_ins(FindComputation(module, computation), shares);
      const Shape* shape = &Find(module, like)->shape();
      HloInstruction* first = stand_ins.Of(shape);
      EXPECT_EQ(stand_ins.Of(shape) == first, shares);
      return first->name();
    };
    EXPECT_EQ(name_of("f", "made") == "p", shares);
    EXPECT_EQ(name_of("f", "zeros") == "zeros", shares);
    EXPECT_EQ(name_of("f", "mixed") == "mixed", false);
    EXPECT_EQ(name_of("e", "q") == "q", shares);
    EXPECT_EQ(name_of("e", "d") == "d", false);
  }
}

}  // namespace hlo_text_v1::stand_in_test
