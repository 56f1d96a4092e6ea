// Shape: an immutable type of values; compares equal to its text. A Shape made in Python has a
// module of its own; functions that take shapes also take their text.
#include "hlo/shape.h"

#include <string>

#include "diagnostics.h"
#include "errors.h"
#include "hlo/memory_layout.h"
#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "module.h"
#include "text.h"
#include "values.h"

namespace hlo_python {

std::string ShapeText(const hlo::Shape& shape) {
  if (!shape.cached_text().empty()) return std::string(shape.cached_text());
  return hlo::PrintShape(shape);
}

namespace {

const hlo::Shape* ParseInto(ModuleState& state, std::string_view text) {
  std::vector<hlo::Diagnostic> diagnostics;
  const absl::StatusOr<const hlo::Shape*> shape =
      hlo::ParseShape(text, state.module.shapes(), {}, &diagnostics);
  if (!shape.ok()) RaiseParseError(shape.status(), diagnostics, text, "<shape>");
  return *shape;
}

Shape NewShape(std::string_view text) {
  auto state = std::make_shared<ModuleState>();
  const hlo::Shape* shape = ParseInto(*state, text);
  return {std::move(state), shape};
}

}  // namespace

const hlo::Shape* ToShape(ModuleState& state, nb::handle value) {
  if (value.is_none()) return nullptr;
  Shape shape;
  if (nb::try_cast<Shape>(value, shape)) {
    return shape.owner.get() == &state ? shape.object : ParseInto(state, ShapeText(*shape));
  }
  if (!PyUnicode_Check(value.ptr())) {
    Raise(PyExc_TypeError, "expects a Shape or its text, not " + TypeName(value));
  }
  const TextArgument text(value);
  return ParseInto(state, text.view());
}

std::vector<const hlo::Shape*> ToShapes(ModuleState& state, nb::handle values) {
  std::vector<const hlo::Shape*> shapes;
  for (nb::handle value : ToPythonList(values)) {
    shapes.push_back(ToShape(state, value));
    if (shapes.back() == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
  }
  return shapes;
}

namespace {

Shape ToAnyShape(nb::handle value) {
  Shape shape;
  if (nb::try_cast<Shape>(value, shape)) return shape;
  auto state = std::make_shared<ModuleState>();
  const hlo::Shape* object = ToShape(*state, value);
  if (object == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
  return {std::move(state), object};
}

Shape MakeArray(std::string_view element_type, nb::handle dimensions, nb::handle minor_to_major) {
  hlo::Arena arena;
  const hlo::PrimitiveType type = ToElementType(element_type);
  std::string text(hlo::PrimitiveTypeName(type));
  const auto append = [&](absl::Span<const int64_t> numbers, char open, char close) {
    text += open;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (i > 0) text += ',';
      text += std::to_string(numbers[i]);
    }
    text += close;
  };
  const absl::Span<const int64_t> sizes = ToInts("dimensions", dimensions, arena);
  for (const int64_t size : sizes) {
    if (size < 0) throw nb::value_error("dimensions: must not be negative");
  }
  append(sizes, '[', ']');
  if (!minor_to_major.is_none()) {
    append(ToInts("minor_to_major", minor_to_major, arena), '{', '}');
  }
  return NewShape(text);
}

Shape MakeTuple(nb::handle elements) {
  auto state = std::make_shared<ModuleState>();
  const std::vector<const hlo::Shape*> shapes = ToShapes(*state, elements);
  const hlo::Shape* tuple = state->module.shapes().Tuple(shapes);
  return {std::move(state), tuple};
}

nb::object Equals(const Shape& a, nb::handle other) {
  Shape b;
  if (nb::try_cast<Shape>(other, b)) {
    return nb::bool_(a.object == b.object || ShapeText(*a) == ShapeText(*b));
  }
  if (!PyUnicode_Check(other.ptr())) return nb::borrow(Py_NotImplemented);
  return nb::bool_(ToStr(ShapeText(*a)).equal(other));
}

// -1 for an unbounded dimension.
nb::tuple Dimensions(const Shape& s) {
  nb::list list;
  for (int64_t size : s->dimensions()) list.append(size == hlo::kUnboundedSize ? -1 : size);
  return nb::tuple(list);
}

nb::object Layout(const Shape& s) {
  if (s->layout() == nullptr) return nb::none();
  const hlo::Layout& l = *s->layout();
  nb::list tiles;
  for (const hlo::Tile& tile : l.tiles) {
    nb::list sizes;
    for (int64_t size : tile.dimensions) {
      if (size == hlo::kCombineDimension) {
        sizes.append("*");
      } else if (size == hlo::kMatchDimension) {
        sizes.append("d");
      } else {
        sizes.append(size);
      }
    }
    tiles.append(nb::tuple(sizes));
  }
  const auto type = [](hlo::PrimitiveType t) {
    return t == hlo::PrimitiveType::kInvalid ? nb::object(nb::none())
                                             : nb::object(ToStr(hlo::PrimitiveTypeName(t)));
  };
  return MakeValue("Layout", nb::make_tuple(ToTuple(l.minor_to_major), nb::tuple(tiles),
                                            l.tail_padding_alignment, type(l.index_primitive_type),
                                            type(l.pointer_primitive_type), l.element_size_in_bits,
                                            l.memory_space, ToTuple(l.split_configs),
                                            l.dynamic_shape_metadata_prefix_bytes));
}

nb::object ElementCount(const Shape& s) {
  const std::optional<int64_t> count = hlo::ElementCount(*s);
  if (!count.has_value()) Raise(PyExc_OverflowError, "the number of elements does not fit 64 bits");
  return nb::int_(*count);
}

nb::object DynamicDimensions(const Shape& s) {
  nb::list list;
  for (int64_t i = 0; i < s->rank(); ++i) list.append(s->is_dynamic_dimension(i));
  return nb::tuple(list);
}

nb::object Subshape(const Shape& s, nb::handle index) {
  hlo::Arena arena;
  const absl::Span<const int64_t> path = ToInts("index", index, arena);
  const hlo::Shape* shape = nullptr;
  bool in_range = true;
  for (const int64_t i : path) in_range = in_range && i >= 0;
  if (in_range) shape = hlo::Subshape(*s, path);
  if (shape == nullptr) Raise(PyExc_IndexError, "the shape has nothing at this index");
  return nb::cast(s.To(shape));
}

void CheckArray(const Shape& s) {
  if (!s->IsArray()) throw nb::value_error("the shape is not an array");
}

nb::object LinearIndex(const Shape& s, nb::handle index) {
  CheckArray(s);
  hlo::Arena arena;
  const absl::Span<const int64_t> at = ToInts("index", index, arena);
  std::optional<int64_t> offset;
  if (static_cast<int64_t>(at.size()) == s->rank()) offset = hlo::LinearIndex(*s, at);
  if (!offset.has_value()) Raise(PyExc_IndexError, "the array has no element at this index");
  return nb::int_(*offset);
}

nb::object MultiIndex(const Shape& s, int64_t offset) {
  CheckArray(s);
  const std::optional<std::vector<int64_t>> index = hlo::MultiIndex(*s, offset);
  if (!index.has_value()) Raise(PyExc_IndexError, "no element is at this offset");
  return ToTuple(absl::Span<const int64_t>(*index));
}

void DefineKinds(nb::class_<Shape>& type) {
  type.def_prop_ro(
      "element_type",
      [](const Shape& s) { return ToStr(hlo::PrimitiveTypeName(s->element_type())); },
      "'f32', 'pred', 'token', 'opaque'; 'tuple' or 'buffer' for shapes that contain shapes.");
  type.def_prop_ro("is_array", [](const Shape& s) { return s->IsArray(); }, "True for an array.");
  type.def_prop_ro("is_tuple", [](const Shape& s) { return s->IsTuple(); }, "True for a tuple.");
  type.def_prop_ro("is_token", [](const Shape& s) { return s->IsToken(); }, "True for token[].");
  type.def_prop_ro(
      "is_scalar", [](const Shape& s) { return s->IsScalar(); },
      "True for an array without dimensions.");
  type.def_prop_ro(
      "is_static", [](const Shape& s) { return s->is_static(); },
      "False for an array with a dynamic dimension.");
}

void DefineSizes(nb::class_<Shape>& type) {
  type.def_prop_ro(
      "dimensions", Dimensions, nb::sig("def dimensions(self) -> tuple[int, ...]"),
      "Sizes of an array, major to minor. For a dynamic dimension its bound, or -1 if unbounded.");
  type.def_prop_ro("rank", [](const Shape& s) { return s->rank(); }, "len(dimensions).");
  type.def_prop_ro("dynamic_dimensions", DynamicDimensions,
                   nb::sig("def dynamic_dimensions(self) -> tuple[bool, ...]"),
                   "Whether each dimension is dynamic, <=8 or ?.");
  type.def_prop_ro(
      "element_count", ElementCount, nb::sig("def element_count(self) -> int"),
      "Product of the dimensions, bounds as sizes; 1 for a scalar. OverflowError if it "
      "does not fit 64 bits.");
  type.def_prop_ro(
      "byte_size", [](const Shape& s) { return hlo::ByteSizeOf(*s); },
      "Bytes of the elements without padding; of a tuple the sum.");
  type.def_prop_ro(
      "allocated_bytes", [](const Shape& s) { return hlo::AllocatedBytesOf(*s); },
      "Bytes in memory, with the padding of tiles.");
  type.def_prop_ro("layout", Layout, nb::sig("def layout(self) -> hlo_text.Layout | None"),
                   "How an array lies in memory; None for anything else.");
  type.def_prop_ro(
      "tuple_shapes", [](const Shape& s) { return ToList(s, s->tuple_shapes()); },
      nb::sig("def tuple_shapes(self) -> list[Shape]"),
      "Elements of a tuple, or the shape in a buffer; empty for anything else.");
}

void DefineQuestions(nb::class_<Shape>& type) {
  type.def("subshape", Subshape, nb::arg("index"),
           nb::sig("def subshape(self, index: collections.abc.Sequence[int]) -> Shape"),
           "The part of nested tuples at an index: (1, 0) is element 0 of element 1. IndexError if "
           "there is none.");
  type.def("linear_index", LinearIndex, nb::arg("index"),
           nb::sig("def linear_index(self, index: collections.abc.Sequence[int]) -> int"),
           "Where the element at an index is in memory, counting elements; tiles included.");
  type.def("multi_index", MultiIndex, nb::arg("offset"),
           nb::sig("def multi_index(self, offset: int) -> tuple[int, ...]"),
           "The element at an offset in memory; IndexError for padding.");
  type.def(
      "compatible",
      [](const Shape& s, nb::handle other) {
        return hlo::ShapesCompatible(*s, *ToAnyShape(other));
      },
      nb::arg("other"), nb::sig("def compatible(self, other: Shape | str) -> bool"),
      "Whether element types, sizes and tuples agree, whatever the layouts.");
  type.def(
      "to_string", [](const Shape& s, bool layout) { return ToStr(hlo::PrintShape(*s, layout)); },
      nb::kw_only(), nb::arg("layout") = true, "The text, also without layouts.");
}

}  // namespace

void DefineShape(nb::module_& m) {
  nb::class_<Shape> type(
      m, "Shape",
      "The shape of a value: str(shape) is 'f32[2,3]{1,0}'. Equal to a Shape or a str with the "
      "same text. Shape(text) reads one; wherever a shape is expected, its text will do.");
  type.def(
      "__init__",
      [](Shape* self, nb::handle text) {
        if (!PyUnicode_Check(text.ptr())) {
          Raise(PyExc_TypeError, "expects the text of a shape, not " + TypeName(text));
        }
        new (self) Shape(NewShape(TextArgument(text).view()));
      },
      nb::arg("text"), nb::sig("def __init__(self, text: str) -> None"),
      "Reads a shape; ParseError if there is none.");
  type.def_static("array", MakeArray, nb::arg("element_type"), nb::arg("dimensions"),
                  nb::arg("minor_to_major") = nb::none(),
                  nb::sig("def array(element_type: str, dimensions: collections.abc.Sequence[int], "
                          "minor_to_major: collections.abc.Sequence[int] | None = None) -> Shape"),
                  "An array shape: Shape.array('f32', (2, 3)).");
  type.def_static("tuple_of", MakeTuple, nb::arg("elements"),
                  nb::sig("def tuple_of(elements: collections.abc.Iterable[Shape | str]) -> Shape"),
                  "A tuple shape.");
  type.def("__str__", [](const Shape& s) { return ToStr(ShapeText(*s)); });
  type.def("__repr__",
           [](const Shape& s) { return ToStr("<hlo_text.Shape " + ShapeText(*s) + ">"); });
  type.def("__eq__", Equals, nb::arg("other").none(),
           nb::sig("def __eq__(self, other: object, /) -> bool"));
  type.def("__hash__", [](const Shape& s) { return nb::hash(ToStr(ShapeText(*s))); });
  type.def(
      "__reduce__",
      [](const Shape& s) {
        return nb::make_tuple(nb::type<Shape>(), nb::make_tuple(ToStr(ShapeText(*s))));
      },
      nb::sig("def __reduce__(self) -> tuple[type[Shape], tuple[str]]"), "For pickle.");
  DefineKinds(type);
  DefineSizes(type);
  DefineQuestions(type);
}

}  // namespace hlo_python
