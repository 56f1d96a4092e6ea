// Evaluates texts, for tests of hlo/evaluate.h.
#ifndef HLO_TESTS_EVALUATE_EVALUATE_TEST_UTIL_H_
#define HLO_TESTS_EVALUATE_EVALUATE_TEST_UTIL_H_

#include <string>
#include <string_view>
#include <vector>

#include "hlo/evaluate.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1 {

inline std::string TextOf(const absl::StatusOr<Literal>& literal) {
  if (!literal.ok()) return internal::StrCat("error: ", internal::Std(literal.status().message()));
  return PrintLiteral(*literal, /*with_shape=*/false, /*exact=*/true);
}

// The result of the entry computation for made-up arguments, or "error: ...".
inline std::string Evaluated(const HloModule& module, const EvaluateOptions& options = {}) {
  Arena arena;
  const absl::StatusOr<std::vector<Literal>> arguments =
      MakeFakeArguments(*module.entry_computation(), &arena);
  if (!arguments.ok()) return TextOf(arguments.status());
  return TextOf(Evaluate(module, *arguments, &arena, options));
}

// The same for a root written as `SHAPE OPCODE(OPERANDS)...`, with instructions as operands.
inline std::string EvaluatedRoot(const std::string& root) {
  return Evaluated(ReadModule(internal::StrCat(R"(HloModule m
add { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT r = s32[] add(a, b) }
subtract { c = s32[] parameter(0)
  d = s32[] parameter(1)
  ROOT s = s32[] subtract(c, d) }
less { e = s32[] parameter(0)
  f = s32[] parameter(1)
  ROOT t = pred[] compare(e, f), direction=LT }
greater_or_equal { g = s32[] parameter(0)
  h = s32[] parameter(1)
  ROOT u = pred[] compare(g, h), direction=GE }
ENTRY entry { ROOT root = )",
                                               root, " }")));
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_EVALUATE_EVALUATE_TEST_UTIL_H_
