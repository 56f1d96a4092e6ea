// HLO text -> the same tokens with the spacing of XLA's printer.
//
// A loop over the tokens with a stack of open brackets. Two kinds of group hold statements, the
// module (kTop) and a body of instructions (kBody); each statement begins a line. In all others the
// style (style.h) gives the spacing between tokens. LineWriter puts the comments back.
//
//   token_formatter.cc   the loop, brackets, values
//   statements.cc        where a statement begins and ends
//
// The parser must have accepted the text. Text in an unusual order is kept as it is.
#ifndef HLO_FORMAT_TOKEN_FORMATTER_H_
#define HLO_FORMAT_TOKEN_FORMATTER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/format/line_writer.h"
#include "src/format/style.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1::internal {

class TokenFormatter {
 public:
  // Appends to `out`, which must be empty. `ctx` is at the beginning of `source`, whose parts
  // `kept` (FindKeptTexts) stay as they are; `line_end` is LineEndOf the whole text; `lines` may be
  // null.
  TokenFormatter(ParseContext& ctx, std::string_view source, std::vector<std::string_view> kept,
                 std::string_view line_end, std::string* out, std::vector<FormattedLine>* lines)
      : ctx_(ctx), source_(source), kept_(std::move(kept)), writer_(source, line_end, out, lines) {}

  // Returns false at something that is not a token; an accepted text has no such thing.
  bool Run();

 private:
  // Position in a statement of a kTop or kBody group.
  enum class Phase : uint8_t {
    kStart,
    kHead,       // before the operands, the body, the attributes of the header
    kOperands,   // after them
    kAttribute,  // after a comma: a name follows
    kValue,      // after `name=`
    kInValue,    // after a part of the value
    kTable,      // entries of a stack-frame table
  };
  struct Group {
    explicit Group(Style style) : style(style) {}
    Style style;
    Phase phase = Phase::kStart;
    ValueStyle value{Style::kTight, Style::kTight};  // of the attribute being read
    bool is_first = false;                           // statement of a body
    bool is_header = false;                          // the statement is HloModule ...
    uint32_t commas = 0;
    int indent = 0;                     // of the statements
    const char* shape_begin = nullptr;  // of the statement's shape, once seen
  };

  // ---- statements.cc
  void StatementToken();
  void BeginStatement(Group& group);
  void TableToken(Group& group);
  void TopHead(Group& group);
  void BodyHead(Group& group);
  void AttributeToken(Group& group);
  void ValueToken(Group& group);
  void PutTight();
  void OpenBody();
  void CloseBody();
  TokKind PeekKind();

  // ---- token_formatter.cc
  void GroupToken();
  void Open(Style style);
  void Close();
  void PutConstant(const char* shape_begin);
  // Whether a blank separates the token before from this one in a group of `info`.
  bool BlankInGroup(const StyleInfo& info);
  bool BlankBeforeWord(bool words);
  bool WouldJoin();
  // Style of the group that `bracket`, the current token, opens in `group`.
  Style StyleOfGroup(const Group& group, TokKind bracket);
  // ... `style`, resolved if it depends on the token after the brace.
  Style Resolve(Style style);
  // Begins a line if the current token begins an entry of a table of the header.
  bool BreakTable();
  // Puts the current token, or the whole of a shape or dictionary that begins with it.
  void PutAt(bool blank);
  // /*index=5*/, if the sixth element follows.
  void PutIndex();
  void PutToken();
  // Whether the next token begins a kept text.
  bool AtKeptText() {
    return next_kept_ < kept_.size() && kept_[next_kept_].data() == ctx_.lexer.At();
  }
  void PutKeptText();

  TokKind kind() { return ctx_.lexer.kind(); }
  Group& top() { return groups_.back(); }

  ParseContext& ctx_;
  const std::string_view source_;
  const std::vector<std::string_view> kept_;
  size_t next_kept_ = 0;
  LineWriter writer_;
  std::vector<Group> groups_;
  TokKind previous_ = TokKind::kNotLexed;  // kRsquare or kRbrace after a whole shape
  bool previous_is_opener_ = false;
  bool previous_is_constant_ = false;  // the opcode
  bool previous_is_buffer_ = false;    // the word b
  bool raw_value_ = false;             // the next '{' begins a dictionary
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_TOKEN_FORMATTER_H_
