// Goes through the starts from last to first; a computation keeps the first thread that it gets, so
// nothing is visited twice.
#include "src/async/execution_threads.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "src/base/huge_pages.h"
#include "src/base/strings.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"

namespace hlo {
namespace {

using internal::IrAccess;

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

void Warn(std::string_view old_thread, std::string_view name, std::string_view thread,
          uint32_t position, std::vector<Diagnostic>* warnings) {
  if (warnings == nullptr || old_thread == "main" || old_thread == thread) return;
  constexpr DiagnosticCode kCode = DiagnosticCode::kExecutionThreadReplaced;
  warnings->push_back({Severity::kWarning, kCode, position,
                       position + static_cast<uint32_t>(name.size()),
                       Substitute(DiagnosticCodeText(kCode), old_thread, name, thread),
                       /*notes=*/{}});
}

}  // namespace

void ForceExecutionThreads(HloModule& module, std::vector<Diagnostic>* warnings) {
  std::vector<HloInstruction*> starts;
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) {
      if (IsAsyncStart(*instruction)) starts.push_back(instruction);
    }
  }
  LargeHashSet<const HloComputation*> forced;
  std::vector<HloComputation*> pending;
  for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
    if (forced.contains((*start)->parent())) continue;  // its thread was set from outside
    const std::string_view thread = AsyncExecutionThread(**start);
    const auto call = [&](HloComputation* callee) {
      if (forced.insert(callee).second) pending.push_back(callee);
    };
    (*start)->ForEachCalledComputation(call);
    while (!pending.empty()) {
      HloComputation* computation = pending.back();
      pending.pop_back();
      Warn(computation->execution_thread(), computation->name(), thread,
           computation->source_offset(), warnings);
      IrAccess::ExecutionThread(computation) = thread;
      for (HloInstruction* instruction : computation->instructions()) {
        if (IsAsyncStart(*instruction) && AsyncExecutionThread(*instruction) != thread) {
          Warn(AsyncExecutionThread(*instruction), instruction->name(), thread,
               instruction->source_offset(), warnings);
          SetThread(module.arena(), instruction, thread);
        }
        instruction->ForEachCalledComputation(call);
      }
    }
  }
  if (warnings != nullptr) {
    std::sort(warnings->begin(), warnings->end(),
              [](const Diagnostic& a, const Diagnostic& b) { return a.begin < b.begin; });
  }
}

}  // namespace hlo
