// The protos of all testdata in other forms, damaged, and with too little memory. testdata/proto
// has single changes and their results.
// Tests: wire_reader
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "tests/proto/bytes.h"
#include "tests/support/proto_tree.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::damaged_test {

using namespace internal;

using ::testing::HasSubstr;

struct Sample {
  std::string file;
  std::string bytes;
};

// The protos of testdata, with their configs.
const std::vector<Sample>& Samples() {
  static const auto* const samples = [] {
    auto* all = new std::vector<Sample>;
    ProtoWriteOptions options;
    options.wrap = ProtoWrap::kWithConfig;
    for (const auto& file : TestdataSample()) {
      if (!IsTestdataInput(file)) continue;
      const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(file));
      if (!module.ok()) continue;
      const absl::StatusOr<std::string> bytes = SerializeHloModule(*module, options);
      if (bytes.ok() && ParseHloProto(*bytes).ok()) all->push_back({file.string(), *bytes});
    }
    return all;
  }();
  return *samples;
}

ProtoTree TreeOf(const Sample& sample) {
  return ReadProtoTree(sample.bytes, ProtoMessage::kHloModuleProtoWithConfig);
}

std::string PrintOf(std::string_view bytes) {
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
  return module.ok() ? PrintWithConstants(*module) : std::string(module.status().message());
}

// ---- Other forms of the same.

// The numbers of a packed field of varints, as fields of their own.
std::vector<ProtoTree> Unpacked(const ProtoTree& field) {
  std::vector<ProtoTree> numbers;
  uint64_t bits = 0;
  int shift = 0;
  for (const char c : field.bytes) {
    bits |= uint64_t{static_cast<unsigned char>(c) & 0x7fu} << shift;
    shift += 7;
    if (static_cast<unsigned char>(c) >= 0x80) continue;
    ProtoTree& number = numbers.emplace_back();
    number.number = field.number;
    number.type = WireType::kVarint;
    number.bits = bits;
    bits = 0;
    shift = 0;
  }
  return numbers;
}

// The same message: other messages in two parts, packed numbers singly, and another value before
// each single one. The module itself is found only as a whole.
ProtoTree InOtherForm(const ProtoTree& message) {
  ProtoTree other = message;
  other.fields.clear();
  for (const ProtoTree& field : message.fields) {
    const ProtoFieldInfo* info = FindProtoField(message.message, field.number);
    if (field.message != ProtoMessage::kNone) {
      const ProtoTree whole = InOtherForm(field);
      const bool has_parts = info->label != ProtoLabel::kRepeated &&
                             message.message != ProtoMessage::kHloModuleProtoWithConfig;
      const auto half = whole.fields.begin() +
                        (has_parts ? static_cast<std::ptrdiff_t>(whole.fields.size() / 2) : 0);
      if (has_parts) {
        other.fields.push_back(whole);
        other.fields.back().fields = {whole.fields.begin(), half};
      }
      other.fields.push_back(whole);
      other.fields.back().fields = {half, whole.fields.end()};
    } else if (info->label == ProtoLabel::kPacked && WireTypeOf(info->type) == WireType::kVarint) {
      for (const ProtoTree& number : Unpacked(field)) other.fields.push_back(number);
      other.fields.push_back(field);
      other.fields.back().bytes.clear();
    } else if (info->label == ProtoLabel::kImplicit) {
      ProtoTree before = field;
      if (field.type == WireType::kBytes) before.bytes = "z";
      before.bits = 1;
      // The elements of a literal are added up.
      if (message.message != ProtoMessage::kLiteralProto) other.fields.push_back(before);
      other.fields.push_back(field);
    } else {
      other.fields.push_back(field);
    }
  }
  return other;
}

TEST(ProtosOfTestdata, MayHaveOtherForms) {
  for (const Sample& sample : Samples()) {
    const std::string other = WriteProtoTree(InOtherForm(TreeOf(sample)));
    EXPECT_GT(other.size(), sample.bytes.size());
    EXPECT_EQ(PrintOf(other), PrintOf(sample.bytes)) << sample.file;
  }
}

// ---- Damage.

// Calls visit(field, opcode, path) for all fields; path ends with the field's name.
template <typename Visit>
void ForEachField(ProtoTree* message, const std::string& opcode, const std::string& path,
                  Visit visit) {
  std::string inner = opcode;
  if (message->message == ProtoMessage::kHloInstructionProto) {
    for (const ProtoTree& field : message->fields) {
      if (field.number == pb::HloInstructionProto::opcode.number) inner = field.bytes;
    }
  }
  for (size_t i = 0; i < message->fields.size(); ++i) {
    const ProtoFieldInfo* info = FindProtoField(message->message, message->fields[i].number);
    const std::string place = StrCat(path, path.empty() ? "" : ".", info->name);
    visit(&message->fields[i], message->message, inner, place);
    ForEachField(&message->fields[i], inner, place, visit);
  }
}

// "a[3].b: words (at byte 7)" -> "a.b"
std::string PathOf(std::string_view error) {
  std::string path;
  bool is_index = false;
  for (const char c : error) {
    if (c == ':' || c == ' ') break;
    is_index = c == '[' || (is_index && c != ']');
    if (!is_index && c != ']') path.push_back(c);
  }
  return path;
}

// Whether the error is that of the field at `path`.
bool Names(std::string_view error, std::string_view path) {
  constexpr std::string_view kModule = "hlo_module.";
  if (path.substr(0, kModule.size()) == kModule) path.remove_prefix(kModule.size());
  if (PathOf(error) == path) return true;
  const size_t dot = path.rfind('.');
  const std::string_view name = path.substr(dot == std::string_view::npos ? 0 : dot + 1);
  const std::string_view parent = path.substr(0, dot == std::string_view::npos ? 0 : dot);
  if (absl::StrContains(Absl(error), StrCat("the string in ", name, " is not UTF-8"))) {
    return parent.empty() || PathOf(error) == parent;
  }
  const bool is_of_literal =
      absl::EndsWith(Absl(parent), "literal") || absl::EndsWith(Absl(parent), "tuple_literals");
  return is_of_literal && PathOf(error) == parent;
}

// Bytes that are neither a message nor packed numbers nor text.
TEST(ProtosOfTestdata, ErrorsNameTheDamagedField) {
  std::set<std::tuple<std::string, ProtoMessage, uint32_t>> done;
  size_t errors = 0;
  for (const Sample& sample : Samples()) {
    ProtoTree tree = TreeOf(sample);
    ForEachField(&tree, "", "",
                 [&](ProtoTree* field, ProtoMessage message, const std::string& opcode,
                     const std::string& path) {
                   if (field->type != WireType::kBytes) return;
                   if (!done.insert({opcode, message, field->number}).second) return;
                   ProtoTree damaged = *field;
                   damaged.fields.clear();
                   damaged.bytes = "\xff";
                   std::swap(*field, damaged);
                   const std::string bytes = WriteProtoTree(tree);
                   std::swap(*field, damaged);
                   const absl::StatusOr<HloModule> module = ParseHloProto(bytes);
                   if (module.ok() || path == "hlo_module") return;
                   ++errors;
                   const std::string error(module.status().message());
                   EXPECT_THAT(error, HasSubstr(" (at byte "));
                   EXPECT_TRUE(Names(error, path)) << path << " has the error " << error;
                 });
  }
  EXPECT_GT(errors, 1000 / kSampleStep);
}

// ---- Memory.

// A field that is not in the schema, in each message.
void AddUnknownFields(ProtoTree* message) {
  for (ProtoTree& field : message->fields) {
    if (field.message != ProtoMessage::kNone) AddUnknownFields(&field);
  }
  ProtoTree& unknown = message->fields.emplace_back();
  unknown.number = 300;
  unknown.type = WireType::kVarint;
  unknown.bits = 7;
}

// With a larger limit, a readable proto never becomes an error.
TEST(ProtosOfTestdata, NeedSomeMemory) {
  size_t refused = 0;
  for (const Sample& sample : Samples()) {
    ProtoReadOptions options;
    options.keep_unknown_fields = sample.bytes.size() % 2 == 0;
    ProtoTree tree = TreeOf(sample);
    if (sample.bytes.size() % 3 == 0) tree = InOtherForm(tree);
    if (options.keep_unknown_fields) AddUnknownFields(&tree);
    const std::string bytes = WriteProtoTree(tree);
    bool was_read = false;
    for (size_t limit = 1; !was_read; limit += limit / 8 + 1) {
      options.limits.max_memory_bytes = limit;
      const absl::StatusOr<HloModule> module = ParseHloProto(bytes, options);
      was_read = module.ok();
      if (was_read) continue;
      ++refused;
      ASSERT_EQ(module.status().code(), absl::StatusCode::kResourceExhausted)
          << sample.file << ": " << module.status();
    }
  }
  EXPECT_GT(refused, 1000 / kSampleStep);
}

// ---- Unknown fields.

// Reads a proto and writes it again.
std::string Rewritten(std::string_view bytes, bool keeps) {
  ProtoReadOptions options;
  options.keep_unknown_fields = keeps;
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes, options);
  EXPECT_TRUE(module.ok()) << module.status();
  ProtoWriteOptions write;
  write.wrap = ProtoWrap::kWithConfig;
  return module.ok() ? *SerializeHloModule(*module, write) : "";
}

TEST(ProtosOfTestdata, KeepUnknownFieldsIfAsked) {
  size_t kept_bytes = 0;
  for (const Sample& sample : Samples()) {
    ProtoTree tree = TreeOf(sample);
    AddUnknownFields(&tree);
    const std::string bytes = WriteProtoTree(tree);
    const std::string plain = Rewritten(sample.bytes, /*keeps=*/false);
    EXPECT_EQ(Rewritten(bytes, /*keeps=*/false), plain) << sample.file;
    const std::string kept = Rewritten(bytes, /*keeps=*/true);
    EXPECT_EQ(Rewritten(kept, /*keeps=*/true), kept) << sample.file;
    EXPECT_EQ(Rewritten(kept, /*keeps=*/false), plain) << sample.file;
    kept_bytes += kept.size() - plain.size();
  }
  EXPECT_GT(kept_bytes, 100000 / kSampleStep);
}

}  // namespace hlo_text_v1::damaged_test
