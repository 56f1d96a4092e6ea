// The header of a module, and its tables of stack frames.
//
//   const hlo_text::HloModuleConfig& config = module.config();
//   if (config.is_scheduled) std::cout << "in the order of execution\n";
//
// Values only, read through HloModule::config and HloModule::stack_frames; SetConfig in hlo/edit.h
// changes them. Spans and strings live in the arena of the module.
#ifndef HLO_MODULE_CONFIG_H_
#define HLO_MODULE_CONFIG_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/internal/stringify.h"
#include "hlo/shape.h"
#include "hlo/unknown_words.h"

namespace hlo_text_v1 {

class HloModule;

// input_output_alias={ {0}: (1, {}, must-alias) }: a result shares its buffer with a parameter.
struct InputOutputAlias {
  ShapeIndex output_index;
  int64_t parameter_number = 0;
  ShapeIndex parameter_index;
  bool must_alias = false;
};
// buffer_donor={ (0, {}) }: a parameter's buffer may be reused for a result.
struct BufferDonor {
  int64_t parameter_number = 0;
  ShapeIndex parameter_index;
};
// entry_computation_layout={(f32[2]{0})->f32[2]{0}}. Edits of the entry's parameters change the
// list in place, also for copies of the struct.
struct EntryComputationLayout {
  absl::Span<const Shape* const> parameters;
  const Shape* result = nullptr;
};
// An entry of origin_recovery_table; `module` may be null. XLA HloOriginalValueUtil.
struct OriginRecovery {
  OriginalArray replaced;
  OriginalArray replacing;
  const HloModule* module = nullptr;
};
// debug_attributes of an original array.
struct DebugAttributes {
  enum class LogMode : uint8_t { kNone, kDefault, kFusionDebugger };
  LogMode log_mode = LogMode::kNone;
  int64_t callback_id = 0;
  bool partitioned = false;
  int64_t op_id = 0;
};
struct DebugAttributesEntry {
  OriginalArray array;
  absl::Span<const DebugAttributes> attributes;
};

// The module's header line. XLA HloModuleConfig and HloModule.
struct HloModuleConfig {
  bool is_scheduled = false;
  bool alias_passthrough_params = false;
  int64_t replica_count = 1;
  int64_t num_partitions = 1;
  // Sorted by output index in pre-order of the result shape; indices unique.
  absl::Span<const InputOutputAlias> input_output_alias;
  // Sorted by (parameter, index), unique.
  absl::Span<const BufferDonor> buffer_donor;
  // As given; if the text has none, made from the entry computation after parsing.
  bool has_entry_computation_layout = false;
  EntryComputationLayout entry_computation_layout;
  // Whether the text gives one of the next two; {false} by default.
  bool has_sharding_propagation = false;
  absl::Span<const bool> allow_spmd_sharding_propagation_to_parameters;
  absl::Span<const bool> allow_spmd_sharding_propagation_to_output;
  FrontendAttributes frontend_attributes;
  std::string_view backend_config;                          // unescaped
  absl::Span<const OriginRecovery> origin_recovery_table;   // sorted by `replaced`
  absl::Span<const DebugAttributesEntry> debug_attributes;  // sorted by array
  // Kept by ParseOptions::allow_unknown, in order.
  absl::Span<const UnknownAttribute> unknown_attributes;
};

// Stack-frame tables. Numbers are positions in the lists, from 1; 0 is none.
struct StackFrameTables {
  struct Location {
    int32_t file_name_id = 0;
    int32_t function_name_id = 0;
    int32_t line = 0;
    int32_t end_line = 0;
    int32_t column = 0;
    int32_t end_column = 0;
  };
  struct Frame {
    int32_t location_id = 0;
    int32_t parent_frame_id = 0;  // 0: outermost (the text has this number plus one)
  };
  // A frame with what its numbers stand for.
  struct ResolvedFrame {
    std::string_view file_name;
    std::string_view function_name;  // empty if there is none
    Location location;
    int32_t parent_frame_id = 0;
  };
  std::vector<std::string_view> file_names;
  std::vector<std::string_view> function_names;
  std::vector<Location> locations;
  std::vector<Frame> frames;
  bool empty() const { return frames.empty(); }
  // Frame `id`, as OpMetadata::stack_frame_id gives it; nullopt if there is no such frame, or it
  // has no location or file: in a text the numbers may be any. Parents may form a cycle. Constant
  // time; names live as long as the module's text. XLA HloModule::get_stack_frame.
  std::optional<ResolvedFrame> Resolve(int32_t id) const;
};

}  // namespace hlo_text_v1

// `stream << log_mode` and absl::StrCat(log_mode) write its word in enums.def.
HLO_TEXT_STRINGIFY_TABLE(DebugAttributes::LogMode)

#endif  // HLO_MODULE_CONFIG_H_
