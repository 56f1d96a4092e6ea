// Moves the ranges of a diagnostic whose text becomes part of another text.
#ifndef HLO_DIAGNOSTICS_MOVE_RANGES_H_
#define HLO_DIAGNOSTICS_MOVE_RANGES_H_

#include <cstdint>
#include <vector>

#include "hlo/diagnostic.h"

namespace hlo_text_v1::internal {

// Calls move(&begin, &end) for the range of `diagnostic`, then for those of its notes and
// suggestions.
template <typename Move>
void MoveRanges(Diagnostic* diagnostic, Move move) {
  move(&diagnostic->begin, &diagnostic->end);
  for (DiagnosticNote& note : diagnostic->notes) move(&note.begin, &note.end);
  for (DiagnosticSuggestion& each : diagnostic->suggestions) move(&each.begin, &each.end);
}

// Sets each offset in `diagnostics` to map(offset).
template <typename Map>
void MapOffsets(Map map, std::vector<Diagnostic>* diagnostics) {
  for (Diagnostic& diagnostic : *diagnostics) {
    MoveRanges(&diagnostic, [&map](uint32_t* begin, uint32_t* end) {
      *begin = map(*begin);
      *end = map(*end);
    });
  }
}

// Moves all of `diagnostics` by `offset` bytes.
inline void MoveRangesBy(uint32_t offset, std::vector<Diagnostic>* diagnostics) {
  MapOffsets([offset](uint32_t at) { return at + offset; }, diagnostics);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIAGNOSTICS_MOVE_RANGES_H_
