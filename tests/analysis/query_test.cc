#include "hlo/query.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/parser.h"
#include "tests/support/read.h"

namespace hlo_text_v1::query_test {

// The names of the instructions for which is(instruction) holds.
template <typename Is>
std::string Those(const HloModule& module, Is is) {
  std::string names;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (!is(*instruction)) continue;
      if (!names.empty()) names += " ";
      names += instruction->name();
    }
  }
  return names;
}

TEST(Query, DeadHasNoUserNoEffectAndNoControl) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  unused = f32[] parameter(1)
  dead = f32[] add(p, p)
  used = f32[] negate(p)
  random = f32[] rng(p, p), distribution=rng_uniform
  before = f32[] abs(p)
  after = f32[] abs(p), control-predecessors={before}
  ROOT root = f32[] negate(used)
})");
  EXPECT_EQ(Those(module, IsDead), "dead");
}

TEST(Query, SourceStackIsInnermostFirst) {
  const HloModule module = ReadModule(R"(HloModule m

FileNames
1 "/home/me/train.py"

FunctionNames
1 "loss"
2 "step"

FileLocations
1 {file_name_id=1 function_name_id=1 line=12 end_line=12 column=1 end_column=9}
2 {file_name_id=1 function_name_id=2 line=30 end_line=30 column=1 end_column=9}

StackFrames
1 {file_location_id=2 parent_frame_id=1}
2 {file_location_id=1 parent_frame_id=2}

ENTRY e {
  x = f32[8] parameter(0), metadata={op_name="x" stack_frame_id=2}
  y = f32[8] abs(x), metadata={op_name="y" source_file="a.py" source_line=3}
  ROOT z = f32[8] negate(y), metadata={op_name="z"}
})");
  std::vector<std::vector<std::string>> stacks;
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    stacks.push_back(SourceStack(module, i->metadata()));
  }
  EXPECT_EQ(stacks,
            (std::vector<std::vector<std::string>>{
                {"/home/me/train.py:12 in loss", "/home/me/train.py:30 in step"}, {"a.py:3"}, {}}));
}

TEST(Query, Elementwise) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[2] parameter(0)
  yes1 = f32[2] add(p, p)
  yes2 = pred[2] compare(p, p), direction=EQ
  yes3 = f32[2] copy(p)
  yes4 = s32[2] bitcast-convert(p)
  no1 = s16[2,2] bitcast-convert(p)
  no2 = f32[2] reverse(p), dimensions={0}
  no3 = ((f32[2]), f32[2], s32[]) negate-start(p)
  no4 = f32[2] negate-done(no3)
  ROOT yes5 = f32[2] select(yes2, p, p)
})");
  EXPECT_EQ(
      Those(module,
            [](const HloInstruction& i) { return i.parent()->IsEntry() && IsElementwise(i); }),
      "yes1 yes2 yes3 yes4 yes5");
}

TEST(Query, Collectives) {
  std::string names;
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    if (IsCollective(opcode)) names += std::string(HloOpcodeName(opcode)) + " ";
  }
  EXPECT_EQ(names,
            "all-gather all-gather-done all-gather-start all-reduce all-reduce-done "
            "all-reduce-start all-to-all collective-broadcast collective-permute "
            "collective-permute-done collective-permute-start collective-reduce "
            "ragged-all-to-all reduce-scatter ");
  const HloModule module = ReadModule(R"(HloModule m
add { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y) }
ENTRY e {
  p = f32[4] parameter(0)
  yes = ((f32[4]), f32[2], u32[]) reduce-scatter-start(p), dimensions={0}, replica_groups={{0,1}}, to_apply=add
  done = f32[2] reduce-scatter-done(yes)
  no = ((f32[2]), f32[2], u32[]) negate-start(done)
  ROOT end = f32[2] negate-done(no)
})");
  EXPECT_EQ(Those(module,
                  [](const HloInstruction& i) { return i.parent()->IsEntry() && IsCollective(i); }),
            "yes");
}

TEST(Query, CommutativeOpcodes) {
  std::string names;
  for (int i = 0; i <= kHloOpcodeCount; ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    if (!IsCommutative(opcode)) continue;
    names += std::string(HloOpcodeName(opcode)) + " ";
    EXPECT_EQ(GetOpcodeInfo(opcode).arity, 2);
  }
  EXPECT_EQ(names, "add and maximum minimum multiply or xor ");
}

TEST(Query, AllElements) {
  const HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  ones = f32[3] constant({1,1,1})
  two = f32[2] constant({1,2})
  zero = s32[1000] constant(0)
  minus = f32[] constant(-0.0)
  truth = pred[2] constant({1,1})
  big = u64[] constant(18446744073709551615)
  half = u64[] constant(9223372036854775808)
  halves = f32[] constant(9223372036854775808.0)
  least = s64[] constant(-9223372036854775808)
  complex = c64[] constant((1,0))
  imaginary = c64[] constant((1,1))
  not = f32[] constant(nan)
  exact = s64[] constant(9007199254740993)
  rounded = f64[] constant(9007199254740992)
  tuple = (s32[], s32[]) constant((1, 1))
  empty = f32[0] constant({})
  broad = f32[7] broadcast(minus), dimensions={}
  ROOT end = f32[] negate(minus)
})");
  const auto all = [&](auto value) {
    return Those(module, [&](const HloInstruction& i) { return IsAll(i, value); });
  };
  EXPECT_EQ(all(1), "ones truth complex empty");
  EXPECT_EQ(all(1.0), "ones truth complex empty");
  EXPECT_EQ(all(0), "zero minus empty broad");
  EXPECT_EQ(all(0.5), "empty");
  EXPECT_EQ(all(-1), "empty");  // not the bits of `big`
  EXPECT_EQ(all(std::numeric_limits<uint64_t>::max()), "big empty");
  EXPECT_EQ(all(0x1p63), "half halves empty");
  EXPECT_EQ(all(uint64_t{1} << 63), "half halves empty");
  EXPECT_EQ(all(-0x1p63), "least empty");
  EXPECT_EQ(all(std::numeric_limits<int64_t>::min()), "least empty");
  // A floating-point number is none of these.
  EXPECT_EQ(all(std::numeric_limits<int64_t>::max()), "empty");
  EXPECT_EQ(all((int64_t{1} << 53) + 1), "exact empty");
  EXPECT_EQ(all((uint64_t{1} << 63) + 1), "empty");
  // An integer is none of these.
  EXPECT_EQ(all(0x1p64), "empty");
  EXPECT_EQ(all(-0x1p64), "empty");
  EXPECT_EQ(all(9007199254740992.0), "rounded empty");
  const HloModule elided = ModuleOf("HloModule m\nENTRY e { ROOT c = f32[2] constant({...}) }");
  EXPECT_FALSE(IsAll(*elided.entry_computation()->root_instruction(), 0));
}

TEST(Query, LooksUpByName) {
  HloModule module = ReadModule(R"(HloModule m
f { ROOT a = f32[] parameter(0) }
ENTRY e {
  b = f32[] parameter(0)
  ROOT c = f32[] call(b), to_apply=f
})");
  HloComputation* f = module.FindComputation("f");
  ASSERT_NE(f, nullptr);
  EXPECT_EQ(f->FindInstruction("a"), f->root_instruction());
  EXPECT_EQ(f->FindInstruction("b"), nullptr);  // of another computation
  EXPECT_EQ(module.FindComputation("a"), nullptr);
  EXPECT_EQ(module.FindComputation(""), nullptr);
  EXPECT_EQ(module.FindComputation("nowhere"), nullptr);
  SetName(f->root_instruction(), "renamed");
  EXPECT_EQ(f->FindInstruction("renamed"), f->root_instruction());
  EXPECT_EQ(f->FindInstruction("a"), nullptr);
}

TEST(CurrentUses, FollowEditsAndCountUsersOnce) {
  HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  q = f32[] parameter(1)
  twice = f32[] add(p, p)
  ROOT root = f32[] multiply(twice, p)
})");
  HloComputation& entry = *module.entry_computation();
  HloInstruction* p = entry.FindInstruction("p");
  HloInstruction* q = entry.FindInstruction("q");
  HloInstruction* twice = entry.FindInstruction("twice");
  HloInstruction* root = entry.root_instruction();
  EXPECT_EQ(CurrentUses(*p).size(), 3u);
  EXPECT_EQ(CurrentUsers(*p), (std::vector<HloInstruction*>{twice, root}));
  EXPECT_FALSE(HasOneUser(*p));
  EXPECT_TRUE(HasOneUser(*twice));
  EXPECT_FALSE(HasUsers(*q));
  EXPECT_FALSE(HasOneUser(*q));
  ASSERT_TRUE(ReplaceOperandWith(root, 1, q).ok());
  EXPECT_TRUE(HasOneUser(*p));  // both uses are by one
  EXPECT_EQ(CurrentUses(*p)[1].operand_number, 1);
  EXPECT_EQ(CurrentUsers(*q), std::vector<HloInstruction*>{root});
  ASSERT_TRUE(ReplaceInstruction(root, p).ok());
  EXPECT_TRUE(CurrentUsers(*root).empty());  // removed
  EXPECT_FALSE(HasUsers(*twice));
}

TEST(Query, ReductionsChannelsAndTargets) {
  const HloModule module = ReadModule(R"(HloModule m
add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(b, a) }
square { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] multiply(a, a) }
left { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] subtract(a, b) }
ENTRY e {
  x = f32[4] parameter(0)
  r = f32[4] all-reduce(x), channel_id=7, replica_groups={{0}}, to_apply=add
  ROOT c = f32[4] custom-call(r), custom_call_target="target"
})");
  EXPECT_EQ(MatchReductionComputation(*module.FindComputation("add")), HloOpcode::kAdd);
  EXPECT_EQ(MatchReductionComputation(*module.FindComputation("square")), std::nullopt);
  EXPECT_EQ(MatchReductionComputation(*module.FindComputation("left")), std::nullopt);
  EXPECT_EQ(MatchReductionComputation(*module.entry_computation()), std::nullopt);
  EXPECT_EQ(NextChannelId(module), 8);
  EXPECT_EQ(NextChannelId(ReadModule("ENTRY e { ROOT x = f32[] parameter(0) }")), 1);
  EXPECT_TRUE(IsCustomCall(*Find(module, "c"), "target"));
  EXPECT_FALSE(IsCustomCall(*Find(module, "c"), "other"));
  EXPECT_FALSE(IsCustomCall(*Find(module, "r"), "target"));
}

TEST(Query, DirectionsAgreeWithNumbers) {
  using D = ComparisonDirection;
  const auto holds = [](D direction, int a, int b) {
    switch (direction) {
      case D::kEq:
        return a == b;
      case D::kNe:
        return a != b;
      case D::kGe:
        return a >= b;
      case D::kGt:
        return a > b;
      case D::kLe:
        return a <= b;
      case D::kLt:
        return a < b;
    }
    return false;
  };
  for (const D direction : {D::kEq, D::kNe, D::kGe, D::kGt, D::kLe, D::kLt}) {
    const auto inverse = InverseDirection(direction, ComparisonOrder::kTotal);
    ASSERT_TRUE(inverse.has_value());
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        EXPECT_EQ(holds(ReverseDirection(direction), b, a), holds(direction, a, b));
        EXPECT_EQ(holds(*inverse, a, b), !holds(direction, a, b));
      }
    }
    EXPECT_EQ(InverseDirection(direction, ComparisonOrder::kPartial).has_value(),
              direction == D::kEq || direction == D::kNe);
  }
}

}  // namespace hlo_text_v1::query_test
