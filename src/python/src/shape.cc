// Shape: the shape of a value; compares equal to its text.
#include "hlo/shape.h"

#include <string>

#include "hlo/print_values.h"
#include "module.h"
#include "text.h"

namespace hlo_python {

std::string ShapeText(const hlo::Shape& shape) {
  if (!shape.cached_text().empty()) return std::string(shape.cached_text());
  return WithStack([&] { return hlo::PrintShape(shape); });
}

nb::str ElementType(const hlo::Shape& shape) {
  return ToStr(hlo::PrimitiveTypeName(shape.element_type()));
}

nb::list Dimensions(const hlo::Shape& shape) {
  nb::list list;
  for (int64_t size : shape.dimensions()) list.append(size == hlo::kUnboundedSize ? -1 : size);
  return list;
}

namespace {

bool Equals(const Shape& a, nb::handle other) {
  Shape b;
  if (nb::try_cast<Shape>(other, b)) {
    return a.object == b.object || ShapeText(*a) == ShapeText(*b);
  }
  return PyUnicode_Check(other.ptr()) && ToStr(ShapeText(*a)).equal(other);
}

}  // namespace

void DefineShape(nb::module_& m) {
  nb::class_<Shape> type(
      m, "Shape",
      "The shape of a value: str(shape) is 'f32[2,3]{1,0}'. Equal to a Shape or a str with the "
      "same text.");
  type.def("__str__", [](const Shape& s) { return ToStr(ShapeText(*s)); });
  type.def("__repr__",
           [](const Shape& s) { return ToStr("<hlo_text.Shape " + ShapeText(*s) + ">"); });
  type.def("__eq__", Equals, nb::sig("def __eq__(self, other: object, /) -> bool"));
  type.def("__hash__", [](const Shape& s) { return nb::hash(ToStr(ShapeText(*s))); });
  type.def_prop_ro(
      "element_type", [](const Shape& s) { return ElementType(*s); },
      "'f32', 'pred', 'token', 'opaque'; 'tuple' or 'buffer' for shapes that contain shapes.");
  type.def_prop_ro(
      "dimensions", [](const Shape& s) { return Dimensions(*s); },
      nb::sig("def dimensions(self) -> list[int]"),
      "Sizes of an array, major to minor. For a dynamic dimension its bound, or -1 if unbounded.");
  type.def_prop_ro("is_tuple", [](const Shape& s) { return s->IsTuple(); }, "True for a tuple.");
  type.def_prop_ro(
      "tuple_shapes", [](const Shape& s) { return ToList(s, s->tuple_shapes()); },
      nb::sig("def tuple_shapes(self) -> list[Shape]"),
      "Elements of a tuple, or the shape in a buffer; empty for anything else.");
}

}  // namespace hlo_python
