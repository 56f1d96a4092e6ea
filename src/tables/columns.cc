// See columns.h. Validity and bools are bytes here, and bits only in exported arrays, so that
// appending one batch to another is a copy.
#include "src/tables/columns.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/base/utf8.h"

namespace hlo_text_v1::internal {
namespace {

// The bytes of a row besides its strings and lists: validity, offsets.
constexpr int64_t kBytesPerCell = 8;

template <typename T>
void AppendAll(const std::vector<T>& from, std::vector<T>* to) {
  to->insert(to->end(), from.begin(), from.end());
}

int64_t AddedBytes(const StringCell& cell) {
  return cell.has_value() ? static_cast<int64_t>(cell->size()) : 0;
}
int64_t AddedBytes(const Int64ListCell& cell) {
  return cell.has_value() ? static_cast<int64_t>(cell->size() * sizeof(int64_t)) : 0;
}
int64_t AddedBytes(const Int64ListListCell& cell) {
  int64_t bytes = 0;
  if (!cell.has_value()) return bytes;
  for (const std::vector<int64_t>& list : *cell) {
    bytes += static_cast<int64_t>(sizeof(int32_t) + list.size() * sizeof(int64_t));
  }
  return bytes;
}
template <typename Cell>
int64_t AddedBytes(const Cell&) {
  return 0;
}

}  // namespace

void Column::AddValidity(bool valid) {
  is_valid.push_back(valid ? 1 : 0);
  null_count += valid ? 0 : 1;
  ++length;
}

void Column::AddEnd(size_t end) {
  if (offsets.empty()) offsets.push_back(0);
  offsets.push_back(static_cast<int32_t>(end));
}

Column& Column::Elements() {
  if (elements == nullptr) elements = std::make_unique<Column>();
  return *elements;
}

void Column::Add(const StringCell& cell) {
  if (cell.has_value()) {
    const std::string_view value = Utf8Prefix(*cell, kMaxCellBytes);
    if (IsUtf8(value)) {
      text.append(value);
    } else {
      ForEachCharacter(value, [&](std::string_view character) { text.append(character); });
    }
  }
  AddEnd(text.size());
  AddValidity(cell.has_value());
}

void Column::Add(const Int64Cell& cell) {
  ints.push_back(cell.value_or(0));
  AddValidity(cell.has_value());
}

void Column::Add(const DoubleCell& cell) {
  doubles.push_back(cell.value_or(0));
  AddValidity(cell.has_value());
}

void Column::Add(const BoolCell& cell) {
  bools.push_back(cell.value_or(false) ? 1 : 0);
  AddValidity(cell.has_value());
}

void Column::Add(const Int64ListCell& cell) {
  Column& all = Elements();
  if (cell.has_value()) {
    for (const int64_t element : *cell) all.Add(Int64Cell(element));
  }
  AddEnd(static_cast<size_t>(all.length));
  AddValidity(cell.has_value());
}

void Column::Add(const Int64ListListCell& cell) {
  Column& all = Elements();
  if (cell.has_value()) {
    for (const std::vector<int64_t>& list : *cell) all.Add(Int64ListCell(list));
  }
  AddEnd(static_cast<size_t>(all.length));
  AddValidity(cell.has_value());
}

void Column::Append(const Column& more) {
  AppendAll(more.is_valid, &is_valid);
  AppendAll(more.ints, &ints);
  AppendAll(more.doubles, &doubles);
  AppendAll(more.bools, &bools);
  if (!more.offsets.empty()) {
    if (offsets.empty()) offsets.push_back(0);
    const int32_t base = offsets.back();
    std::transform(more.offsets.begin() + 1, more.offsets.end(), std::back_inserter(offsets),
                   [base](int32_t offset) { return base + offset; });
  }
  text.append(more.text);
  // Lists nest two deep.
  if (more.elements != nullptr) Elements().Append(*more.elements);
  length += more.length;
  null_count += more.null_count;
}

void Batch::Append(const Batch& more) {
  columns.resize(more.columns.size());
  for (size_t i = 0; i < columns.size(); ++i) columns[i].Append(more.columns[i]);
  length += more.length;
  bytes += more.bytes;
}

#define HLO_TABLE(id, name, unit, doc)                             \
  void AddRow(const id##Row& row, Batch* batch) {                  \
    batch->columns.resize(GetTableInfo(row.kKind).columns.size()); \
    auto column = batch->columns.begin();
#define HLO_COLUMN(name, type, nulls, doc)              \
  batch->bytes += kBytesPerCell + AddedBytes(row.name); \
  (column++)->Add(row.name);
#define HLO_TABLE_END(id) \
  ++batch->length;        \
  }
#include "hlo/tables/columns.def"

BatchList::BatchList(TableKind kind, const TableOptions& options)
    : kind_(kind),
      max_rows_(std::max<int64_t>(options.max_batch_rows, 1)),
      max_bytes_(std::clamp<int64_t>(options.max_batch_bytes, 1, TableOptions::kMaxBatchBytes)) {}

void BatchList::Add(Batch&& batch) {
  if (batch.length == 0) return;
  if (open_.length == 0) {
    open_ = std::move(batch);
  } else if (open_.length + batch.length <= max_rows_ && open_.bytes + batch.bytes <= max_bytes_) {
    open_.Append(batch);
  } else {
    Close();
    open_ = std::move(batch);
  }
  if (IsFull(open_)) Close();
}

Batch BatchList::Take() {
  if (closed_.empty()) return std::exchange(open_, Batch());
  Batch batch = std::move(closed_.front());
  closed_.pop_front();
  return batch;
}

void BatchList::Close() { closed_.push_back(std::exchange(open_, Batch())); }

}  // namespace hlo_text_v1::internal
