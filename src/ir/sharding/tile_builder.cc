// Iota tiles: [D]<=[R]T(P) means the numbers 0..n-1 reshaped to R, transposed by P, and read off
// row-major as an array of dimensions D. See the header.
#include "src/ir/sharding/tile_builder.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "src/base/sort_unique.h"

namespace hlo_text_v1::internal {

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

// ---- Transposition.
//
// An iota [D]<=[R]T(P) stays one if the transposition of D is also one of R: each dimension of D
// must be made of whole factors of R's dimensions. Otherwise the devices are written out.
//
//   [2,2,3]<=[2,6]T(1,0) reordered to dimensions 0,2,1: R splits into its prime factors [2,2,3],
//   P becomes (1,2,0), and the factors are dealt out to D's dimensions from the left.
// Source: XLA IotaTileAssignment::Transpose.

namespace {

// Trial division stays below 2^16 steps.
constexpr int64_t kMaxFactored = int64_t{1} << 32;

// R with every entry split into its prime factors, and P along with it.
struct Factors {
  Int64s sizes;
  Permutation perm;
  Permutation origin;  // of each size: the entry of R that it is part of
};

void AppendPrimeFactors(int64_t value, Int64s* factors) {
  for (; value % 2 == 0; value /= 2) factors->push_back(2);
  for (int64_t prime = 3; prime <= value / prime; prime += 2) {
    for (; value % prime == 0; value /= prime) factors->push_back(prime);
  }
  if (value > 1) factors->push_back(value);
}

Factors SplitIntoPrimes(absl::Span<const int64_t> dims, absl::Span<const int32_t> perm) {
  Factors factors;
  Permutation first;  // per entry of R, its first factor
  for (size_t d = 0; d < dims.size(); ++d) {
    first.push_back(static_cast<int32_t>(factors.sizes.size()));
    AppendPrimeFactors(dims[d], &factors.sizes);
    factors.origin.resize(factors.sizes.size(), static_cast<int32_t>(d));
  }
  first.push_back(static_cast<int32_t>(factors.sizes.size()));
  for (const int32_t d : perm) {
    for (int32_t f = first[d]; f < first[d + 1]; ++f) factors.perm.push_back(f);
  }
  return factors;
}

// Moves a factor that divides `rest` to position `at` of the permutation, from further back in the
// same entry of R, where factors may be in any order. False if there is none.
bool BringDivisor(int64_t rest, size_t at, Factors* factors) {
  int64_t& size = factors->sizes[factors->perm[at]];
  const int32_t origin = factors->origin[factors->perm[at]];
  for (size_t i = at; i < factors->perm.size(); ++i) {
    const int32_t f = factors->perm[i];
    if (factors->origin[f] != origin) return false;
    if (rest % factors->sizes[f] != 0) continue;
    std::swap(size, factors->sizes[f]);
    return true;
  }
  return false;
}

// Deals the factors out to `targets`: group k, perm[ends[k-1]..ends[k]), has the product
// targets[k]. False if a target cannot be reached.
bool DealFactors(absl::Span<const int64_t> targets, Factors* factors,
                 absl::InlinedVector<size_t, 8>* ends) {
  size_t at = 0;
  for (const int64_t target : targets) {
    int64_t rest = target;
    while (rest > 1 && at < factors->perm.size() && BringDivisor(rest, at, factors)) {
      rest /= factors->sizes[factors->perm[at]];
      ++at;
    }
    if (rest != 1) return false;
    ends->push_back(at);
  }
  return at == factors->perm.size();
}

// `order` without the dimensions of size 1, renumbered; `sizes` gets their sizes in the old order.
Permutation DropOnesFromOrder(absl::Span<const int64_t> dims, absl::Span<const int32_t> order,
                              Int64s* sizes) {
  Permutation renumbered(dims.size(), -1);
  for (size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] == 1) continue;
    renumbered[i] = static_cast<int32_t>(sizes->size());
    sizes->push_back(dims[i]);
  }
  Permutation result;
  for (const int32_t d : order) {
    if (renumbered[d] >= 0) result.push_back(renumbered[d]);
  }
  return result;
}

// Whether the k-th dimension of the reordered R is sizes[k] for all k.
bool HasSameSizes(const TileBuilder& tile, absl::Span<const int64_t> sizes) {
  if (tile.transpose_perm.size() != sizes.size()) return false;
  for (size_t k = 0; k < sizes.size(); ++k) {
    if (tile.reshape_dims[tile.transpose_perm[k]] != sizes[k]) return false;
  }
  return true;
}

// Sets R and P of the transposed tile but not D; false if it is not an iota.
bool TransposeIota(absl::Span<const int32_t> order, absl::Span<const int64_t> sizes,
                   TileBuilder* tile) {
  if (tile->reshape_dims.size() == 1) {
    tile->reshape_dims.assign(sizes.begin(), sizes.end());
    tile->transpose_perm.assign(order.begin(), order.end());
    return true;
  }
  Permutation perm;
  if (HasSameSizes(*tile, sizes)) {
    for (const int32_t k : order) perm.push_back(tile->transpose_perm[k]);
    tile->transpose_perm = std::move(perm);
    return true;
  }
  Factors factors = SplitIntoPrimes(tile->reshape_dims, tile->transpose_perm);
  absl::InlinedVector<size_t, 8> ends;
  if (!DealFactors(sizes, &factors, &ends)) return false;
  for (const int32_t k : order) {
    const size_t begin = k == 0 ? 0 : ends[k - 1];
    perm.insert(perm.end(), factors.perm.begin() + begin, factors.perm.begin() + ends[k]);
  }
  tile->reshape_dims = std::move(factors.sizes);
  tile->transpose_perm = std::move(perm);
  return true;
}

void TransposeDevices(absl::Span<const int32_t> order, TileBuilder* tile) {
  std::vector<int64_t> devices = TransposedOffsets(tile->dimensions, order);
  for (int64_t& device : devices) device = tile->devices[static_cast<size_t>(device)];
  tile->devices = std::move(devices);
}

CanonicalStatus CheckSizes(const TileBuilder& tile) {
  for (const int64_t size : tile.dimensions) {
    if (size <= 0) return CanonicalStatus::kNonPositiveSize;
  }
  if (!tile.is_iota) return CanonicalStatus::kOk;
  if (!IsPermutation(tile.transpose_perm)) return CanonicalStatus::kNotAPermutation;
  for (const int64_t size : tile.reshape_dims) {
    if (size <= 0) return CanonicalStatus::kNonPositiveSize;
    if (size > kMaxFactored) return CanonicalStatus::kTooManyDevices;
  }
  return CanonicalStatus::kOk;
}

}  // namespace

CanonicalStatus TransposeTile(absl::Span<const int32_t> order, int64_t max_devices,
                              TileBuilder* tile) {
  CanonicalStatus status = CheckSizes(*tile);
  if (status != CanonicalStatus::kOk) return status;
  Int64s sizes;
  const Permutation real_order = DropOnesFromOrder(tile->dimensions, order, &sizes);
  if (!std::is_sorted(real_order.begin(), real_order.end())) {
    if (tile->is_iota && TransposeIota(real_order, sizes, tile)) {
      status = CanonicalizeIota(&tile->reshape_dims, &tile->transpose_perm);
    } else {
      status = MakeExplicit(max_devices, tile);
      if (status == CanonicalStatus::kOk) TransposeDevices(order, tile);
    }
    if (status != CanonicalStatus::kOk) return status;
  }
  Int64s dimensions;
  for (const int32_t d : order) dimensions.push_back(tile->dimensions[d]);
  tile->dimensions = std::move(dimensions);
  return CanonicalStatus::kOk;
}

}  // namespace hlo_text_v1::internal
