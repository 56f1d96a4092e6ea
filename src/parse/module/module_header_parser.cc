// The attributes of the HloModule line, driven by header_attributes.def; the type of a field
// selects how its value is read.
//
// Values with more than one production have their own files: buffer_aliasing_parser and
// original_array_tables_parser.
#include "src/parse/module/module_header_parser.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "src/base/overloaded.h"
#include "src/ir/header_attributes.h"
#include "src/parse/module/unknown_words.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/shape_parser.h"

namespace hlo::internal {
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
  const char* end = FindUnknownValueEnd(begin, ctx.lexer.end());
  if (end == nullptr) return false;
  const std::string_view value(begin, static_cast<size_t>(end - begin));
  const std::string_view at = code == Code::kUnknownValueKept ? value : name;
  const uint32_t at_begin = ctx.lexer.Offset(at.data());
  ctx.Warn(at_begin, at_begin + static_cast<uint32_t>(at.size()), code, name);
  reader.unknown.push_back({name, {value, {}}, reader.last_known});
  ctx.lexer.SkipTo(end);
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
  // A missing layout is generated and would print beside the kept one.
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

}  // namespace hlo::internal
