// Results computed from a module's current state, analyses among them: using them after an edit of
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

// An analysis of a module, or of the computation `of`.
template <typename T>
struct Analysis : Snapshot<T> {
  Analysis(const Module& m, std::shared_ptr<const T> value, const hlo_text::HloComputation* c)
      : Snapshot<T>(m, std::move(value)), of(c) {}

  // An instruction that it knows; ValueError for any other.
  const hlo_text::HloInstruction& Known(const Instruction& i) const {
    if (of != nullptr) return *PartOf(*this->module.owner, of, i);
    const hlo_text::HloInstruction* instruction = PartOf(*this->module.owner, i);
    CheckBuilt(*instruction->parent());
    return *instruction;
  }
  const hlo_text::HloComputation& Known(const Computation& c) const {
    const hlo_text::HloComputation* computation = PartOf(*this->module.owner, c);
    CheckBuilt(*computation);
    return *computation;
  }

  const hlo_text::HloComputation* of;
};

template <typename T, typename... Options>
Analysis<T> Analyze(const Computation& c, Options... options) {
  CheckBuilt(*c);
  CheckDesugared(*c.owner);
  return {ModuleOf(c), std::make_shared<T>(*c, options...), c.object};
}
template <typename T, typename... Options>
Analysis<T> Analyze(const Module& m, Options... options) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  return {m, std::make_shared<T>(*m, options...), nullptr};
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_STALE_H_
