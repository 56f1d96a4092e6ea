// Results computed from a module's current state, such as an analysis: using them after an edit of
// the module raises StaleError.
#ifndef HLO_PYTHON_SRC_STALE_H_
#define HLO_PYTHON_SRC_STALE_H_

#include <memory>
#include <utility>

#include "errors.h"
#include "module.h"

namespace hlo_python {

template <typename T>
struct Snapshot {
  Snapshot(const Module& m, std::shared_ptr<const T> v)
      : module(m), version(m.owner->version), value(std::move(v)) {}

  const T& operator*() const {
    CheckVersion();
    return *value;
  }
  const T* operator->() const { return &**this; }
  void CheckVersion() const {
    if (module.owner->version == version) return;
    const nb::object type = nb::module_::import_("hlo_text._diagnostics").attr("StaleError");
    Raise(type.ptr(), "the module was edited since: make a new one");
  }

  Module module;
  int64_t version;
  std::shared_ptr<const T> value;
};

template <typename T>
const std::shared_ptr<ModuleState>& OwnerOf(const Snapshot<T>& snapshot) {
  return snapshot.module.owner;
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_STALE_H_
