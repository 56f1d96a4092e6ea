// Text between Python and C++. HLO text is any bytes: invalid UTF-8 becomes surrogate escapes in a
// str (PEP 383), and back.
#ifndef HLO_PYTHON_SRC_TEXT_H_
#define HLO_PYTHON_SRC_TEXT_H_

#include <nanobind/nanobind.h>

#include <string_view>

namespace hlo_python {

// Makes a str of `text`.
nanobind::str ToStr(std::string_view text);

// The bytes of a str or bytes object, valid as long as this. TypeError for anything else.
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
