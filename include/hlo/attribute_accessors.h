// Typed attributes of an instruction, under XLA's names: reduce->dimensions(), dot->channel_id().
//
//   hlo_text::DotDimensionNumbers numbers = dot->dot_dimension_numbers();
//   assert(numbers.lhs_contracting_dimensions[0] == 1);
//   assert(all_reduce->channel_id() == 7);
//   assert(gather->Get<hlo_text::AttributeKind::kSliceSizes>().size() == 2);  // any attribute, by kind
//
// These are members of HloInstruction. An attribute that the text leaves out has XLA's default; so
// has one that the opcode does not take, and nothing here fails. Views live as long as the module.
// Each costs as HloInstruction::FindAttribute: linear in the attributes of the instruction, of
// which it has two on average.
#ifndef HLO_ATTRIBUTE_ACCESSORS_H_
#define HLO_ATTRIBUTE_ACCESSORS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/internal/attribute_access.h"

namespace hlo_text_v1 {

// Views of several attributes at once, also for hlo/builder.h: AddDot(x, w, {{1}, {0}}). XLA's
// messages of the same names.
struct DotDimensionNumbers {
  absl::Span<const int64_t> lhs_contracting_dimensions = {};
  absl::Span<const int64_t> rhs_contracting_dimensions = {};
  absl::Span<const int64_t> lhs_batch_dimensions = {};
  absl::Span<const int64_t> rhs_batch_dimensions = {};
};
struct GatherDimensionNumbers {
  absl::Span<const int64_t> offset_dims = {};
  absl::Span<const int64_t> collapsed_slice_dims = {};
  absl::Span<const int64_t> start_index_map = {};
  absl::Span<const int64_t> operand_batching_dims = {};
  absl::Span<const int64_t> start_indices_batching_dims = {};
  int64_t index_vector_dim = 0;
};
struct ScatterDimensionNumbers {
  absl::Span<const int64_t> update_window_dims = {};
  absl::Span<const int64_t> inserted_window_dims = {};
  absl::Span<const int64_t> scatter_dims_to_operand_dims = {};
  absl::Span<const int64_t> input_batching_dims = {};
  absl::Span<const int64_t> scatter_indices_batching_dims = {};
  int64_t index_vector_dim = 0;
};
struct TriangularSolveOptions {
  bool left_side = false;
  bool lower = false;
  bool unit_diagonal = false;
  TriangularSolveTranspose transpose_a = TriangularSolveTranspose::kInvalid;
};

// The base of HloInstruction, which is `Instruction`.
template <typename Instruction>
class AttributeAccessors {
 public:
  // The value of any attribute of attributes.def but metadata (HloInstruction::metadata), as the
  // C++ type that attribute_types.def gives for it: numbers (integers as int64_t), enumerators,
  // std::string_view; lists as spans; computations as pointers, nullptr if absent; structs as
  // references, to an empty one if absent; Shape, Literal and HloSharding as pointers, nullptr if
  // absent. If absent, numbers are 0, or the value that never prints (1 for feature_group_count),
  // enumerators the first word, lists and strings empty. Of a const instruction, computations and
  // instructions are const.
  template <AttributeKind kind>
  decltype(auto) Get() const {
    return static_cast<internal::AsConst<decltype(GetMutable<kind>())>>(GetMutable<kind>());
  }
  template <AttributeKind kind>
  decltype(auto) Get() {
    return GetMutable<kind>();
  }
  // The value of an attribute that has no default; nullopt if it is absent.
  template <AttributeKind kind>
  auto Find() const {
    using Value = std::decay_t<decltype(Get<kind>())>;
    return self().FindAttribute(kind) == nullptr ? std::optional<Value>() : Get<kind>();
  }

  // ---- Dimensions: of reduce, transpose, broadcast, reverse, map, concatenate, sort, scan,
  // all-gather, all-to-all, reduce-scatter and others with dimensions=.
  absl::Span<const int64_t> dimensions() const { return Get<AttributeKind::kDimensions>(); }
  // The first of dimensions(), or 0: for those that have one. XLA concatenate_dimension,
  // sort_dimension, all_gather_dimension, split_dimension, scatter_dimension ...
  int64_t dimension() const { return dimensions().empty() ? 0 : dimensions()[0]; }
  int64_t iota_dimension() const { return Get<AttributeKind::kIotaDimension>(); }
  // -1 if none is inferred.
  int64_t inferred_dimension() const { return Get<AttributeKind::kInferredDimension>(); }
  // index= of get-tuple-element.
  int64_t tuple_index() const { return Get<AttributeKind::kIndex>(); }
  // slice=: start, limit and stride of each dimension. XLA slice_starts, slice_limits,
  // slice_strides.
  absl::Span<const SliceRange> slice_ranges() const {
    return Get<AttributeKind::kSlice>().dimensions;
  }
  absl::Span<const int64_t> dynamic_slice_sizes() const {
    return Get<AttributeKind::kDynamicSliceSizes>();
  }
  const PaddingConfig& padding_config() const { return Get<AttributeKind::kPadding>(); }

  // ---- Dots and convolutions.
  DotDimensionNumbers dot_dimension_numbers() const {
    return {Get<AttributeKind::kLhsContractingDims>(), Get<AttributeKind::kRhsContractingDims>(),
            Get<AttributeKind::kLhsBatchDims>(), Get<AttributeKind::kRhsBatchDims>()};
  }
  const ConvolutionDimensionNumbers& convolution_dimension_numbers() const {
    return Get<AttributeKind::kDimLabels>();
  }
  const Window& window() const { return Get<AttributeKind::kWindow>(); }
  int64_t feature_group_count() const { return Get<AttributeKind::kFeatureGroupCount>(); }
  int64_t batch_group_count() const { return Get<AttributeKind::kBatchGroupCount>(); }
  // The precision of an operand; kDefault if the text has none. XLA precision_config.
  Precision operand_precision(int64_t operand) const {
    const absl::Span<const Precision> all = Get<AttributeKind::kOperandPrecision>();
    const bool is_given = operand >= 0 && static_cast<size_t>(operand) < all.size();
    return is_given ? all[static_cast<size_t>(operand)] : Precision::kDefault;
  }
  DotAlgorithm dot_algorithm() const { return Get<AttributeKind::kAlgorithm>(); }

  // ---- Gather and scatter.
  GatherDimensionNumbers gather_dimension_numbers() const {
    return {Get<AttributeKind::kOffsetDims>(),
            Get<AttributeKind::kCollapsedSliceDims>(),
            Get<AttributeKind::kStartIndexMap>(),
            Get<AttributeKind::kOperandBatchingDims>(),
            Get<AttributeKind::kStartIndicesBatchingDims>(),
            Get<AttributeKind::kIndexVectorDim>()};
  }
  absl::Span<const int64_t> gather_slice_sizes() const { return Get<AttributeKind::kSliceSizes>(); }
  ScatterDimensionNumbers scatter_dimension_numbers() const {
    return {Get<AttributeKind::kUpdateWindowDims>(),
            Get<AttributeKind::kInsertedWindowDims>(),
            Get<AttributeKind::kScatterDimsToOperandDims>(),
            Get<AttributeKind::kInputBatchingDims>(),
            Get<AttributeKind::kScatterIndicesBatchingDims>(),
            Get<AttributeKind::kIndexVectorDim>()};
  }
  bool indices_are_sorted() const { return Get<AttributeKind::kIndicesAreSorted>(); }
  bool unique_indices() const { return Get<AttributeKind::kUniqueIndices>(); }

  // ---- Elementwise and math.
  ComparisonDirection comparison_direction() const { return Get<AttributeKind::kDirection>(); }
  // By default total for integers and partial for floating operands, which have NaN. XLA
  // Comparison::DefaultOrdering.
  ComparisonOrder comparison_order() const {
    if (auto given = Find<AttributeKind::kOrder>()) return *given;
    const bool has_nan =
        self().operand_count() > 0 && (IsFloatingType(self().operand(0)->shape().element_type()) ||
                                       IsComplexType(self().operand(0)->shape().element_type()));
    return has_nan ? ComparisonOrder::kPartial : ComparisonOrder::kTotal;
  }
  int64_t exponent_bits() const { return Get<AttributeKind::kExponentBits>(); }
  int64_t mantissa_bits() const { return Get<AttributeKind::kMantissaBits>(); }
  double epsilon() const { return Get<AttributeKind::kEpsilon>(); }
  int64_t feature_index() const { return Get<AttributeKind::kFeatureIndex>(); }
  FftType fft_type() const { return Get<AttributeKind::kFftType>(); }
  absl::Span<const int64_t> fft_length() const { return Get<AttributeKind::kFftLength>(); }
  RandomDistribution random_distribution() const { return Get<AttributeKind::kDistribution>(); }
  RandomAlgorithm random_algorithm() const { return Get<AttributeKind::kRngAlgorithm>(); }
  int64_t delta() const { return Get<AttributeKind::kDelta>(); }
  bool is_stable() const { return Get<AttributeKind::kIsStable>(); }
  int64_t k() const { return Get<AttributeKind::kK>(); }
  bool largest() const { return Get<AttributeKind::kLargest>(); }
  bool lower() const { return Get<AttributeKind::kLower>(); }
  TriangularSolveOptions triangular_solve_options() const {
    return {Get<AttributeKind::kLeftSide>(), Get<AttributeKind::kLower>(),
            Get<AttributeKind::kUnitDiagonal>(), Get<AttributeKind::kTransposeA>()};
  }

  // ---- Called computations; nullptr if there is none. HloInstruction::ForEachCalledComputation
  // visits all.
  HloComputation* to_apply() { return Get<AttributeKind::kToApply>(); }
  const HloComputation* to_apply() const { return Get<AttributeKind::kToApply>(); }
  HloComputation* while_body() { return Get<AttributeKind::kBody>(); }
  const HloComputation* while_body() const { return Get<AttributeKind::kBody>(); }
  HloComputation* while_condition() { return Get<AttributeKind::kCondition>(); }
  const HloComputation* while_condition() const { return Get<AttributeKind::kCondition>(); }
  // calls= of a fusion. XLA fused_instructions_computation.
  HloComputation* fused_computation() { return Get<AttributeKind::kCalls>(); }
  const HloComputation* fused_computation() const { return Get<AttributeKind::kCalls>(); }
  // calls= of an async-start; an update or done of a chain has none in the text, see hlo/async.h.
  HloComputation* async_wrapped_computation() { return Get<AttributeKind::kCalls>(); }
  const HloComputation* async_wrapped_computation() const { return Get<AttributeKind::kCalls>(); }
  // Of select-and-scatter.
  HloComputation* select() { return Get<AttributeKind::kSelect>(); }
  const HloComputation* select() const { return Get<AttributeKind::kSelect>(); }
  HloComputation* scatter() { return Get<AttributeKind::kScatter>(); }
  const HloComputation* scatter() const { return Get<AttributeKind::kScatter>(); }
  // Branches of a conditional, also of one with true_computation= (0) and false_computation= (1).
  int64_t branch_count() const {
    if (Get<AttributeKind::kTrueComputation>() != nullptr) return 2;
    return static_cast<int64_t>(Get<AttributeKind::kBranchComputations>().size());
  }
  // nullptr unless 0 <= i < branch_count().
  HloComputation* branch_computation(int64_t i) { return Branch(i); }
  const HloComputation* branch_computation(int64_t i) const { return Branch(i); }
  FusionKind fusion_kind() const { return Get<AttributeKind::kFusionKind>(); }

  // ---- Collectives.
  std::optional<int64_t> channel_id() const { return Find<AttributeKind::kChannelId>(); }
  // Empty for one group of all devices. CollectiveGroups in hlo/collectives.h lists the devices.
  const ReplicaGroups& replica_groups() const { return Get<AttributeKind::kReplicaGroups>(); }
  // Pairs {source, target}.
  absl::Span<const absl::Span<const int64_t>> source_target_pairs() const {
    return Get<AttributeKind::kSourceTargetPairs>();
  }
  bool use_global_device_ids() const { return Get<AttributeKind::kUseGlobalDeviceIds>(); }
  bool constrain_layout() const { return Get<AttributeKind::kConstrainLayout>(); }
  bool is_host_transfer() const { return Get<AttributeKind::kIsHostTransfer>(); }
  std::optional<int64_t> cross_program_prefetch_index() const {
    return Find<AttributeKind::kCrossProgramPrefetchIndex>();
  }
  std::string_view infeed_config() const { return Get<AttributeKind::kInfeedConfig>(); }
  std::string_view outfeed_config() const { return Get<AttributeKind::kOutfeedConfig>(); }
  const Shape* outfeed_shape() const { return Get<AttributeKind::kOutfeedShape>(); }

  // ---- Custom calls. (HloInstruction::custom_call_target.)
  bool custom_call_has_side_effect() const {
    return Get<AttributeKind::kCustomCallHasSideEffect>();
  }
  CustomCallSchedule custom_call_schedule() const { return Get<AttributeKind::kSchedule>(); }
  CustomCallApiVersion api_version() const { return Get<AttributeKind::kApiVersion>(); }
  // Empty if the layouts are not constrained. XLA operand_shapes_with_layout.
  absl::Span<const Shape* const> operand_shapes_with_layout() const {
    return Get<AttributeKind::kOperandLayoutConstraints>();
  }
  absl::Span<const OutputOperandAlias> output_operand_aliasing() const {
    return Get<AttributeKind::kOutputToOperandAliasing>().pairs;
  }

  // ---- Of every opcode. (HloInstruction: sharding, metadata, backend_config.)
  const FrontendAttributes& frontend_attributes() const {
    return Get<AttributeKind::kFrontendAttributes>();
  }
  const Statistics& statistics() const { return Get<AttributeKind::kStatistics>(); }
  const ResultAccuracy& result_accuracy() const { return Get<AttributeKind::kResultAccuracy>(); }

 private:
  friend Instruction;
  AttributeAccessors() = default;
  const Instruction& self() const { return static_cast<const Instruction&>(*this); }
  // Get of an instruction that is not const.
  template <AttributeKind kind>
  decltype(auto) GetMutable() const {
    constexpr AttributeType kType = AttributeTypeOf(kind);
    constexpr DropRule kDrop = internal::kDropRuleTable[static_cast<size_t>(kind)];
    static_assert(kType != AttributeType::kMetadata, "HloInstruction::metadata()");
    const Attribute* attribute = self().FindAttribute(kind);
    if constexpr (kDrop == DropRule::kOne) {
      return attribute == nullptr ? int64_t{1} : attribute->AsInt64();
    } else if constexpr (kDrop == DropRule::kMinusOne) {
      return attribute == nullptr ? int64_t{-1} : attribute->AsInt64();
    } else {
      return internal::HeldOrDefault<internal::HeldType<kType>>(attribute);
    }
  }
  // nullptr unless 0 <= i < branch_count().
  HloComputation* Branch(int64_t i) const {
    if (i < 0 || i >= branch_count()) return nullptr;
    if (HloComputation* to_true = GetMutable<AttributeKind::kTrueComputation>()) {
      return i == 0 ? to_true : GetMutable<AttributeKind::kFalseComputation>();
    }
    return GetMutable<AttributeKind::kBranchComputations>()[static_cast<size_t>(i)];
  }
};

}  // namespace hlo_text_v1

#endif  // HLO_ATTRIBUTE_ACCESSORS_H_
