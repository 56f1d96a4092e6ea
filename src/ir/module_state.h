// The internals of the IR's public classes, for the parser and the passes.
//
// HloModule::State holds everything that a module owns. Node(instruction) and Node(computation)
// are the fields of an instruction or computation, IrAccess changes several of them together.
#ifndef HLO_IR_MODULE_STATE_H_
#define HLO_IR_MODULE_STATE_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/module.h"
#include "hlo/source.h"
#include "src/base/hash_table.h"
#include "src/ir/module_hints.h"
#include "src/ir/name_uniquer.h"
#include "src/ir/symbol_table.h"

namespace hlo_text_v1 {

namespace internal {

// Appends to a list whose spans a module has returned: outgrown memory is kept.
template <typename T>
void AddKeeping(T* added, std::vector<T*>* list, std::vector<std::vector<T*>>* outgrown) {
  if (list->size() == list->capacity()) {
    std::vector<T*> larger;
    larger.reserve(list->size() < 4 ? 4 : 2 * list->size());
    larger.assign(list->begin(), list->end());
    list->swap(larger);
    if (!larger.empty()) outgrown->push_back(std::move(larger));
  }
  list->push_back(added);
}

// The number of bytes (names of files, bodies in place) that a step may repeat for a module with
// this text, if nothing else bounds them: without a limit they grow with the square of the text.
inline size_t MaxRepeatedBytes(std::string_view source) {
  return (size_t{64} << 20) + 16 * source.size();
}

// Computations lie in the arena of their module: 80,000 of them from malloc made half of the page
// faults of reading 31 MB.
struct DestroyInPlace {
  void operator()(HloComputation* computation) const { computation->~HloComputation(); }
};
using OwnedComputation = std::unique_ptr<HloComputation, DestroyInPlace>;

// The creation order of the instructions of a computation, as numbers below their count, if a proto
// has a schedule in another order. Instructions that edits add come later, by their larger indices;
// those of removed instructions stay here, unused.
using CreationRanks = HashMap<const HloInstruction*, uint32_t>;

// Fields of a proto that have no place in a module; see src/proto/unknown_fields.h. Fields of
// removed instructions stay, unused.
struct KeptField {
  // A message within another: the number of its field, and how many with that number come before
  // it.
  struct Step {
    uint32_t number = 0;
    uint32_t index = 0;
  };
  absl::Span<const Step> path;  // from the owner's message to that of the field
  std::string_view bytes;       // with its tag
  uint32_t number = 0;
  bool is_in_schema = false;
};

struct KeptFields {
  std::vector<KeptField> module;
  HashMap<const HloComputation*, std::vector<KeptField>> computations;
  HashMap<const HloInstruction*, std::vector<KeptField>> instructions;

  // Their ids, of instructions only the low half. Larger ones are not kept, so that those after
  // them fit, too.
  static constexpr uint32_t kMaxId = 1u << 30;
  HashMap<const HloComputation*, uint32_t> computation_ids;
  HashMap<const HloInstruction*, uint32_t> instruction_ids;
};

}  // namespace internal

struct HloModule::State : internal::ModuleFlags {
  HloModule* self = nullptr;  // the module, even after it was moved
  SourceBuffer source{0};     // the text that names and values are views into
  // The text as it was given, if typographic characters in it were replaced; else empty.
  SourceBuffer written{0};
  // Takes the text as it was given out of the module, which nobody may use then.
  SourceBuffer TakeText() { return std::move(written.size() == 0 ? source : written); }
  Arena arena;
  ShapePool shapes{&arena};
  internal::SymbolTable symbols;
  std::string_view name;
  HloModuleConfig config;
  StackFrameTables stack_frames;
  std::vector<internal::OwnedComputation> owned_computations;
  std::vector<HloComputation*> computations;  // in order of definition
  // Lists that have grown since computations() or parameters() returned spans of them.
  std::vector<std::vector<HloComputation*>> outgrown_computations;
  std::vector<std::vector<HloInstruction*>> outgrown_parameters;
  HloComputation* entry = nullptr;
  // The parameters of config.entry_computation_layout if edits have changed them (entry_layout.h).
  const Shape** entry_layout = nullptr;
  size_t entry_layout_capacity = 0;
  std::vector<std::unique_ptr<HloModule>> nested_modules;  // of origin_recovery_table
  std::unique_ptr<internal::KeptFields> kept_fields;       // of a proto; nullptr if there are none
  // Of a proto; nullptr if all were created in the order of the lists.
  std::unique_ptr<internal::CreationRanks> creation_ranks;
  // The symbols of names that texts kept as written mention (hlo/unknown_words.h). Once there, a
  // symbol stays.
  internal::HashSet<uint32_t> pinned_names;
  // All names in use, for edits that add names; nullptr until an edit does, and after a pass that
  // chooses names itself.
  std::unique_ptr<internal::NameUniquer> computation_names;
  std::unique_ptr<internal::NameUniquer> instruction_names;
  // Counts these passes, for builders of computations that no pass has seen.
  uint64_t name_passes = 0;

  void AddComputation(HloComputation* computation) {
    internal::AddKeeping(computation, &computations, &outgrown_computations);
  }

  // The symbol of `text`, which is copied if it is new.
  uint32_t InternCopy(std::string_view text) {
    return symbols.InternAs(symbols.Prefetch(text),
                            [this](std::string_view name) { return arena.CopyString(name); });
  }

  // Contains the pinned names, so that nothing new gets one of them.
  std::unique_ptr<internal::NameUniquer> NewUniquer() const;

  bool IsPinned(uint32_t symbol) const {
    return !pinned_names.empty() && pinned_names.contains(symbol);
  }

  internal::KeptFields& KeptFields() {
    if (kept_fields == nullptr) kept_fields = std::make_unique<internal::KeptFields>();
    return *kept_fields;
  }

  internal::CreationRanks& CreationRanks() {
    if (creation_ranks == nullptr) creation_ranks = std::make_unique<internal::CreationRanks>();
    return *creation_ranks;
  }

  // A pass that chooses names itself must call this.
  void ForgetNames() {
    computation_names.reset();
    instruction_names.reset();
    ++name_passes;
  }
};

namespace internal {

struct IrAccess {
  using ModuleState = HloModule::State;

  static HloInstruction::Fields& Node(HloInstruction* instruction) { return instruction->node_; }
  static const HloInstruction::Fields& Node(const HloInstruction* instruction) {
    return instruction->node_;
  }
  static HloComputation::Fields& Node(HloComputation* computation) { return computation->node_; }
  static const HloComputation::Fields& Node(const HloComputation* computation) {
    return computation->node_;
  }

  // A moved-from module has an empty state; it gets a new one when it is edited.
  static HloModule::State& StateOf(HloModule& module) {
    if (module.state_ == nullptr) {
      module.state_ = std::make_unique<HloModule::State>();
      module.state_->self = &module;
    }
    return *module.state_;
  }
  static const HloModule::State& StateOf(const HloModule& module) {
    return module.state_ == nullptr ? EmptyState() : *module.state_;
  }
  static const HloModule::State& EmptyState();

  // ---- Computations.
  static HloComputation* NewComputation(HloModule::State& state) {
    void* place = state.arena.Allocate(sizeof(HloComputation), alignof(HloComputation));
    return Own(state, OwnedComputation(new (place) HloComputation));
  }
  // Gives this module a computation, possibly from another module whose arena it has adopted.
  static HloComputation* Own(HloModule::State& state, OwnedComputation c) {
    SetOwner(c.get(), state, state.owned_computations.size());
    state.owned_computations.push_back(std::move(c));
    return state.owned_computations.back().get();
  }
  // For owned_computations[number].
  static void SetOwner(HloComputation* c, HloModule::State& state, size_t number) {
    Node(c).parent = &state.self;
    Node(c).number = static_cast<uint32_t>(number);
  }
  // The use lists, up to date; made on first use. Uses is for edits, ReadUses may run in several
  // threads.
  static UseLists& Uses(HloComputation* c);
  static const UseLists& ReadUses(const HloComputation* c);
  static UseLists* UsesIfAny(HloComputation* c) {
    return Node(c).uses.load(std::memory_order_relaxed);
  }
  // Drops the use lists, because an operand is about to change without updating them.
  static void DropUses(HloComputation* c);

  // ---- Instructions.
  // A new instruction, not yet in any list.
  static HloInstruction* NewInstruction(Arena& arena, HloComputation* computation) {
    auto* instruction =
        new (arena.Allocate(sizeof(HloInstruction), alignof(HloInstruction))) HloInstruction();
    Node(instruction).parent = computation;
    return instruction;
  }
  // A new instruction at the end of `computation`.
  static HloInstruction* Append(Arena& arena, HloComputation* computation) {
    HloInstruction* instruction = NewInstruction(arena, computation);
    Node(instruction).previous = Node(computation).last;
    Node(instruction).index = Node(computation).index_limit++;
    ++Node(computation).instruction_count;
    (Node(computation).last == nullptr ? Node(computation).first
                                       : Node(Node(computation).last).next) = instruction;
    Node(computation).last = instruction;
    return instruction;
  }
  // Puts the instructions of `computation` into `order`, which has each of them once.
  static void Reorder(HloComputation* computation, absl::Span<HloInstruction* const> order) {
    DropUses(computation);  // their entries are by index
    HloInstruction* previous = nullptr;
    uint32_t index = 0;
    Node(computation).first = nullptr;
    for (HloInstruction* instruction : order) {
      Node(instruction).previous = previous;
      Node(instruction).index = index++;
      (previous == nullptr ? Node(computation).first : Node(previous).next) = instruction;
      previous = instruction;
    }
    Node(computation).last = previous;
    if (previous != nullptr) Node(previous).next = nullptr;
  }
  static const Shape*& ShapeOf(Literal* l) { return l->shape_; }
  static void SetOperands(Arena& arena, HloInstruction* i,
                          absl::Span<HloInstruction* const> operands) {
    if (UsesIfAny(Node(i).parent) != nullptr) DropUses(Node(i).parent);
    Node(i).operands = Counted(arena, operands);
    for (HloInstruction* operand : operands) Node(operand).has_users = true;
  }
  // Does not update the operands' users.
  static void SetOperandsOnly(Arena& arena, HloInstruction* i,
                              absl::Span<HloInstruction* const> operands) {
    Node(i).operands = Counted(arena, operands);
  }
  static void SetAttributes(Arena& arena, HloInstruction* i,
                            absl::Span<const Attribute> attributes) {
    Node(i).attributes = Counted(arena, attributes);
    for (const Attribute& attribute : attributes) {
      const AttributeType type = attribute.info().type;
      if (attribute.kind() == AttributeKind::kControlPredecessors) {
        Node(i).has_control_predecessors = true;
      }
      if (type == AttributeType::kComputation || type == AttributeType::kComputationList ||
          attribute.kind() >= AttributeKind::kUnknown) {
        Node(i).has_calls = true;
        Node(Node(i).parent).has_calls = true;
      }
    }
  }
  static absl::Span<HloInstruction*> MutableOperands(HloInstruction* i) {
    return absl::Span<HloInstruction*>(Node(i).operands, i->operands().size());
  }
  static absl::Span<Attribute> MutableAttributes(HloInstruction* i) {
    return absl::Span<Attribute>(Node(i).attributes, HloInstruction::CountOf(Node(i).attributes));
  }
  // Keeps the first `count` attributes; there must be that many.
  static void TruncateAttributes(HloInstruction* i, size_t count) {
    if (count == 0) {
      Node(i).attributes = nullptr;
    } else {
      reinterpret_cast<uint64_t*>(Node(i).attributes)[-1] = count;
    }
  }

 private:
  // A copy of `elements`, prefixed by their number; nullptr if there are none.
  template <typename T>
  static std::remove_const_t<T>* Counted(Arena& arena, absl::Span<T> elements) {
    if (elements.empty()) return nullptr;
    auto* count = static_cast<uint64_t*>(arena.Allocate(8 + elements.size() * sizeof(T), 8));
    *count = elements.size();
    auto* copy = reinterpret_cast<std::remove_const_t<T>*>(count + 1);
    std::copy(elements.begin(), elements.end(), copy);
    return copy;
  }
};

// The fields of an instruction or computation, to be read and changed.
inline auto& Node(HloInstruction* instruction) { return IrAccess::Node(instruction); }
inline const auto& Node(const HloInstruction* instruction) { return IrAccess::Node(instruction); }
inline auto& Node(HloComputation* computation) { return IrAccess::Node(computation); }
inline const auto& Node(const HloComputation* computation) { return IrAccess::Node(computation); }
// For tables by computation: each has another number, below the count of all that the module owned.
inline size_t NumberOf(const HloComputation& computation) { return Node(&computation).number; }

// Calls visit(module) for `module` and for the modules in its origin_recovery_table, at any depth.
template <typename Visit>
void ForEachModule(HloModule& module, Visit visit) {
  std::vector<HloModule*> to_visit = {&module};
  while (!to_visit.empty()) {
    HloModule& next = *to_visit.back();
    to_visit.pop_back();
    for (const auto& nested : IrAccess::StateOf(next).nested_modules) {
      to_visit.push_back(nested.get());
    }
    visit(next);
  }
}

}  // namespace internal
}  // namespace hlo_text_v1

#endif  // HLO_IR_MODULE_STATE_H_
