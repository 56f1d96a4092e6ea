// Formatting, as `hlo-fmt --keep`.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/strip.h"
#include "hlo/format.h"
#include "src/base/strings.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

// Longer texts that the parser has accepted are formatted token by token, without reading the
// result again to compare.
constexpr size_t kMaxChecked = size_t{1} << 20;

// A line without its line end (LF or CR LF), which stays.
std::string_view WithoutCr(std::string_view line) {
  return Std(absl::StripSuffix(Absl(line), "\r"));
}

// An edit for each run of lines that differ, if there are as many lines as before; else one edit
// for everything from the first to the last line that differs.
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
    const std::string_view old_line = WithoutCr(before.substr(a, a_end - a));
    const std::string_view line = WithoutCr(after.substr(b, b_end - b));
    if (old_line != line) write(a, a + old_line.size(), line);
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

// Only the parser knows where a value with unknown words ends.
bool KeepsUnknownWords(Document& document) {
  for (const Diagnostic& each : document.modules()[0].diagnostics) {
    if (each.code == DiagnosticCode::kUnknownOpcodeKept ||
        each.code == DiagnosticCode::kUnknownAttributeKept ||
        each.code == DiagnosticCode::kUnknownTypeKept ||
        each.code == DiagnosticCode::kUnknownValueKept) {
      return true;
    }
  }
  return false;
}

FormatOptions OptionsOf(const RequestContext& context) {
  FormatOptions options;
  options.upgrade_legacy = context.settings.upgrade_legacy;
  options.allow_unknown = context.settings.allow_unknown;
  options.parse = !IsLongAndAccepted(context.document) || KeepsUnknownWords(context.document);
  return options;
}

RpcStatus Format(RequestContext& context, const FormatOptions& options) {
  const Document& document = context.document;
  const ByteRange piece{0, document.text().size()};
  const absl::StatusOr<std::string> text = FormatHloText(document.Text(piece), options);
  if (!text.ok()) return RequestFailed(StrCat("not formatted: ", Std(text.status().message())));
  WriteEdits(document.text(), piece, *text, context.json);
  return {};
}

// Whether a comment that begins in `text` may go on after it.
bool EndsInComment(std::string_view text) {
  const size_t begin = text.rfind("/*");
  return begin != std::string_view::npos && text.find("*/", begin + 2) == std::string_view::npos;
}

// The instructions on the lines of `range`, with the rest of their lines and everything between
// them, such as the end of a computation and the head of the next. Empty if the first or last
// shares a line with something else, if the range has more lines before or after them, or if a
// computation has bodies in place, whose lines are indented more.
ByteRange InstructionsOn(Document& document, ByteRange range) {
  const Outline& outline = document.outline();
  const TextBuffer& text = document.text();
  const auto& all = outline.instructions;
  const auto first =
      std::lower_bound(all.begin(), all.end(), range.begin,
                       [](const OutlineInstruction& each, uint32_t at) { return each.end < at; });
  auto last = std::lower_bound(
      first, all.end(), range.end,
      [](const OutlineInstruction& each, uint32_t at) { return each.begin <= at; });
  if (first == last) return {};
  --last;
  const ByteRange lines{text.Line(text.LineOf(first->begin)).begin,
                        text.Line(text.LineOf(last->end)).end};
  const auto& computations = outline.computations;
  const bool has_bodies = std::any_of(computations.begin() + first->computation,
                                      computations.begin() + last->computation + 1,
                                      [](const auto& each) { return each.has_bodies; });
  const uint32_t end_before = first == all.begin() ? 0 : (first - 1)->end;
  const bool is_alone = !has_bodies && lines.begin <= range.begin && range.end <= lines.end &&
                        lines.begin >= computations[first->computation].body &&
                        lines.end <= computations[last->computation].body_end &&
                        end_before <= lines.begin &&
                        !EndsInComment(document.Text({end_before, lines.begin})) &&
                        !EndsInComment(document.Text({last->end, lines.end})) &&
                        (last + 1 == all.end() || (last + 1)->begin >= lines.end);
  return is_alone ? lines : ByteRange{};
}

// Formats whole lines, the first and the last in bodies, within computations made for them.
RpcStatus FormatInstructions(RequestContext& context, ByteRange lines) {
  constexpr std::string_view kHead = "c {\n";
  constexpr std::string_view kEnd = "\n}\n";
  FormatOptions options;
  options.parse = false;
  const absl::StatusOr<std::string> text =
      FormatHloText(StrCat(kHead, context.document.Text(lines), kEnd), options);
  if (!text.ok()) return RequestFailed(StrCat("not formatted: ", Std(text.status().message())));
  std::string_view body = *text;
  if (body.substr(0, kHead.size()) != kHead || body.size() < kHead.size() + kEnd.size()) {
    return RequestFailed("not formatted");
  }
  body.remove_prefix(kHead.size());
  body.remove_suffix(kEnd.size());
  WriteEdits(context.document.text(), lines, body, context.json);
  return {};
}

}  // namespace

RpcStatus Formatting(RequestContext& context) {
  if (context.document.is_read_only()) return RequestFailed("the document is read only");
  return Format(context, OptionsOf(context));
}

RpcStatus RangeFormatting(RequestContext& context) {
  std::optional<LspRange> range = RangeOf(Member(context.params, "range"));
  if (!range.has_value()) return InvalidParams("no range");
  if (context.document.is_read_only()) return RequestFailed("the document is read only");
  const TextBuffer& text = context.document.text();
  // A range that ends at the beginning of a line does not include that line.
  if (range->end.character == 0 && range->end.line > range->begin.line) --range->end.line;
  const int64_t first = std::clamp<int64_t>(range->begin.line, 0, text.line_count() - 1);
  const int64_t last = std::clamp<int64_t>(range->end.line, first, text.line_count() - 1);
  FormatOptions options = OptionsOf(context);
  if (!options.parse) {
    const ByteRange lines =
        InstructionsOn(context.document, {text.Line(first).begin, text.Line(last).end});
    if (lines.size() > 0) return FormatInstructions(context, lines);
  }
  options.lines.first = first + 1;
  options.lines.last = last + 1;
  return Format(context, options);
}

}  // namespace hlo_text_v1::internal
