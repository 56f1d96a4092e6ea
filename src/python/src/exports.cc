// A module in other formats: proto, JSON, DOT, MLIR.
#include <string>

#include "bind.h"
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
  return hlo_text::ToJson(*m, options);
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
  return hlo_text::ToDot(*m, options);
}

absl::StatusOr<std::string> ToMlir(const Module& m, bool registered_only, bool name_attributes) {
  CheckEntry(m);
  hlo_text::MlirOptions options;
  options.registered_only = registered_only;
  options.name_attributes = name_attributes;
  return hlo_text::ExportMlirAsync(*m, options);
}

}  // namespace

void DefineExports(nb::class_<Module>& type) {
  Def(type, "to_proto",
      "The module as bytes of an HloModuleProto, which parse() reads: XLA's binary form.\n\n"
      "HloError if it cannot be one, for example because of unknown opcodes.",
      &ToProto);
  Def(type, "to_json", nb::kw_only(), "max_literal_elements"_a = 10,
      "The module as JSON; docs/json.md has its schema.\n\nmax_literal_elements: of longer "
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
}

}  // namespace hlo_python
