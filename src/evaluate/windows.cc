#include "src/evaluate/windows.h"

#include <algorithm>

#include "src/evaluate/element_function.h"

namespace hlo_text_v1::internal {
namespace {

bool Has(Dims list, size_t dim) {
  return std::count(list.begin(), list.end(), static_cast<int64_t>(dim)) > 0;
}

}  // namespace

Windows::Windows(const GatherDimensionNumbers& dims, const Value& indices, Dims array_sizes,
                 Dims batch_sizes)
    : dims_(dims), indices_(indices), extents_(array_sizes.size(), 1) {
  const Strides array = RowMajor(array_sizes), batch = RowMajor(batch_sizes);
  const Strides of_indices = RowMajor(indices.shape().dimensions());
  const auto vector_dim = static_cast<size_t>(dims.index_vector_dim);
  size_t in_array = 0, in_indices = 0;
  for (size_t i = 0; i < batch_sizes.size(); ++i) {
    if (Has(dims.offset_dims, i)) {
      while (Has(dims.collapsed_slice_dims, in_array) ||
             Has(dims.operand_batching_dims, in_array)) {
        ++in_array;
      }
      sizes_.push_back(batch_sizes[i]);
      in_batch_.of.push_back(batch.of[i]);
      in_array_.of.push_back(array.of[in_array]);
      extents_[in_array++] = batch_sizes[i];
    } else {
      if (in_indices == vector_dim) ++in_indices;
      outer_sizes_.push_back(batch_sizes[i]);
      outer_.of.push_back(batch.of[i]);
      of_indices_.of.push_back(of_indices.of[in_indices++]);
    }
  }
  if (vector_dim < of_indices.of.size()) next_in_vector_ = of_indices.of[vector_dim];
}

Index Windows::StartAt(Dims at, int64_t vector) const {
  Index start(extents_.size(), 0);
  const PrimitiveType type = indices_.shape().element_type();
  for (int64_t dim : dims_.start_index_map) {
    const Scalar index = LoadScalar(indices_.data(), type, vector);
    start[static_cast<size_t>(dim)] = ToIndex(type, index);
    vector += next_in_vector_;
  }
  for (size_t i = 0; i < dims_.operand_batching_dims.size(); ++i) {
    const int64_t dim = dims_.start_indices_batching_dims[i];
    start[static_cast<size_t>(dims_.operand_batching_dims[i])] =
        at[static_cast<size_t>(dim > dims_.index_vector_dim ? dim - 1 : dim)];
  }
  return start;
}

}  // namespace hlo_text_v1::internal
