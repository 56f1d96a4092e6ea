// Attributes of strings and dictionaries that XLA does not interpret: frontend_attributes= and
// backend_config=. A dictionary is the raw text from '{' to the matching '}'.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "src/parse/values/attribute_value_parser.h"

namespace hlo {
namespace {

using Code = DiagnosticCode;

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

struct OrderedAttribute {
  FrontendAttribute attribute;
  size_t order;  // in the text
};

// Sorts by key; the last of equal keys wins.
absl::Span<const FrontendAttribute> SortUnique(std::vector<OrderedAttribute>* entries,
                                               Arena* arena) {
  std::sort(entries->begin(), entries->end(),
            [](const OrderedAttribute& a, const OrderedAttribute& b) {
              const int order = a.attribute.key.compare(b.attribute.key);
              return order != 0 ? order < 0 : a.order < b.order;
            });
  auto* sorted = arena->NewArray<FrontendAttribute>(entries->size());
  size_t count = 0;
  for (const OrderedAttribute& entry : *entries) {
    if (count > 0 && sorted[count - 1].key == entry.attribute.key) --count;
    new (&sorted[count++]) FrontendAttribute(entry.attribute);
  }
  return absl::Span<const FrontendAttribute>(sorted, count);
}

}  // namespace

bool ReadFrontendAttributes(ParseContext& ctx, FrontendAttributes* attributes) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectedFrontendAttributesStart)) return false;
  std::vector<OrderedAttribute> entries;
  if (ctx.kind() != TokKind::kRbrace) {
    do {
      FrontendAttribute attribute;
      if (!ctx.ReadAttributeName(&attribute.key)) return false;
      if (!ctx.ReadStringOrDict(&attribute.value)) return false;
      entries.push_back({attribute, entries.size()});
    } while (ctx.EatIf(TokKind::kComma));
  }
  if (!ctx.Expect(TokKind::kRbrace, Code::kExpectsFrontendAttributesEnd)) return false;
  attributes->entries = SortUnique(&entries, &ctx.arena);
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

}  // namespace hlo
