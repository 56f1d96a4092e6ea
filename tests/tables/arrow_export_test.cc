#include "src/tables/arrow_export.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/read.h"
#include "tests/tables/table_test_util.h"

namespace hlo_text_v1::arrow_export_test {

using namespace internal;

using test::CellText;

// The types of the specification, by column type.
TEST(ArrowExport, SchemaOfEveryTable) {
  for (const TableInfo& table : AllTables()) {
    ArrowSchema schema;
    ExportSchema(table, &schema);
    EXPECT_STREQ(schema.format, "+s");
    ASSERT_EQ(schema.n_children, static_cast<int64_t>(table.columns.size()));
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const ColumnInfo& column = table.columns[i];
      const ArrowSchema& child = *schema.children[i];
      EXPECT_EQ(child.name, column.name);
      EXPECT_EQ((child.flags & ARROW_FLAG_NULLABLE) != 0, !column.nulls.empty()) << column.name;
      switch (column.type) {
        case ColumnType::kString:
          EXPECT_STREQ(child.format, "u");
          break;
        case ColumnType::kInt64:
          EXPECT_STREQ(child.format, "l");
          break;
        case ColumnType::kDouble:
          EXPECT_STREQ(child.format, "g");
          break;
        case ColumnType::kBool:
          EXPECT_STREQ(child.format, "b");
          break;
        case ColumnType::kInt64List:
          EXPECT_STREQ(child.format, "+l");
          EXPECT_STREQ(child.children[0]->format, "l");
          break;
        case ColumnType::kInt64ListList:
          EXPECT_STREQ(child.format, "+l");
          EXPECT_STREQ(child.children[0]->format, "+l");
          EXPECT_STREQ(child.children[0]->children[0]->format, "l");
          break;
      }
    }
    schema.release(&schema);
    EXPECT_EQ(schema.release, nullptr);
  }
}

Batch CollectiveBatch() {
  Batch batch;
  const std::vector<std::vector<int64_t>> groups = {{0, 1}, {}, {2}};
  for (int i = 0; i < 20; ++i) {
    CollectivesRow row;
    row.kind = "all-reduce";
    row.start_id = i;
    row.is_async = i % 3 == 0;
    if (i % 2 == 0) row.groups = groups;
    AddRow(row, &batch);
  }
  return batch;
}

int64_t IndexOf(const TableInfo& table, std::string_view name) {
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].name == name) return static_cast<int64_t>(i);
  }
  return -1;
}

TEST(ArrowExport, ValuesNullsAndNestedLists) {
  const TableInfo& table = GetTableInfo(TableKind::kCollectives);
  ArrowSchema schema;
  ArrowArray array;
  ExportSchema(table, &schema);
  ExportBatch(table, CollectiveBatch(), &array);
  const auto cell = [&](std::string_view name, int64_t row) {
    const int64_t i = IndexOf(table, name);
    return CellText(*schema.children[i], *array.children[i], row);
  };
  EXPECT_EQ(array.length, 20);
  EXPECT_EQ(array.null_count, 0);
  EXPECT_EQ(cell("groups", 0), "[[0,1],[],[2]]");
  EXPECT_EQ(cell("groups", 1), "null");
  EXPECT_EQ(cell("groups", 18), "[[0,1],[],[2]]");
  EXPECT_EQ(cell("is_async", 9), "true");
  EXPECT_EQ(cell("is_async", 10), "false");
  EXPECT_EQ(cell("start_id", 19), "19");
  EXPECT_EQ(cell("kind", 19), "all-reduce");
  EXPECT_EQ(cell("file", 19), "null");
  EXPECT_EQ(array.children[IndexOf(table, "groups")]->null_count, 10);
  EXPECT_EQ(array.children[IndexOf(table, "start_id")]->buffers[0], nullptr);
  schema.release(&schema);
  array.release(&array);
}

// A consumer may move children out; each is released once, by whoever has it.
TEST(ArrowExport, ChildrenMoveOut) {
  const TableInfo& table = GetTableInfo(TableKind::kCollectives);
  ArrowArray array;
  ExportBatch(table, CollectiveBatch(), &array);
  const int64_t i = IndexOf(table, "groups");
  ArrowArray groups = std::exchange(*array.children[i], ArrowArray());
  ArrowArray lists = std::exchange(*groups.children[0], ArrowArray());
  array.release(&array);
  groups.release(&groups);
  EXPECT_EQ(lists.length, 30);
  EXPECT_EQ(static_cast<const int32_t*>(lists.buffers[1])[30], 30);
  lists.release(&lists);

  ArrowSchema schema;
  ExportSchema(table, &schema);
  ArrowSchema child = std::exchange(*schema.children[i], ArrowSchema());
  schema.release(&schema);
  EXPECT_STREQ(child.name, "groups");
  child.release(&child);
}

TEST(ArrowExport, TextIsUtf8) {
  Batch batch;
  ErrorsRow row;
  row.message = "a\xff\xc3\xa4";
  AddRow(row, &batch);
  EXPECT_EQ(batch.columns.back().text, "a\xEF\xBF\xBD\xc3\xa4");
}

TEST(BatchList, EndsBatchesAsTheOptionsSay) {
  TableOptions options;
  options.max_batch_rows = 7;
  BatchList rows(TableKind::kErrors, options);
  const auto add = [&](int count, std::string_view message) {
    ErrorsRow row;
    row.message = message;
    for (int i = 0; i < count; ++i) rows.Add(row);
  };
  add(20, "x");
  EXPECT_TRUE(rows.has_full());
  EXPECT_EQ(rows.Take().length, 7);
  EXPECT_EQ(rows.Take().length, 7);
  EXPECT_FALSE(rows.has_full());
  EXPECT_EQ(rows.Take().length, 6);
  EXPECT_EQ(rows.Take().length, 0);
  options.max_batch_bytes = 1000;
  options.max_batch_rows = 1000;
  BatchList long_rows(TableKind::kErrors, options);
  ErrorsRow row;
  const std::string message(600, 'x');
  row.message = message;
  for (int i = 0; i < 3; ++i) long_rows.Add(row);
  EXPECT_EQ(long_rows.Take().length, 2);
  EXPECT_EQ(long_rows.Take().length, 1);
}

// Joining small batches gives the rows that one big batch has.
TEST(BatchList, JoinsBatches) {
  BatchList rows(TableKind::kCollectives, {});
  Batch one = CollectiveBatch();
  one.Append(CollectiveBatch());
  rows.Add(CollectiveBatch());
  rows.Add(CollectiveBatch());
  const Batch joined = rows.Take();
  ASSERT_EQ(joined.length, 40);
  for (size_t i = 0; i < joined.columns.size(); ++i) {
    const internal::Column& a = joined.columns[i];
    const internal::Column& b = one.columns[i];
    EXPECT_EQ(a.offsets, b.offsets);
    EXPECT_EQ(a.is_valid, b.is_valid);
    EXPECT_EQ(a.null_count, b.null_count);
    EXPECT_EQ(a.text, b.text);
    if (a.elements != nullptr) {
      EXPECT_EQ(a.elements->offsets, b.elements->offsets);
    }
  }
  EXPECT_EQ(
      joined.columns[static_cast<size_t>(IndexOf(GetTableInfo(TableKind::kCollectives), "groups"))]
          .elements->length,
      60);
}

}  // namespace hlo_text_v1::arrow_export_test
