// Exports batches as Arrow arrays: moves values, packs bits.
#ifndef HLO_TABLES_ARROW_EXPORT_H_
#define HLO_TABLES_ARROW_EXPORT_H_

#include "hlo/internal/arrow_c_interface.h"
#include "hlo/tables.h"
#include "src/tables/columns.h"

namespace hlo_text_v1::internal {

// Sets `*out` to the schema of a table, a struct with its columns. Metadata of a column is its
// doc. May throw std::bad_alloc; then `*out` is not set.
void ExportSchema(const TableInfo& table, ArrowSchema* out);

// Sets `*out` to the rows of `batch`, a struct array. Throws like ExportSchema.
void ExportBatch(const TableInfo& table, Batch&& batch, ArrowArray* out);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TABLES_ARROW_EXPORT_H_
