// How far a text goes of which nothing is known but that it is a value or an operand.
#ifndef HLO_PARSE_MODULE_UNKNOWN_TEXT_H_
#define HLO_PARSE_MODULE_UNKNOWN_TEXT_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace hlo {

// The end of the attribute value that begins at `begin`, without blanks and comments behind it. It
// goes on until, outside of brackets and strings, there stands a ',', a '}' that it has not opened,
// the end of the line, or what begins another instruction or computation. nullptr if it is empty,
// if its brackets do not match or if a string or comment is not closed. `end` is that of the
// source, behind which SourceBuffer::kPadding zero bytes stand. Linear.
const char* FindUnknownValueEnd(const char* begin, const char* end);

// The same for an operand, which goes on until a ',' or ')'; lines mean nothing.
const char* FindUnknownOperandEnd(const char* begin, const char* end);

// Whether behind the blanks at `p` an instruction or a computation may begin.
bool BeginsAnother(const char* p);

// The names `%x` in `text` outside of strings and comments; c%x holds none.
struct NameInText {
  uint32_t offset = 0;  // behind the '%'
  uint32_t size = 0;
};
std::vector<NameInText> FindNames(std::string_view text);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_UNKNOWN_TEXT_H_
