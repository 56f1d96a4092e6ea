// The attributes of the HloModule line, driven by header_attributes.def; the type of a field
// selects how its value is read.
#include "src/parse/module/header.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "hlo/print_values.h"
#include "src/base/overloaded.h"
#include "src/base/sort_unique.h"
#include "src/ir/enum_words.h"
#include "src/ir/header_attributes.h"
#include "src/parse/module/unknown.h"
#include "src/parse/values/shape.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {

// ---- Results that share a buffer with parameters. Both lists end at an entry without a comma
// after it; a trailing comma is allowed.
//
// Indices sort lexicographically, which is the pre-order of the shape they point into.
// CheckModuleConfig makes the checks that depend on the entry computation, once that is known.
namespace {

// INT ',' index. XLA logs a missing number and reads on; before a comma it would then use an
// uninitialized number, so reading ends here.
bool ReadParameter(ParseContext& ctx, Code format_code, int64_t* number, ShapeIndex* index) {
  if (!ctx.ReadInt64(number) && ctx.kind() == TokKind::kComma) return false;
  return ctx.Expect(TokKind::kComma, format_code) && ctx.ReadShapeIndex(index);
}

bool ReadAliasKind(ParseContext& ctx, bool* must_alias) {
  std::string_view kind;
  ctx.ReadName(&kind);
  *must_alias = kind == "must-alias";
  return ctx.Require(*must_alias || kind == "may-alias", Code::kUnexpectedAliasKind);
}

bool ReadAlias(ParseContext& ctx, InputOutputAlias* alias) {
  if (!ctx.ReadShapeIndex(&alias->output_index) ||
      !ctx.Expect(TokKind::kColon, Code::kExpectedAliasFormat) ||
      !ctx.Expect(TokKind::kLparen, Code::kExpectedAliasFormat) ||
      !ReadParameter(ctx, Code::kExpectedAliasFormat, &alias->parameter_number,
                     &alias->parameter_index)) {
    return false;
  }
  if (ctx.EatIf(TokKind::kComma) && !ReadAliasKind(ctx, &alias->must_alias)) return false;
  return ctx.Expect(TokKind::kRparen, Code::kExpectedAliasFormat);
}

bool ReadDonor(ParseContext& ctx, BufferDonor* donor) {
  return ctx.Expect(TokKind::kLparen, Code::kExpectedBufferDonorFormat) &&
         ReadParameter(ctx, Code::kExpectedBufferDonorFormat, &donor->parameter_number,
                       &donor->parameter_index) &&
         ctx.Expect(TokKind::kRparen, Code::kExpectedBufferDonorFormat);
}

}  // namespace

bool ReadInputOutputAlias(ParseContext& ctx, absl::Span<const InputOutputAlias>* aliases) {
  std::vector<InputOutputAlias> all;
  if (!ctx.ReadTerminatedList(
          &all, [&](InputOutputAlias* alias) { return ReadAlias(ctx, alias); },
          Code::kExpectsAliasingStart, Code::kExpectsAliasingEnd)) {
    return false;
  }
  const std::vector<InputOutputAlias> sorted =
      SortUnique(all, [](const auto& a, const auto& b) { return a.output_index < b.output_index; });
  *aliases = ctx.arena.CopySpan(absl::Span<const InputOutputAlias>(sorted));
  return true;
}

bool ReadBufferDonor(ParseContext& ctx, absl::Span<const BufferDonor>* donors) {
  std::vector<BufferDonor> all;
  if (!ctx.ReadTerminatedList(
          &all, [&](BufferDonor* donor) { return ReadDonor(ctx, donor); },
          Code::kExpectsBufferDonorStart, Code::kExpectsBufferDonorEnd)) {
    return false;
  }
  const std::vector<BufferDonor> sorted = SortUnique(all, [](const auto& a, const auto& b) {
    return std::tie(a.parameter_number, a.parameter_index) <
           std::tie(b.parameter_number, b.parameter_index);
  });
  *donors = ctx.arena.CopySpan(absl::Span<const BufferDonor>(sorted));
  return true;
}

bool CheckModuleConfig(ParseContext& ctx, const Shape& result, const HloModuleConfig& config) {
  const uint32_t end_of_text = ctx.lexer.Offset(ctx.lexer.end());
  for (const InputOutputAlias& alias : config.input_output_alias) {
    if (Subshape(result, alias.output_index) == nullptr) {
      return ctx.ErrorAt(end_of_text, Code::kAliasOutputIndexInvalid,
                         PrintDimensionList(alias.output_index),
                         PrintShape(result, /*with_layout=*/false));
    }
    if (alias.parameter_number < 0) {
      return ctx.ErrorAt(end_of_text, Code::kAliasParameterNegative, alias.parameter_number);
    }
  }
  for (const BufferDonor& donor : config.buffer_donor) {
    if (donor.parameter_number < 0) {
      return ctx.ErrorAt(end_of_text, Code::kAliasParameterNegative, donor.parameter_number);
    }
  }
  return true;
}

// ---- Tables keyed by original arrays: how to recompute a replaced array (origin_recovery_table),
// and facts for debuggers (debug_attributes).
//
// Keys may repeat; sorting after all entries are read decides which one wins.
namespace {

// A LOG_MODE of XLA's DebugAttributes.
bool ReadLogMode(ParseContext& ctx, DebugAttributes::LogMode* mode) {
  std::string_view word;
  if (!ctx.ReadName(&word)) return false;
  *mode = EnumOf<DebugAttributes::LogMode>(word).value_or(DebugAttributes::LogMode::kNone);
  // Texts have no word for none.
  return ctx.Require(*mode != DebugAttributes::LogMode::kNone, Code::kInvalidDebugLogMode, word);
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
  // Keeps the last of equal ones.
  std::reverse(all.begin(), all.end());
  std::vector<DebugAttributesEntry> sorted =
      SortUnique(all, [](const auto& a, const auto& b) { return ArrayLess(a.array, b.array); });
  const auto end = std::remove_if(sorted.begin(), sorted.end(),
                                  [](const auto& entry) { return entry.attributes.empty(); });
  sorted.erase(end, sorted.end());
  *entries = ctx.arena.CopySpan(absl::Span<const DebugAttributesEntry>(sorted));
  return true;
}

// ---- The attributes.
namespace {

struct HeaderReader {
  ParseContext& ctx;
  const NestedModuleReader& parse_nested;
  HloModuleConfig& config;
  std::vector<std::unique_ptr<HloModule>>& nested_modules;
  std::string_view last_known;
  std::vector<UnknownAttribute> unknown;
};

// '{' '(' [ shape { ',' shape } [','] ] ')' '->' shape '}'.
bool ReadEntryComputationLayout(ParseContext& ctx, EntryComputationLayout* layout) {
  // The message for the brace is XLA's.
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsAliasingStart) ||
      !ctx.Expect(TokKind::kLparen, Code::kExpectsParameterShapesStart)) {
    return false;
  }
  std::vector<const Shape*> parameters;
  while (ctx.kind() != TokKind::kRparen) {
    if (!ReadShape(ctx, &parameters.emplace_back())) return false;
    if (ctx.kind() == TokKind::kRparen) break;
    if (!ctx.Expect(TokKind::kComma, Code::kExpectsParameterShapesComma)) return false;
  }
  ctx.lexer.Next();
  if (!ctx.Expect(TokKind::kArrow, Code::kExpectsResultShapeArrow) ||
      !ReadShape(ctx, &layout->result) ||
      !ctx.Expect(TokKind::kRbrace, Code::kExpectsComputationLayoutEnd)) {
    return false;
  }
  layout->parameters = ctx.arena.CopySpan(absl::Span<const Shape* const>(parameters));
  return true;
}

// An empty list counts as absent.
bool ReadPropagation(HeaderReader& reader, absl::Span<const bool>* values) {
  if (!ReadBoolList(reader.ctx, values)) return false;
  reader.config.has_sharding_propagation |= !values->empty();
  if (values->empty()) *values = kNoPropagation;
  return true;
}

template <auto field>
bool ReadField(HeaderReader& reader) {
  const Overloaded read = {
      [&](bool* value) { return reader.ctx.ReadBool(value); },
      [&](int64_t* value) { return reader.ctx.ReadInt64(value); },
      [&](absl::Span<const bool>* values) { return ReadPropagation(reader, values); },
      [&](std::string_view* config) { return ReadBackendConfig(reader.ctx, config); },
      [&](FrontendAttributes* attributes) {
        return ReadFrontendAttributes(reader.ctx, attributes);
      },
      [&](EntryComputationLayout* layout) {
        reader.config.has_entry_computation_layout = ReadEntryComputationLayout(reader.ctx, layout);
        return reader.config.has_entry_computation_layout;
      },
      [&](absl::Span<const InputOutputAlias>* aliases) {
        return ReadInputOutputAlias(reader.ctx, aliases);
      },
      [&](absl::Span<const BufferDonor>* donors) { return ReadBufferDonor(reader.ctx, donors); },
      [&](absl::Span<const OriginRecovery>* table) {
        return ReadOriginRecoveryTable(reader.ctx, reader.parse_nested, table,
                                       &reader.nested_modules);
      },
      [&](absl::Span<const DebugAttributesEntry>* entries) {
        return ReadDebugAttributes(reader.ctx, entries);
      },
  };
  return read(&(reader.config.*field));
}

struct HeaderAttribute {
  std::string_view name;
  bool (*read)(HeaderReader&);
};
constexpr HeaderAttribute kHeaderAttributes[] = {
#define HLO_HEADER_ATTRIBUTE(name, ...) {#name, ReadField<&HloModuleConfig::name>},
#include "hlo/tables/header_attributes.def"
};
static_assert(kHeaderAttributeCount <= 32, "the set of those seen is 32 bits wide");

size_t FindAttribute(std::string_view name) {
  size_t i = 0;
  while (i < kHeaderAttributeCount && kHeaderAttributes[i].name != name) ++i;
  return i;
}

std::vector<std::string_view> AllowedNames() {
  std::vector<std::string_view> names;
  for (const HeaderAttribute& each : kHeaderAttributes) names.push_back(each.name);
  std::sort(names.begin(), names.end());
  return names;
}

// Keeps the value that begins at `begin`; returns false, with nothing logged, if it cannot.
bool KeepUnknown(HeaderReader& reader, DiagnosticCode code, std::string_view name,
                 const char* begin) {
  ParseContext& ctx = reader.ctx;
  if (!ctx.options.allow_unknown) return false;
  ctx.lexer.SkipTo(begin);
  const std::string_view value = ReadKeptText(ctx);
  if (value.empty()) return false;
  const std::string_view at = code == Code::kUnknownValueKept ? value : name;
  const uint32_t at_begin = ctx.lexer.Offset(at.data());
  ctx.Warn(at_begin, at_begin + static_cast<uint32_t>(at.size()), code, name);
  reader.unknown.push_back({name, value, reader.last_known, /*is_local=*/false});
  return true;
}

// The value of attribute `i` of the table; kept if it is not understood.
bool ReadValue(HeaderReader& reader, size_t i) {
  ParseContext& ctx = reader.ctx;
  const std::string_view name = kHeaderAttributes[i].name;
  const char* begin = ctx.lexer.At();
  const size_t logged = ctx.log().size();
  const HloModuleConfig before = reader.config;
  if (kHeaderAttributes[i].read(reader)) {
    reader.last_known = name;
    return true;
  }
  // A missing layout is generated and would print next to the kept one.
  if (!ctx.options.allow_unknown || name == "entry_computation_layout") return false;
  std::vector<Diagnostic> errors(ctx.log().begin() + static_cast<ptrdiff_t>(logged),
                                 ctx.log().end());
  ctx.log().resize(logged);
  if (KeepUnknown(reader, Code::kUnknownValueKept, name, begin)) {
    reader.config = before;
    return true;
  }
  ctx.log().insert(ctx.log().end(), errors.begin(), errors.end());
  return false;
}

bool ReadAttribute(HeaderReader& reader, uint32_t* seen) {
  ParseContext& ctx = reader.ctx;
  const uint32_t name_position = ctx.lexer.Position();
  std::string_view name;
  if (!ctx.ReadAttributeName(&name)) return ctx.Error(Code::kErrorParsingAttributes);
  const size_t i = FindAttribute(name);
  if (i == kHeaderAttributeCount) {
    if (KeepUnknown(reader, Code::kUnknownAttributeKept, name, ctx.lexer.At())) return true;
    return ctx.UnexpectedAttribute(name_position, name, AllowedNames());
  }
  if ((*seen >> i & 1) != 0) {
    return ctx.ErrorAt(name_position, Code::kAttributeAlreadyExists, name);
  }
  *seen |= uint32_t{1} << i;
  if (!ReadValue(reader, i)) return ctx.AttributeError(name_position, name);
  return true;
}

}  // namespace

bool ReadModuleAttributes(ParseContext& ctx, const NestedModuleReader& parse_nested,
                          HloModuleConfig* config,
                          std::vector<std::unique_ptr<HloModule>>* nested_modules) {
  config->allow_spmd_sharding_propagation_to_parameters = kNoPropagation;
  config->allow_spmd_sharding_propagation_to_output = kNoPropagation;
  HeaderReader reader{ctx, parse_nested, *config, *nested_modules, {}, {}};
  uint32_t seen = 0;
  while (ctx.EatIf(TokKind::kComma)) {
    if (!ReadAttribute(reader, &seen)) return false;
  }
  config->unknown_attributes =
      ctx.arena.CopySpan(absl::Span<const UnknownAttribute>(reader.unknown));
  return true;
}

}  // namespace hlo_text_v1::internal
