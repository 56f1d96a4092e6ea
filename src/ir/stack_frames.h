// Rebuilds the stack-frame tables from the frames that instructions use (part of Uniquify), and
// reads them.
#ifndef HLO_IR_STACK_FRAMES_H_
#define HLO_IR_STACK_FRAMES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "hlo/attribute_values.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// Replaces `metadata`'s stack frame by its file, line and column, and returns it; if there is no
// such frame, only removes the number. XLA HloPrintOptions::print_inline_stack_frames.
std::optional<StackFrameTables::ResolvedFrame> InlineStackFrame(const StackFrameTables& tables,
                                                                OpMetadata* metadata);

// Pass it each instruction's stack frame in XLA's order (computations in definition order,
// instructions in creation order), skipping id 0.
class StackFrameCanonicalizer {
 public:
  // `old_tables` must outlive the canonicalizer.
  explicit StackFrameCanonicalizer(const StackFrameTables& old_tables);
  // The new id of frame `id` of the old tables, 0 if it is unsound. All calls together are linear
  // in the number of calls and old frames.
  int32_t Map(int32_t id);
  // The tables of all mapped frames.
  StackFrameTables TakeTables();

 private:
  using NameIds = HashMap<absl::string_view, int32_t>;
  using LocationKey = std::tuple<int32_t, int32_t, int32_t, int32_t, int32_t, int32_t>;

  bool Collect(int32_t id, int32_t* innermost_mapped);
  int32_t AddPending(int32_t parent, size_t left_before);
  void GiveUpPending();
  bool AddFrame(const StackFrameTables::Frame& frame, int32_t parent, int32_t* new_id);
  static int32_t AddName(std::string_view name, NameIds* ids, std::vector<std::string_view>* names);

  const StackFrameTables& old_;
  StackFrameTables new_;
  // By old frame: its new id if > 0, else one of the states in the .cc file.
  std::vector<int32_t> states_;
  // Old frames still to be added, innermost first.
  std::vector<int32_t> pending_;
  size_t frames_left_ = 0;  // on the stack after all failed walks
  // By old id: the new one, or 0. Saves looking up the names of each location.
  std::vector<int32_t> new_file_ids_;
  std::vector<int32_t> new_function_ids_;
  NameIds file_ids_;
  NameIds function_ids_;
  HashMap<LocationKey, int32_t> location_ids_;
  HashMap<std::pair<int32_t, int32_t>, int32_t> frame_ids_;  // by location and parent
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_STACK_FRAMES_H_
