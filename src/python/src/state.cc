// See module.h: which parts are there, who may read or change a module, checks of arguments.
#include <string>

#include "errors.h"
#include "hlo/edit.h"
#include "module.h"
#include "text.h"

namespace hlo_python {

bool IsLive(const ModuleState&, const hlo::HloModule*) { return true; }

bool IsLive(const ModuleState& state, const hlo::HloComputation* computation) {
  return state.removed.empty() || state.removed.count(computation) == 0;
}

bool IsLive(const ModuleState& state, const hlo::HloInstruction* instruction) {
  return instruction->parent() != nullptr && IsLive(state, instruction->parent());
}

void AwaitChange(ModuleState& state) {
  while (state.is_busy) {
    nb::gil_scoped_release release;
    std::shared_lock<std::shared_mutex> lock(state.mutex);
  }
}

void RaiseRemoved(const void*) { Raise(PyExc_ReferenceError, "this part of a module is gone"); }

void RaiseRemoved(const hlo::HloModule*) { Raise(PyExc_ReferenceError, "this module is gone"); }

void RaiseRemoved(const hlo::HloComputation* computation) {
  Raise(PyExc_ReferenceError,
        "computation " + std::string(computation->name()) + " was removed from its module");
}

void RaiseRemoved(const hlo::HloInstruction* instruction) {
  if (instruction->parent() != nullptr) RaiseRemoved(instruction->parent());
  Raise(PyExc_ReferenceError, "this instruction was removed from its module");
}

void AwaitReaders(ModuleState& state) {
  AwaitChange(state);
  if (state.mutex.try_lock()) return state.mutex.unlock();
  {
    nb::gil_scoped_release release;
    std::unique_lock<std::shared_mutex> lock(state.mutex);
  }
  AwaitChange(state);
}

void NoteRemoved(ModuleState& state, const std::function<void()>& function) {
  const auto before = state.module.computations();
  std::unordered_set<const hlo::HloComputation*> lost(before.begin(), before.end());
  function();
  for (const hlo::HloComputation* computation : state.module.computations())
    lost.erase(computation);
  state.removed.merge(lost);
}

void ChangeModule(ModuleState& state, const std::function<void(hlo::HloModule&)>& function) {
  AwaitChange(state);
  struct Busy {
    explicit Busy(ModuleState& s) : state(s) { state.is_busy = true; }
    ~Busy() { state.is_busy = false; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ModuleState& state;
  } busy(state);
  ++state.version;
  nb::gil_scoped_release release;
  std::unique_lock<std::shared_mutex> lock(state.mutex);
  state.printer.reset();
  CallWithStack([&] { NoteRemoved(state, [&] { function(state.module); }); });
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

hlo::HloInstruction* PartOf(const ModuleState& state, const Instruction& instruction) {
  return CheckedPart(state, instruction, "the instruction");
}

hlo::HloComputation* PartOf(const ModuleState& state, const Computation& computation) {
  return CheckedPart(state, computation, "the computation");
}

hlo::HloInstruction* PartOf(const ModuleState& state, const hlo::HloComputation* computation,
                            const Instruction& instruction) {
  hlo::HloInstruction* part = PartOf(state, instruction);
  if (part->parent() != computation) {
    RaiseInvalid(std::string(part->name()) + " is of computation " +
                 std::string(part->parent()->name()) + ", not of " +
                 std::string(computation->name()));
  }
  return part;
}

std::vector<hlo::HloInstruction*> PartsOf(const ModuleState& state,
                                          const hlo::HloComputation* computation,
                                          nb::handle instructions) {
  const nb::list list = ToPythonList(instructions);
  std::vector<hlo::HloInstruction*> parts;
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

void CheckBuilt(const ModuleState& state, const hlo::HloComputation* computation) {
  if (state.unbuilt.count(computation) == 0) return;
  RaiseInvalid("computation " + std::string(computation->name()) + " is not built yet");
}

void CheckEntry(const Module& module) {
  if (module->entry_computation() == nullptr) {
    RaiseInvalid("the module has no entry computation yet");
  }
}

}  // namespace hlo_python
