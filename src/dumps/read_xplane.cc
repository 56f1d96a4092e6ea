// Reads each plane twice: first the names of events and statistics, which may come after the
// events; then the events, line by line. Names are numbered, so that a long name that many events
// refer to is parsed once.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "hlo/arena.h"
#include "hlo/profile.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"
#include "src/dumps/dump_messages.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// The statistics that tell an event's op, module and run.
struct Stats {
  uint32_t op = 0;  // number of a name; 0: ""
  uint32_t module = 0;
  int64_t program_id = -1;
  std::optional<int64_t> run_id;
};

// An event of an op while its line is read.
struct OpEvent {
  int64_t begin;
  int64_t duration;
  uint32_t module;
  uint32_t op;
};

class XplaneReader {
 public:
  XplaneReader(std::string_view bytes, size_t max_memory)
      : state_(bytes, &unused_, max_memory), left_(max_memory) {
    state_.root = "XSpace";
  }

  absl::StatusOr<HloProfile> Read() {
    if (!ForEachMessage(state_, state_.input, pb::XSpace::planes,
                        [&](std::string_view each) { return ReadPlane(each); }))
      return DumpError(state_);
    for (size_t i = 0; i < runs_.size(); ++i) {
      profile_.modules[i].runs = static_cast<int64_t>(runs_[i].size());
    }
    return std::move(profile_);
  }

 private:
  // The statistic that an id means.
  enum class StatKind : uint8_t { kOther, kOp, kModule, kProgram, kRun };
  struct StatName {
    StatKind kind = StatKind::kOther;
    uint32_t name = 0;  // the name that a ref_value refers to
  };

  // Accounts for memory that is kept.
  bool Need(const char* at, size_t size) {
    if (size > left_) {
      return state_.Fail(at, "the profile needs more memory than is allowed",
                         absl::StatusCode::kResourceExhausted);
    }
    left_ -= size;
    return true;
  }

  bool ReadPlane(std::string_view bytes) {
    stat_names_.clear();
    stats_of_kind_.clear();
    // Statistics of an event's metadata need the names of all statistics.
    for (const bool of_stats : {true, false}) {
      const auto field = of_stats ? pb::XPlane::stat_metadata : pb::XPlane::event_metadata;
      const auto read = [&](std::string_view each) { return ReadMetadataEntry(each, of_stats); };
      if (!ForEachMessage(state_, bytes, field, read)) return false;
    }
    return ForEachMessage(state_, bytes, pb::XPlane::lines,
                          [&](std::string_view each) { return ReadLine(each); });
  }

  bool ReadMetadataEntry(std::string_view bytes, bool of_stat) {
    int64_t key = 0;
    std::string_view value;
    for (MessageReader reader(state_, ProtoMessage::kNone, bytes); reader.Next();) {
      reader.Field(pb::XMetadataEntry::key, key);
      if (reader.Take(pb::XMetadataEntry::value)) value = reader.bytes();
    }
    if (state_.failed()) return false;
    if (!Need(bytes.data(), kBytesOfMetadata)) return false;
    if (!(of_stat ? ReadStatName(value, &stat_names_[key])
                  : ReadStatsOfKind(value, &stats_of_kind_[key]))) {
      state_.AddToPath(pb::XMetadataEntry::value.name, -1);
      return false;
    }
    return true;
  }

  bool ReadStatName(std::string_view bytes, StatName* stat) {
    for (MessageReader reader(state_, ProtoMessage::kNone, bytes); reader.Next();) {
      if (reader.Take(pb::XMetadata::name)) ReadName(reader.bytes(), &stat->name);
    }
    const std::string_view name = names_[stat->name];
    stat->kind = name == "hlo_op"       ? StatKind::kOp
                 : name == "hlo_module" ? StatKind::kModule
                 : name == "program_id" ? StatKind::kProgram
                 : name == "run_id"     ? StatKind::kRun
                                        : StatKind::kOther;
    return !state_.failed();
  }

  // The statistics of an event's metadata; its own are added.
  bool ReadStatsOfKind(std::string_view bytes, Stats* stats) {
    return ForEachMessage(state_, bytes, pb::XMetadata::stats,
                          [&](std::string_view each) { return ReadStat(each, stats); });
  }

  bool ReadName(std::string_view bytes, uint32_t* number) {
    if (!IsUtf8(bytes)) return state_.Malformed(bytes.data(), "a name is not UTF-8");
    const auto [found, is_new] =
        name_number_.try_emplace(bytes, static_cast<uint32_t>(names_.size()));
    *number = found->second;
    if (!is_new) return true;
    names_.push_back(bytes);
    return Keep(bytes.data(), kBytesOfMetadata);
  }

  bool ReadStat(std::string_view bytes, Stats* stats) {
    int64_t id = 0;
    int64_t number = 0;
    std::optional<int64_t> reference;
    uint32_t name = 0;
    for (MessageReader reader(state_, ProtoMessage::kNone, bytes); reader.Next();) {
      reader.Field(pb::XStat::metadata_id, id);
      reader.Field(pb::XStat::int64_value, number);
      reader.Field(pb::XStat::uint64_value, number);
      if (reader.Take(pb::XStat::str_value)) ReadName(reader.bytes(), &name);
      if (reader.Take(pb::XStat::ref_value)) reference = static_cast<int64_t>(reader.bits());
    }
    if (state_.failed()) return false;
    const auto stat = stat_names_.find(id);
    if (stat == stat_names_.end()) return true;
    if (reference.has_value()) {
      const auto referred = stat_names_.find(*reference);
      name = referred != stat_names_.end() ? referred->second.name : 0;
    }
    switch (stat->second.kind) {
      case StatKind::kOp:
        stats->op = name;
        break;
      case StatKind::kModule:
        stats->module = name;
        break;
      case StatKind::kProgram:
        stats->program_id = number;
        break;
      case StatKind::kRun:
        stats->run_id = number;
        break;
      case StatKind::kOther:
        break;
    }
    return true;
  }

  // ---- Events.

  bool ReadLine(std::string_view bytes) {
    line_.clear();
    kept_ = 0;
    const size_t left = left_;
    if (!ForEachMessage(state_, bytes, pb::XLine::events,
                        [&](std::string_view each) { return ReadEvent(each); }))
      return false;
    AddSelfTimes();
    left_ = left - std::min(left, kept_);  // the line's own events are not kept
    return true;
  }

  bool ReadEvent(std::string_view bytes) {
    ++profile_.all_events;
    int64_t kind = 0, begin = 0, duration = 0, occurrences = 1;
    bool is_aggregate = false;
    for (MessageReader reader(state_, ProtoMessage::kNone, bytes); reader.Next();) {
      reader.Field(pb::XEvent::metadata_id, kind);
      reader.Field(pb::XEvent::offset_ps, begin);
      reader.Field(pb::XEvent::duration_ps, duration);
      reader.FieldIf(pb::XEvent::num_occurrences, is_aggregate, occurrences);
      reader.Take(pb::XEvent::stats);
    }
    if (state_.failed()) return false;
    Stats stats;
    if (const auto found = stats_of_kind_.find(kind); found != stats_of_kind_.end()) {
      stats = found->second;
    }
    if (!ForEachMessage(state_, bytes, pb::XEvent::stats,
                        [&](std::string_view each) { return ReadStat(each, &stats); }))
      return false;
    if (stats.op == 0) return true;
    OpEvent event = {begin, std::max<int64_t>(duration, 0), 0, 0};
    if (!FindOp(stats, bytes.data(), &event)) return false;
    AddEvent(event, std::max<int64_t>(occurrences, 0), is_aggregate);
    if (is_aggregate) return true;
    if (!Need(bytes.data(), sizeof(OpEvent))) return false;
    line_.push_back(event);
    return true;
  }

  // The numbers of the module and of the op in it, new ones at their first occurrence.
  bool FindOp(const Stats& stats, const char* at, OpEvent* event) {
    const auto [module, is_new_module] = module_number_.try_emplace(
        std::pair(stats.module, stats.program_id), static_cast<uint32_t>(module_number_.size()));
    if (is_new_module) {
      if (!Keep(at, kBytesOfMetadata + sizeof(MeasuredModule) + names_[stats.module].size()))
        return false;
      MeasuredModule& added = profile_.modules.emplace_back();
      added.name = names_[stats.module];
      added.program_id = stats.program_id;
      runs_.emplace_back();
    }
    event->module = module->second;
    std::vector<MeasuredOp>& ops = profile_.modules[event->module].ops;
    const auto [op, is_new_op] = op_number_.try_emplace(std::pair(event->module, stats.op),
                                                        static_cast<uint32_t>(ops.size()));
    if (is_new_op) {
      if (!Keep(at, kBytesOfMetadata + sizeof(MeasuredOp) + names_[stats.op].size())) return false;
      ops.emplace_back().name = names_[stats.op];
    }
    event->op = op->second;
    if (stats.run_id.has_value() && runs_[event->module].insert(*stats.run_id).second) {
      return Keep(at, 2 * sizeof(int64_t));
    }
    return true;
  }
  bool Keep(const char* at, size_t size) {
    if (!Need(at, size)) return false;
    kept_ += size;
    return true;
  }

  MeasuredOp& OpOf(const OpEvent& event) { return profile_.modules[event.module].ops[event.op]; }

  void AddEvent(const OpEvent& event, int64_t occurrences, bool is_aggregate) {
    MeasuredOp& op = OpOf(event);
    op.count = SaturatedSum(op.count, occurrences);
    profile_.events = SaturatedSum(profile_.events, occurrences);
    op.total_ps = SaturatedSum(op.total_ps, event.duration);
    if (is_aggregate) {
      op.self_ps = SaturatedSum(op.self_ps, event.duration);
    } else {
      op.longest_ps = std::max(op.longest_ps, event.duration);
    }
  }

  // Where events of a line nest, the inner event's time is not part of the outer event's own.
  void AddSelfTimes() {
    std::stable_sort(line_.begin(), line_.end(), [](const OpEvent& a, const OpEvent& b) {
      return std::tuple(a.begin, b.duration) < std::tuple(b.begin, a.duration);
    });
    struct Open {
      const OpEvent* event;
      int64_t inner;  // time of the events in it
    };
    std::vector<Open> open;
    const auto close = [&] {
      const Open& last = open.back();
      const int64_t self = std::max<int64_t>(0, last.event->duration - last.inner);
      MeasuredOp& op = OpOf(*last.event);
      op.self_ps = SaturatedSum(op.self_ps, self);
      open.pop_back();
    };
    for (const OpEvent& event : line_) {
      while (!open.empty() && EndOf(*open.back().event) <= event.begin) close();
      if (!open.empty()) open.back().inner = SaturatedSum(open.back().inner, event.duration);
      open.push_back({&event, 0});
    }
    while (!open.empty()) close();
  }
  static int64_t EndOf(const OpEvent& event) {
    return event.begin < 0 ? event.begin + event.duration
                           : SaturatedSum(event.begin, event.duration);
  }

  // Of an entry of a table.
  static constexpr size_t kBytesOfMetadata = 96;

  Arena unused_;  // nothing is copied while reading
  ProtoReadState state_;
  size_t left_;      // of the memory that is allowed
  size_t kept_ = 0;  // of these, what the current line keeps
  HloProfile profile_;
  std::vector<HashSet<int64_t>> runs_;  // by module
  // Views into the input.
  std::vector<std::string_view> names_ = {""};
  HashMap<std::string_view, uint32_t> name_number_ = {{"", 0}};
  HashMap<std::pair<uint32_t, int64_t>, uint32_t> module_number_;
  HashMap<std::pair<uint32_t, uint32_t>, uint32_t> op_number_;
  // Of the current plane.
  HashMap<int64_t, StatName> stat_names_;
  HashMap<int64_t, Stats> stats_of_kind_;
  std::vector<OpEvent> line_;
};

}  // namespace

absl::StatusOr<HloProfile> ParseXplane(std::string_view bytes, const ProfileReadOptions& options) {
  const size_t memory = MemoryLimitOf(options, bytes.size());
  return XplaneReader(bytes, memory).Read();
}

}  // namespace hlo_text_v1
