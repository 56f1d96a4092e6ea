// OpMetadata: the origin of an instruction, metadata={op_name="..." source_line=3}.
//
//   hlo::OpMetadata metadata = instruction->metadata();
//   std::string_view name = metadata.op_name;  // "jit(step)/dot_general", empty if absent
//
// A value type; its strings are unescaped and live as long as the module. XLA OpMetadata.
#ifndef HLO_METADATA_H_
#define HLO_METADATA_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"

namespace hlo {

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

}  // namespace hlo

#endif  // HLO_METADATA_H_
