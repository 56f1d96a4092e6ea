// HLO as MLIR text of the async dialect, and back.
//
//   hlo_text::HloModule module = *hlo_text::ReadHloModule(
//       "ENTRY e { p = f32[64] parameter(0)\n"
//       "  s = ((f32[64]), f32[64]) negate-start(p)\n"
//       "  ROOT d = f32[64] negate-done(s) }");
//   std::cout << *hlo_text::ExportMlirAsync(module);
//
// prints
//
//   module @module_e {
//     async.func private @async_wrapped(%async_param: tensor<64xf32>)
//         -> !async.value<tensor<64xf32>> attributes {hlo.execution_thread = "main"} {
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
// docs/reference/mlir.md has the mapping. Nothing is lost: attributes hold what MLIR has no word
// for, such as layouts, late binding or metadata, and ImportMlirAsync turns the text back into the
// same module. It is in the library hlo_text::mlir. Source: MLIR's async, func and builtin
// dialects, as of LLVM 19.
#ifndef HLO_MLIR_H_
#define HLO_MLIR_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "hlo/parser.h"

namespace hlo_text_v1 {

struct MlirOptions {
  // Write only text that mlir-opt reads without --allow-unregistered-dialect: an instruction is a
  // call of a declared function, @hlo$add, instead of "hlo.add"; a type that MLIR lacks is a tensor
  // with an encoding, tensor<4xi4, "f4e2m1fn">, instead of tensor<4x!hlo.f4e2m1fn>.
  bool registered_only = false;
  // Also write the name of each instruction in an attribute, hlo.name. For text that goes through
  // MLIR passes and comes back: MLIR forgets the names of values.
  bool name_attributes = false;
};

// The text of `module`, one builtin.module, with constants in full. Errors:
// kFailedPrecondition for a module with sugar (hlo/async.h), without an entry computation, or whose
// operands form a cycle. Linear in the text, which has types at every use; long tuples have a name.
// `warnings` (may be null) is set to a warning for each chain and pair that stays an ordinary
// operation, with the reason, for example that it goes through a loop: it comes back, but passes of
// the async dialect do not see it. Places are in module.source().
absl::StatusOr<std::string> ExportMlirAsync(const HloModule& module,
                                            const MlirOptions& options = {},
                                            std::vector<Diagnostic>* warnings = nullptr);

// Reads the text of ExportMlirAsync, with either option: the same module, but with generic async
// operations. The text may have changed, by hand or by MLIR passes, as long as it keeps to the
// operations of docs/reference/mlir.md; if an attribute that holds HLO text no longer fits, that is
// an error. Names are those in hlo.name, or else those of values.
//
// Result: the module, or kInvalidArgument with the first error as "line:col: error: message".
// `diagnostics` (may be null) is set to all findings, with offsets into `text`. The module does not
// refer to `text`: it is read from generated HLO text, HloModule::source(), to which
// HloInstruction::source_offset refers. An error in that text has the place of the operation or
// attribute that it comes from. `options` are those of ParseHloModule, with the same limits;
// max_expansion_bytes also limits the expansion of type aliases and declared functions. Ignores
// upgrade_legacy and jobs. Linear in the text and its expansion.
absl::StatusOr<HloModule> ImportMlirAsync(std::string_view text, const ParseOptions& options = {},
                                          std::vector<Diagnostic>* diagnostics = nullptr);

}  // namespace hlo_text_v1

#endif  // HLO_MLIR_H_
