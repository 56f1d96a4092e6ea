// A tile assignment during parsing and canonicalisation, in small vectors rather than in the arena.
//
// Canonicalises the iota form [D]<=[R]T(P) in two ways: merges R's dimensions, and transposes D.
// Both fail rather than overflow or allocate without bound: only ExpandIota writes out an iota's
// device numbers, after its size was checked. Source: XLA tile_assignment.cc.
#ifndef HLO_IR_SHARDING_TILE_BUILDER_H_
#define HLO_IR_SHARDING_TILE_BUILDER_H_

#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/sharding.h"

namespace hlo_text_v1::internal {

using Int64s = absl::InlinedVector<int64_t, 8>;
using Permutation = absl::InlinedVector<int32_t, 8>;

struct TileBuilder {
  Int64s dimensions;  // D
  bool is_iota = false;
  Int64s reshape_dims;           // R
  Permutation transpose_perm;    // P
  std::vector<int64_t> devices;  // if not iota

  TileAssignment Build(Arena* arena) const;
};

// Why a tile assignment cannot be made canonical. XLA has no errors for these: it crashes or
// continues with whatever is in memory.
enum class CanonicalStatus : uint8_t {
  kOk,
  kSizeOverflow,      // a product exceeds int64
  kTooManyDevices,    // a list of devices would be longer than allowed
  kNotAPermutation,   // T(...) repeats entries
  kNonPositiveSize,   // a dimension is zero or negative
  kTooManySubgroups,  // more last_tile_dims than dimensions
};

// Product of `sizes`, 1 for none; false if it exceeds int64.
bool CheckedProduct(absl::Span<const int64_t> sizes, int64_t* product);

// Drops dimensions of size 1 from R and merges those that stay neighbours; [1] if nothing is left.
// `reshape_dims` and `transpose_perm` must have the same length, and the entries of
// `transpose_perm` must be below it.
CanonicalStatus CanonicalizeIota(Int64s* reshape_dims, Permutation* transpose_perm);

// Reorders the tile's dimensions: dimension i of the result is dimension `order[i]`. Writes out at
// most `max_devices` devices if it must.
CanonicalStatus TransposeTile(absl::Span<const int32_t> order, int64_t max_devices,
                              TileBuilder* tile);

// The numbers Σ i_k * strides[k] for all i_k in [0, sizes[k]), last index fastest. Sizes must be
// positive, and their product small enough to allocate.
std::vector<int64_t> StridedOffsets(absl::Span<const int64_t> sizes,
                                    absl::Span<const int64_t> strides);
// The same for an array of `sizes` whose dimensions are read in the order `perm`: row-major
// positions in the array as it is.
std::vector<int64_t> TransposedOffsets(absl::Span<const int64_t> sizes,
                                       absl::Span<const int32_t> perm);
// Row-major strides of an array of `sizes`, whose product must fit int64.
Int64s RowMajorStrides(absl::Span<const int64_t> sizes);

// Writes out the device numbers of [..]<=[R]T(P).
CanonicalStatus ExpandIota(absl::Span<const int64_t> reshape_dims,
                           absl::Span<const int32_t> transpose_perm, int64_t max_devices,
                           std::vector<int64_t>* devices);
// The same in place; no effect on an explicit list.
CanonicalStatus MakeExplicit(int64_t max_devices, TileBuilder* tile);

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_SHARDING_TILE_BUILDER_H_
