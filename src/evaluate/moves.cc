// Moves: the elements of the result are those of the operands, at other places. Bytes are copied,
// so that a NaN keeps its payload.
#include <algorithm>
#include <cstring>
#include <vector>

#include "hlo/memory_layout.h"
#include "hlo/print_values.h"
#include "src/base/status_macros.h"
#include "src/base/strings.h"
#include "src/evaluate/evaluator.h"
#include "src/evaluate/index_space.h"
#include "src/evaluate/windows.h"

namespace hlo_text_v1::internal {
namespace {

int WidthOf(const Value& array) { return ByteWidth(array.shape().element_type()); }

// The result whose element at `index` is that of `operand` at PlaceOf(from, index).
absl::StatusOr<Value> Pick(Evaluator& evaluator, const Shape& shape, const Value& operand,
                           const Strides& from) {
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(shape, evaluator.budget()));
  CopyElements(shape.dimensions(), WidthOf(operand), operand.data(), from, result.data,
               RowMajor(shape.dimensions()));
  return std::move(result.value);
}

Value WithShape(const Value& array, const Shape& shape) {
  return {Literal::Array(&shape, array.literal.bytes()), array.storage};
}

// The start indices of dynamic-slice and dynamic-update-slice, moved so that `sizes` fit into the
// array.
Index StartIndices(absl::Span<const Value> indices, Dims whole, Dims sizes) {
  Index starts;
  for (size_t i = 0; i < whole.size(); ++i) {
    const bool is_vector = indices.size() == 1 && indices[0].shape().rank() == 1;
    const Value& index = indices[is_vector ? 0 : i];
    const PrimitiveType type = index.shape().element_type();
    const Scalar scalar = LoadScalar(index.data(), type, is_vector ? static_cast<int64_t>(i) : 0);
    starts.push_back(std::clamp<int64_t>(ToIndex(type, scalar), 0, whole[i] - sizes[i]));
  }
  return starts;
}

// The sizes of `shape` in an order of dimensions, and the strides of a row-major array of it.
void Permute(const Shape& shape, Dims order, Index* sizes, Strides* strides) {
  const Strides own = RowMajor(shape.dimensions());
  for (int64_t dim : order) {
    sizes->push_back(shape.dimensions(dim));
    strides->of.push_back(own.of[static_cast<size_t>(dim)]);
  }
}

}  // namespace

absl::StatusOr<Value> EvaluateFirst(Evaluator&, const HloInstruction& instruction,
                                    absl::Span<const Value> operands) {
  if (operands.empty()) return absl::InvalidArgumentError("has no operand");
  // Bits and structure stay; the layout is that of the result.
  if (!operands[0].shape().IsArray() || operands[0].literal.is_elided()) return operands[0];
  return WithShape(operands[0], instruction.shape());
}

absl::StatusOr<Value> EvaluateBroadcast(Evaluator& evaluator, const HloInstruction& instruction,
                                        absl::Span<const Value> operands) {
  const Strides of_operand = RowMajor(operands[0].shape().dimensions());
  Strides from;
  from.of.resize(static_cast<size_t>(instruction.shape().rank()));
  const Dims dimensions = instruction.dimensions();
  for (size_t i = 0; i < dimensions.size(); ++i) {
    from.of[static_cast<size_t>(dimensions[i])] = of_operand.of[i];
  }
  return Pick(evaluator, instruction.shape(), operands[0], from);
}

absl::StatusOr<Value> EvaluateTranspose(Evaluator& evaluator, const HloInstruction& instruction,
                                        absl::Span<const Value> operands) {
  Index sizes;
  Strides from;
  Permute(operands[0].shape(), instruction.dimensions(), &sizes, &from);
  return Pick(evaluator, instruction.shape(), operands[0], from);
}

absl::StatusOr<Value> EvaluateReverse(Evaluator& evaluator, const HloInstruction& instruction,
                                      absl::Span<const Value> operands) {
  const Dims sizes = instruction.shape().dimensions();
  Strides from = RowMajor(sizes);
  for (int64_t dim : instruction.dimensions()) {
    const auto i = static_cast<size_t>(dim);
    from.offset = WrappingSum(from.offset, WrappingProduct(sizes[i] - 1, from.of[i]));
    from.of[i] = -from.of[i];
  }
  return Pick(evaluator, instruction.shape(), operands[0], from);
}

absl::StatusOr<Value> EvaluateSlice(Evaluator& evaluator, const HloInstruction& instruction,
                                    absl::Span<const Value> operands) {
  Strides from = RowMajor(operands[0].shape().dimensions());
  const absl::Span<const SliceRange> ranges = instruction.slice_ranges();
  for (size_t i = 0; i < ranges.size(); ++i) {
    from.offset = WrappingSum(from.offset, WrappingProduct(ranges[i].start, from.of[i]));
    from.of[i] = WrappingProduct(from.of[i], ranges[i].stride);
  }
  return Pick(evaluator, instruction.shape(), operands[0], from);
}

absl::StatusOr<Value> EvaluateDynamicSlice(Evaluator& evaluator, const HloInstruction& instruction,
                                           absl::Span<const Value> operands) {
  const Dims whole = operands[0].shape().dimensions();
  Strides from = RowMajor(whole);
  from.offset =
      PlaceOf(from, StartIndices(operands.subspan(1), whole, instruction.shape().dimensions()));
  return Pick(evaluator, instruction.shape(), operands[0], from);
}

absl::StatusOr<Value> EvaluateDynamicUpdateSlice(Evaluator& evaluator,
                                                 const HloInstruction& instruction,
                                                 absl::Span<const Value> operands) {
  if (!operands[0].shape().IsArray()) return absl::UnimplementedError("of a buffer");
  const Value& update = operands[1];
  if (update.shape().element_type() != instruction.shape().element_type()) {
    return DifferentTypes();
  }
  const Dims whole = operands[0].shape().dimensions(), sizes = update.shape().dimensions();
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(instruction.shape(), evaluator.budget()));
  const absl::Span<const char> bytes = operands[0].literal.bytes();
  if (!bytes.empty()) std::memcpy(result.data, bytes.data(), bytes.size());
  Strides to = RowMajor(whole);
  to.offset = PlaceOf(to, StartIndices(operands.subspan(2), whole, sizes));
  CopyElements(sizes, WidthOf(update), update.data(), RowMajor(sizes), result.data, to);
  return std::move(result.value);
}

absl::StatusOr<Value> EvaluateConcatenate(Evaluator& evaluator, const HloInstruction& instruction,
                                          absl::Span<const Value> operands) {
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(instruction.shape(), evaluator.budget()));
  Strides to = RowMajor(instruction.shape().dimensions());
  const auto dim = static_cast<size_t>(instruction.dimension());
  for (const Value& operand : operands) {
    if (operand.shape().element_type() != instruction.shape().element_type()) {
      return DifferentTypes();
    }
    const Dims sizes = operand.shape().dimensions();
    CopyElements(sizes, WidthOf(operand), operand.data(), RowMajor(sizes), result.data, to);
    to.offset = WrappingSum(to.offset, WrappingProduct(sizes[dim], to.of[dim]));
  }
  return std::move(result.value);
}

absl::StatusOr<Value> EvaluatePad(Evaluator& evaluator, const HloInstruction& instruction,
                                  absl::Span<const Value> operands) {
  const Value &operand = operands[0], &padding = operands[1];
  if (padding.shape().element_type() != operand.shape().element_type()) {
    return DifferentTypes();
  }
  const Shape& shape = instruction.shape();
  const int width = WidthOf(operand);
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(shape, evaluator.budget()));
  const int64_t count = *ElementCount(shape);
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(result.data + i * width, padding.data(), static_cast<size_t>(width));
  }
  const absl::Span<const PaddingDimension> dims = instruction.padding_config().dimensions;
  const Dims sizes = operand.shape().dimensions();
  const Strides to = RowMajor(shape.dimensions());
  int64_t from = 0;
  Index place(sizes.size());
  ForEachIndex(sizes, [&](Dims index) {
    bool is_inside = true;
    for (size_t i = 0; i < index.size(); ++i) {
      place[i] =
          WrappingSum(dims[i].low, WrappingProduct(index[i], WrappingSum(dims[i].interior, 1)));
      is_inside = is_inside && place[i] >= 0 && place[i] < shape.dimensions()[i];
    }
    if (is_inside) {
      std::memcpy(result.data + PlaceOf(to, place) * width, operand.data() + from * width,
                  static_cast<size_t>(width));
    }
    ++from;
    return true;
  });
  return std::move(result.value);
}

absl::StatusOr<Value> EvaluateIota(Evaluator& evaluator, const HloInstruction& instruction,
                                   absl::Span<const Value>) {
  const Shape& shape = instruction.shape();
  const PrimitiveType type = shape.element_type();
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(shape, evaluator.budget()));
  const auto dim = static_cast<size_t>(instruction.iota_dimension());
  int64_t at = 0;
  ForEachIndex(shape.dimensions(), [&](Dims index) {
    StoreScalar(result.data, type, at++, FromInteger(type, index[dim]));
    return true;
  });
  return std::move(result.value);
}

// The bits stay, in the order of the elements and the lowest first. So do the bytes, except those
// of elements that are narrower: each of these has a byte of its own.
absl::StatusOr<Value> EvaluateBitcastConvert(Evaluator& evaluator,
                                             const HloInstruction& instruction,
                                             absl::Span<const Value> operands) {
  const auto used_bits_of_byte = [](PrimitiveType type) {
    return type == PrimitiveType::kPRED ? 8 : std::min(BitWidth(type), 8);
  };
  const PrimitiveType to = instruction.shape().element_type();
  const int from_bits = used_bits_of_byte(operands[0].shape().element_type());
  const int to_bits = used_bits_of_byte(to);
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(instruction.shape(), evaluator.budget()));
  const auto from_bytes = static_cast<int64_t>(operands[0].literal.bytes().size());
  const auto to_bytes = static_cast<int64_t>(result.value.literal.bytes().size());
  if (from_bytes * from_bits != to_bytes * to_bits) {
    return absl::InvalidArgumentError("operand and result have other sizes");
  }
  if (from_bits == to_bits) return WithShape(operands[0], instruction.shape());
  for (int64_t i = 0; i < from_bytes * from_bits; ++i) {
    const int bit = operands[0].data()[i / from_bits] >> (i % from_bits) & 1;
    result.data[i / to_bits] = static_cast<char>(result.data[i / to_bits] | bit << (i % to_bits));
  }
  for (int64_t i = 0; i < to_bytes && to_bits < 8 && IsIntegralType(to); ++i) {
    StoreScalar(result.data, to, i,
                {ExtendInteger(IntegerType(to), LoadScalar(result.data, to, i).bits)});
  }
  return std::move(result.value);
}

// The elements in the order of memory stay.
absl::StatusOr<Value> EvaluateBitcast(Evaluator& evaluator, const HloInstruction& instruction,
                                      absl::Span<const Value> operands) {
  const Shape &from = operands[0].shape(), &to = instruction.shape();
  if (ShapesCompatible(from, to) && (!from.IsArray() || from.layout() == to.layout())) {
    return EvaluateFirst(evaluator, instruction, operands);
  }
  const bool is_same_width = from.IsArray() && to.IsArray() &&
                             BitWidth(from.element_type()) == BitWidth(to.element_type()) &&
                             IsComplexType(from.element_type()) == IsComplexType(to.element_type());
  const auto has_tiles = [](const Shape& shape) {
    return shape.layout() != nullptr &&
           (!shape.layout()->tiles.empty() || !shape.layout()->split_configs.empty());
  };
  if (!is_same_width || has_tiles(from) || has_tiles(to)) {
    return absl::UnimplementedError(StrCat("from ", PrintShape(from), " to ", PrintShape(to)));
  }
  if (ElementCount(from) != ElementCount(to)) {
    return absl::InvalidArgumentError("operand and result have other sizes");
  }
  HLO_ASSIGN_OR_RETURN(NewArray memory, MakeArray(to, evaluator.budget()));
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(to, evaluator.budget()));
  Index from_sizes, to_sizes;
  Strides from_strides, to_strides;
  Permute(from, MajorToMinor(from), &from_sizes, &from_strides);
  Permute(to, MajorToMinor(to), &to_sizes, &to_strides);
  const int width = WidthOf(operands[0]);
  CopyElements(from_sizes, width, operands[0].data(), from_strides, memory.data,
               RowMajor(from_sizes));
  CopyElements(to_sizes, width, memory.data, RowMajor(to_sizes), result.data, to_strides);
  return std::move(result.value);
}

absl::StatusOr<Value> EvaluateGather(Evaluator& evaluator, const HloInstruction& instruction,
                                     absl::Span<const Value> operands) {
  const Dims sizes = operands[0].shape().dimensions();
  const Dims slice_sizes = instruction.gather_slice_sizes();
  const Windows windows(instruction.gather_dimension_numbers(), operands[1], sizes,
                        instruction.shape().dimensions());
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(instruction.shape(), evaluator.budget()));
  const Strides strides = RowMajor(sizes);
  Strides from = windows.in_array(), to = windows.in_batch();
  windows.ForEach([&](Index start, int64_t place) {
    for (size_t i = 0; i < sizes.size(); ++i) {
      start[i] = std::clamp<int64_t>(start[i], 0, sizes[i] - slice_sizes[i]);
    }
    from.offset = PlaceOf(strides, start);
    to.offset = place;
    CopyElements(windows.sizes(), WidthOf(operands[0]), operands[0].data(), from, result.data, to);
    return true;
  });
  return std::move(result.value);
}

absl::StatusOr<Value> EvaluateGetDimensionSize(Evaluator& evaluator,
                                               const HloInstruction& instruction,
                                               absl::Span<const Value> operands) {
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(instruction.shape(), evaluator.budget()));
  const PrimitiveType type = instruction.shape().element_type();
  StoreScalar(result.data, type, 0,
              FromInteger(type, operands[0].shape().dimensions(instruction.dimension())));
  return std::move(result.value);
}

}  // namespace hlo_text_v1::internal
