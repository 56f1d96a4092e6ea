// Desugar: X-start, X-update, X-done -> async-start, async-update, async-done.
//
// Each sugared start gets a wrapped computation, inserted in the list of computations where the
// parser met the start. The opcode's attributes move to the wrapped instruction; metadata and the
// like are copied there, from generic links too, as in XLA. At the end, an async-start's execution
// thread applies to everything called from it.
#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "src/async/desugar_shared.h"
#include "src/async/execution_threads.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"
#include "src/base/strings.h"
#include "src/ir/attribute_normal_form.h"
#include "src/ir/attribute_order.h"
#include "src/ir/module_state.h"
#include "src/ir/name_reference.h"

namespace hlo {

using namespace internal;

namespace {

std::vector<Attribute> AttributesWithout(const HloInstruction& instruction, AttributeKind kind) {
  std::vector<Attribute> kept;
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() != kind) kept.push_back(attribute);
  }
  return kept;
}

class Desugarer {
 public:
  Desugarer(IrAccess::ModuleState& state, bool shares)
      : state_(state),
        shares_(shares),
        wrapped_name_(state.symbols.Intern("async_wrapped")),
        parameter_name_(state.symbols.Intern("async_param")) {}

  void Run() {
    wrapped_.reserve(state_.sugared_starts.size());
    for (HloComputation* computation : state_.computations) {
      for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
        if (operation.is_pair()) continue;
        if (operation.start().async_phase() != AsyncPhase::kNone) {
          Wrap(operation);
        } else {
          CopyToRoot(operation);
        }
      }
      MakeLinksGeneric(computation);
    }
    PlaceWrapped();
  }
  bool has_shared() const { return has_shared_; }

 private:
  static bool IsCopied(AttributeKind kind) {
    return std::find(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped), kind) !=
           std::end(kCopiedToWrapped);
  }

  static std::vector<Attribute> CopiedAttributes(const AsyncOperation& operation) {
    std::vector<Attribute> copied;
    for (const AttributeKind kind : kCopiedToWrapped) {
      const Attribute* attribute = CopiedAttribute(operation, kind);
      if (attribute != nullptr) copied.push_back(*attribute);
    }
    return copied;
  }

  void Wrap(const AsyncOperation& operation) {
    auto* start = const_cast<HloInstruction*>(&operation.start());  // the module is ours to change
    const HloOpcode opcode = start->spelled_opcode();
    const WrappedShapes shapes =
        InferWrappedShapes(opcode, operation, CalleeOf(opcode, *start), state_.shapes);
    HloComputation** known = shares_ && IsPlain(operation) ? &Known(*start, shapes) : nullptr;
    if (known != nullptr && *known != nullptr) {
      has_shared_ = true;
      DivideAttributes(operation, start, *known, /*root=*/nullptr);
      return MakeGeneric(start, HloOpcode::kAsyncStart);
    }
    HloComputation* wrapped = IrAccess::NewComputation(state_);
    if (known != nullptr) *known = wrapped;
    Node(wrapped).name = wrapped_name_;
    std::vector<HloInstruction*> parameters;
    for (const Shape* shape : shapes.parameters) {
      HloInstruction* parameter = Append(wrapped, HloOpcode::kParameter, shape, parameter_name_);
      Node(parameter).parameter_number = static_cast<int64_t>(parameters.size());
      parameters.push_back(parameter);
    }
    HloInstruction* root =
        Append(wrapped, opcode, shapes.result, state_.symbols.Intern(start->opcode_name()));
    const size_t operands = WrappedOperandCount(opcode, parameters.size());
    IrAccess::SetOperands(state_.arena, root, absl::MakeConstSpan(parameters).subspan(0, operands));
    Node(wrapped).root = root;
    Node(wrapped).parameters = std::move(parameters);
    DivideAttributes(operation, start, wrapped, root);
    MakeGeneric(start, HloOpcode::kAsyncStart);
    wrapped_[start] = wrapped;
  }

  // Whether the wrapped instruction has no attributes but metadata.
  static bool IsPlain(const AsyncOperation& operation) {
    const HloInstruction& start = operation.start();
    const HloOpcode opcode = start.spelled_opcode();
    if (opcode == HloOpcode::kOutfeed) return false;  // it always has one
    for (const Attribute& attribute : start.attributes()) {
      if (!StaysOnStart(opcode, attribute)) return false;
    }
    for (const AttributeKind kind : kCopiedToWrapped) {
      if (kind != AttributeKind::kMetadata && CopiedAttribute(operation, kind) != nullptr) {
        return false;
      }
    }
    return true;
  }

  // The computation for such a start and shapes; nullptr if there is none yet.
  HloComputation*& Known(const HloInstruction& start, const WrappedShapes& shapes) {
    std::pair<std::vector<uint32_t>, std::vector<const Shape*>> key;
    key.first = {static_cast<uint32_t>(start.spelled_opcode()),
                 state_.symbols.Intern(AsyncExecutionThread(start))};
    key.second = shapes.parameters;
    key.second.push_back(shapes.result);
    return known_[std::move(key)];
  }

  HloInstruction* Append(HloComputation* computation, HloOpcode opcode, const Shape* shape,
                         uint32_t name) {
    HloInstruction* instruction = IrAccess::Append(state_.arena, computation);
    Node(instruction).opcode = opcode;
    Node(instruction).shape = shape;
    Node(instruction).name = name;
    return instruction;
  }

  // Attributes of a start that are not the wrapped instruction's; both have those that are copied.
  static bool StaysOnStart(HloOpcode opcode, const Attribute& attribute) {
    const AttributeKind kind = attribute.kind();
    return kind == AttributeKind::kAsyncExecutionThread || kind == AttributeKind::kSharding ||
           kind == AttributeKind::kControlPredecessors ||
           (kind == AttributeKind::kOutputToOperandAliasing && !OwnsAliasing(opcode)) ||
           (kind == AttributeKind::kUnknown &&
            AttributeAccess::Rank(attribute) >= kSugarAliasingRank) ||
           NamesWhatIsAroundStart(opcode, attribute) || IsCopied(kind);
  }

  // Moves the opcode's own attributes from `start` to `root`, which is null if there are none.
  void DivideAttributes(const AsyncOperation& operation, HloInstruction* start,
                        HloComputation* wrapped, HloInstruction* root) {
    const HloOpcode opcode = start->spelled_opcode();
    std::vector<Attribute> ours, roots;
    for (const Attribute& attribute : start->attributes()) {
      (StaysOnStart(opcode, attribute) ? ours : roots).push_back(attribute);
    }
    ours.push_back(Attribute::Pointer(AttributeKind::kCalls, wrapped));
    // Behind what sugar prints of the wrapped instruction.
    for (Attribute& attribute : ours) {
      if (!NamesSurroundings(attribute)) continue;
      uint8_t& rank = AttributeAccess::Rank(attribute);
      rank = std::max(rank, kSugarAliasingRank);
    }
    SortAttributes(HloOpcode::kAsyncStart, &ours);
    IrAccess::SetAttributes(state_.arena, start, ours);
    if (root == nullptr) return;
    for (Attribute& attribute : roots) {
      if (NamesSurroundings(attribute)) ForgetSurroundings(&attribute);
    }
    const std::vector<Attribute> copied = CopiedAttributes(operation);
    roots.insert(roots.end(), copied.begin(), copied.end());
    if (opcode == HloOpcode::kOutfeed) AddOutfeedShape(*root, &roots);
    SortAttributes(opcode, &roots);
    IrAccess::SetAttributes(state_.arena, root, roots);
    if (opcode == HloOpcode::kCompare) DropNaturalOrder(root);
    if (opcode == HloOpcode::kMap) {  // the result may be bound late
      SetMapDimensions(IrAccess::MutableAttributes(root), root->shape().rank(), &state_.arena);
    }
  }

  // In another computation, the names of instructions mean nothing.
  void ForgetSurroundings(Attribute* attribute) {
    UnknownAttribute kept = attribute->As<UnknownAttribute>();
    std::vector<NameReference> references;
    for (const NameReference& reference : kept.value.references) {
      if (reference.computation != nullptr) references.push_back(reference);
    }
    kept.value.references = state_.arena.CopySpan(absl::MakeConstSpan(references));
    ReplaceValue(kept, state_.arena, attribute);
  }

  // The text may omit it; what is sent may be known only now.
  static void AddOutfeedShape(const HloInstruction& outfeed, std::vector<Attribute>* attributes) {
    for (const Attribute& attribute : *attributes) {
      if (attribute.name() == AttributeName(AttributeKind::kOutfeedShape)) return;
    }
    const Shape& operand = outfeed.operand(0)->shape();
    attributes->push_back(Attribute::Pointer(AttributeKind::kOutfeedShape, &operand));
  }

  // The type of a comparison may be known only now that all operands are bound.
  void DropNaturalOrder(HloInstruction* compare) {
    const Attribute* order = compare->FindAttribute(AttributeKind::kOrder);
    if (order == nullptr) return;
    const ComparisonOrder natural =
        DefaultComparisonOrder(compare->operand(0)->shape().element_type());
    if (order->AsEnum<ComparisonOrder>() != natural) return;
    IrAccess::SetAttributes(state_.arena, compare,
                            AttributesWithout(*compare, AttributeKind::kOrder));
  }

  // The computation of a generic start exists already; the links' fields overwrite its root's.
  void CopyToRoot(const AsyncOperation& operation) {
    const HloComputation* wrapped = operation.wrapped_computation();
    const std::vector<Attribute> copied = CopiedAttributes(operation);
    if (wrapped == nullptr || copied.empty()) return;
    HloInstruction* root = wrapped->root_instruction();
    std::vector<Attribute> attributes;
    for (const Attribute& attribute : root->attributes()) {
      const bool overwritten =
          std::any_of(copied.begin(), copied.end(),
                      [&](const Attribute& link) { return link.name() == attribute.name(); });
      if (!overwritten) attributes.push_back(attribute);
    }
    attributes.insert(attributes.end(), copied.begin(), copied.end());
    SortAttributes(root->spelled_opcode(), &attributes);
    IrAccess::SetAttributes(state_.arena, root, attributes);
  }

  void MakeLinksGeneric(HloComputation* computation) {
    for (HloInstruction* instruction : computation->instructions()) {
      if (instruction->async_phase() == AsyncPhase::kUpdate) {
        MakeFollowerGeneric(instruction, HloOpcode::kAsyncUpdate);
      } else if (instruction->async_phase() == AsyncPhase::kDone) {
        MakeFollowerGeneric(instruction, HloOpcode::kAsyncDone);
      }
    }
  }

  // A start's attributes are divided already.
  void MakeFollowerGeneric(HloInstruction* link, HloOpcode opcode) {
    if (link->spelled_opcode() == HloOpcode::kUnknown) {
      std::vector<Attribute> attributes = AttributesWithout(*link, AttributeKind::kUnknownOpcode);
      SortAttributes(opcode, &attributes);
      IrAccess::SetAttributes(state_.arena, link, attributes);
    }
    MakeGeneric(link, opcode);
  }

  static void MakeGeneric(HloInstruction* link, HloOpcode opcode) {
    Node(link).opcode = opcode;
    Node(link).phase = AsyncPhase::kNone;
    Node(link).was_sugar = true;
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
    state_.outgrown_computations.push_back(std::move(state_.computations));
    state_.computations = std::move(placed);
    state_.sugared_starts.clear();
  }

  IrAccess::ModuleState& state_;
  const bool shares_;
  bool has_shared_ = false;
  HashMap<std::pair<std::vector<uint32_t>, std::vector<const Shape*>>, HloComputation*> known_;
  const uint32_t wrapped_name_;
  const uint32_t parameter_name_;
  LargeHashMap<const HloInstruction*, HloComputation*> wrapped_;
};

bool DesugarAll(HloModule& module, bool shares, std::vector<Diagnostic>* warnings) {
  bool has_shared = false;
  ForEachModule(module, [&](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    assert(CheckHints(each).empty());
    state.is_generic = true;
    if (!state.has_async) return;
    Desugarer desugarer(state, shares);
    desugarer.Run();
    has_shared |= desugarer.has_shared();
    state.ForgetNames();
    // The wrapped computations' names may collide.
    state.names_may_collide = true;
    state.computation_names_may_collide = true;
    // The places of warnings are in the outer module's text.
    ForceExecutionThreads(each, &each == &module ? warnings : nullptr);
  });
  return has_shared;
}

}  // namespace

void Desugar(HloModule& module, std::vector<Diagnostic>* warnings) {
  DesugarAll(module, /*shares=*/false, warnings);
}

bool internal::DesugarShared(HloModule& module) {
  return DesugarAll(module, /*shares=*/true, /*warnings=*/nullptr);
}

}  // namespace hlo
