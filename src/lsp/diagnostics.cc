// Turns offsets into ranges of words and notes into related places; so does the earlier definition
// that XLA reports as an error of its own.
#include "src/lsp/diagnostics.h"

#include <algorithm>

#include "src/base/byte_class.h"
#include "src/lex/scan_run.h"

namespace hlo_text_v1::internal {

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

std::string_view TrimmedEnd(std::string_view text) {
  while (!text.empty() && HasClass(text.back(), kBlank)) text.remove_suffix(1);
  return text;
}

// XLA reports the first definition of a name as an error of its own; here it is a related place.
bool IsPreviousDefinition(const Diagnostic& diagnostic) {
  return diagnostic.code == DiagnosticCode::kInstructionPreviouslyDefined ||
         diagnostic.code == DiagnosticCode::kComputationPreviouslyDefined;
}

// `definition` may be null.
void WriteDiagnostic(const Document& document, const Diagnostic& diagnostic, LspSeverity severity,
                     std::string_view source, const Diagnostic* definition, JsonWriter& json) {
  json.BeginObject();
  json.Key("range");
  WriteRange(json, document.text(), Shown(document, diagnostic.begin, diagnostic.end));
  json.Key("severity").Int(static_cast<int>(severity));
  json.Key("code").String(DiagnosticCodeName(diagnostic.code));
  json.Key("source").String(source);
  json.Key("message").String(TrimmedEnd(diagnostic.message));
  std::vector<DiagnosticNote> notes = diagnostic.notes;
  if (definition != nullptr) {
    notes.push_back({definition->begin, definition->end, definition->message});
  }
  if (!notes.empty()) {
    json.Key("relatedInformation");
    json.BeginArray();
    for (const DiagnosticNote& note : notes) {
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
    for (size_t i = 0; i < parsed.diagnostics.size(); ++i) {
      const Diagnostic& diagnostic = parsed.diagnostics[i];
      if (i > 0 && IsPreviousDefinition(diagnostic)) continue;
      const Diagnostic* next = i + 1 < parsed.diagnostics.size() ? &diagnostic + 1 : nullptr;
      if (next != nullptr && !IsPreviousDefinition(*next)) next = nullptr;
      WriteDiagnostic(document, diagnostic, SeverityOf(diagnostic.severity), "hlo", next, json);
    }
  }
  constexpr size_t kMost = 1000;  // a client gets slow with more
  for (const VerifiedModule& module : verified) {
    for (size_t i = 0; i < std::min(kMost, module.diagnostics.size()); ++i) {
      WriteDiagnostic(document, module.diagnostics[i], LspSeverity::kWarning, "hlo-verify", nullptr,
                      json);
    }
  }
  json.EndArray();
  json.EndObject();
}

}  // namespace hlo_text_v1::internal
