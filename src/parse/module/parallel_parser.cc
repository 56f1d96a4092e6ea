// Cuts the text into one part per thread; each has its own parser and its own module.
// part_linker.cc then joins the parts.
//
// A thread that is ready takes half of what is left of another part, as a part of its own: lines
// differ in what they cost, and so do the cores of a shared machine. So that nobody takes what is
// being read, the parser of a part claims some hundred kilobytes at a time.
//
// Where to cut is a guess: after a line that begins with a closing brace, or before one that looks
// like an instruction. It is right if the part before ends exactly there, outside or inside of a
// body. The part's parser is then where a parser of the whole text would be; it only lacks the
// earlier parts, and takes their names for forward references or, in the body that is cut, for
// stand-ins (continued_body.h). If anything else could make a difference, it gives up. The parser
// of the first part, which lacks nothing, then reads all.
#include "src/parse/module/parallel_parser.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <list>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "src/base/thread_group.h"
#include "src/ir/module_state.h"
#include "src/lex/line_scan.h"
#include "src/parse/module/computation_parser.h"
#include "src/parse/module/continued_body.h"
#include "src/parse/module/module_parser.h"
#include "src/parse/module/parse_state.h"
#include "src/parse/module/recovery.h"

namespace hlo::internal {

namespace {

// Thread stacks differ in size, 128 KiB at least. Deeper nesting is left to one parser.
constexpr size_t kThreadStackBytes = size_t{64} << 10;

// Two threads rarely need a fifth part; linking takes longer with each.
constexpr size_t kMostPartsPerJob = 3;
// Of ParseOptions::min_bytes_per_job.
constexpr size_t kClaimsPerJob = 6;

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
  } while (!ScanLineHead(target).BeginsInstruction());
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
      : module_(module),
        options_(std::move(options)),
        text_end_(module->source().data() + module->source().size()),
        claim_(options_.min_bytes_per_job / kClaimsPerJob) {
    options_.jobs = 1;
    options_.max_errors = 1;
    part_options_ = options_;
    part_options_.max_stack_bytes = std::min(part_options_.max_stack_bytes, kThreadStackBytes);
  }

  size_t Run(size_t jobs) {
    ParseState whole(module_, module_->source(), options_);
    if (whole.kind() != TokKind::kw_HloModule || !ReadHeader(whole)) return 0;
    if (!whole.warnings().empty()) return 0;
    most_parts_ = jobs * kMostPartsPerJob;
    const std::vector<Part*> parts_to_read = Cut(whole, jobs);
    if (parts_.size() == 1) return 0;
    const auto read = [&](size_t i) {
      for (Part* part = parts_to_read[i]; part != nullptr; part = Steal()) ReadPart(part, &whole);
    };
    if (!ForEachOnThreads(parts_to_read.size(), read)) return 0;
    if (first_->has_failed) return 0;
    const size_t parts = has_failed_ ? 1 : parts_.size();
    const bool ok = has_failed_ ? ReadRest(whole) : LinkParts(whole, parts_to_read.size());
    return ok && FinishModule(whole) ? parts : 0;
  }

 private:
  struct Part final : PartExtent {
    Part(ParallelParser* of, CutPlace cut, const char* end_at_first)
        : parser(of), begin(cut.at), begins_in_body(cut.is_in_body), end(end_at_first) {}
    bool Extend(const char* at) override { return parser->Extend(*this, at); }

    ParallelParser* const parser;
    const char* const begin;
    const bool begins_in_body;
    const char* end;                // guarded by mutex_, like `claimed`
    const char* claimed = nullptr;  // the parser reads up to here without asking
    // Not for the first, which is read into the whole's.
    HloModule module;
    std::unique_ptr<ParseState> own_state;
    ParseState* state = nullptr;  // the whole's or its own
    bool has_failed = false;
  };

  // Returns the parts, one for each thread that has one.
  std::vector<Part*> Cut(ParseState& whole, size_t jobs) {
    const char* begin = whole.lexer.At();
    const size_t step = static_cast<size_t>(text_end_ - begin) / jobs;
    parts_.emplace_back(this, CutPlace{begin, false}, text_end_);
    first_ = &parts_.front();
    for (size_t i = 1; i < jobs; ++i) {
      const CutPlace cut = FindCutBehind(parts_.back().begin, text_end_, begin + i * step, step);
      if (cut.at == nullptr) continue;
      parts_.back().end = cut.at;
      parts_.emplace_back(this, cut, text_end_);
    }
    std::vector<Part*> parts;
    for (Part& part : parts_) {
      part.claimed = part.begin;
      parts.push_back(&part);
    }
    return parts;
  }

  // Where the parser of a part that is cut there stops: behind blanks. In (begin, end).
  CutPlace FindCutBehind(const char* begin, const char* end, const char* target,
                         size_t step) const {
    CutPlace cut = FindCut(target, step);
    if (cut.at == nullptr) return {};
    Arena unused;
    Lexer lexer(module_->source(), &unused);
    lexer.SkipTo(cut.at);
    cut.at = lexer.At();
    return cut.at > begin && cut.at < end ? cut : CutPlace{};
  }

  // The second half of the part that has most left; nullptr if none is worth it.
  Part* Steal() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (has_failed_ || claim_ == 0 || parts_.size() == most_parts_) return nullptr;
    const auto left = [](const Part& part) { return static_cast<size_t>(part.end - part.claimed); };
    auto from = std::max_element(parts_.begin(), parts_.end(),
                                 [&](const Part& a, const Part& b) { return left(a) < left(b); });
    const size_t half = left(*from) / 2;
    if (half < options_.min_bytes_per_job) return nullptr;
    const CutPlace cut = FindCutBehind(from->claimed, from->end, from->claimed + half, half);
    if (cut.at == nullptr) return nullptr;
    const auto part = parts_.emplace(std::next(from), this, cut, from->end);
    part->claimed = part->begin;
    from->end = cut.at;
    return &*part;
  }

  bool Extend(Part& part, const char* at) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (at >= part.end || (has_failed_ && &part != first_)) return false;
    part.claimed = at + std::min(std::max<size_t>(claim_, 1), static_cast<size_t>(part.end - at));
    // So that the error of a body without an end is found at once.
    part.state->part_end = part.claimed == text_end_ ? text_end_ + 1 : part.claimed;
    return true;
  }

  void Prepare(Part* part, ParseState* whole) {
    part->state = whole;
    if (part != first_) {
      part->own_state =
          std::make_unique<ParseState>(&part->module, module_->source(), part_options_);
      part->state = part->own_state.get();
      part->state->module.name = whole->module.name;  // without one, computations may lack theirs
      part->state->lexer.SkipTo(part->begin);
    }
    ParseState& state = *part->state;
    const char* end = nullptr;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      end = part->end;
    }
    if (&state != whole) state.instructions.ExpectPart(part->begin, end);
    state.ShareLimits(most_parts_);
    state.arena.Reserve(static_cast<size_t>(end - part->begin));
    state.part_end = part->begin;
    state.extent = part;
    if (part->begins_in_body) state.continued = std::make_unique<ContinuedBody>();
  }

  void ReadPart(Part* part, ParseState* whole) {
    Prepare(part, whole);
    ParseState& state = *part->state;
    bool ok = !part->begins_in_body || (ReadContinuedBody(state) && IsFine(state));
    while (ok && state.lexer.At() < text_end_ && state.IsInPart(state.lexer.At())) {
      ok = ReadComputation(state) && IsFine(state);
    }
    part->has_failed = !ok;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!ok || state.lexer.At() != part->end) has_failed_ = true;
    part->claimed = part->end;  // nobody may cut what has been read
  }

  static bool IsFine(ParseState& state) {
    return !state.report.failed() && state.warnings().empty();
  }

  // From where the first part ends.
  bool ReadRest(ParseState& whole) {
    parts_.clear();
    whole.ShareLimits(1);
    whole.extent = nullptr;
    whole.part_end = text_end_ + 1;
    bool ok = true;
    if (const std::unique_ptr<OpenComputation> open = std::move(whole.open)) {
      ok = ReadRestOfComputation(whole, *open) && IsFine(whole);
    }
    while (ok && whole.kind() != TokKind::kEof) ok = ReadComputation(whole) && IsFine(whole);
    return ok;
  }

  bool LinkParts(ParseState& whole, size_t jobs) {
    for (auto part = std::next(parts_.begin()); part != parts_.end(); ++part) {
      if (!LinkPart(whole, *part->own_state, jobs)) return false;
      part->own_state.reset();
    }
    if (whole.open != nullptr) return false;  // the text ends within a body
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
  const char* const text_end_;
  const size_t claim_;     // bytes
  size_t most_parts_ = 0;  // each has its share of the limits
  Part* first_ = nullptr;
  std::mutex mutex_;         // for what follows, unless all parts have been read
  std::list<Part> parts_;    // in the order of the text
  bool has_failed_ = false;  // a part, or where it ends
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
