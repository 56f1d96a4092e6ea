// One thread, which the first job starts, with room for one job and one result. If there can be no
// thread, Start does the job.
#include "src/lsp/verify_worker.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "hlo/uniquify.h"
#include "hlo/verify.h"
#include "src/diagnostics/move_ranges.h"

namespace hlo::internal {

namespace {

bool HasTwins(const std::vector<Diagnostic>& violations) {
  return std::any_of(violations.begin(), violations.end(), [](const Diagnostic& each) {
    return each.code == DiagnosticCode::kInstructionNameNotUnique ||
           each.code == DiagnosticCode::kComputationNameNotUnique;
  });
}

// Computations may have instructions of the same names; whoever reads the text makes them unique.
std::vector<Diagnostic> VerifyAsRead(const HloModule& module, const VerifyOptions& options) {
  std::vector<Diagnostic> violations = Verify(module, options);
  if (!HasTwins(violations)) return violations;
  HloModule unique = module.Clone();
  Uniquify(unique);
  return Verify(unique, options);
}

}  // namespace

VerifyResult RunVerify(const VerifyJob& job, const std::atomic<bool>* stop) {
  VerifyResult result{job.uri, job.generation, {}};
  for (const VerifyJob::Piece& piece : job.modules) {
    VerifiedModule verified;
    VerifyOptions options;
    options.stop = stop;
    if (piece.module != nullptr) verified.diagnostics = VerifyAsRead(*piece.module, options);
    MoveRangesBy(piece.begin, &verified.diagnostics);
    result.modules.push_back(std::move(verified));
  }
  return result;
}

struct VerifyWorker::State {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<VerifyJob> job;
  std::optional<VerifyResult> result;
  bool is_done = false;
  std::atomic<bool> is_cancelled{false};
  std::thread thread;

  void Work() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return is_done || job.has_value(); });
      if (is_done) return;
      VerifyJob next = *std::move(job);
      job.reset();
      lock.unlock();
      VerifyResult found;
      try {
        found = RunVerify(next, &is_cancelled);
      } catch (const std::bad_alloc&) {
        found = {std::move(next.uri), next.generation, {}};
      }
      next.modules.clear();
      lock.lock();
      result = std::move(found);
      lock.unlock();
      if (wake) wake();
      lock.lock();
    }
  }
};

VerifyWorker::VerifyWorker(std::function<void()> wake) : state_(std::make_unique<State>()) {
  state_->wake = std::move(wake);
}

VerifyWorker::~VerifyWorker() {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->is_done = true;
    state_->is_cancelled = true;
  }
  state_->changed.notify_one();
  if (state_->thread.joinable()) state_->thread.join();
}

void VerifyWorker::Start(VerifyJob job) {
  uri_ = job.uri;
  state_->is_cancelled = false;
  bool has_thread = true;
  if (!state_->thread.joinable()) {
    try {
      state_->thread = std::thread([state = state_.get()] { state->Work(); });
    } catch (const std::system_error&) {
      has_thread = false;
    }
  }
  if (has_thread) {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->job = std::move(job);
  } else {
    state_->result = RunVerify(job, &state_->is_cancelled);
  }
  is_busy_ = true;
  state_->changed.notify_one();
}

void VerifyWorker::Cancel(const std::string& uri) {
  if (is_busy_ && uri_ == uri) state_->is_cancelled = true;
}

std::optional<VerifyResult> VerifyWorker::TakeResult() {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  std::optional<VerifyResult> result = std::move(state_->result);
  state_->result.reset();
  if (result.has_value()) is_busy_ = false;
  return result;
}

}  // namespace hlo::internal
