// PrintHloProto: the form of single fields.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/proto.h"
#include "src/base/strings.h"
#include "tests/proto/bytes.h"
#include "tests/support/proto_tree.h"
#include "tests/support/read.h"

namespace hlo_text_v1::print_proto_test {

using namespace internal;

using ::testing::HasSubstr;

constexpr char kText[] =
    "HloModule m\nENTRY e { p = f32[2] parameter(0) c = f32[2] constant({1, 2.5}) "
    "d = f64[1] constant({0.5}) u = u64[1] constant({18446744073709551615}) "
    "w = u32[1] constant({4294967295}) ROOT r = f32[2] add(p, c), metadata={op_name=\"a\"} }";

// The textproto after an edit.
std::string Edited(std::string_view edits) {
  const absl::StatusOr<std::string> text =
      PrintHloProto(EditedProto(*SerializeHloModule(ReadModule(kText)), edits));
  return text.ok() ? *text : std::string(text.status().message());
}

TEST(PrintHloProto, Values) {
  const struct {
    const char* edits;
    const char* lines;
  } kCases[] = {
      {"", "      f32s: 1\n      f32s: 2.5\n"},
      {"", "      f64s: 0.5\n"},
      {"", "      u64s: 18446744073709551615\n"},
      {"", "      u32s: 4294967295\n"},
      {"w.literal.u32s = [18446744073709551615]", "      u32s: 4294967295\n"},
      {"r.is_stable = true", "    is_stable: true\n"},
      {"r.is_stable = false", "    is_stable: false\n"},
      {"r.epsilon = 1.5", "    epsilon: 1.5\n"},
      {"r.exponent_bits = -5", "    exponent_bits: -5\n"},
      {"r.tuple_index = -5", "    tuple_index: -5\n"},
      {"r.fft_type = RFFT", "    fft_type: RFFT\n"},
      {"r.fft_type = 200", "    fft_type: 200\n"},
      {"r.operand_ids = 1v", "    operand_ids: 1\n"},
      {"r.operand_ids = 1i32", "    36: 1\n"},
      {"r.operand_ids = `8001`", "    operand_ids: 128\n"},
      {"r.name = 7v", "    1: 7\n"},
      {"r.name = \"\\001\\\"\"", "    name: \"\\001\\\"\"\n"},
      {"r.metadata = 7v", "    7: 7\n"},
      {"r.300 = \"x\"", "    300: \"x\"\n"},
      {"r.300 = !{1: 7}; r.301 = 7i64", "  }\n    301: 7\n"},
      {"r.operand_ids = `80`", "Failed to deserialize HloModuleProto: a number is cut (at byte "},
      {"c.literal.f32s = `0000`",
       "Failed to deserialize HloModuleProto: a number is cut (at byte "},
      {"d.literal.f64s = `0000`",
       "Failed to deserialize HloModuleProto: a number is cut (at byte "},
      {"r.metadata = `0a`", "a field is longer than what contains it (at byte "},
  };
  for (const auto& each : kCases) EXPECT_THAT(Edited(each.edits), HasSubstr(each.lines));
}

TEST(PrintHloProto, AroundTheModule) {
  const HloModule module = ReadModule(kText);
  const struct {
    ProtoWrap wrap;
    const char* begin;
  } kCases[] = {
      {ProtoWrap::kNone, "name: \"m\"\n"},
      {ProtoWrap::kHloProto, "hlo_module {\n  name: \"m\"\n"},
      {ProtoWrap::kSnapshot, "hlo {\n  hlo_module {\n    name: \"m\"\n"},
      {ProtoWrap::kWithConfig, "hlo_module {\n  name: \"m\"\n"},
  };
  for (const auto& [wrap, begin] : kCases) {
    ProtoWriteOptions options;
    options.wrap = wrap;
    const std::string text = *PrintHloProto(*SerializeHloModule(module, options));
    EXPECT_EQ(text.substr(0, std::string_view(begin).size()), begin);
    EXPECT_EQ(text.find("\nconfig {\n") != std::string::npos, wrap == ProtoWrap::kWithConfig);
  }
}

// Field 3 of HloModuleProto is a computation, 2 there an instruction, 3 its shape, 4 an element.
TEST(PrintHloProto, RefusesWhatNestsTooDeep) {
  std::string bytes;
  const auto wrap = [&](char field) {
    std::string size;
    for (size_t n = bytes.size();; n >>= 7) {
      size.push_back(static_cast<char>(n < 0x80 ? n : n | 0x80));
      if (n < 0x80) break;
    }
    bytes = StrCat(std::string(1, static_cast<char>(field << 3 | 2)), size, bytes);
  };
  for (int i = 0; i < 5000; ++i) wrap(4);
  for (const char field : {3, 2, 3}) wrap(field);
  EXPECT_THAT(PrintHloProto(bytes).status().message(), HasSubstr("nested too deeply"));
  int pieces = 0;
  EXPECT_FALSE(PrintHloProto(bytes, [&](std::string_view) { ++pieces; }).ok());
  EXPECT_EQ(pieces, 0);
}

TEST(PrintHloProto, InPieces) {
  std::string list = "0";
  for (int i = 0; i < 20'000; ++i) list.append(",0");
  const std::string bytes = *SerializeHloModule(
      ReadModule(StrCat("HloModule m\nENTRY e { ROOT c = s32[20001] constant({", list, "}) }")));
  std::string all;
  int pieces = 0;
  const auto sink = [&](std::string_view piece) {
    ++pieces;
    all.append(piece);
  };
  ASSERT_TRUE(PrintHloProto(bytes, sink).ok());
  EXPECT_GT(pieces, 1);
  EXPECT_EQ(all, *PrintHloProto(bytes));
}

}  // namespace hlo_text_v1::print_proto_test
