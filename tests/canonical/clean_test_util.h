// A module as hlo-fmt has it before it prints: desugared, with unique names.
#ifndef HLO_TESTS_CANONICAL_CLEAN_TEST_UTIL_H_
#define HLO_TESTS_CANONICAL_CLEAN_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "hlo/async.h"
#include "hlo/parser.h"
#include "hlo/printer.h"

namespace hlo::test {

inline HloModule ParseClean(std::string_view text) {
  ParseOptions options;
  options.uniquify = false;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options);
  EXPECT_TRUE(module.ok()) << module.status() << "\n" << text;
  if (!module.ok()) return HloModule();
  Desugar(*module);
  Uniquify(*module);
  return *std::move(module);
}

inline std::string PrintWithConstants(const HloModule& module) {
  PrintOptions options;
  options.print_large_constants = true;
  return PrintHloModule(module, options);
}

// `text` with the first `from`, which must be there, replaced by `to`.
inline std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

}  // namespace hlo::test

#endif  // HLO_TESTS_CANONICAL_CLEAN_TEST_UTIL_H_
