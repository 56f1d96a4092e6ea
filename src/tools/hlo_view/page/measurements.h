// Measurements shown on a module's page: the times of a profile, the buffers of an assignment with
// their offsets, the thunks that run. In the page's data: ProfileData, TimeData, AssignmentData and
// ThunkData of types.d.ts; the timeline of a computation whose instructions the assignment has is
// "real".
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_MEASUREMENTS_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_MEASUREMENTS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hlo/buffer_assignment.h"
#include "hlo/live_ranges.h"
#include "hlo/profile.h"
#include "hlo/thunks.h"
#include "src/base/hash_table.h"
#include "src/base/json_writer.h"

namespace hlo_text_v1::internal {

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
  std::optional<BufferValueReport> values;
};

struct MeasuredThunks {
  std::string file;
  std::vector<Thunk> thunks;
};

struct Measurements {
  std::optional<MeasuredProfile> profile;
  std::optional<MeasuredBuffers> buffers;
  std::optional<MeasuredThunks> thunks;
};

// Writes the measurements of a module, computation by computation. Borrows all arguments.
class MeasurementWriter {
 public:
  MeasurementWriter(const HloModule& module, const Measurements& measurements, JsonWriter* json);

  // "profile", "buffers", "thunk_file".
  void WriteModule();
  // "times", if there are any. `order` has the rows.
  void WriteTimes(const std::vector<const HloInstruction*>& order);
  // "thunks", if there are any that are not written yet: of the rows, and of the computations that
  // starts among them wrap.
  void WriteThunks(const std::vector<const HloInstruction*>& order);
  // "other_thunks": those that WriteThunks has not written.
  void WriteOtherThunks();
  // Whether the assignment has instructions of `order`. If so, writes "real", "alive" and "peak" of
  // its timeline, and "memory" and "spaces" if there are other memories; WriteValues then writes
  // "buffers".
  bool WriteAlive(const std::vector<const HloInstruction*>& order, const MemorySpaceNames& names);
  void WriteValues(const std::vector<const HloInstruction*>& order);

 private:
  void FindPlaces(const BufferValueReport& report);
  void WriteProfile();
  void WriteProgramNames();
  void WriteBuffers();
  void WriteThunk(int64_t row, size_t thunk);
  // By row, the most bytes alive there and in its callees.
  std::vector<int64_t> AliveByRow(const std::vector<int64_t>& bytes_alive) const;
  bool FindTimes(const std::vector<const HloInstruction*>& order);

  const Measurements& measurements_;
  JsonWriter& json_;
  ProfileMatch match_;
  BufferTimes times_;
  HashMap<const HloInstruction*, const MeasuredOp*> ops_;
  HashMap<const HloInstruction*, int64_t> time_of_;
  // By value, the other places that hold it: "fusion-done, tuple.8{5}".
  HashMap<int64_t, std::string> places_of_;
  HashMap<const HloInstruction*, std::vector<size_t>> thunks_of_;
  std::vector<bool> is_thunk_written_;
  // Of the current computation: the time of each row, ascending.
  std::vector<int64_t> row_times_;
  // Values of other computations are written for at most this many rows; a page of deeply nested
  // loops would be quadratic otherwise.
  int64_t outer_left_ = 200000;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_MEASUREMENTS_H_
