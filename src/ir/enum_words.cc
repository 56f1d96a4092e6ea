// See enum_words.h.
#include "src/ir/enum_words.h"

namespace hlo::internal {

#define HLO_ENUM_TYPE(Type, ...)
#define HLO_WORD(Id, text) text
#define HLO_STRUCT_ENUM(Type, ...)                              \
  template <>                                                   \
  absl::Span<const std::string_view> WordsOf<Type>() {          \
    static constexpr std::string_view kWords[] = {__VA_ARGS__}; \
    return kWords;                                              \
  }
#include "hlo/tables/enums.def"
#undef HLO_WORD

namespace {

template <typename E, size_t size>
constexpr bool AreInOrder(const E (&values)[size]) {
  for (size_t i = 0; i < size; ++i) {
    if (static_cast<size_t>(values[i]) != i) return false;
  }
  return true;
}

// The words are in the order of the enumerators.
#define HLO_WORD(Id, text) E::k##Id
#define HLO_STRUCT_ENUM(Type, ...)         \
  static_assert([] {                       \
    using E = Type;                        \
    constexpr E kValues[] = {__VA_ARGS__}; \
    return AreInOrder(kValues);            \
  }());
#include "hlo/tables/enums.def"
#undef HLO_WORD
#undef HLO_ENUM_TYPE

}  // namespace
}  // namespace hlo::internal
