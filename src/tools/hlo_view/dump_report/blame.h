// Which passes made, moved and changed each instruction of a compiled module.
//
//   const Blame blame = TraceModule(folder, folder.modules[0], {});
//   for (const BlameEvent* event : blame.HistoryOf(*instruction)) {
//     std::cout << stages[event->stage].Title() << ": " << event->text << "\n";
//   }
//
// Follows the instructions from stage to stage, by the counterparts that Diff finds (hlo/diff.h)
// and by their names. One without a counterpart that computes the same as one before, from the same
// values, has moved: into a fusion, out of a call. Any other is new.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BLAME_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BLAME_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/dumps/dump_folder.h"
#include "src/tools/hlo_view/dump_report/stage_file.h"

namespace hlo_text_v1::internal {

struct BlameEvent {
  enum class Kind : uint8_t { kGiven, kMade, kMoved, kChanged };
  Kind kind;
  size_t stage;           // index in the module's stages
  std::string text;       // "moved into fused_computation.2, was tanh.1 in main.1"
  int64_t previous = -1;  // index of the instruction's event before this; -1: none
};

// "given", "made", "moved", "changed".
std::string_view BlameKindName(BlameEvent::Kind kind);

struct Blame {
  HloModule module;  // the last readable stage
  size_t stage = 0;  // its index; all stages are in `errors` if none is readable
  std::vector<BlameEvent> events;
  // The last event of each instruction of `module`.
  HashMap<const HloInstruction*, int64_t> last;
  // Stages that could not be read, "FILE: REASON".
  std::vector<std::string> errors;

  // Oldest first; begins with a kGiven or kMade.
  std::vector<const BlameEvent*> HistoryOf(const HloInstruction& instruction) const;
};

// Holds two stages in memory at a time. Cost: that of reading the stages and of a Diff of each with
// the one before.
Blame TraceModule(const DumpFolder& folder, const DumpModule& module,
                  const StageFileOptions& options);

// Traces from `before` to `after`, which is stage number `stage`: adds the events, and
// returns the last event of each instruction of `after`.
HashMap<const HloInstruction*, int64_t> TraceStage(
    const HloModule& before, const HloModule& after, size_t stage,
    const HashMap<const HloInstruction*, int64_t>& last, std::vector<BlameEvent>* events);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_BLAME_H_
