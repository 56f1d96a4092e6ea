// How values write themselves: `stream << value`, absl::StrCat(value), failures of GoogleTest.
//
//   HLO_TEXT_STRINGIFY(Shape)             declares std::string internal::TextOf(const Shape&)
//   HLO_TEXT_STRINGIFY_ENUM(FusionKind)   takes internal::TextOf, which refers to a table
//   HLO_TEXT_STRINGIFY_TABLE(LogMode)     declares std::string_view internal::TextOf(LogMode)
//   HLO_TEXT_STRINGIFY_NAME(Limit, LimitName)
//                                         defines it: LimitName(limit)
//   HLO_TEXT_STRINGIFY_WORDS(Severity, kNote, "error", "warning", "note")
//                                         defines it: the words of all enumerators up to the last,
//                                         kNote, in order
//
// All stand outside of namespaces; Type may be a member: HloSharding::Kind.
//
// Abseil before 20230125 does not know AbslStringify: its StrCat refuses to compile classes, and
// writes the number of an enumerator unless it is told to write the name, as the forms for
// enumerations do.
#ifndef HLO_INTERNAL_STRINGIFY_H_
#define HLO_INTERNAL_STRINGIFY_H_

#include <cstddef>
#include <iosfwd>
#include <iterator>
#include <string>
#include <string_view>

#include "absl/base/config.h"
#include "absl/strings/string_view.h"

#define HLO_TEXT_STRINGIFY_AS_TEXT(Type)                                              \
  namespace hlo_text_v1 {                                                             \
  template <typename Traits> /* so that <iosfwd> is enough */                         \
  std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, \
                                               const Type& value) {                   \
    return out << internal::TextOf(value);                                            \
  }                                                                                   \
  template <typename Sink>                                                            \
  void AbslStringify(Sink& sink, const Type& value) {                                 \
    const auto& text = internal::TextOf(value);                                       \
    sink.Append(absl::string_view(text.data(), text.size()));                         \
  }                                                                                   \
  }

#define HLO_TEXT_STRINGIFY(Type)         \
  namespace hlo_text_v1::internal {      \
  std::string TextOf(const Type& value); \
  }                                      \
  HLO_TEXT_STRINGIFY_AS_TEXT(Type)

#if defined(ABSL_LTS_RELEASE_VERSION) && ABSL_LTS_RELEASE_VERSION < 20230125
#include "absl/strings/str_cat.h"
#define HLO_TEXT_STRINGIFY_ENUM(Type)                                         \
  HLO_TEXT_STRINGIFY_AS_TEXT(Type)                                            \
  namespace absl {                                                            \
  template <>                                                                 \
  inline AlphaNum::AlphaNum(hlo_text_v1::Type value)                          \
      : AlphaNum(string_view(hlo_text_v1::internal::TextOf(value).data(),     \
                             hlo_text_v1::internal::TextOf(value).size())) {} \
  }
#else
#define HLO_TEXT_STRINGIFY_ENUM HLO_TEXT_STRINGIFY_AS_TEXT
#endif

#define HLO_TEXT_STRINGIFY_TABLE(Type) \
  namespace hlo_text_v1::internal {    \
  std::string_view TextOf(Type value); \
  }                                    \
  HLO_TEXT_STRINGIFY_ENUM(Type)

#define HLO_TEXT_STRINGIFY_NAME(Type, Name)                          \
  namespace hlo_text_v1::internal {                                  \
  inline std::string_view TextOf(Type value) { return Name(value); } \
  }                                                                  \
  HLO_TEXT_STRINGIFY_ENUM(Type)

#define HLO_TEXT_STRINGIFY_WORDS(Type, kLast, ...)                            \
  namespace hlo_text_v1::internal {                                           \
  inline std::string_view TextOf(Type value) {                                \
    constexpr std::string_view kWords[] = {__VA_ARGS__};                      \
    static_assert(std::size(kWords) == static_cast<size_t>(Type::kLast) + 1); \
    return kWords[static_cast<size_t>(value)];                                \
  }                                                                           \
  }                                                                           \
  HLO_TEXT_STRINGIFY_ENUM(Type)

#endif  // HLO_INTERNAL_STRINGIFY_H_
