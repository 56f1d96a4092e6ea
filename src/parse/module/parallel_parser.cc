// Cuts the text into one part per thread; each has its own parser and its own module.
// part_linker.cc then joins the parts.
//
// Where to cut is a guess: after a line that begins with a closing brace, or before one that looks
// like an instruction. It is right if the part before ends exactly there, outside or inside of a
// body. The part's parser is then where a parser of the whole text would be; it only lacks the
// earlier parts, and takes their names for forward references or, in the body that is cut, for
// stand-ins (continued_body.h). If anything else could make a difference, it gives up. The parser
// of the first part, which lacks nothing, then reads all.
#include "src/parse/module/parallel_parser.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/thread_group.h"
#include "src/ir/module_state.h"
#include "src/parse/module/computation_parser.h"
#include "src/parse/module/continued_body.h"
#include "src/parse/module/module_parser.h"
#include "src/parse/module/parse_state.h"
#include "src/parse/module/recovery.h"

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
const char* FindEndOfBody(const char* target, size_t reach) {
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

// The first line that begins an instruction and begins within `reach` bytes from `target`.
const char* FindInstruction(const char* target, size_t reach) {
  const char* end = target + reach;
  do {
    const void* line = std::memchr(target, '\n', static_cast<size_t>(end - target));
    if (line == nullptr) return nullptr;
    target = static_cast<const char*>(line) + 1;
  } while (!LooksLikeInstruction(target));
  return target;
}

struct CutPlace {
  const char* at = nullptr;  // nullptr if there is none
  bool is_in_body = false;
};

// The place to cut near `target`: outside of bodies if that leaves parts of nearly the same size.
// `step` is the size of a part; there is text for half of it before and behind `target`.
CutPlace FindCut(const char* target, size_t step) {
  const CutPlace outside = {FindEndOfBody(target, step / 16), false};
  if (outside.at != nullptr) return outside;
  const CutPlace inside = {FindInstruction(target, step / 4), true};
  return inside.at != nullptr ? inside : CutPlace{FindEndOfBody(target, step / 2), false};
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

  size_t Run(size_t jobs) {
    ParseState whole(module_, module_->source(), options_);
    if (whole.kind() != TokKind::kw_HloModule || !ReadHeader(whole)) return 0;
    if (!whole.warnings().empty()) return 0;
    Cut(whole, jobs);
    if (parts_.size() == 1) return 0;
    if (!ForEachOnThreads(parts_.size(), [&](size_t i) { ReadPart(i, &whole); })) return 0;
    if (first_has_failed_) return 0;
    const size_t parts = has_failed_ ? 1 : parts_.size();
    const bool ok = has_failed_ ? ReadRest(whole) : LinkParts(whole);
    return ok && FinishModule(whole) ? parts : 0;
  }

 private:
  struct Part {
    const char* begin;
    const char* end;
    bool begins_in_body;
    // Not for the first, which is read into the whole's.
    HloModule module;
    std::unique_ptr<ParseState> state;
  };

  void Cut(ParseState& whole, size_t jobs) {
    const char* begin = whole.lexer.At();
    const char* end = whole.lexer.end();
    const size_t step = static_cast<size_t>(end - begin) / jobs;
    parts_.reserve(jobs);
    const auto add = [&](CutPlace cut) {
      parts_.emplace_back();
      parts_.back().begin = cut.at;
      parts_.back().begins_in_body = cut.is_in_body;
    };
    add({begin, false});
    Lexer lexer(module_->source(), &whole.arena);
    for (size_t i = 1; i < jobs; ++i) {
      CutPlace cut = FindCut(begin + i * step, step);
      if (cut.at == nullptr) continue;
      lexer.SkipTo(cut.at);
      cut.at = lexer.At();  // where the parser of the part before stops
      if (cut.at > parts_.back().begin && cut.at < end) add(cut);
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
    if (i + 1 < parts_.size()) state->part_end = part.end;
    state->ShareLimits(parts_.size());
    state->arena.Reserve(static_cast<size_t>(part.end - part.begin));
    if (part.begins_in_body) state->continued = std::make_unique<ContinuedBody>();
    bool ok = !part.begins_in_body || (ReadContinuedBody(*state) && IsFine(*state));
    while (ok && state->lexer.At() < part.end) {
      ok = (i == 0 || !has_failed_) && ReadComputation(*state) && IsFine(*state);
    }
    if (i == 0) first_has_failed_ = !ok;
    if (!ok || state->lexer.At() != part.end) has_failed_ = true;
  }

  static bool IsFine(ParseState& state) {
    return !state.report.failed() && state.warnings().empty();
  }

  // From where the first part ends.
  bool ReadRest(ParseState& whole) {
    parts_.clear();
    whole.ShareLimits(1);
    whole.part_end = whole.lexer.end() + 1;
    bool ok = true;
    if (const std::unique_ptr<OpenComputation> open = std::move(whole.open)) {
      ok = ReadRestOfComputation(whole, *open) && IsFine(whole);
    }
    while (ok && whole.kind() != TokKind::kEof) ok = ReadComputation(whole) && IsFine(whole);
    return ok;
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
  bool first_has_failed_ = false;
  std::atomic<bool> has_failed_{false};  // a part, or where it ends
};

size_t ReadInParallel(HloModule* module, const ParseOptions& options) {
  // Warnings of upgrade_legacy may depend on the callee.
  if (options.jobs < 2 || options.upgrade_legacy) return 0;
  const size_t bytes = std::max<size_t>(options.min_bytes_per_job, 1);
  const size_t jobs =
      std::min<size_t>(static_cast<size_t>(options.jobs), module->source().size() / bytes);
  if (jobs < 2) return 0;
  const size_t parts = ParallelParser(module, options).Run(jobs);
  if (parts > 0) return parts;
  HloModule empty;
  IrAccess::StateOf(empty).source = std::move(IrAccess::StateOf(*module).source);
  *module = std::move(empty);
  return 0;
}

}  // namespace hlo::internal
