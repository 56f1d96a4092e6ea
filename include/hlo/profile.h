// Times that XLA's profiler measured, by instruction: read from xplane.pb without protobuf.
//
//   absl::StatusOr<hlo_text::HloProfile> profile = hlo_text::ParseXplane(bytes);
//   const hlo_text::ProfileMatch match = hlo_text::MatchProfile(*profile, module);
//   for (const hlo_text::InstructionTime& time : match.times) {
//     std::cout << time.instruction->name() << ": " << time.op->count << " times, "
//               << time.op->total_ps / 1000 << " ns\n";
//   }
//
// jax.profiler.trace(DIR) writes DIR/plugins/profile/TIME/HOST.xplane.pb. Only events with the
// statistic hlo_op count; names of instructions are those of the module after all passes, which
// --xla_dump_to dumps as *_after_optimizations.txt. Times are picoseconds; sums saturate at the
// largest int64_t.
#ifndef HLO_PROFILE_H_
#define HLO_PROFILE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo_text_v1 {

// All executions of an instruction, on all threads and devices: those of a loop's body are many.
struct MeasuredOp {
  std::string name;  // of the instruction, without '%'
  int64_t count = 0;
  int64_t total_ps = 0;
  // Without the time in other instructions that ran meanwhile on the same thread: a while's own,
  // not its body's.
  int64_t self_ps = 0;
  int64_t longest_ps = 0;  // of one execution
};

// A program that ran.
struct MeasuredModule {
  std::string name;         // of the module
  int64_t program_id = -1;  // tells programs of one name apart; -1: the profile has none
  int64_t runs = 0;         // 0: the profile does not tell
  std::vector<MeasuredOp> ops;
};

// In the order in which they first occur.
struct HloProfile {
  std::vector<MeasuredModule> modules;
  int64_t events = 0;      // the counts of all ops
  int64_t all_events = 0;  // in the file, also those without an hlo_op; an aggregated one is one
};

struct ProfileReadOptions {
  ReadLimits limits;  // events while they are read count as memory
  static constexpr size_t kMinMemory = size_t{1} << 20;  // for limits.max_memory_bytes
  static constexpr size_t kMemoryFactor = 16;
};

// Reads an XSpace. Any bytes give a profile or an error: no exception, no abort, memory within the
// options. Fields and statistics that the library does not know are skipped.
// Errors: kInvalidArgument, as "planes[1].lines[0].events[7]: MESSAGE (at byte N)", for bytes that
// are no protocol buffer; kResourceExhausted beyond the limit. Copies what it keeps. O(n log n).
// Source: XLA tsl/profiler/protobuf/xplane.proto.
absl::StatusOr<HloProfile> ParseXplane(std::string_view bytes,
                                       const ProfileReadOptions& options = {});

// Pointers are into the profile and the module, which must outlive them.
struct InstructionTime {
  const HloInstruction* instruction;
  const MeasuredOp* op;
};
struct ProfileMatch {
  const MeasuredModule* module = nullptr;  // nullptr: no program has the module's name
  std::vector<InstructionTime> times;      // in the order of MeasuredModule::ops
  // Ops whose name no instruction of the module has, or more than one.
  std::vector<const MeasuredOp*> unmatched;
  // How many other programs of this name there are.
  int64_t other_programs = 0;
};

// The times of the instructions of `module`, by name: each op belongs to one instruction at most,
// and each instruction has one op at most. Of several programs with the module's name, takes the
// one with the most events on its instructions. What is fused has no time of its own. Linear in the
// module and the profile.
ProfileMatch MatchProfile(const HloProfile& profile, const HloModule& module);

}  // namespace hlo_text_v1

#endif  // HLO_PROFILE_H_
