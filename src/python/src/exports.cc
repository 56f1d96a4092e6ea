// A module in other formats: proto, JSON, DOT, MLIR; and the values that it computes.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "hlo/builder.h"
#include "hlo/evaluate.h"
#include "hlo/export.h"
#include "hlo/mlir.h"
#include "hlo/proto.h"

namespace hlo_python {
namespace {

nb::bytes ToProto(const Module& m) {
  CheckEntry(m);
  const std::string bytes = Value(hlo_text::SerializeHloModule(*m));
  return nb::bytes(bytes.data(), bytes.size());
}

std::string ToJson(const Module& m, int64_t max_literal_elements) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  hlo_text::JsonOptions options;
  options.max_literal_elements = max_literal_elements;
  return hlo_text::ExportJson(*m, options);
}

absl::StatusOr<std::string> ToDot(const Module& m, std::string_view computation,
                                  std::string_view around, int hops, bool unfold_fusions,
                                  int64_t max_nodes) {
  CheckEntry(m);
  hlo_text::DotOptions options;
  options.computation = computation;
  options.around = around;
  options.hops = hops;
  options.unfold_fusions = unfold_fusions;
  options.max_nodes = max_nodes;
  return hlo_text::ExportDot(*m, options);
}

absl::StatusOr<std::string> ToMlir(const Module& m, bool registered_only, bool name_attributes) {
  CheckEntry(m);
  hlo_text::MlirOptions options;
  options.registered_only = registered_only;
  options.name_attributes = name_attributes;
  return hlo_text::ExportMlirAsync(*m, options);
}

Literal Evaluate(const Module& m, nb::args arguments, int64_t max_steps, int64_t max_bytes) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  const auto parameters = m->entry_computation()->parameters();
  std::vector<Literal> owners;
  std::vector<hlo_text::Literal> literals;
  for (size_t i = 0; i < arguments.size(); ++i) {
    // Numbers get the type and sizes of the parameter.
    const bool takes_shape =
        !nb::isinstance<Literal>(arguments[i]) && arguments.size() == parameters.size();
    const nb::object shape =
        takes_shape ? nb::cast(Shape{m.owner, &parameters[i]->shape()}) : nb::none();
    owners.push_back(MakeLiteral(arguments[i], shape));
    literals.push_back(*owners.back());
  }
  hlo_text::Arena arena;
  const hlo_text::Literal result =
      Value(hlo_text::Evaluate(*m, literals, &arena, {max_steps, max_bytes}));
  auto state = std::make_shared<ModuleState>();
  state->module = hlo_text::CreateHloModule("literal");
  hlo_text::HloBuilder builder(&state->module, "literal");
  const hlo_text::HloInstruction* constant = builder.AddConstant(result);
  if (constant == nullptr) RaiseStatus(builder.status());
  return {std::move(state), &constant->literal()};
}

absl::StatusOr<int64_t> Fold(const Module& m) {
  CheckDesugared(*m.owner);
  return hlo_text::FoldConstants(m.Edit());
}

}  // namespace

void DefineExports(nb::class_<Module>& type) {
  Def(type, "to_proto",
      "The module as bytes of an HloModuleProto, which parse() reads: XLA's binary form.\n\n"
      "HloError if it cannot be one, for example because of unknown opcodes.",
      &ToProto);
  Def(type, "to_json", nb::kw_only(), "max_literal_elements"_a = 10,
      "The module as JSON; docs/reference/json.md has its schema.\n\nmax_literal_elements: of "
      "longer "
      "constants only the number of elements.",
      &ToJson);
  Def(type, "to_dot", nb::kw_only(), "computation"_a = "", "around"_a = "", "hops"_a = 2,
      "unfold_fusions"_a = false, "max_nodes"_a = 1000,
      "The module as a graph for graphviz.\n\ncomputation: only this one.\naround, hops: only the "
      "instruction of this name and what is so many edges away.\nunfold_fusions: show what is "
      "in fusions.\nmax_nodes: HloError if there are more.",
      &ToDot);
  Def(type, "to_mlir", nb::kw_only(), "registered_only"_a = false, "name_attributes"_a = false,
      "The module as MLIR text of the async dialect, which parse_mlir() reads.\n\n"
      "registered_only: only what mlir-opt knows.\nname_attributes: write names in attributes, for "
      "text that goes through MLIR passes.",
      &ToMlir);
  const hlo_text::EvaluateOptions limits;
  type.def("evaluate", Evaluate, "arguments"_a, nb::kw_only(), "max_steps"_a = limits.max_steps,
           "max_bytes"_a = limits.max_bytes,
           nb::sig("def evaluate(self, *arguments: hlo_text.LiteralLike, max_steps: int = ..., "
                   "max_bytes: int = ...) -> Literal"),
           "The result of the entry computation: runs it exactly, and slowly. Arguments are arrays "
           "(of numpy, or anything with the buffer protocol), numbers in lists, or Literals; the "
           "result's numpy() is an array, or a tuple of them.\n\nHloError names the instruction "
           "that cannot be run, or takes more than `max_steps` or `max_bytes`.");
  Def(type, "fold_constants",
      "Replaces instructions that do not depend on a parameter by constants; returns their number.",
      &Fold);
}

}  // namespace hlo_python
