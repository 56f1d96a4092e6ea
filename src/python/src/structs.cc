// Dataclasses of structs: str() and parse() of those with their own text, and _structs(), from
// which generate_structs.py writes hlo_text/_structs.py.
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bind.h"
#include "hlo/print_values.h"
#include "results.h"

namespace hlo_python {
namespace {

// Prints and reads the struct T.
struct Row {
  const char* name;
  std::string (*print)(nb::handle value);
  nb::object (*parse)(nb::handle text);
};

template <typename T, typename Print>
std::string PrintAs(nb::handle value, Print print) {
  hlo_text::Arena arena;
  return print(FromPython<T>(ClassName<T>::kName, value, arena));
}
template <typename T>
nb::object ParseAs(nb::handle text) {
  if (!PyUnicode_Check(text.ptr())) {
    Raise(PyExc_TypeError, "expects str, not " + TypeName(text));
  }
  hlo_text::Arena arena;
  return ToPython(nullptr, FromPython<T>(ClassName<T>::kName, text, arena));
}

#define HLO_PYTHON_ROW(T, print_value)                                                          \
  Row {                                                                                         \
    ClassName<hlo_text::T>::kName,                                                              \
        [](nb::handle value) {                                                                  \
          return PrintAs<hlo_text::T>(value, [](const hlo_text::T& v) { return print_value; }); \
        },                                                                                      \
        ParseAs<hlo_text::T>                                                                    \
  }
const Row kRows[] = {
    HLO_PYTHON_ROW(Window, hlo_text::PrintWindow(v)),
    HLO_PYTHON_ROW(ConvolutionDimensionNumbers, hlo_text::PrintConvolutionDimensionNumbers(v)),
    HLO_PYTHON_ROW(PaddingConfig, hlo_text::PrintPaddingConfig(v)),
    HLO_PYTHON_ROW(SliceRanges, hlo_text::PrintSliceRanges(v)),
    HLO_PYTHON_ROW(Statistics, hlo_text::PrintStatistics(v)),
    HLO_PYTHON_ROW(OpMetadata, hlo_text::PrintMetadata(v)),
    HLO_PYTHON_ROW(OriginalValue, hlo_text::PrintOriginalValue(v)),
    HLO_PYTHON_ROW(HloSharding, hlo_text::PrintSharding(v, /*print_metadata=*/true)),
    HLO_PYTHON_ROW(ReplicaGroups, hlo_text::PrintReplicaGroups(v)),
};
#undef HLO_PYTHON_ROW

const Row* Find(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}
const Row& Found(std::string_view name) {
  const Row* row = Find(name);
  if (row == nullptr) throw nb::value_error("this value has no text");
  return *row;
}

// ---- Python's names of types, and default values.

template <typename T>
std::string TypeText() {
  if constexpr (std::is_same_v<T, bool>) {
    return "bool";
  } else if constexpr (std::is_integral_v<T>) {
    return "int";
  } else if constexpr (std::is_floating_point_v<T>) {
    return "float";
  } else if constexpr (std::is_same_v<PythonOf<T>, nb::str>) {
    return "str";
  } else if constexpr (std::is_pointer_v<T>) {
    return TypeText<std::remove_cv_t<std::remove_pointer_t<T>>>() + " | None";
  } else if constexpr (IsRange<T>::value) {
    return "tuple[" + TypeText<ElementOf<T>>() + ", ...]";
  } else {
    return ClassName<T>::kName;
  }
}

// For a default: spans are empty and pointers null.
template <typename T>
std::string ValueText(const T& value) {
  if constexpr (std::is_class_v<T> && !IsRange<T>::value && !std::is_same_v<PythonOf<T>, nb::str>) {
    const T usual{};
    std::vector<std::string> unusual;
    hlo_text::internal::ForEachMember(
        usual, [&](const auto& member) { unusual.push_back(ValueText(member)); });
    std::string text;
    auto at = unusual.begin();
    hlo_text::internal::ForEachField(value, [&](std::string_view name, const auto& member) {
      const std::string member_text = ValueText(member);
      if (member_text == *at++) return;
      text.append(text.empty() ? "" : ", ").append(name).append("=").append(member_text);
    });
    return ClassName<T>::kName + ("(" + text + ")");
  } else {
    return nb::repr(ToPython(nullptr, value)).c_str();
  }
}

using Field = std::tuple<nb::str, nb::str, nb::str>;
using Struct = std::tuple<nb::str, bool, std::vector<Field>>;

template <typename T>
void AddStruct(std::vector<Struct>& structs) {
  const char* name = ClassName<T>::kName;
  std::vector<Field> fields;
  const T value{};
  hlo_text::internal::ForEachField(value, [&](std::string_view field, const auto& member) {
    using Member = std::decay_t<decltype(member)>;
    fields.emplace_back(ToStr(field), ToStr(TypeText<Member>()), ToStr(ValueText(member)));
  });
  structs.emplace_back(nb::str(name), Find(name) != nullptr, std::move(fields));
}

}  // namespace

void DefineValues(nb::module_& m) {
  m.def(
      "_print_value",
      [](std::string_view name, nb::handle value) { return ToStr(Found(name).print(value)); },
      nb::arg("name"), nb::arg("value"),
      nb::sig("def _print_value(name: str, value: object) -> str"));
  m.def(
      "_parse_value",
      [](std::string_view name, nb::handle text) { return Found(name).parse(text); },
      nb::arg("name"), nb::arg("text"),
      nb::sig("def _parse_value(name: str, text: str) -> typing.Any"));
  // (name, whether it has a text, [(member, its type, its default)])
  m.def("_structs", [] {
    std::vector<Struct> structs;
#define HLO_VALUE_STRUCT(T, ...) AddStruct<hlo_text::T>(structs);
#include "hlo/tables/attribute_types.def"
    AddStruct<hlo_text::DotDimensionNumbers>(structs);
    AddStruct<hlo_text::GatherDimensionNumbers>(structs);
    AddStruct<hlo_text::ScatterDimensionNumbers>(structs);
    AddStruct<hlo_text::TriangularSolveOptions>(structs);
    AddStruct<hlo_text::Cost>(structs);
    AddStruct<CostRow>(structs);
    AddStruct<hlo_text::PeakRow>(structs);
    AddStruct<hlo_text::PassRun>(structs);
    AddStruct<hlo_text::MeasuredOp>(structs);
    AddStruct<hlo_text::MeasuredModule>(structs);
    AddStruct<hlo_text::BufferValue>(structs);
    AddStruct<BufferAllocation>(structs);
    AddStruct<hlo_text::MemorySpaceReport>(structs);
    return structs;
  });
}

}  // namespace hlo_python
