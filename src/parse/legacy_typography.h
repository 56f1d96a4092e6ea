// Typographic characters in HLO text that went through a word processor or a web page.
//
//   ”foo”  “foo”  «foo»  ’foo’   strings, up to the closing or a plain mark on their line
//   U+00A0                       no-break space, a blank
//   U+2010, U+2011               hyphens, within names and opcodes
//
// Only with ParseOptions::upgrade_legacy. They become plain characters in place, padded with blanks
// to keep the offset of every other byte. Plain strings and comments do not change.
#ifndef HLO_PARSE_LEGACY_TYPOGRAPHY_H_
#define HLO_PARSE_LEGACY_TYPOGRAPHY_H_

#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/source.h"

namespace hlo::internal {

// Rewrites `source` and appends a warning for each string, space and name it changes.
void UpgradeTypography(SourceBuffer* source, std::vector<Diagnostic>* warnings);

// Adds the note that names --upgrade_legacy to each diagnostic at such a character. `source` is
// padded like a SourceBuffer.
void NoteTypography(std::string_view source, std::vector<Diagnostic>* diagnostics);

DiagnosticNote UpgradeLegacyNote(uint32_t begin, uint32_t end);

}  // namespace hlo::internal

#endif  // HLO_PARSE_LEGACY_TYPOGRAPHY_H_
