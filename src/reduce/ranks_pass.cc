// The pass ranks: drops dimensions of size 1 in all shapes at once, and their entries in attributes
// and indices. Instructions whose attributes it does not know, such as convolutions, make the
// candidate invalid.
#include <algorithm>
#include <memory>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int64_t kMostKept = 3;

// Dimensions of a shape that lose those of size 1, from the first, until `least` are left.
class Ranks {
 public:
  explicit Ranks(int64_t least) : least_(least) {}

  // By dimension: its number among those that stay, or -1.
  std::vector<int64_t> Of(const Shape& shape) const {
    std::vector<int64_t> numbers;
    int64_t left = shape.rank();
    int64_t next = 0;
    for (const int64_t size : shape.dimensions()) {
      const bool is_dropped = size == 1 && left > least_;
      left -= is_dropped;
      numbers.push_back(is_dropped ? -1 : next++);
    }
    return numbers;
  }

 private:
  const int64_t least_;
};

const Shape* WithoutOnes(const Shape& shape, const Ranks& ranks, ShapePool& pool) {
  const std::vector<int64_t> numbers = ranks.Of(shape);
  std::vector<int64_t> sizes;
  const auto flags = std::make_unique<bool[]>(numbers.size() + 1);
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0) continue;
    flags[sizes.size()] = shape.is_dynamic_dimension(static_cast<int64_t>(i));
    sizes.push_back(shape.dimensions()[i]);
  }
  Layout layout;
  std::vector<int64_t> order;
  if (shape.layout() != nullptr) {
    layout.memory_space = shape.layout()->memory_space;
    for (const int64_t dimension : shape.layout()->minor_to_major) {
      const int64_t number = numbers[static_cast<size_t>(dimension)];
      if (number >= 0) order.push_back(number);
    }
    layout.minor_to_major = order;
  }
  return pool.Array(shape.element_type(), sizes, absl::MakeConstSpan(flags.get(), sizes.size()),
                    shape.layout() == nullptr ? nullptr : &layout);
}

// The entries of `list` whose dimension stays.
template <typename T>
std::vector<T> Staying(absl::Span<const T> list, const std::vector<int64_t>& numbers) {
  std::vector<T> staying;
  for (size_t i = 0; i < list.size(); ++i) {
    if (i >= numbers.size() || numbers[i] >= 0) staying.push_back(list[i]);
  }
  return staying;
}

// The dimensions of `list` that stay, by their new numbers.
std::vector<int64_t> Renumbered(absl::Span<const int64_t> list,
                                const std::vector<int64_t>& numbers) {
  std::vector<int64_t> staying;
  for (const int64_t dimension : list) {
    const bool is_known = dimension >= 0 && dimension < static_cast<int64_t>(numbers.size());
    const int64_t number = is_known ? numbers[static_cast<size_t>(dimension)] : dimension;
    if (number >= 0) staying.push_back(number);
  }
  return staying;
}

// Before the shapes change.
class AttributesOfRank {
 public:
  AttributesOfRank(HloInstruction* instruction, const Ranks& ranks)
      : instruction_(*instruction), result_(ranks.Of(instruction->shape())) {
    for (const HloInstruction* operand : instruction->operands()) {
      operands_.push_back(ranks.Of(operand->shape()));
    }
  }

  void Fit() {
    const std::vector<Attribute> attributes(instruction_.attributes().begin(),
                                            instruction_.attributes().end());
    for (const Attribute& attribute : attributes) FitOne(attribute);
    if (instruction_.opcode() == HloOpcode::kDynamicSlice) DropIndices(1);
    if (instruction_.opcode() == HloOpcode::kDynamicUpdateSlice) DropIndices(2);
  }

 private:
  using Kind = AttributeKind;

  const std::vector<int64_t>& Operand(size_t i) const {
    return i < operands_.size() ? operands_[i] : result_;
  }

  void FitOne(const Attribute& attribute) {
    const Kind kind = attribute.kind();
    if (kind == Kind::kLhsContractingDims || kind == Kind::kLhsBatchDims) {
      Set(Attribute::List<int64_t>(kind, Renumbered(attribute.AsInt64List(), Operand(0))));
    } else if (kind == Kind::kRhsContractingDims || kind == Kind::kRhsBatchDims) {
      Set(Attribute::List<int64_t>(kind, Renumbered(attribute.AsInt64List(), Operand(1))));
    } else if (kind == Kind::kDimensions) {
      Set(MakeAttribute<Kind::kDimensions>(Dimensions(attribute.AsInt64List())));
    } else if (kind == Kind::kIotaDimension) {
      const std::vector<int64_t> number = Renumbered({attribute.AsInt64()}, result_);
      if (!number.empty()) Set(MakeAttribute<Kind::kIotaDimension>(number[0]));
    } else if (kind == Kind::kDynamicSliceSizes) {
      Set(MakeAttribute<Kind::kDynamicSliceSizes>(Staying(attribute.AsInt64List(), Operand(0))));
    } else if (kind == Kind::kSlice) {
      const auto& slice = *instruction_.FindAttribute<SliceRanges>(kind);
      Set(MakeAttribute<Kind::kSlice>(SliceRanges{Staying(slice.dimensions, Operand(0))}));
    } else if (kind == Kind::kPadding) {
      const auto& padding = *instruction_.FindAttribute<PaddingConfig>(kind);
      Set(MakeAttribute<Kind::kPadding>(PaddingConfig{Staying(padding.dimensions, Operand(0))}));
    }
  }

  // The dimensions= of a broadcast are dimensions of its result, one for each dimension of its
  // operand.
  std::vector<int64_t> Dimensions(absl::Span<const int64_t> list) const {
    if (instruction_.opcode() != HloOpcode::kBroadcast) return Renumbered(list, Operand(0));
    return Renumbered(Staying(list, Operand(0)), result_);
  }

  // A slice's scalar indices begin at operand `first`, one for each dimension.
  void DropIndices(int64_t first) {
    const auto all = instruction_.operands();
    if (static_cast<int64_t>(all.size()) != first + static_cast<int64_t>(Operand(0).size())) return;
    const auto begin = all.begin() + first;
    std::vector<HloInstruction*> kept(all.begin(), begin);
    const std::vector<HloInstruction*> indices(begin, all.end());
    for (HloInstruction* index : Staying<HloInstruction*>(indices, Operand(0))) {
      kept.push_back(index);
    }
    SetOperands(&instruction_, kept).IgnoreError();
    for (HloInstruction* index : indices) RemoveUnneeded(index);
  }

  void Set(const Attribute& attribute) { SetAttribute(&instruction_, attribute).IgnoreError(); }

  HloInstruction& instruction_;
  std::vector<int64_t> result_;
  std::vector<std::vector<int64_t>> operands_;
};

}  // namespace

// The detail is the number of dimensions that a shape keeps at least.
ReduceEdits ProposeRanks(const HloModule& module) {
  int64_t highest = 0;
  for (const Shape* shape : ArrayShapes(module)) {
    const auto sizes = shape->dimensions();
    if (std::count(sizes.begin(), sizes.end(), 1) > 0) highest = std::max(highest, shape->rank());
  }
  ReduceEdits edits;
  for (int64_t kept = 0; kept < std::min(highest, kMostKept); ++kept) edits.push_back({0, 0, kept});
  return edits;
}

void ApplyRanks(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  HloModule& module = subject.module();
  const Ranks ranks(edits.front().detail);
  for (HloInstruction* instruction : AllInstructions(module)) {
    if (instruction->parent() != nullptr) AttributesOfRank(instruction, ranks).Fit();
  }
  MapShapes(module, [&](const Shape* shape, const Shape* mapped) {
    return shape->IsArray() ? WithoutOnes(*shape, ranks, module.shapes()) : mapped;
  });
  InferShapesAgain(module);
}

}  // namespace hlo_text_v1::internal
