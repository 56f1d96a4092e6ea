// Must not compile: a graph of calls gives mutable callers of a mutable computation only.
#include "hlo/call_graph.h"

hlo_text::HloInstruction* Caller(const hlo_text::CallGraph& calls,
                                 const hlo_text::HloComputation& computation) {
  return calls.caller(computation);
}

int main() { return 0; }
