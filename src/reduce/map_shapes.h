// Changes all shapes of a module at once.
#ifndef HLO_REDUCE_MAP_SHAPES_H_
#define HLO_REDUCE_MAP_SHAPES_H_

#include <functional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/module.h"

namespace hlo::internal {

// Replaces each array shape, also in tuples, by map(shape), of the module's pool: of instructions,
// constants (which get zeros if their size changes), attributes and the entry layout.
void MapShapes(HloModule& module, absl::FunctionRef<const Shape*(const Shape*)> map);

// The different array shapes of the module, in order of the text.
std::vector<const Shape*> ArrayShapes(const HloModule& module);

}  // namespace hlo::internal

#endif  // HLO_REDUCE_MAP_SHAPES_H_
