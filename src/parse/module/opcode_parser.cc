// The fast path takes an already known shape and an opcode straight from the bytes.
#include <optional>

#include "hlo/opcode.h"
#include "src/lex/scan_run.h"
#include "src/parse/module/instruction_parser.h"
#include "src/parse/module/legacy_words.h"
#include "src/parse/module/unknown_words.h"
#include "src/parse/values/shape_parser.h"
#include "src/vocabulary/async_pairs.h"
#include "src/vocabulary/word_table.h"

namespace hlo::internal {
namespace {

// A known shape, an opcode and a '('. Returns false, with nothing consumed, for anything else.
bool ReadKnownHead(ParseState& state, Draft* draft) {
  const char* begin = nullptr;
  const char* p = state.lexer.begin() + draft->position;
  const Shape* shape = FindKnownShapeBeforeWord(state.shape_texts, p, &begin);
  if (shape == nullptr) return false;
  const char* end = SkipIdentifier(begin);
  const Word& word = FindPaddedWord(std::string_view(begin, static_cast<size_t>(end - begin)));
  if (word.word_class != WordClass::kOpcode || *end != '(') return false;
  draft->shape = shape;
  draft->opcode = static_cast<HloOpcode>(word.value);
  state.lexer.SkipTo(end);
  return true;
}

// Logs that the current token is no opcode: `wrapped`, then the suffix of `phase`. It may mean one,
// or a type if a '[' follows.
bool RefuseOpcode(ParseState& state, std::string_view wrapped, AsyncPhase phase) {
  const Token& token = state.token();
  const std::string_view word = token.value;
  const bool is_opcode = ParseHloOpcode(wrapped).has_value();
  if (is_opcode || phase == AsyncPhase::kNone) {
    state.Error(Code::kUnknownOpcode, word, word);
  } else {
    state.Error(Code::kUnknownAsyncOpcode, word, wrapped);
  }
  if (is_opcode) return false;
  if (*token.end == '[') return SuggestType(state);
  const std::string_view suffix = AsyncPhaseSuffix(phase);
  std::vector<std::string_view> known;
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    const std::string_view name = HloOpcodeName(opcode);
    if (!HasFirstClassAsync(opcode) || ParseHloOpcode(StrCat(name, suffix))) known.push_back(name);
  }
  return state.Suggest(wrapped, known, suffix);
}

bool ReadOpcode(ParseState& state, Draft* draft) {
  const Token& token = state.token();
  if (token.kind != TokKind::kIdent) return state.Error(Code::kExpectsOpcode);
  if (token.is_opcode) {
    draft->opcode = token.opcode;
  } else if (const LegacyOpcode* legacy = FindLegacyOpcode(token.value);
             legacy != nullptr && state.options.upgrade_legacy) {
    UpgradeOpcode(state, *legacy, draft);
  } else {
    // An opcode that has no separate opcodes for the parts of an asynchronous chain.
    const std::string_view word = token.value;
    AsyncPhase phase = AsyncPhase::kNone;
    const std::string_view wrapped = StripAsyncSuffix(word, &phase);
    const std::optional<HloOpcode> opcode = ParseHloOpcode(wrapped);
    if (phase == AsyncPhase::kNone || !opcode.has_value() || HasFirstClassAsync(*opcode)) {
      if (KeepUnknownOpcode(state, draft)) {
        return state.RequireAt(draft->shape != nullptr, state.lexer.Offset(word.data()),
                               Code::kUnknownOpcodeNeedsShape, word);
      }
      RefuseOpcode(state, wrapped, phase);
      if (legacy == nullptr) return false;
      return state.NoteUpgradeLegacy(state.lexer.Offset(token.begin),
                                     state.lexer.Offset(token.end));
    }
    draft->opcode = *opcode;
    draft->phase = phase;
  }
  state.lexer.Next();
  if (draft->shape != nullptr) return true;
  if (draft->phase != AsyncPhase::kNone) {
    return state.Error(Code::kCannotInferShape, StrCat("async", AsyncPhaseSuffix(draft->phase)));
  }
  const OpcodeInfo& info = GetOpcodeInfo(draft->opcode);
  return state.Require(info.can_infer_shape, Code::kCannotInferShape, info.name);
}

}  // namespace

bool ReadShapeAndOpcode(ParseState& state, Draft* draft) {
  if (ReadKnownHead(state, draft)) return true;
  return (!CanBeShape(state) || ReadShape(state, &draft->shape)) && ReadOpcode(state, draft);
}

}  // namespace hlo::internal
