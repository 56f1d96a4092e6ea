// Verifies large modules in a thread, so that no request waits for it.
#ifndef HLO_LSP_VERIFY_WORKER_H_
#define HLO_LSP_VERIFY_WORKER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
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
  explicit VerifyWorker(std::function<void()> wake);
  // Waits for the job under way.
  ~VerifyWorker();
  VerifyWorker(const VerifyWorker&) = delete;
  VerifyWorker& operator=(const VerifyWorker&) = delete;

  // One job at a time, so that no old module waits in a queue; only if !is_busy(). Does the job
  // itself if the system starts no thread.
  void Start(VerifyJob job);
  // Makes the job under way, if it is about this text, end soon; its result may lack violations.
  void Cancel(const std::string& uri);
  // Until TakeResult has returned the job's result.
  bool is_busy() const { return is_busy_; }
  std::optional<VerifyResult> TakeResult();

 private:
  struct State;

  std::unique_ptr<State> state_;
  bool is_busy_ = false;
  std::string uri_;  // of the job
};

}  // namespace hlo::internal

#endif  // HLO_LSP_VERIFY_WORKER_H_
