// The computations are cut into parts of a few hundred instructions, even within a large one, and
// an OrderedPool prints the parts. No thread runs far ahead of the sink, so the texts take little
// memory however long the whole is.
#include "src/print/parallel_printer.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "src/base/ordered_pool.h"
#include "src/ir/instruction_order.h"
#include "src/print/module_printer.h"

namespace hlo_text_v1::internal {

namespace {

// The number of instructions in a part. The maximum is a few hundred kilobytes of text, so that it
// stays in a core's cache. The minimum is for short texts, where the first touch of each printer's
// pages counts: a model of 4 MB gains 1.5 instead of 1.1.
constexpr int64_t kMostInstructions = 512;
constexpr int64_t kLeastInstructions = 128;
constexpr int64_t kPartsPerJob = 32;
// With fewer parts per thread it does not pay: a megabyte of text, as for parsing.
constexpr int64_t kLeastPartsPerJob = 16;
constexpr size_t kPrintersPerJob = 2;

// Canonical numbers run through a computation.
bool MayCut(const PrintOptions& options) { return !options.canonicalize_instruction_names; }

using Computations = absl::Span<const HloComputation* const>;

// A computation of several parts. The first thread that prints one of them orders its lines.
class LargeComputation {
 public:
  explicit LargeComputation(const HloComputation& computation) : computation_(computation) {}

  void Print(size_t begin, size_t end, bool in_definition_order, ModulePrinter* printer) {
    std::call_once(is_ordered_, [&] {
      if (!in_definition_order) {
        lines_ = InstructionOrder().PrintOrder(computation_);
        return;
      }
      lines_.reserve(static_cast<size_t>(computation_.instruction_count()));
      for (const HloInstruction* instruction : computation_.instructions())
        lines_.push_back(instruction);
    });
    printer->PrintLines(computation_, absl::MakeConstSpan(lines_).subspan(begin, end - begin),
                        begin == 0, end == lines_.size());
  }

 private:
  const HloComputation& computation_;
  std::once_flag is_ordered_;
  std::vector<const HloInstruction*> lines_;
};

// Some computations, or lines of a large one.
struct Part {
  Computations computations;
  LargeComputation* large = nullptr;
  size_t begin = 0;
  size_t end = 0;
};

// Cuts computations of twice `size` instructions if `may_cut`; these go to *large.
std::vector<Part> CutIntoParts(Computations all, size_t size, bool may_cut,
                               std::deque<LargeComputation>* large) {
  std::vector<Part> parts;
  size_t begin = 0, count = 0;
  const auto end_part = [&](size_t end) {
    if (end > begin) parts.push_back({all.subspan(begin, end - begin)});
    begin = end;
    count = 0;
  };
  for (size_t i = 0; i < all.size(); ++i) {
    const auto lines = static_cast<size_t>(all[i]->instruction_count());
    if (may_cut && lines >= 2 * size) {
      end_part(i);
      large->emplace_back(*all[i]);
      const size_t pieces = lines / size;
      for (size_t k = 0; k < pieces; ++k) {
        parts.push_back({{}, &large->back(), lines * k / pieces, lines * (k + 1) / pieces});
      }
      begin = i + 1;
    } else if ((count += lines) >= size) {
      end_part(i + 1);
    }
  }
  end_part(all.size());
  return parts;
}

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
                     bool in_definition_order, int jobs, Computations computations,
                     absl::FunctionRef<void(std::string_view)> sink) {
  const int64_t size = std::clamp(module.instruction_count() / (kPartsPerJob * jobs),
                                  kLeastInstructions, kMostInstructions);
  std::deque<LargeComputation> large;
  const std::vector<Part> parts =
      CutIntoParts(computations, static_cast<size_t>(size), MayCut(options), &large);
  // Printers whose text the sink has had: the next text goes to memory that was touched before.
  std::mutex mutex;
  std::vector<std::unique_ptr<ModulePrinter>> idle;
  const auto print = [&](size_t i) {
    std::unique_ptr<ModulePrinter> printer;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      if (!idle.empty()) {
        printer = std::move(idle.back());
        idle.pop_back();
      }
    }
    if (printer == nullptr) {
      printer = std::make_unique<ModulePrinter>(module, options, sugar, in_definition_order);
    }
    const Part& part = parts[i];
    if (part.large == nullptr) {
      printer->PrintAll(part.computations);
    } else {
      part.large->Print(part.begin, part.end, in_definition_order, printer.get());
    }
    return printer;
  };
  OrderedPool<std::unique_ptr<ModulePrinter>> pool(parts.size(), jobs, print, kPrintersPerJob,
                                                   /*caller_works=*/true);
  while (auto printer = pool.Next()) {
    sink((*printer)->Text());
    (*printer)->ClearText();
    const std::lock_guard<std::mutex> lock(mutex);
    idle.push_back(*std::move(printer));
  }
}

}  // namespace hlo_text_v1::internal
