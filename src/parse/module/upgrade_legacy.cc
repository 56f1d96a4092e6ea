// See upgrade_legacy.h.
#include "src/parse/module/upgrade_legacy.h"

#include "hlo/async.h"
#include "hlo/print_values.h"
#include "src/async/upgrade.h"
#include "src/async/wrapped_computation.h"
#include "src/parse/module/instruction_checks.h"
#include "src/parse/module/instruction_parser.h"
#include "src/text/value_text.h"
#include "src/vocabulary/async_pairs.h"
#include "src/vocabulary/word_table.h"

namespace hlo::internal {
namespace {

const Shape* UpgradedAsyncShape(ParseState& state, const Draft& draft) {
  const bool is_start =
      draft.phase == AsyncPhase::kStart ||
      (draft.phase == AsyncPhase::kNone && draft.opcode == HloOpcode::kAsyncStart);
  return is_start ? UpgradedStartShape(*draft.shape, draft.operands, &state.shapes)
                  : UpgradedUpdateShape(*draft.shape, draft.operands, &state.shapes);
}

// The holder of the attributes that a chain's links may repeat: its start in sugar, or the root of
// what a generic start calls. nullptr if it is not of `opcode`.
const HloInstruction* AttributeHolder(const HloInstruction* start, HloOpcode opcode) {
  if (start != nullptr && start->async_phase() == AsyncPhase::kNone) {
    const Attribute* calls = start->FindAttribute(AttributeKind::kCalls);
    start = calls == nullptr ? nullptr : calls->AsComputation()->root_instruction();
    if (start != nullptr && start->async_phase() != AsyncPhase::kNone) return nullptr;
  }
  return start != nullptr && start->spelled_opcode() == opcode ? start : nullptr;
}

bool MayRepeat(ParseState& state, const Draft& draft) {
  return FollowsSugaredStart(draft.phase) &&
         AttributeHolder(StartOfChain(state, draft), draft.opcode) != nullptr;
}

}  // namespace

bool CheckAsyncShape(ParseState& state, Draft* draft) {
  const uint32_t position = draft->position;
  const Shape* upgraded =
      state.options.upgrade_legacy ? UpgradedAsyncShape(state, *draft) : nullptr;
  if (upgraded != nullptr) {
    state.Warn(position, position, Code::kLegacyShape, PrintShape(*draft->shape, false),
               PrintShape(*upgraded, false));
    draft->shape = upgraded;
  }
  if (IsAsyncShape(*draft->shape)) return true;
  state.Error(Code::kAsyncShapeForm);
  if (UpgradedAsyncShape(state, *draft) != nullptr) state.NoteUpgradeLegacy(position, position);
  return false;
}

bool AgreesWhenUpgraded(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                        uint32_t position) {
  if (!state.options.upgrade_legacy || !IsOlderShapeOf(instruction, declared, &state.shapes)) {
    return false;
  }
  state.Warn(position, position, Code::kLegacyShape, PrintShape(declared, false),
             PrintShape(instruction.shape(), false));
  return true;
}

void NoteOlderShape(ParseState& state, const Shape& declared, const HloInstruction& instruction,
                    uint32_t position) {
  if (IsOlderShapeOf(instruction, declared, &state.shapes))
    state.NoteUpgradeLegacy(position, position);
}

void AllowRepeatedAttributes(ParseState& state, const Draft& draft, AllowedAttributes* allowed) {
  if (MayRepeat(state, draft)) allowed->row = GetOpcodeInfo(draft.opcode).attributes;
}

void NoteRepeatedAttribute(ParseState& state, const Draft& draft, uint32_t position,
                           std::string_view name) {
  if (!MayRepeat(state, draft)) return;
  for (const AttributeSpec& spec : GetOpcodeInfo(draft.opcode).attributes) {
    if (AttributeName(spec.kind) != name) continue;
    state.NoteUpgradeLegacy(position, position + static_cast<uint32_t>(name.size()));
  }
}

bool DropRepeatedAttributes(ParseState& state, Draft* draft) {
  if (!MayRepeat(state, *draft)) return true;
  const HloInstruction* start = StartOfChain(state, *draft);
  const HloInstruction* holder = AttributeHolder(start, draft->opcode);
  const std::string_view step = draft->phase == AsyncPhase::kDone ? "done" : "update";
  const std::string_view name = draft->name;
  for (const AttributeSpec& spec : GetOpcodeInfo(draft->opcode).attributes) {
    const Attribute* given = draft->attributes.Find(spec.kind);
    // Attributes that every instruction may have stay.
    if (given == nullptr || spec.kind >= AttributeKind::kParameterReplication) continue;
    const Attribute* known = holder->FindAttribute(spec.kind);
    const auto [begin, end] = PlaceOfValue(state, *draft, given->name());
    const bool is_equal =
        known == nullptr ? IsDroppedValue(*given) : PrintSameValue(*known, *given);
    if (!is_equal) {
      state.ErrorAt(begin, Code::kLegacyAttributeDiffers, given->name(), step, name, start->name());
      state.log().back().end = end;
      return false;
    }
    state.Warn(begin, end, Code::kLegacyAttribute, given->name(), step, name, start->name());
    draft->attributes.Remove(spec.kind);
  }
  return true;
}

bool UpgradeName(ParseState& state, uint32_t position, std::string_view* name) {
  const WordClass word_class = FindWord(*name).word_class;
  if (word_class == WordClass::kKeyword && state.lexer.begin()[position] != '%') {
    state.Warn(position, EndOfName(state, position, name->size()), Code::kLegacyKeyword, *name);
  }
  if (word_class != WordClass::kPrimitiveType) return false;
  const std::string_view legal = state.arena.CopyString(SanitizeName(*name));
  state.Warn(position, EndOfName(state, position, name->size()), Code::kLegacyName, *name, legal);
  *name = legal;
  return true;
}

void UpgradeModuleName(ParseState& state, uint32_t position) {
  std::string_view& name = state.module.name;
  if (FindWord(name).word_class != WordClass::kKeyword) {
    UpgradeName(state, position, &name);
    return;
  }
  const std::string_view legal = state.arena.CopyString(StrCat(name, "_"));
  state.Warn(position, EndOfName(state, position, name.size()), Code::kLegacyName, name, legal);
  name = legal;
}

uint32_t EndOfName(ParseState& state, uint32_t position, size_t size) {
  const bool has_percent = state.lexer.begin()[position] == '%';
  return position + static_cast<uint32_t>(has_percent) + static_cast<uint32_t>(size);
}

bool ReadStringValue(ParseState& state, std::string_view* value) {
  if (state.kind() == TokKind::kString) return state.ReadString(value);
  const char* begin = state.lexer.At();
  const char* end = begin;
  if (HasClass(*end, kIdentifierStart)) {
    while (HasClass(*end, kIdentifierByte)) ++end;
  }
  const bool is_word = end > begin && *end != '=' && *end != ':';
  if (!is_word) return state.ReadString(value);
  const uint32_t from = state.lexer.Offset(begin), to = state.lexer.Offset(end);
  if (!state.options.upgrade_legacy) {
    state.ReadString(value);
    return state.NoteUpgradeLegacy(from, to);
  }
  *value = std::string_view(begin, static_cast<size_t>(end - begin));
  state.Warn(from, to, Code::kLegacyUnquotedString, *value);
  state.lexer.SkipTo(end);
  return true;
}

}  // namespace hlo::internal
