// HLO as MLIR text of the async dialect, and back.
//
//   hlo::HloModule module = *hlo::ReadHloModule(
//       "ENTRY e { p = f32[64] parameter(0)\n"
//       "  s = ((f32[64]), f32[64]) negate-start(p)\n"
//       "  ROOT d = f32[64] negate-done(s) }");
//   std::cout << *hlo::ExportMlirAsync(module);
//
// prints
//
//   module @module_e {
//     async.func private @async_wrapped(%async_param: tensor<64xf32>) ->
//     !async.value<tensor<64xf32>>
//         attributes {hlo.execution_thread = "main"} {
//       %negate = "hlo.negate"(%async_param) : (tensor<64xf32>) -> tensor<64xf32>
//       return %negate : tensor<64xf32>
//     }
//     func.func @e(%p: tensor<64xf32>) -> tensor<64xf32> attributes {hlo.entry} {
//       %s = async.call @async_wrapped(%p) : (tensor<64xf32>) -> !async.value<tensor<64xf32>>
//       %d = async.await %s : !async.value<tensor<64xf32>>
//       return %d : tensor<64xf32>
//     }
//   }
//
// (the async.func on one line). docs/mlir.md says what becomes what. Nothing is lost: what MLIR has
// no word for, such as layouts, late binding or metadata, stands in attributes, and ImportMlirAsync
// makes the same module of the text. Source: MLIR's async, func and builtin dialects, as of
// LLVM 19.
#ifndef HLO_MLIR_H_
#define HLO_MLIR_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo {

struct MlirOptions {
  // Write only what mlir-opt knows without --allow-unregistered-dialect: an instruction is a call
  // of a declared function, @hlo$add, instead of "hlo.add"; a type that MLIR lacks is a tensor with
  // an encoding, tensor<4xi4, "f4e2m1fn">, instead of tensor<4x!hlo.f4e2m1fn>.
  bool registered_only = false;
  // Write the name of each instruction in an attribute too, hlo.name. MLIR itself forgets the names
  // of values, so that this is for text that goes through passes of MLIR and comes back.
  bool name_attributes = false;
};

// The text of `module`, one builtin.module. Constants are written in full. A module with
// asynchronous sugar is desugared first, in a copy. Errors: kFailedPrecondition for a module
// without an entry computation, and for one whose operands form a cycle. Linear in the text of the
// module, whose types are written at every use; long tuples have a name.
absl::StatusOr<std::string> ExportMlirAsync(const HloModule& module,
                                            const MlirOptions& options = {});

// Reads what ExportMlirAsync writes, with either option: the same module, but that asynchronous
// sugar is generic. The text may have been changed, by hand or by passes of MLIR, as long as it
// keeps to the operations of docs/mlir.md; it is read as it stands then, and where an attribute
// that holds HLO text does not fit any more, that is an error. Names are those in
// hlo.name, or else those of values.
//
// Result: the module, or kInvalidArgument with the first error as "line:col: error: message".
// `diagnostics` (may be null) gets all that was found, with offsets into `text`. The module does
// not refer to `text`: it is read from HLO text that is made on the way, HloModule::source(), to
// which HloInstruction::source_offset refers. What that text says wrong has the place of the
// operation, or of the attribute, that it was made of. `options` are those of ParseHloModule, with
// the same limits; max_expansion_bytes limits also what names of types and declared functions stand
// for. upgrade_legacy and jobs are not looked at. Linear in the text and what it stands for.
absl::StatusOr<HloModule> ImportMlirAsync(std::string_view text, const ParseOptions& options = {},
                                          std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo

#endif  // HLO_MLIR_H_
