// SerializeHloModule. Source: XLA HloModule::ToProto, HloComputation::ToProto.
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "src/ir/desugared.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"
#include "src/ir/walk.h"
#include "src/proto/module_config_proto.h"
#include "src/proto/unknown_fields.h"
#include "src/proto/write_instruction.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr size_t kFirstRoom = 4096;
constexpr size_t kMaxBytes = std::numeric_limits<int32_t>::max();  // protobuf's limit

template <typename Map, typename Owner>
absl::Span<const KeptField> FieldsOfOwner(const Map& map, const Owner* owner) {
  const auto found = map.find(owner);
  return found == map.end() ? absl::Span<const KeptField>() : absl::MakeConstSpan(found->second);
}

class ModuleWriter {
 public:
  // `is_complete`: also writes fields that only texts have.
  // `*lost` counts kept fields whose message is not written.
  ModuleWriter(const HloModule& module, bool is_complete, WireWriter* out, size_t* lost)
      : module_(module),
        kept_(IrAccess::StateOf(module).kept_fields.get()),
        lost_(lost),
        out_(*out),
        ids_(module),
        instruction_writer_{*out, shapes_, ids_, kMaxBytes, payloads_, is_complete} {}

  absl::Status Write();

 private:
  using Fields = pb::HloModuleProto;

  std::vector<const HloComputation*> CalleesFirst() const;
  void WriteComputation(const HloComputation& computation);
  void ExpectTheRest();
  void WriteProgramShape(const HloComputation& computation);
  void WriteSchedule();
  void WriteStackFrames();
  absl::Status WriteRecoveryTable();

  void PutBack(size_t begin, absl::Span<const KeptField> fields);

  const HloModule& module_;
  const KeptFields* kept_;
  size_t* lost_;
  WireWriter& out_;
  ShapeWriter shapes_;
  ProtoIds ids_;
  PayloadList payloads_;
  InstructionWriter instruction_writer_;
  InstructionOrder order_;
  size_t begin_ = out_.size();
  size_t written_ = 0;  // instructions
  size_t next_estimate_ = 64;
  bool has_unknown_words_ = false;
  absl::Status status_;
};

// Ascending ids, but callees before callers.
std::vector<const HloComputation*> ModuleWriter::CalleesFirst() const {
  std::vector<bool> seen(IrAccess::StateOf(module_).owned_computations.size());
  const auto mark = [&](const HloComputation* computation) {
    const bool is_new = !seen[Node(computation).number];
    seen[Node(computation).number] = true;
    return is_new;
  };
  const auto get_callees = [&](const HloComputation* computation) {
    std::vector<const HloComputation*> callees = Callees(*computation);
    std::sort(callees.begin(), callees.end(),
              [&](const auto* a, const auto* b) { return ids_.Of(a) < ids_.Of(b); });
    return callees;
  };
  std::vector<const HloComputation*> order;
  for (const HloComputation* computation : module_.computations()) {
    WalkPostOrder(computation, mark, get_callees,
                  [&](const HloComputation* finished) { order.push_back(finished); });
  }
  return order;
}

void ModuleWriter::WriteProgramShape(const HloComputation& computation) {
  using Program = pb::ProgramShapeProto;
  for (const HloInstruction* parameter : computation.parameters()) {
    shapes_.Write(Program::parameters, parameter->shape(), &out_);
  }
  shapes_.Write(Program::result, computation.root_instruction()->shape(), &out_);
  for (const HloInstruction* parameter : computation.parameters()) {
    const std::string_view name = parameter->name();
    out_.Field(Program::parameter_names, absl::Span<const std::string_view>(&name, 1));
  }
}

// Reserves room for the remaining instructions, assuming that they are like those before: growing
// later would copy everything and need both copies at once.
void ModuleWriter::ExpectTheRest() {
  constexpr size_t kNext = 8;
  constexpr size_t kMost = 512;  // a larger one has a literal, which the others may not have
  next_estimate_ *= kNext;
  const auto all = static_cast<size_t>(module_.instruction_count());
  const size_t each = std::min((out_.size() - begin_) / written_ + 1, kMost);
  if (all > written_) out_.Expect((all - written_) * each);
}

void ModuleWriter::WriteComputation(const HloComputation& computation) {
  using Computation = pb::HloComputationProto;
  const size_t begin = out_.size();
  const std::vector<const HloInstruction*>& without_users = ids_.Enter(computation);
  has_unknown_words_ |= !computation.unknown_attributes().empty();
  out_.Field(Computation::name, computation.name());
  const std::vector<const HloInstruction*> order = order_.PostOrder(computation, without_users);
  if (static_cast<int64_t>(order.size()) != computation.instruction_count() && status_.ok()) {
    status_ = absl::FailedPreconditionError(
        StrCat("operands in computation ", computation.name(), " form a cycle"));
  }
  for (const HloInstruction* instruction : order) {
    out_.Message(Computation::instructions, [&] {
      const size_t begin = out_.size();
      instruction_writer_.Write(*instruction);
      if (kept_ != nullptr) PutBack(begin, FieldsOfOwner(kept_->instructions, instruction));
    });
    if (++written_ == next_estimate_) ExpectTheRest();
  }
  out_.Message(Computation::program_shape, [&] { WriteProgramShape(computation); });
  out_.Field(Computation::id, ids_.Of(&computation));
  out_.Field(Computation::root_id, ids_.Of(computation.root_instruction()));
  out_.Field(Computation::is_fusion_computation, computation.is_fusion_computation());
  if (computation.execution_thread() != "main") {
    out_.Field(Computation::execution_thread, computation.execution_thread());
  }
  out_.Field(Computation::backend_config, computation.backend_config());
  if (kept_ != nullptr) PutBack(begin, FieldsOfOwner(kept_->computations, &computation));
}

// Inserts fields that the reader kept into the message written from `begin` on.
void ModuleWriter::PutBack(size_t begin, absl::Span<const KeptField> fields) {
  if (fields.empty()) return;
  const std::string bytes = WithUnknownFields(out_.written(begin), fields, lost_);
  out_.Clear(begin);
  out_.Raw(bytes);
}

// The instructions of each computation that is not a fusion, in order.
void ModuleWriter::WriteSchedule() {
  using Entry = pb::HloScheduleProto_SequencesEntry;
  for (const HloComputation* computation : module_.computations()) {
    if (computation->is_fusion_computation()) continue;
    ids_.Enter(*computation);
    std::vector<int64_t> sequence;
    for (const HloInstruction* instruction : computation->instructions()) {
      sequence.push_back(ids_.Of(instruction));
    }
    out_.Message(pb::HloScheduleProto::sequences, [&] {
      out_.Field(Entry::key, ids_.Of(computation));
      out_.Message(Entry::value, [&] {
        out_.Field(pb::HloScheduleProto_InstructionSequence::instruction_ids,
                   absl::Span<const int64_t>(sequence));
      });
    });
  }
}

void ModuleWriter::WriteStackFrames() {
  using Index = pb::StackFrameIndexProto;
  const StackFrameTables& tables = module_.stack_frames();
  if (tables.empty()) return;
  out_.Message(Fields::stack_frame_index, [&] {
    out_.Field(Index::file_names, tables.file_names);
    out_.Field(Index::function_names, tables.function_names);
    out_.Field(Index::file_locations, tables.locations);
    out_.Field(Index::stack_frames, tables.frames);
  });
}

absl::Status ModuleWriter::WriteRecoveryTable() {
  using Entry = pb::OriginalValueRecoveryTableProto_Entry;
  const absl::Span<const OriginRecovery> table = module_.config().origin_recovery_table;
  if (table.empty()) return absl::OkStatus();
  absl::Status status;
  out_.Message(Fields::original_value_recovery_table, [&] {
    for (const OriginRecovery& recovery : table) {
      out_.Message(pb::OriginalValueRecoveryTableProto::entries, [&] {
        out_.Field(Entry::old_original_array, recovery.replaced);
        out_.Field(Entry::new_original_array, recovery.replacing);
        if (recovery.module == nullptr || !status.ok()) return;
        out_.Message(Entry::recovery_module, [&] {
          status =
              ModuleWriter(*recovery.module, instruction_writer_.is_complete, &out_, lost_).Write();
        });
      });
    }
  });
  return status;
}

absl::Status ModuleWriter::Write() {
  const HloModuleConfig& config = module_.config();
  if (module_.entry_computation() == nullptr) {
    return absl::FailedPreconditionError("the module has no entry computation");
  }
  has_unknown_words_ = !config.unknown_attributes.empty();
  out_.Field(Fields::name, module_.name());
  out_.Field(Fields::entry_computation_name, module_.entry_computation()->name());
  for (const HloComputation* computation : CalleesFirst()) {
    out_.Message(Fields::computations, [&] { WriteComputation(*computation); });
    if (instruction_writer_.is_too_large || out_.size() > kMaxBytes) {
      return absl::OutOfRangeError("Failed to serialize the HloModuleProto.");
    }
  }
  out_.Message(Fields::host_program_shape,
               [&] { WriteEntryLayout(config.entry_computation_layout, shapes_, &out_); });
  out_.Field(Fields::entry_computation_id, ids_.Of(module_.entry_computation()));
  if (config.is_scheduled) out_.Message(Fields::schedule, [&] { WriteSchedule(); });
  out_.Message(Fields::input_output_alias, [&] {
    out_.Field(pb::HloInputOutputAliasProto::entries, config.input_output_alias);
  });
  WriteStackFrames();
  out_.Message(Fields::buffer_donor,
               [&] { out_.Field(pb::HloBufferDonorProto::entries, config.buffer_donor); });
  out_.Field(Fields::frontend_attributes, config.frontend_attributes);
  absl::Status status = WriteRecoveryTable();
  if (!status.ok()) return status;
  out_.Field(Fields::payloads, payloads_.all());
  out_.Field(Fields::debug_attributes, config.debug_attributes);
  out_.Field(Fields::backend_config, config.backend_config);
  if (kept_ != nullptr) PutBack(begin_, kept_->module);
  if (has_unknown_words_ || instruction_writer_.has_unknown_words) {
    return absl::FailedPreconditionError("the module has unknown opcodes or attributes");
  }
  return status_;
}

void WarnOfLosses(const HloModule& module, std::vector<ProtoWarning>* warnings) {
  const HloModuleConfig& config = module.config();
  const auto lost = [&](std::string_view what) {
    warnings->push_back({0, "", StrCat(what, " has no place in an HloModuleProto")});
  };
  if (config.replica_count != 1) lost("replica_count");
  if (config.num_partitions != 1) lost("num_partitions");
  if (config.alias_passthrough_params) lost("alias_passthrough_params");
  if (config.has_sharding_propagation) lost("allow_spmd_sharding_propagation");
}

absl::Status WriteWrapped(const HloModule& module, ProtoWrap wrap, WireWriter* out, size_t* lost) {
  absl::Status status;
  const auto write = [&] {
    status = ModuleWriter(module, wrap == ProtoWrap::kWithConfig, out, lost).Write();
  };
  switch (wrap) {
    case ProtoWrap::kNone:
      write();
      break;
    case ProtoWrap::kHloProto:
      out->Message(pb::HloProto::hlo_module, write);
      break;
    case ProtoWrap::kSnapshot:
      out->Message(pb::HloSnapshot::hlo, [&] { out->Message(pb::HloProto::hlo_module, write); });
      break;
    case ProtoWrap::kWithConfig:
      out->Message(pb::HloModuleProtoWithConfig::hlo_module, write);
      out->Message(pb::HloModuleProtoWithConfig::config, [&] {
        ShapeWriter shapes;
        WriteModuleConfig(module.config(), shapes, out);
      });
      break;
  }
  return status;
}

}  // namespace

absl::StatusOr<std::string> SerializeHloModule(const HloModule& module,
                                               const ProtoWriteOptions& options,
                                               std::vector<ProtoWarning>* warnings) {
  if (warnings != nullptr) warnings->clear();
  if (absl::Status status = CheckDesugared(module); !status.ok()) return status;
  WireWriter out;
  out.Expect(kFirstRoom);
  size_t lost = 0;
  absl::Status status = WriteWrapped(module, options.wrap, &out, &lost);
  if (!status.ok()) return status;
  if (out.size() > kMaxBytes) {
    return absl::OutOfRangeError("Failed to serialize the HloModuleProto.");
  }
  if (out.bad_string() != nullptr) {
    return absl::InvalidArgumentError(StrCat(out.bad_string(), ": a string is not UTF-8"));
  }
  if (warnings != nullptr && options.wrap != ProtoWrap::kWithConfig) WarnOfLosses(module, warnings);
  if (warnings != nullptr && lost > 0) {
    warnings->push_back({0, "", StrCat(lost, " kept fields are dropped with their message")});
  }
  return std::move(out).Take();
}

}  // namespace hlo_text_v1
