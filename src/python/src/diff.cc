// Differences between two modules: ModuleDiff, with an object for each computation and instruction.
#include "hlo/diff.h"

#include <string>
#include <string_view>

#include "bind.h"
#include "stale.h"

namespace hlo_python {
namespace {

// hlo_text::InstructionDiff and hlo_text::ComputationDiff with parts of two modules.
struct InstructionDiff {
  std::string_view kind;
  std::optional<Instruction> before, after;
  std::vector<const char*> changes;
  absl::Span<const std::string_view> attributes;
};
struct ComputationDiff {
  std::string_view kind;
  std::optional<Computation> before, after;
  std::vector<InstructionDiff> instructions;
  absl::Span<const std::string_view> changes;
};

}  // namespace
}  // namespace hlo_python

HLO_PYTHON_RESULT(hlo_text::HeaderDiff, "HeaderDiff", name, before, after)
HLO_PYTHON_RESULT(hlo_python::InstructionDiff, "InstructionDiff", kind, before, after, changes,
                  attributes)
HLO_PYTHON_RESULT(hlo_python::ComputationDiff, "ComputationDiff", kind, before, after, instructions,
                  changes)

namespace hlo_python {
namespace {

struct ModuleDiff {
  // Both belong to the same diff.
  Snapshot<hlo_text::ModuleDiff> before, after;
  hlo_text::DiffOptions options;

  const hlo_text::ModuleDiff& operator*() const {
    after.CheckVersion();
    return *before;
  }
  const hlo_text::ModuleDiff* operator->() const { return &**this; }
};

const Owner& OwnerOf(const ModuleDiff& diff) { return diff.before.module.owner; }

ModuleDiff Compare(const Module& before, const Module& after, bool metadata, bool names,
                   bool layouts, bool schedule) {
  CheckEntry(before);
  CheckEntry(after);
  CheckDesugared(*before.owner);
  CheckDesugared(*after.owner);
  hlo_text::DiffOptions options;
  options.metadata = metadata;
  options.names = names;
  options.layouts = layouts;
  options.schedule = schedule;
  const auto diff =
      std::make_shared<hlo_text::ModuleDiff>(hlo_text::Diff(*before, *after, options));
  return {{before, diff}, {after, diff}, options};
}

// The names of the bits of InstructionDiff::changes, from the lowest.
constexpr const char* kChanges[] = {"opcode",   "shape", "layout",     "operands",
                                    "callees",  "value", "attributes", "control",
                                    "schedule", "root",  "name",       "metadata"};

template <typename Part>
std::optional<Handle<Part>> PartIn(const Module& module, const Part* part) {
  if (part == nullptr) return std::nullopt;
  return module.To(const_cast<Part*>(part));
}

InstructionDiff Convert(const ModuleDiff& diff, const hlo_text::InstructionDiff& i) {
  std::vector<const char*> changes;
  for (size_t bit = 0; bit < std::size(kChanges); ++bit) {
    if ((i.changes >> bit & 1) != 0) changes.push_back(kChanges[bit]);
  }
  return {hlo_text::internal::TextOf(i.kind()), PartIn(diff.before.module, i.before),
          PartIn(diff.after.module, i.after), std::move(changes), i.attributes};
}

std::vector<ComputationDiff> Computations(const ModuleDiff& diff) {
  std::vector<ComputationDiff> all;
  for (const hlo_text::ComputationDiff& c : diff->computations()) {
    all.push_back({hlo_text::internal::TextOf(c.kind()),
                   PartIn(diff.before.module, c.before),
                   PartIn(diff.after.module, c.after),
                   {},
                   c.changes});
    for (const hlo_text::InstructionDiff& i : c.instructions) {
      all.back().instructions.push_back(Convert(diff, i));
    }
  }
  return all;
}

std::string ToText(const ModuleDiff& diff, int context) {
  if (context < 0) throw nb::value_error("context must not be negative");
  hlo_text::DiffTextOptions options;
  options.context = context;
  options.print.print_metadata = diff.options.metadata;
  options.print.print_original_value = diff.options.metadata;
  return hlo_text::DiffToString(*diff, options);
}

template <typename Part>
std::optional<Handle<Part>> CounterpartOf(const ModuleDiff& diff, const Handle<Part>& part) {
  const hlo_text::ModuleDiff& d = *diff;
  const Module &before = diff.before.module, &after = diff.after.module;
  if (part.owner != before.owner && part.owner != after.owner) {
    throw nb::value_error("this is in neither of the modules");
  }
  const Part& object = *part;
  return PartIn(part.owner == before.owner ? after : before, d.CounterpartOf(object));
}

}  // namespace

void DefineDiff(nb::module_& m) {
  using D = hlo_text::ModuleDiff;
  nb::class_<ModuleDiff> type(m, "ModuleDiff",
                              "The differences between two modules, independent of names: str() "
                              "shows them, bool() is False if there are none. StaleError once one "
                              "of the modules is edited.");
  Def(type, "__bool__", [](const ModuleDiff& diff) { return !diff->empty(); });
  Def(type, "__str__", [](const ModuleDiff& diff) { return ToText(diff, 0); });
  Def(type, "to_string", nb::kw_only(), "context"_a = 0,
      "The differences as lines with '-' and '+'.\n\ncontext: unchanged instructions around each.",
      &ToText);
  Get(type, "header_changes", "Fields of the header that differ.", &D::header_changes);
  Get(type, "computations", "Computations that differ, with their instructions that do.",
      &Computations);
  Get(type, "added", "Number of instructions added.", &D::added);
  Get(type, "removed", "Number of instructions removed.", &D::removed);
  Get(type, "changed", "Number of instructions changed.", &D::changed);
  Def(type, "counterpart_of", "part"_a,
      "The counterpart of an instruction or computation in the other module; None if it was added "
      "or removed.",
      &CounterpartOf<hlo_text::HloInstruction>);
  Def(type, "counterpart_of", "part"_a, &CounterpartOf<hlo_text::HloComputation>);
  m.def("diff", Compare, "before"_a, "after"_a, nb::kw_only(), "metadata"_a = false,
        "names"_a = false, "layouts"_a = true, "schedule"_a = true,
        "What differs from a module to a later version of it, matched by structure.\n\nmetadata, "
        "names, layouts, schedule: whether to compare these.");
}

}  // namespace hlo_python
