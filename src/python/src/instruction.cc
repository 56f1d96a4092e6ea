// Instruction: one operation, a node of the data flow graph. Attributes are in attributes.cc, edits
// in instruction_edits.cc.
#include "hlo/instruction.h"

#include <string>

#include "bind.h"
#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/identical.h"
#include "hlo/opcode.h"
#include "hlo/printer.h"
#include "hlo/query.h"
#include "hlo/shape_inference.h"
#include "print_options.h"

namespace hlo_python {
namespace {

using I = const Instruction&;

bool IsSugar(const hlo_text::HloInstruction& i) {
  const bool is_link =
      hlo_text::IsAsyncStart(i) || hlo_text::IsAsyncUpdate(i) || hlo_text::IsAsyncDone(i);
  return is_link && i.opcode_name() != hlo_text::HloOpcodeName(i.opcode());
}

std::string Opcode(I i) {
  std::string opcode(i->opcode_name());
  if (!IsSugar(*i)) return opcode;
  return opcode.append(
      hlo_text::HloOpcodeName(i->opcode()).substr(std::string_view("async").size()));
}

std::optional<int64_t> ParameterNumber(I i) {
  if (i->opcode() != hlo_text::HloOpcode::kParameter) return std::nullopt;
  return i->parameter_number();
}

std::vector<hlo_text::HloComputation*> CalledComputations(I i) {
  std::vector<hlo_text::HloComputation*> callees;
  i->ForEachCalledComputation([&](hlo_text::HloComputation* callee) { callees.push_back(callee); });
  return callees;
}

std::vector<std::pair<hlo_text::HloInstruction*, int64_t>> Uses(I i) {
  std::vector<std::pair<hlo_text::HloInstruction*, int64_t>> uses;
  for (const hlo_text::MutableHloUse& use : hlo_text::CurrentUses(*i)) {
    uses.emplace_back(use.user, use.operand_number);
  }
  return uses;
}

std::string Print(I i, std::string_view style, const nb::kwargs& keywords) {
  return hlo_text::PrintHloInstruction(*i, MakePrintOptions(ModuleOf(i), style, keywords));
}

std::string Repr(I i) {
  if (!IsLive(i.object)) return "<hlo_text.Instruction (removed)>";
  return "<hlo_text.Instruction " + std::string(i->name()) + ": " + Opcode(i) + ">";
}

// For a removed one the same as repr(), since debuggers and logs show everything.
// Programs print instructions one after the other; links of chains share the expensive parts.
std::string Text(I i) {
  if (!IsLive(i.object)) return Repr(i);
  auto& printer = i.owner->printer;
  if (!printer.has_value()) printer.emplace(i.owner->module);
  return printer->Print(*i);
}

Shape InferredShape(I i) {
  if (IsSugar(*i)) throw nb::value_error("desugar() gives sugar its shape");
  return i.To(Value(hlo_text::InferShape(*i, i.owner->module.shapes())));
}

bool Identical(I a, I b, bool layouts, bool shardings, bool channel_ids) {
  hlo_text::IdenticalOptions options;
  options.layouts = layouts;
  options.shardings = shardings;
  options.channel_ids = channel_ids;
  return hlo_text::Identical(*a, *b, options);
}

void DefineLinks(nb::class_<Instruction>& type) {
  Get(type, "parent", "The computation of this instruction.",
      [](I i) { return i.To(i->parent()); });
  Get(type, "module", "The module of this instruction.", [](I i) { return (void)*i, ModuleOf(i); });
  Get(type, "users",
      "Instructions with this one as an operand, each once. The first call in a computation takes "
      "time linear in its size.",
      [](I i) { return hlo_text::CurrentUsers(*i); });
  Get(type, "uses", "The places where they have it: user and number of the operand.", &Uses);
  Get(type, "control_predecessors",
      "Instructions that must run before this one but are not operands.",
      [](I i) { return i->control_predecessors(); });
  Get(type, "control_successors", "Instructions that have this one as a control predecessor.",
      [](I i) { return hlo_text::CurrentControlSuccessors(*i); });
  Get(type, "called_computations",
      "Computations that it calls, in XLA's order: for a while, body and condition.",
      &CalledComputations);
}

void DefineQuestions(nb::class_<Instruction>& type) {
  Get(type, "is_removed",
      "True if an edit has removed it; then everything else raises ReferenceError.",
      [](I i) { return !IsLive(i.object); });
  Get(type, "is_root", "True for the root of its computation, which computes the result.",
      [](I i) { return i->IsRoot(); });
  Get(type, "is_dead",
      "True if it can be removed as it is: no users, control dependencies or side effects, neither "
      "root nor parameter.",
      [](I i) { return hlo_text::IsDead(*i); });
  Get(type, "has_side_effect", "True if removing it, unused, may change what the program does.",
      [](I i) { return hlo_text::HasSideEffect(*i); });
  Get(type, "is_elementwise",
      "True if each element of the result depends only on those at its place.",
      [](I i) { return hlo_text::IsElementwise(*i); });
  Get(type, "is_collective", "True if it exchanges data between devices, or starts what does.",
      [](I i) { return hlo_text::IsCollective(*i); });
  Get(type, "flops",
      "Floating-point operations, an estimate; without those of computations that it calls.",
      [](I i) { return hlo_text::InstructionFlops(*i); });
  Def(type, "is_all", "value"_a,
      "Whether it is a constant, or the broadcast of one, whose elements all equal `value`.",
      [](I i, Number value) { return IsAll(*i, value); });
  Def(type, "identical", "other"_a, nb::kw_only(), "layouts"_a = true, "shardings"_a = true,
      "channel_ids"_a = true,
      "Whether both compute the same from the same operands: opcode, shape, attributes, constants, "
      "called computations. Ignores names and metadata.",
      &Identical);
  Def(type, "inferred_shape",
      "The shape that the opcode, operands and attributes give. HloError, in XLA's words, if they "
      "do not fit.",
      &InferredShape);
}

// hlo_text.testing checks words against these.
List<nb::str> Opcodes() {
  nb::list names;
  for (int i = 0; i < hlo_text::kHloOpcodeCount; ++i) {
    names.append(ToStr(hlo_text::HloOpcodeName(static_cast<hlo_text::HloOpcode>(i))));
  }
  return names;
}

}  // namespace

void DefineInstruction(nb::module_& m) {
  m.def("_opcodes", Opcodes);
  nb::class_<Instruction> type(
      m, "Instruction",
      "One operation of a computation. Once it is removed, any use raises ReferenceError.");
  DefineIdentity(type);
  Def(type, "__str__", &Text);
  Def(type, "__repr__", &Repr);
  DefineHtml(type, "of_instruction");
  DefineNoPickle(type, "cannot pickle an Instruction: pickle its module and its name");
  Get(type, "opcode", "'add', 'all-gather', 'async-start'; 'custom-call-start' if not desugared.",
      &Opcode);
  Get(type, "parameter_number", "The number of a parameter; None for anything else.",
      &ParameterNumber);
  Get(type, "literal", "The values of a constant; None for anything else.",
      [](I i) { return i->opcode() == hlo_text::HloOpcode::kConstant ? &i->literal() : nullptr; });
  DefineLinks(type);
  DefineQuestions(type);
  DefineAttributes(type);
  DefineEdits(type);
  DefinePrint(type, Print, "The text of this instruction as it appears in the module's text.");
}

}  // namespace hlo_python
