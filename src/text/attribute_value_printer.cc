// Attribute values made of numbers: windows, dimension labels, paddings, slices, aliasings,
// sparsity, statistics, accuracies. Each function writes the text after its attribute's '='.
//
// Lists in them have three separators: 'x' between dimensions, ", " between ranges and aliases, a
// blank between fields.
#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/algorithm/container.h"
#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"
#include "src/base/strings.h"
#include "src/ir/enum_words.h"
#include "src/ir/visit_attribute.h"
#include "src/text/float_printer.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// " name=1x2" unless all dimensions have the default.
template <typename Get>
void AppendWindowField(std::string_view name, const Window& window, int64_t otherwise,
                       std::string* out, Get get) {
  const auto is_default = [&](const WindowDimension& d) { return get(d) == otherwise; };
  if (absl::c_all_of(window.dimensions, is_default)) return;
  StrAppend(out, " ", name, "=");
  AppendJoined(window.dimensions, "x", out,
               [&](const WindowDimension& d) { AppendInt(get(d), out); });
}

// A program or an HloModuleProto may give a dimension any number. Numbers below 0 and from this one
// on are not printed.
constexpr int64_t kMostDimLabels = int64_t{1} << 16;

// One part of dim_labels. If dimensions collide, the later of first, second, spatial wins.
void AppendDimLabelsPart(char first_letter, int64_t first, char second_letter, int64_t second,
                         absl::Span<const int64_t> spatial, std::string* out) {
  static constexpr int64_t kFirst = -1, kSecond = -2, kUnused = -3;
  std::vector<int64_t> labels;
  const auto set = [&labels](int64_t dimension, int64_t label) {
    if (dimension < 0 || dimension >= kMostDimLabels) return;
    const auto at = static_cast<size_t>(dimension);
    if (at >= labels.size()) labels.resize(at + 1, kUnused);
    labels[at] = label;
  };
  set(first, kFirst);
  set(second, kSecond);
  for (size_t i = 0; i < spatial.size(); ++i) set(spatial[i], static_cast<int64_t>(i));
  labels.resize(std::max<size_t>(labels.size(), 2), kUnused);  // fewer are not read
  for (const int64_t label : labels) {
    if (label >= 0) {
      AppendInt(label, out);
    } else {
      out->push_back(label == kFirst ? first_letter : label == kSecond ? second_letter : '?');
    }
  }
}

void AppendTensorSparsity(const TensorSparsity& sparsity, std::string* out) {
  StrAppend(out, "{sparsity=", sparsity.num_non_zero, "x", sparsity.block_size);
  StrAppend(out, " dimension=", sparsity.dimension, " stride=", sparsity.stride);
  StrAppend(out, " idx=", sparsity.index, "}");
}

void AppendTensorBlockScaling(const TensorBlockScaling& scaling, std::string* out) {
  StrAppend(out, "{scale_idx=", scaling.scale_index);
  if (scaling.has_zero_index) StrAppend(out, " zero_idx=", scaling.zero_index);
  if (!scaling.strides.empty()) StrAppend(out, " strides=", Joined(scaling.strides, "x"));
  if (!scaling.steps.empty()) StrAppend(out, " steps=", Joined(scaling.steps, "x"));
  out->push_back('}');
}

// {lhs={...} rhs={...}}, only those that are present.
template <typename Side, typename AppendSide>
void AppendSides(const Side& lhs, const Side& rhs, std::string* out, AppendSide append_side) {
  out->push_back('{');
  if (lhs.present) {
    out->append("lhs=");
    append_side(lhs, out);
  }
  if (rhs.present) {
    out->append(lhs.present ? " rhs=" : "rhs=");
    append_side(rhs, out);
  }
  out->push_back('}');
}

}  // namespace

void AppendWindow(const Window& window, std::string* out) {
  if (window.dimensions.empty()) {
    out->append("{}");
    return;
  }
  using Dimension = WindowDimension;
  const auto is_padded = [](const Dimension& d) { return (d.padding_low | d.padding_high) != 0; };
  out->append("{size=");
  AppendJoined(window.dimensions, "x", out, [out](const Dimension& d) { AppendInt(d.size, out); });
  AppendWindowField("stride", window, 1, out, [](const Dimension& d) { return d.stride; });
  if (absl::c_any_of(window.dimensions, is_padded)) {
    out->append(" pad=");
    AppendJoined(window.dimensions, "x", out,
                 [out](const Dimension& d) { StrAppend(out, d.padding_low, "_", d.padding_high); });
  }
  AppendWindowField("lhs_dilate", window, 1, out,
                    [](const Dimension& d) { return d.base_dilation; });
  AppendWindowField("rhs_dilate", window, 1, out,
                    [](const Dimension& d) { return d.window_dilation; });
  AppendWindowField("rhs_reversal", window, 0, out,
                    [](const Dimension& d) { return int64_t{d.window_reversal}; });
  out->push_back('}');
}

void AppendDimLabels(const ConvolutionDimensionNumbers& numbers, std::string* out) {
  AppendDimLabelsPart('b', numbers.input_batch_dimension, 'f', numbers.input_feature_dimension,
                      numbers.input_spatial_dimensions, out);
  out->push_back('_');
  AppendDimLabelsPart('i', numbers.kernel_input_feature_dimension, 'o',
                      numbers.kernel_output_feature_dimension, numbers.kernel_spatial_dimensions,
                      out);
  out->append("->");
  AppendDimLabelsPart('b', numbers.output_batch_dimension, 'f', numbers.output_feature_dimension,
                      numbers.output_spatial_dimensions, out);
}

void AppendPaddingConfig(const PaddingConfig& padding, std::string* out) {
  const bool has_interior =
      absl::c_any_of(padding.dimensions,
                     [](const PaddingDimension& dimension) { return dimension.interior != 0; });
  AppendJoined(padding.dimensions, "x", out, [&](const PaddingDimension& dimension) {
    StrAppend(out, dimension.low, "_", dimension.high);
    if (has_interior) StrAppend(out, "_", dimension.interior);
  });
}

void AppendSliceRanges(const SliceRanges& ranges, std::string* out) {
  const bool has_stride =
      absl::c_any_of(ranges.dimensions, [](const SliceRange& range) { return range.stride != 1; });
  out->push_back('{');
  AppendJoined(ranges.dimensions, ", ", out, [&](const SliceRange& range) {
    out->push_back('[');
    AppendInt(range.start, out);
    out->push_back(':');
    AppendInt(range.limit, out);
    if (has_stride) StrAppend(out, ":", range.stride);
    out->push_back(']');
  });
  out->push_back('}');
}

void AppendShapeIndex(ShapeIndex index, std::string* out) {
  out->push_back('{');
  AppendJoined(index, ",", out, [out](int64_t element) { AppendInt(element, out); });
  out->push_back('}');
}

void AppendOutputOperandAliasing(const OutputOperandAliasing& aliasing, std::string* out) {
  out->push_back('{');
  AppendJoined(aliasing.pairs, ", ", out, [out](const OutputOperandAlias& alias) {
    AppendShapeIndex(alias.output_index, out);
    StrAppend(out, ": (", alias.operand_number, ", ");
    AppendShapeIndex(alias.operand_index, out);
    out->push_back(')');
  });
  out->push_back('}');
}

void AppendDomain(const Domain& domain, std::string* out) {
  out->append("{kind=\"sharding\", entry=");
  if (domain.entry != nullptr) AppendSharding(*domain.entry, /*print_metadata=*/false, out);
  out->append(", exit=");
  if (domain.exit != nullptr) AppendSharding(*domain.exit, /*print_metadata=*/false, out);
  out->push_back('}');
}

void AppendStatistics(const Statistics& statistics, std::string* out) {
  StrAppend(out, "{visualizing_index=", statistics.visualizing_index);
  for (const Statistic& statistic : statistics.values) {
    StrAppend(out, ",", statistic.name, "=");
    if (std::isinf(statistic.value)) {  // statistics have no word for it
      out->append(statistic.value < 0 ? "-1e999" : "1e999");
    } else {
      AppendSixDigits(statistic.value, out);
    }
  }
  out->push_back('}');
}

void AppendSparsityConfig(const SparsityConfig& config, std::string* out) {
  AppendSides(config.lhs, config.rhs, out, AppendTensorSparsity);
}

void AppendBlockScalingConfig(const BlockScalingConfig& config, std::string* out) {
  AppendSides(config.lhs, config.rhs, out, AppendTensorBlockScaling);
}

void AppendResultAccuracy(const ResultAccuracy& accuracy, std::string* out) {
  if (accuracy.mode != ResultAccuracy::Mode::kTolerance) {
    StrAppend(out, "{mode=", WordOf(accuracy.mode), "}");
    return;
  }
  out->append("{tolerance={atol=");
  AppendSixDigits(accuracy.atol, out);
  out->append(",rtol=");
  AppendSixDigits(accuracy.rtol, out);
  StrAppend(out, ",ulps=", accuracy.ulps, "}}");
}

}  // namespace hlo_text_v1
