// The text of values, for str() and parse() of the dataclasses.
#include <string>

#include "errors.h"
#include "hlo/print_values.h"
#include "module.h"
#include "text.h"
#include "values.h"

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
  hlo::Arena arena;
  return print(FromPython<T>(ClassName<T>::kName, value, arena));
}
template <typename T>
nb::object ParseAs(nb::handle text) {
  if (!PyUnicode_Check(text.ptr())) {
    Raise(PyExc_TypeError, "expects str, not " + TypeName(text));
  }
  hlo::Arena arena;
  return ToPython(nullptr, FromPython<T>(ClassName<T>::kName, text, arena));
}

#define HLO_PYTHON_ROW(T, print_value)                                                \
  Row {                                                                               \
    ClassName<hlo::T>::kName,                                                         \
        [](nb::handle value) {                                                        \
          return PrintAs<hlo::T>(value, [](const hlo::T& v) { return print_value; }); \
        },                                                                            \
        ParseAs<hlo::T>                                                               \
  }
const Row kRows[] = {
    HLO_PYTHON_ROW(Window, hlo::PrintWindow(v)),
    HLO_PYTHON_ROW(ConvolutionDimensionNumbers, hlo::PrintConvolutionDimensionNumbers(v)),
    HLO_PYTHON_ROW(PaddingConfig, hlo::PrintPaddingConfig(v)),
    HLO_PYTHON_ROW(SliceRanges, hlo::PrintSliceRanges(v)),
    HLO_PYTHON_ROW(Statistics, hlo::PrintStatistics(v)),
    HLO_PYTHON_ROW(OpMetadata, hlo::PrintMetadata(v)),
    HLO_PYTHON_ROW(OriginalValue, hlo::PrintOriginalValue(v)),
    HLO_PYTHON_ROW(HloSharding, hlo::PrintSharding(v, /*print_metadata=*/true)),
    HLO_PYTHON_ROW(ReplicaGroups, hlo::PrintReplicaGroups(v)),
};
#undef HLO_PYTHON_ROW

const Row& Find(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row;
  }
  throw nb::value_error("this value has no text");
}

}  // namespace

void DefineValues(nb::module_& m) {
  m.def(
      "_print_value",
      [](std::string_view name, nb::handle value) { return ToStr(Find(name).print(value)); },
      nb::arg("name"), nb::arg("value"),
      nb::sig("def _print_value(name: str, value: object) -> str"));
  m.def(
      "_parse_value", [](std::string_view name, nb::handle text) { return Find(name).parse(text); },
      nb::arg("name"), nb::arg("text"),
      nb::sig("def _parse_value(name: str, text: str) -> typing.Any"));
}

}  // namespace hlo_python
