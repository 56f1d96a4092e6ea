// metadata={...}, in three ways:
//
//   ScanCanonicalMetadata  the fast one, which most bytes of real dumps go through: it only finds
//                          out that the text is what would be printed for it, byte for byte
//   UnpackMetadata         the fields of such a text, when somebody asks for them
//   ParseMetadata          any text, token by token, with XLA's errors
//
// The fast one knows the print order and looks for each field's name where it may stand, comparing
// constants; strings are crossed 16 bytes at a time. Reading ahead is safe, because zero bytes
// stand behind the source.
#include <charconv>
#include <cstring>
#include <limits>

#include "src/parse/values/attribute_value_parser.h"

namespace hlo {
namespace {

using Code = DiagnosticCode;

constexpr SubAttribute kMetadataFields[] = {
    {"deduplicated_name"}, {"metadata_payload"}, {"op_name"},       {"op_type"},
    {"profile_type"},      {"scheduling_name"},  {"source_column"}, {"source_end_column"},
    {"source_end_line"},   {"source_file"},      {"source_line"},   {"stack_frame_id"},
};
// Where the value of a field goes: a string, a number, or neither for profile_type.
struct MetadataMember {
  std::string_view OpMetadata::* text;
  int32_t OpMetadata::* number;
};
// In the order of kMetadataFields.
constexpr MetadataMember kMetadataMembers[] = {
    {&OpMetadata::deduplicated_name, nullptr},
    {&OpMetadata::metadata_payload, nullptr},
    {&OpMetadata::op_name, nullptr},
    {&OpMetadata::op_type, nullptr},
    {nullptr, nullptr},
    {&OpMetadata::scheduling_name, nullptr},
    {nullptr, &OpMetadata::source_column},
    {nullptr, &OpMetadata::source_end_column},
    {nullptr, &OpMetadata::source_end_line},
    {&OpMetadata::source_file, nullptr},
    {nullptr, &OpMetadata::source_line},
    {nullptr, &OpMetadata::stack_frame_id},
};
static_assert(std::size(kMetadataMembers) == std::size(kMetadataFields));

// Crosses canonical fields one after the other. Each function takes a field if it stands here, and
// returns false if nothing more is to be read: at the closing brace, or at a text that is not
// canonical.
class CanonicalScanner {
 public:
  CanonicalScanner(const char* begin, const char* end) : begin_(begin), p_(begin + 1), end_(end) {}

  // `name` is `field="`, with the quote.
  template <size_t kSize>
  bool String(const char (&name)[kSize], bool makes_printed) {
    if (std::memcmp(p_, name, kSize - 1) != 0) return true;
    const char* text = p_ + (kSize - 1);
    p_ = SkipPlainString(text, end_);
    if (p_ == text || *p_ != '"') return false;
    ++p_;
    is_printed_ |= makes_printed;
    return FieldEnd();
  }

  // `name` is `field=`.
  template <size_t kSize>
  bool Int(const char (&name)[kSize]) {
    return std::memcmp(p_, name, kSize - 1) != 0 || (Number(p_ + (kSize - 1)) && FieldEnd());
  }

  bool StackFrame() {
    constexpr char kName[] = "stack_frame_id=";
    if (std::memcmp(p_, kName, sizeof(kName) - 1) != 0) return true;
    const char* digits = p_ + sizeof(kName) - 1;
    if (!Number(digits)) return false;
    result_.stack_frame_id = number_;
    result_.stack_frame_offset = static_cast<uint32_t>(digits - begin_);
    return FieldEnd();
  }

  bool IsAtSourceField() const { return p_[0] == 's' && p_[1] == 'o'; }

  // What has been found when a function has returned false, or all have been called.
  CanonicalMetadata Result() {
    if (!at_end_ || !is_printed_ || p_ > end_) return {};
    result_.end = p_;
    return result_;
  }

 private:
  // Behind a value: a blank, behind which another field must stand, or the end.
  bool FieldEnd() {
    const char c = *p_++;
    at_end_ = c == '}';
    return c == ' ';
  }

  // Reads an int32 other than 0, without leading zeros.
  bool Number(const char* p) {
    const bool negative = *p == '-';
    p += negative;
    if (*p < '1' || *p > '9') return false;
    int64_t value = *p++ - '0';
    const char* last = p + 9;  // ten digits are as many as an int32 has
    while (p < last && HasClass(*p, kDigit)) value = value * 10 + (*p++ - '0');
    if (negative) value = -value;
    if (value < std::numeric_limits<int32_t>::min() ||
        value > std::numeric_limits<int32_t>::max()) {
      return false;
    }
    number_ = static_cast<int32_t>(value);
    p_ = p;
    return true;
  }

  const char* begin_;
  const char* p_;
  const char* end_;
  bool at_end_ = false;
  bool is_printed_ = false;
  int32_t number_ = 0;
  CanonicalMetadata result_;
};

bool ParseMetadataField(ParseContext& ctx, size_t field, OpMetadata* metadata) {
  const MetadataMember& member = kMetadataMembers[field];
  metadata->has_metadata_payload |= member.text == &OpMetadata::metadata_payload;
  if (member.text != nullptr) return ctx.ParseString(&(metadata->*member.text));
  if (member.number != nullptr) return ctx.ParseInt32(&(metadata->*member.number));
  return ctx.ParseInt64List(&metadata->profile_type);
}

}  // namespace

CanonicalMetadata ScanCanonicalMetadata(const char* begin, const char* source_end) {
  if (*begin != '{') return {};
  CanonicalScanner scanner(begin, source_end);
  const bool more = [&scanner] {
    if (!scanner.String("op_type=\"", true) || !scanner.String("op_name=\"", true)) return false;
    if (scanner.IsAtSourceField() &&
        (!scanner.String("source_file=\"", true) || !scanner.Int("source_line=") ||
         !scanner.Int("source_end_line=") || !scanner.Int("source_column=") ||
         !scanner.Int("source_end_column="))) {
      return false;
    }
    return scanner.String("deduplicated_name=\"", false) &&
           scanner.String("scheduling_name=\"", true) && scanner.StackFrame() &&
           scanner.String("metadata_payload=\"", true);
  }();
  // All fields read and none of them the last: something unknown stands there.
  return more ? CanonicalMetadata() : scanner.Result();
}

OpMetadata UnpackMetadata(std::string_view text) {
  OpMetadata metadata;
  const char* p = text.data() + 1;
  const char* const end = text.data() + text.size();
  while (p < end) {
    const auto* equal = static_cast<const char*>(std::memchr(p, '=', static_cast<size_t>(end - p)));
    if (equal == nullptr) break;
    const std::string_view name(p, static_cast<size_t>(equal - p));
    size_t field = 0;
    while (field < std::size(kMetadataFields) && kMetadataFields[field].name != name) ++field;
    const char* value = equal + 1;
    if (value == end || field == std::size(kMetadataFields)) break;
    const MetadataMember& member = kMetadataMembers[field];
    metadata.has_metadata_payload |= member.text == &OpMetadata::metadata_payload;
    if (*value == '"') {
      p = SkipPlainString(++value, end);
      if (p == end || member.text == nullptr) break;
      metadata.*member.text = std::string_view(value, static_cast<size_t>(p - value));
      ++p;
    } else {
      if (member.number == nullptr) break;
      p = std::from_chars(value, end, metadata.*member.number).ptr;
    }
    ++p;  // the blank, or the closing brace
  }
  return metadata;
}

bool ParseMetadata(ParseContext& ctx, OpMetadata* metadata) {
  *metadata = {};
  const bool ok = ParseSubAttributes(ctx, kMetadataFields, [&](int index) {
    return ParseMetadataField(ctx, static_cast<size_t>(index), metadata);
  });
  if (!ok) return false;
  for (const int64_t type : metadata->profile_type) {
    if (type < 0 || type > 3) return false;  // silently, as XLA does
  }
  return true;
}

}  // namespace hlo
