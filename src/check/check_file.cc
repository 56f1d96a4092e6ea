// PrefixFinder finds the words that may be directives, ReadSuffix tells which are.
#include "src/check/check_file.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "src/base/strings.h"
#include "src/check/text_scan.h"

namespace hlo_text_v1::internal {
namespace {

constexpr size_t kNone = std::string_view::npos;

void SkipBlanks(std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(" \t\n\v\f\r"), text->size()));
}

class PrefixFinder {
 public:
  PrefixFinder(std::string_view text, const CheckOptions& options) : text_(text) {
    for (const std::string& prefix : options.prefixes)
      places_.push_back({prefix, text.find(prefix)});
    comments_begin_ = places_.size();
    for (const std::string& prefix : options.comment_prefixes) {
      places_.push_back({prefix, text.find(prefix)});
    }
  }

  struct Place {
    std::string_view prefix;
    size_t at = kNone;
    bool is_comment = false;
  };
  // The first place from `from` on; of several there, the longest prefix.
  Place Next(size_t from) {
    Place best;
    for (size_t i = 0; i < places_.size(); ++i) {
      Place& place = places_[i];
      if (place.at < from) place.at = text_.find(place.prefix, from);
      const bool is_longer = place.at == best.at && place.prefix.size() > best.prefix.size();
      if (place.at < best.at || (is_longer && place.at != kNone)) {
        best = place;
        best.is_comment = i >= comments_begin_;
      }
    }
    return best;
  }

 private:
  const std::string_view text_;
  std::vector<Place> places_;
  size_t comments_begin_;
};

struct Suffix {
  Directive::Kind kind = Directive::kPlain;
  int count = 1;
  bool is_literal = false;
  bool is_hlo = false;
  std::string error;
};

// Moves `rest` past [{LITERAL}]: at its beginning.
bool ReadModifiers(std::string_view* rest, Suffix* suffix) {
  if (Eat(rest, ":")) return true;
  if (!Eat(rest, "{")) return false;
  do {
    SkipBlanks(rest);
    if (!Eat(rest, "LITERAL")) return false;
    suffix->is_literal = true;
    SkipBlanks(rest);
  } while (Eat(rest, ","));
  return Eat(rest, "}:");
}

bool ReadCount(std::string_view* rest, Suffix* suffix) {
  const auto [end, code] =
      std::from_chars(rest->data(), rest->data() + rest->size(), suffix->count);
  rest->remove_prefix(static_cast<size_t>(end - rest->data()));
  const bool ends = !rest->empty() && (rest->front() == ':' || rest->front() == '{');
  if (code == std::errc() && suffix->count > 0 && ends) return ReadModifiers(rest, suffix);
  suffix->error = "expects a positive number after -COUNT-";
  return true;
}

// Reads the rest of a directive after its prefix, through the colon. Returns false if that is not a
// directive.
bool ReadKind(std::string_view* rest, Suffix* suffix) {
  static constexpr std::pair<std::string_view, Directive::Kind> kKinds[] = {
      {"NEXT", Directive::kNext}, {"SAME", Directive::kSame},   {"NOT", Directive::kNot},
      {"DAG", Directive::kDag},   {"LABEL", Directive::kLabel}, {"EMPTY", Directive::kEmpty}};
  static constexpr std::pair<std::string_view, Directive::Kind> kHloKinds[] = {
      {"NEXT", Directive::kNext}, {"NOT", Directive::kNot}, {"DAG", Directive::kDag}};
  if (std::string_view hlo = *rest; Eat(&hlo, "HLO") && !hlo.empty()) {
    suffix->is_hlo = true;
    if (hlo.front() == ':') return Eat(rest, "HLO:");
    for (const auto& [word, kind] : kHloKinds) {
      suffix->kind = kind;
      if (Eat(rest, StrCat("HLO-", word, ":"))) return true;
    }
    return false;
  }
  if (Eat(rest, "COUNT-")) return ReadCount(rest, suffix);
  for (const auto& [word, kind] : kKinds) {
    if (!Eat(rest, word)) continue;
    suffix->kind = kind;
    std::string_view other = *rest;
    if (Eat(&other, "-") && kind != Directive::kLabel) {
      for (const auto& [second, second_kind] : kKinds) {
        const bool has_not = kind == Directive::kNot || second_kind == Directive::kNot;
        const bool is_other = second_kind != kind && second_kind != Directive::kLabel;
        if (!has_not || !is_other || other.substr(0, second.size() + 1) != StrCat(second, ":"))
          continue;
        suffix->error = StrCat("-", word, "-", second, " is not a directive");
        return true;
      }
    }
    return ReadModifiers(rest, suffix);
  }
  return false;
}

bool ReadSuffix(std::string_view* rest, Suffix* suffix) {
  if (rest->empty()) return false;
  if (rest->front() == ':' || rest->front() == '{') return ReadModifiers(rest, suffix);
  const bool is_misspelled = rest->front() == '_';
  if (!is_misspelled && rest->front() != '-') return false;
  rest->remove_prefix(1);
  if (!ReadKind(rest, suffix)) return false;
  if (is_misspelled) suffix->error = "expects - instead of _ in the name of a directive";
  return true;
}

class CheckFileReader {
 public:
  CheckFileReader(const CheckOptions& options, CheckFile* file, CheckFileError* error)
      : options_(options), file_(*file), error_(*error) {}

  bool Read() {
    if (!Define() || !AddImplicitNots()) return false;
    PrefixFinder finder(file_.text, options_);
    size_t at = 0;
    for (;;) {
      const PrefixFinder::Place place = finder.Next(at);
      if (place.at == kNone) break;
      if (!ReadAt(place, &at)) return false;
    }
    if (!CheckPrefixes()) return false;
    const bool has_open_end = file_.directives.empty() || !file_.directives.back().is_positive() ||
                              !file_.implicit_nots.empty();
    if (has_open_end) {
      Directive end;
      end.kind = Directive::kEnd;
      file_.directives.push_back(std::move(end));
    }
    return true;
  }

 private:
  bool Fail(size_t at, std::string message) {
    error_ = {at, std::move(message)};
    return false;
  }

  bool Define() {
    for (const std::string& definition : options_.definitions) {
      std::string_view rest = definition;
      const bool is_number = Eat(&rest, "#");
      const size_t equals = rest.find('=');
      if (equals == kNone) return Fail(kNone, StrCat("-D expects NAME=VALUE, not ", definition));
      if (is_number ? !DefineNumber(rest, equals) : !DefineString(rest, equals)) return false;
    }
    return true;
  }

  bool DefineString(std::string_view definition, size_t equals) {
    std::string_view rest = definition;
    std::string_view name;
    if (!TakeVariable(&rest, &name) || name[0] == '@' || name.size() != equals) {
      return Fail(kNone, StrCat("-D expects the name of a variable before =, not ", definition));
    }
    if (file_.variables.numbers.count(name) > 0) {
      return Fail(kNone, StrCat("-D: ", name, " is a numeric variable already"));
    }
    file_.variables.string_names.emplace(name);
    file_.variables.strings[std::string(name)] = definition.substr(equals + 1);
    return true;
  }

  bool DefineNumber(std::string_view definition, size_t equals) {
    std::string text(definition);
    text[equals] = ':';
    absl::StatusOr<NumberBlock> block = ParseNumberBlock(text, 0, false, &file_.variables);
    absl::Status status = block.status();
    if (block.ok() && block->expression.empty()) status = absl::InvalidArgumentError("no value");
    if (status.ok()) {
      const absl::StatusOr<absl::int128> value = block->expression.Evaluate(file_.variables, 0);
      if (value.ok()) file_.variables.numbers[block->name].value = *value;
      status = value.status();
    }
    if (status.ok()) return true;
    return Fail(kNone, StrCat("-D#", definition, ": ", Std(status.message())));
  }

  bool AddImplicitNots() {
    for (const std::string& text : options_.implicit_nots) {
      Directive directive;
      directive.kind = Directive::kNot;
      directive.name = "--implicit_check_not";
      directive.text = CollapseBlanks(text, options_.strict_whitespace);
      if (!ParsePattern(&directive)) return false;
      file_.implicit_nots.push_back(std::move(directive));
    }
    return true;
  }

  // Sets `at` to where to go on.
  bool ReadAt(const PrefixFinder::Place& place, size_t* at) {
    line_ +=
        static_cast<int>(std::count(file_.text.begin() + static_cast<ptrdiff_t>(line_at_),
                                    file_.text.begin() + static_cast<ptrdiff_t>(place.at), '\n'));
    line_at_ = place.at;
    std::string_view rest = file_.text.substr(place.at + place.prefix.size());
    Suffix suffix;
    const bool is_word = place.at > 0 && IsWordByte(file_.text[place.at - 1]);
    const bool is_directive =
        !is_word && (place.is_comment ? Eat(&rest, ":") : ReadSuffix(&rest, &suffix));
    if (!is_directive) {
      *at = place.at + place.prefix.size();
      while (*at < file_.text.size() && IsWordByte(file_.text[*at])) ++*at;
      return true;
    }
    Directive directive;
    const size_t after = file_.text.size() - rest.size();
    const size_t end = std::min(file_.text.find_first_of("\r\n", after), file_.text.size());
    *at = end;
    if (place.is_comment) return true;
    directive.begin = place.at;
    if (!suffix.error.empty()) return Fail(place.at, suffix.error);
    directive.line = line_;
    directive.prefix = place.prefix;
    directive.name = file_.text.substr(place.at, after - place.at - 1);
    directive.name = directive.name.substr(0, directive.name.find('{'));
    directive.kind = suffix.kind;
    directive.count = suffix.count;
    directive.is_literal = suffix.is_literal;
    directive.is_hlo = suffix.is_hlo;
    used_.push_back(place.prefix);
    return SetText(after, end, &directive) && Add(std::move(directive));
  }

  bool SetText(size_t begin, size_t end, Directive* directive) {
    const bool is_verbatim = options_.strict_whitespace && options_.match_full_lines;
    std::string_view text = file_.text.substr(begin, end - begin);
    if (!is_verbatim) {
      const size_t first = std::min(text.find_first_not_of(" \t"), text.size());
      begin += first;
      text = text.substr(first, text.find_last_not_of(" \t") + 1 - first);
    }
    directive->text_begin = begin;
    directive->text_end = begin + text.size();
    directive->text = CollapseBlanks(text, options_.strict_whitespace);
    const bool is_empty = directive->kind == Directive::kEmpty;
    if (text.empty() && !is_empty) return Fail(begin, "expects a pattern after the colon");
    if (!text.empty() && is_empty) return Fail(begin, "expects nothing after the colon");
    return true;
  }

  bool Add(Directive directive) {
    if (directive.kind != Directive::kEmpty && !ParsePattern(&directive)) return false;
    const Directive::Kind kind = directive.kind;
    if (kind == Directive::kLabel && directive.pattern.has_variables()) {
      return Fail(directive.begin, "a label cannot have variables");
    }
    const bool follows =
        kind == Directive::kNext || kind == Directive::kSame || kind == Directive::kEmpty;
    if (follows && !has_positive_) {
      return Fail(directive.begin, StrCat("no ", directive.prefix, " before ", directive.name));
    }
    has_positive_ |= directive.is_positive();
    file_.directives.push_back(std::move(directive));
    return true;
  }

  bool ParsePattern(Directive* directive) {
    PatternOptions options;
    options.is_literal = directive->is_literal;
    options.ignore_case = options_.ignore_case;
    options.match_full_line = options_.match_full_lines && directive->kind != Directive::kNot;
    options.strict_whitespace = options_.strict_whitespace;
    PatternError error;
    const bool is_fine =
        directive->is_hlo
            ? directive->hlo.Parse(directive->text, directive->line, &file_.variables, &error)
            : directive->pattern.Parse(directive->text, options, directive->line, &file_.variables,
                                       &error);
    if (is_fine) return true;
    if (directive->begin == kNone) {
      return Fail(kNone, StrCat(directive->name, ": ", error.message));
    }
    const std::string_view text =
        file_.text.substr(directive->text_begin, directive->text_end - directive->text_begin);
    return Fail(
        directive->text_begin + UncollapsedOffset(text, error.at, options_.strict_whitespace),
        error.message);
  }

  bool CheckPrefixes() {
    std::vector<std::string_view> missing;
    for (const std::string& prefix : options_.prefixes) {
      if (std::find(used_.begin(), used_.end(), prefix) == used_.end()) missing.push_back(prefix);
    }
    const bool has_none = missing.size() == options_.prefixes.size();
    if (missing.empty() || (!has_none && options_.allow_unused_prefixes)) return true;
    if (!file_.implicit_nots.empty() && options_.has_default_prefix) return true;
    return Fail(kNone, StrCat("no directive has the prefix ", Joined(missing, " or ")));
  }

  const CheckOptions& options_;
  CheckFile& file_;
  CheckFileError& error_;
  std::vector<std::string_view> used_;
  bool has_positive_ = false;
  int line_ = 1;
  size_t line_at_ = 0;
};

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Calls keep(begin, end) for the parts of `text` that stay, and blank(at) for each run of blanks.
template <typename Keep>
void ForEachKept(std::string_view text, bool strict_whitespace, Keep keep) {
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_carriage = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    const bool is_run = !strict_whitespace && IsBlank(text[at]) && at > 0 && IsBlank(text[at - 1]);
    if (!is_carriage && !is_run) continue;
    keep(begin, at);
    begin = at + 1;
  }
  keep(begin, text.size());
}

}  // namespace

std::string CollapseBlanks(std::string_view text, bool strict_whitespace) {
  std::string collapsed;
  collapsed.reserve(text.size());
  ForEachKept(text, strict_whitespace,
              [&](size_t begin, size_t end) { collapsed.append(text, begin, end - begin); });
  if (!strict_whitespace) std::replace(collapsed.begin(), collapsed.end(), '\t', ' ');
  return collapsed;
}

size_t UncollapsedOffset(std::string_view text, size_t collapsed, bool strict_whitespace) {
  size_t left = collapsed;
  size_t found = kNone;
  ForEachKept(text, strict_whitespace, [&](size_t begin, size_t end) {
    if (found != kNone) return;
    if (left < end - begin) found = begin + left;
    left -= std::min(left, end - begin);
  });
  return std::min(found, text.size());
}

bool ReadCheckFile(std::string_view text, const CheckOptions& options, CheckFile* file,
                   CheckFileError* error) {
  file->text = text;
  return CheckFileReader(options, file, error).Read();
}

}  // namespace hlo_text_v1::internal
