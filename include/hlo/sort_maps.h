// One order for what is written in any order: the JSON in attributes.
//
//   hlo::SortMaps(*module);  // backend_config={"b":1, "a":2} -> backend_config={"a":2,"b":1}
//
// Configurations come from protocol buffers with maps, which are written as the hash table has
// them, differently from run to run; sorted, they can be compared.
#ifndef HLO_SORT_MAPS_H_
#define HLO_SORT_MAPS_H_

#include "hlo/module.h"

namespace hlo {

// Rewrites each value of backend_config (of instructions, computations and the module) and of
// frontend_attributes that is JSON in XLA's lenient sense: without white space, the members of each
// object sorted by their text, `"key":value`, byte by byte, members of equal key by value. Arrays
// keep their order, literals their spelling. A value that is not JSON, or is nested deeper than
// 500, stays as it is. frontend_attributes themselves are always sorted by key. Values that change
// are put into the module's arena. n log n in the length of a value; never fails.
// Source: XLA sort_backend_config.
void SortMaps(HloModule& module);

}  // namespace hlo

#endif  // HLO_SORT_MAPS_H_
