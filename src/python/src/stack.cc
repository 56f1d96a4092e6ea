// Asks the system once per thread where the stack ends; if that fails, assumes that it is enough.
#include "stack.h"

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>

namespace hlo_python {
namespace {

constexpr size_t kEnough = size_t{6} << 20;
constexpr size_t kMade = size_t{8} << 20;

// The lowest address of this thread's stack; 0 if unknown.
uintptr_t StackEnd() {
#ifdef __linux__
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  void* end = nullptr;
  size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &end, &size) == 0;
  pthread_attr_destroy(&attributes);
  return known ? reinterpret_cast<uintptr_t>(end) : 0;
#elif defined(__APPLE__)
  const pthread_t self = pthread_self();
  return reinterpret_cast<uintptr_t>(pthread_get_stackaddr_np(self)) -
         pthread_get_stacksize_np(self);
#else
  return 0;
#endif
}

bool HasEnough() {
  static thread_local const uintptr_t end = StackEnd();
  const char here = 0;
  return end == 0 || reinterpret_cast<uintptr_t>(&here) - end >= kEnough;
}

struct Task {
  const std::function<void()>* function;
  std::exception_ptr exception;
};

void* Run(void* argument) {
  auto* task = static_cast<Task*>(argument);
  try {
    (*task->function)();
  } catch (...) {
    task->exception = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void CallWithStack(const std::function<void()>& function) {
  if (HasEnough()) return function();
  Task task = {&function, nullptr};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) throw std::bad_alloc();
  pthread_t thread;
  const bool runs = pthread_attr_setstacksize(&attributes, kMade) == 0 &&
                    pthread_create(&thread, &attributes, Run, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (!runs) throw std::bad_alloc();
  pthread_join(thread, nullptr);
  if (task.exception) std::rethrow_exception(task.exception);
}

}  // namespace hlo_python
