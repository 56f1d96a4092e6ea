// Adds clusters until there are too many nodes. Unfolding a fusion appends its computation to the
// list, which is walked to its end.
#include "src/export/dot_plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/base/strings.h"
#include "src/export/dot_label.h"
#include "src/export/neighborhood.h"
#include "src/ir/walk.h"

namespace hlo_text_v1::internal {
namespace {

std::string_view WithoutPercent(std::string_view name) {
  return !name.empty() && name[0] == '%' ? name.substr(1) : name;
}

absl::Status NotFound(std::string_view what, std::string_view name) {
  return absl::NotFoundError(Absl(StrCat("there is no ", what, " '", name, "'")));
}

// The fused computation if it can be drawn in place of the fusion.
const HloComputation* InsideOf(const HloInstruction& fusion) {
  const bool is_fusion = fusion.opcode() == HloOpcode::kFusion;
  const Attribute* calls = is_fusion ? fusion.FindAttribute(AttributeKind::kCalls) : nullptr;
  if (calls == nullptr) return nullptr;
  const HloComputation* inside = calls->AsComputation();
  const absl::Span<const HloInstruction* const> parameters = inside->parameters();
  const bool is_sound =
      inside->root_instruction() != nullptr && parameters.size() == fusion.operands().size() &&
      std::find(parameters.begin(), parameters.end(), nullptr) == parameters.end();
  return is_sound ? inside : nullptr;
}

class Planner {
 public:
  Planner(const HloModule& module, const ModuleNumbering& computations, const DotOptions& options)
      : module_(module), computations_(computations), options_(options) {
    for (const HloComputation* computation : module.computations()) {
      for (const HloComputation* callee : Callees(*computation)) applied_.insert(callee);
    }
  }

  absl::StatusOr<DotPlan> Plan() {
    absl::Status status = options_.around.empty() ? AddComputations() : AddNeighborhood();
    if (!status.ok()) return status;
    return std::move(plan_);
  }

 private:
  // Whether a computation is drawn by itself: neither inside a fusion nor applied as one operation.
  bool StandsAlone(const HloComputation& computation) const {
    if (computation.IsEntry()) return true;
    return !computation.is_fusion_computation() &&
           !(IsOneOperation(computation) && applied_.contains(&computation));
  }

  absl::Status AddComputations() {
    const std::string_view name = WithoutPercent(options_.computation);
    plan_.title = module_.name();
    int64_t count = 0;
    std::vector<const HloComputation*> chosen;
    for (const HloComputation* computation : computations_.computations()) {
      if (name.empty() ? !StandsAlone(*computation) : computation->name() != name) continue;
      chosen.push_back(computation);
      count += computation->instruction_count();
    }
    if (chosen.empty() && !name.empty()) return NotFound("computation", name);
    if (count > options_.max_nodes)
      return TooLarge(count, name.empty() ? ComputationsThatFit() : "");
    // The entry first, callees after their callers.
    std::reverse(chosen.begin(), chosen.end());
    for (const HloComputation* computation : chosen) {
      plan_.by_computation.emplace(computation, plan_.clusters.size());
      AddCluster(*computation, StrCat("c", computations_.of(computation)));
    }
    return Unfold();
  }

  absl::Status AddNeighborhood() {
    const std::string_view name = WithoutPercent(options_.around);
    const HloInstruction* center = FindInstruction(name);
    if (center == nullptr) return NotFound("instruction", name);
    const Neighborhood near = FindNeighborhood(*center, options_.hops);
    plan_.title = StrCat(module_.name(), ": around ", name);
    if (near.within_hops.back() > options_.max_nodes) return TooMuchAround(name, near);
    const HloComputation& computation = *center->parent();
    plan_.by_computation.emplace(&computation, 0);
    AddCluster(computation, StrCat("c", computations_.of(&computation)), &near.is_near);
    plan_.clusters.back().has_far = near.has_far;
    return Unfold();
  }

  // The instruction called `name`, in the computation that the options name, if any.
  const HloInstruction* FindInstruction(std::string_view name) const {
    const std::string_view computation_name = WithoutPercent(options_.computation);
    for (const HloComputation* computation : computations_.computations()) {
      if (!computation_name.empty() && computation->name() != computation_name) continue;
      for (const HloInstruction* instruction : computation->instructions()) {
        if (instruction->name() == name) return instruction;
      }
    }
    return nullptr;
  }

  // Shows the instructions in `shown` (by index), or all.
  void AddCluster(const HloComputation& computation, std::string id,
                  const std::vector<bool>* shown = nullptr) {
    DotCluster& cluster = plan_.clusters.emplace_back();
    cluster.computation = &computation;
    cluster.id = std::move(id);
    cluster.numbers = std::make_unique<InstructionNumbering>(computation);
    cluster.shown_by_index.resize(computation.index_limit());
    for (const HloInstruction* instruction : cluster.numbers->instructions()) {
      if (shown != nullptr && !(*shown)[instruction->index()]) continue;
      cluster.shown.push_back(instruction);
      cluster.shown_by_index[instruction->index()] = true;
      ++nodes_;
    }
  }

  // Replaces fusions that are shown with clusters, and fusions within those.
  absl::Status Unfold() {
    // Names and indentation grow with the depth.
    constexpr size_t kDeepest = 32;
    if (!options_.unfold_fusions) return absl::OkStatus();
    for (size_t outer = 0; outer < plan_.clusters.size(); ++outer) {
      if (plan_.clusters[outer].depth == kDeepest) continue;
      const std::vector<const HloInstruction*> shown = plan_.clusters[outer].shown;
      for (const HloInstruction* fusion : shown) {
        const HloComputation* inside = InsideOf(*fusion);
        if (inside == nullptr) continue;
        if (inside->instruction_count() > options_.max_nodes - nodes_) {
          return TooLarge(nodes_ + inside->instruction_count(), ", or fusions as one node");
        }
        const size_t cluster = plan_.clusters.size();
        const int64_t number = plan_.clusters[outer].numbers->of(*fusion);
        AddCluster(*inside, StrCat(plan_.clusters[outer].id, "_", number));
        plan_.clusters[cluster].fusion = fusion;
        plan_.clusters[cluster].outer = outer;
        plan_.clusters[cluster].depth = plan_.clusters[outer].depth + 1;
        plan_.clusters[outer].unfolded.emplace(fusion, cluster);
      }
    }
    return absl::OkStatus();
  }

  // ---- Advice when there are too many nodes.
  absl::Status TooLarge(int64_t count, std::string_view what_else) const {
    return absl::OutOfRangeError(StrCat("a graph of ", count, " instructions, the limit is ",
                                        options_.max_nodes, "; draw what is around one instruction",
                                        what_else));
  }

  std::string ComputationsThatFit() const {
    std::vector<const HloComputation*> fitting;
    for (const HloComputation* computation : computations_.computations()) {
      const bool fits = computation->instruction_count() <= options_.max_nodes;
      if (fits && StandsAlone(*computation)) fitting.push_back(computation);
    }
    std::stable_sort(fitting.begin(), fitting.end(), [](const auto* a, const auto* b) {
      return a->instruction_count() > b->instruction_count();
    });
    constexpr size_t kMostNamed = 3;
    std::string text;
    for (size_t i = 0; i < std::min(fitting.size(), kMostNamed); ++i) {
      StrAppend(&text, i == 0 ? ", or one computation: " : ", ", fitting[i]->name(), " has ",
                fitting[i]->instruction_count());
    }
    return text;
  }

  absl::Status TooMuchAround(std::string_view name, const Neighborhood& near) const {
    size_t hops = near.within_hops.size() - 1;
    std::string message = StrCat(near.within_hops.back(), " instructions are within ", hops,
                                 " edges of '", name, "', the limit is ", options_.max_nodes);
    while (hops > 0 && near.within_hops[hops] > options_.max_nodes) --hops;
    StrAppend(&message, "; within ", hops, " there are ", near.within_hops[hops]);
    return absl::OutOfRangeError(message);
  }

  const HloModule& module_;
  const ModuleNumbering& computations_;
  const DotOptions& options_;
  HashSet<const HloComputation*> applied_;  // by an instruction
  DotPlan plan_;
  int64_t nodes_ = 0;
};

}  // namespace

absl::StatusOr<DotPlan> PlanDot(const HloModule& module, const ModuleNumbering& computations,
                                const DotOptions& options) {
  return Planner(module, computations, options).Plan();
}

}  // namespace hlo_text_v1::internal
