// Runs only the token formatter, on texts that need not be whole programs.
#ifndef HLO_TESTS_FORMAT_FORMAT_TEST_UTIL_H_
#define HLO_TESTS_FORMAT_FORMAT_TEST_UTIL_H_

#include <string>
#include <string_view>
#include <vector>

#include "hlo/parser.h"
#include "hlo/source.h"
#include "src/format/token_formatter.h"

namespace hlo_text_v1 {

using namespace internal;

inline std::string FormatTokens(std::string_view text,
                                std::vector<FormattedLine>* lines = nullptr) {
  const SourceBuffer source = SourceBuffer::Copy(text);
  Arena arena;
  ShapePool shapes(&arena);
  const ParseOptions options;
  ParseContext ctx(source.view(), &arena, &shapes, options);
  std::string out;
  const bool ok =
      TokenFormatter(ctx, source.view(), {}, LineEndOf(source.view()), &out, lines).Run();
  return ok ? out : "no token";
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_FORMAT_FORMAT_TEST_UTIL_H_
