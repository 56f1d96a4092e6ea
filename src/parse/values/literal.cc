// Literals of any shape: tuples here, arrays in dense_literal.cc.
//
// A literal has its own shape, derived from the one in the text: bounded dimensions are full, a
// buffer becomes its contents, the element size in bits is the natural one, and a tuple written as
// () consists of empty tuples. Source: XLA HloParserImpl::ParseLiteral, ParseTupleLiteral.
#include "src/parse/values/literal.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "hlo/print_values.h"
#include "src/parse/values/shape.h"

namespace hlo_text_v1::internal {
namespace {

// XLA logs a missing comma and goes on. Cuts an endless row of such entries short.
void EatTupleComma(ParseContext& ctx) {
  constexpr size_t kMaxEntries = 1000;
  if (ctx.EatIf(TokKind::kComma) || ctx.log().size() >= kMaxEntries) return;
  ctx.Error(Code::kLiteralExpectsTupleComma);
}

Literal MakeTuple(ParseContext& ctx, const std::vector<Literal>& elements) {
  std::vector<const Shape*> shapes;
  shapes.reserve(elements.size());
  for (const Literal& element : elements) shapes.push_back(&element.shape());
  return Literal::Tuple(ctx.shapes.Tuple(shapes),
                        ctx.arena.CopySpan(absl::Span<const Literal>(elements)));
}

// {...}: the default for a tuple, and for a scalar if only essential constants are printed. XLA
// reads neither back.
bool EatElided(ParseContext& ctx) {
  const char* brace = ctx.lexer.At();
  if (*brace != '{') return false;
  ctx.lexer.Next();
  if (ctx.EatIf(TokKind::kDots) && ctx.EatIf(TokKind::kRbrace)) return true;
  ctx.lexer.SkipTo(brace);
  return false;
}

// Whether the next byte begins a value of `shape`; any does for a scalar.
bool BeginsValue(ParseContext& ctx, const Shape& shape) {
  if (shape.IsTuple()) return *ctx.lexer.At() == '(';
  return shape.rank() == 0 || *ctx.lexer.At() == '{';
}

// s32[2] {1, 2}: `shape` before its value, as old versions of XLA wrote it. In f32[1]{0} the braces
// are either a layout or the value.
void EatLegacyShape(ParseContext& ctx, const Shape& shape) {
  if (!CanBeShape(ctx)) return;
  const char* begin = ctx.lexer.At();
  const auto left = static_cast<size_t>(ctx.lexer.end() - begin);
  for (const bool with_layout : {true, false}) {
    const std::string text = PrintShape(shape, with_layout);
    if (std::string_view(begin, left).substr(0, text.size()) != text) continue;
    ctx.lexer.SkipTo(begin + text.size());
    if (BeginsValue(ctx, shape)) {
      const uint32_t position = ctx.lexer.Offset(begin);
      ctx.Warn(position, position + static_cast<uint32_t>(text.size()), Code::kLegacyLiteralShape,
               text);
      return;
    }
    ctx.lexer.SkipTo(begin);
  }
}

bool ReadTupleLiteral(ParseContext& ctx, const Shape& shape, Literal* literal) {
  ParseContext::DepthGuard guard(ctx);
  if (!guard.ok()) return false;
  if (EatElided(ctx)) {
    *literal = Literal::Tuple(&shape, {}, /*elided=*/true);
    return true;
  }
  if (!ctx.Expect(TokKind::kLparen, Code::kLiteralExpectsTupleStart)) return false;
  const size_t count = shape.tuple_shapes().size();
  std::vector<Literal> elements;
  if (ctx.kind() == TokKind::kRparen) {
    elements.assign(count, Literal::Tuple(ctx.shapes.Tuple({}), {}));
  } else {
    elements.resize(count);
    for (size_t i = 0; i < count; ++i) {
      if (i > 0) EatTupleComma(ctx);
      if (!ReadLiteral(ctx, *shape.tuple_shapes()[i], &elements[i])) {
        return ctx.Error(Code::kLiteralExpectsTupleElement, i);
      }
    }
  }
  *literal = MakeTuple(ctx, elements);
  return ctx.Expect(TokKind::kRparen, Code::kLiteralExpectsTupleEnd, count);
}

// Whether a layout is the default one, as most are, and need not be checked.
bool IsDefault(const Layout& layout) {
  int64_t expected = static_cast<int64_t>(layout.minor_to_major.size());
  for (const int64_t dimension : layout.minor_to_major) {
    if (dimension != --expected) return false;
  }
  Layout plain;
  plain.minor_to_major = layout.minor_to_major;
  return layout == plain;
}

// The shape of a literal for the array `shape`, or nullptr if it cannot have one.
const Shape* ArrayShapeOfLiteral(ParseContext& ctx, const Shape& shape) {
  if (absl::c_linear_search(shape.dimensions(), kUnboundedSize)) {
    ctx.Error(Code::kLiteralUnboundedDimension, PrintShape(shape, /*with_layout=*/false));
    return nullptr;
  }
  const Layout* layout = shape.layout();
  if (layout != nullptr && !IsDefault(*layout)) {
    if (const char* problem = FindInvalidLayout(*layout, shape.dimensions())) {
      ctx.Error(Code::kInvalidShape, problem);
      return nullptr;
    }
    if (layout->element_size_in_bits != 0) {
      Layout natural = *layout;
      natural.element_size_in_bits = 0;
      return ctx.shapes.Array(shape.element_type(), shape.dimensions(), {}, &natural);
    }
  }
  return shape.is_static() ? &shape : ctx.shapes.MakeStatic(shape);
}

}  // namespace

bool ReadLiteral(ParseContext& ctx, const Shape& shape, Literal* literal) {
  if (ctx.options.upgrade_legacy) EatLegacyShape(ctx, shape);
  if (shape.IsTuple()) return ReadTupleLiteral(ctx, shape, literal);
  // A buffer that was read has an element. NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
  const Shape& array = shape.IsBuffer() ? *shape.tuple_shapes(0) : shape;
  if (!array.IsArray()) {
    return ctx.Error(Code::kLiteralNotArray, PrintShape(shape, /*with_layout=*/false));
  }
  const Shape* own_shape = ArrayShapeOfLiteral(ctx, array);
  if (own_shape == nullptr) return false;
  if (own_shape->rank() == 0 && EatElided(ctx)) {
    *literal = Literal::Elided(own_shape);
    return true;
  }
  return ReadDenseLiteral(ctx, own_shape, literal);
}

bool ReadLiteralWithShape(ParseContext& ctx, Literal* literal) {
  ParseContext::DepthGuard guard(ctx);
  if (!guard.ok()) return false;
  if (!ctx.EatIf(TokKind::kLparen)) {
    const Shape* shape = nullptr;
    return ReadShape(ctx, &shape) && ReadLiteral(ctx, *shape, literal);
  }
  std::vector<Literal> elements;
  while (ctx.kind() != TokKind::kRparen) {
    Literal element;
    if (!ReadLiteralWithShape(ctx, &element)) return ctx.Error(Code::kLiteralTupleElementFails);
    elements.push_back(element);
    if (ctx.kind() != TokKind::kRparen) EatTupleComma(ctx);
  }
  ctx.lexer.Next();
  *literal = MakeTuple(ctx, elements);
  return true;
}

}  // namespace hlo_text_v1::internal
