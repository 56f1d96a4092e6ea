// FormatHloText: removes log prefixes and splits the text into modules. For each module: parses it
// (to refuse bad input), formats the tokens, takes the wanted lines, and, with `check`, checks that
// the program is the same.
#include "hlo/format.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "src/diagnostics/move_ranges.h"
#include "src/format/kept_texts.h"
#include "src/format/log_prefix.h"
#include "src/format/same_program.h"
#include "src/format/split_modules.h"
#include "src/format/token_formatter.h"
#include "src/parse/legacy.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr char kNoToken[] = "the text has a byte that is not a token";

// Without Uniquify, which CheckSameProgram runs after Desugar.
ParseOptions ParseOptionsOf(const FormatOptions& options) {
  ParseOptions parse;
  parse.uniquify = false;
  parse.upgrade_legacy = options.upgrade_legacy;
  parse.allow_unknown = options.allow_unknown;
  return parse;
}

// The part of a text to format, by line numbers.
class Range {
 public:
  Range(std::string_view text, const FormatOptions::LineRange& lines)
      : is_all_(lines.first <= 1 && lines.last <= 0), end_(text.size()) {
    if (is_all_) return;
    size_t at = 0;
    int64_t line = 1;
    for (; line < lines.first && at < text.size(); ++line) at = NextLine(text, at);
    begin_ = line < lines.first ? text.size() + 1 : at;
    if (lines.last <= 0) return;
    if (lines.last < lines.first) begin_ = text.size() + 1;
    for (; line <= lines.last && at < text.size(); ++line) at = NextLine(text, at);
    end_ = at;
    is_all_ = begin_ == 0 && end_ == text.size();
  }

  bool is_all() const { return is_all_; }
  // Whether bytes [begin, end) touch one of its lines.
  bool Touches(size_t begin, size_t end) const { return begin < end_ && end > begin_; }

 private:
  bool is_all_;
  size_t begin_ = 0;
  size_t end_;
};

// `source` with the formatted lines that touch `range`. Neighbours are replaced together, with the
// bytes between them. `offset` is that of `source` in the whole text.
std::string ReplaceLines(std::string_view source, std::string_view formatted,
                         const std::vector<FormattedLine>& lines, const Range& range,
                         size_t offset) {
  const auto touches = [&](const FormattedLine& line) {
    return range.Touches(offset + line.begin, offset + line.end);
  };
  std::string result;
  size_t copied = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!touches(lines[i])) continue;
    size_t last = i;
    while (last + 1 < lines.size() && touches(lines[last + 1])) ++last;
    // The indentation belongs to the line only if nothing else precedes it.
    size_t blanks = lines[i].begin;
    while (blanks > copied && (source[blanks - 1] == ' ' || source[blanks - 1] == '\t')) --blanks;
    const bool begins_line =
        blanks == 0 || source[blanks - 1] == '\n' || source[blanks - 1] == '\r';
    const size_t begin = begins_line ? blanks : lines[i].begin;
    result.append(source.data() + copied, begin - copied);
    if (begins_line) result.append(static_cast<size_t>(lines[i].indent), ' ');
    result.append(formatted.data() + lines[i].out_begin, lines[last].out_end - lines[i].out_begin);
    copied = lines[last].end;
    i = last;
  }
  result.append(source.data() + copied, source.size() - copied);
  return result;
}

class PieceFormatter {
 public:
  PieceFormatter(std::string_view text, const FormatOptions& options,
                 std::vector<Diagnostic>* diagnostics)
      : options_(options),
        range_(text, options.lines),
        line_end_(LineEndOf(text)),
        diagnostics_(*diagnostics) {}

  // Appends `piece`, which begins at `offset` of the text, to `out`.
  absl::Status Format(std::string_view piece, size_t offset, bool is_only_piece, std::string* out) {
    if (HasOnlyComments(piece)) {
      // As in LLVM's tools, except that the parser refuses a text without any program.
      if (is_only_piece) return Parse(piece, offset).status();
      FormatTokens(piece, offset, nullptr, out);
      return absl::OkStatus();
    }
    absl::StatusOr<HloModule> module = Parse(piece, offset);
    if (!module.ok()) return module.status();
    std::string formatted;
    if (!FormatTokens(piece, offset, &*module, &formatted)) {
      return absl::FailedPreconditionError(kNoToken);  // of an old or unknown word
    }
    if (options_.check) {
      absl::Status status =
          CheckSameProgram(*std::move(module), formatted, ParseOptionsOf(options_));
      if (!status.ok()) return status;
    }
    out->append(formatted);
    return absl::OkStatus();
  }

  // Appends the formatted tokens; returns false if there is something that is not a token.
  // `module`, parsed from `piece`, tells which texts stay as they are; null: none.
  bool FormatTokens(std::string_view piece, size_t offset, const HloModule* module,
                    std::string* out) const;

 private:
  absl::StatusOr<HloModule> Parse(std::string_view piece, size_t offset) {
    std::vector<Diagnostic> found;
    absl::StatusOr<HloModule> module = ParseHloModule(piece, ParseOptionsOf(options_), &found);
    MoveRangesBy(static_cast<uint32_t>(offset), &found);
    std::move(found.begin(), found.end(), std::back_inserter(diagnostics_));
    return module;
  }

  const FormatOptions& options_;
  const Range range_;
  const std::string_view line_end_;
  std::vector<Diagnostic>& diagnostics_;
};

bool PieceFormatter::FormatTokens(std::string_view piece, size_t offset, const HloModule* module,
                                  std::string* out) const {
  SourceBuffer source = SourceBuffer::Copy(piece);
  std::vector<Diagnostic> known;  // the parser has reported them
  if (options_.upgrade_legacy) UpgradeTypography(&source, &known);
  Arena arena;
  ShapePool shapes(&arena);
  const ParseOptions options;
  ParseContext ctx(source.view(), &arena, &shapes, options);
  std::string text;
  text.reserve(piece.size() + piece.size() / 8 + 64);
  std::vector<FormattedLine> lines;
  auto* const recorded = range_.is_all() ? nullptr : &lines;
  std::vector<std::string_view> kept;
  if (module != nullptr && options_.allow_unknown) kept = FindKeptTexts(*module, source.view());
  TokenFormatter formatter(ctx, source.view(), std::move(kept), line_end_, &text, recorded);
  if (!formatter.Run()) return false;
  if (!range_.is_all()) text = ReplaceLines(piece, text, lines, range_, offset);
  if (out->empty()) {
    *out = std::move(text);
  } else {
    out->append(text);
  }
  return true;
}

// Whether `pieces` are not really several modules: they parse as one, in which a marker is only a
// comment, or have no program at all.
bool IsOneModule(std::string_view text, const std::vector<std::string_view>& pieces,
                 ParseOptions options) {
  if (std::all_of(pieces.begin(), pieces.end(), HasOnlyComments)) return true;
  options.max_errors = 1;
  return ParseHloModule(text, options).ok();
}

absl::StatusOr<std::string> FormatPieces(std::string_view text, const FormatOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  PieceFormatter formatter(text, options, diagnostics);
  std::string result;
  if (!options.parse) {
    if (!formatter.FormatTokens(text, 0, nullptr, &result)) {
      return absl::FailedPreconditionError(kNoToken);
    }
    return result;
  }
  std::vector<std::string_view> pieces = SplitModules(text);
  if (pieces.size() > 1 && IsOneModule(text, pieces, ParseOptionsOf(options))) pieces.clear();
  if (pieces.empty()) pieces.push_back(text);
  for (const std::string_view piece : pieces) {
    const auto offset = static_cast<size_t>(piece.data() - text.data());
    absl::Status status = formatter.Format(piece, offset, pieces.size() == 1, &result);
    if (!status.ok()) return status;
  }
  return result;
}

// The first error, with its line in the whole text, since the parser counts from the beginning of
// the module; `other` if there is none.
absl::Status Refusal(std::string_view text, const std::vector<Diagnostic>& diagnostics,
                     const absl::Status& other) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    const LineColumn at = GetLineColumn(text, diagnostic.begin);
    return absl::InvalidArgumentError(
        Absl(StrCat(at.line, ":", at.column, ": error: ", diagnostic.message)));
  }
  return other;
}

}  // namespace

absl::StatusOr<std::string> FormatHloText(std::string_view text, const FormatOptions& options,
                                          std::vector<Diagnostic>* diagnostics) {
  if (diagnostics != nullptr) diagnostics->clear();
  if (text.size() > SourceBuffer::kMaxSize) return absl::OutOfRangeError("the text is too long");
  std::vector<Diagnostic> found;
  absl::StatusOr<std::string> result = "";
  if (options.strip_log_prefix) {
    const StrippedText stripped = StripLogPrefixes(text);
    result = FormatPieces(stripped.text, options, &found);
    MapOffsets([&](uint32_t at) { return static_cast<uint32_t>(stripped.OriginalOffset(at)); },
               &found);
  } else {
    result = FormatPieces(text, options, &found);
  }
  if (absl::IsInvalidArgument(result.status())) result = Refusal(text, found, result.status());
  if (diagnostics != nullptr) *diagnostics = std::move(found);
  return result;
}

}  // namespace hlo_text_v1
