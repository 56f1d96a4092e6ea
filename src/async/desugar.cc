// Desugar: X-start, X-update, X-done -> async-start, async-update, async-done.
//
// One walk over each computation finds the chains: a link's operand 0 says which it belongs to.
// Then each sugared start gets its wrapped computation, and the list of computations is put
// together anew with the wrapped ones where the parser met their starts. Attributes of the opcode
// go to the wrapped instruction; metadata and the like are copied there, from generic links too, as
// XLA does.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "src/async/execution_threads.h"
#include "src/async/wrapped_computation.h"
#include "src/base/huge_pages.h"
#include "src/ir/attribute_order.h"
#include "src/ir/map_dimensions.h"
#include "src/ir/module_state.h"
#include "src/vocabulary/comparison_order.h"

namespace hlo {
namespace {

using internal::IrAccess;

struct Chain {
  HloInstruction* start = nullptr;
  HloOpcode opcode = HloOpcode::kAsyncStart;  // wrapped, of a sugared start
  bool is_sugar = false;
  std::vector<const Shape*> link_shapes;
  const Shape* done_shape = nullptr;
  // The last mention of each of kCopiedToWrapped.
  std::array<const Attribute*, std::size(kCopiedToWrapped)> copied = {};
};

class Desugarer {
 public:
  explicit Desugarer(IrAccess::ModuleState& state)
      : state_(state),
        wrapped_name_(state.symbols.Intern("async_wrapped")),
        parameter_name_(state.symbols.Intern("async_param")) {}

  void Run() {
    chains_.reserve(state_.sugared_starts.size());
    for (HloComputation* computation : state_.computations) FindChains(computation);
    if (chains_.empty()) return;
    wrapped_.reserve(state_.sugared_starts.size());
    for (Chain& chain : chains_) {
      if (chain.is_sugar) {
        wrapped_[chain.start] = Wrap(chain);
      } else {
        CopyToRoot(chain);
      }
    }
    PlaceWrapped();
  }

 private:
  void FindChains(HloComputation* computation) {
    bool has_chain = false;
    for (HloInstruction* instruction : computation->instructions()) {
      if (IsAsyncStart(*instruction)) {
        if (!has_chain) {
          chain_of_.assign(computation->index_limit(), kNoChain);
        }
        has_chain = true;
        chain_of_[instruction->index()] = static_cast<uint32_t>(chains_.size());
        chains_.emplace_back();
        StartChain(instruction, &chains_.back());
      } else if (IsAsyncUpdate(*instruction) || IsAsyncDone(*instruction)) {
        AddLink(instruction, has_chain);
      }
    }
  }

  void StartChain(HloInstruction* start, Chain* chain) {
    chain->start = start;
    chain->is_sugar = start->async_phase() != AsyncPhase::kNone;
    chain->opcode = start->opcode();
    chain->link_shapes.push_back(&start->shape());
    NoteCopied(*start, chain);
  }

  void AddLink(HloInstruction* link, bool has_chain) {
    const bool is_update = IsAsyncUpdate(*link);
    if (link->operands().empty()) return;
    const uint32_t at = has_chain ? chain_of_[link->operand(0)->index()] : kNoChain;
    if (at != kNoChain) {
      Chain& chain = chains_[at];
      chain_of_[link->index()] = at;
      NoteCopied(*link, &chain);
      if (is_update) {
        chain.link_shapes.push_back(&link->shape());
      } else if (chain.done_shape == nullptr) {
        chain.done_shape = &link->shape();
      }
    }
    if (link->async_phase() == AsyncPhase::kNone) return;
    IrAccess::Opcode(link) = is_update ? HloOpcode::kAsyncUpdate : HloOpcode::kAsyncDone;
    IrAccess::Phase(link) = AsyncPhase::kNone;
    IrAccess::Flags(link) |= IrAccess::kWasSugar;
  }

  static void NoteCopied(const HloInstruction& link, Chain* chain) {
    for (size_t i = 0; i < std::size(kCopiedToWrapped); ++i) {
      const Attribute* attribute = link.FindAttribute(kCopiedToWrapped[i]);
      if (attribute != nullptr) chain->copied[i] = attribute;
    }
  }

  static bool IsCopied(AttributeKind kind) {
    return std::find(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped), kind) !=
           std::end(kCopiedToWrapped);
  }

  HloComputation* Wrap(const Chain& chain) {
    const HloComputation* callee = CalleeOf(chain.opcode, *chain.start);
    const WrappedShapes shapes = InferWrappedShapes(chain.opcode, chain.link_shapes,
                                                    chain.done_shape, callee, state_.shapes);
    HloComputation* wrapped = IrAccess::NewComputation(state_);
    IrAccess::Name(wrapped) = wrapped_name_;
    std::vector<HloInstruction*> parameters;
    for (const Shape* shape : shapes.parameters) {
      HloInstruction* parameter = Append(wrapped, HloOpcode::kParameter, shape, parameter_name_);
      IrAccess::SetParameterNumber(parameter, static_cast<int64_t>(parameters.size()));
      parameters.push_back(parameter);
    }
    HloInstruction* root = Append(wrapped, chain.opcode, shapes.result, OpcodeName(chain.opcode));
    const size_t operands = WrappedOperandCount(chain.opcode, parameters.size());
    IrAccess::SetOperands(state_.arena, root, absl::MakeConstSpan(parameters).subspan(0, operands));
    IrAccess::Root(wrapped) = root;
    IrAccess::Parameters(wrapped) = std::move(parameters);
    DivideAttributes(chain, wrapped, root);
    return wrapped;
  }

  HloInstruction* Append(HloComputation* computation, HloOpcode opcode, const Shape* shape,
                         uint32_t name) {
    HloInstruction* instruction = IrAccess::Append(state_.arena, computation);
    IrAccess::Opcode(instruction) = opcode;
    IrAccess::ShapeOf(instruction) = shape;
    IrAccess::Name(instruction) = name;
    return instruction;
  }

  // The opcode's words live as long as the program.
  uint32_t OpcodeName(HloOpcode opcode) { return state_.symbols.Intern(HloOpcodeName(opcode)); }

  // Makes the start generic: what is the opcode's own goes to `root`.
  void DivideAttributes(const Chain& chain, HloComputation* wrapped, HloInstruction* root) {
    std::vector<Attribute> ours, roots;
    for (const Attribute& attribute : chain.start->attributes()) {
      const AttributeKind kind = attribute.kind();
      const bool is_start_own =
          kind == AttributeKind::kAsyncExecutionThread || kind == AttributeKind::kSharding ||
          kind == AttributeKind::kControlPredecessors ||
          (kind == AttributeKind::kOutputToOperandAliasing && !OwnsAliasing(chain.opcode)) ||
          (kind == AttributeKind::kUnknown && attribute.rank() >= kSugarAliasingRank);
      if (is_start_own || IsCopied(kind)) {
        ours.push_back(attribute);
      } else {
        roots.push_back(attribute);
      }
    }
    for (const Attribute* copied : chain.copied) {
      if (copied != nullptr) roots.push_back(*copied);
    }
    ours.push_back(Attribute::Pointer(AttributeKind::kCalls, wrapped));
    SortAttributes(HloOpcode::kAsyncStart, &ours);
    SortAttributes(chain.opcode, &roots);
    IrAccess::SetAttributes(state_.arena, root, roots);
    if (chain.opcode == HloOpcode::kCompare) DropNaturalOrder(root);
    if (chain.opcode == HloOpcode::kMap) {  // the result may be bound late
      SetMapDimensions(IrAccess::MutableAttributes(root), root->shape().rank(), &state_.arena);
    }
    IrAccess::Opcode(chain.start) = HloOpcode::kAsyncStart;
    IrAccess::Phase(chain.start) = AsyncPhase::kNone;
    IrAccess::Flags(chain.start) |= IrAccess::kWasSugar;
    IrAccess::SetAttributes(state_.arena, chain.start, ours);
  }

  // The type of a comparison may only be known now that all operands are bound.
  void DropNaturalOrder(HloInstruction* compare) {
    const Attribute* order = compare->FindAttribute(AttributeKind::kOrder);
    if (order == nullptr) return;
    const ComparisonOrder natural =
        DefaultComparisonOrder(compare->operand(0)->shape().element_type());
    if (order->AsEnum<ComparisonOrder>() != natural) return;
    std::vector<Attribute> kept;
    for (const Attribute& attribute : compare->attributes()) {
      if (attribute.kind() != AttributeKind::kOrder) kept.push_back(attribute);
    }
    IrAccess::SetAttributes(state_.arena, compare, kept);
  }

  // A generic start's computation exists; the links' fields overwrite those of its root.
  void CopyToRoot(const Chain& chain) {
    const Attribute* calls = chain.start->FindAttribute(AttributeKind::kCalls);
    if (calls == nullptr) return;
    HloInstruction* root = calls->AsComputation()->root_instruction();
    std::vector<Attribute> attributes;
    for (const Attribute& attribute : root->attributes()) {
      const bool overwritten =
          std::any_of(chain.copied.begin(), chain.copied.end(), [&](const Attribute* copied) {
            return copied != nullptr && copied->name() == attribute.name();
          });
      if (!overwritten) attributes.push_back(attribute);
    }
    bool changed = false;
    for (const Attribute* copied : chain.copied) {
      if (copied == nullptr) continue;
      attributes.push_back(*copied);
      changed = true;
    }
    if (!changed) return;
    SortAttributes(root->opcode(), &attributes);
    IrAccess::SetAttributes(state_.arena, root, attributes);
  }

  void PlaceWrapped() {
    std::vector<HloComputation*> placed;
    placed.reserve(state_.computations.size() + state_.sugared_starts.size());
    auto start = state_.sugared_starts.begin();
    const auto end = state_.sugared_starts.end();
    for (size_t i = 0; i <= state_.computations.size(); ++i) {
      for (; start != end && start->definition_index <= i; ++start) {
        auto found = wrapped_.find(start->start);
        if (found != wrapped_.end()) placed.push_back(found->second);
      }
      if (i < state_.computations.size()) placed.push_back(state_.computations[i]);
    }
    state_.computations = std::move(placed);
    state_.sugared_starts.clear();
  }

  IrAccess::ModuleState& state_;
  const uint32_t wrapped_name_;
  const uint32_t parameter_name_;
  LargeVector<Chain> chains_;
  static constexpr uint32_t kNoChain = ~uint32_t{0};
  LargeVector<uint32_t> chain_of_;  // of the current computation, by index
  LargeHashMap<const HloInstruction*, HloComputation*> wrapped_;
};

}  // namespace

void Desugar(HloModule& module, std::vector<Diagnostic>* warnings) {
  IrAccess::ModuleState& state = IrAccess::StateOf(module);
  if (!state.has_async) return;
  Desugarer(state).Run();
  state.ForgetNames();
  // With those of the wrapped computations.
  state.names_may_collide = true;
  state.computation_names_may_collide = true;
  ForceExecutionThreads(module, warnings);
}

}  // namespace hlo
