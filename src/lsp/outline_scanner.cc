// MakeOutline: one walk over the bytes that recognizes strings, comments, braces and the beginnings
// of statements.
#include <algorithm>
#include <cstring>

#include "hlo/attribute_kind.h"
#include "src/base/byte_class.h"
#include "src/format/split_modules.h"
#include "src/lex/scan_run.h"
#include "src/lsp/outline.h"

namespace hlo_text_v1::internal {

namespace {

// Bytes at which the scan of an instruction stops.
struct StopTable {
  bool stops[256] = {};
  constexpr StopTable() {
    for (const char c : {'"', '\'', '/', '{', '}', '=', '\n', '\r', '\0'}) {
      stops[static_cast<unsigned char>(c)] = true;
    }
  }
};
constexpr StopTable kStops;

bool NamesComputations(std::string_view attribute) {
  static const auto* const names = [] {
    auto* found = new std::vector<std::string_view>();
    for (int i = 0; i < kAttributeKindCount; ++i) {
      const AttributeInfo& info = GetAttributeInfo(static_cast<AttributeKind>(i));
      if (info.type == AttributeType::kComputation ||
          info.type == AttributeType::kComputationList) {
        found->push_back(info.name);
      }
    }
    return found;
  }();
  return std::find(names->begin(), names->end(), attribute) != names->end();
}

class OutlineScanner {
 public:
  explicit OutlineScanner(std::string_view text) : begin_(text.data()) {}

  Outline Run(std::string_view text) {
    for (const std::string_view piece : PiecesOf(text)) ScanModule(piece);
    return std::move(outline_);
  }

 private:
  uint32_t At(const char* p) const { return static_cast<uint32_t>(p - begin_); }

  static const char* SkipSpaces(const char* p) {
    while (*p == ' ' || *p == '\t' || (*p == '\r' && p[1] == '\n')) ++p;
    return p;
  }
  // A line ends in LF, CR LF or CR.
  const char* NextLine(const char* p) const {
    while (p < end_ && *p != '\n' && *p != '\r') ++p;
    if (p >= end_) return end_;
    return *p == '\r' && p + 1 < end_ && p[1] == '\n' ? p + 2 : p + 1;
  }
  static bool EndsLine(const char* p) { return *p == '\n' || (*p == '\r' && p[1] != '\n'); }
  bool BeginsLine(const char* p) const { return p == begin_ || EndsLine(p - 1); }
  // Past blanks, newlines and comments.
  const char* SkipTrivia(const char* p) const {
    for (;;) {
      while (p < end_ && HasClass(*p, kBlank)) ++p;
      const char* end = p < end_ ? EndOfComment(p) : p;
      if (end == p) return p;
      p = end;
    }
  }
  // `p` if there is no comment.
  const char* EndOfComment(const char* p) const {
    if (*p != '/') return p;
    if (p[1] == '/') {
      const char* next = NextLine(p);
      return std::max(p, next < end_ ? next - 1 : next);
    }
    if (p[1] != '*') return p;
    if (unclosed_ != nullptr && p >= unclosed_) return p + 2;
    const std::string_view rest(p, static_cast<size_t>(end_ - p));
    const size_t close = rest.find("*/", 2);
    if (close == std::string_view::npos) unclosed_ = p;
    return close == std::string_view::npos ? p + 2 : p + close + 2;
  }
  // The end of a string. A string over several lines is taken for unclosed if its last quote looks
  // like the opening quote of another.
  const char* EndOfString(const char* p) const {
    const char quote = *p;
    const char* q = p + 1;
    bool has_newline = false;
    for (; q < end_ && *q != quote; ++q) {
      if (*q == '\\' && q + 1 < end_) {
        ++q;
      } else if (*q == '\n') {
        if (quote == '\'') return p + 1;
        if (!has_newline) first_newline_ = q;
        has_newline = true;
      }
    }
    if (has_newline && (q >= end_ || q[-1] == '=' || q[-1] == '{' || q[-1] == ',')) {
      return first_newline_;
    }
    if (q >= end_) return quote == '\'' ? p + 1 : end_;
    return q + 1;
  }

  struct Name {
    const char* begin = nullptr;   // after the %
    const char* end = nullptr;     // begin: there is none
    const char* equals = nullptr;  // of the instruction that it begins
  };
  Name ReadName(const char* p) const {
    if (*p == '%') ++p;
    if (p >= end_ || !HasClass(*p, kIdentifierStart)) return {p, p, nullptr};
    return {p, std::min(SkipIdentifier(p), end_), nullptr};
  }

  // The name if `p` begins an instruction: [ROOT] name = with a blank, %name= or name: =
  bool BeginsInstruction(const char* p, Name* name) const {
    if (std::memcmp(p, "ROOT", 4) == 0 && !HasClass(p[4], kIdentifierByte)) p = SkipTrivia(p + 4);
    *name = ReadName(p);
    if (name->end == name->begin) return false;
    const char* equals = name->end;
    if (*p != '%' && *equals == '=') return false;  // an attribute
    if (*p != '%' && *equals == ':') ++equals;
    name->equals = SkipTrivia(equals);
    return name->equals < end_ && *name->equals == '=';
  }
  bool LineBeginsInstruction(const char* line) const {
    Name name;
    const char* p = SkipSpaces(line);
    return p < end_ && BeginsInstruction(p, &name);
  }
  // Whether the line is the head of a computation: ENTRY or a name in the first column and a brace
  // at the end. `name=` is an attribute.
  bool LineIsHead(const char* line) const {
    if (std::memcmp(line, "ENTRY", 5) == 0 && HasClass(line[5], kBlank)) return true;
    if (*line != '%' && !HasClass(*line, kIdentifierStart)) return false;
    const char* last = NextLine(line) - 1;
    while (last > line && HasClass(*last, kBlank)) --last;
    return *last == '{' && *ReadName(line).end != '=' && !LineBeginsInstruction(line);
  }
  // Whether the line must end the computation, whatever is open: it has a brace in the first
  // column, without an instruction or the continuation of a value after it. Bodies printed in place
  // also end in the first column.
  bool LineClosesBody(const char* line) const {
    if (*line != '}') return false;
    const char* p = SkipSpaces(line + 1);
    if (std::memcmp(p, ", execution_thread", 18) == 0) return true;
    const bool ends_line = p >= end_ || EndsLine(p) || *p == '/' || LineIsHead(p);
    Name name;
    p = SkipTrivia(p);
    return ends_line && (p >= end_ || (*p != '}' && !BeginsInstruction(p, &name)));
  }

  void ScanModule(std::string_view piece) {
    OutlineModule module;
    const char* p = piece.data();
    end_ = p + piece.size();
    unclosed_ = nullptr;
    module.begin = module.header = module.header_end = At(p);
    module.end = At(end_);
    module.first = static_cast<uint32_t>(outline_.computations.size());
    module_ = static_cast<uint32_t>(outline_.modules.size());
    while ((p = SkipTrivia(p)) < end_) p = ScanTopLevel(p, &module);
    CloseImplicit(end_);
    module.last = static_cast<uint32_t>(outline_.computations.size());
    outline_.modules.push_back(module);
  }

  const char* ScanTopLevel(const char* p, OutlineModule* module) {
    Name name;
    const bool begins_instruction = BeginsInstruction(p, &name);
    if (begins_instruction) {
      OpenImplicit(p);
      return ScanInstruction(p, name);
    }
    const Name word = ReadName(p);
    if (word.end == word.begin) return NextLine(p);
    const std::string_view text(word.begin, static_cast<size_t>(word.end - word.begin));
    const bool has_table =
        !outline_.tables.empty() && outline_.tables.back().begin >= module->begin;
    const bool may_be_header = module->header_end == module->begin && !has_table &&
                               module->first == outline_.computations.size();
    if (*p != '%' && text == "HloModule" && may_be_header) {
      const Name title = ReadName(SkipSpaces(word.end));
      module->name = {At(title.begin), At(title.end)};
      module->header = At(p);
      p = EndOfHeader(title.end);
      module->header_end = At(p);
      return p;
    }
    if (*p != '%' && (text == "FileNames" || text == "FunctionNames" || text == "FileLocations" ||
                      text == "StackFrames")) {
      return ScanTable(p);
    }
    return ScanComputation(p);
  }

  // The header goes on in the next line after a comma, before one, and within braces.
  const char* EndOfHeader(const char* p) const {
    int64_t depth = 0;
    char last = '\0';
    while (p < end_) {
      const char* comment = EndOfComment(p);
      if (comment != p) {
        p = comment;
        continue;
      }
      if (*p == '"') {
        p = EndOfString(p);
        last = '"';
        continue;
      }
      if (EndsLine(p) && LineIsHead(p + 1)) return p;
      if (EndsLine(p) && depth <= 0 && last != ',') {
        const char* next = SkipTrivia(p);
        if (next >= end_ || *next != ',') return p;
        p = next;
      }
      if (*p == '{' || *p == '(') ++depth;
      if (*p == '}' || *p == ')') --depth;
      if (!HasClass(*p, kBlank)) last = *p;
      ++p;
    }
    return p;
  }

  // The keyword's line, then lines that begin with a number.
  const char* ScanTable(const char* p) {
    CloseImplicit(p);
    const char* last = NextLine(p);
    for (const char* line = last; line < end_ && HasClass(*SkipSpaces(line), kDigit);) {
      line = last = NextLine(line);
    }
    const char* end = last > p && EndsLine(last - 1) ? last - 1 : last;
    outline_.tables.push_back({At(p), At(end)});
    return last;
  }

  // [ENTRY] name [(parameters) -> shape] {
  const char* ScanComputation(const char* p) {
    CloseImplicit(p);
    OutlineComputation computation;
    computation.begin = At(p);
    computation.module = module_;
    Name name = ReadName(p);
    if (name.end - name.begin == 5 && std::memcmp(name.begin, "ENTRY", 5) == 0 && *p != '%') {
      computation.is_entry = true;
      name = ReadName(SkipTrivia(name.end));
    }
    computation.name = At(name.begin);
    computation.name_end = At(name.end);
    const char* body = name.end < no_body_before_ ? nullptr : FindBodyBrace(name.end);
    if (body == nullptr) return NextLine(p);
    computation.body = At(body + 1);
    computation.first = static_cast<uint32_t>(outline_.instructions.size());
    outline_.computations.push_back(computation);
    return ScanBody(body + 1);
  }

  static bool BeginsShape(const char* p) {
    return *p == '(' || (HasClass(*p, kIdentifierStart) && *SkipIdentifier(p) == '[');
  }

  // The brace that opens the body, not that of a layout, {1,0} or {:T(8)}. The head ends with its
  // line unless its next part is on the next line, or an arrow comes before.
  const char* FindBodyBrace(const char* p) {
    int64_t depth = 0;
    char last = '\0';
    while (p < end_) {
      const char* comment = EndOfComment(p);
      if (comment != p) {
        p = comment;
        continue;
      }
      const char c = *p;
      if (c == '(') ++depth;
      if (c == ')') --depth;
      no_body_before_ = p;
      if (c == '"' || c == '}' || (c == '=' && p[-1] != '<')) return nullptr;
      if (c == '{') {
        const char next = *SkipTrivia(p + 1);
        const bool is_layout =
            HasClass(next, kDigit) || next == ':' || next == '?' || *SkipSpaces(p + 1) == '}';
        if (!is_layout) return p;
        p = std::find(p, end_, '}');
        if (p >= end_) return nullptr;
      }
      if (EndsLine(p) && depth <= 0) {
        const char* next = SkipTrivia(p);
        if (next >= end_) return nullptr;
        const bool goes_on = last == '>'
                                 ? BeginsShape(next)
                                 : *next == '{' || *next == '(' || std::memcmp(next, "->", 2) == 0;
        if (!goes_on) return nullptr;
        p = next;
        continue;
      }
      if (!HasClass(c, kBlank)) last = c;
      ++p;
    }
    return nullptr;
  }

  const char* ScanBody(const char* p) {
    while ((p = SkipTrivia(p)) < end_) {
      Name name;
      if (BeginsInstruction(p, &name)) {
        p = ScanInstruction(p, name);
      } else if (*p == '}') {
        if (open_bodies_ == 0 || (BeginsLine(p) && LineClosesBody(p))) {
          return CloseBody(p, p + 1);
        }
        --open_bodies_;
        p = ScanRightSide(p + 1, /*is_call=*/true);  // of the instruction around it
      } else if (BeginsLine(p) && LineIsHead(p)) {
        return CloseBody(p, p);
      } else {
        p = SkipBroken(p);
      }
    }
    return CloseBody(end_, end_);
  }

  // Skips text in a body that is not an instruction: to the next line or a closing brace.
  const char* SkipBroken(const char* p) const {
    int64_t depth = 0;
    for (; p < end_ && !EndsLine(p); ++p) {
      if (*p == '"') {
        p = EndOfString(p) - 1;
      } else if (*p == '{') {
        ++depth;
      } else if (*p == '}' && --depth < 0) {
        return p;
      }
    }
    return p;
  }

  const char* CloseBody(const char* close, const char* p) {
    open_bodies_ = 0;
    OutlineComputation& computation = outline_.computations.back();
    computation.last = static_cast<uint32_t>(outline_.instructions.size());
    computation.body_end = At(close);
    const char* rest = SkipSpaces(p);
    if (p != close && *rest == ',') p = TrimEnd(p, std::min(NextLine(p), end_));
    computation.end = At(p);
    return p;
  }

  static const char* TrimEnd(const char* begin, const char* end) {
    while (end > begin && HasClass(end[-1], kBlank)) --end;
    return end;
  }

  // Instructions without a computation around them.
  void OpenImplicit(const char* p) {
    if (has_implicit_) return;
    has_implicit_ = true;
    OutlineComputation computation;
    computation.begin = computation.name = computation.name_end = computation.body = At(p);
    computation.module = module_;
    computation.first = static_cast<uint32_t>(outline_.instructions.size());
    outline_.computations.push_back(computation);
  }
  void CloseImplicit(const char* p) {
    if (!has_implicit_) return;
    has_implicit_ = false;
    CloseBody(p, p);
  }

  const char* ScanInstruction(const char* p, Name name) {
    OutlineInstruction instruction;
    instruction.begin = At(p);
    instruction.name = At(name.begin);
    instruction.name_end = At(name.end);
    instruction.computation = static_cast<uint32_t>(outline_.computations.size() - 1);
    const char* const equals = name.equals;
    comments_ = comments_end_ = nullptr;
    const char* end = ScanRightSide(equals + 1, /*is_call=*/false);
    const char* last = TrimEnd(equals + 1, end);
    if (comments_ != nullptr && last <= comments_end_) last = TrimEnd(equals + 1, comments_);
    instruction.end = At(last);
    outline_.instructions.push_back(instruction);
    return end;
  }

  // Skips to the beginning of the next instruction, or to the end of the body. `is_call`: in the
  // value of an attribute that has computations, where braces may hold instructions; elsewhere
  // `name =` in braces is part of a value, {scale = 0.2 : f64}.
  const char* ScanRightSide(const char* p, bool is_call) {
    const char* const from = p;
    int64_t braces = 0;
    for (;;) {
      while (!kStops.stops[static_cast<unsigned char>(*p)]) ++p;
      if (p >= end_) return end_;
      switch (*p) {
        case '"':
        case '\'':
          p = EndOfString(p);
          continue;
        case '/': {
          const char* end = EndOfComment(p);
          if (end != p) NoteComment(from, p, end);
          p = end == p ? p + 1 : end;
          continue;
        }
        case '{':
          ++braces;
          break;
        case '}':
          if (--braces < 0) return p;
          break;
        case '\r':
        case '\n': {
          if (!EndsLine(p)) break;
          const char* line = p + 1;
          if (line >= end_) return end_;
          if (LineClosesBody(line) || LineIsHead(line)) return p;
          if (LineBeginsInstruction(line)) {
            if (braces > 0 && OpensBody(from, p)) OpenBodies(braces);
            return p;
          }
          break;
        }
        case '=':
          if (const char* begin = braces == 0 || is_call ? BeginOfInstruction(from, p) : nullptr) {
            if (braces > 0 && OpensBody(from, begin)) OpenBodies(braces);
            return begin;
          }
          if (braces == 0 && HasClass(p[-1], kIdentifierByte)) is_call = ScanCalls(p);
          break;
        default:
          break;
      }
      ++p;
    }
  }

  // A comment belongs to the statement before it only if more of the statement follows.
  void NoteComment(const char* from, const char* begin, const char* end) {
    if (comments_ == nullptr || TrimEnd(from, begin) > comments_end_) comments_ = begin;
    comments_end_ = end;
  }

  // Whether a brace precedes `p`, ignoring blanks and comments: that of a body in place.
  bool OpensBody(const char* from, const char* p) const {
    p = TrimEnd(from, p);
    if (comments_ != nullptr && from < comments_ && comments_ < p && p <= comments_end_) {
      p = TrimEnd(from, comments_);
    }
    return p > from && p[-1] == '{';
  }

  void OpenBodies(int64_t braces) {
    open_bodies_ += braces;
    outline_.computations.back().has_bodies = true;
  }

  // Whether the keyword is at `p`, rather than the end of a name.
  static bool IsRoot(const char* from, const char* p) {
    return std::memcmp(p, "ROOT", 4) == 0 &&
           (p == from || (p[-1] != '%' && !HasClass(p[-1], kIdentifierByte)));
  }

  // `name =` in the middle of a line: where the instruction begins, if it follows `from`.
  const char* BeginOfInstruction(const char* from, const char* equals) const {
    const char* p = equals;
    while (p > from && HasClass(p[-1], kBlank)) --p;
    const bool has_blank = p < equals;
    if (p > from && p[-1] == ':') --p;
    const char* name_end = p;
    while (p > from && HasClass(p[-1], kIdentifierByte)) --p;
    if (p == name_end || !HasClass(*p, kIdentifierStart)) return nullptr;
    const bool has_percent = p > from && p[-1] == '%';
    if (has_percent) --p;
    if (!has_blank && !has_percent) return nullptr;
    const char* before = p;
    while (before > from && HasClass(before[-1], kBlank)) --before;
    const bool has_root = before - from >= 4 && before < p && IsRoot(from, before - 4);
    if (has_root) p = before - 4;
    return p > from ? p : nullptr;
  }

  // Notes the names in the value after the '=' of an attribute if it has computations; false if
  // not.
  bool ScanCalls(const char* equals) {
    const char* word = equals;
    while (word > begin_ && HasClass(word[-1], kIdentifierByte)) --word;
    if (!NamesComputations(std::string_view(word, static_cast<size_t>(equals - word)))) {
      return false;
    }
    const auto instruction = static_cast<uint32_t>(outline_.instructions.size());
    const char* p = SkipTrivia(equals + 1);
    const bool is_list = *p == '{';
    if (is_list) ++p;
    for (;;) {
      p = SkipTrivia(p);
      const Name name = ReadName(p);
      if (name.begin == name.end) return true;
      outline_.calls.push_back({At(name.begin), At(name.end), instruction});
      p = SkipTrivia(name.end);
      if (!is_list || *p != ',') return true;
      ++p;
    }
  }

  const char* const begin_;
  const char* end_ = nullptr;  // of the module
  uint32_t module_ = 0;
  bool has_implicit_ = false;
  int64_t open_bodies_ = 0;         // braces of bodies in place around the statement
  const char* comments_ = nullptr;  // the comments that end the statement as far as it is read
  const char* comments_end_ = nullptr;
  mutable const char* first_newline_ = nullptr;
  // A search that failed is not repeated from a later position.
  mutable const char* unclosed_ = nullptr;  // a comment without an end
  const char* no_body_before_ = nullptr;    // no head of a body begins before it
  Outline outline_;
};

}  // namespace

std::vector<std::string_view> PiecesOf(std::string_view text) {
  std::vector<std::string_view> pieces = SplitModules(text);
  if (pieces.empty()) pieces.push_back(text);
  return pieces;
}

Outline MakeOutline(std::string_view text) { return OutlineScanner(text).Run(text); }

}  // namespace hlo_text_v1::internal
