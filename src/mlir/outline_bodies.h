// Gives the bodies of async.execute functions of their own, before an MlirModule becomes HLO.
//
// HLO has asynchronous work in computations only. A body that is not one async.call, or one
// operation that has a start and a done, moves into an async.func; values from outside become its
// arguments, and the async.execute calls it. More than one operation is first put into a func.func
// that the async.func calls: on the main thread, an asynchronous computation has but one
// instruction. What a body awaits from outside, by `as` or async.await, is awaited in front of it.
// The members of an async.group that stands for one start (hlo.calls) become one async.func.
#ifndef HLO_MLIR_OUTLINE_BODIES_H_
#define HLO_MLIR_OUTLINE_BODIES_H_

#include <vector>

#include "hlo/diagnostic.h"
#include "src/mlir/mlir_ast.h"

namespace hlo::internal {

// Linear in the text. Returns false after reporting an error.
bool OutlineBodies(MlirModule* module, std::vector<Diagnostic>* diagnostics);

}  // namespace hlo::internal

#endif  // HLO_MLIR_OUTLINE_BODIES_H_
