// Older forms of asynchronous instructions, accepted with ParseOptions::upgrade_legacy.
//
//   flat shapes             (f32[64], f32[32], s32[]) of a start or update, where its operands are
//                           annotated, and as the result of a computation: src/async/upgrade.h
//   repeated attributes     an update or done repeats those of its start; compared and dropped
//   strings without quotes  custom_call_target=foo
//   typographic characters  src/parse/legacy_typography.h
//
// Each change is a warning. Without the option all of them are XLA's errors, which have a note that
// names the option.
#include <algorithm>
#include <string>

#include "hlo/async.h"
#include "hlo/print_values.h"
#include "src/async/upgrade.h"
#include "src/base/strings.h"
#include "src/ir/attribute_normal_form.h"
#include "src/parse/legacy_typography.h"
#include "src/parse/module/hlo_parser.h"
#include "src/text/value_text.h"

namespace hlo {

using Code = DiagnosticCode;

void HloParser::NoteUpgradeLegacy(uint32_t begin, uint32_t end) {
  ctx_.log().back().notes.push_back(UpgradeLegacyNote(begin, end));
}

// ---- Shapes.

const Shape* HloParser::UpgradedAsyncShape(const Draft& draft) {
  const bool is_start =
      draft.phase == AsyncPhase::kStart ||
      (draft.phase == AsyncPhase::kNone && draft.opcode == HloOpcode::kAsyncStart);
  return is_start ? UpgradedStartShape(*draft.shape, Operands(draft), &ctx_.shapes)
                  : UpgradedUpdateShape(*draft.shape, Operands(draft), &ctx_.shapes);
}

void HloParser::UpgradeAsyncShape(Draft* draft) {
  const Shape* upgraded = UpgradedAsyncShape(*draft);
  if (upgraded == nullptr) return;
  ctx_.Warn(draft->position, draft->position, Code::kLegacyShape, PrintShape(*draft->shape, false),
            PrintShape(*upgraded, false));
  draft->shape = upgraded;
}

bool HloParser::RefuseAsyncShape(const Draft& draft) {
  Error(Code::kAsyncShapeForm);
  if (UpgradedAsyncShape(draft) != nullptr) NoteUpgradeLegacy(draft.position, draft.position);
  return false;
}

bool HloParser::AgreesWhenUpgraded(const Shape& declared, const HloInstruction& instruction,
                                   uint32_t position) {
  if (!options_.upgrade_legacy || !IsOlderShapeOf(instruction, declared, &ctx_.shapes)) {
    return false;
  }
  ctx_.Warn(position, position, Code::kLegacyShape, PrintShape(declared, false),
            PrintShape(instruction.shape(), false));
  return true;
}

void HloParser::NoteOlderShape(const Shape& declared, const HloInstruction& instruction,
                               uint32_t position) {
  if (IsOlderShapeOf(instruction, declared, &ctx_.shapes)) NoteUpgradeLegacy(position, position);
}

// ---- Attributes.

namespace {

bool IsSugaredLink(AsyncPhase phase) {
  return phase == AsyncPhase::kUpdate || phase == AsyncPhase::kDone;
}

// What holds the attributes that a chain's links may repeat: its start in sugar, or the root of
// what a generic start calls. nullptr if it is not of `opcode`.
const HloInstruction* AttributeHolder(const HloInstruction* start, HloOpcode opcode) {
  if (start != nullptr && start->async_phase() == AsyncPhase::kNone) {
    const Attribute* calls = start->FindAttribute(AttributeKind::kCalls);
    start = calls == nullptr ? nullptr : calls->AsComputation()->root_instruction();
    if (start != nullptr && start->async_phase() != AsyncPhase::kNone) return nullptr;
  }
  return start != nullptr && start->opcode() == opcode ? start : nullptr;
}

}  // namespace

void HloParser::AllowRepeatedAttributes(const Draft& draft, Allowed* allowed) {
  if (IsSugaredLink(draft.phase) && AttributeHolder(StartOf(draft), draft.opcode) != nullptr) {
    allowed->row = GetOpcodeInfo(draft.opcode).attributes;
  }
}

void HloParser::NoteRepeatedAttribute(const Draft& draft, uint32_t position,
                                      std::string_view name) {
  const bool may_repeat =
      IsSugaredLink(draft.phase) && AttributeHolder(StartOf(draft), draft.opcode) != nullptr;
  if (!may_repeat) return;
  for (const AttributeSpec& spec : GetOpcodeInfo(draft.opcode).attributes) {
    if (AttributeName(spec.kind) != name) continue;
    NoteUpgradeLegacy(position, position + static_cast<uint32_t>(name.size()));
  }
}

bool HloParser::DropRepeatedAttributes(Draft* draft) {
  const HloInstruction* start = StartOf(*draft);
  if (!IsSugaredLink(draft->phase) || AttributeHolder(start, draft->opcode) == nullptr) return true;
  const HloInstruction* holder = AttributeHolder(start, draft->opcode);
  const std::string_view step = draft->phase == AsyncPhase::kDone ? "done" : "update";
  const std::string_view name = draft->name;
  for (const AttributeSpec& spec : GetOpcodeInfo(draft->opcode).attributes) {
    const Attribute* given = FindGiven(*draft, spec.kind);
    // One that every instruction may have stays.
    if (given == nullptr || spec.kind >= AttributeKind::kParameterReplication) continue;
    const Attribute* known = holder->FindAttribute(spec.kind);
    const uint32_t begin = given->raw_begin(), end = begin + given->raw_size();
    const bool is_equal =
        known == nullptr ? IsDroppedValue(*given) : PrintSameValue(*known, *given);
    if (!is_equal) {
      ErrorAt(begin, Code::kLegacyAttributeDiffers, given->name(), step, name, start->name());
      ctx_.log().back().end = end;
      return false;
    }
    ctx_.Warn(begin, end, Code::kLegacyAttribute, given->name(), step, name, start->name());
    RemoveAttribute(draft, spec.kind);
  }
  return true;
}

// The value of an attribute that is a string; with the option also without quotes.
bool HloParser::ParseStringValue(std::string_view* value) {
  if (ctx_.kind() == TokKind::kString) return ctx_.ParseString(value);
  const char* begin = ctx_.lexer.At();
  const char* end = begin;
  if (HasClass(*end, kIdentifierStart)) {
    while (HasClass(*end, kIdentifierByte)) ++end;
  }
  const bool is_word = end > begin && *end != '=' && *end != ':';
  if (!is_word) return ctx_.ParseString(value);
  const uint32_t from = ctx_.lexer.Offset(begin), to = ctx_.lexer.Offset(end);
  if (!options_.upgrade_legacy) {
    ctx_.ParseString(value);
    NoteUpgradeLegacy(from, to);
    return false;
  }
  *value = std::string_view(begin, static_cast<size_t>(end - begin));
  ctx_.Warn(from, to, Code::kLegacyUnquotedString, *value);
  ctx_.lexer.SkipTo(end);
  return true;
}

// ---- Warnings.

void HloParser::ReportWarnings(std::vector<Diagnostic> warnings) {
  constexpr size_t kMaxWarnings = 1000;
  for (Diagnostic& warning : ctx_.warnings()) warnings.push_back(std::move(warning));
  ctx_.warnings().clear();
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.begin < b.begin; });
  if (warnings.size() > kMaxWarnings) {
    warnings.resize(kMaxWarnings);
    Diagnostic last;
    last.severity = Severity::kNote;
    last.code = Code::kTooManyWarnings;
    last.begin = last.end = warnings.back().begin;
    last.message = std::string(DiagnosticCodeText(last.code));
    warnings.push_back(std::move(last));
  }
  for (Diagnostic& warning : warnings) reported_.push_back(std::move(warning));
}

}  // namespace hlo
