// The thunks of a compiled module: the steps that XLA's runtime takes, in order. Read from dumps.
//
//   absl::StatusOr<std::vector<hlo_text::Thunk>> thunks = hlo_text::ParseThunkSequence(text);
//   if (!thunks.ok()) return thunks.status();
//   const absl::Status named = hlo_text::AddThunkNames(metadata, &*thunks);
//   if (!named.ok()) return named;
//   const auto instructions = hlo_text::MatchThunks(*thunks, module);
//   for (size_t i = 0; i < thunks->size(); ++i) {
//     if (instructions[i] == nullptr) continue;
//     std::cout << (*thunks)[i].kind << " " << instructions[i]->name() << "\n";
//   }
//
// XLA's GPU compilers write *.thunk_sequence.txt and *.thunk_metadata.txt with
// --xla_dump_hlo_as_text, and *.thunk_sequence_after_thunk_passes.txt if passes have changed the
// sequence, such as those that make command buffers. The CPU compiler writes none.
#ifndef HLO_THUNKS_H_
#define HLO_THUNKS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

struct Thunk {
  int64_t id = 0;           // XLA's; those that thunk passes make have 0
  std::string kind;         // "kCustomKernel"
  int64_t depth = 0;        // 1: inside the last thunk before it with depth 0, and so on
  std::string details;      // the rest of the line: stream, kernel, grid ...
  std::string instruction;  // without '%'; "" before AddThunkNames, or if the metadata lack it
};

// Reads *thunk_sequence.txt: a line for each thunk, inner ones indented. Errors: kInvalidArgument,
// as "line 3: MESSAGE". Linear. Source: XLA ThunkSequence::ToString.
absl::StatusOr<std::vector<Thunk>> ParseThunkSequence(std::string_view text);

// Reads *thunk_metadata.txt, which names the instruction of each thunk by id. Errors as before.
// n log n. Source: XLA ThunkMetadataListProto.
absl::Status AddThunkNames(std::string_view metadata, std::vector<Thunk>* thunks);

// The instruction of each thunk, by name; without one, a fusion or another instruction with the
// name of the thunk's kernel. nullptr if there is neither. n log n.
std::vector<const HloInstruction*> MatchThunks(absl::Span<const Thunk> thunks,
                                               const HloModule& module);

}  // namespace hlo_text_v1

#endif  // HLO_THUNKS_H_
