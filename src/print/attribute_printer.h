// Attributes of an instruction as text: `, dimensions={0}, to_apply=%add`; and text that was kept
// as written, with current names for its references.
#ifndef HLO_PRINT_ATTRIBUTE_PRINTER_H_
#define HLO_PRINT_ATTRIBUTE_PRINTER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/instruction.h"
#include "hlo/module.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/unknown_words.h"
#include "src/base/text_writer.h"
#include "src/ir/symbol_table.h"
#include "src/print/name_printer.h"

namespace hlo_text_v1::internal {

// ---- The budget for bytes that options may add to a text: the shape of a tuple at each of its
// uses, all elements of a constant of zeros, all devices of a group. Without a limit they grow with
// the square of the module, or faster.

class PrintBudget {
 public:
  // `max_bytes`: 0 for the default. Borrows the module.
  PrintBudget(const HloModule& module, int64_t max_bytes) : module_(module) { Reset(max_bytes); }
  void Reset(int64_t max_bytes) {
    left_.reset();
    if (max_bytes > 0) left_ = max_bytes;
  }

  size_t left() {
    // Computed on first use, since most options add nothing. It only depends on the number of
    // instructions, so a module read from the text prints the same text.
    if (!left_.has_value()) left_ = (int64_t{64} << 20) + 1024 * module_.instruction_count();
    return static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(*left_), SIZE_MAX));
  }
  void Spend(size_t bytes) {
    const size_t before = left();
    left_ = static_cast<int64_t>(before - std::min(before, bytes));
  }

 private:
  const HloModule& module_;
  std::optional<int64_t> left_;
};

// ---- Attributes.

// Writes a called computation in place of its name. XLA PrintSubcomputationMode::kFullBodies.
class BodyPrinter {
 public:
  virtual ~BodyPrinter() = default;
  // Whether there is room for another body; else its name is printed.
  virtual bool HasRoom() const = 0;
  // The computation, indented for the current instruction, without a newline at the end.
  virtual void PrintBody(const HloComputation& computation) = 0;
};

class AttributePrinter {
 public:
  // All must outlive the printer. `bodies` is needed if print_subcomputation_mode asks for them.
  AttributePrinter(const HloModule& module, const PrintOptions& options, NamePrinter* names,
                   TextWriter* out, PrintBudget* budget, BodyPrinter* bodies = nullptr);

  // Records each instruction attribute written from now on in `marks`, which must outlive the
  // printer.
  void NoteIn(PrintMarks* marks);

  // ", name=value" for each attribute, in order.
  void PrintAll(const HloInstruction& instruction);
  // PrintAll of an update or done, with `calls`, if not null, before its attributes; with
  // async_mode kXla without any computation.
  void PrintFollower(const HloInstruction& link, const HloComputation* calls);
  // The attributes of an async-start that prints as sugar, in XLA's order: its thread, the wrapped
  // instruction's own attributes, then the others of the start. With async_mode kXla also the
  // wrapped instruction's sharding and the like, as in XLA.
  void PrintSugaredStart(const HloInstruction& start, const HloInstruction& wrapped);
  // ", name=value" even if the options omit it.
  void Print(const Attribute& attribute);

 private:
  // How the options print an attribute.
  enum class Action : uint8_t {
    kUndecided,  // decided on demand, since a small module has few kinds
    kPrint,
    kOmit,
    kOmitOfSequential,  // a callee, with kNonSequentialBodies
    kMetadata,
    kMetadataField,  // metadata that is unpacked first
    kBodies,
    kHideNumber,
    kCompareType,
    kOmitOfTopK,  // is_stable=true
    kSortedConfig,
    kNoted,  // the action in noted_actions_, with a mark
  };
  // For all kinds, unknown ones included.
  static constexpr int kActionCount = static_cast<int>(AttributeKind::kUnknownOpcode) + 1;
  Action ActionOf(AttributeKind kind) const;
  Action& frontend_attributes_action() {
    return actions_[static_cast<int>(AttributeKind::kFrontendAttributes)];
  }

  // ", name=value" as the options want it. `attribute` is one of `instruction`.
  void PrintAs(const HloInstruction& instruction, const Attribute& attribute);
  void PrintNoted(const HloInstruction& instruction, const Attribute& attribute);
  void PrintMetadata(const Attribute& attribute);
  void PrintChangedMetadata(const HloInstruction& instruction);
  void PrintFields(const OpMetadata& metadata);
  void PrintBodies(const HloInstruction& instruction, const Attribute& attribute);
  void PrintValue(const Attribute& attribute);

  const HloModule& module_;
  const std::string_view source_;  // raw values are views of it
  const PrintOptions& options_;
  NamePrinter& names_;
  TextWriter* out_;
  PrintBudget& budget_;
  BodyPrinter* bodies_;
  Action actions_[kActionCount] = {};
  std::string scratch_;
  PrintMarks* marks_ = nullptr;
  Action noted_actions_[kActionCount] = {};
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PRINT_ATTRIBUTE_PRINTER_H_
