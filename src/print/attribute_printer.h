// Attributes of an instruction as text: `, dimensions={0}, to_apply=%add`.
#ifndef HLO_PRINT_ATTRIBUTE_PRINTER_H_
#define HLO_PRINT_ATTRIBUTE_PRINTER_H_

#include <string>
#include <string_view>

#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "src/ir/symbol_table.h"
#include "src/print/text_writer.h"

namespace hlo {

class AttributePrinter {
 public:
  // All must outlive the printer. `source` is the text that raw values are views of.
  AttributePrinter(std::string_view source, const SymbolTable& symbols, TextWriter* out)
      : source_(source), symbols_(symbols), out_(out) {}

  // ", name=value" for each attribute, in their order.
  void PrintAll(const HloInstruction& instruction);
  // The attributes of an async-start that prints as sugar, in XLA's order: its thread, the wrapped
  // instruction's own attributes, then the others of the start. With `all_of_wrapped` also the
  // wrapped instruction's sharding and the like, as XLA has it.
  void PrintSugaredStart(const HloInstruction& start, const HloInstruction& wrapped,
                         bool all_of_wrapped);
  // ", name=value"
  void Print(const Attribute& attribute);

 private:
  void PrintMetadata(const Attribute& attribute);
  void PrintValue(const Attribute& attribute);
  void PrintStructured(const Attribute& attribute);
  void PrintInt64List(absl::Span<const int64_t> values);
  template <typename T, typename PrintItem>
  void PrintList(absl::Span<const T> values, std::string_view separator, PrintItem print_item);
  void PrintName(uint32_t symbol);

  std::string_view source_;
  const SymbolTable& symbols_;
  TextWriter* out_;
  std::string scratch_;
};

}  // namespace hlo

#endif  // HLO_PRINT_ATTRIBUTE_PRINTER_H_
