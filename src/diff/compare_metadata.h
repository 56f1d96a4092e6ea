// The origin of an instruction, as a text that can be compared between modules.
#ifndef HLO_DIFF_COMPARE_METADATA_H_
#define HLO_DIFF_COMPARE_METADATA_H_

#include <cstdint>
#include <string>
#include <vector>

#include "hlo/instruction.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

class MetadataText {
 public:
  // `module` must outlive this. Linear in its stack frames.
  explicit MetadataText(const HloModule& module);

  // Metadata, including that of a sharding, and origin; with the contents of stack frames instead
  // of their numbers. Equal texts mean equal origins.
  std::string Of(const HloInstruction& instruction) const;

 private:
  void Append(OpMetadata metadata, std::string* text) const;

  std::vector<uint64_t> frames_;  // by number - 1: a hash of the frame and its parents
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_COMPARE_METADATA_H_
