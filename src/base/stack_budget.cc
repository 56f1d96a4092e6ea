// See stack_budget.h.
#include "src/base/stack_budget.h"

#include <pthread.h>

namespace hlo_text_v1::internal {
namespace {

// The bytes of this thread's stack below `at`; SIZE_MAX if the system does not tell, or `at` is on
// a stack that the program made, such as a coroutine's.
size_t StackLeft(uintptr_t at) {
  uintptr_t lowest = 0;
  size_t size = 0;
#ifdef __linux__
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return SIZE_MAX;
  void* address = nullptr;
  if (pthread_attr_getstack(&attributes, &address, &size) != 0) size = 0;
  pthread_attr_destroy(&attributes);
  lowest = reinterpret_cast<uintptr_t>(address);
#elif defined(__APPLE__)
  size = pthread_get_stacksize_np(pthread_self());
  lowest = reinterpret_cast<uintptr_t>(pthread_get_stackaddr_np(pthread_self())) - size;
#endif
  return at - lowest < size ? at - lowest : SIZE_MAX;
}

}  // namespace

bool StackBudget::Grant(size_t used) {
  granted_ = std::min(most_, StackLeft(base_) / 2);
  most_ = granted_;  // asks once
  return used <= granted_;
}

}  // namespace hlo_text_v1::internal
