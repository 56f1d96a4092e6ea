// HloBuilder's functions for single opcodes: each puts attributes together and calls
// AddInstruction.
#include <vector>

#include "absl/container/inlined_vector.h"
#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "src/async/chain.h"
#include "src/async/execution_threads.h"
#include "src/base/strings.h"
#include "src/edit/misuse.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Instructions = absl::Span<HloInstruction* const>;

std::vector<HloInstruction*> Concatenated(Instructions a, Instructions b) {
  std::vector<HloInstruction*> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

}  // namespace

HloInstruction* HloBuilder::AddCompare(HloInstruction* lhs, HloInstruction* rhs,
                                       ComparisonDirection direction, std::string_view name) {
  return AddInstruction(HloOpcode::kCompare, nullptr, {lhs, rhs},
                        {MakeAttribute<AttributeKind::kDirection>(direction)}, name);
}

HloInstruction* HloBuilder::AddConvert(HloInstruction* operand, PrimitiveType type,
                                       std::string_view name) {
  if (!CheckOperands(HloOpcode::kConvert, {operand})) return nullptr;
  if (!operand->shape().IsArray() || !IsArrayType(type)) {
    return Fail(HloOpcode::kConvert, StrCat("operand 0 (", PrintShape(operand->shape()),
                                            ") cannot become ", PrimitiveTypeName(type)));
  }
  const Shape* shape = shapes().ChangeElementType(operand->shape(), type);
  return AddInstruction(HloOpcode::kConvert, shape, {operand}, {}, name);
}

// ---- Data movement.

HloInstruction* HloBuilder::AddBroadcast(HloInstruction* operand, absl::Span<const int64_t> sizes,
                                         absl::Span<const int64_t> dimensions,
                                         std::string_view name) {
  if (!CheckOperands(HloOpcode::kBroadcast, {operand})) return nullptr;
  const Shape& from = operand->shape();
  bool fits = from.IsArray() && from.rank() == static_cast<int64_t>(dimensions.size());
  for (size_t i = 0; fits && i < dimensions.size(); ++i) {
    fits = dimensions[i] >= 0 && dimensions[i] < static_cast<int64_t>(sizes.size()) &&
           sizes[static_cast<size_t>(dimensions[i])] == from.dimensions(static_cast<int64_t>(i));
  }
  for (int64_t size : sizes) fits = fits && size >= 0;
  if (!fits) {
    return Fail(HloOpcode::kBroadcast,
                StrCat("operand 0 (", PrintShape(from), ") does not fit the sizes and dimensions"));
  }
  return AddInstruction(HloOpcode::kBroadcast, shapes().Array(from.element_type(), sizes),
                        {operand}, {MakeAttribute<AttributeKind::kDimensions>(dimensions)}, name);
}

HloInstruction* HloBuilder::AddReshape(HloInstruction* operand, absl::Span<const int64_t> sizes,
                                       std::string_view name) {
  if (!CheckOperands(HloOpcode::kReshape, {operand})) return nullptr;
  const Shape& from = operand->shape();
  bool fits = from.IsArray();
  int64_t count = 1;
  for (int64_t size : sizes) {
    fits = fits && size >= 0 && !__builtin_mul_overflow(count, size, &count);
  }
  if (!fits || ElementCount(from) != count) {
    return Fail(HloOpcode::kReshape,
                StrCat("operand 0 (", PrintShape(from), ") has another number of elements"));
  }
  return AddInstruction(HloOpcode::kReshape, shapes().Array(from.element_type(), sizes), {operand},
                        {}, name);
}

HloInstruction* HloBuilder::AddTranspose(HloInstruction* operand,
                                         absl::Span<const int64_t> permutation,
                                         std::string_view name) {
  return AddInstruction(HloOpcode::kTranspose, nullptr, {operand},
                        {MakeAttribute<AttributeKind::kDimensions>(permutation)}, name);
}

HloInstruction* HloBuilder::AddReverse(HloInstruction* operand,
                                       absl::Span<const int64_t> dimensions,
                                       std::string_view name) {
  return AddInstruction(HloOpcode::kReverse, nullptr, {operand},
                        {MakeAttribute<AttributeKind::kDimensions>(dimensions)}, name);
}

HloInstruction* HloBuilder::AddSlice(HloInstruction* operand, absl::Span<const SliceRange> ranges,
                                     std::string_view name) {
  return AddInstruction(HloOpcode::kSlice, nullptr, {operand},
                        {MakeAttribute<AttributeKind::kSlice>(SliceRanges{ranges})}, name);
}

HloInstruction* HloBuilder::AddDynamicSlice(HloInstruction* operand, Instructions start_indices,
                                            absl::Span<const int64_t> sizes,
                                            std::string_view name) {
  return AddInstruction(HloOpcode::kDynamicSlice, nullptr, Concatenated({operand}, start_indices),
                        {MakeAttribute<AttributeKind::kDynamicSliceSizes>(sizes)}, name);
}

HloInstruction* HloBuilder::AddDynamicUpdateSlice(HloInstruction* operand, HloInstruction* update,
                                                  Instructions start_indices,
                                                  std::string_view name) {
  return AddInstruction(HloOpcode::kDynamicUpdateSlice, nullptr,
                        Concatenated({operand, update}, start_indices), {}, name);
}

HloInstruction* HloBuilder::AddConcatenate(Instructions operands, int64_t dimension,
                                           std::string_view name) {
  return AddInstruction(HloOpcode::kConcatenate, nullptr, operands,
                        {MakeAttribute<AttributeKind::kDimensions>({dimension})}, name);
}

HloInstruction* HloBuilder::AddPad(HloInstruction* operand, HloInstruction* value,
                                   absl::Span<const PaddingDimension> padding,
                                   std::string_view name) {
  return AddInstruction(HloOpcode::kPad, nullptr, {operand, value},
                        {MakeAttribute<AttributeKind::kPadding>(PaddingConfig{padding})}, name);
}

HloInstruction* HloBuilder::AddIota(const Shape* shape, int64_t dimension, std::string_view name) {
  if (shape == nullptr) return Fail(HloOpcode::kIota, "the shape is null");
  if (!shape->IsArray() || dimension < 0 || dimension >= shape->rank()) {
    return Fail(HloOpcode::kIota,
                StrCat("shape ", PrintShape(*shape), " has no dimension ", dimension));
  }
  return AddInstruction(HloOpcode::kIota, shape, {},
                        {MakeAttribute<AttributeKind::kIotaDimension>(dimension)}, name);
}

// ---- Work.

HloInstruction* HloBuilder::AddDot(HloInstruction* lhs, HloInstruction* rhs,
                                   const DotDimensionNumbers& numbers, std::string_view name) {
  return AddInstruction(
      HloOpcode::kDot, nullptr, {lhs, rhs},
      {MakeAttribute<AttributeKind::kLhsContractingDims>(numbers.lhs_contracting_dimensions),
       MakeAttribute<AttributeKind::kRhsContractingDims>(numbers.rhs_contracting_dimensions),
       MakeAttribute<AttributeKind::kLhsBatchDims>(numbers.lhs_batch_dimensions),
       MakeAttribute<AttributeKind::kRhsBatchDims>(numbers.rhs_batch_dimensions)},
      name);
}

HloInstruction* HloBuilder::AddReduce(Instructions operands, Instructions init_values,
                                      absl::Span<const int64_t> dimensions,
                                      HloComputation* reduction, std::string_view name) {
  if (operands.size() != init_values.size()) {
    return Fail(HloOpcode::kReduce, StrCat("takes an initial value for each operand, got ",
                                           init_values.size(), " for ", operands.size()));
  }
  return AddInstruction(HloOpcode::kReduce, nullptr, Concatenated(operands, init_values),
                        {MakeAttribute<AttributeKind::kDimensions>(dimensions),
                         MakeAttribute<AttributeKind::kToApply>(reduction)},
                        name);
}

HloInstruction* HloBuilder::AddSort(Instructions operands, int64_t dimension,
                                    HloComputation* comparator, bool is_stable,
                                    std::string_view name) {
  return AddInstruction(HloOpcode::kSort, nullptr, operands,
                        {MakeAttribute<AttributeKind::kDimensions>({dimension}),
                         MakeAttribute<AttributeKind::kIsStable>(is_stable),
                         MakeAttribute<AttributeKind::kToApply>(comparator)},
                        name);
}

HloInstruction* HloBuilder::AddMap(Instructions operands, HloComputation* function,
                                   std::string_view name) {
  return AddInstruction(HloOpcode::kMap, nullptr, operands,
                        {MakeAttribute<AttributeKind::kToApply>(function)}, name);
}

HloInstruction* HloBuilder::AddGetTupleElement(HloInstruction* tuple, int64_t index,
                                               std::string_view name) {
  return AddInstruction(HloOpcode::kGetTupleElement, nullptr, {tuple},
                        {MakeAttribute<AttributeKind::kIndex>(index)}, name);
}

HloInstruction* HloBuilder::AddDeepCopy(HloInstruction* value,
                                        absl::FunctionRef<bool(ShapeIndex)> is_copied) {
  if (!CheckOperands(HloOpcode::kCopy, {value})) return nullptr;
  struct Level {
    HloInstruction* tuple;
    std::vector<HloInstruction*> copies;
  };
  std::vector<Level> levels;  // no recursion: shapes may nest deeply
  std::vector<int64_t> index;
  for (HloInstruction* part = value; part != nullptr;) {
    if (part->shape().IsTuple()) {
      levels.push_back({part, {}});
      index.push_back(0);
    } else {
      if (part->shape().IsArray() && is_copied(index)) part = AddUnary(HloOpcode::kCopy, part);
      if (levels.empty()) return part;
      levels.back().copies.push_back(part);
    }
    while (levels.back().copies.size() == levels.back().tuple->shape().tuple_shapes().size()) {
      HloInstruction* copy = AddTuple(levels.back().copies);
      levels.pop_back();
      index.pop_back();
      if (levels.empty()) return copy;
      levels.back().copies.push_back(copy);
    }
    index.back() = static_cast<int64_t>(levels.back().copies.size());
    part = AddGetTupleElement(levels.back().tuple, index.back());
  }
  return nullptr;
}

// ---- Calls.

HloInstruction* HloBuilder::AddCall(Instructions operands, HloComputation* callee,
                                    std::string_view name) {
  return AddInstruction(HloOpcode::kCall, nullptr, operands,
                        {MakeAttribute<AttributeKind::kToApply>(callee)}, name);
}

HloInstruction* HloBuilder::AddWhile(HloComputation* condition, HloComputation* body,
                                     HloInstruction* init, std::string_view name) {
  return AddInstruction(HloOpcode::kWhile, nullptr, {init},
                        {MakeAttribute<AttributeKind::kCondition>(condition),
                         MakeAttribute<AttributeKind::kBody>(body)},
                        name);
}

HloInstruction* HloBuilder::AddConditional(HloInstruction* selector,
                                           absl::Span<HloComputation* const> branches,
                                           Instructions arguments, std::string_view name) {
  if (!CheckOperands(HloOpcode::kConditional, Concatenated({selector}, arguments))) return nullptr;
  absl::InlinedVector<Attribute, 2> attributes;
  if (selector->shape().element_type() != PrimitiveType::kPRED) {
    attributes = {MakeAttribute<AttributeKind::kBranchComputations>(branches)};
  } else if (branches.size() == 2) {
    attributes = {MakeAttribute<AttributeKind::kTrueComputation>(branches[0]),
                  MakeAttribute<AttributeKind::kFalseComputation>(branches[1])};
  } else {
    return Fail(HloOpcode::kConditional, StrCat("a pred takes 2 branches, got ", branches.size()));
  }
  return AddInstruction(HloOpcode::kConditional, nullptr, Concatenated({selector}, arguments),
                        attributes, name);
}

HloInstruction* HloBuilder::AddFusion(Instructions operands, FusionKind kind, HloComputation* fused,
                                      std::string_view name) {
  return AddInstruction(HloOpcode::kFusion, nullptr, operands,
                        {MakeAttribute<AttributeKind::kFusionKind>(kind),
                         MakeAttribute<AttributeKind::kCalls>(fused)},
                        name);
}

HloInstruction* HloBuilder::AddCustomCall(const Shape* shape, Instructions operands,
                                          std::string_view target, std::string_view name) {
  return AddInstruction(HloOpcode::kCustomCall, shape, operands,
                        {MakeAttribute<AttributeKind::kCustomCallTarget>(target)}, name);
}

// ---- Collectives.

HloInstruction* HloBuilder::AddCollective(HloOpcode opcode, Instructions operands,
                                          const CollectiveOptions& options,
                                          absl::Span<const Attribute> attributes,
                                          std::string_view name) {
  std::vector<Attribute> all(attributes.begin(), attributes.end());
  all.push_back(MakeAttribute<AttributeKind::kReplicaGroups>(options.replica_groups));
  if (options.channel_id.has_value()) {
    all.push_back(MakeAttribute<AttributeKind::kChannelId>(*options.channel_id));
  }
  // Not all opcodes take these.
  if (options.use_global_device_ids) {
    all.push_back(MakeAttribute<AttributeKind::kUseGlobalDeviceIds>(true));
  }
  if (options.constrain_layout) {
    all.push_back(MakeAttribute<AttributeKind::kConstrainLayout>(true));
  }
  return AddInstruction(opcode, nullptr, operands, all, name);
}

HloInstruction* HloBuilder::AddAllReduce(Instructions operands, HloComputation* reduction,
                                         const CollectiveOptions& options, std::string_view name) {
  return AddCollective(HloOpcode::kAllReduce, operands, options,
                       {MakeAttribute<AttributeKind::kToApply>(reduction)}, name);
}

HloInstruction* HloBuilder::AddCollectiveReduce(Instructions operands, HloComputation* reduction,
                                                const CollectiveOptions& options,
                                                std::string_view name) {
  return AddCollective(HloOpcode::kCollectiveReduce, operands, options,
                       {MakeAttribute<AttributeKind::kToApply>(reduction)}, name);
}

HloInstruction* HloBuilder::AddReduceScatter(Instructions operands, int64_t dimension,
                                             HloComputation* reduction,
                                             const CollectiveOptions& options,
                                             std::string_view name) {
  return AddCollective(HloOpcode::kReduceScatter, operands, options,
                       {MakeAttribute<AttributeKind::kDimensions>({dimension}),
                        MakeAttribute<AttributeKind::kToApply>(reduction)},
                       name);
}

HloInstruction* HloBuilder::AddAllGather(Instructions operands, int64_t dimension,
                                         const CollectiveOptions& options, std::string_view name) {
  return AddCollective(HloOpcode::kAllGather, operands, options,
                       {MakeAttribute<AttributeKind::kDimensions>({dimension})}, name);
}

HloInstruction* HloBuilder::AddAllToAll(Instructions operands, std::optional<int64_t> dimension,
                                        const CollectiveOptions& options, std::string_view name) {
  if (!dimension.has_value()) {
    return AddCollective(HloOpcode::kAllToAll, operands, options, {}, name);
  }
  return AddCollective(HloOpcode::kAllToAll, operands, options,
                       {MakeAttribute<AttributeKind::kDimensions>({*dimension})}, name);
}

HloInstruction* HloBuilder::AddCollectiveBroadcast(Instructions operands,
                                                   const CollectiveOptions& options,
                                                   std::string_view name) {
  return AddCollective(HloOpcode::kCollectiveBroadcast, operands, options, {}, name);
}

HloInstruction* HloBuilder::AddRaggedAllToAll(Instructions operands,
                                              const CollectiveOptions& options,
                                              std::string_view name) {
  return AddCollective(HloOpcode::kRaggedAllToAll, operands, options, {}, name);
}

HloInstruction* HloBuilder::AddCollectivePermute(
    Instructions operands, absl::Span<absl::Span<const int64_t> const> source_target_pairs,
    std::optional<int64_t> channel_id, std::string_view name) {
  std::vector<Attribute> attributes = {
      MakeAttribute<AttributeKind::kSourceTargetPairs>(source_target_pairs)};
  if (channel_id.has_value()) {
    attributes.push_back(MakeAttribute<AttributeKind::kChannelId>(*channel_id));
  }
  return AddInstruction(HloOpcode::kCollectivePermute, nullptr, operands, attributes, name);
}

// ---- Asynchronous operations.

HloInstruction* HloBuilder::AddAsyncStart(Instructions operands, HloComputation* callee,
                                          absl::Span<const Shape* const> contexts,
                                          std::string_view thread, const Shape* result,
                                          std::string_view name) {
  constexpr HloOpcode kOpcode = HloOpcode::kAsyncStart;
  if (!CheckOperands(kOpcode, operands)) return nullptr;
  if (callee == nullptr || callee->parent() != module_ || callee->root_instruction() == nullptr) {
    return Fail(kOpcode, "the called computation is null, of another module or not built yet");
  }
  std::vector<const Shape*> bound, elements;
  for (const HloInstruction* operand : operands) bound.push_back(&operand->shape());
  elements = {shapes().Tuple(bound),
              result != nullptr ? result : &callee->root_instruction()->shape()};
  elements.insert(elements.end(), contexts.begin(), contexts.end());
  for (size_t i = 1; i < elements.size(); ++i) {
    if (!Note(CheckShape(HloOpcodeName(kOpcode), *module_, elements[i]))) return nullptr;
  }
  std::vector<Attribute> attributes = {MakeAttribute<AttributeKind::kCalls>(callee)};
  if (thread != "main") {
    attributes.push_back(MakeAttribute<AttributeKind::kAsyncExecutionThread>(thread));
  }
  HloInstruction* start =
      AddInstruction(kOpcode, shapes().Tuple(elements), operands, attributes, name);
  if (start != nullptr) ForceExecutionThread(*start, AsyncExecutionThread(*start));
  return start;
}

HloInstruction* HloBuilder::AddAsyncUpdate(HloInstruction* previous, Instructions operands,
                                           const Shape* result, Instructions buffers,
                                           absl::Span<const Shape* const> contexts,
                                           std::string_view name) {
  constexpr HloOpcode kOpcode = HloOpcode::kAsyncUpdate;
  const std::vector<HloInstruction*> all =
      Concatenated(Concatenated({previous}, operands), buffers);
  if (result == nullptr && buffers.empty() && contexts.empty()) {
    return AddInstruction(kOpcode, nullptr, all, {}, name);
  }
  if (!CheckOperands(kOpcode, all)) return nullptr;
  if (!IsAsyncShape(previous->shape())) return Fail(kOpcode, "not an async-start or async-update");
  const Shape& before = previous->shape();
  std::vector<const Shape*> bound(before.tuple_shapes(0)->tuple_shapes().begin(),
                                  before.tuple_shapes(0)->tuple_shapes().end());
  for (const HloInstruction* operand : operands) bound.push_back(&operand->shape());
  std::vector<const Shape*> elements = {shapes().Tuple(bound),
                                        result != nullptr ? result : before.tuple_shapes(1)};
  if (contexts.empty()) contexts = before.tuple_shapes().subspan(2);
  elements.insert(elements.end(), contexts.begin(), contexts.end());
  for (size_t i = 1; i < elements.size(); ++i) {
    if (!Note(CheckShape(HloOpcodeName(kOpcode), *module_, elements[i]))) return nullptr;
  }
  if (!buffers.empty()) {
    const std::vector<OutputLeaf> leaves =
        NewOutputLeaves(*before.tuple_shapes(1), *elements[1], buffers.size() + 1);
    const bool fit = std::equal(leaves.begin(), leaves.end(), buffers.begin(), buffers.end(),
                                [](const OutputLeaf& leaf, const HloInstruction* buffer) {
                                  return ShapesCompatible(*leaf.shape, buffer->shape());
                                });
    if (!fit) return Fail(kOpcode, "the buffers do not fit what it binds of the result");
  }
  return AddInstruction(kOpcode, shapes().Tuple(elements), all, {}, name);
}

HloInstruction* HloBuilder::AddAsyncDone(HloInstruction* previous, std::string_view name) {
  return AddInstruction(HloOpcode::kAsyncDone, nullptr, {previous}, {}, name);
}

}  // namespace hlo_text_v1
