// Used by every part of the parser: the lexer, the arena, the error log, and small shared
// productions (integers, strings, names, lists).
//
// A production is a function `bool ReadX(ParseContext& ctx, X* out)`. It returns false if it
// rejects the text, and logs why unless XLA gives no reason: for a bad item of a list of bools, a
// profile_type out of range, and a value that is neither string nor JSON. Callers at the top
// (ErrorReport, parse_values.cc) then add "syntax error".
//
// An entry of the log does not mean that the text is rejected. As in XLA, a production may log a
// soft error, go on and return true (fields of layouts, elements of literals); the entry is shown
// only if something later is rejected.
#ifndef HLO_PARSE_PARSE_CONTEXT_H_
#define HLO_PARSE_PARSE_CONTEXT_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/diagnostic.h"
#include "hlo/parser.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/base/stack_budget.h"
#include "src/base/strings.h"
#include "src/lex/lexer.h"
#include "src/parse/values/shape.h"

namespace hlo_text_v1::internal {

using Code = DiagnosticCode;

// The limits of ParseOptions for a text of a given size; 0 means the default.
inline size_t ExpansionLimit(const ParseOptions& options, size_t text) {
  if (options.limits.max_expansion_bytes != 0) return options.limits.max_expansion_bytes;
  return SaturatedLimit(ReadLimits::kMinExpansion, ReadLimits::kExpansionFactor, text);
}

inline size_t MemoryLimit(const ParseOptions& options, size_t text) {
  if (options.limits.max_memory_bytes != 0) return options.limits.max_memory_bytes;
  const size_t limit = SaturatedLimit(ParseOptions::kMinMemory, ParseOptions::kMemoryFactor, text);
  return limit + std::min(ExpansionLimit(options, text), SIZE_MAX - limit);
}

class ParseContext {
 public:
  // All must outlive the context; `source` is padded for the lexer.
  ParseContext(std::string_view source, Arena* arena, ShapePool* shapes,
               const ParseOptions& options)
      : lexer(source, arena),
        arena(*arena),
        shapes(*shapes),
        options(options),
        arena_bytes_before_(arena->allocated_bytes()),
        expansion_left_(ExpansionLimit(options, source.size())),
        memory_limit_(MemoryLimit(options, source.size())),
        stack_(options.limits.max_stack_bytes) {}
  ParseContext(const ParseContext&) = delete;
  ParseContext& operator=(const ParseContext&) = delete;

  Lexer lexer;
  Arena& arena;
  ShapePool& shapes;
  const ParseOptions& options;
  bool wrote_maximal_mesh = false;  // Spellings::maximal_mesh
  ShapeTextCache shape_texts;

  // Bytes that the arena has grown by since the context was made; the limits apply to these.
  size_t allocated_bytes() const {
    return (arena.allocated_bytes() - arena_bytes_before_) * shares_;
  }
  // Makes this one of `count` contexts for parts of one text, each with its share of the limits.
  void ShareLimits(size_t count) {
    shares_ = count;
    expansion_left_ /= count;
  }
  // Bytes that the arena may grow by, ParseOptions::max_memory_bytes.
  size_t memory_limit() const { return memory_limit_; }
  bool IsOverMemory() const { return allocated_bytes() > memory_limit_; }

  // Bytes left for things that the text does not write out, ParseOptions::max_expansion_bytes.
  size_t expansion_left() const { return expansion_left_; }
  // Takes `bytes` of them; false, with nothing logged, if there are not enough.
  bool Expand(size_t bytes) {
    if (bytes > expansion_left_) return false;
    expansion_left_ -= bytes;
    return true;
  }

  // ---- The log. Each returns false, so a production can end with `return ctx.Error(...)`.
  // At the current token. Cold, to keep error reporting away from the hot code: 1 % of the time to
  // read 400 KB.
  template <typename... Args>
  ABSL_ATTRIBUTE_COLD ABSL_ATTRIBUTE_NOINLINE bool Error(DiagnosticCode code, const Args&... args) {
    return ErrorAt(lexer.Position(), code, args...);
  }
  // At byte `position` of the source.
  template <typename... Args>
  ABSL_ATTRIBUTE_COLD ABSL_ATTRIBUTE_NOINLINE bool ErrorAt(uint32_t position, DiagnosticCode code,
                                                           const Args&... args) {
    return Log(position, code, Substitute(DiagnosticCodeText(code), args...));
  }
  // The same unless `condition` holds. Returns whether it does.
  template <typename... Args>
  bool Require(bool condition, DiagnosticCode code, const Args&... args) {
    if (!condition) Error(code, args...);
    return condition;
  }
  template <typename... Args>
  bool RequireAt(bool condition, uint32_t position, DiagnosticCode code, const Args&... args) {
    if (!condition) ErrorAt(position, code, args...);
    return condition;
  }
  bool Log(uint32_t position, DiagnosticCode code, std::string message);
  // Logs that the value of attribute `name`, written at `position`, is not understood. Comes before
  // an invalid shape just logged for it, which XLA does not report. Returns false.
  ABSL_ATTRIBUTE_COLD bool AttributeError(uint32_t position, std::string_view name);
  std::vector<Diagnostic>& log() { return log_; }
  // Adds ": hint" to the message of the last entry. Returns false.
  ABSL_ATTRIBUTE_COLD bool Hint(DiagnosticCode hint);
  // Adds the words of `known` that the misspelt `word` of the text, followed by `suffix`, may mean.
  // Returns false.
  ABSL_ATTRIBUTE_COLD bool Suggest(std::string_view word,
                                   const std::vector<std::string_view>& known,
                                   std::string_view suffix = "");
  // The same for a diagnostic that is not the log's last.
  ABSL_ATTRIBUTE_COLD void SuggestFor(Diagnostic* diagnostic, std::string_view word,
                                      const std::vector<std::string_view>& known,
                                      std::string_view suffix = "") const;
  // Logs an attribute of the text that is not in `allowed`.
  ABSL_ATTRIBUTE_COLD bool UnexpectedAttribute(uint32_t position, std::string_view name,
                                               const std::vector<std::string_view>& allowed);
  // Adds the note that names --upgrade_legacy, at [begin, end), to the last entry. Returns false.
  ABSL_ATTRIBUTE_COLD bool NoteUpgradeLegacy(uint32_t begin, uint32_t end);
  // Warns that bytes [begin, end) are accepted but should not be written like this. Independent of
  // the log.
  template <typename... Args>
  ABSL_ATTRIBUTE_COLD ABSL_ATTRIBUTE_NOINLINE void Warn(uint32_t begin, uint32_t end,
                                                        DiagnosticCode code, const Args&... args) {
    warnings_.push_back(Diagnostic{
        Severity::kWarning, code, begin, end, Substitute(DiagnosticCodeText(code), args...), {}});
  }
  std::vector<Diagnostic>& warnings() { return warnings_; }
  // Warns that `word` is kept, once per word, at `at`, a view into the source. Returns the warning,
  // to be added to before the next one; nullptr if there was one.
  ABSL_ATTRIBUTE_COLD Diagnostic* WarnOfUnknown(DiagnosticCode code, std::string_view word,
                                                std::string_view at);
  // No more warnings of `word`.
  void SetWarnedOf(DiagnosticCode code, std::string_view word) {
    unknown_words_.emplace(static_cast<int>(code), word);
  }

  // ---- Tokens.
  TokKind kind() { return lexer.kind(); }
  const Token& token() { return lexer.token(); }
  // Consumes a token of `kind` if it is next.
  bool EatIf(TokKind kind) {
    if (lexer.kind() != kind) return false;
    lexer.Next();
    return true;
  }
  // The same for a token of one byte that begins no other token: , ( ) { } [ ]. Does not lex it.
  ABSL_ATTRIBUTE_ALWAYS_INLINE bool EatByte(char c) {
    const char* at = lexer.At();
    if (*at != c) return false;
    lexer.SkipTo(at + 1);
    return true;
  }
  // Consumes a token of `kind`, or logs `code` at the current one.
  template <typename... Args>
  bool Expect(TokKind kind, DiagnosticCode code, const Args&... args) {
    if (EatIf(kind)) return true;
    return Error(code, args...);
  }

  // ---- Small productions, with the errors they log.
  bool ReadInt64(int64_t* value);  // kInt: "expects integer"
  bool ReadInt32(int32_t* value);  // ... "value out of range for int32_t", at the value
  bool ReadBool(bool* value);      // "expects true or false"
  bool ReadDouble(double* value);  // kInt, kDecimal, inf, -inf; "expects decimal or integer"
  bool ReadString(std::string_view* value);  // unescaped
  bool ReadName(std::string_view* value);    // kName or kIdent; see IsWordAsName
  // Whether the current token is a type, and no '[' follows, or a keyword of values, where only a
  // name makes sense. Such a name is older than the word; it is read as one with upgrade_legacy.
  bool IsWordAsName() {
    if (kind() >= TokKind::kw_true && kind() <= TokKind::kw_inf) return true;
    if (kind() != TokKind::kPrimitiveType || *token().end == '[') return false;
    Lexer ahead = lexer;
    ahead.Next();
    return *ahead.At() != '[';  // after blanks
  }
  bool ReadAttributeName(std::string_view* value);
  // The end of a name of `size` bytes at `position`, where a '%' may precede it.
  uint32_t EndOfName(uint32_t position, size_t size) const {
    const bool has_percent = lexer.begin()[position] == '%';
    return position + static_cast<uint32_t>(has_percent) + static_cast<uint32_t>(size);
  }
  bool ReadStringOrDict(std::string_view* value);  // silent on another kind of token
  // '{' [ INT { ',' INT } ] '}' in integer-list mode; with `open` and `close` other than braces for
  // other lists. A missing opener is reported as a missing closer, as XLA does.
  bool ReadInt64List(TokKind open, TokKind close, TokKind delimiter, std::vector<int64_t>* values);
  bool ReadInt64List(absl::Span<const int64_t>* values);  // braces and commas; in the arena
  // '{' [ INT { ',' INT } [','] ] '}': an index into nested tuples, XLA ParseShapeIndex.
  bool ReadShapeIndex(absl::Span<const int64_t>* index);

  // ---- Lists; they call read_item() for each item.
  // item { ',' item }
  template <typename ReadItem>
  bool ReadItems(ReadItem read_item) {
    do {
      if (!read_item()) return false;
    } while (EatIf(TokKind::kComma));
    return true;
  }
  // [ item { ',' item } ] `close`; logs `expects_close`, whose $0 is the kind of the token.
  template <typename ReadItem>
  bool ReadItemsUpTo(TokKind close, Code expects_close, ReadItem read_item) {
    return (kind() == close || ReadItems(read_item)) &&
           Expect(close, expects_close, TokKindName(close));
  }
  // The same after `open`. The messages are by default those of XLA's ParseList.
  template <typename ReadItem>
  bool ReadList(TokKind open, TokKind close, ReadItem read_item,
                Code expects_open = Code::kExpectsListStart,
                Code expects_close = Code::kExpectsListEnd) {
    return Expect(open, expects_open, TokKindName(open)) &&
           ReadItemsUpTo(close, expects_close, read_item);
  }
  // A list in braces; read(T*) reads an item. Copies them to the arena.
  template <typename T, typename Read>
  bool ReadBraceList(absl::Span<const T>* items, Read read,
                     Code expects_open = Code::kExpectsListStart,
                     Code expects_close = Code::kExpectsListEnd) {
    std::vector<T> all;
    const auto read_item = [&] { return read(&all.emplace_back()); };
    if (!ReadList(TokKind::kLbrace, TokKind::kRbrace, read_item, expects_open, expects_close)) {
      return false;
    }
    *items = arena.CopySpan(absl::MakeConstSpan(all));
    return true;
  }
  // '{' { item [','] } '}', where only the last item may omit its comma.
  template <typename T, typename Read>
  bool ReadTerminatedList(std::vector<T>* items, Read read, Code expects_open, Code expects_close) {
    if (!Expect(TokKind::kLbrace, expects_open)) return false;
    while (kind() != TokKind::kRbrace) {
      if (!read(&items->emplace_back())) return false;
      if (!EatIf(TokKind::kComma)) break;
    }
    return Expect(TokKind::kRbrace, expects_close);
  }

  // ---- Depth. Every production that may contain itself holds a DepthGuard and checks it:
  //   DepthGuard guard(ctx);
  //   if (!guard.ok()) return false;   // has logged "maximum recursion depth exceeded"
  class DepthGuard {
   public:
    explicit DepthGuard(ParseContext& ctx) : ctx_(ctx) { ok_ = ctx.EnterDepth(); }
    ~DepthGuard() { --ctx_.depth_; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    bool ok() const { return ok_; }

   private:
    ParseContext& ctx_;
    bool ok_;
  };
  // The same for a value of `levels` that a loop reads and other functions walk by recursion.
  bool CheckDepth(size_t levels) {
    return (levels <= static_cast<size_t>(options.limits.max_nesting_depth) &&
            stack_.IsKept(levels * kMostStackOfLevel)) ||
           TooDeep();
  }

 private:
  static constexpr size_t kMostStackOfLevel = 256;

  bool EnterDepth() {
    ++depth_;
    if (depth_ <= options.limits.max_nesting_depth && stack_.IsKept()) return true;
    return TooDeep();
  }
  ABSL_ATTRIBUTE_COLD ABSL_ATTRIBUTE_NOINLINE bool TooDeep();

  std::vector<Diagnostic> log_;
  std::vector<Diagnostic> warnings_;
  HashSet<std::pair<int, std::string_view>> unknown_words_;  // code and word of the warnings given
  size_t arena_bytes_before_;
  size_t shares_ = 1;
  size_t expansion_left_;
  size_t memory_limit_;
  StackBudget stack_;
  int depth_ = 0;
};

// Reads a value.
template <typename T>
using Production = bool (*)(ParseContext&, T*);

// The note that names --upgrade_legacy.
DiagnosticNote UpgradeLegacyNote(uint32_t begin, uint32_t end);

// A copy of `text` in the arena, padded for the lexer.
std::string_view CopyPadded(std::string_view text, Arena* arena);

// kInvalidArgument, "line:col: error: message", for `first`, the first error of `source`.
absl::Status ErrorStatus(std::string_view source, const Diagnostic& first);
// kOutOfRange, and a diagnostic if `diagnostics` is not null, if `options` or
// SourceBuffer::kMaxSize do not allow a text of this size.
absl::Status CheckInputSize(size_t size, const ParseOptions& options,
                            std::vector<Diagnostic>* diagnostics);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_PARSE_CONTEXT_H_
