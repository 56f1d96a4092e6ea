// The HloModule line has its attributes in the order of header_attributes.def, each after ", " and
// only if it differs from its default. Two tables at its end have their own lines, indented one
// step deeper than the module.
#include "src/print/module_header_printer.h"

#include <string_view>
#include <vector>

#include "hlo/print_values.h"
#include "src/base/overloaded.h"
#include "src/base/strings.h"
#include "src/ir/enum_words.h"
#include "src/ir/header_attributes.h"
#include "src/ir/module_state.h"
#include "src/print/attribute_printer.h"
#include "src/text/value_text.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kIndentWidth = 2;
constexpr size_t kIndexCommentInterval = 5;

void AppendIndent(int amount, std::string* out) {
  if (amount > 0) out->append(static_cast<size_t>(amount) * kIndentWidth, ' ');
}

// "P, {I}", the parameter and index of an alias or donor.
void AppendParameter(int64_t number, ShapeIndex index, std::string* out) {
  StrAppend(out, number, ", ");
  AppendShapeIndex(index, out);
}

void AppendInputOutputAlias(absl::Span<const InputOutputAlias> aliases, std::string* out) {
  out->append("{ ");
  AppendJoined(aliases, ", ", out, [out](const InputOutputAlias& alias) {
    AppendShapeIndex(alias.output_index, out);
    out->append(": (");
    AppendParameter(alias.parameter_number, alias.parameter_index, out);
    out->append(alias.must_alias ? ", must-alias)" : ", may-alias)");
  });
  out->append(" }");
}

void AppendBufferDonor(absl::Span<const BufferDonor> donors, std::string* out) {
  out->append("{ ");
  AppendJoined(donors, ", ", out, [out](const BufferDonor& donor) {
    out->push_back('(');
    AppendParameter(donor.parameter_number, donor.parameter_index, out);
    out->push_back(')');
  });
  out->append(" }");
}

void AppendPropagation(absl::Span<const bool> values, std::string* out) {
  out->push_back('{');
  AppendJoined(values, ",", out, [out](bool value) { out->append(value ? "true" : "false"); });
  out->push_back('}');
}

// An array without a name has quotes here, unlike in an instruction's origin.
void AppendTableArray(const OriginalArray& array, std::string* out) {
  if (array.instruction_name.empty() && array.shape_index.empty()) {
    out->append("{\"\"}");
  } else {
    AppendOriginalArray(array, out);
  }
}

// The text of a module between quotes, with escapes for bytes that would end it early, and with
// XLA's default options, whatever `outer` are.
void AppendNestedModule(const HloModule& module, const PrintOptions& outer, std::string* out) {
  const int indent_amount = outer.indent_amount;
  PrintOptions options;
  options.indent_amount = indent_amount + 2;
  if (outer.async_mode == AsyncPrintMode::kXla) options.async_mode = AsyncPrintMode::kXla;
  out->append(",\n");
  AppendIndent(indent_amount + 1, out);
  out->append("\"\n");
  for (const char c : PrintHloModule(module, options)) {
    if (c == '"' || c == '\\') out->push_back('\\');
    out->push_back(c);
  }
  out->push_back('\n');
  AppendIndent(indent_amount + 1, out);
  out->append("\"");
}

void AppendOriginRecoveryTable(absl::Span<const OriginRecovery> table, const PrintOptions& options,
                               std::string* out) {
  out->append("{\n");
  for (const OriginRecovery& entry : table) {
    AppendIndent(options.indent_amount + 1, out);
    AppendTableArray(entry.replaced, out);
    out->append(" : ");
    AppendTableArray(entry.replacing, out);
    if (entry.module != nullptr) AppendNestedModule(*entry.module, options, out);
    out->push_back('\n');
  }
  out->append("}\n");
}

void AppendDebugAttributesItem(const DebugAttributes& attributes, std::string* out) {
  std::vector<std::string> fields;
  if (attributes.log_mode != DebugAttributes::LogMode::kNone) {
    fields.push_back(StrCat("log_mode=", WordOf(attributes.log_mode)));
  }
  if (attributes.callback_id != 0) fields.push_back(StrCat("callback_id=", attributes.callback_id));
  if (attributes.partitioned) fields.push_back("partitioned=true");
  if (attributes.op_id != 0) fields.push_back(StrCat("op_id=", attributes.op_id));
  StrAppend(out, "{", Joined(fields, ","), "}");
}

void AppendDebugAttributes(absl::Span<const DebugAttributesEntry> entries, int indent_amount,
                           std::string* out) {
  out->append("{\n");
  AppendJoined(entries, ",\n", out, [&](const DebugAttributesEntry& entry) {
    AppendIndent(indent_amount + 1, out);
    AppendTableArray(entry.array, out);
    out->append(":(");
    AppendJoined(entry.attributes, ",", out, [out](const DebugAttributes& attributes) {
      AppendDebugAttributesItem(attributes, out);
    });
    out->push_back(')');
  });
  out->append("\n}");
}

void PrintNames(std::string_view heading, const std::vector<std::string_view>& names,
                TextWriter* out) {
  out->Append(heading);
  int64_t id = 0;
  std::string escaped;
  for (const std::string_view name : names) {
    escaped.clear();
    AppendCEscaped(name, &escaped);
    out->AppendInt(++id);
    out->Append(" \"", escaped, "\"\n");
  }
}

template <typename T>
void AppendHeaderValue(const T& value, const PrintOptions& options, std::string* out) {
  Overloaded{
      [&](bool flag) { out->append(flag ? "true" : "false"); },
      [&](int64_t number) { StrAppend(out, number); },
      [&](absl::Span<const bool> values) { AppendPropagation(values, out); },
      [&](std::string_view config) { AppendStringOrDict(config, out); },
      [&](const FrontendAttributes& attributes) { AppendFrontendAttributes(attributes, out); },
      [&](const EntryComputationLayout& layout) { AppendEntryComputationLayout(layout, out); },
      [&](absl::Span<const InputOutputAlias> aliases) { AppendInputOutputAlias(aliases, out); },
      [&](absl::Span<const BufferDonor> donors) { AppendBufferDonor(donors, out); },
      [&](absl::Span<const OriginRecovery> table) {
        AppendOriginRecoveryTable(table, options, out);
      },
      [&](absl::Span<const DebugAttributesEntry> entries) {
        AppendDebugAttributes(entries, options.indent_amount, out);
      },
  }(value);
}

}  // namespace

void AppendEntryComputationLayout(const EntryComputationLayout& layout, std::string* out) {
  out->append("{(");
  for (size_t i = 0; i < layout.parameters.size(); ++i) {
    if (i > 0) out->append(", ");
    if (i > 0 && i % kIndexCommentInterval == 0) StrAppend(out, "/*index=", i, "*/");
    AppendShape(*layout.parameters[i], /*with_layout=*/true, out);
  }
  out->append(")->");
  AppendShape(*layout.result, /*with_layout=*/true, out);
  out->push_back('}');
}

void AppendModuleHeader(const HloModule& module, const PrintOptions& options, std::string* out) {
  AppendIndent(options.indent_amount, out);
  StrAppend(out, "HloModule ", options.print_ids ? module.name() : std::string_view());
  AppendModuleConfig(module.config(), options, out);
}

void AppendModuleConfig(const HloModuleConfig& config, const PrintOptions& options,
                        std::string* out) {
  const auto append_unknown_after = [&](std::string_view known) {
    AppendUnknownAttributes(config.unknown_attributes, known, out);
  };
  append_unknown_after("");
  const auto is_hidden = [&](std::string_view name) {
    return name == "backend_config" && !options.print_backend_config;
  };
  ForEachHeaderAttribute([&](std::string_view name, auto field) {
    if (IsGiven(config, field) && !is_hidden(name)) {
      StrAppend(out, name == "debug_attributes" ? ",\n" : ", ", name, "=");
      AppendHeaderValue(config.*field, options, out);
    }
    append_unknown_after(name);
  });
}

void PrintStackFrameTables(const StackFrameTables& tables, TextWriter* out) {
  if (tables.empty()) return;
  const auto number = [&](const auto& before, int64_t value) {
    out->Append(before);
    out->AppendInt(value);
  };
  PrintNames("\n\nFileNames\n", tables.file_names, out);
  PrintNames("\nFunctionNames\n", tables.function_names, out);
  out->Append("\nFileLocations\n");
  int64_t id = 0;
  for (const StackFrameTables::Location& location : tables.locations) {
    out->AppendInt(++id);
    number(" {file_name_id=", location.file_name_id);
    number(" function_name_id=", location.function_name_id);
    number(" line=", location.line);
    number(" end_line=", location.end_line);
    number(" column=", location.column);
    number(" end_column=", location.end_column);
    out->Append("}\n");
  }
  out->Append("\nStackFrames\n");
  id = 0;
  for (const StackFrameTables::Frame& frame : tables.frames) {
    out->AppendInt(++id);
    number(" {file_location_id=", frame.location_id);
    number(" parent_frame_id=", int64_t{frame.parent_frame_id} + 1);
    out->Append("}\n");
  }
}

}  // namespace hlo_text_v1::internal
