#include "src/lsp/verify_worker.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "hlo/verify.h"

namespace hlo::internal {

VerifyResult RunVerify(const VerifyJob& job) {
  VerifyResult result{job.uri, job.generation, {}};
  for (const VerifyJob::Piece& piece : job.modules) {
    VerifiedModule verified;
    if (piece.module != nullptr) verified.diagnostics = Verify(*piece.module);
    for (Diagnostic& diagnostic : verified.diagnostics) {
      diagnostic.begin += piece.begin;
      diagnostic.end += piece.begin;
      for (DiagnosticNote& note : diagnostic.notes) {
        note.begin += piece.begin;
        note.end += piece.begin;
      }
    }
    result.modules.push_back(std::move(verified));
  }
  return result;
}

struct VerifyWorker::State {
  std::function<void()> wake;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<VerifyJob> jobs;
  std::deque<VerifyResult> results;
  bool is_done = false;
  bool has_thread = false;
  std::thread thread;

  void Work() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return is_done || !jobs.empty(); });
      if (is_done) return;
      VerifyJob job = std::move(jobs.front());
      jobs.pop_front();
      lock.unlock();
      VerifyResult result;
      try {
        result = RunVerify(job);
      } catch (const std::bad_alloc&) {
        result = {job.uri, job.generation, {}};
      }
      job.modules.clear();
      lock.lock();
      results.push_back(std::move(result));
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
  }
  state_->changed.notify_one();
  if (state_->thread.joinable()) state_->thread.join();
}

void VerifyWorker::Add(VerifyJob job) {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    const auto old = std::find_if(state_->jobs.begin(), state_->jobs.end(),
                                  [&](const VerifyJob& each) { return each.uri == job.uri; });
    if (old != state_->jobs.end()) {
      *old = std::move(job);
    } else {
      state_->jobs.push_back(std::move(job));
    }
    if (!state_->has_thread) {
      state_->has_thread = true;
      state_->thread = std::thread([state = state_.get()] { state->Work(); });
    }
  }
  state_->changed.notify_one();
}

std::optional<VerifyResult> VerifyWorker::TakeResult() {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->results.empty()) return std::nullopt;
  VerifyResult result = std::move(state_->results.front());
  state_->results.pop_front();
  return result;
}

}  // namespace hlo::internal
