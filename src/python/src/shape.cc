// Shape: an immutable type of values; compares equal to its text. A Shape made in Python has a
// module of its own; functions that take shapes also take their text.
#include "hlo/shape.h"

#include <string>

#include "bind.h"
#include "diagnostics.h"
#include "hlo/memory_layout.h"
#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "hlo/shape_inference.h"

HLO_PYTHON_CLASS(hlo_text::Layout, "Layout")

namespace hlo_python {

std::string ShapeText(const hlo_text::Shape& shape) {
  if (!shape.cached_text().empty()) return std::string(shape.cached_text());
  return hlo_text::PrintShape(shape);
}

const hlo_text::Shape* SubshapeAt(const hlo_text::Shape& shape, absl::Span<const int64_t> index) {
  for (const int64_t number : index) {
    if (number < 0) return nullptr;
  }
  return hlo_text::Subshape(shape, index);
}

namespace {

const hlo_text::Shape* ParseInto(ModuleState& state, std::string_view text) {
  std::vector<hlo_text::Diagnostic> diagnostics;
  const absl::StatusOr<const hlo_text::Shape*> shape =
      hlo_text::ParseShape(text, state.module.shapes(), {}, &diagnostics);
  if (!shape.ok()) RaiseParseError(shape.status(), diagnostics, text, "<shape>");
  return *shape;
}

Shape NewShape(std::string_view text) {
  auto state = std::make_shared<ModuleState>();
  const hlo_text::Shape* shape = ParseInto(*state, text);
  return {std::move(state), shape};
}

}  // namespace

const hlo_text::Shape* ToShape(ModuleState& state, nb::handle value) {
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

std::vector<const hlo_text::Shape*> ToShapes(ModuleState& state, nb::handle values) {
  std::vector<const hlo_text::Shape*> shapes;
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
  const hlo_text::Shape* object = ToShape(*state, value);
  if (object == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
  return {std::move(state), object};
}

Shape MakeArray(std::string_view element_type, IntList dimensions, IntList minor_to_major) {
  hlo_text::Arena arena;
  const hlo_text::PrimitiveType type = ToElementType(element_type);
  std::string text(hlo_text::PrimitiveTypeName(type));
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

Shape MakeTuple(ShapeList elements) {
  auto state = std::make_shared<ModuleState>();
  const std::vector<const hlo_text::Shape*> shapes = ToShapes(*state, elements);
  const hlo_text::Shape* tuple = state->module.shapes().Tuple(shapes);
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
Tuple<int64_t> Dimensions(const Shape& s) {
  nb::list list;
  for (int64_t size : s->dimensions()) list.append(size == hlo_text::kUnboundedSize ? -1 : size);
  return nb::tuple(list);
}

Tuple<bool> DynamicDimensions(const Shape& s) {
  nb::list list;
  for (int64_t i = 0; i < s->rank(); ++i) list.append(s->is_dynamic_dimension(i));
  return nb::tuple(list);
}

Object<std::optional<hlo_text::Layout>> Layout(const Shape& s) {
  if (s->layout() == nullptr) return nb::none();
  const hlo_text::Layout& l = *s->layout();
  nb::list tiles;
  for (const hlo_text::Tile& tile : l.tiles) {
    nb::list sizes;
    for (int64_t size : tile.dimensions) {
      if (size == hlo_text::kCombineDimension) {
        sizes.append("*");
      } else if (size == hlo_text::kMatchDimension) {
        sizes.append("d");
      } else {
        sizes.append(size);
      }
    }
    tiles.append(nb::tuple(sizes));
  }
  const auto type = [](hlo_text::PrimitiveType t) {
    return t == hlo_text::PrimitiveType::kInvalid
               ? nb::object(nb::none())
               : nb::object(ToStr(hlo_text::PrimitiveTypeName(t)));
  };
  return Dataclass<hlo_text::Layout>()(
      ToPython(s.owner, l.minor_to_major), nb::tuple(tiles), l.tail_padding_alignment,
      type(l.index_primitive_type), type(l.pointer_primitive_type), l.element_size_in_bits,
      l.memory_space, ToPython(s.owner, l.split_configs), l.dynamic_shape_metadata_prefix_bytes);
}

int64_t ElementCount(const Shape& s) {
  const std::optional<int64_t> count = hlo_text::ElementCount(*s);
  if (!count.has_value()) Raise(PyExc_OverflowError, "the number of elements does not fit 64 bits");
  return *count;
}

Shape Subshape(const Shape& s, IntList index) {
  hlo_text::Arena arena;
  const hlo_text::Shape* shape = SubshapeAt(*s, ToInts("index", index, arena));
  if (shape == nullptr) Raise(PyExc_IndexError, "the shape has nothing at this index");
  return s.To(shape);
}

void CheckArray(const Shape& s) {
  if (!s->IsArray()) throw nb::value_error("the shape is not an array");
}

int64_t LinearIndex(const Shape& s, IntList index) {
  CheckArray(s);
  hlo_text::Arena arena;
  const absl::Span<const int64_t> at = ToInts("index", index, arena);
  std::optional<int64_t> offset;
  if (static_cast<int64_t>(at.size()) == s->rank()) offset = hlo_text::LinearIndex(*s, at);
  if (!offset.has_value()) Raise(PyExc_IndexError, "the array has no element at this index");
  return *offset;
}

Tuple<int64_t> MultiIndex(const Shape& s, int64_t offset) {
  CheckArray(s);
  const std::optional<std::vector<int64_t>> index = hlo_text::MultiIndex(*s, offset);
  if (!index.has_value()) Raise(PyExc_IndexError, "no element is at this offset");
  return nb::tuple(ToList(s.owner, *index));
}

using Type = nb::class_<Shape>;

void DefineKinds(Type& type) {
  using S = hlo_text::Shape;
  Get(type, "element_type",
      "'f32', 'pred', 'token', 'opaque'; 'tuple' or 'buffer' for shapes that contain shapes.",
      [](const Shape& s) { return hlo_text::PrimitiveTypeName(s->element_type()); });
  Get(type, "is_array", "True for an array.", &S::IsArray);
  Get(type, "is_tuple", "True for a tuple.", &S::IsTuple);
  Get(type, "is_token", "True for token[].", &S::IsToken);
  Get(type, "is_scalar", "True for an array without dimensions.", &S::IsScalar);
  Get(type, "is_static", "False for an array with a dynamic dimension.", &S::is_static);
}

void DefineSizes(Type& type) {
  using S = hlo_text::Shape;
  Get(type, "dimensions",
      "Sizes of an array, major to minor. For a dynamic dimension its bound, or -1 if unbounded.",
      &Dimensions);
  Get(type, "rank", "len(dimensions).", &S::rank);
  Get(type, "dynamic_dimensions", "Whether each dimension is dynamic, <=8 or ?.",
      &DynamicDimensions);
  Get(type, "element_count",
      "Product of the dimensions, bounds as sizes; 1 for a scalar. OverflowError if it does not "
      "fit 64 bits.",
      &ElementCount);
  Get(type, "byte_size", "Bytes of the elements without padding; of a tuple the sum.",
      [](const Shape& s) { return hlo_text::ByteSizeOf(*s); });
  Get(type, "allocated_bytes", "Bytes in memory, with the padding of tiles.",
      [](const Shape& s) { return hlo_text::AllocatedBytesOf(*s); });
  Get(type, "layout", "How an array lies in memory; None for anything else.", &Layout);
  Get(type, "tuple_shapes",
      "Elements of a tuple, or the shape in a buffer; empty for anything else.",
      [](const Shape& s) { return s->tuple_shapes(); });
}

void DefineQuestions(Type& type) {
  Def(type, "subshape", "index"_a,
      "The part of nested tuples at an index: (1, 0) is element 0 of element 1. IndexError if "
      "there is none.",
      &Subshape);
  Def(type, "linear_index", "index"_a,
      "Where the element at an index is in memory, counting elements; tiles included.",
      &LinearIndex);
  Def(type, "multi_index", "offset"_a,
      "The element at an offset in memory; IndexError for padding.", &MultiIndex);
  Def(type, "compatible", "other"_a,
      "Whether element types, sizes and tuples agree, whatever the layouts.",
      [](const Shape& s, ShapeLike other) {
        return hlo_text::ShapesCompatible(*s, *ToAnyShape(other));
      });
  Def(type, "to_string", nb::kw_only(), "layout"_a = true, "The text, also without layouts.",
      [](const Shape& s, bool layout) { return hlo_text::PrintShape(*s, layout); });
}

// The module of computations among the attributes, or a new one.
std::shared_ptr<ModuleState> StateFor(const nb::kwargs& attributes) {
  for (const auto [name, value] : attributes) {
    Computation computation;
    if (nb::try_cast<Computation>(value, computation)) return computation.owner;
  }
  return std::make_shared<ModuleState>();
}

Shape InferShape(std::string_view word, ShapeList operands, const nb::kwargs& keywords) {
  const hlo_text::HloOpcode opcode = ToOpcode(word);
  std::shared_ptr<ModuleState> state = StateFor(keywords);
  hlo_text::Arena arena;
  const auto attributes = ToAttributes(*state, opcode, keywords, arena);
  const auto shapes = ToShapes(*state, operands);
  const hlo_text::Shape* shape =
      Value(hlo_text::InferShape(opcode, shapes, attributes, state->module.shapes()));
  return {std::move(state), shape};
}

}  // namespace

void DefineInference(nb::module_& m) {
  m.def(
      "infer_shape", InferShape, "opcode"_a, "operands"_a, "attributes"_a,
      nb::sig("def infer_shape(opcode: str, operands: collections.abc.Iterable[Shape | str], "
              "**attributes: hlo_text.AttributeArgument) -> Shape"),
      "The shape that an opcode, shapes of operands, and attributes give: infer_shape('transpose', "
      "['f32[8,4]'], dimensions=[1, 0]). HloError, in XLA's words, if they do not fit, or the "
      "shape "
      "follows from nothing, as that of a reshape.");
}

void DefineShape(nb::module_& m) {
  Type type(m, "Shape",
            "The shape of a value: str(shape) is 'f32[2,3]{1,0}'. Equal to a Shape or a str with "
            "the same text. Shape(text) reads one; wherever a shape is expected, its text will "
            "do.");
  Make(type, "text"_a, "Reads a shape; ParseError if there is none.",
       [](std::string_view text) { return NewShape(text); });
  type.def_static("array", MakeArray, "element_type"_a, "dimensions"_a,
                  "minor_to_major"_a = nb::none(), "An array shape: Shape.array('f32', (2, 3)).");
  type.def_static("tuple_of", MakeTuple, "elements"_a, "A tuple shape.");
  Def(type, "__str__", [](const Shape& s) { return ShapeText(*s); });
  Def(type, "__repr__", [](const Shape& s) { return "<hlo_text.Shape " + ShapeText(*s) + ">"; });
  type.def("__eq__", Equals, nb::arg().none(),
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
