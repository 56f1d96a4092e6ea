#include "hlo/mlir.h"
namespace hlo {
absl::StatusOr<HloModule> ImportMlirAsync(std::string_view, const ParseOptions&, std::vector<Diagnostic>*) {
  return absl::UnimplementedError("import of MLIR");
}
}
