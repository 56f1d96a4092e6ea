// What mutate_product.py writes into copies of sources: expressions that HLO_MUTANT=n changes.
//
// `a < b` becomes `a < Binary<17, kLessEqual>{} < b`, of the same precedence, so no parser is
// needed: the left `<` keeps `a`, the right one compares, or does something else if 17 is on.
// Likewise `!x` becomes `Not<17>{}->*x`, and `a && b` becomes `a && Right<17, true>{} | b`. At
// compile time no mutant is on. HLO_MUTANTS_REACHED names a file that gets the mutants that a
// process has evaluated.
#ifndef HLO_TESTS_CHECKS_MUTATE_PRODUCT_H_
#define HLO_TESTS_CHECKS_MUTATE_PRODUCT_H_

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace hlo_mutant {

constexpr int kLimit = 20000;

struct State {
  int on = 0;
  bool reached[kLimit] = {};

  State() {
    const char* number = std::getenv("HLO_MUTANT");
    if (number != nullptr) on = std::atoi(number);
  }
  ~State() {
    const char* path = std::getenv("HLO_MUTANTS_REACHED");
    const int file = path == nullptr ? -1 : open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0) return;
    char line[16];
    for (int n = 0; n < kLimit; ++n) {
      if (!reached[n]) continue;
      const int length = std::snprintf(line, sizeof(line), "%d\n", n);
      if (write(file, line, static_cast<size_t>(length)) < 0) break;
    }
    close(file);
  }
};
inline State state;

template <int n>
constexpr bool IsOn() {
  if (__builtin_is_constant_evaluated()) return false;
  state.reached[n] = true;
  return state.on == n;
}

// ---- Binary operators.

enum Operator {
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kPlus,
  kMinus,
  kTimes,
  kOver,
  kModulo,
  kAnd,
  kOr,
};

template <int n, Operator other>
struct Binary {};
template <int n, Operator other, typename A>
struct Left {
  A&& a;
};

template <Operator other, typename A, typename B>
constexpr auto Apply(A&& a, B&& b) {
  if constexpr (other == kLess) return a < b;
  if constexpr (other == kLessEqual) return a <= b;
  if constexpr (other == kGreater) return a > b;
  if constexpr (other == kGreaterEqual) return a >= b;
  if constexpr (other == kEqual) return a == b;
  if constexpr (other == kNotEqual) return a != b;
  if constexpr (other == kPlus) return a + b;
  if constexpr (other == kMinus) return a - b;
  if constexpr (other == kTimes) return a * b;
  if constexpr (other == kOver) return b == 0 ? a : a / b;
  if constexpr (other == kModulo) return b == 0 ? a : a % b;
  if constexpr (other == kAnd) return a & b;
  if constexpr (other == kOr) return a | b;
}

#define HLO_MUTANT_BINARY(op)                                                     \
  template <int n, Operator other, typename A>                                    \
  constexpr Left<n, other, A> operator op(A && a, Binary<n, other>) {             \
    return {static_cast<A&&>(a)};                                                 \
  }                                                                               \
  template <int n, Operator other, typename A, typename B>                        \
  constexpr auto operator op(Left<n, other, A>&& left, B&& b)                     \
      ->std::decay_t<decltype(static_cast<A&&>(left.a) op static_cast<B&&>(b))> { \
    if (IsOn<n>()) return Apply<other>(left.a, b);                                \
    return static_cast<A&&>(left.a) op static_cast<B&&>(b);                       \
  }
HLO_MUTANT_BINARY(<)
HLO_MUTANT_BINARY(<=)
HLO_MUTANT_BINARY(>)
HLO_MUTANT_BINARY(>=)
HLO_MUTANT_BINARY(==)
HLO_MUTANT_BINARY(!=)
HLO_MUTANT_BINARY(+)
HLO_MUTANT_BINARY(-)
HLO_MUTANT_BINARY(*)
HLO_MUTANT_BINARY(/)
HLO_MUTANT_BINARY(%)
HLO_MUTANT_BINARY(&)
HLO_MUTANT_BINARY(|)
#undef HLO_MUTANT_BINARY

// ---- The right operand of && becomes true, that of || false.

template <int n, bool neutral>
struct Right {};
template <int n, bool neutral, typename B>
constexpr bool operator|(Right<n, neutral>, B&& b) {
  return IsOn<n>() ? neutral : static_cast<bool>(b);
}

// ---- The right operand of += becomes its negative.

template <int n>
struct Negated {};
template <int n, typename B>
constexpr auto operator|(Negated<n>, B&& b) -> decltype(+b) {
  return IsOn<n>() ? -b : +b;
}

// ---- !x becomes x.

template <int n>
struct Not {};
template <int n, typename T>
constexpr bool operator->*(Not<n>, T&& x) {
  return IsOn<n>() ? static_cast<bool>(x) : !x;
}

// ---- Conditions and constants.

template <int n, bool forced, typename T>
constexpr bool If(T&& condition) {
  return IsOn<n>() ? forced : static_cast<bool>(condition);
}
template <int n>
constexpr bool Bool(bool value) {
  return IsOn<n>() ? !value : value;
}
template <int n, typename T>
constexpr T Number(T value) {
  return IsOn<n>() ? value + 1 : value;
}
// Of constants, which are no constants then.
template <int n>
bool BoolAtRunTime(bool value) {
  return Bool<n>(value);
}
template <int n, typename T>
T NumberAtRunTime(T value) {
  return Number<n>(value);
}

}  // namespace hlo_mutant

#endif  // HLO_TESTS_CHECKS_MUTATE_PRODUCT_H_
