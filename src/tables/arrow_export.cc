// Each exported struct owns its parts through private_data. A child has its own `release`: a
// consumer may move it out, which nulls that, and release it on its own.
#include "src/tables/arrow_export.h"

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hlo_text_v1::internal {
namespace {

// ---- Shared by schemas and arrays.

// The children that a parent owns, and the pointers to them that the interface requires.
template <typename T>
struct Children {
  std::vector<std::unique_ptr<T>> owned;
  std::vector<T*> pointers;

  ~Children() {
    for (T* child : pointers) {
      if (child->release != nullptr) child->release(child);
    }
  }
  // A child whose `release` is null until it is exported.
  T* Add() {
    owned.push_back(std::make_unique<T>());
    *owned.back() = {};
    pointers.push_back(owned.back().get());
    return pointers.back();
  }
  T** data() { return pointers.empty() ? nullptr : pointers.data(); }
  int64_t size() const { return static_cast<int64_t>(pointers.size()); }
};

template <typename T, typename Parts>
void Release(T* value) {
  delete static_cast<Parts*>(value->private_data);
  value->release = nullptr;
  value->private_data = nullptr;
}

// ---- Schemas.

struct SchemaParts {
  std::string name;
  std::string metadata;
  Children<ArrowSchema> children;
};

void AppendInt32(size_t value, std::string* out) {
  const auto number = static_cast<int32_t>(value);
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out->append(bytes, sizeof number);
}

// {"doc": doc} in the form of the interface; empty if there is no doc.
std::string DocMetadata(std::string_view doc) {
  constexpr std::string_view kKey = "doc";
  std::string metadata;
  if (doc.empty()) return metadata;
  AppendInt32(1, &metadata);
  AppendInt32(kKey.size(), &metadata);
  metadata.append(kKey);
  AppendInt32(doc.size(), &metadata);
  metadata.append(doc);
  return metadata;
}

const char* FormatOf(ColumnType type) {
  switch (type) {
    case ColumnType::kString:
      return "u";
    case ColumnType::kInt64:
      return "l";
    case ColumnType::kDouble:
      return "g";
    case ColumnType::kBool:
      return "b";
    case ColumnType::kInt64List:
    case ColumnType::kInt64ListList:
      return "+l";
  }
  return "n";
}

// The type of the elements of a list.
ColumnType ElementType(ColumnType list) {
  return list == ColumnType::kInt64ListList ? ColumnType::kInt64List : ColumnType::kInt64;
}

bool IsList(ColumnType type) {
  return type == ColumnType::kInt64List || type == ColumnType::kInt64ListList;
}

// Takes over `parts`.
void FinishSchema(const char* format, int64_t flags, std::unique_ptr<SchemaParts> parts,
                  ArrowSchema* out) {
  *out = {};
  out->format = format;
  out->name = parts->name.c_str();
  out->metadata = parts->metadata.empty() ? nullptr : parts->metadata.data();
  out->flags = flags;
  out->n_children = parts->children.size();
  out->children = parts->children.data();
  out->release = Release<ArrowSchema, SchemaParts>;
  out->private_data = parts.release();
}

void ExportField(std::string_view name, std::string_view doc, ColumnType type, bool is_nullable,
                 ArrowSchema* out) {
  auto parts = std::make_unique<SchemaParts>();
  parts->name = name;
  parts->metadata = DocMetadata(doc);
  if (IsList(type)) {
    ExportField("item", "", ElementType(type), /*is_nullable=*/false, parts->children.Add());
  }
  FinishSchema(FormatOf(type), is_nullable ? ARROW_FLAG_NULLABLE : 0, std::move(parts), out);
}

// ---- Arrays.

// Bytes that are bits, least significant first.
std::vector<uint8_t> PackBits(const std::vector<uint8_t>& bytes) {
  std::vector<uint8_t> bits((bytes.size() + 7) / 8);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bits[i / 8] = static_cast<uint8_t>(bits[i / 8] | (bytes[i] << (i % 8)));
  }
  return bits;
}

struct ArrayParts {
  Column column;
  std::vector<uint8_t> validity;
  std::vector<uint8_t> bools;
  std::vector<const void*> buffers;
  Children<ArrowArray> children;
};

// Takes over `parts`.
void FinishArray(int64_t length, int64_t null_count, std::unique_ptr<ArrayParts> parts,
                 ArrowArray* out) {
  *out = {};
  out->length = length;
  out->null_count = null_count;
  out->n_buffers = static_cast<int64_t>(parts->buffers.size());
  out->buffers = parts->buffers.data();
  out->n_children = parts->children.size();
  out->children = parts->children.data();
  out->release = Release<ArrowArray, ArrayParts>;
  out->private_data = parts.release();
}

// A buffer of values; not null even if empty, which some consumers require.
const void* BufferOf(const void* data) {
  static const int64_t kNothing = 0;
  return data == nullptr ? &kNothing : data;
}

void ExportColumn(ColumnType type, Column&& column, ArrowArray* out) {
  auto parts = std::make_unique<ArrayParts>();
  parts->column = std::move(column);
  Column& own = parts->column;
  if (own.null_count > 0) parts->validity = PackBits(own.is_valid);
  parts->buffers.push_back(own.null_count > 0 ? parts->validity.data() : nullptr);
  if ((type == ColumnType::kString || IsList(type)) && own.offsets.empty()) own.offsets = {0};
  switch (type) {
    case ColumnType::kString:
      parts->buffers.push_back(own.offsets.data());
      parts->buffers.push_back(BufferOf(own.text.data()));
      break;
    case ColumnType::kInt64:
      parts->buffers.push_back(BufferOf(own.ints.data()));
      break;
    case ColumnType::kDouble:
      parts->buffers.push_back(BufferOf(own.doubles.data()));
      break;
    case ColumnType::kBool:
      parts->bools = PackBits(own.bools);
      parts->buffers.push_back(BufferOf(parts->bools.data()));
      break;
    case ColumnType::kInt64List:
    case ColumnType::kInt64ListList:
      parts->buffers.push_back(own.offsets.data());
      ExportColumn(ElementType(type), own.elements == nullptr ? Column() : std::move(*own.elements),
                   parts->children.Add());
      break;
  }
  const int64_t length = own.length, null_count = own.null_count;
  FinishArray(length, null_count, std::move(parts), out);
}

}  // namespace

void ExportSchema(const TableInfo& table, ArrowSchema* out) {
  auto parts = std::make_unique<SchemaParts>();
  for (const ColumnInfo& column : table.columns) {
    ExportField(column.name, column.doc, column.type, !column.nulls.empty(), parts->children.Add());
  }
  FinishSchema("+s", 0, std::move(parts), out);
}

void ExportBatch(const TableInfo& table, Batch&& batch, ArrowArray* out) {
  auto parts = std::make_unique<ArrayParts>();
  parts->buffers.push_back(nullptr);  // no row is null
  batch.columns.resize(table.columns.size());
  for (size_t i = 0; i < table.columns.size(); ++i) {
    ExportColumn(table.columns[i].type, std::move(batch.columns[i]), parts->children.Add());
  }
  FinishArray(batch.length, 0, std::move(parts), out);
}

}  // namespace hlo_text_v1::internal
