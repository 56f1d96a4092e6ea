// Tables of modules: what DuckDB, Polars, pandas or Spark need to ask about thousands of dumps.
//
//   ArrowArrayStream stream;
//   hlo_text::FileTableOptions options;
//   options.jobs = 8;
//   hlo_text::MakeFileTable({"a.hlo", "b.hlo"}, hlo_text::TableKind::kCollectives, options, &stream);
//   for (;;) {
//     ArrowArray batch;
//     if (stream.get_next(&stream, &batch) != 0 || batch.release == nullptr) break;
//     Use(batch);  // a struct array; children are the columns
//     batch.release(&batch);
//   }
//   stream.release(&stream);
//
// The tables are modules, computations, instructions, edges, collectives, costs, cost_sums, passes
// and errors.
// docs/tables.md has their columns, from hlo/tables/columns.def. Rows leave through the Arrow C
// stream interface, whose structs are declared here; that needs no Arrow library; Python has
// hlo_text.tables, the command line hlo-translate --table=NAME.
//
// A stream over files reads one after the other and keeps rows of a few files at most: memory does
// not grow with their number. A file that cannot be read has no rows; the table of errors says why.
// The stream itself fails only when memory runs out. It is in the library hlo_text::tables.
#ifndef HLO_TABLES_H_
#define HLO_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/internal/arrow_c_interface.h"
#include "hlo/internal/stringify.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/source.h"

namespace hlo_text_v1 {

// ---- Which tables and columns there are.

enum class TableKind : uint8_t {
#define HLO_TABLE(id, name, unit, doc) k##id,
#include "hlo/tables/columns.def"
};

// Arrow's names for them: utf8, int64, double, bool, list<int64>, list<list<int64>>. Elements of
// lists are never null.
enum class ColumnType : uint8_t { kString, kInt64, kDouble, kBool, kInt64List, kInt64ListList };
std::string_view ColumnTypeName(ColumnType type);

struct ColumnInfo {
  std::string_view name;
  ColumnType type;
  std::string_view nulls;  // when a row has no value; empty: never
  std::string_view doc;
};

struct TableInfo {
  TableKind kind;
  std::string_view name;  // "modules"
  std::string_view unit;  // what one row is about
  std::string_view doc;   // what the table has a row for
  absl::Span<const ColumnInfo> columns;
};

// By TableKind. Constant time, like the next two.
absl::Span<const TableInfo> AllTables();
const TableInfo& GetTableInfo(TableKind kind);
// nullptr if there is no table called `name`.
const TableInfo* FindTable(std::string_view name);
namespace internal {
inline std::string_view TextOf(TableKind kind) { return GetTableInfo(kind).name; }
}  // namespace internal

// ---- Making tables.

struct TableOptions {
  // A batch ends with the row that reaches one of these; but a long row is not cut. At least 1, at
  // most kMaxBatchBytes.
  int64_t max_batch_rows = int64_t{64} << 10;
  int64_t max_batch_bytes = int64_t{8} << 20;
  static constexpr int64_t kMaxBatchBytes = int64_t{1} << 30;
  // The value of the column `file` for a module; empty: null.
  std::string file;
};

// Sets `*out` to a stream of the rows of `module`. The rows are made now: the stream does not need
// the module any longer. passes and errors are empty. Linear in the module (modules: as
// Fingerprint and LiveRanges), and in the devices of groups. `out` must not be null, and the caller
// releases the stream. Never fails.
void MakeModuleTable(const HloModule& module, TableKind kind, const TableOptions& options,
                     ArrowArrayStream* out);

// Reads `path`; "-" is up to it. Called by several threads at once if there are several jobs.
using FileReader = std::function<absl::StatusOr<SourceBuffer>(const std::string& path)>;

// How far a stream over files is.
struct TableProgress {
  size_t done;  // files, or modules of dump folders for kPasses
  size_t total;
  size_t failed;          // files that could not be read, as far as known
  std::string_view path;  // done last
};

struct FileTableOptions : TableOptions {
  // Files to read at a time. Order and rows do not depend on it. Threads start with the first
  // get_next and end with release.
  int jobs = 1;
  // How to read modules; for dumps as different as those of a whole fleet, both lenient options.
  ParseOptions parse;
  // Empty: SourceBuffer::ReadFile, which does not unpack gzip.
  FileReader read;
  // Called by get_next whenever a file is done, on its thread. May be empty.
  std::function<void(const TableProgress&)> progress;
};

// Sets `*out` to a stream of the rows of all `paths` in their order, also protos (hlo/proto.h).
// Reads nothing before the first get_next. For kPasses, groups the paths by folder and module, as
// their names tell (module_0001.NAME.0002.PIPELINE.after_PASS.before_NEXT.txt), and compares each
// stage with the one before; other names have no rows. `out` must not be null; the caller releases
// the stream, from the thread that used it last. Calls of one stream must not overlap.
void MakeFileTable(std::vector<std::string> paths, TableKind kind, const FileTableOptions& options,
                   ArrowArrayStream* out);

}  // namespace hlo_text_v1

// `stream << type` and absl::StrCat(type) write ColumnTypeName(type); for a TableKind, its name.
HLO_TEXT_STRINGIFY_NAME(ColumnType, ColumnTypeName)
HLO_TEXT_STRINGIFY_ENUM(TableKind)

#endif  // HLO_TABLES_H_
