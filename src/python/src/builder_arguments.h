// Makes Python methods from members of HloBuilder: the C++ type of each parameter determines how
// Python passes it, its type in the stub, and its default. A method with a new type of parameter
// needs an Argument for it.
#ifndef HLO_PYTHON_SRC_BUILDER_ARGUMENTS_H_
#define HLO_PYTHON_SRC_BUILDER_ARGUMENTS_H_

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "bind.h"
#include "builder.h"

HLO_PYTHON_ARGUMENT(ReplicaGroupsLike,
                    "hlo_text.ReplicaGroups | str | "
                    "collections.abc.Sequence[collections.abc.Sequence[int]]")

// A list of structs of two integers and a third that may be left out.
namespace hlo_python {
template <typename T>
struct StructListType {};
}  // namespace hlo_python
template <typename T>
struct nanobind::detail::type_caster<hlo_python::StructListType<T>> {
  static constexpr auto Name = const_name("collections.abc.Iterable[") + make_caster<T>::Name +
                               const_name(" | tuple[int, int] | tuple[int, int, int]]");
};

namespace hlo_python {

// ---- Parameters.

// Python: the type that nanobind reads; Default(): its value if it may be omitted; Convert: gives
// the argument for HloBuilder, or something that converts to it.
template <typename T>
struct Argument;

template <>
struct Argument<hlo_text::HloInstruction*> {
  using Python = const Instruction&;
  static auto Convert(Call& call, const char*, Python value) { return call.Operand(value); }
};

template <>
struct Argument<hlo_text::HloComputation*> {
  using Python = const Computation&;
  static auto Convert(Call& call, const char*, Python value) { return call.Callee(value); }
};

template <>
struct Argument<const hlo_text::Shape*> {
  using Python = ShapeLike;
  static auto Convert(Call& call, const char*, Python value) { return call.GivenShape(value); }
};

// A value that needs no conversion.
template <typename T>
struct ValueArgument {
  using Python = T;
  static Python Default() { return {}; }
  static auto Convert(Call&, const char*, Python value) { return value; }
};
template <>
struct Argument<int64_t> : ValueArgument<int64_t> {};
template <>
struct Argument<bool> : ValueArgument<bool> {};
template <>
struct Argument<std::optional<int64_t>> : ValueArgument<std::optional<int64_t>> {
  static nb::object Default() { return nb::none(); }
};
// An execution thread.
template <>
struct Argument<std::string_view> : ValueArgument<std::string_view> {
  static Python Default() { return "main"; }
};

template <>
struct Argument<hlo_text::PrimitiveType> {
  using Python = std::string_view;
  static auto Convert(Call&, const char*, Python word) { return ToElementType(word); }
};

template <>
struct Argument<hlo_text::ComparisonDirection> {
  using Python = std::string_view;
  static auto Convert(Call&, const char* name, Python word) {
    return ToEnum<hlo_text::ComparisonDirection>(name, word);
  }
};

template <typename T>
struct ListArgument {
  using Python = T;
  static nb::object Default() { return nb::make_tuple(); }
};

template <>
struct Argument<absl::Span<hlo_text::HloInstruction* const>> : ListArgument<InstructionList> {
  static auto Convert(Call& call, const char*, Python values) { return call.Operands(values); }
};

template <>
struct Argument<absl::Span<hlo_text::HloComputation* const>> : ListArgument<ComputationList> {
  static auto Convert(Call& call, const char*, Python values) { return call.Callees(values); }
};

template <>
struct Argument<absl::Span<const hlo_text::Shape* const>> : ListArgument<ShapeList> {
  static auto Convert(Call& call, const char*, Python values) { return call.Shapes(values); }
};

template <>
struct Argument<absl::Span<const int64_t>> : ListArgument<IntList> {
  static auto Convert(Call& call, const char* name, Python values) {
    return call.Ints(name, values);
  }
};

template <>
struct Argument<absl::Span<const absl::Span<const int64_t>>> : ListArgument<IntListList> {
  static auto Convert(Call& call, const char* name, Python values) {
    return call.IntLists(name, values);
  }
};

template <typename T>
struct Argument<absl::Span<const T>> : ListArgument<nb::typed<nb::handle, StructListType<T>>> {
  static auto Convert(Call& call, const char* name, nb::handle values) {
    return call.Structs<T>(name, values);
  }
};

// ---- Methods.

template <typename Member>
struct MemberTypes;
template <typename... T>
struct MemberTypes<hlo_text::HloInstruction* (hlo_text::HloBuilder::*)(T...)> {
  template <size_t kIndex>
  using At = Argument<std::decay_t<std::tuple_element_t<kIndex, std::tuple<T...>>>>;
  static constexpr bool kIsCollective =
      (std::is_same_v<std::decay_t<T>, hlo_text::CollectiveOptions> || ...);
  // Without the last parameters: the name, and before it the options of a collective.
  static constexpr size_t kCount = sizeof...(T) - (kIsCollective ? 2 : 1);
};

template <typename A, bool kHasDefault>
auto NamedArgument(const char* name) {
  if constexpr (kHasDefault) {
    return nb::arg(name) = A::Default();
  } else {
    return nb::arg(name);
  }
}

// Adds an instruction with kAdd(converted values..., last...).
template <auto kAdd, size_t... kIndex, typename Values, typename... Last>
Instruction AddWith(Call& call, const std::array<const char*, sizeof...(kIndex)>& names,
                    std::index_sequence<kIndex...>, const Values& values, const Last&... last) {
  using Types = MemberTypes<decltype(kAdd)>;
  // Braces convert from left to right.
  const std::tuple arguments{
      Types::template At<kIndex>::Convert(call, names[kIndex], std::get<kIndex>(values))...};
  return call.Run([&](hlo_text::HloBuilder& builder) {
    return (builder.*kAdd)(std::get<kIndex>(arguments)..., last...);
  });
}

template <auto kAdd, size_t kOptional, size_t... kIndex>
void DefineMethod(BuilderType& type, const char* method,
                  std::array<const char*, sizeof...(kIndex)> names, const char* doc,
                  std::index_sequence<kIndex...> all) {
  using Types = MemberTypes<decltype(kAdd)>;
  constexpr size_t kRequired = sizeof...(kIndex) - kOptional;
  if constexpr (Types::kIsCollective) {
    type.def(
        method,
        [names, all](Builder& b, typename Types::template At<kIndex>::Python... values,
                     ReplicaGroupsLike replica_groups, std::optional<int64_t> channel_id,
                     bool global_ids, bool constrain_layout, std::string_view name) {
          Call call(b);
          const auto options =
              call.Collective(replica_groups, channel_id, global_ids, constrain_layout);
          return AddWith<kAdd>(call, names, all, std::forward_as_tuple(values...), options, name);
        },
        NamedArgument<typename Types::template At<kIndex>, (kIndex >= kRequired)>(names[kIndex])...,
        nb::kw_only(), "replica_groups"_a = nb::make_tuple(), "channel_id"_a = nb::none(),
        "use_global_device_ids"_a = false, "constrain_layout"_a = false, nb::arg(kName) = kNoName,
        doc);
  } else {
    type.def(
        method,
        [names, all](Builder& b, typename Types::template At<kIndex>::Python... values,
                     std::string_view name) {
          Call call(b);
          return AddWith<kAdd>(call, names, all, std::forward_as_tuple(values...), name);
        },
        NamedArgument<typename Types::template At<kIndex>, (kIndex >= kRequired)>(names[kIndex])...,
        nb::kw_only(), nb::arg(kName) = kNoName, doc);
  }
}

// Adds the instruction of kAdd. Its parameters have these names, except the last ones: the name,
// and CollectiveOptions, which are keywords. The last kOptional of `names` may be left out.
template <auto kAdd, size_t kOptional = 0>
void DefineMethod(BuilderType& type, const char* method,
                  const std::array<const char*, MemberTypes<decltype(kAdd)>::kCount>& names,
                  const char* doc) {
  DefineMethod<kAdd, kOptional>(type, method, names, doc,
                                std::make_index_sequence<MemberTypes<decltype(kAdd)>::kCount>());
}

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_BUILDER_ARGUMENTS_H_
