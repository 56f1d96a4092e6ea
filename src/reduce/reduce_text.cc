// ReduceHloText: delta debugging over pieces of the text, from blocks to tokens.
//
// Each level splits the text into pieces to remove: blocks in braces with the line before them,
// lines, balanced groups in brackets, tokens. Runs of pieces are tried as in the driver for
// modules: all, halves, quarters.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "hlo/reduce.h"
#include "hlo/source.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/lex/lexer.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Bytes [first, second) of the text.
using Piece = std::pair<size_t, size_t>;
using Pieces = std::vector<Piece>;

Pieces Lines(std::string_view text) {
  Pieces lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = NextLine(text, begin);
    lines.emplace_back(begin, end);
    begin = end;
  }
  return lines;
}

// With the blanks and comments after them if `is_wide`.
Pieces Tokens(std::string_view text, bool is_wide) {
  const SourceBuffer source = SourceBuffer::Copy(text);
  Arena arena;
  Lexer lexer(source.view(), &arena);
  Pieces tokens;
  for (; lexer.kind() != TokKind::kEof; lexer.Next()) {
    const size_t begin = lexer.Offset(lexer.token().begin);
    const size_t end = std::max<size_t>(lexer.Offset(lexer.token().end), begin + 1);
    if (is_wide && !tokens.empty()) tokens.back().second = begin;
    tokens.emplace_back(begin, std::min(end, text.size()));
    if (lexer.kind() == TokKind::kError) lexer.SkipTo(source.view().data() + tokens.back().second);
  }
  if (is_wide && !tokens.empty()) {
    tokens.front().first = 0;
    tokens.back().second = text.size();
  }
  return tokens;
}

// Groups in brackets, outer ones first, with their brackets.
Pieces Groups(std::string_view text, std::string_view open, bool from_line) {
  Pieces groups;
  std::vector<std::pair<size_t, size_t>> pending;  // begin, place in `groups`
  for (const Piece& token : Tokens(text, /*is_wide=*/false)) {
    if (token.second - token.first != 1) continue;
    const char c = text[token.first];
    if (open.find(c) != std::string_view::npos) {
      const size_t line = text.rfind('\n', token.first) + 1;  // npos + 1 is 0
      pending.emplace_back(from_line ? line : token.first, groups.size());
      groups.emplace_back();
    } else if ((c == '}' || c == ')' || c == ']') && !pending.empty()) {
      groups[pending.back().second] = {pending.back().first, token.second};
      pending.pop_back();
    }
  }
  groups.erase(std::remove(groups.begin(), groups.end(), Piece()), groups.end());
  return groups;
}

Pieces Blocks(std::string_view text) {
  Pieces blocks = Groups(text, "{", /*from_line=*/true);
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                              [&](const Piece& block) {
                                const std::string_view inside =
                                    text.substr(block.first, block.second - block.first);
                                return inside.find('\n') == std::string_view::npos;
                              }),
               blocks.end());
  return blocks;
}

// `text` without pieces, which may overlap and are sorted by begin.
std::string Without(std::string_view text, const Pieces& pieces, size_t begin, size_t end) {
  std::string rest;
  size_t at = 0;
  for (size_t i = begin; i < end; ++i) {
    if (pieces[i].first > at) rest += text.substr(at, pieces[i].first - at);
    at = std::max(at, pieces[i].second);
  }
  rest += text.substr(at);
  return rest;
}

class TextReducer {
 public:
  TextReducer(absl::FunctionRef<bool(std::string_view)> predicate,
              const std::function<bool(const ReduceTextResult&)>& on_progress,
              std::string_view text)
      : predicate_(predicate), on_progress_(on_progress) {
    result_.text = std::string(text);
  }

  bool IsInteresting(const std::string& text) {
    const std::pair<size_t, size_t> key = {absl::Hash<std::string>()(text), text.size()};
    const auto at = answers_.find(key);
    if (at != answers_.end()) {
      ++result_.cached;
      return at->second;
    }
    ++result_.tests;
    return answers_[key] = predicate_(text);
  }

  void Run() {
    for (std::string before; before != result_.text && !result_.is_stopped;) {
      before = result_.text;
      RunLevel(Blocks);
      RunLevel(Lines);
      RunLevel([](std::string_view text) { return Groups(text, "({[", /*from_line=*/false); });
      RunLevel([](std::string_view text) { return Tokens(text, /*is_wide=*/true); });
    }
  }

  ReduceTextResult TakeResult() { return std::move(result_); }

 private:
  template <typename Split>
  void RunLevel(Split split) {
    Pieces pieces = split(result_.text);
    size_t begin = 0;
    for (size_t size = pieces.size(); size > 0 && !pieces.empty() && !result_.is_stopped;) {
      const std::string rest =
          Without(result_.text, pieces, begin, std::min(begin + size, pieces.size()));
      if (rest.size() < result_.text.size() && IsInteresting(rest)) {
        result_.text = rest;
        pieces = split(result_.text);
      } else {
        begin += size;
      }
      if (begin >= pieces.size()) {
        begin = 0;
        size = size == 1 ? 0 : std::min(size, 2 * pieces.size()) / 2;
      }
      if (on_progress_ && !on_progress_(result_)) result_.is_stopped = true;
    }
  }

  absl::FunctionRef<bool(std::string_view)> predicate_;
  const std::function<bool(const ReduceTextResult&)>& on_progress_;
  ReduceTextResult result_;
  HashMap<std::pair<size_t, size_t>, bool> answers_;
};

}  // namespace

absl::StatusOr<ReduceTextResult> ReduceHloText(
    std::string_view text, absl::FunctionRef<bool(std::string_view)> predicate,
    const std::function<bool(const ReduceTextResult&)>& on_progress) {
  TextReducer reducer(predicate, on_progress, text);
  if (!reducer.IsInteresting(std::string(text))) {
    return absl::FailedPreconditionError("the text itself is not interesting");
  }
  reducer.Run();
  return reducer.TakeResult();
}

}  // namespace hlo_text_v1
