// Values of flags that name a table's rows, such as those of --style and --async.
#ifndef HLO_TOOLS_COMMON_FIND_ROW_H_
#define HLO_TOOLS_COMMON_FIND_ROW_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "src/base/strings.h"

namespace hlo {

// The row called `name` of a table; nullptr if there is none.
template <typename Row>
const Row* FindRow(absl::Span<const Row> rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// "a, b, c"
template <typename Row>
std::string RowNames(absl::Span<const Row> rows) {
  return Joined(rows, ", ", [](const Row& row) { return row.name; });
}

// FindRow, with an error that lists the rows: "unknown style 'x'; known: a, b".
template <typename Row>
const Row* RequireRow(absl::Span<const Row> rows, std::string_view what, std::string_view name,
                      std::string* error) {
  const Row* row = FindRow(rows, name);
  if (row == nullptr) {
    *error = StrCat("unknown ", what, " '", name, "'; known: ", RowNames(rows));
  }
  return row;
}

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_FIND_ROW_H_
