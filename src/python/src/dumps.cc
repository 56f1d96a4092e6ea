// Profiles and buffer assignments, which XLA writes next to a module.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "hlo/buffer_assignment.h"
#include "hlo/profile.h"
#include "hlo/proto.h"
#include "results.h"

namespace hlo_python {
namespace {

// hlo_text::BufferTimes with ranges as pairs.
struct BufferTimes {
  std::vector<const hlo_text::HloInstruction*> sequence;
  std::vector<std::vector<std::pair<int64_t, int64_t>>> ranges;
  std::vector<int64_t> bytes_alive;
  int64_t peak_bytes, peak_time;
  bool is_reported;
};

}  // namespace
}  // namespace hlo_python

HLO_PYTHON_RESULT(hlo_text::InstructionTime, "InstructionTime", instruction, op)
HLO_PYTHON_RESULT(hlo_text::ProfileMatch, "ProfileMatch", module, times, unmatched, other_programs)
HLO_PYTHON_RESULT(hlo_python::BufferTimes, "BufferTimes", sequence, ranges, bytes_alive, peak_bytes,
                  peak_time, is_reported)

namespace hlo_python {
namespace {

// Data of the library without a module.
template <typename T>
struct Data {
  std::shared_ptr<const T> value;
  const T& operator*() const { return *value; }
  const T* operator->() const { return value.get(); }
};
template <typename T>
const Owner& OwnerOf(const Data<T>&) {
  static const Owner none;
  return none;
}

using Profile = Data<hlo_text::HloProfile>;
using BufferAssignment = Data<hlo_text::BufferAssignment>;

// Reads `text` without the GIL.
template <typename Read>
auto ReadData(StrOrBytes text, Read read) {
  const TextArgument source(text);
  auto value = Value(WithoutGil([&] { return read(source.view()); }));
  return Data<decltype(value)>{std::make_shared<decltype(value)>(std::move(value))};
}

BufferAssignment ParseBuffers(StrOrBytes data) {
  return ReadData(data, [](std::string_view text) {
    return hlo_text::IsHloProto(text) ? hlo_text::ParseBufferAssignmentProto(text)
                                      : hlo_text::ParseBufferAssignmentText(text);
  });
}

std::vector<BufferAllocation> Allocations(const BufferAssignment& buffers) {
  std::vector<BufferAllocation> all;
  for (const hlo_text::BufferAllocation& a : buffers->allocations) {
    all.push_back({a.index, a.size, a.Kind(), a.color, a.is_output, a.parameter_number,
                   a.parameter_index, a.values});
  }
  return all;
}

Object<BufferTimes> Times(const BufferAssignment& buffers, const Module& m,
                          std::string_view live_range_report) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  hlo_text::LiveRangeReport report;
  if (!live_range_report.empty()) report = Value(hlo_text::ParseLiveRangeReport(live_range_report));
  hlo_text::BufferTimes times =
      hlo_text::BufferTimesOf(*buffers, *m, live_range_report.empty() ? nullptr : &report);
  BufferTimes result{std::move(times.sequence),
                     {},
                     std::move(times.bytes_alive),
                     times.peak_bytes,
                     times.peak_time,
                     times.is_reported};
  for (const auto& ranges : times.ranges) {
    auto& pairs = result.ranges.emplace_back();
    for (const hlo_text::BufferTimes::Range& range : ranges) {
      pairs.emplace_back(range.begin, range.end);
    }
  }
  return Object<BufferTimes>(ToPython(m.owner, result));
}

void DefineProfile(nb::module_& m) {
  nb::class_<Profile> type(m, "Profile",
                           "Times that XLA's profiler measured, by instruction. parse_xplane() "
                           "reads one. Times are picoseconds.");
  Get(type, "modules", "The programs that ran.", &hlo_text::HloProfile::modules);
  Get(type, "events", "The counts of all operations.", &hlo_text::HloProfile::events);
  Get(type, "all_events", "Those in the file, also events that name no operation.",
      &hlo_text::HloProfile::all_events);
  Def(type, "match", "module"_a,
      "The times of the instructions of a module, by name. The module is the one after all passes.",
      [](const Profile& p, const Module& module) {
        return Object<hlo_text::ProfileMatch>(
            ToPython(module.owner, hlo_text::MatchProfile(*p, *module)));
      });
  m.def(
      "parse_xplane",
      [](StrOrBytes data) {
        return ReadData(data, [](std::string_view text) { return hlo_text::ParseXplane(text); });
      },
      "data"_a,
      "Reads the bytes of an xplane.pb, which jax.profiler.trace() writes. HloError if they are "
      "none.");
}

void DefineBufferAssignment(nb::module_& m) {
  nb::class_<BufferAssignment> type(m, "BufferAssignment",
                                    "Where XLA has put the buffers of a module. "
                                    "parse_buffer_assignment() reads one.");
  Get(type, "allocations", "Pieces of memory with the values in them.", &Allocations);
  Get(type, "total_bytes", "Of all allocations.",
      [](const BufferAssignment& b) { return b->total_bytes(); });
  Def(type, "times", "module"_a, "live_range_report"_a = "",
      "When the values are alive, and the most bytes alive at a time.\n\nlive_range_report: the "
      "text of *-live-range.txt; without it, ranges follow from the schedule.",
      &Times);
  m.def("parse_buffer_assignment", ParseBuffers, "data"_a,
        "Reads a buffer assignment: of the bytes of an HloProto, or of the text of "
        "*-buffer-assignment.txt. HloError if there is none.");
  m.def(
      "parse_memory_usage_report",
      [](StrOrBytes text) {
        const TextArgument source(text);
        return List<hlo_text::MemorySpaceReport>(
            ToList(nullptr, Value(hlo_text::ParseMemoryUsageReport(source.view()))));
      },
      "text"_a, "Reads XLA's own sums of *-memory-usage-report.txt.");
}

}  // namespace

void DefineDumps(nb::module_& m) {
  DefineProfile(m);
  DefineBufferAssignment(m);
}

}  // namespace hlo_python
