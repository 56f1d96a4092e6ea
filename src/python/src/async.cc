// AsyncOperation: a chain or a pair, with the bindings of its links, shared buffers and their
// lifetimes.
#include "hlo/async.h"

#include "bind.h"
#include "stale.h"

HLO_PYTHON_RESULT(hlo_text::AsyncOperation::OperandLifetime, "OperandLifetime", operand, bound_at,
                  until)

namespace hlo_python {
namespace {

// One of several operations that were found together.
struct AsyncOperation {
  Snapshot<std::vector<hlo_text::AsyncOperation>> all;
  size_t number;

  const hlo_text::AsyncOperation& operator*() const { return (*all)[number]; }
  const hlo_text::AsyncOperation* operator->() const { return &**this; }
  // A link of this operation; ValueError for anything else.
  const hlo_text::HloInstruction& Link(const Instruction& i) const {
    const hlo_text::HloInstruction* instruction = PartOf(*all.module.owner, i);
    for (const hlo_text::HloInstruction* link : (*this)->all_links()) {
      if (link == instruction) return *link;
    }
    Raise(PyExc_ValueError, std::string(instruction->name()) + " is not a link of this operation");
  }
};

const Owner& OwnerOf(const AsyncOperation& op) { return op.all.module.owner; }

List<AsyncOperation> Find(const Computation& c) {
  CheckBuilt(*c);
  CheckDesugared(*c.owner);
  using Operations = std::vector<hlo_text::AsyncOperation>;
  const Snapshot<Operations> all(
      ModuleOf(c), std::make_shared<Operations>(hlo_text::FindAsyncOperations(std::as_const(*c))));
  nb::list list;
  for (size_t i = 0; i < all.value->size(); ++i) list.append(AsyncOperation{all, i});
  return list;
}

// ((instruction, index), (instruction, index))
using Place = std::pair<const hlo_text::HloInstruction*, std::vector<int64_t>>;
template <typename Aliases>
std::vector<std::pair<Place, Place>> Pairs(const Aliases& aliases) {
  std::vector<std::pair<Place, Place>> pairs;
  for (const auto& [a, b] : aliases) {
    pairs.push_back({{a.instruction, a.index}, {b.instruction, b.index}});
  }
  return pairs;
}

using Type = nb::class_<AsyncOperation>;
using Op = const AsyncOperation&;

void DefineLinks(Type& type) {
  using A = hlo_text::AsyncOperation;
  Get(type, "start", "The first link.", &A::start);
  Get(type, "updates", "The async-update instructions, in order.", &A::updates);
  Get(type, "done", "The last link.", &A::done);
  Get(type, "links", "Start, updates, done.", &A::links);
  Get(type, "is_pair", "True if start and done have opcodes of their own: all-reduce-start.",
      &A::is_pair);
  Get(type, "wrapped_opcode", "The opcode that runs asynchronously.", &A::wrapped_opcode_name);
  Get(type, "wrapped_computation", "What an async-start calls; None for sugar, and for a pair.",
      &A::wrapped_computation);
  Get(type, "wrapped_instruction", "The root of wrapped_computation.", &A::wrapped_instruction);
  Get(type, "callee", "The computation with the work: what the wrapped call or fusion calls.",
      &A::callee);
  Get(type, "execution_thread", "Of a chain; empty for a pair.", &A::execution_thread);
  Get(type, "between", "The instructions between start and done, as scheduled.", &A::Between);
}

void DefineBindings(Type& type) {
  using A = hlo_text::AsyncOperation;
  using I = const Instruction&;
  Def(type, "new_operands", "link"_a, "The operands that a link binds.",
      [](Op op, I link) { return A::NewOperands(op.Link(link)); });
  Def(type, "output_buffers", "link"_a, "Operands of an update that are buffers for the result.",
      [](Op op, I link) { return A::OutputBuffers(op.Link(link)); });
  Def(type, "bound_operands", "link"_a,
      "All operands bound up to a link, in order of the wrapped parameters.",
      [](Op op, I link) { return op->BoundOperands(op.Link(link)); });
  Get(type, "operand_lifetimes", "How long the buffer of each operand must live.",
      &A::OperandLifetimes);
  Get(type, "output_binding", "The first link that has the whole result; of a pair the start.",
      [](Op op) { return op->OutputBinding(); });
  Get(type, "fully_bound",
      "The first link at which all operands and the result are bound; of a pair the start.",
      [](Op op) { return op->FullyBound(); });
  Get(type, "sugar_obstacle",
      "Why the chain prints as async-start in any case, 'its computation has another caller'; None "
      "if it has sugar. Linear in the module.",
      [](Op op) -> std::optional<std::string_view> {
        const auto obstacle = hlo_text::SugarForms(OwnerOf(op)->module).ObstacleTo(*op);
        if (!obstacle.has_value()) return std::nullopt;
        return hlo_text::SugarObstacleReason(*obstacle);
      });
  Get(type, "aliases", "Pairs of places, (instruction, index), that share a buffer along a chain.",
      [](Op op) { return Pairs(op->Aliases()); });
  Get(type, "requested_aliases", "Those that share one because of output_to_operand_aliasing.",
      [](Op op) { return Pairs(op->RequestedAliases()); });
}

}  // namespace

void DefineAsync(nb::module_& m) {
  Type type(m, "AsyncOperation",
            "An asynchronous operation: a chain (async-start, async-update, async-done), or a pair "
            "with opcodes of its own. StaleError once the module is edited.");
  Def(type, "__repr__", [](Op op) {
    return "<hlo_text.AsyncOperation " + std::string(op->start().name()) + ": " +
           std::string(op->wrapped_opcode_name()) + ">";
  });
  DefineLinks(type);
  DefineBindings(type);
  Def(m, "find_async_operations", "computation"_a,
      "The asynchronous operations of a computation, in order of their starts.", &Find);
}

}  // namespace hlo_python
