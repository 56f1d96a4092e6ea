// Shared by the functions of an MLIR module as they become computations: diagnostics, shapes,
// callees, and how much text may still be written.
#ifndef HLO_MLIR_IMPORT_STATE_H_
#define HLO_MLIR_IMPORT_STATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/arena.h"
#include "hlo/diagnostic.h"
#include "hlo/parser.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/mlir/hlo_text_map.h"
#include "src/mlir/mlir_ast.h"

namespace hlo_text_v1::internal {

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
    // The opcode if the function is only declared; empty if it has a body.
    std::string opcode;
    // The result of the computation: of an async.func what it computes, of others their only
    // result.
    std::optional<MlirTypeId> result;
    // The root of an async.func without results; empty for others.
    std::string root;
  };
  // Adds all functions. Returns false after reporting an error.
  bool FindCallees();
  // The function with this name; reports at `place` and returns nullptr if there is none.
  const Callee* FindCallee(const std::string& name, MlirRange place);

  // Reports an error with the text of `code`.
  template <typename... Args>
  bool Fail(DiagnosticCode code, MlirRange place, const Args&... args) {
    return Report(code, place, Substitute(DiagnosticCodeText(code), args...));
  }
  bool Report(DiagnosticCode code, MlirRange place, std::string message);

  // Takes `size` bytes from the budget for HLO text; reports if there are too few left.
  bool Spend(uint64_t size, MlirRange place);

  // The shape of a type, with default layouts; nullptr after reporting.
  const Shape* ShapeOf(MlirTypeId type, MlirRange place);
  // Parses a shape; nullptr after reporting.
  const Shape* ShapeOf(std::string_view text, MlirRange place);
  // Appends the HLO text of a type, and takes its size by Spend.
  bool AppendType(MlirTypeId type, MlirRange place, std::string* out);
  // Whether `shape` has the type; many shapes share one.
  bool HasType(const Shape& shape, MlirTypeId type) const;

  // Finds the string `key`: nullptr if missing; reports and returns false if it is not a string.
  bool FindString(const MlirAttribute& dictionary, std::string_view key,
                  const MlirAttribute** found);
  // Whether `name` is valid for an instruction or a computation; reports if not.
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
  HashMap<std::string, Callee> callees_;
  HashMap<MlirTypeId, const Shape*> shapes_;
};

// "text" with escapes, also where XLA does not print any: the parser reads them.
std::string QuotedHloString(std::string_view text);

// Appends ", name=value" for an instruction's entries in a dictionary; of the dialect hlo, only
// hlo.unknown.NAME. Returns false after reporting an error.
bool AppendHloAttributes(const MlirAttribute& dictionary, MlirImport* import, HloTextMap* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_IMPORT_STATE_H_
