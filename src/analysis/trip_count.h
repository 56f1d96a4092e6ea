// The part of TripCount (hlo/call_graph.h) that reads a backend_config.
#ifndef HLO_ANALYSIS_TRIP_COUNT_H_
#define HLO_ANALYSIS_TRIP_COUNT_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlo_text_v1::internal {

// n of {"known_trip_count":{"n":"10"}} in a backend_config; nullopt if there is none. Linear.
std::optional<int64_t> TripCountIn(std::string_view backend_config);

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_TRIP_COUNT_H_
