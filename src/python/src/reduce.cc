// reduce(), and Module.extract() and Module.anonymize().
//
// The library calls the predicate from its own threads, which take the GIL for it; each call
// gets a copy of the candidate. An exception of the predicate ends the reduction and is raised
// again.
#include "hlo/reduce.h"

#include <exception>
#include <string>
#include <vector>

#include "bind.h"
#include "hlo/async.h"
#include "hlo/module.h"

namespace hlo_python {
namespace {

Module NewModule(hlo_text::HloModule module, const hlo_text::UniquifyOptions& uniquify) {
  auto state = std::make_shared<ModuleState>();
  state->module = std::move(module);
  state->uniquify = uniquify;
  return MakeModule(std::move(state));
}

// A desugared copy, for work without the GIL.
hlo_text::HloModule CopyOf(const Module& m) {
  CheckEntry(m);
  hlo_text::HloModule copy = m->Clone();
  if (hlo_text::HasSugar(copy)) {
    hlo_text::Desugar(&copy);
    hlo_text::Uniquify(&copy, m.owner->uniquify);
  }
  return copy;
}

// A predicate in Python; the GIL need not be held.
class Predicate {
 public:
  Predicate(nb::callable function, hlo_text::UniquifyOptions uniquify)
      : function_(std::move(function)), uniquify_(uniquify) {}

  bool operator()(const hlo_text::HloModule& candidate) {
    hlo_text::HloModule copy = candidate.Clone();
    const nb::gil_scoped_acquire gil;
    if (error_ != nullptr) return false;
    try {
      nb::object answer = function_(NewModule(std::move(copy), uniquify_));
      const int truth = PyObject_IsTrue(answer.ptr());
      if (truth < 0) throw nb::python_error();
      return truth > 0;
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }

  // Whether to go on. Needs no GIL: the reduction's own thread asks when no predicate runs.
  bool is_fine() const { return error_ == nullptr; }
  // Needs the GIL.
  void Rethrow() {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  const nb::callable function_;
  const hlo_text::UniquifyOptions uniquify_;
  std::exception_ptr error_;
};

Module Reduce(const Module& m, nb::typed<nb::callable, nb::object(Module)> predicate, bool verify,
              int jobs, int64_t max_tests) {
  if (jobs < 1 || max_tests < 0) throw nb::value_error("jobs must be > 0, max_tests >= 0");
  const hlo_text::HloModule module = CopyOf(m);
  Predicate is_interesting(std::move(predicate), m.owner->uniquify);
  hlo_text::ReduceOptions options;
  options.verify = verify;
  options.jobs = jobs;
  options.max_tests = max_tests;
  options.on_progress = [&](const hlo_text::ReduceProgress&) {
    const nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() == 0 && is_interesting.is_fine();
  };
  const auto ask = [&](const hlo_text::HloModule& candidate) { return is_interesting(candidate); };
  absl::StatusOr<hlo_text::ReduceResult> result =
      WithoutGil([&] { return hlo_text::ReduceHloModule(module, ask, options); });
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
  is_interesting.Rethrow();
  return NewModule(Value(std::move(result)).module, m.owner->uniquify);
}

Module Extract(const Module& m, nb::args names, std::optional<int> hops) {
  if (hops.has_value() && *hops < 0) throw nb::value_error("hops must be >= 0");
  std::vector<std::string> texts;
  for (const nb::handle name : names) texts.emplace_back(TextArgument(name).view());
  const hlo_text::HloModule module = CopyOf(m);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  auto part = WithoutGil([&] { return hlo_text::ExtractHlo(module, views, {hops.value_or(-1)}); });
  return NewModule(Value(std::move(part)), m.owner->uniquify);
}

std::vector<std::string> Anonymize(const Module& m) {
  CheckEntry(m);
  return hlo_text::AnonymizeHlo(m.Edit());
}

}  // namespace

void DefineReductions(nb::class_<Module>& type) {
  type.def("extract", Extract, "names"_a, nb::kw_only(), "hops"_a = nb::none(),
           nb::sig("def extract(self, *names: str, hops: int | None = None) -> Module"),
           "What these instructions depend on, as a module of its own that computes them; or one "
           "computation with all it calls.\n\nhops: what is at most so many edges away instead, in "
           "both directions.\n\nHloError if there is no such name, or they are of several "
           "computations.");
  Def(type, "anonymize",
      "Replaces names, strings and constants, drops metadata and configurations, and keeps the "
      "structure. Returns what is left and might identify the module.",
      &Anonymize);
}

void DefineReduce(nb::module_& m) {
  m.def("reduce", Reduce, "module"_a, "predicate"_a, nb::kw_only(), "verify"_a = true, "jobs"_a = 1,
        "max_tests"_a = 0,
        R"(The smallest module found for which `predicate` is true, like hlo-reduce.

predicate: gets a module that it may keep or change; must always answer the same for the same text.
verify: ask only about modules that verify() accepts.
jobs: candidates at once, for predicates that wait for other programs. The result is the same.
max_tests: stop after so many calls; 0: no limit.

HloError if `predicate` is false for the module itself, or that is invalid.)");
}

}  // namespace hlo_python
