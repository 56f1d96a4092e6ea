// Collects the facts once, then writes them with shorter and shorter lists until they fit.
#include "hlo/summary.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/evaluate.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "hlo/print_values.h"
#include "hlo/query.h"
#include "src/base/human_text.h"
#include "src/base/json_writer.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"
#include "src/tables/loops.h"
#include "src/tables/rows.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// ---- The facts.

struct NameCount {
  std::string_view name;
  int64_t count;
};

struct CollectiveSum {
  std::string_view kind;
  int64_t count = 0;
  int64_t async_count = 0;
  int64_t operand_bytes = 0;
  Int64Cell moved_bytes = 0;  // in a run; null: not known for all
};

struct SizedValue {
  const HloInstruction* instruction;
  int64_t bytes;
};

struct Loop {
  const HloInstruction* instruction;
  Int64Cell trip_count;
};

// The largest count first, then by name.
std::vector<NameCount> Sorted(const std::map<std::string_view, int64_t>& counts) {
  std::vector<NameCount> sorted;
  sorted.reserve(counts.size());
  for (const auto& [name, count] : counts) sorted.push_back({name, count});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const NameCount& a, const NameCount& b) { return a.count > b.count; });
  return sorted;
}

// Later ones do not matter.
constexpr size_t kMaxValues = 5;

class Facts {
 public:
  explicit Facts(const HloModule& module) : module_facts(module), fingerprint(Fingerprint(module)) {
    for (const HloComputation* computation : module_facts.numbering.computations()) {
      AddComputation(*computation);
    }
    opcodes = Sorted(opcode_counts_);
    custom_calls = Sorted(target_counts_);
    std::stable_sort(values.begin(), values.end(),
                     [](const SizedValue& a, const SizedValue& b) { return a.bytes > b.bytes; });
    values.resize(std::min(values.size(), kMaxValues));
    AddCollectives();
    added_work = AddedWorkOf(module);
    if (const HloComputation* entry = module.entry_computation()) AddEntry(*entry);
  }

  const ModuleFacts module_facts;
  const Fingerprint128 fingerprint;
  std::vector<NameCount> opcodes;
  std::vector<NameCount> custom_calls;
  std::vector<CollectiveSum> collectives;
  std::vector<SizedValue> values;
  std::vector<Loop> loops;
  int64_t parameter_count = 0;
  int64_t parameter_bytes = 0;
  int64_t result_bytes = 0;
  std::optional<int64_t> peak_bytes;  // if it is scheduled
  bool are_minimums = false;          // a shape has an unknown type, and counts as 0 bytes
  std::vector<MemorySpacePeak> spaces;
  AddedWork added_work;

 private:
  void AddComputation(const HloComputation& computation) {
    const bool is_sequence = module_facts.calls.context(computation) == CallContext::kControlFlow;
    for (const HloInstruction* i : computation.instructions()) {
      ++opcode_counts_[i->opcode_name()];
      are_minimums |= i->shape().has_unknown_type();
      if (i->opcode() == HloOpcode::kCustomCall) ++target_counts_[i->custom_call_target()];
      if (i->opcode() == HloOpcode::kWhile)
        loops.push_back({i, module_facts.executions.trip_count(*i)});
      const bool is_value = i->shape().IsArray() && i->opcode() != HloOpcode::kParameter &&
                            !GetOpcodeInfo(i->opcode()).Has(OpcodeTrait::kForwards);
      if (is_sequence && is_value) values.push_back({i, ByteSizeOf(i->shape())});
    }
  }

  void AddCollectives() {
    std::map<std::string_view, CollectiveSum> sums;
    for (const Collective& collective : FindCollectives(module_facts.module)) {
      CollectiveSum& sum = sums[HloOpcodeName(collective.opcode)];
      ++sum.count;
      sum.async_count += collective.is_async() ? 1 : 0;
      sum.operand_bytes = SaturatedSum(sum.operand_bytes, collective.operand_bytes);
      const Int64Cell moved = MovedBytes(collective);
      const Int64Cell times = module_facts.executions.of(*collective.start->parent());
      if (!moved.has_value() || !times.has_value()) sum.moved_bytes.reset();
      if (!sum.moved_bytes.has_value()) continue;
      sum.moved_bytes = SaturatedSum(*sum.moved_bytes, SaturatedProduct(*moved, *times));
    }
    for (auto& [kind, sum] : sums) {
      sum.kind = kind;
      collectives.push_back(sum);
    }
    std::stable_sort(collectives.begin(), collectives.end(),
                     [](const CollectiveSum& a, const CollectiveSum& b) {
                       return a.operand_bytes > b.operand_bytes;
                     });
  }

  void AddEntry(const HloComputation& entry) {
    parameter_count = static_cast<int64_t>(entry.parameters().size());
    for (const HloInstruction* parameter : entry.parameters()) {
      parameter_bytes = SaturatedSum(parameter_bytes, ByteSizeOf(parameter->shape()));
    }
    if (entry.root_instruction() != nullptr) {
      result_bytes = ByteSizeOf(entry.root_instruction()->shape());
    }
    if (!module_facts.module.config().is_scheduled) return;
    const LiveRanges live(module_facts.module);
    peak_bytes = live.peak_bytes();
    spaces.assign(live.spaces().begin(), live.spaces().end());
  }

  std::map<std::string_view, int64_t> opcode_counts_;
  std::map<std::string_view, int64_t> target_counts_;
};

// ---- Shortening.

struct Limits {
  size_t items;       // of a list
  size_t name_bytes;  // of a name, a shape or the like
};
// The last limits always fit: JSON makes a name at most six times as long.
constexpr Limits kLimits[] = {{12, 60}, {8, 60}, {5, 60}, {5, 30}, {3, 30}, {1, 20}, {0, 20}};

std::string Cut(std::string_view text, const Limits& limits) {
  if (text.size() <= limits.name_bytes) return std::string(text);
  return StrCat(Utf8Prefix(text, limits.name_bytes - 3), "...");
}

template <typename T>
absl::Span<const T> First(const std::vector<T>& all, const Limits& limits) {
  return absl::MakeConstSpan(all).subspan(0, limits.items);
}

// ---- Text.

class SummaryText {
 public:
  SummaryText(const Facts& facts, const Limits& limits) : facts_(facts), limits_(limits) {}

  std::string Write() {
    WriteModule();
    WriteCounts("opcodes", facts_.opcodes);
    WriteCollectives();
    WriteCounts("custom calls", facts_.custom_calls);
    WriteWork("layout copies", facts_.added_work.layout_copies);
    WriteWork("rematerialized", facts_.added_work.rematerialized);
    WriteValues();
    WriteLoops();
    return std::move(text_);
  }

 private:
  std::string Name(std::string_view name) const { return Printable(Cut(name, limits_)); }

  template <typename T>
  size_t Left(const std::vector<T>& all) const {
    return all.size() - First(all, limits_).size();
  }
  // Only the largest count.
  static size_t Left(const std::vector<SizedValue>&) { return 0; }

  void WriteModule() {
    const HloModule& module = facts_.module_facts.module;
    const HloModuleConfig& config = module.config();
    StrAppend(&text_, Name(module.name()), ": ", Plural(module.instruction_count(), "instruction"),
              " in ", Plural(static_cast<int64_t>(module.computations().size()), "computation"),
              config.is_scheduled ? ", scheduled" : "", ", ",
              Plural(config.replica_count, "replica"), " x ",
              Plural(config.num_partitions, "partition"), "\nfingerprint ",
              facts_.fingerprint.ToString(), "\n");
    if (module.entry_computation() == nullptr) return;
    const std::string_view least = facts_.are_minimums ? "at least " : "";
    StrAppend(&text_, Plural(facts_.parameter_count, "parameter"), ", ", least,
              HumanBytes(facts_.parameter_bytes), "; result ", least,
              HumanBytes(facts_.result_bytes));
    if (facts_.peak_bytes.has_value()) {
      StrAppend(&text_, "; ", least.empty() ? "at most about " : least,
                HumanBytes(*facts_.peak_bytes), " alive");
      WriteSpaces();
    }
    text_ += '\n';
  }

  // The peak of each memory, if there are several.
  void WriteSpaces() {
    if (facts_.spaces.size() < 2) return;
    const MemorySpaceNames names(facts_.module_facts.module);
    text_ += ": ";
    AppendJoined(First(facts_.spaces, limits_), ", ", &text_, [&](const MemorySpacePeak& space) {
      StrAppend(&text_, names.Of(space.memory_space), " ", HumanBytes(space.peak_bytes));
    });
    if (Left(facts_.spaces) > 0) text_ += ", ...";
  }

  void WriteCounts(std::string_view what, const std::vector<NameCount>& counts) {
    if (counts.empty()) return;
    StrAppend(&text_, what, ": ");
    AppendJoined(First(counts, limits_), ", ", &text_, [&](const NameCount& count) {
      StrAppend(&text_, count.count, " ", Name(count.name));
    });
    if (Left(counts) > 0) {
      StrAppend(&text_, limits_.items > 0 ? ", ... and " : "", Left(counts),
                limits_.items > 0 ? " more" : " of them");
    }
    text_ += '\n';
  }

  // A line for each of the first ones, then how many more there are.
  template <typename T, typename WriteLine>
  void WriteLines(std::string_view what, const std::vector<T>& all, WriteLine write) {
    if (all.empty()) return;
    StrAppend(&text_, what, ":\n");
    for (const T& item : First(all, limits_)) {
      text_ += "  ";
      write(item);
      text_ += '\n';
    }
    if (Left(all) > 0) StrAppend(&text_, "  ... and ", Left(all), " more\n");
  }

  void WriteCollectives() {
    WriteLines("collectives", facts_.collectives, [&](const CollectiveSum& sum) {
      StrAppend(&text_, sum.kind, ": ", sum.count);
      if (sum.async_count > 0) StrAppend(&text_, " (", sum.async_count, " asynchronous)");
      StrAppend(&text_, ", operands ", HumanBytes(sum.operand_bytes));
      if (sum.moved_bytes.has_value()) {
        StrAppend(&text_, ", moves ", HumanBytes(*sum.moved_bytes));
      }
    });
  }

  void WriteWork(std::string_view what, const Work& work) {
    if (work.instructions == 0) return;
    StrAppend(&text_, what, ": ", work.instructions);
    if (work.flops != 0) StrAppend(&text_, ", ", HumanFlops(work.flops));
    StrAppend(&text_, ", ", HumanBytes(work.accessed_bytes), " accessed, ",
              HumanBytes(work.result_bytes), " of results\n");
  }

  void WriteValues() {
    WriteLines("largest values", facts_.values, [&](const SizedValue& value) {
      StrAppend(&text_, HumanBytes(value.bytes), " ", Name(value.instruction->name()), " = ",
                Name(PrintShape(value.instruction->shape())), " ",
                Name(value.instruction->opcode_name()));
    });
  }

  void WriteLoops() {
    WriteLines("loops", facts_.loops, [&](const Loop& loop) {
      StrAppend(&text_, Name(loop.instruction->name()), " in ",
                Name(loop.instruction->parent()->name()), ": ");
      text_ += loop.trip_count.has_value() ? Plural(*loop.trip_count, "time")
                                           : std::string("unknown trip count");
    });
  }

  const Facts& facts_;
  const Limits& limits_;
  std::string text_;
};

// ---- JSON.

class SummaryJson {
 public:
  SummaryJson(const Facts& facts, const Limits& limits, JsonWriter* json)
      : facts_(facts), limits_(limits), json_(*json) {}

  void Write() {
    const HloModule& module = facts_.module_facts.module;
    const HloModuleConfig& config = module.config();
    json_.BeginObject();
    json_.Key("hlo_summary_version").Int(1);
    Name("name", module.name());
    json_.Key("fingerprint").String(facts_.fingerprint.ToString());
    json_.Key("is_scheduled").Bool(config.is_scheduled);
    json_.Key("replica_count").Int(config.replica_count);
    json_.Key("num_partitions").Int(config.num_partitions);
    json_.Key("computation_count").Int(static_cast<int64_t>(module.computations().size()));
    json_.Key("instruction_count").Int(module.instruction_count());
    if (module.entry_computation() != nullptr) {
      json_.Key("parameter_count").Int(facts_.parameter_count);
      json_.Key("parameter_bytes").Int(facts_.parameter_bytes);
      json_.Key("result_bytes").Int(facts_.result_bytes);
      Bytes("peak_bytes", facts_.peak_bytes);
      if (facts_.are_minimums) json_.Key("bytes_are_minimums").Bool(true);
    }
    WriteSpaces();
    WriteLists();
    json_.EndObject();
  }

 private:
  void Name(std::string_view key, std::string_view name) {
    json_.Key(key).String(Cut(name, limits_));
  }
  void Bytes(std::string_view key, const Int64Cell& bytes) {
    if (bytes.has_value()) json_.Key(key).Int(*bytes);
  }

  // "opcodes":[{...}],"more_opcodes":3
  template <typename T, typename WriteMembers>
  void List(std::string_view key, std::string_view more, const std::vector<T>& all,
            WriteMembers write) {
    if (all.empty()) return;
    const absl::Span<const T> first = First(all, limits_);
    json_.Key(key).List(first, [&](const T& item) {
      json_.BeginObject();
      write(item);
      json_.EndObject();
    });
    if (first.size() < all.size() && !more.empty()) {
      json_.Key(more).Int(static_cast<int64_t>(all.size() - first.size()));
    }
  }

  void WriteSpaces() {
    if (facts_.spaces.size() < 2) return;
    const MemorySpaceNames names(facts_.module_facts.module);
    List("memory_spaces", "", facts_.spaces, [&](const MemorySpacePeak& space) {
      json_.Key("memory_space").Int(space.memory_space);
      json_.Key("name").String(names.Of(space.memory_space));
      json_.Key("peak_bytes").Int(space.peak_bytes);
    });
  }

  void WriteWork(std::string_view key, const Work& work) {
    if (work.instructions == 0) return;
    json_.Key(key).BeginObject();
    json_.Key("count").Int(work.instructions);
    json_.Key("flops").Double(work.flops);
    json_.Key("accessed_bytes").Int(work.accessed_bytes);
    json_.Key("result_bytes").Int(work.result_bytes);
    json_.EndObject();
  }

  void WriteLists() {
    List("opcodes", "more_opcodes", facts_.opcodes, [&](const NameCount& count) {
      Name("opcode", count.name);
      json_.Key("count").Int(count.count);
    });
    List("collectives", "more_collectives", facts_.collectives, [&](const CollectiveSum& sum) {
      json_.Key("kind").String(sum.kind);
      json_.Key("count").Int(sum.count);
      json_.Key("async_count").Int(sum.async_count);
      json_.Key("operand_bytes").Int(sum.operand_bytes);
      Bytes("moved_bytes", sum.moved_bytes);
    });
    List("custom_calls", "more_custom_calls", facts_.custom_calls, [&](const NameCount& count) {
      Name("target", count.name);
      json_.Key("count").Int(count.count);
    });
    WriteWork("layout_copies", facts_.added_work.layout_copies);
    WriteWork("rematerialized", facts_.added_work.rematerialized);
    List("largest_values", "", facts_.values, [&](const SizedValue& value) {
      Name("name", value.instruction->name());
      Name("opcode", value.instruction->opcode_name());
      Name("shape", PrintShape(value.instruction->shape()));
      json_.Key("bytes").Int(value.bytes);
    });
    List("loops", "more_loops", facts_.loops, [&](const Loop& loop) {
      Name("name", loop.instruction->name());
      Name("computation", loop.instruction->parent()->name());
      Bytes("trip_count", loop.trip_count);
    });
  }

  const Facts& facts_;
  const Limits& limits_;
  JsonWriter& json_;
};

}  // namespace

std::string SummarizeModule(const HloModule& module, SummaryForm form, std::string_view file) {
  const Facts facts(module);
  std::string text;
  for (const Limits& limits : kLimits) {
    if (form == SummaryForm::kText) {
      text = SummaryText(facts, limits).Write();
    } else {
      text = JsonText({}, [&](JsonWriter* json) { SummaryJson(facts, limits, json).Write(); });
    }
    if (text.size() + 1 < kMaxSummaryBytes) break;
  }
  if (form == SummaryForm::kText) return file.empty() ? text : StrCat(Printable(file), ": ", text);
  if (file.empty()) return text + "\n";
  const std::string name = JsonText({}, [&](JsonWriter* json) { json->String(file); });
  return StrCat("{\"file\":", name, ",", std::string_view(text).substr(1), "\n");
}

}  // namespace hlo_text_v1
