// Draws a module as a graph for graphviz.
//
//   absl::StatusOr<std::string> dot = hlo::ToDot(*module);
//   if (dot.ok()) std::cout << *dot;  // | dot -Tsvg > module.svg
//
// Each computation is a cluster, each instruction a node with its opcode, name and shape, colored
// by opcode group; parameters are ovals, the root has a double border. Edges go from operands to
// users, dashed ones from control predecessors, dotted ones to called computations. A thick edge
// with the opcode joins the links of an asynchronous operation. A fusion is one node, and an
// applied computation of a single operation is part of its caller's node. A tooltip shows the
// instruction's text. docs/translate.md has a picture.
//
// Long names and texts are cut: the graph is for people, hlo/json.h is for programs.
#ifndef HLO_DOT_H_
#define HLO_DOT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"

namespace hlo {

struct DotOptions {
  // Only the computation of this name; empty: all.
  std::string_view computation;
  // Only the instruction of this name and its surroundings: at most `hops` edges away, forwards and
  // backwards, in its computation. A node with neighbors that are not shown has a dashed border.
  // Empty: all.
  std::string_view around;
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
absl::Status WriteDot(const HloModule& module, const DotOptions& options,
                      absl::FunctionRef<void(std::string_view)> sink);
// The same as one string.
absl::StatusOr<std::string> ToDot(const HloModule& module, const DotOptions& options = {});

}  // namespace hlo

#endif  // HLO_DOT_H_
