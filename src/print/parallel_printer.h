// Prints the computations of a module on several threads, in order.
#ifndef HLO_PRINT_PARALLEL_PRINTER_H_
#define HLO_PRINT_PARALLEL_PRINTER_H_

#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/print_options.h"
#include "src/print/async_sugar.h"

namespace hlo::internal {

// How many of `jobs` threads pay: 1 for a short text, and if printers that each print some
// computations would not write what one printer of all writes.
int PrintingThreads(const HloModule& module, const PrintOptions& options, int jobs);

// Hands the texts of what `find_computations` returns, each with the empty line after it, to `sink`
// in this order. Calls both on the calling thread only; the others begin before the first returns.
// `sugar` has decided for all computations when the first returns. Throws std::bad_alloc if a
// thread did, and what the functions throw.
void PrintInParallel(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                     bool in_definition_order, int jobs,
                     absl::FunctionRef<absl::Span<const HloComputation* const>()> find_computations,
                     absl::FunctionRef<void(std::string_view)> sink);

}  // namespace hlo::internal

#endif  // HLO_PRINT_PARALLEL_PRINTER_H_
