// Small pieces of text for people.
#ifndef HLO_BASE_HUMAN_TEXT_H_
#define HLO_BASE_HUMAN_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hlo_text_v1::internal {

// "1 stage", "2 stages".
std::string Plural(int64_t count, std::string_view one);

// "1023 B", "-1.2 KiB", "374 KiB": exact below 1 KiB, one decimal below 100. `with_tenths` always
// gives the decimal: "374.2 KiB".
std::string HumanBytes(int64_t bytes, bool with_tenths = false);
// The same of a sum that may not fit an integer, without its fraction; at most 4 EiB.
std::string HumanByteSum(double bytes);

// "1023 flop", "1.2 Mflop", "374 Gflop": a number of floating-point operations, whose units are
// powers of 1000.
std::string HumanFlops(double flops);

// `text` with "?" for each control character, so it is safe to show on a terminal. `keep_newlines`
// keeps newlines.
std::string Printable(std::string_view text, bool keep_newlines = false);

// The lines of a diff in the colours of git, for a terminal.
std::string ColorDiff(std::string_view text);

// `text` escaped for an element or a quoted attribute of HTML. Invalid UTF-8 and control characters
// become U+FFFD.
std::string HtmlText(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_HUMAN_TEXT_H_
