// Differences between two modules: ModuleDiff, with an object for each computation and instruction.
#include "hlo/diff.h"

#include <string>

#include "errors.h"
#include "module.h"
#include "print_options.h"
#include "stale.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

struct ModuleDiff {
  std::shared_ptr<const hlo::ModuleDiff> value;
  Module before, after;
  int64_t version_before, version_after;
  hlo::DiffOptions options;

  const hlo::ModuleDiff& operator*() const {
    CheckVersion(before, version_before);
    CheckVersion(after, version_after);
    return *value;
  }
  const hlo::ModuleDiff* operator->() const { return &**this; }
};

ModuleDiff Compare(const Module& before, const Module& after, bool metadata, bool names,
                   bool layouts, bool schedule) {
  CheckEntry(before);
  CheckEntry(after);
  CheckDesugared(*before.owner);
  CheckDesugared(*after.owner);
  hlo::DiffOptions options;
  options.metadata = metadata;
  options.names = names;
  options.layouts = layouts;
  options.schedule = schedule;
  return {std::make_shared<const hlo::ModuleDiff>(hlo::Diff(*before, *after, options)),
          before,
          after,
          before.owner->version,
          after.owner->version,
          options};
}

const char* KindName(hlo::DiffKind kind) {
  switch (kind) {
    case hlo::DiffKind::kAdded:
      return "added";
    case hlo::DiffKind::kRemoved:
      return "removed";
    case hlo::DiffKind::kChanged:
      break;
  }
  return "changed";
}

// The names of the bits of InstructionDiff::changes, from the lowest.
constexpr const char* kChanges[] = {"opcode",   "shape", "layout",     "operands",
                                    "callees",  "value", "attributes", "control",
                                    "schedule", "root",  "name",       "metadata"};

nb::object ToPython(const ModuleDiff& diff, const hlo::InstructionDiff& i) {
  nb::list changes;
  for (size_t bit = 0; bit < std::size(kChanges); ++bit) {
    if ((i.changes >> bit & 1) != 0) changes.append(kChanges[bit]);
  }
  return MakeValue("InstructionDiff",
                   nb::make_tuple(KindName(i.kind()), ToOptional(diff.before, i.before),
                                  ToOptional(diff.after, i.after), nb::tuple(changes),
                                  ToTuple(absl::MakeConstSpan(i.attributes))));
}

nb::list Computations(const ModuleDiff& diff) {
  nb::list list;
  for (const hlo::ComputationDiff& c : diff->computations()) {
    nb::list instructions;
    for (const hlo::InstructionDiff& i : c.instructions) instructions.append(ToPython(diff, i));
    list.append(MakeValue("ComputationDiff",
                          nb::make_tuple(KindName(c.kind()), ToOptional(diff.before, c.before),
                                         ToOptional(diff.after, c.after), nb::tuple(instructions),
                                         ToTuple(absl::MakeConstSpan(c.changes)))));
  }
  return list;
}

nb::list HeaderChanges(const ModuleDiff& diff) {
  nb::list list;
  for (const hlo::HeaderDiff& h : diff->header_changes()) {
    list.append(
        MakeValue("HeaderDiff", nb::make_tuple(ToStr(h.name), ToStr(h.before), ToStr(h.after))));
  }
  return list;
}

nb::str ToText(const ModuleDiff& diff, int context) {
  if (context < 0) throw nb::value_error("context must not be negative");
  hlo::DiffTextOptions options;
  options.context = context;
  options.print.print_metadata = diff.options.metadata;
  options.print.print_original_value = diff.options.metadata;
  return ToStr(hlo::DiffToString(*diff, options));
}

template <typename Part>
nb::object CounterpartOf(const ModuleDiff& diff, const Handle<Part>& part) {
  const hlo::ModuleDiff& d = *diff;
  const bool is_before = part.owner == diff.before.owner;
  if (!is_before && part.owner != diff.after.owner) {
    throw nb::value_error("this is in neither of the modules");
  }
  const Part& object = *part;
  return ToOptional(is_before ? diff.after : diff.before, d.CounterpartOf(object));
}

}  // namespace

void DefineDiff(nb::module_& m) {
  nb::class_<ModuleDiff> type(m, "ModuleDiff",
                              "The differences between two modules, independent of names: str() "
                              "shows them, bool() is False "
                              "if there are none. StaleError once one of the modules is edited.");
  type.def("__bool__", [](const ModuleDiff& diff) { return !diff->empty(); });
  type.def("__str__", [](const ModuleDiff& diff) { return ToText(diff, 0); });
  type.def("to_string", ToText, nb::kw_only(), nb::arg("context") = 0,
           "The differences as lines with '-' and '+'.\n\ncontext: unchanged instructions around "
           "each.");
  type.def_prop_ro("header_changes", HeaderChanges,
                   nb::sig("def header_changes(self) -> list[hlo_text.HeaderDiff]"),
                   "Fields of the header that differ.");
  type.def_prop_ro("computations", Computations,
                   nb::sig("def computations(self) -> list[hlo_text.ComputationDiff]"),
                   "Computations that differ, with their instructions that do.");
  type.def_prop_ro(
      "added", [](const ModuleDiff& diff) { return diff->added(); },
      "Number of instructions added.");
  type.def_prop_ro(
      "removed", [](const ModuleDiff& diff) { return diff->removed(); },
      "Number of instructions removed.");
  type.def_prop_ro(
      "changed", [](const ModuleDiff& diff) { return diff->changed(); },
      "Number of instructions changed.");
  type.def("counterpart_of", CounterpartOf<hlo::HloInstruction>, nb::arg("part"),
           nb::sig("def counterpart_of(self, part: Instruction) -> Instruction | None"),
           "The counterpart of an instruction or computation in the other module; None if it was "
           "added or removed.");
  type.def("counterpart_of", CounterpartOf<hlo::HloComputation>, nb::arg("part"),
           nb::sig("def counterpart_of(self, part: Computation) -> Computation | None"));
  m.def("diff", Compare, nb::arg("before"), nb::arg("after"), nb::kw_only(),
        nb::arg("metadata") = false, nb::arg("names") = false, nb::arg("layouts") = true,
        nb::arg("schedule") = true,
        nb::sig("def diff(before: Module, after: Module, *, metadata: bool = False, names: bool = "
                "False, layouts: bool = True, schedule: bool = True) -> ModuleDiff"),
        "What differs from a module to a later version of it, matched by structure.\n\nmetadata, "
        "names, layouts, schedule: whether to compare these.");
}

}  // namespace hlo_python
