// Opcodes that call a computation for elements: reduce, reduce-window, select-and-scatter, map,
// sort.
#include <algorithm>
#include <cstring>
#include <vector>

#include "src/base/status_macros.h"
#include "src/base/strings.h"
#include "src/evaluate/evaluator.h"
#include "src/evaluate/index_space.h"
#include "src/evaluate/windows.h"

namespace hlo_text_v1::internal {
namespace {

PrimitiveType TypeOf(const Value& array) { return array.shape().element_type(); }

std::vector<PrimitiveType> TypesOf(absl::Span<const Value> arrays) {
  std::vector<PrimitiveType> types;
  for (const Value& array : arrays) types.push_back(TypeOf(array));
  return types;
}

template <typename T>
std::vector<T> Joined(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> all = a;
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

// Arrays that become the result of an instruction: one, or the elements of a tuple.
class Results {
 public:
  static absl::StatusOr<Results> Of(Evaluator& evaluator, const HloInstruction& instruction) {
    Results results(evaluator, instruction);
    const Shape& shape = instruction.shape();
    const Shape* const whole[] = {&shape};
    for (const Shape* part : shape.IsTuple() ? shape.tuple_shapes() : absl::MakeConstSpan(whole)) {
      HLO_ASSIGN_OR_RETURN(NewArray array, MakeArray(*part, evaluator.budget()));
      results.arrays_.push_back(std::move(array));
    }
    return results;
  }

  size_t size() const { return arrays_.size(); }
  char* data(size_t i) { return arrays_[i].data; }
  PrimitiveType type(size_t i) const { return TypeOf(arrays_[i].value); }
  Dims dimensions() const { return arrays_[0].value.shape().dimensions(); }
  std::vector<PrimitiveType> types() const {
    std::vector<PrimitiveType> types;
    for (const NewArray& array : arrays_) types.push_back(TypeOf(array.value));
    return types;
  }
  void Load(int64_t place, absl::Span<Scalar> scalars) {
    for (size_t i = 0; i < size(); ++i) scalars[i] = LoadScalar(data(i), type(i), place);
  }
  void Store(int64_t place, absl::Span<const Scalar> scalars) {
    for (size_t i = 0; i < size(); ++i) StoreScalar(data(i), type(i), place, scalars[i]);
  }
  absl::StatusOr<Value> Take() {
    if (!instruction_->shape().IsTuple()) return std::move(arrays_[0].value);
    std::vector<Value> values;
    for (NewArray& array : arrays_) values.push_back(std::move(array.value));
    return MakeTuple(instruction_->shape(), values, evaluator_->budget());
  }

 private:
  Results(Evaluator& evaluator, const HloInstruction& instruction)
      : evaluator_(&evaluator), instruction_(&instruction) {}

  Evaluator* evaluator_;
  const HloInstruction* instruction_;
  std::vector<NewArray> arrays_;
};

// Folds elements at one place of all `arrays` into `accumulators`.
class Folder {
 public:
  static absl::StatusOr<Folder> Of(Evaluator& evaluator, const HloComputation* reducer,
                                   const std::vector<PrimitiveType>& results,
                                   absl::Span<const Value> arrays) {
    HLO_ASSIGN_OR_RETURN(
        ScalarFunction function,
        ScalarFunction::Of(&evaluator, reducer, Joined(results, TypesOf(arrays)), results));
    return Folder(std::move(function), arrays);
  }
  // The first half of what Fold hands to the reducer.
  absl::Span<Scalar> accumulators() {
    return absl::MakeSpan(arguments_).subspan(0, arguments_.size() - arrays_.size());
  }
  absl::Status Fold(int64_t place) {
    const size_t first = arguments_.size() - arrays_.size();
    for (size_t i = 0; i < arrays_.size(); ++i) {
      arguments_[first + i] = LoadScalar(arrays_[i].data(), TypeOf(arrays_[i]), place);
    }
    return function_(arguments_, accumulators());
  }

 private:
  Folder(ScalarFunction function, absl::Span<const Value> arrays)
      : function_(std::move(function)), arrays_(arrays), arguments_(2 * arrays.size()) {}

  ScalarFunction function_;
  absl::Span<const Value> arrays_;
  std::vector<Scalar> arguments_;
};

// reduce and reduce-window: arrays, an initial value for each, and the results.
struct Reduction {
  static absl::StatusOr<Reduction> Of(Evaluator& evaluator, const HloInstruction& instruction,
                                      absl::Span<const Value> operands) {
    const auto inputs = operands.subspan(0, operands.size() / 2);
    const auto inits = operands.subspan(inputs.size());
    HLO_ASSIGN_OR_RETURN(Results results, Results::Of(evaluator, instruction));
    if (TypesOf(inits) != results.types()) return DifferentTypes();
    HLO_ASSIGN_OR_RETURN(Folder folder,
                         Folder::Of(evaluator, instruction.to_apply(), results.types(), inputs));
    return Reduction{inits, std::move(results), std::move(folder), inputs[0].shape().dimensions()};
  }
  void Restart() {
    for (size_t i = 0; i < inits.size(); ++i) {
      folder.accumulators()[i] = LoadScalar(inits[i].data(), TypeOf(inits[i]), 0);
    }
  }

  absl::Span<const Value> inits;
  Results results;
  Folder folder;
  Dims sizes;  // of the arrays
};

// The place of element `index` of a window at `at` of an array with `sizes`; -1 in padding and
// gaps.
int64_t PlaceInWindow(absl::Span<const WindowDimension> window, Dims sizes, const Strides& strides,
                      Dims at, Dims index) {
  int64_t place = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t in_dimension = IndexInWindow(window[i], sizes[i], at[i], index[i]);
    if (in_dimension < 0) return -1;
    place += in_dimension * strides.of[i];
  }
  return place;
}

Index WindowSizes(absl::Span<const WindowDimension> window) {
  Index sizes;
  for (const WindowDimension& dim : window) sizes.push_back(dim.size);
  return sizes;
}

bool IsReversed(absl::Span<const WindowDimension> window) {
  return std::any_of(window.begin(), window.end(),
                     [](const WindowDimension& dim) { return dim.window_reversal; });
}

}  // namespace

absl::StatusOr<Value> EvaluateReduce(Evaluator& evaluator, const HloInstruction& instruction,
                                     absl::Span<const Value> operands) {
  HLO_ASSIGN_OR_RETURN(Reduction reduction, Reduction::Of(evaluator, instruction, operands));
  // The dimensions that stay are walked outside of those that are reduced.
  const Dims sizes = reduction.sizes, reduced = instruction.dimensions();
  const Strides strides = RowMajor(sizes);
  Index inner_sizes;
  Strides outer, inner;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const bool is_inner = std::count(reduced.begin(), reduced.end(), static_cast<int64_t>(i)) > 0;
    (is_inner ? inner : outer).of.push_back(strides.of[i]);
    if (is_inner) inner_sizes.push_back(sizes[i]);
  }
  absl::Status status;
  int64_t place = 0;
  ForEachPlace(reduction.results.dimensions(), outer, outer, [&](Dims, int64_t offset, int64_t) {
    reduction.Restart();
    inner.offset = offset;
    ForEachPlace(inner_sizes, inner, inner, [&](Dims, int64_t from, int64_t) {
      status = reduction.folder.Fold(from);
      return status.ok();
    });
    reduction.results.Store(place++, reduction.folder.accumulators());
    return status.ok();
  });
  if (!status.ok()) return status;
  return reduction.results.Take();
}

absl::StatusOr<Value> EvaluateReduceWindow(Evaluator& evaluator, const HloInstruction& instruction,
                                           absl::Span<const Value> operands) {
  const absl::Span<const WindowDimension> window = instruction.window().dimensions;
  if (IsReversed(window)) return absl::UnimplementedError("a reversed window");
  HLO_ASSIGN_OR_RETURN(Reduction reduction, Reduction::Of(evaluator, instruction, operands));
  const Strides strides = RowMajor(reduction.sizes);
  const Index window_sizes = WindowSizes(window);
  absl::Status status;
  int64_t place = 0;
  ForEachIndex(reduction.results.dimensions(), [&](Dims at) {
    reduction.Restart();
    ForEachIndex(window_sizes, [&](Dims index) {
      const int64_t from = PlaceInWindow(window, reduction.sizes, strides, at, index);
      status = from < 0 ? evaluator.budget()->Spend(1) : reduction.folder.Fold(from);
      return status.ok();
    });
    reduction.results.Store(place++, reduction.folder.accumulators());
    return status.ok();
  });
  if (!status.ok()) return status;
  return reduction.results.Take();
}

absl::StatusOr<Value> EvaluateSelectAndScatter(Evaluator& evaluator,
                                               const HloInstruction& instruction,
                                               absl::Span<const Value> operands) {
  const Value &operand = operands[0], &source = operands[1], &init = operands[2];
  const PrimitiveType type = TypeOf(operand);
  const absl::Span<const WindowDimension> window = instruction.window().dimensions;
  if (IsReversed(window)) return absl::UnimplementedError("a reversed window");
  HLO_ASSIGN_OR_RETURN(Results results, Results::Of(evaluator, instruction));
  HLO_ASSIGN_OR_RETURN(
      ScalarFunction select,
      ScalarFunction::Of(&evaluator, instruction.select(), {type, type}, {PrimitiveType::kPRED}));
  HLO_ASSIGN_OR_RETURN(Folder scatter, Folder::Of(evaluator, instruction.scatter(), results.types(),
                                                  operands.subspan(1, 1)));
  if (TypeOf(init) != type) return DifferentTypes();
  const int64_t count = *ElementCount(operand.shape());
  for (int64_t i = 0; i < count; ++i) {
    StoreScalar(results.data(0), type, i, LoadScalar(init.data(), type, 0));
  }
  const Dims sizes = operand.shape().dimensions();
  const Strides strides = RowMajor(sizes);
  const Index window_sizes = WindowSizes(window);
  absl::Status status;
  int64_t source_place = 0;
  ForEachIndex(source.shape().dimensions(), [&](Dims at) {
    int64_t selected = -1;
    ForEachIndex(window_sizes, [&](Dims index) {
      const int64_t from = PlaceInWindow(window, sizes, strides, at, index);
      status = evaluator.budget()->Spend(1);
      if (from < 0 || !status.ok()) return status.ok();
      if (selected >= 0) {
        const Scalar arguments[] = {LoadScalar(operand.data(), type, selected),
                                    LoadScalar(operand.data(), type, from)};
        Scalar keeps;
        status = select(arguments, absl::MakeSpan(&keeps, 1));
        if (keeps.bits != 0) return status.ok();
      }
      selected = from;
      return status.ok();
    });
    if (status.ok() && selected >= 0) {
      results.Load(selected, scatter.accumulators());
      status = scatter.Fold(source_place);
      results.Store(selected, scatter.accumulators());
    }
    ++source_place;
    return status.ok();
  });
  if (!status.ok()) return status;
  return results.Take();
}

absl::StatusOr<Value> EvaluateMap(Evaluator& evaluator, const HloInstruction& instruction,
                                  absl::Span<const Value> operands) {
  HLO_ASSIGN_OR_RETURN(Results results, Results::Of(evaluator, instruction));
  HLO_ASSIGN_OR_RETURN(
      ScalarFunction function,
      ScalarFunction::Of(&evaluator, instruction.to_apply(), TypesOf(operands), results.types()));
  std::vector<Scalar> arguments(operands.size());
  const int64_t count = *ElementCount(instruction.shape());
  for (int64_t at = 0; at < count; ++at) {
    for (size_t i = 0; i < operands.size(); ++i) {
      arguments[i] = LoadScalar(operands[i].data(), TypeOf(operands[i]), at);
    }
    Scalar result;
    HLO_RETURN_IF_ERROR(function(arguments, absl::MakeSpan(&result, 1)));
    results.Store(at, absl::MakeConstSpan(&result, 1));
  }
  return results.Take();
}

namespace {

// Merges sorted halves, bottom up: stable, and safe whatever the comparator says.
absl::Status MergeSort(std::vector<int64_t>* order,
                       absl::FunctionRef<absl::StatusOr<bool>(int64_t, int64_t)> is_less) {
  std::vector<int64_t> merged(order->size());
  for (size_t half = 1; half < order->size(); half *= 2) {
    for (size_t begin = 0; begin < order->size(); begin += 2 * half) {
      const size_t middle = std::min(begin + half, order->size());
      const size_t end = std::min(begin + 2 * half, order->size());
      size_t a = begin, b = middle;
      for (size_t to = begin; to < end; ++to) {
        bool takes_second = a == middle;
        if (a < middle && b < end) {
          HLO_ASSIGN_OR_RETURN(takes_second, is_less((*order)[b], (*order)[a]));
        }
        merged[to] = (*order)[takes_second ? b++ : a++];
      }
    }
    order->swap(merged);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Value> EvaluateSort(Evaluator& evaluator, const HloInstruction& instruction,
                                   absl::Span<const Value> operands) {
  std::vector<PrimitiveType> types;
  for (const Value& operand : operands) types.insert(types.end(), 2, TypeOf(operand));
  HLO_ASSIGN_OR_RETURN(Results results, Results::Of(evaluator, instruction));
  HLO_ASSIGN_OR_RETURN(
      ScalarFunction comparator,
      ScalarFunction::Of(&evaluator, instruction.to_apply(), types, {PrimitiveType::kPRED}));
  const Dims sizes = results.dimensions();
  const auto dim = static_cast<size_t>(instruction.dimension());
  if (dim >= sizes.size()) return absl::InvalidArgumentError("sorts a dimension that is not there");
  if (*ElementCount(operands[0].shape()) == 0) return results.Take();  // a size may be large
  const Strides strides = RowMajor(sizes);
  Index outer_sizes(sizes.begin(), sizes.end());
  outer_sizes[dim] = std::min<int64_t>(1, sizes[dim]);
  std::vector<Scalar> arguments(types.size());
  std::vector<int64_t> order(static_cast<size_t>(sizes[dim]));
  absl::Status status;
  ForEachPlace(outer_sizes, strides, strides, [&](Dims, int64_t first, int64_t) {
    for (size_t i = 0; i < order.size(); ++i) {
      order[i] = first + static_cast<int64_t>(i) * strides.of[dim];
    }
    status = MergeSort(&order, [&](int64_t a, int64_t b) -> absl::StatusOr<bool> {
      for (size_t i = 0; i < operands.size(); ++i) {
        arguments[2 * i] = LoadScalar(operands[i].data(), TypeOf(operands[i]), a);
        arguments[2 * i + 1] = LoadScalar(operands[i].data(), TypeOf(operands[i]), b);
      }
      Scalar result;
      HLO_RETURN_IF_ERROR(comparator(arguments, absl::MakeSpan(&result, 1)));
      return result.bits != 0;
    });
    for (size_t i = 0; i < order.size(); ++i) {
      const int64_t to = first + static_cast<int64_t>(i) * strides.of[dim];
      for (size_t k = 0; k < operands.size(); ++k) {
        StoreScalar(results.data(k), results.type(k), to,
                    LoadScalar(operands[k].data(), TypeOf(operands[k]), order[i]));
      }
    }
    return status.ok();
  });
  if (!status.ok()) return status;
  return results.Take();
}

absl::StatusOr<Value> EvaluateScatter(Evaluator& evaluator, const HloInstruction& instruction,
                                      absl::Span<const Value> operands) {
  const size_t inputs = operands.size() / 2;
  const auto updates = operands.subspan(inputs + 1);
  HLO_ASSIGN_OR_RETURN(Results results, Results::Of(evaluator, instruction));
  HLO_ASSIGN_OR_RETURN(Folder folder,
                       Folder::Of(evaluator, instruction.to_apply(), results.types(), updates));
  for (size_t i = 0; i < inputs; ++i) {
    const absl::Span<const char> bytes = operands[i].literal.bytes();
    if (TypeOf(operands[i]) != results.type(i)) return DifferentTypes();
    if (!bytes.empty()) std::memcpy(results.data(i), bytes.data(), bytes.size());
  }
  const ScatterDimensionNumbers dims = instruction.scatter_dimension_numbers();
  const Dims sizes = results.dimensions();
  const Windows windows(
      {dims.update_window_dims, dims.inserted_window_dims, dims.scatter_dims_to_operand_dims,
       dims.input_batching_dims, dims.scatter_indices_batching_dims, dims.index_vector_dim},
      operands[inputs], sizes, updates[0].shape().dimensions());
  const Strides strides = RowMajor(sizes);
  Strides from = windows.in_batch(), to = windows.in_array();
  absl::Status status;
  windows.ForEach([&](const Index& start, int64_t update) {
    status = evaluator.budget()->Spend(1);
    for (size_t i = 0; i < sizes.size(); ++i) {
      // A window that is not all inside is left out.
      if (start[i] < 0 || start[i] > sizes[i] - windows.extent(i)) return status.ok();
    }
    from.offset = update;
    to.offset = PlaceOf(strides, start);
    ForEachPlace(windows.sizes(), from, to, [&](Dims, int64_t taken, int64_t place) {
      results.Load(place, folder.accumulators());
      status = folder.Fold(taken);
      results.Store(place, folder.accumulators());
      return status.ok();
    });
    return status.ok();
  });
  if (!status.ok()) return status;
  return results.Take();
}

}  // namespace hlo_text_v1::internal
