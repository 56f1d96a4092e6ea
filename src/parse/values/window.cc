// Values with one entry per dimension: window=, padding=, slice=, dim_labels=.
//
//   window={size=3x3 pad=1_1x0_0}   fields in any order, each a list with one entry per dimension;
//                                   their lengths are compared when all are read
//   padding=1_2_0x3_4               one token of the lexer, split here
//   slice={[0:4:2], [1:3]}          a list of lists
//   dim_labels=b01f_01io->b01f      one token; the position of a letter is its dimension number
#include <algorithm>
#include <charconv>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_split.h"
#include "src/lex/scan_run.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {

namespace {

// {[0:4:2], [1:3]} as XLA prints it, straight from the bytes. Returns false, with nothing consumed,
// for anything else.
bool ReadPlainRanges(ParseContext& ctx, SliceRanges* ranges) {
  absl::InlinedVector<SliceRange, 8> all;
  const char* p = ctx.lexer.At();
  if (*p++ != '{') return false;
  for (;;) {
    int64_t numbers[3];
    if (*p++ != '[') return false;
    const int count = ReadIntegers<':'>(&p, ']', numbers);
    if (count < 2) return false;
    all.push_back({numbers[0], numbers[1], count == 3 ? numbers[2] : 1});
    if (p[0] != ',' || p[1] != ' ') break;
    p += 2;
  }
  if (*p != '}') return false;
  ctx.lexer.SkipTo(p + 1);
  ranges->dimensions = ctx.arena.CopySpan(absl::MakeConstSpan(all));
  return true;
}

}  // namespace

bool SplitToInt64s(std::string_view text, char separator, std::vector<int64_t>* values) {
  const char* p = text.data();
  const char* end = p + text.size();
  for (;;) {
    const auto result = std::from_chars(p, end, values->emplace_back());
    if (result.ec != std::errc()) return false;
    if (result.ptr == end) return true;
    if (*result.ptr != separator) return false;
    p = result.ptr + 1;
  }
}

bool ReadDxD(ParseContext& ctx, std::string_view name, std::vector<int64_t>* values) {
  if (ctx.kind() == TokKind::kInt) {
    values->push_back(ctx.token().int_value);
  } else if (ctx.kind() != TokKind::kDxD) {
    return ctx.Error(Code::kExpectsIntOrDxD);
  } else if (!SplitToInt64s(ctx.token().value, 'x', values)) {
    return ctx.Error(Code::kExpectsDxD, name);
  }
  ctx.lexer.Next();
  return true;
}

namespace {

// The fields of a window, in the order in which their lengths are checked.
enum WindowField { kSize, kStride, kLhsDilate, kRhsDilate, kPad, kRhsReversal, kFieldCount };
constexpr std::string_view kWindowFields[kFieldCount] = {"size",       "stride", "lhs_dilate",
                                                         "rhs_dilate", "pad",    "rhs_reversal"};

struct WindowFields {
  std::vector<int64_t> values[kFieldCount];  // kPad has two per dimension: low, high
  // Entry of an optional field.
  int64_t Get(WindowField field, size_t i, int64_t otherwise) const {
    return values[field].empty() ? otherwise : values[field][i];
  }
};

bool ReadWindowPad(ParseContext& ctx, std::vector<int64_t>* low_high) {
  if (ctx.kind() != TokKind::kPad) return ctx.Error(Code::kExpectsWindowPad);
  for (const absl::string_view dimension : absl::StrSplit(Absl(ctx.token().value), 'x')) {
    const size_t before = low_high->size();
    if (!SplitToInt64s(Std(dimension), '_', low_high) || low_high->size() != before + 2) {
      return ctx.Error(Code::kExpectsLowAndHigh);
    }
  }
  ctx.lexer.Next();
  return true;
}

bool ReadWindowField(ParseContext& ctx, WindowFields* fields) {
  const uint32_t name_position = ctx.lexer.Position();
  std::string_view name;
  if (!ctx.ReadAttributeName(&name)) {
    return ctx.ErrorAt(name_position, Code::kExpectsWindowSubAttributes);
  }
  const auto* found = std::find(std::begin(kWindowFields), std::end(kWindowFields), name);
  if (found == std::end(kWindowFields)) {
    ctx.ErrorAt(name_position, Code::kUnexpectedWindowAttribute, name);
    return ctx.Suggest(name, {std::begin(kWindowFields), std::end(kWindowFields)});
  }
  const auto field = static_cast<WindowField>(found - std::begin(kWindowFields));
  if (!fields->values[field].empty()) return ctx.Error(Code::kWindowAttributeExists, name);
  return field == kPad ? ReadWindowPad(ctx, &fields->values[field])
                       : ReadDxD(ctx, name, &fields->values[field]);
}

// The value of a digit in dim_labels is its spatial dimension.
struct DimLabelsPart {
  int64_t first = 0;   // 'b', or 'i' of the kernel
  int64_t second = 0;  // 'f', or 'o'
  std::vector<int64_t> spatial;
};

// `letters` are the two allowed besides digits; `part_name` is for messages.
bool ReadDimLabelsPart(ParseContext& ctx, std::string_view text, std::string_view letters,
                       std::string_view part_name, DimLabelsPart* part) {
  uint64_t seen = 0;  // digits by value, then the two letters
  for (const char c : text) {
    if (c == '?') continue;
    const uint64_t bit = uint64_t{1} << (c == letters[0] ? 10 : c == letters[1] ? 11 : c - '0');
    if ((seen & bit) != 0) return ctx.Error(Code::kDimLabelsNotUnique, part_name, text);
    seen |= bit;
  }
  const auto count =
      std::count_if(text.begin(), text.end(), [](char c) { return HasClass(c, kDigit); });
  part->spatial.assign(static_cast<size_t>(count), 0);
  for (size_t i = 0; i < text.size(); ++i) {
    const auto dimension = static_cast<int64_t>(i);
    if (text[i] == letters[0]) part->first = dimension;
    if (text[i] == letters[1]) part->second = dimension;
    if (!HasClass(text[i], kDigit)) continue;
    if (text[i] - '0' >= count) {
      return ctx.Error(Code::kDimLabelOutOfRange, count - 1, letters == "bf" ? "bf?" : "io?",
                       part_name);
    }
    part->spatial[static_cast<size_t>(text[i] - '0')] = dimension;
  }
  return true;
}

// Fields up to `end`, which is consumed. The window begins at `position`.
bool ReadWindowUpTo(ParseContext& ctx, TokKind end, uint32_t position, Window* window) {
  WindowFields fields;
  while (!ctx.EatIf(end)) {
    if (!ReadWindowField(ctx, &fields)) return false;
  }
  const size_t rank = fields.values[kSize].size();
  for (int field = kStride; field < kFieldCount; ++field) {
    const size_t size = fields.values[field].size() / (field == kPad ? 2 : 1);
    if (size != 0 && size != rank) {
      return ctx.ErrorAt(position, Code::kWindowSizeMismatch, kWindowFields[field]);
    }
  }
  auto* dimensions = ctx.arena.NewArray<WindowDimension>(rank);
  for (size_t i = 0; i < rank; ++i) {
    WindowDimension& dimension = *new (&dimensions[i]) WindowDimension();
    dimension.size = fields.values[kSize][i];
    dimension.stride = fields.Get(kStride, i, 1);
    dimension.base_dilation = fields.Get(kLhsDilate, i, 1);
    dimension.window_dilation = fields.Get(kRhsDilate, i, 1);
    dimension.padding_low = fields.Get(kPad, 2 * i, 0);
    dimension.padding_high = fields.Get(kPad, 2 * i + 1, 0);
    dimension.window_reversal = fields.Get(kRhsReversal, i, 0) == 1;
  }
  window->dimensions = absl::Span<const WindowDimension>(dimensions, rank);
  return true;
}

}  // namespace

bool ReadWindow(ParseContext& ctx, Window* window) {
  const uint32_t position = ctx.lexer.Position();
  return ctx.Expect(TokKind::kLbrace, Code::kExpectedWindowStart) &&
         ReadWindowUpTo(ctx, TokKind::kRbrace, position, window);
}

bool ReadWindowFields(ParseContext& ctx, Window* window) {
  return ReadWindowUpTo(ctx, TokKind::kEof, ctx.lexer.Position(), window);
}

bool ReadPaddingConfig(ParseContext& ctx, PaddingConfig* padding) {
  if (ctx.kind() != TokKind::kPad) return ctx.Error(Code::kExpectsPaddingConfig);
  std::vector<PaddingDimension> dimensions;
  std::vector<int64_t> numbers;
  for (const absl::string_view dimension : absl::StrSplit(Absl(ctx.token().value), 'x')) {
    numbers.clear();
    // The token has two or three.
    if (!SplitToInt64s(Std(dimension), '_', &numbers)) {
      return ctx.Error(Code::kExpectsPaddingPattern);
    }
    dimensions.push_back({numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 0});
  }
  ctx.lexer.Next();
  padding->dimensions = ctx.arena.CopySpan(absl::Span<const PaddingDimension>(dimensions));
  return true;
}

bool ReadSliceRanges(ParseContext& ctx, SliceRanges* ranges) {
  if (ReadPlainRanges(ctx, ranges)) return true;
  std::vector<int64_t> numbers;
  const auto read_range = [&](SliceRange* range) {
    const uint32_t position = ctx.lexer.Position();
    numbers.clear();
    if (!ctx.ReadInt64List(TokKind::kLsquare, TokKind::kRsquare, TokKind::kColon, &numbers)) {
      return false;
    }
    if (numbers.size() != 2 && numbers.size() != 3) {
      return ctx.ErrorAt(position, Code::kExpectsSliceRange, numbers.size());
    }
    *range = {numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 1};
    return true;
  };
  return ctx.ReadBraceList(&ranges->dimensions, read_range, Code::kExpectsRangesStart,
                           Code::kExpectsRangesEnd);
}

bool ReadDimLabels(ParseContext& ctx, ConvolutionDimensionNumbers* numbers) {
  if (ctx.kind() != TokKind::kDimLabels) return ctx.Error(Code::kExpectsDimLabels);
  const std::string_view text = ctx.token().value;
  const size_t kernel = text.find('_') + 1;
  const size_t arrow = text.find("->", kernel);
  DimLabelsPart lhs, rhs, output;
  if (!ReadDimLabelsPart(ctx, text.substr(0, kernel - 1), "bf", "lhs", &lhs) ||
      !ReadDimLabelsPart(ctx, text.substr(kernel, arrow - kernel), "io", "rhs", &rhs) ||
      !ReadDimLabelsPart(ctx, text.substr(arrow + 2), "bf", "output", &output)) {
    return false;
  }
  if (lhs.spatial.size() != rhs.spatial.size() || lhs.spatial.size() != output.spatial.size()) {
    return ctx.Error(Code::kSpatialDimensionsMismatch, lhs.spatial.size(), rhs.spatial.size(),
                     output.spatial.size());
  }
  const auto copy = [&ctx](const std::vector<int64_t>& dimensions) {
    return ctx.arena.CopySpan(absl::Span<const int64_t>(dimensions));
  };
  *numbers = {lhs.first,         lhs.second,   copy(lhs.spatial), rhs.first,           rhs.second,
              copy(rhs.spatial), output.first, output.second,     copy(output.spatial)};
  ctx.lexer.Next();
  return true;
}

}  // namespace hlo_text_v1::internal
