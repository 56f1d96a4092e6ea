// A text and everything needed to parse a piece of it.
#ifndef HLO_TESTS_SUPPORT_HEADER_TEST_UTIL_H_
#define HLO_TESTS_SUPPORT_HEADER_TEST_UTIL_H_

#include <string>
#include <string_view>
#include <vector>

#include "hlo/arena.h"
#include "hlo/parser.h"
#include "hlo/shape.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/parse/parse_context.h"

namespace hlo_text_v1 {

using namespace internal;

class ParseFixture {
 public:
  explicit ParseFixture(std::string_view text)
      : source_(SourceBuffer::Copy(text)), ctx(source_.view(), &arena, &shapes_, options_) {}

  // The log, each entry as "COLUMN: MESSAGE" with columns from 1.
  std::vector<std::string> Errors() {
    std::vector<std::string> errors;
    for (const Diagnostic& d : ctx.log()) errors.push_back(StrCat(d.begin + 1, ": ", d.message));
    return errors;
  }

 private:
  SourceBuffer source_;

 public:
  Arena arena;

 private:
  ShapePool shapes_{&arena};
  ParseOptions options_;

 public:
  ParseContext ctx;
};

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_HEADER_TEST_UTIL_H_
