// Source: XLA HloComputation::CreateFromProto, HloSchedule::CreateFromProto.
#include "src/proto/read_computation.h"

#include <algorithm>
#include <optional>

#include "src/async/execution_threads.h"
#include "src/ir/instruction_order.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/walk.h"
#include "src/proto/unknown_fields.h"

namespace hlo_text_v1::internal {
namespace {

using ComputationFields = pb::HloComputationProto;

// Sets a flag in a growing list; returns its old value.
bool TestAndSet(size_t i, std::vector<bool>* flags) {
  if (flags->size() <= i) flags->resize(i + i / 2 + 64);
  const bool was = (*flags)[i];
  (*flags)[i] = true;
  return was;
}

}  // namespace

bool ComputationReader::Read(std::string_view bytes) {
  HloComputation* computation = IrAccess::NewComputation(state_.module);
  int64_t id = 0, root_id = 0;
  LocalInstructions locals(bytes.size());
  if (!ReadFields(bytes, computation, &id, &root_id, &locals)) return false;
  const char* const at = bytes.data();
  if (id == -1) return wire_.Fail(at, "computation_id != -1");
  // Only now, since it cannot call itself.
  if (!state_.computations.emplace(id, computation).second) {
    return wire_.Fail(at, "!ContainsKey(computation_map, computation_id)");
  }
  if (TestAndSet(Node(computation).name, &computation_names_)) {
    return wire_.Fail(at, StrCat("Computation name is not unique: ", computation->name()));
  }
  if (!CheckNames()) return false;
  if (root_id == -1) return wire_.Fail(at, "proto.root_id() != -1");
  Node(computation).root = locals.Find(root_id);
  if (Node(computation).root == nullptr) {
    return wire_.Fail(at, "Root instruction not found in instruction map");
  }
  if (wire_.keeps_unknown && id >= 0 && id <= KeptFields::kMaxId) {
    state_.module.KeptFields().computation_ids[computation] = static_cast<uint32_t>(id);
  }
  bodies_.push_back({computation, id, at, LocalInstructions(0)});
  if (!schedules_.empty()) bodies_.back().instructions = locals;
  // The order of ids is the order of creation.
  const std::vector<HloInstruction*> order = std::move(locals).TakeSorted();
  SetOrder(computation, order);
  if (state_.frames.has_value()) UseFrames(order);
  if (!SetParameters(at, order, computation)) return false;
  state_.module.AddComputation(computation);
  return true;
}

bool ComputationReader::ReadFields(std::string_view bytes, HloComputation* computation, int64_t* id,
                                   int64_t* root_id, LocalInstructions* locals) {
  std::string_view name, thread, backend_config;
  int64_t count = 0;
  for (MessageReader reader(wire_, ProtoMessage::kHloComputationProto, bytes); reader.Next();) {
    if (reader.Take(ComputationFields::instructions)) {
      if (!AddInstruction(reader.bytes(), count, computation, locals)) {
        wire_.AddToPath("instructions", count);
        return false;
      }
      ++count;
      continue;
    }
    if (reader.Take(ComputationFields::program_shape) ||
        reader.Take(ComputationFields::is_fusion_computation)) {
      continue;
    }
    reader.Field(ComputationFields::name, name);
    reader.Field(ComputationFields::id, *id);
    reader.Field(ComputationFields::root_id, *root_id);
    reader.Field(ComputationFields::execution_thread, thread);
    reader.Field(ComputationFields::backend_config, backend_config);
  }
  if (wire_.keeps_unknown) {
    std::vector<KeptField> found;
    FindUnknownFields(wire_, ProtoMessage::kHloComputationProto, bytes, &found);
    if (!found.empty()) state_.module.KeptFields().computations[computation] = std::move(found);
  }
  if (wire_.failed()) return false;
  Node(computation).name = state_.NameOf(name);
  if (!thread.empty()) Node(computation).execution_thread = thread;
  Node(computation).backend_config = backend_config;
  return true;
}

bool ComputationReader::AddInstruction(std::string_view bytes, int64_t number,
                                       HloComputation* computation, LocalInstructions* locals) {
  int64_t id = 0;
  HloInstruction* instruction = instructions_.Read(bytes, computation, *locals, &id);
  if (instruction == nullptr) return false;
  if (locals->Find(id) != nullptr) {
    return wire_.Fail(bytes.data(), "!ContainsKey(instruction_map, local_proto_id)");
  }
  locals->Add(id, instruction);
  if (instruction->opcode() == HloOpcode::kAsyncStart) async_starts_.push_back(instruction);
  if (wire_.keeps_unknown) {
    std::vector<KeptField> found;
    FindUnknownFields(wire_, ProtoMessage::kHloInstructionProto, bytes, &found);
    if (wire_.failed()) return false;
    KeptFields& kept = state_.module.KeptFields();
    if (!found.empty()) kept.instructions[instruction] = std::move(found);
    const auto local = static_cast<uint32_t>(id);
    if (local <= KeptFields::kMaxId) kept.instruction_ids[instruction] = local;
  }
  if (TestAndSet(Node(instruction).name, &instruction_names_) &&
      same_name_.instruction == nullptr) {
    same_name_ = {instruction, number, bytes.data()};
  }
  return true;
}

// Records the order in which frames are first used.
void ComputationReader::UseFrames(absl::Span<HloInstruction* const> instructions) {
  for (const HloInstruction* instruction : instructions) {
    const Attribute* metadata = instruction->FindAttribute(AttributeKind::kMetadata);
    if (metadata == nullptr) continue;
    const int32_t id = metadata->As<OpMetadata>().stack_frame_id;
    if (id != 0) state_.frames->Map(id);
  }
}

// XLA checks names last.
bool ComputationReader::CheckNames() {
  if (same_name_.instruction == nullptr) return true;
  wire_.Fail(same_name_.at,
             StrCat("Instruction name is not unique: ", same_name_.instruction->name()));
  wire_.AddToPath("instructions", same_name_.number);
  return false;
}

bool ComputationReader::SetParameters(const char* at,
                                      absl::Span<HloInstruction* const> instructions,
                                      HloComputation* computation) {
  std::vector<HloInstruction*>& parameters = Node(computation).parameters;
  const auto is_parameter = [](const HloInstruction* instruction) {
    return instruction->opcode() == HloOpcode::kParameter;
  };
  const auto count =
      static_cast<size_t>(std::count_if(instructions.begin(), instructions.end(), is_parameter));
  parameters.resize(count);
  for (HloInstruction* instruction : instructions) {
    if (!is_parameter(instruction)) continue;
    const int64_t number = instruction->parameter_number();
    if (number < 0 || number >= static_cast<int64_t>(count)) {
      return wire_.Fail(
          at, StrCat("Invalid parameter number. Expected [0, ", count, "), got ", number));
    }
    HloInstruction*& parameter = parameters[static_cast<size_t>(number)];
    if (parameter != nullptr) {
      return wire_.Fail(
          at, StrCat("Parameter number ", number, " already allocated in this computation"));
    }
    parameter = instruction;
  }
  return true;
}

void ComputationReader::SetOrder(HloComputation* computation,
                                 absl::Span<HloInstruction* const> order) {
  IrAccess::Reorder(computation, order);
  Node(computation).instruction_count = static_cast<int64_t>(order.size());
  Node(computation).index_limit = static_cast<uint32_t>(order.size());
}

// Records the order of ids, which until now is the index: callees and bodies in place follow it.
void ComputationReader::SetSchedule(HloComputation* computation,
                                    absl::Span<HloInstruction* const> order) {
  bool differs = false;
  for (size_t i = 0; i < order.size(); ++i) differs |= order[i]->index() != i;
  if (differs) {
    CreationRanks& ranks = state_.module.CreationRanks();
    for (const HloInstruction* instruction : order) ranks[instruction] = instruction->index();
  }
  SetOrder(computation, order);
}

void ComputationReader::ForceThreads() {
  ForceExecutionThreads(async_starts_, state_.module.arena, nullptr);
}

// ---- Schedules.

bool ComputationReader::ApplySchedules(int64_t entry) {
  if (!state_.module.config.is_scheduled) return true;
  HashSet<absl::string_view> threads;  // threads on which some computation has a schedule
  for (const Body& body : bodies_) {
    if (schedules_.contains(body.id)) threads.insert(Absl(body.computation->execution_thread()));
  }
  // XLA only compares the numbers of computations, thread by thread; here a missing one is an
  // error.
  std::optional<HashSet<const HloComputation*>> reached;  // modules from XLA have all schedules
  const auto needs_schedule = [&](const HloComputation& computation) {
    if (!threads.contains(Absl(computation.execution_thread()))) return false;
    const auto found = state_.computations.find(entry);
    if (found == state_.computations.end()) return false;
    if (!reached.has_value()) reached = ComputationsReachedFrom({found->second});
    return reached->contains(&computation);
  };
  InstructionOrder order;
  for (const Body& body : bodies_) {
    const HloComputation& computation = *body.computation;
    if (computation.is_fusion_computation() && !threads.empty()) continue;
    const auto schedule = schedules_.find(body.id);
    if (schedule != schedules_.end()) {
      if (!ApplySchedule(body, schedule->second)) return false;
      continue;
    }
    if (needs_schedule(computation)) {
      return wire_.Fail(body.begin,
                        StrCat("For thread ", computation.execution_thread(), ", computation ",
                               computation.name(), " has no schedule"));
    }
    // XLA prints unscheduled computations in the order of dependencies.
    SetSchedule(body.computation, MutableParts(order.PostOrder(computation)));
  }
  return true;
}

bool ComputationReader::ApplySchedule(const Body& body, absl::Span<const int64_t> ids) {
  const std::string_view name = body.computation->name();
  const auto count = static_cast<size_t>(body.computation->instruction_count());
  if (ids.size() != count) {
    return wire_.Fail(body.begin, StrCat("Schedule for computation ", name, " has ", ids.size(),
                                         " instructions, expected ", count));
  }
  std::vector<bool> done(count);  // by index
  std::vector<HloInstruction*> order;
  for (const int64_t id : ids) {
    HloInstruction* instruction = body.instructions.Find(id);
    if (instruction == nullptr) {
      return wire_.Fail(body.begin, StrCat("No instruction exists in HLO computation ", name,
                                           " with unique id ", id));
    }
    if (done[instruction->index()]) {
      return wire_.Fail(body.begin,
                        StrCat("Instruction ", instruction->name(), " is scheduled twice"));
    }
    const auto check = [&](const HloInstruction* before) {
      return done[before->index()] ||
             wire_.Fail(body.begin, StrCat("Instruction ", instruction->name(),
                                           " is not scheduled after its operand ", before->name()));
    };
    for (const HloInstruction* operand : instruction->operands()) {
      if (!check(operand)) return false;
    }
    for (const HloInstruction* predecessor : instruction->control_predecessors()) {
      if (!check(predecessor)) return false;
    }
    done[instruction->index()] = true;
    order.push_back(instruction);
  }
  SetSchedule(body.computation, order);
  return true;
}

}  // namespace hlo_text_v1::internal
