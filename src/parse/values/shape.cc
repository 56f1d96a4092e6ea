// The slow path reads tokens like XLA, soft errors in layouts included; see shape.h for the fast
// one. The end of a text is certain without parsing because a shape in the table contains no
// blank outside of tuples, and a tuple ends at its closing parenthesis.
#include "src/parse/values/shape.h"

#include <limits>
#include <string_view>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/container/inlined_vector.h"
#include "src/lex/scan_run.h"
#include "src/parse/parse_context.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {
namespace {

// The end of the shape at `p` if it is in the table: entries were read up to their last byte, so
// the same bytes are the same shape, unless a layout follows. A wrong end is harmless, because no
// entry of the table ends there.
//
// f32[2,3]{1,0:T(8)}
const char* FindArrayEnd(const char* p) {
  if (*p < 'a' || *p > 'z') return nullptr;
  p = FindBlankOr(p, ']');
  if (*p != ']') return nullptr;
  const char* end = p + 1;
  // A layout may follow after blanks or comments; so may the brace of a body.
  const char* brace = end;
  while (HasClass(*brace, kBlank)) ++brace;
  if (*brace != '{') return *brace == '/' ? nullptr : end;
  const char* inside = brace + 1;
  while (HasClass(*inside, kBlank)) ++inside;
  if (*inside == '/' || *inside == '-') return nullptr;
  if (!HasClass(*inside, kDigit) && *inside != ':') return end;
  if (inside != end + 1) return nullptr;
  end = FindBlankOr(inside, '}');
  return *end == '}' ? end + 1 : nullptr;
}

// The end of the tuple at `p`: after the matching parenthesis, in the same line.
const char* FindTupleEnd(const char* p) {
  int64_t depth = 0;
  for (;; ++p) {
    p = FindParenthesis(p);
    if (*p == '(') {
      ++depth;
    } else if (*p == ')') {
      if (--depth == 0) return p + 1;
    } else {
      return nullptr;
    }
  }
}

bool ReadDimensions(ParseContext& ctx, absl::InlinedVector<int64_t, 8>* dimensions,
                    absl::InlinedVector<bool, 8>* dynamic) {
  return ctx.ReadList(TokKind::kLsquare, TokKind::kRsquare, [&] {
    const bool is_unbounded = ctx.EatIf(TokKind::kQuestionMark);
    dynamic->push_back(is_unbounded || ctx.EatIf(TokKind::kLeq));
    dimensions->push_back(kUnboundedSize);
    return is_unbounded || ctx.ReadInt64(&dimensions->back());
  });
}

bool HasLayout(ParseContext& ctx) {
  if (ctx.kind() != TokKind::kLbrace) return false;
  const char* brace = ctx.lexer.At();
  ctx.lexer.Next();
  const bool has_layout = ctx.kind() == TokKind::kInt || ctx.kind() == TokKind::kColon;
  ctx.lexer.SkipTo(brace);
  return has_layout;
}

// f32[2,3] or f32[2,3]{1,0} at `p`, straight from the bytes up to `end`; nullptr for anything else.
// Each shape of a program is read once. Not inlined: its arrays would take stack for each level of
// a nested tuple.
ABSL_ATTRIBUTE_NOINLINE const Shape* ReadPlainArray(ParseContext& ctx, const char* p,
                                                    const char* end) {
  const char* bracket = SkipIdentifier(p);
  const Word& word = FindPaddedWord(std::string_view(p, static_cast<size_t>(bracket - p)));
  const auto type = static_cast<PrimitiveType>(word.value);
  if (word.word_class != WordClass::kPrimitiveType || !IsArrayType(type) || *bracket != '[') {
    return nullptr;
  }
  p = bracket + 1;
  int64_t sizes[8], order[8];
  const int rank = ReadIntegers(&p, ']', sizes);
  if (rank < 0) return nullptr;
  Layout layout;
  const bool has_layout = *p == '{' && p < end;
  if (has_layout) {
    ++p;
    if (ReadIntegers(&p, '}', order) != rank) return nullptr;
    layout.minor_to_major = absl::MakeConstSpan(order, static_cast<size_t>(rank));
  }
  if (p != end) return nullptr;
  ctx.lexer.SkipTo(end);
  return ctx.shapes.Array(type, absl::MakeConstSpan(sizes, static_cast<size_t>(rank)), {},
                          has_layout ? &layout : nullptr);
}

std::vector<std::string_view> TypeNames() {
  return {
#define HLO_PRIMITIVE_TYPE(Id, text, ...) text,
#include "hlo/tables/primitive_types.def"
  };
}

bool IsUnknownType(ParseContext& ctx) {
  return ctx.options.allow_unknown && ctx.kind() == TokKind::kIdent && *ctx.token().end == '[';
}

// An array whose type may be of a newer version: kept as text.
bool ReadUnknownArray(ParseContext& ctx, const Shape** shape) {
  const std::string_view type = ctx.token().value;
  ctx.lexer.Next();
  absl::InlinedVector<int64_t, 8> dimensions;
  absl::InlinedVector<bool, 8> dynamic;
  if (!ReadDimensions(ctx, &dimensions, &dynamic)) return false;
  const char* end = ctx.lexer.Consumed();
  if (HasLayout(ctx)) {
    const auto rank = static_cast<int64_t>(dimensions.size());
    if (!ReadLayout(ctx, rank, [](const Layout&) {})) return false;
    end = ctx.lexer.Consumed();
  }
  *shape = ctx.shapes.Opaque(std::string_view(type.data(), static_cast<size_t>(end - type.data())));
  Diagnostic* warning = ctx.WarnOfUnknown(Code::kUnknownTypeKept, type, type);
  if (warning != nullptr) ctx.SuggestFor(warning, type, TypeNames());
  return true;
}

bool ReadArray(ParseContext& ctx, const Shape** shape) {
  if (ctx.kind() != TokKind::kPrimitiveType) {
    if (IsUnknownType(ctx)) return ReadUnknownArray(ctx, shape);
    ctx.Error(Code::kExpectedPrimitiveType, TokKindName(ctx.kind()));
    if (ctx.kind() == TokKind::kIdent) SuggestType(ctx);
    return false;
  }
  const uint32_t position = ctx.lexer.Position();
  const PrimitiveType type = ctx.token().primitive_type;
  ctx.lexer.Next();
  absl::InlinedVector<int64_t, 8> dimensions;
  absl::InlinedVector<bool, 8> dynamic;
  if (!ReadDimensions(ctx, &dimensions, &dynamic)) return false;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] < 0 && !(dynamic[i] && dimensions[i] == kUnboundedSize)) {
      return ctx.ErrorAt(position, Code::kInvalidShape, "negative dimension");
    }
  }
  const bool has_layout = HasLayout(ctx);
  if (!IsArrayType(type)) {
    if (has_layout || !dimensions.empty()) {
      return ctx.ErrorAt(position, Code::kInvalidShape,
                         "token[] and opaque[] have neither dimensions nor layout");
    }
    *shape = type == PrimitiveType::kTOKEN ? ctx.shapes.Token() : ctx.shapes.Opaque();
    return true;
  }
  if (!has_layout) {
    *shape = ctx.shapes.Array(type, dimensions, dynamic, nullptr);
    return true;
  }
  return ReadLayout(ctx, static_cast<int64_t>(dimensions.size()), [&](const Layout& layout) {
    *shape = ctx.shapes.Array(type, dimensions, dynamic, &layout);
  });
}

bool CheckTupleElement(ParseContext& ctx, uint32_t position, const Shape& element) {
  // A buffer that was read has an element. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
  const Shape& array = element.IsBuffer() ? *element.tuple_shapes(0) : element;
  if (!array.IsArray()) return true;
  const char* problem = FindInvalidArray(array);
  if (problem == nullptr) return true;
  return ctx.ErrorAt(position, Code::kInvalidShape, problem);
}

bool ReadShapeFromTokens(ParseContext& ctx, const Shape** shape);

bool ReadTuple(ParseContext& ctx, const Shape** shape) {
  ctx.lexer.Next();
  absl::InlinedVector<const Shape*, 8> elements;
  absl::InlinedVector<uint32_t, 8> positions;
  if (ctx.kind() != TokKind::kRparen) {
    do {
      positions.push_back(ctx.lexer.Position());
      elements.push_back(nullptr);
      if (!ReadShapeFromTokens(ctx, &elements.back())) return false;
    } while (ctx.EatIf(TokKind::kComma));
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!CheckTupleElement(ctx, positions[i], *elements[i])) return false;
  }
  *shape = ctx.shapes.Tuple(elements);
  return ctx.Expect(TokKind::kRparen, Code::kExpectsTupleEnd);
}

bool ReadBuffer(ParseContext& ctx, const Shape** shape) {
  const uint32_t position = ctx.lexer.Position();
  ctx.lexer.Next();
  ctx.lexer.Next();
  const Shape* array = nullptr;
  if (!ReadShapeFromTokens(ctx, &array)) return false;
  if (!array->IsArray() && !array->has_unknown_type()) {
    return ctx.ErrorAt(position, Code::kInvalidShape, "a buffer must wrap an array");
  }
  *shape = ctx.shapes.Buffer(array);
  return ctx.Expect(TokKind::kRparen, Code::kExpectsBufferEnd);
}

bool IsBuffer(ParseContext& ctx) {
  if (ctx.kind() != TokKind::kIdent || ctx.token().value != "b") return false;
  const char* word = ctx.lexer.At();
  ctx.lexer.Next();
  const bool is_buffer = ctx.kind() == TokKind::kLparen;
  ctx.lexer.SkipTo(word);
  return is_buffer;
}

// Looks up the array at the current token in the table of texts and steps over it if found.
// Otherwise sets `end` to the end of its text, nullptr if that is not certain.
const Shape* FindKnownText(ParseContext& ctx, bool allow_tuple, const char** end) {
  const char* begin = ctx.lexer.At();
  *end = *begin == '(' ? (allow_tuple ? FindTupleEnd(begin) : nullptr) : FindArrayEnd(begin);
  if (*end == nullptr) return nullptr;
  const Shape* known =
      ctx.shape_texts.Find(std::string_view(begin, static_cast<size_t>(*end - begin)));
  if (known != nullptr) ctx.lexer.SkipTo(*end);
  return known;
}

bool ReadShapeThroughTable(ParseContext& ctx, bool allow_tuple, const Shape** shape) {
  const char* end = nullptr;
  *shape = FindKnownText(ctx, allow_tuple, &end);
  if (*shape != nullptr) return true;
  ParseContext::DepthGuard guard(ctx);
  if (!guard.ok()) return false;
  const char* begin = ctx.lexer.At();
  const size_t errors = ctx.log().size();
  if (end != nullptr && *begin != '(') *shape = ReadPlainArray(ctx, begin, end);
  const bool ok = *shape != nullptr ? true
                  : *begin == '('   ? ReadTuple(ctx, shape)
                  : IsBuffer(ctx)   ? ReadBuffer(ctx, shape)
                                    : ReadArray(ctx, shape);
  if (!ok) return false;
  // The table may only hold texts that were read to the byte and without soft errors.
  if (end != nullptr && ctx.lexer.Consumed() == end && ctx.log().size() == errors) {
    ctx.shape_texts.Insert(std::string_view(begin, static_cast<size_t>(end - begin)), *shape);
  }
  return true;
}

// An element of a tuple: looks up arrays only, as deep nesting would take quadratic time.
bool ReadShapeFromTokens(ParseContext& ctx, const Shape** shape) {
  return ReadShapeThroughTable(ctx, /*allow_tuple=*/false, shape);
}

}  // namespace

const char* FindInvalidArray(const Shape& shape) {
  int64_t size = 1;
  bool fits = true;
  for (int64_t dimension : shape.dimensions()) {
    if (dimension == kUnboundedSize) continue;
    fits = fits && !__builtin_mul_overflow(size, dimension, &size);
  }
  if (!fits || __builtin_mul_overflow(size, int64_t{ByteWidth(shape.element_type())}, &size)) {
    return "its size overflows 64 bits";
  }
  if (shape.layout() == nullptr) return nullptr;
  return FindInvalidLayout(*shape.layout(), shape.dimensions());
}

bool CanBeShape(ParseContext& ctx) {
  const char c = *ctx.lexer.At();
  if (c == '(') return true;
  if (c < 'a' || c > 'z') return false;
  if (ctx.kind() != TokKind::kPrimitiveType) return IsBuffer(ctx) || IsUnknownType(ctx);
  return !ctx.options.upgrade_legacy || !ctx.IsWordAsName();
}

bool SuggestType(ParseContext& ctx) { return ctx.Suggest(ctx.token().value, TypeNames()); }

bool ReadShape(ParseContext& ctx, const Shape** shape) {
  return ReadShapeThroughTable(ctx, /*allow_tuple=*/true, shape);
}

bool ReadShapeList(ParseContext& ctx, absl::Span<const Shape* const>* shapes) {
  return ctx.ReadBraceList(shapes, [&](const Shape** shape) { return ReadShape(ctx, shape); });
}

}  // namespace hlo_text_v1::internal
