// Columns of a batch in memory, and a struct for the rows of each table.
//
//   ComputationsRow row;
//   row.name = computation.name();
//   row.id = 3;           // what is not set is null
//   rows.Add(row);        // BatchList cuts batches
//
// Everything approximate a row's layout derives from hlo/tables/columns.def.
#ifndef HLO_TABLES_COLUMNS_H_
#define HLO_TABLES_COLUMNS_H_

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/collectives.h"
#include "hlo/tables.h"

namespace hlo_text_v1::internal {

// ---- Cells: a value, or null.

using StringCell = std::optional<std::string_view>;
using Int64Cell = std::optional<int64_t>;
using DoubleCell = std::optional<double>;
using BoolCell = std::optional<bool>;
using Int64ListCell = std::optional<absl::Span<const int64_t>>;
using Int64ListListCell = std::optional<absl::Span<const std::vector<int64_t>>>;

// ModulesRow, ComputationsRow ...
#define HLO_TABLE(id, name, unit, doc) \
  struct id##Row {                     \
    static constexpr TableKind kKind = TableKind::k##id;
#define HLO_COLUMN(name, type, nulls, doc) type##Cell name = {};
// clang-format off
#define HLO_TABLE_END(id) };
// clang-format on
#include "hlo/tables/columns.def"

// ---- Columns.

// The values of one column; lists have them in `elements`. Offsets are 32 bits wide: TableOptions
// and kMaxCellBytes keep batches below that.
struct Column {
  int64_t length = 0;
  int64_t null_count = 0;
  std::vector<uint8_t> is_valid;  // by row, 0 or 1
  std::vector<int64_t> ints;      // kInt64
  std::vector<double> doubles;    // kDouble
  std::vector<uint8_t> bools;     // kBool, 0 or 1
  std::vector<int32_t> offsets;   // strings and lists: length + 1; empty for none
  std::string text;               // kString
  std::unique_ptr<Column> elements;

  void Add(const StringCell& cell);
  void Add(const Int64Cell& cell);
  void Add(const DoubleCell& cell);
  void Add(const BoolCell& cell);
  void Add(const Int64ListCell& cell);
  void Add(const Int64ListListCell& cell);

  // Adds the rows of `more`, of the same type.
  void Append(const Column& more);

 private:
  void AddValidity(bool valid);
  void AddEnd(size_t end);
  Column& Elements();
};

// Longer strings in a cell are cut to this size.
inline constexpr size_t kMaxCellBytes = size_t{16} << 20;

struct Batch {
  int64_t length = 0;
  int64_t bytes = 0;  // about
  std::vector<Column> columns;

  // Adds the rows of `more`, of the same table.
  void Append(const Batch& more);
};

// Adds `row` to `batch`, which is empty or has rows of that table.
#define HLO_TABLE(id, name, unit, doc) void AddRow(const id##Row& row, Batch* batch);
#include "hlo/tables/columns.def"

// Rows in batches that end as TableOptions says.
class BatchList {
 public:
  BatchList(TableKind kind, const TableOptions& options);

  TableKind kind() const { return kind_; }
  template <typename Row>
  void Add(const Row& row) {
    if (IsFull(open_)) Close();
    AddRow(row, &open_);
  }
  // Adds a batch of the same table; copies it into the open one if both fit.
  void Add(Batch&& batch);
  // Whether a full batch can be taken.
  bool has_full() const { return !closed_.empty(); }
  // The next batch, full if there is one; without rows at the end.
  Batch Take();

 private:
  bool IsFull(const Batch& batch) const {
    return batch.length >= max_rows_ || batch.bytes >= max_bytes_;
  }
  void Close();

  const TableKind kind_;
  const int64_t max_rows_;
  const int64_t max_bytes_;
  std::list<Batch> closed_;
  Batch open_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TABLES_COLUMNS_H_
