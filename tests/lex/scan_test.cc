// The patterns of numbers, strings and dictionaries, as tables of {text, match}.
#include "src/lex/scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::scan_test {

using namespace internal;

struct ScanCase {
  std::string_view text;
  int length;  // of the match; -1: none
};

template <typename Scan>
void ExpectLengths(Scan scan, const std::vector<ScanCase>& cases) {
  for (const ScanCase& c : cases) {
    std::string padded(c.text);
    padded.append(64, '\0');
    const char* end = scan(padded.data(), padded.data() + c.text.size());
    EXPECT_EQ(end == nullptr ? -1 : static_cast<int>(end - padded.data()), c.length) << c.text;
  }
}

TEST(Scan, Decimal) {
  ExpectLengths([](const char* p, const char*) { return ScanDecimal(p); },
                {{"1", -1},    {"-1", -1},  {"1.", 2},    {"1.5", 3},      {".5", 2},
                 {"-.5", 3},   {"-.", -1},  {".", -1},    {"1e5", 3},      {"1E+5x", 4},
                 {"1e", -1},   {"1.5e", 3}, {"1.5e-", 3}, {"1.e5", 4},     {".e5", -1},
                 {"1.5.5", 3}, {"", -1},    {"--1.", -1}, {"-1.5e-07", 8}, {"1.2e3.4", 5}});
}

TEST(Scan, DimLabels) {
  ExpectLengths([](const char* p, const char*) { return ScanDimLabels(p); }, {{"b0f_0io->b0f", 12},
                                                                              {"bf_io->bf", 9},
                                                                              {"bf_io->bfx", 9},
                                                                              {"?\?_?\?->??", 9},
                                                                              {"b_io->bf", -1},
                                                                              {"bf_i->bf", -1},
                                                                              {"bf_io->b", -1},
                                                                              {"bf_io-bf", -1},
                                                                              {"bf_bf->bf", -1},
                                                                              {"io_io->bf", -1},
                                                                              {"bf_io->io", -1},
                                                                              {"", -1}});
}

TEST(Scan, DxD) {
  ExpectLengths([](const char* p, const char*) { return ScanDxD(p); }, {{"1x2", 3},
                                                                        {"12x34x5", 7},
                                                                        {"1x2x", 3},
                                                                        {"1x", -1},
                                                                        {"1", -1},
                                                                        {"x2", -1},
                                                                        {"-1x2", -1},
                                                                        {"1X2", -1},
                                                                        {"", -1}});
}

TEST(Scan, Pad) {
  ExpectLengths([](const char* p, const char*) { return ScanPad(p); }, {{"1_2", 3},
                                                                        {"-1_-2", 5},
                                                                        {"1_2_3", 5},
                                                                        {"1_2_-3", 3},
                                                                        {"1_2x3_4", 7},
                                                                        {"1_2x3", 3},
                                                                        {"1_2_3x-4_5_6", 12},
                                                                        {"1_2_3_4", 5},
                                                                        {"1_", -1},
                                                                        {"_2", -1},
                                                                        {"1", -1},
                                                                        {"--1_2", -1},
                                                                        {"1_2x", 3},
                                                                        {"1__2", -1},
                                                                        {"", -1}});
}

TEST(Scan, Quoted) {
  using std::string_view_literals::operator""sv;
  ExpectLengths(ScanQuoted, {{R"("")", 2},
                             {R"("a"b")", 3},
                             {R"('a"b')", 5},
                             {R"("\"")", 4},
                             {R"("\\"")", 4},
                             {R"("a)", -1},
                             {R"("a\)", -1},
                             {R"("a\")", -1},
                             {"\"a\nb\"", 5},
                             {"\"a\\\nb\"", -1},
                             {"\"a\0b\""sv, 5},
                             {"\"\xc3\xa9\"", 4},
                             {"\"\xe2\x82\xac\"", 5},
                             {"\"\xf0\x9f\x98\x80\"", 6},
                             {"\"\xf4\x8f\xbf\xbf\"", 6},
                             {"\"\\\xc3\xa9\"", 5},
                             {"\"\x80\"", -1},
                             {"\"\xc0\x80\"", -1},
                             {"\"\xc3\"", -1},
                             {"\"\xe0\x80\x80\"", -1},
                             {"\"\xf0\x80\x80\x80\"", -1},
                             {"\"\xf4\x90\x80\x80\"", -1},
                             {"\"\xf8\x88\x80\x80\x80\"", -1}});
}

TEST(Scan, JsonDict) {
  ExpectLengths(ScanJsonDict, {{"{}", 2},
                               {"{{}{}} }", 6},
                               {R"({"}"})", 5},
                               {R"({"\"}"}x)", 7},
                               {"{'}'}", 3},
                               {"{", -1},
                               {"{{}", -1},
                               {R"({"})", -1},
                               {"", -1},
                               {"x{}", -1},
                               {"}", -1}});
}

struct PayloadCase {
  std::string_view text;
  uint64_t payload;  // 0: rejected
};

TEST(Scan, NanPayload) {
  for (const PayloadCase& c : std::vector<PayloadCase>{{"(0x1)", 1},
                                                       {"(0xaBc)", 0xabc},
                                                       {"(0x00000000000000000000001)", 1},
                                                       {"(0xfffffffffffff)", 0xfffffffffffff},
                                                       {"(0x10000000000000)", 0},
                                                       {"(0xffffffffffffffffffff)", 0},
                                                       {"(0x0)", 0},
                                                       {"(0x)", 0},
                                                       {"(0xg)", 0},
                                                       {"(0x1", 0},
                                                       {"(0x-1)", 0},
                                                       {"( 0x1)", 0},
                                                       {"(1)", 0},
                                                       {"(", 0},
                                                       {"", 0}}) {
    std::string padded(c.text);
    padded.append(64, '\0');
    const char* end = nullptr;
    uint64_t payload = 0;
    EXPECT_EQ(ScanNanPayload(padded.data(), &end, &payload), c.payload != 0) << c.text;
    EXPECT_EQ(payload, c.payload) << c.text;
    if (c.payload != 0) {
      EXPECT_EQ(end, padded.data() + c.text.size());
    }
  }
}

struct DecimalCase {
  std::string_view text;
  double value;
};

TEST(Scan, ParseDecimalIsCorrectlyRounded) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const DecimalCase& c :
       std::vector<DecimalCase>{{"0.1", 0.1},
                                {"-.5", -0.5},
                                {"5.", 5},
                                {"1.e5", 1e5},
                                {"1e23", 1e23},
                                {"9007199254740993.0", 9007199254740992.0},
                                {"1.7976931348623157e308", 1.7976931348623157e308},
                                {"1.7976931348623159e308", kInfinity},
                                {"-1e309", -kInfinity},
                                {"1e99999999999", kInfinity},
                                {"5e-324", 5e-324},
                                {"2e-324", 0},
                                {"1e-99999999999", 0}}) {
    EXPECT_EQ(ParseDecimal(c.text.data(), c.text.data() + c.text.size()), c.value) << c.text;
  }
  const std::string_view tiny = "-1e-400";
  EXPECT_TRUE(std::signbit(ParseDecimal(tiny.data(), tiny.data() + tiny.size())));
}

TEST(Scan, UnescapeIsStrict) {
  std::string out;
  EXPECT_TRUE(Unescape(R"(a\n\x41\101\u0041)", &out));
  EXPECT_EQ(out, "a\nAAA");
  EXPECT_TRUE(Unescape(R"(a\"b\'c\\d)", &out));
  EXPECT_EQ(out, R"(a"b'c\d)");
  EXPECT_TRUE(Unescape(R"(a\"b\n\')", &out));
  EXPECT_EQ(out, "a\"b\n'");
  for (const char* bad :
       {R"(\)", R"(\"\)", R"(\q)", R"(\x)", R"(\400)", R"(\x100)", R"(\ud800)", R"(\U00110000)"}) {
    EXPECT_FALSE(Unescape(bad, &out)) << bad;
  }
}

TEST(Scan, LexesAsJsonDict) {
  for (const char* dict : {"{}", " {a} ", "{a} // x", "/* x */{\"a\":1}", "{\n}\n"}) {
    EXPECT_TRUE(LexesAsJsonDict(dict)) << dict;
  }
  for (const char* no_dict : {"", "a", "{", "{a} x", "{}{}", "x{}", "{\"}", "\"{}\"", "[{}]"}) {
    EXPECT_FALSE(LexesAsJsonDict(no_dict)) << no_dict;
  }
}

}  // namespace hlo_text_v1::scan_test
