// Each job has its own thread. A future holds its result or exception.
#include "src/lsp/verify_worker.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "hlo/module.h"
#include "hlo/verify.h"
#include "src/diagnostics/move_ranges.h"

namespace hlo_text_v1::internal {

namespace {

bool HasTwins(const std::vector<Diagnostic>& violations) {
  return std::any_of(violations.begin(), violations.end(), [](const Diagnostic& each) {
    return each.code == DiagnosticCode::kInstructionNameNotUnique ||
           each.code == DiagnosticCode::kComputationNameNotUnique;
  });
}

// Computations may have instructions of the same names; reading makes them unique.
std::vector<Diagnostic> VerifyAsRead(const HloModule& module, const VerifyOptions& options) {
  std::vector<Diagnostic> violations = Verify(module, options);
  if (!HasTwins(violations)) return violations;
  HloModule unique = module.Clone();
  Uniquify(&unique);
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

VerifyWorker::~VerifyWorker() {
  is_cancelled_ = true;
  if (thread_.joinable()) thread_.join();
}

void VerifyWorker::Start(VerifyJob job) {
  uri_ = job.uri;
  is_cancelled_ = false;
  std::packaged_task<VerifyResult()> task(
      [this, job = std::move(job)] { return RunVerify(job, &is_cancelled_); });
  result_ = task.get_future();
  thread_ = std::thread([this, task = std::move(task)]() mutable {
    task();
    if (wake_) wake_();
  });
}

void VerifyWorker::Cancel(const std::string& uri) {
  if (is_busy() && uri_ == uri) is_cancelled_ = true;
}

std::optional<VerifyResult> VerifyWorker::TakeResult() {
  if (!is_busy() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  thread_.join();
  return result_.get();
}

}  // namespace hlo_text_v1::internal
