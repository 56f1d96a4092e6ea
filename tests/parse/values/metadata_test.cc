#include <random>

#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::metadata_test {

using namespace internal;

void AppendBraced(const OpMetadata& metadata, std::string* out) {
  if (!MetadataIsPrinted(metadata)) return;
  out->push_back('{');
  AppendMetadataFields(metadata, out);
  out->push_back('}');
}

// `text` in a source that continues after it.
struct Scanned {
  explicit Scanned(std::string_view text) : source(std::string(text) + ", sharding={}\n") {
    size = source.size();
    source.append(64, '\0');
    result = ScanCanonicalMetadata(source.data(), source.data() + size);
    end = result.end == nullptr ? 0 : static_cast<size_t>(result.end - source.data());
  }
  std::string source;
  size_t size = 0;
  size_t end = 0;
  CanonicalMetadata result;
};

TEST(MetadataParserTest, Parse) {
  constexpr std::string_view kAllowed =
      "deduplicated_name, metadata_payload, op_name, op_type, profile_type, scheduling_name, "
      "source_column, source_end_column, source_end_line, source_file, source_line, "
      "stack_frame_id";
  const std::string unexpected =
      "ERR 14: unexpected attribute \"foo\". Allowed attributes: " + std::string(kAllowed);
  const Case cases[] = {
      {R"({op_type="x", op_name="y"})", R"({op_type="x" op_name="y"})"},
      {R"({,op_type="x"})", R"({op_type="x"})"},
      {R"({op_name="a"source_line=1})", R"({op_name="a" source_line=1})"},
      {R"({metadata_payload="p" stack_frame_id=3 scheduling_name="s" deduplicated_name="d"
           profile_type={1,2} source_end_column=4 source_column=3 source_end_line=2
           source_line=1 source_file="f" op_name="n" op_type="t"})",
       R"({op_type="t" op_name="n" source_file="f" source_line=1 source_end_line=2 )"
       R"(source_column=3 source_end_column=4 profile_type={1,2} deduplicated_name="d" )"
       R"(scheduling_name="s" stack_frame_id=3 metadata_payload="p"})"},
      {R"({source_line=3})", ""},
      {R"({deduplicated_name="d"})", ""},
      {R"({op_name="" source_line=4})", ""},
      {R"({metadata_payload=""})", R"({metadata_payload=""})"},
      {R"({source_line=-5 op_name="a"})", R"({op_name="a" source_line=-5})"},
      {R"({source_line=18446744073709551615 op_name="a"})", R"({op_name="a" source_line=-1})"},
      {R"({scheduling_name="s\"q"})", R"({scheduling_name="s\"q"})"},
      {R"({op_name="it's \x41"})", R"({op_name="it\'s A"})"},
      {"3", "ERR 0: expects '{' to start sub attributes"},
      {R"({op_type="x",})", "ERR 13: expects attribute name | 13: error parsing attributes"},
      {R"({op_name="a", foo=1})", unexpected},
      {R"({op_name="a" op_name="b"})", "ERR 13: attribute op_name already exists"},
      {R"({source_line=1x2})", "ERR 13: expects integer | 1: error parsing attribute source_line"},
      {R"({profile_type={4} op_name="a"})", "ERR"},
      {R"({profile_type={-1} op_name="a"})", "ERR"},
  };
  ExpectValues<OpMetadata>(cases, ReadMetadata, AppendBraced);
}

TEST(MetadataParserTest, ScanAcceptsCanonicalText) {
  for (const std::string_view text : {
           R"({op_name="a"})",
           R"({source_file="a b/c.py"})",
           R"({scheduling_name="s"})",
           R"({metadata_payload="p"})",
           R"({op_type="t" op_name="jit(f)/{}=1,2" source_file="/a/b.py" source_line=10})",
           R"({op_name="a" source_line=-2147483648 source_end_line=2147483647})",
           R"({op_type="t" op_name="n" source_file="f" source_line=1 source_end_line=2 )"
           R"(source_column=3 source_end_column=4 deduplicated_name="d" scheduling_name="s" )"
           R"(stack_frame_id=5 metadata_payload="p"})",
       }) {
    EXPECT_EQ(Scanned(text).end, text.size()) << text;
  }
}

TEST(MetadataParserTest, ScanFindsStackFrame) {
  const std::string_view text = R"({op_name="a" stack_frame_id=170 metadata_payload="p"})";
  const Scanned scanned(text);
  ASSERT_EQ(scanned.end, text.size());
  EXPECT_EQ(scanned.result.stack_frame_id, 170);
  EXPECT_EQ(Scanned(R"({op_name="a"})").result.stack_frame_id, 0);
}

TEST(MetadataParserTest, ScanRefusesTheRest) {
  for (const std::string_view text : {
           // Not printed at all, or only while the stack frame is valid.
           R"({})",
           R"({source_line=3})",
           R"({deduplicated_name="d"})",
           R"({stack_frame_id=5})",
           // Printed differently.
           R"({op_name=""})",
           R"({op_name="" source_file="f"})",
           R"({metadata_payload=""})",
           R"({op_name="a" source_line=0})",
           R"({op_name="a" source_line=03})",
           R"({op_name="a" source_line=-0})",
           R"({op_name="a" source_line=+3})",
           R"({ op_name="a"})",
           R"({op_name="a" })",
           R"({op_name="a"  source_line=3})",
           R"({op_name="a", source_line=3})",
           R"({op_name="a"source_line=3})",
           R"({op_name='a'})",
           R"({op_name= "a"})",
           R"({source_line=3 op_name="a"})",
           R"({op_name="a" op_type="b"})",
           R"({op_name="a"/**/})",
           "{op_name=\"a\tb\"}",
           "{op_name=\"a\\\\b\"}",
           "{op_name=\"it's\"}",
           "{op_name=\"\xc3\xa9\"}",
           "{op_name=\"a\x7f\"}",
           R"({op_name="a" profile_type={1}})",
           // Errors.
           R"({op_name="a" op_name="b"})",
           R"({op_name="a" source_line=2147483648})",
           R"({op_name="a" source_line=-2147483649})",
           R"({op_name="a" source_line=11111111111})",
           R"({op_name="a" source_line=})",
           R"({op_name="a" source_line=1.5})",
           R"({op_name="a" foo=1})",
           R"({op_name="a")",
           R"({op_name="a)",
           R"({op_name=)",
           R"({)",
           R"(op_name="a"})",
           "",
       }) {
    EXPECT_EQ(Scanned(text).result.end, nullptr) << text;
  }
}

// The closing brace and quote must be in the source, whatever follows it.
TEST(MetadataParserTest, ScanStopsAtEndOfSource) {
  const std::string_view text = R"({op_name="abc" source_line=33})";
  for (size_t size = 0; size < text.size(); ++size) {
    std::string source(text.substr(0, size));
    source.append(64, '\0');
    EXPECT_EQ(ScanCanonicalMetadata(source.data(), source.data() + size).end, nullptr) << size;
  }
}

// Compares the scanner with the parser and the printer, on nearly canonical texts.
TEST(MetadataParserTest, ScanAgreesWithParser) {
  std::mt19937 random(7);
  const auto pick = [&](size_t count) { return random() % count; };
  const std::string_view fields[] = {
      R"(op_type="t")",         R"(op_name="name(x)/y")",   R"(source_file="f.py")",
      R"(source_line=12)",      R"(source_end_line=-3)",    R"(source_column=4)",
      R"(source_end_column=5)", R"(deduplicated_name="d")", R"(scheduling_name="s")",
      R"(stack_frame_id=9)",    R"(metadata_payload="p")"};
  constexpr std::string_view kBytes = "{}=\"' \\,0-9az\n";
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = "{";
    for (const std::string_view field : fields) {
      if (pick(2) == 0) continue;
      if (text.size() > 1) text += ' ';
      text += field;
    }
    text += '}';
    if (pick(2) == 0) text[pick(text.size())] = kBytes[pick(kBytes.size())];
    const Scanned scanned(text);
    bool needs_frame = false;  // so that it prints
    const std::string printed = ParseAndPrint<OpMetadata>(
        text, Production<OpMetadata>(ReadMetadata), [&](OpMetadata metadata, std::string* out) {
          AppendBraced(metadata, out);
          metadata.stack_frame_id = 0;
          needs_frame = !MetadataIsPrinted(metadata);
        });
    if (scanned.end != 0) {
      // Text after a '}' among the fields does not matter.
      EXPECT_EQ(printed.substr(0, printed.find(" | rest: ")), text.substr(0, scanned.end));
      ++accepted;
    } else if (printed == text) {
      // scheduling_name prints unescaped, but the scanner accepts only plain bytes.
      EXPECT_TRUE(needs_frame || text.find_first_of("'\n") != std::string::npos) << text;
    }
  }
  EXPECT_GT(accepted, 5000);
}

}  // namespace hlo_text_v1::metadata_test
