// Prints the computations of a module on several threads, in order.
#ifndef HLO_PRINT_PARALLEL_PRINTER_H_
#define HLO_PRINT_PARALLEL_PRINTER_H_

#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/printer.h"
#include "src/print/async_sugar.h"

namespace hlo_text_v1::internal {

// The number of threads, at most `jobs`, that pay: 1 for a short text, and if printing computations
// separately would give another text than printing all of them.
int PrintingThreads(const HloModule& module, const PrintOptions& options, int jobs);

// Passes the texts of `computations`, each with the empty line after it, to `sink`, in this order
// and on the calling thread. `sugar` must have decided for all computations. Throws std::bad_alloc
// if a thread did, and everything that `sink` throws.
void PrintInParallel(const HloModule& module, const PrintOptions& options, const AsyncSugar& sugar,
                     bool in_definition_order, int jobs,
                     absl::Span<const HloComputation* const> computations,
                     absl::FunctionRef<void(std::string_view)> sink);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PRINT_PARALLEL_PRINTER_H_
