// Prints text that was kept as written, with current names for its references.
#ifndef HLO_PRINT_UNKNOWN_PRINTER_H_
#define HLO_PRINT_UNKNOWN_PRINTER_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/unknown_words.h"
#include "src/base/text_writer.h"
#include "src/ir/symbol_table.h"
#include "src/print/name_printer.h"

namespace hlo::internal {

// Names as `names` prints them.
void PrintUnknownText(const UnknownText& kept, NamePrinter* names, TextWriter* out);
// Names unchanged.
void AppendUnknownText(const UnknownText& kept, const SymbolTable& symbols, std::string* out);

// `, name=value` for each attribute of a module or computation that prints after `known`.
void AppendUnknownAttributes(absl::Span<const UnknownAttribute> attributes, std::string_view known,
                             const SymbolTable& symbols, std::string* out);

}  // namespace hlo::internal

#endif  // HLO_PRINT_UNKNOWN_PRINTER_H_
