// The AST of an MLIR text, before it becomes HLO: functions, operations, attributes.
//
// Names and strings are views into the text, or into made_names if they had escapes.
#ifndef HLO_MLIR_MLIR_AST_H_
#define HLO_MLIR_MLIR_AST_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "src/mlir/mlir_type_table.h"

namespace hlo_text_v1::internal {

// Bytes [begin, end) of the text.
struct MlirRange {
  uint32_t begin = 0;
  uint32_t end = 0;
};

struct MlirAttribute {
  enum class Kind : uint8_t {
    kUnit,
    kWord,
    kInteger,
    kString,
    kSymbol,
    kArray,
    kDictionary,
    kOther
  };
  Kind kind = Kind::kUnit;
  MlirRange range;
  // Of a word (true), an integer, a string, a symbol; of any other value its text in MLIR.
  std::string text;
  std::vector<std::string> keys;        // of a dictionary
  std::vector<MlirAttribute> elements;  // of an array; the values of a dictionary

  // The value of `key` in a dictionary; nullptr if there is none.
  const MlirAttribute* Find(std::string_view key) const {
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == key) return &elements[i];
    }
    return nullptr;
  }
};

// The elements of an array; empty if it is missing or something else.
inline absl::Span<const MlirAttribute> ElementsOf(const MlirAttribute* array) {
  return array == nullptr ? absl::Span<const MlirAttribute>() : array->elements;
}

// %a, or %a#1.
struct MlirUse {
  std::string_view name;
  uint64_t index = 0;
  MlirRange range;
};

// %a, or %a:2.
struct MlirResult {
  std::string_view name;
  uint64_t count = 1;
  MlirRange range;
};

// %value as %name: !async.value<T>, the awaited value in the body of an async.execute.
struct MlirCapture {
  MlirUse value;
  std::string_view name;
  MlirRange range;  // of the name
  MlirTypeId type = 0;
};

struct MlirOperation {
  enum class Kind : uint8_t {
    kHlo,          // "hlo.add"
    kCall,         // func.call
    kAsyncCall,    // async.call
    kExecute,      // async.execute
    kAwait,        // async.await
    kCast,         // builtin.unrealized_conversion_cast
    kEnd,          // return, async.yield
    kIndex,        // arith.constant, index.constant: the size of a group
    kCreateGroup,  // async.create_group
    kAddToGroup,   // async.add_to_group: a token or value, the group
    kAwaitAll,     // async.await_all
  };
  Kind kind = Kind::kHlo;
  MlirRange range;
  std::string name;  // the opcode of kHlo, the callee of calls
  MlirRange name_range;
  std::vector<MlirResult> results;
  std::vector<MlirUse> operands;  // the tokens for kExecute
  std::vector<MlirTypeId> operand_types;
  std::vector<MlirTypeId> result_types;
  MlirAttribute attributes;           // a dictionary
  std::vector<MlirCapture> captures;  // of kExecute
  std::vector<MlirOperation> body;    // of kExecute
};

struct MlirArgument {
  MlirUse value;
  MlirTypeId type = 0;
  MlirAttribute attributes;
};

struct MlirFunction {
  std::string name;
  MlirRange range;  // of the name
  bool is_async = false;
  bool is_private = false;
  bool has_body = false;
  std::vector<MlirArgument> arguments;
  std::vector<MlirTypeId> result_types;
  MlirAttribute attributes;
  std::vector<MlirOperation> body;
  std::vector<std::string> references;  // symbols in its operations
};

struct MlirModule {
  std::string name;
  MlirRange range;  // of the name, or of the word module
  MlirAttribute attributes;
  std::vector<MlirFunction> functions;
  MlirTypeTable types;
  std::deque<std::string> made_names;  // names of values that are not in the text
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_MLIR_AST_H_
