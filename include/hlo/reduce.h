// Reduces a module to a small one that still shows a bug, cuts parts out of it, and anonymises it.
//
// The smallest module found in which an all-reduce comes after a dot:
//
//   const auto is_interesting = [](const hlo_text::HloModule& candidate) {
//     bool has_dot = false;
//     for (const hlo_text::HloInstruction* i : candidate.entry_computation()->instructions()) {
//       has_dot = has_dot || i->opcode() == hlo_text::HloOpcode::kDot;
//       if (has_dot && i->opcode() == hlo_text::HloOpcode::kAllReduce) return true;
//     }
//     return false;
//   };
//   absl::StatusOr<hlo_text::ReduceResult> result = hlo_text::ReduceHloModule(*module, is_interesting);
//   if (!result.ok()) return result.status();
//   std::cout << hlo_text::PrintHloModule(result->module);
//
// The predicate may do anything: run a compiler in a process of its own, compare two results. It
// decides alone what the bug is, so it should be narrow: a reducer finds any other bug that it
// accepts. The program hlo-reduce makes predicates of commands.
//
// A text is asked about once. One that is not interesting is not asked about again with other
// names, but for the pass that shortens names.
//
// The result is a local minimum: no single edit that the passes know makes it smaller. At first all
// that leaves the instructions in place is dropped at once, if that can be. Then passes go from
// coarse to fine; each proposes a list of edits, and the reducer tries all of them, then halves of
// the list, then quarters, down to single ones (delta debugging), until no pass finds anything
// more. The order depends on nothing but the module and the answers.
//
// It is in the library hlo_text::reduce.
#ifndef HLO_REDUCE_H_
#define HLO_REDUCE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "hlo/verify.h"

namespace hlo_text_v1 {

// ---- Reducing.

// Whether a module is still interesting. The same text must always get the same answer. With
// ReduceOptions::jobs > 1 it is called from several threads at once.
using ReducePredicate = absl::FunctionRef<bool(const HloModule& module)>;

struct ReduceProgress {
  std::string_view pass;            // that runs now: an entry of ReducePassNames
  int64_t tests = 0;                // calls of the predicate
  int64_t cached = 0;               // calls saved, since the answer was known
  int64_t invalid = 0;              // candidates that Verify rejected
  int64_t accepted = 0;             // steps that made the module smaller
  int64_t instructions = 0;         // of the best module
  int64_t bytes = 0;                // of its text
  bool is_improved = false;         // since the last call
  const HloModule* best = nullptr;  // valid during the call
};

struct ReduceOptions {
  // Ask only about modules that Verify accepts. The module itself must be one then.
  bool verify = true;
  VerifyOptions verify_options;
  // Candidates that are tried at once. The result is the same for any number, the number of calls
  // is not: some turn out to be needless.
  int jobs = 1;
  // How a module prints for the cache, and for the size of which two of equal structure are
  // compared. Should be what the predicate looks at: AsyncPrintMode::kKeep if sugar matters.
  PrintOptions print = DefaultPrint();
  // Stop after so many calls; 0: no limit. With several jobs, a few more, and the result may
  // differ.
  int64_t max_tests = 0;
  // Names to leave out; see ReducePassNames.
  std::vector<std::string> skipped_passes;
  // Called after each step from the thread of the caller. Returning false stops.
  std::function<bool(const ReduceProgress&)> on_progress;

  // All constants in full and exact, asynchronous operations as they were spelled.
  static PrintOptions DefaultPrint();
};

struct ReduceResult {
  HloModule module;
  ReduceProgress counts;    // at the end; `best` is null
  bool is_stopped = false;  // by on_progress or max_tests
};

// Reduces `module`, which ReadHloModule has read: it must be desugared. Errors: kInvalidArgument
// if Verify rejects the module itself; kFailedPrecondition if the predicate is false for it, or it
// has sugar (hlo/async.h) or no entry computation; kResourceExhausted without memory. Cost: each
// candidate clones, verifies and prints the module, linear in it; for a predicate that depends on k
// instructions of n, about 2 k log n candidates.
absl::StatusOr<ReduceResult> ReduceHloModule(const HloModule& module, ReducePredicate predicate,
                                             const ReduceOptions& options = {});

// The passes in order: name, what it does. Lives forever.
struct ReducePassInfo {
  std::string_view name;
  std::string_view help;
};
absl::Span<const ReducePassInfo> ReducePassNames();

// ---- Reducing text, if the module does not matter: text that does not parse, or a bug of a
// parser.

struct ReduceTextResult {
  std::string text;
  int64_t tests = 0;
  int64_t cached = 0;
  bool is_stopped = false;
};
// Drops blocks in braces, lines, and balanced runs of tokens, in this order, while `predicate`
// holds. Knows nothing about HLO but its tokens. `on_progress` gets the best text so far; returning
// false stops. Errors: kFailedPrecondition if the predicate is false for `text` itself.
absl::StatusOr<ReduceTextResult> ReduceHloText(
    std::string_view text, absl::FunctionRef<bool(std::string_view)> predicate,
    const std::function<bool(const ReduceTextResult&)>& on_progress = nullptr);

// ---- Extracting.

struct ExtractOptions {
  // Negative: all that the instructions depend on. Else what is so many edges away from them, in
  // both directions.
  int hops = -1;
};
// A module of its own with the instructions called `names`, which are of one computation, and what
// they depend on: their computation becomes the entry computation, what is cut becomes a parameter,
// and they are its result; with hops, all values that nothing uses. Asynchronous operations stay
// whole: if one starts outside of the body of a loop, the loop takes the place of the instructions.
// Or, for one name of a computation and no instruction, that computation with all it calls.
// Computes the same values. Errors: kNotFound for a name that nothing has; kInvalidArgument if
// `names` is empty or of several computations, if a computation is given with others or with hops
// or has a chain that starts outside, or if a buffer would be a parameter or result. Linear in the
// module.
absl::StatusOr<HloModule> ExtractHlo(const HloModule& module,
                                     absl::Span<const std::string_view> names,
                                     const ExtractOptions& options = {});

// ---- Anonymising.

// Replaces what tells where a module comes from: names by opcodes and numbers; targets of
// custom-calls (but those that the verifier knows, such as Pin) and names of threads by numbered
// words, equal ones by equal ones; in constants every value that is not zero by one, but for scalar
// integers, which count loops and address memory. Drops metadata, stack frames, origins,
// statistics, frontend attributes but XLA's own, `is_composite`, and the configurations of
// backends, infeeds and outfeeds. Everything else stays: opcodes, shapes, edges, order, schedule.
// Returns what is left and might still identify the module, a line each. Linear.
std::vector<std::string> AnonymizeHlo(HloModule* module);

}  // namespace hlo_text_v1

#endif  // HLO_REDUCE_H_
