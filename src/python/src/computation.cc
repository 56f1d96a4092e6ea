// Computation: a function of the module, a list of instructions; and its edits.
#include "hlo/computation.h"

#include <string>

#include "errors.h"
#include "hlo/clone.h"
#include "hlo/edit.h"
#include "hlo/identical.h"
#include "hlo/order.h"
#include "hlo/outline.h"
#include "hlo/printer.h"
#include "module.h"
#include "print_options.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

// Instructions at the time of iter(), without those that are removed before their turn.
struct InstructionIterator {
  Computation computation;
  std::vector<hlo::HloInstruction*> instructions;
  size_t next = 0;

  Instruction Next() {
    while (next < instructions.size()) {
      hlo::HloInstruction* instruction = instructions[next++];
      if (IsLive(instruction)) return computation.To(instruction);
    }
    throw nb::stop_iteration();
  }
};

InstructionIterator Iterate(const Computation& c) {
  InstructionIterator iterator{c, {}};
  for (hlo::HloInstruction* instruction : c->instructions()) {
    iterator.instructions.push_back(instruction);
  }
  return iterator;
}

nb::str PrintComputation(const Computation& c, std::string_view style, const nb::kwargs& keywords) {
  const hlo::PrintOptions options = MakePrintOptions(ModuleOf(c), style, keywords);
  CheckBuilt(*c);
  return ToStr(hlo::PrintHloComputation(*c, options));
}

nb::object Find(const Computation& c, std::string_view name) {
  return ToOptional(c, c->GetInstructionWithName(name));
}

Instruction Item(const Computation& c, nb::handle key) {
  if (PyUnicode_Check(key.ptr())) {
    const TextArgument name(key);
    hlo::HloInstruction* found = c->GetInstructionWithName(name.view());
    if (found == nullptr) {
      PyErr_SetObject(PyExc_KeyError, key.ptr());
      throw nb::python_error();
    }
    return c.To(found);
  }
  Raise(PyExc_TypeError, "expects the name of an instruction, not " + TypeName(key));
}

bool Contains(const Computation& c, nb::handle key) {
  Instruction instruction;
  if (nb::try_cast<Instruction>(key, instruction)) {
    return instruction.owner == c.owner && IsLive(instruction.object) &&
           instruction.object->parent() == &*c;
  }
  return PyUnicode_Check(key.ptr()) &&
         c->GetInstructionWithName(TextArgument(key).view()) != nullptr;
}

// ---- Edits.

void SetRoot(const Computation& c, const Instruction& root) {
  CheckBuilt(*c);
  hlo::HloInstruction* instruction = PartOf(*c.owner, &*c, root);
  hlo::SetRoot(c.Edit(), instruction);
}

void RemoveParameter(const Computation& c, int64_t number) {
  CheckBuilt(*c);
  if (number < 0 || static_cast<size_t>(number) >= c->parameters().size()) {
    Raise(PyExc_IndexError, "there is no parameter " + std::to_string(number));
  }
  Check(hlo::RemoveParameter(c.Edit(), number));
}

void SetSequence(const Computation& c, nb::handle instructions) {
  CheckBuilt(*c);
  const auto sequence = PartsOf(*c.owner, &*c, instructions);
  Check(hlo::SetSequence(c.Edit(), sequence));
}

int64_t RemoveDeadInstructions(const Computation& c) {
  CheckBuilt(*c);
  return hlo::RemoveDeadInstructions(c.Edit());
}

void Remove(const Computation& c) {
  CheckBuilt(*c);
  Check(hlo::RemoveComputation(c.Edit()));
}

Instruction Outline(const Computation& c, nb::handle instructions, std::string_view name) {
  CheckBuilt(*c);
  const auto parts = PartsOf(*c.owner, &*c, instructions);
  return c.To(Value(hlo::OutlineExpressionFromComputation(parts, name, c.Edit())));
}

Instruction Fuse(const Computation& c, nb::handle instructions, std::string_view kind_name) {
  CheckBuilt(*c);
  const auto kind = ToEnum<hlo::FusionKind>("kind", kind_name);
  const auto parts = PartsOf(*c.owner, &*c, instructions);
  (void)c.Edit();
  return c.To(Value(hlo::CreateFusionInstruction(parts, kind)));
}

Computation Clone(const Computation& c, const std::optional<Module>& target,
                  std::string_view suffix) {
  const Module to = target.has_value() ? *target : ModuleOf(c);
  CheckBuilt(*c);
  CheckDesugared(*c.owner);
  return to.To(hlo::CloneComputation(*c, to.Edit(), suffix));
}

// A str property that an edit sets.
template <typename Get, typename Set>
void DefineText(nb::class_<Computation>& type, const char* name, Get get, Set set,
                const std::string& doc) {
  static_assert(std::is_invocable_v<Get, const hlo::HloComputation&>);
  type.def_prop_rw(
      name, [get](const Computation& c) { return ToStr(get(*c)); },
      [set](const Computation& c, nb::handle value) { set(c.Edit(), TextArgument(value).view()); },
      nb::for_getter(nb::sig(KeepForever("def " + std::string(name) + "(self) -> str"))),
      nb::for_setter(
          nb::sig(KeepForever("def " + std::string(name) + "(self, value: str, /) -> None"))),
      KeepForever(doc));
}

void DefineTexts(nb::class_<Computation>& type) {
  DefineText(
      type, "name", [](const hlo::HloComputation& c) { return c.name(); },
      [](hlo::HloComputation* c, std::string_view name) {
        // It would get a number: its own name is taken.
        if (c->name() != name) hlo::SetName(c, name);
      },
      "Without '%'. Unique in the module: a name that is set is sanitised, and gets a number if it "
      "is taken.");
  DefineText(
      type, "execution_thread", [](const hlo::HloComputation& c) { return c.execution_thread(); },
      hlo::SetExecutionThread, "'main' unless the text says otherwise.");
  DefineText(
      type, "backend_config", [](const hlo::HloComputation& c) { return c.backend_config(); },
      hlo::SetBackendConfig, "backend_config=, unescaped; empty: none.");
}

void DefineContents(nb::class_<Computation>& type) {
  type.def("__len__", [](const Computation& c) { return c->instruction_count(); });
  type.def("__bool__", [](const Computation& c) { return (void)*c, true; });
  type.def(
      "__iter__", Iterate, nb::sig("def __iter__(self) -> collections.abc.Iterator[Instruction]"),
      "Iterates over the instructions that it has now, without those that are removed meanwhile.");
  type.def("__getitem__", Item, nb::arg("name"),
           nb::sig("def __getitem__(self, name: str, /) -> Instruction"),
           "The instruction called `name`, without '%'; KeyError if there is none. Linear.");
  type.def("__contains__", Contains, nb::arg("key").none(),
           nb::sig("def __contains__(self, key: object, /) -> bool"),
           "Whether an Instruction, or a name, is in it.");
  type.def("get", Find, nb::arg("name"), nb::sig("def get(self, name: str) -> Instruction | None"),
           "The instruction called `name`, or None. Linear.");
  type.def_prop_ro(
      "module", [](const Computation& c) { return (void)*c, ModuleOf(c); },
      nb::sig("def module(self) -> Module"), "The module of this computation.");
  type.def_prop_ro(
      "instructions", [](const Computation& c) { return ToList(c, c->instructions()); },
      nb::sig("def instructions(self) -> list[Instruction]"),
      "In text order, which may differ from the printed order. A copy.");
  type.def_prop_ro(
      "parameters", [](const Computation& c) { return ToList(c, c->parameters()); },
      nb::sig("def parameters(self) -> list[Instruction]"), "By parameter number. A copy.");
  type.def_prop_rw(
      "root", [](const Computation& c) { return CheckBuilt(*c), c.To(c->root_instruction()); },
      SetRoot, nb::for_getter(nb::sig("def root(self) -> Instruction")),
      nb::for_setter(nb::sig("def root(self, value: Instruction, /) -> None")),
      "The instruction that computes the result. Setting one of another shape leaves callers as "
      "they are.");
  type.def_prop_ro(
      "is_entry", [](const Computation& c) { return c->IsEntry(); },
      "True for the entry computation of the module.");
  type.def_prop_ro(
      "is_removed", [](const Computation& c) { return !IsLive(c.object); },
      "True if an edit has removed it; then everything else raises ReferenceError.");
  type.def(
      "print_order",
      [](const Computation& c) { return CheckBuilt(*c), ToList(c, hlo::PrintOrder(*c)); },
      nb::sig("def print_order(self) -> list[Instruction]"),
      "The instructions in printed order: as scheduled, or operands first.");
  type.def(
      "post_order",
      [](const Computation& c) { return CheckBuilt(*c), ToList(c, hlo::InstructionPostOrder(*c)); },
      nb::sig("def post_order(self) -> list[Instruction]"),
      "The instructions, each after its operands and control predecessors.");
  type.def(
      "identical",
      [](const Computation& a, const Computation& b) {
        CheckBuilt(*a);
        CheckBuilt(*b);
        return hlo::Identical(*a, *b);
      },
      nb::arg("other"), "Whether both are the same but for names and the order of instructions.");
}

void DefineChanges(nb::class_<Computation>& type) {
  type.def("remove_parameter", RemoveParameter, nb::arg("number"),
           "Removes an unused parameter; the later ones move up. Callers stay as they are.");
  type.def("set_sequence", SetSequence, nb::arg("instructions"),
           nb::sig("def set_sequence(self, instructions: collections.abc.Iterable[Instruction]) -> "
                   "None"),
           "Puts all instructions into this order, the schedule of a scheduled module.");
  type.def("remove_dead_instructions", RemoveDeadInstructions,
           "Removes what neither the root nor a side effect needs; returns how many.");
  type.def("remove", Remove, "Takes it out of its module. HloError if something calls it.");
  type.def("outline", Outline, nb::arg("instructions"), nb::arg("name"),
           nb::sig("def outline(self, instructions: collections.abc.Iterable[Instruction], name: "
                   "str) -> Instruction"),
           "Moves instructions to a new computation and returns the call that takes their place.");
  type.def("create_fusion_instruction", Fuse, nb::arg("instructions"), nb::arg("kind") = "kLoop",
           nb::sig("def create_fusion_instruction(self, instructions: "
                   "collections.abc.Iterable[Instruction], kind: str = 'kLoop') -> Instruction"),
           "Moves instructions into a fusion, and returns that.");
  type.def("clone", Clone, nb::arg("module").none() = nb::none(), nb::kw_only(),
           nb::arg("suffix") = "clone",
           nb::sig("def clone(self, module: Module | None = None, *, suffix: str = 'clone') -> "
                   "Computation"),
           "Adds a copy to its module or another one, there with all that it calls.");
}

}  // namespace

void DefineComputation(nb::module_& m) {
  nb::class_<InstructionIterator>(m, "_InstructionIterator", "Iterates over a computation.")
      .def(
          "__iter__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __iter__(self) -> _InstructionIterator"))
      .def("__next__", &InstructionIterator::Next);
  nb::class_<Computation> type(
      m, "Computation",
      "A function of a module. Iterating yields its instructions; len() is their number; "
      "computation['name'] finds one.");
  DefineIdentity(type);
  type.def("__str__", [](const Computation& c) {
    CheckBuilt(*c);
    return ToStr(hlo::PrintHloComputation(*c));
  });
  type.def("__repr__", [](const Computation& c) {
    return ToStr("<hlo_text.Computation " + std::string(c.object->name()) +
                 (IsLive(c.object) ? ">" : " (removed)>"));
  });
  type.def(
      "_repr_html_",
      [](const Computation& c) {
        return nb::module_::import_("hlo_text._html").attr("of_computation")(c);
      },
      nb::sig("def _repr_html_(self) -> str"), "For notebooks.");
  type.def(
      "__reduce__",
      [](const Computation&) -> nb::object {
        Raise(PyExc_TypeError, "cannot pickle a Computation: pickle its module and its name");
      },
      nb::sig("def __reduce__(self) -> typing.NoReturn"));
  DefineTexts(type);
  DefineContents(type);
  DefineChanges(type);
  type.def("print", PrintComputation, nb::arg("style") = "default", nb::arg("options"),
           nb::sig(PrintSignature()),
           PrintDoc("The text of this computation as it appears in the module's text."));
}

}  // namespace hlo_python
