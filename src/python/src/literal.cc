// Literal: the values of a constant, with Python's buffer protocol. hlo_text/_literals.py turns
// arrays and numbers into bytes, and literals into numpy arrays.
#include "hlo/literal.h"

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "bind.h"
#include "diagnostics.h"
#include "hlo/identical.h"
#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "hlo/query.h"

HLO_PYTHON_ARGUMENT(Index, "int | tuple[int, ...]")

namespace hlo_python {
namespace {

nb::module_ Helpers() { return nb::module_::import_("hlo_text._literals"); }

std::shared_ptr<ModuleState> NewState() {
  auto state = std::make_shared<ModuleState>();
  state->module = hlo_text::CreateHloModule("literal");
  return state;
}

Literal FromText(std::string_view text, nb::handle shape_argument) {
  auto state = NewState();
  const hlo_text::Shape* shape = ToShape(*state, shape_argument);
  std::vector<hlo_text::Diagnostic> diagnostics;
  hlo_text::ShapePool& pool = state->module.shapes();
  const absl::StatusOr<hlo_text::Literal> literal =
      shape == nullptr ? hlo_text::ParseLiteral(text, pool, {}, &diagnostics)
                       : hlo_text::ParseLiteral(text, *shape, pool, {}, &diagnostics);
  if (!literal.ok()) RaiseParseError(literal.status(), diagnostics, text, "<literal>");
  const auto* object = state->module.arena().New<hlo_text::Literal>(*literal);
  return {std::move(state), object};
}

// Sets the unused bits of an element as the library expects them.
void Normalize(hlo_text::PrimitiveType type, char* bytes, size_t size) {
  const int bits = hlo_text::BitWidth(type);
  if (bits >= 8) return;
  const int shift = 8 - bits;
  for (size_t i = 0; i < size; ++i) {
    if (type == hlo_text::PrimitiveType::kPRED) {
      bytes[i] = static_cast<char>(bytes[i] != 0);
    } else if (hlo_text::IsSignedIntegralType(type)) {
      bytes[i] = static_cast<char>(
          static_cast<signed char>(static_cast<unsigned char>(bytes[i]) << shift) >> shift);
    } else {
      bytes[i] = static_cast<char>(static_cast<unsigned char>(bytes[i]) & ((1u << bits) - 1));
    }
  }
}

Literal FromBytes(std::shared_ptr<ModuleState> state, const hlo_text::Shape* shape,
                  nb::handle data) {
  char* bytes = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(data.ptr(), &bytes, &size) != 0) throw nb::python_error();
  const std::optional<int64_t> count = hlo_text::ElementCount(*shape);
  int64_t expected = 0;
  if (!count.has_value() ||
      __builtin_mul_overflow(*count, hlo_text::ByteWidth(shape->element_type()), &expected) ||
      expected != size) {
    throw nb::value_error(("the array has " + std::to_string(size) + " bytes, " +
                           ShapeText(*shape) + " needs " + std::to_string(expected))
                              .c_str());
  }
  hlo_text::Arena& arena = state->module.arena();
  char* copy = arena.NewArray<char>(std::max<size_t>(static_cast<size_t>(size), 1));
  std::memcpy(copy, bytes, static_cast<size_t>(size));
  Normalize(shape->element_type(), copy, static_cast<size_t>(size));
  const auto* literal = arena.New<hlo_text::Literal>(
      hlo_text::Literal::Array(shape, absl::MakeConstSpan(copy, static_cast<size_t>(size))));
  return {std::move(state), literal};
}

template <typename Convert>
auto NumbersOf(const nb::list& numbers, Convert convert) {
  std::vector<decltype(convert(nb::handle()))> values;
  for (nb::handle number : numbers) {
    values.push_back(convert(number));
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
  }
  return values;
}

// `numbers`: all int, all float, or all complex; rounded to the element type as by the builder.
Literal FromNumbers(std::shared_ptr<ModuleState> state, const hlo_text::Shape* shape,
                    const nb::list& numbers) {
  hlo_text::HloBuilder builder(&state->module, "literal");
  hlo_text::HloInstruction* constant = nullptr;
  const auto add = [&](const auto& convert) {
    constant = builder.AddArray(shape, absl::MakeConstSpan(NumbersOf(numbers, convert)));
  };
  const nb::object first = numbers.size() > 0 ? nb::object(numbers[0]) : nb::none();
  if (PyComplex_Check(first.ptr())) {
    add([](nb::handle number) {
      nb::object value = nb::borrow(number);
      if (!PyComplex_Check(value.ptr()))
        value = nb::handle(reinterpret_cast<PyObject*>(&PyComplex_Type))(value);
      return std::complex<double>(PyComplex_RealAsDouble(value.ptr()),
                                  PyComplex_ImagAsDouble(value.ptr()));
    });
  } else if (PyFloat_Check(first.ptr())) {
    add([](nb::handle number) { return PyFloat_AsDouble(number.ptr()); });
  } else if (shape->element_type() == hlo_text::PrimitiveType::kU64) {
    add([](nb::handle number) -> uint64_t { return PyLong_AsUnsignedLongLong(number.ptr()); });
  } else {
    add([](nb::handle number) { return ToInt("element", number); });
  }
  if (constant == nullptr) RaiseStatus(builder.status());
  return {std::move(state), &constant->literal()};
}

}  // namespace

Literal MakeLiteral(nb::handle value, nb::handle shape_argument) {
  Literal literal;
  if (nb::try_cast<Literal>(value, literal) && shape_argument.is_none()) return literal;
  if (PyUnicode_Check(value.ptr())) return FromText(TextArgument(value).view(), shape_argument);

  // The shape may be given as an element type only.
  nb::object type = nb::none(), dimensions = nb::none();
  auto state = NewState();
  const hlo_text::Shape* shape = nullptr;
  if (PyUnicode_Check(shape_argument.ptr()) &&
      hlo_text::ParsePrimitiveType(TextArgument(shape_argument).view()).has_value()) {
    type = nb::borrow(shape_argument);
    ToElementType(TextArgument(type).view());
  } else if (!shape_argument.is_none()) {
    shape = ToShape(*state, shape_argument);
    if (!shape->IsArray()) throw nb::value_error("the shape of numbers must be an array");
    type = ToStr(hlo_text::PrimitiveTypeName(shape->element_type()));
    dimensions = nb::cast(Shape{state, shape}).attr("dimensions");
  }
  const nb::object converted = Helpers().attr("convert")(value, type, dimensions);
  const auto [word, sizes, data] =
      nb::cast<std::tuple<nb::object, nb::object, nb::object>>(converted);
  if (shape == nullptr) {
    hlo_text::Arena arena;
    shape = state->module.shapes().Array(ToElementType(TextArgument(word).view()),
                                         ToInts("dimensions", sizes, arena));
  }
  if (PyBytes_Check(data.ptr())) return FromBytes(std::move(state), shape, data);
  return FromNumbers(std::move(state), shape, nb::cast<nb::list>(data));
}

namespace {

void CheckValues(const Literal& literal) {
  if (literal->is_elided()) throw nb::value_error("the values are unknown: {...}");
  if (!literal->shape().IsArray()) {
    Raise(PyExc_TypeError,
          "a literal of shape " + ShapeText(literal->shape()) + " is not an array");
  }
}

size_t ByteCount(const Literal& literal) {
  const hlo_text::Shape& shape = literal->shape();
  int64_t bytes = 0;
  const std::optional<int64_t> count = hlo_text::ElementCount(shape);
  if (!count.has_value() ||
      __builtin_mul_overflow(*count, hlo_text::ByteWidth(shape.element_type()), &bytes)) {
    throw std::bad_alloc();
  }
  return static_cast<size_t>(bytes);
}

nb::bytes ToBytes(const Literal& literal) {
  CheckValues(literal);
  const size_t size = ByteCount(literal);
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
  if (bytes == nullptr) throw nb::python_error();
  const absl::Span<const char> stored = literal->bytes();
  const size_t copied = std::min(stored.size(), size);
  if (copied > 0) std::memcpy(PyBytes_AsString(bytes), stored.data(), copied);
  std::memset(PyBytes_AsString(bytes) + copied, 0, size - copied);
  return nb::steal<nb::bytes>(bytes);
}

// Element i, row-major, as a number of Python.
nb::object Element(const hlo_text::Literal& literal, int64_t i) {
  switch (hlo_text::ClassOf(literal.shape().element_type())) {
    case hlo_text::PrimitiveClass::kPred:
      return nb::bool_(literal.GetBool(i));
    case hlo_text::PrimitiveClass::kUnsigned:
      return nb::int_(static_cast<uint64_t>(literal.GetInt64(i)));
    case hlo_text::PrimitiveClass::kFloat:
      return nb::float_(literal.GetDouble(i));
    case hlo_text::PrimitiveClass::kComplex:
      return nb::steal(PyComplex_FromDoubles(literal.GetDouble(i), literal.GetImaginary(i)));
    case hlo_text::PrimitiveClass::kSigned:
    case hlo_text::PrimitiveClass::kToken:
    case hlo_text::PrimitiveClass::kOpaque:
    case hlo_text::PrimitiveClass::kNone:
      break;
  }
  return nb::int_(literal.GetInt64(i));
}

// All elements, row-major.
List<AnyValueType> Flat(const Literal& literal) {
  CheckValues(literal);
  const hlo_text::PrimitiveType type = literal->shape().element_type();
  const auto count =
      static_cast<int64_t>(ByteCount(literal) / static_cast<size_t>(hlo_text::ByteWidth(type)));
  nb::list list;
  for (int64_t i = 0; i < count; ++i) list.append(Element(*literal, i));
  return list;
}

// An index as of a list of `size`: from its end if negative.
int64_t IndexIn(int64_t size, nb::handle value) {
  const int64_t number = ToInt("index", value);
  const int64_t index = number < 0 ? number + size : number;
  if (index < 0 || index >= size) {
    Raise(PyExc_IndexError,
          "index " + std::to_string(number) + " of " + std::to_string(size) + " elements");
  }
  return index;
}

Any Item(const Literal& literal, Index index) {
  const hlo_text::Shape& shape = literal->shape();
  if (shape.IsTuple() && !literal->is_elided()) {
    const auto elements = literal->elements();
    const int64_t at = IndexIn(static_cast<int64_t>(elements.size()), index);
    return Any(nb::cast(literal.To(&elements[static_cast<size_t>(at)])));
  }
  CheckValues(literal);
  const nb::tuple numbers =
      PyTuple_Check(index.ptr()) ? nb::borrow<nb::tuple>(index) : nb::make_tuple(index);
  // Not an IndexError, which would silently end a loop over rows.
  if (static_cast<int64_t>(numbers.size()) != shape.rank()) {
    Raise(PyExc_TypeError, "an element of " + ShapeText(shape) + " has an index of " +
                               std::to_string(shape.rank()) + " numbers; numpy() has rows");
  }
  (void)ByteCount(literal);  // so nothing overflows
  int64_t at = 0;
  for (size_t d = 0; d < numbers.size(); ++d) {
    const int64_t size = shape.dimensions()[d];
    at = at * size + IndexIn(size, numbers[d]);
  }
  return Any(Element(*literal, at));
}

std::string LiteralText(const Literal& literal, bool shape, bool exact) {
  return hlo_text::PrintLiteral(*literal, shape, exact);
}

// ---- The buffer protocol. Only types for which Python has a format.

const char* FormatOf(hlo_text::PrimitiveType type) {
  static constexpr std::pair<std::string_view, const char*> kFormats[] = {
      {"pred", "?"}, {"s8", "b"},  {"s16", "h"},  {"s32", "i"},  {"s64", "q"},
      {"u8", "B"},   {"u16", "H"}, {"u32", "I"},  {"u64", "Q"},  {"f16", "e"},
      {"f32", "f"},  {"f64", "d"}, {"c64", "Zf"}, {"c128", "Zd"}};
  for (const auto& [name, format] : kFormats) {
    if (name == hlo_text::PrimitiveTypeName(type)) return format;
  }
  return nullptr;
}

// The data that a buffer refers to; `zeros` owns the elements if the literal stores fewer.
struct Exported {
  std::vector<Py_ssize_t> shape, strides;
  void* zeros = nullptr;
};

int GetBuffer(PyObject* self, Py_buffer* view, int flags) {
  view->obj = nullptr;
  // A subclass need not call __init__.
  if (!nb::inst_ready(self)) {
    PyErr_SetString(PyExc_BufferError, "the literal is not initialized");
    return -1;
  }
  const Literal& literal = *nb::inst_ptr<Literal>(self);
  const hlo_text::Shape& shape = literal.object->shape();
  const char* format =
      literal.object->is_elided() || !shape.IsArray() ? nullptr : FormatOf(shape.element_type());
  if (format == nullptr) {
    PyErr_SetString(PyExc_BufferError,
                    "buffers have no format for this literal: use numpy() or tobytes()");
    return -1;
  }
  if ((flags & PyBUF_WRITABLE) != 0) {
    PyErr_SetString(PyExc_BufferError, "a literal is read-only");
    return -1;
  }
  if (shape.rank() > 1 && (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS) {
    PyErr_SetString(PyExc_BufferError, "a literal is row-major");
    return -1;
  }
  auto exported = std::make_unique<Exported>();
  size_t size = 0;
  try {
    size = ByteCount(literal);
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
    return -1;
  }
  const absl::Span<const char> stored = literal.object->bytes();
  view->buf = const_cast<char*>(stored.data());
  if (stored.size() < size || view->buf == nullptr) {
    exported->zeros = std::calloc(std::max<size_t>(size, 1), 1);
    if (exported->zeros == nullptr) {
      PyErr_NoMemory();
      return -1;
    }
    if (!stored.empty()) std::memcpy(exported->zeros, stored.data(), stored.size());
    view->buf = exported->zeros;
  }
  Py_ssize_t stride = hlo_text::ByteWidth(shape.element_type());
  view->itemsize = stride;
  exported->shape.assign(shape.dimensions().begin(), shape.dimensions().end());
  exported->strides.resize(exported->shape.size());
  for (size_t i = exported->shape.size(); i-- > 0;) {
    exported->strides[i] = stride;
    stride *= std::max<Py_ssize_t>(exported->shape[i], 1);
  }
  view->obj = self;
  Py_INCREF(self);
  view->len = static_cast<Py_ssize_t>(size);
  view->readonly = 1;
  view->format = (flags & PyBUF_FORMAT) != 0 ? const_cast<char*>(format) : nullptr;
  view->ndim = static_cast<int>(exported->shape.size());
  view->shape = (flags & PyBUF_ND) != 0 ? exported->shape.data() : nullptr;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? exported->strides.data() : nullptr;
  view->suboffsets = nullptr;
  view->internal = exported.release();
  return 0;
}

void ReleaseBuffer(PyObject*, Py_buffer* view) {
  auto* exported = static_cast<Exported*>(view->internal);
  std::free(exported->zeros);
  delete exported;
}

PyType_Slot buffer_slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(GetBuffer)},
                              {Py_bf_releasebuffer, reinterpret_cast<void*>(ReleaseBuffer)},
                              {0, nullptr}};

using L = const Literal&;

void DefineValuesOf(nb::class_<Literal>& type) {
  Get(type, "shape", "Its shape, with a layout.", [](L l) { return l.To(&l->shape()); });
  Get(type, "is_elided", "True if the text had {...}: the values are unknown.",
      [](L l) { return l->is_elided(); });
  // By address: ToList() copies what it is given.
  Get(type, "elements", "Of a tuple.", [](L l) {
    std::vector<const hlo_text::Literal*> elements;
    for (const hlo_text::Literal& element : l->elements()) elements.push_back(&element);
    return elements;
  });
  Def(type, "numpy",
      "A read-only numpy array, without a copy where numpy knows the type; a tuple of arrays for a "
      "tuple. For bf16, f8... and types below a byte the array has types of ml_dtypes if that is "
      "installed, else raw unsigned integers. ValueError if the values are unknown.",
      [](L l) { return Any(Helpers().attr("to_numpy")(l)); });
  Def(type, "__array__", "dtype"_a = nb::none(), "copy"_a = nb::none(),
      "For numpy.asarray(literal).", [](L l, AnyValue dtype, BoolLike copy) {
        return Any(Helpers().attr("array")(l, dtype, copy));
      });
  Def(type, "tolist",
      "The values as nested lists of bool, int, float or complex; of a scalar the number.",
      [](L l) { return Any(Helpers().attr("to_list")(l)); });
  Def(type, "tobytes",
      "The elements, row-major, in the machine's byte order; those below a byte take one.",
      &ToBytes);
  Def(type, "_flat", &Flat);
  Def(type, "__getitem__",
      "literal[1, -2] is an element of an array, a number; literal[0] one of a tuple, a Literal.",
      &Item);
  Def(type, "is_all", "value"_a,
      "Whether every element equals a number; False for tuples and unknown values.",
      [](L l, Number value) { return IsAll(*l, value); });
  Def(type, "to_string", nb::kw_only(), "shape"_a = false, "exact"_a = false,
      "All values as text.\n\nshape: with the shape in front.\nexact: all digits, so that it reads "
      "back exactly.",
      &LiteralText);
}

std::string Repr(L l) {
  std::string text = LiteralText(l, true, false);
  constexpr size_t kShown = 60;
  if (text.size() > kShown) text = text.substr(0, kShown) + "...";
  return "<hlo_text.Literal " + text + ">";
}

}  // namespace

void DefineLiteral(nb::module_& m) {
  nb::class_<Literal> type(
      m, "Literal", nb::type_slots(buffer_slots),
      "The values of a constant. memoryview(literal) and numpy.asarray(literal) see its elements, "
      "read-only and row-major; str() is their text. Equal to a literal with the same type, sizes "
      "and bits.");
  Make(type, "value"_a, "shape"_a = nb::none(),
       "value: an array (anything with the buffer protocol, or of numpy), numbers in nested "
       "sequences, text, or a Literal.\nshape: a shape, or an element type, 'bf16'. Numbers are "
       "rounded to floating types and must fit integers; the default types are s32, f32, pred and "
       "c64.",
       [](LiteralLike value, ShapeLike shape) { return MakeLiteral(value, shape); });
  Def(type, "__str__", [](L l) { return LiteralText(l, false, false); });
  Def(type, "__repr__", &Repr);
  type.def(
      "__eq__", [](L a, L b) { return *a == *b; }, nb::is_operator(),
      nb::sig("def __eq__(self, other: object, /) -> bool"));
  type.def("__hash__",
           [](L l) { return nb::hash(ToStr(hlo_text::PrintShape(l->shape(), false))); });
  type.def(
      "__reduce__",
      [](L l) {
        // Separately, since a tuple's {...} after its shape does not read back.
        return nb::make_tuple(
            nb::type<Literal>(),
            nb::make_tuple(ToStr(LiteralText(l, false, true)), ToStr(ShapeText(l->shape()))));
      },
      nb::sig("def __reduce__(self) -> tuple[type[Literal], tuple[str, str]]"), "For pickle.");
  DefineValuesOf(type);
}

}  // namespace hlo_python
