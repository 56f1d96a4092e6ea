// Changes all shapes of a module at once.
#ifndef HLO_REDUCE_MAP_SHAPES_H_
#define HLO_REDUCE_MAP_SHAPES_H_

#include <functional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

// Replaces each shape by map(shape, mapped), where `mapped` is the shape with its elements replaced
// already, and the result of the module's pool: of instructions, constants (which get zeros if
// their size changes), attributes and the entry layout.
using ShapeMapper = absl::FunctionRef<const Shape*(const Shape* shape, const Shape* mapped)>;
void MapShapes(HloModule& module, ShapeMapper map);

// Infers shapes again where an instruction's shape does not fit its operands.
void InferShapesAgain(HloModule& module);

// Whether its layout is the default one, or it has none.
bool HasDefaultLayout(const Shape& array);

// The different array shapes of the module, in order of the text.
std::vector<const Shape*> ArrayShapes(const HloModule& module);

}  // namespace hlo_text_v1::internal

#endif  // HLO_REDUCE_MAP_SHAPES_H_
