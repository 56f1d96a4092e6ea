// Reads a literal from text, for tests of literals.
#ifndef HLO_TESTS_SUPPORT_LITERAL_TEST_UTIL_H_
#define HLO_TESTS_SUPPORT_LITERAL_TEST_UTIL_H_

#include <string>
#include <string_view>
#include <utility>

#include "hlo/arena.h"
#include "hlo/literal.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"
#include "hlo/source.h"
#include "src/parse/parse_context.h"
#include "src/parse/values/literal.h"
#include "src/parse/values/shape.h"

namespace hlo_text_v1 {

using namespace internal;

// Reads `SHAPE constant(LITERAL)` with the functions under test and keeps the result.
class LiteralReader {
 public:
  // The surrounding instruction line: positions are those in a module.
  static constexpr std::string_view kBefore = "ENTRY e { ROOT c = ";
  static constexpr std::string_view kBetween = " constant(";

  LiteralReader(std::string_view shape, std::string_view literal, ParseOptions options = {})
      : source_(StrCat(kBefore, shape, kBetween, literal, ") }")),
        options_(std::move(options)),
        ctx_(Padded(), &arena_, &pool_, options_) {
    ctx_.lexer.SkipTo(source_.data() + kBefore.size());
    ok_ = ReadShape(ctx_, &shape_);
    if (!ok_) return;
    ctx_.lexer.SkipTo(source_.data() + kBefore.size() + shape.size() + kBetween.size());
    ok_ = ReadLiteral(ctx_, *shape_, &literal_) &&
          ctx_.Expect(TokKind::kRparen, DiagnosticCode::kExpectsConstantEnd);
  }

  bool ok() const { return ok_; }
  const Literal& literal() const { return literal_; }
  ParseContext& ctx() { return ctx_; }
  const Arena& arena() const { return arena_; }

  // "s32[2]{0} constant({1, 2})", or the log as "36: message ;; 40: message".
  std::string Result() {
    if (!ok_) return Errors();
    return PrintShape(literal_.shape()) + " constant(" + PrintLiteral(literal_) + ")";
  }
  std::string Errors() {
    std::string text;
    for (const Diagnostic& diagnostic : ctx_.log()) {
      StrAppend(&text, text.empty() ? "" : " ;; ", diagnostic.begin, ": ", diagnostic.message);
    }
    return text;
  }

 private:
  std::string_view Padded() {
    const size_t size = source_.size();
    source_.append(SourceBuffer::kPadding, '\0');
    return std::string_view(source_.data(), size);
  }

  std::string source_;
  ParseOptions options_;
  Arena arena_;
  ShapePool pool_{&arena_};
  ParseContext ctx_;
  const Shape* shape_ = nullptr;
  Literal literal_;
  bool ok_ = false;
};

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_LITERAL_TEST_UTIL_H_
