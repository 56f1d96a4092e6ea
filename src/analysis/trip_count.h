// The part of TripCount (hlo/call_graph.h) that reads a backend_config, and what a count means.
#ifndef HLO_ANALYSIS_TRIP_COUNT_H_
#define HLO_ANALYSIS_TRIP_COUNT_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "hlo/module.h"

namespace hlo_text_v1::internal {

// n of {"known_trip_count":{"n":"10"}} in a backend_config; nullopt if there is none. Linear.
std::optional<int64_t> TripCountIn(std::string_view backend_config);

// How often one run of `caller`, a loop with `trips` or another call, runs its `callee`: the
// condition also when it ends the loop. Without a count, once.
inline double RunsOfCallee(const HloInstruction& caller, const HloComputation* callee,
                           std::optional<int64_t> trips) {
  const bool ends = trips.has_value() && callee == caller.while_condition();
  return static_cast<double>(trips.value_or(1)) + (ends ? 1 : 0);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_TRIP_COUNT_H_
