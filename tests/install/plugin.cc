// A plugin of a compiler that uses MLIR: mlir::hlo, StableHLO's namespaces and this library side by
// side.
#include <string_view>

#include "hlo/builder.h"
#include "hlo/mlir.h"
#include "hlo/query.h"
#include "hlo/read.h"

namespace mlir {
namespace hlo {
inline int Twice(int n) { return 2 * n; }
}  // namespace hlo
namespace stablehlo {
class AddOp;
}
}  // namespace mlir
namespace stablehlo = mlir::stablehlo;
using namespace mlir;  // NOLINT(google-build-using-namespace): as everybody does who writes MLIR

// Twice the number of instructions, or -1.
extern "C" __attribute__((visibility("default"))) int TwiceTheInstructions(const char* text) {
  const auto module = hlo_text::ReadHloModule(std::string_view(text));
  if (!module.ok()) return -1;
  return hlo::Twice(static_cast<int>(module->entry_computation()->instruction_count()));
}
