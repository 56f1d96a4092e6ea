// Names of instructions are looked up in one table of the module; an op lands on the one
// instruction with its name.
#include <cstdint>
#include <string_view>
#include <utility>

#include "hlo/profile.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// nullptr: several instructions have the name.
using NamedInstructions = HashMap<std::string_view, const HloInstruction*>;

NamedInstructions NameInstructions(const HloModule& module) {
  NamedInstructions by_name;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      const auto [found, is_new] = by_name.try_emplace(instruction->name(), instruction);
      if (!is_new) found->second = nullptr;
    }
  }
  return by_name;
}

// Some profilers add the program's id: "jit_step(6)".
std::string_view WithoutId(std::string_view name) {
  const size_t open = name.rfind('(');
  return open != std::string_view::npos && name.back() == ')' ? name.substr(0, open) : name;
}

ProfileMatch MatchOps(const MeasuredModule& measured, const NamedInstructions& by_name) {
  ProfileMatch match;
  match.module = &measured;
  for (const MeasuredOp& op : measured.ops) {
    const auto found = by_name.find(op.name);
    if (found != by_name.end() && found->second != nullptr) {
      match.times.push_back({found->second, &op});
    } else {
      match.unmatched.push_back(&op);
    }
  }
  return match;
}

}  // namespace

ProfileMatch MatchProfile(const HloProfile& profile, const HloModule& module) {
  const NamedInstructions by_name = NameInstructions(module);
  ProfileMatch best;
  double best_count = -1;
  int64_t programs = 0;
  for (const MeasuredModule& measured : profile.modules) {
    if (measured.name != module.name() && WithoutId(measured.name) != module.name()) continue;
    ++programs;
    ProfileMatch match = MatchOps(measured, by_name);
    double count = 0;
    for (const InstructionTime& time : match.times) count += static_cast<double>(time.op->count);
    if (count <= best_count) continue;
    best = std::move(match);
    best_count = count;
  }
  best.other_programs = programs - (best.module != nullptr ? 1 : 0);
  return best;
}

}  // namespace hlo_text_v1
