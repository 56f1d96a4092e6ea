#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "src/parse/module/header.h"
#include "tests/support/header_test_util.h"

namespace hlo_text_v1::header_original_arrays_test {

using namespace internal;

using ::testing::ElementsAreArray;

std::string Array(const OriginalArray& array) {
  std::string text(array.instruction_name);
  for (const int64_t i : array.shape_index) StrAppend(&text, ".", i);
  return text;
}

std::unique_ptr<HloModule> Refuse(std::string_view) { return nullptr; }

TEST(OriginRecoveryTableTest, SortsAndKeepsTheFirstOfEqualOnes) {
  ParseFixture text(
      R"({ {"b"}:{"y"} {"a" {1}}:{"z"}, 'one "q"' {"a"}:{"b" {2}} {"a"}:{"c"}, "two" {}:{} {"a" {0,1}}:{} })");
  std::vector<std::string> texts;
  const auto parse_nested = [&](std::string_view nested) {
    texts.emplace_back(nested);
    return std::make_unique<HloModule>();
  };
  absl::Span<const OriginRecovery> table;
  std::vector<std::unique_ptr<HloModule>> modules;
  EXPECT_TRUE(ReadOriginRecoveryTable(text.ctx, parse_nested, &table, &modules));
  EXPECT_EQ(text.ctx.kind(), TokKind::kEof);
  EXPECT_THAT(texts, ElementsAreArray({"one \"q\"", "two"}));
  std::vector<std::string> entries;
  for (const OriginRecovery& entry : table) {
    entries.push_back(StrCat(Array(entry.replaced), "=", Array(entry.replacing)));
  }
  EXPECT_THAT(entries, ElementsAreArray({"=", "a=b.2", "a.0.1=", "a.1=z", "b=y"}));
  ASSERT_EQ(modules.size(), 2u);
  EXPECT_EQ(table[3].module, modules[0].get());
  EXPECT_EQ(table[1].module, nullptr);
}

TEST(OriginRecoveryTableTest, Errors) {
  struct Case {
    const char* text;
    std::vector<std::string> errors;
  };
  constexpr char kFormat[] = "Expected format: <original_array>: <original_array>, <HloModule>";
  const Case cases[] = {
      {"x", {"1: Expects '{'"}},
      {"{ x }", {"3: Expects '{'"}},
      {"{ {\"a\"}:{\"b\"} ", {"15: Expects '{'"}},
      {"{ {\"a\"} {\"b\"} }", {StrCat("9: ", kFormat)}},
      {"{ {\"a\":{\"b\"} }", {"7: Expects '} at end of OriginalArray'"}},
      {"{ {\"a\"}:{\"b\"}, {\"c\"}:{\"d\"} }", {"16: expects string"}},
      {"{ {\"a\"}:{\"b\"}, \"xx\" }", {}},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const OriginRecovery> table;
    std::vector<std::unique_ptr<HloModule>> modules;
    EXPECT_FALSE(ReadOriginRecoveryTable(text.ctx, Refuse, &table, &modules)) << c.text;
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.text;
  }
}

std::string Describe(absl::Span<const DebugAttributesEntry> entries) {
  std::string text;
  for (const DebugAttributesEntry& entry : entries) {
    StrAppend(&text, text.empty() ? "" : " ", Array(entry.array));
    for (const DebugAttributes& a : entry.attributes) {
      StrAppend(&text, ":", static_cast<int>(a.log_mode), "/", a.callback_id, "/",
                a.partitioned ? 1 : 0, "/", a.op_id);
    }
  }
  return text;
}

TEST(DebugAttributesTest, SortsAndKeepsTheLastOfEqualOnes) {
  struct Case {
    const char* text;
    const char* expected;
  };
  const Case cases[] = {
      {"{}", ""},
      {"{ {\"x\" {1}}:({log_mode=default,op_id=4},{op_id=5}), {\"a\"}:{callback_id=7} }",
       "a:0/7/0/0 x.1:1/0/0/4:0/0/0/5"},
      {"{ {}:{log_mode=%fusion_debugger,partitioned=true,op_id=-1,op_id=2} }", ":2/0/1/2"},
      {"{ {\"a\"}:{op_id=1}, {\"b\"}:{op_id=3}, {\"a\"}:({op_id=2}) }", "a:0/0/0/2 b:0/0/0/3"},
      {"{ {\"a\"}:{op_id=1}, {\"a\"}:() }", ""},
      {"{ {\"a\"}:(), {\"b\"}:{op_id=0} }", "b:0/0/0/0"},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const DebugAttributesEntry> entries;
    EXPECT_TRUE(ReadDebugAttributes(text.ctx, &entries)) << c.text;
    EXPECT_EQ(Describe(entries), c.expected) << c.text;
    EXPECT_EQ(text.ctx.kind(), TokKind::kEof) << c.text;
  }
}

TEST(DebugAttributesTest, Errors) {
  struct Case {
    const char* text;
    std::vector<std::string> errors;
  };
  const Case cases[] = {
      {"x", {"1: Expects '{' to start debug_attributes"}},
      {"{x}", {"2: Expects '{'"}},
      {"{{\"a\"}{op_id=1}}", {"7: Expects ':' in debug_attributes entry"}},
      {"{{\"a\"}:5}", {"8: Expects '{' to start debug attributes"}},
      {"{{\"a\"}:{}}",
       {"9: expects attribute name", "9: Expects attribute name in debug attributes"}},
      {"{{\"a\"}:{op_id=1,}}",
       {"17: expects attribute name", "17: Expects attribute name in debug attributes"}},
      {"{{\"a\"}:{op_id=1 }", {"18: Expects '}' to end debug_attributes"}},
      {"{{\"a\"}:{op_id=1 op_id=2}", {"17: Expects '}' to end debug attributes"}},
      {"{{\"a\"}:{foo=1}}", {"13: Unknown debug attribute: foo"}},
      {"{{\"a\"}:{log_mode=foo}}", {"21: Invalid debug_log_mode value: foo"}},
      {"{{\"a\"}:{log_mode=\"default\"}}", {"18: expects name"}},
      {"{{\"a\"}:{callback_id=x}}", {"21: expects integer"}},
      {"{{\"a\"}:{partitioned=1}}", {"21: expects true or false"}},
      {"{{\"a\"}:({op_id=1},)}", {"19: Expects '{' to start debug attributes"}},
      {"{{\"a\"}:({op_id=1}}", {"18: Expects ')' after list of debug_attributes"}},
      {"{{\"a\"}:{op_id=1},}", {"18: Expects '{'"}},
      {"{{\"a\"}:{op_id=1} {\"b\"}:{op_id=1}}", {"18: Expects '}' to end debug_attributes"}},
  };
  for (const Case& c : cases) {
    ParseFixture text(c.text);
    absl::Span<const DebugAttributesEntry> entries;
    EXPECT_FALSE(ReadDebugAttributes(text.ctx, &entries)) << c.text;
    EXPECT_THAT(text.Errors(), ElementsAreArray(c.errors)) << c.text;
  }
}

}  // namespace hlo_text_v1::header_original_arrays_test
