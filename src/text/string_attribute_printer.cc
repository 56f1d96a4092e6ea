// Strings, dictionaries and frontend_attributes=.
//
// XLA writes a string unquoted if its lexer would read it back as one dictionary, and quoted
// otherwise. We ask the lexer only for the rare texts that are not plain ASCII without escapes.
#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/lex/lexer.h"
#include "src/lex/scan.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Whether all of `text` is certainly one dictionary. False means "don't know".
bool IsPlainDict(std::string_view text) {
  if (text.empty() || text.front() != '{') return false;
  int64_t depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' || static_cast<uint8_t>(c) >= 0x80) return false;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) return i + 1 == text.size();
  }
  return false;
}

}  // namespace

void AppendCEscaped(std::string_view text, std::string* out) {
  // Run by run: CEscape looks up each byte.
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end; ++p) {
    const char* begin = p;
    p = SkipPlainStringWithin(p, end);
    out->append(begin, p);
    if (p == end) return;
    if (*p == '"' || *p == '\'' || *p == '\\') {
      out->push_back('\\');
      out->push_back(*p);
    } else {
      out->append(absl::CEscape(absl::string_view(p, 1)));
    }
  }
}

void AppendRawString(std::string_view value, char quote, std::string* out) {
  out->push_back(quote);
  const char special[] = {quote, '\\', '\n'};
  if (value.find_first_of(special, 0, sizeof(special)) == std::string_view::npos) {
    out->append(value);
  } else {
    AppendCEscaped(value, out);
  }
  out->push_back(quote);
}

void AppendStringOrDict(std::string_view value, std::string* out) {
  if (IsPlainDict(value) || LexesAsJsonDict(value)) {
    out->append(value);
    return;
  }
  out->push_back('"');
  AppendCEscaped(value, out);
  out->push_back('"');
}

void AppendFrontendAttributes(const FrontendAttributes& attributes, std::string* out) {
  out->push_back('{');
  AppendJoined(attributes.entries, ",", out, [out](const FrontendAttribute& attribute) {
    out->append(attribute.key).push_back('=');
    AppendStringOrDict(attribute.value, out);
  });
  out->push_back('}');
}

}  // namespace hlo_text_v1
