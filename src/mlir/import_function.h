// A function of MLIR as the text of an HLO computation.
//
// Operations become lines one by one. A value is a line or something asynchronous: a result or the
// token of started work, an awaited leaf, a leaf of a tuple taken apart. Started work becomes a
// line at once; its done becomes one when all of it is awaited, or the first part. Lines that name
// their predecessor are moved after it at the end.
#ifndef HLO_MLIR_IMPORT_FUNCTION_H_
#define HLO_MLIR_IMPORT_FUNCTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/hash_table.h"
#include "src/ir/name_uniquer.h"
#include "src/mlir/import_state.h"

namespace hlo_text_v1::internal {

class FunctionImporter {
 public:
  FunctionImporter(const MlirImport::Callee& callee, bool is_entry, MlirImport* import)
      : callee_(callee), function_(*callee.function), is_entry_(is_entry), import_(*import) {}

  // Appends the computation. Returns false after reporting an error.
  bool Write(HloTextMap* out);
  int64_t line_count() const { return static_cast<int64_t>(lines_.size()); }

 private:
  struct Value {
    enum class Kind : uint8_t {
      kLine,     // an instruction
      kPart,     // a leaf of an instruction's tuple
      kWork,     // a result of work, not awaited
      kToken,    // the token of work
      kAwaited,  // an awaited result of work that a cast puts into a tuple
      kGroup,
      kIndex,  // an MLIR index
    };
    Kind kind = Kind::kLine;
    size_t of = 0;  // index of the line, the work or the group
    size_t leaf = 0;
    MlirTypeId type = 0;
  };
  struct Line {
    std::string name;
    HloTextMap text;  // after "name = "
    MlirRange place;
    const MlirAttribute* after = nullptr;  // the name of the line before it
  };
  struct Work {
    size_t last = 0;  // the line of its last link
    std::string done_opcode;
    MlirTypeId result = 0;
    std::vector<MlirTypeId> leaves;
    bool has_token = false;              // a token in addition to values
    size_t token_place = 0;              // before this leaf
    std::vector<bool> awaited;           // one for each leaf; just one for a token
    std::optional<size_t> done;          // its line, once it exists
    HashMap<size_t, size_t> parts;       // lines of leaves that no cast makes part of the result
    const MlirOperation* end = nullptr;  // the await or cast that stands for the done, if any
    const MlirAttribute* transfer = nullptr;  // attributes of a send or recv
  };

  // Lines and values, in import_function.cc.
  bool WriteArguments();
  bool WriteOperation(const MlirOperation& operation);
  bool CheckKeys(const MlirAttribute& attributes);
  bool WriteInstruction(const MlirOperation& operation);
  bool WriteCall(const MlirOperation& operation);
  bool WriteReturn(const MlirOperation& end);
  bool WriteTail(HloTextMap* out);
  bool WriteLines(HloTextMap* out);
  std::vector<size_t> LineOrder() const;

  // Begins a line. Its name is the value's or hlo.name, its shape that of the type or hlo.shape.
  bool BeginLine(std::string_view value, MlirTypeId type, const MlirAttribute& attributes,
                 MlirRange place, Line* line);
  bool SetName(std::string_view value, const MlirAttribute& attributes, MlirRange place,
               Line* line);
  // Opcode, operands and attributes: `own` may be a dictionary or HLO text.
  bool AppendBody(std::string_view opcode, const MlirOperation& operation, const MlirAttribute* own,
                  Line* line);
  // No effect if `own` is nullptr.
  bool AppendOwnAttributes(const MlirAttribute* own, Line* line);
  // Adds the line unless there is too much text.
  bool EndLine(Line line);
  bool Define(std::string_view name, std::vector<Value>&& values, MlirRange place);
  // The value of the line added last.
  bool DefineLine(const MlirResult& result, MlirTypeId type);
  const Value* Find(const MlirUse& use);
  // The value of an instruction, which must have the operation's type.
  const Value* FindLine(const MlirUse& use, MlirTypeId type);
  bool CheckOneResult(const MlirOperation& operation);
  // Appends the operands [begin, end): "%a, %b".
  bool FindOperands(const MlirOperation& operation, size_t begin, size_t end, std::string* names);
  bool CheckOperands(const MlirOperation& operation, const MlirFunction& callee);
  bool CheckCount(size_t expected, std::string_view what, size_t count, MlirRange place);
  const std::string& NameOf(const Value& value) const { return lines_[value.of].name; }

  // Chains, in import_chains.cc.
  bool WriteAsyncCall(const MlirOperation& call, const MlirOperation& named, size_t* work);
  bool FindBound(const MlirOperation& call, std::vector<size_t>* bound);
  // A start or update that binds operands [begin, end) of the call; `link` is a dictionary.
  bool WriteLink(const MlirOperation& call, const MlirAttribute& link, std::string_view value,
                 size_t begin, size_t end, bool is_call);
  bool AppendStartShape(const MlirOperation& call, const MlirAttribute& link, size_t bound,
                        bool binds_result, Line* line);
  bool HasStartShape(const MlirOperation& call, const Shape& shape, size_t bound);
  bool AppendBuffers(const MlirAttribute& link, Line* line);
  // In import_execute.cc.
  bool WriteExecute(const MlirOperation& execute);
  bool WriteChainBody(const MlirOperation& execute, size_t* work);
  bool WritePairBody(const MlirOperation& execute, size_t* work);
  bool WritePairStart(const MlirOperation& execute, const MlirOperation& body, size_t* work);
  bool AppendDependencies(const MlirOperation& execute, Line* line);
  // In import_results.cc.
  bool DefineWork(const MlirOperation& operation, size_t work);
  bool BeginWork(std::string_view done_opcode, MlirTypeId result, const MlirOperation& operation,
                 size_t* work);
  void FindEnds();
  const MlirOperation* EndOf(const Work& work, const MlirResult& result, uint64_t index) const;
  bool WriteAwait(const MlirOperation& await);
  bool WriteLeaf(const MlirOperation& await, const Value& leaf);
  bool WriteCast(const MlirOperation& cast);
  bool TakeApart(const MlirOperation& cast, const Value& tuple);
  // Writes the done unless it exists already, named after its end if there is one.
  bool WriteDone(size_t work, MlirRange place);
  bool DefineDone(const MlirOperation& operation, size_t work);
  static void AppendTransfer(const MlirAttribute* attributes, Line* line);
  // Groups of tokens.
  bool WriteIndex(const MlirOperation& constant);
  bool WriteGroup(const MlirOperation& create);
  bool AddToGroup(const MlirOperation& add);
  bool AwaitAll(const MlirOperation& await);
  const Value* FindGroup(const MlirUse& use);

  const MlirImport::Callee& callee_;
  const MlirFunction& function_;
  const bool is_entry_;
  MlirImport& import_;
  std::vector<Line> lines_;
  std::vector<Work> works_;
  std::vector<std::vector<size_t>> groups_;  // their works
  size_t root_ = 0;
  size_t start_ = 0;                        // first line of the chain being written
  const MlirOperation* execute_ = nullptr;  // around the call being written
  HashMap<std::string_view, std::vector<Value>> values_;
  std::vector<std::string_view> defined_in_body_;  // of execute_, forgotten after it
  // The first operations that await a value or a token, and those that cast it.
  HashMap<std::pair<std::string_view, uint64_t>, const MlirOperation*> awaits_;
  HashMap<std::string_view, const MlirOperation*> casts_;
  NameUniquer names_;  // of lines, for those that have none in the text
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_IMPORT_FUNCTION_H_
