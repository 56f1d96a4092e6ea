// Typographic characters in HLO text that went through a word processor or a web page.
//
//   ”foo”  “foo”  «foo»  ’foo’   strings; they end at the closing mark or a plain one, on their
//   line U+00A0                       no-break space, a blank U+2010, U+2011               hyphens,
//   within names and opcodes
//
// Only with ParseOptions::upgrade_legacy. They become plain characters in place, padded with
// blanks, so that every other byte keeps its offset. Inside plain strings and comments nothing
// changes.
#ifndef HLO_PARSE_LEGACY_TYPOGRAPHY_H_
#define HLO_PARSE_LEGACY_TYPOGRAPHY_H_

#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/source.h"

namespace hlo {

// Rewrites `source` and appends a warning for each string, space and name that was changed.
void UpgradeTypography(SourceBuffer* source, std::vector<Diagnostic>* warnings);

// Adds to each diagnostic that stands at such a character the note that names --upgrade_legacy.
// `source` is padded as a SourceBuffer is.
void NoteTypography(std::string_view source, std::vector<Diagnostic>* diagnostics);

// The note.
DiagnosticNote UpgradeLegacyNote(uint32_t begin, uint32_t end);

}  // namespace hlo

#endif  // HLO_PARSE_LEGACY_TYPOGRAPHY_H_
