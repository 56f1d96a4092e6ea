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

namespace hlo::internal {

// What the verifier found in one module of a text: offsets into the whole text.
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
  // Waits for the job under way.
  ~VerifyWorker();
  VerifyWorker(const VerifyWorker&) = delete;
  VerifyWorker& operator=(const VerifyWorker&) = delete;

  // One job at a time, so that no old module waits in a queue; only if !is_busy(). Throws
  // std::system_error if the system starts no thread.
  void Start(VerifyJob job);
  // Makes the job under way, if it is about this text, end soon; its result may lack violations.
  void Cancel(const std::string& uri);
  // Until TakeResult has returned the job's result.
  bool is_busy() const { return result_.valid(); }
  // nullopt while there is none. Throws what the job threw.
  std::optional<VerifyResult> TakeResult();

 private:
  const std::function<void()> wake_;
  std::string uri_;  // of the job
  std::atomic<bool> is_cancelled_{false};
  std::future<VerifyResult> result_;
  std::thread thread_;
};

}  // namespace hlo::internal

#endif  // HLO_LSP_VERIFY_WORKER_H_
