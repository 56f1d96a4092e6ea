// Writes a libFuzzer dictionary to standard output: all words of the library's tables, and the
// syntax around them.
#include <cctype>
#include <cstdio>
#include <set>
#include <string>
#include <string_view>

namespace {

using Entries = std::set<std::string>;

void AddTables(Entries* entries) {
#define HLO_OPCODE(Id, text, ...) entries->insert(text "(");
#include "hlo/tables/opcodes.def"
#define HLO_PRIMITIVE_TYPE(Id, text, ...) entries->insert(text "[");
#include "hlo/tables/primitive_types.def"
#define HLO_ATTRIBUTE(Id, text, Type, drop) entries->insert(", " text "=");
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
#define HLO_HEADER_ATTRIBUTE(name, ...) entries->insert(", " #name "=");
#include "hlo/tables/header_attributes.def"
#define HLO_WORD(Id, text) text
#define HLO_ENUM_TYPE(Type, letter_case, noun, suffix, ...) \
  for (const char* word : {__VA_ARGS__}) entries->insert(word);
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
#undef HLO_WORD
#define HLO_TOKEN(Id)
#define HLO_KEYWORD(Id, text) entries->insert(text);
#include "src/vocabulary/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
}

// Words without a table: the parser looks for each by itself.
void AddOthers(Entries* entries) {
  for (const char* word : {
           // Asynchronous sugar.
           "-start(",
           "-update(",
           "-done(",
           // The header.
           "{ {}: (0, {}, may-alias) }",
           "{ (0, {}) }",
           "must-alias",
           // Layouts.
           "{1,0:T(8,128)",
           "L(2)",
           "#(u32)",
           "*(u32)",
           "E(4)",
           "S(1)",
           "SC(0:4)",
           "M(8)",
           "<=",
           // Literals.
           "{...}",
           "nan(0x1)",
           "-nan",
           "-inf",
           // Shardings, replica groups.
           "devices=[2,1]<=[2]",
           "T(1,0)",
           "last_tile_dims={",
           "maximal device=0",
           "mesh[",
           "maximal_mesh[",
           "device_ids=(",
           "metadata={",
           "single_device",
           "sdy::reduction_op",
           "max",
           "min",
           "sum",
           // Metadata.
           "op_type=\"",
           "op_name=\"",
           "source_file=\"",
           "source_line=",
           "source_end_line=",
           "source_column=",
           "source_end_column=",
           "stack_frame_id=",
           "scheduling_name=\"",
           "deduplicated_name=\"",
           "metadata_payload=",
           "profile_type={1}",
           // Windows, dim labels, padding.
           "size=3x3",
           "stride=2",
           "pad=0_1x",
           "lhs_dilate=2",
           "rhs_dilate=2",
           "rhs_reversal=1",
           "b01f_01io->b01f",
           "1_2_3x",
           // Comments, several modules, punctuation.
           "/*index=5*/",
           "// ",
           "// -----\n",
           " -> ",
           "\", ",
           "#0",
           " = ",
           "%",
           "}\n\n",
       }) {
    entries->insert(word);
  }
  entries->insert(std::string(1, '\0'));  // starts the choices
}

void Print(std::string_view entry) {
  std::putchar('"');
  for (const char c : entry) {
    if (std::isprint(static_cast<unsigned char>(c)) != 0 && c != '"' && c != '\\') {
      std::putchar(c);
    } else {
      std::printf("\\x%02X", static_cast<unsigned char>(c));
    }
  }
  std::puts("\"");
}

}  // namespace

int main() {
  Entries entries;
  AddTables(&entries);
  AddOthers(&entries);
  entries.erase("");
  for (const std::string& entry : entries) Print(entry);
  return 0;
}
