// A ring of slots, as in the tools' ordered workers, but pulled: the consumer decides when to go
// on.
#include "src/tables/file_pool.h"

#include <algorithm>
#include <utility>

namespace hlo::internal {
namespace {

// Parsing may nest some megabytes deep; the system's default may be less.
constexpr size_t kStackBytes = size_t{16} << 20;
constexpr size_t kSlotsPerJob = 4;

}  // namespace

FilePool::FilePool(size_t count, int jobs, Work work)
    : count_(count),
      jobs_(std::min(count, static_cast<size_t>(std::max(jobs, 1)))),
      work_(std::move(work)) {}

FilePool::~FilePool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopped_ = true;
  }
  may_begin_.notify_all();
  threads_.reset();
}

void FilePool::Start() {
  is_started_ = true;
  if (jobs_ < 2) return;
  slots_.resize(kSlotsPerJob * jobs_);
  run_ = [this] { RunWorker(); };
  threads_ = std::make_unique<ThreadGroup>(jobs_, kStackBytes, run_);
}

void FilePool::RunWorker() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    may_begin_.wait(
        lock, [&] { return is_stopped_ || begun_ == count_ || begun_ < given_ + slots_.size(); });
    if (is_stopped_ || begun_ == count_) return;
    const size_t unit = begun_++;
    lock.unlock();
    std::vector<Batch> result = work_(unit);
    lock.lock();
    slots_[unit % slots_.size()] = std::move(result);
    if (unit == given_) finished_.notify_one();
    if (begun_ == count_) may_begin_.notify_all();
  }
}

bool FilePool::Next(std::vector<Batch>* result) {
  if (given_ == count_) return false;
  if (!is_started_) Start();
  if (threads_ == nullptr || threads_->size() == 0) {
    *result = work_(given_++);
    return true;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  std::optional<std::vector<Batch>>& slot = slots_[given_ % slots_.size()];
  finished_.wait(lock, [&] { return slot.has_value(); });
  *result = *std::move(slot);
  slot.reset();
  ++given_;
  lock.unlock();
  may_begin_.notify_one();
  return true;
}

}  // namespace hlo::internal
