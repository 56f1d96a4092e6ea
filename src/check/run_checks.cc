// CheckRun works on a cursor, `rest_`: the part of the current region that is not matched yet.
#include "src/check/run_checks.h"

#include <algorithm>
#include <list>
#include <utility>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

// CR, LF and CR LF end a line.
int CountLineEnds(std::string_view text) {
  int count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\r') continue;
    ++count;
    if (i + 1 < text.size() && text[i + 1] != text[i] &&
        (text[i + 1] == '\n' || text[i + 1] == '\r'))
      ++i;
  }
  return count;
}

// The end of a line before an empty line.
std::optional<PatternMatch> FindEmptyLine(std::string_view text) {
  for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] == '\n') return PatternMatch{at + 1, at + 1};
  }
  return std::nullopt;
}

class CheckRun {
 public:
  CheckRun(const CheckFile& file, const CheckOptions& options, std::string_view input)
      : directives_(file.directives),
        implicit_nots_(file.implicit_nots),
        options_(options),
        input_(input),
        variables_(file.variables) {}

  CheckResult Run() {
    result_.matches.resize(directives_.size());
    size_t region_begin = 0;
    for (size_t first = 0; first < directives_.size();) {
      size_t last = first;
      while (last + 1 < directives_.size() && directives_[last].kind != Directive::kLabel) ++last;
      PatternMatch region{region_begin, input_.size()};
      if (directives_[last].kind == Directive::kLabel) {
        PatternMatch match;
        if (!FindAll(directives_[last], region, &match)) break;
        region.end = match.end;
      }
      if (first > 0) variables_.ForgetNames();
      if (first > 0 && options_.enable_var_scope) variables_.ForgetLocals();
      CheckRegion(first, last, region);
      region_begin = region.end;
      first = last + 1;
    }
    result_.variables = std::move(variables_);
    return std::move(result_);
  }

 private:
  void CheckRegion(size_t first, size_t last, PatternMatch region) {
    for (size_t group = first; group <= last;) {
      size_t i = group;
      while (!directives_[i].is_positive()) ++i;
      if (!CheckGroup(group, i, &region)) return;
      group = i + 1;
    }
  }

  // The -NOTs and -DAGs of [group, i), and directive i.
  bool CheckGroup(size_t group, size_t i, PatternMatch* region) {
    std::vector<const Directive*> nots;
    nots.reserve(implicit_nots_.size());
    for (const Directive& each : implicit_nots_) nots.push_back(&each);
    size_t begin = region->begin;
    if (!CheckDags(group, i, *region, &nots, &begin)) return false;
    PatternMatch match;
    const Directive& directive = directives_[i];
    if (!FindAll(directive, {begin, region->end}, &match)) return false;
    const PatternMatch skipped{begin, match.begin};
    if (!CheckLine(directive, skipped, match)) return false;
    if (!CheckNots(nots, skipped)) return false;
    result_.matches[i] = match;
    region->begin = match.end;
    return true;
  }

  bool CheckDags(size_t group, size_t end, const PatternMatch& region,
                 std::vector<const Directive*>* nots, size_t* begin) {
    std::list<PatternMatch> taken;  // sorted
    for (size_t i = group; i < end; ++i) {
      const Directive& directive = directives_[i];
      if (directive.kind == Directive::kNot) {
        nots->push_back(&directive);
        continue;
      }
      PatternMatch match;
      if (!PlaceDag(directive, {*begin, region.end}, &taken, &match)) return false;
      result_.matches[i] = match;
      if (i + 1 < end && directives_[i + 1].kind == Directive::kDag) continue;
      if (!CheckNots(*nots, {*begin, taken.front().begin})) return false;
      nots->clear();
      *begin = taken.back().end;
      taken.clear();
    }
    return true;
  }

  // The first match that does not overlap the matches of earlier -DAGs.
  bool PlaceDag(const Directive& directive, PatternMatch region, std::list<PatternMatch>* taken,
                PatternMatch* match) {
    for (auto it = taken->begin();; ++it) {
      if (!FindOne(directive, region, match)) return false;
      if (options_.allow_deprecated_dag_overlap) {
        if (taken->empty()) taken->push_back(*match);
        taken->front().begin = std::min(taken->front().begin, match->begin);
        taken->front().end = std::max(taken->front().end, match->end);
        return true;
      }
      while (it != taken->end() && match->begin >= it->end) ++it;
      if (it == taken->end() || it->begin >= match->end) {
        taken->insert(it, *match);
        return true;
      }
      region.begin = it->end;
    }
  }

  bool CheckLine(const Directive& directive, const PatternMatch& skipped,
                 const PatternMatch& match) {
    const bool is_next = directive.kind == Directive::kNext || directive.kind == Directive::kEmpty;
    if (!is_next && directive.kind != Directive::kSame) return true;
    const int line_ends = CountLineEnds(input_.substr(skipped.begin, skipped.end - skipped.begin));
    if (line_ends == (is_next ? 1 : 0)) return true;
    const std::string_view why = !is_next ? "the match is not on the line of the match before it"
                                 : line_ends == 0
                                     ? "the match is on the line of the match before it"
                                     : "the match is not on the next line";
    Fail(CheckFailure::kWrongLine, directive, std::string(why), skipped).match = match;
    return false;
  }

  bool CheckNots(const std::vector<const Directive*>& nots, const PatternMatch& region) {
    bool is_fine = true;
    for (const Directive* directive : nots) {
      const absl::StatusOr<std::optional<PatternMatch>> match = Find(*directive, region);
      if (!match.ok()) {
        FailBadValue(*directive, match.status(), region);
      } else if (match->has_value()) {
        Fail(CheckFailure::kExcluded, *directive, "the input has a match", region).match = **match;
      } else {
        continue;
      }
      is_fine = false;
    }
    return is_fine;
  }

  // As many matches as the directive counts; `match` spans them.
  bool FindAll(const Directive& directive, PatternMatch region, PatternMatch* match) {
    for (int i = 0; i < directive.count; ++i) {
      PatternMatch one;
      if (!FindOne(directive, region, &one)) return false;
      if (i == 0) match->begin = one.begin;
      match->end = region.begin = one.end;
    }
    return true;
  }

  bool FindOne(const Directive& directive, const PatternMatch& region, PatternMatch* match) {
    const absl::StatusOr<std::optional<PatternMatch>> found = Find(directive, region);
    if (!found.ok()) {
      FailBadValue(directive, found.status(), region);
    } else if (!found->has_value()) {
      Fail(CheckFailure::kMissing, directive, "no match in the input", region);
    } else {
      *match = **found;
      return true;
    }
    return false;
  }

  absl::StatusOr<std::optional<PatternMatch>> Find(const Directive& directive,
                                                   const PatternMatch& region) {
    const std::string_view text = input_.substr(region.begin, region.end - region.begin);
    absl::StatusOr<std::optional<PatternMatch>> match =
        directive.kind == Directive::kEnd     ? PatternMatch{text.size(), text.size()}
        : directive.kind == Directive::kEmpty ? FindEmptyLine(text)
        : directive.is_hlo                    ? directive.hlo.Find(text, &variables_)
                                              : directive.pattern.Find(text, &variables_);
    if (match.ok() && match->has_value()) {
      (*match)->begin += region.begin;
      (*match)->end += region.begin;
    }
    return match;
  }

  void FailBadValue(const Directive& directive, const absl::Status& status,
                    const PatternMatch& region) {
    Fail(CheckFailure::kBadValue, directive, std::string(Std(status.message())), region);
  }

  CheckFailure& Fail(CheckFailure::Kind kind, const Directive& directive, std::string message,
                     const PatternMatch& region) {
    CheckFailure& failure = result_.failures.emplace_back();
    failure.kind = kind;
    failure.directive = &directive;
    failure.message = std::move(message);
    failure.region = region;
    if (directive.is_hlo && kind == CheckFailure::kMissing) {
      failure.nearest = directive.hlo.FindNearest(
          input_.substr(region.begin, region.end - region.begin), variables_);
    }
    for (const std::string& name :
         directive.is_hlo ? directive.hlo.used() : directive.pattern.used()) {
      const auto it = variables_.strings.find(name);
      if (it != variables_.strings.end()) {
        failure.values.emplace_back(name, it->second);
      }
    }
    return failure;
  }

  const std::vector<Directive>& directives_;
  const std::vector<Directive>& implicit_nots_;
  const CheckOptions& options_;
  const std::string_view input_;
  Variables variables_;
  CheckResult result_;
};

}  // namespace

CheckResult RunChecks(const CheckFile& file, const CheckOptions& options, std::string_view input) {
  return CheckRun(file, options, input).Run();
}

}  // namespace hlo_text_v1::internal
