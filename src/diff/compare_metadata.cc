// See compare_metadata.h.
#include "src/diff/compare_metadata.h"

#include <cstddef>

#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/canonical/structural_hash.h"

namespace hlo_text_v1::internal {
namespace {

// Hashes of frames, each with its parents; a cycle of parents is cut at one of them.
class FrameHasher {
 public:
  explicit FrameHasher(const StackFrameTables& tables)
      : tables_(tables), hashes_(tables.frames.size()), is_open_(tables.frames.size()) {}

  std::vector<uint64_t> Run() {
    std::vector<size_t> path;
    for (size_t i = 0; i < hashes_.size(); ++i) {
      for (size_t at = i; at < hashes_.size() && !is_open_[at]; at = Parent(at)) {
        is_open_[at] = true;
        path.push_back(at);
      }
      for (; !path.empty(); path.pop_back()) hashes_[path.back()] = Hash(path.back());
    }
    return std::move(hashes_);
  }

 private:
  // Beyond all of them if there is none.
  size_t Parent(size_t frame) const {
    const int32_t parent = tables_.frames[frame].parent_frame_id;
    return parent <= 0 ? hashes_.size() : static_cast<size_t>(parent) - 1;
  }

  uint64_t Hash(size_t frame) const {
    HashState hash;
    const int32_t location_id = tables_.frames[frame].location_id;
    if (location_id > 0 && static_cast<size_t>(location_id) <= tables_.locations.size()) {
      const StackFrameTables::Location& l = tables_.locations[location_id - 1];
      hash.AddBytes(Name(tables_.file_names, l.file_name_id));
      hash.AddBytes(Name(tables_.function_names, l.function_name_id));
      for (const int32_t number : {l.line, l.end_line, l.column, l.end_column}) {
        hash.Add(static_cast<uint64_t>(number));
      }
    }
    const size_t parent = Parent(frame);
    hash.Add(parent < hashes_.size() ? hashes_[parent] : 0);
    return hash.Finish().high;
  }

  static std::string_view Name(const std::vector<std::string_view>& names, int32_t id) {
    return id > 0 && static_cast<size_t>(id) <= names.size() ? names[id - 1] : std::string_view();
  }

  const StackFrameTables& tables_;
  std::vector<uint64_t> hashes_;
  std::vector<bool> is_open_;
};

}  // namespace

MetadataText::MetadataText(const HloModule& module)
    : frames_(FrameHasher(module.stack_frames()).Run()) {}

void MetadataText::Append(OpMetadata metadata, std::string* text) const {
  const auto frame = static_cast<size_t>(metadata.stack_frame_id);
  const bool has_frame = metadata.stack_frame_id > 0 && frame <= frames_.size();
  metadata.stack_frame_id = 0;
  StrAppend(text, PrintMetadata(metadata), " ", has_frame ? frames_[frame - 1] : 0, "\n");
}

std::string MetadataText::Of(const HloInstruction& instruction) const {
  std::string text;
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() == AttributeKind::kMetadata) {
      Append(instruction.metadata(), &text);
    } else if (attribute.kind() == AttributeKind::kOrigin) {
      StrAppend(&text, PrintOriginalValue(attribute.As<OriginalValue>()), "\n");
    } else if (attribute.kind() == AttributeKind::kUnknown && IsOrigin(attribute)) {
      StrAppend(&text, attribute.As<UnknownAttribute>().value, "\n");
    } else if (attribute.kind() == AttributeKind::kSharding) {
      const auto& sharding = attribute.As<HloSharding>();
      for (const OpMetadata& metadata : sharding.metadata) Append(metadata, &text);
      for (const HloSharding& element : sharding.elements) {
        for (const OpMetadata& metadata : element.metadata) Append(metadata, &text);
      }
    }
  }
  return text;
}

}  // namespace hlo_text_v1::internal
