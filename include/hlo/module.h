// HloModule: a whole program, and owner of everything in it.
//
//   absl::StatusOr<hlo::HloModule> module = hlo::ParseHloModule(text);
//   for (const hlo::HloComputation* computation : module->computations()) {
//     std::cout << computation->name() << ": " << computation->instruction_count() << "\n";
//   }
//
// A module owns its source text, an arena with all instructions and values, the symbol table and
// the shapes. Every pointer, span and string_view got from it, directly or not, is valid until the
// module is destroyed; moving the module keeps them valid. Clone copies it. Reading a const module
// is safe from many threads at once: nothing is made at the first call (but Users in hlo/edit.h
// counts as an edit). A module that was moved from may only be destroyed or assigned
// to. hlo/builder.h makes modules, hlo/edit.h changes them.
#ifndef HLO_MODULE_H_
#define HLO_MODULE_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/attribute_values.h"
#include "hlo/computation.h"
#include "hlo/shape.h"

namespace hlo {

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
// entry_computation_layout={(f32[2]{0})->f32[2]{0}}
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

// What the module's header line says. XLA HloModuleConfig and HloModule.
struct HloModuleConfig {
  bool is_scheduled = false;
  bool alias_passthrough_params = false;
  int64_t replica_count = 1;
  int64_t num_partitions = 1;
  // Sorted by output index in pre-order of the result shape; indices unique.
  absl::Span<const InputOutputAlias> input_output_alias;
  // Sorted by (parameter, index), unique.
  absl::Span<const BufferDonor> buffer_donor;
  // As given; where the text has none, made from the entry computation after parsing.
  bool has_entry_computation_layout = false;
  EntryComputationLayout entry_computation_layout;
  // {false} by default; whether the text gives one of them.
  bool has_sharding_propagation = false;
  absl::Span<const bool> allow_spmd_sharding_propagation_to_parameters;
  absl::Span<const bool> allow_spmd_sharding_propagation_to_output;
  FrontendAttributes frontend_attributes;
  std::string_view backend_config;                          // unescaped
  absl::Span<const OriginRecovery> origin_recovery_table;   // sorted by `replaced`
  absl::Span<const DebugAttributesEntry> debug_attributes;  // sorted by array
  // Those that ParseOptions::allow_unknown has kept, in order.
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
  std::vector<std::string_view> file_names;
  std::vector<std::string_view> function_names;
  std::vector<Location> locations;
  std::vector<Frame> frames;
  bool empty() const { return frames.empty(); }
};

class HloModule {
 public:
  HloModule();
  ~HloModule();
  HloModule(HloModule&&) noexcept;
  HloModule& operator=(HloModule&&) noexcept;
  HloModule(const HloModule&) = delete;
  HloModule& operator=(const HloModule&) = delete;

  std::string_view name() const;
  const HloModuleConfig& config() const;
  const StackFrameTables& stack_frames() const;

  // In order of definition: a nested computation comes before the one that holds it. The printed
  // order may be another: ComputationPostOrder in hlo/printer.h.
  absl::Span<HloComputation* const> computations() const;
  HloComputation* entry_computation() const;

  // The text that the module was read from; empty if it was not.
  std::string_view source() const;
  // Total of instruction_count over the computations. Linear in their number.
  int64_t instruction_count() const;

  // A copy that shares nothing with this module: neither its arena nor its source, which is copied
  // too, so that places in the text stay valid. It prints as this one does. Linear in the module
  // and its source.
  HloModule Clone() const;

  Arena& arena();
  ShapePool& shapes();

 private:
  friend struct internal::IrAccess;
  struct State;
  std::unique_ptr<State> state_;
};

// Makes the names of computations and instructions unique as XLA does (separately for the two, over
// the whole module, in order of definition), rebuilds the stack-frame tables from what instructions
// use, and renumbers metadata accordingly. Linear. ParseHloModule runs it unless told not to.
// XLA NameUniquer, HloModule::UniquifyIds.
struct UniquifyOptions {
  // Leave the stack-frame tables as they stand, unused frames included.
  bool keep_stack_frames = false;
  // Names of instructions need to be unique in their computation only, as the text had them; names
  // of get-tuple-element instructions that %t#0 stands for may be there twice.
  bool keep_instruction_names = false;
};
void Uniquify(HloModule& module, const UniquifyOptions& options = {});

}  // namespace hlo

#endif  // HLO_MODULE_H_
