// Folding and selection ranges, from the nesting of the text.
#include <algorithm>
#include <vector>

#include "src/base/byte_class.h"
#include "src/lex/line_scan.h"
#include "src/lsp/requests.h"
#include "src/lsp/syntax.h"

namespace hlo_text_v1::internal {

namespace {

class FoldWriter {
 public:
  explicit FoldWriter(RequestContext& context)
      : text_(context.document.text()), json_(context.json) {}

  void Write(ByteRange range, std::string_view kind) {
    const int64_t first = text_.LineOf(range.begin);
    const int64_t last = text_.LineOf(std::max(range.begin, range.end));
    if (last <= first) return;
    json_.BeginObject();
    json_.Key("startLine").Int(first);
    json_.Key("endLine").Int(last);
    json_.Key("kind").String(kind);
    json_.EndObject();
  }

  // Blocks of comments on consecutive lines, in a part of the text without statements.
  void WriteComments(ByteRange gap) {
    const std::string_view text = text_.view().substr(0, gap.end);
    ByteRange block;
    for (size_t at = gap.begin; at < text.size();) {
      const size_t end = EndOfComment(text, at);
      if (end == at) {
        at = text[at] == '"' ? EndOfString(text, at) : at + 1;
        continue;
      }
      const ByteRange comment{static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
      if (GoesOn(block, comment)) {
        block.end = comment.end;
      } else {
        Write(block, "comment");
        block = comment;
      }
      at = end;
    }
    Write(block, "comment");
  }

 private:
  // A comment after something on its line is about that.
  bool GoesOn(ByteRange block, ByteRange comment) const {
    return block.size() > 0 && BeginsLine(block.begin) && BeginsLine(comment.begin) &&
           text_.LineOf(comment.begin) == text_.LineOf(block.end) + 1;
  }
  bool BeginsLine(uint32_t offset) const {
    const uint32_t begin = text_.Line(text_.LineOf(offset)).begin;
    const std::string_view before = text_.Text({begin, offset});
    return std::all_of(before.begin(), before.end(), [](char c) { return HasClass(c, kBlank); });
  }

  const TextBuffer& text_;
  JsonWriter& json_;
};

// In the order of the text.
std::vector<ByteRange> StatementsOf(const Outline& outline) {
  std::vector<ByteRange> statements;
  statements.reserve(outline.modules.size() + outline.tables.size() +
                     2 * outline.computations.size() + outline.instructions.size());
  for (const OutlineModule& module : outline.modules) {
    statements.push_back({module.header, module.header_end});
  }
  for (const OutlineTable& table : outline.tables) statements.push_back({table.begin, table.end});
  for (const OutlineComputation& computation : outline.computations) {
    statements.push_back({computation.begin, computation.body});
    statements.push_back({computation.body_end, computation.end});
  }
  for (const OutlineInstruction& instruction : outline.instructions) {
    statements.push_back(instruction.range());
  }
  std::sort(statements.begin(), statements.end(),
            [](ByteRange a, ByteRange b) { return a.begin < b.begin; });
  return statements;
}

// The ranges around `offset` in a statement: brackets with their contents, and the statement's
// parts.
void AddStatement(const std::vector<SyntaxToken>& tokens, ByteRange statement, uint32_t offset,
                  std::vector<ByteRange>* ranges) {
  std::vector<uint32_t> open;
  for (const SyntaxToken& token : tokens) {
    const bool opens = token.kind == TokKind::kLparen || token.kind == TokKind::kLbrace ||
                       token.kind == TokKind::kLsquare;
    const bool closes = token.kind == TokKind::kRparen || token.kind == TokKind::kRbrace ||
                        token.kind == TokKind::kRsquare;
    if (opens) open.push_back(token.begin);
    if (closes && !open.empty()) {
      ranges->push_back({open.back(), token.end});
      if (open.back() + 1 < token.begin) ranges->push_back({open.back() + 1, token.begin});
      open.pop_back();
    }
    if (!opens && !closes && token.kind != TokKind::kComma) ranges->push_back(token.range());
  }
  const InstructionSyntax parts = PartsOf(tokens);
  ranges->push_back(parts.shape);
  if (parts.opcode.size() > 0 && parts.operands.size() > 0) {
    ranges->push_back({parts.opcode.begin, parts.operands.end});
    ranges->push_back(
        {parts.shape.size() > 0 ? parts.shape.begin : parts.opcode.begin, statement.end});
  }
  for (const AttributeSyntax& attribute : parts.attributes) {
    ranges->push_back(attribute.value);
    ranges->push_back({attribute.name.begin, attribute.value.end});
  }
  ranges->push_back(statement);
  ranges->erase(
      std::remove_if(ranges->begin(), ranges->end(),
                     [&](ByteRange each) { return each.size() == 0 || !each.Contains(offset); }),
      ranges->end());
}

// Each range is within the next.
std::vector<ByteRange> RangesAround(Document& document, uint32_t offset) {
  const Outline& outline = document.outline();
  std::vector<ByteRange> ranges;
  SyntaxReader reader(document.view());
  const int c = outline.ComputationAt(offset);
  if (c >= 0) {
    const OutlineComputation& computation = outline.computations[static_cast<size_t>(c)];
    const int i = outline.InstructionAt(offset);
    if (offset < computation.body) {
      AddStatement(reader.ReadHead(computation), {computation.begin, computation.body}, offset,
                   &ranges);
    } else if (i >= 0) {
      const OutlineInstruction& instruction = outline.instructions[static_cast<size_t>(i)];
      AddStatement(reader.ReadInstruction(instruction), instruction.range(), offset, &ranges);
    }
    if (offset >= computation.body && offset <= computation.body_end) {
      ranges.push_back({computation.body, computation.body_end});
    }
    ranges.push_back(computation.range());
  }
  const int m = outline.ModuleAt(offset);
  if (m >= 0) {
    const OutlineModule& module = outline.modules[static_cast<size_t>(m)];
    const ByteRange header{module.header, module.header_end};
    if (header.Contains(offset)) {
      AddStatement(reader.Read(StatementKind::kHeader, header), header, offset, &ranges);
    }
    ranges.push_back({module.begin, module.end});
  }
  for (const OutlineTable& table : outline.tables) {
    if (table.begin <= offset && offset <= table.end) ranges.push_back({table.begin, table.end});
  }
  ranges.push_back({0, document.text().size()});
  std::stable_sort(ranges.begin(), ranges.end(),
                   [](ByteRange a, ByteRange b) { return a.size() < b.size(); });
  std::vector<ByteRange> nested;
  for (const ByteRange range : ranges) {
    const bool holds_last =
        nested.empty() || (range.begin <= nested.back().begin && nested.back().end <= range.end &&
                           !(range == nested.back()));
    if (holds_last) nested.push_back(range);
  }
  return nested;
}

}  // namespace

RpcStatus FoldingRanges(RequestContext& context) {
  const Outline& outline = context.document.outline();
  context.json.BeginArray();
  FoldWriter folds(context);
  for (const OutlineModule& module : outline.modules) {
    if (outline.modules.size() > 1) folds.Write({module.begin, module.end - 1}, "region");
  }
  for (const OutlineTable& table : outline.tables) {
    folds.Write({table.begin, table.end}, "imports");
  }
  for (const OutlineComputation& computation : outline.computations) {
    if (computation.name != computation.name_end) folds.Write(computation.range(), "region");
  }
  for (const OutlineInstruction& instruction : outline.instructions) {
    folds.Write(instruction.range(), "region");
  }
  uint32_t at = 0;
  for (const ByteRange statement : StatementsOf(outline)) {
    if (at < statement.begin) folds.WriteComments({at, statement.begin});
    at = std::max(at, statement.end);
  }
  folds.WriteComments({at, context.document.text().size()});
  context.json.EndArray();
  return {};
}

RpcStatus SelectionRanges(RequestContext& context) {
  const JsonValue* positions = ArrayOf(Member(context.params, "positions"));
  if (positions == nullptr) return InvalidParams("no positions");
  JsonWriter& json = context.json;
  json.BeginArray();
  for (const JsonValue& each : *positions) {
    const std::optional<LspPosition> position = PositionOf(&each);
    if (!position.has_value()) return InvalidParams("no position");
    const std::vector<ByteRange> ranges =
        RangesAround(context.document, context.document.text().Offset(*position));
    for (const ByteRange range : ranges) {
      if (range.begin != ranges[0].begin || range.end != ranges[0].end) json.Key("parent");
      json.BeginObject();
      json.Key("range");
      WriteRange(json, context.document.text(), range);
    }
    for (size_t i = 0; i < ranges.size(); ++i) json.EndObject();
  }
  json.EndArray();
  return {};
}

}  // namespace hlo_text_v1::internal
