// Semantic tokens: a color for each token by its role, and comments.
//
// The answer is a list of numbers, five for each token: lines and units since the token before,
// length, type, modifiers. Clients do not take tokens across line ends, so such strings and
// comments are cut into lines.
#include <algorithm>
#include <charconv>
#include <vector>

#include "src/lex/trivia.h"
#include "src/lsp/requests.h"
#include "src/lsp/syntax.h"

namespace hlo_text_v1::internal {

namespace {

// Types of the protocol, in the order of the legend.
#define HLO_TOKEN_TYPES(X)    \
  X(Keyword, "keyword")       \
  X(Namespace, "namespace")   \
  X(Function, "function")     \
  X(Variable, "variable")     \
  X(Parameter, "parameter")   \
  X(Type, "type")             \
  X(Method, "method")         \
  X(Property, "property")     \
  X(EnumMember, "enumMember") \
  X(Number, "number")         \
  X(String, "string")         \
  X(Comment, "comment")

constexpr std::string_view kTypes[] = {
#define HLO_TOKEN_TYPE(Id, word) word,
    HLO_TOKEN_TYPES(HLO_TOKEN_TYPE)
#undef HLO_TOKEN_TYPE
};
enum TokenType : int8_t {
  kNone = -1,
#define HLO_TOKEN_TYPE(Id, word) k##Id##Type,
  HLO_TOKEN_TYPES(HLO_TOKEN_TYPE)
#undef HLO_TOKEN_TYPE
};
#undef HLO_TOKEN_TYPES
constexpr int kDeclaration = 1;

TokenType TypeOf(TokenRole role) {
  switch (role) {
    case TokenRole::kKeyword:
      return kKeywordType;
    case TokenRole::kModule:
      return kNamespaceType;
    case TokenRole::kComputationDefinition:
    case TokenRole::kComputationUse:
      return kFunctionType;
    case TokenRole::kInstructionDefinition:
    case TokenRole::kInstructionUse:
    case TokenRole::kReference:
      return kVariableType;
    case TokenRole::kParameterName:
      return kParameterType;
    case TokenRole::kType:
      return kTypeType;
    case TokenRole::kOpcode:
      return kMethodType;
    case TokenRole::kAttribute:
    case TokenRole::kField:
      return kPropertyType;
    case TokenRole::kWord:
      return kEnumMemberType;
    case TokenRole::kNumber:
      return kNumberType;
    case TokenRole::kString:
      return kStringType;
    case TokenRole::kPunctuation:
    case TokenRole::kError:
      break;
  }
  return kNone;
}

bool IsDefinition(TokenRole role) {
  return role == TokenRole::kComputationDefinition || role == TokenRole::kInstructionDefinition ||
         role == TokenRole::kParameterName;
}

class TokenWriter {
 public:
  TokenWriter(RequestContext& context, ByteRange range)
      : document_(context.document),
        text_(document_.text()),
        reader_(document_.view()),
        json_(context.json),
        range_(range),
        line_(text_.LineOf(range.begin)),
        line_range_(text_.Line(line_)),
        next_line_(BeginOfLine(line_ + 1)) {}

  // Statements of the outline in the order of the text.
  void WriteAll() {
    const Outline& outline = document_.outline();
    for (const OutlineModule& module : outline.modules) {
      WriteStatement(StatementKind::kHeader, {module.header, module.header_end});
      for (uint32_t i = module.first; i < module.last; ++i) {
        WriteTables(outline, outline.computations[i].begin);
        WriteComputation(outline, outline.computations[i]);
      }
      WriteTables(outline, module.end);
    }
    WriteComments(range_.end);
  }

 private:
  // The tables that are left before `end`.
  void WriteTables(const Outline& outline, uint32_t end) {
    for (; table_ < outline.tables.size() && outline.tables[table_].begin < end; ++table_) {
      WriteStatement(StatementKind::kTable,
                     {outline.tables[table_].begin, outline.tables[table_].end});
    }
  }

  void WriteComputation(const Outline& outline, const OutlineComputation& computation) {
    if (computation.end < range_.begin) at_ = std::max(at_, computation.end);
    if (computation.end < range_.begin || computation.begin >= range_.end) return;
    WriteStatement(StatementKind::kHead, {computation.begin, computation.body});
    const auto first =
        std::lower_bound(outline.instructions.begin() + computation.first,
                         outline.instructions.begin() + computation.last, range_.begin,
                         [](const OutlineInstruction& each, uint32_t at) { return each.end < at; });
    const auto last = outline.instructions.begin() + computation.last;
    if (first > outline.instructions.begin() + computation.first) {
      at_ = std::max(at_, (first - 1)->end);
    }
    for (auto each = first; each < last && each->begin < range_.end; ++each) {
      WriteStatement(StatementKind::kInstruction, each->range());
    }
    WriteStatement(StatementKind::kAfterBody, {computation.body_end, computation.end});
  }

  void WriteStatement(StatementKind kind, ByteRange statement) {
    if (statement.end <= range_.begin) at_ = std::max(at_, statement.end);
    if (statement.end <= range_.begin || statement.begin >= range_.end) return;
    if (statement.size() == 0) return;  // the reader would look for a token far after it
    for (const SyntaxToken& token : reader_.Read(kind, statement)) {
      const TokenType type = TypeOf(token.role);
      if (token.begin >= range_.end) return;
      if (type == kNone) continue;
      if (token.end <= range_.begin) {
        at_ = token.end;
        continue;
      }
      WriteComments(token.begin);
      Write(token.range(), type, IsDefinition(token.role) ? kDeclaration : 0);
      at_ = token.end;
    }
  }

  // The comments from the last token to `end`.
  void WriteComments(uint32_t end) {
    const std::string_view gap = document_.view().substr(at_, end > at_ ? end - at_ : 0);
    if (std::none_of(gap.begin(), gap.end(), [](char c) { return c == '/'; })) return;
    CommentReader comments(gap.data(), gap.data() + gap.size());
    Comment comment;
    while (comments.Next(&comment)) {
      const auto begin = static_cast<uint32_t>(comment.text.data() - document_.view().data());
      const ByteRange range{begin, begin + static_cast<uint32_t>(comment.text.size())};
      if (range.end > range_.begin) Write(range, kCommentType, 0);
    }
  }

  void Write(ByteRange range, TokenType type, int modifiers) {
    range.begin = std::max(range.begin, line_range_.begin);  // it may begin before the first line
    while (range.begin >= next_line_) NextLine();
    while (range.end > line_range_.end && line_ + 1 < text_.line_count()) {
      WriteInLine({range.begin, std::min(range.end, line_range_.end)}, type, modifiers);
      NextLine();
      range.begin = line_range_.begin;
      if (range.begin >= range.end) return;
    }
    WriteInLine(range, type, modifiers);
  }
  void NextLine() {
    line_range_ = text_.Line(++line_);
    next_line_ = BeginOfLine(line_ + 1);
  }
  // The end of the text if there is no such line.
  uint32_t BeginOfLine(int64_t line) const {
    return line < text_.line_count() ? text_.Line(line).begin : text_.size() + 1;
  }

  void WriteInLine(ByteRange range, TokenType type, int modifiers) {
    if (range.end <= range.begin) return;
    if (line_ != last_line_) last_offset_ = line_range_.begin;
    TextWriter& out = json_.Raw();
    char* to = out.Room(size_t{5} * 24);
    to = AppendNumber(to, line_ - last_line_);
    to = AppendNumber(to, Units({last_offset_, range.begin}));
    to = AppendNumber(to, Units(range));
    to = AppendNumber(to, type);
    *to++ = static_cast<char>('0' + modifiers);
    out.Wrote(to);
    last_line_ = line_;
    last_offset_ = range.begin;
  }
  int64_t Units(ByteRange range) const {
    return text_.has_one_unit_per_byte() ? range.size() : text_.Units(range);
  }
  // With a comma. Most numbers are short, and there are millions.
  static char* AppendNumber(char* to, int64_t value) {
    if (value < 0 || value > 99) {
      to = std::to_chars(to, to + 20, value).ptr;
    } else {
      if (value > 9) *to++ = static_cast<char>('0' + value / 10);
      *to++ = static_cast<char>('0' + value % 10);
    }
    *to++ = ',';
    return to;
  }

  Document& document_;
  const TextBuffer& text_;
  SyntaxReader reader_;
  JsonWriter& json_;
  const ByteRange range_;
  int64_t line_;
  ByteRange line_range_;
  uint32_t next_line_;        // its beginning
  uint32_t at_ = 0;           // end of the last token, also of one before the range
  size_t table_ = 0;          // the next one
  int64_t last_line_ = 0;     // of the last token that was written
  uint32_t last_offset_ = 0;  // its beginning
};

RpcStatus WriteTokens(RequestContext& context, ByteRange range) {
  context.json.BeginObject();
  context.json.Key("data");
  context.json.BeginArray();
  TokenWriter(context, range).WriteAll();
  context.json.EndArray();
  context.json.EndObject();
  return {};
}

}  // namespace

void WriteSemanticTokensLegend(JsonWriter& json) {
  json.Key("tokenTypes");
  json.List(kTypes, [&](std::string_view type) { json.String(type); });
  json.Key("tokenModifiers").BeginArray();
  json.String("declaration");
  json.EndArray();
}

RpcStatus SemanticTokensFull(RequestContext& context) {
  return WriteTokens(context, {0, context.document.text().size()});
}

RpcStatus SemanticTokensRange(RequestContext& context) {
  const std::optional<ByteRange> range = context.Range();
  if (!range.has_value()) return InvalidParams("no range");
  return WriteTokens(context, *range);
}

}  // namespace hlo_text_v1::internal
