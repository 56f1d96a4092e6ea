// Cuts the text into one part per thread; each has its own parser and its own module.
// part_linker.cc then joins the parts.
//
// Where to cut is a guess: after a line that begins with a closing brace. It is right if the part
// before ends exactly there. The part's parser is then where a parser of the whole text would be;
// it only lacks the earlier parts, and takes their names for forward references. If anything else
// could make a difference, it gives up and leaves the text to one parser.
#include "src/parse/module/parallel_parser.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/thread_group.h"
#include "src/ir/module_state.h"
#include "src/parse/module/computation_parser.h"
#include "src/parse/module/module_parser.h"
#include "src/parse/module/parse_state.h"

namespace hlo::internal {

namespace {

// Thread stacks differ in size, 128 KiB at least. Deeper nesting is left to one parser.
constexpr size_t kThreadStackBytes = size_t{64} << 10;

constexpr std::string_view kEndOfBody = "\n}";

// The last kEndOfBody that begins in [begin, end); nullptr if there is none. In windows, forwards:
// a search backwards goes byte by byte.
const char* FindLastEndOfBody(const char* begin, const char* end) {
  constexpr size_t kWindow = size_t{64} << 10;
  while (begin < end) {
    const size_t size = std::min(kWindow, static_cast<size_t>(end - begin));
    end -= size;
    const std::string_view window(end, size + 1);
    const char* found = nullptr;
    for (size_t at = 0; (at = window.find(kEndOfBody, at)) != std::string_view::npos; ++at) {
      found = end + at;
    }
    if (found != nullptr) return found;
  }
  return nullptr;
}

// The position after the line nearest to `target` that begins with '}'; nullptr if there is none
// within `reach` bytes.
const char* FindCut(const char* target, size_t reach) {
  const char* found = FindLastEndOfBody(target - reach, target);
  const size_t nearer = found == nullptr ? reach : static_cast<size_t>(target - found);
  const size_t behind = std::string_view(target, nearer).find(kEndOfBody);
  if (behind != std::string_view::npos) found = target + behind;
  if (found == nullptr) return nullptr;
  ++found;
  const std::string_view rest(found, static_cast<size_t>(target + reach - found));
  const size_t line = rest.find('\n');
  return line == std::string_view::npos ? nullptr : found + line + 1;
}

}  // namespace

class ParallelParser {
 public:
  ParallelParser(HloModule* module, ParseOptions options)
      : module_(module), options_(std::move(options)) {
    options_.jobs = 1;
    options_.max_errors = 1;
    part_options_ = options_;
    part_options_.max_stack_bytes = std::min(part_options_.max_stack_bytes, kThreadStackBytes);
  }

  bool Run(size_t jobs) {
    ParseState whole(module_, module_->source(), options_);
    if (whole.kind() != TokKind::kw_HloModule || !ReadHeader(whole)) return false;
    if (!whole.warnings().empty()) return false;
    Cut(whole, jobs);
    if (parts_.size() == 1) return false;
    if (!ForEachOnThreads(parts_.size(), [&](size_t i) { ReadPart(i, &whole); })) return false;
    return !has_failed_ && LinkParts(whole) && FinishModule(whole);
  }

 private:
  struct Part {
    const char* begin;
    const char* end;
    // Not for the first, which is read into the whole's.
    HloModule module;
    std::unique_ptr<ParseState> state;
  };

  void Cut(ParseState& whole, size_t jobs) {
    const char* begin = whole.lexer.At();
    const char* end = whole.lexer.end();
    const size_t step = static_cast<size_t>(end - begin) / jobs;
    parts_.reserve(jobs);
    const auto add = [&](const char* cut) {
      parts_.emplace_back();
      parts_.back().begin = cut;
    };
    add(begin);
    Lexer lexer(module_->source(), &whole.arena);
    for (size_t i = 1; i < jobs; ++i) {
      const char* cut = FindCut(begin + i * step, step / 2);
      if (cut == nullptr) continue;
      lexer.SkipTo(cut);
      cut = lexer.At();  // where the parser of the part before stops
      if (cut > parts_.back().begin && cut < end) add(cut);
    }
    for (size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].end = i + 1 < parts_.size() ? parts_[i + 1].begin : end;
    }
  }

  void ReadPart(size_t i, ParseState* whole) {
    Part& part = parts_[i];
    ParseState* state = whole;
    if (i > 0) {
      part.state = std::make_unique<ParseState>(&part.module, module_->source(), part_options_);
      state = part.state.get();
      state->module.name = whole->module.name;  // without one, computations may lack theirs
      state->lexer.SkipTo(part.begin);
      state->instructions.ExpectPart(part.begin, part.end);
    }
    state->ShareLimits(parts_.size());
    state->arena.Reserve(static_cast<size_t>(part.end - part.begin));
    bool ok = true;
    do {
      ok = !has_failed_ && ReadComputation(*state) && !state->report.failed() &&
           state->warnings().empty();
    } while (ok && state->lexer.At() < part.end);
    if (!ok || state->lexer.At() != part.end) has_failed_ = true;
  }

  bool LinkParts(ParseState& whole) {
    for (size_t i = 1; i < parts_.size(); ++i) {
      if (!LinkPart(whole, *parts_[i].state, parts_.size())) return false;
      parts_[i].state.reset();
    }
    whole.ShareLimits(1);
    // Far below all memory limits: one parser would take at most twice as much.
    constexpr size_t kFree = size_t{1} << 20;
    constexpr size_t kBytesPerByteOfText = 8;
    const size_t limit = kFree + kBytesPerByteOfText * module_->source().size();
    return whole.arena.allocated_bytes() <= std::min(limit, whole.memory_limit() / 4);
  }

  HloModule* const module_;
  ParseOptions options_;
  ParseOptions part_options_;
  std::vector<Part> parts_;
  std::atomic<bool> has_failed_{false};
};

bool ReadInParallel(HloModule* module, const ParseOptions& options) {
  // Warnings of upgrade_legacy may depend on the callee.
  if (options.jobs < 2 || options.upgrade_legacy) return false;
  const size_t bytes = std::max<size_t>(options.min_bytes_per_job, 1);
  const size_t jobs =
      std::min<size_t>(static_cast<size_t>(options.jobs), module->source().size() / bytes);
  if (jobs < 2) return false;
  if (ParallelParser(module, options).Run(jobs)) return true;
  HloModule empty;
  IrAccess::StateOf(empty).source = std::move(IrAccess::StateOf(*module).source);
  *module = std::move(empty);
  return false;
}

}  // namespace hlo::internal
