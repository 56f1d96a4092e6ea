// Finds the end of a text known only to be a value or an operand.
#ifndef HLO_PARSE_MODULE_UNKNOWN_TEXT_H_
#define HLO_PARSE_MODULE_UNKNOWN_TEXT_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace hlo {

// The end of the attribute value that begins at `begin`, without blanks and comments after it.
// Outside of brackets and strings, it ends at a ',', at a '}' that it has not opened, at the end of
// the line, or where another instruction or computation begins. nullptr if it is empty, if its
// brackets do not match, or if a string or comment is not closed. `end` is the end of the source,
// followed by SourceBuffer::kPadding zero bytes. Linear.
const char* FindUnknownValueEnd(const char* begin, const char* end);

// The same for an operand, which ends at a ',' or ')'; lines mean nothing.
const char* FindUnknownOperandEnd(const char* begin, const char* end);

// Whether an instruction or a computation may begin after the blanks at `p`.
bool BeginsAnother(const char* p);

// The names `%x` in `text` outside of strings and comments; c%x holds none.
struct NameInText {
  uint32_t offset = 0;  // after the '%'
  uint32_t size = 0;
};
std::vector<NameInText> FindNames(std::string_view text);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_UNKNOWN_TEXT_H_
