// Prints names in the form that the options ask for: %add.3, add.3, add, tmp_7. Also the marks that
// tell where names and attributes are in a printed text, for viewers with clickable text.
#ifndef HLO_PRINT_NAME_PRINTER_H_
#define HLO_PRINT_NAME_PRINTER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "hlo/attribute.h"
#include "hlo/computation.h"
#include "hlo/instruction.h"
#include "hlo/printer.h"
#include "src/base/text_writer.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

struct PrintMark {
  enum class Kind : uint8_t {
    kInstruction,  // a name with its '%': the instruction's own, or that of an operand
    kSymbol,       // a name in an attribute: of a computation or an instruction
    kAttribute,    // ", name=value"; the marks in it come before it
  };
  Kind kind;
  size_t begin;  // bytes [begin, end) of everything the printer has written
  size_t end;
  const HloInstruction* instruction;  // kInstruction
  uint32_t symbol;                    // kSymbol: number in the module's symbol table
  const Attribute* attribute;         // kAttribute
};

// Sorted by their ends.
using PrintMarks = std::vector<PrintMark>;

// The numbers of tmp_N names within one computation, assigned at the first mention.
class CanonicalNumbers {
 public:
  CanonicalNumbers() = default;
  explicit CanonicalNumbers(const HloComputation& computation)
      : numbers_(computation.index_limit(), kNone) {}

  uint32_t NumberOf(const HloInstruction& instruction) {
    // Kept text may name a removed instruction or be in one that prints alone.
    if (instruction.index() >= numbers_.size()) numbers_.resize(instruction.index() + 1, kNone);
    uint32_t& number = numbers_[instruction.index()];
    if (number == kNone) number = next_++;
    return number;
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  std::vector<uint32_t> numbers_;
  uint32_t next_ = 0;
};

class NamePrinter {
 public:
  NamePrinter(const SymbolTable& symbols, const PrintOptions& options, TextWriter* out)
      : symbols_(symbols),
        out_(*out),
        percent_(options.print_percent),
        ids_(options.print_ids),
        canonical_(options.canonicalize_instruction_names),
        is_plain_(!canonical_) {}

  // Records each name written from now on in `marks`, which must outlive the printer.
  void NoteIn(PrintMarks* marks) {
    marks_ = marks;
    is_plain_ = false;
  }

  // The name of a computation or a control predecessor.
  void Print(uint32_t symbol) {
    if (marks_ == nullptr) {
      PrintPlain(symbol);
    } else {
      PrintNoted(symbol);
    }
  }
  // Without '%'.
  std::string_view Text(uint32_t symbol) const {
    const std::string_view text = symbols_.Text(symbol);
    return ids_ ? text : text.substr(0, text.find('.'));
  }
  // The name of an instruction, in its own place or as an operand.
  void Print(const HloInstruction& instruction) {
    if (is_plain_) {
      PrintPlain(Node(&instruction).name);
    } else {
      PrintUnusual(instruction);
    }
  }

  // Restarts canonical numbers; returns the ones so far, for EndComputation.
  CanonicalNumbers BeginComputation(const HloComputation& computation) {
    if (!canonical_) return {};
    return std::exchange(numbers_, CanonicalNumbers(computation));
  }
  void EndComputation(CanonicalNumbers outer) { numbers_ = std::move(outer); }

 private:
  ABSL_ATTRIBUTE_ALWAYS_INLINE void PrintPlain(uint32_t symbol) {
    if (percent_) out_.Append('%');
    out_.Append(Text(symbol));
  }
  // Out of line to keep the common path small.
  void PrintUnusual(const HloInstruction& instruction);
  void PrintNoted(uint32_t symbol);

  const SymbolTable& symbols_;
  TextWriter& out_;
  const bool percent_;
  const bool ids_;
  const bool canonical_;
  bool is_plain_;  // neither canonical nor recorded
  PrintMarks* marks_ = nullptr;
  CanonicalNumbers numbers_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PRINT_NAME_PRINTER_H_
