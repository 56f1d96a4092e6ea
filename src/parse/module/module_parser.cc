// Three kinds of text, distinguished by the first tokens:
//
//   HloModule name, attributes  tables  computations
//   computations without a header               (first token ENTRY, or second token '{')
//   one instruction                             (anything else)
#include "src/parse/module/module_parser.h"

#include <memory>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "hlo/parser.h"
#include "src/base/strings.h"
#include "src/parse/module/computation_parser.h"
#include "src/parse/module/instruction_parser.h"
#include "src/parse/module/module_header_parser.h"
#include "src/parse/module/recovery.h"
#include "src/parse/module/unknown_words.h"
#include "src/parse/module/upgrade_legacy.h"
#include "src/parse/values/shape_parser.h"

namespace hlo::internal {

namespace {

std::unique_ptr<HloModule> ReadNestedModule(std::string_view text, const ParseOptions& options) {
  ParseOptions nested = options;
  nested.jobs = 1;
  nested.only = nullptr;
  // Each level uses its share of the machine stack, all of them less than twice the limit.
  nested.max_nesting_depth = options.max_nesting_depth / 2;
  nested.max_stack_bytes = options.max_stack_bytes / 2;
  if (nested.max_nesting_depth == 0) return nullptr;
  absl::StatusOr<HloModule> module = ParseHloModule(text, nested);
  if (!module.ok()) return nullptr;
  return std::make_unique<HloModule>(*std::move(module));
}

// After computations without a header: the module is named after its entry.
void NameAfterEntry(ParseState& state) {
  NameUniquer names;
  state.module.name = state.module.arena.CopyString(
      StrCat("module_", names.GetUniqueName(state.module.entry->name())));
  state.module.is_named_after_entry = true;
}

// [shape] opcode(...) without a name, or [ROOT] name = ...
bool ReadSingleInstruction(ParseState& state, Scope& scope) {
  uint32_t position = state.lexer.Position();
  std::string_view name = "_";
  if (!CanBeShape(state)) {
    state.EatIf(TokKind::kw_ROOT);
    position = state.lexer.Position();
    if (!ReadNewName(state, &name) ||
        !state.Expect(TokKind::kEqual, Code::kExpectsEqualInInstruction)) {
      return false;
    }
  }
  if (ReadRightSide(state, scope, state.module.symbols.Prefetch(name), position,
                    /*is_nested=*/false) == nullptr) {
    DropAfterBadOperand(state, position);
    return false;
  }
  return state.Require(state.kind() == TokKind::kEof, Code::kExpectedEof);
}

bool ReadInstructionLines(ParseState& state, Scope& scope) {
  do {
    if (!ReadInstruction(state, scope)) return false;
  } while (state.kind() != TokKind::kEof);
  return true;
}

}  // namespace

bool ReadText(ParseState& state) {
  if (state.kind() == TokKind::kw_HloModule) {
    return (ReadHeader(state) || RecoverAtComputation(state)) && ReadComputations(state) &&
           FinishModule(state);
  }
  const char* begin = state.lexer.At();
  const bool is_entry = state.kind() == TokKind::kw_ENTRY;
  state.lexer.Next();
  const bool has_brace = state.kind() == TokKind::kLbrace;
  state.lexer.SkipTo(begin);
  if (!is_entry && !has_brace) return ReadInstructions(state, /*is_list=*/false);
  if (state.kind() == TokKind::kw_FileNames &&
      !ReadStackFrameTables(state, &state.module.stack_frames)) {
    return false;
  }
  if (!ReadComputations(state) || !FinishModule(state)) return false;
  NameAfterEntry(state);
  return true;
}

// XLA prints no name if print_ids is off.
bool ReadModuleName(ParseState& state) {
  const uint32_t position = state.lexer.Position();
  if (*state.lexer.At() == ',') return true;
  if (!state.ReadName(&state.module.name)) return false;
  if (state.options.upgrade_legacy) UpgradeModuleName(state, position);
  return true;
}

bool ReadHeader(ParseState& state) {
  state.lexer.Next();
  bool ok = ReadModuleName(state) &&
            ReadModuleAttributes(
                state, [&](std::string_view text) { return ReadNestedModule(text, state.options); },
                &state.module.config, &state.module.nested_modules) &&
            (state.kind() != TokKind::kw_FileNames ||
             ReadStackFrameTables(state, &state.module.stack_frames));
  KeepHeaderNames(state);
  if (ok && state.IsOverMemory()) return state.Error(Code::kModuleTooLarge, state.memory_limit());
  return ok;
}

bool ReadComputations(ParseState& state) {
  do {
    if (!ReadComputation(state) && !RecoverAtComputation(state)) return false;
  } while (state.kind() != TokKind::kEof);
  return true;
}

bool ReadInstructions(ParseState& state, bool is_list) {
  state.module.is_single_instruction = true;
  state.module.keeps_stack_frames = true;  // as XLA does here, although there are no tables
  state.module.name = "_";
  state.module.config.is_scheduled = true;
  Scope scope;
  scope.computation = IrAccess::NewComputation(state.module);
  Node(scope.computation).name = state.Intern("_");
  state.module.entry = scope.computation;
  const bool has_lines = is_list && !CanBeShape(state);
  const bool ok =
      has_lines ? ReadInstructionLines(state, scope) : ReadSingleInstruction(state, scope);
  if (!ok) return false;
  // The entry precedes its nested computations.
  state.module.computations.insert(state.module.computations.begin(), scope.computation);
  for (auto& start : state.module.sugared_starts) ++start.definition_index;
  return CloseBody(state, scope) && FinishModule(state);
}

}  // namespace hlo::internal
