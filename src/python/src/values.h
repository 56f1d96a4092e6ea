// Values between C++ and Python: parts of modules, attributes, and structs as the dataclasses of
// hlo_text/_values.py. A struct that attribute_types.def lists needs no code here.
#ifndef HLO_PYTHON_SRC_VALUES_H_
#define HLO_PYTHON_SRC_VALUES_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "hlo/attribute_accessors.h"
#include "hlo/query.h"
#include "hlo/sharding.h"
#include "module.h"
#include "src/ir/enum_words.h"
#include "src/ir/visit_attribute.h"
#include "text.h"

namespace hlo_python {

// ---- Classes of Python.

// The dataclass for a struct: ClassName<T>::kName.
template <typename T>
struct TableName {};
template <typename T>
struct ClassName : TableName<T> {};
#define HLO_VALUE_STRUCT(T, ...)        \
  template <>                           \
  struct TableName<hlo_text::T> {       \
    static constexpr char kName[] = #T; \
  };
#include "hlo/tables/attribute_types.def"

}  // namespace hlo_python

// For a class that the table does not name, or that has another name in Python. Outside of
// namespaces.
#define HLO_PYTHON_CLASS(T, name)         \
  template <>                             \
  struct hlo_python::ClassName<T> {       \
    static constexpr char kName[] = name; \
  };
HLO_PYTHON_CLASS(hlo_text::HloSharding, "Sharding")
HLO_PYTHON_CLASS(hlo_text::NamedSharding::Dimension, "DimensionSharding")
HLO_PYTHON_CLASS(hlo_text::OriginalValue::Node, "OriginalNode")
HLO_PYTHON_CLASS(hlo_text::StackFrameTables::Location, "StackLocation")
HLO_PYTHON_CLASS(hlo_text::StackFrameTables::Frame, "StackFrame")
// The same for a struct that the table does not have, with its members.
#define HLO_PYTHON_RESULT(T, name, ...)                      \
  HLO_PYTHON_CLASS(T, name)                                  \
  template <>                                                \
  struct hlo_text::internal::ValueStruct<T> {                \
    static constexpr std::string_view kNames = #__VA_ARGS__; \
    template <typename Struct>                               \
    static auto Members(Struct& struct_) {                   \
      auto& [__VA_ARGS__] = struct_;                         \
      return std::tie(__VA_ARGS__);                          \
    }                                                        \
  };

HLO_PYTHON_RESULT(hlo_text::DotDimensionNumbers, "DotDimensionNumbers", lhs_contracting_dimensions,
                  rhs_contracting_dimensions, lhs_batch_dimensions, rhs_batch_dimensions)
HLO_PYTHON_RESULT(hlo_text::GatherDimensionNumbers, "GatherDimensionNumbers", offset_dims,
                  collapsed_slice_dims, start_index_map, operand_batching_dims,
                  start_indices_batching_dims, index_vector_dim)
HLO_PYTHON_RESULT(hlo_text::ScatterDimensionNumbers, "ScatterDimensionNumbers", update_window_dims,
                  inserted_window_dims, scatter_dims_to_operand_dims, input_batching_dims,
                  scatter_indices_batching_dims, index_vector_dim)
HLO_PYTHON_RESULT(hlo_text::TriangularSolveOptions, "TriangularSolveOptions", left_side, lower,
                  unit_diagonal, transpose_a)

namespace hlo_python {

// hlo_text._values.NAME
nb::object DataclassNamed(const char* name);
template <typename T>
nb::object Dataclass() {
  return DataclassNamed(ClassName<T>::kName);
}

// ---- C++ to Python: results are lists; lists within a list or a dataclass are tuples.

using Owner = std::shared_ptr<ModuleState>;

template <typename T, typename = void>
struct IsRange : std::false_type {};
template <typename T>
struct IsRange<T, std::void_t<decltype(*std::declval<const T&>().begin())>>
    : std::negation<std::is_convertible<const T&, std::string_view>> {};
template <typename T>
using ElementOf = std::decay_t<decltype(*std::declval<const T&>().begin())>;

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsPair : std::false_type {};
template <typename A, typename B>
struct IsPair<std::pair<A, B>> : std::true_type {};
template <typename T>
struct IsHandle : std::false_type {};
template <typename T>
struct IsHandle<Handle<T>> : std::true_type {};

// The types of parts of modules, and the object for a part.
template <typename T>
constexpr bool kIsPart =
    std::is_same_v<T, hlo_text::HloComputation> || std::is_same_v<T, hlo_text::HloInstruction> ||
    std::is_same_v<T, hlo_text::Shape> || std::is_same_v<T, hlo_text::Literal>;
template <typename T>
using HandleOf = Handle<std::conditional_t<
    std::is_same_v<T, hlo_text::Shape> || std::is_same_v<T, hlo_text::Literal>, const T, T>>;

using hlo_text::internal::WordOf;
inline std::string_view WordOf(hlo_text::HloOpcode opcode) {
  return hlo_text::HloOpcodeName(opcode);
}

template <typename Range>
nb::list ToList(const Owner& owner, const Range& range);
template <typename T>
nb::tuple MembersToPython(const Owner& owner, const T& value);
// {key: value}
nb::object ToPython(const hlo_text::FrontendAttributes& value);

// Parts are of the module of `owner`, which may be null for values without any.
template <typename T>
nb::object ToPython(const Owner& owner, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return nb::bool_(value);
  } else if constexpr (std::is_integral_v<T>) {
    return nb::int_(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    return nb::float_(value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return ToStr(value);
  } else if constexpr (std::is_enum_v<T>) {
    return ToStr(WordOf(value));
  } else if constexpr (std::is_base_of_v<nb::handle, T>) {
    return value;
  } else if constexpr (IsHandle<T>::value) {
    return nb::cast(value);
  } else if constexpr (kIsPart<T>) {
    return nb::cast(HandleOf<T>{owner, const_cast<T*>(&value)});
  } else if constexpr (std::is_pointer_v<T>) {
    return value == nullptr ? nb::none() : ToPython(owner, *value);
  } else if constexpr (IsOptional<T>::value) {
    return value.has_value() ? ToPython(owner, *value) : nb::none();
  } else if constexpr (IsRange<T>::value) {
    return nb::tuple(ToList(owner, value));
  } else if constexpr (IsPair<T>::value) {
    return nb::make_tuple(ToPython(owner, value.first), ToPython(owner, value.second));
  } else if constexpr (std::is_same_v<T, hlo_text::FrontendAttributes>) {
    return ToPython(value);
  } else {
    return Dataclass<T>()(*MembersToPython(owner, value));
  }
}

template <typename Range>
nb::list ToList(const Owner& owner, const Range& range) {
  // Making objects may run Python, which may edit the module.
  std::vector<ElementOf<Range>> copy(range.begin(), range.end());
  nb::list list;
  for (const ElementOf<Range>& element : copy) list.append(ToPython(owner, element));
  return list;
}

template <typename T>
nb::tuple MembersToPython(const Owner& owner, const T& value) {
  nb::list members;
  hlo_text::internal::ForEachMember(
      value, [&](const auto& member) { members.append(ToPython(owner, member)); });
  return nb::tuple(members);
}

// ---- The type that nanobind writes into signatures for a T: PythonOf<T>.

template <typename T>
struct Box {
  using Is = T;
};
template <typename T>
constexpr auto TypeOf();
template <typename T>
using PythonOf = typename decltype(TypeOf<T>())::Is;

template <typename T>
constexpr auto TypeOf() {
  if constexpr (std::is_convertible_v<const T&, std::string_view> || std::is_enum_v<T>) {
    return Box<nb::str>();
  } else if constexpr (kIsPart<T>) {
    return Box<HandleOf<T>>();
  } else if constexpr (std::is_pointer_v<T>) {
    return Box<PythonOf<std::remove_cv_t<std::remove_pointer_t<T>>>>();
  } else if constexpr (IsOptional<T>::value) {
    return Box<std::optional<PythonOf<typename T::value_type>>>();
  } else if constexpr (std::is_same_v<T, hlo_text::FrontendAttributes>) {
    return Box<nb::typed<nb::dict, nb::str, nb::str>>();
  } else if constexpr (std::is_base_of_v<nb::handle, T>) {
    return Box<T>();
  } else if constexpr (IsRange<T>::value) {
    return Box<nb::typed<nb::tuple, PythonOf<ElementOf<T>>, nb::ellipsis>>();
  } else if constexpr (IsPair<T>::value) {
    return Box<nb::typed<nb::tuple, PythonOf<typename T::first_type>,
                         PythonOf<typename T::second_type>>>();
  } else {
    return Box<T>();  // a number, a handle or a dataclass
  }
}

// ---- Python to C++. TypeError, HloError or OverflowError if a value does not fit.

// The kind of the attribute `name` ("_" may stand for "-") of an opcode; HloError if there is
// none.
hlo_text::AttributeKind KindOf(hlo_text::HloOpcode opcode, std::string_view name);
// Spans and structs are in `arena`, shapes in the pool of `state`.
hlo_text::Attribute ToAttribute(ModuleState& state, hlo_text::AttributeKind kind, nb::handle value,
                                hlo_text::Arena& arena);
// Of keyword arguments, for an opcode.
std::vector<hlo_text::Attribute> ToAttributes(ModuleState& state, hlo_text::HloOpcode opcode,
                                              nb::handle keywords, hlo_text::Arena& arena);
// A struct of the table, from its dataclass, a tuple of its members, or its text. `name` is for
// messages.
template <typename T>
T FromPython(std::string_view name, nb::handle value, hlo_text::Arena& arena);

// A list of numbers, copied to `arena`.
absl::Span<const int64_t> ToInts(std::string_view name, nb::handle value, hlo_text::Arena& arena);
int64_t ToInt(std::string_view name, nb::handle value);

// "add" as an opcode; HloError if it is not one.
hlo_text::HloOpcode ToOpcode(std::string_view word);
hlo_text::PrimitiveType ToElementType(std::string_view word);
// An enumerator of enums.def.
template <typename E>
E ToEnum(std::string_view name, std::string_view word);

// ---- Shapes and literals as arguments; in shape.cc and literal.cc.

// A Shape of any module, or its text, as a shape of `state`'s pool; None is nullptr.
const hlo_text::Shape* ToShape(ModuleState& state, nb::handle shape);
std::vector<const hlo_text::Shape*> ToShapes(ModuleState& state, nb::handle shapes);
// A literal that owns its memory, from a Literal, text, an array, numbers. `shape`: a Shape, its
// text, an element type, or None.
Literal MakeLiteral(nb::handle value, nb::handle shape);

// hlo_text::IsAll of a literal or instruction, for a number of Python.
template <typename Part>
bool IsAll(const Part& part, nb::handle value) {
  if (PyFloat_Check(value.ptr())) return hlo_text::IsAll(part, PyFloat_AsDouble(value.ptr()));
  if (PyBool_Check(value.ptr())) return hlo_text::IsAll(part, int64_t{value.ptr() == Py_True});
  if (PyIndex_Check(value.ptr()) != 0) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    const uint64_t number = PyLong_AsUnsignedLongLong(index.ptr());
    if (PyErr_Occurred() == nullptr) return hlo_text::IsAll(part, number);
    PyErr_Clear();  // negative, or too large for u64 as well
  }
  return hlo_text::IsAll(part, ToInt("value", value));
}

// hlo_text::PrintShape with layouts.
std::string ShapeText(const hlo_text::Shape& shape);
// hlo_text::Subshape for any numbers; nullptr if there is none.
const hlo_text::Shape* SubshapeAt(const hlo_text::Shape& shape, absl::Span<const int64_t> index);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_VALUES_H_
