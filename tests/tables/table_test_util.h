// Rows of a table as texts, for tests.
#ifndef HLO_TESTS_TABLES_TABLE_TEST_UTIL_H_
#define HLO_TESTS_TABLES_TABLE_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/tables.h"

namespace hlo_text_v1::test {

// By column; null is "null", a list is [1,2].
using TextRow = std::map<std::string, std::string>;

inline bool BitOf(const void* bits, int64_t i) {
  return ((static_cast<const uint8_t*>(bits)[i / 8] >> (i % 8)) & 1) != 0;
}

inline std::string CellText(const ArrowSchema& schema, const ArrowArray& array, int64_t row) {
  const std::string_view format = schema.format;
  if (array.buffers[0] != nullptr && !BitOf(array.buffers[0], row)) return "null";
  if (format == "l") return std::to_string(static_cast<const int64_t*>(array.buffers[1])[row]);
  if (format == "g") return std::to_string(static_cast<const double*>(array.buffers[1])[row]);
  if (format == "b") return BitOf(array.buffers[1], row) ? "true" : "false";
  const auto* offsets = static_cast<const int32_t*>(array.buffers[1]);
  if (format == "u") {
    return {static_cast<const char*>(array.buffers[2]) + offsets[row],
            static_cast<const char*>(array.buffers[2]) + offsets[row + 1]};
  }
  std::string text = "[";
  for (int32_t i = offsets[row]; i < offsets[row + 1]; ++i) {
    if (i > offsets[row]) text += ",";
    text += CellText(*schema.children[0], *array.children[0], i);
  }
  return text + "]";
}

// The rows of all batches; releases everything. Sets `*batches` (may be null) to their number.
inline std::vector<TextRow> TakeRows(ArrowArrayStream* stream, int64_t* batches = nullptr) {
  std::vector<TextRow> rows;
  ArrowSchema schema = {};
  EXPECT_EQ(stream->get_schema(stream, &schema), 0);
  for (int64_t count = 0;; ++count) {
    ArrowArray batch = {};
    EXPECT_EQ(stream->get_next(stream, &batch), 0);
    if (batch.release == nullptr) {
      if (batches != nullptr) *batches = count;
      break;
    }
    EXPECT_EQ(batch.n_children, schema.n_children);
    for (int64_t row = 0; row < batch.length; ++row) {
      TextRow& texts = rows.emplace_back();
      for (int64_t i = 0; i < schema.n_children; ++i) {
        EXPECT_EQ(batch.children[i]->length, batch.length);
        texts[schema.children[i]->name] = CellText(*schema.children[i], *batch.children[i], row);
      }
    }
    batch.release(&batch);
    EXPECT_EQ(batch.release, nullptr);
  }
  schema.release(&schema);
  stream->release(stream);
  EXPECT_EQ(stream->release, nullptr);
  return rows;
}

inline std::vector<TextRow> RowsOf(const HloModule& module, TableKind kind,
                                   const TableOptions& options = {}) {
  ArrowArrayStream stream;
  MakeModuleTable(module, kind, options, &stream);
  return TakeRows(&stream);
}

inline std::vector<TextRow> RowsOfFiles(std::vector<std::string> paths, TableKind kind,
                                        const FileTableOptions& options = {},
                                        int64_t* batches = nullptr) {
  ArrowArrayStream stream;
  MakeFileTable(std::move(paths), kind, options, &stream);
  return TakeRows(&stream, batches);
}

// The number of rows; faster than converting them.
inline int64_t CountRows(std::vector<std::string> paths, TableKind kind,
                         const FileTableOptions& options) {
  ArrowArrayStream stream;
  MakeFileTable(std::move(paths), kind, options, &stream);
  int64_t count = 0;
  for (;;) {
    ArrowArray batch = {};
    EXPECT_EQ(stream.get_next(&stream, &batch), 0);
    if (batch.release == nullptr) break;
    count += batch.length;
    batch.release(&batch);
  }
  stream.release(&stream);
  return count;
}

// The cells of one column.
inline std::vector<std::string> Column(const std::vector<TextRow>& rows, const std::string& name) {
  std::vector<std::string> cells;
  for (const TextRow& row : rows) cells.push_back(row.at(name));
  return cells;
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_TABLES_TABLE_TEST_UTIL_H_
