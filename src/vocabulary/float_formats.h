// The floating-point types of HLO, including narrow ones: double -> bits of an element and back.
//
//   uint64_t bits = NarrowToBits(PrimitiveType::kF8E4M3FN, 464);  // 0x7e, that is 448
//   double value = WidenBits(PrimitiveType::kF8E4M3FN, bits);
//
// A type is described by its exponent and mantissa widths, its bias, and the meaning of its
// all-ones codes. Bits are right-aligned, without padding. `type` must be a floating-point type
// everywhere; any other gives a meaningless number.
#ifndef HLO_VOCABULARY_FLOAT_FORMATS_H_
#define HLO_VOCABULARY_FLOAT_FORMATS_H_

#include <cstdint>
#include <cstring>

#include "hlo/primitive_type.h"
#include "src/base/little_endian.h"

namespace hlo_text_v1::internal {

// Rounds to nearest, ties to even. A value beyond the largest finite one becomes infinity if the
// type has it, else NaN, else the largest value. F16 and BF16 are rounded to F32 first, as in XLA.
// NaN becomes the type's default NaN of the same sign.
uint64_t NarrowToBits(PrimitiveType type, double value);
// The value of an element; NaN keeps its sign, not its payload.
double WidenBits(PrimitiveType type, uint64_t bits);

double MaxFinite(PrimitiveType type);
double LowestFinite(PrimitiveType type);
// Without the implicit bit.
int MantissaBits(PrimitiveType type);

// How many lower bits of its payload an imaginary NaN of `complex` loses in XLA, which reads it as
// a double.
inline int ImaginaryNanDroppedBits(PrimitiveType complex) {
  return MantissaBits(PrimitiveType::kF64) - MantissaBits(ComplexComponentType(complex));
}

// Bits of a NaN's payload that can be set; 0 if the type has at most one NaN.
uint64_t NanPayloadMask(PrimitiveType type);
// Payload of the NaN that prints as plain `nan`, for types with a payload mask.
uint64_t DefaultNanPayload(PrimitiveType type);
// The NaN with `payload` (within the mask, not 0) of a type with a payload mask.
uint64_t NanBits(PrimitiveType type, bool negative, uint64_t payload);

// Loads an element of `bytes` (1, 2, 4 or 8) bytes at `p`, the lowest first, as an unsigned number;
// and stores one.
inline uint64_t LoadElement(const char* p, int bytes) {
  const auto load = [p](auto value) -> uint64_t {
    std::memcpy(&value, p, sizeof(value));
    return LittleEndian(value);
  };
  switch (bytes) {
    case 1:
      return load(uint8_t{});
    case 2:
      return load(uint16_t{});
    case 4:
      return load(uint32_t{});
    default:
      return load(uint64_t{});
  }
}
inline void StoreElement(char* p, int bytes, uint64_t bits) {
  const auto store = [p](auto value) {
    value = LittleEndian(value);
    std::memcpy(p, &value, sizeof(value));
  };
  switch (bytes) {
    case 1:
      return store(static_cast<uint8_t>(bits));
    case 2:
      return store(static_cast<uint16_t>(bits));
    case 4:
      return store(static_cast<uint32_t>(bits));
    default:
      return store(bits);
  }
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_VOCABULARY_FLOAT_FORMATS_H_
