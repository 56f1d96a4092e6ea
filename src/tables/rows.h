// Makes the rows of tables, with one function per kind of row.
//
//   const ModuleFacts facts(module);
//   BatchList rows(TableKind::kEdges, options);
//   AddRows(facts, "a.hlo", &rows);
#ifndef HLO_TABLES_ROWS_H_
#define HLO_TABLES_ROWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "hlo/attribute_values.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"
#include "src/dumps/dump_folder.h"
#include "src/export/numbering.h"
#include "src/tables/columns.h"
#include "src/tables/loops.h"

namespace hlo_text_v1::internal {

// The facts about a module that rows of all tables need. The module must outlive this. Linear.
struct ModuleFacts {
  explicit ModuleFacts(const HloModule& of);

  const HloModule& module;
  const ModuleNumbering numbering;
  const CallGraph calls;
  const Executions executions;
};

// Adds the rows of a module to `rows`; none for the tables of passes and errors.
void AddRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);

// The parts of AddRows.
void AddModuleRow(const ModuleFacts& facts, const StringCell& file, BatchList* rows);
void AddComputationRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);
void AddInstructionRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);
void AddEdgeRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);
void AddCollectiveRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);
void AddCostRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);
void AddCostSumRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows);

// The source line that metadata names, in fields or by a stack frame.
struct SourcePlace {
  StringCell op_name;
  StringCell file;
  Int64Cell line;
};
SourcePlace SourceOf(const HloInstruction& instruction, const HloModule& module);

// Rows for the stages of a module in a dump folder.
void AddPassRows(const DumpFolder& folder, const DumpModule& module,
                 const FileTableOptions& options, BatchList* rows);

// Reads the module in a file with `options.read` and the parser. On failure, the status has the
// first error, and `errors` (may be null) gets the rows of all.
absl::StatusOr<HloModule> ReadTableFile(const std::string& path, const FileTableOptions& options,
                                        BatchList* errors);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TABLES_ROWS_H_
