// The header of a module: its name and the fields of hlo/module_config.h, as properties that edits
// set.
#include <algorithm>
#include <string>

#include "bind.h"
#include "hlo/edit.h"
#include "src/ir/header_attributes.h"

HLO_PYTHON_CLASS(hlo_text::StackFrameTables, "StackFrameTables")
HLO_PYTHON_ARGUMENT(AliasList, "collections.abc.Iterable[hlo_text.InputOutputAlias]")
HLO_PYTHON_ARGUMENT(DonorList, "collections.abc.Iterable[hlo_text.BufferDonor]")

namespace hlo_python {
namespace {

using DictLike = nb::typed<nb::handle, nb::typed<nb::dict, nb::str, nb::str>>;

// A field of the config. `read`(value, arena) converts an Argument that is assigned.
template <typename Argument, typename T, typename ReadValue>
void Define(nb::class_<Module>& type, const char* name, T hlo_text::HloModuleConfig::* field,
            ReadValue read, const char* doc) {
  const auto set = [field, read](const Module& m, Argument value) {
    hlo_text::Arena arena;
    const T converted = read(value, arena);
    hlo_text::HloModuleConfig config = m->config();
    config.*field = converted;
    Check(hlo_text::SetConfig(m.Edit(), config));
  };
  const auto get = [field](const Module& m) {
    return Object<PythonOf<T>>(ToPython(m.owner, m->config().*field));
  };
  Get(type, name, doc, get, set);
}

// A count of devices.
template <typename T>
auto Positive(const char* name) {
  return [name](nb::handle value, hlo_text::Arena&) -> T {
    const int64_t number = ToInt(name, value);
    if (number < 1) throw nb::value_error((std::string(name) + ": must be positive").c_str());
    return number;
  };
}

auto Bool(const char* name) {
  return [name](nb::handle value, hlo_text::Arena&) {
    if (!PyBool_Check(value.ptr())) {
      Raise(PyExc_TypeError, std::string(name) + ": expects bool, not " + TypeName(value));
    }
    return value.ptr() == Py_True;
  };
}

bool IsLess(const hlo_text::InputOutputAlias& a, const hlo_text::InputOutputAlias& b) {
  return a.output_index < b.output_index;
}
bool IsLess(const hlo_text::BufferDonor& a, const hlo_text::BufferDonor& b) {
  if (a.parameter_number != b.parameter_number) return a.parameter_number < b.parameter_number;
  return a.parameter_index < b.parameter_index;
}

// A list of structs, which it sorts.
template <typename T>
auto Sorted(const char* name) {
  return [name](nb::handle value, hlo_text::Arena& arena) -> absl::Span<const T> {
    std::vector<T> values;
    for (nb::handle item : ToPythonList(value)) values.push_back(FromPython<T>(name, item, arena));
    const auto is_less = [](const T& a, const T& b) { return IsLess(a, b); };
    std::stable_sort(values.begin(), values.end(), is_less);
    for (size_t i = 1; i < values.size(); ++i) {
      if (is_less(values[i - 1], values[i])) continue;
      throw nb::value_error((std::string(name) + ": two entries for one place").c_str());
    }
    return arena.CopySpan<T>(values);
  };
}

void SetEntry(const Module& m, const Computation& entry) {
  hlo_text::HloComputation* computation = PartOf(*m.owner, entry);
  CheckBuilt(*computation);
  Check(hlo_text::SetEntryComputation(m.Edit(), computation));
}

std::pair<List<Shape>, const hlo_text::Shape*> EntryLayout(const Module& m) {
  CheckEntry(m);
  const hlo_text::EntryComputationLayout& layout = m->config().entry_computation_layout;
  return {ToList(m.owner, layout.parameters), layout.result};
}

Object<hlo_text::StackFrameTables> StackFrames(const Module& m) {
  const hlo_text::StackFrameTables& tables = m->stack_frames();
  const Owner& owner = m.owner;
  return Dataclass<hlo_text::StackFrameTables>()(
      ToPython(owner, tables.file_names), ToPython(owner, tables.function_names),
      ToPython(owner, tables.locations), ToPython(owner, tables.frames));
}

}  // namespace

static_assert(hlo_text::internal::kHeaderAttributeCount == 13,
              "a property for each that programs set");
void DefineConfig(nb::class_<Module>& type) {
  using Config = hlo_text::HloModuleConfig;
  Get(
      type, "name", "The name in the header. A name that is set is sanitised.",
      [](const Module& m) { return m->name(); },
      [](const Module& m, std::string_view name) { hlo_text::SetName(m.Edit(), name); });
  Get(
      type, "entry_computation", "The computation where the program begins.",
      [](const Module& m) { return CheckEntry(m), m.To(m->entry_computation()); }, &SetEntry);
  Get(type, "entry_computation_layout", "Shapes of the parameters and of the result, with layouts.",
      &EntryLayout);
  Get(type, "stack_frames", "The tables that stack_frame_id refers to.", &StackFrames);
  Define<BoolLike>(type, "is_scheduled", &Config::is_scheduled, Bool("is_scheduled"),
                   "True if instructions run in the order of the text.");
  Define<BoolLike>(type, "alias_passthrough_params", &Config::alias_passthrough_params,
                   Bool("alias_passthrough_params"), "alias_passthrough_params in the header.");
  Define<IntLike>(type, "replica_count", &Config::replica_count, Positive<int64_t>("replica_count"),
                  "replica_count in the header; default 1.");
  Define<IntLike>(type, "num_partitions", &Config::num_partitions,
                  Positive<int64_t>("num_partitions"), "num_partitions in the header; default 1.");
  Define<Str>(
      type, "backend_config", &Config::backend_config,
      [](nb::handle value, hlo_text::Arena& arena) {
        return arena.CopyString(TextArgument(value).view());
      },
      "backend_config in the header; empty: none.");
  Define<DictLike>(
      type, "frontend_attributes", &Config::frontend_attributes,
      [](nb::handle value, hlo_text::Arena& arena) {
        return FromPython<hlo_text::FrontendAttributes>("frontend_attributes", value, arena);
      },
      "frontend_attributes in the header.");
  Define<AliasList>(type, "input_output_alias", &Config::input_output_alias,
                    Sorted<hlo_text::InputOutputAlias>("input_output_alias"),
                    "Results that share the buffer of a parameter, in order of output_index.");
  Define<DonorList>(type, "buffer_donor", &Config::buffer_donor,
                    Sorted<hlo_text::BufferDonor>("buffer_donor"),
                    "Parameters whose buffers may be reused for a result.");
}

}  // namespace hlo_python
