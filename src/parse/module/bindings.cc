// Name tables grow by an estimate of the number of names in the whole text.
#include "src/parse/module/bindings.h"

#include <algorithm>
#include <cassert>

#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

void ForwardReferences::Add(const Mention& mention) {
  const uint32_t number = Node(mention.computation).number;
  if (mentions_.empty()) first_number_ = number;
  assert(number - first_number_ >= mention_of_.size());
  mention_of_.resize(number - first_number_ + 1);
  mentions_.push_back(mention);
  mention_of_.back() = static_cast<uint32_t>(mentions_.size());
  ++undefined_;
  any_ = true;
}

uint32_t ForwardReferences::MentionOf(const HloComputation* computation) const {
  return MentionOf(Node(computation).number);
}

uint32_t ForwardReferences::MentionOf(uint32_t number) const {
  const uint32_t at = number - first_number_;  // huge for an earlier one
  return at < mention_of_.size() ? mention_of_[at] : 0;
}

void ForwardReferences::SetDefined(const HloComputation* computation) {
  uint32_t& mention = mention_of_[Node(computation).number - first_number_];
  mentions_[mention - 1].computation = nullptr;
  mention = 0;
  --undefined_;
  defined_one_ = true;
}

HloComputation* EarlierComputations::FindCallee(uint32_t name) {
  auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  fusion_callers_before_.emplace_back(found->second, Node(found->second).fusion_callers);
  return found->second;
}

void EarlierComputations::RestoreFusionCallers() const {
  // The first entry of a computation has its original value.
  for (auto it = fusion_callers_before_.rbegin(); it != fusion_callers_before_.rend(); ++it) {
    Node(it->first).fusion_callers = it->second;
  }
}

InstructionNames::InstructionNames(SymbolTable* symbols, const Lexer& lexer)
    : symbols_(*symbols), lexer_(lexer), begin_(lexer.begin()), end_(lexer.end()) {
  instructions_.resize(64);
}

void InstructionNames::ExpectPart(const char* begin, const char* end) {
  begin_ = begin;
  end_ = end;
}

// Reserves room for all names, assuming the rest of the text is like what has been read, to grow
// seldom; grows at most sixteenfold in case it is not.
void InstructionNames::Grow() {
  const size_t now = symbols_.size();
  const auto read = static_cast<size_t>(lexer_.Consumed() - begin_);
  const auto size = static_cast<size_t>(end_ - begin_);
  const size_t expected = now * size / (read + 1);
  const size_t count = std::clamp(expected + expected / 16, now + now / 4 + 1, now * 16);
  constexpr size_t kFewestBytesPerName = 8;  // a=b c()
  instructions_.resize(
      std::min(count, now + 1 + (size - std::min(size, read)) / kFewestBytesPerName));
  symbols_.Reserve(instructions_.size());
}

}  // namespace hlo_text_v1::internal
