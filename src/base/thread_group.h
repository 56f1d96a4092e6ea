// Threads that all do the same work.
//
// POSIX threads, because std::thread cannot set its stack size.
#ifndef HLO_BASE_THREAD_GROUP_H_
#define HLO_BASE_THREAD_GROUP_H_

#include <pthread.h>

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"

namespace hlo_text_v1::internal {

class ThreadGroup {
 public:
  // Starts `count` threads, or as many as the system allows; each calls `run` once. `run` must
  // outlive the group. `stack_bytes` of 0 means the system's default.
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

// Calls work(i) for i in [0, count): the first on the calling thread, the others on up to `count` -
// 1 more, or on the calling thread if none can start. False if a call threw.
bool ForEachOnThreads(size_t count, absl::FunctionRef<void(size_t)> work);

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_THREAD_GROUP_H_
