// Computation: a function of the module, a list of instructions; and its edits.
#include "hlo/computation.h"

#include <string>

#include "bind.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/identical.h"
#include "hlo/printer.h"
#include "hlo/transform.h"
#include "print_options.h"

namespace hlo_python {
namespace {

using C = const Computation&;

// Instructions at the time of iter(), without those that are removed before their turn.
struct InstructionIterator {
  Computation computation;
  std::vector<hlo_text::HloInstruction*> instructions;
  size_t next = 0;

  Instruction Next() {
    while (next < instructions.size()) {
      hlo_text::HloInstruction* instruction = instructions[next++];
      if (IsLive(instruction)) return computation.To(instruction);
    }
    throw nb::stop_iteration();
  }
};

InstructionIterator Iterate(C c) {
  const auto instructions = c->instructions();
  return {c, {instructions.begin(), instructions.end()}};
}

std::string Print(C c, std::string_view style, const nb::kwargs& keywords) {
  const hlo_text::PrintOptions options = MakePrintOptions(ModuleOf(c), style, keywords);
  CheckBuilt(*c);
  return hlo_text::PrintHloComputation(*c, options);
}

hlo_text::HloInstruction* Find(C c, std::string_view name) { return c->FindInstruction(name); }

Instruction Item(C c, std::string_view name) {
  hlo_text::HloInstruction* found = Find(c, name);
  if (found == nullptr) {
    RaiseKeyError(name, DidYouMean(name, c->instructions(),
                                   [](hlo_text::HloInstruction* i) { return i->name(); }));
  }
  return c.To(found);
}

bool Contains(C c, nb::handle key) {
  Instruction instruction;
  if (nb::try_cast<Instruction>(key, instruction)) {
    return instruction.owner == c.owner && IsLive(instruction.object) &&
           instruction.object->parent() == &*c;
  }
  return PyUnicode_Check(key.ptr()) && Find(c, TextArgument(key).view()) != nullptr;
}

std::string Repr(C c) {
  return "<hlo_text.Computation " + std::string(c.object->name()) +
         (IsLive(c.object) ? ">" : " (removed)>");
}

// For a removed one the same as repr(), since debuggers and logs show everything.
std::string Text(C c) {
  if (!IsLive(c.object)) return Repr(c);
  CheckBuilt(*c);
  return hlo_text::PrintHloComputation(*c);
}

// ---- Edits.

void SetName(C c, std::string_view name) {
  // It would get a number: its own name is taken.
  if (c->name() != name) hlo_text::SetName(c.Edit(), name);
}

void SetRoot(C c, const Instruction& root) {
  CheckBuilt(*c);
  hlo_text::HloInstruction* instruction = PartOf(*c.owner, &*c, root);
  Check(hlo_text::SetRoot(c.Edit(), instruction));
}

void RemoveParameter(C c, int64_t number) {
  CheckBuilt(*c);
  if (number < 0 || static_cast<size_t>(number) >= c->parameters().size()) {
    Raise(PyExc_IndexError, "there is no parameter " + std::to_string(number));
  }
  Check(hlo_text::RemoveParameter(c.Edit(), number));
}

void SetSequence(C c, InstructionList instructions) {
  CheckBuilt(*c);
  const auto sequence = PartsOf(*c.owner, &*c, instructions);
  Check(hlo_text::SetSequence(c.Edit(), sequence));
}

int64_t RemoveDeadInstructions(C c) {
  CheckBuilt(*c);
  return Value(hlo_text::RemoveDeadInstructions(c.Edit()));
}

void Remove(C c) {
  CheckBuilt(*c);
  Check(hlo_text::RemoveComputation(c.Edit()));
}

Instruction Outline(C c, InstructionList instructions, std::string_view name) {
  CheckBuilt(*c);
  const auto parts = PartsOf(*c.owner, &*c, instructions);
  return c.To(Value(hlo_text::OutlineExpressionFromComputation(parts, name, c.Edit())));
}

Instruction Fuse(C c, InstructionList instructions, std::string_view kind_name) {
  CheckBuilt(*c);
  const auto kind = ToEnum<hlo_text::FusionKind>("kind", kind_name);
  const auto parts = PartsOf(*c.owner, &*c, instructions);
  (void)c.Edit();
  return c.To(Value(hlo_text::CreateFusionInstruction(parts, kind)));
}

Computation Clone(C c, const std::optional<Module>& target, std::string_view suffix) {
  const Module to = target.has_value() ? *target : ModuleOf(c);
  CheckBuilt(*c);
  CheckDesugared(*c.owner);
  return to.To(hlo_text::CloneComputation(*c, to.Edit(), suffix));
}

void DefineContents(nb::class_<Computation>& type) {
  Get(
      type, "name",
      "Without '%'. Unique in the module: a name that is set is sanitised, and gets a number if it "
      "is taken.",
      [](C c) { return c->name(); }, &SetName);
  Get(
      type, "execution_thread", "'main' unless the text says otherwise.",
      [](C c) { return c->execution_thread(); },
      [](C c, std::string_view thread) { Check(hlo_text::SetExecutionThread(c.Edit(), thread)); });
  Get(
      type, "backend_config", "backend_config=, unescaped; empty: none.",
      [](C c) { return c->backend_config(); },
      [](C c, std::string_view config) { Check(hlo_text::SetBackendConfig(c.Edit(), config)); });
  Def(type, "__len__", [](C c) { return c->instruction_count(); });
  Def(type, "__bool__", [](C c) { return (void)*c, true; });
  type.def(
      "__iter__", Iterate, nb::sig("def __iter__(self) -> collections.abc.Iterator[Instruction]"),
      "Iterates over the instructions that it has now, without those that are removed meanwhile.");
  Def(type, "__getitem__",
      "The instruction called `name`, without '%'; KeyError if there is none. Linear.", &Item);
  type.def("__contains__", Contains, nb::arg().none(),
           nb::sig("def __contains__(self, key: object, /) -> bool"),
           "Whether an Instruction, or a name, is in it.");
  Def(type, "get", "name"_a, "The instruction called `name`, or None. Linear.", &Find);
  Get(type, "module", "The module of this computation.", [](C c) { return (void)*c, ModuleOf(c); });
  Get(type, "instructions", "In text order, which may differ from the printed order. A copy.",
      [](C c) { return c->instructions(); });
  Get(type, "parameters", "By parameter number. A copy.", [](C c) { return c->parameters(); });
  Get(
      type, "root",
      "The instruction that computes the result. Setting one of another shape leaves callers as "
      "they are.",
      [](C c) { return CheckBuilt(*c), c.To(c->root_instruction()); }, &SetRoot);
  Get(type, "is_entry", "True for the entry computation of the module.",
      [](C c) { return c->IsEntry(); });
  Get(type, "is_removed",
      "True if an edit has removed it; then everything else raises ReferenceError.",
      [](C c) { return !IsLive(c.object); });
  Def(type, "print_order", "The instructions in printed order: as scheduled, or operands first.",
      [](C c) { return CheckBuilt(*c), hlo_text::PrintOrder(*c); });
  Def(type, "post_order", "The instructions, each after its operands and control predecessors.",
      [](C c) { return CheckBuilt(*c), hlo_text::InstructionPostOrder(*c); });
  Def(type, "identical", "other"_a,
      "Whether both are the same but for names and the order of instructions.",
      [](C a, C b) { return CheckBuilt(*a), CheckBuilt(*b), hlo_text::Identical(*a, *b); });
}

void DefineChanges(nb::class_<Computation>& type) {
  Def(type, "remove_parameter", "number"_a,
      "Removes an unused parameter; the later ones move up. Callers stay as they are.",
      &RemoveParameter);
  Def(type, "set_sequence", "instructions"_a,
      "Puts all instructions into this order, the schedule of a scheduled module.", &SetSequence);
  Def(type, "remove_dead_instructions",
      "Removes what neither the root nor a side effect needs; returns how many.",
      &RemoveDeadInstructions);
  Def(type, "remove", "Takes it out of its module. HloError if something calls it.", &Remove);
  Def(type, "outline", "instructions"_a, "name"_a,
      "Moves instructions to a new computation and returns the call that takes their place.",
      &Outline);
  Def(type, "create_fusion_instruction", "instructions"_a, "kind"_a = "kLoop",
      "Moves instructions into a fusion, and returns that.", &Fuse);
  Def(type, "clone", "module"_a = nb::none(), nb::kw_only(), "suffix"_a = "clone",
      "Adds a copy to its module or another one, there with all that it calls.", &Clone);
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
  Def(type, "__str__", &Text);
  Def(type, "__repr__", &Repr);
  DefineHtml(type, "of_computation");
  DefineNoPickle(type, "cannot pickle a Computation: pickle its module and its name");
  DefineContents(type);
  DefineChanges(type);
  DefinePrint(type, Print, "The text of this computation as it appears in the module's text.");
}

}  // namespace hlo_python
