// See text.h.
#include "text.h"

namespace hlo_python {

namespace nb = nanobind;

PyObject* NewStr(std::string_view text) noexcept {
  return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
}

nb::str ToStr(std::string_view text) {
  PyObject* str = NewStr(text);
  if (str == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(str);
}

TextArgument::TextArgument(nb::handle text) {
  Py_ssize_t size = 0;
  if (PyUnicode_Check(text.ptr())) {
    // The str caches its UTF-8 form, except with surrogate escapes.
    if (const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) {
      holder_ = nb::borrow(text);
      view_ = std::string_view(data, static_cast<size_t>(size));
      return;
    }
    PyErr_Clear();
    PyObject* encoded = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
    if (encoded == nullptr) throw nb::python_error();
    holder_ = nb::steal(encoded);
  } else if (PyBytes_Check(text.ptr())) {
    holder_ = nb::borrow(text);
  } else {
    PyErr_Format(PyExc_TypeError, "text must be str or bytes, not %s",
                 nb::str(text.type().attr("__name__")).c_str());
    throw nb::python_error();
  }
  char* data = nullptr;
  PyBytes_AsStringAndSize(holder_.ptr(), &data, &size);
  view_ = std::string_view(data, static_cast<size_t>(size));
}

}  // namespace hlo_python
