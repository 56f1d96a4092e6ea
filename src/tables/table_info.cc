// Descriptions of tables, from hlo/tables/columns.def.
#include "hlo/tables.h"

namespace hlo_text_v1 {
namespace {

#define HLO_TABLE(id, name, unit, doc) constexpr ColumnInfo k##id##Columns[] = {
#define HLO_COLUMN(name, type, nulls, doc) {#name, ColumnType::k##type, nulls, doc},
// clang-format off
#define HLO_TABLE_END(id) };
// clang-format on
#include "hlo/tables/columns.def"

constexpr TableInfo kTables[] = {
#define HLO_TABLE(id, name, unit, doc) {TableKind::k##id, name, unit, doc, k##id##Columns},
#include "hlo/tables/columns.def"
};

}  // namespace

std::string_view ColumnTypeName(ColumnType type) {
  constexpr std::string_view kNames[] = {"utf8", "int64",       "double",
                                         "bool", "list<int64>", "list<list<int64>>"};
  return kNames[static_cast<size_t>(type)];
}

absl::Span<const TableInfo> AllTables() { return kTables; }

const TableInfo& GetTableInfo(TableKind kind) { return kTables[static_cast<size_t>(kind)]; }

const TableInfo* FindTable(std::string_view name) {
  for (const TableInfo& table : kTables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

}  // namespace hlo_text_v1
