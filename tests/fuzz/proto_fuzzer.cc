// Any bytes give a module or an error that says where. A module prints, verifies or not, and its
// own proto gives the same text. The bytes are those of the text's module, each three choices
// changing one; of no text, the whole input: protos have NULs.
#include <string>

#include "hlo/proto.h"
#include "hlo/verify.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

namespace {

// The proto of a text, with changes.
std::string ChangedProto(Input& input) {
  ReadOptions read;
  read.parse = LimitedOptions();
  const absl::StatusOr<HloModule> module = ReadHloModule(input.text(), read);
  absl::StatusOr<std::string> bytes =
      module.ok() ? SerializeHloModule(*module) : absl::StatusOr<std::string>(module.status());
  if (!bytes.ok()) return AllBytes(input);
  while (input.has_choices() && !bytes->empty()) {
    const size_t high = input.NextChoice();
    const size_t at = (high << 8 | input.NextChoice()) % bytes->size();
    const auto value = static_cast<char>(input.NextChoice());
    if (value == 'd') {
      bytes->erase(at, 1);
    } else if (value == 'i') {
      bytes->insert(at, 1, '\x01');
    } else {
      (*bytes)[at] = value;
    }
  }
  return *bytes;
}

// The module with all fields is the same, and has them for good once it is written.
void FuzzKeptFields(const std::string& bytes, ProtoReadOptions options, const PrintOptions& print,
                    const std::string& text) {
  options.keep_unknown_fields = true;
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes, options);
  if (!module.ok()) return;  // they may be too deep, or too many
  Promise(PrintHloModule(*module, print) == text, "kept fields do not print", text);
  const absl::StatusOr<std::string> written = SerializeHloModule(*module);
  if (!written.ok()) return;
  Promise(*SerializeHloModule(module->Clone()) == *written, "a copy keeps them", text);
  const absl::StatusOr<HloModule> again = ParseHloProto(*written, options);
  Promise(again.ok(), "a proto with kept fields is read", text,
          again.ok() ? "" : again.status().ToString());
  const absl::StatusOr<std::string> rewritten = SerializeHloModule(*again);
  Promise(rewritten.ok() && *rewritten == *written, "kept fields stay", text);
}

// What XLA keeps of stack frames that it cannot read is not what it keeps of them again.
bool IsSameButForFrames(const HloModule& a, const HloModule& b, PrintOptions print) {
  print.print_metadata = false;
  return !a.stack_frames().empty() && PrintHloModule(a, print) == PrintHloModule(b, print);
}

}  // namespace

void FuzzOne(Input& input) {
  const std::string bytes = ChangedProto(input);
  ProtoReadOptions options;
  options.limits.max_literal_elements = 1 << 16;
  (void)IsHloProto(bytes);
  (void)PrintHloProto(bytes);
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes, options);
  if (!module.ok()) {
    Promise(module.status().message().find("(at byte ") != absl::string_view::npos,
            "an error says where");
    return;
  }
  PrintOptions print;
  print.print_large_constants = true;
  const std::string text = PrintHloModule(*module, print);
  Promise(!text.empty(), "a module prints");
  Verify(*module);
  FuzzKeptFields(bytes, options, print, text);
  const absl::StatusOr<std::string> written = SerializeHloModule(*module);
  if (!written.ok()) return;
  const absl::StatusOr<HloModule> again = ParseHloProto(*written);
  Promise(again.ok(), "what was written is read", text,
          again.ok() ? "" : again.status().ToString());
  const std::string kept = PrintHloModule(*again, print);
  Promise(kept == text || IsSameButForFrames(*module, *again, print), "a proto keeps the module",
          text, kept);
}

}  // namespace hlo_text_v1::fuzzing
