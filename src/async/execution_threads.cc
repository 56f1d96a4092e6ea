// See execution_threads.h.
#include "src/async/execution_threads.h"

#include <algorithm>
#include <cstdint>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "src/base/huge_pages.h"
#include "src/base/strings.h"
#include "src/diagnostics/at_name.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"

namespace hlo_text_v1::internal {
namespace {

struct Forced {
  HloComputation* computation;
  std::string_view thread;
};

template <typename Instructions>
void AddStarts(const Instructions& instructions, std::vector<HloInstruction*>* starts) {
  for (const HloInstruction* instruction : instructions) {
    if (IsAsyncStart(*instruction)) starts->push_back(Mutable(instruction));
  }
}

// Appends the computations that `caller` reaches and that are not in `seen`.
void AppendReached(HloInstruction& caller, std::string_view thread,
                   LargeHashSet<const HloComputation*>* seen, std::vector<Forced>* forced) {
  const auto call = [&](HloComputation* callee) {
    if (seen->insert(callee).second) forced->push_back({callee, thread});
  };
  size_t done = forced->size();
  caller.ForEachCalledComputation(call);
  for (; done < forced->size(); ++done) {
    for (HloInstruction* instruction : (*forced)[done].computation->instructions()) {
      instruction->ForEachCalledComputation(call);
    }
  }
}

// Forces the threads of `starts`, which are in order of definition. Goes through them from last to
// first; a computation keeps the first thread that it gets.
std::vector<Forced> ForcedThreads(absl::Span<HloInstruction* const> starts) {
  std::vector<Forced> forced;
  LargeHashSet<const HloComputation*> seen;
  for (size_t i = starts.size(); i > 0; --i) {
    HloInstruction& start = *starts[i - 1];
    if (seen.contains(start.parent())) continue;  // its thread was set from outside
    AppendReached(start, AsyncExecutionThread(start), &seen, &forced);
  }
  return forced;
}

void SetThread(Arena& arena, HloInstruction* start, std::string_view thread) {
  ChangedAttributes attributes(*start);
  attributes.Remove({AttributeKind::kAsyncExecutionThread});
  if (thread != "main") {
    attributes.Set(Attribute::String(AttributeKind::kAsyncExecutionThread, thread));
  }
  IrAccess::SetAttributes(arena, start, attributes.Sort(HloOpcode::kAsyncStart));
}

void Warn(std::string_view old_thread, std::string_view name, std::string_view thread,
          uint32_t position, std::vector<Diagnostic>* warnings) {
  if (warnings == nullptr || old_thread == "main" || old_thread == thread) return;
  warnings->push_back(DiagnosticAtName(Severity::kWarning, DiagnosticCode::kExecutionThreadReplaced,
                                       position, name, old_thread, name, thread));
}

// Gives `computation` the thread, and async-starts in it.
void ApplyThread(HloComputation* computation, std::string_view thread, Arena& arena,
                 std::vector<Diagnostic>* warnings) {
  Warn(computation->execution_thread(), computation->name(), thread, computation->source_offset(),
       warnings);
  Node(computation).execution_thread = thread;
  for (HloInstruction* instruction : computation->instructions()) {
    if (!IsAsyncStart(*instruction) || AsyncExecutionThread(*instruction) == thread) continue;
    Warn(AsyncExecutionThread(*instruction), instruction->name(), thread,
         instruction->source_offset(), warnings);
    SetThread(arena, instruction, thread);
  }
}

}  // namespace

bool AreOnOneThread(const HloModule& module) {
  if (!IrAccess::StateOf(module).has_async) return true;
  for (const HloComputation* computation : module.computations()) {
    const std::string_view thread = module.computations()[0]->execution_thread();
    if (computation->execution_thread() != thread) return false;
    if (!Node(computation).has_calls) continue;  // nor an async-start
    for (const HloInstruction* instruction : computation->instructions()) {
      if (IsAsyncStart(*instruction) && AsyncExecutionThread(*instruction) != thread) return false;
    }
  }
  return true;
}

void ForceExecutionThread(HloInstruction& caller, std::string_view thread) {
  LargeHashSet<const HloComputation*> seen;
  std::vector<Forced> forced;
  AppendReached(caller, thread, &seen, &forced);
  HloModule& module = *caller.parent()->parent();
  bool is_shared = false;
  for (const Forced& callee : forced) {
    const std::string_view before = callee.computation->execution_thread();
    is_shared = is_shared || (before != thread && before != "main");
    ApplyThread(callee.computation, thread, module.arena(), nullptr);
  }
  if (is_shared) ForceExecutionThreads(module, nullptr);
}

void ForceExecutionThreads(absl::Span<HloInstruction* const> starts, Arena& arena,
                           std::vector<Diagnostic>* warnings) {
  for (const auto& [computation, thread] : ForcedThreads(starts)) {
    ApplyThread(computation, thread, arena, warnings);
  }
}

void ForceExecutionThreads(HloModule& module, std::vector<Diagnostic>* warnings) {
  const size_t warned = warnings == nullptr ? 0 : warnings->size();
  std::vector<HloInstruction*> starts;
  for (HloComputation* computation : module.computations()) {
    AddStarts(computation->instructions(), &starts);
  }
  ForceExecutionThreads(starts, module.arena(), warnings);
  if (warnings != nullptr) {
    std::stable_sort(warnings->begin() + static_cast<ptrdiff_t>(warned), warnings->end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.begin < b.begin; });
  }
}

std::vector<LostThread> FindLostThreads(const HloModule& module, const TextOrder& order) {
  if (AreOnOneThread(module)) return {};
  std::vector<HloInstruction*> starts;
  for (const HloComputation* computation : order.computations) {
    if (!Node(computation).has_calls) continue;  // nor an async-start
    if (order.by_definition) {
      AddStarts(computation->instructions(), &starts);
    } else {
      AddStarts(PrintOrder(*computation), &starts);
    }
  }
  std::vector<LostThread> lost;
  for (const auto& [computation, thread] : ForcedThreads(starts)) {
    if (computation->execution_thread() != thread) lost.push_back({computation, thread});
  }
  return lost;
}

}  // namespace hlo_text_v1::internal
