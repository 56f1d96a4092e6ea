// Edits of an instruction: the functions of hlo/edit.h, hlo/clone.h, hlo/make_async.h and
// hlo/outline.h that begin with one, as methods.
#include <string>

#include "errors.h"
#include "hlo/clone.h"
#include "hlo/edit.h"
#include "hlo/identical.h"
#include "hlo/make_async.h"
#include "hlo/outline.h"
#include "module.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

// Another instruction of the same computation.
hlo::HloInstruction* Sibling(const Instruction& i, const Instruction& other) {
  return PartOf(*i.owner, i->parent(), other);
}

void ReplaceAllUsesWith(const Instruction& i, const Instruction& replacement,
                        bool different_shape) {
  hlo::HloInstruction* other = Sibling(i, replacement);
  if (!different_shape) return Check(hlo::ReplaceAllUsesWith(i.Edit(), other));
  hlo::ReplaceAllUsesWithDifferentShape(i.Edit(), other);
}

void ReplaceUseWith(const Instruction& i, const Instruction& user, const Instruction& replacement) {
  hlo::HloInstruction *of = Sibling(i, user), *with = Sibling(i, replacement);
  Check(hlo::ReplaceUseWith(i.Edit(), of, with));
}

// Parameters and constants have no operands to set.
void CheckHasOperands(const Instruction& i) {
  if (i->opcode() == hlo::HloOpcode::kParameter || i->opcode() == hlo::HloOpcode::kConstant) {
    throw nb::value_error("parameters and constants have no operands");
  }
}

void ReplaceOperandWith(const Instruction& i, int64_t number, const Instruction& operand,
                        bool different_shape) {
  CheckHasOperands(i);
  hlo::HloInstruction* with = Sibling(i, operand);
  if (number < 0 || number >= i->operand_count()) {
    Raise(PyExc_IndexError, std::string(i->name()) + " has no operand " + std::to_string(number));
  }
  if (!different_shape) return Check(hlo::ReplaceOperandWith(i.Edit(), number, with));
  hlo::ReplaceOperandWithDifferentShape(i.Edit(), number, with);
}

void SetOperands(const Instruction& i, nb::handle operands) {
  const auto parts = PartsOf(*i.owner, i->parent(), operands);
  CheckHasOperands(i);
  hlo::SetOperands(i.Edit(), parts);
}

void SetShape(const Instruction& i, nb::handle value) {
  const hlo::Shape* shape = ToShape(*i.owner, value);
  if (shape == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
  if (i->opcode() == hlo::HloOpcode::kConstant && *shape != i->shape()) {
    throw nb::value_error("a constant has the shape of its literal");
  }
  hlo::SetShape(i.Edit(), shape);
}

void AddControlDependencyTo(const Instruction& i, const Instruction& successor) {
  hlo::HloInstruction* to = Sibling(i, successor);
  if (to == i.object) throw nb::value_error("an instruction cannot come before itself");
  hlo::AddControlDependency(i.Edit(), to);
}

void RemoveControlDependencyTo(const Instruction& i, const Instruction& successor) {
  hlo::HloInstruction* to = Sibling(i, successor);
  hlo::RemoveControlDependency(i.Edit(), to);
}

void Move(const Instruction& i, const Instruction& position, bool after) {
  hlo::HloInstruction* at = Sibling(i, position);
  if (at == i.object) return;
  after ? hlo::MoveAfter(i.Edit(), at) : hlo::MoveBefore(i.Edit(), at);
}

void ReplaceWith(const Instruction& i, const Instruction& replacement) {
  hlo::HloInstruction* other = Sibling(i, replacement);
  Check(hlo::ReplaceInstruction(i.Edit(), other));
}

void CheckNewOpcode(hlo::HloOpcode opcode) {
  if (opcode == hlo::HloOpcode::kParameter || opcode == hlo::HloOpcode::kConstant) {
    RaiseInvalid("Builder.add_parameter and add_constant make these");
  }
}

Instruction ReplaceWithNew(const Instruction& i, std::string_view word, nb::handle operands,
                           nb::handle shape_argument, const nb::kwargs& keywords) {
  const hlo::HloOpcode opcode = ToOpcode(word);
  CheckNewOpcode(opcode);
  hlo::Arena arena;
  const hlo::Shape* shape = ToShape(*i.owner, shape_argument);
  const auto attributes = ToAttributes(*i.owner, opcode, keywords, arena);
  const auto parts = PartsOf(*i.owner, i->parent(), operands);
  return i.To(Value(hlo::ReplaceWithNewInstruction(i.Edit(), opcode, shape, parts, attributes)));
}

Instruction CloneWithNewOperands(const Instruction& i, nb::handle operands,
                                 nb::handle shape_argument, std::string_view suffix) {
  const hlo::Shape* shape = ToShape(*i.owner, shape_argument);
  const auto parts = PartsOf(*i.owner, i->parent(), operands);
  return i.To(Value(hlo::CloneWithNewOperands(i.Edit(), shape, parts, suffix)));
}

Instruction MakeAsync(const Instruction& i, nb::handle contexts, nb::handle thread) {
  hlo::MakeAsyncOptions options;
  const std::vector<const hlo::Shape*> shapes = ToShapes(*i.owner, contexts);
  options.contexts = shapes;
  std::optional<TextArgument> thread_text;
  if (!thread.is_none()) options.execution_thread = thread_text.emplace(thread).view();
  CheckBuilt(*i->parent());
  return i.To(Value(hlo::CreateAsyncInstructions(i.Edit(), options)));
}

Instruction MakeSync(const Instruction& i) {
  CheckBuilt(*i->parent());
  return i.To(Value(hlo::CreateSyncInstruction(i.Edit())));
}

Instruction InlineCall(const Instruction& i) {
  CheckBuilt(*i->parent());
  return i.To(Value(hlo::InlineCall(i.Edit())));
}

void DefineUses(nb::class_<Instruction>& type) {
  type.def("replace_all_uses_with", ReplaceAllUsesWith, nb::arg("replacement"), nb::kw_only(),
           nb::arg("different_shape") = false,
           "Makes all users, but `replacement` itself, use `replacement`; it becomes the root if "
           "this is. HloError if the shapes are not compatible, unless different_shape.");
  type.def("replace_use_with", ReplaceUseWith, nb::arg("user"), nb::arg("replacement"),
           "Makes `user` use `replacement` wherever it uses this instruction.");
  type.def("replace_operand_with", ReplaceOperandWith, nb::arg("number"), nb::arg("operand"),
           nb::kw_only(), nb::arg("different_shape") = false,
           "Makes `operand` operand `number`. HloError if the shapes are not compatible, unless "
           "different_shape.");
  type.def("add_control_dependency_to", AddControlDependencyTo, nb::arg("successor"),
           "Makes this instruction a control predecessor of `successor`.");
  type.def("remove_control_dependency_to", RemoveControlDependencyTo, nb::arg("successor"),
           "Removes that, if there is one.");
  type.def(
      "drop_all_control_dependencies",
      [](const Instruction& i) { hlo::DropAllControlDependencies(i.Edit()); },
      "Removes all control dependencies to and from this instruction.");
}

void DefineReplacing(nb::class_<Instruction>& type) {
  type.def(
      "remove", [](const Instruction& i) { Check(hlo::RemoveInstruction(i.Edit())); },
      "Removes this unused instruction. HloError if it has users or control dependencies, or is "
      "the "
      "root or a parameter.");
  type.def(
      "remove_with_unused_operands",
      [](const Instruction& i) { Check(hlo::RemoveInstructionAndUnusedOperands(i.Edit())); },
      "Removes it and everything that only it used, except what has side effects.");
  type.def("replace_with", ReplaceWith, nb::arg("replacement"),
           "Replaces all uses, then removes this instruction with the operands that nobody else "
           "uses; `replacement` takes over control dependencies and metadata.");
  type.def("replace_with_new_instruction", ReplaceWithNew, nb::arg("opcode"), nb::arg("operands"),
           nb::arg("shape") = nb::none(), nb::arg("attributes"),
           nb::sig("def replace_with_new_instruction(self, opcode: str, operands: "
                   "collections.abc.Iterable[Instruction], shape: Shape | str | None = None, "
                   "**attributes: hlo_text.AttributeArgument) -> Instruction"),
           "Adds a new instruction in the place of this one, which it replaces; arguments as of "
           "Builder.add_instruction.");
  type.def("clone_with_new_operands", CloneWithNewOperands, nb::arg("operands"),
           nb::arg("shape") = nb::none(), nb::kw_only(), nb::arg("suffix") = "clone",
           nb::sig("def clone_with_new_operands(self, operands: "
                   "collections.abc.Iterable[Instruction], shape: Shape | str | None = None, *, "
                   "suffix: str = 'clone') -> Instruction"),
           "Adds an instruction like this one to its computation, with other operands.");
  type.def(
      "move_before",
      [](const Instruction& i, const Instruction& position) { Move(i, position, false); },
      nb::arg("position"), "Moves it before another one in the computation's list, its schedule.");
  type.def(
      "move_after",
      [](const Instruction& i, const Instruction& position) { Move(i, position, true); },
      nb::arg("position"), "Moves it behind another one.");
}

}  // namespace

void DefineEdits(nb::class_<Instruction>& type) {
  type.def_prop_rw(
      "name", [](const Instruction& i) { return ToStr(i->name()); },
      [](const Instruction& i, nb::handle value) {
        const TextArgument name(value);
        // It would get a number: its own name is taken.
        if (i->name() != name.view()) hlo::SetName(i.Edit(), name.view());
      },
      nb::for_getter(nb::sig("def name(self) -> str")),
      nb::for_setter(nb::sig("def name(self, value: str, /) -> None")),
      "Without '%'. Unique in the module: a name that is set is sanitised, and gets a number if it "
      "is taken.");
  type.def_prop_rw(
      "shape", [](const Instruction& i) { return i.To(&i->shape()); }, SetShape,
      nb::for_getter(nb::sig("def shape(self) -> Shape")),
      nb::for_setter(nb::sig("def shape(self, value: Shape | str, /) -> None")),
      "The shape of the result. Setting it changes neither operands nor users.");
  type.def_prop_rw(
      "operands", [](const Instruction& i) { return ToList(i, i->operands()); }, SetOperands,
      nb::for_getter(nb::sig("def operands(self) -> list[Instruction]")),
      nb::for_setter(
          nb::sig("def operands(self, value: collections.abc.Iterable[Instruction], /) -> None")),
      "Operands in order; an operand can occur several times. A copy: assign a list to change "
      "them.");
  DefineUses(type);
  DefineReplacing(type);
  type.def("create_async_instructions", MakeAsync, nb::kw_only(),
           nb::arg("contexts") = nb::make_tuple(), nb::arg("execution_thread") = nb::none(),
           nb::sig("def create_async_instructions(self, *, contexts: "
                   "collections.abc.Iterable[Shape | str] = (), execution_thread: str | None = "
                   "None) -> Instruction"),
           "Replaces it by a start and a done, and returns the done; its operand 0 is the start. "
           "contexts: further elements of the start's shape.");
  type.def(
      "create_sync_instruction", MakeSync,
      "Of a done: replaces the asynchronous operation by a synchronous one, and returns that.");
  type.def("inline_call", InlineCall,
           "Of a call: replaces it by copies of the instructions that it calls, and returns the "
           "value that replaces it.");
}

}  // namespace hlo_python
