// Places in the collapsed input become places in the input itself.
#include "src/check/report.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "hlo/diagnostic.h"
#include "src/base/human_text.h"
#include "src/base/strings.h"
#include "src/check/tokens.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kMaxLines = 100000;
constexpr size_t kMaxAligned = 20;

std::string Render(Severity severity, const NamedText& text, size_t begin, size_t end,
                   std::string message, bool color) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = DiagnosticCode::kSyntaxError;
  diagnostic.begin = static_cast<uint32_t>(begin);
  diagnostic.end = static_cast<uint32_t>(end);
  diagnostic.message = std::move(message);
  RenderOptions options;
  options.path = text.name;
  options.color = color;
  return RenderDiagnostic(diagnostic, text.text, options);
}

struct Nearest {
  std::string_view line;
  std::vector<Token> tokens;
  TokenAlignment alignment;
};

// The line of `region` that is most like the pattern; none if no line is much like it.
std::optional<Nearest> FindNearest(const std::vector<PatternToken>& pattern,
                                   std::string_view region) {
  std::vector<std::pair<int, std::string_view>> bounds;
  for (size_t at = 0; at < region.size() && bounds.size() < kMaxLines;) {
    const size_t end = NextLine(region, at);
    std::string_view line = region.substr(at, end - at);
    line = line.substr(0, line.find('\n'));
    bounds.push_back({ScoreBound(pattern, CutIntoTokens(line)), line});
    at = end;
  }
  std::stable_sort(bounds.begin(), bounds.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::optional<Nearest> nearest;
  for (size_t i = 0; i < std::min(bounds.size(), kMaxAligned); ++i) {
    if (nearest && bounds[i].first <= nearest->alignment.score) break;
    std::vector<Token> tokens = CutIntoTokens(bounds[i].second);
    TokenAlignment alignment = AlignTokens(pattern, tokens);
    if (nearest && alignment.score <= nearest->alignment.score) continue;
    if (alignment.is_near()) nearest = {bounds[i].second, std::move(tokens), std::move(alignment)};
  }
  return nearest;
}

// A word of a line, and why it does not match.
struct Difference {
  size_t begin = 0;
  size_t end = 0;
  std::string why;
};

Difference FirstDifference(const std::vector<PatternToken>& pattern, const Nearest& nearest,
                           const CheckFailure& failure) {
  const std::vector<Token>& tokens = nearest.tokens;
  size_t next = 0;  // token of the line after those that match
  for (size_t i = 0; i < pattern.size(); ++i) {
    const TokenSpan& span = nearest.alignment.spans[i];
    const bool is_missing = span.empty() && !pattern[i].block;
    if (is_missing && next >= tokens.size()) {
      return {nearest.line.size(), nearest.line.size(),
              StrCat("it ends before \"", pattern[i].text, "\"")};
    }
    if (is_missing) {
      const Token& token = tokens[next];
      return {token.at, token.at + token.text.size(),
              StrCat("it has \"", token.text, "\", the pattern \"", pattern[i].text, "\"")};
    }
    if (span.empty()) continue;
    const Token& last = tokens[span.end - 1];
    const size_t begin = tokens[span.begin].at;
    const std::string_view text = nearest.line.substr(begin, last.at + last.text.size() - begin);
    if (pattern[i].block && pattern[i].block->kind == PatternBlock::kUse) {
      for (const auto& [name, value] : failure.values) {
        if (name != pattern[i].block->text || value == text) continue;
        return {begin, begin + text.size(),
                StrCat("it has \"", text, "\", ", name, " is \"", value, "\"")};
      }
    }
    next = span.end;
  }
  return {0, nearest.line.size(), "it differs in blanks or in a regular expression"};
}

class FailureReport {
 public:
  FailureReport(const CheckFailure& failure, const NamedText& check_file, const NamedText& input,
                std::string_view collapsed, const ReportOptions& options)
      : failure_(failure),
        directive_(*failure.directive),
        check_file_(check_file),
        input_(input),
        collapsed_(collapsed),
        options_(options) {}

  std::string Write() {
    const std::string message = StrCat(directive_.name, ": ", failure_.message);
    if (directive_.begin == Directive::kNoPlace) {
      StrAppend(&out_, Printable(StrCat("error: ", message, " for ", directive_.text)), "\n");
    } else {
      out_ += Render(Severity::kError, check_file_, directive_.text_begin, directive_.text_end,
                     message, options_.color);
    }
    switch (failure_.kind) {
      case CheckFailure::kMissing:
        Note(failure_.region.begin, failure_.region.begin, StrCat("searched from here", Values()));
        AddNearest();
        break;
      case CheckFailure::kExcluded:
        Note(failure_.match.begin, failure_.match.end, StrCat("the match", Values()));
        break;
      case CheckFailure::kWrongLine:
        Note(failure_.match.begin, failure_.match.end, "the match");
        Note(failure_.region.begin, failure_.region.begin, "the match before it ends here");
        break;
      case CheckFailure::kBadValue:
        break;
    }
    return std::move(out_);
  }

 private:
  void Note(size_t begin, size_t end, std::string message) {
    const auto place = [&](size_t at) {
      return UncollapsedOffset(input_.text, at, options_.strict_whitespace);
    };
    out_ += Render(Severity::kNote, input_, place(begin), place(end), std::move(message),
                   options_.color);
  }

  std::string Values() const {
    if (failure_.values.empty()) return "";
    return StrCat("; ", Joined(failure_.values, ", ", [](const auto& each) {
                    return StrCat(each.first, " is \"", each.second, "\"");
                  }));
  }

  void AddNearest() {
    if (failure_.nearest) {
      const size_t begin = failure_.region.begin;
      Note(begin + failure_.nearest->line.begin, begin + failure_.nearest->line.end,
           StrCat("the closest instruction: ", failure_.nearest->why));
    }
    if (directive_.is_hlo) return;
    const std::vector<PatternToken> pattern = CutPattern(directive_.text);
    const std::string_view region =
        collapsed_.substr(failure_.region.begin, failure_.region.end - failure_.region.begin);
    const std::optional<Nearest> nearest = FindNearest(pattern, region);
    if (!nearest) return;
    const Difference difference = FirstDifference(pattern, *nearest, failure_);
    const auto begin = static_cast<size_t>(nearest->line.data() - collapsed_.data());
    Note(begin + difference.begin, begin + difference.end,
         StrCat("the closest line: ", difference.why));
  }

  const CheckFailure& failure_;
  const Directive& directive_;
  const NamedText& check_file_;
  const NamedText& input_;
  const std::string_view collapsed_;
  const ReportOptions& options_;
  std::string out_;
};

}  // namespace

std::string ReportError(const CheckFileError& error, const NamedText& check_file,
                        const ReportOptions& options) {
  if (error.at == Directive::kNoPlace) {
    return Printable(StrCat(check_file.name, ": error: ", error.message)) + "\n";
  }
  return Render(Severity::kError, check_file, error.at, error.at, error.message, options.color);
}

std::string ReportFailure(const CheckFailure& failure, const NamedText& check_file,
                          const NamedText& input, std::string_view collapsed,
                          const ReportOptions& options) {
  return FailureReport(failure, check_file, input, collapsed, options).Write();
}

}  // namespace hlo_text_v1::internal
