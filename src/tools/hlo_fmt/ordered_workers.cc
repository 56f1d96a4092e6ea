// A ring of slots: the result of input i goes into slot i % window. No worker takes an input a
// window or more ahead of the last delivery.
#include "src/tools/hlo_fmt/ordered_workers.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "src/base/thread_group.h"

namespace hlo::internal {
namespace {

// Parsing may nest some megabytes deep; the system's default may be less.
constexpr size_t kStackBytes = size_t{16} << 20;
constexpr size_t kSlotsPerJob = 4;

class Pool {
 public:
  Pool(size_t count, size_t window, absl::FunctionRef<FileResult(size_t)> work)
      : count_(count), work_(work), slots_(window) {}

  // Runs in each worker: takes inputs until none is left.
  void Work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      may_take_.wait(lock, [&] {
        return stopped_ || taken_ == count_ || taken_ < delivered_ + slots_.size();
      });
      if (stopped_ || taken_ == count_) return;
      const size_t index = taken_++;
      lock.unlock();
      FileResult result = ResultOf(index);
      lock.lock();
      slots_[index % slots_.size()] = std::move(result);
      if (index == delivered_) finished_.notify_one();
      if (taken_ == count_) may_take_.notify_all();
    }
  }
  void Stop() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopped_ = true;
    }
    may_take_.notify_all();
  }

  // The result of the next input, in order.
  FileResult Next(absl::FunctionRef<void()> idle) {
    std::unique_lock<std::mutex> lock(mutex_);
    std::optional<FileResult>& slot = slots_[delivered_ % slots_.size()];
    while (!slot.has_value()) {
      if (finished_.wait_for(lock, std::chrono::milliseconds(200)) == std::cv_status::timeout) {
        idle();
      }
    }
    FileResult result = std::move(*slot);
    slot.reset();
    ++delivered_;
    lock.unlock();
    may_take_.notify_one();
    return result;
  }

 private:
  // A worker must not throw. These words need no memory.
  FileResult ResultOf(size_t index) const try {
    return work_(index);
  } catch (const std::bad_alloc&) {
    FileResult result;
    result.code = kIoError;
    result.errors = "out of memory\n";
    return result;
  }

  const size_t count_;
  const absl::FunctionRef<FileResult(size_t)> work_;
  std::mutex mutex_;
  std::condition_variable may_take_;
  std::condition_variable finished_;
  size_t taken_ = 0;      // inputs taken by workers
  size_t delivered_ = 0;  // inputs whose results were delivered
  bool stopped_ = false;
  std::vector<std::optional<FileResult>> slots_;
};

}  // namespace

void ForEachInOrder(size_t count, int jobs, absl::FunctionRef<FileResult(size_t)> work,
                    absl::FunctionRef<bool(size_t, FileResult)> deliver,
                    absl::FunctionRef<void()> idle) {
  jobs = static_cast<int>(std::min(count, static_cast<size_t>(std::max(jobs, 1))));
  if (jobs > 1) {
    Pool pool(count, kSlotsPerJob * static_cast<size_t>(jobs), work);
    const auto run = [&pool] { pool.Work(); };
    const ThreadGroup threads(static_cast<size_t>(jobs), kStackBytes, run);
    const absl::Cleanup stopper = [&pool] { pool.Stop(); };  // before the threads are joined
    for (size_t i = 0; i < count && threads.size() > 0; ++i) {
      if (!deliver(i, pool.Next(idle))) return;
    }
    if (threads.size() > 0) return;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!deliver(i, work(i))) return;
  }
}

}  // namespace hlo::internal
