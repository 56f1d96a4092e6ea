// For tests of attribute values: parses one value and describes the result in one line, for tables
// of texts and results.
#ifndef HLO_TESTS_SUPPORT_ATTRIBUTE_VALUE_TESTING_H_
#define HLO_TESTS_SUPPORT_ATTRIBUTE_VALUE_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/arena.h"
#include "hlo/parser.h"
#include "hlo/shape.h"
#include "src/parse/parse_context.h"
#include "tests/support/cases.h"

namespace hlo_text_v1 {

using namespace internal;

// Parses `text` with `parse` and prints the value with `append`, followed by " | rest: ..." if text
// is left; or "ERR", followed by "OFFSET: message" for each entry of the log.
template <typename T, typename Parse, typename Append>
std::string ParseAndPrint(std::string_view text, Parse parse, Append append,
                          const ParseOptions& options = {}) {
  std::string source(text);
  source.append(64, '\0');
  Arena arena;
  ShapePool shapes(&arena);
  ParseContext ctx(std::string_view(source.data(), text.size()), &arena, &shapes, options);
  T value{};
  std::string result;
  if (parse(ctx, &value)) {
    append(value, &result);
    if (ctx.kind() != TokKind::kEof) {
      result += " | rest: " + std::string(text.substr(ctx.lexer.Position()));
    }
    return result;
  }
  result = "ERR";
  for (const Diagnostic& diagnostic : ctx.log()) {
    result += result == "ERR" ? " " : " | ";
    result += std::to_string(diagnostic.begin) + ": " + diagnostic.message;
  }
  return result;
}

template <typename T, typename Append>
void ExpectValues(absl::Span<const Case> cases, Production<T> parse, Append append,
                  const char* file = __builtin_FILE()) {
  ExpectCases(
      cases, [&](const std::string& text) { return ParseAndPrint<T>(text, parse, append); }, file);
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_ATTRIBUTE_VALUE_TESTING_H_
