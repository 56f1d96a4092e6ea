// The data of the Python objects. All objects of a module share it and keep it alive. Each access
// from Python makes a new object, which compares and hashes as the part of the module it wraps.
//
// Nothing dangles: a module frees nothing before it dies, and every access through a Handle checks
// that its part is still in the module; ReferenceError if it was removed.
//
// Threads. All functions hold the GIL, except while Read() and ChangeModule() run theirs; these
// lock the module. Change() keeps the GIL, since what holds the GIL may look at the module. While a
// ChangeModule runs, accesses wait in Check.
#ifndef HLO_PYTHON_SRC_MODULE_H_
#define HLO_PYTHON_SRC_MODULE_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "hlo/uniquify.h"
#include "stack.h"
#include "text.h"

namespace hlo_python {

namespace nb = nanobind;

struct ModuleState {
  hlo::HloModule module;
  std::vector<hlo::Diagnostic> warnings;
  hlo::UniquifyOptions uniquify;
  bool is_desugared = false;
  // Changed by every edit: analyses of an earlier version are stale.
  int64_t version = 0;
  // Computations that an edit took out, and those that a builder has not built.
  std::unordered_set<const hlo::HloComputation*> removed;
  std::unordered_set<const hlo::HloComputation*> unbuilt;
  // A ChangeModule runs. Guarded by the GIL, as everything above for who changes it.
  bool is_busy = false;
  std::shared_mutex mutex;
  // What prints instructions, for one thread at a time, until the next edit.
  std::mutex printer_mutex;
  std::optional<hlo::HloInstructionPrinter> printer;
};

// ---- Whether a part is there.

// Constant time; without the GIL, in a function of Read.
bool IsLive(const ModuleState& state, const hlo::HloModule* module);
bool IsLive(const ModuleState& state, const hlo::HloComputation* computation);
bool IsLive(const ModuleState& state, const hlo::HloInstruction* instruction);
inline bool IsLive(const ModuleState&, const hlo::Shape*) { return true; }
inline bool IsLive(const ModuleState&, const hlo::Literal*) { return true; }
// Waits until no ChangeModule runs. Needs the GIL.
void AwaitChange(ModuleState& state);
// ReferenceError: the part is not live.
[[noreturn]] void RaiseRemoved(const hlo::HloModule* module);
[[noreturn]] void RaiseRemoved(const hlo::HloComputation* computation);
[[noreturn]] void RaiseRemoved(const hlo::HloInstruction* instruction);
[[noreturn]] void RaiseRemoved(const void* part);

// A module (T is HloModule) or a part of one.
template <typename T>
struct Handle {
  std::shared_ptr<ModuleState> owner;
  T* object;

  // The part; ReferenceError if it was removed.
  T& operator*() const {
    if (owner->is_busy) AwaitChange(*owner);
    if (!IsLive(*owner, object)) RaiseRemoved(object);
    return *object;
  }
  T* operator->() const { return &**this; }
  // A part of the same module.
  template <typename Part>
  Handle<Part> To(Part* part) const {
    return {owner, part};
  }
};
using Module = Handle<hlo::HloModule>;
using Computation = Handle<hlo::HloComputation>;
using Instruction = Handle<hlo::HloInstruction>;
using Shape = Handle<const hlo::Shape>;
using Literal = Handle<const hlo::Literal>;

inline Module MakeModule(std::shared_ptr<ModuleState> state) {
  hlo::HloModule* module = &state->module;
  return {std::move(state), module};
}
template <typename T>
Module ModuleOf(const Handle<T>& handle) {
  return MakeModule(handle.owner);
}

// ---- Reading and changing.

// Returns function(part), which runs without the GIL and must not touch Python.
template <typename T, typename Function>
auto Read(const Handle<T>& handle, Function function) {
  T& part = *handle;
  std::optional<decltype(function(part))> result;
  {
    nb::gil_scoped_release release;
    std::shared_lock<std::shared_mutex> lock(handle.owner->mutex);
    if (IsLive(*handle.owner, handle.object))
      result.emplace(WithStack([&] { return function(part); }));
  }
  if (!result.has_value()) RaiseRemoved(handle.object);
  return *std::move(result);
}
// The same for two modules, which may be the same.
template <typename Function>
auto Read(const Module& a, const Module& b, Function function) {
  hlo::HloModule &first = *a, &second = *b;
  nb::gil_scoped_release release;
  std::shared_lock<std::shared_mutex> lock_a(a.owner->mutex), lock_b;
  if (a.owner != b.owner) lock_b = std::shared_lock<std::shared_mutex>(b.owner->mutex);
  return WithStack([&] { return function(first, second); });
}

// Waits, without the GIL, for who reads or changes the module. An edit begins with it.
void AwaitReaders(ModuleState& state);

// Runs `function`, which changes the module and must not touch Python. Check handles before:
// nothing else runs in between.
template <typename Function>
void Change(ModuleState& state, Function function) {
  std::unique_lock<std::shared_mutex> lock(state.mutex);
  ++state.version;
  state.printer.reset();
  CallWithStack(function);
}
// The same for a function that only adds to the pool of shapes.
template <typename Function>
auto Intern(ModuleState& state, Function function) {
  std::unique_lock<std::shared_mutex> lock(state.mutex);
  return WithStack(function);
}
// The same for long work on a whole module, which may also remove computations: without the GIL.
void ChangeModule(ModuleState& state, const std::function<void(hlo::HloModule&)>& function);
// Notes which computations `function` removes; runs it.
void NoteRemoved(ModuleState& state, const std::function<void()>& function);

// ---- Checks of arguments. Each raises if its argument does not fit.

// ReferenceError if removed, HloError if of another module.
hlo::HloInstruction* PartOf(const ModuleState& state, const Instruction& instruction);
hlo::HloComputation* PartOf(const ModuleState& state, const Computation& computation);
// Also HloError if of another computation.
hlo::HloInstruction* PartOf(const ModuleState& state, const hlo::HloComputation* computation,
                            const Instruction& instruction);
// A sequence of instructions of a computation.
std::vector<hlo::HloInstruction*> PartsOf(const ModuleState& state,
                                          const hlo::HloComputation* computation,
                                          nb::handle instructions);
// HloError if a builder has not built it.
void CheckBuilt(const ModuleState& state, const hlo::HloComputation* computation);
// HloError if the module has no entry computation yet.
void CheckEntry(const Module& module);

// A list of parts of `handle`'s module.
template <typename T, typename Parts>
nb::list ToList(const Handle<T>& handle, const Parts& parts) {
  // Making objects may run Python, which may edit the module.
  auto first = parts.begin();
  std::vector<std::remove_cv_t<std::remove_reference_t<decltype(*first)>>> copy;
  for (auto* part : parts) copy.push_back(part);
  nb::list list;
  for (auto* part : copy) {
    using Part = std::remove_pointer_t<decltype(part)>;
    if constexpr (std::is_same_v<std::remove_const_t<Part>, hlo::Shape>) {
      list.append(handle.To(static_cast<const hlo::Shape*>(part)));
    } else {
      list.append(handle.To(const_cast<std::remove_const_t<Part>*>(part)));
    }
  }
  return list;
}

// None for nullptr, or the part.
template <typename T, typename Part>
nb::object ToOptional(const Handle<T>& handle, const Part* part) {
  if (part == nullptr) return nb::none();
  if constexpr (std::is_same_v<Part, hlo::Shape>) {
    return nb::cast(handle.To(part));
  } else {
    return nb::cast(handle.To(const_cast<Part*>(part)));
  }
}

// Defines __eq__ and __hash__ by the identity of the part.
template <typename T>
void DefineIdentity(nb::class_<Handle<T>>& type) {
  type.def(
      "__eq__", [](const Handle<T>& a, const Handle<T>& b) { return a.object == b.object; },
      nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"),
      "True if both are the same part of the same module.");
  type.def("__hash__", [](const Handle<T>& a) {
    return static_cast<Py_ssize_t>(std::hash<const void*>()(a.object));
  });
}

// Each is in a file of that name.
void DefineShape(nb::module_& m);
void DefineLiteral(nb::module_& m);
void DefineInstruction(nb::module_& m);
void DefineAttributes(nb::class_<Instruction>& type);
void DefineEdits(nb::class_<Instruction>& type);
void DefineComputation(nb::module_& m);
void DefineModule(nb::module_& m);
void DefineConfig(nb::class_<Module>& type);
void DefineExports(nb::class_<Module>& type);
void DefineReductions(nb::class_<Module>& type);
void DefineBuilder(nb::module_& m);
void DefineAsync(nb::module_& m);
void DefineAnalyses(nb::module_& m);
void DefineDiff(nb::module_& m);
void DefineValues(nb::module_& m);
void DefineParse(nb::module_& m);
void DefineTables(nb::module_& m);
void DefineReduce(nb::module_& m);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_MODULE_H_
