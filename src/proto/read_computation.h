// Reads HloComputationProto.
#ifndef HLO_PROTO_READ_COMPUTATION_H_
#define HLO_PROTO_READ_COMPUTATION_H_

#include <string_view>
#include <vector>

#include "src/proto/read_instruction.h"

namespace hlo_text_v1::internal {

// The schedules of a module, by id of the computation.
using ProtoSchedules = HashMap<int64_t, absl::Span<const int64_t>>;

// Reads computations, callees first.
class ComputationReader {
 public:
  ComputationReader(ProtoModuleReadState* state, const ProtoSchedules& schedules)
      : state_(*state), wire_(state->wire), instructions_(state), schedules_(schedules) {}

  // False after an error.
  bool Read(std::string_view bytes);
  // Gives the computations that starts run the start's thread, as XLA does when it reads each
  // start.
  void ForceThreads();
  // Puts the instructions of all computations that are not fusions in the order of their schedules.
  // `entry` is the id of the entry computation.
  bool ApplySchedules(int64_t entry);

 private:
  struct Body {
    HloComputation* computation;
    int64_t id;
    const char* begin;
    LocalInstructions instructions;  // kept for a schedule only
  };

  bool ReadFields(std::string_view bytes, HloComputation* computation, int64_t* id,
                  int64_t* root_id, LocalInstructions* locals);
  // The computation at position `number` of the list.
  bool AddInstruction(std::string_view bytes, int64_t number, HloComputation* computation,
                      LocalInstructions* locals);
  bool CheckNames();
  void UseFrames(absl::Span<HloInstruction* const> instructions);
  bool SetParameters(const char* at, absl::Span<HloInstruction* const> instructions,
                     HloComputation* computation);
  static void SetOrder(HloComputation* computation, absl::Span<HloInstruction* const> order);
  void SetSchedule(HloComputation* computation, absl::Span<HloInstruction* const> order);
  bool ApplySchedule(const Body& body, absl::Span<const int64_t> ids);

  ProtoModuleReadState& state_;
  ProtoReadState& wire_;
  InstructionReader instructions_;
  const ProtoSchedules& schedules_;
  struct Named {
    const HloInstruction* instruction = nullptr;
    int64_t number = 0;
    const char* at = nullptr;
  };
  Named same_name_;  // the first instruction with another's name
  std::vector<bool> instruction_names_, computation_names_;  // by symbol
  std::vector<Body> bodies_;
  std::vector<HloInstruction*> async_starts_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_READ_COMPUTATION_H_
