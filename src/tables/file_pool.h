// Makes the rows of many units, files for instance, on several threads, in order.
//
//   FilePool pool(count, jobs, [](size_t i) { return std::vector<Batch>(); });
//   while (pool.Next(&batches)) ...
//
// No thread works more than a few units ahead of what has been taken, so memory does not grow with
// their number.
#ifndef HLO_TABLES_FILE_POOL_H_
#define HLO_TABLES_FILE_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "src/base/thread_group.h"
#include "src/tables/columns.h"

namespace hlo::internal {

class FilePool {
 public:
  using Work = std::function<std::vector<Batch>(size_t)>;

  // Calls work(i) for i in [0, count), on `jobs` threads from the first Next on; one job, or a
  // system that starts no thread, works in Next. `work` must not throw.
  FilePool(size_t count, int jobs, Work work);
  // Waits for what has begun.
  ~FilePool();
  FilePool(const FilePool&) = delete;
  FilePool& operator=(const FilePool&) = delete;

  // Sets `*result` to the result of the next unit. False if there is none.
  bool Next(std::vector<Batch>* result);
  // How many Next has given.
  size_t taken() const { return given_; }

 private:
  void Start();
  void RunWorker();

  const size_t count_;
  const size_t jobs_;
  const Work work_;
  bool is_started_ = false;
  std::mutex mutex_;
  std::condition_variable may_begin_;
  std::condition_variable finished_;
  std::vector<std::optional<std::vector<Batch>>> slots_;  // of unit i: i % size
  size_t begun_ = 0;
  size_t given_ = 0;
  bool is_stopped_ = false;
  std::function<void()> run_;
  std::unique_ptr<ThreadGroup> threads_;  // last: joined first
};

}  // namespace hlo::internal

#endif  // HLO_TABLES_FILE_POOL_H_
