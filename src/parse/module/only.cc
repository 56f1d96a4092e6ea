// First an index: the heading of each computation is read, its body is skipped. Then the names in
// the selected bodies tell which other computations are needed. Then all of these are read as
// usual.
//
// Any name in a body that a computation has counts: if it is only the name of an operand, an
// unneeded computation is read.
#include "src/parse/module/only.h"

#include <cstddef>
#include <string_view>

#include "src/base/huge_pages.h"
#include "src/ir/symbol_table.h"
#include "src/lex/scan_run.h"
#include "src/lex/skip_body.h"
#include "src/parse/module/computation.h"
#include "src/parse/module/module.h"

namespace hlo_text_v1::internal {

namespace {

class Selector {
 public:
  Selector(std::string_view text, const ParseOptions& options)
      : options_(WithoutErrors(options)), state_(&module_, text, options_) {}

  bool Run(std::vector<ComputationText>* selected) {
    if (state_.kind() != TokKind::kw_HloModule || !ReadHeader(state_) || !MakeIndex()) return false;
    size_t size = 0;
    const auto text = static_cast<size_t>(state_.lexer.end() - state_.lexer.begin());
    while (!to_visit_.empty()) {
      const ComputationText& next = all_[to_visit_.back()];
      to_visit_.pop_back();
      size += static_cast<size_t>(next.end - next.begin);
      if (size > text / 2) return false;
      SelectMentioned(next);
    }
    for (size_t i = 0; i < all_.size(); ++i) {
      if (is_selected_[i]) selected->push_back(all_[i]);
    }
    return true;
  }

 private:
  static ParseOptions WithoutErrors(const ParseOptions& options) {
    ParseOptions of_index = options;
    of_index.max_errors = 1;
    return of_index;
  }

  bool MakeIndex() {
    do {
      ComputationText next;
      next.begin = state_.lexer.At();
      if (!SkipComputation(state_, &next.name)) return false;
      next.end = state_.lexer.Consumed();
      if (names_.Intern(next.name) <= all_.size()) return false;  // not the first of that name
      all_.push_back(next);
      is_selected_.push_back(false);
      if (options_.only(next.name))
        Select(all_.size() - 1);  // now, while its bytes are in the cache
    } while (state_.kind() != TokKind::kEof);
    return state_.log().empty() && state_.warnings().empty();
  }

  void Select(size_t i) {
    if (is_selected_[i]) return;
    is_selected_[i] = true;
    to_visit_.push_back(i);
  }

  void SelectMentioned(const ComputationText& computation) {
    constexpr std::string_view kBefore = "%={, ";
    for (const char* p = computation.begin; p < computation.end;) {
      if (!HasClass(*p, kIdentifierStart)) {
        ++p;
        continue;
      }
      const char* end = SkipIdentifier(p);
      if (*end != '(' && kBefore.find(p[-1]) != std::string_view::npos) {
        const uint32_t name = names_.Find(std::string_view(p, static_cast<size_t>(end - p)));
        if (name != SymbolTable::kNone) Select(name - 1);
      }
      p = end;
    }
  }

  HloModule module_;  // header and shapes of the headings
  const ParseOptions options_;
  ParseState state_;
  LargeVector<ComputationText> all_;
  SymbolTable names_;  // of all_[i]: i + 1
  std::vector<bool> is_selected_;
  std::vector<size_t> to_visit_;
};

}  // namespace

bool FindSelected(const HloModule& module, const ParseOptions& options,
                  std::vector<ComputationText>* selected) {
  // Warnings of upgrade_legacy may depend on the callee.
  if (!options.only || options.upgrade_legacy) return false;
  return Selector(module.source(), options).Run(selected);
}

bool ReadSelected(ParseState& state, const std::vector<ComputationText>& selected) {
  state.module.is_partial = true;
  state.module.keeps_stack_frames = true;  // other computations use them, too
  if (!ReadHeader(state)) return false;
  size_t size = 0;
  for (const ComputationText& each : selected) size += static_cast<size_t>(each.end - each.begin);
  if (size > 0) state.instructions.ExpectPart(selected[0].begin, selected[0].begin + size);
  state.arena.Reserve(size);
  for (const ComputationText& each : selected) {
    state.lexer.SkipTo(each.begin);
    if (ReadComputation(state)) continue;
    if (!state.report.TakeLog(state, state.lexer.Position(), /*is_consequence=*/false)) {
      return false;
    }
  }
  state.lexer.SkipTo(state.lexer.end());
  return FinishModule(state);
}

}  // namespace hlo_text_v1::internal
