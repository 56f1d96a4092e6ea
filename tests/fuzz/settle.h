// Prints until the text is stable, and detects texts for which even XLA's is not.
//
// Reading printed text may reorder it once; after a few rounds it must be stable. Text that XLA
// prints but cannot read, or that changes on each read, does not count as broken: XlaRefusesItsText
// and SameButForReductionOps define these as narrowly as possible. Their goldens are those with a
// file .default.again.xla.txt, and testdata/shardings/unreduced.hlo.
#ifndef HLO_TESTS_FUZZ_SETTLE_H_
#define HLO_TESTS_FUZZ_SETTLE_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/async.h"
#include "hlo/module.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

// As many as in src/tools/hlo_fmt/format_file.cc.
inline constexpr int kMaxRounds = 6;

inline bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline bool HasQuote(std::string_view text) { return Contains(text, "\""); }

inline bool HasQuote(const OriginalValue& value) {
  std::vector<const OriginalValue::Node*> open = {&value.root};
  while (!open.empty()) {
    const OriginalValue::Node* node = open.back();
    open.pop_back();
    if (HasQuote(node->array.instruction_name)) return true;
    for (const OriginalValue::Node& child : node->children) open.push_back(&child);
  }
  return HasQuote(value.call_hierarchy);
}

// XLA writes these strings in quotation marks without escaping them.
inline bool HasQuoteInRawString(const HloModule& module) {
  for (const OriginRecovery& entry : module.config().origin_recovery_table) {
    if (HasQuote(entry.replaced.instruction_name)) return true;
    if (HasQuote(entry.replacing.instruction_name)) return true;
  }
  for (const DebugAttributesEntry& entry : module.config().debug_attributes) {
    if (HasQuote(entry.array.instruction_name)) return true;
  }
  for (const HloComputation* computation : module.computations()) {
    if (HasQuote(computation->execution_thread())) return true;
    for (const HloInstruction* instruction : computation->instructions()) {
      if (HasQuote(instruction->metadata().scheduling_name)) return true;
      for (const Attribute& attribute : instruction->attributes()) {
        const AttributeType type = attribute.info().type;
        if (type == AttributeType::kRawString && HasQuote(attribute.AsString())) return true;
        if (type == AttributeType::kOriginalValue && HasQuote(attribute.As<OriginalValue>())) {
          return true;
        }
      }
    }
  }
  return false;
}

// Whether XLA has the same `error`, the first one in `text`, the print of `module`.
inline bool XlaRefusesItsText(const HloModule& module, std::string_view text,
                              const Diagnostic& error) {
  const std::string_view at = text.substr(error.begin, error.end - error.begin);
  // A pointer or index type that XLA reads without checking it: f32[2]{0:#(invalid)}.
  if (at == "invalid" && Contains(error.message, "expected primitive type")) return true;
  // Without spatial dimensions, dim_labels=f_o->f; the pattern requires two letters.
  if (Contains(error.message, "expects dim labels pattern")) return true;
  // channel_id is not required with a mode, but the mode does not print.
  if (Contains(error.message, "Cannot have use_global_device_ids=true without channel_id")) {
    return true;
  }
  // An entry of debug_attributes without attributes, ({}).
  if (Contains(text.substr(0, error.begin), "debug_attributes={") && at == "}") return true;
  // An essential constant prints as one number, whatever its shape: s32[0] and c64[] constant(0).
  constexpr std::string_view kBefore = "constant(";
  if ((at == "0" || at == "1") && error.begin >= kBefore.size() &&
      text.substr(error.begin - kBefore.size(), kBefore.size()) == kBefore) {
    return true;
  }
  // Layouts are only checked in a tuple, such as an inferred one, or that of the entry.
  if (Contains(error.message, "invalid shape: ") ||
      Contains(error.message, "error parsing attribute entry_computation_layout")) {
    return true;
  }
  // An index type that is signed, {0:#(s64)}, is read behind any shape, but not in the entry's.
  if (Contains(error.message, "expecting an unsigned integer type")) return true;
  // A sharding over no dimensions, devices=[]<=[1].
  if (at == "]" && Contains(text.substr(0, error.begin + 2), "devices=[]")) return true;
  // A statistic beyond a double, which prints as inf or -inf.
  const bool is_statistic = Contains(error.message, "error parsing attribute statistics") ||
                            text.substr(0, 19) == "{visualizing_index=";
  const std::string_view rest = text.substr(error.begin);
  if (is_statistic && (Contains(rest, "=inf") || Contains(rest, "=-inf") || at == "inf")) {
    return true;
  }
  // XLA prints a custom-call without a version so and rejects it; upgrade_legacy reads it.
  if (Contains(error.message, "Invalid API version: API_VERSION_UNSPECIFIED")) return true;
  // A chain of a map whose result is or becomes a tuple.
  if (Contains(error.message, "map must have an array shape") &&
      (Contains(text, " = () map(") || Contains(text, " map-done("))) {
    return true;
  }
  const size_t line = text.rfind('\n', error.begin) + 1;  // 0 in the first line
  // The instruction that a start in sugar wraps is not checked until it is written out as a
  // computation.
  const size_t header = text.rfind("\n\n", error.begin) + 2;
  if (text.substr(header, 14) == "%async_wrapped") return true;
  return HasQuote(text.substr(line, text.find('\n', error.begin) - line)) &&
         HasQuoteInRawString(module);
}

// `text` with duplicate entries of metadata in shardings, {op_type="sdy::reduction_op"
// op_name="X"}, written once, and without the braces around a single entry.
inline std::string WithoutRepeatedReductionOps(std::string_view text) {
  constexpr std::string_view kOp = "{op_type=\"sdy::reduction_op\"";
  std::string result;
  std::string_view last;  // the last copied entry, if nothing else followed
  while (!text.empty()) {
    const size_t comma = last.empty() || text.substr(0, 2) != ", " ? 0 : 2;
    const size_t end = text.find('}', comma);
    if (text.substr(comma, kOp.size()) != kOp || end == std::string_view::npos) {
      last = {};
      result.push_back(text[0]);
      text.remove_prefix(1);
      continue;
    }
    const std::string_view entry = text.substr(comma, end + 1 - comma);
    if (entry != last) result.append(text.substr(0, end + 1));
    last = entry;
    text.remove_prefix(end + 1);
  }
  for (size_t at = 0; (at = result.find("{" + std::string(kOp), at)) != std::string::npos; ++at) {
    const size_t end = result.find('}', at);
    if (end == std::string::npos || result.substr(end, 2) != "}}") continue;
    result.erase(end, 1);
    result.erase(at, 1);
  }
  return result;
}

// On each read, XLA adds to the metadata of a sharding with such an operation.
inline bool SameButForReductionOps(std::string_view a, std::string_view b) {
  return Contains(a, "sdy::reduction_op") &&
         WithoutRepeatedReductionOps(a) == WithoutRepeatedReductionOps(b);
}

// How to read and print a text.
struct Style {
  ParseOptions parse = LimitedOptions();
  UniquifyOptions uniquify;
  PrintOptions print;
  bool unwrap_calls = false;  // like hlo-fmt --async=generic without --wrap_calls
};

inline absl::StatusOr<HloModule> Read(std::string_view text, const Style& style) {
  absl::StatusOr<HloModule> module = Read(text, style.parse, style.uniquify);
  if (module.ok() && style.unwrap_calls) UnwrapAsyncCalls(&*module);
  return module;
}

// Reads and prints the text of `module` until it is stable. nullopt if XLA's is not.
inline std::optional<std::string> Settle(const HloModule& module, const Style& style) {
  std::string text = PrintHloModule(module, style.print), before;
  absl::StatusOr<HloModule> last;
  // Inlined bodies become new computations, more each time.
  const bool grows = style.print.print_subcomputation_mode != SubcomputationMode::kNameOnly;
  for (int round = 0; round < (grows ? 1 : kMaxRounds); ++round) {
    std::vector<Diagnostic> diagnostics;
    absl::StatusOr<HloModule> again = Read(text, style);
    if (!again.ok()) {
      ParseOptions options = style.parse;
      options.uniquify = false;
      Parse(text, options, &diagnostics).status().IgnoreError();
      Promise(XlaRefusesItsText(last.ok() ? *last : module, text, diagnostics.at(0)),
              "what is printed can be read", diagnostics.at(0).message, text);
      return std::nullopt;
    }
    before = std::move(text);
    text = PrintHloModule(*again, style.print);
    if (text == before) return text;
    last = std::move(again);
  }
  if (grows) return std::nullopt;
  Promise(SameButForReductionOps(before, text), "printed text settles", before, text);
  return std::nullopt;
}

}  // namespace hlo_text_v1::fuzzing

#endif  // HLO_TESTS_FUZZ_SETTLE_H_
