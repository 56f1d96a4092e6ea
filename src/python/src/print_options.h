// Keyword arguments of print() as hlo::PrintOptions. Which there are comes from PrintOptionTable().
#ifndef HLO_PYTHON_SRC_PRINT_OPTIONS_H_
#define HLO_PYTHON_SRC_PRINT_OPTIONS_H_

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "hlo/print_options.h"

namespace hlo_python {

// The preset `style` with `keywords` on top. As in hlo-fmt, async_mode brings
// syntax_sugar_async_ops with it. TypeError for a keyword that is no option or has a value of
// another type; ValueError for an unknown style or word, or a number beyond 0..1000.
hlo::PrintOptions MakePrintOptions(std::string_view style, const nanobind::kwargs& keywords);

// "def print(self, style: ... = 'default', *, <extra>, print_metadata: bool = ..., ...) -> str",
// for the stub. Lives for ever. `extra` are parameters that are not in the table, "" or "a: int =
// 1, ".
const char* PrintSignature(std::string_view extra = "");

// The part of a docstring that explains style and options; lives for ever.
const char* PrintDoc(std::string_view first_line);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_PRINT_OPTIONS_H_
