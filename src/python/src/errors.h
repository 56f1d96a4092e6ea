// Exceptions for errors of the library, and for arguments of wrong types.
#ifndef HLO_PYTHON_SRC_ERRORS_H_
#define HLO_PYTHON_SRC_ERRORS_H_

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace hlo_python {

[[noreturn]] void Raise(PyObject* type, const std::string& message);
// "; did you mean 'add'?" of words that may have been meant, else "".
std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& known);
// The same for a range of named things; "" if there are very many, which would take too long.
template <typename Range, typename NameOf>
std::string DidYouMean(std::string_view word, const Range& range, NameOf name_of) {
  constexpr size_t kMost = 10000;
  std::vector<std::string_view> known;
  for (const auto& each : range) {
    if (known.size() == kMost) return "";
    known.push_back(name_of(each));
  }
  return DidYouMean(word, known);
}
// KeyError(name), with the result of DidYouMean.
[[noreturn]] void RaiseKeyError(std::string_view name, const std::string& suggestion);
// HloError, which is a ValueError, with the message and code of `status`.
[[noreturn]] void RaiseStatus(const absl::Status& status);

// The same for arguments that the bindings refuse themselves: INVALID_ARGUMENT.
[[noreturn]] void RaiseInvalid(const std::string& message);

inline void Check(const absl::Status& status) {
  if (!status.ok()) RaiseStatus(status);
}
template <typename T>
T Value(absl::StatusOr<T> value) {
  if (!value.ok()) RaiseStatus(value.status());
  return *std::move(value);
}

// "int", "list": the type of an argument, for messages.
std::string TypeName(nanobind::handle value);
// The elements of any iterable except a str or bytes; TypeError for anything else.
nanobind::list ToPythonList(nanobind::handle values);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_ERRORS_H_
