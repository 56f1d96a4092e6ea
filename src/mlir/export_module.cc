// The module: names of types, declarations, then the functions, callees before callers.
//
// Functions are generated first: only they tell which types and declarations are needed. The module
// header is kept as text in attributes of builtin.module, except an entry layout that follows from
// the entry computation.
#include <optional>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/mlir.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "src/diagnostics/at_name.h"
#include "src/ir/desugared.h"
#include "src/ir/walk.h"
#include "src/mlir/export_function.h"
#include "src/mlir/mlir_names.h"
#include "src/print/module_header_printer.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Whether each computation comes after those that it names.
bool IsInCallOrder(const HloModule& module) {
  HashSet<const HloComputation*> seen;
  for (const HloComputation* computation : module.computations()) {
    for (const HloComputation* callee : Callees(*computation)) {
      if (!seen.contains(callee)) return false;
    }
    seen.insert(computation);
  }
  return true;
}

// The entry layout that follows from the entry computation; empty if its shapes say more than the
// parser would derive.
std::string DerivedEntryLayout(const HloComputation& entry) {
  std::vector<const Shape*> parameters;
  bool is_plain = IsPlainShape(entry.root_instruction()->shape());
  for (const HloInstruction* parameter : entry.parameters()) {
    parameters.push_back(&parameter->shape());
    is_plain = is_plain && IsPlainShape(parameter->shape());
  }
  std::string text;
  const EntryComputationLayout layout = {parameters, &entry.root_instruction()->shape()};
  if (is_plain) {
    text = ", entry_computation_layout=";
    AppendEntryComputationLayout(layout, &text);
  }
  return text;
}

// The text after the name in the header line.
std::string HeaderText(const HloModule& module) {
  std::string text;
  AppendModuleHeader(module, PrintOptions(), &text);
  text.erase(0, StrCat("HloModule ", module.name()).size());
  const std::string derived = DerivedEntryLayout(*module.entry_computation());
  const size_t layout = text.find(", entry_computation_layout={");
  // If the name is empty, something must follow it.
  if (!module.name().empty() && layout != std::string::npos &&
      text.compare(layout, derived.size(), derived) == 0) {
    text.erase(layout, derived.size());
  }
  return text.empty() ? text : text.substr(2);
}

std::string ModuleHeading(const HloModule& module) {
  const std::string name = module.name().empty() ? "" : StrCat(" ", MlirSymbol(module.name()));
  MlirDictionary attributes;
  const std::string header = HeaderText(module);
  if (!header.empty()) attributes.AddString("hlo.header", header);
  std::string tables;
  TextWriter writer(&tables);
  PrintStackFrameTables(module.stack_frames(), &writer);
  writer.Flush();
  if (!tables.empty()) attributes.AddString("hlo.stack_frames", tables.substr(2));
  return StrCat("module", name, attributes.After(" attributes "), " {\n");
}

std::vector<Diagnostic> WarningsOf(const AsyncPlan& plan) {
  std::vector<Diagnostic> warnings;
  for (const AsyncPlan::Opaque& each : plan.opaque()) {
    warnings.push_back(DiagnosticAtName(Severity::kWarning, DiagnosticCode::kMlirOpaque,
                                        each.start->source_offset(), each.start->name(),
                                        each.start->name(), each.reason));
  }
  return warnings;
}

absl::StatusOr<std::string> Export(const HloModule& module, const MlirOptions& options,
                                   std::vector<Diagnostic>* warnings) {
  MlirExport shared(module, options);
  if (warnings != nullptr) *warnings = WarningsOf(shared.plan);
  std::vector<const HloComputation*> order(module.computations().begin(),
                                           module.computations().end());
  if (!IsInCallOrder(module)) order = ComputationPostOrder(module);
  std::string functions;
  for (const HloComputation* computation : order) {
    if (shared.plan.IsGroup(computation)) continue;
    if (!FunctionExporter(*computation, &shared, &functions).Write()) {
      return absl::FailedPreconditionError(
          Absl(StrCat("operands of computation ", computation->name(), " form a cycle")));
    }
  }
  return StrCat(shared.types.aliases(), ModuleHeading(module), shared.declarations, functions,
                "}\n");
}

}  // namespace

absl::StatusOr<std::string> ExportMlirAsync(const HloModule& module, const MlirOptions& options,
                                            std::vector<Diagnostic>* warnings) {
  if (warnings != nullptr) warnings->clear();
  if (module.entry_computation() == nullptr) {
    return absl::FailedPreconditionError("the module has no entry computation");
  }
  if (absl::Status status = CheckDesugared(module); !status.ok()) return status;
  return Export(module, options, warnings);
}

}  // namespace hlo_text_v1
