// Makes results for many inputs on several threads, and hands them out in order.
//
//   OrderedPool<FileResult> pool(paths.size(), jobs, [&](size_t i) { return Format(paths[i]); });
//   while (const std::optional<FileResult> result = pool.Next()) ...
//
// A ring of slots: the result of input i goes into slot i % size. No thread runs further ahead of
// Next than the ring is long, so memory does not grow with the number of inputs. Next rethrows an
// exception that `work` throws on another thread; after that no more inputs are begun.
#ifndef HLO_BASE_ORDERED_POOL_H_
#define HLO_BASE_ORDERED_POOL_H_

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "src/base/thread_group.h"

namespace hlo_text_v1::internal {

template <typename Result>
class OrderedPool {
 public:
  using Work = std::function<Result(size_t)>;

  // Calls work(i) for i in [0, count), on up to `jobs` threads, which the first Next starts. With
  // one job, one input, or no thread to be had, Next does the work itself. At most `slots_per_job`
  // times `jobs` results wait for Next. `caller_works`: instead of waiting, Next also works, in
  // place of one of the threads, and calls no `idle`.
  OrderedPool(size_t count, int jobs, Work work, size_t slots_per_job = 4,
              bool caller_works = false)
      : count_(count),
        jobs_(std::min(count, static_cast<size_t>(std::max(jobs, 1)))),
        slots_per_job_(slots_per_job),
        caller_works_(caller_works),
        work_(std::move(work)) {}
  // Waits for the inputs that have been begun; begins no more.
  ~OrderedPool() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_stopped_ = true;
    }
    may_begin_.notify_all();
  }
  OrderedPool(const OrderedPool&) = delete;
  OrderedPool& operator=(const OrderedPool&) = delete;

  // The result of the next input; nothing after the last. While waiting, calls `idle` a few times a
  // second.
  std::optional<Result> Next(absl::FunctionRef<void()> idle = [] {}) {
    if (taken_ == count_) return std::nullopt;
    if (!is_started_) Start();
    if (!threads_.has_value() || threads_->size() == 0) return work_(taken_++);
    std::unique_lock<std::mutex> lock(mutex_);
    std::optional<Result>& slot = slots_[taken_ % slots_.size()];
    while (!slot.has_value()) {
      if (error_ != nullptr) std::rethrow_exception(error_);
      if (caller_works_ && MayBegin()) {
        WorkOnOne(&lock);
        continue;
      }
      if (finished_.wait_for(lock, std::chrono::milliseconds(200)) == std::cv_status::timeout) {
        idle();
      }
    }
    std::optional<Result> result = std::exchange(slot, std::nullopt);
    ++taken_;
    lock.unlock();
    may_begin_.notify_one();
    return result;
  }

  // How many results Next has returned.
  size_t taken() const { return taken_; }

 private:
  // Parsing may nest some megabytes deep; the system's default may be less.
  static constexpr size_t kStackBytes = size_t{16} << 20;

  void Start() {
    is_started_ = true;
    if (jobs_ < 2) return;
    slots_.resize(slots_per_job_ * jobs_);
    threads_.emplace(jobs_ - (caller_works_ ? 1 : 0), kStackBytes, run_);
  }

  void RunWorker() {
    try {
      WorkOn();
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      error_ = std::current_exception();
      is_stopped_ = true;
      finished_.notify_one();
      may_begin_.notify_all();
    }
  }

  void WorkOn() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      may_begin_.wait(lock, [&] { return is_stopped_ || begun_ == count_ || MayBegin(); });
      if (is_stopped_ || begun_ == count_) return;
      WorkOnOne(&lock);
    }
  }

  // Whether there is an input to begin, and a slot for its result.
  bool MayBegin() const { return begun_ < std::min(count_, taken_ + slots_.size()); }

  // Releases the lock in the meantime.
  void WorkOnOne(std::unique_lock<std::mutex>* lock) {
    const size_t input = begun_++;
    lock->unlock();
    Result result = work_(input);
    lock->lock();
    slots_[input % slots_.size()] = std::move(result);
    if (input == taken_) finished_.notify_one();
    if (begun_ == count_) may_begin_.notify_all();
  }

  const size_t count_;
  const size_t jobs_;
  const size_t slots_per_job_;
  const bool caller_works_;
  const Work work_;
  const std::function<void()> run_ = [this] { RunWorker(); };
  bool is_started_ = false;
  std::mutex mutex_;
  std::condition_variable may_begin_;
  std::condition_variable finished_;
  std::vector<std::optional<Result>> slots_;
  size_t begun_ = 0;
  size_t taken_ = 0;
  bool is_stopped_ = false;
  std::exception_ptr error_;            // of `work`
  std::optional<ThreadGroup> threads_;  // last: joined before the others go
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_ORDERED_POOL_H_
