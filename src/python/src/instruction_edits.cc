// Edits of an instruction: the functions of hlo/edit.h, hlo/transform.h, hlo/transform.h and
// hlo/transform.h that begin with one, as methods.
#include <string>

#include "bind.h"
#include "hlo/edit.h"
#include "hlo/identical.h"
#include "hlo/transform.h"

namespace hlo_python {
namespace {

using I = const Instruction&;

// Another instruction of the same computation.
hlo_text::HloInstruction* Sibling(I i, I other) { return PartOf(*i.owner, i->parent(), other); }

void ReplaceAllUsesWith(I i, I replacement, bool different_shape) {
  hlo_text::HloInstruction* other = Sibling(i, replacement);
  if (!different_shape) return Check(hlo_text::ReplaceAllUsesWith(i.Edit(), other));
  Check(hlo_text::ReplaceAllUsesWithDifferentShape(i.Edit(), other));
}

void ReplaceUseWith(I i, I user, I replacement) {
  hlo_text::HloInstruction *of = Sibling(i, user), *with = Sibling(i, replacement);
  Check(hlo_text::ReplaceUseWith(i.Edit(), of, with));
}

// Parameters and constants have no operands to set.
void CheckHasOperands(I i) {
  if (i->opcode() == hlo_text::HloOpcode::kParameter ||
      i->opcode() == hlo_text::HloOpcode::kConstant) {
    throw nb::value_error("parameters and constants have no operands");
  }
}

Instruction Operand(I i, int64_t number) {
  const auto operands = i->operands();
  if (number < 0 || number >= static_cast<int64_t>(operands.size())) {
    Raise(PyExc_IndexError, std::string(i->name()) + " has no operand " + std::to_string(number));
  }
  return i.To(operands[static_cast<size_t>(number)]);
}

void ReplaceOperandWith(I i, int64_t number, I operand, bool different_shape) {
  CheckHasOperands(i);
  hlo_text::HloInstruction* with = Sibling(i, operand);
  (void)Operand(i, number);
  if (!different_shape) return Check(hlo_text::ReplaceOperandWith(i.Edit(), number, with));
  Check(hlo_text::ReplaceOperandWithDifferentShape(i.Edit(), number, with));
}

void SetOperands(I i, InstructionList operands) {
  const auto parts = PartsOf(*i.owner, i->parent(), operands);
  CheckHasOperands(i);
  Check(hlo_text::SetOperands(i.Edit(), parts));
}

void SetShape(I i, ShapeLike value) {
  const hlo_text::Shape* shape = ToShape(*i.owner, value);
  if (shape == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
  if (i->opcode() == hlo_text::HloOpcode::kConstant && *shape != i->shape()) {
    throw nb::value_error("a constant has the shape of its literal");
  }
  Check(hlo_text::SetShape(i.Edit(), shape));
}

void AddControlDependencyTo(I i, I successor) {
  hlo_text::HloInstruction* to = Sibling(i, successor);
  if (to == i.object) throw nb::value_error("an instruction cannot come before itself");
  Check(hlo_text::AddControlDependency(i.Edit(), to));
}

void RemoveControlDependencyTo(I i, I successor) {
  hlo_text::HloInstruction* to = Sibling(i, successor);
  Check(hlo_text::RemoveControlDependency(i.Edit(), to));
}

void Move(I i, I position, bool after) {
  hlo_text::HloInstruction* at = Sibling(i, position);
  if (at == i.object) return;
  Check(after ? hlo_text::MoveAfter(i.Edit(), at) : hlo_text::MoveBefore(i.Edit(), at));
}

void ReplaceWith(I i, I replacement) {
  hlo_text::HloInstruction* other = Sibling(i, replacement);
  Check(hlo_text::ReplaceInstruction(i.Edit(), other));
}

Instruction ReplaceWithNew(I i, std::string_view word, InstructionList operands,
                           ShapeLike shape_argument, const nb::kwargs& keywords) {
  const hlo_text::HloOpcode opcode = ToOpcode(word);
  if (opcode == hlo_text::HloOpcode::kParameter || opcode == hlo_text::HloOpcode::kConstant) {
    RaiseInvalid("Builder.add_parameter and add_constant make these");
  }
  hlo_text::Arena arena;
  const hlo_text::Shape* shape = ToShape(*i.owner, shape_argument);
  const auto attributes = ToAttributes(*i.owner, opcode, keywords, arena);
  const auto parts = PartsOf(*i.owner, i->parent(), operands);
  return i.To(
      Value(hlo_text::ReplaceWithNewInstruction(i.Edit(), opcode, shape, parts, attributes)));
}

Instruction CloneWithNewOperands(I i, InstructionList operands, ShapeLike shape_argument,
                                 std::string_view suffix) {
  const hlo_text::Shape* shape = ToShape(*i.owner, shape_argument);
  const auto parts = PartsOf(*i.owner, i->parent(), operands);
  return i.To(Value(hlo_text::CloneWithNewOperands(i.Edit(), shape, parts, suffix)));
}

// Calls edit(options) with MakeAsyncOptions.
template <typename Edit>
auto WithAsyncOptions(I i, ShapeList contexts, Str thread, Edit edit) {
  hlo_text::MakeAsyncOptions options;
  options.contexts = ToShapes(*i.owner, contexts);
  if (!thread.is_none()) options.execution_thread = TextArgument(thread).view();
  CheckBuilt(*i->parent());
  return Value(edit(options));
}

Instruction MakeAsync(I i, ShapeList contexts, Str thread) {
  return i.To(WithAsyncOptions(i, contexts, thread, [&](const hlo_text::MakeAsyncOptions& options) {
    return hlo_text::CreateAsyncInstructions(i.Edit(), options);
  }));
}

// ---- Late binding.

Instruction MergeAsync(I i, I other, ShapeList contexts, Str thread) {
  hlo_text::HloInstruction* second = PartOf(*i.owner, i->parent(), other);
  return i.To(WithAsyncOptions(i, contexts, thread, [&](const hlo_text::MakeAsyncOptions& options) {
    return hlo_text::MergeAsync(i.Edit(), second, options);
  }));
}

nb::list SplitAsync(I i, ShapeList contexts, Str thread) {
  nb::list dones;
  for (hlo_text::HloInstruction* done :
       WithAsyncOptions(i, contexts, thread, [&](const hlo_text::MakeAsyncOptions& options) {
         return hlo_text::SplitAsync(i.Edit(), options);
       })) {
    dones.append(i.To(done));
  }
  return dones;
}

Instruction InsertUpdate(I i, std::string_view name) {
  CheckBuilt(*i->parent());
  return i.To(Value(hlo_text::InsertAsyncUpdate(i.Edit(), name)));
}

void BindOperand(I i, int64_t number) {
  CheckBuilt(*i->parent());
  Check(hlo_text::BindOperandAt(i.Edit(), number));
}

void BindResult(I i) {
  CheckBuilt(*i->parent());
  Check(hlo_text::BindResultAt(i.Edit()));
}

void SetThread(I i, std::string_view thread) {
  CheckBuilt(*i->parent());
  Check(hlo_text::SetAsyncThread(i.Edit(), thread));
}

Instruction MakeSync(I i) {
  CheckBuilt(*i->parent());
  return i.To(Value(hlo_text::CreateSyncInstruction(i.Edit())));
}

Instruction InlineCall(I i) {
  CheckBuilt(*i->parent());
  return i.To(Value(hlo_text::InlineCall(i.Edit())));
}

void SetName(I i, std::string_view name) {
  // It would get a number: its own name is taken.
  if (i->name() != name) hlo_text::SetName(i.Edit(), name);
}

void DefineUses(nb::class_<Instruction>& type) {
  Def(type, "replace_all_uses_with", "replacement"_a, nb::kw_only(), "different_shape"_a = false,
      "Makes all users, but `replacement` itself, use `replacement`; it becomes the root if this "
      "is. HloError if the shapes are not compatible, unless different_shape.",
      &ReplaceAllUsesWith);
  Def(type, "replace_use_with", "user"_a, "replacement"_a,
      "Makes `user` use `replacement` wherever it uses this instruction.", &ReplaceUseWith);
  Def(type, "replace_operand_with", "number"_a, "operand"_a, nb::kw_only(),
      "different_shape"_a = false,
      "Makes `operand` operand `number`. HloError if the shapes are not compatible, unless "
      "different_shape.",
      &ReplaceOperandWith);
  Def(type, "add_control_dependency_to", "successor"_a,
      "Makes this instruction a control predecessor of `successor`.", &AddControlDependencyTo);
  Def(type, "remove_control_dependency_to", "successor"_a, "Removes that, if there is one.",
      &RemoveControlDependencyTo);
  Def(type, "drop_all_control_dependencies",
      "Removes all control dependencies to and from this instruction.",
      [](I i) { Check(hlo_text::DropAllControlDependencies(i.Edit())); });
}

void DefineReplacing(nb::class_<Instruction>& type) {
  Def(type, "remove",
      "Removes this unused instruction. HloError if it has users or control dependencies, or is "
      "the root or a parameter.",
      [](I i) { return hlo_text::RemoveInstruction(i.Edit()); });
  Def(type, "remove_with_unused_operands",
      "Removes it and everything that only it used, except what has side effects.",
      [](I i) { return hlo_text::RemoveInstructionAndUnusedOperands(i.Edit()); });
  Def(type, "replace_with", "replacement"_a,
      "Replaces all uses, then removes this instruction with the operands that nobody else uses; "
      "`replacement` takes over control dependencies and metadata.",
      &ReplaceWith);
  type.def("replace_with_new_instruction", ReplaceWithNew, "opcode"_a, "operands"_a,
           "shape"_a = nb::none(), "attributes"_a,
           nb::sig("def replace_with_new_instruction(self, opcode: str, operands: "
                   "collections.abc.Iterable[Instruction], shape: Shape | str | None = None, "
                   "**attributes: hlo_text.AttributeArgument) -> Instruction"),
           "Adds a new instruction in the place of this one, which it replaces; arguments as of "
           "Builder.add_instruction.");
  Def(type, "clone_with_new_operands", "operands"_a, "shape"_a = nb::none(), nb::kw_only(),
      "suffix"_a = "clone",
      "Adds an instruction like this one to its computation, with other operands.",
      &CloneWithNewOperands);
  Def(type, "move_before", "position"_a,
      "Moves it before another one in the computation's list, its schedule.",
      [](I i, I position) { Move(i, position, false); });
  Def(type, "move_after", "position"_a, "Moves it after another one.",
      [](I i, I position) { Move(i, position, true); });
}

}  // namespace

void DefineEdits(nb::class_<Instruction>& type) {
  Get(
      type, "name",
      "Without '%'. Unique in the module: a name that is set is sanitised, and gets a number if it "
      "is taken.",
      [](I i) { return i->name(); }, &SetName);
  Get(
      type, "shape", "The shape of the result. Setting it changes neither operands nor users.",
      [](I i) { return i.To(&i->shape()); }, &SetShape);
  Get(
      type, "operands",
      "Operands in order; an operand can occur several times. A copy: assign a list to change "
      "them.",
      [](I i) { return i->operands(); }, &SetOperands);
  Def(type, "operand", "number"_a,
      "operands[number] without a list of all; IndexError if there is none.", &Operand);
  DefineUses(type);
  DefineReplacing(type);
  Def(type, "create_async_instructions", nb::kw_only(), "contexts"_a = nb::make_tuple(),
      "execution_thread"_a = nb::none(),
      "Replaces it by a start and a done, and returns the done; its operand 0 is the start. "
      "contexts: further elements of the start's shape.",
      &MakeAsync);
  Def(type, "create_sync_instruction",
      "Of a done: replaces the asynchronous operation by a synchronous one, and returns that.",
      &MakeSync);
  Def(type, "insert_async_update", "name"_a = "",
      "Of a start or update: adds an update after it that binds nothing, and returns that.",
      &InsertUpdate);
  Def(type, "bind_operand", "number"_a,
      "Of a start or update: binds operand `number` of its chain here, with those after it that "
      "were bound before and those before it that were bound after.",
      &BindOperand);
  Def(type, "bind_result", "Of a link: binds the result of its chain here.", &BindResult);
  Def(type, "set_async_thread", "execution_thread"_a,
      "Of a start: runs it and all that it calls on another thread.", &SetThread);
  Def(type, "merge_async", "other"_a, nb::kw_only(), "contexts"_a = nb::make_tuple(),
      "execution_thread"_a = nb::none(),
      "Of a done: makes one chain of it and that of `other`, another done, and returns its done, a "
      "tuple of both results.",
      &MergeAsync);
  Def(type, "split_async", nb::kw_only(), "contexts"_a = nb::make_tuple(),
      "execution_thread"_a = nb::none(),
      nb::sig("def split_async(self, *, contexts: collections.abc.Iterable[Shape | str] = (), "
              "execution_thread: str | None = None) -> list[Instruction]"),
      "Of a done: makes a chain for each element of its result, and returns their dones.",
      &SplitAsync);
  Def(type, "inline_call",
      "Of a call: replaces it by copies of the instructions that it calls, and returns the value "
      "that replaces it.",
      &InlineCall);
}

}  // namespace hlo_python
