// Attributes recorded as marks: a separate action for each kind, so printing without marks never
// checks for them.
#include <algorithm>
#include <iterator>

#include "src/print/attribute_printer.h"

namespace hlo {

void AttributePrinter::NoteIn(PrintMarks* marks) {
  marks_ = marks;
  std::copy(std::begin(actions_), std::end(actions_), std::begin(noted_actions_));
  std::fill(std::begin(actions_), std::end(actions_), Action::kNoted);
}

void AttributePrinter::PrintNoted(const HloInstruction& instruction, const Attribute& attribute) {
  const auto kind = static_cast<size_t>(attribute.kind());
  const size_t begin = out_->size();
  actions_[kind] = noted_actions_[kind];
  PrintAs(instruction, attribute);
  actions_[kind] = Action::kNoted;
  if (out_->size() == begin) return;
  marks_->push_back(
      {PrintMark::Kind::kAttribute, begin, out_->size(), &instruction, 0, &attribute});
}

}  // namespace hlo
