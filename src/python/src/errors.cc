// See errors.h. The classes are in hlo_text/_diagnostics.py.
#include "errors.h"

#include "hlo/version.h"
#include "src/base/edit_distance.h"
#include "text.h"

namespace hlo_python {

namespace nb = nanobind;

void Raise(PyObject* type, const std::string& message) {
  PyErr_SetObject(type, ToStr(message).ptr());
  throw nb::python_error();
}

std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& known) {
  return hlo_text::internal::DidYouMean(word, known, "'", "'");
}

void RaiseKeyError(std::string_view name, const std::string& suggestion) {
  Raise(PyExc_KeyError, std::string(name) + suggestion);
}

void RaiseStatus(const absl::Status& status) {
  const nb::object type = nb::module_::import_("hlo_text._diagnostics").attr("HloError");
  const nb::object error =
      type(ToStr(std::string(status.message())), ToStr(absl::StatusCodeToString(status.code())));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

void RaiseInvalid(const std::string& message) { RaiseStatus(absl::InvalidArgumentError(message)); }

std::string TypeName(nb::handle value) { return nb::str(value.type().attr("__name__")).c_str(); }

nb::list ToPythonList(nb::handle values) {
  if (PyUnicode_Check(values.ptr()) || PyBytes_Check(values.ptr())) {
    Raise(PyExc_TypeError, "expects a sequence, not " + TypeName(values));
  }
  PyObject* list = PySequence_List(values.ptr());
  if (list == nullptr) throw nb::python_error();
  return nb::steal<nb::list>(list);
}

}  // namespace hlo_python
