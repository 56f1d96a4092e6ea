// Looks at the asynchronous chains of a module's text, for tables of {text, expectation}.
#ifndef HLO_TESTS_ASYNC_CHAIN_TEST_UTIL_H_
#define HLO_TESTS_ASYNC_CHAIN_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::test {

using namespace internal;

inline std::string NameOf(const HloInstruction* instruction) {
  return instruction == nullptr ? "none" : std::string(instruction->name());
}

inline std::string NamesOf(absl::Span<const HloInstruction* const> instructions) {
  std::string names;
  for (const HloInstruction* instruction : instructions) {
    StrAppend(&names, names.empty() ? "" : " ", instruction->name());
  }
  return names;
}

// "s{0,1}", "d{}".
inline std::string PositionToString(const AsyncOperation::Position& position) {
  std::string text(position.instruction->name());
  AppendShapeIndex(position.index, &text);
  return text;
}

// `show` of the chain that contains the instruction `name`; "no chain" if there is none.
inline std::string OfChain(const HloModule& module, std::string_view name,
                           const std::function<std::string(const AsyncOperation&)>& show) {
  const HloInstruction* link = Find(module, name);
  if (link == nullptr) return "no such instruction";
  const UserSnapshot users(*link->parent());
  const std::optional<AsyncOperation> chain = AsyncOperation::Of(*link, users);
  return chain.has_value() ? show(*chain) : "no chain";
}

// The same for a module's text.
inline std::string OfChain(std::string_view text, std::string_view name,
                           const std::function<std::string(const AsyncOperation&)>& show) {
  return OfChain(ReadModule(text), name, show);
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_ASYNC_CHAIN_TEST_UTIL_H_
