// Names follow the order of the module's canonical form; then the module is put into that order.
// Unscheduled instructions are put into the order in which they then print, which reading the text
// preserves.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/canonical/canonical_form.h"
#include "src/canonical/canonical_order.h"
#include "src/ir/desugared.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/name_uniquer.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr std::string_view kAsyncComputation = "async_computation";

std::string_view RoleOf(const HloInstruction& caller, AttributeKind kind) {
  if (kind == AttributeKind::kBranchComputations) return "branch";
  if (kind == AttributeKind::kCalledComputations) return "called_computation";
  if (kind != AttributeKind::kCalls) return AttributeName(kind);
  if (caller.opcode() == HloOpcode::kFusion) return "fused_computation";
  return caller.opcode() == HloOpcode::kAsyncStart ? kAsyncComputation : "calls";
}

// The roles of the callees of `caller`, in the order of HloInstruction::ForEachCalledComputation.
std::vector<std::string_view> RolesOf(const HloInstruction& caller) {
  std::vector<std::string_view> roles;
  bool has_condition = false;
  for (const Attribute& attribute : caller.attributes()) {
    const std::string_view role = RoleOf(caller, attribute.kind());
    if (attribute.info().type == AttributeType::kComputationList) {
      roles.insert(roles.end(), attribute.AsList<const HloComputation*>().size(), role);
    } else if (attribute.kind() == AttributeKind::kCondition) {
      has_condition = true;
    } else if (attribute.info().type == AttributeType::kComputation) {
      roles.push_back(role);
    }
  }
  if (has_condition) roles.push_back(AttributeName(AttributeKind::kCondition));
  return roles;
}

// The first use of each computation, by number in the form, in the order of a reader who starts at
// the entry: callers before callees, so from the end of each part of the form.
std::vector<std::string_view> Roles(const std::vector<CanonicalComputation>& form) {
  std::vector<std::string_view> roles(form.size());
  size_t reached = 0;  // by the entry, including itself
  for (size_t i = 0; i < form.size(); ++i) {
    if (form[i].computation->IsEntry()) reached = i + 1;
  }
  const auto note_calls = [&](const CanonicalComputation& part) {
    for (size_t i = 0; i < part.calls.size();) {
      const HloInstruction* caller = part.calls[i].caller;
      for (const std::string_view role : RolesOf(*caller)) {
        std::string_view& first_role = roles[part.calls[i++].number];
        if (first_role.empty()) first_role = role;
      }
    }
  };
  for (size_t i = reached; i > 0; --i) note_calls(form[i - 1]);
  for (size_t i = form.size(); i > reached; --i) note_calls(form[i - 1]);
  for (std::string_view& role : roles) {
    if (role.empty()) role = "computation";
  }
  return roles;
}

class Namer {
 public:
  explicit Namer(IrAccess::ModuleState& state) : state_(state) {}

  void Run(const std::vector<CanonicalComputation>& form) {
    const std::vector<std::string_view> roles = Roles(form);
    for (size_t i = 0; i < form.size(); ++i) {
      HloComputation* computation = Mutable(form[i].computation);
      if (!IsPinned(*computation)) NameComputation(roles[i], computation);
      // Reading sugar names the root of its computation after the opcode, with the first free
      // number: so number these first.
      if (roles[i] == kAsyncComputation) NameInstruction(computation->root_instruction());
    }
    for (size_t i = 0; i < form.size(); ++i) {
      const HloInstruction* root = form[i].computation->root_instruction();
      for (HloInstruction* instruction : MutableParts(form[i].order)) {
        if (instruction != root || roles[i] != kAsyncComputation) NameInstruction(instruction);
      }
    }
    state_.names_may_collide = !state_.pinned_names.empty();
    state_.computation_names_may_collide = state_.names_may_collide;
  }

 private:
  // The next numbered name that is not pinned.
  uint32_t NewName(std::string_view word, uint32_t* number) {
    while (true) {
      const uint32_t name = state_.InternCopy(StrCat(word, ".", ++*number));
      if (!state_.IsPinned(name)) return name;
    }
  }

  void NameComputation(std::string_view role, HloComputation* computation) {
    uint32_t name = SymbolTable::kNone;
    if (computation->IsEntry()) name = state_.InternCopy("entry");
    if (name == SymbolTable::kNone || state_.IsPinned(name))
      name = NewName(role, &computations_[role]);
    Node(computation).name = name;
  }

  void NameInstruction(HloInstruction* instruction) {
    const HloOpcode opcode = instruction->opcode();
    std::string_view word = instruction->opcode_name();
    const bool is_unknown = opcode == HloOpcode::kUnknown;
    // "__x" may be an opcode but not a name.
    if (is_unknown && !IsSaneName(word)) word = state_.arena.CopyString(SanitizeName(word));
    // A constant of an unknown type is of the opcode kUnknown, too.
    const HloOpcode counted = is_unknown ? ParseHloOpcode(word).value_or(opcode) : opcode;
    uint32_t& number = counted == HloOpcode::kUnknown ? unknown_instructions_[word]
                                                      : instructions_[static_cast<size_t>(counted)];
    if (!IsPinned(*instruction)) Node(instruction).name = NewName(word, &number);
  }

  IrAccess::ModuleState& state_;
  HashMap<std::string_view, uint32_t> computations_;
  std::array<uint32_t, kHloOpcodeCount> instructions_ = {};
  HashMap<std::string_view, uint32_t> unknown_instructions_;
};

std::string_view WithoutNumbers(std::string_view name) {
  while (true) {
    const size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last == 0 || last + 1 == name.size()) return name;
    if (name[last] != '.') return name;
    name = name.substr(0, last);
  }
}

void PutInOrder(const std::vector<CanonicalComputation>& form, IrAccess::ModuleState& state) {
  state.computations.clear();
  state.creation_ranks.reset();
  for (const CanonicalComputation& part : form) {
    HloComputation* computation = Mutable(part.computation);
    state.AddComputation(computation);
    IrAccess::Reorder(computation, MutableParts(part.order));
    if (IsScheduled(*computation)) continue;
    IrAccess::Reorder(computation, PrintOrder(*computation));
  }
}

}  // namespace

void CanonicalizeNames(HloModule* module) {
  IrAccess::ModuleState& state = IrAccess::StateOf(*module);
  RequireDesugared(*module, "CanonicalizeNames");
  UnwrapAsyncCalls(module);
  HashOptions options;
  options.async_wrappers = true;  // remaining wrappers get names, too
  const std::vector<CanonicalComputation> form = CanonicalForm(*module, options);
  Namer(state).Run(form);
  PutInOrder(form, state);
  state.name = WithoutNumbers(state.name);
  Uniquify(module);  // for the stack frames
}

}  // namespace hlo_text_v1
