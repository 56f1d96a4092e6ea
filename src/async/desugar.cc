// Desugar: X-start, X-update, X-done -> async-start, async-update, async-done.
//
// Each sugared start gets a wrapped computation, inserted in the list of computations where the
// parser met the start. The opcode's attributes move to the wrapped instruction; metadata and the
// like are copied there. At the end, an async-start's execution thread applies to everything called
// from it.
#include <algorithm>
#include <cassert>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/internal/attribute_access.h"
#include "src/async/execution_threads.h"
#include "src/async/wrapped_computation.h"
#include "src/diagnostics/at_name.h"
#include "src/ir/attribute_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/normal_form.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::vector<Attribute> CopiedAttributes(const AsyncOperation& operation) {
  std::vector<Attribute> copied;
  for (const AttributeKind kind : kCopiedToWrapped) {
    const HloInstruction* link = LinkWithCopied(operation, kind);
    if (link != nullptr) copied.push_back(*link->FindAttribute(kind));
  }
  return copied;
}

class Desugarer {
 public:
  // `warnings` may be nullptr.
  Desugarer(HloModule& module, std::vector<Diagnostic>* warnings)
      : module_(module),
        warnings_(warnings),
        state_(IrAccess::StateOf(module)),
        wrapped_name_(state_.symbols.Intern("async_wrapped")),
        parameter_name_(state_.symbols.Intern("async_param")) {}

  void Run() {
    const auto operations = FindAsyncOperations(module_);
    for (size_t i = 0; i < operations.size(); ++i) {
      for (const AsyncOperation& operation : operations[i]) {
        WarnOfOpcodes(operation);
        if (operation.start().async_phase() == AsyncPhase::kNone) continue;
        const size_t place = PlaceOf(operation.start(), i);
        wrapped_.push_back({place, operation.start().source_offset(), Wrap(operation)});
      }
    }
    for (HloComputation* computation : state_.computations) MakeLinksGeneric(computation);
    PlaceWrapped();
    state_.has_sugar = false;
  }

 private:
  static bool IsCopied(AttributeKind kind) {
    return std::find(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped), kind) !=
           std::end(kCopiedToWrapped);
  }

  // A link that does not follow the one before directly may name another opcode, as in XLA.
  void WarnOfOpcodes(const AsyncOperation& operation) {
    if (warnings_ == nullptr || operation.is_direct()) return;
    const std::string_view opcode = operation.wrapped_opcode_name();
    for (const HloInstruction* link : operation.all_links()) {
      if (link->async_phase() == AsyncPhase::kNone || link->opcode_name() == opcode) continue;
      warnings_->push_back(DiagnosticAtName(
          Severity::kWarning, DiagnosticCode::kAsyncOpcodeReplaced, link->source_offset(),
          link->name(), link->opcode_name(), link->name(), opcode));
    }
  }

  HloComputation* Wrap(const AsyncOperation& operation) {
    auto* start = const_cast<HloInstruction*>(&operation.start());  // the module is ours to change
    const HloOpcode opcode = start->spelled_opcode();
    const WrappedShapes shapes =
        InferWrappedShapes(opcode, operation, CalleeOf(opcode, *start), state_.shapes);
    // XLA reads this X-start as an opcode and wraps nothing, so the names made here must not take
    // those of others.
    const bool is_pair_for_xla = HasFirstClassAsync(opcode);
    HloComputation* wrapped = IrAccess::NewComputation(state_);
    Node(wrapped).name = is_pair_for_xla ? UnusedName("async_wrapped") : wrapped_name_;
    std::vector<HloInstruction*> parameters;
    for (const Shape* shape : shapes.parameters) {
      const uint32_t name = is_pair_for_xla ? UnusedName("async_param") : parameter_name_;
      HloInstruction* parameter = Append(wrapped, HloOpcode::kParameter, shape, name);
      Node(parameter).parameter_number = static_cast<int64_t>(parameters.size());
      parameters.push_back(parameter);
    }
    const uint32_t root_name = is_pair_for_xla ? UnusedName(start->opcode_name())
                                               : state_.symbols.Intern(start->opcode_name());
    HloInstruction* root = Append(wrapped, opcode, shapes.result, root_name);
    const size_t operands = WrappedOperandCount(opcode, parameters.size());
    IrAccess::SetOperands(state_.arena, root, absl::MakeConstSpan(parameters).subspan(0, operands));
    Node(wrapped).root = root;
    Node(wrapped).parameters = std::move(parameters);
    DivideAttributes(operation, start, wrapped, root);
    MakeGeneric(start, HloOpcode::kAsyncStart);
    return wrapped;
  }

  // A symbol for `name`, with a number if something in the module is called that.
  uint32_t UnusedName(std::string_view name) {
    if (used_names_ == nullptr) {
      used_names_ = state_.NewUniquer();
      for (const HloComputation* computation : state_.computations) {
        used_names_->GetUniqueName(computation->name());
        for (const HloInstruction* instruction : computation->instructions()) {
          used_names_->GetUniqueName(instruction->name());
        }
      }
    }
    return state_.InternCopy(used_names_->GetUniqueName(name));
  }

  HloInstruction* Append(HloComputation* computation, HloOpcode opcode, const Shape* shape,
                         uint32_t name) {
    HloInstruction* instruction = IrAccess::Append(state_.arena, computation);
    Node(instruction).opcode = opcode;
    Node(instruction).shape = shape;
    Node(instruction).name = name;
    return instruction;
  }

  // Whether an attribute of a start stays there instead of moving to the wrapped instruction;
  // copied ones are on both.
  static bool StaysOnStart(HloOpcode opcode, const Attribute& attribute) {
    const AttributeKind kind = attribute.kind();
    return kind == AttributeKind::kAsyncExecutionThread || kind == AttributeKind::kSharding ||
           kind == AttributeKind::kControlPredecessors ||
           (kind == AttributeKind::kOutputToOperandAliasing &&
            !HasSugarFact(opcode, SugarFact::kOwnsAliasing)) ||
           (kind == AttributeKind::kUnknown &&
            AttributeAccess::Rank(attribute) >= kSugarAliasingRank) ||
           IsLocalToStart(opcode, attribute) || IsCopied(kind);
  }

  // Moves the opcode's own attributes from `start` to `root`.
  void DivideAttributes(const AsyncOperation& operation, HloInstruction* start,
                        HloComputation* wrapped, HloInstruction* root) {
    const HloOpcode opcode = start->spelled_opcode();
    std::vector<Attribute> ours;
    AttributeList roots;
    for (const Attribute& attribute : start->attributes()) {
      if (StaysOnStart(opcode, attribute)) {
        ours.push_back(attribute);
      } else {
        roots.Add(opcode, attribute);
      }
    }
    ours.push_back(Attribute::Pointer(AttributeKind::kCalls, wrapped));
    // After the attributes of the wrapped instruction that sugar prints.
    for (Attribute& attribute : ours) {
      if (!IsLocal(attribute)) continue;
      uint8_t& rank = AttributeAccess::Rank(attribute);
      rank = std::max(rank, kSugarAliasingRank);
    }
    SortAttributes(HloOpcode::kAsyncStart, absl::MakeSpan(ours));
    IrAccess::SetAttributes(state_.arena, start, ours);
    for (const Attribute& attribute : CopiedAttributes(operation)) roots.Add(attribute);
    // Operands that are bound late are known only now.
    ApplyOpcodeRules(AttributeOwner{opcode, root->operands()}, &state_.arena, &roots);
    if (opcode == HloOpcode::kMap) {
      SetMapDimensions(absl::MakeSpan(roots), root->shape().rank(), &state_.arena);
    }
    SortAttributes(opcode, absl::MakeSpan(roots));
    IrAccess::SetAttributes(state_.arena, root, roots);
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
      ChangedAttributes attributes(*link);
      attributes.Remove({AttributeKind::kUnknownOpcode});
      IrAccess::SetAttributes(state_.arena, link, attributes.Sort(opcode));
    }
    MakeGeneric(link, opcode);
  }

  static void MakeGeneric(HloInstruction* link, HloOpcode opcode) {
    Node(link).opcode = opcode;
    Node(link).phase = AsyncPhase::kNone;
    Node(link).was_sugar = true;
  }

  // The number of computations that XLA's parser had defined when it met `start`, in computation
  // number `computation`: all before this one, except bodies in place in the lines after the start.
  // The entry of a text without computations comes first, although it was defined last.
  size_t PlaceOf(const HloInstruction& start, size_t computation) const {
    const std::vector<HloComputation*>& all = state_.computations;
    const HloInstruction* next = start.next();
    // Added text has no offsets; the last line has no lines after it.
    const bool has_lines_after = next != nullptr && next->source_offset() > start.source_offset();
    const auto is_after = [&](size_t i) {
      return has_lines_after && all[i]->source_offset() > next->source_offset();
    };
    size_t place = computation;
    if (state_.is_single_instruction && place == 0) {
      while (++place < all.size() && !is_after(place)) continue;
    } else {
      while (place > 0 && is_after(place - 1)) --place;
    }
    return place;
  }

  void PlaceWrapped() {
    std::stable_sort(wrapped_.begin(), wrapped_.end(), [](const Wrapped& a, const Wrapped& b) {
      return std::tie(a.place, a.source_offset) < std::tie(b.place, b.source_offset);
    });
    std::vector<HloComputation*> placed;
    placed.reserve(state_.computations.size() + wrapped_.size());
    auto next = wrapped_.begin();
    for (size_t i = 0; i <= state_.computations.size(); ++i) {
      for (; next != wrapped_.end() && next->place == i; ++next) {
        placed.push_back(next->computation);
      }
      if (i < state_.computations.size()) placed.push_back(state_.computations[i]);
    }
    state_.outgrown_computations.push_back(std::move(state_.computations));
    state_.computations = std::move(placed);
  }

  struct Wrapped {
    size_t place;
    uint32_t source_offset;  // of the start
    HloComputation* computation;
  };

  HloModule& module_;
  std::vector<Diagnostic>* const warnings_;
  IrAccess::ModuleState& state_;
  const uint32_t wrapped_name_;
  const uint32_t parameter_name_;
  std::vector<Wrapped> wrapped_;
  std::unique_ptr<NameUniquer> used_names_;  // nullptr until UnusedName
};

}  // namespace

void Desugar(HloModule* module, std::vector<Diagnostic>* warnings) {
  ForEachModule(*module, [&](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    assert(CheckHints(each).empty());
    if (!state.has_async) return;
    Desugarer(each, &each == module ? warnings : nullptr).Run();
    state.ForgetNames();
    // The wrapped computations' names may collide.
    state.names_may_collide = true;
    state.computation_names_may_collide = true;
    // The places of warnings are in the outer module's text.
    ForceExecutionThreads(each, &each == module ? warnings : nullptr);
  });
}

void LetLastLinkWin(HloModule* module) {
  ForEachModule(*module, [](HloModule& each) {
    IrAccess::ModuleState& state = IrAccess::StateOf(each);
    if (!state.has_async) return;
    for (const std::vector<AsyncOperation>& operations : FindAsyncChains(each)) {
      for (const AsyncOperation& operation : operations) {
        const HloComputation* wrapped = operation.wrapped_computation();
        if (wrapped == nullptr) continue;
        HloInstruction* root = Mutable(wrapped->root_instruction());
        const std::vector<Attribute> copied = CopiedAttributes(operation);
        // A root that is a link would hand them on at the next reading, and so on inwards.
        if (copied.empty() || IsAsyncStart(*root) || IsAsyncUpdate(*root) || IsAsyncDone(*root)) {
          continue;
        }
        ChangedAttributes attributes(*root);
        for (const Attribute& attribute : copied) attributes.Set(attribute);
        IrAccess::SetAttributes(state.arena, root, attributes.Sort(root->spelled_opcode()));
      }
    }
  });
}

bool HasSugar(const HloModule& module) { return IrAccess::StateOf(module).has_sugar; }

}  // namespace hlo_text_v1
