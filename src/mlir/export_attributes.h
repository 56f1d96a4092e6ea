// Attributes of an HLO instruction as entries of an MLIR dictionary: dimensions = [0], kind =
// "kLoop", to_apply = @sum.
//
// Integers, bools, lists of them, computations and instruction names have their own form; strings
// are MLIR strings; every other value is a string of HLO text. The value of a constant is `value`.
// An unknown attribute is hlo.unknown.NAME.
#ifndef HLO_MLIR_EXPORT_ATTRIBUTES_H_
#define HLO_MLIR_EXPORT_ATTRIBUTES_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/base/text_writer.h"
#include "src/print/attribute_printer.h"
#include "src/print/name_printer.h"

namespace hlo_text_v1::internal {

// Builds "{a = 1, b = 2}", entry by entry.
class MlirDictionary {
 public:
  void Add(std::string_view key, std::string_view value);
  // A key without a value.
  void AddUnit(std::string_view key);
  void AddString(std::string_view key, std::string_view value);
  // "[a, b]", each item as to_text(item).
  template <typename Items, typename ToText>
  void AddList(std::string_view key, const Items& items, ToText to_text) {
    Add(key, StrCat("[", Joined(items, ", ", to_text), "]"));
  }
  bool empty() const { return text_.empty(); }
  // With braces; "{}" if empty.
  std::string Braced() const;
  // The same after `prefix`; nothing if empty.
  std::string After(std::string_view prefix) const;

 private:
  std::string text_;
};

// Selects attributes of an instruction.
enum class AttributePart : uint8_t {
  kOwn,     // those that define the operation
  kCommon,  // those that any instruction may have: metadata, sharding ...
};

class MlirAttributes {
 public:
  explicit MlirAttributes(const HloModule& module);

  // Adds the attributes of `instruction` in `part`, except kinds in `without`.
  void Add(const HloInstruction& instruction, AttributePart part,
           absl::Span<const AttributeKind> without, MlirDictionary* dictionary);

 private:
  // The texts of unknown attributes by name. Attributes of the same name share one text, "1,
  // glow=2", since a dictionary has each key once.
  HashMap<std::string_view, std::string> UnknownTexts(const HloInstruction& instruction);
  std::string ValueText(const Attribute& attribute);
  // The text that XLA prints after '='; empty if it prints nothing.
  std::string_view HloText(const Attribute& attribute);

  PrintOptions options_;
  std::string scratch_;
  TextWriter writer_;
  NamePrinter names_;
  PrintBudget budget_;
  AttributePrinter printer_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_EXPORT_ATTRIBUTES_H_
