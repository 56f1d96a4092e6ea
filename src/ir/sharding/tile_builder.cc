// Iota tiles: [D]<=[R]T(P) means the numbers 0..n-1 reshaped to R, transposed by P, and read off
// row-major as an array of dimensions D. See the header.
#include "src/ir/sharding/tile_builder.h"

#include <cstddef>

namespace hlo::internal {

TileAssignment TileBuilder::Build(Arena* arena) const {
  TileAssignment tiles;
  tiles.dimensions = arena->CopySpan(absl::MakeConstSpan(dimensions));
  tiles.is_iota = is_iota;
  if (is_iota) {
    tiles.iota.reshape_dims = arena->CopySpan(absl::MakeConstSpan(reshape_dims));
    tiles.iota.transpose_perm = arena->CopySpan(absl::MakeConstSpan(transpose_perm));
  } else {
    tiles.devices = arena->CopySpan(absl::MakeConstSpan(devices));
  }
  return tiles;
}

bool CheckedProduct(absl::Span<const int64_t> sizes, int64_t* product) {
  *product = 1;
  for (const int64_t size : sizes) {
    if (__builtin_mul_overflow(*product, size, product)) return false;
  }
  return true;
}

bool IsPermutation(absl::Span<const int32_t> perm) {
  absl::InlinedVector<bool, 16> seen(perm.size(), false);
  for (const int32_t entry : perm) {
    if (entry < 0 || static_cast<size_t>(entry) >= perm.size() || seen[entry]) return false;
    seen[entry] = true;
  }
  return true;
}

namespace {

// Removes the 1s from `dims`, and the entries of `perm` that point at them. If `perm` repeats
// entries it can keep too few, and its old entries stay in the tail, as in XLA.
void DropOnes(Int64s* dims, Permutation* perm) {
  Permutation renumbered(dims->size(), -1);
  size_t kept = 0;
  for (size_t i = 0; i < dims->size(); ++i) {
    if ((*dims)[i] == 1) continue;
    renumbered[i] = static_cast<int32_t>(kept);
    (*dims)[kept++] = (*dims)[i];
  }
  if (kept == dims->size()) return;
  size_t at = 0;
  for (size_t i = 0; i < perm->size(); ++i) {
    const int32_t entry = renumbered[(*perm)[i]];
    if (entry >= 0) (*perm)[at++] = entry;
  }
  dims->resize(kept);
  perm->resize(kept);
}

}  // namespace

CanonicalStatus CanonicalizeIota(Int64s* reshape_dims, Permutation* transpose_perm) {
  Int64s& dims = *reshape_dims;
  Permutation& perm = *transpose_perm;
  for (bool changed = true; changed;) {
    changed = false;
    DropOnes(&dims, &perm);
    for (const int32_t entry : perm) {
      if (static_cast<size_t>(entry) >= dims.size()) return CanonicalStatus::kNotAPermutation;
    }
    size_t base = 0;
    for (size_t i = 1; i < perm.size(); ++i) {
      if (perm[base] + static_cast<int64_t>(i - base) != perm[i]) {
        base = i;
        continue;
      }
      int64_t& merged = dims[perm[base]];
      if (__builtin_mul_overflow(merged, dims[perm[i]], &merged)) {
        return CanonicalStatus::kSizeOverflow;
      }
      dims[perm[i]] = 1;
      changed = true;
    }
  }
  if (dims.empty()) {
    dims = {1};
    perm = {0};
  }
  return CanonicalStatus::kOk;
}

Int64s RowMajorStrides(absl::Span<const int64_t> sizes) {
  Int64s strides(sizes.size(), 1);
  for (size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
  return strides;
}

std::vector<int64_t> StridedOffsets(absl::Span<const int64_t> sizes,
                                    absl::Span<const int64_t> strides) {
  size_t count = 1;
  for (const int64_t size : sizes) count *= static_cast<size_t>(size);
  std::vector<int64_t> offsets;
  offsets.reserve(count);
  Int64s index(sizes.size(), 0);
  int64_t offset = 0;
  while (offsets.size() < count) {
    offsets.push_back(offset);
    for (size_t k = sizes.size(); k-- > 0;) {
      offset += strides[k];
      if (++index[k] < sizes[k]) break;
      offset -= strides[k] * sizes[k];
      index[k] = 0;
    }
  }
  return offsets;
}

std::vector<int64_t> TransposedOffsets(absl::Span<const int64_t> sizes,
                                       absl::Span<const int32_t> perm) {
  const Int64s row_major = RowMajorStrides(sizes);
  Int64s permuted, strides;
  for (const int32_t entry : perm) {
    permuted.push_back(sizes[entry]);
    strides.push_back(row_major[entry]);
  }
  return StridedOffsets(permuted, strides);
}

CanonicalStatus ExpandIota(absl::Span<const int64_t> reshape_dims,
                           absl::Span<const int32_t> transpose_perm, int64_t max_devices,
                           std::vector<int64_t>* devices) {
  if (reshape_dims.size() != transpose_perm.size() || !IsPermutation(transpose_perm)) {
    return CanonicalStatus::kNotAPermutation;
  }
  int64_t count = 0;
  for (const int64_t size : reshape_dims) {
    if (size <= 0) return CanonicalStatus::kNonPositiveSize;
  }
  if (!CheckedProduct(reshape_dims, &count)) return CanonicalStatus::kSizeOverflow;
  if (count > max_devices) return CanonicalStatus::kTooManyDevices;
  *devices = TransposedOffsets(reshape_dims, transpose_perm);
  return CanonicalStatus::kOk;
}

CanonicalStatus MakeExplicit(int64_t max_devices, TileBuilder* tile) {
  if (!tile->is_iota) return CanonicalStatus::kOk;
  const CanonicalStatus status =
      ExpandIota(tile->reshape_dims, tile->transpose_perm, max_devices, &tile->devices);
  if (status == CanonicalStatus::kOk) tile->is_iota = false;
  return status;
}

}  // namespace hlo::internal
