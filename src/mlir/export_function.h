// A computation as func.func or async.func.
//
// Instructions become operations one by one, in order of creation; parameters become arguments. In
// asynchronous work, the link that binds the last operand becomes the async.call and the done the
// async.await; the call records the other links, each with the name of the instruction before it,
// to keep the order. The body of a pair goes into an async.execute; so does the call of a chain
// that waits for the token of another.
#ifndef HLO_MLIR_EXPORT_FUNCTION_H_
#define HLO_MLIR_EXPORT_FUNCTION_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/mlir.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/mlir/async_plan.h"
#include "src/mlir/export_attributes.h"
#include "src/mlir/mlir_types.h"

namespace hlo_text_v1::internal {

// Shared by the functions of a module.
struct MlirExport {
  MlirExport(const HloModule& module, const MlirOptions& options);

  // The function for an instruction without a dialect: @hlo$add. Declared once for each opcode with
  // these attributes and types.
  const std::string& Declare(std::string_view opcode, std::string_view signature,
                             const MlirDictionary& attributes);

  const bool registered_only;
  const bool name_attributes;
  const bool keeps_order;  // of starts, see DelayAwaits
  MlirTypes types;
  AsyncPlan plan;
  MlirAttributes attributes;
  const HloModule& module;
  std::string declarations;

 private:
  HashMap<std::string, std::string> declared_;  // symbols by opcode, types, attributes
  HashMap<std::string, int64_t> variants_;      // declarations by symbol without number
};

class FunctionExporter {
 public:
  FunctionExporter(const HloComputation& computation, MlirExport* shared, std::string* out);
  // Appends the function. False if operands form a cycle.
  bool Write();

 private:
  bool FindOrder();
  void DelayAwaits();
  void WriteHeading();
  void WriteArgument(const HloInstruction& parameter, size_t position);
  void WriteReturn();
  // "return %a, %b : A, B".
  void WriteEnd(std::string_view word, const std::vector<std::string>& values,
                absl::Span<const Shape* const> shapes);
  void WriteInstruction(const HloInstruction& instruction);
  void WriteOperation(const HloInstruction& instruction);
  void WriteCallOf(const HloInstruction& call, std::string_view callee);
  const HloComputation* PlainCallee(const HloInstruction& instruction);

  // Asynchronous work, in export_async.cc.
  void WriteWork(const AsyncWork& work);
  void WriteExecute(const AsyncWork& work);
  void WriteGroup(const AsyncWork& work);
  std::vector<std::string> ResultsOf(const AsyncWork& work);
  void AddCall(const AsyncWork& work, MlirDictionary* dictionary);
  void WriteAsyncCall(const AsyncWork& work, std::string_view results);
  bool IsDerived(const AsyncWork& work);
  void WritePairBody(const AsyncWork& work);
  void WriteDone(const AsyncWork& work);
  void AddLinks(const AsyncWork& work, MlirDictionary* dictionary);
  std::string LinkOf(const AsyncWork& work, const HloInstruction& link);
  std::string Dependencies(const AsyncWork& work, MlirDictionary* dictionary);
  std::vector<std::string> WriteLeaves(const std::string& value, const Shape& shape);
  void AddBuffers(const HloInstruction& link, MlirDictionary* dictionary) const;
  std::string ResultTypes(const Shape& result, bool with_token);
  void AddAfter(const HloInstruction& instruction, MlirDictionary* dictionary);

  // Adds hlo.shape and hlo.name unless the type and the value's name imply them.
  void AddShapeAndName(const HloInstruction& instruction, MlirDictionary* dictionary);
  void AddName(const HloInstruction& instruction, MlirDictionary* dictionary);
  // Adds hlo.attributes = {...} if there are any in these parts.
  void AddAttributes(const HloInstruction& instruction, absl::Span<const AttributePart> parts,
                     absl::Span<const AttributeKind> without, MlirDictionary* dictionary);
  // "(%a, %b)".
  std::string Operands(absl::Span<const HloInstruction* const> operands) const;
  // The value's name, or a new one in the body of a group.
  std::string ValueName(const HloInstruction& instruction) const;
  std::string_view TypeOf(const HloInstruction& value) { return shared_.types.Of(value.shape()); }
  std::string Types(absl::Span<const HloInstruction* const> values);
  std::string Signature(absl::Span<const HloInstruction* const> operands, const Shape& result);
  template <typename... Parts>
  void WriteLine(const Parts&... parts) {
    StrAppend(&out_, indent_, parts..., "\n");
  }

  const HloComputation& computation_;
  MlirExport& shared_;
  std::string& out_;
  std::string indent_ = "    ";
  bool is_async_;
  std::vector<const HloInstruction*> order_;
  size_t leading_parameters_ = 0;  // how many of them are first in order_, in order
  bool order_matters_ = false;     // then all parameters record their position, since none could be
                                   // placed without the others
  HashMap<const HloInstruction*, const HloInstruction*> before_;
  HashMap<const HloInstruction*, std::string> renamed_;  // in the body of a group
  HashSet<const HloInstruction*> written_;               // dones whose work has a token
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_EXPORT_FUNCTION_H_
