// What the functions of an MLIR module share when they become computations: diagnostics, shapes,
// what each function is, and how much may still be written.
#ifndef HLO_MLIR_IMPORT_SHARED_H_
#define HLO_MLIR_IMPORT_SHARED_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/arena.h"
#include "hlo/diagnostic.h"
#include "hlo/parser.h"
#include "hlo/shape.h"
#include "src/base/strings.h"
#include "src/mlir/hlo_text_map.h"
#include "src/mlir/mlir_ast.h"

namespace hlo {

class MlirImport {
 public:
  MlirImport(const MlirModule& module, const ParseOptions& options, uint64_t max_bytes,
             std::vector<Diagnostic>* diagnostics)
      : module(module),
        types(module.types),
        options(options),
        pool_(&arena_),
        bytes_left_(max_bytes),
        diagnostics_(*diagnostics) {}

  struct Callee {
    const MlirFunction* function = nullptr;
    // The opcode of a declared one; empty for one that has a body.
    std::string opcode;
    // Of an async.func what its computation returns, of another its one result.
    std::optional<MlirTypeId> result;
    // The value that is the root of an async.func without results; empty for others.
    std::string root;
  };
  // Enters all functions. False: reported.
  bool FindCallees();
  // The function called so; nullptr: reported at `place`.
  const Callee* FindCallee(const std::string& name, MlirRange place);

  // Reports an error with the text of `code`.
  template <typename... Args>
  bool Fail(DiagnosticCode code, MlirRange place, const Args&... args) {
    return Report(code, place, Substitute(DiagnosticCodeText(code), args...));
  }
  bool Report(DiagnosticCode code, MlirRange place, std::string message);

  // Whether `size` more bytes of HLO may be written; reports if not.
  bool Spend(uint64_t size, MlirRange place);

  // The shape of a type, with default layouts; nullptr: reported.
  const Shape* ShapeOf(MlirTypeId type, MlirRange place);
  // The value of a string that holds a shape; nullptr: reported.
  const Shape* ParseShapeString(const MlirAttribute& attribute);
  // Whether `shape` has the type; one has many shapes.
  bool HasType(const Shape& shape, MlirTypeId type) const;

  // The string `key` of a dictionary: false and reported if it is none, nullptr if it is not there.
  bool FindString(const MlirAttribute& dictionary, std::string_view key,
                  const MlirAttribute** found);
  // Whether `name` may be the name of an instruction or a computation; reports if not.
  bool CheckName(std::string_view name, MlirRange place);

  const MlirModule& module;
  const MlirTypeTable& types;
  const ParseOptions& options;

 private:
  bool FindResult(Callee* callee);
  bool FindAsyncResult(Callee* callee);

  Arena arena_;
  ShapePool pool_;
  uint64_t bytes_left_;
  std::vector<Diagnostic>& diagnostics_;
  absl::flat_hash_map<std::string, Callee> callees_;
  absl::flat_hash_map<MlirTypeId, const Shape*> shapes_;
};

// Appends ", name=value" for what a dictionary says of an instruction; entries of the dialect hlo
// are left to others but for hlo.unknown.NAME. False: reported.
bool AppendHloAttributes(const MlirAttribute& dictionary, MlirImport* import, HloTextMap* out);

}  // namespace hlo

#endif  // HLO_MLIR_IMPORT_SHARED_H_
