#include "src/canonical/structural_hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::structural_hash_test {

using namespace internal;

std::string OfBytes(std::string_view bytes) {
  HashState hash;
  hash.AddBytes(bytes);
  return hash.Finish().ToString();
}

TEST(HashState, ValuesAreFixed) {
  EXPECT_EQ(HashState().Finish().ToString(), "265ab34c1bb5411e57886c8543a55615");
  EXPECT_EQ(OfBytes("add"), "ece1634b7be2df5e4778b191b2fb1047");
  EXPECT_EQ(OfBytes("get-tuple-element"), "a7d73ccc65188f16d4a1953c03264310");
}

// It tells apart all that Identical does, but for layouts, operands and callees.
TEST(InstructionHash, IsAsFineAsIdentical) {
  const HloModule module = ReadModule(R"(HloModule m
f { p = f32[2,2] parameter(0) ROOT r = f32[2,2] negate(p) }
g { q = f32[2,2] parameter(0) ROOT s = f32[2,2] negate(q) }
ENTRY e {
  x = f32[2,2] parameter(0)
  a = f32[2,2] transpose(x), dimensions={1,0}
  b = f32[2,2]{0,1} transpose(x), dimensions={1,0}, metadata={op_name="b"}
  c = f32[2,2] transpose(x), dimensions={0,1}
  d = f32[2,2] call(a), to_apply=f, frontend_attributes={k="1"}
  h = f32[2,2] call(b), to_apply=g, frontend_attributes={k="1"}
  i = f32[2,2] call(b), to_apply=g, frontend_attributes={k="2"}
  j = f32[] constant(0)
  k = f32[] constant(-0)
  l = f32[2] broadcast(j), dimensions={}
  ROOT t = () tuple()
})");
  const auto hash = [&](const char* name) { return InstructionHash(*Find(module, name)); };
  EXPECT_EQ(hash("a"), hash("b"));
  EXPECT_EQ(hash("d"), hash("h"));
  EXPECT_EQ(hash("r"), hash("s"));
  std::set<uint64_t> different;
  for (const char* name : {"x", "a", "c", "d", "i", "j", "k", "l", "t", "r"}) {
    EXPECT_TRUE(different.insert(hash(name)).second) << name;
  }
  const HloModule copy = module.Clone();
  EXPECT_EQ(InstructionHash(*Find(copy, "i")), hash("i"));
}

TEST(HashState, OrderAndBoundariesCount) {
  std::set<std::string> seen;
  for (const char* text : {"", "a", "b", "ab", "ba", "abcdefgh", "abcdefghi", "abcdefgh\1"}) {
    EXPECT_TRUE(seen.insert(OfBytes(text)).second) << text;
  }
  EXPECT_TRUE(seen.insert(OfBytes(std::string_view("\0", 1))).second);
  EXPECT_TRUE(seen.insert(OfBytes(std::string_view("\0\0", 2))).second);
  HashState one, two;
  one.Add(1);
  one.Add(2);
  two.Add(2);
  two.Add(1);
  EXPECT_TRUE(seen.insert(one.Finish().ToString()).second);
  EXPECT_TRUE(seen.insert(two.Finish().ToString()).second);
}

// Changing any input bit changes about half of all output bits.
TEST(HashState, EveryBitSpreads) {
  HashState zero;
  zero.Add(0);
  const Fingerprint128 base = zero.Finish();
  for (int bit = 0; bit < 64; ++bit) {
    HashState hash;
    hash.Add(uint64_t{1} << bit);
    const Fingerprint128 other = hash.Finish();
    const int changed =
        __builtin_popcountll(base.high ^ other.high) + __builtin_popcountll(base.low ^ other.low);
    EXPECT_GT(changed, 32) << bit;
    EXPECT_LT(changed, 96) << bit;
  }
}

// Instructions are hashed without the things they refer to.
std::string OfRoot(const std::string& root) {
  const HloModule module = ReadModule(R"(HloModule m
f { x = f32[4] parameter(0)
  ROOT y = f32[4] negate(x) }
g { x = f32[4] parameter(0)
  ROOT y = f32[4] negate(x) }
ENTRY e {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  ROOT r = )" + root + "\n}\n");
  InstructionHasher hasher;
  HashState hash;
  hasher.Add(*module.entry_computation()->root_instruction(), &hash);
  return hash.Finish().ToString();
}

TEST(InstructionHasher, NotNamesNorReferencesNorOrigins) {
  EXPECT_EQ(OfRoot("f32[4] add(p, q)"), OfRoot("f32[4] add(q, q), metadata={op_name=\"x\"}"));
  EXPECT_EQ(OfRoot("f32[4] add(p, q)"), OfRoot("f32[4] add(p, q), origin={{\"x\"}}"));
  EXPECT_EQ(OfRoot("f32[4] call(p), to_apply=f"), OfRoot("f32[4] call(q), to_apply=g"));
  EXPECT_EQ(OfRoot("f32[4] negate(p), control-predecessors={q}"),
            OfRoot("f32[4] negate(q), control-predecessors={p}"));
  EXPECT_EQ(OfRoot("f32[4] negate(p), sharding={replicated}"),
            OfRoot("f32[4] negate(p), sharding={replicated metadata={op_name=\"x\"}}"));
  EXPECT_EQ(OfRoot("f32[4] constant({1, 0, 0, 0})"), OfRoot("f32[4] constant({1, 0, 0, 0})"));
}

TEST(InstructionHasher, AllElse) {
  std::set<std::string> seen;
  for (
      const char* root : {
          "f32[4] add(p, q)",
          "f32[4] subtract(p, q)",
          "f32[4]{0:T(4)} add(p, q)",
          "(f32[4]) tuple(p)",
          "f32[4] negate(p)",
          "f32[4] negate(p), control-predecessors={q}",
          "f32[4] negate(p), sharding={replicated}",
          "f32[4] negate(p), sharding={maximal device=1}",
          "f32[4] negate(p), sharding={unreduced}",
          R"(f32[4] negate(p), sharding={unreduced metadata={op_type="sdy::reduction_op" op_name="MAX"}})",
          "f32[4] negate(p), backend_config=\"x\"",
          "f32[4] negate(p), backend_config=\"y\"",
          "f32[4] negate(p), frontend_attributes={x=\"1\"}",
          "f32[4] negate(p), frontend_attributes={x=\"2\"}",
          "f32[4] negate(p), frontend_attributes={y=\"1\"}",
          "f32[4] negate(p), statistics={visualizing_index=0,a=1}",
          "f32[4] negate(p), statistics={visualizing_index=0,a=2}",
          "f32[4] constant({1, 0, 0, 0})",
          "f32[4] constant({0, 1, 0, 0})",
          "f32[4] constant({1, 0, 0, -0.0})",
          "f32[4] constant({...})",
          "s32[4] constant({1, 0, 0, 0})",
          "(f32[1], f32[1]) constant(({1}, {0}))",
          "(f32[1], f32[1]) constant(({0}, {1}))",
          "f32[4] call(p), to_apply=f",
          "f32[4] call(p), to_apply=f, is_composite=true",
          "f32[4] fusion(p), kind=kLoop, calls=f",
          "f32[4] fusion(p), kind=kInput, calls=f",
          "f32[4] broadcast(p), dimensions={0}",
          "f32[4] broadcast(p), dimensions={1}",
          "f32[4] slice(p), slice={[0:4]}",
          "f32[4] slice(p), slice={[0:4:2]}",
          "f32[4] iota(), iota_dimension=0",
          "f32[4] parameter(2)",
          "f32[4] compare(p, q), direction=EQ",
          "f32[4] compare(p, q), direction=NE",
          "f32[4] rng-bit-generator(p), algorithm=rng_three_fry",
          "f32[4] rng-bit-generator(p), algorithm=rng_philox",
          "f32[4] all-reduce(p), replica_groups={{0,1}}, to_apply=f",
          "f32[4] all-reduce(p), replica_groups={{1,0}}, to_apply=f",
      }) {
    EXPECT_TRUE(seen.insert(OfRoot(root)).second) << root;
  }
}

}  // namespace hlo_text_v1::structural_hash_test
