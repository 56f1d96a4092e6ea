// See module.h: checks of parts and of arguments.
#include <string>

#include "errors.h"
#include "hlo/async.h"
#include "hlo/edit.h"
#include "module.h"
#include "text.h"

namespace hlo_python {

namespace {

[[noreturn]] void RaiseRemoved(const std::string& what) {
  Raise(PyExc_ReferenceError, what + " was removed from its module");
}

}  // namespace

void CheckDesugared(const ModuleState& state) {
  if (hlo_text::HasSugar(state.module)) throw nb::value_error("run desugar() first");
}

void CheckLive(const hlo_text::HloComputation* computation) {
  if (!IsLive(computation)) RaiseRemoved("computation " + std::string(computation->name()));
}

void CheckLive(const hlo_text::HloInstruction* instruction) {
  if (instruction->parent() == nullptr) RaiseRemoved("this instruction");
  CheckLive(instruction->parent());
}

namespace {

template <typename Part>
auto* CheckedPart(const ModuleState& state, const Part& part, const char* what) {
  if (part.owner.get() != &state) {
    RaiseInvalid(std::string(what) + " is of another module");
  }
  return &*part;
}

}  // namespace

hlo_text::HloInstruction* PartOf(const ModuleState& state, const Instruction& instruction) {
  return CheckedPart(state, instruction, "the instruction");
}

hlo_text::HloComputation* PartOf(const ModuleState& state, const Computation& computation) {
  return CheckedPart(state, computation, "the computation");
}

hlo_text::HloInstruction* PartOf(const ModuleState& state,
                                 const hlo_text::HloComputation* computation,
                                 const Instruction& instruction) {
  hlo_text::HloInstruction* part = PartOf(state, instruction);
  if (part->parent() != computation) {
    RaiseInvalid(std::string(part->name()) + " is of computation " +
                 std::string(part->parent()->name()) + ", not of " +
                 std::string(computation->name()));
  }
  return part;
}

std::vector<hlo_text::HloInstruction*> PartsOf(const ModuleState& state,
                                               const hlo_text::HloComputation* computation,
                                               nb::handle instructions) {
  const nb::list list = ToPythonList(instructions);
  std::vector<hlo_text::HloInstruction*> parts;
  for (nb::handle item : list) {
    Instruction instruction;
    if (!nb::try_cast<Instruction>(item, instruction)) {
      Raise(PyExc_TypeError, "not an Instruction: " + TypeName(item));
    }
    parts.push_back(computation == nullptr ? PartOf(state, instruction)
                                           : PartOf(state, computation, instruction));
  }
  return parts;
}

void CheckBuilt(const hlo_text::HloComputation& computation) {
  if (computation.root_instruction() != nullptr) return;
  RaiseInvalid("computation " + std::string(computation.name()) + " is not built yet");
}

void CheckEntry(const Module& module) {
  if (module->entry_computation() == nullptr) {
    RaiseInvalid("the module has no entry computation yet");
  }
}

}  // namespace hlo_python
