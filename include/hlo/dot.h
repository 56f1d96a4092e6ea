// A module as a graph for graphviz, to be looked at.
//
//   absl::StatusOr<std::string> dot = hlo::ToDot(*module);
//   ... hlo-translate --to=dot module.hlo | dot -Tsvg > module.svg
//
// Each computation is a cluster, each instruction a node with its opcode, name and shape, colored
// by what kind of opcode it is; parameters are ovals, the root has a double border. Edges go from
// operands to users, dashed ones from control predecessors, dotted ones to called computations. The
// links of an asynchronous operation are joined by a thick edge with its opcode. Fusions are one
// node each, and so is what an instruction applies if that is a single operation. A tooltip shows
// the instruction's text. docs/translate.md has a picture.
//
// Names and texts are cut where they are long; the graph is for eyes, hlo/json.h for programs.
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
  // Only the instruction of this name, and what is at most `hops` edges away from it, forwards and
  // backwards, in its computation. A node that has more neighbors than are shown has a dashed
  // border. Empty: all.
  std::string_view around;
  int hops = 2;
  // Show what is in a fusion, as a cluster in place of its node.
  bool unfold_fusions = false;
  // Beyond so many nodes there is an error instead of a graph: nobody can read it, and graphviz
  // takes minutes.
  int64_t max_nodes = 1000;
};

// Hands the text of the graph, in the DOT language and UTF-8, to `sink` in pieces of some 64 KiB;
// each is gone when `sink` returns. Names may have a '%' in front. Errors: kNotFound, there is no
// such computation or instruction; kOutOfRange, there are more than max_nodes, and the message says
// what would fit; then `sink` is not called. Linear in the module; memory in proportion to what is
// drawn and the computations that it belongs to. A const module may be drawn by many threads.
absl::Status WriteDot(const HloModule& module, const DotOptions& options,
                      absl::FunctionRef<void(std::string_view)> sink);
// The same as one string.
absl::StatusOr<std::string> ToDot(const HloModule& module, const DotOptions& options = {});

}  // namespace hlo

#endif  // HLO_DOT_H_
