// The computations are cut into parts of a few hundred instructions, even within a large one. Each
// thread takes the next part and prints it into one of a few slots; the calling thread prints
// parts, too, but first hands on the ones whose turn it is. No thread runs ahead of that by more
// than the slots, so the texts take little memory however long the whole is.
//
// Parts of a large computation need the order of its instructions. The other threads begin with
// these orders, while the calling thread finds that of the computations. A printing thread waits
// only for the lines of its part, so the calling thread follows an order as it grows.
#include "src/print/parallel_printer.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "absl/algorithm/container.h"
#include "src/base/hash_table.h"
#include "src/base/thread_group.h"
#include "src/ir/instruction_order.h"
#include "src/print/module_printer.h"

namespace hlo::internal {

namespace {

// The number of instructions in a part. The maximum is a few hundred kilobytes of text, so that a
// slot stays in a core's cache. The minimum is for short texts, where the first touch of each
// slot's pages counts: a model of 4 MB gains 1.5 instead of 1.1.
constexpr int64_t kMostInstructions = 512;
constexpr int64_t kLeastInstructions = 128;
constexpr int64_t kPartsPerJob = 32;
// With fewer parts per thread it does not pay: a megabyte of text, as for parsing.
constexpr int64_t kLeastPartsPerJob = 16;
constexpr size_t kSlotsPerJob = 2;

int64_t PartInstructions(const HloModule& module, size_t jobs) {
  const int64_t count = module.instruction_count() / (kPartsPerJob * static_cast<int64_t>(jobs));
  return std::clamp(count, kLeastInstructions, kMostInstructions);
}

// Canonical numbers run through a computation.
bool MayCut(const PrintOptions& options) { return !options.canonicalize_instruction_names; }

using Computations = absl::Span<const HloComputation* const>;

// The lines of a large computation, which one thread orders while others read the finished ones.
class LargeComputation {
 public:
  explicit LargeComputation(const HloComputation* c) : computation_(*c) {}

  const HloComputation& computation() const { return computation_; }

  // Orders all lines, unless a thread has begun to.
  void Order(bool in_definition_order) {
    if (has_begun_.exchange(true)) return;
    try {
      lines_.reset(new HloInstruction*[computation_.index_limit()]);
      if (in_definition_order) {
        for (HloInstruction* instruction : computation_.instructions()) push_back(instruction);
      } else {
        InstructionOrder().AppendPrintOrder(computation_, this);
      }
    } catch (const std::bad_alloc&) {
      const std::lock_guard<std::mutex> lock(mutex_);
      has_failed_ = true;
    }
    Publish(/*is_all=*/true);
  }

  // The lines from `begin` to `end`, or fewer at the end. Throws std::bad_alloc if there was not
  // enough memory for all.
  absl::Span<HloInstruction* const> Lines(size_t begin, size_t end) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return is_all_ || published_ >= end; });
    if (has_failed_) throw std::bad_alloc();
    begin = std::min(begin, published_);
    return {lines_.get() + begin, std::min(end, published_) - begin};
  }

  // For InstructionOrder.
  void push_back(HloInstruction* instruction) {
    lines_[count_++] = instruction;
    if (count_ % size_t{kMostInstructions} == 0) Publish(/*is_all=*/false);
  }

 private:
  void Publish(bool is_all) {
    const std::lock_guard<std::mutex> lock(mutex_);
    published_ = count_;
    is_all_ = is_all;
    changed_.notify_all();
  }

  const HloComputation& computation_;
  std::atomic<bool> has_begun_{false};
  std::unique_ptr<HloInstruction*[]> lines_;
  size_t count_ = 0;  // of the thread that orders
  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  size_t published_ = 0;  // lines
  bool is_all_ = false;
  bool has_failed_ = false;
};

// Some computations, or lines of a large one.
struct Part {
  Computations computations;
  LargeComputation* large = nullptr;
  size_t begin = 0;
  size_t end = 0;
  bool is_last = false;  // of the large one
};

class Cutter {
 public:
  Cutter(Computations all, int64_t part_instructions, std::deque<LargeComputation>* large)
      : all_(all), part_instructions_(part_instructions) {
    for (LargeComputation& each : *large) large_.emplace(&each.computation(), &each);
  }

  std::vector<Part> Cut() {
    int64_t count = 0;
    for (size_t i = 0; i < all_.size(); ++i) {
      const int64_t more = all_[i]->instruction_count();
      const auto large = more < part_instructions_ ? large_.end() : large_.find(all_[i]);
      if (large != large_.end()) {
        EndPart(i);
        CutComputation(large->second);
        begin_ = i + 1;
        count = 0;
        continue;
      }
      count += more;
      if (count < part_instructions_) continue;
      EndPart(i + 1);
      count = 0;
    }
    EndPart(all_.size());
    return std::move(parts_);
  }

 private:
  void EndPart(size_t end) {
    if (end > begin_) parts_.push_back({all_.subspan(begin_, end - begin_)});
    begin_ = end;
  }

  void CutComputation(LargeComputation* large) {
    const auto count = static_cast<size_t>(large->computation().instruction_count());
    const size_t pieces = count / static_cast<size_t>(part_instructions_);
    for (size_t i = 0; i < pieces; ++i) {
      parts_.push_back({{}, large, count * i / pieces, count * (i + 1) / pieces, i + 1 == pieces});
    }
  }

  const Computations all_;
  const int64_t part_instructions_;
  HashMap<const HloComputation*, LargeComputation*> large_;
  std::vector<Part> parts_;
  size_t begin_ = 0;
};

class ParallelPrinter {
 public:
  ParallelPrinter(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                  bool in_definition_order, size_t jobs)
      : in_definition_order_(in_definition_order),
        jobs_(jobs),
        part_instructions_(PartInstructions(module, jobs)) {
    for (size_t i = 0; i < jobs * kSlotsPerJob; ++i) {
      slots_.emplace_back(module, options, sugar, in_definition_order);
    }
    if (!MayCut(options)) return;
    for (const HloComputation* computation : module.computations()) {
      if (computation->instruction_count() < 2 * part_instructions_) continue;
      if (options.computation_filter && !options.computation_filter(*computation)) continue;
      large_.emplace_back(computation);
    }
  }

  void Run(absl::FunctionRef<Computations()> find_computations,
           absl::FunctionRef<void(std::string_view)> sink) {
    const auto print_parts = [this] {
      for (LargeComputation& large : large_) large.Order(in_definition_order_);
      while (PrintNext(/*may_wait=*/true)) {
      }
    };
    {
      const ThreadGroup threads(jobs_ - 1, /*stack_bytes=*/0, print_parts);
      const Stop stop(this);  // before the threads are waited for
      SetParts(Cutter(find_computations(), part_instructions_, &large_).Cut());
      for (size_t i = 0; i < parts_.size() && HandOn(i, sink); ++i) {
      }
    }
    if (has_failed_) throw std::bad_alloc();
  }

 private:
  struct Slot {
    Slot(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
         bool in_definition_order)
        : printer(module, options, sugar, in_definition_order) {}
    ModulePrinter printer;
    bool is_full = false;
  };
  struct Stop {
    explicit Stop(ParallelPrinter* to_stop) : printer(to_stop) {}
    ~Stop() {
      const std::lock_guard<std::mutex> lock(printer->mutex_);
      printer->next_ = printer->parts_.size();
      printer->has_parts_ = true;
      printer->changed_.notify_all();
    }
    ParallelPrinter* printer;
  };

  void SetParts(std::vector<Part>&& parts) {
    const std::lock_guard<std::mutex> lock(mutex_);
    parts_ = std::move(parts);
    has_parts_ = true;
    changed_.notify_all();
  }

  void Print(const Part& part, ModulePrinter* printer) {
    if (part.large == nullptr) return printer->PrintAll(part.computations);
    part.large->Order(in_definition_order_);
    printer->PrintLines(part.large->computation(), part.large->Lines(part.begin, part.end),
                        part.begin == 0, part.is_last);
  }

  Slot& SlotOf(size_t part) { return slots_[part % slots_.size()]; }

  // Prints the next part. False if there is none, or no free slot for it.
  bool PrintNext(bool may_wait) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto can_go = [&] {
      return has_parts_ && (next_ >= parts_.size() || next_ < handed_on_ + slots_.size());
    };
    if (may_wait) changed_.wait(lock, can_go);
    if (next_ >= parts_.size() || !can_go()) return false;
    const size_t part = next_++;
    lock.unlock();
    bool ok = true;
    try {
      Print(parts_[part], &SlotOf(part).printer);
    } catch (const std::bad_alloc&) {
      ok = false;
    }
    lock.lock();
    SlotOf(part).is_full = true;
    if (!ok) has_failed_ = true;
    changed_.notify_all();
    return true;
  }

  // Prints other parts until part `i` is ready, and hands it on. False if a thread has failed.
  bool HandOn(size_t i, absl::FunctionRef<void(std::string_view)> sink) {
    Slot& slot = SlotOf(i);
    for (;;) {
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (has_failed_) return false;
        if (slot.is_full) break;
      }
      if (PrintNext(/*may_wait=*/false)) continue;
      std::unique_lock<std::mutex> lock(mutex_);
      changed_.wait(lock, [&] { return slot.is_full || has_failed_; });
    }
    sink(slot.printer.Text());
    slot.printer.ClearText();
    const std::lock_guard<std::mutex> lock(mutex_);
    slot.is_full = false;
    ++handed_on_;
    changed_.notify_all();
    return true;
  }

  const bool in_definition_order_;
  const size_t jobs_;
  const int64_t part_instructions_;
  std::deque<LargeComputation> large_;
  std::deque<Slot> slots_;  // part i goes to slot i modulo their number
  std::mutex mutex_;        // guards the members below, and is_full
  std::condition_variable changed_;
  std::vector<Part> parts_;  // never changes once it is made
  bool has_parts_ = false;
  size_t next_ = 0;       // the part to print next
  size_t handed_on_ = 0;  // parts
  bool has_failed_ = false;
};

}  // namespace

int PrintingThreads(const HloModule& module, const PrintOptions& options, int jobs) {
  // Bodies in place and options that add to the text have a limit for the whole text.
  const bool has_bodies = options.print_subcomputation_mode != SubcomputationMode::kOff &&
                          options.print_subcomputation_mode != SubcomputationMode::kNameOnly;
  const bool may_add = options.print_inline_stack_frames || options.print_operand_shape ||
                       options.print_full_replica_group_list || options.print_large_constants ||
                       options.print_only_essential_constants;
  const int64_t count = module.instruction_count();
  const int64_t threads = std::min<int64_t>(jobs, count / (kLeastPartsPerJob * kLeastInstructions));
  if (threads < 2 || has_bodies || may_add) return 1;
  // Each printer would search the whole module for them.
  if (options.compact_gte && options.print_control_dependencies) return 1;
  // As a single part, a large computation would make the others wait.
  const bool pays = MayCut(options) ||
                    absl::c_all_of(module.computations(), [&](const HloComputation* computation) {
                      return computation->instruction_count() <= count / (int64_t{2} * threads);
                    });
  return pays ? static_cast<int>(threads) : 1;
}

void PrintInParallel(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                     bool in_definition_order, int jobs,
                     absl::FunctionRef<Computations()> find_computations,
                     absl::FunctionRef<void(std::string_view)> sink) {
  ParallelPrinter(module, options, sugar, in_definition_order, static_cast<size_t>(jobs))
      .Run(find_computations, sink);
}

}  // namespace hlo::internal
