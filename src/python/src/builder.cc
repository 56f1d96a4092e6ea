// Builder: makes computations and instructions, with the methods of hlo/builder.h. An error raises
// at once, and the builder goes on as if the call had not been made.
#include "builder.h"

#include "bind.h"

namespace hlo_python {

void DefineBuilder(nb::module_& m) {
  BuilderType type(
      m, "Builder",
      "Makes a computation, or adds to one.\n\n"
      "    with Builder(module, 'main', entry=True) as b:\n"
      "        x = b.add_parameter('f32[4]')\n"
      "        b.add_binary('add', x, x)\n\n"
      "Leaving the block builds the computation; its root is the instruction added last, "
      "unless build() gives another. An error adds nothing: what does not fit raises HloError, an "
      "argument of a wrong type TypeError.");
  Make(type, "module"_a, "name"_a, nb::kw_only(), "entry"_a = false,
       "A new computation. Until build() nothing may call it.\n\nentry: it becomes the entry "
       "computation.",
       [](const Module& m, std::string_view name, bool entry) { return Builder(m, name, entry); });
  Make(type, "computation"_a, "Adds to a computation of a module.",
       [](const Computation& computation) { return Builder(computation); });
  type.def(
      "__enter__", [](nb::handle self) { return nb::borrow(self); },
      nb::sig("def __enter__(self) -> Builder"));
  type.def(
      "__exit__",
      [](Builder& b, nb::handle type_, nb::handle, nb::handle) {
        if (type_.is_none() && !b.is_built()) b.Build(std::nullopt);
      },
      nb::arg("type").none(), nb::arg("value").none(), nb::arg("traceback").none(),
      nb::sig("def __exit__(self, type: object, value: object, traceback: object, /) -> None"),
      "Builds the computation, unless it is built or the block has raised.");
  type.def_prop_ro("module", &Builder::module, "The module.");
  type.def_prop_ro("computation", &Builder::computation,
                   "The computation, also before it is built.");
  type.def("build", &Builder::Build, "root"_a = nb::none(),
           "Adds the new computation to the module, with this root or the instruction added last.");
  type.def(
      "set_insertion_point",
      [](Builder& b, const std::optional<Instruction>& at) { b.SetInsertionPoint(at, false); },
      nb::arg("position").none(), "Adds before this instruction from now on; None: where it fits.");
  type.def(
      "set_insertion_point_after",
      [](Builder& b, const std::optional<Instruction>& at) { b.SetInsertionPoint(at, true); },
      nb::arg("position").none(), "Adds after this instruction from now on.");
  DefineBuilderMethods(type);
}

}  // namespace hlo_python
