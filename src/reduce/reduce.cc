// The driver: delta debugging over the edits that each pass proposes.
//
// Of a list of n edits it tries all at once, then halves, quarters and so on. After a success the
// pass proposes again and goes on at the same place. Each trial edits a clone, which must be
// smaller than the best module so far, valid, and not yet known. With several jobs it tries as many
// candidates at once as there are, taking for granted that all fail; the first success in their
// order counts, so the result does not depend on the number of jobs.
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
#include "hlo/printer.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/base/thread_group.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/pass.h"

namespace hlo {

using namespace internal;

namespace {

// How large a module is: of two, the smaller is better. The text decides last, so that 1 is better
// than 8, and no two modules follow each other forever.
struct Size {
  int64_t work = 0;  // instructions but parameters
  int64_t instructions = 0;
  std::string text;
  int64_t layouts = 0;  // other than the default

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

// The answers so far, by hash and length of the text. Threads share it.
class AnswerCache {
 public:
  using Key = std::pair<size_t, size_t>;
  static Key KeyOf(const std::string& text) {
    return {absl::Hash<std::string>()(text), text.size()};
  }

  std::optional<bool> Find(const Key& key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto at = answers_.find(key);
    return at == answers_.end() ? std::nullopt : std::make_optional(at->second);
  }
  void Add(const Key& key, bool answer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    answers_[key] = answer;
  }

 private:
  std::mutex mutex_;
  HashMap<Key, bool> answers_;
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

enum class Outcome : uint8_t { kFailed, kInvalid, kKnown, kTested };
struct Trial {
  HloModule module;
  Size size;
  Outcome outcome = Outcome::kFailed;
  bool is_success = false;
};

class Reducer {
 public:
  Reducer(const HloModule& module, ReducePredicate predicate, const ReduceOptions& options)
      : predicate_(predicate), options_(options), best_(module.Clone()) {
    best_size_ = SizeOf(best_, options_.print);
  }

  absl::Status Start() {
    if (options_.verify) {
      const std::vector<Diagnostic> violations = Verify(best_, VerifyFirst());
      if (!violations.empty()) {
        return absl::FailedPreconditionError(
            StrCat("the module itself is invalid: ", violations.front().message));
      }
    }
    ++counts_.tests;
    if (!predicate_(best_)) {
      return absl::FailedPreconditionError("the module itself is not interesting");
    }
    cache_.Add(AnswerCache::KeyOf(best_size_.text), true);
    accepted_.insert(AnswerCache::KeyOf(best_size_.text));
    Report("", /*is_improved=*/true);
    return absl::OkStatus();
  }

  bool Reduce() {
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
        run = runs[*success];
        run.size = std::min(run.size, edits.size());
        if (run.begin >= edits.size()) run = NextRun({edits.size(), run.size}, edits.size());
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
    const bool is_fine = ForEachOnThreads(runs.size(), [&](size_t i) {
      const size_t size = std::min(runs[i].size, edits.size() - runs[i].begin);
      Try(pass, absl::MakeConstSpan(edits).subspan(runs[i].begin, size), &trials[i]);
    });
    if (!is_fine) {
      is_out_of_memory_ = is_stopped_ = true;
      return std::nullopt;
    }
    std::optional<size_t> success;
    for (size_t i = 0; i < trials.size(); ++i) {
      counts_.tests += trials[i].outcome == Outcome::kTested;
      counts_.cached += trials[i].outcome == Outcome::kKnown;
      counts_.invalid += trials[i].outcome == Outcome::kInvalid;
      if (trials[i].is_success && !success.has_value()) success = i;
    }
    if (success.has_value()) {
      ++counts_.accepted;
      best_ = std::move(trials[*success].module);
      best_size_ = std::move(trials[*success].size);
      accepted_.insert(AnswerCache::KeyOf(best_size_.text));
    }
    if (options_.max_tests > 0 && counts_.tests >= options_.max_tests) is_stopped_ = true;
    return success;
  }

  // Runs on several threads at once; only reads the best module.
  void Try(const ReducePass& pass, absl::Span<const ReduceEdit> edits, Trial* trial) {
    trial->module = best_.Clone();
    pass.apply(ReduceSubject(&trial->module), edits);
    RemoveUnusedComputations(trial->module);
    trial->size = SizeOf(trial->module, options_.print);
    if (trial->size.text == best_size_.text) return;
    if (pass.kind != ReducePass::kMayGrow && !trial->size.IsBelow(best_size_)) return;
    const AnswerCache::Key key = AnswerCache::KeyOf(trial->size.text);
    if (const std::optional<bool> known = cache_.Find(key); known.has_value()) {
      // What was accepted once may only come back from something larger.
      trial->outcome = Outcome::kKnown;
      trial->is_success = *known && (!accepted_.contains(key) || trial->size.IsBelow(best_size_));
      return;
    }
    if (options_.verify && !Verify(trial->module, VerifyFirst()).empty()) {
      trial->outcome = Outcome::kInvalid;
      return;
    }
    trial->outcome = Outcome::kTested;
    trial->is_success = predicate_(trial->module);
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
  AnswerCache cache_;
  HashSet<AnswerCache::Key> accepted_;  // texts that were the best
  ReduceProgress counts_;
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
  options.async_mode = AsyncPrintMode::kKeep;
  return options;
}

absl::StatusOr<ReduceResult> ReduceHloModule(const HloModule& module, ReducePredicate predicate,
                                             const ReduceOptions& options) {
  Reducer reducer(module, predicate, options);
  if (absl::Status status = reducer.Start(); !status.ok()) return status;
  if (!reducer.Reduce()) return absl::ResourceExhaustedError("out of memory");
  return reducer.TakeResult();
}

}  // namespace hlo
