// Leaves get numbers instruction by instruction, operands first. A leaf that is passed on joins the
// class of the leaf it comes from; the first rule that applies to it wins. Then calls join the
// classes of callers and callees. At the end the classes are numbered: they are the buffers.
#include "hlo/buffer_analysis.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "src/analysis/buffer_rules.h"
#include "src/analysis/shape_leaves.h"
#include "src/analysis/value_flow.h"
#include "src/async/chain.h"
#include "src/ir/desugared.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {
namespace internal {

class BufferFinder {
 public:
  // `flows` may be null.
  BufferFinder(const BufferOptions& options, BufferAnalysis* analysis,
               std::vector<ValueFlow>* flows = nullptr)
      : options_(options), analysis_(*analysis), flows_(flows) {}

  void AddModule(const HloModule& module) {
    const std::vector<std::vector<AsyncOperation>> operations = FindAsyncOperations(module);
    for (size_t i = 0; i < operations.size(); ++i) {
      AddComputation(*module.computations()[i], operations[i]);
    }
    ConnectCalls(module, operations);
    Finish();
  }

  // `operations` are those of the computation.
  void AddComputation(const HloComputation& computation,
                      absl::Span<const AsyncOperation> operations) {
    const uint32_t number = Node(&computation).number;
    if (number >= analysis_.leaves_.size()) analysis_.leaves_.resize(size_t{number} + 1);
    analysis_.leaves_[number].resize(computation.index_limit());
    made_.assign(computation.index_limit(), false);
    FindChains(computation, operations);
    for (const HloInstruction* instruction : PrintOrder(computation)) AddInstruction(*instruction);
  }

  // `all` has the operations of each computation.
  void ConnectCalls(const HloModule& module, absl::Span<const std::vector<AsyncOperation>> all) {
    for (const HloComputation* computation : module.computations()) {
      for (const HloInstruction* caller : computation->instructions()) ConnectCall(*caller);
    }
    for (const std::vector<AsyncOperation>& operations : all) {
      for (const AsyncOperation& operation : operations) {
        if (operation.is_pair() || operation.wrapped_computation() == nullptr) continue;
        for (const auto& [from, to] : operation.Aliases()) {
          // Links have the state from their operands already.
          const bool is_link = GetOpcodeInfo(to.instruction->opcode()).group == OpcodeGroup::kAsync;
          Pass(*from.instruction, from.index, *to.instruction, to.index, is_link);
        }
      }
    }
    const HloComputation* entry = module.entry_computation();
    if (entry == nullptr || entry->root_instruction() == nullptr || !options_.input_output_alias) {
      return;
    }
    for (const InputOutputAlias& alias : module.config().input_output_alias) {
      if (alias.parameter_number < 0 ||
          static_cast<size_t>(alias.parameter_number) >= entry->parameters().size()) {
        continue;
      }
      Join(*entry->parameters()[static_cast<size_t>(alias.parameter_number)], alias.parameter_index,
           *entry->root_instruction(), alias.output_index);
    }
  }

  void Finish() {
    const size_t leaves = parent_.size();
    analysis_.buffer_of_.assign(leaves, -1);
    for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
      int32_t& number = analysis_.buffer_of_[Find(leaf)];
      if (number < 0) {
        number = static_cast<int32_t>(analysis_.first_place_.size());
        analysis_.first_place_.push_back(0);
      }
      analysis_.buffer_of_[leaf] = number;
      ++analysis_.first_place_[static_cast<size_t>(number)];
    }
    uint32_t begin = 0;
    for (uint32_t& first : analysis_.first_place_) begin += std::exchange(first, begin);
    std::vector<uint32_t> next = analysis_.first_place_;
    analysis_.first_place_.push_back(begin);
    analysis_.places_.resize(leaves);
    analysis_.place_is_passed_on_.resize(leaves);
    for (size_t leaf = 0; leaf < leaves; ++leaf) {
      const uint32_t at = next[static_cast<size_t>(analysis_.buffer_of_[leaf])]++;
      analysis_.places_[at] = places_[leaf];
      analysis_.place_is_passed_on_[at] = passed_on_[leaf];
    }
    for (size_t buffer = 0; buffer + 1 < analysis_.first_place_.size(); ++buffer) {
      uint32_t at = analysis_.first_place_[buffer];
      while (at < analysis_.first_place_[buffer + 1] && analysis_.place_is_passed_on_[at]) ++at;
      if (at == analysis_.first_place_[buffer + 1]) at = analysis_.first_place_[buffer];
      analysis_.definitions_.push_back(analysis_.places_[at]);
    }
  }

 private:
  // ---- Classes of leaves.

  uint32_t Find(uint32_t leaf) {
    while (parent_[leaf] != leaf) leaf = parent_[leaf] = parent_[parent_[leaf]];
    return leaf;
  }

  // Calls visit(leaf of a, leaf of b) for each leaf if both parts have the same number of leaves.
  template <typename Visit>
  void ForEachPair(const HloInstruction& a, ShapeIndex index_of_a, const HloInstruction& b,
                   ShapeIndex index_of_b, Visit visit) {
    const ShapeLeaves::Range of_a = shapes_.At(a.shape(), index_of_a);
    const ShapeLeaves::Range of_b = shapes_.At(b.shape(), index_of_b);
    if (!of_a.exists || !of_b.exists || of_a.count != of_b.count) return;
    const size_t first_of_a = analysis_.LeavesOf(a).begin + of_a.begin;
    const size_t first_of_b = analysis_.LeavesOf(b).begin + of_b.begin;
    for (size_t i = 0; i < of_a.count; ++i) {
      visit(static_cast<uint32_t>(first_of_a + i), static_cast<uint32_t>(first_of_b + i));
    }
  }

  void JoinLeaves(uint32_t a, uint32_t b) {
    a = Find(a);
    b = Find(b);
    // Path halving keeps the trees flat enough; the smaller number wins, which keeps the order of
    // buffers.
    parent_[a > b ? a : b] = a > b ? b : a;
  }

  // Makes both leaves one buffer.
  void Join(const HloInstruction& a, ShapeIndex index_of_a, const HloInstruction& b,
            ShapeIndex index_of_b) {
    ForEachPair(a, index_of_a, b, index_of_b, [&](uint32_t x, uint32_t y) { JoinLeaves(x, y); });
  }
  // The same, where `to` gets its value from `from`; with `once`, unless it has it from another
  // one.
  void Pass(const HloInstruction& from, ShapeIndex from_index, const HloInstruction& to,
            ShapeIndex to_index, bool once = false) {
    ForEachPair(from, from_index, to, to_index, [&](uint32_t source, uint32_t target) {
      if (!once || !passed_on_[target]) AddFlow(source, target);
      passed_on_[target] = true;
      JoinLeaves(source, target);
    });
  }
  // The same for leaves of the current instruction, which have not been joined yet; after an edit,
  // `from` may be later or in another computation. With kWrites, the instruction makes a new value.
  enum class Writes : uint8_t { kNo, kYes };
  void Share(const HloInstruction& to, ShapeIndex to_index, const HloInstruction& from,
             ShapeIndex from_index, Writes writes = Writes::kNo) {
    if (from.parent() != to.parent() || !made_[from.index()]) return;
    ForEachPair(from, from_index, to, to_index, [&](uint32_t source, uint32_t target) {
      if (passed_on_[target]) return;
      passed_on_[target] = true;
      JoinLeaves(source, target);
      if (writes == Writes::kNo) AddFlow(source, target);
    });
  }
  void AddFlow(uint32_t source, uint32_t target) {
    if (flows_ != nullptr) flows_->push_back({source, target});
  }

  // ---- Within a computation.

  struct Chain {
    // Sorted by link.
    std::vector<std::pair<AsyncOperation::Position, AsyncOperation::Position>> requested;
    size_t next_request = 0;
  };

  void FindChains(const HloComputation& computation, absl::Span<const AsyncOperation> operations) {
    chains_.clear();
    chain_of_.assign(computation.index_limit(), kNone);
    for (const AsyncOperation& operation : operations) {
      if (operation.is_pair()) continue;
      for (const HloInstruction* link : operation.links()) {
        chain_of_[link->index()] = static_cast<uint32_t>(chains_.size());
      }
      chains_.push_back({operation.RequestedAliases()});
    }
  }

  void AddInstruction(const HloInstruction& instruction) {
    const size_t count = shapes_.Count(instruction.shape());
    analysis_.leaves_[Node(instruction.parent()).number][instruction.index()] = {
        static_cast<uint32_t>(parent_.size()), static_cast<uint32_t>(count)};
    for (size_t i = 0; i < count; ++i) {
      parent_.push_back(static_cast<uint32_t>(parent_.size()));
      places_.push_back({&instruction, static_cast<int64_t>(i)});
    }
    passed_on_.resize(parent_.size());
    const uint32_t chain = chain_of_[instruction.index()];
    if (chain != kNone) {
      ShareLink(instruction, &chains_[chain]);
    } else if (flows_ != nullptr && (IsAsyncUpdate(instruction) || IsAsyncDone(instruction))) {
      // Of a chain that a loop carries: the state is in a parameter.
      Chain without_requests;
      ShareLink(instruction, &without_requests);
    } else {
      ForEachSharedPart(instruction, [&](ShapeIndex index, const HloInstruction& operand,
                                         ShapeIndex operand_index) {
        Share(instruction, index, operand, operand_index);
      });
      ForEachRequestedPart(instruction, [&](ShapeIndex index, const HloInstruction& operand,
                                            ShapeIndex operand_index) {
        Share(instruction, index, operand, operand_index, Writes::kYes);
      });
      if (options_.in_place) {
        ForEachInPlacePart(instruction, [&](ShapeIndex index, const HloInstruction& operand,
                                            ShapeIndex operand_index) {
          if (operand.parent() != instruction.parent() || !made_[operand.index()]) return;
          Join(operand, operand_index, instruction, index);
        });
      }
    }
    made_[instruction.index()] = true;
  }

  // A link has the buffers of the link before it and of the operands that it binds, and those that
  // the start requests.
  void ShareLink(const HloInstruction& link, Chain* chain) {
    if (IsAsyncDone(link)) {
      const int64_t kResult = 1;
      Share(link, {}, *link.operand(0), {&kResult, 1});
    } else {
      ShareBound(link);
    }
    for (; chain->next_request < chain->requested.size(); ++chain->next_request) {
      const auto& [from, to] = chain->requested[chain->next_request];
      if (to.instruction != &link) break;
      Share(link, to.index, *from.instruction, from.index, Writes::kYes);
    }
  }

  void ShareBound(const HloInstruction& link) {
    int64_t bound = 0;
    if (IsAsyncUpdate(link)) {
      const HloInstruction& previous = *link.operand(0);
      bound = static_cast<int64_t>(BoundShapes(previous).size());
      for (int64_t i = 0; i < bound; ++i) {
        const int64_t path[] = {0, i};
        Share(link, path, previous, path);
      }
      const int64_t kResult = 1;
      Share(link, {&kResult, 1}, previous, {&kResult, 1});
    }
    for (const HloInstruction* operand : AsyncOperation::NewOperands(link)) {
      const int64_t path[] = {0, bound++};
      Share(link, path, *operand, {});
    }
    // Buffers that the chain already holds come first.
    const absl::Span<const HloInstruction* const> buffers = AsyncOperation::OutputBuffers(link);
    if (buffers.empty()) return;
    const std::vector<std::vector<int64_t>> indices = AsyncOperation::OutputBufferIndices(link);
    for (size_t i = 0; i < buffers.size(); ++i) {
      Share(link, indices[i], *buffers[i], {}, Writes::kYes);
    }
  }

  // ---- Between computations.

  void ConnectCall(const HloInstruction& caller) {
    if (caller.opcode() == HloOpcode::kCall && caller.to_apply() != nullptr) {
      const HloComputation& callee = *caller.to_apply();
      for (int64_t i = 0; i < caller.operand_count(); ++i) {
        PassToParameter(*caller.operand(i), callee, i);
      }
      PassRoot(callee, caller);
    } else if (caller.opcode() == HloOpcode::kWhile && caller.operand_count() == 1) {
      for (const HloComputation* callee : {caller.while_condition(), caller.while_body()}) {
        if (callee != nullptr) PassToParameter(caller, *callee, 0);
      }
      const HloComputation* body = caller.while_body();
      if (body != nullptr && body->root_instruction() != nullptr) {
        ForEachPair(*body->root_instruction(), {}, caller, {}, [&](uint32_t root, uint32_t state) {
          JoinLeaves(root, state);
          AddFlow(root, state);
        });
      }
    } else if (caller.opcode() == HloOpcode::kConditional) {
      for (int64_t i = 0; i < caller.branch_count(); ++i) {
        const HloComputation* branch = caller.branch_computation(i);
        if (branch == nullptr) continue;
        if (i + 1 < caller.operand_count()) PassToParameter(*caller.operand(i + 1), *branch, 0);
        PassRoot(*branch, caller);
      }
    }
  }

  void PassRoot(const HloComputation& callee, const HloInstruction& caller) {
    if (callee.root_instruction() != nullptr) Pass(*callee.root_instruction(), {}, caller, {});
  }

  void PassToParameter(const HloInstruction& operand, const HloComputation& callee,
                       int64_t number) {
    if (static_cast<size_t>(number) >= callee.parameters().size()) return;
    Pass(operand, {}, *callee.parameters()[static_cast<size_t>(number)], {});
  }

  static constexpr uint32_t kNone = ~uint32_t{0};

  const BufferOptions options_;
  BufferAnalysis& analysis_;
  std::vector<ValueFlow>* const flows_;
  ShapeLeaves shapes_;
  std::vector<uint32_t> parent_;               // by leaf
  std::vector<bool> passed_on_;                // by leaf
  std::vector<BufferAnalysis::Place> places_;  // by leaf
  // Of the current computation.
  std::vector<bool> made_;          // by index()
  std::vector<uint32_t> chain_of_;  // by index()
  std::vector<Chain> chains_;
};

}  // namespace internal

using namespace internal;

BufferAnalysis::BufferAnalysis(const HloModule& module, const BufferOptions& options) {
  RequireDesugared(module, "BufferAnalysis");
  BufferFinder(options, this).AddModule(module);
}

void internal::AnalyzeFlows(const HloModule& module, const BufferOptions& options,
                            BufferAnalysis* buffers, std::vector<ValueFlow>* flows) {
  RequireDesugared(module, "HloDataflow");
  BufferFinder(options, buffers, flows).AddModule(module);
}

BufferAnalysis::BufferAnalysis(const HloComputation& computation, const BufferOptions& options) {
  RequireDesugared(*computation.parent(), "BufferAnalysis");
  BufferFinder finder(options, this);
  finder.AddComputation(computation, FindAsyncOperations(computation));
  finder.Finish();
}

std::vector<AsyncOperation> internal::OperationsIn(const HloComputation& computation,
                                                   const AsyncIndex& index) {
  std::vector<std::pair<bool, const AsyncOperation*>> found;  // own ones first
  for (const HloInstruction* instruction : computation.instructions()) {
    const AsyncOperation* operation = index.Of(*instruction);
    if (operation == nullptr) continue;
    found.emplace_back(operation->start().parent() != &computation, operation);
  }
  std::sort(found.begin(), found.end());  // the index has them in one list
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<AsyncOperation> operations;
  operations.reserve(found.size());
  for (const auto& [is_other, operation] : found) operations.push_back(*operation);
  return operations;
}

BufferAnalysis::BufferAnalysis(const HloComputation& computation, const AsyncIndex& index,
                               const BufferOptions& options) {
  RequireDesugared(*computation.parent(), "BufferAnalysis");
  std::vector<AsyncOperation> operations = OperationsIn(computation, index);
  while (!operations.empty() && operations.back().start().parent() != &computation) {
    operations.pop_back();
  }
  BufferFinder finder(options, this);
  finder.AddComputation(computation, operations);
  finder.Finish();
}

BufferAnalysis::Leaves BufferAnalysis::LeavesOf(const HloInstruction& instruction) const {
  if (instruction.parent() == nullptr) return {};
  const uint32_t number = Node(instruction.parent()).number;
  if (number >= leaves_.size() || instruction.index() >= leaves_[number].size()) return {};
  return leaves_[number][instruction.index()];
}

absl::Span<const int32_t> BufferAnalysis::BuffersOf(const HloInstruction& instruction) const {
  const Leaves leaves = LeavesOf(instruction);
  return absl::MakeConstSpan(buffer_of_).subspan(leaves.begin, leaves.count);
}

int32_t BufferAnalysis::BufferAt(const HloInstruction& instruction, ShapeIndex index) const {
  const absl::Span<const int32_t> buffers = BuffersOf(instruction);
  const Shape* part = Subshape(instruction.shape(), index);
  if (part == nullptr || part->IsTuple()) return -1;
  const size_t leaf = ShapeLeaves().At(instruction.shape(), index).begin;
  return leaf < buffers.size() ? buffers[leaf] : -1;
}

absl::Span<const BufferAnalysis::Place> BufferAnalysis::PlacesOf(int64_t buffer) const {
  if (buffer < 0 || buffer >= buffer_count()) return {};
  const uint32_t begin = first_place_[static_cast<size_t>(buffer)];
  return absl::MakeConstSpan(places_).subspan(
      begin, first_place_[static_cast<size_t>(buffer) + 1] - begin);
}

std::vector<BufferAnalysis::Place> BufferAnalysis::DefinitionsOf(int64_t buffer) const {
  std::vector<Place> definitions;
  if (buffer < 0 || buffer >= buffer_count()) return definitions;
  const uint32_t end = first_place_[static_cast<size_t>(buffer) + 1];
  for (uint32_t at = first_place_[static_cast<size_t>(buffer)]; at < end; ++at) {
    if (!place_is_passed_on_[at]) definitions.push_back(places_[at]);
  }
  return definitions;
}

}  // namespace hlo_text_v1
