// Verifies large modules in a thread, so that no request waits for it.
#ifndef HLO_LSP_VERIFY_WORKER_H_
#define HLO_LSP_VERIFY_WORKER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

// The verifier's findings in one module of a text, with offsets into the whole text.
struct VerifiedModule {
  std::vector<Diagnostic> diagnostics;
};
struct VerifyJob {
  std::string uri;
  uint64_t generation = 0;  // of the document
  struct Piece {
    uint32_t begin;
    std::shared_ptr<const HloModule> module;  // may be null
  };
  std::vector<Piece> modules;
};
struct VerifyResult {
  std::string uri;
  uint64_t generation = 0;
  std::vector<VerifiedModule> modules;
};

// `stop` as in VerifyOptions.
VerifyResult RunVerify(const VerifyJob& job, const std::atomic<bool>* stop = nullptr);

class VerifyWorker {
 public:
  // Calls `wake` in its thread after each job.
  explicit VerifyWorker(std::function<void()> wake) : wake_(std::move(wake)) {}
  // Waits for the current job.
  ~VerifyWorker();
  VerifyWorker(const VerifyWorker&) = delete;
  VerifyWorker& operator=(const VerifyWorker&) = delete;

  // Starts a job; only if !is_busy(), so that old modules never wait in a queue. Throws
  // std::system_error if no thread can start.
  void Start(VerifyJob job);
  // Makes the current job end soon if it is about this text; its result may then miss violations.
  void Cancel(const std::string& uri);
  // True until TakeResult has returned the job's result.
  bool is_busy() const { return result_.valid(); }
  // nullopt while there is none. Rethrows the job's exception.
  std::optional<VerifyResult> TakeResult();

 private:
  const std::function<void()> wake_;
  std::string uri_;  // of the job
  std::atomic<bool> is_cancelled_{false};
  std::future<VerifyResult> result_;
  std::thread thread_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_VERIFY_WORKER_H_
