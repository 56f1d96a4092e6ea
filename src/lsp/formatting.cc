// Formatting, as `hlo-fmt --keep`.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/format.h"
#include "src/base/strings.h"
#include "src/lsp/requests.h"

namespace hlo::internal {

namespace {

// Longer texts that the parser has accepted are formatted token by token, without reading the
// result again to compare.
constexpr size_t kMaxChecked = size_t{1} << 20;

// An edit for each run of lines that differ, if there are as many lines as before; else one for all
// between the first and the last line that differ.
void WriteEdits(const TextBuffer& text, ByteRange range, std::string_view after, JsonWriter& json) {
  const std::string_view before = text.Text(range);
  json.BeginArray();
  if (before == after) return json.EndArray();
  const auto write = [&](size_t begin, size_t end, std::string_view new_text) {
    WriteTextEdit(
        json, text,
        {range.begin + static_cast<uint32_t>(begin), range.begin + static_cast<uint32_t>(end)},
        new_text);
  };
  size_t a = 0;
  size_t b = 0;
  const bool same_lines = std::count(before.begin(), before.end(), '\n') ==
                          std::count(after.begin(), after.end(), '\n');
  while (same_lines && (a < before.size() || b < after.size())) {
    const size_t a_end = std::min(before.find('\n', a), before.size());
    const size_t b_end = std::min(after.find('\n', b), after.size());
    const std::string_view line = after.substr(b, b_end - b);
    if (before.substr(a, a_end - a) != line) {
      write(a, a_end, line);
    }
    a = a_end + 1;
    b = b_end + 1;
  }
  if (!same_lines) {
    size_t begin = static_cast<size_t>(
        std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
        before.begin());
    while (begin > 0 && before[begin - 1] != '\n') --begin;
    size_t tail = 0;
    const size_t most = std::min(before.size(), after.size()) - begin;
    while (tail < most && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
      ++tail;
    // Whole lines.
    while (tail > 0 && before[before.size() - tail - 1] != '\n') --tail;
    write(begin, before.size() - tail, after.substr(begin, after.size() - tail - begin));
  }
  json.EndArray();
}

bool IsLongAndAccepted(Document& document) {
  const std::vector<ParsedModule>& modules = document.modules();
  return document.text().size() > kMaxChecked && modules.size() == 1 &&
         modules[0].module != nullptr;
}

RpcStatus Format(RequestContext& context, ByteRange piece, const FormatOptions& options) {
  const Document& document = context.document;
  const absl::StatusOr<std::string> text = FormatHloText(document.Text(piece), options);
  if (!text.ok()) return RequestFailed(StrCat("not formatted: ", Std(text.status().message())));
  WriteEdits(document.text(), piece, *text, context.json);
  return {};
}

// The computations with the lines of `range`; the whole text if something else is on one of them.
ByteRange ComputationsOf(Document& document, ByteRange range) {
  const Outline& outline = document.outline();
  const int first = outline.ComputationAt(range.begin);
  const int last = outline.ComputationAt(range.end);
  if (first < 0 || last < 0) return {0, document.text().size()};
  return {outline.computations[static_cast<size_t>(first)].begin,
          outline.computations[static_cast<size_t>(last)].end};
}

}  // namespace

RpcStatus Formatting(RequestContext& context) {
  if (context.document.is_read_only()) return RequestFailed("the document is read only");
  FormatOptions options;
  options.parse = !IsLongAndAccepted(context.document);
  return Format(context, {0, context.document.text().size()}, options);
}

RpcStatus RangeFormatting(RequestContext& context) {
  std::optional<LspRange> range = RangeOf(Member(context.params, "range"));
  if (!range.has_value()) return InvalidParams("no range");
  if (context.document.is_read_only()) return RequestFailed("the document is read only");
  const TextBuffer& text = context.document.text();
  // A range that ends before the first unit of a line leaves it out.
  if (range->end.character == 0 && range->end.line > range->begin.line) --range->end.line;
  const int64_t first = std::clamp<int64_t>(range->begin.line, 0, text.line_count() - 1);
  const int64_t last = std::clamp<int64_t>(range->end.line, first, text.line_count() - 1);
  FormatOptions options;
  ByteRange piece{0, text.size()};
  if (IsLongAndAccepted(context.document)) {
    options.parse = false;
    piece = ComputationsOf(context.document, {text.Line(first).begin, text.Line(last).end});
  }
  const int64_t lines_before = text.LineOf(piece.begin);
  options.lines.first = first - lines_before + 1;
  options.lines.last = last - lines_before + 1;
  return Format(context, piece, options);
}

}  // namespace hlo::internal
