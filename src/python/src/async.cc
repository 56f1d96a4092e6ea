// AsyncOperation: a chain or a pair, with what its links bind, what shares a buffer and how long it
// must live.
#include "hlo/async.h"

#include "errors.h"
#include "module.h"
#include "stale.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

// One operation of those that were found together.
struct AsyncOperation {
  Snapshot<std::vector<hlo::AsyncOperation>> all;
  size_t number;

  const hlo::AsyncOperation* operator->() const { return &(*all)[number]; }
  template <typename Part>
  nb::object ToOptional(const Part* part) const {
    return hlo_python::ToOptional(all.module, part);
  }
  template <typename Parts>
  nb::list ToList(const Parts& parts) const {
    return hlo_python::ToList(all.module, parts);
  }
  // A link of this operation; ValueError for anything else.
  const hlo::HloInstruction& Link(const Instruction& i) const {
    const hlo::HloInstruction* instruction = PartOf(*all.module.owner, i);
    for (const hlo::HloInstruction* link : (*this)->all_links()) {
      if (link == instruction) return *link;
    }
    Raise(PyExc_ValueError, std::string(instruction->name()) + " is no link of this operation");
  }
  hlo::AsyncChain Chain() const {
    if ((*this)->is_pair()) throw nb::value_error("a pair binds nothing late: only chains do");
    return hlo::AsyncChain(*operator->());
  }
};

nb::list Find(const Computation& c) {
  CheckBuilt(*c);
  CheckDesugared(*c.owner);
  using Operations = std::vector<hlo::AsyncOperation>;
  const Snapshot<Operations> all(ModuleOf(c),
                                 std::make_shared<Operations>(hlo::FindAsyncOperations(*c)));
  nb::list list;
  for (size_t i = 0; i < all.value->size(); ++i) list.append(AsyncOperation{all, i});
  return list;
}

nb::object Position(const AsyncOperation& op, const hlo::AsyncChain::Position& position) {
  return nb::make_tuple(op.ToOptional(position.instruction),
                        ToTuple(absl::MakeConstSpan(position.index)));
}

nb::list Pairs(
    const AsyncOperation& op,
    const std::vector<std::pair<hlo::AsyncChain::Position, hlo::AsyncChain::Position>>& pairs) {
  nb::list list;
  for (const auto& [a, b] : pairs) {
    list.append(nb::make_tuple(Position(op, a), Position(op, b)));
  }
  return list;
}

nb::list Lifetimes(const AsyncOperation& op) {
  nb::list list;
  for (const hlo::AsyncOperation::OperandLifetime& lifetime : op->OperandLifetimes()) {
    list.append(MakeValue("OperandLifetime", nb::make_tuple(op.ToOptional(lifetime.operand),
                                                            op.ToOptional(lifetime.bound_at),
                                                            op.ToOptional(lifetime.until))));
  }
  return list;
}

using Type = nb::class_<AsyncOperation>;

void DefineLinks(Type& type) {
  type.def_prop_ro(
      "start", [](const AsyncOperation& op) { return op.ToOptional(&op->start()); },
      nb::sig("def start(self) -> Instruction"), "The first link.");
  type.def_prop_ro(
      "updates", [](const AsyncOperation& op) { return op.ToList(op->updates()); },
      nb::sig("def updates(self) -> list[Instruction]"), "Those between.");
  type.def_prop_ro(
      "done", [](const AsyncOperation& op) { return op.ToOptional(op->done()); },
      nb::sig("def done(self) -> Instruction | None"), "The last link.");
  type.def_prop_ro(
      "links", [](const AsyncOperation& op) { return op.ToList(op->links()); },
      nb::sig("def links(self) -> list[Instruction]"), "Start, updates, done.");
  type.def_prop_ro(
      "is_pair", [](const AsyncOperation& op) { return op->is_pair(); },
      "True if start and done have opcodes of their own: all-reduce-start.");
  type.def_prop_ro(
      "wrapped_opcode", [](const AsyncOperation& op) { return ToStr(op->wrapped_opcode_name()); },
      "The opcode that runs asynchronously.");
  type.def_prop_ro(
      "wrapped_computation",
      [](const AsyncOperation& op) { return op.ToOptional(op->wrapped_computation()); },
      nb::sig("def wrapped_computation(self) -> Computation | None"),
      "What an async-start calls; None for sugar, and for a pair.");
  type.def_prop_ro(
      "wrapped_instruction",
      [](const AsyncOperation& op) { return op.ToOptional(op->wrapped_instruction()); },
      nb::sig("def wrapped_instruction(self) -> Instruction | None"), "Its root.");
  type.def_prop_ro(
      "callee", [](const AsyncOperation& op) { return op.ToOptional(op->callee()); },
      nb::sig("def callee(self) -> Computation | None"),
      "The computation with the work: what the wrapped call or fusion calls.");
  type.def_prop_ro(
      "execution_thread", [](const AsyncOperation& op) { return ToStr(op->execution_thread()); },
      "Of a chain; empty for a pair.");
  type.def_prop_ro(
      "between", [](const AsyncOperation& op) { return op.ToList(op->Between()); },
      nb::sig("def between(self) -> list[Instruction]"),
      "The instructions between start and done, as scheduled.");
}

void DefineBindings(Type& type) {
  type.def(
      "new_operands",
      [](const AsyncOperation& op, const Instruction& link) {
        return op.ToList(hlo::AsyncOperation::NewOperands(op.Link(link)));
      },
      nb::arg("link"), nb::sig("def new_operands(self, link: Instruction) -> list[Instruction]"),
      "The operands that a link binds.");
  type.def(
      "output_buffers",
      [](const AsyncOperation& op, const Instruction& link) {
        return op.ToList(hlo::AsyncOperation::OutputBuffers(op.Link(link)));
      },
      nb::arg("link"), nb::sig("def output_buffers(self, link: Instruction) -> list[Instruction]"),
      "Operands of an update that are buffers for the result.");
  type.def(
      "bound_operands",
      [](const AsyncOperation& op, const Instruction& link) {
        return op.ToList(op->BoundOperands(op.Link(link)));
      },
      nb::arg("link"), nb::sig("def bound_operands(self, link: Instruction) -> list[Instruction]"),
      "All operands bound up to a link, in order of the wrapped parameters.");
  type.def_prop_ro("operand_lifetimes", Lifetimes,
                   nb::sig("def operand_lifetimes(self) -> list[hlo_text.OperandLifetime]"),
                   "How long the buffer of each operand must live.");
  type.def_prop_ro(
      "output_binding",
      [](const AsyncOperation& op) { return op.ToOptional(op.Chain().OutputBinding()); },
      nb::sig("def output_binding(self) -> Instruction | None"),
      "The first link of a chain that has the whole result.");
  type.def_prop_ro(
      "fully_bound",
      [](const AsyncOperation& op) { return op.ToOptional(op.Chain().FullyBound()); },
      nb::sig("def fully_bound(self) -> Instruction | None"),
      "The first link of a chain at which all operands and the result are bound.");
  type.def_prop_ro(
      "aliases", [](const AsyncOperation& op) { return Pairs(op, op.Chain().Aliases()); },
      nb::sig("def aliases(self) -> list[tuple[tuple[Instruction, tuple[int, ...]], "
              "tuple[Instruction, tuple[int, ...]]]]"),
      "Pairs of places, (instruction, index), that share a buffer along a chain.");
  type.def_prop_ro(
      "requested_aliases",
      [](const AsyncOperation& op) { return Pairs(op, op.Chain().RequestedAliases()); },
      nb::sig("def requested_aliases(self) -> list[tuple[tuple[Instruction, tuple[int, ...]], "
              "tuple[Instruction, tuple[int, ...]]]]"),
      "Those that share one because of output_to_operand_aliasing.");
}

}  // namespace

void DefineAsync(nb::module_& m) {
  Type type(m, "AsyncOperation",
            "An asynchronous operation: a chain (async-start, async-update, async-done), or a pair "
            "with opcodes of its own. StaleError once the module is edited.");
  type.def("__repr__", [](const AsyncOperation& op) {
    return ToStr("<hlo_text.AsyncOperation " + std::string(op->start().name()) + ": " +
                 std::string(op->wrapped_opcode_name()) + ">");
  });
  DefineLinks(type);
  DefineBindings(type);
  m.def("find_async_operations", Find, nb::arg("computation"),
        nb::sig("def find_async_operations(computation: Computation) -> list[AsyncOperation]"),
        "The asynchronous operations of a computation, in order of their starts.");
}

}  // namespace hlo_python
