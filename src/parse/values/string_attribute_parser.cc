// Attributes of strings and dictionaries that XLA does not interpret: frontend_attributes= and
// backend_config=. A dictionary is the raw text from '{' to the matching '}'.
#include <cstring>
#include <string>
#include <vector>

#include "src/ir/frontend_attributes.h"
#include "src/parse/values/attribute_value_parser.h"

namespace hlo::internal {
namespace {

constexpr std::string_view kEmptyQueues = "\"wait_on_operation_queues\"";

// The position after `c` and the blanks before it (those of RE2's \s), or nullptr.
const char* SkipBlanksAnd(char c, const char* p, const char* end) {
  while (p < end && (*p == ' ' || (*p >= '\t' && *p <= '\r' && *p != '\v'))) ++p;
  return p < end && *p == c ? p + 1 : nullptr;
}

// `p` is after kEmptyQueues; returns the end of `: [ ] ,`, or nullptr if that does not follow.
const char* MatchEmptyQueues(const char* p, const char* end) {
  for (const char c : {':', '[', ']', ','}) {
    p = SkipBlanksAnd(c, p, end);
    if (p == nullptr) return nullptr;
  }
  return p;
}

// `value` without every `"wait_on_operation_queues" : [ ] ,`. XLA removes them from all configs.
std::string_view RemoveEmptyQueues(std::string_view value, Arena* arena) {
  std::string result;
  const char* end = value.data() + value.size();
  const char* copied = value.data();  // everything before is done
  size_t at = value.find(kEmptyQueues);
  while (at != std::string_view::npos) {
    const char* match = value.data() + at;
    const char* behind = MatchEmptyQueues(match + kEmptyQueues.size(), end);
    if (behind != nullptr) {
      result.append(copied, static_cast<size_t>(match - copied));
      copied = behind;
    }
    const char* next = behind != nullptr ? behind : match + 1;
    at = value.find(kEmptyQueues, static_cast<size_t>(next - value.data()));
  }
  if (copied == value.data()) return value;
  result.append(copied, static_cast<size_t>(end - copied));
  return arena->CopyString(result);
}

}  // namespace

bool ReadFrontendAttributes(ParseContext& ctx, FrontendAttributes* attributes) {
  std::vector<FrontendAttribute> entries;
  const auto read_entry = [&] {
    FrontendAttribute& entry = entries.emplace_back();
    return ctx.ReadAttributeName(&entry.key) && ctx.ReadStringOrDict(&entry.value);
  };
  if (!ctx.ReadList(TokKind::kLbrace, TokKind::kRbrace, read_entry,
                    Code::kExpectedFrontendAttributesStart, Code::kExpectsFrontendAttributesEnd)) {
    return false;
  }
  SortEntries(&entries);
  attributes->entries = ctx.arena.CopySpan(absl::MakeConstSpan(entries));
  return true;
}

bool ReadBackendConfig(ParseContext& ctx, std::string_view* value) {
  if (!ctx.ReadStringOrDict(value)) return false;
  // Nearly always absent, and memmem finds that out fast.
  if (memmem(value->data(), value->size(), kEmptyQueues.data(), kEmptyQueues.size()) != nullptr) {
    *value = RemoveEmptyQueues(*value, &ctx.arena);
  }
  return true;
}

}  // namespace hlo::internal
