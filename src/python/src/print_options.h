// Keyword arguments of print() as hlo_text::PrintOptions, driven by PrintOptionTable().
#ifndef HLO_PYTHON_SRC_PRINT_OPTIONS_H_
#define HLO_PYTHON_SRC_PRINT_OPTIONS_H_

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "hlo/printer.h"
#include "module.h"
#include "text.h"

namespace hlo_python {

// Applies `keywords` to the preset `style`; that of "dump" spells as the module's text does. As in
// hlo-fmt, async_mode implies syntax_sugar_async_ops. TypeError for an unknown keyword or a value
// of the wrong type; ValueError for an unknown style or word, or a number outside 0..1000.
hlo_text::PrintOptions MakePrintOptions(const Module& module, std::string_view style,
                                        const nanobind::kwargs& keywords);

// "def print(self, style: ... = 'default', *, <extra>, print_metadata: bool = ..., ...) -> str",
// for the stub. Never freed. `extra`: parameters that are not in the table, "" or "a: int = 1, ".
const char* PrintSignature(std::string_view extra = "");

// nanobind borrows docstrings and signatures: this keeps one that is made at run time.
const char* KeepForever(std::string text);

// A docstring: `first_line`, then style and options. Never freed.
const char* PrintDoc(std::string_view first_line);

// The method print(style, **options) of a part of a module.
template <typename Self>
void DefinePrint(nb::class_<Self>& type,
                 std::string (*print)(const Self&, std::string_view, const nb::kwargs&),
                 std::string_view first_line) {
  const auto call = [print](const Self& self, std::string_view style, const nb::kwargs& options) {
    return ToStr(print(self, style, options));
  };
  type.def("print", call, nb::arg("style") = "default", nb::arg("options"),
           nb::sig(PrintSignature()), PrintDoc(first_line));
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_PRINT_OPTIONS_H_
