// One pass over the bytes that only distinguishes plain strings, comments, names and the rest. A
// character takes two or three bytes, its replacement one; blanks fill the rest, before an opening
// mark or name, after a closing mark.
#include "src/parse/legacy_typography.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "hlo/source.h"
#include "src/lex/lexer.h"
#include "src/lex/line_scan.h"
#include "src/lex/scan.h"

namespace hlo::internal {

using Code = DiagnosticCode;

namespace {

enum Role : uint8_t {
  kOpensDouble = 1,
  kClosesDouble = 2,
  kOpensSingle = 4,
  kClosesSingle = 8,
  kSpace = 16,
  kHyphen = 32,
};

struct Typographic {
  std::string_view bytes;
  uint8_t roles;
};
constexpr Typographic kTypographic[] = {
    {"\xE2\x80\x9C", kOpensDouble | kClosesDouble},  // U+201C
    {"\xE2\x80\x9D", kOpensDouble | kClosesDouble},  // U+201D
    {"\xE2\x80\x9E", kOpensDouble},                  // U+201E
    {"\xE2\x80\x9F", kOpensDouble | kClosesDouble},  // U+201F
    {"\xC2\xAB", kOpensDouble},                      // U+00AB
    {"\xC2\xBB", kClosesDouble},                     // U+00BB
    {"\xE2\x80\x98", kOpensSingle | kClosesSingle},  // U+2018
    {"\xE2\x80\x99", kOpensSingle | kClosesSingle},  // U+2019
    {"\xC2\xA0", kSpace},
    {"\xE2\x80\x90", kHyphen},
    {"\xE2\x80\x91", kHyphen},
};

// The character at `p` if it has one of `roles`, else nullptr. Reads up to three bytes.
const Typographic* Find(const char* p, uint8_t roles) {
  if (static_cast<uint8_t>(*p) < 0x80) return nullptr;
  for (const Typographic& character : kTypographic) {
    if ((character.roles & roles) != 0 &&
        std::memcmp(p, character.bytes.data(), character.bytes.size()) == 0) {
      return &character;
    }
  }
  return nullptr;
}

class Rewriter {
 public:
  Rewriter(SourceBuffer* source, std::vector<Diagnostic>* warnings)
      : begin_(source->data()), end_(begin_ + source->size()), warnings_(*warnings) {}

  void Run() {
    char* p = begin_;
    while (p < end_) p = Step(p);
  }

 private:
  // Handles what begins at `p`; returns the position after it.
  char* Step(char* p) {
    if (*p == '"' || *p == '\'') {
      const char* end = ScanQuoted(p, end_);
      return end == nullptr ? p + 1 : begin_ + (end - begin_);
    }
    if (*p == '/') {
      const std::string_view text(begin_, static_cast<size_t>(end_ - begin_));
      const auto at = static_cast<size_t>(p - begin_);
      return begin_ + std::max(EndOfComment(text, at), at + 1);
    }
    if (*p == '%' || HasClass(*p, kIdentifierStart)) return Name(p);
    if (static_cast<uint8_t>(*p) < 0x80) return p + 1;
    if (Find(p, kSpace) != nullptr) return Space(p);
    if (Find(p, kOpensDouble) != nullptr) return Quoted(p, '"', kOpensDouble, kClosesDouble);
    if (Find(p, kOpensSingle) != nullptr) return Quoted(p, '\'', kOpensSingle, kClosesSingle);
    return p + 1;
  }

  char* Space(char* p) {
    char* start = p;
    while (const Typographic* space = Find(p, kSpace)) {
      std::memset(p, ' ', space->bytes.size());
      p += space->bytes.size();
    }
    Warn(start, p, Code::kLegacyBlank);
    return p;
  }

  char* Quoted(char* p, char plain, uint8_t opens, uint8_t closes) {
    const size_t opening = Find(p, opens)->bytes.size();
    char* at = p + opening;
    for (;; ++at) {
      if (at >= end_ || *at == '\n') return p + 1;
      if (*at == plain || Find(at, closes) != nullptr) break;
      if (*at == '\\') ++at;
    }
    std::memset(p, ' ', opening);
    p[opening - 1] = plain;
    char* end = at + 1;
    if (*at != plain) {
      end = at + Find(at, closes)->bytes.size();
      std::memset(at, ' ', static_cast<size_t>(end - at));
      *at = plain;
    }
    Warn(p, end, Code::kLegacyQuotes);
    return end;
  }

  char* Name(char* p) {
    std::string plain(1, *p);
    char* at = p + 1;
    bool has_hyphen = false;
    for (;;) {
      const Typographic* hyphen = Find(at, kHyphen);
      if (hyphen != nullptr && HasClass(at[hyphen->bytes.size()], kIdentifierByte)) {
        has_hyphen = true;
        plain += '-';
        at += hyphen->bytes.size();
      } else if (HasClass(*at, kIdentifierByte)) {
        plain += *at++;
      } else {
        break;
      }
    }
    if (!has_hyphen) return at;
    std::memset(p, ' ', static_cast<size_t>(at - p));
    std::memcpy(at - plain.size(), plain.data(), plain.size());
    Warn(p, at, Code::kLegacyHyphen);
    return at;
  }

  void Warn(const char* begin, const char* end, Code code) {
    warnings_.push_back(Diagnostic{Severity::kWarning,
                                   code,
                                   static_cast<uint32_t>(begin - begin_),
                                   static_cast<uint32_t>(end - begin_),
                                   std::string(DiagnosticCodeText(code)),
                                   {}});
  }

  char* const begin_;
  char* const end_;
  std::vector<Diagnostic>& warnings_;
};

}  // namespace

void UpgradeTypography(SourceBuffer* source, std::vector<Diagnostic>* warnings) {
  const std::string_view text = source->view();
  const bool is_ascii =
      std::all_of(text.begin(), text.end(), [](char c) { return static_cast<uint8_t>(c) < 0x80; });
  if (!is_ascii) Rewriter(source, warnings).Run();
}

void NoteTypography(std::string_view source, std::vector<Diagnostic>* diagnostics) {
  for (Diagnostic& diagnostic : *diagnostics) {
    if (diagnostic.begin >= source.size()) continue;
    const Typographic* character =
        Find(source.data() + diagnostic.begin, kOpensDouble | kOpensSingle | kSpace | kHyphen);
    if (character == nullptr) continue;
    const auto size = static_cast<uint32_t>(character->bytes.size());
    diagnostic.notes.push_back(UpgradeLegacyNote(diagnostic.begin, diagnostic.begin + size));
  }
}

DiagnosticNote UpgradeLegacyNote(uint32_t begin, uint32_t end) {
  return DiagnosticNote{begin, end, std::string(DiagnosticCodeText(Code::kLegacyNote))};
}

}  // namespace hlo::internal
