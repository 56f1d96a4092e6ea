// Instruction: one operation, a node of the data flow graph. Attributes are in attributes.cc, edits
// in instruction_edits.cc.
#include "hlo/instruction.h"

#include <string>

#include "errors.h"
#include "hlo/async.h"
#include "hlo/identical.h"
#include "hlo/opcode.h"
#include "hlo/printer.h"
#include "hlo/query.h"
#include "hlo/shape_inference.h"
#include "hlo/users.h"
#include "module.h"
#include "print_options.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

bool IsSugar(const hlo::HloInstruction& i) {
  const bool is_link = hlo::IsAsyncStart(i) || hlo::IsAsyncUpdate(i) || hlo::IsAsyncDone(i);
  return is_link && i.opcode_name() != hlo::HloOpcodeName(i.opcode());
}

std::string Opcode(const hlo::HloInstruction& instruction) {
  std::string opcode(instruction.opcode_name());
  if (!IsSugar(instruction)) return opcode;
  return opcode.append(
      hlo::HloOpcodeName(instruction.opcode()).substr(std::string_view("async").size()));
}

nb::object ParameterNumber(const Instruction& i) {
  if (i->opcode() != hlo::HloOpcode::kParameter) return nb::none();
  return nb::int_(i->parameter_number());
}

nb::object ValueOf(const Instruction& i) {
  if (i->opcode() != hlo::HloOpcode::kConstant) return nb::none();
  return nb::cast(i.To(&i->literal()));
}

nb::list CalledComputations(const Instruction& i) {
  std::vector<hlo::HloComputation*> callees;
  i->ForEachCalledComputation([&](hlo::HloComputation* callee) { callees.push_back(callee); });
  return ToList(i, callees);
}

nb::list Uses(const Instruction& i) {
  nb::list list;
  for (const hlo::HloUse& use : hlo::CurrentUses(&*i)) {
    list.append(nb::make_tuple(i.To(use.user), use.operand_number));
  }
  return list;
}

nb::str PrintInstruction(const Instruction& i, std::string_view style, const nb::kwargs& keywords) {
  const hlo::PrintOptions options = MakePrintOptions(ModuleOf(i), style, keywords);
  return ToStr(hlo::PrintHloInstruction(*i, options));
}

// Programs print one instruction after the other; links of chains share what takes long.
nb::str InstructionText(const Instruction& i) {
  const hlo::HloInstruction& instruction = *i;
  ModuleState& state = *i.owner;
  if (!state.printer.has_value()) state.printer.emplace(state.module);
  return ToStr(state.printer->Print(instruction));
}

nb::str Repr(const Instruction& i) {
  if (!IsLive(i.object)) return ToStr("<hlo_text.Instruction (removed)>");
  return ToStr("<hlo_text.Instruction " + std::string(i->name()) + ": " + Opcode(*i) + ">");
}

Shape InferredShape(const Instruction& i) {
  if (IsSugar(*i)) {
    throw nb::value_error("desugar() gives sugar its shape");
  }
  return i.To(Value(hlo::InferShape(*i, i.owner->module.shapes())));
}

void DefineLinks(nb::class_<Instruction>& type) {
  type.def_prop_ro(
      "parent", [](const Instruction& i) { return i.To(i->parent()); },
      nb::sig("def parent(self) -> Computation"), "The computation of this instruction.");
  type.def_prop_ro(
      "module", [](const Instruction& i) { return (void)*i, ModuleOf(i); },
      nb::sig("def module(self) -> Module"), "The module of this instruction.");
  type.def_prop_ro(
      "users", [](const Instruction& i) { return ToList(i, hlo::CurrentUsers(&*i)); },
      nb::sig("def users(self) -> list[Instruction]"),
      "Instructions with this one as an operand, each once. The first call in a computation takes "
      "time linear in its size.");
  type.def_prop_ro("uses", Uses, nb::sig("def uses(self) -> list[tuple[Instruction, int]]"),
                   "The places where they have it: user and number of the operand.");
  type.def_prop_ro(
      "control_predecessors",
      [](const Instruction& i) { return ToList(i, i->control_predecessors()); },
      nb::sig("def control_predecessors(self) -> list[Instruction]"),
      "Instructions that must run before this one but are not operands.");
  type.def_prop_ro(
      "control_successors",
      [](const Instruction& i) { return ToList(i, hlo::CurrentControlSuccessors(&*i)); },
      nb::sig("def control_successors(self) -> list[Instruction]"),
      "Instructions that have this one as a control predecessor.");
  type.def_prop_ro("called_computations", CalledComputations,
                   nb::sig("def called_computations(self) -> list[Computation]"),
                   "Computations that it calls, in XLA's order: for a while, body and condition.");
}

void DefineQuestions(nb::class_<Instruction>& type) {
  type.def_prop_ro(
      "is_removed", [](const Instruction& i) { return !IsLive(i.object); },
      "True if an edit has removed it; then everything else raises ReferenceError.");
  type.def_prop_ro(
      "is_root", [](const Instruction& i) { return i->IsRoot(); },
      "True for the root of its computation, which computes the result.");
  type.def_prop_ro(
      "is_dead", [](const Instruction& i) { return hlo::IsDead(*i); },
      "True if it can be removed as it is: no users, control dependencies or side "
      "effects, neither root nor parameter.");
  type.def_prop_ro(
      "has_side_effect", [](const Instruction& i) { return hlo::HasSideEffect(*i); },
      "True if removing it, unused, may change what the program does.");
  type.def_prop_ro(
      "is_elementwise", [](const Instruction& i) { return hlo::IsElementwise(*i); },
      "True if each element of the result depends only on those at its place.");
  type.def_prop_ro(
      "is_collective", [](const Instruction& i) { return hlo::IsCollective(*i); },
      "True if it exchanges data between devices, or starts what does.");
  type.def("is_all", IsAll<hlo::HloInstruction>, nb::arg("value"),
           nb::sig("def is_all(self, value: float) -> bool"),
           "Whether it is a constant, or the broadcast of one, whose elements all equal `value`.");
  type.def(
      "identical",
      [](const Instruction& a, const Instruction& b, bool layouts, bool shardings,
         bool channel_ids) {
        hlo::IdenticalOptions options;
        options.layouts = layouts;
        options.shardings = shardings;
        options.channel_ids = channel_ids;
        return hlo::Identical(*a, *b, options);
      },
      nb::arg("other"), nb::kw_only(), nb::arg("layouts") = true, nb::arg("shardings") = true,
      nb::arg("channel_ids") = true,
      "Whether both compute the same from the same operands: opcode, shape, attributes, constants, "
      "called computations. Ignores names and metadata.");
  type.def("inferred_shape", InferredShape,
           "The shape that the opcode, operands and attributes give. HloError, in XLA's words, if "
           "they do not fit.");
}

// What hlo_text.testing checks words against.
nb::list Opcodes() {
  nb::list names;
  for (int i = 0; i < hlo::kHloOpcodeCount; ++i) {
    names.append(ToStr(hlo::HloOpcodeName(static_cast<hlo::HloOpcode>(i))));
  }
  return names;
}

}  // namespace

void DefineInstruction(nb::module_& m) {
  m.def("_opcodes", Opcodes, nb::sig("def _opcodes() -> list[str]"));
  nb::class_<Instruction> type(
      m, "Instruction",
      "One operation of a computation. Once it is removed, any use raises ReferenceError.");
  DefineIdentity(type);
  type.def("__str__", InstructionText);
  type.def("__repr__", Repr);
  type.def(
      "_repr_html_",
      [](const Instruction& i) {
        return nb::module_::import_("hlo_text._html").attr("of_instruction")(i);
      },
      nb::sig("def _repr_html_(self) -> str"), "For notebooks.");
  type.def(
      "__reduce__",
      [](const Instruction&) -> nb::object {
        Raise(PyExc_TypeError, "cannot pickle an Instruction: pickle its module and its name");
      },
      nb::sig("def __reduce__(self) -> typing.NoReturn"));
  type.def_prop_ro(
      "opcode", [](const Instruction& i) { return ToStr(Opcode(*i)); },
      "'add', 'all-gather', 'async-start'; 'custom-call-start' if not desugared.");
  type.def_prop_ro("parameter_number", ParameterNumber,
                   nb::sig("def parameter_number(self) -> int | None"),
                   "The number of a parameter; None for anything else.");
  type.def_prop_ro("literal", ValueOf, nb::sig("def literal(self) -> Literal | None"),
                   "The values of a constant; None for anything else.");
  DefineLinks(type);
  DefineQuestions(type);
  DefineAttributes(type);
  DefineEdits(type);
  type.def("print", PrintInstruction, nb::arg("style") = "default", nb::arg("options"),
           nb::sig(PrintSignature()),
           PrintDoc("The text of this instruction as it appears in the module's text."));
}

}  // namespace hlo_python
