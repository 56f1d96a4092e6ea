// The fields of metadata={...}. Which of them print, and which are escaped, follows XLA's
// OpMetadataToString; HloInstruction decides whether metadata prints at all.
#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Writes `name=`, after a blank unless it is the first field.
class FieldWriter {
 public:
  explicit FieldWriter(std::string* out) : out_(out) {}

  void Name(std::string_view name) {
    if (!first_) out_->push_back(' ');
    first_ = false;
    out_->append(name);
    out_->push_back('=');
  }
  void String(std::string_view name, std::string_view value) {
    if (!value.empty()) Quoted(name, value);
  }
  void Quoted(std::string_view name, std::string_view value) {
    Name(name);
    out_->push_back('"');
    AppendCEscaped(value, out_);
    out_->push_back('"');
  }
  void Int(std::string_view name, int32_t value) {
    if (value == 0) return;
    Name(name);
    StrAppend(out_, value);
  }

 private:
  std::string* out_;
  bool first_ = true;
};

}  // namespace

void AppendMetadataFields(const OpMetadata& metadata, std::string* out) {
  FieldWriter fields(out);
  fields.String("op_type", metadata.op_type);
  fields.String("op_name", metadata.op_name);
  fields.String("source_file", metadata.source_file);
  fields.Int("source_line", metadata.source_line);
  fields.Int("source_end_line", metadata.source_end_line);
  fields.Int("source_column", metadata.source_column);
  fields.Int("source_end_column", metadata.source_end_column);
  if (!metadata.profile_type.empty()) {
    fields.Name("profile_type");
    AppendShapeIndex(metadata.profile_type, out);  // {1,2}
  }
  fields.String("deduplicated_name", metadata.deduplicated_name);
  if (!metadata.scheduling_name.empty()) {
    fields.Name("scheduling_name");
    AppendRawString(metadata.scheduling_name, '"', out);
  }
  fields.Int("stack_frame_id", metadata.stack_frame_id);
  if (metadata.has_metadata_payload) fields.Quoted("metadata_payload", metadata.metadata_payload);
}

}  // namespace hlo_text_v1
