// Source: XLA HloComputation::CreateFromProto, HloSchedule::CreateFromProto.
#include "src/proto/read_computation.h"

#include <algorithm>

#include "src/ir/instruction_order.h"

namespace hlo::internal {
namespace {

using ComputationFields = pb::HloComputationProto;

// Sets a flag of a list that grows; returns what it was.
bool TestAndSet(size_t i, std::vector<bool>* flags) {
  if (flags->size() <= i) flags->resize(i + i / 2 + 64);
  const bool was = (*flags)[i];
  (*flags)[i] = true;
  return was;
}

uint32_t LocalId(int64_t id) { return static_cast<uint32_t>(id); }

}  // namespace

bool ComputationReader::Read(std::string_view bytes) {
  const ProtoDepthGuard guard(wire_, bytes.data());
  HloComputation* computation = IrAccess::NewComputation(state_.module);
  int64_t id = 0, root_id = 0;
  std::vector<Numbered> instructions;
  if (!ReadFields(bytes, computation, &id, &root_id)) return false;
  const char* const at = bytes.data();
  if (id == -1) return wire_.Fail(at, "computation_id != -1");
  if (state_.computations.contains(id)) {
    return wire_.Fail(at, "!ContainsKey(computation_map, computation_id)");
  }
  if (!ReadInstructions(bytes, computation, &instructions)) return false;
  state_.computations.emplace(id, computation);  // only now: it does not call itself
  if (TestAndSet(IrAccess::Name(computation), &computation_names_)) {
    return wire_.Fail(at, StrCat("Computation name is not unique: ", computation->name()));
  }
  // The order of ids is that of creation.
  const auto by_id = [](const Numbered& a, const Numbered& b) {
    return LocalId(a.id) < LocalId(b.id);
  };
  if (!std::is_sorted(instructions.begin(), instructions.end(), by_id)) {
    std::sort(instructions.begin(), instructions.end(), by_id);
  }
  std::vector<HloInstruction*> order;
  order.reserve(instructions.size());
  for (const Numbered& each : instructions) {
    order.push_back(each.instruction);
    if (LocalId(each.id) == LocalId(root_id)) IrAccess::Root(computation) = each.instruction;
  }
  if (root_id == -1) return wire_.Fail(at, "proto.root_id() != -1");
  if (IrAccess::Root(computation) == nullptr) {
    return wire_.Fail(at, "Root instruction not found in instruction map");
  }
  SetOrder(computation, order);
  if (!SetParameters(at, instructions, computation)) return false;
  state_.module.AddComputation(computation);
  if (schedules_.empty()) instructions = {};
  bodies_.push_back({computation, id, at, std::move(instructions)});
  return true;
}

bool ComputationReader::ReadFields(std::string_view bytes, HloComputation* computation, int64_t* id,
                                   int64_t* root_id) {
  std::string_view name, thread, backend_config;
  --wire_.depth;  // its reader counts this message, too
  for (MessageReader reader(wire_, ProtoMessage::kHloComputationProto, bytes); reader.Next();) {
    if (reader.Take(ComputationFields::instructions) ||
        reader.Take(ComputationFields::program_shape) ||
        reader.Take(ComputationFields::is_fusion_computation)) {
      continue;
    }
    reader.Field(ComputationFields::name, name);
    reader.Field(ComputationFields::id, *id);
    reader.Field(ComputationFields::root_id, *root_id);
    reader.Field(ComputationFields::execution_thread, thread);
    reader.Field(ComputationFields::backend_config, backend_config);
  }
  ++wire_.depth;
  if (wire_.failed()) return false;
  if (name.empty()) return wire_.Fail(bytes.data(), "the computation has no name");
  IrAccess::Name(computation) = state_.NameOf(name);
  if (!thread.empty()) IrAccess::ExecutionThread(computation) = thread;
  IrAccess::BackendConfig(computation) = backend_config;
  return true;
}

bool ComputationReader::ReadInstructions(std::string_view bytes, HloComputation* computation,
                                         std::vector<Numbered>* instructions) {
  LocalInstructions locals(bytes.size());
  for (WireCursor cursor(wire_, bytes); cursor.Next();) {
    if (cursor.number() != ComputationFields::instructions.number ||
        cursor.wire_type() != WireType::kBytes) {
      continue;
    }
    const std::string_view payload = cursor.bytes();
    int64_t id = 0;
    HloInstruction* instruction = instructions_.Read(payload, computation, locals, &id);
    if (instruction != nullptr && locals.Find(id) != nullptr) {
      wire_.Fail(payload.data(), "!ContainsKey(instruction_map, local_proto_id)");
    }
    if (instruction == nullptr || wire_.failed() || !AddName(payload.data(), instruction)) {
      wire_.AddToPath("instructions", static_cast<int64_t>(instructions->size()));
      return false;
    }
    locals.Add(id, instruction);
    instructions->push_back({id, instruction});
  }
  return !wire_.failed();
}

bool ComputationReader::AddName(const char* at, HloInstruction* instruction) {
  if (!TestAndSet(IrAccess::Name(instruction), &instruction_names_)) return true;
  return wire_.Fail(at, StrCat("Instruction name is not unique: ",
                               state_.module.symbols.Text(IrAccess::Name(instruction))));
}

bool ComputationReader::SetParameters(const char* at, const std::vector<Numbered>& instructions,
                                      HloComputation* computation) {
  std::vector<HloInstruction*>& parameters = IrAccess::Parameters(computation);
  size_t count = 0;
  for (const Numbered& each : instructions) {
    count += each.instruction->opcode() == HloOpcode::kParameter;
  }
  parameters.resize(count);
  for (const Numbered& each : instructions) {
    if (each.instruction->opcode() != HloOpcode::kParameter) continue;
    const int64_t number = each.instruction->parameter_number();
    if (number < 0 || number >= static_cast<int64_t>(count)) {
      return wire_.Fail(
          at, StrCat("Invalid parameter number. Expected [0, ", count, "), got ", number));
    }
    HloInstruction*& parameter = parameters[static_cast<size_t>(number)];
    if (parameter != nullptr) {
      return wire_.Fail(
          at, StrCat("Parameter number ", number, " already allocated in this computation"));
    }
    parameter = each.instruction;
  }
  return true;
}

void ComputationReader::SetOrder(HloComputation* computation,
                                 absl::Span<HloInstruction* const> order) {
  IrAccess::Reorder(computation, order);
  IrAccess::InstructionCount(computation) = static_cast<int64_t>(order.size());
  IrAccess::IndexLimit(computation) = static_cast<uint32_t>(order.size());
}

// ---- Schedules.

bool ComputationReader::ApplySchedules() {
  if (schedules_.empty()) {
    // Of a schedule without sequences XLA prints the order of dependencies.
    InstructionOrder order;
    for (const Body& body : bodies_) {
      if (state_.module.config.is_scheduled) {
        SetOrder(body.computation, order.PostOrder(*body.computation));
      }
    }
    return true;
  }
  // XLA compares numbers of computations only thread by thread; a missing one is an error here.
  for (const Body& body : bodies_) {
    if (body.computation->is_fusion_computation()) continue;
    const auto schedule = schedules_.find(body.id);
    if (schedule == schedules_.end()) {
      return wire_.Fail(
          body.begin, StrCat("For thread ", body.computation->execution_thread(), ", computation ",
                             body.computation->name(), " has no schedule"));
    }
    if (!ApplySchedule(body, schedule->second)) return false;
  }
  return true;
}

bool ComputationReader::ApplySchedule(const Body& body, absl::Span<const int64_t> ids) {
  const std::string_view name = body.computation->name();
  const size_t count = body.instructions.size();
  if (ids.size() != count) {
    return wire_.Fail(body.begin, StrCat("Schedule for computation ", name, " has ", ids.size(),
                                         " instructions, expected ", count));
  }
  std::vector<bool> done(count);  // by index
  std::vector<HloInstruction*> order;
  for (const int64_t id : ids) {
    const auto found = std::lower_bound(
        body.instructions.begin(), body.instructions.end(), id,
        [](const Numbered& a, int64_t wanted) { return LocalId(a.id) < LocalId(wanted); });
    if (found == body.instructions.end() || LocalId(found->id) != LocalId(id)) {
      return wire_.Fail(body.begin, StrCat("No instruction exists in HLO computation ", name,
                                           " with unique id ", id));
    }
    HloInstruction* instruction = found->instruction;
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
  SetOrder(body.computation, order);
  return true;
}

}  // namespace hlo::internal
