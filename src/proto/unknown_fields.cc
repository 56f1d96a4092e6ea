// See unknown_fields.h.
#include "src/proto/unknown_fields.h"

#include <algorithm>
#include <utility>

#include "src/base/hash_table.h"
#include "src/proto/wire_writer.h"

namespace hlo_text_v1::internal {
namespace {

using Step = KeptField::Step;

// Whether fields within such a message are ignored.
bool HasOwnFields(ProtoMessage message) {
  return message == ProtoMessage::kHloModuleProto ||
         message == ProtoMessage::kHloComputationProto ||
         message == ProtoMessage::kHloInstructionProto;
}
bool IsSortedEntry(ProtoMessage message) {
  return message == ProtoMessage::kFrontendAttributes_MapEntry ||
         message == ProtoMessage::kHloScheduleProto_SequencesEntry ||
         message == ProtoMessage::kHloInputOutputAliasProto_AliasEntryProto ||
         message == ProtoMessage::kHloBufferDonorProto_BufferDonorEntryProto;
}

class UnknownFieldFinder {
 public:
  UnknownFieldFinder(ProtoReadState& state, std::vector<KeptField>* found)
      : state_(state), found_(*found) {}

  void Find(ProtoMessage message, std::string_view bytes) {
    const ProtoDepthGuard guard(state_, bytes.data());
    std::vector<Step> seen;  // occurrences of messages, by number
    absl::Span<const Step> path;
    for (WireCursor cursor(state_, bytes); !state_.failed() && cursor.Next();) {
      const ProtoFieldInfo* field = FindProtoField(message, cursor.number());
      const bool fits = field != nullptr && CanHaveType(*field, cursor.wire_type());
      if (!fits || state_.IsDropped(message, cursor.number())) {
        if (path.empty()) path = state_.arena->CopySpan(absl::Span<const Step>(path_));
        Keep(cursor, path, fits);
      } else if (field->type == ProtoType::kMessage && !HasOwnFields(field->message) &&
                 !IsSortedEntry(field->message)) {
        path_.push_back({field->number, CountOf(*field, &seen)});
        Find(field->message, cursor.bytes());
        path_.pop_back();
      }
    }
  }

 private:
  // The parts of a message that is not repeated count as one.
  static uint32_t CountOf(const ProtoFieldInfo& field, std::vector<Step>* seen) {
    if (field.label != ProtoLabel::kRepeated) return 0;
    const auto is_field = [&](const Step& step) { return step.number == field.number; };
    auto found = std::find_if(seen->begin(), seen->end(), is_field);
    if (found == seen->end()) found = seen->insert(found, Step{field.number, 0});
    return found->index++;
  }

  void Keep(const WireCursor& cursor, absl::Span<const Step> path, bool is_in_schema) {
    const std::string_view bytes(cursor.begin(),
                                 static_cast<size_t>(cursor.rest() - cursor.begin()));
    if (!state_.HasRoom(cursor.begin(), bytes.size())) return;
    KeptField& kept = found_.emplace_back();
    kept.path = path;
    kept.bytes = state_.arena->CopyString(bytes);
    kept.number = cursor.number();
    kept.is_in_schema = is_in_schema;
  }

  ProtoReadState& state_;
  std::vector<KeptField>& found_;
  std::vector<Step> path_;
};

// Inserts fields into a written message.
class UnknownFieldWriter {
 public:
  UnknownFieldWriter(std::string_view bytes, size_t* lost)
      : state_(bytes, &arena_, 0), lost_(*lost) {}

  // The first `depth` steps of `fields` lead here.
  std::string Write(std::string_view bytes, std::vector<const KeptField*> fields, size_t depth) {
    const auto inner = std::stable_partition(fields.begin(), fields.end(), [&](const auto* field) {
      return field->path.size() == depth;
    });
    std::vector<const KeptField*> here(fields.begin(), inner);
    std::stable_sort(here.begin(), here.end(), [](const auto* a, const auto* b) {
      return a->is_in_schema != b->is_in_schema ? a->is_in_schema
                                                : a->is_in_schema && a->number < b->number;
    });
    Places within;
    for (auto it = inner; it != fields.end(); ++it) within[Key((*it)->path[depth])].push_back(*it);

    std::string result;
    auto next = here.begin();
    HashMap<uint32_t, uint32_t> counts;  // of the fields so far, by number
    for (WireCursor cursor(state_, bytes); cursor.Next();) {
      for (; next != here.end() && (*next)->is_in_schema && (*next)->number < cursor.number();
           ++next) {
        result.append((*next)->bytes);
      }
      const auto place = within.find(Key({cursor.number(), counts[cursor.number()]++}));
      if (place == within.end()) {
        result.append(cursor.begin(), static_cast<size_t>(cursor.rest() - cursor.begin()));
        continue;
      }
      WireWriter writer;
      writer.LengthDelimited(cursor.number(),
                             Write(cursor.bytes(), std::move(place->second), depth + 1));
      result.append(writer.written());
      within.erase(place);
    }
    for (; next != here.end(); ++next) result.append((*next)->bytes);
    for (const auto& [key, fields_of_place] : within) lost_ += fields_of_place.size();
    return result;
  }

 private:
  using Places = HashMap<uint64_t, std::vector<const KeptField*>>;
  static uint64_t Key(Step step) { return uint64_t{step.number} << 32 | step.index; }

  Arena arena_;
  ProtoReadState state_;
  size_t& lost_;
};

}  // namespace

void FindUnknownFields(ProtoReadState& state, ProtoMessage message, std::string_view bytes,
                       std::vector<KeptField>* found) {
  UnknownFieldFinder(state, found).Find(message, bytes);
}

std::string WithUnknownFields(std::string_view bytes, absl::Span<const KeptField> fields,
                              size_t* lost) {
  std::vector<const KeptField*> all;
  for (const KeptField& field : fields) all.push_back(&field);
  return UnknownFieldWriter(bytes, lost).Write(bytes, std::move(all), 0);
}

}  // namespace hlo_text_v1::internal
