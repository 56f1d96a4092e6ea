// Provides stack for deeply nested texts: hlo::ParseOptions::max_stack_bytes assumes threads with
// stacks of the usual size, but Python threads may have less (threading.stack_size).
#ifndef HLO_PYTHON_SRC_STACK_H_
#define HLO_PYTHON_SRC_STACK_H_

#include <functional>
#include <optional>

namespace hlo_python {

// Calls `function` with enough stack for any module: in this thread, or in a new one while this one
// waits. It must not touch Python. Throws what it throws, or std::bad_alloc if no thread starts.
void CallWithStack(const std::function<void()>& function);

// The same for a function with a result.
template <typename Function>
auto WithStack(Function function) {
  std::optional<decltype(function())> result;
  CallWithStack([&] { result.emplace(function()); });
  return *std::move(result);
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_STACK_H_
