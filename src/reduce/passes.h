// Declares the functions of the passes in passes.def.
#ifndef HLO_REDUCE_PASSES_H_
#define HLO_REDUCE_PASSES_H_

#include "src/reduce/pass.h"

namespace hlo_text_v1::internal {

#define HLO_REDUCE_PASS(X, ...)                    \
  ReduceEdits Propose##X(const HloModule& module); \
  void Apply##X(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits);
#include "src/reduce/passes.def"

}  // namespace hlo_text_v1::internal

#endif  // HLO_REDUCE_PASSES_H_
