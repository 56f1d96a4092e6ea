// Times of instructions from their costs, callees first: a fusion takes the flops of what is inside
// by their types. Then a walk through each schedule with two clocks, of the device and its links.
#include "hlo/roofline.h"

#include <algorithm>
#include <array>
#include <optional>

#include "absl/strings/charconv.h"
#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/graph.h"
#include "hlo/primitive_type.h"
#include "src/analysis/trip_count.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

// ---- Machines.

namespace {

// A JSON object whose values are strings, numbers and, if `inner` takes them, such objects.
class MachineReader {
 public:
  explicit MachineReader(std::string_view text) : text_(text) {}

  absl::StatusOr<Machine> Read() {
    Machine machine;
    const bool is_read = ReadObject([&](std::string_view key) {
      if (key == "name") return ReadString(&machine.name);
      if (key == "source") return ReadString(&machine.source);
      if (key == "bandwidth") return ReadNumber(&machine.bandwidth);
      if (key == "link_bandwidth") return ReadNumber(&machine.link_bandwidth);
      if (key != "flops") return Fail("unknown member");
      return ReadObject([&](std::string_view type) {
        if (!ParsePrimitiveType(type).has_value()) return Fail("unknown element type");
        machine.flops.emplace_back(type, 0);
        return ReadNumber(&machine.flops.back().second);
      });
    });
    SkipBlanks();
    if (is_read && at_ != text_.size()) Fail("expected the end");
    if (!error_.empty()) {
      return absl::InvalidArgumentError(Absl(StrCat("machine, byte ", at_, ": ", error_)));
    }
    return machine;
  }

 private:
  bool Fail(std::string_view message) {
    if (error_.empty()) error_ = message;
    return false;
  }
  void SkipBlanks() { at_ = std::min(text_.size(), text_.find_first_not_of(" \t\r\n", at_)); }
  bool Eat(char c) {
    SkipBlanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool ReadString(std::string* value) {
    if (!Eat('"')) return Fail("expected a string");
    const size_t end = text_.find_first_of("\"\\", at_);
    if (end == std::string_view::npos || text_[end] == '\\') return Fail("no string without \\");
    *value = text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }
  bool ReadNumber(double* value) {
    SkipBlanks();
    const char* const end = text_.data() + text_.size();
    const auto result = absl::from_chars(text_.data() + at_, end, *value);
    if (result.ec != std::errc() || !(*value >= 0)) return Fail("expected a number from 0 on");
    at_ = static_cast<size_t>(result.ptr - text_.data());
    return true;
  }
  template <typename ReadMember>
  bool ReadObject(ReadMember read_member) {
    if (!Eat('{')) return Fail("expected {");
    if (Eat('}')) return true;
    do {
      std::string key;
      if (!ReadString(&key)) return false;
      if (!Eat(':')) return Fail("expected :");
      if (!read_member(key)) return false;
    } while (Eat(','));
    return Eat('}') || Fail("expected , or }");
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string error_;
};

}  // namespace

absl::StatusOr<Machine> ParseMachine(std::string_view json) { return MachineReader(json).Read(); }

// ---- Times.

std::string_view LimitName(Limit limit) {
  constexpr std::string_view kNames[] = {"nothing", "flops", "memory", "links"};
  return kNames[static_cast<size_t>(limit)];
}

Limit LeastTime::limit() const {
  const double most = std::max({flops_seconds, memory_seconds, link_seconds});
  if (most == 0) return Limit::kNothing;
  if (most == link_seconds) return Limit::kLinks;
  return most == flops_seconds ? Limit::kFlops : Limit::kMemory;
}

LeastTime& LeastTime::operator+=(const LeastTime& other) {
  seconds += other.seconds;
  flops_seconds += other.flops_seconds;
  memory_seconds += other.memory_seconds;
  link_seconds += other.link_seconds;
  return *this;
}

LeastTime operator*(double times, const LeastTime& time) {
  return {times * time.seconds, times * time.flops_seconds, times * time.memory_seconds,
          times * time.link_seconds};
}

class Roofline::Builder {
 public:
  Builder(const HloModule& module, const CostAnalysis& costs, const Machine& machine,
          Roofline* result)
      : costs_(costs), machine_(machine), calls_(module), async_(module), result_(*result) {
    for (const auto& [type, flops] : machine.flops) most_flops_ = std::max(most_flops_, flops);
    flops_.fill(most_flops_);
    for (const auto& [type, flops] : machine.flops) {
      if (const auto known = ParsePrimitiveType(type)) flops_[static_cast<size_t>(*known)] = flops;
    }
    for (const Collective& each : FindCollectives(module)) {
      if (each.is_async() && each.done != nullptr) done_of_[each.start] = each.done;
    }
  }

  void Build(const HloModule& module) {
    std::vector<const HloComputation*> order(module.computations().begin(),
                                             module.computations().end());
    std::stable_sort(order.begin(), order.end(), [this](const auto* a, const auto* b) {
      return calls_.depth(*a) > calls_.depth(*b);
    });
    for (const HloComputation* each : order) {
      const size_t number = NumberOf(*each);
      if (number >= result_.times_.size()) {
        result_.times_.resize(number + 1);
        flops_seconds_.resize(number + 1);
        path_seconds_.resize(number + 1);
      }
      result_.times_[number].resize(static_cast<size_t>(each->index_limit()));
      const bool is_embedded = calls_.context(*each) == CallContext::kEmbedded;
      for (const HloInstruction* i : each->instructions()) {
        const double seconds = FlopsSeconds(*i);
        flops_seconds_[number] += seconds;
        if (!is_embedded) SetTime(*i, seconds);
      }
      if (!is_embedded) path_seconds_[number] = PathOf(*each);
      if (each->IsEntry()) result_.path_seconds_ = path_seconds_[number];
    }
  }

 private:
  // Of one run, with what is fused inside.
  double FlopsSeconds(const HloInstruction& i) const {
    if (i.opcode() == HloOpcode::kFusion && i.fused_computation() != nullptr) {
      return flops_seconds_[NumberOf(*i.fused_computation())];
    }
    const Cost& cost = costs_.of(i);
    // A product has the type of its factors, a sum of many often a wider one.
    const bool is_product =
        i.operand_count() > 0 &&
        (i.opcode() == HloOpcode::kDot || i.opcode() == HloOpcode::kConvolution ||
         i.opcode() == HloOpcode::kRaggedDot || i.opcode() == HloOpcode::kScaledDot);
    const Shape& shape = is_product ? i.operand(0)->shape() : i.shape();
    const double flops =
        shape.IsArray() ? flops_[static_cast<size_t>(shape.element_type())] : most_flops_;
    return flops > 0 ? (cost.flops + cost.transcendentals) / flops : 0;
  }

  void SetTime(const HloInstruction& i, double flops_seconds) {
    const Cost& cost = costs_.of(i);
    LeastTime& time = result_.times_[NumberOf(*i.parent())][static_cast<size_t>(i.index())];
    time.flops_seconds = flops_seconds;
    if (machine_.bandwidth > 0) time.memory_seconds = cost.bytes() / machine_.bandwidth;
    if (machine_.link_bandwidth > 0) time.link_seconds = cost.wire_bytes / machine_.link_bandwidth;
    time.seconds = std::max({time.flops_seconds, time.memory_seconds, time.link_seconds});
    result_.total_ += costs_.runs(*i.parent()) * time;
  }

  // The time of the sequences that one run of `i` calls.
  double CalleesOf(const HloInstruction& i) const {
    if (CallContextOf(i) != CallContext::kControlFlow) return 0;
    const std::optional<int64_t> trips = costs_.trip_count(i);
    double seconds = 0;
    i.ForEachCalledComputation([&](const HloComputation* callee) {
      const double once = path_seconds_[NumberOf(*callee)];
      if (i.opcode() == HloOpcode::kConditional) {
        seconds = std::max(seconds, once);
      } else {
        seconds += RunsOfCallee(i, callee, trips) * once;
      }
    });
    return seconds;
  }

  double PathOf(const HloComputation& computation) {
    double now = 0;
    double links_free = 0;
    HashMap<const HloInstruction*, double> ready;  // by done
    for (const HloInstruction* i : PrintOrder(computation)) {
      if (const auto found = ready.find(i); found != ready.end())
        now = std::max(now, found->second);
      const LeastTime& time = result_.of(*i);
      const AsyncOperation* operation = async_.Of(*i);
      const bool starts = operation != nullptr && &operation->start() == i;
      const auto collective = done_of_.find(i);
      const HloInstruction* done = collective != done_of_.end() ? collective->second
                                   : starts                     ? operation->done()
                                                                : nullptr;
      if (done == nullptr || done->parent() != &computation || done == i) {
        now += time.seconds + CalleesOf(*i);
        continue;
      }
      // Of a fusion that hides a collective only what it sends runs on.
      const double here = starts ? 0 : std::max(time.flops_seconds, time.memory_seconds);
      double end = now + (starts ? time.seconds + CalleesOf(*i) : 0);
      if (time.link_seconds > 0) {
        end = std::max(end, links_free = std::max(now, links_free) + time.link_seconds);
      }
      ready[done] = end;
      now += here;
    }
    for (const auto& [done, end] : ready) now = std::max(now, end);
    return now;
  }

  const CostAnalysis& costs_;
  const Machine& machine_;
  const CallGraph calls_;
  const AsyncIndex async_;
  Roofline& result_;
  double most_flops_ = 0;
  std::array<double, 256> flops_;                                  // by element type
  HashMap<const HloInstruction*, const HloInstruction*> done_of_;  // of collectives, by start
  // By number of the computation.
  std::vector<double> flops_seconds_;
  std::vector<double> path_seconds_;
};

Roofline::Roofline(const HloModule& module, const CostAnalysis& costs, const Machine& machine)
    : costs_(costs) {
  Builder(module, costs, machine, this).Build(module);
}

const LeastTime& Roofline::of(const HloInstruction& instruction) const {
  return times_[NumberOf(*instruction.parent())][static_cast<size_t>(instruction.index())];
}

LeastTime Roofline::share(const HloInstruction& instruction) const {
  return costs_.runs(instruction) * of(instruction);
}

std::vector<TimeRow> TimeBy(const HloModule& module, const Roofline& roofline, CostKey key) {
  std::vector<TimeRow> rows;
  HashMap<std::string, size_t> numbers;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      const LeastTime time = roofline.share(*i);
      if (time.seconds == 0) continue;
      std::string name = CostKeyOf(module, *i, key);
      const auto [at, is_new] = numbers.emplace(name, rows.size());
      if (is_new) rows.push_back({std::move(name), {}});
      rows[at->second].time += time;
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const TimeRow& a, const TimeRow& b) {
    return a.time.seconds > b.time.seconds;
  });
  return rows;
}

}  // namespace hlo_text_v1
