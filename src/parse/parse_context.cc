// The shared productions. Lists of integers, the most frequent attribute values, have a fast path:
// digits and commas without blanks are read straight from the bytes.
#include "src/parse/parse_context.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "hlo/source.h"
#include "src/base/edit_distance.h"
#include "src/lex/scan_run.h"

namespace hlo_text_v1::internal {

bool ParseContext::Log(uint32_t position, DiagnosticCode code, std::string message) {
  // The range is the token there, if it is the current one.
  const bool is_current = position == lexer.Position();
  const uint32_t end = is_current ? lexer.Offset(lexer.token().end) : position;
  log_.push_back(Diagnostic{Severity::kError, code, position, end, std::move(message), {}});
  return false;
}

Diagnostic* ParseContext::WarnOfUnknown(DiagnosticCode code, std::string_view word,
                                        std::string_view at) {
  if (!unknown_words_.emplace(static_cast<int>(code), word).second) return nullptr;
  const uint32_t begin = lexer.Offset(at.data());
  Warn(begin, begin + static_cast<uint32_t>(at.size()), code, word);
  return &warnings_.back();
}

bool ParseContext::AttributeError(uint32_t position, std::string_view name) {
  const bool is_shape = !log_.empty() && log_.back().code == Code::kInvalidShape;
  ErrorAt(position, Code::kErrorParsingAttribute, name);
  if (is_shape) std::swap(log_.back(), log_.rbegin()[1]);
  return false;
}

bool ParseContext::Hint(DiagnosticCode hint) {
  StrAppend(&log_.back().message, ": ", DiagnosticCodeText(hint));
  return false;
}

bool ParseContext::Suggest(std::string_view word, const std::vector<std::string_view>& known,
                           std::string_view suffix) {
  SuggestFor(&log_.back(), word, known, suffix);
  return false;
}

void ParseContext::SuggestFor(Diagnostic* diagnostic, std::string_view word,
                              const std::vector<std::string_view>& known,
                              std::string_view suffix) const {
  const std::vector<std::string_view> meant = NearWords(word, known);
  diagnostic->message += DidYouMeanOneOf(meant, /*prefix=*/"", suffix);
  const uint32_t begin = lexer.Offset(word.data());
  const uint32_t end = begin + static_cast<uint32_t>(word.size() + suffix.size());
  for (const std::string_view each : meant) {
    diagnostic->suggestions.push_back({begin, end, StrCat(each, suffix)});
  }
}

bool ParseContext::UnexpectedAttribute(uint32_t position, std::string_view name,
                                       const std::vector<std::string_view>& allowed) {
  ErrorAt(position, Code::kUnexpectedAttribute, name, Joined(allowed, ", "));
  return Suggest(name, allowed);
}

DiagnosticNote UpgradeLegacyNote(uint32_t begin, uint32_t end) {
  return DiagnosticNote{begin, end, std::string(DiagnosticCodeText(Code::kLegacyNote))};
}

bool ParseContext::NoteUpgradeLegacy(uint32_t begin, uint32_t end) {
  log_.back().notes.push_back(UpgradeLegacyNote(begin, end));
  return false;
}

bool ParseContext::TooDeep() { return Error(Code::kMaxRecursionDepth); }

bool ParseContext::ReadInt64(int64_t* value) {
  // Up to 18 digits, which always fit, before a byte that ends a number in any mode of the lexer.
  const char* begin = lexer.At();
  const char* p = begin;
  int64_t number = 0;
  while (HasClass(*p, kDigit) && p - begin < 18) number = number * 10 + (*p++ - '0');
  if (p != begin && !HasClass(*p, kIdentifierByte) && *p != '?') {
    lexer.SkipTo(p);
    *value = number;
    return true;
  }
  if (kind() != TokKind::kInt) return Error(Code::kExpectsInteger);
  *value = token().int_value;
  lexer.Next();
  return true;
}

bool ParseContext::ReadInt32(int32_t* value) {
  const uint32_t position = lexer.Position();
  int64_t wide = 0;
  if (!ReadInt64(&wide)) return false;
  if (wide < std::numeric_limits<int32_t>::min() || wide > std::numeric_limits<int32_t>::max()) {
    return ErrorAt(position, Code::kValueOutOfRangeForInt32);
  }
  *value = static_cast<int32_t>(wide);
  return true;
}

bool ParseContext::ReadBool(bool* value) {
  if (kind() != TokKind::kw_true && kind() != TokKind::kw_false) {
    return Error(Code::kExpectsTrueOrFalse);
  }
  *value = kind() == TokKind::kw_true;
  lexer.Next();
  return true;
}

bool ParseContext::ReadDouble(double* value) {
  if (kind() == TokKind::kDecimal) {
    *value = token().decimal_value;
    if (std::isinf(*value)) return Error(Code::kDecimalOutOfRange);
  } else if (kind() == TokKind::kInt) {
    *value = static_cast<double>(token().int_value);
  } else if (kind() == TokKind::kw_inf) {
    *value = std::numeric_limits<double>::infinity();
  } else if (kind() == TokKind::kNegInf) {
    *value = -std::numeric_limits<double>::infinity();
  } else {
    return Error(Code::kExpectsDecimalOrInteger);
  }
  lexer.Next();
  return true;
}

bool ParseContext::ReadString(std::string_view* value) {
  if (kind() != TokKind::kString) return Error(Code::kExpectsString);
  *value = token().value;
  lexer.Next();
  return true;
}

bool ParseContext::ReadName(std::string_view* value) {
  if (kind() == TokKind::kName || kind() == TokKind::kIdent) {
    *value = token().value;
  } else if (!IsWordAsName()) {
    return Error(Code::kExpectsName);
  } else if (!options.upgrade_legacy) {
    Error(Code::kExpectsName);
    return NoteUpgradeLegacy(lexer.Position(), lexer.Offset(token().end));
  } else {
    *value = std::string_view(token().begin, static_cast<size_t>(token().end - token().begin));
  }
  lexer.Next();
  return true;
}

bool ParseContext::ReadAttributeName(std::string_view* value) {
  const char* begin = lexer.At();
  const char* end = SkipIdentifier(begin);
  if (HasClass(*begin, kIdentifierStart) && *end == '=') {
    *value = std::string_view(begin, static_cast<size_t>(end - begin));
    lexer.SkipTo(end + 1);
    return true;
  }
  if (kind() != TokKind::kAttributeName) {
    Error(Code::kExpectsAttributeName);
    if (kind() != TokKind::kIdent) return false;
    const char* next = token().end;
    while (HasClass(*next, kBlank)) ++next;
    return *next == '=' ? Hint(Code::kNoBlankBeforeEqual) : false;
  }
  *value = token().value;
  lexer.Next();
  return true;
}

bool ParseContext::ReadStringOrDict(std::string_view* value) {
  if (kind() == TokKind::kString) return ReadString(value);
  if (kind() != TokKind::kLbrace) return false;
  return Require(lexer.LexJsonDict(value), Code::kExpectsJsonDict);
}

bool ParseContext::ReadInt64List(TokKind open, TokKind close, TokKind delimiter,
                                 std::vector<int64_t>* values) {
  if (kind() != open) return Error(Code::kExpectsListEnd, TokKindName(close));
  lexer.NextAsInteger();
  if (EatIf(close)) return true;
  for (;;) {
    int64_t value = 0;
    if (!ReadInt64(&value)) return false;
    values->push_back(value);
    if (kind() != delimiter) break;
    lexer.NextAsInteger();
  }
  return Expect(close, Code::kExpectsListEnd, TokKindName(close));
}

bool ParseContext::ReadInt64List(absl::Span<const int64_t>* values) {
  const char* p = lexer.At();
  if (*p == '{') {
    ++p;
    int64_t few[16];
    const int count = ReadIntegers(&p, '}', few);
    if (count >= 0) {
      lexer.SkipTo(p);
      *values = arena.CopySpan(absl::MakeConstSpan(few, static_cast<size_t>(count)));
      return true;
    }
  }
  std::vector<int64_t> all;
  if (!ReadInt64List(TokKind::kLbrace, TokKind::kRbrace, TokKind::kComma, &all)) return false;
  *values = arena.CopySpan(absl::Span<const int64_t>(all));
  return true;
}

bool ParseContext::ReadShapeIndex(absl::Span<const int64_t>* index) {
  std::vector<int64_t> values;
  if (!ReadTerminatedList(
          &values, [this](int64_t* value) { return ReadInt64(value); },
          Code::kExpectsShapeIndexStart, Code::kExpectsShapeIndexEnd)) {
    return false;
  }
  *index = arena.CopySpan(absl::Span<const int64_t>(values));
  return true;
}

std::string_view CopyPadded(std::string_view text, Arena* arena) {
  char* copy = arena->NewArray<char>(text.size() + SourceBuffer::kPadding);
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, SourceBuffer::kPadding);
  return std::string_view(copy, text.size());
}

absl::Status CheckInputSize(size_t size, const ParseOptions& options,
                            std::vector<Diagnostic>* diagnostics) {
  const size_t limit = std::min(options.limits.max_input_bytes, SourceBuffer::kMaxSize);
  if (size <= limit) return absl::OkStatus();
  Diagnostic diagnostic;
  diagnostic.code = Code::kInputTooLarge;
  diagnostic.message = Substitute(DiagnosticCodeText(diagnostic.code), size, limit);
  absl::Status status = absl::OutOfRangeError(diagnostic.message);
  if (diagnostics != nullptr) *diagnostics = {diagnostic};
  return status;
}

absl::Status ErrorStatus(std::string_view source, const Diagnostic& first) {
  const LineColumn at = GetLineColumn(source, first.begin);
  return absl::InvalidArgumentError(StrCat(at.line, ":", at.column, ": error: ", first.message));
}

}  // namespace hlo_text_v1::internal
