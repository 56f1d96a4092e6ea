// What is computed from a module as it is now, such as an analysis: any use after an edit of the
// module raises StaleError.
#ifndef HLO_PYTHON_SRC_STALE_H_
#define HLO_PYTHON_SRC_STALE_H_

#include <memory>
#include <utility>

#include "errors.h"
#include "module.h"

namespace hlo_python {

// StaleError if the module was edited since it had this version.
inline void CheckVersion(const Module& module, int64_t version) {
  (void)*module;  // waits for an edit
  if (module.owner->version == version) return;
  const nb::object type = nb::module_::import_("hlo_text._diagnostics").attr("StaleError");
  Raise(type.ptr(), "the module was edited since: make a new one");
}

template <typename T>
struct Snapshot {
  Snapshot(const Module& m, std::shared_ptr<const T> v)
      : module(m), version(m.owner->version), value(std::move(v)) {}

  const T& operator*() const {
    CheckVersion(module, version);
    return *value;
  }
  const T* operator->() const { return &**this; }

  Module module;
  int64_t version;
  std::shared_ptr<const T> value;
};

// The result of `analyze`(module), which runs without the GIL and may throw nothing but bad_alloc.
template <typename T, typename Analyze>
Snapshot<T> Analyzed(const Module& m, Analyze analyze) {
  CheckEntry(m);
  while (true) {
    const int64_t version = m.owner->version;
    auto value = Read(
        m, [&](const hlo::HloModule& module) { return std::shared_ptr<const T>(analyze(module)); });
    // Another thread may have edited it between the run and now.
    if (m.owner->version == version) return Snapshot<T>(m, std::move(value));
  }
}

// The same for an analysis of a computation.
template <typename T, typename Analyze>
Snapshot<T> Analyzed(const Computation& c, Analyze analyze) {
  CheckBuilt(*c.owner, &*c);
  while (true) {
    const int64_t version = c.owner->version;
    auto value = Read(c, [&](const hlo::HloComputation& computation) {
      return std::shared_ptr<const T>(analyze(computation));
    });
    if (c.owner->version == version) return Snapshot<T>(ModuleOf(c), std::move(value));
  }
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_STALE_H_
