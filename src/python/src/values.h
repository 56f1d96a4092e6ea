// Typed values between C++ and Python: attributes, and the structs of attribute_types.def as the
// dataclasses of hlo_text/_values.py. A struct of the table needs no code here.
#ifndef HLO_PYTHON_SRC_VALUES_H_
#define HLO_PYTHON_SRC_VALUES_H_

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "hlo/query.h"
#include "hlo/sharding.h"
#include "module.h"
#include "src/ir/enum_words.h"
#include "src/ir/value_fields.h"
#include "text.h"

namespace hlo_python {

// ---- C++ to Python.

// An instance of the dataclass for the struct that the table calls `cpp_name`.
nb::object MakeValue(const char* cpp_name, const nb::tuple& members);
using hlo::internal::WordOf;

template <typename T>
struct StructName;
#define HLO_VALUE_STRUCT(T, ...)             \
  template <>                                \
  struct StructName<hlo::T> {                \
    static constexpr const char* kName = #T; \
  };
#include "hlo/tables/attribute_types.def"

inline nb::object ToPython(bool value) { return nb::bool_(value); }
inline nb::object ToPython(int32_t value) { return nb::int_(value); }
inline nb::object ToPython(int64_t value) { return nb::int_(value); }
inline nb::object ToPython(double value) { return nb::float_(value); }
inline nb::object ToPython(std::string_view value) { return ToStr(value); }
// {key: value}
nb::object ToPython(const hlo::FrontendAttributes& value);
template <typename T>
nb::object ToPython(absl::Span<const T> values);
template <typename T>
nb::object ToPython(const T* value);
template <typename T>
nb::object ToPython(const T& value);

// A tuple. Its elements are tuples, too, if they are lists.
template <typename T>
nb::tuple ToTuple(absl::Span<const T> values) {
  nb::list list;
  for (const T& value : values) list.append(ToPython(value));
  return nb::tuple(list);
}
// A list of the elements of a span.
template <typename T>
nb::list ToPythonList(absl::Span<const T> values) {
  nb::list list;
  for (const T& value : values) list.append(ToPython(value));
  return list;
}
template <typename T>
nb::object ToPython(absl::Span<const T> values) {
  return ToTuple(values);
}
template <typename T>
nb::object ToPython(const T* value) {
  return value == nullptr ? nb::none() : ToPython(*value);
}

template <typename T>
nb::object ToPython(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return ToStr(WordOf(value));
  } else {
    nb::list members;
    hlo::internal::ForEachMember(value,
                                 [&](const auto& member) { members.append(ToPython(member)); });
    return MakeValue(StructName<T>::kName, nb::tuple(members));
  }
}

// The value of an attribute: a bool, int, float, str, list, dataclass, Shape, Computation or
// Literal; for a word that is not understood its text.
nb::object ToPython(const Instruction& i, const hlo::Attribute& attribute);

// ---- Python to C++. TypeError, HloError or OverflowError if a value does not fit.

// The kind of the attribute `name` ("_" may stand for "-") of an opcode; HloError if there is
// none.
hlo::AttributeKind KindOf(hlo::HloOpcode opcode, std::string_view name);
// Spans and structs are in `arena`, shapes in the pool of `state`.
hlo::Attribute ToAttribute(ModuleState& state, hlo::AttributeKind kind, nb::handle value,
                           hlo::Arena& arena);
// Of keyword arguments, for an opcode.
std::vector<hlo::Attribute> ToAttributes(ModuleState& state, hlo::HloOpcode opcode,
                                         nb::handle keywords, hlo::Arena& arena);
// A struct of the table, from its dataclass, a tuple of its members, or its text. `name` is for
// messages.
template <typename T>
T FromPython(std::string_view name, nb::handle value, hlo::Arena& arena);

// A list of numbers, copied to `arena`.
absl::Span<const int64_t> ToInts(std::string_view name, nb::handle value, hlo::Arena& arena);
int64_t ToInt(std::string_view name, nb::handle value);

// "add" as an opcode; HloError if it is none.
hlo::HloOpcode ToOpcode(std::string_view word);
hlo::PrimitiveType ToElementType(std::string_view word);
// An enumerator of enums.def.
template <typename E>
E ToEnum(std::string_view name, std::string_view word);

// ---- Shapes and literals as arguments; in shape.cc and literal.cc.

// A Shape of any module, or its text, as a shape of `state`'s pool; None is nullptr.
const hlo::Shape* ToShape(ModuleState& state, nb::handle shape);
std::vector<const hlo::Shape*> ToShapes(ModuleState& state, nb::handle shapes);
// A literal that owns its memory, from a Literal, text, an array, numbers. `shape`: a Shape, its
// text, an element type, or None.
Literal MakeLiteral(nb::handle value, nb::handle shape);

// hlo::IsAll of a literal or instruction, for a number of Python.
template <typename Part>
bool IsAll(const Handle<Part>& part, nb::handle value) {
  if (PyFloat_Check(value.ptr())) return hlo::IsAll(*part, PyFloat_AsDouble(value.ptr()));
  if (PyBool_Check(value.ptr())) return hlo::IsAll(*part, int64_t{value.ptr() == Py_True});
  if (PyIndex_Check(value.ptr()) != 0) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    const uint64_t number = PyLong_AsUnsignedLongLong(index.ptr());
    if (PyErr_Occurred() == nullptr) return hlo::IsAll(*part, number);
    PyErr_Clear();  // negative, or too large for u64 as well
  }
  return hlo::IsAll(*part, ToInt("value", value));
}

// hlo::PrintShape with layouts; shapes may nest deeply.
std::string ShapeText(const hlo::Shape& shape);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_VALUES_H_
