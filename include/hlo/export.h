// Writes a module in other forms: as JSON, for programs in any language, and as a graph for
// graphviz.
//
//   std::string json = hlo_text::ExportJson(*module);
//   hlo_text::ExportJson(*module, {}, [](std::string_view piece) { std::cout << piece; });
//
// prints, abridged:
//
//   {"hlo_json_version":1,"name":"m", ... "entry_computation":0, ... "computations":[
//   {"id":0,"name":"e","execution_thread":"main","parameters":[0],"root":1,"instructions":[
//   {"id":0,"name":"x","opcode":"parameter","shape":{"type":"f32","dimensions":[2],
//    "layout":{"minor_to_major":[0]}},"operands":[],"parameter_number":0},
//   {"id":1,"name":"y","opcode":"negate", ... "operands":[0]}]}]}
//
// A drawing:
//
//   absl::StatusOr<std::string> dot = hlo_text::ExportDot(*module);
//   if (dot.ok()) std::cout << *dot;  // | dot -Tsvg > module.svg
//
// The module must be desugared, as those of ReadHloModule are. Functions only read it, so many
// threads may do so at once. hlo/mlir.h and hlo/proto.h have the forms that read back.
#ifndef HLO_EXPORT_H_
#define HLO_EXPORT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// ---- JSON. docs/reference/json.md explains every member, docs/reference/hlo.schema.json is its
// JSON Schema. Version 1 may get new members, which readers ignore; any other change raises
// hlo_json_version.
//
// Ids follow the print order: of computations callees first, of instructions operands first, or the
// schedule in a scheduled module. References are these ids.

struct JsonOptions {
  // A longer constant has the number of its elements in place of their values.
  int64_t max_literal_elements = 10;
};

// Hands the JSON of `module` to `sink` in pieces of about 64 KiB; each is gone when `sink` returns.
// It ends in a newline. Never fails: U+FFFD replaces each byte that is not UTF-8; the strings
// "nan", "inf", "-inf" stand for numbers that JSON lacks. Linear in the output; takes memory for
// the longest computation, a few words for each instruction.
void ExportJson(const HloModule& module, const JsonOptions& options,
                absl::FunctionRef<void(std::string_view)> sink);
// The same as one string.
std::string ExportJson(const HloModule& module, const JsonOptions& options = {});

// ---- Graphs. Each computation is a cluster, each instruction a node with its opcode, name and
// shape, colored by opcode group; parameters are ovals, the root has a double border. Edges go from
// operands to users, dashed ones from control predecessors, dotted ones to called computations. A
// thick edge with the opcode joins the links of an asynchronous operation. A fusion is one node,
// and an applied computation of a single operation is part of its caller's node. A tooltip shows
// the instruction's text and its source. docs/translate.md has a picture. Long names and texts are
// cut: the graph is for people.

struct DotOptions {
  // Only the computation of this name; empty: all.
  std::string computation;
  // Only the instruction of this name and its surroundings: at most `hops` edges away, forwards and
  // backwards, in its computation. A node with neighbors that are not shown has a dashed border.
  // Empty: all.
  std::string around;
  int hops = 2;
  // Show the inside of a fusion, as a cluster in place of its node. Clusters nest 32 deep at most;
  // a fusion in the innermost stays a node.
  bool unfold_fusions = false;
  // More nodes are an error: nobody can read such a graph, and graphviz takes minutes.
  int64_t max_nodes = 1000;
};

// Hands the text of the graph, in the DOT language and UTF-8, to `sink` in pieces of about 64 KiB;
// each is gone when `sink` returns. Names may have a '%' in front. Errors: kNotFound for a name
// that is not in the module; kOutOfRange for more than max_nodes, with a message that says what
// would fit. On an error `sink` is not called. Linear in the module; memory in proportion to the
// drawing and the computations that it belongs to. Many threads may draw a const module.
absl::Status ExportDot(const HloModule& module, const DotOptions& options,
                       absl::FunctionRef<void(std::string_view)> sink);
// The same as one string.
absl::StatusOr<std::string> ExportDot(const HloModule& module, const DotOptions& options = {});

}  // namespace hlo_text_v1

#endif  // HLO_EXPORT_H_
