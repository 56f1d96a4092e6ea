// What XLA has measured and assigned, beside the module of a page: times of a profile, buffers with
// their offsets. In the data of module_data.h:
//
//   "profile": {"file": "a.xplane.pb", "program": true, "runs": 3, "events": 231, "others": 0,
//               "unmatched": [["add.7", 3, 1200]]},        name, executions, ps
//               without a program of the module: "programs": ["jit_f"], the first 20 names
//   "buffers": {"source": "a-buffer-assignment.txt", "total": 254260, "reported": [["default", 254260]],
//               "ranges": "a-live-range.txt",              absent if they follow from the module
//               "allocations": [[0, 65536, "output", 0]]}  number, bytes, kind, color
//
// and in a computation
//
//   "times": [[row, executions, ps, own ps, longest ps]]
//
// The timeline of a computation whose instructions the assignment has is "real": its "alive" and
// "peak" are those of the assignment, and its buffers [row or -1, bytes, begin, end, allocation,
// offset, "name{0}"]: the place of the allocation in the list; the name only if the row does not
// say it.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_MEASUREMENTS_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_MEASUREMENTS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hlo/buffer_assignment.h"
#include "hlo/profile.h"
#include "src/base/hash_table.h"
#include "src/base/json_writer.h"

namespace hlo::internal {

struct MeasuredProfile {
  std::string file;
  HloProfile profile;
};

struct MeasuredBuffers {
  std::string source;  // the file's name
  BufferAssignment assignment;
  std::vector<MemorySpaceReport> report;  // empty if there is none
  std::string ranges_source;
  std::optional<LiveRangeReport> ranges;
};

struct Measurements {
  std::optional<MeasuredProfile> profile;
  std::optional<MeasuredBuffers> buffers;
};

// Writes the measurements of a module, computation by computation. Borrows all arguments.
class MeasurementWriter {
 public:
  MeasurementWriter(const HloModule& module, const Measurements& measurements, JsonWriter* json);

  // "profile" and "buffers".
  void WriteModule();
  // "times", if there are any. `order` are the rows.
  void WriteTimes(const std::vector<HloInstruction*>& order);
  // Whether the assignment has instructions of `order`. If so, writes "real", "alive" and "peak" of
  // its timeline; WriteValues then writes "buffers".
  bool WriteAlive(const std::vector<HloInstruction*>& order);
  void WriteValues(const std::vector<HloInstruction*>& order);

 private:
  void WriteProfile();
  void WriteProgramNames();
  void WriteBuffers();
  bool FindTimes(const std::vector<HloInstruction*>& order);

  const Measurements& measurements_;
  JsonWriter& json_;
  ProfileMatch match_;
  BufferTimes times_;
  HashMap<const HloInstruction*, const MeasuredOp*> ops_;
  HashMap<const HloInstruction*, int64_t> time_of_;
  // Of the current computation: the time of each row, ascending.
  std::vector<int64_t> row_times_;
  // Values of other computations are written for so many rows of lists; a page of deeply nested
  // loops would be quadratic.
  int64_t outer_left_ = 200000;
};

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_MEASUREMENTS_H_
