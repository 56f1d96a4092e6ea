// Checks a draft's name, makes the instruction and binds the name. Also records what later passes
// need to know about the module, which saves them a walk over all instructions.
#include <string>

#include "absl/base/attributes.h"
#include "src/parse/module/instruction_parser.h"
#include "src/parse/module/unknown_words.h"
#include "src/parse/module/upgrade_legacy.h"
#include "src/vocabulary/async_pairs.h"
#include "src/vocabulary/word_table.h"

namespace hlo::internal {

namespace {

constexpr size_t kUsualParameters = 4;

// A name that the lexer accepted is illegal only if it begins with "__" or is a type.
bool IsIllegalName(std::string_view name) {
  if (name[0] == '_') return !IsSaneName(name);
  return FindPaddedWord(name).word_class == WordClass::kPrimitiveType;
}

void NoteForModule(ParseState& state, const Draft& draft, HloInstruction* instruction) {
  if (draft.unknown != nullptr) {
    WarnOfUnknown(state, Code::kUnknownOpcodeKept, draft.unknown->name, draft.unknown->name);
  }
  if (draft.opcode == HloOpcode::kFusion && !FollowsSugaredStart(draft.phase)) {
    instruction->ForEachCalledComputation(
        [](HloComputation* callee) { ++Node(callee).fusion_callers; });
  }
  if (draft.phase == AsyncPhase::kNone && draft.opcode != HloOpcode::kAsyncStart) return;
  state.module.has_async = true;
  if (draft.phase == AsyncPhase::kStart) {
    state.module.sugared_starts.push_back({instruction, state.module.computations.size()});
  }
}

// DefineName of a name that is oddly numbered or not.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool Define(ParseState& state, Scope& scope,
                                                HloInstruction* instruction, uint32_t name,
                                                bool is_odd, uint32_t position) {
  InstructionNames& names = state.instructions;
  if (const HloInstruction* other = names.Find(name, scope.computation)) {
    state.ErrorAt(position, Code::kInstructionExists, names.Text(name));
    return state.ErrorAt(other->source_offset(), Code::kInstructionPreviouslyDefined);
  }
  if (scope.is_nested) scope.hidden.emplace_back(name, names[name]);
  if (!state.module.names_may_collide) {
    state.module.names_may_collide = is_odd || scope.is_nested || names[name] != nullptr;
  }
  names[name] = instruction;
  return true;
}

}  // namespace

uint32_t AnonymousName(ParseState& state, const Draft& draft) {
  if (state.anonymous_names == nullptr) {
    state.anonymous_names = std::make_unique<NameUniquer>();
    for (const auto& computation : state.module.owned_computations) {
      for (const HloInstruction* instruction : computation->instructions()) {
        state.anonymous_names->GetUniqueName(state.instructions.Text(Node(instruction).name));
      }
    }
  }
  std::string name(draft.unknown != nullptr ? draft.unknown->name : HloOpcodeName(draft.opcode));
  if (draft.phase != AsyncPhase::kNone) name = StrCat("async", AsyncPhaseSuffix(draft.phase));
  name = state.anonymous_names->GetUniqueName(name + ".anon");
  const uint32_t known = state.module.symbols.Find(name);
  return known != SymbolTable::kNone ? known : state.Intern(state.arena.CopyString(name));
}

bool CheckName(ParseState& state, const Draft& draft, uint32_t name, uint32_t position) {
  if (draft.is_nested || !IsIllegalName(draft.name)) return true;
  const std::string_view text = state.instructions.Text(name);
  const bool is_type = text[0] != '_';
  if (is_type && state.options.upgrade_legacy) return true;  // see UpgradeName
  const std::string legal = SanitizeName(text);
  state.ErrorAt(position, Code::kIllegalInstructionName, text, legal);
  const uint32_t end = EndOfName(state, position, text.size());
  state.log().back().suggestions.push_back({end - static_cast<uint32_t>(text.size()), end, legal});
  if (!is_type) return false;
  return state.NoteUpgradeLegacy(position, end);
}

HloInstruction* CreateInstruction(ParseState& state, const Draft& draft, uint32_t name,
                                  uint32_t position) {
  Scope& scope = draft.scope;
  HloInstruction* instruction = IrAccess::Append(state.arena, scope.computation);
  Node(instruction).name = name;
  Node(instruction).source_offset = position;
  Node(instruction).opcode = draft.opcode;
  Node(instruction).phase = draft.phase;
  Node(instruction).shape = draft.shape;
  if (draft.literal != nullptr) {
    Node(instruction).literal = draft.literal;
  } else if (draft.opcode == HloOpcode::kParameter && draft.phase == AsyncPhase::kNone) {
    Node(instruction).parameter_number = draft.parameter_number;
    if (scope.parameters.empty()) scope.parameters.reserve(kUsualParameters);
    scope.parameters.push_back(instruction);
  } else {
    IrAccess::SetOperands(state.arena, instruction, draft.operands);
  }
  IrAccess::SetAttributes(state.arena, instruction, draft.attributes);
  NoteForModule(state, draft, instruction);
  if (draft.is_tainted) Node(instruction).is_poisoned = true;
  if (state.anonymous_names != nullptr && !draft.is_nested) {
    state.anonymous_names->GetUniqueName(state.instructions.Text(name));
  }
  const bool is_odd = draft.name_ending == NameEnding::kOddNumber;
  if (!Define(state, scope, instruction, name, is_odd, position)) return nullptr;
  if (state.options.upgrade_legacy && !draft.is_nested) {
    // The text may go on to use the older name; the module does not.
    std::string_view upgraded = draft.name;
    if (UpgradeName(state, position, &upgraded)) {
      Node(instruction).name = state.Intern(upgraded);
      state.module.names_may_collide = true;
    }
  }
  return instruction;
}

bool DefineName(ParseState& state, Scope& scope, HloInstruction* instruction, uint32_t name,
                uint32_t position) {
  const bool is_odd = IsOddlyNumbered(state.instructions.Text(name));
  return Define(state, scope, instruction, name, is_odd, position);
}

}  // namespace hlo::internal
