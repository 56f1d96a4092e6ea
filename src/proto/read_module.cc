// Reads the module's own fields first, in any order, because instructions refer to its payloads and
// stack frames. A message among them is read when all its parts are known. Then reads the
// computations, which are in an order that defines callees first. Source: XLA
// HloModule::CreateFromProto.
#include "src/proto/read_module.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "hlo/print_values.h"
#include "src/async/wrapped_computation.h"
#include "src/base/sort_unique.h"
#include "src/ir/header_attributes.h"
#include "src/proto/read_computation.h"
#include "src/proto/unknown_fields.h"

namespace hlo_text_v1::internal {
namespace {

using ModuleFields = pb::HloModuleProto;

class ModuleReader {
 public:
  ModuleReader(const ProtoReadOptions& options, ProtoReadState& wire, HloModule* module)
      : options_(options),
        wire_(wire),
        ir_(IrAccess::StateOf(*module)),
        state_{wire,
               ir_,
               ShapeReader(&wire, &module->shapes(), /*any_order=*/false),
               ShapeReader(&wire, &module->shapes(), /*any_order=*/true),
               options.limits.max_literal_elements,
               {},
               {},
               {},
               {}} {}

  bool Read(std::string_view bytes);

 private:
  bool ReadFields(std::string_view bytes);
  bool ReadField(MessageReader& reader);
  bool ReadMessages();
  bool ReadAliases(std::string_view bytes);
  bool ReadDonors(std::string_view bytes);
  bool ReadSchedule(std::string_view bytes);
  bool ReadScheduleEntry(std::string_view bytes);
  bool ReadStackFrames(std::string_view bytes);
  void FindSoundFrames();
  bool ReadHostProgramShape(std::string_view bytes);
  bool ReadRecoveryTable(std::string_view bytes);
  bool ReadRecoveryEntry(std::string_view bytes);
  void SortDebugAttributes();
  bool ReadComputations();
  void RebuildStackFrames();
  bool CheckAliases();
  bool CheckDonors();
  bool Within(bool ok, const char* name, int64_t index = -1) {
    if (!ok) wire_.AddToPath(name, index);
    return ok;
  }

  const ProtoReadOptions& options_;
  ProtoReadState& wire_;
  IrAccess::ModuleState& ir_;
  ProtoModuleReadState state_;
  ProtoSchedules schedules_;
  std::vector<std::string_view> computations_;
  std::vector<std::string_view> payloads_;
  std::vector<OriginRecovery> recoveries_;
  // Messages; absent ones have no data.
  std::string_view program_shape_;
  std::string_view schedule_;
  std::string_view stack_frames_;
  std::string_view recovery_table_;
  std::string_view aliases_;
  std::string_view donors_;
  int64_t entry_id_ = 0;
};

// Also takes fields that it does not know; the caller counts them.
bool ModuleReader::ReadField(MessageReader& reader) {
  HloModuleConfig& config = ir_.config;
  std::string_view* const message = reader.Take(ModuleFields::host_program_shape)  ? &program_shape_
                                    : reader.Take(ModuleFields::schedule)          ? &schedule_
                                    : reader.Take(ModuleFields::stack_frame_index) ? &stack_frames_
                                    : reader.Take(ModuleFields::original_value_recovery_table)
                                        ? &recovery_table_
                                    : reader.Take(ModuleFields::input_output_alias) ? &aliases_
                                    : reader.Take(ModuleFields::buffer_donor)       ? &donors_
                                                                                    : nullptr;
  if (message != nullptr) {
    reader.TakeWhole(message);
  } else if (reader.Take(ModuleFields::computations)) {
    computations_.push_back(reader.bytes());
  } else if (reader.Take(ModuleFields::payloads)) {
    payloads_.push_back(ir_.arena.CopyString(reader.bytes()));
  }
  reader.Take(ModuleFields::entry_computation_name);
  // Ids within the process, which XLA's readers ignore, too.
  if (!wire_.keeps_unknown) {
    reader.Take(ModuleFields::id);
    reader.Take(ModuleFields::pjrt_id);
  }
  reader.Field(ModuleFields::name, ir_.name);
  reader.Field(ModuleFields::entry_computation_id, entry_id_);
  reader.Field(ModuleFields::frontend_attributes, config.frontend_attributes);
  reader.Field(ModuleFields::debug_attributes, config.debug_attributes);
  reader.Field(ModuleFields::backend_config, config.backend_config);
  return !wire_.failed();
}

bool ModuleReader::ReadFields(std::string_view bytes) {
  MessageReader reader(wire_, ProtoMessage::kHloModuleProto, bytes);
  while (reader.Next()) {
    if (!ReadField(reader)) return false;
  }
  return !wire_.failed();
}

// An absent message counts as an empty one, except for the schedule.
bool ModuleReader::ReadMessages() {
  ir_.config.is_scheduled = schedule_.data() != nullptr;
  return Within(ReadSchedule(schedule_), "schedule") &&
         Within(ReadStackFrames(stack_frames_), "stack_frame_index") &&
         Within(ReadRecoveryTable(recovery_table_), "original_value_recovery_table") &&
         Within(ReadAliases(aliases_), "input_output_alias") &&
         Within(ReadDonors(donors_), "buffer_donor");
}

bool ModuleReader::ReadAliases(std::string_view bytes) {
  for (MessageReader reader(wire_, ProtoMessage::kHloInputOutputAliasProto, bytes);
       reader.Next();) {
    reader.Field(pb::HloInputOutputAliasProto::entries, ir_.config.input_output_alias);
  }
  return !wire_.failed();
}

bool ModuleReader::ReadDonors(std::string_view bytes) {
  for (MessageReader reader(wire_, ProtoMessage::kHloBufferDonorProto, bytes); reader.Next();) {
    reader.Field(pb::HloBufferDonorProto::entries, ir_.config.buffer_donor);
  }
  return !wire_.failed();
}

bool ModuleReader::ReadScheduleEntry(std::string_view bytes) {
  using Entry = pb::HloScheduleProto_SequencesEntry;
  int64_t id = 0;
  std::string_view value;
  absl::Span<const int64_t> ids;
  for (MessageReader reader(wire_, ProtoMessage::kHloScheduleProto_SequencesEntry, bytes);
       reader.Next();) {
    reader.Field(Entry::key, id);
    if (reader.Take(Entry::value)) reader.TakeWhole(&value);
  }
  if (wire_.failed()) return false;
  for (MessageReader reader(wire_, ProtoMessage::kHloScheduleProto_InstructionSequence, value);
       reader.Next();) {
    reader.Field(pb::HloScheduleProto_InstructionSequence::instruction_ids, ids);
  }
  schedules_[id] = ids;
  return Within(!wire_.failed(), "value");
}

bool ModuleReader::ReadSchedule(std::string_view bytes) {
  int64_t index = 0;
  for (MessageReader reader(wire_, ProtoMessage::kHloScheduleProto, bytes); reader.Next();) {
    if (!reader.Take(pb::HloScheduleProto::sequences)) continue;
    if (!Within(ReadScheduleEntry(reader.bytes()), "sequences", index++)) return false;
  }
  return !wire_.failed();
}

bool ModuleReader::ReadStackFrames(std::string_view bytes) {
  using Index = pb::StackFrameIndexProto;
  absl::Span<const std::string_view> files, functions;
  absl::Span<const StackFrameTables::Location> locations;
  absl::Span<const StackFrameTables::Frame> frames;
  for (MessageReader reader(wire_, ProtoMessage::kStackFrameIndexProto, bytes); reader.Next();) {
    reader.Field(Index::file_names, files);
    reader.Field(Index::function_names, functions);
    reader.Field(Index::file_locations, locations);
    reader.Field(Index::stack_frames, frames);
  }
  StackFrameTables& tables = ir_.stack_frames;
  tables.file_names.assign(files.begin(), files.end());
  tables.function_names.assign(functions.begin(), functions.end());
  tables.locations.assign(locations.begin(), locations.end());
  tables.frames.assign(frames.begin(), frames.end());
  FindSoundFrames();
  return !wire_.failed();
}

// A frame is sound if its numbers are in the tables and its parents end.
void ModuleReader::FindSoundFrames() {
  const StackFrameTables& tables = ir_.stack_frames;
  const auto within = [](int32_t id, size_t size) {
    return id >= 0 && static_cast<size_t>(id) <= size;
  };
  enum class Mark : uint8_t { kNew, kOpen, kSound, kUnsound };
  std::vector<Mark> marks(tables.frames.size() + 1, Mark::kNew);
  marks[0] = Mark::kSound;
  std::vector<size_t> path;
  for (size_t first = 1; first < marks.size(); ++first) {
    size_t at = first;
    while (marks[at] == Mark::kNew) {
      const StackFrameTables::Frame& frame = tables.frames[at - 1];
      marks[at] = Mark::kOpen;
      path.push_back(at);
      const bool has_location =
          frame.location_id > 0 && within(frame.location_id, tables.locations.size());
      const auto* location =
          has_location ? &tables.locations[static_cast<size_t>(frame.location_id) - 1] : nullptr;
      if (location == nullptr || !within(location->file_name_id, tables.file_names.size()) ||
          !within(location->function_name_id, tables.function_names.size()) ||
          !within(frame.parent_frame_id, tables.frames.size())) {
        marks[at] = Mark::kUnsound;
      } else {
        at = static_cast<size_t>(frame.parent_frame_id);
      }
    }
    const Mark result = marks[at] == Mark::kSound ? Mark::kSound : Mark::kUnsound;
    for (const size_t frame : path) marks[frame] = result;
    path.clear();
  }
  state_.sound_frames.resize(marks.size());
  for (size_t i = 0; i < marks.size(); ++i) state_.sound_frames[i] = marks[i] == Mark::kSound;
}

bool ModuleReader::ReadHostProgramShape(std::string_view bytes) {
  using Program = pb::ProgramShapeProto;
  std::vector<const Shape*> parameters;
  std::string_view result_bytes;
  size_t names = 0;
  for (MessageReader reader(wire_, ProtoMessage::kProgramShapeProto, bytes); reader.Next();) {
    if (reader.Take(Program::result)) {
      reader.TakeWhole(&result_bytes);
    } else if (reader.Take(Program::parameter_names)) {
      ++names;
    } else if (reader.Take(Program::parameters)) {
      parameters.push_back(state_.unchecked_shapes.Read(reader.bytes()));
      const auto index = static_cast<int64_t>(parameters.size()) - 1;
      if (!Within(parameters.back() != nullptr, "parameters", index)) return false;
    }
  }
  if (wire_.failed()) return false;
  if (names != parameters.size()) {
    return wire_.Fail(bytes.data(),
                      StrCat("ProgramShapeProto has different numbers of parameters and parameter "
                             "names: ",
                             parameters.size(), " vs ", names));
  }
  if (result_bytes.data() == nullptr) return wire_.Fail(bytes.data(), "there is no result");
  const Shape* result = state_.unchecked_shapes.Read(result_bytes);
  if (!Within(result != nullptr, "result")) return false;
  ir_.config.has_entry_computation_layout = true;
  ir_.config.entry_computation_layout = {
      ir_.arena.CopySpan(absl::Span<const Shape* const>(parameters)), result};
  return true;
}

bool ModuleReader::ReadRecoveryEntry(std::string_view bytes) {
  using Entry = pb::OriginalValueRecoveryTableProto_Entry;
  OriginRecovery recovery;
  std::string_view nested;
  for (MessageReader reader(wire_, ProtoMessage::kOriginalValueRecoveryTableProto_Entry, bytes);
       reader.Next();) {
    reader.Field(Entry::old_original_array, recovery.replaced);
    reader.Field(Entry::new_original_array, recovery.replacing);
    if (reader.Take(Entry::recovery_module)) reader.TakeWhole(&nested);
  }
  if (wire_.failed()) return false;
  if (nested.data() != nullptr) {
    const ProtoDepthGuard guard(wire_, bytes.data());
    auto module = std::make_unique<HloModule>();
    Arena* const arena = std::exchange(wire_.arena, &module->arena());
    const absl::Span<const std::string_view> payloads = std::exchange(wire_.payloads, {});
    const bool ok = ReadModuleProto(nested, options_, wire_, module.get());
    wire_.arena = arena;
    wire_.payloads = payloads;
    wire_.max_memory -= std::min(wire_.max_memory, module->arena().allocated_bytes());
    if (!Within(ok, "recovery_module")) return false;
    recovery.module = module.get();
    ir_.nested_modules.push_back(std::move(module));
  }
  recoveries_.push_back(recovery);
  return true;
}

bool ModuleReader::ReadRecoveryTable(std::string_view bytes) {
  for (MessageReader reader(wire_, ProtoMessage::kOriginalValueRecoveryTableProto, bytes);
       reader.Next();) {
    if (!reader.Take(pb::OriginalValueRecoveryTableProto::entries)) continue;
    const auto index = static_cast<int64_t>(recoveries_.size());
    if (!Within(ReadRecoveryEntry(reader.bytes()), "entries", index)) return false;
  }
  std::reverse(recoveries_.begin(), recoveries_.end());  // the last of one array stays
  const std::vector<OriginRecovery> sorted = SortUnique(
      recoveries_, [](const auto& a, const auto& b) { return ArrayLess(a.replaced, b.replaced); });
  ir_.config.origin_recovery_table = ir_.arena.CopySpan(absl::MakeConstSpan(sorted));
  return !wire_.failed();
}

// All entries of an array form one list, unlike in text.
void ModuleReader::SortDebugAttributes() {
  std::map<OriginalArray, std::vector<DebugAttributes>, decltype(&ArrayLess)> lists(ArrayLess);
  for (const DebugAttributesEntry& entry : ir_.config.debug_attributes) {
    if (entry.attributes.empty()) continue;
    std::vector<DebugAttributes>& list = lists[entry.array];
    list.insert(list.end(), entry.attributes.begin(), entry.attributes.end());
  }
  std::vector<DebugAttributesEntry> entries;
  entries.reserve(lists.size());
  for (const auto& [array, list] : lists) {
    entries.push_back({array, ir_.arena.CopySpan(absl::MakeConstSpan(list))});
  }
  ir_.config.debug_attributes = ir_.arena.CopySpan(absl::MakeConstSpan(entries));
}

bool ModuleReader::ReadComputations() {
  constexpr size_t kBytesPerName = 128;
  constexpr size_t kMostNames = size_t{1} << 16;
  size_t bytes = 0;
  for (const std::string_view computation : computations_) bytes += computation.size();
  ir_.symbols.Reserve(std::min(bytes / kBytesPerName, kMostNames));
  if (!ir_.stack_frames.empty() && !wire_.keeps_unknown) state_.frames.emplace(ir_.stack_frames);
  ComputationReader reader(&state_, schedules_);
  for (size_t i = 0; i < computations_.size(); ++i) {
    if (!Within(reader.Read(computations_[i]), "computations", static_cast<int64_t>(i))) {
      return false;
    }
  }
  RebuildStackFrames();
  reader.ForceThreads();
  if (ir_.has_async) DropKnownComputations(*ir_.computations.front()->parent());
  return Within(reader.ApplySchedules(entry_id_), "schedule");
}

// As after reading a text: the tables have the frames that instructions use, in the order of first
// use.
void ModuleReader::RebuildStackFrames() {
  if (!state_.frames.has_value()) return;
  for (OpMetadata* metadata : state_.metadata_with_frames) {
    metadata->stack_frame_id = state_.frames->Map(metadata->stack_frame_id);
  }
  ir_.stack_frames = state_.frames->TakeTables();
}

// Sorts aliases by output and checks that each output has only one.
bool ModuleReader::CheckAliases() {
  const absl::Span<const InputOutputAlias> aliases = ir_.config.input_output_alias;
  auto* first = const_cast<InputOutputAlias*>(aliases.data());
  std::stable_sort(first, first + aliases.size(),
                   [](const auto& a, const auto& b) { return a.output_index < b.output_index; });
  const Shape& result = ir_.entry->root_instruction()->shape();
  for (size_t i = 0; i < aliases.size(); ++i) {
    const InputOutputAlias& alias = aliases[i];
    const std::string index = PrintDimensionList(alias.output_index);
    if (alias.parameter_number < 0) return wire_.Fail(aliases_.data(), "param_number >= 0");
    if (Subshape(result, alias.output_index) == nullptr) {
      return wire_.Fail(aliases_.data(),
                        StrCat("Trying to set up alias at ", index,
                               " which is an invalid index for shape ", PrintShape(result, false)));
    }
    if (i > 0 && aliases[i - 1].output_index == alias.output_index) {
      const InputOutputAlias& other = aliases[i - 1];
      return wire_.Fail(
          aliases_.data(),
          StrCat("Trying to set up output alias for param ", alias.parameter_number, " at ",
                 PrintDimensionList(alias.parameter_index), " but failed: output index ", index,
                 " is already aliased with param ", other.parameter_number, " at ",
                 PrintDimensionList(other.parameter_index)));
    }
  }
  return true;
}

// Sorts donors by parameter and drops repeated ones.
bool ModuleReader::CheckDonors() {
  const absl::Span<const BufferDonor> donors = ir_.config.buffer_donor;
  auto* donor = const_cast<BufferDonor*>(donors.data());
  std::stable_sort(donor, donor + donors.size(), [](const auto& a, const auto& b) {
    return std::tie(a.parameter_number, a.parameter_index) <
           std::tie(b.parameter_number, b.parameter_index);
  });
  for (const BufferDonor& each : donors) {
    if (each.parameter_number < 0) return wire_.Fail(donors_.data(), "param_number >= 0");
  }
  const auto* end = std::unique(donor, donor + donors.size(), [](const auto& a, const auto& b) {
    return a.parameter_number == b.parameter_number && a.parameter_index == b.parameter_index;
  });
  ir_.config.buffer_donor = donors.first(static_cast<size_t>(end - donor));
  return true;
}

bool ModuleReader::Read(std::string_view bytes) {
  if (!ReadFields(bytes) || !ReadMessages()) return false;
  if (program_shape_.data() == nullptr) {
    return wire_.Fail(bytes.data(), "No program shape found in the proto");
  }
  wire_.payloads = payloads_;
  if (!Within(ReadHostProgramShape(program_shape_), "host_program_shape")) return false;
  if (!IsSaneName(ir_.name)) ir_.name = ir_.arena.CopyString(SanitizeName(ir_.name));
  SortFrontendAttributes(&ir_.config.frontend_attributes);
  SortDebugAttributes();
  const ProtoDepthGuard guard(wire_, bytes.data());
  if (!ReadComputations()) return false;
  const auto entry = state_.computations.find(entry_id_);
  if (entry == state_.computations.end()) return wire_.Fail(bytes.data(), "entry != nullptr");
  ir_.entry = entry->second;
  if (wire_.keeps_unknown) {
    std::vector<KeptField> found;
    FindUnknownFields(wire_, ProtoMessage::kHloModuleProto, bytes, &found);
    if (wire_.failed()) return false;
    if (!found.empty()) ir_.KeptFields().module = std::move(found);
  }
  return Within(CheckAliases(), "input_output_alias") && Within(CheckDonors(), "buffer_donor");
}

}  // namespace

bool ReadModuleProto(std::string_view bytes, const ProtoReadOptions& options, ProtoReadState& wire,
                     HloModule* module) {
  return ModuleReader(options, wire, module).Read(bytes);
}

}  // namespace hlo_text_v1::internal
