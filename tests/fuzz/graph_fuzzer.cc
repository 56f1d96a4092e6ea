// Any module becomes valid JSON in UTF-8, sugared or not, and a graph with closed strings and
// braces that has only the requested nodes. Choices: graph options, the instruction to draw around.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/export.h"
#include "tests/export/graph_syntax.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

void CheckJson(const HloModule& module, int64_t max_literal_elements) {
  JsonOptions options;
  options.max_literal_elements = max_literal_elements;
  const std::string json = ExportJson(module, options);
  Promise(IsJson(json), "JSON is JSON", json);
  std::string pieces;
  ExportJson(module, options, [&](std::string_view piece) { pieces += piece; });
  Promise(pieces == json, "pieces make the whole", json, pieces);
}

void CheckDot(const HloModule& module, const DotOptions& options) {
  const absl::StatusOr<std::string> dot = ExportDot(module, options);
  if (!dot.ok()) {
    Promise(!dot.status().message().empty(), "an error says why");
    return;
  }
  Promise(IsBalancedDot(*dot), "DOT is balanced", *dot);
  int64_t nodes = 0;
  for (size_t at = 0; (at = dot->find(", fillcolor=\"", at)) != std::string::npos; ++at) ++nodes;
  Promise(nodes <= options.max_nodes, "no more nodes than allowed", *dot);
}

}  // namespace

void FuzzOne(Input& input) {
  const uint8_t bits = input.NextChoice();
  ParseOptions parse = LimitedOptions();
  parse.allow_unknown = (bits & 1) != 0;
  const absl::StatusOr<HloModule> module = Read(input.text(), parse);
  if (!module.ok()) return;
  CheckJson(*module, (bits & 4) != 0 ? 1000 : 10);

  DotOptions options;
  options.unfold_fusions = (bits & 8) != 0;
  options.max_nodes = (bits & 16) != 0 ? 5 : 1000;
  options.hops = bits >> 6;
  CheckDot(*module, options);
  std::vector<const HloInstruction*> all;
  for (const HloComputation* computation : module->computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      all.push_back(instruction);
    }
  }
  if (all.empty()) return;
  const HloInstruction* center = all[input.NextChoice() % all.size()];
  options.around = center->name();
  CheckDot(*module, options);
  options.around = {};
  options.computation = center->parent()->name();
  CheckDot(*module, options);
}

}  // namespace hlo_text_v1::fuzzing
