// One change at a time: check, mend the first directive that fails, check again. The lines of the
// directives are found once, before the first change. A directive that is rewritten and still fails
// is removed, so this ends.
#include "src/check/update_checks.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/base/strings.h"
#include "src/check/align_lines.h"
#include "src/check/rewrite_pattern.h"
#include "src/check/run_checks.h"
#include "src/check/text_scan.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMaxAdded = 64;  // lines for one -NEXT; a larger gap makes it a plain directive

// ---- The first directives of a file.

bool IsComment(std::string_view line) {
  return line.substr(0, 2) == "//" || line.substr(0, 1) == "#";
}

// A line without blanks around it, and without its newline.
std::string_view Bare(std::string_view line) {
  return Trim(line.substr(0, line.find_first_of("\r\n")));
}

// An instruction without what says nothing about the program.
std::string_view WithoutOrigin(std::string_view line) {
  return line.substr(0, std::min(line.find(", metadata={"), line.find(", backend_config=")));
}

// The beginning of a line at which a computation begins, to its parenthesis or brace: "ENTRY %e (".
// Empty for others.
std::string_view HeaderOf(std::string_view line) {
  line = Bare(line);
  if (line.empty() || line.back() != '{' || IsComment(line)) return {};
  if (line.substr(0, 10) == "HloModule " || line.find(" = ") != std::string_view::npos) return {};
  return line.substr(0, line.find_first_of("({") + 1);
}

std::string_view NameIn(std::string_view header) {
  if (header.substr(0, 6) == "ENTRY ") header.remove_prefix(6);
  if (header.substr(0, 1) == "%") header.remove_prefix(1);
  return header.substr(0, header.find_first_of(" ({"));
}

// Puts a directive for each instruction of the input into a text without any: those of a
// computation after the line where the text has it, others where they come in the input.
class FirstChecks {
 public:
  FirstChecks(std::string_view text, std::string_view prefix) : rest_(text), prefix_(prefix) {
    std::string_view line = NextLine();
    while (!line.empty() && (IsComment(Bare(line)) || Bare(line).empty())) {
      Copy(line.size());
      line = NextLine();
    }
  }

  std::string Write(const std::vector<std::string_view>& input, int* added) {
    for (const std::string_view line : input) {
      const std::string_view header = HeaderOf(line);
      if (!header.empty()) {
        CopyTo(NameIn(header));
        Add("-LABEL", header);
        suffix_ = "";
      } else if (line.find(" = ") != std::string_view::npos && line.substr(0, 10) != "HloModule ") {
        Add(suffix_, PatternOfLine(WithoutOrigin(Bare(line)), variables_));
        NoteVariable(line);
        suffix_ = "-NEXT";
      }
    }
    *added = added_;
    return out_.append(rest_);
  }

 private:
  std::string_view NextLine() const { return rest_.substr(0, rest_.find('\n') + 1); }
  void Copy(size_t size) {
    out_.append(rest_.substr(0, size));
    rest_.remove_prefix(size);
  }
  // Through the line where that computation begins, if there is one.
  void CopyTo(std::string_view name) {
    size_t at = 0;
    while (at < rest_.size()) {
      const size_t end = std::min(rest_.find('\n', at), rest_.size() - 1) + 1;
      const std::string_view header = HeaderOf(rest_.substr(at, end - at));
      at = end;
      if (!header.empty() && NameIn(header) == name) return Copy(at);
    }
  }
  void Add(std::string_view suffix, std::string_view pattern) {
    StrAppend(&out_, "// ", prefix_, suffix, ": ", pattern, "\n");
    ++added_;
  }
  // That PatternOfLine has defined, which begins with [ROOT] %[[NAME:.
  void NoteVariable(std::string_view line) {
    const size_t open = out_.rfind("[[", out_.rfind(":.*]] ="));
    if (open == std::string::npos || open < out_.rfind('\n', out_.size() - 2)) return;
    const std::string variable = out_.substr(open + 2, out_.find(':', open) - open - 2);
    const size_t percent = line.find('%');
    if (percent == std::string_view::npos) return;
    const std::string_view name = line.substr(percent + 1);
    variables_.strings[variable] = name.substr(0, name.find(' '));
    variables_.string_names.insert(variable);
  }

  std::string out_;
  std::string_view rest_;
  const std::string_view prefix_;
  std::string_view suffix_;
  Variables variables_;
  int added_ = 0;
};

class Updater {
 public:
  Updater(const CheckOptions& options, std::string_view input, UpdatedChecks* updated)
      : options_(options), input_(input), lines_(LinesOf(input)), updated_(*updated) {}

  bool Run(std::string_view text, CheckFileError* error) {
    updated_.text = std::string(text);
    for (;;) {
      file_ = {};
      if (!ReadCheckFile(updated_.text, options_, &file_, error)) {
        if (AddFirst(*error)) continue;
        // The last directive may be gone.
        return updated_.removed > 0 && error->at == Directive::kNoPlace;
      }
      result_ = RunChecks(file_, options_, input_);
      if (result_.failures.empty()) return true;
      if (facts_.empty()) FindLines();
      const Directive* failing = result_.failures[0].directive;
      if (failing->begin == Directive::kNoPlace) return true;  // of the command line: stays
      Mend(result_.failures[0], static_cast<size_t>(failing - file_.directives.data()));
    }
  }

 private:
  bool AddFirst(const CheckFileError& error) {
    if (error.at != Directive::kNoPlace || updated_.added + updated_.removed > 0) return false;
    if (!file_.directives.empty() || options_.prefixes.size() != 1) return false;
    updated_.text = FirstChecks(updated_.text, options_.prefixes[0]).Write(lines_, &updated_.added);
    return updated_.added > 0;
  }

  // About a directive, by its index.
  struct Fact {
    int line = kNoLine;
    bool is_rewritten = false;
  };

  void FindLines() {
    std::vector<int> matched;
    matched.reserve(file_.directives.size());
    for (size_t i = 0; i < file_.directives.size(); ++i) matched.push_back(MatchedLine(i));
    for (const int line : AlignWithLines(file_.directives, matched, lines_)) {
      facts_.push_back({line, false});
    }
  }

  int LineOf(size_t at) const {
    return static_cast<int>(
        std::count(input_.begin(),
                   input_.begin() + static_cast<ptrdiff_t>(std::min(at, input_.size())), '\n'));
  }
  // Of a directive that matches.
  int MatchedLine(size_t i) const {
    return result_.matches[i] ? LineOf(result_.matches[i]->begin) : kNoLine;
  }

  void Mend(const CheckFailure& failure, size_t i) {
    if (failure.kind == CheckFailure::kExcluded || failure.directive->kind == Directive::kNot) {
      return Remove(i);
    }
    // An earlier directive may have matched a line beyond its own; that just before a -NEXT, any
    // other.
    for (size_t j = 0; j < i; ++j) {
      const int own = facts_[j].line, matched = MatchedLine(j);
      if (facts_[j].is_rewritten || own == kNoLine || matched == kNoLine) continue;
      const bool is_before_next = j + 1 == i && failure.directive->kind == Directive::kNext;
      if (matched > own || (is_before_next && matched != own)) return Rewrite(j);
    }
    if (failure.nearest && !facts_[i].is_rewritten) return RewriteHlo(failure, i);
    if (facts_[i].line == kNoLine) return Remove(i);
    if (MendPlace(i)) return;
    if (facts_[i].is_rewritten) return Remove(i);
    Rewrite(i);
  }

  // Makes the line of a -NEXT or -SAME the one that it means. Returns false if it is already.
  bool MendPlace(size_t i) {
    const Directive::Kind kind = file_.directives[i].kind;
    if (kind != Directive::kNext && kind != Directive::kSame && kind != Directive::kEmpty)
      return false;
    size_t previous = i;
    while (previous > 0 && MatchedLine(previous - 1) == kNoLine) --previous;
    const int line = previous == 0 ? kNoLine : LineOf(result_.matches[previous - 1]->end);
    const int gap = facts_[i].line - line - 1;
    if (kind == Directive::kSame ? gap == -1 : gap == 0) return false;
    if (kind == Directive::kNext && line != kNoLine && gap > 0 && gap <= kMaxAdded) {
      Insert(i, line + 1);
    } else {
      Rename(i);
    }
    return true;
  }

  Variables VariablesBefore(size_t i) const {
    CheckFile before = file_;
    before.directives.resize(i);
    before.directives.emplace_back().kind = Directive::kEnd;
    return RunChecks(before, options_, input_).variables;
  }

  void Rewrite(size_t i) {
    const Directive& directive = file_.directives[i];
    facts_[i].is_rewritten = true;
    const std::string_view line = lines_[static_cast<size_t>(facts_[i].line)];
    const Variables none;
    const bool is_label = directive.kind == Directive::kLabel;
    const std::string pattern =
        directive.is_literal
            ? std::string(line.substr(std::min(line.find_first_not_of(' '), line.size())))
            : RewritePattern(directive.text, line, is_label ? none : VariablesBefore(i));
    if (pattern.empty()) return Remove(i);
    if (pattern == directive.text) return;
    updated_.text.replace(directive.text_begin, directive.text_end - directive.text_begin, pattern);
    ++updated_.rewritten;
  }

  void RewriteHlo(const CheckFailure& failure, size_t i) {
    const PatternMatch& place = failure.nearest->line;
    const std::string_view line =
        input_.substr(failure.region.begin + place.begin, place.end - place.begin);
    const Directive& directive = file_.directives[i];
    const std::string pattern = directive.hlo.Rewritten(line, VariablesBefore(i));
    if (pattern.empty()) return Remove(i);
    facts_[i].is_rewritten = true;
    updated_.text.replace(directive.text_begin, directive.text_end - directive.text_begin, pattern);
    ++updated_.rewritten;
  }

  static std::string PlainName(const Directive& directive) {
    return StrCat(directive.prefix, directive.is_hlo ? "-HLO" : "");
  }

  // To a directive without a place.
  void Rename(size_t i) {
    const Directive& directive = file_.directives[i];
    updated_.text.replace(directive.begin, directive.name.size(), PlainName(directive));
    facts_[i].is_rewritten = true;
    ++updated_.rewritten;
  }

  // A -NEXT for `line`, before directive i.
  void Insert(size_t i, int line) {
    const Directive& directive = file_.directives[i];
    const size_t begin = updated_.text.rfind('\n', directive.begin) + 1;  // 0 if there is none
    std::string added = updated_.text.substr(begin, directive.text_begin - begin);
    StrAppend(&added, PatternOfLine(lines_[static_cast<size_t>(line)], VariablesBefore(i)), "\n");
    const bool is_empty = lines_[static_cast<size_t>(line)].empty();
    if (directive.is_hlo && !is_empty) {
      added = StrCat(updated_.text.substr(begin, directive.text_begin - begin),
                     lines_[static_cast<size_t>(line)].substr(1), "\n");
    }
    if (is_empty) {
      added = StrCat(updated_.text.substr(begin, directive.begin - begin), directive.prefix,
                     "-EMPTY:\n");
    }
    updated_.text.insert(begin, added);
    facts_.insert(facts_.begin() + static_cast<ptrdiff_t>(i), Fact{line, true});
    ++updated_.added;
  }

  // With its line, if there is nothing else in it but a mark of comments.
  void Remove(size_t i) {
    KeepAFirst(i);
    const size_t at = file_.directives[i].begin;
    const size_t line = updated_.text.rfind('\n', at) + 1;
    const std::string_view before = std::string_view(updated_.text).substr(line, at - line);
    const bool is_alone = before.find_first_not_of(" \t/#;") == std::string_view::npos;
    const size_t end = updated_.text.find('\n', at);
    const size_t begin = is_alone ? line : at;
    updated_.text.erase(begin, end == std::string::npos ? end : end + is_alone - begin);
    facts_.erase(facts_.begin() + static_cast<ptrdiff_t>(i));
    ++updated_.removed;
  }

  // If directive i is the first, the next one cannot depend on a match before it.
  void KeepAFirst(size_t i) {
    const auto begin = file_.directives.begin() + static_cast<ptrdiff_t>(i);
    const auto is_positive = [](const Directive& each) { return each.is_positive(); };
    if (!begin->is_positive() || std::any_of(file_.directives.begin(), begin, is_positive)) return;
    const auto next = std::find_if(begin + 1, file_.directives.end(), is_positive);
    if (next == file_.directives.end()) return;
    if (next->kind == Directive::kNext || next->kind == Directive::kSame) {
      updated_.text.replace(next->begin, next->name.size(), PlainName(*next));
    } else if (next->kind == Directive::kEmpty) {
      updated_.text.replace(next->begin, next->name.size() + 1, "");
    }
  }

  const CheckOptions& options_;
  const std::string_view input_;
  const std::vector<std::string_view> lines_;
  UpdatedChecks& updated_;
  CheckFile file_;
  std::vector<Fact> facts_;
  CheckResult result_;
};

}  // namespace

bool UpdateChecks(std::string_view text, const CheckOptions& options, std::string_view input,
                  UpdatedChecks* updated, CheckFileError* error) {
  return Updater(options, input, updated).Run(text, error);
}

}  // namespace hlo_text_v1::internal
