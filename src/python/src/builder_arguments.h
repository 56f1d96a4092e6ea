// Makes a Python method of a member of HloBuilder: the C++ type of each parameter says how Python
// passes it, what the stub calls it and what it is when it is left out. A method of a new type of
// parameter needs an Argument for it.
#ifndef HLO_PYTHON_SRC_BUILDER_ARGUMENTS_H_
#define HLO_PYTHON_SRC_BUILDER_ARGUMENTS_H_

#include <array>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "builder.h"
#include "print_options.h"

namespace hlo_python {

// ---- Parameters.

// Python: what nanobind reads; Type(): what the stub says; Default() and kDefault: its value and
// its text where it may be left out; Convert: what HloBuilder gets, or what converts to it.
template <typename T>
struct Argument;

template <>
struct Argument<hlo::HloInstruction*> {
  using Python = const Instruction&;
  static std::string Type() { return "Instruction"; }
  static auto Convert(Call& call, const char*, Python value) { return call.Operand(value); }
};

template <>
struct Argument<hlo::HloComputation*> {
  using Python = const Computation&;
  static std::string Type() { return "Computation"; }
  static auto Convert(Call& call, const char*, Python value) { return call.Callee(value); }
};

template <>
struct Argument<const hlo::Shape*> {
  using Python = nb::handle;
  static std::string Type() { return "Shape | str"; }
  static auto Convert(Call& call, const char*, Python value) { return call.GivenShape(value); }
};

// A value that needs no conversion.
template <typename T>
struct ValueArgument {
  using Python = T;
  static auto Convert(Call&, const char*, Python value) { return value; }
};

template <>
struct Argument<int64_t> : ValueArgument<int64_t> {
  static constexpr const char* kDefault = "0";
  static std::string Type() { return "int"; }
  static Python Default() { return 0; }
};

template <>
struct Argument<std::optional<int64_t>> : ValueArgument<std::optional<int64_t>> {
  static constexpr const char* kDefault = "None";
  static std::string Type() { return "int | None"; }
  static nb::object Default() { return nb::none(); }
};

template <>
struct Argument<bool> : ValueArgument<bool> {
  static constexpr const char* kDefault = "False";
  static std::string Type() { return "bool"; }
  static Python Default() { return false; }
};

// An execution thread.
template <>
struct Argument<std::string_view> : ValueArgument<std::string_view> {
  static constexpr const char* kDefault = "'main'";
  static std::string Type() { return "str"; }
  static Python Default() { return "main"; }
};

template <>
struct Argument<hlo::PrimitiveType> {
  using Python = std::string_view;
  static std::string Type() { return "str"; }
  static auto Convert(Call&, const char*, Python word) { return ToElementType(word); }
};

template <>
struct Argument<hlo::ComparisonDirection> {
  using Python = std::string_view;
  static std::string Type() { return "str"; }
  static auto Convert(Call&, const char* name, Python word) {
    return ToEnum<hlo::ComparisonDirection>(name, word);
  }
};

// What lists have in common.
struct ListArgument {
  using Python = nb::handle;
  static constexpr const char* kDefault = "()";
  static nb::object Default() { return nb::make_tuple(); }
};

template <>
struct Argument<absl::Span<hlo::HloInstruction* const>> : ListArgument {
  static std::string Type() { return "collections.abc.Iterable[Instruction]"; }
  static auto Convert(Call& call, const char*, Python values) { return call.Operands(values); }
};

template <>
struct Argument<absl::Span<hlo::HloComputation* const>> : ListArgument {
  static std::string Type() { return "collections.abc.Iterable[Computation]"; }
  static auto Convert(Call& call, const char*, Python values) { return call.Callees(values); }
};

template <>
struct Argument<absl::Span<const hlo::Shape* const>> : ListArgument {
  static std::string Type() { return "collections.abc.Iterable[Shape | str]"; }
  static auto Convert(Call& call, const char*, Python values) { return call.Shapes(values); }
};

template <>
struct Argument<absl::Span<const int64_t>> : ListArgument {
  static std::string Type() { return "collections.abc.Sequence[int]"; }
  static auto Convert(Call& call, const char* name, Python values) {
    return call.Ints(name, values);
  }
};

template <>
struct Argument<absl::Span<const absl::Span<const int64_t>>> : ListArgument {
  static std::string Type() { return "collections.abc.Iterable[collections.abc.Sequence[int]]"; }
  static auto Convert(Call& call, const char* name, Python values) {
    return call.IntLists(name, values);
  }
};

// Structs of two integers and a third that may be left out.
template <typename T>
struct Argument<absl::Span<const T>> : ListArgument {
  static std::string Type() {
    return std::string("collections.abc.Iterable[hlo_text.") + StructName<T>::kName +
           " | tuple[int, int] | tuple[int, int, int]]";
  }
  static auto Convert(Call& call, const char* name, Python values) {
    return call.Structs<T>(name, values);
  }
};

// ---- Methods.

template <typename Member>
struct MemberTypes;
template <typename... T>
struct MemberTypes<hlo::HloInstruction* (hlo::HloBuilder::*)(T...)> {
  static constexpr size_t kCount = sizeof...(T);
  template <size_t kIndex>
  using At = Argument<std::decay_t<std::tuple_element_t<kIndex, std::tuple<T...>>>>;
};

// How many parameters kAdd has before its last ones: the name, and before it options.
template <auto kAdd, size_t kLast>
constexpr size_t kCountBefore = MemberTypes<decltype(kAdd)>::kCount - kLast;

template <typename A, bool kHasDefault>
auto NamedArgument(const char* name) {
  if constexpr (kHasDefault) {
    return nb::arg(name) = A::Default();
  } else {
    return nb::arg(name);
  }
}

template <typename A, bool kHasDefault>
std::string Signature(const char* name) {
  std::string text = std::string(name) + ": " + A::Type();
  if constexpr (kHasDefault) text += std::string(" = ") + A::kDefault;
  return text + ", ";
}

// "def method(self, a: T, b: U = 0, *, keywords) -> Instruction"; kept forever.
template <auto kAdd, size_t kOptional, size_t... kIndex>
const char* MethodSignature(const char* method,
                            const std::array<const char*, sizeof...(kIndex)>& names,
                            const char* keywords, std::index_sequence<kIndex...>) {
  using Types = MemberTypes<decltype(kAdd)>;
  constexpr size_t kRequired = sizeof...(kIndex) - kOptional;
  return KeepForever(
      std::string("def ") + method + "(self, " +
      (std::string() + ... +
       Signature<typename Types::template At<kIndex>, (kIndex >= kRequired)>(names[kIndex])) +
      "*, " + keywords + ") -> Instruction");
}

// Adds an instruction with kAdd(converted values..., last...).
template <auto kAdd, size_t... kIndex, typename Values, typename... Last>
Instruction AddWith(Builder& b, Call& call, const std::array<const char*, sizeof...(kIndex)>& names,
                    std::index_sequence<kIndex...>, const Values& values, const Last&... last) {
  using Types = MemberTypes<decltype(kAdd)>;
  // Braces convert from left to right.
  const std::tuple arguments{
      Types::template At<kIndex>::Convert(call, names[kIndex], std::get<kIndex>(values))...};
  return b.Run([&](hlo::HloBuilder& builder) {
    return (builder.*kAdd)(std::get<kIndex>(arguments)..., last...);
  });
}

template <auto kAdd, size_t kOptional, size_t... kIndex>
void DefineMethod(BuilderType& type, const char* method,
                  std::array<const char*, sizeof...(kIndex)> names, const char* doc,
                  std::index_sequence<kIndex...> all) {
  using Types = MemberTypes<decltype(kAdd)>;
  constexpr size_t kRequired = sizeof...(kIndex) - kOptional;
  type.def(
      method,
      [names](Builder& b, typename Types::template At<kIndex>::Python... values,
              std::string_view name) {
        Call call(b);
        return AddWith<kAdd>(b, call, names, std::index_sequence<kIndex...>(),
                             std::forward_as_tuple(values...), name);
      },
      NamedArgument<typename Types::template At<kIndex>, (kIndex >= kRequired)>(names[kIndex])...,
      nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig(MethodSignature<kAdd, kOptional>(method, names, "name: str = ''", all)), doc);
}

// Adds what kAdd adds. Its parameters but the name have these names; the last kOptional of them may
// be left out.
template <auto kAdd, size_t kOptional = 0>
void DefineMethod(BuilderType& type, const char* method,
                  const std::array<const char*, kCountBefore<kAdd, 1>>& names, const char* doc) {
  DefineMethod<kAdd, kOptional>(type, method, names, doc,
                                std::make_index_sequence<kCountBefore<kAdd, 1>>());
}

template <auto kAdd, size_t kOptional, size_t... kIndex>
void DefineCollective(BuilderType& type, const char* method,
                      std::array<const char*, sizeof...(kIndex)> names, const char* doc,
                      std::index_sequence<kIndex...> all) {
  using Types = MemberTypes<decltype(kAdd)>;
  constexpr size_t kRequired = sizeof...(kIndex) - kOptional;
  type.def(
      method,
      [names](Builder& b, typename Types::template At<kIndex>::Python... values,
              nb::handle replica_groups, std::optional<int64_t> channel_id, bool global_ids,
              bool constrain_layout, std::string_view name) {
        Call call(b);
        const auto options =
            call.Collective(replica_groups, channel_id, global_ids, constrain_layout);
        return AddWith<kAdd>(b, call, names, std::index_sequence<kIndex...>(),
                             std::forward_as_tuple(values...), options, name);
      },
      NamedArgument<typename Types::template At<kIndex>, (kIndex >= kRequired)>(names[kIndex])...,
      nb::kw_only(), nb::arg("replica_groups") = nb::make_tuple(),
      nb::arg("channel_id").none() = nb::none(), nb::arg("use_global_device_ids") = false,
      nb::arg("constrain_layout") = false, nb::arg(kName) = kNoName,
      nb::sig(MethodSignature<kAdd, kOptional>(
          method, names,
          "replica_groups: hlo_text.ReplicaGroups | str | collections.abc.Sequence["
          "collections.abc.Sequence[int]] = (), channel_id: int | None = None, "
          "use_global_device_ids: bool = False, constrain_layout: bool = False, name: str = ''",
          all)),
      doc);
}

// The same for a member whose last parameters are CollectiveOptions, keywords in Python, and the
// name.
template <auto kAdd, size_t kOptional = 0>
void DefineCollective(BuilderType& type, const char* method,
                      const std::array<const char*, kCountBefore<kAdd, 2>>& names,
                      const char* doc) {
  DefineCollective<kAdd, kOptional>(type, method, names, doc,
                                    std::make_index_sequence<kCountBefore<kAdd, 2>>());
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_BUILDER_ARGUMENTS_H_
