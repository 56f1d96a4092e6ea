// Module.run_passes(): pipelines of the library's passes and of functions of Python.
#include "hlo/passes.h"

#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "results.h"

HLO_PYTHON_ARGUMENT(PassMap,
                    "collections.abc.Mapping[str, collections.abc.Callable[[Module], bool]]")

namespace hlo_python {
namespace {

// The exception of a pass ends the pipeline, and is raised again.
struct PythonPass {
  Module module;
  nb::object function;
  std::exception_ptr* error;

  absl::StatusOr<bool> operator()(hlo_text::HloModule*) const {
    module.owner->NoteEdit();
    try {
      const nb::object changed = function(module);
      if (PyBool_Check(changed.ptr())) return changed.ptr() == Py_True;
      Raise(PyExc_TypeError,
            "a pass returns whether it changed the module, not " + TypeName(changed));
    } catch (...) {
      *error = std::current_exception();
      return absl::UnknownError("raised an exception");
    }
  }
};

List<hlo_text::PassRun> RunPasses(const Module& m, std::string_view pipeline, PassMap passes,
                                  bool verify, bool check_changes, std::string_view dump_to) {
  CheckEntry(m);
  hlo_text::PassRegistry registry;
  hlo_text::AddStandardPasses(&registry);
  std::exception_ptr error;
  if (!passes.is_none()) {
    const nb::dict functions;
    if (PyDict_Update(functions.ptr(), passes.ptr()) != 0) throw nb::python_error();
    for (const auto [name, function] : functions) {
      registry.Add(TextArgument(name).view(), "", PythonPass{m, nb::borrow(function), &error});
    }
  }
  const hlo_text::HloPassPipeline parsed = Value(hlo_text::ParsePassPipeline(pipeline, registry));
  std::vector<hlo_text::PassRun> runs;
  hlo_text::PassOptions options;
  options.verify = verify;
  options.check_changes = check_changes;
  options.dump_to = dump_to;
  options.runs = &runs;
  const absl::StatusOr<bool> changed = parsed.Run(m.Edit(), options);
  m.owner->NoteEdit();
  if (error != nullptr) std::rethrow_exception(error);
  Check(changed.status());
  return List<hlo_text::PassRun>(ToList(m.owner, runs));
}

nb::typed<nb::dict, nb::str, nb::str> PassNames() {
  hlo_text::PassRegistry registry;
  hlo_text::AddStandardPasses(&registry);
  nb::dict names;
  for (const hlo_text::PassRegistry::Entry& entry : registry.entries()) {
    names[ToStr(entry.name)] = ToStr(entry.summary);
  }
  return names;
}

}  // namespace

void DefinePasses(nb::class_<Module>& type) {
  type.def("run_passes", RunPasses, "pipeline"_a, nb::kw_only(), "passes"_a.none() = nb::none(),
           "verify"_a = true, "check_changes"_a = false, "dump_to"_a = "",
           R"(Runs passes in place: run_passes("simplify*(algsimp,cse),dce"), as hlo-opt does.

passes: passes of Python that the pipeline may name: functions that edit the module and return
    whether they have changed it.
verify: verify the module before the first pass and after each one.
check_changes: raise if a pass does not say truly whether it has changed the module.
dump_to: a folder for the module after each pass that changes it, as hlo-view reads it.

Returns the runs of passes in order. HloError names the pass that has failed; what a pass of Python
raises is raised again. The module may be half changed then.)");
  type.def_static("pass_names", PassNames,
                  "The passes that run_passes() knows, with a line about each.");
}

}  // namespace hlo_python
