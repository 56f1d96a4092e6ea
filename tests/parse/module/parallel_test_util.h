// Reads a text on one thread and on several, and describes where the modules differ.
#ifndef HLO_TESTS_PARSE_MODULE_PARALLEL_TEST_UTIL_H_
#define HLO_TESTS_PARSE_MODULE_PARALLEL_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/graph.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/module.h"
#include "hlo/parse_values.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/ir/module_state.h"
#include "src/ir/packed_metadata.h"
#include "src/parse/module/parallel.h"

namespace hlo_text_v1::test {

using namespace internal;

// Everything in a module except its text: ids, flags, which pointers are equal.
class ModuleDump {
 public:
  explicit ModuleDump(HloModule& module) : module_(module), state_(IrAccess::StateOf(module)) {}

  std::string Run() {
    for (uint32_t id = 0; id < state_.symbols.size(); ++id) {
      Line("symbol ", id, " ", state_.symbols.Text(id));
    }
    for (const HloComputation* computation : module_.computations()) {
      places_.emplace(computation, places_.size());
    }
    Line("entry ", places_[module_.entry_computation()], " async ", state_.has_async,
         state_.has_sugar, " computation names ", state_.computation_names_may_collide, " frames ",
         state_.uses_stack_frames, state_.keeps_stack_frames, " name ", module_.name());
    for (const HloComputation* computation : module_.computations()) Dump(*computation);
    return std::move(text_);
  }

 private:
  template <typename... Args>
  void Line(const Args&... args) {
    StrAppend(&text_, args..., "\n");
  }

  void Dump(const HloComputation& computation) {
    using internal::IrAccess;
    using internal::Node;
    EXPECT_EQ(computation.parent(), &module_);
    Line("computation ", Node(&computation).name, " ", computation.name(), " at ",
         computation.source_offset(), " fusions ", Node(&computation).fusion_callers, " calls ",
         Node(&computation).has_calls, " limit ", computation.index_limit(), " root ",
         computation.root_instruction()->name(), " thread ", computation.execution_thread());
    for (const HloInstruction* parameter : computation.parameters()) Line(parameter->name());
    const UserSnapshot users(computation);
    for (const HloInstruction* instruction : computation.instructions()) {
      const auto& node = Node(instruction);
      Line(node.name, " ", instruction->name(), " ", instruction->index(), " at ",
           instruction->source_offset(), " flags ", node.has_users, node.has_calls,
           node.has_control_predecessors, node.was_sugar, node.is_floating, node.is_poisoned,
           " shape ", ShapeNumber(&instruction->shape()));
      for (const HloInstruction* operand : instruction->operands()) Line("  ", operand->index());
      for (const HloInstruction* user : users.of(*instruction)) Line("  used by ", user->index());
      for (const Attribute& attribute : instruction->attributes()) Dump(attribute);
      instruction->ForEachCalledComputation(
          [&](const HloComputation* callee) { Line("  calls ", places_.at(callee)); });
    }
  }

  void Dump(const Attribute& attribute) {
    Line("  ", attribute.name(), " ",
         IsPacked(attribute) ? PackedText(attribute, module_.source()) : "", " ",
         static_cast<int>(AttributeAccess::Rank(attribute)));
    if (attribute.info().type == AttributeType::kShape) Line(ShapeNumber(&attribute.AsShape()));
    if (attribute.info().type != AttributeType::kShapeList) return;
    for (const Shape* shape : attribute.AsList<const Shape*>()) Line(ShapeNumber(shape));
  }

  // By first appearance. The pool must return the same shape on request.
  size_t ShapeNumber(const Shape* shape) {
    const auto [at, is_new] = shapes_.emplace(shape, shapes_.size());
    if (is_new) {
      const auto again = ParseShape(PrintShape(*shape), module_.shapes());
      Line(PrintShape(*shape), again.ok() && *again == shape ? "" : " reads as another");
      for (const Shape* element : shape->tuple_shapes()) ShapeNumber(element);
    }
    return at->second;
  }

  HloModule& module_;
  IrAccess::ModuleState& state_;
  std::map<const HloComputation*, size_t> places_;
  std::map<const Shape*, size_t> shapes_;
  std::string text_;
};

inline std::string DumpOf(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& d : diagnostics) {
    StrAppend(&text, static_cast<int>(d.severity), " ", DiagnosticCodeName(d.code), " ", d.begin,
              "-", d.end, " ", d.message, "\n");
    for (const DiagnosticNote& note : d.notes) {
      StrAppend(&text, "  ", note.begin, "-", note.end, " ", note.message, "\n");
    }
    for (const DiagnosticSuggestion& each : d.suggestions) {
      StrAppend(&text, "  ", each.begin, "-", each.end, " ", each.text, "\n");
    }
  }
  return text;
}

// The result of `text` with `options`: diagnostics, the module, and its print.
inline std::string AllOf(std::string_view text, const ParseOptions& options) {
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options, &diagnostics);
  std::string all = DumpOf(diagnostics);
  if (!module.ok()) return StrCat(all, Std(module.status().message()));
  StrAppend(&all, ModuleDump(*module).Run());
  Desugar(&*module);
  Uniquify(&*module);
  StrAppend(&all, ModuleDump(*module).Run());
  PrintOptions large = PrintOptions::Default();
  large.print_large_constants = true;
  large.async_mode = AsyncPrintMode::kGeneric;
  for (const PrintOptions& style :
       {PrintOptions::Default(), PrintOptions::ShortParsable(), PrintOptions::Canonical(),
        PrintOptions::Fingerprint(), PrintOptions::ModuleFingerprint(), PrintOptions::Dump(),
        large}) {
    StrAppend(&all, PrintHloModule(*module, style), "\n");
  }
  StrAppend(&all, Fingerprint(*module).ToString());
  return all;
}

// Options that cut even the shortest text.
inline ParseOptions InParallel(int jobs, ParseOptions options = {}) {
  options.jobs = jobs;
  options.min_bytes_per_job = 1;
  return options;
}

// Whether `text` is read in parts.
inline bool IsReadInParallel(std::string_view text, int jobs, const ParseOptions& options = {}) {
  HloModule module;
  IrAccess::StateOf(module).source = SourceBuffer::Copy(text);
  return ReadInParallel(&module, InParallel(jobs, options));
}

inline void ExpectSameInParallel(std::string_view text, int jobs,
                                 const ParseOptions& options = {}) {
  EXPECT_EQ(AllOf(text, options), AllOf(text, InParallel(jobs, options))) << jobs << " jobs";
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_PARSE_MODULE_PARALLEL_TEST_UTIL_H_
