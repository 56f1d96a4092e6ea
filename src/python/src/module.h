// The data of the Python objects. All objects of a module share it and keep it alive. Each access
// from Python makes a new object, which compares and hashes as the part of the module it wraps.
//
// Parsing and printing release the GIL; Read() and Change() lock the module. All other functions
// hold the GIL, and so does Change.
#ifndef HLO_PYTHON_SRC_MODULE_H_
#define HLO_PYTHON_SRC_MODULE_H_

#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/uniquify.h"
#include "hlo/users.h"
#include "stack.h"

namespace hlo_python {

namespace nb = nanobind;

struct ModuleState {
  hlo::HloModule module;
  std::vector<hlo::Diagnostic> warnings;
  hlo::UniquifyOptions uniquify;
  bool is_desugared = false;
  // Computed on first use. Guarded by the GIL.
  std::unordered_map<const hlo::HloComputation*, hlo::UserSnapshot> users;
  std::shared_mutex mutex;
};

// A module (T is HloModule) or a part of one.
template <typename T>
struct Handle {
  std::shared_ptr<ModuleState> owner;
  T* object;

  T* operator->() const { return object; }
  T& operator*() const { return *object; }
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

inline Module MakeModule(std::shared_ptr<ModuleState> state) {
  hlo::HloModule* module = &state->module;
  return {std::move(state), module};
}

// Returns function(), which runs without the GIL and must not touch Python.
template <typename T, typename Function>
auto Read(const Handle<T>& handle, Function function) {
  nb::gil_scoped_release release;
  std::shared_lock<std::shared_mutex> lock(handle.owner->mutex);
  return WithStack(std::move(function));
}
// The same for a function that changes the module. Keeps the GIL, since accessors hold nothing
// else; threads that wait for the GIL have released their lock.
template <typename T, typename Function>
void Change(const Handle<T>& handle, Function function) {
  std::unique_lock<std::shared_mutex> lock(handle.owner->mutex);
  CallWithStack(function);
}

// A list of parts of `handle`'s module.
template <typename T, typename Parts>
nb::list ToList(const Handle<T>& handle, const Parts& parts) {
  nb::list list;
  for (auto* part : parts) list.append(handle.To(part));
  return list;
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

// ---- Fields of a shape as Python values, for Shape and for Instruction; in shape.cc.

// hlo::PrintShape with layouts; shapes may nest deeply.
std::string ShapeText(const hlo::Shape& shape);
nb::str ElementType(const hlo::Shape& shape);
// -1 for an unbounded dimension.
nb::list Dimensions(const hlo::Shape& shape);

// Each is in a file of that name.
void DefineShape(nb::module_& m);
void DefineInstruction(nb::module_& m);
void DefineComputation(nb::module_& m);
void DefineModule(nb::module_& m);
void DefineParse(nb::module_& m);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_MODULE_H_
