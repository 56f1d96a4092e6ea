// Only handles the types of hlo/tables.h, and arrays without an offset.
#include "src/tools/hlo_translate/write_table.h"

#include <string>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "src/base/json_writer.h"
#include "src/base/strings.h"
#include "src/base/text_writer.h"

namespace hlo_text_v1::internal {
namespace {

bool BitAt(const void* bits, int64_t i) {
  return ((static_cast<const uint8_t*>(bits)[i / 8] >> (i % 8)) & 1) != 0;
}

// A column of a batch.
struct ColumnView {
  std::string_view format;
  std::string_view name;
  const ArrowSchema* schema;
  const ArrowArray* array;

  bool IsNull(int64_t row) const {
    return array->buffers[0] != nullptr && !BitAt(array->buffers[0], row);
  }
  template <typename T>
  const T* Buffer(int64_t i) const {
    return static_cast<const T*>(array->buffers[i]);
  }
  std::string_view StringAt(int64_t row) const {
    const auto* offsets = Buffer<int32_t>(1);
    return {Buffer<char>(2) + offsets[row], static_cast<size_t>(offsets[row + 1] - offsets[row])};
  }
};

ColumnView View(const ArrowSchema& schema, const ArrowArray& array) {
  return {schema.format, schema.name, &schema, &array};
}

// Lists nest as deep as the schema.
void WriteJsonValue(const ColumnView& column, int64_t row, JsonWriter* json) {
  if (column.IsNull(row)) {
    json->Null();
  } else if (column.format == "u") {
    json->String(column.StringAt(row));
  } else if (column.format == "l") {
    json->Int(column.Buffer<int64_t>(1)[row]);
  } else if (column.format == "g") {
    json->Double(column.Buffer<double>(1)[row]);
  } else if (column.format == "b") {
    json->Bool(BitAt(column.array->buffers[1], row));
  } else {
    const ColumnView elements = View(*column.schema->children[0], *column.array->children[0]);
    const auto* offsets = column.Buffer<int32_t>(1);
    json->BeginArray();
    for (int32_t i = offsets[row]; i < offsets[row + 1]; ++i) WriteJsonValue(elements, i, json);
    json->EndArray();
  }
}

void WriteCsvString(std::string_view text, TextWriter* out) {
  if (!text.empty() && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out->Append(text);
    return;
  }
  out->Append('"');
  for (const char c : text) {
    if (c == '"') out->Append('"');
    out->Append(c);
  }
  out->Append('"');
}

// Text of a module that begins like this would run in a spreadsheet.
bool BeginsFormula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
}

void WriteCsvValue(const ColumnView& column, int64_t row, TableForm form, TextWriter* out) {
  if (column.IsNull(row)) return;
  if (column.format == "u") {
    const std::string_view text = column.StringAt(row);
    const bool is_guarded = form == TableForm::kSheet && BeginsFormula(text);
    WriteCsvString(is_guarded ? StrCat("'", text) : std::string(text), out);
  } else if (column.format == "l") {
    out->AppendInt(column.Buffer<int64_t>(1)[row]);
  } else {
    WriteCsvString(JsonText({}, [&](JsonWriter* json) { WriteJsonValue(column, row, json); }), out);
  }
}

void WriteCsvHeader(const ArrowSchema& schema, TextWriter* out) {
  for (int64_t i = 0; i < schema.n_children; ++i) {
    if (i > 0) out->Append(',');
    out->Append(schema.children[i]->name);
  }
  out->Append('\n');
}

void WriteNdjsonRow(const std::vector<ColumnView>& columns, int64_t row, TableForm,
                    TextWriter* out) {
  JsonWriter json(out);
  json.BeginObject();
  for (const ColumnView& column : columns) {
    WriteJsonValue(column, row, &json.Key(column.name));
  }
  json.EndObject();
  out->Append('\n');
}

void WriteCsvRow(const std::vector<ColumnView>& columns, int64_t row, TableForm form,
                 TextWriter* out) {
  bool is_first = true;
  for (const ColumnView& column : columns) {
    if (!is_first) out->Append(',');
    is_first = false;
    WriteCsvValue(column, row, form, out);
  }
  out->Append('\n');
}

void WriteBatch(const ArrowSchema& schema, const ArrowArray& batch, TableForm form,
                TextWriter* out) {
  std::vector<ColumnView> columns;
  columns.reserve(static_cast<size_t>(schema.n_children));
  for (int64_t i = 0; i < schema.n_children; ++i) {
    columns.push_back(View(*schema.children[i], *batch.children[i]));
  }
  for (int64_t row = 0; row < batch.length; ++row) {
    (form == TableForm::kNdjson ? WriteNdjsonRow : WriteCsvRow)(columns, row, form, out);
  }
}

absl::Status ErrorOf(ArrowArrayStream* stream) {
  const char* const message = stream->get_last_error(stream);
  return absl::ResourceExhaustedError(message == nullptr ? "unknown error" : message);
}

}  // namespace

absl::Status WriteTable(ArrowArrayStream* stream, TableForm form,
                        absl::FunctionRef<bool(std::string_view)> sink) {
  ArrowSchema schema = {};
  if (stream->get_schema(stream, &schema) != 0) return ErrorOf(stream);
  const absl::Cleanup release_schema = [&schema] { schema.release(&schema); };
  bool goes_on = true;
  const auto write = [&](std::string_view piece) { goes_on = goes_on && sink(piece); };
  TextWriter out(write);
  if (form != TableForm::kNdjson) WriteCsvHeader(schema, &out);
  while (goes_on) {
    ArrowArray batch = {};
    if (stream->get_next(stream, &batch) != 0) return ErrorOf(stream);
    if (batch.release == nullptr) break;
    const absl::Cleanup release_batch = [&batch] { batch.release(&batch); };
    WriteBatch(schema, batch, form, &out);
    out.Flush();
  }
  out.Flush();
  return absl::OkStatus();
}

}  // namespace hlo_text_v1::internal
