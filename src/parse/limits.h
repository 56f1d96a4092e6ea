// Resolves the limits of ParseOptions for a text of a given size; 0 means the default.
#ifndef HLO_PARSE_LIMITS_H_
#define HLO_PARSE_LIMITS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hlo/parser.h"

namespace hlo {

inline size_t ExpansionLimit(const ParseOptions& options, size_t text) {
  if (options.max_expansion_bytes != 0) return options.max_expansion_bytes;
  return ParseOptions::kMinExpansion + ParseOptions::kExpansionFactor * text;
}

inline size_t MemoryLimit(const ParseOptions& options, size_t text) {
  if (options.max_memory_bytes != 0) return options.max_memory_bytes;
  const size_t limit = ParseOptions::kMinMemory + ParseOptions::kMemoryFactor * text;
  return limit + std::min(ExpansionLimit(options, text), SIZE_MAX - limit);
}

}  // namespace hlo

#endif  // HLO_PARSE_LIMITS_H_
