// testdata/proto/NAME.txt has programs, changes of their protos in the language of
// tests/support/proto_tree.h, and what the reader makes of the result:
//
//   ENTRY e { p = f32[2] parameter(0) ROOT n = f32[2] negate(p) }     a program, in any lines
//     n.operand_ids = 7                                               two blanks: a change
//       computations[0].instructions[1].operand_ids: n instruction    four blanks: the result
//
// The result is the error; or the warnings and the lines that the module prints and did not print
// before. The module, written and read again, must print the same, or the difference is in the
// result, too. Changes of "config", of its fields or of "hlo_module" apply to an
// HloModuleProtoWithConfig.
// Tests of src/proto: read_opcode_fields, read_sharding
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "hlo/proto.h"
#include "src/base/strings.h"
#include "tests/goldens/goldens.h"
#include "tests/support/proto_tree.h"
#include "tests/support/read.h"

namespace hlo_text_v1::goldens {
namespace {

std::string Indented(std::string_view text) {
  std::string out;
  for (const std::string_view line : Split(text, '\n')) {
    const size_t begin = std::min(line.find_first_not_of(' '), line.size());
    if (begin < line.size()) StrAppend(&out, "    ", line.substr(begin), "\n");
  }
  return out;
}

// The lines of `text` that are not in `before`, indented.
std::string NewLines(std::string_view text, std::string_view before) {
  const std::vector<std::string_view> lines = Split(before, '\n');
  const std::set<std::string_view> known(lines.begin(), lines.end());
  std::string out;
  for (const std::string_view line : Split(text, '\n')) {
    if (known.count(line) == 0) out.append(Indented(line));
  }
  return out;
}

std::string Result(const std::string& program, std::string_view edits) {
  const bool with_config = edits.substr(0, 6) == "config" || edits.substr(0, 10) == "hlo_module";
  ProtoWriteOptions options;
  options.wrap = with_config ? ProtoWrap::kWithConfig : ProtoWrap::kNone;
  const HloModule module = ReadModule(program);
  const absl::StatusOr<std::string> bytes = SerializeHloModule(module, options);
  if (!bytes.ok()) return Indented(Std(bytes.status().message()));
  ProtoTree tree = ReadProtoTree(*bytes, with_config ? ProtoMessage::kHloModuleProtoWithConfig
                                                     : ProtoMessage::kHloModuleProto);
  EditProto(edits, &tree);
  std::vector<ProtoWarning> warnings;
  const absl::StatusOr<HloModule> read = ParseHloProto(WriteProtoTree(tree), {}, &warnings);
  if (!read.ok()) return Indented(Std(read.status().message()));
  std::string out;
  for (const ProtoWarning& warning : warnings) {
    out.append(Indented(StrCat("warning: ", warning.path, ": ", warning.message)));
  }
  const std::string before = PrintHloModule(*ParseHloProto(*bytes));
  const std::string text = PrintHloModule(*read);
  out.append(NewLines(text, before));
  const absl::StatusOr<std::string> written = SerializeHloModule(*read, options);
  if (!written.ok()) {
    out.append(Indented(StrCat("written: ", Std(written.status().message()))));
  } else if (const auto again = ParseHloProto(*written); !again.ok()) {
    out.append(Indented(StrCat("written: ", Std(again.status().message()))));
  } else if (const std::string lines = NewLines(PrintHloModule(*again), text); !lines.empty()) {
    StrAppend(&out, "    written:\n", lines);
  }
  return out.empty() ? "    the same\n" : out;
}

}  // namespace

Text ProtoEdits(const std::string& name) {
  std::string out, program;
  bool has_edits = false;
  const std::string file = ReadSource(name + ".txt");
  std::string_view rest = file;
  while (!rest.empty()) {
    const size_t size = NextLine(rest, 0);
    const std::string_view line = rest.substr(0, size);
    rest.remove_prefix(size);
    if (line.substr(0, 4) == "    ") continue;
    out.append(line);
    if (line[0] == '#') continue;
    if (line[0] == '\n') {  // may divide tables of stack frames
      if (!program.empty() && !has_edits) program.append(line);
      continue;
    }
    if (line[0] == ' ') {
      out.append(Result(program, line.substr(2, size - 3)));
      has_edits = true;
      continue;
    }
    if (has_edits) program.clear();
    has_edits = false;
    program.append(line);
  }
  return out;
}

}  // namespace hlo_text_v1::goldens
