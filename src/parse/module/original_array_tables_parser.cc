// Tables keyed by original arrays: how to recompute an array that was replaced
// (origin_recovery_table), and what a debugger needs to know of one (debug_attributes).
//
// Keys may repeat; sorting after all entries are read decides which one wins.
#include <algorithm>
#include <string_view>
#include <utility>

#include "src/base/sort_unique.h"
#include "src/ir/enum_words.h"
#include "src/ir/original_arrays.h"
#include "src/parse/module/module_header_parser.h"
#include "src/parse/values/attribute_value_parser.h"

namespace hlo::internal {
namespace {

// A LOG_MODE of XLA's DebugAttributes.
bool ReadLogMode(ParseContext& ctx, DebugAttributes::LogMode* mode) {
  std::string_view word;
  if (!ctx.ReadName(&word)) return false;
  *mode = EnumOf<DebugAttributes::LogMode>(word).value_or(DebugAttributes::LogMode::kNone);
  const bool is_written = *mode != DebugAttributes::LogMode::kNone;  // none is not a word of texts
  return is_written || ctx.Error(Code::kInvalidDebugLogMode, word);
}

bool ReadDebugAttribute(ParseContext& ctx, DebugAttributes* attributes) {
  std::string_view name;
  if (!ctx.ReadAttributeName(&name)) return ctx.Error(Code::kExpectsDebugAttributesName);
  if (name == "log_mode") return ReadLogMode(ctx, &attributes->log_mode);
  if (name == "callback_id") return ctx.ReadInt64(&attributes->callback_id);
  if (name == "partitioned") return ctx.ReadBool(&attributes->partitioned);
  if (name == "op_id") return ctx.ReadInt64(&attributes->op_id);
  return ctx.Error(Code::kUnknownDebugAttribute, name);
}

// '{' attribute { ',' attribute } '}'; the last of repeated attributes wins.
bool ReadDebugAttributesItem(ParseContext& ctx, DebugAttributes* attributes) {
  return ctx.Expect(TokKind::kLbrace, Code::kExpectsDebugAttributesItemStart) &&
         ctx.ReadItems([&] { return ReadDebugAttribute(ctx, attributes); }) &&
         ctx.Expect(TokKind::kRbrace, Code::kExpectsDebugAttributesItemEnd);
}

// An item, or '(' [ item { ',' item } ] ')'.
bool ReadDebugAttributesList(ParseContext& ctx, absl::Span<const DebugAttributes>* list) {
  std::vector<DebugAttributes> items;
  const auto read_item = [&] { return ReadDebugAttributesItem(ctx, &items.emplace_back()); };
  const bool ok =
      ctx.EatIf(TokKind::kLparen)
          ? ctx.ReadItemsUpTo(TokKind::kRparen, Code::kExpectsDebugAttributesListEnd, read_item)
          : read_item();
  if (!ok) return false;
  *list = ctx.arena.CopySpan(absl::Span<const DebugAttributes>(items));
  return true;
}

}  // namespace

bool ReadOriginRecoveryTable(ParseContext& ctx, const NestedModuleReader& parse_nested,
                             absl::Span<const OriginRecovery>* table,
                             std::vector<std::unique_ptr<HloModule>>* nested_modules) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsOriginRecoveryTableBrace)) return false;
  std::vector<OriginRecovery> entries;
  while (ctx.kind() != TokKind::kRbrace) {
    OriginRecovery& entry = entries.emplace_back();
    if (!ReadOriginalArray(ctx, &entry.replaced) ||
        !ctx.Expect(TokKind::kColon, Code::kExpectedOriginRecoveryFormat) ||
        !ReadOriginalArray(ctx, &entry.replacing)) {
      return false;
    }
    if (!ctx.EatIf(TokKind::kComma)) continue;
    std::string_view text;
    if (!ctx.ReadString(&text)) return false;
    std::unique_ptr<HloModule> module = parse_nested(text);
    if (module == nullptr) return false;
    entry.module = module.get();
    nested_modules->push_back(std::move(module));
  }
  ctx.lexer.Next();

  const std::vector<OriginRecovery> sorted = SortUnique(
      entries, [](const auto& a, const auto& b) { return ArrayLess(a.replaced, b.replaced); });
  *table = ctx.arena.CopySpan(absl::Span<const OriginRecovery>(sorted));
  return true;
}

bool ReadDebugAttributes(ParseContext& ctx, absl::Span<const DebugAttributesEntry>* entries) {
  std::vector<DebugAttributesEntry> all;
  const auto read_entry = [&] {
    DebugAttributesEntry& entry = all.emplace_back();
    return ReadOriginalArray(ctx, &entry.array) &&
           ctx.Expect(TokKind::kColon, Code::kExpectsDebugAttributesColon) &&
           ReadDebugAttributesList(ctx, &entry.attributes);
  };
  if (!ctx.ReadList(TokKind::kLbrace, TokKind::kRbrace, read_entry,
                    Code::kExpectsDebugAttributesStart, Code::kExpectsDebugAttributesEnd)) {
    return false;
  }
  // Keep the last of equal ones.
  std::reverse(all.begin(), all.end());
  std::vector<DebugAttributesEntry> sorted =
      SortUnique(all, [](const auto& a, const auto& b) { return ArrayLess(a.array, b.array); });
  const auto end = std::remove_if(sorted.begin(), sorted.end(),
                                  [](const auto& entry) { return entry.attributes.empty(); });
  sorted.erase(end, sorted.end());
  *entries = ctx.arena.CopySpan(absl::Span<const DebugAttributesEntry>(sorted));
  return true;
}

}  // namespace hlo::internal
