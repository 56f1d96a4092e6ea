// Takes long texts out of a message before JsonMessage reads it, which goes byte by byte: 50 ms
// for a text of 10 MB.
//
//   std::string body = R"({"method":"textDocument/didOpen","params":{... "text":"HloModule m..."}})";
//   std::vector<SourceBuffer> texts = TakeLongTexts(&body);
//   // body: {"method":"textDocument/didOpen","params":{... "text":0}}
#ifndef HLO_LSP_LONG_TEXTS_H_
#define HLO_LSP_LONG_TEXTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "hlo/source.h"

namespace hlo::internal {

// Shorter strings stay.
inline constexpr size_t kMinLongText = size_t{64} << 10;

// Puts a number in the place of each string of at least `min_size` bytes that is the value of a key
// "text": its index in the result. What is not valid stays, for the reader of JSON to refuse.
// Linear.
std::vector<SourceBuffer> TakeLongTexts(std::string* body, size_t min_size = kMinLongText);

}  // namespace hlo::internal

#endif  // HLO_LSP_LONG_TEXTS_H_
