// The windows of gather and scatter: parts of an array that start at index vectors.
#ifndef HLO_EVALUATE_WINDOWS_H_
#define HLO_EVALUATE_WINDOWS_H_

#include <cstdint>

#include "hlo/attribute_accessors.h"
#include "src/evaluate/index_space.h"
#include "src/evaluate/value.h"

namespace hlo_text_v1::internal {

class Windows {
 public:
  // `batch` is what a gather gives and a scatter takes: all windows, in the dimensions offset_dims
  // of `dims`, one for each index vector. A scatter has the same dimensions under other names.
  Windows(const GatherDimensionNumbers& dims, const Value& indices, Dims array_sizes,
          Dims batch_sizes);

  // Calls visit(start, place) for each index vector, until it returns false: the index in the array
  // that it gives, and the place of its window in the batch. Starts may be out of the array.
  template <typename Visit>
  void ForEach(Visit visit) const {
    ForEachPlace(outer_sizes_, outer_, of_indices_, [&](Dims at, int64_t place, int64_t vector) {
      return visit(StartAt(at, vector), place);
    });
  }

  // The sizes of a window without its dimensions of size 1 that the batch leaves out, and where its
  // elements are in the array and in the batch, for an offset of 0.
  Dims sizes() const { return sizes_; }
  const Strides& in_array() const { return in_array_; }
  const Strides& in_batch() const { return in_batch_; }
  // The size of a window in dimension i of the array.
  int64_t extent(size_t i) const { return extents_[i]; }

 private:
  Index StartAt(Dims at, int64_t vector) const;

  GatherDimensionNumbers dims_;
  const Value& indices_;
  Index sizes_, extents_, outer_sizes_;
  Strides in_array_, in_batch_, outer_, of_indices_;
  int64_t next_in_vector_ = 0;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_EVALUATE_WINDOWS_H_
