// Flows between leaves are a graph. A leaf that no flow enters makes a value; one with one source
// hands that on; one with several may be a phi. The minimal phis are those of Braun et al., "Simple
// and efficient construction of static single assignment form": in each strongly connected part of
// the graph, values arrive from outside. If that is a single value, all leaves of the part hold it.
// If not, the leaves at which they arrive are phis, and the rest of the part is looked at again.
#include "hlo/dataflow.h"

#include <algorithm>
#include <utility>

#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/opcode.h"
#include "src/analysis/shape_leaves.h"
#include "src/analysis/value_flow.h"
#include "src/ir/walk.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr uint32_t kNone = ~uint32_t{0};

class PhiFinder {
 public:
  PhiFinder(size_t leaves, const std::vector<ValueFlow>& flows)
      : first_(leaves + 1), sources_(flows.size()), maker_(leaves, kNone), nodes_(leaves) {
    for (const ValueFlow& flow : flows) ++first_[flow.target];
    uint32_t begin = 0;
    for (uint32_t& first : first_) begin += std::exchange(first, begin);
    std::vector<uint32_t> next = first_;
    for (const ValueFlow& flow : flows) sources_[next[flow.target]++] = flow.source;
  }

  // For each leaf, the leaf that makes its value.
  const std::vector<uint32_t>& Run() {
    std::vector<uint32_t> all(maker_.size());
    for (uint32_t leaf = 0; leaf < all.size(); ++leaf) all[leaf] = leaf;
    for (std::vector<uint32_t>& part : PartsOf(all)) Resolve(std::move(part));
    return maker_;
  }

  absl::Span<const uint32_t> SourcesOf(uint32_t leaf) const {
    return absl::MakeConstSpan(sources_).subspan(first_[leaf], first_[leaf + 1] - first_[leaf]);
  }

 private:
  // Of Tarjan's algorithm.
  struct Node {
    uint32_t number = kNone;
    uint32_t low = 0;
    uint32_t set = 0;  // of the call of PartsOf that looks at it
    bool is_open = false;
  };

  // The strongly connected parts of `leaves`, each after those that its values come from.
  std::vector<std::vector<uint32_t>> PartsOf(const std::vector<uint32_t>& leaves) {
    struct Visit {
      uint32_t leaf;
      size_t next = 0;
    };
    ++set_;
    for (const uint32_t leaf : leaves) nodes_[leaf] = {kNone, 0, set_, false};
    std::vector<std::vector<uint32_t>> parts;
    std::vector<uint32_t> open;
    std::vector<Visit> path;
    uint32_t count = 0;
    const auto enter = [&](uint32_t leaf) {
      nodes_[leaf].number = nodes_[leaf].low = count++;
      nodes_[leaf].is_open = true;
      open.push_back(leaf);
      path.push_back({leaf});
    };
    for (const uint32_t start : leaves) {
      if (nodes_[start].number == kNone) enter(start);
      while (!path.empty()) {
        const uint32_t leaf = path.back().leaf;
        const absl::Span<const uint32_t> sources = SourcesOf(leaf);
        if (path.back().next < sources.size()) {
          const uint32_t source = sources[path.back().next++];
          const Node& node = nodes_[source];
          if (node.set != set_) continue;
          if (node.number == kNone) {
            enter(source);
          } else if (node.is_open) {
            nodes_[leaf].low = std::min(nodes_[leaf].low, node.number);
          }
          continue;
        }
        path.pop_back();
        if (!path.empty()) {
          uint32_t& low = nodes_[path.back().leaf].low;
          low = std::min(low, nodes_[leaf].low);
        }
        if (nodes_[leaf].low != nodes_[leaf].number) continue;
        std::vector<uint32_t>& part = parts.emplace_back();
        do {
          part.push_back(open.back());
          nodes_[open.back()].is_open = false;
          open.pop_back();
        } while (part.back() != leaf);
      }
    }
    return parts;
  }

  // Resolves a part whose values from outside are known. Parts within it wait on a stack.
  void Resolve(std::vector<uint32_t> whole) {
    std::vector<std::vector<uint32_t>> stack;
    stack.push_back(std::move(whole));
    while (!stack.empty()) {
      const std::vector<uint32_t> part = std::move(stack.back());
      stack.pop_back();
      // Leaves of the part are not resolved yet: their sources with a maker are outside of it.
      uint32_t arriving = kNone;
      bool is_one = true;
      std::vector<bool> is_entry(part.size());
      for (size_t i = 0; i < part.size(); ++i) {
        for (const uint32_t source : SourcesOf(part[i])) {
          if (maker_[source] == kNone) continue;
          is_entry[i] = true;
          if (arriving == kNone) arriving = maker_[source];
          is_one &= arriving == maker_[source];
        }
      }
      // Nothing arrives: a leaf that makes its value, or a cycle of calls, where one leaf does.
      if (arriving == kNone) arriving = *std::min_element(part.begin(), part.end());
      if (is_one) {
        for (const uint32_t leaf : part) maker_[leaf] = arriving;
        continue;
      }
      std::vector<uint32_t> inner;
      for (size_t i = 0; i < part.size(); ++i) {
        if (is_entry[i]) {
          maker_[part[i]] = part[i];
        } else {
          inner.push_back(part[i]);
        }
      }
      std::vector<std::vector<uint32_t>> parts = PartsOf(inner);
      for (auto it = parts.rbegin(); it != parts.rend(); ++it) stack.push_back(std::move(*it));
    }
  }

  std::vector<uint32_t> first_;    // by leaf, one more at the end
  std::vector<uint32_t> sources_;  // of all leaves
  std::vector<uint32_t> maker_;    // by leaf; kNone: not known yet
  std::vector<Node> nodes_;        // by leaf
  uint32_t set_ = 0;
};

const Shape& ShapeOf(const BufferAnalysis::Place& place) {
  std::vector<const Shape*> leaves;
  AppendLeaves(place.instruction->shape(), &leaves, static_cast<size_t>(place.leaf) + 1);
  return *leaves[static_cast<size_t>(place.leaf)];
}

// A parameter of the entry is there from the beginning to the end.
bool IsFromOutside(const HloInstruction& i) {
  return i.opcode() == HloOpcode::kParameter && i.parent()->IsEntry();
}

}  // namespace

HloDataflow::HloDataflow(const HloModule& module, const BufferOptions& options) {
  std::vector<ValueFlow> flows;
  AnalyzeFlows(module, options, &buffers_, &flows);
  std::vector<Place> place_of(buffers_.buffer_of_.size());
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      const BufferAnalysis::Leaves leaves = buffers_.LeavesOf(*i);
      for (uint32_t leaf = 0; leaf < leaves.count; ++leaf)
        place_of[leaves.begin + leaf] = {i, leaf};
    }
  }
  PhiFinder phis(place_of.size(), flows);
  const std::vector<uint32_t>& maker = phis.Run();
  value_of_.assign(place_of.size(), -1);
  std::vector<uint32_t> makers;
  for (uint32_t leaf = 0; leaf < maker.size(); ++leaf) {
    if (maker[leaf] != leaf) continue;
    value_of_[leaf] = value_count();
    values_.push_back({place_of[leaf], !phis.SourcesOf(leaf).empty()});
    makers.push_back(leaf);
  }
  places_.first.resize(values_.size() + 1);
  for (uint32_t leaf = 0; leaf < maker.size(); ++leaf) {
    value_of_[leaf] = value_of_[maker[leaf]];
    ++places_.first[static_cast<size_t>(value_of_[leaf])];
  }
  uint32_t begin = 0;
  for (uint32_t& first : places_.first) begin += std::exchange(first, begin);
  places_.all.resize(place_of.size());
  std::vector<uint32_t> next = places_.first;
  for (uint32_t leaf = 0; leaf < maker.size(); ++leaf) {
    places_.all[next[static_cast<size_t>(value_of_[leaf])]++] = place_of[leaf];
  }
  for (const uint32_t leaf : makers) {
    inputs_.first.push_back(static_cast<uint32_t>(inputs_.all.size()));
    for (const uint32_t source : phis.SourcesOf(leaf)) inputs_.all.push_back(value_of_[source]);
    const auto inputs = inputs_.all.begin() + inputs_.first.back();
    std::sort(inputs, inputs_.all.end());
    inputs_.all.erase(std::unique(inputs, inputs_.all.end()), inputs_.all.end());
  }
  inputs_.first.push_back(static_cast<uint32_t>(inputs_.all.size()));
  is_live_out_.resize(values_.size());
  const HloComputation* entry = module.entry_computation();
  if (entry == nullptr || entry->root_instruction() == nullptr) return;
  for (const int32_t value : ValuesOf(*entry->root_instruction())) {
    is_live_out_[static_cast<size_t>(value)] = true;
  }
}

absl::Span<const int32_t> HloDataflow::ValuesOf(const HloInstruction& instruction) const {
  const BufferAnalysis::Leaves leaves = buffers_.LeavesOf(instruction);
  return absl::MakeConstSpan(value_of_).subspan(leaves.begin, leaves.count);
}

int32_t HloDataflow::ValueAt(const HloInstruction& instruction, ShapeIndex index) const {
  const absl::Span<const int32_t> values = ValuesOf(instruction);
  const Shape* part = Subshape(instruction.shape(), index);
  if (part == nullptr || part->IsTuple()) return -1;
  const size_t leaf = ShapeLeaves().At(instruction.shape(), index).begin;
  return leaf < values.size() ? values[leaf] : -1;
}

std::vector<HloDataflow::Use> HloDataflow::UsesOf(int32_t value) const {
  std::vector<Use> uses;
  for (const Place& place : PlacesOf(value)) {
    for (const HloUse& use : CurrentUses(*place.instruction)) {
      if (GetOpcodeInfo(use.user->opcode()).Has(OpcodeTrait::kForwards)) continue;
      uses.push_back({use.user, use.operand_number, place.leaf});
    }
  }
  return uses;
}

bool HloDataflow::IsLiveOut(int32_t value) const {
  return IsValue(value) && is_live_out_[static_cast<size_t>(value)];
}

int32_t HloDataflow::BufferOf(int32_t value) const {
  if (!IsValue(value)) return -1;
  const Place& place = this->value(value).definition;
  return buffers_.BuffersOf(*place.instruction)[static_cast<size_t>(place.leaf)];
}

bool HloDataflow::MustShare(int32_t a, int32_t b) const {
  return IsValue(a) && IsValue(b) && BufferOf(a) == BufferOf(b);
}

bool HloDataflow::DiesBefore(int32_t a, int32_t b, const HloOrdering& ordering) const {
  if (!IsValue(a) || !IsValue(b) || IsLiveOut(a)) return false;
  const HloInstruction& made_a = *value(a).definition.instruction;
  const HloInstruction& made_b = *value(b).definition.instruction;
  if (IsFromOutside(made_a) || IsFromOutside(made_b)) return false;
  if (!ordering.ExecutesBefore(made_a, made_b)) return false;
  for (const Place& place : PlacesOf(a)) {
    // The result of a computation lives to its end.
    const HloInstruction& at = *place.instruction;
    if (at.IsRoot() &&
        (ordering.RunsWithin(made_b, *at.parent()) || !ordering.ExecutesBefore(at, made_b))) {
      return false;
    }
  }
  for (const Use& use : UsesOf(a)) {
    if (!ordering.ExecutesBefore(*use.user, made_b)) return false;
  }
  return true;
}

bool HloDataflow::MayInterfere(int32_t a, int32_t b, const HloOrdering& ordering) const {
  return a != b && !DiesBefore(a, b, ordering) && !DiesBefore(b, a, ordering);
}

bool HloDataflow::MayShare(int32_t a, int32_t b, const HloOrdering& ordering) const {
  if (!IsValue(a) || !IsValue(b)) return false;
  if (MustShare(a, b)) return true;
  const Shape& shape_of_a = ShapeOf(value(a).definition);
  const Shape& shape_of_b = ShapeOf(value(b).definition);
  return AllocatedBytesOf(shape_of_a) == AllocatedBytesOf(shape_of_b) &&
         ShapeLeaves::SpaceOf(shape_of_a) == ShapeLeaves::SpaceOf(shape_of_b) &&
         !MayInterfere(a, b, ordering);
}

}  // namespace hlo_text_v1
