// Tests: buffer_rules, shape_leaves
#include "hlo/buffer_analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "tests/analysis/brute_force.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::buffer_analysis_test {

using namespace test;

using Index = std::vector<int64_t>;
using Place = std::pair<const HloInstruction*, Index>;

Index Joined(Index front, ShapeIndex back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

// The paths of all leaves of `shape`, in order.
std::vector<Index> Leaves(const Shape& shape) {
  if (!shape.IsTuple()) return {Index()};
  std::vector<Index> leaves;
  for (size_t i = 0; i < shape.tuple_shapes().size(); ++i) {
    for (const Index& rest : Leaves(*shape.tuple_shapes()[i])) {
      leaves.push_back(Joined({static_cast<int64_t>(i)}, rest));
    }
  }
  return leaves;
}

// A graph of places that share a buffer. Its connected parts are the buffers.
class Sharing {
 public:
  void Add(const HloInstruction* a, const Index& a_index, const HloInstruction* b,
           const Index& b_index) {
    const Shape* part = Subshape(a->shape(), a_index);
    const Shape* other = Subshape(b->shape(), b_index);
    if (part == nullptr || other == nullptr) return;
    const std::vector<Index> leaves = Leaves(*part);
    const std::vector<Index> other_leaves = Leaves(*other);
    if (leaves.size() != other_leaves.size()) return;
    for (size_t i = 0; i < leaves.size(); ++i) {
      const Place x = {a, Joined(a_index, leaves[i])};
      const Place y = {b, Joined(b_index, other_leaves[i])};
      edges_[x].insert(y);
      edges_[y].insert(x);
    }
  }

  std::set<Place> Reached(const Place& place) const {
    std::set<Place> found;
    std::vector<Place> open = {place};
    while (!open.empty()) {
      const Place at = open.back();
      open.pop_back();
      if (!found.insert(at).second || edges_.count(at) == 0) continue;
      for (const Place& next : edges_.at(at)) open.push_back(next);
    }
    return found;
  }

 private:
  std::map<Place, std::set<Place>> edges_;
};

void AddLocal(const HloInstruction* i, bool in_place, Sharing* sharing) {
  const std::string_view name = i->opcode_name();
  if (name == "tuple") {
    for (int64_t k = 0; k < i->operand_count(); ++k) sharing->Add(i, {k}, i->operand(k), {});
  } else if (name == "get-tuple-element") {
    sharing->Add(i, {}, i->operand(0), {i->tuple_index()});
  } else if (name == "bitcast" || name == "opt-barrier" || name == "while" ||
             (name == "copy" && i->shape().IsTuple()) ||
             (name == "dynamic-update-slice" && in_place)) {
    sharing->Add(i, {}, i->operand(0), {});
  }
}

void AddCalls(const HloInstruction* i, Sharing* sharing) {
  const auto parameter = [](const HloComputation* callee, size_t n) {
    return callee->parameters()[n];
  };
  if (i->opcode() == HloOpcode::kCall) {
    sharing->Add(i, {}, i->to_apply()->root_instruction(), {});
    for (int64_t k = 0; k < i->operand_count(); ++k) {
      sharing->Add(i->operand(k), {}, parameter(i->to_apply(), static_cast<size_t>(k)), {});
    }
  } else if (i->opcode() == HloOpcode::kWhile) {
    sharing->Add(i, {}, parameter(i->while_body(), 0), {});
    sharing->Add(i, {}, parameter(i->while_condition(), 0), {});
    sharing->Add(i, {}, i->while_body()->root_instruction(), {});
  } else if (i->opcode() == HloOpcode::kConditional) {
    for (int64_t k = 0; k < i->branch_count(); ++k) {
      sharing->Add(i, {}, i->branch_computation(k)->root_instruction(), {});
      sharing->Add(i->operand(k + 1), {}, parameter(i->branch_computation(k), 0), {});
    }
  }
}

// The buffers of the leaves of `computations` are the connected parts of `sharing`.
void ExpectSame(const BufferAnalysis& buffers, absl::Span<const HloComputation* const> computations,
                const Sharing& sharing) {
  std::map<int32_t, std::set<Place>> places_of;
  size_t places = 0;
  for (const HloComputation* computation : computations) {
    for (const HloInstruction* i : computation->instructions()) {
      const std::vector<Index> leaves = Leaves(i->shape());
      ASSERT_EQ(buffers.BuffersOf(*i).size(), leaves.size());
      for (size_t leaf = 0; leaf < leaves.size(); ++leaf) {
        const int32_t buffer = buffers.BufferAt(*i, leaves[leaf]);
        ASSERT_EQ(buffer, buffers.BuffersOf(*i)[leaf]);
        ++places;
        const auto [known, is_new] = places_of.try_emplace(buffer);
        std::set<Place>& found = known->second;
        if (!is_new) {
          ASSERT_EQ(found.count({i, leaves[leaf]}), 1u) << i->name() << " leaf " << leaf;
          continue;
        }
        for (const BufferAnalysis::Place& place : buffers.PlacesOf(buffer)) {
          const std::vector<Index> all = Leaves(place.instruction->shape());
          found.insert({place.instruction, all[static_cast<size_t>(place.leaf)]});
        }
        ASSERT_EQ(found, sharing.Reached({i, leaves[leaf]})) << i->name() << " leaf " << leaf;
      }
      ASSERT_EQ(buffers.BufferAt(*i, {}) == -1, i->shape().IsTuple());
      const int64_t too_far[] = {99};
      ASSERT_EQ(buffers.BufferAt(*i, too_far), -1);
    }
  }
  size_t counted = 0;
  for (int64_t i = 0; i < buffers.buffer_count(); ++i) counted += buffers.PlacesOf(i).size();
  EXPECT_EQ(counted, places);
}

TEST(BufferAnalysis, AgreesWithAGraphOfPlaces) {
  for (uint64_t seed = 0; seed < 300; seed += kSampleStep) {
    const std::string text = RandomGraphModule(seed);
    SCOPED_TRACE(text);
    const HloModule module = ReadModule(text);
    for (const bool in_place : {false, true}) {
      BufferOptions options;
      options.in_place = in_place;
      Sharing sharing;
      for (const HloComputation* computation : module.computations()) {
        Sharing local;
        for (const HloInstruction* i : computation->instructions()) {
          AddLocal(i, in_place, &local);
          AddLocal(i, in_place, &sharing);
          AddCalls(i, &sharing);
        }
        ExpectSame(BufferAnalysis(*computation, options), {computation}, local);
      }
      ExpectSame(BufferAnalysis(module, options), module.computations(), sharing);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

// Along a chain, everything that AsyncOperation says is one buffer.
TEST(BufferAnalysis, ObeysTheAliasesOfChains) {
  int pairs = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = RandomAsyncModule(seed);
    SCOPED_TRACE(text);
    const HloModule module = ReadModule(text);
    const BufferAnalysis buffers(module);
    for (const HloComputation* computation : module.computations()) {
      for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
        if (operation.is_pair()) continue;
        for (const auto& [a, b] : operation.Aliases()) {
          for (const Index& rest : Leaves(*Subshape(a.instruction->shape(), a.index))) {
            EXPECT_EQ(buffers.BufferAt(*a.instruction, Joined(a.index, rest)),
                      buffers.BufferAt(*b.instruction, Joined(b.index, rest)));
            ++pairs;
          }
        }
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(pairs, 1000);
}

constexpr char kLoop[] = R"(HloModule m, input_output_alias={ {0}: (0, {}, must-alias) }
body {
  s = (f32[4], s32[]) parameter(0)
  x = f32[4] get-tuple-element(s), index=0
  n = s32[] get-tuple-element(s), index=1
  y = f32[4] negate(x)
  ROOT t = (f32[4], s32[]) tuple(y, n)
}
cond {
  q = (f32[4], s32[]) parameter(0)
  ROOT p = pred[] constant(false)
}
ENTRY e {
  a = f32[4] parameter(0)
  b = s32[] parameter(1)
  init = (f32[4], s32[]) tuple(a, b)
  loop = (f32[4], s32[]) while(init), condition=cond, body=body
  r = f32[4] get-tuple-element(loop), index=0
  z = f32[4] negate(a)
  ROOT out = (f32[4], f32[4]) tuple(z, r)
})";

TEST(BufferAnalysis, DefinitionsOfALoopState) {
  const HloModule module = ReadModule(kLoop);
  const auto get = [&](const char* name) { return Find(module, name); };
  const BufferAnalysis buffers(module);
  const int64_t state = buffers.BufferAt(*get("r"), {});
  std::string definitions;
  for (const BufferAnalysis::Place& place : buffers.DefinitionsOf(state)) {
    definitions += std::string(place.instruction->name()) + " ";
  }
  EXPECT_EQ(definitions, "y a z ");  // z by input_output_alias
  EXPECT_EQ(buffers.definition(state).instruction, get("y"));
  EXPECT_EQ(buffers.definition(-1).instruction, nullptr);
  EXPECT_EQ(buffers.definition(buffers.buffer_count()).instruction, nullptr);
  EXPECT_EQ(buffers.BufferAt(*get("b"), {}), buffers.BufferAt(*get("n"), {}));
  BufferOptions options;
  options.input_output_alias = false;
  const BufferAnalysis without(module, options);
  EXPECT_NE(without.BufferAt(*get("z"), {}), without.BufferAt(*get("r"), {}));
  EXPECT_EQ(without.BufferAt(*get("a"), {}), without.BufferAt(*get("y"), {}));
}

// It has four operands, but sends only the first one.
TEST(BufferAnalysis, APermuteInPlaceHoldsItsInput) {
  const HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  p = f32[8] parameter(0)\n"
      "  q = f32[16] parameter(1)\n"
      "  i = s32[] constant(0)\n"
      "  at = (s32[]) tuple(i)\n"
      "  start = (f32[8], f32[16]) collective-permute-start(p, q, at, at),\n"
      "    source_target_pairs={{0,1}}, slice_sizes={{4}}\n"
      "  ROOT done = f32[16] collective-permute-done(start)\n"
      "}\n");
  const BufferAnalysis buffers(module);
  EXPECT_EQ(buffers.BufferAt(*Find(module, "start"), {0}),
            buffers.BufferAt(*Find(module, "p"), {}));
  EXPECT_EQ(buffers.BufferAt(*Find(module, "start"), {1}),
            buffers.BufferAt(*Find(module, "done"), {}));
}

}  // namespace hlo_text_v1::buffer_analysis_test
