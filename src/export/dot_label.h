// Labels, tooltips and colors of graph nodes, and how the DOT language writes them.
#ifndef HLO_EXPORT_DOT_LABEL_H_
#define HLO_EXPORT_DOT_LABEL_H_

#include <string>
#include <string_view>

#include "hlo/async.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/base/hash_table.h"
#include "src/print/module_printer.h"

namespace hlo_text_v1::internal {

// The contents of fused computations seen so far: many fusions may call a large one.
using FusedContents = HashMap<const HloComputation*, std::string>;
// Lines: opcode, name, shape, and the attributes that matter. For a link of an asynchronous
// operation (`async`, else nullptr), the wrapped opcode replaces that of the link.
std::string DotLabel(const HloInstruction& instruction, const AsyncOperation* async, bool is_root,
                     FusedContents* contents);
// "#rrggbb", light enough for black text.
std::string_view FillColor(OpcodeGroup group);

// The text of each instruction without metadata, its op_name, and its lines of source.
class DotTooltips {
 public:
  explicit DotTooltips(const HloModule& module);
  std::string Of(const HloInstruction& instruction);

 private:
  const PrintOptions options_;
  std::string text_;
  ModulePrinter printer_;
};

// `text` in quotes, for a label: escapes quotes, backslashes and the & of an entity;
// newlines become \n, other control characters blanks, invalid UTF-8 U+FFFD.
std::string DotQuoted(std::string_view text);

// `text`, cut to as many whole characters as fit into `max_bytes` and "..." if it is longer.
std::string Shortened(std::string_view text, size_t max_bytes);

// Whether `computation` only applies one operation to its parameters, so that its name and opcode
// say it all.
bool IsOneOperation(const HloComputation& computation);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EXPORT_DOT_LABEL_H_
