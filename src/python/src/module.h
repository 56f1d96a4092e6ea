// The data of the Python objects. All objects of a module share it and keep it alive. Each access
// from Python makes a new object, which compares and hashes as the part of the module it wraps.
//
// Nothing dangles: a module frees nothing before it dies, and every access through a Handle checks
// that its part is still in the module; ReferenceError if it was removed.
//
// Threads: all code that touches a module known to Python holds the GIL. Only work on texts, on
// files and on copies of a module releases it.
#ifndef HLO_PYTHON_SRC_MODULE_H_
#define HLO_PYTHON_SRC_MODULE_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "text.h"

namespace hlo_python {

namespace nb = nanobind;

struct ModuleState {
  hlo_text::HloModule module;
  std::vector<hlo_text::Diagnostic> warnings;
  hlo_text::UniquifyOptions uniquify;
  // Changed by every edit: analyses of an earlier version are stale.
  int64_t version = 0;
  // Prints instructions until the next edit.
  std::optional<hlo_text::HloInstructionPrinter> printer;

  void NoteEdit() {
    ++version;
    printer.reset();
  }
};

// ValueError if the module has sugar, which can only be printed, cloned, pickled and desugared.
void CheckDesugared(const ModuleState& state);

// Whether a part is in its module. Constant time.
inline bool IsLive(const hlo_text::HloComputation* computation) {
  return !computation->is_removed();
}
inline bool IsLive(const hlo_text::HloInstruction* instruction) {
  return instruction->parent() != nullptr && IsLive(instruction->parent());
}
// ReferenceError if it is not. Modules, shapes and literals always are.
void CheckLive(const hlo_text::HloComputation* computation);
void CheckLive(const hlo_text::HloInstruction* instruction);
inline void CheckLive(const void*) {}

// A module (T is HloModule) or a part of one.
template <typename T>
struct Handle {
  std::shared_ptr<ModuleState> owner;
  T* object;

  // The part; ReferenceError if it was removed.
  T& operator*() const {
    CheckLive(object);
    return *object;
  }
  T* operator->() const { return &**this; }
  // The same for code that is about to edit it. Call after converting arguments, which may run
  // Python.
  T* Edit() const {
    CheckLive(object);
    CheckDesugared(*owner);
    owner->NoteEdit();
    return object;
  }
  // A part of the same module.
  template <typename Part>
  Handle<Part> To(Part* part) const {
    return {owner, part};
  }
};
using Module = Handle<hlo_text::HloModule>;
using Computation = Handle<hlo_text::HloComputation>;
using Instruction = Handle<hlo_text::HloInstruction>;
using Shape = Handle<const hlo_text::Shape>;
using Literal = Handle<const hlo_text::Literal>;

inline Module MakeModule(std::shared_ptr<ModuleState> state) {
  hlo_text::HloModule* module = &state->module;
  return {std::move(state), module};
}
template <typename T>
Module ModuleOf(const Handle<T>& handle) {
  return MakeModule(handle.owner);
}

// ---- Checks of arguments. Each raises if its argument does not fit.

// ReferenceError if removed, HloError if of another module.
hlo_text::HloInstruction* PartOf(const ModuleState& state, const Instruction& instruction);
hlo_text::HloComputation* PartOf(const ModuleState& state, const Computation& computation);
// Also HloError if of another computation.
hlo_text::HloInstruction* PartOf(const ModuleState& state,
                                 const hlo_text::HloComputation* computation,
                                 const Instruction& instruction);
// A sequence of instructions of a computation.
std::vector<hlo_text::HloInstruction*> PartsOf(const ModuleState& state,
                                               const hlo_text::HloComputation* computation,
                                               nb::handle instructions);
// HloError if a builder has not built it: then it has no root.
void CheckBuilt(const hlo_text::HloComputation& computation);
// HloError if the module has no entry computation yet.
void CheckEntry(const Module& module);

// Each is in a file of that name.
void DefineShape(nb::module_& m);
void DefineInference(nb::module_& m);
void DefineLiteral(nb::module_& m);
void DefineInstruction(nb::module_& m);
void DefineAttributes(nb::class_<Instruction>& type);
void DefineEdits(nb::class_<Instruction>& type);
void DefineComputation(nb::module_& m);
void DefineModule(nb::module_& m);
void DefineConfig(nb::class_<Module>& type);
void DefineExports(nb::class_<Module>& type);
void DefineReductions(nb::class_<Module>& type);
void DefinePasses(nb::class_<Module>& type);
void DefineBuilder(nb::module_& m);
void DefineAsync(nb::module_& m);
void DefineAnalyses(nb::module_& m);
void DefineSchedule(nb::module_& m);
void DefineCosts(nb::module_& m);
void DefineDumps(nb::module_& m);
void DefinePattern(nb::module_& m);
void DefineDiff(nb::module_& m);
void DefineValues(nb::module_& m);
void DefineParse(nb::module_& m);
void DefineTables(nb::module_& m);
void DefineReduce(nb::module_& m);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_MODULE_H_
