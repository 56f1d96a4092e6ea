// Converts text between Python and C++. HLO text can be any bytes: in a str, surrogate escapes
// represent invalid UTF-8 (PEP 383).
#ifndef HLO_PYTHON_SRC_TEXT_H_
#define HLO_PYTHON_SRC_TEXT_H_

#include <nanobind/nanobind.h>

#include <optional>
#include <string_view>

namespace hlo_python {

nanobind::str ToStr(std::string_view text);
// The same, or nullptr and an error of Python.
PyObject* NewStr(std::string_view text) noexcept;

// Calls function() without the GIL: for texts, and copies that nobody else has.
template <typename Function>
auto WithoutGil(Function function) {
  const nanobind::gil_scoped_release release;
  return function();
}

// The bytes of a str or bytes object, valid while this lives. TypeError for anything else,
// UnicodeEncodeError for surrogates that are not escapes.
class TextArgument {
 public:
  explicit TextArgument(nanobind::handle text);
  std::string_view view() const { return view_; }

 private:
  nanobind::object holder_;
  std::string_view view_;
};

}  // namespace hlo_python

namespace nanobind::detail {

// A str, for arguments of bound functions; valid during the call. In place of
// nanobind/stl/string_view.h, which refuses surrogate escapes.
template <>
struct type_caster<std::string_view> {
  static constexpr auto Name = const_name("str");
  using Value = std::string_view;
  template <typename>
  using Cast = std::string_view;
  template <typename>
  static constexpr bool can_cast() {
    return true;
  }

  bool from_python(handle from, uint32_t, cleanup_list*) noexcept {
    from_ = from;
    return PyUnicode_Check(from.ptr());
  }
  static handle from_cpp(std::string_view text, rv_policy, cleanup_list*) noexcept {
    return hlo_python::NewStr(text);
  }
  // Converts here because from_python could not raise UnicodeEncodeError.
  operator std::string_view() { return text_.emplace(from_).view(); }

 private:
  handle from_;
  std::optional<hlo_python::TextArgument> text_;
};

}  // namespace nanobind::detail

#endif  // HLO_PYTHON_SRC_TEXT_H_
