// See thread_group.h.
#include "src/base/thread_group.h"

#include <atomic>

namespace hlo_text_v1::internal {

ThreadGroup::ThreadGroup(size_t count, size_t stack_bytes, absl::FunctionRef<void()> run)
    : run_(run) {
  threads_.reserve(count);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return;
  if (stack_bytes > 0) pthread_attr_setstacksize(&attributes, stack_bytes);
  const auto call = [](void* group) -> void* {
    static_cast<ThreadGroup*>(group)->run_();
    return nullptr;
  };
  while (threads_.size() < count) {
    pthread_t thread;
    if (pthread_create(&thread, &attributes, call, this) != 0) break;
    threads_.push_back(thread);
  }
  pthread_attr_destroy(&attributes);
}

ThreadGroup::~ThreadGroup() {
  for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
}

bool ForEachOnThreads(size_t count, absl::FunctionRef<void(size_t)> work) {
  if (count == 0) return true;
  std::atomic<size_t> next{1};
  std::atomic<bool> ok{true};
  const auto run_from = [&](size_t i) {
    try {
      for (; i < count; i = next++) work(i);
    } catch (...) {  // no memory
      ok = false;
      next = count;
    }
  };
  {
    const auto run = [&] { run_from(next++); };
    const ThreadGroup threads(count - 1, /*stack_bytes=*/0, run);
    run_from(0);
  }
  return ok;
}

}  // namespace hlo_text_v1::internal
