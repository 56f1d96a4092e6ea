// Names that are changed or recorded on output.
#include "src/print/name_printer.h"

namespace hlo::internal {

void NamePrinter::PrintUnusual(const HloInstruction& instruction) {
  const size_t begin = out_.size();
  if (canonical_) {
    out_.Append("tmp_");
    out_.AppendInt(numbers_.NumberOf(instruction));
  } else {
    PrintPlain(Node(&instruction).name);
  }
  if (marks_ == nullptr) return;
  marks_->push_back({PrintMark::Kind::kInstruction, begin, out_.size(), &instruction, 0, nullptr});
}

void NamePrinter::PrintNoted(uint32_t symbol) {
  const size_t begin = out_.size();
  PrintPlain(symbol);
  marks_->push_back({PrintMark::Kind::kSymbol, begin, out_.size(), nullptr, symbol, nullptr});
}

}  // namespace hlo::internal
