// Writes the rows of an Arrow stream as lines of text.
#ifndef HLO_TOOLS_HLO_TRANSLATE_WRITE_TABLE_H_
#define HLO_TOOLS_HLO_TRANSLATE_WRITE_TABLE_H_

#include <cstdint>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "hlo/internal/arrow_c_interface.h"

namespace hlo_text_v1::internal {

enum class TableForm : uint8_t {
  kNdjson,  // {"a":1,"b":[2]}, all columns, null for no value; one row per line
  kCsv,     // RFC 4180 with a header and \n; no value is empty, "" the empty string; lists as JSON
  kSheet,   // kCsv with ' before a string that a spreadsheet would take for a formula
};

// Takes all rows of `stream`, whose schema is one of hlo/tables.h, and passes text to `sink` in
// pieces, which it must not keep. False from `sink` ends it early, without an error. Does not
// release the stream. Errors: the stream's.
absl::Status WriteTable(ArrowArrayStream* stream, TableForm form,
                        absl::FunctionRef<bool(std::string_view)> sink);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_TRANSLATE_WRITE_TABLE_H_
