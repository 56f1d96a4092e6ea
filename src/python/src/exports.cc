// A module in other formats: proto, JSON, DOT, MLIR.
#include <string>

#include "errors.h"
#include "hlo/dot.h"
#include "hlo/json.h"
#include "hlo/mlir.h"
#include "hlo/proto.h"
#include "module.h"
#include "text.h"

namespace hlo_python {
namespace {

nb::bytes ToProto(const Module& m) {
  CheckEntry(m);
  const std::string bytes = Value(hlo::SerializeHloModule(*m));
  return nb::bytes(bytes.data(), bytes.size());
}

nb::str ToJson(const Module& m, int64_t max_literal_elements) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  hlo::JsonOptions options;
  options.max_literal_elements = max_literal_elements;
  return ToStr(hlo::ToJson(*m, options));
}

nb::str ToDot(const Module& m, std::string_view computation, std::string_view around, int hops,
              bool unfold_fusions, int64_t max_nodes) {
  CheckEntry(m);
  hlo::DotOptions options;
  options.computation = computation;
  options.around = around;
  options.hops = hops;
  options.unfold_fusions = unfold_fusions;
  options.max_nodes = max_nodes;
  return ToStr(Value(hlo::ToDot(*m, options)));
}

nb::str ToMlir(const Module& m, bool registered_only, bool name_attributes) {
  CheckEntry(m);
  hlo::MlirOptions options;
  options.registered_only = registered_only;
  options.name_attributes = name_attributes;
  return ToStr(Value(hlo::ExportMlirAsync(*m, options)));
}

}  // namespace

void DefineExports(nb::class_<Module>& type) {
  type.def("to_proto", ToProto,
           "The module as bytes of an HloModuleProto, which parse() reads: XLA's binary form.\n\n"
           "HloError if it cannot be one, for example because of unknown opcodes.");
  type.def("to_json", ToJson, nb::kw_only(), nb::arg("max_literal_elements") = 10,
           "The module as JSON; docs/json.md has its schema.\n\nmax_literal_elements: of longer "
           "constants only the number of elements.");
  type.def("to_dot", ToDot, nb::kw_only(), nb::arg("computation") = "", nb::arg("around") = "",
           nb::arg("hops") = 2, nb::arg("unfold_fusions") = false, nb::arg("max_nodes") = 1000,
           "The module as a graph for graphviz.\n\ncomputation: only this one.\naround, hops: only "
           "the instruction of this name and what is so many edges away.\nunfold_fusions: show the "
           "inside of fusions.\nmax_nodes: HloError if there are more.");
  type.def("to_mlir", ToMlir, nb::kw_only(), nb::arg("registered_only") = false,
           nb::arg("name_attributes") = false,
           "The module as MLIR text of the async dialect, which parse_mlir() reads.\n\n"
           "registered_only: only what mlir-opt knows.\nname_attributes: write names in "
           "attributes, for text that goes through MLIR passes.");
}

}  // namespace hlo_python
