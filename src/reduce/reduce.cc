// The driver: delta debugging over the edits that each pass proposes.
//
// It tries a list of n edits all at once, then in halves, quarters and so on. After a success the
// pass proposes again and goes on at the same place. Each trial edits a clone, which must be
// smaller than the best module so far, valid, and not yet known. With several jobs it tries as many
// candidates at once as there are, assuming that all fail; the first success in their order counts,
// so the result does not depend on the number of jobs. If the text of the module can be read, so
// must be that of a candidate: a pad without dimensions has no spelling, for example.
//
// The first candidate has all edits of all passes that leave the instructions in place, as far as
// it is valid: most bugs do not need those details, and later candidates are more often equal.
#include "hlo/reduce.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "hlo/edit.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/base/byte_class.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/base/thread_group.h"
#include "src/ir/desugared.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/pass.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// The size of a module; smaller is better. The text decides last, so that 1 is better than 8, and
// no two modules alternate forever.
struct Size {
  int64_t work = 0;  // instructions but parameters
  int64_t instructions = 0;
  std::string text;
  int64_t layouts = 0;  // that are not the default

  bool IsBelow(const Size& other) const {
    return std::make_tuple(work, instructions, text.size(), layouts, std::string_view(text)) <
           std::make_tuple(other.work, other.instructions, other.text.size(), other.layouts,
                           std::string_view(other.text));
  }
};

Size SizeOf(const HloModule& module, const PrintOptions& print) {
  Size size;
  for (const HloComputation* computation : module.computations()) {
    size.instructions += computation->instruction_count();
    size.work +=
        computation->instruction_count() - static_cast<int64_t>(computation->parameters().size());
  }
  for (const Shape* shape : ArrayShapes(module)) size.layouts += !HasDefaultLayout(*shape);
  size.text = PrintHloModule(module, print);
  return size;
}

// `text` with numbers in place of names, which follow '%'; without parameters in headings.
std::string WithoutNames(std::string_view text) {
  HashMap<std::string_view, size_t> numbers;
  std::string nameless;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = std::min(text.find('%', at), text.size());
    nameless += text.substr(at, begin - at);
    at = begin + 1;
    while (at < text.size() && HasClass(text[at], kIdentifierByte)) ++at;
    if (begin == text.size()) break;
    const size_t count = numbers.size();
    const std::string_view name = text.substr(begin, at - begin);
    StrAppend(&nameless, "%", numbers.try_emplace(name, count).first->second);
    const bool is_heading = text.substr(at, 2) == " (";
    if (is_heading) at = std::min(text.find(" -> ", at), text.size());
  }
  return nameless;
}

// A text, by hash and length.
using TextKey = std::pair<size_t, size_t>;
TextKey KeyOf(const std::string& text) { return {absl::Hash<std::string>()(text), text.size()}; }

// The answers so far. Threads share it.
class AnswerCache {
 public:
  std::optional<bool> Find(const TextKey& key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = answers_.find(key);
    return at == answers_.end() ? std::nullopt : std::make_optional(at->second);
  }
  void Add(const TextKey& key, bool answer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    answers_[key] = answer;
  }

 private:
  std::mutex mutex_;
  HashMap<TextKey, bool> answers_;
};

// A run of the list of edits: [begin, begin + size).
struct Run {
  size_t begin = 0;
  size_t size = 0;
};

// The run to try after `run` has failed, of a list of `count`; size 0 at the end.
Run NextRun(Run run, size_t count) {
  run.begin += run.size;
  if (run.begin < count) return run;
  return {0, run.size == 1 ? 0 : (run.size + 1) / 2};
}

// The run to try after `run` has succeeded, which leaves a list of `count`.
Run RunAfterSuccess(Run run, size_t count) {
  run.size = std::min(run.size, count);
  if (run.begin >= count) return NextRun({count, run.size}, count);
  return run;
}

absl::Span<const ReduceEdit> PartOf(const ReduceEdits& edits, const Run& run) {
  return absl::MakeConstSpan(edits).subspan(run.begin, run.size);  // as many as there are
}

constexpr int kMostPlainRuns = 16;  // of edits of a plain pass, before the first question

enum class Outcome : uint8_t { kFailed, kInvalid, kKnown, kTested };
struct Trial {
  HloModule module;
  Size size;
  TextKey nameless = {};  // of its text, without names unless they matter
  Outcome outcome = Outcome::kFailed;
  bool is_interesting = false;  // if the outcome is kKnown or kTested
  bool is_success = false;
};

class Reducer {
 public:
  Reducer(const HloModule& module, ReducePredicate predicate, const ReduceOptions& options)
      : predicate_(predicate), options_(options), best_(module.Clone()) {
    best_size_ = SizeOf(best_, options_.print);
    must_be_readable_ = IsReadable(best_size_.text);
  }

  absl::Status Start() {
    if (options_.verify) {
      const std::vector<Diagnostic> violations = Verify(best_, VerifyFirst());
      if (!violations.empty()) {
        return absl::InvalidArgumentError(
            StrCat("the module itself is invalid: ", violations.front().message));
      }
    }
    ++counts_.tests;
    if (!predicate_(best_)) {
      return absl::FailedPreconditionError("the module itself is not interesting");
    }
    cache_.Add(KeyOf(best_size_.text), true);
    accepted_.insert(KeyOf(best_size_.text));
    Report("", /*is_improved=*/true);
    return absl::OkStatus();
  }

  bool Reduce() {
    if (!TryPlainPasses() && TryWithoutUnused()) TryPlainPasses();
    for (bool is_changed = true; is_changed && !is_stopped_;) {
      is_changed = false;
      for (const ReducePass& pass : ReducePasses()) {
        if (pass.kind != ReducePass::kLast) is_changed |= RunPass(pass);
      }
    }
    for (const ReducePass& pass : ReducePasses()) {
      if (pass.kind == ReducePass::kLast) RunPass(pass);
    }
    return !is_out_of_memory_;
  }

  ReduceResult TakeResult() {
    Count();
    counts_.best = nullptr;
    return {std::move(best_), counts_, is_stopped_};
  }

 private:
  VerifyOptions VerifyFirst() const {
    VerifyOptions options = options_.verify_options;
    options.first_only = true;
    return options;
  }

  bool IsSkipped(const ReducePass& pass) const {
    const auto& skipped = options_.skipped_passes;
    return std::find(skipped.begin(), skipped.end(), pass.name) != skipped.end();
  }

  // Each trial drops unused computations. If one of them is what matters, it becomes the entry
  // computation; if that fails, too, all stay. Whether the module has changed.
  bool TryWithoutUnused() {
    std::vector<Trial> trials(1);
    trials[0].module = best_.Clone();
    RemoveUnusedComputations(&trials[0].module).IgnoreError();
    if (trials[0].module.computations().size() == best_.computations().size()) return false;
    Ask(ReducePass(), &trials[0]);
    if (TakeFirstSuccess(&trials).has_value()) return true;
    for (const ReducePass& pass : ReducePasses()) {
      if (pass.propose == ProposeEntry && RunPass(pass)) return true;
    }
    keeps_unused_ = true;
    return false;
  }

  // A candidate with the edits of all plain passes, as far as they are valid; if it fails, one
  // without the last pass, the header: many bugs need a schedule. Whether one succeeds.
  bool TryPlainPasses() {
    if (is_stopped_) return true;
    std::vector<Trial> trials(2);
    HloModule module = best_.Clone();
    trials[1].module = best_.Clone();
    for (const ReducePass& pass : ReducePasses()) {
      if (pass.kind != ReducePass::kPlain || IsSkipped(pass)) continue;
      trials[1].module = module.Clone();
      ApplyValidEdits(pass, &module);
    }
    trials[0].module = std::move(module);
    Ask(ReducePass(), &trials[0]);
    if (!trials[0].is_success) Ask(ReducePass(), &trials[1]);
    const bool is_success = TakeFirstSuccess(&trials).has_value();
    Report("strip", is_success);
    return is_success;
  }

  // Applies runs of edits to `module` that leave it valid, asking no predicate.
  void ApplyValidEdits(const ReducePass& pass, HloModule* module) {
    ReduceEdits edits = pass.propose(*module);
    Run run = {0, edits.size()};
    for (int i = 0; i < kMostPlainRuns && run.size > 0; ++i) {
      HloModule clone = module->Clone();
      pass.apply(ReduceSubject(&clone), PartOf(edits, run));
      if (!keeps_unused_) RemoveUnusedComputations(&clone).IgnoreError();
      if (IsValid(clone)) {
        *module = std::move(clone);
        edits = pass.propose(*module);
        run = RunAfterSuccess(run, edits.size());
      } else {
        run = NextRun(run, edits.size());
      }
    }
  }

  // Whether it made the module smaller.
  bool RunPass(const ReducePass& pass) {
    if (is_stopped_ || IsSkipped(pass)) return false;
    bool is_changed = false;
    ReduceEdits edits = pass.propose(best_);
    Run run = {0, pass.is_single ? 1 : edits.size()};
    while (!edits.empty() && run.size > 0 && !is_stopped_) {
      std::vector<Run> runs;
      Run next = run;
      while (next.size > 0 && runs.size() < static_cast<size_t>(std::max(options_.jobs, 1))) {
        runs.push_back(next);
        next = NextRun(next, edits.size());
      }
      const std::optional<size_t> success = TryAll(pass, edits, runs);
      if (success.has_value()) {
        is_changed = true;
        edits = pass.propose(best_);
        run = RunAfterSuccess(runs[*success], edits.size());
      } else {
        run = next;
      }
      Report(pass.name, success.has_value());
    }
    return is_changed;
  }

  // The first run that succeeds becomes the best module.
  std::optional<size_t> TryAll(const ReducePass& pass, const ReduceEdits& edits,
                               const std::vector<Run>& runs) {
    std::vector<Trial> trials(runs.size());
    const bool is_fine = ForEachOnThreads(
        runs.size(), [&](size_t i) { Try(pass, PartOf(edits, runs[i]), &trials[i]); });
    if (!is_fine) {
      is_out_of_memory_ = is_stopped_ = true;
      return std::nullopt;
    }
    return TakeFirstSuccess(&trials);
  }

  std::optional<size_t> TakeFirstSuccess(std::vector<Trial>* all) {
    std::vector<Trial>& trials = *all;
    std::optional<size_t> success;
    for (size_t i = 0; i < trials.size(); ++i) {
      counts_.tests += trials[i].outcome == Outcome::kTested;
      counts_.cached += trials[i].outcome == Outcome::kKnown;
      counts_.invalid += trials[i].outcome == Outcome::kInvalid;
      if (success.has_value()) continue;
      if (failed_.contains(trials[i].nameless)) continue;
      if (trials[i].is_success) success = i;
      const bool has_answer =
          trials[i].outcome == Outcome::kKnown || trials[i].outcome == Outcome::kTested;
      if (has_answer && !trials[i].is_interesting) failed_.insert(trials[i].nameless);
    }
    if (success.has_value()) {
      ++counts_.accepted;
      best_ = std::move(trials[*success].module);
      best_size_ = std::move(trials[*success].size);
      accepted_.insert(KeyOf(best_size_.text));
    }
    if (options_.max_tests > 0 && counts_.tests >= options_.max_tests) is_stopped_ = true;
    return success;
  }

  // These run on several threads at once; they only read the best module.
  void Try(const ReducePass& pass, absl::Span<const ReduceEdit> edits, Trial* trial) {
    trial->module = best_.Clone();
    pass.apply(ReduceSubject(&trial->module), edits);
    if (!keeps_unused_) RemoveUnusedComputations(&trial->module).IgnoreError();
    Ask(pass, trial);
  }

  bool IsValid(const HloModule& module) const {
    return !options_.verify || Verify(module, VerifyFirst()).empty();
  }
  static bool IsReadable(const std::string& text) {
    ParseOptions options;
    options.allow_unknown = true;
    options.uniquify = false;
    return ParseHloModule(text, options).ok();
  }
  // Whether the module of a trial is a success.
  void Ask(const ReducePass& pass, Trial* trial) {
    trial->size = SizeOf(trial->module, options_.print);
    if (trial->size.text == best_size_.text) return;
    if (pass.kind != ReducePass::kMayGrow && !trial->size.IsBelow(best_size_)) return;
    const TextKey key = KeyOf(trial->size.text);
    const bool names_matter = pass.kind == ReducePass::kLast;
    trial->nameless = names_matter ? key : KeyOf(WithoutNames(trial->size.text));
    std::optional<bool> known = cache_.Find(key);
    if (!known.has_value() && failed_.contains(trial->nameless)) known = false;
    if (known.has_value()) {
      // A module that was accepted once may only be reached again from a larger one.
      trial->outcome = Outcome::kKnown;
      trial->is_interesting = *known;
      trial->is_success = *known && (!accepted_.contains(key) || trial->size.IsBelow(best_size_));
      return;
    }
    if (!IsValid(trial->module) || (must_be_readable_ && !IsReadable(trial->size.text))) {
      trial->outcome = Outcome::kInvalid;
      return;
    }
    trial->outcome = Outcome::kTested;
    trial->is_interesting = trial->is_success = predicate_(trial->module);
    cache_.Add(key, trial->is_success);
  }

  void Count() {
    counts_.instructions = best_size_.instructions;
    counts_.bytes = static_cast<int64_t>(best_size_.text.size());
  }

  void Report(std::string_view pass, bool is_improved) {
    if (!options_.on_progress) return;
    Count();
    counts_.pass = pass;
    counts_.is_improved = is_improved;
    counts_.best = &best_;
    if (!options_.on_progress(counts_)) is_stopped_ = true;
  }

  ReducePredicate predicate_;
  const ReduceOptions& options_;
  HloModule best_;
  Size best_size_;
  bool must_be_readable_ = false;
  AnswerCache cache_;
  HashSet<TextKey> accepted_;  // texts that were the best
  // Nameless texts that were not interesting. Names depend on the order of edits, so equal texts
  // are tested only once. Changes only between trials, and as if these ran one after the other.
  HashSet<TextKey> failed_;
  ReduceProgress counts_;
  bool keeps_unused_ = false;
  bool is_stopped_ = false;
  bool is_out_of_memory_ = false;
};

}  // namespace

absl::Span<const ReducePassInfo> ReducePassNames() {
  static constexpr ReducePassInfo kNames[] = {
#define HLO_REDUCE_PASS(X, name, help, ...) {name, help},
#include "src/reduce/passes.def"
  };
  return kNames;
}

PrintOptions ReduceOptions::DefaultPrint() {
  PrintOptions options;
  options.print_large_constants = true;
  options.exact_literals = true;
  options.async_mode = AsyncPrintMode::kKeep;
  return options;
}

absl::StatusOr<ReduceResult> ReduceHloModule(const HloModule& module, ReducePredicate predicate,
                                             const ReduceOptions& options) {
  if (module.entry_computation() == nullptr) {
    return absl::FailedPreconditionError("there is no entry computation");
  }
  if (absl::Status status = CheckDesugared(module); !status.ok()) return status;
  Reducer reducer(module, predicate, options);
  if (absl::Status status = reducer.Start(); !status.ok()) return status;
  if (!reducer.Reduce()) return absl::ResourceExhaustedError("out of memory");
  return reducer.TakeResult();
}

}  // namespace hlo_text_v1
