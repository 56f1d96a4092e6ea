// Array constants: a machine with a nesting level, a counter for each level, and the number of the
// next element. It takes tokens until the level is zero again; commas are optional. Source: XLA
// HloParserImpl::ParseDenseLiteral.
//
// XLA only logs a misplaced element and goes on, so `s32[2] constant(5)` is {5, 0}: see
// CountElement. Any other error ends the parse.
//
// Braces, commas and plain numbers are read straight from the bytes (ReadRow); anything unusual
// goes through tokens, which handle all spellings and errors.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "src/base/read_float.h"
#include "src/lex/scan.h"
#include "src/parse/values/literal.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1::internal {
namespace {

std::string SixDigits(double value) { return TextFrom(AppendSixDigits, value); }

std::string Hex(uint64_t value) { return absl::StrCat(absl::Hex(value)); }

// The most digits of an integer that ReadInteger takes; 18 always fit into int64.
constexpr int kMaxDigits = 18;

// The end of the plain integer at `p`, or nullptr.
inline const char* ReadInteger(const char* p, int64_t* value) {
  const bool negative = *p == '-';
  const char* digits = p + negative;
  int64_t magnitude = 0;
  p = digits;
  while (HasClass(*p, kDigit) && p - digits < kMaxDigits) magnitude = magnitude * 10 + (*p++ - '0');
  *value = negative ? -magnitude : magnitude;
  return p == digits ? nullptr : p;
}

// The end of the plain number at `p`, or nullptr; also for a -0 without a point if XLA's reading of
// it counts.
inline const char* ReadReal(const char* p, const char* end, bool as_xla, double* value) {
  int64_t integer = 0;
  const char* integer_end = ReadInteger(p, &integer);
  if (integer_end == nullptr) return nullptr;
  const char* digits_end = integer_end;
  while (HasClass(*digits_end, kDigit)) ++digits_end;
  if (*digits_end != '.' && *digits_end != 'e' && *digits_end != 'E') {
    // Without a point it is an integer: for XLA -0 is 0, and many digits wrap around (not here).
    if (integer == 0 && *p == '-' && as_xla) return nullptr;
    *value = integer == 0 && *p == '-' ? -0.0 : static_cast<double>(integer);
    return digits_end == integer_end ? digits_end : nullptr;
  }
  const auto result = ReadFloat(p, end, *value);
  return result.ec == std::errc() ? result.ptr : nullptr;
}

// Whether a number is certain to end before `c`. Other bytes may make it another token.
inline bool EndsNumber(char c) {
  return c == ',' || c == '}' || c == ')' || c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

class DenseParser {
 public:
  DenseParser(ParseContext& ctx, const Shape* shape, int64_t count)
      : ctx_(ctx),
        shape_(shape),
        type_(shape->element_type()),
        class_(ClassOf(type_)),
        width_(ByteWidth(type_)),
        rank_(shape->rank()),
        count_(count),
        storage_(ctx.arena, static_cast<size_t>(ctx.lexer.end() - ctx.lexer.begin()), count, width_,
                 ctx.arena.allocated_bytes() - ctx.allocated_bytes()) {
    SetRange();
    if (rank_ > kFewLevels) {
      many_seen_.resize(static_cast<size_t>(rank_));
      seen_ = many_seen_.data();
    }
  }

  bool Read(Literal* literal) {
    in_braces_ = *ctx_.lexer.At() == '{';
    do {
      if (Step()) continue;
      if (legacy_end_ != 0) ctx_.NoteUpgradeLegacy(legacy_begin_, legacy_end_);
      return false;
    } while (nest_ > 0);
    return Finish(literal);
  }

 private:
  void SetRange() {
    if (class_ == PrimitiveClass::kFloat || class_ == PrimitiveClass::kComplex) {
      const PrimitiveType type = ComplexComponentType(type_);
      lowest_ = LowestFinite(type);
      highest_ = MaxFinite(type);
      return;
    }
    const int bits = BitWidth(type_);
    if (class_ == PrimitiveClass::kUnsigned && bits < 64) {
      max_ = (int64_t{1} << bits) - 1;
    } else if (class_ == PrimitiveClass::kSigned && bits < 64) {
      max_ = (int64_t{1} << (bits - 1)) - 1;
      min_ = -max_ - 1;
    } else {
      min_ = std::numeric_limits<int64_t>::min();
      max_ = std::numeric_limits<int64_t>::max();
    }
  }

  bool Step() {
    const char* p = ctx_.lexer.At();
    switch (*p) {
      case '{':
        return OpenBrace();
      case '}':
        return CloseBrace();
      case ',':
        ctx_.lexer.SkipTo(p + 1);
        return true;
      default:
        if (class_ == PrimitiveClass::kPred && ReadLegacyRow(p)) return true;
        if (ReadRow()) return true;
        break;
    }
    const TokKind kind = ctx_.kind();
    if (kind == TokKind::kDots) return Dots();
    if (kind == TokKind::kLparen) return Complex();
    const bool is_scalar = kind == TokKind::kInt || kind == TokKind::kDecimal ||
                           kind == TokKind::kw_true || kind == TokKind::kw_false ||
                           kind == TokKind::kw_inf || kind == TokKind::kNegInf;
    if (is_scalar) return Scalar();
    ctx_.Error(Code::kLiteralUnexpectedToken);
    // s32[2] {1, 2}
    const bool is_shape = kind == TokKind::kPrimitiveType && index_ == 0 && nest_ == 0;
    if (!is_shape || ctx_.options.upgrade_legacy) return false;
    return ctx_.NoteUpgradeLegacy(ctx_.lexer.Position(), ctx_.lexer.Offset(ctx_.token().end));
  }

  // {0110}: old versions of XLA wrote predicates without commas. Without the option, remembers the
  // row for a note on the error to come.
  bool ReadLegacyRow(const char* begin) {
    if (rank_ == 0 || nest_ != rank_ || elided_ || seen_[rank_ - 1] != 0) return false;
    const char* end = begin;
    while (*end == '0' || *end == '1') ++end;
    const int64_t size = end - begin;
    if (size < 2 || size != limit(rank_ - 1) || size > count_ - index_ || !EndsNumber(*end)) {
      return false;
    }
    const uint32_t at = ctx_.lexer.Offset(begin), at_end = ctx_.lexer.Offset(end);
    if (!ctx_.options.upgrade_legacy) {
      legacy_begin_ = at;
      legacy_end_ = at_end;
      return false;
    }
    ctx_.Warn(at, at_end, Code::kLegacyPredicates, size);
    for (const char* digit = begin; digit < end; ++digit) Store(*digit == '1');
    seen_[rank_ - 1] = size;
    ctx_.lexer.SkipTo(end);
    return true;
  }

  bool OpenBrace() {
    ++nest_;
    if (nest_ > rank_) return ctx_.Error(Code::kLiteralNestedTooDeep, rank_);
    if (nest_ > 1) {
      const int64_t level = nest_ - 2;
      if (++seen_[level] > limit(level)) {
        return ctx_.Error(Code::kLiteralTooManySubArrays, limit(level), IndexText(level));
      }
    }
    ctx_.lexer.SkipTo(ctx_.lexer.At() + 1);
    return true;
  }

  bool CloseBrace() {
    if (nest_ == 0) return ctx_.Error(Code::kLiteralUnexpectedRbrace);
    --nest_;
    if (seen_[nest_] != limit(nest_)) {
      return ctx_.Error(Code::kLiteralElementCount, limit(nest_), IndexText(nest_), seen_[nest_]);
    }
    seen_[nest_] = 0;
    ctx_.lexer.SkipTo(ctx_.lexer.At() + 1);
    return true;
  }

  bool Dots() {
    if (nest_ != 1) return ctx_.Error(Code::kLiteralDotsAtWrongLevel, nest_);
    seen_[0] = limit(0);
    elided_ = true;
    ctx_.lexer.Next();
    return true;
  }

  // "[1,0]": the sub-array of `depth` levels that is open.
  std::string IndexText(int64_t depth) const {
    const auto indices = absl::MakeConstSpan(seen_, static_cast<size_t>(depth));
    return StrCat("[", Joined(indices, ",", [](int64_t seen) { return seen - 1; }), "]");
  }

  // Counts an element of the innermost level. Logs and returns false if it does not belong there;
  // unless that is fatal, the caller goes on, and an endless row of such entries is cut short.
  bool CountElement(bool is_fatal) {
    constexpr size_t kMaxEntries = 1000;
    if (rank_ == 0) return true;
    const bool is_logged = is_fatal || ctx_.log().size() < kMaxEntries;
    const bool is_nested = nest_ == rank_;
    if (is_nested && ++seen_[rank_ - 1] <= limit(rank_ - 1)) return true;
    if (!is_logged) return false;
    return is_nested ? ctx_.Error(Code::kLiteralTooManyElementsInRow, limit(rank_ - 1))
                     : ctx_.Error(Code::kLiteralNestedWrong, rank_, nest_);
  }

  bool CheckIndex(uint32_t position, std::string_view value) {
    if (index_ < count_) return true;
    return ctx_.ErrorAt(position, Code::kLiteralIndexOutOfRange, value,
                        PrintShape(*shape_, /*with_layout=*/false), index_);
  }

  bool Scalar() {
    CountElement(/*is_fatal=*/false);
    if (ctx_.kind() == TokKind::kw_true || ctx_.kind() == TokKind::kw_false) return Boolean();
    if (class_ == PrimitiveClass::kComplex) {
      return ctx_.Error(Code::kLiteralUnsupportedType, PrimitiveTypeUpperName(type_));
    }
    return class_ == PrimitiveClass::kFloat ? Real() : Integer();
  }

  bool Boolean() {
    if (class_ != PrimitiveClass::kPred) return ctx_.Error(Code::kLiteralNotPred);
    const bool value = ctx_.kind() == TokKind::kw_true;
    if (index_ >= count_) return CheckIndex(ctx_.lexer.Position(), value ? "1" : "0");
    Store(value);
    ctx_.lexer.Next();
    return true;
  }

  bool Integer() {
    const uint32_t position = ctx_.lexer.Position();
    int64_t value = 0;
    if (!ctx_.ReadInt64(&value)) {
      return ctx_.Error(Code::kLiteralExpectsInteger, PrimitiveTypeUpperName(type_));
    }
    if (value < min_ || value > max_) {
      return ctx_.ErrorAt(position, Code::kLiteralValueOutOfRange, value,
                          PrimitiveTypeUpperName(type_), min_, max_);
    }
    if (class_ == PrimitiveClass::kPred) value = value != 0;
    if (index_ >= count_) return CheckIndex(position, StrCat(value));
    Store(static_cast<uint64_t>(value));
    return true;
  }

  bool NarrowReal(double value, uint64_t* bits) const {
    *bits = NarrowToBits(type_, value);
    if (value >= lowest_ && value <= highest_) return true;
    // A value above the largest one that rounds down to it is in range.
    return !std::isfinite(value) || std::isfinite(WidenBits(type_, *bits));
  }

  // A number, where -0 without a point is an integer for XLA and so 0.
  bool ReadNumber(double* value) {
    const std::string_view text = ctx_.kind() == TokKind::kInt ? TokenText() : std::string_view();
    const uint32_t position = ctx_.lexer.Position();
    if (!ctx_.ReadDouble(value)) return false;
    const PrimitiveType part = ComplexComponentType(type_);
    if (text.empty() || text[0] != '-' || *value != 0 || NarrowToBits(part, -0.0) == 0) return true;
    if (ctx_.options.as_xla) {
      WarnOnce(position, position + static_cast<uint32_t>(text.size()), Code::kReadAsZero, text);
    } else {
      *value = -0.0;
    }
    return true;
  }

  std::string_view TokenText() {
    const Token& token = ctx_.token();
    return std::string_view(token.begin, static_cast<size_t>(token.end - token.begin));
  }

  // Once for each literal.
  template <typename... Args>
  void WarnOnce(uint32_t begin, uint32_t end, Code code, const Args&... args) {
    if (!std::exchange(has_warned_, true)) ctx_.Warn(begin, end, code, args...);
  }

  bool Real() {
    const uint32_t position = ctx_.lexer.Position();
    const uint64_t payload = ctx_.token().nan_payload;
    double value = 0;
    if (!ReadNumber(&value)) {
      return ctx_.Error(Code::kLiteralExpectsFloat, PrimitiveTypeUpperName(type_));
    }
    uint64_t bits = 0;
    if (!NarrowReal(value, &bits)) {
      return ctx_.ErrorAt(position, Code::kLiteralValueOutOfRange, SixDigits(value),
                          PrimitiveTypeUpperName(type_), SixDigits(lowest_), SixDigits(highest_));
    }
    if (index_ >= count_) return CheckIndex(position, SixDigits(value));
    if (std::isnan(value) && !MakeNan(position, type_, value, payload, &bits)) return false;
    Store(bits);
    return true;
  }

  // The NaN of `type` with the sign of `nan` and `payload`.
  bool MakeNan(uint32_t position, PrimitiveType type, double nan, uint64_t payload,
               uint64_t* bits) {
    const uint64_t mask = NanPayloadMask(type);
    if (payload == kQuietNanPayload) {
      *bits = NarrowToBits(type, nan);
    } else if (mask == 0) {
      return ctx_.ErrorAt(position, Code::kLiteralNanPayloadUnsupported, Hex(payload),
                          PrintShape(*shape_, /*with_layout=*/false), index_,
                          PrimitiveTypeName(type));
    } else if (payload > mask) {
      return ctx_.ErrorAt(position, Code::kLiteralNanPayloadOutOfRange, Hex(payload),
                          PrintShape(*shape_, /*with_layout=*/false), index_, Hex(mask));
    } else {
      *bits = NanBits(type, std::signbit(nan), payload);
    }
    return true;
  }

  // An imaginary NaN next to a real number is converted as the hardware does it: the upper bits of
  // the payload stay, and it becomes quiet.
  uint64_t ImaginaryNan(double nan, uint64_t payload) const {
    const bool negative = std::signbit(nan);
    if (type_ == PrimitiveType::kC128) return NanBits(PrimitiveType::kF64, negative, payload);
    const uint64_t quiet = DefaultNanPayload(PrimitiveType::kF32);
    return NanBits(PrimitiveType::kF32, negative,
                   (payload >> ImaginaryNanDroppedBits(type_)) | quiet);
  }

  bool ComplexPart(std::string_view name, double* value, uint64_t* payload) {
    *payload = ctx_.token().nan_payload;
    return ctx_.Require(ReadNumber(value), Code::kLiteralExpectsComplexPart, name);
  }

  bool CheckComplexPart(uint32_t position, std::string_view name, double value) {
    if (!std::isfinite(value) || std::fabs(value) <= highest_) return true;
    return ctx_.ErrorAt(position, Code::kLiteralComplexPartOutOfRange, name, SixDigits(value),
                        PrimitiveTypeUpperName(type_), SixDigits(highest_));
  }

  bool Complex() {
    if (class_ != PrimitiveClass::kComplex) return ctx_.Error(Code::kLiteralUnexpectedLparen);
    if (!CountElement(/*is_fatal=*/true)) return false;
    const uint32_t position = ctx_.lexer.Position();
    ctx_.lexer.Next();
    double real = 0;
    double imaginary = 0;
    uint64_t real_payload = 0;
    uint64_t imaginary_payload = 0;
    if (!ComplexPart("real", &real, &real_payload) ||
        !ctx_.Expect(TokKind::kComma, Code::kLiteralExpectsComplexComma) ||
        !ComplexPart("imaginary", &imaginary, &imaginary_payload) ||
        !ctx_.Expect(TokKind::kRparen, Code::kLiteralExpectsComplexEnd) ||
        !CheckComplexPart(position, "real", real) ||
        !CheckComplexPart(position, "imaginary", imaginary) ||
        !CheckIndex(position, StrCat("(", SixDigits(real), ",", SixDigits(imaginary), ")"))) {
      return false;
    }
    const PrimitiveType part = ComplexComponentType(type_);
    uint64_t real_bits = NarrowToBits(part, real);
    uint64_t imaginary_bits = NarrowToBits(part, imaginary);
    if (std::isnan(imaginary)) imaginary_bits = ImaginaryNan(imaginary, imaginary_payload);
    if (std::isnan(real) && !MakeNan(position, part, real, real_payload, &real_bits)) return false;
    const bool is_half_nan = std::isnan(real) && !std::isnan(imaginary);
    if (is_half_nan && ctx_.options.as_xla) {
      WarnOnce(position, ctx_.lexer.Offset(ctx_.lexer.Consumed()), Code::kReadAsNan);
    }
    if (std::isnan(real) && (!is_half_nan || ctx_.options.as_xla)) imaginary_bits = real_bits;
    if (char* slot = Slot()) {
      const int part_width = width_ / 2;
      StoreElement(slot, part_width, real_bits);
      StoreElement(slot + part_width, part_width, imaginary_bits);
    }
    ++index_;
    return true;
  }

  // Reads the plain number at `p` into `slot`. nullptr if it is not plain or out of range.
  const char* ReadElement(const char* p, char* slot) const {
    if (class_ == PrimitiveClass::kFloat) {
      double value = 0;
      uint64_t bits = 0;
      p = ReadReal(p, ctx_.lexer.end(), ctx_.options.as_xla, &value);
      if (p == nullptr || !EndsNumber(*p) || !NarrowReal(value, &bits)) return nullptr;
      StoreElement(slot, width_, bits);
      return p;
    }
    int64_t value = 0;
    p = ReadInteger(p, &value);
    if (p == nullptr || !EndsNumber(*p) || value < min_ || value > max_) return nullptr;
    if (class_ == PrimitiveClass::kPred) value = value != 0;
    StoreElement(slot, width_, static_cast<uint64_t>(value));
    return p;
  }

  // Reads elements of the innermost level while they are plain numbers in place, with commas and
  // blanks between them. Returns false, with nothing changed, if there is none.
  bool ReadRow() {
    if (nest_ != rank_ || elided_ || class_ == PrimitiveClass::kComplex) return false;
    int64_t left = count_ - index_;
    if (rank_ > 0) left = std::min(left, limit(rank_ - 1) - seen_[rank_ - 1]);
    const int64_t first = index_;
    const char* p = ctx_.lexer.At();
    while (left > 0) {
      const char* end = ReadElement(p, Slot());
      if (end == nullptr) break;
      p = end;
      ++index_;
      --left;
      if (rank_ == 0) break;  // the rest is not part of the literal
      if (*p == ',') ++p;
      if (*p == ' ') ++p;
    }
    if (index_ == first) return false;
    if (rank_ > 0) seen_[rank_ - 1] += index_ - first;
    ctx_.lexer.SkipTo(p);
    return true;
  }

  // Whether zeros may stand for elements that the text omits. They take no memory (Literal::bytes),
  // and more than a few do not print by default; empty sub-arrays do.
  bool IsFillAffordable() const {
    if (count_ > 0) return true;
    constexpr int64_t kPrintedSubArray = 16;
    constexpr int64_t kMostFilled = int64_t{1} << 28;
    int64_t cost = 0;
    int64_t sub_arrays = 1;
    for (int64_t level = 0; level < rank_; ++level) {
      int64_t printed = 0;
      if (__builtin_mul_overflow(sub_arrays, kPrintedSubArray, &printed) ||
          __builtin_add_overflow(cost, printed, &cost) ||
          __builtin_mul_overflow(sub_arrays, limit(level), &sub_arrays)) {
        return false;
      }
    }
    return cost <= kMostFilled;
  }

  bool Finish(Literal* literal) {
    if (elided_ && (count_ > 0 || !IsFillAffordable())) {
      *literal = Literal::Elided(shape_);
    } else if (elided_) {
      *literal = Literal::Array(shape_, {});
    } else if (in_braces_) {
      *literal = Literal::Array(shape_, storage_.Finish());
    } else {
      if (!IsFillAffordable()) return ctx_.Error(Code::kLiteralTooLargeForText, count_);
      *literal = Literal::Array(shape_, storage_.Fill(first_));
    }
    return true;
  }

  int64_t limit(int64_t level) const { return shape_->dimensions(level); }
  // Where the next element goes; nullptr if elements are not kept.
  char* Slot() {
    if (elided_) return nullptr;
    return in_braces_ ? storage_.Slot(index_) : first_;
  }
  void Store(uint64_t bits) {
    if (char* slot = Slot()) StoreElement(slot, width_, bits);
    ++index_;
  }

  static constexpr int64_t kFewLevels = 8;

  ParseContext& ctx_;
  const Shape* const shape_;
  const PrimitiveType type_;
  const PrimitiveClass class_;
  const int width_;
  const int64_t rank_;
  const int64_t count_;
  // Range of an integer type, as int64; U64 takes all of them for its bits.
  int64_t min_ = 0;
  int64_t max_ = 0;
  // Range of a floating type, or of a part of a complex one.
  double lowest_ = 0;
  double highest_ = 0;

  int64_t nest_ = 0;
  int64_t index_ = 0;
  uint32_t legacy_begin_ = 0, legacy_end_ = 0;  // see ReadLegacyRow
  bool elided_ = false;
  bool has_warned_ = false;
  bool in_braces_ = false;
  // Elements seen so far in the open sub-array of each level.
  int64_t few_seen_[kFewLevels] = {};
  std::vector<int64_t> many_seen_;
  int64_t* seen_ = few_seen_;
  // Without braces there is at most one element, here.
  char first_[16] = {};
  LiteralStorage storage_;
};

// The number of elements, multiplied in XLA's order: no intermediate product may overflow, even if
// a later dimension is 0, nor may the number of bytes.
bool CountElements(ParseContext& ctx, const Shape& shape, int64_t* count) {
  int64_t product = 1;
  bool overflow = false;
  for (const int64_t dimension : shape.dimensions()) {
    overflow = overflow || __builtin_mul_overflow(product, dimension, &product);
  }
  int64_t bytes = 0;
  const int width = ByteWidth(shape.element_type());
  if (overflow || __builtin_mul_overflow(product, width, &bytes)) {
    return ctx.Error(Code::kLiteralExtentOverflow, Joined(shape.dimensions(), ", "));
  }
  if (product > ctx.options.limits.max_literal_elements) {
    return ctx.Error(Code::kLiteralTooLarge, product, ctx.options.limits.max_literal_elements);
  }
  *count = product;
  return true;
}

}  // namespace

bool ReadDenseLiteral(ParseContext& ctx, const Shape* shape, Literal* literal) {
  int64_t count = 0;
  if (!CountElements(ctx, *shape, &count)) return false;
  return DenseParser(ctx, shape, count).Read(literal);
}

}  // namespace hlo_text_v1::internal
