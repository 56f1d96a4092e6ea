// Moves bodies of async.execute into functions of their own, before an MlirModule becomes HLO.
//
// HLO has asynchronous work in computations only. A body that is neither one async.call nor one
// operation with its own start and done opcodes moves into an async.func; values from outside
// become its arguments, and the async.execute calls it. More than one operation is first put into a
// func.func that the async.func calls: on the main thread, an asynchronous computation has only one
// instruction. Values from outside that a body awaits, by `as` or async.await, are awaited before
// it. The members of an async.group that stands for one start (hlo.calls) become one async.func.
#ifndef HLO_MLIR_OUTLINE_BODIES_H_
#define HLO_MLIR_OUTLINE_BODIES_H_

#include <vector>

#include "hlo/diagnostic.h"
#include "src/mlir/mlir_ast.h"

namespace hlo_text_v1::internal {

// Linear in the text. Returns false after reporting an error.
bool OutlineBodies(MlirModule* module, std::vector<Diagnostic>* diagnostics);

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_OUTLINE_BODIES_H_
