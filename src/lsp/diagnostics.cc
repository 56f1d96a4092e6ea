#include "src/lsp/diagnostics.h"

#include <algorithm>

#include "src/base/byte_class.h"
#include "src/lex/scan_run.h"

namespace hlo::internal {

namespace {

enum class LspSeverity : int { kError = 1, kWarning = 2, kInformation = 3 };

// A place becomes the word there, so that editors have something to underline.
ByteRange Shown(const Document& document, uint32_t begin, uint32_t end) {
  const std::string_view text = document.view();
  begin = std::min(begin, document.text().size());
  end = std::clamp(end, begin, document.text().size());
  if (begin < end) return {begin, end};
  const char* word = text.data() + begin;
  if (*word == '%') ++word;
  const char* after = SkipIdentifier(word);
  end = std::min(static_cast<uint32_t>(after - text.data()), document.text().size());
  if (end == begin && end < document.text().size() && !HasClass(text[end], kBlank)) ++end;
  return {begin, end};
}

void WriteDiagnostic(const Document& document, const Diagnostic& diagnostic, LspSeverity severity,
                     std::string_view source, JsonWriter& json) {
  json.BeginObject();
  json.Key("range");
  WriteRange(json, document.text(), Shown(document, diagnostic.begin, diagnostic.end));
  json.Key("severity").Int(static_cast<int>(severity));
  json.Key("code").String(DiagnosticCodeName(diagnostic.code));
  json.Key("source").String(source);
  json.Key("message").String(diagnostic.message);
  if (!diagnostic.notes.empty()) {
    json.Key("relatedInformation");
    json.BeginArray();
    for (const DiagnosticNote& note : diagnostic.notes) {
      json.BeginObject();
      json.Key("location");
      WriteLocation(json, document.uri(), document.text(), Shown(document, note.begin, note.end));
      json.Key("message").String(note.message);
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject();
}

LspSeverity SeverityOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return LspSeverity::kError;
    case Severity::kWarning:
      return LspSeverity::kWarning;
    case Severity::kNote:
      break;
  }
  return LspSeverity::kInformation;
}

}  // namespace

void WriteDiagnostics(Document& document, const std::vector<VerifiedModule>& verified,
                      JsonWriter& json) {
  json.BeginObject();
  json.Key("uri").String(document.uri());
  if (document.version().has_value()) json.Key("version").Int(*document.version());
  json.Key("diagnostics");
  json.BeginArray();
  for (const ParsedModule& parsed : document.modules()) {
    for (const Diagnostic& diagnostic : parsed.diagnostics) {
      WriteDiagnostic(document, diagnostic, SeverityOf(diagnostic.severity), "hlo", json);
    }
  }
  constexpr size_t kMost = 1000;  // a client gets slow with more
  for (const VerifiedModule& module : verified) {
    for (size_t i = 0; i < std::min(kMost, module.diagnostics.size()); ++i) {
      WriteDiagnostic(document, module.diagnostics[i], LspSeverity::kWarning, "hlo-verify", json);
    }
  }
  json.EndArray();
  json.EndObject();
}

}  // namespace hlo::internal
