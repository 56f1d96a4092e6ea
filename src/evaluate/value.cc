#include "src/evaluate/value.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "src/base/status_macros.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

absl::StatusOr<int64_t> SizeInBytes(const Shape& shape) {
  if (!shape.is_static()) return absl::UnimplementedError("dynamic dimensions");
  const std::optional<int64_t> count = ElementCount(shape);
  int64_t bytes;
  if (!count.has_value() ||
      __builtin_mul_overflow(*count, int64_t{ByteWidth(shape.element_type())}, &bytes)) {
    return absl::ResourceExhaustedError("the array is too large");
  }
  return bytes;
}

}  // namespace

absl::Status Budget::Spend(int64_t steps, int64_t count) {
  int64_t all;
  if (__builtin_mul_overflow(steps, count, &all) || all > steps_) {
    return absl::ResourceExhaustedError(
        StrCat("more than ", options_.max_steps, " steps (EvaluateOptions::max_steps)"));
  }
  steps_ -= all;
  return absl::OkStatus();
}

absl::Status Budget::TakeBytes(int64_t bytes) {
  if (bytes > bytes_) {
    return absl::ResourceExhaustedError(
        StrCat("more than ", options_.max_bytes, " bytes (EvaluateOptions::max_bytes)"));
  }
  bytes_ -= bytes;
  return absl::OkStatus();
}

Value ElementOf(const Value& tuple, int64_t index) {
  const auto i = static_cast<size_t>(index);
  if (tuple.literal.is_elided()) return UnknownValue(*tuple.shape().tuple_shapes()[i]);
  return {tuple.literal.elements()[i],
          tuple.storage == nullptr ? nullptr : tuple.storage->storages[i]};
}

absl::StatusOr<NewArray> MakeArray(const Shape& shape, Budget* budget) {
  HLO_ASSIGN_OR_RETURN(const int64_t bytes, SizeInBytes(shape));
  HLO_RETURN_IF_ERROR(budget->TakeBytes(bytes));
  auto storage = std::make_shared<Storage>(budget, bytes);
  storage->bytes.resize(static_cast<size_t>(bytes));
  char* data = storage->bytes.data();
  return NewArray{{Literal::Array(&shape, storage->bytes), std::move(storage)}, data};
}

absl::StatusOr<Value> MakeTuple(const Shape& shape, absl::Span<const Value> elements,
                                Budget* budget) {
  const auto bytes = static_cast<int64_t>(sizeof(Storage) + elements.size() * 2 * sizeof(Value));
  HLO_RETURN_IF_ERROR(budget->TakeBytes(bytes));
  auto storage = std::make_shared<Storage>(budget, bytes);
  for (const Value& element : elements) {
    storage->literals.push_back(element.literal);
    storage->storages.push_back(element.storage);
    if (element.storage != nullptr) {
      storage->depth = std::max(storage->depth, element.storage->depth + 1);
    }
  }
  if (storage->depth > kMaxTupleDepth) {
    return absl::ResourceExhaustedError("tuples are nested too deep");
  }
  return Value{Literal::Tuple(&shape, storage->literals), std::move(storage)};
}

absl::StatusOr<Value> MakeValue(const Literal& literal, const Shape& shape, Budget* budget,
                                int depth) {
  if (literal.is_elided()) return absl::InvalidArgumentError("its value is elided: {...}");
  if (shape.IsTuple()) {
    const size_t count = shape.tuple_shapes().size();
    if (literal.elements().size() != count || depth > kMaxTupleDepth) {
      return absl::InvalidArgumentError("a literal does not fit its shape");
    }
    std::vector<Value> elements;
    for (size_t i = 0; i < count; ++i) {
      HLO_RETURN_IF_ERROR(budget->Spend(1));
      HLO_ASSIGN_OR_RETURN(Value element, MakeValue(literal.elements()[i], *shape.tuple_shapes()[i],
                                                    budget, depth + 1));
      elements.push_back(std::move(element));
    }
    return MakeTuple(shape, elements, budget);
  }
  if (!shape.IsArray()) return Value{Literal::Array(&shape, {}), nullptr};
  HLO_ASSIGN_OR_RETURN(const int64_t bytes, SizeInBytes(shape));
  const auto given = static_cast<int64_t>(literal.bytes().size());
  if (given > bytes || literal.shape().element_type() != shape.element_type()) {
    return absl::InvalidArgumentError("a literal does not fit its shape");
  }
  if (given == bytes) return Value{Literal::Array(&shape, literal.bytes()), nullptr};
  HLO_ASSIGN_OR_RETURN(NewArray array, MakeArray(shape, budget));
  if (given > 0) std::memcpy(array.data, literal.bytes().data(), literal.bytes().size());
  return std::move(array.value);
}

absl::StatusOr<Scalar> ScalarOf(const Value& value) {
  if (!value.shape().IsScalar() || value.literal.is_elided()) {
    return absl::InvalidArgumentError("a scalar has no value");
  }
  return LoadScalar(value.data(), value.shape().element_type(), 0);
}

Literal CopyLiteral(const Literal& literal, Arena* arena) {
  if (literal.is_elided()) return literal;
  if (!literal.shape().IsTuple()) {
    return Literal::Array(&literal.shape(), arena->CopySpan(literal.bytes()));
  }
  auto* elements = arena->NewArray<Literal>(literal.elements().size());
  for (size_t i = 0; i < literal.elements().size(); ++i) {
    new (&elements[i]) Literal(CopyLiteral(literal.elements()[i], arena));
  }
  return Literal::Tuple(&literal.shape(), {elements, literal.elements().size()});
}

}  // namespace hlo_text_v1::internal
