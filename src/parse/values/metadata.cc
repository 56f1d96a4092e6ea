// metadata={...}, in two ways:
//
//   ScanCanonicalMetadata  fast path, taken by most bytes of real dumps: only checks that the
//                          text is byte for byte what it would print as.
//                          UnpackMetadata (src/ir/packed_metadata.h) gives its fields if asked.
//   ReadMetadata           any text, token by token, with XLA's errors
//
// The fast path knows the print order and compares constants where each field's name may be; it
// crosses strings 16 bytes at a time. Reading ahead is safe: zero bytes follow the source.
#include <array>
#include <cstring>
#include <iterator>
#include <limits>
#include <vector>

#include "absl/algorithm/container.h"
#include "src/ir/packed_metadata.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {
namespace {

// Crosses canonical fields one after the other. Each function takes a field if it is next, and
// returns false if nothing more is to be read: at the closing brace, or at a text that is not
// canonical.
class CanonicalScanner {
 public:
  CanonicalScanner(const char* begin, const char* end) : p_(begin + 1), end_(end) {}

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
    int32_t unused = 0;
    return Int(name, &unused);
  }
  bool StackFrame() { return Int("stack_frame_id=", &result_.stack_frame_id); }

  bool IsAtSourceField() const { return p_[0] == 's' && p_[1] == 'o'; }

  // The result, once a function has returned false or all have been called.
  CanonicalMetadata Result() {
    if (!at_end_ || !is_printed_ || p_ > end_) return {};
    result_.end = p_;
    return result_;
  }

 private:
  template <size_t kSize>
  bool Int(const char (&name)[kSize], int32_t* value) {
    return std::memcmp(p_, name, kSize - 1) != 0 || (Number(p_ + (kSize - 1), value) && FieldEnd());
  }

  // After a value: a blank, which another field must follow, or the end.
  bool FieldEnd() {
    const char c = *p_++;
    at_end_ = c == '}';
    return c == ' ';
  }

  // Reads an int32 other than 0, without leading zeros.
  bool Number(const char* p, int32_t* number) {
    const bool negative = *p == '-';
    p += negative;
    if (*p < '1' || *p > '9') return false;
    int64_t value = *p++ - '0';
    const char* last = p + 9;  // an int32 has at most ten digits
    while (p < last && HasClass(*p, kDigit)) value = value * 10 + (*p++ - '0');
    if (negative) value = -value;
    if (value < std::numeric_limits<int32_t>::min() ||
        value > std::numeric_limits<int32_t>::max()) {
      return false;
    }
    *number = static_cast<int32_t>(value);
    p_ = p;
    return true;
  }

  const char* p_;
  const char* end_;
  bool at_end_ = false;
  bool is_printed_ = false;
  CanonicalMetadata result_;
};

// XLA keeps the lowest 32 bits of each.
bool ReadProfileTypes(ParseContext& ctx, absl::Span<const int64_t>* types) {
  std::vector<int64_t> read;
  if (!ctx.ReadInt64List(TokKind::kLbrace, TokKind::kRbrace, TokKind::kComma, &read)) return false;
  for (int64_t& type : read) type = static_cast<int32_t>(static_cast<uint32_t>(type));
  *types = ctx.arena.CopySpan(absl::MakeConstSpan(read));
  return true;
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
  // All fields are read, and none of them was the last: something unknown follows.
  return more ? CanonicalMetadata() : scanner.Result();
}

bool ReadMetadata(ParseContext& ctx, OpMetadata* metadata) {
  static const auto names = [] {
    std::array<SubAttribute, std::size(kMetadataFields)> result;
    for (size_t i = 0; i < result.size(); ++i) result[i].name = kMetadataFields[i].name;
    return result;
  }();
  *metadata = {};
  const bool ok = ReadSubAttributes(ctx, names, [&](size_t index) {
    const MetadataField& field = kMetadataFields[index];
    metadata->has_metadata_payload |= field.text == &OpMetadata::metadata_payload;
    if (field.text != nullptr) return ctx.ReadString(&(metadata->*field.text));
    if (field.number != nullptr) return ctx.ReadInt32(&(metadata->*field.number));
    return ReadProfileTypes(ctx, &metadata->profile_type);
  });
  return ok && absl::c_all_of(metadata->profile_type, [](int64_t type) {
           return 0 <= type && type <= 3;  // silently, as XLA does
         });
}

}  // namespace hlo_text_v1::internal
