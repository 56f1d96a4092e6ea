// The extent of text that is kept as written, and the names in it.
#include <gtest/gtest.h>

#include <string>

#include "hlo/source.h"
#include "src/parse/module/unknown_words.h"
#include "tests/support/cases.h"

namespace hlo::unknown_text_test {

using namespace internal;

// The text up to the end that `find` returns, "<none>" for nullptr.
template <typename Find>
std::string Extent(const std::string& text, Find find) {
  const SourceBuffer source = SourceBuffer::Copy(text);
  const char* begin = source.view().data();
  const char* end = find(begin, begin + source.size());
  return end == nullptr ? "<none>" : std::string(begin, end);
}

TEST(UnknownTextTest, Values) {
  const Case cases[] = {
      {"3", "3"},
      {"3, b=4", "3"},
      {"3\n  %b = f32[] x()", "3"},
      {"3\r\n}", "3"},
      {"3 }", "3"},
      {"{a={1,2},b=\"x, y\"}, c", "{a={1,2},b=\"x, y\"}"},
      {"[2,4]<=[8] T(1,0), c", "[2,4]<=[8] T(1,0)"},
      {"{\n 1,\n 2\n}\n", "{\n 1,\n 2\n}"},
      {"'a,b', c", "'a,b'"},
      {"\"\\\",\", c", "\"\\\",\""},
      {"{\"}\"}", "{\"}\"}"},
      {"a b /* , */ , c", "a b"},
      {"a /* , */ b, c", "a /* , */ b"},
      {"a // , b\n", "a"},
      {"{ // }\n}, c", "{ // }\n}"},
      {"a ROOT %x = f32[] y()", "a"},
      {"a x = f32[] y()", "a"},
      {"a %x=f32[] y()", "a"},
      {"a x=3", "a x=3"},
      {"a ENTRY %e {", "a"},
      {"a %f (p: f32[]) -> f32[] {", "a"},
      {"a %f {", "a"},
      {"a \t\tx\t= f32[] y()", "a"},
      {"a %x, b", "a %x"},
      {"a f (p), b", "a f (p)"},
      {"a ENTRYS, b", "a ENTRYS"},
      {"a ROOT, b", "a ROOT"},
      {"a // the end", "a"},
      {"a / b, c", "a / b"},
      {"a /", "a /"},
      // None.
      {"", "<none>"},
      {", b", "<none>"},
      {" \n", "<none>"},
      {"{a", "<none>"},
      {"{a)", "<none>"},
      {"a)", "<none>"},
      {"\"a", "<none>"},
      {"{/* }", "<none>"},
      {"a f (p, b", "<none>"},
      {"{a]", "<none>"},
  };
  ExpectCases(cases, [](const std::string& text) { return Extent(text, FindUnknownValueEnd); });
  EXPECT_EQ(Extent(std::string("a\0b", 3), FindUnknownValueEnd), "<none>");
}

TEST(UnknownTextTest, Operands) {
  const Case cases[] = {
      {"3)", "3"},           {"3 , 4)", "3"},
      {"{...})", "{...}"},   {"f32[2]{0} constant({1, 2}))", "f32[2]{0} constant({1, 2})"},
      {"a\n b\n)", "a\n b"}, {"\")\")", "\")\""},
      {")", "<none>"},       {"3", "<none>"},
      {"3}", "<none>"},      {"(3)", "<none>"},
  };
  ExpectCases(cases, [](const std::string& text) { return Extent(text, FindUnknownOperandEnd); });
}

TEST(UnknownTextTest, Names) {
  const std::string text = "{%a, \"%b\", '%c', /*%d*/%e.1-x_,%, %1 b %f}";
  std::string names;
  for (const NameInText& name : FindNames(text)) names += text.substr(name.offset, name.size) + " ";
  EXPECT_EQ(names, "a e.1-x_ f ");
  EXPECT_EQ(FindNames("%a \"%b").size(), 1u) << "up to a string that is not closed";
}

// Without percent signs, c%a would print as another name.
TEST(UnknownTextTest, NamesStandApart) {
  const std::string text = "c%a, %b%c, 1%d, (%e), -%f, \"x\"%g";
  std::string names;
  for (const NameInText& name : FindNames(text)) names += text.substr(name.offset, name.size) + " ";
  EXPECT_EQ(names, "b e g ");
}

TEST(UnknownTextTest, DeepBracketsAreNoRecursion) {
  const std::string open(1 << 20, '{');
  EXPECT_EQ(Extent(open, FindUnknownValueEnd), "<none>");
  const std::string closed = open + std::string(1 << 20, '}');
  EXPECT_EQ(Extent(closed, FindUnknownValueEnd), closed);
}

TEST(UnknownTextTest, ManyBlanksTakeLinearTime) {
  const std::string text = "a" + std::string(1 << 22, ' ') + "b";
  EXPECT_EQ(Extent(text + ",", FindUnknownValueEnd), text);
}

}  // namespace hlo::unknown_text_test
