// Converts fields of a shape to Python values, for Shape and Instruction.
#ifndef HLO_PYTHON_SRC_SHAPE_FIELDS_H_
#define HLO_PYTHON_SRC_SHAPE_FIELDS_H_

#include <nanobind/nanobind.h>

#include <string>

#include "hlo/shape.h"

namespace hlo_python {

// hlo::PrintShape with layouts; shapes may nest deeply.
std::string ShapeText(const hlo::Shape& shape);
nanobind::str ElementType(const hlo::Shape& shape);
// -1 for an unbounded dimension.
nanobind::list Dimensions(const hlo::Shape& shape);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_SHAPE_FIELDS_H_
