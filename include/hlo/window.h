// Questions about windows: those of convolution, reduce-window, select-and-scatter.
//
//   const hlo_text::Window& window = convolution->window();
//   if (hlo_text::HasStride(window) || hlo_text::HasPadding(window)) return std::nullopt;
//   return hlo_text::WindowCount(input->shape().dimensions(1), window.dimensions[0]);
//
// Constant time for a dimension, linear in them for a window. Source: XLA window_util.h.
#ifndef HLO_WINDOW_H_
#define HLO_WINDOW_H_

#include <algorithm>
#include <cstdint>
#include <optional>

#include "hlo/attribute_values.h"

namespace hlo_text_v1 {

// ---- A dimension: the bounds are at least 0, the dilations and the stride at least 1.

// How far `bound` elements reach with `dilation - 1` holes between any two: 0 for none. nullopt if
// that does not fit. XLA DilatedBound.
inline std::optional<int64_t> DilatedBound(int64_t bound, int64_t dilation) {
  int64_t dilated = 0;
  if (bound == 0) return 0;
  if (__builtin_mul_overflow(bound - 1, dilation, &dilated) ||
      __builtin_add_overflow(dilated, int64_t{1}, &dilated)) {
    return std::nullopt;
  }
  return dilated;
}

// How many windows of `size` lie in `bound` if the next one begins `stride` later. XLA
// StridedBound.
inline int64_t StridedBound(int64_t bound, int64_t size, int64_t stride) {
  return bound == 0 || size > bound ? 0 : (bound - size) / stride + 1;
}

// The size of the result: how many places the window has in a dimension of `size` elements, with
// dilation and padding. nullopt if a size between does not fit, or if the stride is below 1.
inline std::optional<int64_t> WindowCount(int64_t size, const WindowDimension& window) {
  const std::optional<int64_t> base = DilatedBound(size, window.base_dilation);
  const std::optional<int64_t> extent = DilatedBound(window.size, window.window_dilation);
  int64_t padded = 0;
  if (!base.has_value() || !extent.has_value() || window.stride < 1 ||
      __builtin_add_overflow(*base, window.padding_low, &padded) ||
      __builtin_add_overflow(padded, window.padding_high, &padded)) {
    return std::nullopt;
  }
  return StridedBound(padded, *extent, window.stride);
}

inline bool HasStride(const WindowDimension& d) { return d.stride != 1; }
inline bool HasPadding(const WindowDimension& d) {
  return d.padding_low != 0 || d.padding_high != 0;
}
inline bool HasAsymmetricPadding(const WindowDimension& d) {
  return d.padding_low != d.padding_high;
}
inline bool HasNegativePadding(const WindowDimension& d) {
  return d.padding_low < 0 || d.padding_high < 0;
}
inline bool HasBaseDilation(const WindowDimension& d) { return d.base_dilation != 1; }
inline bool HasWindowDilation(const WindowDimension& d) { return d.window_dilation != 1; }
inline bool HasWindowReversal(const WindowDimension& d) { return d.window_reversal; }
// Whether the window takes each element by itself.
inline bool IsTrivial(const WindowDimension& d) {
  return d.size == 1 && !HasStride(d) && !HasPadding(d) && !HasBaseDilation(d) &&
         !HasWindowDilation(d);
}

// ---- A window: whether a dimension is so; IsTrivial: whether all are.

inline bool AnyOf(const Window& window, bool (*is_so)(const WindowDimension&)) {
  return std::any_of(window.dimensions.begin(), window.dimensions.end(), is_so);
}
inline bool HasStride(const Window& window) { return AnyOf(window, HasStride); }
inline bool HasPadding(const Window& window) { return AnyOf(window, HasPadding); }
inline bool HasAsymmetricPadding(const Window& window) {
  return AnyOf(window, HasAsymmetricPadding);
}
inline bool HasNegativePadding(const Window& window) { return AnyOf(window, HasNegativePadding); }
inline bool HasBaseDilation(const Window& window) { return AnyOf(window, HasBaseDilation); }
inline bool HasWindowDilation(const Window& window) { return AnyOf(window, HasWindowDilation); }
inline bool HasWindowReversal(const Window& window) { return AnyOf(window, HasWindowReversal); }
inline bool IsTrivial(const Window& window) {
  return std::all_of(window.dimensions.begin(), window.dimensions.end(),
                     static_cast<bool (*)(const WindowDimension&)>(IsTrivial));
}

}  // namespace hlo_text_v1

#endif  // HLO_WINDOW_H_
