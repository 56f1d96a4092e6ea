// Computation: a function of the module, a list of instructions.
#include "hlo/computation.h"

#include <string>

#include "hlo/printer.h"
#include "module.h"
#include "print_options.h"
#include "text.h"

namespace hlo_python {
namespace {

nb::str PrintComputation(const Computation& c, std::string_view style, const nb::kwargs& keywords) {
  const hlo::PrintOptions options = MakePrintOptions(style, keywords);
  return ToStr(Read(c, [&] { return hlo::PrintHloComputation(*c, options); }));
}

}  // namespace

void DefineComputation(nb::module_& m) {
  nb::class_<Computation> type(
      m, "Computation",
      "A function of a module. Iterating yields its instructions; len() is their number.");
  DefineIdentity(type);
  type.def("__str__", [](const Computation& c) {
    return ToStr(Read(c, [&] { return hlo::PrintHloComputation(*c); }));
  });
  type.def("__repr__", [](const Computation& c) {
    return ToStr("<hlo_text.Computation " + std::string(c->name()) + ">");
  });
  type.def("__len__", [](const Computation& c) { return c->instruction_count(); });
  type.def(
      "__iter__", [](const Computation& c) { return nb::iter(ToList(c, c->instructions())); },
      nb::sig("def __iter__(self) -> typing.Iterator[Instruction]"),
      "Iterates over a copy of the list of instructions.");
  type.def_prop_ro(
      "name", [](const Computation& c) { return ToStr(c->name()); },
      "Without '%'. Unique in the module.");
  type.def_prop_ro(
      "module", [](const Computation& c) { return MakeModule(c.owner); },
      nb::sig("def module(self) -> Module"), "The module of this computation.");
  type.def_prop_ro(
      "instructions", [](const Computation& c) { return ToList(c, c->instructions()); },
      nb::sig("def instructions(self) -> list[Instruction]"),
      "In text order, which may differ from the printed order.");
  type.def_prop_ro(
      "parameters", [](const Computation& c) { return ToList(c, c->parameters()); },
      nb::sig("def parameters(self) -> list[Instruction]"), "By parameter number.");
  type.def_prop_ro(
      "root", [](const Computation& c) { return c.To(c->root_instruction()); },
      nb::sig("def root(self) -> Instruction"), "The instruction that computes the result.");
  type.def_prop_ro(
      "is_entry", [](const Computation& c) { return c->IsEntry(); },
      "True for the entry computation of the module.");
  type.def_prop_ro(
      "execution_thread", [](const Computation& c) { return ToStr(c->execution_thread()); },
      "'main' unless the text says otherwise.");
  type.def("print", PrintComputation, nb::arg("style") = "default", nb::arg("options"),
           nb::sig(PrintSignature()),
           PrintDoc("The text of this computation as it appears in the module's text."));
}

}  // namespace hlo_python
