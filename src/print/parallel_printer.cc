// The computations are cut into parts of about kPartInstructions. Each thread takes the next part
// and prints it into one of a few slots; the calling thread prints parts, too, but first hands on
// the ones whose turn it is. No thread runs ahead of that by more than the slots, so memory is
// bounded however long the text is.
#include "src/print/parallel_printer.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <vector>

#include "absl/algorithm/container.h"
#include "src/base/thread_group.h"
#include "src/print/module_printer.h"

namespace hlo::internal {

namespace {

// Some hundred kilobytes of text: a slot stays in a core's cache.
constexpr int64_t kPartInstructions = 512;
// With fewer parts to a thread it does not pay: some megabytes of text, as for parsing.
constexpr int64_t kLeastPartsPerJob = 32;
constexpr size_t kSlotsPerJob = 2;

using Computations = absl::Span<const HloComputation* const>;

std::vector<Computations> Cut(Computations all) {
  std::vector<Computations> parts;
  size_t begin = 0;
  int64_t count = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    count += all[i]->instruction_count();
    if (count < kPartInstructions && i + 1 < all.size()) continue;
    parts.push_back(all.subspan(begin, i + 1 - begin));
    begin = i + 1;
    count = 0;
  }
  return parts;
}

class ParallelPrinter {
 public:
  ParallelPrinter(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                  bool in_definition_order, std::vector<Computations> parts, size_t jobs)
      : parts_(std::move(parts)) {
    for (size_t i = 0; i < jobs * kSlotsPerJob; ++i) {
      slots_.emplace_back(module, options, sugar, in_definition_order);
    }
  }

  void Run(size_t jobs, absl::FunctionRef<void(std::string_view)> sink) {
    const auto print_parts = [this] {
      while (PrintNext(/*may_wait=*/true)) {
      }
    };
    {
      const ThreadGroup threads(jobs - 1, /*stack_bytes=*/0, print_parts);
      const Stop stop(this);  // before the threads are waited for
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
      printer->changed_.notify_all();
    }
    ParallelPrinter* printer;
  };

  Slot& SlotOf(size_t part) { return slots_[part % slots_.size()]; }

  // Prints the next part. False if there is none, or none without waiting for a slot.
  bool PrintNext(bool may_wait) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto can_go = [&] {
      return next_ >= parts_.size() || next_ < handed_on_ + slots_.size();
    };
    if (may_wait) changed_.wait(lock, can_go);
    if (next_ >= parts_.size() || !can_go()) return false;
    const size_t part = next_++;
    lock.unlock();
    bool ok = true;
    try {
      SlotOf(part).printer.PrintAll(parts_[part]);
    } catch (const std::bad_alloc&) {
      ok = false;
    }
    lock.lock();
    SlotOf(part).is_full = true;
    if (!ok) has_failed_ = true;
    changed_.notify_all();
    return true;
  }

  // Prints others until part `i` is there, and hands it on. False if a thread has failed.
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

  const std::vector<Computations> parts_;
  std::deque<Slot> slots_;  // part i goes to slot i modulo their number
  std::mutex mutex_;        // for what follows, and is_full
  std::condition_variable changed_;
  size_t next_ = 0;       // the part to print next
  size_t handed_on_ = 0;  // parts
  bool has_failed_ = false;
};

}  // namespace

bool PaysInParallel(const HloModule& module, const PrintOptions& options, int jobs) {
  // Bodies in place and what adds to the text have a limit for the whole text.
  const bool has_bodies = options.print_subcomputation_mode != SubcomputationMode::kOff &&
                          options.print_subcomputation_mode != SubcomputationMode::kNameOnly;
  const bool may_add = options.print_inline_stack_frames || options.print_operand_shape ||
                       options.print_full_replica_group_list || options.print_large_constants ||
                       options.print_only_essential_constants;
  if (jobs < 2 || has_bodies || may_add) return false;
  // Each printer would look for them in the whole module.
  if (options.compact_gte && options.print_control_dependencies) return false;
  const int64_t count = module.instruction_count();
  if (count < jobs * kLeastPartsPerJob * kPartInstructions) return false;
  // A large computation is one part: the other threads would wait for it, and all its text is held.
  return absl::c_all_of(module.computations(), [&](const HloComputation* computation) {
    return computation->instruction_count() <= count / (int64_t{2} * jobs);
  });
}

void PrintInParallel(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                     bool in_definition_order, Computations computations, int jobs,
                     absl::FunctionRef<void(std::string_view)> sink) {
  std::vector<Computations> parts = Cut(computations);
  const size_t threads = std::min(static_cast<size_t>(jobs), parts.size());
  if (threads == 0) return;
  ParallelPrinter(module, options, sugar, in_definition_order, std::move(parts), threads)
      .Run(threads, sink);
}

}  // namespace hlo::internal
