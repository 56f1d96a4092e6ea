// To map a frame, its caller is mapped first. The frames up to its outermost one, or to one that is
// mapped already, go on a stack and are added from the top, so a chain is walked only once however
// long it is.
//
// Unsound frames (an id out of range, a cycle) have no new id. XLA's oddity is kept: if a frame
// cannot be added because its location is unsound, the frames called from it stay on the stack and
// end up beneath the frame that is mapped next. Source: XLA hlo_module.cc.
#include "src/ir/stack_frames.h"

#include <algorithm>

#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

// States of an old frame that has no new id.
constexpr int32_t kNotMapped = 0;
constexpr int32_t kUnsound = -1;
constexpr int32_t kOnThisWalk = -2;

// Limit on the frames left on the stack in total. A chain that cannot be added is walked again for
// each instruction that names it, and grows the stack each time. Real tables have no cycles; the
// limit keeps a malicious text as cheap as any other.
constexpr size_t kMaxFramesLeft = size_t{1} << 20;

// Rows for which each table has room at once: most programs use all they have.
constexpr size_t kMostReserved = 64;

bool IsIndexInto(int32_t id, size_t size) { return id >= 1 && static_cast<size_t>(id) <= size; }

// Element `id` of a list that counts from 1; nullptr if out of range.
template <typename T>
const T* At(const std::vector<T>& list, int32_t id) {
  return IsIndexInto(id, list.size()) ? &list[static_cast<size_t>(id) - 1] : nullptr;
}

}  // namespace

std::optional<StackFrameTables::ResolvedFrame> InlineStackFrame(const StackFrameTables& tables,
                                                                OpMetadata* metadata) {
  auto frame = tables.Resolve(std::exchange(metadata->stack_frame_id, 0));
  if (!frame.has_value()) return frame;
  metadata->source_file = frame->file_name;
  metadata->source_line = frame->location.line;
  metadata->source_column = frame->location.column;
  return frame;
}

StackFrameCanonicalizer::StackFrameCanonicalizer(const StackFrameTables& old_tables)
    : old_(old_tables),
      states_(old_tables.frames.size(), kNotMapped),
      new_file_ids_(old_tables.file_names.size()),
      new_function_ids_(old_tables.function_names.size()) {
  const auto room_for = [](const auto& list) { return std::min(list.size(), kMostReserved); };
  const auto reserve = [&](const auto& old_list, auto* ids, auto* list) {
    ids->reserve(room_for(old_list));
    list->reserve(room_for(old_list));
  };
  reserve(old_.file_names, &file_ids_, &new_.file_names);
  reserve(old_.function_names, &function_ids_, &new_.function_names);
  reserve(old_.locations, &location_ids_, &new_.locations);
  reserve(old_.frames, &frame_ids_, &new_.frames);
}

int32_t StackFrameCanonicalizer::Map(int32_t id) {
  if (IsIndexInto(id, states_.size()) && pending_.empty() && states_[id - 1] > 0) {
    return states_[id - 1];
  }
  const size_t left_before = pending_.size();
  int32_t innermost_mapped = 0;
  if (!Collect(id, &innermost_mapped)) {
    pending_.clear();
    return 0;
  }
  return AddPending(innermost_mapped, left_before);
}

StackFrameTables StackFrameCanonicalizer::TakeTables() { return std::move(new_); }

// Pushes `id` and its callers, up to one that is mapped; *innermost_mapped gets the new id of that.
// False if the chain has no sound end.
bool StackFrameCanonicalizer::Collect(int32_t id, int32_t* innermost_mapped) {
  const size_t first = pending_.size();
  bool sound = true;
  while (id != 0) {
    sound = IsIndexInto(id, states_.size()) && states_[id - 1] >= 0;
    if (!sound) break;
    if (states_[id - 1] > 0) {
      *innermost_mapped = states_[id - 1];
      break;
    }
    states_[id - 1] = kOnThisWalk;
    pending_.push_back(id);
    id = old_.frames[id - 1].parent_frame_id;
  }
  for (size_t i = first; i < pending_.size(); ++i) {
    states_[pending_[i] - 1] = sound ? kNotMapped : kUnsound;
  }
  return sound;
}

// Adds the frames on the stack, each called from the one before it and the first from `parent`.
// Returns the new id of the last one; 0 if one could not be added. `left_before`: the size of the
// stack before this walk.
int32_t StackFrameCanonicalizer::AddPending(int32_t parent, size_t left_before) {
  while (!pending_.empty()) {
    const int32_t id = pending_.back();
    pending_.pop_back();
    if (!AddFrame(old_.frames[id - 1], parent, &parent)) {
      if (pending_.size() > left_before) frames_left_ += pending_.size() - left_before;
      if (frames_left_ > kMaxFramesLeft) GiveUpPending();
      return 0;
    }
    states_[id - 1] = parent;
  }
  return parent;
}

void StackFrameCanonicalizer::GiveUpPending() {
  for (const int32_t id : pending_) {
    if (states_[id - 1] == kNotMapped) states_[id - 1] = kUnsound;
  }
  pending_.clear();
}

bool StackFrameCanonicalizer::AddFrame(const StackFrameTables::Frame& frame, int32_t parent,
                                       int32_t* new_id) {
  if (!IsIndexInto(frame.location_id, old_.locations.size())) return false;
  StackFrameTables::Location location = old_.locations[frame.location_id - 1];
  if (!IsIndexInto(location.file_name_id, old_.file_names.size()) ||
      !IsIndexInto(location.function_name_id, old_.function_names.size())) {
    return false;
  }
  const auto map = [](const std::vector<std::string_view>& old_names, NameIds* ids,
                      std::vector<std::string_view>* names, std::vector<int32_t>* new_ids,
                      int32_t* id) {
    const auto index = static_cast<size_t>(*id) - 1;
    int32_t& new_id = (*new_ids)[index];
    if (new_id == 0) new_id = AddName(old_names[index], ids, names);
    *id = new_id;
  };
  map(old_.file_names, &file_ids_, &new_.file_names, &new_file_ids_, &location.file_name_id);
  map(old_.function_names, &function_ids_, &new_.function_names, &new_function_ids_,
      &location.function_name_id);
  const LocationKey key(location.file_name_id, location.function_name_id, location.line,
                        location.end_line, location.column, location.end_column);
  const auto [at_location, is_new_location] =
      location_ids_.try_emplace(key, static_cast<int32_t>(new_.locations.size() + 1));
  if (is_new_location) new_.locations.push_back(location);

  const auto [at_frame, is_new_frame] = frame_ids_.try_emplace(
      {at_location->second, parent}, static_cast<int32_t>(new_.frames.size() + 1));
  if (is_new_frame) new_.frames.push_back({at_location->second, parent});
  *new_id = at_frame->second;
  return true;
}

int32_t StackFrameCanonicalizer::AddName(std::string_view name, NameIds* ids,
                                         std::vector<std::string_view>* names) {
  const auto [at, is_new] = ids->try_emplace(Absl(name), static_cast<int32_t>(names->size() + 1));
  if (is_new) names->push_back(name);
  return at->second;
}

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using internal::At;

std::optional<StackFrameTables::ResolvedFrame> StackFrameTables::Resolve(int32_t id) const {
  const Frame* frame = At(frames, id);
  const Location* location = frame == nullptr ? nullptr : At(locations, frame->location_id);
  const auto* file = location == nullptr ? nullptr : At(file_names, location->file_name_id);
  if (file == nullptr) return std::nullopt;
  const auto* function = At(function_names, location->function_name_id);
  return ResolvedFrame{*file, function == nullptr ? std::string_view() : *function, *location,
                       frame->parent_frame_id};
}

}  // namespace hlo_text_v1
