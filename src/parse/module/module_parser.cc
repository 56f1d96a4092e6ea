// The three kinds of text, told by the first token:
//
//   HloModule name, attributes  tables  computations
//   computations without a header               (first token ENTRY, or second token '{')
//   one instruction                             (anything else)
//
// and what is looked at when all is read: forward references, cycles of calls, the header's
// aliases.
#include <algorithm>
#include <numeric>

#include "absl/status/status.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "hlo/uniquify.h"
#include "src/base/strings.h"
#include "src/parse/legacy_typography.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/module/module_header_parser.h"
#include "src/parse/module/parallel_parser.h"
#include "src/parse/values/shape_parser.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

HloParser::HloParser(HloModule* module, const ParseOptions& options)
    : HloParser(module, IrAccess::StateOf(*module).source.view(), options, /*is_added=*/false) {}

HloParser::HloParser(HloModule* module, std::string_view text, const ParseOptions& options)
    : HloParser(module, text, options, /*is_added=*/true) {}

HloParser::HloParser(HloModule* module, std::string_view text, const ParseOptions& options,
                     bool is_added)
    : module_(module),
      state_(IrAccess::StateOf(*module)),
      options_(options),
      ctx_(text, &state_.arena, &state_.shapes, options_),
      is_added_(is_added) {
  instruction_of_.resize(64);
  if (is_added) return;
  state_.names_may_collide = false;
  state_.computation_names_may_collide = false;
  state_.uses_stack_frames = false;
}

// Makes room for as many names as there will be if the rest of the text is like what has been read,
// so that tables seldom grow; at most sixteen times as many as now, in case it is not.
void HloParser::GrowNames() {
  const size_t now = state_.symbols.size();
  const auto read = static_cast<size_t>(ctx_.lexer.Consumed() - part_begin_);
  const auto size = static_cast<size_t>(part_end_ - part_begin_);
  const size_t expected = now * size / (read + 1);
  const size_t count = std::clamp(expected + expected / 16, now + now / 4 + 1, now * 16);
  constexpr size_t kFewestBytesPerName = 8;  // a=b c()
  instruction_of_.resize(
      std::min(count, now + 1 + (size - std::min(size, read)) / kFewestBytesPerName));
  state_.symbols.Reserve(instruction_of_.size());
}

bool HloParser::Parse(TextForm form) {
  if (!ParseText(form)) {
    if (!failed_ || !ctx_.log().empty()) {
      Report(ctx_.lexer.Position(), /*is_consequence=*/false);
    }
  }
  if (!failed_) return true;
  // What was found at the end of the text, missing computations, belongs where it is mentioned.
  std::vector<size_t> by_place(reported_.size());
  std::iota(by_place.begin(), by_place.end(), size_t{0});
  std::stable_sort(by_place.begin(), by_place.end(),
                   [&](size_t a, size_t b) { return reported_at_[a] < reported_at_[b]; });
  std::vector<Diagnostic> sorted;
  sorted.reserve(reported_.size());
  for (size_t i : by_place) sorted.push_back(std::move(reported_[i]));
  reported_ = std::move(sorted);
  if (reported_.size() >= static_cast<size_t>(options_.max_errors)) {
    Diagnostic last;
    last.severity = Severity::kNote;
    last.code = Code::kTooManyErrors;
    last.begin = last.end = reported_.back().begin;
    last.message = std::string(DiagnosticCodeText(last.code));
    reported_.push_back(std::move(last));
  }
  return false;
}

bool HloParser::ParseText(TextForm form) {
  if (form == TextForm::kInstructions) return ParseInstructions(/*is_list=*/true);
  if (form == TextForm::kAdded) return ParseAddedComputations();
  if (ctx_.kind() == TokKind::kw_HloModule) return ParseModule() && Finish();
  const char* begin = ctx_.lexer.At();
  const bool is_entry = ctx_.kind() == TokKind::kw_ENTRY;
  ctx_.lexer.Next();
  const bool has_brace = ctx_.kind() == TokKind::kLbrace;
  ctx_.lexer.SkipTo(begin);
  if (!is_entry && !has_brace) return ParseInstructions(/*is_list=*/false);
  if (ctx_.kind() == TokKind::kw_FileNames && !ParseStackFrameTables(ctx_, &state_.stack_frames)) {
    return false;
  }
  if (!ParseComputations() || !Finish()) return false;
  // Without a header the module is called after its entry computation.
  NameUniquer names;
  state_.name =
      state_.arena.CopyString(StrCat("module_", names.GetUniqueName(state_.entry->name())));
  return true;
}

namespace {

std::unique_ptr<HloModule> ParseRecoveryModule(std::string_view text, const ParseOptions& options) {
  ParseOptions nested = options;
  nested.jobs = 1;
  // Each level has its share of the machine stack, all of them less than twice the limit.
  nested.max_nesting_depth = options.max_nesting_depth / 2;
  nested.max_stack_bytes = options.max_stack_bytes / 2;
  if (nested.max_nesting_depth == 0) return nullptr;
  absl::StatusOr<HloModule> module = ParseHloModule(text, nested);
  if (!module.ok()) return nullptr;
  return std::make_unique<HloModule>(*std::move(module));
}

}  // namespace

bool HloParser::ParseModule() {
  return (ParseHeader() || RecoverAtComputation()) && ParseComputations();
}

bool HloParser::ParseHeader() {
  ctx_.lexer.Next();
  bool ok =
      // XLA prints no name if print_ids is off.
      (*ctx_.lexer.At() == ',' || ctx_.ParseName(&state_.name)) &&
      ParseModuleAttributes(
          ctx_, [this](std::string_view text) { return ParseRecoveryModule(text, options_); },
          &state_.config, &state_.nested_modules) &&
      (ctx_.kind() != TokKind::kw_FileNames || ParseStackFrameTables(ctx_, &state_.stack_frames));
  KeepHeaderNames();
  if (ok && ctx_.IsOverMemory()) return Error(Code::kModuleTooLarge, ctx_.memory_limit());
  return ok;
}

bool HloParser::ParseComputations() {
  do {
    if (!ParseComputation() && !RecoverAtComputation()) return false;
  } while (ctx_.kind() != TokKind::kEof);
  return true;
}

bool HloParser::Finish() {
  if (!failed_ && state_.entry == nullptr && !state_.computations.empty()) {
    state_.entry = state_.computations.back();
  }
  if (!CheckForwardReferences() || failed_) return false;
  ResolveInModule();
  if (has_forward_references_ && !CheckCallCycles()) return false;
  FillEntryLayout();
  return CheckModuleConfig(ctx_, state_.entry->root_instruction()->shape(), state_.config);
}

bool HloParser::CheckForwardReferences() {
  std::vector<ForwardReference> missing;
  for (const auto& [computation, reference] : undefined_) missing.push_back(reference);
  std::sort(
      missing.begin(), missing.end(),
      [](const ForwardReference& a, const ForwardReference& b) { return a.position < b.position; });
  for (const ForwardReference& reference : missing) {
    ErrorAt(reference.position, Code::kComputationDoesNotExist, reference.computation->name());
    ErrorAt(reference.attribute_position, Code::kErrorParsingAttribute, reference.attribute);
    if (!Report(reference.position, /*is_consequence=*/false)) return false;
  }
  return missing.empty();
}

// Depth-first over the calls, with a stack of its own. Only needed if some computation was
// mentioned before its definition.
bool HloParser::CheckCallCycles() {
  struct Visit {
    HloComputation* computation;
    std::vector<HloComputation*> callees;
    size_t next = 0;
  };
  absl::flat_hash_map<HloComputation*, bool> is_open;  // absent: not seen; false: done
  std::vector<Visit> stack;
  const auto push = [&](HloComputation* computation) {
    is_open[computation] = true;
    stack.push_back(Visit{computation, {}, 0});
    for (HloInstruction* instruction : computation->instructions()) {
      instruction->ForEachCalledComputation(
          [&](HloComputation* callee) { stack.back().callees.push_back(callee); });
    }
  };
  for (HloComputation* start : state_.computations) {
    if (is_open.contains(start)) continue;
    push(start);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == top.callees.size()) {
        is_open[top.computation] = false;
        stack.pop_back();
        continue;
      }
      HloComputation* callee = top.callees[top.next++];
      auto found = is_open.find(callee);
      if (found == is_open.end()) {
        push(callee);
      } else if (found->second) {
        return ErrorAt(callee->source_offset(), Code::kComputationCycle, callee->name(),
                       top.computation->name());
      }
    }
  }
  return true;
}

// What the header leaves out: the layouts are those of the entry computation. If it says something
// about how the module is run, or if there is none, XLA takes the default order of dimensions.
void HloParser::FillEntryLayout() {
  const HloModuleConfig& config = state_.config;
  if (config.has_entry_computation_layout) return;
  const bool reset = state_.is_single_instruction || config.replica_count != 1 ||
                     config.num_partitions != 1 || config.alias_passthrough_params ||
                     config.has_sharding_propagation;
  const auto layout_of = [&](const HloInstruction* instruction) {
    const Shape& shape = instruction->shape();
    return reset ? ctx_.shapes.ResetMinorToMajor(shape) : &shape;
  };
  std::vector<const Shape*> parameters;
  for (const HloInstruction* parameter : state_.entry->parameters()) {
    parameters.push_back(layout_of(parameter));
  }
  state_.config.entry_computation_layout =
      EntryComputationLayout{ctx_.arena.CopySpan(absl::Span<const Shape* const>(parameters)),
                             layout_of(state_.entry->root_instruction())};
}

// A text without the braces of a computation.
bool HloParser::ParseInstructions(bool is_list) {
  state_.is_single_instruction = true;
  state_.name = "_";
  state_.config.is_scheduled = true;
  Scope scope;
  scope.computation = IrAccess::NewComputation(state_);
  IrAccess::Name(scope.computation) = Intern("_");
  state_.entry = scope.computation;
  const bool has_lines = is_list && !CanBeShape(ctx_);
  if (!(has_lines ? ParseInstructionLines(&scope) : ParseSingleInstruction(&scope))) return false;
  // The entry comes before the computations nested in it.
  state_.computations.insert(state_.computations.begin(), scope.computation);
  for (auto& start : state_.sugared_starts) ++start.definition_index;
  return CloseBody(&scope) && Finish();
}

// [shape] opcode(...) without a name, or [ROOT] name = ...
bool HloParser::ParseSingleInstruction(Scope* scope) {
  uint32_t position = ctx_.lexer.Position();
  std::string_view name = "_";
  if (!CanBeShape(ctx_)) {
    ctx_.EatIf(TokKind::kw_ROOT);
    position = ctx_.lexer.Position();
    if (!ctx_.ParseName(&name) || !ctx_.Expect(TokKind::kEqual, Code::kExpectsEqualInInstruction)) {
      return false;
    }
  }
  return ParseRightSide(scope, state_.symbols.Prefetch(name), position, /*is_nested=*/false) !=
             nullptr &&
         (ctx_.kind() == TokKind::kEof || Error(Code::kExpectedEof));
}

bool HloParser::ParseInstructionLines(Scope* scope) {
  do {
    if (!ParseInstruction(scope)) return false;
  } while (ctx_.kind() != TokKind::kEof);
  return true;
}

namespace {

absl::StatusOr<HloModule> ParseAs(HloParser::TextForm form, SourceBuffer&& source,
                                  const ParseOptions& options,
                                  std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(source.size(), options, diagnostics);
  if (!size.ok()) return size;
  HloModule module;
  IrAccess::StateOf(module).source = std::move(source);
  if (form == HloParser::TextForm::kModule && ParseInParallel(&module, options)) {
    if (diagnostics != nullptr) diagnostics->clear();
    if (options.uniquify) Uniquify(module);
    return module;
  }
  // Instructions take about as much as their text.
  IrAccess::StateOf(module).arena.Reserve(module.source().size());
  std::vector<Diagnostic> warnings;
  if (options.upgrade_legacy) UpgradeTypography(&IrAccess::StateOf(module).source, &warnings);
  HloParser parser(&module, options);
  const bool ok = parser.Parse(form);
  if (options.upgrade_legacy || options.allow_unknown) {
    parser.ReportWarnings(std::move(warnings));
  }
  if (!ok) {
    if (!options.upgrade_legacy) NoteTypography(module.source(), &parser.diagnostics());
    absl::Status status = ErrorStatus(module.source(), parser.diagnostics().front());
    if (diagnostics != nullptr) *diagnostics = std::move(parser.diagnostics());
    source = std::move(IrAccess::StateOf(module).source);
    return status;
  }
  if (diagnostics != nullptr) *diagnostics = std::move(parser.diagnostics());
  if (options.uniquify) Uniquify(module);
  return module;
}

}  // namespace

absl::StatusOr<HloModule> ParseHloModule(SourceBuffer&& source, const ParseOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  return ParseAs(HloParser::TextForm::kModule, std::move(source), options, diagnostics);
}

absl::StatusOr<HloModule> ParseHloModule(std::string_view text, const ParseOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;  // not copied first
  return ParseHloModule(SourceBuffer::Copy(text), options, diagnostics);
}

absl::StatusOr<HloModule> ParseHloInstructions(std::string_view text, const ParseOptions& options,
                                               std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;
  return ParseAs(HloParser::TextForm::kInstructions, SourceBuffer::Copy(text), options,
                 diagnostics);
}

}  // namespace hlo
