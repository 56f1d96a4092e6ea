// The printer writes each instruction once and marks names and attributes; the text is cut at the
// marks. Names of operands become row numbers.
#include "src/tools/hlo_view/page/module_page.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_replace.h"
#include "hlo/async.h"
#include "hlo/evaluate.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/query.h"
#include "hlo/summary.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"
#include "src/print/module_header_printer.h"
#include "src/print/module_printer.h"
#include "src/print/name_printer.h"
#include "src/tools/hlo_view/page/cost_data.h"
#include "src/tools/hlo_view/page/page_writer.h"
#include "src/tools/hlo_view/page/timeline.h"
#include "view_assets.h"

namespace hlo_text_v1::internal {

namespace {

PrintOptions TextOptions(AsyncPrintMode async_mode) {
  PrintOptions options;
  options.async_mode = async_mode;
  return options;
}

// A text may have 256 memories; a chart of so many says nothing.
constexpr size_t kMaxSpaces = 6;

class DataWriter {
 public:
  DataWriter(const HloModule& module, const ModuleDataOptions& options, JsonWriter* json)
      : module_(module),
        only_text_(options.only_text),
        memory_names_(module),
        options_(TextOptions(options.async_mode)),
        filter_(options.filter),
        blame_(options.blame),
        stages_(options.stages),
        json_(*json),
        measurements_(module, options.measurements != nullptr ? *options.measurements : kNone,
                      json),
        printer_(module, options_, &text_) {
    printer_.NoteIn(&marks_);
    if (options.with_costs) costs_.emplace(module, options.machine, json);
  }

  void Write(std::string_view file) {
    std::vector<const HloComputation*> computations =
        ListedComputations(module_, options_.async_mode);
    if (filter_) {
      const auto is_left_out = [&](const HloComputation* c) { return !filter_(*c); };
      computations.erase(std::remove_if(computations.begin(), computations.end(), is_left_out),
                         computations.end());
    }
    for (const HloComputation* computation : computations) {
      const auto number = static_cast<int64_t>(computation_number_.size());
      computation_number_[Node(computation).name] = number;
    }
    std::string header;
    AppendModuleHeader(module_, options_, &header);
    json_.BeginObject();
    json_.Key("name").String(module_.name());
    json_.Key("file").String(file);
    json_.Key("header").String(header);
    json_.Key("scheduled").Bool(module_.config().is_scheduled);
    measurements_.WriteModule();
    if (costs_.has_value()) costs_->WriteModule();
    if (blame_ != nullptr) WriteBlame(stages_);
    WriteLines("computations", computations, [&](const auto* part) { WriteComputation(*part); });
    measurements_.WriteOtherThunks();
    if (!only_text_) {
      json_.Key("noBuffer").BeginArray();
      for (int i = 0; i < kHloOpcodeCount; ++i) {
        const auto opcode = static_cast<HloOpcode>(i);
        if (GetOpcodeInfo(opcode).Has(OpcodeTrait::kNoBuffer)) json_.String(HloOpcodeName(opcode));
      }
      json_.EndArray();
      json_.Key("summary").Raw().Append(Summary());
    }
    WriteLines("shapes", shapes_, [&](const Shape* shape) { WriteShape(*shape); });
    WriteLines("origins", origins_, [&](const OpMetadata& origin) { WriteOrigin(origin); });
    WriteLines("places", places_, [&](const std::string& place) { json_.String(place); });
    json_.EndObject();
  }

 private:
  void WriteComputation(const HloComputation& computation) {
    const std::vector<const HloInstruction*> order = PrintOrder(computation);
    row_of_.assign(computation.index_limit(), -1);
    for (size_t i = 0; i < order.size(); ++i) row_of_[order[i]->index()] = static_cast<int64_t>(i);

    json_.BeginObject();
    json_.Key("name").String("%" + std::string(computation.name()));
    json_.Key("entry").Bool(computation.IsEntry());
    json_.Key("fusion").Bool(computation.is_fusion_computation());
    const std::string_view head =
        Printed([&] { printer_.PrintHeading(computation, /*with_keyword=*/true); });
    json_.Key("head").String(head.substr(0, head.find_last_not_of('\n') + 1));
    json_.Key("tail").String(Printed([&] { printer_.PrintTail(computation); }));
    WriteLines("rows", order, [&](const HloInstruction* instruction) { WriteRow(*instruction); });
    WriteOrigins(order);
    if (!only_text_) WriteFacts(computation, order);
    json_.EndObject();
  }

  void WriteFacts(const HloComputation& computation,
                  const std::vector<const HloInstruction*>& order) {
    WriteFlops(order);
    if (costs_.has_value()) costs_->WriteRows(order);
    if (blame_ != nullptr) WriteEvents(order);
    WriteTrips(order);
    WriteRelayouts(order);
    measurements_.WriteTimes(order);
    measurements_.WriteThunks(order);
    if (module_.config().is_scheduled && !computation.is_fusion_computation()) {
      WriteTimeline(computation, order);
    }
  }

  // Lists instead of objects, since there may be as many bars as instructions.
  void WriteTimeline(const HloComputation& computation,
                     const std::vector<const HloInstruction*>& order) {
    if (!async_.has_value()) async_.emplace(module_);
    const LiveRanges live(computation, *async_);
    if (!collectives_.has_value()) collectives_.emplace(module_);
    const Timeline timeline = MakeTimeline(live, *collectives_);
    json_.Key("timeline").BeginObject();
    json_.Key("lanes").Int(timeline.lanes);
    const bool is_real = measurements_.WriteAlive(order, memory_names_);
    if (is_real) {
      if (computation.IsEntry()) json_.Key("estimate").Int(LiveRanges(module_).peak_bytes());
    } else {
      json_.Key("alive").Ints(live.bytes_alive());
      json_.Key("peak").Ints({live.peak_bytes(), live.peak_step()});
      WriteSpaces(live);
    }
    WriteLines("bars", timeline.bars, [&](const AsyncBar& bar) { WriteBar(computation, bar); });
    if (is_real) {
      measurements_.WriteValues(order);
    } else {
      WriteBuffers(computation, live);
    }
    json_.EndObject();
  }

  // The memories other than the default one.
  void WriteSpaces(const LiveRanges& live) {
    std::vector<MemorySpacePeak> others(live.spaces().begin(), live.spaces().end());
    const auto is_default = [](const MemorySpacePeak& space) { return space.memory_space == 0; };
    others.erase(std::remove_if(others.begin(), others.end(), is_default), others.end());
    if (others.empty()) return;
    if (others.size() > kMaxSpaces) others.resize(kMaxSpaces);
    json_.Key("memory").String(memory_names_.Of(0));
    json_.Key("spaces").List(others, [&](const MemorySpacePeak& space) {
      json_.BeginArray();
      json_.String(memory_names_.Of(space.memory_space));
      json_.Int(space.peak_bytes);
      json_.Int(space.peak_step);
      json_.Ints(live.BytesAliveIn(space.memory_space));
      json_.EndArray();
    });
  }

  // How often the while of a row runs its body, if that is known.
  void WriteTrips(const std::vector<const HloInstruction*>& order) {
    std::vector<std::pair<int64_t, int64_t>> trips;
    for (size_t row = 0; row < order.size(); ++row) {
      const std::optional<int64_t> count =
          costs_.has_value() ? costs_->costs().trip_count(*order[row]) : trip_count_(*order[row]);
      if (count.has_value()) trips.emplace_back(static_cast<int64_t>(row), *count);
    }
    if (trips.empty()) return;
    json_.Key("trips").List(trips,
                            [&](const auto& trip) { json_.Ints({trip.first, trip.second}); });
  }

  // The rows of copies that change a layout.
  void WriteRelayouts(const std::vector<const HloInstruction*>& order) {
    std::vector<int64_t> rows;
    for (size_t row = 0; row < order.size(); ++row) {
      if (ChangesLayout(*order[row])) rows.push_back(static_cast<int64_t>(row));
    }
    if (!rows.empty()) json_.Key("relayouts").Ints(rows);
  }

  void WriteBuffers(const HloComputation& computation, const LiveRanges& live) {
    json_.Key("buffers").List(live.ranges(), [&](const LiveRange& buffer) {
      if (buffer.bytes == 0) return;
      json_.Ints({RowOf(computation, buffer.instruction), buffer.bytes, buffer.begin, buffer.end});
    });
  }

  void WriteBar(const HloComputation& computation, const AsyncBar& bar) {
    json_.BeginArray();
    for (const int64_t value :
         {RowOf(computation, bar.start), RowOf(computation, bar.done), bar.begin, bar.end,
          int64_t{bar.lane}, bar.output_bound_at, bar.overlapping}) {
      json_.Int(value);
    }
    json_.List(bar.links, [&](const AsyncBar::Link& link) {
      json_.Ints({link.step, link.bound_operands, link.binds_output ? 1 : 0, link.works ? 1 : 0});
    });
    json_.List(bar.operands, [&](const AsyncBar::Operand& operand) {
      json_.Ints({RowOf(computation, operand.operand), operand.bound_at, operand.is_output ? 1 : 0,
                  operand.bytes, operand.used_until, operand.held_steps});
    });
    json_.String(bar.work);
    json_.String(WhyGeneric(bar));
    json_.EndArray();
  }

  // Why the chain has no sugar; empty if it has, or is none.
  std::string_view WhyGeneric(const AsyncBar& bar) {
    if (bar.operation == nullptr) return {};
    if (!sugar_.has_value()) sugar_.emplace(module_);
    const std::optional<SugarObstacle> obstacle = sugar_->ObstacleTo(*bar.operation);
    return obstacle.has_value() ? SugarObstacleReason(*obstacle) : std::string_view();
  }

  int64_t ShapeNumber(const Shape& shape) {
    const auto [found, is_new] =
        shape_number_.try_emplace(&shape, static_cast<int64_t>(shapes_.size()));
    if (is_new) shapes_.push_back(&shape);
    return found->second;
  }

  void WriteShape(const Shape& shape) {
    const std::string with_layout = PrintShape(shape);
    const std::string without_layout = PrintShape(shape, /*with_layout=*/false);
    const std::string physical = PrintShape(*PhysicalShape(shape, physical_shapes_), false);
    json_.BeginArray();
    json_.String(without_layout);
    json_.Int(ByteSizeOf(shape));
    if (with_layout != without_layout) json_.String(with_layout);
    if (physical != without_layout) json_.String(physical);
    json_.EndArray();
  }

  // One line of JSON that cannot end a script.
  std::string Summary() const {
    std::string summary = SummarizeModule(module_, SummaryForm::kJson);
    summary.pop_back();  // newline
    return absl::StrReplaceAll(summary, {{"<", "\\u003c"}});
  }

  // The last event of each row, or -1.
  void WriteEvents(const std::vector<const HloInstruction*>& order) {
    json_.Key("events").List(order, [&](const HloInstruction* instruction) {
      const auto found = blame_->last.find(instruction);
      json_.Int(found == blame_->last.end() ? -1 : found->second);
    });
  }
  void WriteBlame(const std::vector<DumpStage>& stages) {
    WriteLines("stages", stages, [&](const DumpStage& stage) {
      json_.String(StrCat(stage.Number(), " ", stage.Title()));
    });
    WriteLines("events", blame_->events, [&](const BlameEvent& event) {
      json_.BeginArray();
      json_.Int(static_cast<int64_t>(event.kind));
      json_.Int(static_cast<int64_t>(event.stage));
      json_.String(event.text);
      json_.Int(event.previous);
      json_.EndArray();
    });
  }

  void WriteFlops(const std::vector<const HloInstruction*>& order) {
    std::vector<std::pair<int64_t, double>> flops;
    for (size_t row = 0; row < order.size(); ++row) {
      const double count = InstructionFlops(*order[row]);
      if (count > 0) flops.emplace_back(static_cast<int64_t>(row), count);
    }
    if (flops.empty()) return;
    json_.Key("flops").List(flops, [&](const auto& each) {
      json_.BeginArray();
      json_.Int(each.first);
      json_.Double(each.second);
      json_.EndArray();
    });
  }

  // The number of each row's origin, or -1.
  void WriteOrigins(const std::vector<const HloInstruction*>& order) {
    std::vector<int64_t> origins;
    for (const HloInstruction* instruction : order) {
      const OpMetadata metadata = instruction->metadata();
      const bool is_empty =
          metadata.op_name.empty() && metadata.source_file.empty() && metadata.stack_frame_id == 0;
      origins.push_back(is_empty ? -1 : OriginNumber(metadata));
    }
    const auto is_known = [](int64_t origin) { return origin >= 0; };
    if (std::any_of(origins.begin(), origins.end(), is_known)) json_.Key("origin").Ints(origins);
  }
  int64_t OriginNumber(const OpMetadata& metadata) {
    const std::string key = StrCat(metadata.op_name, "\n", metadata.stack_frame_id, "\n",
                                   metadata.source_file, "\n", metadata.source_line);
    const auto [found, is_new] =
        origin_number_.try_emplace(key, static_cast<int64_t>(origins_.size()));
    if (is_new) origins_.push_back(metadata);
    return found->second;
  }
  void WriteOrigin(const OpMetadata& origin) {
    json_.BeginArray();
    json_.String(origin.op_name);
    for (std::string& place : SourceStack(module_, origin)) {
      const auto [found, is_new] =
          place_number_.try_emplace(place, static_cast<int64_t>(places_.size()));
      if (is_new) places_.push_back(std::move(place));
      json_.Int(found->second);
    }
    json_.EndArray();
  }

  // A row: "%name = SHAPE opcode(operands), attributes".
  void WriteRow(const HloInstruction& instruction) {
    const std::string_view text = Printed([&] { printer_.PrintInstruction(instruction); });
    const size_t name_end = End(0);
    const size_t opcode = name_end + 3 + PrintShape(instruction.shape()).size() + 1;
    const size_t opcode_end = text.find('(', opcode);
    json_.BeginArray();
    json_.String(text.substr(0, name_end));
    json_.Int(ShapeNumber(instruction.shape()));
    json_.Int(instruction.IsRoot() ? 1 : 0);
    json_.String(text.substr(opcode, opcode_end - opcode));
    WritePieces(*instruction.parent(), opcode_end);
    json_.EndArray();
  }

  void WriteText(size_t begin, size_t end) {
    if (begin < end) json_.String(std::string_view(text_).substr(begin, end - begin));
  }

  // The rest of the text, from `at` on. Marks within an attribute come before the attribute's own.
  void WritePieces(const HloComputation& computation, size_t at) {
    size_t i = 1;
    while (i < marks_.size()) {
      size_t next_attribute = i;
      while (next_attribute < marks_.size() &&
             marks_[next_attribute].kind != PrintMark::Kind::kAttribute) {
        ++next_attribute;
      }
      const bool has_attribute = next_attribute < marks_.size();
      for (; i < next_attribute; ++i) {  // operands
        if (has_attribute && marks_[i].begin >= marks_[next_attribute].begin) break;
        WriteText(at, Begin(i));
        WriteName(computation, i, nullptr);
        at = End(i);
      }
      if (!has_attribute) break;
      WriteText(at, Begin(next_attribute));
      WriteAttribute(computation, i, next_attribute);
      at = End(next_attribute);
      i = next_attribute + 1;
    }
    WriteText(at, text_.size());
  }

  // The attribute with mark `attribute`; the marks of its names begin at `first`.
  void WriteAttribute(const HloComputation& computation, size_t first, size_t attribute) {
    const Attribute& value = *marks_[attribute].attribute;
    absl::Span<const HloInstruction* const> instructions;
    if (value.info().type == AttributeType::kInstructionList) {
      instructions = value.AsList<const HloInstruction*>();
    }
    size_t at = std::min(text_.find('=', Begin(attribute)), End(attribute));
    json_.BeginArray();
    WriteText(Begin(attribute), at);
    for (size_t i = first; i < attribute; ++i) {
      WriteText(at, Begin(i));
      const size_t nth = i - first;
      WriteName(computation, i, nth < instructions.size() ? instructions[nth] : nullptr);
      at = End(i);
    }
    WriteText(at, End(attribute));
    json_.EndArray();
  }

  // The name at mark `i` as a link, if its target is known: an instruction of this computation,
  // which the caller may pass, or a computation.
  void WriteName(const HloComputation& computation, size_t i, const HloInstruction* instruction) {
    const PrintMark& mark = marks_[i];
    const bool is_symbol = mark.kind == PrintMark::Kind::kSymbol;
    if (!is_symbol) instruction = mark.instruction;
    if (const int64_t row = RowOf(computation, instruction); row >= 0) return json_.Int(row);
    const auto found = computation_number_.find(mark.symbol);
    if (!is_symbol || found == computation_number_.end()) return WriteText(Begin(i), End(i));
    json_.BeginObject();
    json_.Key("c").Int(found->second);
    json_.EndObject();
  }

  // The text that `print` prints, also in text_, with marks_.
  template <typename Print>
  std::string_view Printed(Print print) {
    text_.clear();
    marks_.clear();
    offset_ = printer_.size();
    print();
    printer_.Finish();
    return text_;
  }
  // The beginning of mark `i` in text_.
  size_t Begin(size_t i) const { return marks_[i].begin - offset_; }
  size_t End(size_t i) const { return marks_[i].end - offset_; }
  // -1 if there is none in `computation`, the current one.
  int64_t RowOf(const HloComputation& computation, const HloInstruction* instruction) const {
    const bool is_here = instruction != nullptr && instruction->parent() == &computation;
    return is_here ? row_of_[instruction->index()] : -1;
  }
  // An array with each element on a line of its own.
  template <typename Items, typename WriteItem>
  void WriteLines(std::string_view key, const Items& items, WriteItem write) {
    json_.Key(key).List(items, [&](const auto& item) {
      json_.NewLine();
      write(item);
    });
  }

  inline static const Measurements kNone;

  const HloModule& module_;
  const bool only_text_;
  const MemorySpaceNames memory_names_;
  const PrintOptions options_;
  const std::function<bool(const HloComputation&)> filter_;
  const Blame* const blame_;
  const std::vector<DumpStage>& stages_;
  JsonWriter& json_;
  std::string text_;
  size_t offset_ = 0;  // bytes written before text_
  PrintMarks marks_;
  MeasurementWriter measurements_;
  std::optional<CostWriter> costs_;
  TripCounter trip_count_;
  ModulePrinter printer_;
  // Made on first use.
  std::optional<SugarForms> sugar_;
  std::optional<AsyncIndex> async_;
  std::optional<CollectiveIndex> collectives_;
  std::vector<const Shape*> shapes_;
  Arena arena_;
  ShapePool physical_shapes_{&arena_};
  HashMap<const Shape*, int64_t> shape_number_;
  std::vector<OpMetadata> origins_;  // without equal ones
  HashMap<std::string, int64_t> origin_number_;
  std::vector<std::string> places_;
  HashMap<std::string, int64_t> place_number_;
  HashMap<uint32_t, int64_t> computation_number_;  // by symbol
  std::vector<int64_t> row_of_;                    // by index(), of the current one
};

}  // namespace

std::string ModulePage(const HloModule& module, std::string_view file,
                       const ModuleDataOptions& options) {
  ModuleDataOptions with_costs = options;
  with_costs.with_costs = true;
  const std::string data = ModuleData(module, file, with_costs);
  return WritePage({module.name(), kModuleHtml, kModuleCss, kModuleMainJs, data});
}

std::string ModuleData(const HloModule& module, std::string_view file,
                       const ModuleDataOptions& options) {
  return JsonText(kPageJson,
                  [&](JsonWriter* json) { WriteModuleData(module, file, options, json); });
}

void WriteModuleData(const HloModule& module, std::string_view file,
                     const ModuleDataOptions& options, JsonWriter* json) {
  DataWriter(module, options, json).Write(file);
}

std::vector<const HloComputation*> ListedComputations(const HloModule& module,
                                                      AsyncPrintMode async_mode) {
  std::string text;
  const PrintOptions options = TextOptions(async_mode);
  ModulePrinter printer(module, options, &text);
  std::vector<const HloComputation*> computations;
  for (const HloComputation* computation : ComputationPostOrder(module)) {
    if (!printer.IsHidden(*computation)) computations.push_back(computation);
  }
  return computations;
}

}  // namespace hlo_text_v1::internal
