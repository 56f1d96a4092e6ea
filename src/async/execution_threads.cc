// The starts are taken from the last to the first, and a computation keeps the thread that it gets
// first: what a later start would overwrite is never visited twice.
#include "src/async/execution_threads.h"

#include <vector>

#include "absl/container/flat_hash_set.h"
#include "hlo/async.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"

namespace hlo {
namespace {

using internal::IrAccess;

std::string_view ThreadOf(const HloInstruction& start) {
  const Attribute* thread = start.FindAttribute(AttributeKind::kAsyncExecutionThread);
  return thread == nullptr ? "main" : thread->AsString();
}

void SetThread(Arena& arena, HloInstruction* start, std::string_view thread) {
  std::vector<Attribute> attributes;
  for (const Attribute& attribute : start->attributes()) {
    if (attribute.kind() != AttributeKind::kAsyncExecutionThread) attributes.push_back(attribute);
  }
  if (thread != "main") {
    attributes.push_back(Attribute::String(AttributeKind::kAsyncExecutionThread, thread));
  }
  SortAttributes(HloOpcode::kAsyncStart, &attributes);
  IrAccess::SetAttributes(arena, start, attributes);
}

}  // namespace

void ForceExecutionThreads(HloModule& module) {
  std::vector<HloInstruction*> starts;
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) {
      if (IsAsyncStart(*instruction)) starts.push_back(instruction);
    }
  }
  absl::flat_hash_set<const HloComputation*> forced;
  std::vector<HloComputation*> pending;
  for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
    if (forced.contains((*start)->parent())) continue;  // its thread was set from outside
    const std::string_view thread = ThreadOf(**start);
    const auto call = [&](HloComputation* callee) {
      if (forced.insert(callee).second) pending.push_back(callee);
    };
    (*start)->ForEachCalledComputation(call);
    while (!pending.empty()) {
      HloComputation* computation = pending.back();
      pending.pop_back();
      IrAccess::ExecutionThread(computation) = thread;
      for (HloInstruction* instruction : computation->instructions()) {
        if (IsAsyncStart(*instruction) && ThreadOf(*instruction) != thread) {
          SetThread(module.arena(), instruction, thread);
        }
        instruction->ForEachCalledComputation(call);
      }
    }
  }
}

}  // namespace hlo
