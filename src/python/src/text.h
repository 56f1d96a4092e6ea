// Converts text between Python and C++. HLO text can be any bytes: in a str, surrogate escapes
// represent invalid UTF-8 (PEP 383).
#ifndef HLO_PYTHON_SRC_TEXT_H_
#define HLO_PYTHON_SRC_TEXT_H_

#include <nanobind/nanobind.h>

#include <string_view>

namespace hlo_python {

nanobind::str ToStr(std::string_view text);

// The bytes of a str or bytes object, valid while this lives. TypeError for anything else.
class TextArgument {
 public:
  explicit TextArgument(nanobind::handle text);
  std::string_view view() const { return view_; }

 private:
  nanobind::object holder_;
  std::string_view view_;
};

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_TEXT_H_
