// The first lines of a printed module: the HloModule line and the stack-frame tables.
#ifndef HLO_PRINT_MODULE_HEADER_PRINTER_H_
#define HLO_PRINT_MODULE_HEADER_PRINTER_H_

#include <string>

#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/base/text_writer.h"

namespace hlo_text_v1::internal {

// "HloModule NAME, is_scheduled=true, ..." up to, but without, the newline before the tables.
void AppendModuleHeader(const HloModule& module, const PrintOptions& options, std::string* out);
// The text after the name in that line, ", is_scheduled=true, ...", for a config of `module`.
void AppendModuleConfig(const HloModuleConfig& config, const PrintOptions& options,
                        std::string* out);
// "{(A, B)->C}".
void AppendEntryComputationLayout(const EntryComputationLayout& layout, std::string* out);
// "\n\nFileNames\n1 ..." or nothing.
void PrintStackFrameTables(const StackFrameTables& tables, TextWriter* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PRINT_MODULE_HEADER_PRINTER_H_
