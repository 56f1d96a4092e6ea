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

// Reading the result again takes most of the time; for longer texts it would be felt.
constexpr size_t kMaxChecked = size_t{1} << 20;

// An edit for each run of lines that differ, if there are as many lines as before; else one for all
// between the first and the last line that differ.
void WriteEdits(const TextBuffer& text, std::string_view after, JsonWriter& json) {
  const std::string_view before = text.view();
  json.BeginArray();
  size_t a = 0;
  size_t b = 0;
  const bool same_lines = std::count(before.begin(), before.end(), '\n') ==
                          std::count(after.begin(), after.end(), '\n');
  while (same_lines && (a < before.size() || b < after.size())) {
    const size_t a_end = std::min(before.find('\n', a), before.size());
    const size_t b_end = std::min(after.find('\n', b), after.size());
    const std::string_view line = after.substr(b, b_end - b);
    if (before.substr(a, a_end - a) != line) {
      WriteTextEdit(json, text, {static_cast<uint32_t>(a), static_cast<uint32_t>(a_end)}, line);
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
    WriteTextEdit(json, text,
                  {static_cast<uint32_t>(begin), static_cast<uint32_t>(before.size() - tail)},
                  after.substr(begin, after.size() - tail - begin));
  }
  json.EndArray();
}

RpcStatus Format(RequestContext& context, const FormatOptions& options) {
  const Document& document = context.document;
  if (document.is_read_only()) return RequestFailed("the document is read only");
  const absl::StatusOr<std::string> text = FormatHloText(document.view(), options);
  if (!text.ok()) return RequestFailed(StrCat("not formatted: ", Std(text.status().message())));
  WriteEdits(document.text(), *text, context.json);
  return {};
}

}  // namespace

RpcStatus Formatting(RequestContext& context) {
  FormatOptions options;
  options.check = context.document.text().size() <= kMaxChecked;
  return Format(context, options);
}

RpcStatus RangeFormatting(RequestContext& context) {
  const std::optional<LspRange> range = RangeOf(Member(context.params, "range"));
  if (!range.has_value()) return InvalidParams("no range");
  FormatOptions options;
  options.check = context.document.text().size() <= kMaxChecked;
  const int64_t lines = context.document.text().line_count();
  options.lines.first = std::clamp<int64_t>(range->begin.line + 1, 1, lines);
  // A range that ends before the first unit of a line leaves it out.
  const bool is_before = range->end.character == 0 && range->end.line > range->begin.line;
  options.lines.last =
      std::clamp<int64_t>(range->end.line + (is_before ? 0 : 1), options.lines.first, lines);
  return Format(context, options);
}

}  // namespace hlo::internal
