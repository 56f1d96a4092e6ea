// Choices for a generator of test data: random ones, or those that a fuzzer's bytes make.
//
//   Choices choices(/*seed=*/7);
//   if (choices.OneIn(4)) text += names[choices.Below(names.size())];
//
// When the bytes run out, every choice is 0. So a generator ends if 0 never means "go on".
#ifndef HLO_TESTS_SUPPORT_CHOICES_H_
#define HLO_TESTS_SUPPORT_CHOICES_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace hlo_text_v1::test {

class Choices {
 public:
  // Random, without end; depends only on `seed`.
  explicit Choices(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1), is_random_(true) {}
  // `bytes` must outlive it.
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}

  // Below `limit`, which is not 0.
  size_t Below(size_t limit) {
    size_t number = Next();
    if (limit > 256) number = number << 8 | Next();
    return number % limit;
  }
  // False if the bytes have run out, unless n is 1.
  bool OneIn(size_t n) { return Below(n) == n - 1; }
  template <typename T>
  T Of(std::initializer_list<T> values) {
    return values.begin()[Below(values.size())];
  }

 private:
  uint8_t Next() {
    if (is_random_) {  // splitmix64
      uint64_t z = state_ += 0x9E3779B97F4A7C15;
      z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
      z = (z ^ z >> 27) * 0x94D049BB133111EB;
      return static_cast<uint8_t>(z >> 56);
    }
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return byte;
  }

  std::string_view bytes_;
  uint64_t state_ = 0;
  bool is_random_ = false;
};

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_SUPPORT_CHOICES_H_
