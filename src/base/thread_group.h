// Threads that all do the same work.
//
// POSIX threads, as std::thread cannot choose the size of its stack.
#ifndef HLO_BASE_THREAD_GROUP_H_
#define HLO_BASE_THREAD_GROUP_H_

#include <pthread.h>

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"

namespace hlo {

class ThreadGroup {
 public:
  // Starts `count` threads, or as many as there are to be had, each of which calls `run` once.
  // `run` must outlive the group. A stack of 0 bytes has the size that the system chooses.
  ThreadGroup(size_t count, size_t stack_bytes, absl::FunctionRef<void()> run);
  // Waits for all of them.
  ~ThreadGroup();
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  size_t size() const { return threads_.size(); }

 private:
  absl::FunctionRef<void()> run_;
  std::vector<pthread_t> threads_;
};

// Calls work(i) for i in [0, count), the first on the calling thread, the others on up to
// `count` - 1 more or, where there are none to be had, on the calling one. False if a call threw.
bool ForEachOnThreads(size_t count, absl::FunctionRef<void(size_t)> work);

}  // namespace hlo

#endif  // HLO_BASE_THREAD_GROUP_H_
