// Three kinds of text, distinguished by the first tokens:
//
//   HloModule name, attributes  tables  computations
//   computations without a header               (first token ENTRY, or second token '{')
//   one instruction                             (anything else)
//
// The public functions that parse a module set up limits and threads around these and report
// errors.
#include "src/parse/module/module.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "src/async/wrapped_computation.h"
#include "src/base/strings.h"
#include "src/ir/walk.h"
#include "src/parse/legacy.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/computation.h"
#include "src/parse/module/foreign_text.h"
#include "src/parse/module/header.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/only.h"
#include "src/parse/module/parallel.h"
#include "src/parse/module/recovery.h"
#include "src/parse/module/unknown.h"
#include "src/parse/values/shape.h"

namespace hlo_text_v1::internal {

// ---- The end of the text: undefined names, cycles of calls, the entry and its layout.

bool FinishModule(ParseState& state) {
  if (!state.report.failed() && state.module.entry == nullptr && !state.module.is_partial &&
      !state.module.computations.empty()) {
    state.module.entry = state.module.computations.back();
  }
  if (!CheckForwardReferences(state) || state.report.failed()) return false;
  if (!CheckCompleteChains(state, 0) || !CheckMixedChains(state)) return false;
  if (!CheckCallCycles(state)) return false;
  if (state.has_own_computations) DropKnownComputations(*state.module.computations[0]->parent());
  if (state.module.entry == nullptr) return true;  // ParseOptions::only
  FillEntryLayout(state);
  return CheckModuleConfig(state, state.module.entry->root_instruction()->shape(),
                           state.module.config);
}

bool CheckForwardReferences(ParseState& state) {
  if (!state.forward.has_undefined()) return true;
  for (const ForwardReferences::Mention& mention : state.forward.mentions()) {
    if (mention.computation == nullptr) continue;
    if (state.forward.WasRefused(Node(mention.computation).name)) continue;
    state.ErrorAt(mention.position, Code::kComputationDoesNotExist, mention.computation->name());
    state.AttributeError(mention.attribute.position, mention.attribute.name);
    if (!state.report.TakeLog(state, mention.position, /*is_consequence=*/false)) return false;
  }
  return false;
}

bool CheckCallCycles(ParseState& state) {
  if (!state.forward.any()) return true;  // each only calls earlier ones
  const std::vector<const HloComputation*> cycle = FindCallCycle(state.module.computations);
  if (cycle.empty()) return true;
  return state.ErrorAt(cycle.front()->source_offset(), Code::kComputationCycle,
                       cycle.front()->name(), cycle.back()->name());
}

void FillEntryLayout(ParseState& state) {
  const HloModuleConfig& config = state.module.config;
  if (config.has_entry_computation_layout) return;
  const bool reset = state.module.is_single_instruction || config.replica_count != 1 ||
                     config.num_partitions != 1 || config.alias_passthrough_params ||
                     config.has_sharding_propagation;
  const auto layout_of = [&](const HloInstruction* instruction) {
    const Shape& shape = instruction->shape();
    return reset ? state.shapes.ResetMinorToMajor(shape) : &shape;
  };
  std::vector<const Shape*> parameters;
  for (const HloInstruction* parameter : state.module.entry->parameters()) {
    parameters.push_back(layout_of(parameter));
  }
  state.module.config.entry_computation_layout =
      EntryComputationLayout{state.arena.CopySpan(absl::Span<const Shape* const>(parameters)),
                             layout_of(state.module.entry->root_instruction())};
}

// ---- From begin to end.

namespace {

std::unique_ptr<HloModule> ReadNestedModule(std::string_view text, const ParseOptions& options) {
  ParseOptions nested = options;
  nested.jobs = 1;
  nested.only = nullptr;
  // Each level uses its share of the machine stack; together they use less than twice the limit.
  nested.limits.max_nesting_depth = options.limits.max_nesting_depth / 2;
  nested.limits.max_stack_bytes = options.limits.max_stack_bytes / 2;
  if (nested.limits.max_nesting_depth == 0) return nullptr;
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
  PinHeaderNames(state);
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
  return CloseBody(state, scope) && FinishModule(state);
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

namespace {

enum class TextForm : uint8_t {
  kModule,        // any of the three of module.h
  kInstructions,  // one nameless instruction, or named ones in lines
};

absl::StatusOr<HloModule> ReadAs(TextForm form, SourceBuffer&& source, const ParseOptions& options,
                                 std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(source.size(), options, diagnostics);
  if (!size.ok()) return size;
  HloModule module;
  IrAccess::StateOf(module).source = std::move(source);
  std::vector<ComputationText> selected;
  const bool is_partial = form == TextForm::kModule && FindSelected(module, options, &selected);
  if (form == TextForm::kModule && !is_partial && ReadInParallel(&module, options)) {
    if (diagnostics != nullptr) diagnostics->clear();
    if (options.uniquify) Uniquify(&module);
    return module;
  }
  // Instructions take about as much memory as their text.
  if (!is_partial) IrAccess::StateOf(module).arena.Reserve(module.source().size());
  std::vector<Diagnostic> warnings;
  IrAccess::ModuleState& owner = IrAccess::StateOf(module);
  if (options.upgrade_legacy) owner.written = UpgradeTypography(&owner.source, &warnings);
  ParseState state(&module, owner.source.view(), options);
  const bool read = is_partial                  ? ReadSelected(state, selected)
                    : form == TextForm::kModule ? ReadText(state)
                                                : ReadInstructions(state, /*is_list=*/true);
  const bool ok = state.report.Finish(state, read);
  state.report.AddWarnings(state, std::move(warnings));
  if (!ok) {
    HintAtForeignText(module.source(), &state.report.diagnostics().front());
    if (!options.upgrade_legacy) NoteTypography(module.source(), &state.report.diagnostics());
    absl::Status status = ErrorStatus(module.source(), state.report.diagnostics().front());
    if (diagnostics != nullptr) *diagnostics = std::move(state.report.diagnostics());
    source = owner.TakeText();
    return status;
  }
  if (diagnostics != nullptr) *diagnostics = std::move(state.report.diagnostics());
  if (options.uniquify) Uniquify(&module);
  return module;
}

}  // namespace

absl::StatusOr<HloModule> ParseHloModule(SourceBuffer&& source, const ParseOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  return ReadAs(TextForm::kModule, std::move(source), options, diagnostics);
}

absl::StatusOr<HloModule> ParseHloModule(std::string_view text, const ParseOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;  // before copying it
  return ParseHloModule(SourceBuffer::Copy(text), options, diagnostics);
}

absl::StatusOr<HloModule> ParseHloInstructions(std::string_view text, const ParseOptions& options,
                                               std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;
  return ReadAs(TextForm::kInstructions, SourceBuffer::Copy(text), options, diagnostics);
}

}  // namespace hlo_text_v1
