// Where XLA has put the buffers of a module: allocations, and the values in them with their offsets
// and the time that they are alive. Read from dumps, as protos or text.
//
//   absl::StatusOr<hlo_text::BufferAssignment> buffers = hlo_text::ParseBufferAssignmentProto(hlo_proto);
//   buffers = hlo_text::ParseBufferAssignmentText(text);  // or *-buffer-assignment.txt
//   std::cout << buffers->total_bytes() << " bytes in " << buffers->allocations.size()
//             << " allocations\n";
//   const hlo_text::BufferTimes times = hlo_text::BufferTimesOf(*buffers, module);
//   std::cout << "at most " << times.peak_bytes << " alive\n";
//
// With --xla_dump_hlo_as_proto XLA dumps HloProto with a buffer assignment; with
// --xla_dump_hlo_as_text the module with reports next to it: *-buffer-assignment.txt,
// *-buffer-assignment-values.txt, *-memory-usage-report.txt and *-live-range.txt.
#ifndef HLO_BUFFER_ASSIGNMENT_H_
#define HLO_BUFFER_ASSIGNMENT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/source.h"

namespace hlo_text_v1 {

// A value that an instruction defines: an array, or the table of pointers of a tuple. A phi, such
// as of a loop's parameter, is a value of its own.
struct BufferValue {
  int64_t id = 0;                    // XLA's
  std::string instruction;           // without '%'
  std::vector<int64_t> shape_index;  // which part of its result
  int64_t size = 0;
  int64_t offset = 0;  // in the allocation
};

// A piece of memory for the whole run of the module. Values share it, one after another or at
// different offsets.
struct BufferAllocation {
  int64_t index = 0;
  int64_t size = 0;
  int64_t color = 0;  // the memory space
  bool is_thread_local = false;
  bool is_constant = false;
  bool is_parameter = false;  // of the entry computation
  bool is_output = false;     // may be alive when the module is done
  int64_t parameter_number = 0;
  std::vector<int64_t> parameter_index;
  std::vector<BufferValue> values;

  // "parameter 0", "output", "constant", "thread-local" or "temporary". A parameter that is
  // also an output is a parameter.
  std::string Kind() const;
};

struct BufferAssignment {
  std::vector<BufferAllocation> allocations;

  // The bytes of all allocations, saturated: the "Total bytes" of XLA's report.
  int64_t total_bytes() const;
  // The same for a memory space.
  int64_t total_bytes(int64_t color) const;
};

struct BufferReadOptions {
  ReadLimits limits;
  static constexpr size_t kMinMemory = size_t{1} << 20;  // for limits.max_memory_bytes
  static constexpr size_t kMemoryFactor = 64;
};

// Reads field 3 of an HloProto, or of the one in an HloSnapshot. Instructions, which the field
// names by id, get their names from the module in the same bytes.
// Errors: kNotFound if the bytes have no buffer assignment; kInvalidArgument, as
// "buffer_assignment.buffer_allocations[3]: MESSAGE (at byte N)"; kResourceExhausted beyond the
// limit. Copies what it keeps. Linear.
// Source: XLA hlo.proto, BufferAssignmentProto.
absl::StatusOr<BufferAssignment> ParseBufferAssignmentProto(std::string_view bytes,
                                                            const BufferReadOptions& options = {});

// Reads *-buffer-assignment.txt. Other text behind it, as of older versions, is skipped. Errors:
// kInvalidArgument, as "line 3: MESSAGE". Linear, also in memory. Source: XLA
// BufferAssignment::ToString.
absl::StatusOr<BufferAssignment> ParseBufferAssignmentText(std::string_view text);

// *-memory-usage-report.txt: XLA's own sums.
struct MemorySpaceReport {
  std::string name;  // "default"
  int64_t color = 0;
  int64_t total_bytes = 0;
};
// Errors: kInvalidArgument, as "line 3: MESSAGE". Linear.
absl::StatusOr<std::vector<MemorySpaceReport>> ParseMemoryUsageReport(std::string_view text);

// *-live-range.txt. Times are places in `sequence`, the instructions of all computations in the
// order in which they run: callees before their callers. Ranges include both ends; an end equal to
// the length of the sequence is the end of the module.
struct LiveRangeReport {
  struct Range {
    std::string instruction;
    std::vector<int64_t> shape_index;
    int64_t begin = 0;
    int64_t end = 0;
  };
  std::vector<std::string> sequence;
  std::vector<Range> ranges;
  int64_t peak_time = -1;
  // The values alive then, each counted in full, also those that share memory: XLA's number.
  int64_t peak_bytes = 0;
};
// Errors: kInvalidArgument, as "line 3: MESSAGE". Linear, also in memory. Source: XLA
// HloLiveRange::ToString.
absl::StatusOr<LiveRangeReport> ParseLiveRangeReport(std::string_view text);

// *-buffer-assignment-values.txt: where each value is found, and what reads it.
struct BufferValueReport {
  // A part of an instruction's result that holds the value.
  struct Position {
    std::string instruction;
    std::vector<int64_t> shape_index;
  };
  struct Use {
    std::string instruction;
    int64_t operand_number = 0;
    std::vector<int64_t> operand_index;
  };
  // As in BufferValue.
  struct Value {
    int64_t id = 0;
    std::string instruction;
    std::vector<int64_t> shape_index;
    int64_t color = 0;
    std::vector<Position> positions;  // the one that defines it first
    std::vector<Use> uses;
  };
  int64_t total_bytes = 0;
  std::vector<Value> values;
};
// Errors: kInvalidArgument, as "line 3: MESSAGE". Linear, also in memory. Source: XLA
// BufferAssignment::UsedValues, HloValue::ToString.
absl::StatusOr<BufferValueReport> ParseBufferValueReport(std::string_view text);

// When the values of an assignment are alive.
struct BufferTimes {
  struct Range {
    int64_t begin = -1;  // -1: unknown, the value's instruction is not in the sequence
    int64_t end = -1;
  };
  // The instructions in the order in which they run, callees before their callers. One whose
  // computation runs at several places is there once, at the first. nullptr: one of a report that
  // the module does not have, such as elements of tuples that the text abbreviates.
  std::vector<const HloInstruction*> sequence;
  // By allocation, then by value.
  std::vector<std::vector<Range>> ranges;
  // By time: bytes of the allocations in the default memory, color 0, that hold something alive.
  // Values that share memory count once. Saturated.
  std::vector<int64_t> bytes_alive;
  int64_t peak_bytes = 0;
  int64_t peak_time = 0;  // the first with that many

  // The same of other memories that have bytes, by color; of the first eight.
  struct Memory {
    int64_t color;
    std::vector<int64_t> bytes_alive;
    int64_t peak_bytes = 0;
    int64_t peak_time = 0;
  };
  std::vector<Memory> others;

  // Whether the ranges are XLA's own, of a LiveRangeReport.
  bool is_reported = false;
};

// With a report, its ranges; without one, or if it is of another module, ranges that follow from
// the schedule: from the instruction that defines a value to the last one that uses it, through
// tuples, loops, calls and branches. Both are the same for a scheduled module from a proto; texts
// lose the places of get-tuple-elements. O(n log n) in the module and the assignment. Source: XLA
// HloLiveRange.
BufferTimes BufferTimesOf(const BufferAssignment& buffers, const HloModule& module,
                          const LiveRangeReport* report = nullptr);

}  // namespace hlo_text_v1

#endif  // HLO_BUFFER_ASSIGNMENT_H_
