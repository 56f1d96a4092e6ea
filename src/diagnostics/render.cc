// Diagnostics as text for a terminal or a log.
//
// The source line is cut into cells, one per character that takes a column: a UTF-8 sequence, a
// tab, or a single byte. Only the cells around the caret are looked at, so a long line costs no
// more than the part that is shown. Bytes that a terminal could take for a command (control
// characters, broken UTF-8, bidirectional marks) are shown as '?'.
#include <algorithm>
#include <cstring>

#include "hlo/diagnostic.h"
#include "src/base/ansi.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr int kMinColumns = 20;
constexpr std::string_view kCut = "...";

std::string_view ColorOf(Severity severity) {
  constexpr std::string_view kColors[] = {ansi::kBoldRed, ansi::kBoldMagenta, ansi::kBoldCyan};
  return kColors[static_cast<size_t>(severity)];
}

bool IsSafe(uint32_t code_point) {
  if (code_point < 0x20 || (code_point >= 0x7f && code_point < 0xa0)) return false;
  const bool line_or_direction = (code_point >= 0x2028 && code_point <= 0x202e) ||
                                 (code_point >= 0x2066 && code_point <= 0x2069);
  return !line_or_direction && code_point != 0x200e && code_point != 0x200f;
}

struct Cell {
  std::string_view text;  // as shown
  size_t length;          // bytes of the source
};
Cell FirstCell(std::string_view text) {
  const std::string_view character = text.substr(0, Utf8Length(text));
  const bool is_shown =
      !character.empty() && (character == "\t" || IsSafe(Utf8CodePoint(character)));
  return is_shown ? Cell{character, character.size()} : Cell{"?", 1};
}

// Messages and paths quote names from the text, so they are made safe too; a message may have
// several lines.
void AppendSafe(std::string_view text, bool keep_newlines, std::string* out) {
  while (!text.empty()) {
    const Cell cell = keep_newlines && text[0] == '\n' ? Cell{"\n", 1} : FirstCell(text);
    out->append(cell.text);
    text.remove_prefix(cell.length);
  }
}

struct Line {
  size_t begin;
  size_t end;  // without LF or CR LF
};
// At most `reach` bytes on either side of `offset`, and one more that tells that the line is cut.
Line LineAround(std::string_view source, size_t offset, size_t reach) {
  const size_t first = offset > reach ? offset - reach - 1 : 0;
  const size_t before = source.substr(first, offset - first).rfind('\n');
  const std::string_view rest = source.substr(offset, reach + 1);
  Line line;
  line.begin = before == std::string_view::npos ? first : first + before + 1;
  line.end = offset + std::min(rest.find('\n'), rest.size());
  if (line.end > line.begin && line.end - offset <= reach && source[line.end - 1] == '\r') {
    --line.end;
  }
  return line;
}

// The part of a line that is shown: its cells, and where the marked range begins and ends.
struct Excerpt {
  std::vector<Cell> cells;
  size_t caret = 0;  // cells.size(): after the last one
  size_t range_end = 0;
  bool cut_front = false;
  bool cut_back = false;
};

Excerpt ReadExcerpt(std::string_view source, size_t begin, size_t end, size_t columns) {
  constexpr size_t kLongestCell = 4;
  const size_t reach = kLongestCell * columns;
  const Line line = LineAround(source, begin, reach);
  Excerpt excerpt;
  size_t at = line.begin;
  if (begin - line.begin > reach) {
    at = begin - reach;
    excerpt.cut_front = true;
    // Do not start in the middle of a character.
    for (int i = 0; i < 3 && IsUtf8Continuation(source[at]); ++i) ++at;
  }
  const size_t stop = line.end > begin && line.end - begin > reach ? begin + reach : line.end;
  excerpt.cut_back = stop < line.end;
  const std::string_view text = source.substr(0, line.end);
  while (at < stop) {
    const Cell cell = FirstCell(text.substr(at));
    at += cell.length;
    excerpt.cells.push_back(cell);
    if (at <= begin) ++excerpt.caret;
    if (at - cell.length < end) ++excerpt.range_end;
  }
  return excerpt;
}

// Keeps `columns` cells around the caret, with dots where it cuts.
void Clamp(size_t columns, Excerpt* excerpt) {
  std::vector<Cell>& cells = excerpt->cells;
  const size_t total = cells.size();
  size_t first = excerpt->caret > columns / 2 ? excerpt->caret - columns / 2 : 0;
  if (total <= columns) {
    first = 0;
  } else if (first + columns > total) {
    first = total - columns;
  }
  const size_t last = std::min(first + columns, total);
  excerpt->cut_front |= first > 0;
  excerpt->cut_back |= last < total;
  cells.resize(last, Cell{});
  cells.erase(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(first));
  excerpt->caret -= first;
  excerpt->range_end = std::min(std::max(excerpt->range_end, first) - first, cells.size());
  const Cell dot{".", 1};
  if (excerpt->cut_front) std::fill_n(cells.begin(), kCut.size(), dot);
  if (excerpt->cut_back) std::fill_n(cells.end() - kCut.size(), kCut.size(), dot);
}

void AppendExcerpt(const Excerpt& excerpt, bool color, std::string* out) {
  for (const Cell& cell : excerpt.cells) out->append(cell.text);
  out->push_back('\n');
  // Copies tabs from the line above, so the caret lines up at any tab width.
  for (size_t i = 0; i < excerpt.caret; ++i) {
    out->push_back(excerpt.cells[i].text == "\t" ? '\t' : ' ');
  }
  if (color) out->append(ansi::kBoldGreen);
  out->push_back('^');
  if (excerpt.range_end > excerpt.caret + 1) {
    out->append(excerpt.range_end - excerpt.caret - 1, '~');
  }
  if (color) out->append(ansi::kReset);
  out->push_back('\n');
}

// The first line; `place` may be nullptr.
void AppendMessage(Severity severity, const LineColumn* place, std::string_view message,
                   const RenderOptions& options, std::string* out) {
  if (options.color) out->append(ansi::kBold);
  AppendSafe(options.path, false, out);
  if (place != nullptr) StrAppend(out, ":", place->line, ":", place->column);
  out->append(": ");
  if (options.color) StrAppend(out, ansi::kReset, ColorOf(severity));
  StrAppend(out, TextOf(severity), ": ");
  if (options.color) StrAppend(out, ansi::kReset, ansi::kBold);
  AppendSafe(message, true, out);
  if (options.color) out->append(ansi::kReset);
  out->push_back('\n');
}

void AppendPlace(Severity severity, size_t begin, size_t end, std::string_view message,
                 LineIndex* lines, const RenderOptions& options, std::string* out) {
  const std::string_view source = lines->source();
  begin = std::min(begin, source.size());
  end = std::min(end, source.size());
  const LineColumn place = lines->Get(begin);
  AppendMessage(severity, &place, message, options, out);

  const auto columns = static_cast<size_t>(std::max(options.max_columns, kMinColumns));
  Excerpt excerpt = ReadExcerpt(source, begin, end, columns);
  Clamp(columns, &excerpt);
  AppendExcerpt(excerpt, options.color, out);
}

}  // namespace

std::string RenderDiagnostic(const Diagnostic& diagnostic, std::string_view source,
                             const RenderOptions& options) {
  LineIndex lines(source);
  return RenderDiagnostic(diagnostic, &lines, options);
}

std::string RenderDiagnostic(const Diagnostic& diagnostic, LineIndex* lines,
                             const RenderOptions& options) {
  std::string out;
  if (diagnostic.code == DiagnosticCode::kProtoRefused ||
      diagnostic.code == DiagnosticCode::kProtoFieldDropped) {
    // Bytes have no lines; the message names the field.
    AppendMessage(diagnostic.severity, nullptr, diagnostic.message, options, &out);
    return out;
  }
  AppendPlace(diagnostic.severity, diagnostic.begin, diagnostic.end, diagnostic.message, lines,
              options, &out);
  for (const DiagnosticNote& note : diagnostic.notes) {
    AppendPlace(Severity::kNote, note.begin, note.end, note.message, lines, options, &out);
  }
  return out;
}

}  // namespace hlo_text_v1
