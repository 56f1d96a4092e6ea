// The header of a module: its name and the fields of hlo/module_config.h, as properties that edits
// set.
#include <algorithm>
#include <string>

#include "errors.h"
#include "hlo/edit.h"
#include "module.h"
#include "print_options.h"
#include "src/ir/header_attributes.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

// A field of the config. `read`(value, arena) converts what is assigned.
template <typename T, typename ReadValue>
void Define(nb::class_<Module>& type, const char* name, T hlo::HloModuleConfig::* field,
            const char* python_type, const char* argument_type, ReadValue read, const char* doc) {
  const std::string def = std::string("def ") + name;
  type.def_prop_rw(
      name, [field](const Module& m) -> nb::object { return ToPython(m->config().*field); },
      [field, read](const Module& m, nb::handle value) {
        hlo::Arena arena;
        const T converted = read(value, arena);
        hlo::HloModuleConfig config = m->config();
        config.*field = converted;
        hlo::SetConfig(*m.Edit(), config);
      },
      nb::for_getter(nb::sig(KeepForever(def + "(self) -> " + python_type))),
      nb::for_setter(nb::sig(KeepForever(def + "(self, value: " + argument_type + ", /) -> None"))),
      doc);
}

// A count of devices.
template <typename T>
auto Positive(const char* name) {
  return [name](nb::handle value, hlo::Arena&) -> T {
    const int64_t number = ToInt(name, value);
    if (number < 1) throw nb::value_error((std::string(name) + ": must be positive").c_str());
    return number;
  };
}

auto Bool(const char* name) {
  return [name](nb::handle value, hlo::Arena&) {
    if (!PyBool_Check(value.ptr())) {
      Raise(PyExc_TypeError, std::string(name) + ": expects bool, not " + TypeName(value));
    }
    return value.ptr() == Py_True;
  };
}

bool IsLess(const hlo::InputOutputAlias& a, const hlo::InputOutputAlias& b) {
  return a.output_index < b.output_index;
}
bool IsLess(const hlo::BufferDonor& a, const hlo::BufferDonor& b) {
  if (a.parameter_number != b.parameter_number) return a.parameter_number < b.parameter_number;
  return a.parameter_index < b.parameter_index;
}

// A list of structs, which it sorts.
template <typename T>
auto List(const char* name) {
  return [name](nb::handle value, hlo::Arena& arena) -> absl::Span<const T> {
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
  hlo::HloComputation* computation = PartOf(*m.owner, entry);
  CheckBuilt(*computation);
  hlo::SetEntryComputation(*m.Edit(), computation);
}

nb::object EntryLayout(const Module& m) {
  CheckEntry(m);
  const hlo::EntryComputationLayout& layout = m->config().entry_computation_layout;
  return nb::make_tuple(ToList(m, layout.parameters), ToOptional(m, layout.result));
}

nb::object StackFrames(const Module& m) {
  const hlo::StackFrameTables& tables = m->stack_frames();
  return MakeValue("StackFrameTables",
                   nb::make_tuple(ToTuple(absl::MakeConstSpan(tables.file_names)),
                                  ToTuple(absl::MakeConstSpan(tables.function_names)),
                                  ToTuple(absl::MakeConstSpan(tables.locations)),
                                  ToTuple(absl::MakeConstSpan(tables.frames))));
}

}  // namespace

static_assert(hlo::internal::kHeaderAttributeCount == 13, "a property for each that programs set");
void DefineConfig(nb::class_<Module>& type) {
  using Config = hlo::HloModuleConfig;
  type.def_prop_rw(
      "name", [](const Module& m) { return ToStr(m->name()); },
      [](const Module& m, nb::handle value) {
        hlo::SetName(*m.Edit(), TextArgument(value).view());
      },
      nb::for_getter(nb::sig("def name(self) -> str")),
      nb::for_setter(nb::sig("def name(self, value: str, /) -> None")),
      "The name in the header. A name that is set is sanitised.");
  type.def_prop_rw(
      "entry_computation",
      [](const Module& m) { return CheckEntry(m), m.To(m->entry_computation()); }, SetEntry,
      nb::for_getter(nb::sig("def entry_computation(self) -> Computation")),
      nb::for_setter(nb::sig("def entry_computation(self, value: Computation, /) -> None")),
      "The computation where the program begins.");
  type.def_prop_ro("entry_computation_layout", EntryLayout,
                   nb::sig("def entry_computation_layout(self) -> tuple[list[Shape], Shape]"),
                   "Shapes of the parameters and of the result, with layouts.");
  type.def_prop_ro("stack_frames", StackFrames,
                   nb::sig("def stack_frames(self) -> hlo_text.StackFrameTables"),
                   "The tables that stack_frame_id refers to.");
  Define(type, "is_scheduled", &Config::is_scheduled, "bool", "bool", Bool("is_scheduled"),
         "True if instructions run in the order of the text.");
  Define(type, "alias_passthrough_params", &Config::alias_passthrough_params, "bool", "bool",
         Bool("alias_passthrough_params"), "alias_passthrough_params in the header.");
  Define(type, "replica_count", &Config::replica_count, "int", "int",
         Positive<int64_t>("replica_count"), "replica_count in the header; default 1.");
  Define(type, "num_partitions", &Config::num_partitions, "int", "int",
         Positive<int64_t>("num_partitions"), "num_partitions in the header; default 1.");
  Define(
      type, "backend_config", &Config::backend_config, "str", "str",
      [](nb::handle value, hlo::Arena& arena) {
        return arena.CopyString(TextArgument(value).view());
      },
      "backend_config in the header; empty: none.");
  Define(
      type, "frontend_attributes", &Config::frontend_attributes, "dict[str, str]", "dict[str, str]",
      [](nb::handle value, hlo::Arena& arena) {
        return FromPython<hlo::FrontendAttributes>("frontend_attributes", value, arena);
      },
      "frontend_attributes in the header.");
  Define(type, "input_output_alias", &Config::input_output_alias,
         "tuple[hlo_text.InputOutputAlias, ...]",
         "collections.abc.Iterable[hlo_text.InputOutputAlias]",
         List<hlo::InputOutputAlias>("input_output_alias"),
         "Results that share the buffer of a parameter, in order of output_index.");
  Define(type, "buffer_donor", &Config::buffer_donor, "tuple[hlo_text.BufferDonor, ...]",
         "collections.abc.Iterable[hlo_text.BufferDonor]", List<hlo::BufferDonor>("buffer_donor"),
         "Parameters whose buffers may be reused for a result.");
}

}  // namespace hlo_python
