// Times of an assignment count instructions of all computations, callees before callers. A row has
// its own time; times between two rows, in a callee, belong to the later one, the caller.
#include "src/tools/hlo_view/page/measurements.h"

#include <algorithm>
#include <string_view>

#include "hlo/print_values.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

MeasurementWriter::MeasurementWriter(const HloModule& module, const Measurements& measurements,
                                     JsonWriter* json)
    : measurements_(measurements), json_(*json) {
  if (measurements.profile.has_value()) {
    match_ = MatchProfile(measurements.profile->profile, module);
    for (const InstructionTime& time : match_.times) ops_[time.instruction] = time.op;
  }
  if (measurements.buffers.has_value()) {
    const MeasuredBuffers& buffers = *measurements.buffers;
    times_ = BufferTimesOf(buffers.assignment, module,
                           buffers.ranges.has_value() ? &*buffers.ranges : nullptr);
    for (size_t i = 0; i < times_.sequence.size(); ++i) {
      if (times_.sequence[i] != nullptr) time_of_[times_.sequence[i]] = static_cast<int64_t>(i);
    }
    if (buffers.values.has_value()) FindPlaces(*buffers.values);
  }
  if (measurements.thunks.has_value()) {
    const std::vector<Thunk>& thunks = measurements.thunks->thunks;
    const std::vector<const HloInstruction*> instructions = MatchThunks(thunks, module);
    for (size_t i = 0; i < thunks.size(); ++i) thunks_of_[instructions[i]].push_back(i);
    is_thunk_written_.resize(thunks.size());
  }
}

void MeasurementWriter::FindPlaces(const BufferValueReport& report) {
  for (const BufferValueReport::Value& value : report.values) {
    std::string& places = places_of_[value.id];
    for (const BufferValueReport::Position& position : value.positions) {
      const bool is_own =
          position.instruction == value.instruction && position.shape_index == value.shape_index;
      if (is_own) continue;
      StrAppend(&places, places.empty() ? "" : ", ", position.instruction);
      if (!position.shape_index.empty()) AppendShapeIndex(position.shape_index, &places);
    }
  }
}

void MeasurementWriter::WriteModule() {
  if (measurements_.profile.has_value()) WriteProfile();
  if (measurements_.buffers.has_value()) WriteBuffers();
  if (measurements_.thunks.has_value()) {
    json_.Key("thunk_file").String(measurements_.thunks->file);
  }
}

void MeasurementWriter::WriteProfile() {
  int64_t events = 0;
  for (const InstructionTime& time : match_.times) events += time.op->count;
  json_.Key("profile").BeginObject();
  json_.Key("file").String(measurements_.profile->file);
  json_.Key("program").Bool(match_.module != nullptr);
  if (match_.module == nullptr) WriteProgramNames();
  json_.Key("runs").Int(match_.module != nullptr ? match_.module->runs : 0);
  json_.Key("events").Int(events);
  json_.Key("others").Int(match_.other_programs);
  json_.Key("unmatched").List(match_.unmatched, [this](const MeasuredOp* op) {
    json_.BeginArray();
    json_.String(op->name);
    json_.Int(op->count);
    json_.Int(op->total_ps);
    json_.EndArray();
  });
  json_.EndObject();
}

// Names the programs that the profile has instead.
void MeasurementWriter::WriteProgramNames() {
  constexpr size_t kMost = 20;
  const std::vector<MeasuredModule>& modules = measurements_.profile->profile.modules;
  json_.Key("programs").BeginArray();
  for (size_t i = 0; i < std::min(modules.size(), kMost); ++i) json_.String(modules[i].name);
  json_.EndArray();
}

void MeasurementWriter::WriteBuffers() {
  const MeasuredBuffers& buffers = *measurements_.buffers;
  json_.Key("buffers").BeginObject();
  json_.Key("source").String(buffers.source);
  json_.Key("total").Int(buffers.assignment.total_bytes());
  if (!buffers.report.empty()) {
    json_.Key("reported").List(buffers.report, [this](const MemorySpaceReport& space) {
      json_.BeginArray();
      json_.String(space.name);
      json_.Int(space.total_bytes);
      json_.EndArray();
    });
  }
  if (times_.is_reported) json_.Key("ranges").String(buffers.ranges_source);
  json_.Key("allocations").List(buffers.assignment.allocations, [this](const auto& allocation) {
    json_.BeginArray();
    json_.Int(allocation.index);
    json_.Int(allocation.size);
    json_.String(allocation.Kind());
    json_.Int(allocation.color);
    json_.EndArray();
  });
  json_.EndObject();
}

void MeasurementWriter::WriteTimes(const std::vector<const HloInstruction*>& order) {
  std::vector<std::pair<int64_t, const MeasuredOp*>> times;
  for (size_t row = 0; row < order.size(); ++row) {
    const auto found = ops_.find(order[row]);
    if (found != ops_.end()) times.push_back({static_cast<int64_t>(row), found->second});
  }
  if (times.empty()) return;
  json_.Key("times").List(times, [this](const auto& time) {
    const MeasuredOp& op = *time.second;
    json_.Ints({time.first, op.count, op.total_ps, op.self_ps, op.longest_ps});
  });
}

void MeasurementWriter::WriteThunks(const std::vector<const HloInstruction*>& order) {
  std::vector<std::pair<int64_t, size_t>> rows;
  const auto add = [&](int64_t row, const HloInstruction* instruction) {
    const auto found = thunks_of_.find(instruction);
    if (found == thunks_of_.end()) return;
    for (const size_t thunk : found->second) {
      if (is_thunk_written_[thunk]) continue;
      is_thunk_written_[thunk] = true;
      rows.emplace_back(row, thunk);
    }
  };
  for (size_t i = 0; i < order.size() && !thunks_of_.empty(); ++i) {
    const auto row = static_cast<int64_t>(i);
    add(row, order[i]);
    // Sugar hides the computation of a start.
    if (order[i]->opcode() != HloOpcode::kAsyncStart) continue;
    const HloComputation* wrapped = order[i]->async_wrapped_computation();
    if (wrapped == nullptr) continue;
    for (const HloInstruction* each : wrapped->instructions()) add(row, each);
  }
  if (rows.empty()) return;
  json_.Key("thunks").List(rows, [this](const auto& row) { WriteThunk(row.first, row.second); });
}

void MeasurementWriter::WriteOtherThunks() {
  if (!measurements_.thunks.has_value()) return;
  json_.Key("other_thunks").BeginArray();
  for (size_t i = 0; i < is_thunk_written_.size(); ++i) {
    if (!is_thunk_written_[i]) WriteThunk(-1, i);
  }
  json_.EndArray();
}

void MeasurementWriter::WriteThunk(int64_t row, size_t number) {
  const Thunk& thunk = measurements_.thunks->thunks[number];
  json_.BeginArray();
  json_.Int(row);
  json_.Int(static_cast<int64_t>(number));
  json_.Int(thunk.id);
  json_.Int(thunk.depth);
  json_.String(thunk.kind);
  json_.String(thunk.details);
  json_.EndArray();
}

bool MeasurementWriter::FindTimes(const std::vector<const HloInstruction*>& order) {
  row_times_.assign(order.size(), -1);
  int64_t last = -1;
  for (size_t row = 0; row < order.size(); ++row) {
    const auto found = time_of_.find(order[row]);
    // Rows that the report does not name have the time of the one before.
    if (found != time_of_.end()) last = std::max(last, found->second);
    row_times_[row] = last;
  }
  if (last < 0) return false;
  const auto first =
      std::find_if(row_times_.begin(), row_times_.end(), [](int64_t time) { return time >= 0; });
  std::fill(row_times_.begin(), first, *first);
  return true;
}

std::vector<int64_t> MeasurementWriter::AliveByRow(const std::vector<int64_t>& bytes_alive) const {
  std::vector<int64_t> alive(row_times_.size());
  for (size_t row = 0; row < alive.size(); ++row) {
    const int64_t end = row_times_[row];
    const int64_t begin = row == 0 ? end : std::min(row_times_[row - 1] + 1, end);
    for (int64_t time = begin; time <= end; ++time) {
      alive[row] = std::max(alive[row], bytes_alive[static_cast<size_t>(time)]);
    }
  }
  return alive;
}

bool MeasurementWriter::WriteAlive(const std::vector<const HloInstruction*>& order,
                                   const MemorySpaceNames& names) {
  if (!measurements_.buffers.has_value() || !FindTimes(order)) return false;
  const auto peak_row = [](const std::vector<int64_t>& alive) {
    return std::max_element(alive.begin(), alive.end()) - alive.begin();
  };
  const std::vector<int64_t> alive = AliveByRow(times_.bytes_alive);
  const int64_t row = peak_row(alive);
  json_.Key("real").Int(1);
  json_.Key("alive").Ints(alive);
  json_.Key("peak").Ints({alive[static_cast<size_t>(row)], row});
  if (times_.others.empty()) return true;
  json_.Key("memory").String(names.Of(0));
  json_.Key("spaces").List(times_.others, [&](const BufferTimes::Memory& memory) {
    const std::vector<int64_t> there = AliveByRow(memory.bytes_alive);
    const int64_t most = peak_row(there);
    json_.BeginArray();
    json_.String(names.Of(memory.color));
    json_.Int(there[static_cast<size_t>(most)]);
    json_.Int(most);
    json_.Ints(there);
    json_.EndArray();
  });
  return true;
}

void MeasurementWriter::WriteValues(const std::vector<const HloInstruction*>& order) {
  HashMap<std::string_view, int64_t> rows;
  for (size_t row = 0; row < order.size(); ++row) {
    rows[order[row]->name()] = static_cast<int64_t>(row);
  }
  const auto last_row = static_cast<int64_t>(order.size()) - 1;
  const auto row_at = [&](int64_t time) {
    const auto found = std::lower_bound(row_times_.begin(), row_times_.end(), time);
    return std::min<int64_t>(found - row_times_.begin(), last_row);
  };
  const BufferAssignment& buffers = measurements_.buffers->assignment;
  json_.Key("buffers").BeginArray();
  for (size_t i = 0; i < buffers.allocations.size(); ++i) {
    for (size_t j = 0; j < buffers.allocations[i].values.size(); ++j) {
      const BufferValue& value = buffers.allocations[i].values[j];
      const BufferTimes::Range& range = times_.ranges[i][j];
      if (range.begin < 0 || range.end < row_times_[0] || range.begin > row_times_.back() ||
          value.size == 0) {
        continue;
      }
      const auto own = rows.find(value.instruction);
      const int64_t row = own != rows.end() ? own->second : -1;
      if (row < 0 && outer_left_-- <= 0) continue;
      // Rows without a time of their own have that of the one before.
      const bool begins_here = row >= 0 && row_times_[static_cast<size_t>(row)] == range.begin;
      json_.BeginArray();
      for (const int64_t number : {row, value.size, begins_here ? row : row_at(range.begin),
                                   row_at(range.end), static_cast<int64_t>(i), value.offset}) {
        json_.Int(number);
      }
      const auto places = places_of_.find(value.id);
      const bool has_places = places != places_of_.end() && !places->second.empty();
      if (row < 0 || !value.shape_index.empty() || has_places) {
        std::string name = "%" + value.instruction;
        if (!value.shape_index.empty()) AppendShapeIndex(value.shape_index, &name);
        json_.String(name);
      }
      if (has_places) json_.String(places->second);
      json_.EndArray();
    }
  }
  json_.EndArray();
}

}  // namespace hlo_text_v1::internal
