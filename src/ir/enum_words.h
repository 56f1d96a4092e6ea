// The words of enumerations, those of enums.def, by C++ type.
//
//   WordOf(HloSharding::Kind::kManual)         "manual"
//   EnumOf<ResultAccuracy::Mode>("highest")    Mode::kHighest
#ifndef HLO_IR_ENUM_WORDS_H_
#define HLO_IR_ENUM_WORDS_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/module_config.h"
#include "hlo/opcode.h"
#include "hlo/sharding.h"

namespace hlo_text_v1::internal {

// All words, by value.
template <typename E>
absl::Span<const std::string_view> WordsOf();
#define HLO_ENUM_TYPE(Type, ...)                              \
  template <>                                                 \
  inline absl::Span<const std::string_view> WordsOf<Type>() { \
    return GetEnumTypeInfo(AttributeType::k##Type).words;     \
  }
#define HLO_WORD(Id, text) text
#define HLO_STRUCT_ENUM(Type, ...)                              \
  template <>                                                   \
  inline absl::Span<const std::string_view> WordsOf<Type>() {   \
    static constexpr std::string_view kWords[] = {__VA_ARGS__}; \
    return kWords;                                              \
  }
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
#undef HLO_WORD

// The words are in the order of the enumerators.
template <typename E, size_t size>
constexpr bool AreInOrder(const E (&values)[size]) {
  for (size_t i = 0; i < size; ++i) {
    if (static_cast<size_t>(values[i]) != i) return false;
  }
  return true;
}
#define HLO_WORD(Id, text) E::k##Id
#define HLO_ENUM_TYPE(Type, ...)
#define HLO_STRUCT_ENUM(Type, ...)         \
  static_assert([] {                       \
    using E = Type;                        \
    constexpr E kValues[] = {__VA_ARGS__}; \
    return AreInOrder(kValues);            \
  }());
#include "hlo/tables/enums.def"
#undef HLO_WORD
#undef HLO_ENUM_TYPE

template <typename E>
std::string_view WordOf(E value) {
  return WordsOf<E>()[static_cast<size_t>(value)];
}

// nullopt if `word` is not one of the words.
template <typename E>
std::optional<E> EnumOf(std::string_view word) {
  const absl::Span<const std::string_view> words = WordsOf<E>();
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_ENUM_WORDS_H_
