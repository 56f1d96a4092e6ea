// Callers come after callees in the numbering, so walking it backwards meets each computation after
// all that call it.
#include "src/tables/loops.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"

namespace hlo::internal {
namespace {

// Takes blanks and `token` off the front of `text`.
bool Take(std::string_view token, std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(" \t\r\n"), text->size()));
  if (text->substr(0, token.size()) != token) return false;
  text->remove_prefix(token.size());
  return true;
}

}  // namespace

std::optional<int64_t> TripCountIn(std::string_view backend_config) {
  constexpr std::string_view kKey = "\"known_trip_count\"";
  const size_t at = backend_config.find(kKey);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = backend_config.substr(at + kKey.size());
  if (!Take(":", &rest) || !Take("{", &rest) || !Take("\"n\"", &rest) || !Take(":", &rest)) {
    return std::nullopt;
  }
  Take("\"", &rest);  // protobuf writes an int64 as a string
  int64_t count = 0;
  const size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (!absl::SimpleAtoi(Absl(rest.substr(0, digits)), &count)) return std::nullopt;
  return count;
}

std::optional<int64_t> KnownTripCount(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kWhile) return std::nullopt;
  return TripCountIn(instruction.backend_config());
}

Executions::Executions(const ModuleNumbering& numbering, const CallGraph& calls)
    : numbering_(numbering), counts_(numbering.computations().size()) {
  for (size_t i = counts_.size(); i-- > 0;) {
    const HloComputation& computation = *numbering.computations()[i];
    counts_[i] = computation.IsEntry() ? 1 : Count(computation, calls);
  }
}

std::optional<int64_t> Executions::Count(const HloComputation& computation,
                                         const CallGraph& calls) const {
  int64_t sum = 0;
  for (const HloInstruction* caller : calls.callers(computation)) {
    const std::optional<int64_t> outer = of(*caller->parent());
    if (!outer.has_value()) return std::nullopt;
    int64_t times = *outer;
    if (caller->opcode() == HloOpcode::kWhile && *outer != 0) {
      const std::optional<int64_t> trips = KnownTripCount(*caller);
      if (!trips.has_value()) return std::nullopt;
      // The condition also runs when it ends the loop.
      const int64_t more = caller->while_condition() == &computation ? 1 : 0;
      times = SaturatedProduct(times, SaturatedSum(*trips, more));
    }
    sum = SaturatedSum(sum, times);
  }
  return sum;
}

}  // namespace hlo::internal
