#include "src/ir/visit_attribute.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hlo_text_v1::visit_attribute_test {

using namespace internal;

TEST(ValueFields, NamesAndMembersInTheirOrder) {
  const WindowDimension dimension{1, 2, 3, 4, 5, 6, true};
  std::string text;
  ForEachField(dimension, [&](std::string_view name, auto member) {
    text.append(name).append("=").append(std::to_string(member)).append(" ");
  });
  EXPECT_EQ(text,
            "size=1 stride=2 padding_low=3 padding_high=4 base_dilation=5 window_dilation=6 "
            "window_reversal=1 ");
}

TEST(ValueFields, ForEachMemberMayChangeThem) {
  PaddingDimension dimension{1, 2, 3};
  ForEachMember(dimension, [](int64_t& member) { member = -member; });
  EXPECT_EQ(dimension.low, -1);
  EXPECT_EQ(dimension.interior, -3);
}

static_assert(IsPlainValue<Window>::value);
static_assert(IsPlainValue<absl::Span<const absl::Span<const int64_t>>>::value);
static_assert(!IsPlainValue<Literal>::value);
static_assert(!IsPlainValue<absl::Span<const Shape* const>>::value);
static_assert(!IsPlainValue<HloComputation*>::value);

}  // namespace hlo_text_v1::visit_attribute_test
