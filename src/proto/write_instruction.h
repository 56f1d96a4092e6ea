// Writes HloInstructionProto.
#ifndef HLO_PROTO_WRITE_INSTRUCTION_H_
#define HLO_PROTO_WRITE_INSTRUCTION_H_

#include <cstdint>
#include <vector>

#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/ir/module_state.h"
#include "src/proto/instruction_fields.h"
#include "src/proto/write_values.h"

namespace hlo_text_v1::internal {

// XLA's ids. A computation has its number in order of definition; an instruction has its number in
// order of creation in the low half, its computation's id in the high one. Those that the reader
// kept stay, and others come after them.
class ProtoIds {
 public:
  explicit ProtoIds(const HloModule& module);
  // Numbers the instructions of `computation`. Returns those without users, in order, since another
  // walk over all instructions would take a tenth of the time to write a large computation.
  const std::vector<const HloInstruction*>& Enter(const HloComputation& computation);

  // Operands of an instruction without those that updates of sugar bind.
  size_t OperandsWhenMade(const HloInstruction& instruction) const;

  int64_t Of(const HloComputation* computation) const;
  // Of an instruction of the computation numbered last.
  int64_t Of(const HloInstruction* instruction) const {
    return high_ | local_[instruction->index()];
  }

 private:
  void FindLateBinding(const HloComputation& computation);

  const KeptFields* kept_;
  std::vector<int64_t> computations_;  // by Node(computation).number
  // The operands that the start of sugar binds of a wrapped computation that has more.
  HashMap<const HloComputation*, size_t> bound_at_start_;
  std::vector<uint32_t> local_;                 // by index
  std::vector<const HloInstruction*> created_;  // those of the computation, in that order
  std::vector<const HloInstruction*> without_users_;
  int64_t high_ = 0;
};

struct InstructionWriter {
  WireWriter& out;
  ShapeWriter& shapes;
  const ProtoIds& ids;
  size_t max_bytes;
  PayloadList& payloads;
  bool is_complete = false;  // also writes channel_id=0, which XLA does not
  bool is_too_large = false;
  bool has_unknown_words = false;  // which only texts can have

  // Writes the fields of `instruction`, which must not be sugar.
  void Write(const HloInstruction& instruction);
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_WRITE_INSTRUCTION_H_
