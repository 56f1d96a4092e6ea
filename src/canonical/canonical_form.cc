// Two depth-first walks over the calls, with an explicit stack. The first, in text order, computes
// order and hash of each computation, callees first, because a caller's hash contains those of its
// callees. The second follows the canonical orders and gives the order of the form.
//
// If computations call each other in a cycle, the hash of an unfinished one counts as 0.
#include "src/canonical/canonical_form.h"

#include <algorithm>
#include <utility>

#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/canonical/canonical_order.h"
#include "src/canonical/structural_hash.h"
#include "src/ir/kept_text.h"
#include "src/ir/walk.h"
#include "src/text/sorted_json.h"

namespace hlo_text_v1::internal {
namespace {

using Computations = absl::Span<const HloComputation* const>;

AsyncWrappers Wrappers(const HloModule& module, Computations computations,
                       const InstructionHasher& hasher) {
  const auto counts = [&](const HloInstruction& i, const Attribute& a) {
    return hasher.Counts(i, a);
  };
  return FindAsyncWrappers(module, computations, counts);
}

// Until the end, a computation's number is its position in the list, without wrappers.
class Former {
 public:
  Former(const HloModule& module, Computations computations, const HashOptions& options)
      : module_(module),
        hasher_(module, options),
        wrappers_(options.async_wrappers ? AsyncWrappers()
                                         : Wrappers(module, computations, hasher_)),
        parts_(computations.size() - wrappers_.size()),
        is_called_(parts_.size()),
        placed_(parts_.size()) {
    numbers_.reserve(computations.size());
    uint32_t number = 0;
    for (const HloComputation* computation : computations) {
      if (wrappers_.contains(computation)) continue;
      parts_[number].computation = computation;
      numbers_[computation] = number++;
    }
    // A call of a wrapper counts as a call of the wrapped computation.
    for (const auto& [wrapper, callee] : wrappers_) numbers_[wrapper] = numbers_.at(callee);
  }

  std::vector<CanonicalComputation> Run() {
    HashAll();
    Arrange();
    return TakeForm();
  }

 private:
  // Calls finish(number) for each computation that `root` reaches and that is not in `done`,
  // callees first; get_callees(number) is a list of numbers.
  template <typename GetCallees, typename Finish>
  static void Walk(uint32_t root, std::vector<bool>* done, GetCallees get_callees, Finish finish) {
    const auto mark = [done](uint32_t number) {
      const bool is_new = !(*done)[number];
      (*done)[number] = true;
      return is_new;
    };
    WalkPostOrder(root, mark, get_callees, finish);
  }

  void HashAll() {
    const auto callees = [this](uint32_t number) {
      std::vector<uint32_t> numbers;
      for (const HloInstruction* instruction : parts_[number].computation->instructions()) {
        instruction->ForEachCalledComputation([&](const HloComputation* callee) {
          numbers.push_back(numbers_.at(callee));
          is_called_[numbers.back()] = true;
        });
      }
      return numbers;
    };
    std::vector<bool> hashed(parts_.size());
    for (uint32_t i = 0; i < parts_.size(); ++i) {
      Walk(i, &hashed, callees, [this](uint32_t number) { Hash(&parts_[number]); });
    }
  }

  void Hash(CanonicalComputation* part) {
    const HloComputation& computation = *part->computation;
    const auto add = [this](const HloInstruction& instruction, HashState* hash) {
      hasher_.Add(instruction, hash);
      if (IsPinned(instruction)) hash->AddBytes(instruction.name());
      instruction.ForEachCalledComputation(
          [&](const HloComputation* callee) { hash->Add(parts_[numbers_.at(callee)].hash); });
    };
    part->order = CanonicalOrder(computation, add);
    positions_.resize(std::max<size_t>(positions_.size(), computation.index_limit()));
    for (uint32_t i = 0; i < part->order.size(); ++i) positions_[part->order[i]->index()] = i;

    HashState hash;
    if (IsPinned(computation)) hash.AddBytes(computation.name());
    hash.AddBytes(computation.execution_thread());
    hash.AddBytes(SortedJson(computation.backend_config()));
    hasher_.Add(computation.unknown_attributes(), &hash);
    hash.Add(part->order.size());
    for (const HloInstruction* instruction : part->order) {
      add(*instruction, &hash);
      for (const HloInstruction* operand : instruction->operands()) {
        hash.Add(positions_[operand->index()]);
      }
      for (const HloInstruction* predecessor : instruction->control_predecessors()) {
        hash.Add(positions_[predecessor->index()]);
      }
      instruction->ForEachCalledComputation([&](const HloComputation* callee) {
        part->calls.push_back({instruction, numbers_.at(callee)});
      });
    }
    hash.Add(positions_[computation.root_instruction()->index()]);
    part->hash = hash.Finish();
  }

  void Arrange() {
    arranged_.reserve(parts_.size());
    const auto entry = numbers_.find(module_.entry_computation());
    if (entry != numbers_.end()) Place(entry->second);
    std::vector<uint32_t> dead;
    for (uint32_t i = 0; i < parts_.size(); ++i) {
      if (!placed_[i] && !is_called_[i]) dead.push_back(i);
    }
    std::sort(dead.begin(), dead.end(), [this](uint32_t a, uint32_t b) {
      return parts_[a].hash != parts_[b].hash ? parts_[a].hash < parts_[b].hash : a < b;
    });
    for (const uint32_t number : dead) Place(number);
    for (uint32_t i = 0; i < parts_.size(); ++i) Place(i);  // cycles that are not reached
  }

  void Place(uint32_t root) {
    const auto callees = [this](uint32_t number) {
      std::vector<uint32_t> numbers;
      for (const auto& call : parts_[number].calls) numbers.push_back(call.number);
      return numbers;
    };
    Walk(root, &placed_, callees, [this](uint32_t number) { arranged_.push_back(number); });
  }

  std::vector<CanonicalComputation> TakeForm() {
    std::vector<uint32_t> place(parts_.size());
    for (uint32_t i = 0; i < arranged_.size(); ++i) place[arranged_[i]] = i;
    std::vector<CanonicalComputation> form;
    form.reserve(parts_.size());
    for (const uint32_t number : arranged_) {
      form.push_back(std::move(parts_[number]));
      for (auto& call : form.back().calls) call.number = place[call.number];
    }
    return form;
  }

  const HloModule& module_;
  InstructionHasher hasher_;
  const AsyncWrappers wrappers_;
  HashMap<const HloComputation*, uint32_t> numbers_;
  std::vector<CanonicalComputation> parts_;
  std::vector<bool> is_called_;
  std::vector<bool> placed_;
  std::vector<uint32_t> arranged_;
  std::vector<uint32_t> positions_;  // by index(), of the current computation
};

}  // namespace

std::vector<CanonicalComputation> CanonicalForm(const HloModule& module,
                                                const HashOptions& options) {
  return Former(module, module.computations(), options).Run();
}

std::vector<CanonicalComputation> CanonicalForm(const HloModule& module, Computations computations,
                                                const HashOptions& options) {
  return Former(module, computations, options).Run();
}

}  // namespace hlo_text_v1::internal
