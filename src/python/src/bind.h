// Defines methods and properties. nanobind writes their signatures: functions return the library's
// values, which Result() converts for Python; arguments that code here converts have the types
// below.
//
//   Get(type, "users", "Instructions that have it.", [](const Instruction& i) { return ...; });
//   Get(type, "is_array", "True for an array.", &hlo_text::Shape::IsArray);
//   Def(type, "depth", "computation"_a, "The calls on the longest path to it.",
//       [](const CallGraph& g, const Computation& c) { return g->depth(g.Known(c)); });
#ifndef HLO_PYTHON_SRC_BIND_H_
#define HLO_PYTHON_SRC_BIND_H_

#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "absl/status/statusor.h"
#include "errors.h"
#include "module.h"
#include "values.h"

// ---- Types of arguments; each is an nb::handle.

#define HLO_PYTHON_ARGUMENT(Id, text)                          \
  namespace hlo_python {                                       \
  using Id = nb::typed<nb::handle, struct Id##Type>;           \
  }                                                            \
  template <>                                                  \
  struct nanobind::detail::type_caster<hlo_python::Id##Type> { \
    static constexpr auto Name = const_name(text);             \
  };
HLO_PYTHON_ARGUMENT(AnyValue, "typing.Any")
HLO_PYTHON_ARGUMENT(AttributeLike, "hlo_text.AttributeArgument")
HLO_PYTHON_ARGUMENT(ComputationList, "collections.abc.Iterable[Computation]")
HLO_PYTHON_ARGUMENT(InstructionList, "collections.abc.Iterable[Instruction]")
HLO_PYTHON_ARGUMENT(IntList, "collections.abc.Sequence[int]")
HLO_PYTHON_ARGUMENT(IntListList, "collections.abc.Iterable[collections.abc.Sequence[int]]")
HLO_PYTHON_ARGUMENT(LiteralLike, "hlo_text.LiteralLike")
HLO_PYTHON_ARGUMENT(Number, "float")
HLO_PYTHON_ARGUMENT(ShapeLike, "Shape | str")
HLO_PYTHON_ARGUMENT(ShapeList, "collections.abc.Iterable[Shape | str]")
HLO_PYTHON_ARGUMENT(StrOrBytes, "str | bytes")

// The name of a dataclass.
template <typename T>
struct nanobind::detail::type_caster<
    T, nanobind::detail::enable_if_t<(sizeof(hlo_python::ClassName<T>::kName) > 0)>> {
  static constexpr auto Name =
      const_name("hlo_text.") + const_name(hlo_python::ClassName<T>::kName);
};

namespace hlo_python {

using namespace nb::literals;

using BoolLike = nb::typed<nb::handle, bool>;
using IntLike = nb::typed<nb::handle, int64_t>;
using Str = nb::typed<nb::handle, nb::str>;
using Any = nb::typed<nb::object, AnyValueType>;
template <typename T>
using Object = nb::typed<nb::object, T>;
template <typename T>
using List = nb::typed<nb::list, T>;
template <typename T>
using Tuple = nb::typed<nb::tuple, T, nb::ellipsis>;

// ---- Results.

template <typename T>
const Owner& OwnerOf(const Handle<T>& handle) {
  return handle.owner;
}

template <typename T>
struct IsStatusOr : std::false_type {};
template <typename T>
struct IsStatusOr<absl::StatusOr<T>> : std::true_type {};

// A list for a range; an object or None for a pointer; the value of a StatusOr, or its error.
template <typename T>
auto Result(const Owner& owner, const T& value) {
  if constexpr (std::is_same_v<T, absl::Status>) {
    Check(value);
    return nb::none();
  } else if constexpr (IsStatusOr<T>::value) {
    Check(value.status());
    if constexpr (std::is_pointer_v<typename T::value_type>) {
      return Result(owner, **value);
    } else {
      return Result(owner, *value);
    }
  } else if constexpr (std::is_base_of_v<nb::handle, T>) {
    return value;
  } else if constexpr (IsRange<T>::value) {
    return List<PythonOf<ElementOf<T>>>(ToList(owner, value));
  } else if constexpr (std::is_pointer_v<T> && !std::is_convertible_v<const T&, std::string_view>) {
    return Object<std::optional<PythonOf<T>>>(ToPython(owner, value));
  } else {
    return Object<PythonOf<T>>(ToPython(owner, value));
  }
}

// The call that nanobind gets for a function object or pointer.
template <typename Function>
struct CallOf : CallOf<decltype(&Function::operator())> {};
template <typename R, typename Class, typename Self, typename... Arguments>
struct CallOf<R (Class::*)(Self, Arguments...) const> {
  template <typename Function>
  static auto WithResult(const Function& function) {
    return [function](Self self, Arguments... arguments) {
      if constexpr (std::is_void_v<R>) {
        function(self, std::forward<Arguments>(arguments)...);
      } else {
        return Result(OwnerOf(self), function(self, std::forward<Arguments>(arguments)...));
      }
    };
  }
  // The same for a constructor: `function` returns the object.
  template <typename Function>
  static auto Constructor(const Function& function) {
    return [function](R* self, Self first, Arguments... arguments) {
      new (self) R(function(std::forward<Self>(first), std::forward<Arguments>(arguments)...));
    };
  }
};
template <typename R, typename... Arguments>
struct CallOf<R (*)(Arguments...)> : CallOf<R (nb::object::*)(Arguments...) const> {};

// ---- Definitions. A function comes last, after arguments ("name"_a, nb::kw_only()) and a
// docstring.

// Calls define(function, arguments before it ...).
template <typename Define, typename Rest, size_t... kIndex>
void WithFunctionFirst(Define define, const Rest& rest, std::index_sequence<kIndex...>) {
  define(std::get<sizeof...(kIndex)>(rest), std::get<kIndex>(rest)...);
}

// A method, or a function of a module; its first argument is a part of a module.
template <typename Scope, typename... Rest>
void Def(Scope& scope, const char* name, const Rest&... rest) {
  const auto define = [&](const auto& function, const auto&... extra) {
    using Function = std::decay_t<decltype(function)>;
    scope.def(name, CallOf<Function>::WithResult(function), extra...);
  };
  WithFunctionFirst(define, std::forward_as_tuple(rest...),
                    std::make_index_sequence<sizeof...(Rest) - 1>());
}
// A constructor.
template <typename T, typename... Rest>
void Make(nb::class_<T>& type, const Rest&... rest) {
  const auto define = [&](const auto& function, const auto&... extra) {
    using Function = std::decay_t<decltype(function)>;
    type.def("__init__", CallOf<Function>::Constructor(function), extra...);
  };
  WithFunctionFirst(define, std::forward_as_tuple(rest...),
                    std::make_index_sequence<sizeof...(Rest) - 1>());
}

// Calls function on self or on the object it wraps: a member or a function of the library.
template <typename Function, typename Self>
decltype(auto) Ask(const Function& function, const Self& self) {
  if constexpr (std::is_invocable_v<const Function&, const Self&>) {
    return std::invoke(function, self);
  } else {
    return std::invoke(function, *self);
  }
}
// A property; with `set`, one that can be assigned.
template <typename Self, typename Function>
void Get(nb::class_<Self>& type, const char* name, const char* doc, Function get) {
  type.def_prop_ro(
      name, [get](const Self& self) { return Result(OwnerOf(self), Ask(get, self)); }, doc);
}
template <typename Self, typename Function, typename SetFunction, typename... Extra>
void Get(nb::class_<Self>& type, const char* name, const char* doc, Function get, SetFunction set,
         const Extra&... extra) {
  type.def_prop_rw(
      name, [get](const Self& self) { return Result(OwnerOf(self), Ask(get, self)); }, set, doc,
      extra...);
}

// __eq__ and __hash__ by the identity of the part.
template <typename T>
void DefineIdentity(nb::class_<Handle<T>>& type) {
  type.def(
      "__eq__", [](const Handle<T>& a, const Handle<T>& b) { return a.object == b.object; },
      nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"),
      "True if both are the same part of the same module.");
  type.def("__hash__", [](const Handle<T>& a) {
    return static_cast<Py_ssize_t>(std::hash<const void*>()(a.object));
  });
}
// Calls a function of hlo_text/_html.py.
template <typename Self>
void DefineHtml(nb::class_<Self>& type, const char* function) {
  const auto html = [function](const Self& self) {
    return Object<nb::str>(nb::module_::import_("hlo_text._html").attr(function)(self));
  };
  type.def("_repr_html_", html, "For notebooks.");
}
template <typename Self>
void DefineNoPickle(nb::class_<Self>& type, const char* message) {
  const auto refuse = [message](const Self&) -> nb::object { Raise(PyExc_TypeError, message); };
  type.def("__reduce__", refuse, nb::sig("def __reduce__(self) -> typing.NoReturn"));
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_BIND_H_
