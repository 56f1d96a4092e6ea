// A stream pulls rows from a source: a module, whose rows are made beforehand, or files, each an
// input of an OrderedPool. Exceptions stay on this side of the C interface.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/tables.h"
#include "src/base/ordered_pool.h"
#include "src/dumps/dump_folder.h"
#include "src/tables/arrow_export.h"
#include "src/tables/columns.h"
#include "src/tables/rows.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

std::vector<Batch> TakeAll(BatchList* rows) {
  std::vector<Batch> batches;
  for (;;) {
    Batch batch = rows->Take();
    if (batch.length == 0) return batches;
    batches.push_back(std::move(batch));
  }
}

// ---- The streams.

struct Stream {
  Stream(TableKind kind, const TableOptions& options)
      : info(GetTableInfo(kind)), rows(kind, options) {}
  virtual ~Stream() = default;
  // Adds more rows. False if there are none left.
  virtual bool Fill() { return false; }

  const TableInfo& info;
  BatchList rows;
  const char* error = nullptr;
};

// Of files; for passes the units are modules of dump folders.
class FileStream : public Stream {
 public:
  FileStream(std::vector<std::string> paths, TableKind kind, const FileTableOptions& options)
      : Stream(kind, options), options_(options), paths_(std::move(paths)) {
    if (kind == TableKind::kPasses) {
      folders_ = GroupDumpFiles(paths_);
      for (const DumpFolder& folder : folders_) {
        for (const DumpModule& module : folder.modules) modules_.emplace_back(&folder, &module);
      }
    }
    const size_t count = kind == TableKind::kPasses ? modules_.size() : paths_.size();
    pool_.emplace(count, options.jobs, [this](size_t unit) { return RowsOf(unit); });
  }

  bool Fill() override {
    std::optional<std::vector<Batch>> batches = pool_->Next();
    if (!batches.has_value()) return false;
    for (Batch& batch : *batches) rows.Add(std::move(batch));
    if (options_.progress) Report();
    return true;
  }

 private:
  void Report() const {
    const size_t done = pool_->taken();
    const bool is_passes = info.kind == TableKind::kPasses;
    const std::string name = is_passes ? modules_[done - 1].second->Label() : paths_[done - 1];
    options_.progress({done, is_passes ? modules_.size() : paths_.size(), failed_, name});
  }

  std::vector<Batch> RowsOf(size_t unit) {
    BatchList made(info.kind, options_);
    try {
      AddUnit(unit, &made);
      return TakeAll(&made);
    } catch (const std::exception& error) {
      ++failed_;
      return RowsOfFailure(unit, error);
    }
  }

  void AddUnit(size_t unit, BatchList* made) {
    if (info.kind == TableKind::kPasses) {
      AddPassRows(*modules_[unit].first, *modules_[unit].second, options_, made);
      return;
    }
    const bool is_errors = info.kind == TableKind::kErrors;
    const absl::StatusOr<HloModule> module =
        ReadTableFile(paths_[unit], options_, is_errors ? made : nullptr);
    if (!module.ok()) ++failed_;
    if (module.ok() && !is_errors) AddRows(ModuleFacts(*module), paths_[unit], made);
  }

  std::vector<Batch> RowsOfFailure(size_t unit, const std::exception& error) const {
    std::vector<Batch> batches;
    if (info.kind != TableKind::kErrors) return batches;
    try {
      const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
      ErrorsRow row;
      row.file = paths_[unit];
      row.kind = is_memory ? "memory" : "file";
      row.message = is_memory ? "out of memory" : error.what();
      AddRow(row, &batches.emplace_back());
    } catch (const std::bad_alloc&) {
      batches.clear();
    }
    return batches;
  }

  const FileTableOptions options_;
  const std::vector<std::string> paths_;
  std::vector<DumpFolder> folders_;
  std::vector<std::pair<const DumpFolder*, const DumpModule*>> modules_;
  std::atomic<size_t> failed_{0};
  std::optional<OrderedPool<std::vector<Batch>>> pool_;  // last: its threads use the others
};

// ---- The functions of the interface.

Stream& StreamOf(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

int Guarded(Stream& stream, absl::FunctionRef<void()> work) {
  try {
    work();
    return 0;
  } catch (const std::bad_alloc&) {
    stream.error = "out of memory";
    return ENOMEM;
  } catch (const std::exception&) {
    stream.error = "a callback of the options failed";
    return EIO;
  }
}

int GetSchema(ArrowArrayStream* self, ArrowSchema* out) {
  Stream& stream = StreamOf(self);
  return Guarded(stream, [&] { ExportSchema(stream.info, out); });
}

int GetNext(ArrowArrayStream* self, ArrowArray* out) {
  Stream& stream = StreamOf(self);
  *out = {};
  return Guarded(stream, [&] {
    while (!stream.rows.has_full() && stream.Fill()) continue;
    Batch batch = stream.rows.Take();
    if (batch.length > 0) ExportBatch(stream.info, std::move(batch), out);
  });
}

const char* GetLastError(ArrowArrayStream* self) { return StreamOf(self).error; }

void ReleaseStream(ArrowArrayStream* self) {
  delete &StreamOf(self);
  self->private_data = nullptr;
  self->release = nullptr;
}

void MakeStream(std::unique_ptr<Stream> stream, ArrowArrayStream* out) {
  out->get_schema = GetSchema;
  out->get_next = GetNext;
  out->get_last_error = GetLastError;
  out->release = ReleaseStream;
  out->private_data = stream.release();
}

}  // namespace

void MakeModuleTable(const HloModule& module, TableKind kind, const TableOptions& options,
                     ArrowArrayStream* out) {
  auto stream = std::make_unique<Stream>(kind, options);
  const StringCell file =
      options.file.empty() ? StringCell() : StringCell(std::string_view(options.file));
  AddRows(ModuleFacts(module), file, &stream->rows);
  MakeStream(std::move(stream), out);
}

void MakeFileTable(std::vector<std::string> paths, TableKind kind, const FileTableOptions& options,
                   ArrowArrayStream* out) {
  MakeStream(std::make_unique<FileStream>(std::move(paths), kind, options), out);
}

}  // namespace hlo_text_v1
