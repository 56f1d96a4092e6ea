// MLIR text -> MlirModule: the subset that ExportMlirAsync writes, as written or as printed by
// mlir-opt, also in the generic form of operations. Locations are skipped.
//
// Recursive descent with one token of look-ahead. A function that fails has reported the reason;
// the first error ends the parse. Types and attributes nest, guarded by a DepthGuard; operations
// nest only as deep as a function and an async.execute.
#ifndef HLO_MLIR_MLIR_PARSER_H_
#define HLO_MLIR_MLIR_PARSER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/parser.h"
#include "src/base/hash_table.h"
#include "src/base/stack_budget.h"
#include "src/base/strings.h"
#include "src/mlir/mlir_ast.h"
#include "src/mlir/mlir_lexer.h"

namespace hlo_text_v1::internal {

class MlirParser {
 public:
  // All must outlive the parser.
  MlirParser(std::string_view text, const ParseOptions& options,
             std::vector<Diagnostic>* diagnostics);

  // The module; nullopt after a diagnostic.
  std::optional<MlirModule> Parse();

 private:
  class DepthGuard {
   public:
    explicit DepthGuard(MlirParser& parser) : parser_(parser) { ++parser.depth_; }
    ~DepthGuard() { --parser_.depth_; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;
    // Reports and returns false if nesting is too deep.
    bool ok() const;

   private:
    MlirParser& parser_;
  };

  // Functions, in mlir_parser.cc.
  bool ParseAliases();
  bool ParseModule();
  bool ParseFunctionsToEnd();
  bool IsFunction() const {
    return token().Is("func.func") || token().Is("async.func") || IsGeneric("func.func") ||
           IsGeneric("async.func");
  }
  bool ParseFunction();
  bool ParseArguments(MlirFunction* function);
  bool ParseFunctionTail(MlirFunction* function);
  bool ParseDictionaryIf(MlirAttribute* attributes);

  // The generic form, "NAME"(OPERANDS) <{PROPERTIES}> ({REGION}) {ATTRIBUTES} : TYPE, in
  // mlir_generic_parser.cc.
  bool IsGeneric(std::string_view name) const;
  bool ParseGenericModule();
  bool ParseGenericFunction();
  bool ParseGenericRest(bool may_execute, MlirOperation* operation);
  bool SettleGeneric(MlirOperation* operation, std::vector<MlirArgument>* arguments);
  bool ParseProperties(MlirAttribute* properties);
  bool ParseGenericTail(MlirAttribute* attributes, MlirOperation* operation);
  bool ParseLabelIf(std::vector<MlirArgument>* arguments);
  bool ParseTypeOfFunction(const MlirAttribute& type, MlirFunction* function);

  // Operations, in mlir_operation_parser.cc.
  // Operations of `dialect`, "async.", may omit it.
  bool ParseBody(std::string_view dialect, bool may_execute, std::vector<MlirOperation>* body);
  bool ParseOperations(std::string_view dialect, bool may_execute,
                       std::vector<MlirOperation>* body);  // and the '}' after them
  bool ParseOperation(std::string_view dialect, bool may_execute, MlirOperation* operation);
  bool ParseResults(MlirOperation* operation);
  bool ParseKind(std::string_view default_dialect, MlirOperation* operation);
  bool ParseRest(bool may_execute, MlirOperation* operation);
  bool ParseExecute(bool may_execute, MlirOperation* operation);
  bool ParseCaptures(std::vector<MlirCapture>* captures);
  bool ParseCast(MlirOperation* operation);
  bool ParseUses(char open, char close, std::vector<MlirUse>* uses);
  bool ParseBareUses(std::vector<MlirUse>* uses);
  bool ParseUse(MlirUse* use);
  bool ParseFunctionType(MlirOperation* operation);
  bool ParseLocationIf();
  bool ParseCount(uint64_t* count);

  // Types and attributes, in mlir_type_parser.cc.
  bool ParseType(MlirTypeId* type);
  bool ParseTypes(std::vector<MlirTypeId>* types);          // A, B
  bool ParseTypesInParens(std::vector<MlirTypeId>* types);  // (A, B)
  bool ParseResultTypes(std::vector<MlirTypeId>* types);    // A or (A, B)
  bool ParseTensor(MlirTypeId* type);
  bool ParseDimensions(std::string* text);
  bool ParseElementType(std::string* name);
  bool ParseDialectType(MlirTypeId* type);
  bool ParseTuple(MlirTypeId* type);
  bool CheckDepth(MlirTypeId type, uint32_t begin);
  bool ParseAttribute(MlirAttribute* attribute);
  bool ParseArray(MlirAttribute* attribute);
  bool ParseDictionary(MlirAttribute* attribute);
  bool ParseOther(MlirAttribute* attribute);
  bool SkipBrackets();
  bool ParseSymbol(std::string* name, MlirRange* range);

  const MlirToken& token() const { return lexer_.token(); }
  // Takes a byte of punctuation, a word or a kind of token.
  template <typename T>
  bool TakeIf(const T& expected) {
    const bool is_next = token().Is(expected);
    if (is_next) lexer_.Next();
    return is_next;
  }
  // Reports "expects $what, but sees ..." if it is missing.
  bool Take(char c);
  bool FailExpects(std::string_view what);
  // Reports an error with the text of `code`.
  template <typename... Args>
  bool Fail(DiagnosticCode code, MlirRange range, const Args&... args) {
    diagnostics_.push_back({Severity::kError, code, range.begin, range.end,
                            Substitute(DiagnosticCodeText(code), args...), /*notes=*/{}});
    return false;
  }
  static MlirRange RangeOf(const MlirToken& token) { return {token.begin, token.end()}; }

  MlirLexer lexer_;
  const ParseOptions& options_;
  std::vector<Diagnostic>& diagnostics_;
  MlirModule module_;
  MlirFunction* function_ = nullptr;  // collects references
  HashMap<std::string_view, MlirTypeId> aliases_;
  // Names of results of an async.execute, %0:2, to that of those after its token.
  HashMap<std::string_view, std::string_view> values_of_;
  int depth_ = 0;
  StackBudget stack_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_MLIR_PARSER_H_
