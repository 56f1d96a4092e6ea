// Structured values of instruction attributes: window=, dim_labels=, padding=, slice=,
// metadata= ...
//
//   const auto* window = instruction->FindAttribute<hlo_text::Window>(hlo_text::AttributeKind::kWindow);
//   int64_t elements = 1;
//   for (const hlo_text::WindowDimension& dim : window->dimensions) elements *= dim.size;
//
//   hlo_text::OpMetadata metadata = instruction->metadata();
//   std::string_view name = metadata.op_name;  // "jit(step)/dot_general", empty if absent
//
// All are trivially destructible; their spans and strings live in the module's arena.
// hlo/parse_values.h reads and hlo/print_values.h prints them.
#ifndef HLO_ATTRIBUTE_VALUES_H_
#define HLO_ATTRIBUTE_VALUES_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/internal/stringify.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

struct HloSharding;

// One dimension of a window. Sizes and strides count elements; no value is checked. XLA
// WindowDimension.
struct WindowDimension {
  int64_t size = 0;
  int64_t stride = 1;
  int64_t padding_low = 0;  // may be negative
  int64_t padding_high = 0;
  int64_t base_dilation = 1;    // lhs_dilate
  int64_t window_dilation = 1;  // rhs_dilate
  bool window_reversal = false;
};
struct Window {
  absl::Span<const WindowDimension> dimensions;
};

// dim_labels=b01f_01io->b01f. Numbers are positions in lhs (input), rhs (kernel) and output.
struct ConvolutionDimensionNumbers {
  int64_t input_batch_dimension = 0;
  int64_t input_feature_dimension = 0;
  absl::Span<const int64_t> input_spatial_dimensions;
  int64_t kernel_input_feature_dimension = 0;
  int64_t kernel_output_feature_dimension = 0;
  absl::Span<const int64_t> kernel_spatial_dimensions;
  int64_t output_batch_dimension = 0;
  int64_t output_feature_dimension = 0;
  absl::Span<const int64_t> output_spatial_dimensions;
};

// padding=1_2_1x0_0: elements added before, after and (interior >= 0) between.
struct PaddingDimension {
  int64_t low = 0;  // may be negative
  int64_t high = 0;
  int64_t interior = 0;
};
struct PaddingConfig {
  absl::Span<const PaddingDimension> dimensions;
};

// slice={[start:limit:stride], ...}; nothing is checked against the operand.
struct SliceRange {
  int64_t start = 0;
  int64_t limit = 0;
  int64_t stride = 1;
};
struct SliceRanges {
  absl::Span<const SliceRange> dimensions;
};

// A path into nested tuples, {0,1}.
using ShapeIndex = absl::Span<const int64_t>;

// output_to_operand_aliasing={{0}: (1, {}), ...}.
struct OutputOperandAlias {
  ShapeIndex output_index;
  int64_t operand_number = 0;
  ShapeIndex operand_index;
};
struct OutputOperandAliasing {
  absl::Span<const OutputOperandAlias> pairs;
};

// domain={kind="sharding", entry=..., exit=...}.
struct Domain {
  const HloSharding* entry = nullptr;
  const HloSharding* exit = nullptr;
};

// frontend_attributes={a="b",c={"d":1}}; sorted by key, keys unique (functions that copy them into
// a module sort them, and keep the last of equal keys). Values are unescaped.
struct FrontendAttribute {
  std::string_view key;
  std::string_view value;
};
struct FrontendAttributes {
  absl::Span<const FrontendAttribute> entries;
};

// statistics={visualizing_index=0,a=1.5}.
struct Statistic {
  std::string_view name;
  double value = 0;
};
struct Statistics {
  int64_t visualizing_index = 0;
  absl::Span<const Statistic> values;
};

// sparsity_config= and block_scaling_config= of dot and convolution.
struct TensorSparsity {
  bool present = false;
  int64_t num_non_zero = 0;
  int64_t block_size = 0;
  int64_t dimension = 0;
  int64_t stride = 0;
  int32_t index = 0;  // idx=, operand that holds the metadata
};
struct SparsityConfig {
  TensorSparsity lhs;
  TensorSparsity rhs;
};

struct TensorBlockScaling {
  bool present = false;
  int32_t scale_index = 0;
  bool has_zero_index = false;
  int32_t zero_index = 0;
  absl::Span<const int64_t> strides;
  absl::Span<const int64_t> steps;
};
struct BlockScalingConfig {
  TensorBlockScaling lhs;
  TensorBlockScaling rhs;
};

// result_accuracy={mode=highest} or {tolerance={atol=..,rtol=..,ulps=..}}.
struct ResultAccuracy {
  enum class Mode : uint8_t { kDefault, kHighest, kTolerance };
  Mode mode = Mode::kDefault;
  double atol = 0;  // >= 0
  double rtol = 0;  // >= 0
  int64_t ulps = 0;
};

// An array of the program before optimisation: {"name" {0,1}}.
struct OriginalArray {
  std::string_view instruction_name;
  ShapeIndex shape_index;
};

// origin={({"a"}, {"b"})}: a tree with the structure of the instruction's shape.
struct OriginalValue {
  struct Node {
    bool is_leaf = false;
    bool has_array = false;  // leaf: false for {}, which also stands for an array without a name
    OriginalArray array;
    absl::Span<const Node> children;  // of a tuple
  };
  Node root;
  bool has_call_hierarchy = false;
  std::string_view call_hierarchy;
};

// metadata={op_name="..." source_line=3}, the origin of an instruction. Strings are unescaped. XLA
// OpMetadata.
//
// Fields in the order in which they print; empty strings and zeros are not printed.
struct OpMetadata {
  std::string_view op_type;
  std::string_view op_name;
  std::string_view source_file;
  int32_t source_line = 0;  // from 1; 0: unknown
  int32_t source_end_line = 0;
  int32_t source_column = 0;
  int32_t source_end_column = 0;
  absl::Span<const int64_t> profile_type;  // values 0..3
  std::string_view deduplicated_name;
  std::string_view scheduling_name;
  int32_t stack_frame_id = 0;  // in HloModule::stack_frames().frames, from 1; 0: none
  std::string_view metadata_payload;
  bool has_metadata_payload = false;  // an empty payload prints too
};

// Whether XLA prints this metadata at all (HloInstruction::PrintExtraAttributes): one of op_type,
// op_name, source_file, scheduling_name is not empty, or there is a stack frame or payload.
bool MetadataIsPrinted(const OpMetadata& metadata);

}  // namespace hlo_text_v1

// `stream << mode` and absl::StrCat(mode) write its word in enums.def.
HLO_TEXT_STRINGIFY_TABLE(ResultAccuracy::Mode)

#endif  // HLO_ATTRIBUTE_VALUES_H_
