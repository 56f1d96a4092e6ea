// Scanners for the lexer's patterns: each returns the end of the longest match at `p`, or nullptr.
// All need a terminating zero byte after the text. Source of the patterns: XLA hlo_lexer.cc.
#ifndef HLO_LEX_SCAN_H_
#define HLO_LEX_SCAN_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// The payload of `nan` without parentheses.
inline constexpr uint64_t kQuietNanPayload = uint64_t{1} << 51;

// -?(D+|D+.D*|D*.D+)[eE][+-]?D+ or -?(D+.D*|D*.D+)
const char* ScanDecimal(const char* p);
// [0-9bf?]{2,}_[0-9io?]{2,}->[0-9bf?]{2,}
const char* ScanDimLabels(const char* p);
// D+(xD+)+
const char* ScanDxD(const char* p);
// -?D+_-?D+(_D+)?(x-?D+_-?D+(_D+)?)*
const char* ScanPad(const char* p);
// (0xH+) with a value of 1..2^52-1; otherwise false.
bool ScanNanPayload(const char* p, const char** end, uint64_t* payload);
// End of the quoted string whose opening quote is *p, after the closing quote, which must be before
// `end`.
const char* ScanQuoted(const char* p, const char* end);
// From a '{' to the end of the matching '}'.
const char* ScanJsonDict(const char* p, const char* end);

// The value of a ScanDecimal match, correctly rounded; too large: infinity, too small: 0.
double ParseDecimal(const char* begin, const char* end);
// C escapes, strictly: false for an unknown or out-of-range escape.
bool Unescape(std::string_view text, std::string* out);
// Whether `value` is one JSON dictionary with nothing but blanks and comments around it. XLA
// LexesAsJsonDict.
bool LexesAsJsonDict(std::string_view value);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LEX_SCAN_H_
