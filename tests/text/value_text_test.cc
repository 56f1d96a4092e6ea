#include "src/text/value_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hlo_text_v1::value_text_test {

using namespace internal;

using Kind = AttributeKind;

TEST(ValueText, StringsByTheirForm) {
  const auto text = [](std::string_view value, StringForm form) {
    std::string result;
    AppendValueText(StringValue{value, form}, {}, &result);
    return result;
  };
  EXPECT_EQ(text("a\"b", StringForm::kEscaped), R"("a\"b")");
  EXPECT_EQ(text("a\"b", StringForm::kRaw), R"("a\"b")");
  EXPECT_EQ(text("{\"a\":1}", StringForm::kDict), "{\"a\":1}");
  EXPECT_EQ(text("a", StringForm::kDict), "\"a\"");
}

TEST(ValueText, SameValue) {
  const int64_t numbers[] = {1, 2, 12};
  const auto all = absl::MakeConstSpan(numbers);
  const auto list = [](absl::Span<const int64_t> values) {
    return Attribute::Int64List(Kind::kDimensions, values);
  };
  EXPECT_TRUE(PrintSameValue(list(all), list(all)));
  EXPECT_FALSE(PrintSameValue(list(all.first(2)), list(all.subspan(2))));
  const auto epsilon = [](double value) { return Attribute::Double(Kind::kEpsilon, value); };
  EXPECT_TRUE(PrintSameValue(epsilon(0.5), epsilon(0.50000001)));  // prints with six digits
  EXPECT_FALSE(PrintSameValue(epsilon(0.5), epsilon(0.25)));
  const auto flag = [](bool value) { return Attribute::Bool(Kind::kIsStable, value); };
  EXPECT_TRUE(PrintSameValue(flag(true), flag(true)));
  EXPECT_FALSE(PrintSameValue(flag(true), flag(false)));
  char memory[2];  // only addresses count
  const auto callee = [](const char* at) { return Attribute::Pointer(Kind::kToApply, at); };
  EXPECT_TRUE(PrintSameValue(callee(memory), callee(memory)));
  EXPECT_FALSE(PrintSameValue(callee(memory), callee(memory + 1)));
}

}  // namespace hlo_text_v1::value_text_test
