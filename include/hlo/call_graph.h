// Which computation calls which.
//
//   const hlo_text::CallGraph calls(module);
//   for (const hlo_text::HloComputation* computation : module.computations()) {
//     if (calls.context(*computation) == hlo_text::CallContext::kEmbedded) continue;  // reducers, fusions
//     for (const hlo_text::HloInstruction* caller : calls.callers(*computation)) {
//       std::cout << caller->name() << " calls " << computation->name() << "\n";
//     }
//   }
//
// How often a loop runs:
//
//   assert(hlo_text::TripCount(*loop) == 4);
//
// Building a CallGraph is linear in the module, which it only reads. It is stale once an edit
// changes a call or adds a computation. Questions take constant time unless they say otherwise, and
// many threads may ask at once. XLA CallGraph.
#ifndef HLO_CALL_GRAPH_H_
#define HLO_CALL_GRAPH_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/internal/stringify.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// How a computation runs. XLA CallContext.
enum class CallContext : uint8_t {
  kNone,         // of an instruction: it calls nothing
  kControlFlow,  // as a sequence of instructions: the entry, and what call, while, conditional and
                 // async-start call from there
  kEmbedded,     // element by element, or fused: what fusion, reduce, sort and the like call
  kBoth,         // called in both ways
};

// How often the body of a while runs: known_trip_count of its backend_config; or else what its
// condition, body and operand say, if an integer counts by a constant from a constant up or down to
// a constant, all of them perhaps in fusions or calls, or handed on by the loop. nullopt if that is
// not so, or for another instruction. Constant time, but for the length of the backend_config.
std::optional<int64_t> TripCount(const HloInstruction& loop);

// How `instruction` calls, without its own context. Constant time. XLA GetInstructionCallContext.
CallContext CallContextOf(const HloInstruction& instruction);

class CallGraph {
 public:
  explicit CallGraph(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND);

  // The instructions that call `computation`, in module order; one that calls it twice is listed
  // twice.
  absl::Span<HloInstruction* const> callers(HloComputation& computation) const&;
  absl::Span<const HloInstruction* const> callers(const HloComputation& computation) const&;
  // The computations that the instructions of `computation` call, each once, in the order of its
  // first call.
  absl::Span<HloComputation* const> callees(HloComputation& computation) const&;
  absl::Span<const HloComputation* const> callees(const HloComputation& computation) const&;
  // The instructions of `computation` that call something, in their order.
  absl::Span<HloInstruction* const> callsites(HloComputation& computation) const&;
  absl::Span<const HloInstruction* const> callsites(const HloComputation& computation) const&;
  // These lists live as long as the graph, so not of a temporary one.
  void callers(const HloComputation&) const&& = delete;
  void callees(const HloComputation&) const&& = delete;
  void callsites(const HloComputation&) const&& = delete;

  // kControlFlow for the entry, and for computations that nothing calls. A computation in a cycle
  // of calls has that of the callers outside of it.
  CallContext context(const HloComputation& computation) const;
  // The calls on the longest path of calls to it, 0 if nothing calls it.
  int64_t depth(const HloComputation& computation) const;
  // The only instruction that calls it; nullptr if there is none or several.
  HloInstruction* caller(HloComputation& computation) const;
  const HloInstruction* caller(const HloComputation& computation) const;

  // Whether every computation in a kControlFlow context has at most one caller, so that each
  // instruction stands for one place of the program. Linear in the computations. XLA IsFlattened.
  bool IsFlat() const;

  // A computation that calls itself, directly or not, and the next one on that path; {nullptr,
  // nullptr} if there is none. Linear in the module, without recursion.
  struct Cycle {
    const HloComputation* computation = nullptr;
    const HloComputation* through = nullptr;
  };
  Cycle FindCycle() const;

 private:
  // Lists of all computations in one array: those of a computation are from first[number] on.
  template <typename T>
  struct Lists {
    std::vector<uint32_t> first;
    std::vector<const T*> all;
    absl::Span<const T* const> of(uint32_t number) const {
      if (size_t{number} + 1 >= first.size()) return {};
      return absl::MakeConstSpan(all).subspan(first[number], first[number + 1] - first[number]);
    }
  };
  void FindCallees();
  void FindCallers();
  void FindContexts();
  bool Knows(const HloComputation* computation) const;

  absl::Span<const HloComputation* const> computations_;
  // By internal number of the computation.
  std::vector<bool> is_known_;
  Lists<HloInstruction> callers_;
  Lists<HloInstruction> callsites_;
  Lists<HloComputation> callees_;
  std::vector<CallContext> contexts_;
  std::vector<int64_t> depths_;
};

}  // namespace hlo_text_v1

// `stream << context` and absl::StrCat(context) write one of these words.
HLO_TEXT_STRINGIFY_WORDS(CallContext, kBoth, "none", "control_flow", "embedded", "both")

#endif  // HLO_CALL_GRAPH_H_
