// Tables as Arrow streams in capsules; hlo_text/_tables.py gives them a class.
#include "hlo/tables.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "errors.h"
#include "module.h"
#include "src/dumps/dump_name.h"
#include "src/read/folder.h"
#include "src/read/source.h"
#include "text.h"

namespace hlo_python {
namespace {

// Releases a stream that nobody has moved out of its capsule.
struct OwnStream : ArrowArrayStream {
  OwnStream() : ArrowArrayStream{} {}
  ~OwnStream() {
    if (release != nullptr) release(this);
  }
  OwnStream(const OwnStream&) = delete;
  OwnStream& operator=(const OwnStream&) = delete;
};

nb::capsule CapsuleOf(std::unique_ptr<OwnStream> stream) {
  // Static, as the capsule keeps the pointer. Ending a stream waits for its threads, which need no
  // GIL.
  return {
      static_cast<ArrowArrayStream*>(stream.release()), "arrow_array_stream",
      [](void* p) noexcept { delete static_cast<OwnStream*>(static_cast<ArrowArrayStream*>(p)); }};
}

hlo_text::TableKind KindOf(std::string_view name) {
  const hlo_text::TableInfo* table = hlo_text::FindTable(name);
  if (table == nullptr) Raise(PyExc_KeyError, std::string(name));
  return table->kind;
}

nb::capsule ModuleTable(const Module& m, std::string_view table, int64_t max_batch_rows) {
  CheckEntry(m);
  CheckDesugared(*m.owner);
  const hlo_text::TableKind kind = KindOf(table);
  hlo_text::TableOptions options;
  options.max_batch_rows = max_batch_rows;
  auto stream = std::make_unique<OwnStream>();
  hlo_text::MakeModuleTable(*m, kind, options, stream.get());
  return CapsuleOf(std::move(stream));
}

nb::capsule FileTable(nb::handle paths, std::string_view table, int64_t max_batch_rows, int jobs,
                      bool allow_unknown, bool upgrade_legacy) {
  hlo_text::FileTableOptions options;
  options.max_batch_rows = max_batch_rows;
  options.jobs = jobs;
  options.parse.allow_unknown = allow_unknown;
  options.parse.upgrade_legacy = upgrade_legacy;
  options.read = hlo_text::internal::ReadSourceText;
  auto stream = std::make_unique<OwnStream>();
  std::vector<std::string> files;
  for (nb::handle path : ToPythonList(paths)) files.emplace_back(TextArgument(path).view());
  hlo_text::MakeFileTable(std::move(files), KindOf(table), options, stream.get());
  return CapsuleOf(std::move(stream));
}

// (name, doc, [(column, type, nulls, doc)]) of each table.
nb::list TableInfos() {
  nb::list tables;
  for (const hlo_text::TableInfo& table : hlo_text::AllTables()) {
    nb::list columns;
    for (const hlo_text::ColumnInfo& column : table.columns) {
      columns.append(nb::make_tuple(ToStr(column.name),
                                    ToStr(hlo_text::ColumnTypeName(column.type)),
                                    ToStr(column.nulls), ToStr(column.doc)));
    }
    tables.append(nb::make_tuple(ToStr(table.name), ToStr(table.doc), columns));
  }
  return tables;
}

// (time stamp or "", number) of a module, from the name of a file in its dump.
nb::object DumpModule(std::string_view file_name) {
  const auto name = hlo_text::internal::ParseDumpName(file_name);
  if (!name.has_value()) return nb::none();
  return nb::make_tuple(ToStr(name->timestamp), name->module_number);
}

// The HLO files in a folder and below, as the programs choose them.
nb::list HloFiles(std::string_view folder) {
  std::vector<std::string> errors;
  nb::list paths;
  for (const std::string& path : hlo_text::internal::HloFilesIn(std::string(folder), &errors)) {
    paths.append(ToStr(path));
  }
  if (!errors.empty()) Raise(PyExc_OSError, errors.front());
  return paths;
}

}  // namespace

void DefineTables(nb::module_& m) {
  m.def("_module_table", ModuleTable, nb::arg("module"), nb::arg("table"),
        nb::arg("max_batch_rows"),
        nb::sig("def _module_table(module: Module, table: str, "
                "max_batch_rows: int) -> typing.Any"));
  m.def("_file_table", FileTable, nb::arg("paths"), nb::arg("table"), nb::arg("max_batch_rows"),
        nb::arg("jobs"), nb::arg("allow_unknown"), nb::arg("upgrade_legacy"),
        nb::sig("def _file_table(paths: list[str], table: str, max_batch_rows: int, jobs: int, "
                "allow_unknown: bool, upgrade_legacy: bool) -> typing.Any"));
  m.def("_dump_module", DumpModule, nb::arg("file_name"),
        nb::sig("def _dump_module(file_name: str) -> tuple[str, int] | None"));
  m.def("_hlo_files", HloFiles, nb::arg("folder"),
        nb::sig("def _hlo_files(folder: str) -> list[str]"));
  m.def("_table_infos", TableInfos,
        nb::sig("def _table_infos() -> "
                "list[tuple[str, str, list[tuple[str, str, str, str]]]]"));
}

}  // namespace hlo_python
