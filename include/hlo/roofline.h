// The least time that a program takes on a machine, and which of its limits decides: the roofline
// model.
//
//   absl::StatusOr<hlo_text::Machine> machine = hlo_text::ParseMachine(
//       R"({"name": "TPU v5e", "flops": {"bf16": 197e12, "s8": 394e12}, "bandwidth": 819e9,
//           "link_bandwidth": 200e9})");
//   if (!machine.ok()) return machine.status();
//   const hlo_text::CostAnalysis costs(module);
//   const hlo_text::Roofline roofline(module, costs, *machine);
//   std::cout << roofline.path_seconds() << " s, " << roofline.total().seconds
//             << " s one after the other\n";
//
// An instruction takes at least as long as its flops at the machine's peak for their type, its
// bytes at the bandwidth of the memory, and the bytes that it sends at that of the links; the
// longest of the three is its least time, and names its limit. A transcendental counts as a flop.
// Caches, launches and the shapes of matrix units do not count: a measured time below the least
// one means that the machine's numbers, or the bytes, are wrong.
//
// Only reads the module; stale after an edit. Questions take constant time, and many threads may
// ask at once.
#ifndef HLO_ROOFLINE_H_
#define HLO_ROOFLINE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/cost.h"
#include "hlo/internal/stringify.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// Numbers of a device, all per second. 0: not a limit.
struct Machine {
  std::string name;
  std::string source;  // of the numbers
  // By element type, "bf16". Other types have the largest of them.
  std::vector<std::pair<std::string, double>> flops;
  double bandwidth = 0;       // bytes from and to its memory
  double link_bandwidth = 0;  // bytes that it sends to others
};

// Reads a JSON object with the members of Machine; `flops` is an object. Any may be missing, others
// are errors. Errors: kInvalidArgument, with the byte. Linear.
absl::StatusOr<Machine> ParseMachine(std::string_view json);

enum class Limit : uint8_t { kNothing, kFlops, kMemory, kLinks };
// "nothing", "flops", "memory", "links". Lives forever.
std::string_view LimitName(Limit limit);

struct LeastTime {
  double seconds = 0;  // the sum of the largest of each instruction's
  double flops_seconds = 0;
  double memory_seconds = 0;
  double link_seconds = 0;

  // The largest of the last three.
  Limit limit() const;
  LeastTime& operator+=(const LeastTime& other);
  friend LeastTime operator*(double times, const LeastTime& time);
};

class Roofline {
 public:
  // All but `machine` must outlive it. Linear in the module, without a schedule as PrintOrder
  // (hlo/graph.h).
  Roofline(const HloModule& module, const CostAnalysis& costs, const Machine& machine);

  // One run of the instruction: as CostAnalysis::of, so that the sum over all instructions of time
  // times runs is the total; but of a fusion with all
  // that is inside, whose own times are zero.
  const LeastTime& of(const HloInstruction& instruction) const;
  // All its runs.
  LeastTime share(const HloInstruction& instruction) const;
  // All instructions, one after the other.
  const LeastTime& total() const { return total_; }
  // One run of the entry in the order of its schedule, when asynchronous operations run at the same
  // time as the instructions between their start and done, except that the links serve one of them
  // after the other. Without a schedule, in the order of the text. Like total(), a loop with an
  // unknown trip count runs once; of the branches of a conditional, the longest does.
  double path_seconds() const { return path_seconds_; }

 private:
  class Builder;
  const CostAnalysis& costs_;
  std::vector<std::vector<LeastTime>> times_;  // by number of the computation and index
  LeastTime total_;
  double path_seconds_ = 0;
};

// The total of `roofline` by `key`, most seconds first: sums of share(). n log n in `module`.
struct TimeRow {
  std::string key;
  LeastTime time;
};
std::vector<TimeRow> TimeBy(const HloModule& module, const Roofline& roofline, CostKey key);

}  // namespace hlo_text_v1

// `stream << limit` and absl::StrCat(limit) write LimitName(limit).
HLO_TEXT_STRINGIFY_NAME(Limit, LimitName)

#endif  // HLO_ROOFLINE_H_
