// FileNames, FunctionNames, FileLocations and StackFrames: all four, in this order. The number
// before each entry is ignored; entries count from 1 in text order. Rows as XLA prints them are
// read straight from the bytes: in small programs they were a sixth of the time of parsing.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "absl/algorithm/container.h"
#include "src/base/byte_class.h"
#include "src/parse/module/header.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {
namespace {

constexpr SubAttribute kLocationFields[] = {
    {"column", true},       {"end_column", true},       {"end_line", true},
    {"file_name_id", true}, {"function_name_id", true}, {"line", true},
};
constexpr SubAttribute kFrameFields[] = {{"file_location_id", true}, {"parent_frame_id", true}};

// The heading of a table; makes room for as many rows as a small module has.
template <typename Row>
bool ReadHeading(ParseContext& ctx, TokKind kind, std::string_view text, std::vector<Row>* rows) {
  constexpr size_t kUsualRows = 16;
  if (!ctx.Expect(kind, Code::kExpectsStackFrameTable, text)) return false;
  rows->reserve(kUsualRows);
  return true;
}

// { INT STRING }. A missing string counts as empty and is an error only if another one follows, to
// log no more of them than would ever be shown.
void ReadNames(ParseContext& ctx, std::vector<std::string_view>* names) {
  int logged = 0;
  while (ctx.EatIf(TokKind::kInt)) {
    std::string_view name;
    if (ctx.kind() == TokKind::kString || logged < ctx.options.max_errors) {
      if (!ctx.ReadString(&name)) ++logged;
    }
    names->push_back(name);
  }
}

constexpr std::string_view kFrameTable = "StackFrames";

// The texts before the values of a row, as XLA prints them after its number.
constexpr std::string_view kLocationTexts[] = {
    " {file_name_id=", " function_name_id=", " line=", " end_line=", " column=", " end_column="};
constexpr std::string_view kFrameTexts[] = {" {file_location_id=", " parent_frame_id="};

// Steps over digits that fit int32.
bool ReadDigits(const char** p, int32_t* value) {
  constexpr int kMostDigits = 9;
  const char* const begin = *p;
  *value = 0;
  while (HasClass(**p, kDigit) && *p - begin < kMostDigits) *value = *value * 10 + (*(*p)++ - '0');
  return *p != begin && !HasClass(**p, kDigit);
}

// Reads the row at the current token if it is as XLA prints it; else changes nothing but `values`.
template <size_t kFields>
bool ReadPrintedRow(ParseContext& ctx, const std::string_view (&texts)[kFields],
                    int32_t (&values)[kFields]) {
  const char* p = ctx.lexer.At();
  int32_t number = 0;
  if (!ReadDigits(&p, &number)) return false;
  for (size_t i = 0; i < kFields; ++i) {
    const auto left = static_cast<size_t>(ctx.lexer.end() - p);
    if (left < texts[i].size() || std::memcmp(p, texts[i].data(), texts[i].size()) != 0) {
      return false;
    }
    p += texts[i].size();
    if (!ReadDigits(&p, &values[i])) return false;
  }
  if (*p != '}') return false;
  ctx.lexer.SkipTo(p + 1);
  return true;
}

bool ReadLocation(ParseContext& ctx, StackFrameTables::Location* location) {
  // In the order of kLocationFields.
  int32_t* const fields[] = {&location->column,           &location->end_column,
                             &location->end_line,         &location->file_name_id,
                             &location->function_name_id, &location->line};
  return ReadSubAttributes(ctx, kLocationFields,
                           [&](size_t index) { return ctx.ReadInt32(fields[index]); });
}

bool ReadFrame(ParseContext& ctx, StackFrameTables::Frame* frame) {
  int32_t parent_plus_one = 0;
  int32_t* const fields[] = {&frame->location_id, &parent_plus_one};
  if (!ReadSubAttributes(ctx, kFrameFields,
                         [&](size_t index) { return ctx.ReadInt32(fields[index]); })) {
    return false;
  }
  // Any negative number is an invalid parent, so the minimum may stay as it is.
  constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
  frame->parent_frame_id = std::max(parent_plus_one, kLeast + 1) - 1;
  return true;
}

void ReadPrintedLocations(ParseContext& ctx, std::vector<StackFrameTables::Location>* locations) {
  int32_t values[6];
  while (ReadPrintedRow(ctx, kLocationTexts, values)) {
    locations->push_back({values[0], values[1], values[2], values[3], values[4], values[5]});
  }
}

void ReadPrintedFrames(ParseContext& ctx, std::vector<StackFrameTables::Frame>* frames) {
  int32_t values[2];
  while (ReadPrintedRow(ctx, kFrameTexts, values)) {
    frames->push_back({values[0], values[1] - 1});
  }
}

// The number of the first frame whose callers lead back to it; 0 if there is none. Linear.
int32_t FindFrameCycle(const std::vector<StackFrameTables::Frame>& frames) {
  const auto count = static_cast<int32_t>(frames.size());
  std::vector<int32_t> walk_of(frames.size());  // by frame: where the first walk through it began
  for (int32_t first = 1; first <= count; ++first) {
    int32_t at = first;
    const auto is_frame = [&] { return 0 < at && at <= count; };
    while (is_frame() && walk_of[static_cast<size_t>(at) - 1] == 0) {
      walk_of[static_cast<size_t>(at) - 1] = first;
      at = frames[static_cast<size_t>(at) - 1].parent_frame_id;
    }
    if (is_frame() && walk_of[static_cast<size_t>(at) - 1] == first) return at;
  }
  return 0;
}

void WarnOfFrameCycle(ParseContext& ctx, uint32_t position,
                      const std::vector<StackFrameTables::Frame>& frames) {
  int32_t own = 0;
  const auto precedes = [&](const auto& frame) { return frame.parent_frame_id < ++own; };
  if (absl::c_all_of(frames, precedes)) return;  // as XLA prints them
  if (const int32_t frame = FindFrameCycle(frames)) {
    ctx.Warn(position, position + static_cast<uint32_t>(kFrameTable.size()), Code::kStackFrameCycle,
             frame);
  }
}

}  // namespace

bool ReadStackFrameTables(ParseContext& ctx, StackFrameTables* tables) {
  if (!ReadHeading(ctx, TokKind::kw_FileNames, "FileNames", &tables->file_names)) return false;
  ReadNames(ctx, &tables->file_names);
  if (!ReadHeading(ctx, TokKind::kw_FunctionNames, "FunctionNames", &tables->function_names))
    return false;
  ReadNames(ctx, &tables->function_names);
  if (!ReadHeading(ctx, TokKind::kw_FileLocations, "FileLocations", &tables->locations))
    return false;
  ReadPrintedLocations(ctx, &tables->locations);
  while (ctx.EatIf(TokKind::kInt)) {
    if (!ReadLocation(ctx, &tables->locations.emplace_back())) return false;
  }
  const uint32_t position = ctx.lexer.Position();
  if (!ReadHeading(ctx, TokKind::kw_StackFrames, kFrameTable, &tables->frames)) return false;
  ReadPrintedFrames(ctx, &tables->frames);
  while (ctx.EatIf(TokKind::kInt)) {
    if (!ReadFrame(ctx, &tables->frames.emplace_back())) return false;
  }
  WarnOfFrameCycle(ctx, position, tables->frames);
  return true;
}

}  // namespace hlo_text_v1::internal
