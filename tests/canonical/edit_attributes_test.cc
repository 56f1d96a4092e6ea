#include "src/canonical/edit_attributes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/internal/attribute_access.h"
#include "hlo/printer.h"
#include "tests/support/read.h"

namespace hlo_text_v1::edit_attributes_test {

using namespace internal;

using internal::IrAccess;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kText[] = R"(HloModule m
ENTRY e {
  p = f32[4] parameter(0), sharding={replicated metadata={{op_name="a" stack_frame_id=1}, {op_name="b"}}}, statistics={visualizing_index=0,x=1}
  ROOT t = (f32[4], f32[4]) tuple(p, p), sharding={{replicated}, {replicated metadata={op_name="c" stack_frame_id=2}}}, backend_config="z"
}
)";

TEST(EditAttributes, TakesOutAndReplaces) {
  HloModule module = ReadModule(kText);
  EditAttributes(IrAccess::StateOf(module), [](const HloInstruction&, Attribute* attribute) {
    if (attribute->kind() == AttributeKind::kBackendConfig) {
      const uint8_t rank = AttributeAccess::Rank(*attribute);
      ReplaceAttribute(Attribute::String(AttributeKind::kBackendConfig, "y"), attribute);
      EXPECT_EQ(AttributeAccess::Rank(*attribute), rank);
    }
    return attribute->kind() != AttributeKind::kSharding;
  });
  const std::string text = PrintHloModule(module);
  EXPECT_THAT(text, HasSubstr("parameter(0), statistics={visualizing_index=0,x=1}\n"));
  EXPECT_THAT(text, HasSubstr("tuple(%p, %p), backend_config=\"y\"\n"));
}

TEST(EditAttributes, TakesOutAll) {
  HloModule module = ReadModule(kText);
  EditAttributes(IrAccess::StateOf(module),
                 [](const HloInstruction&, Attribute*) { return false; });
  EXPECT_TRUE(module.entry_computation()->root_instruction()->attributes().empty());
  EXPECT_THAT(PrintHloModule(module), HasSubstr("tuple(%p, %p)\n"));
}

TEST(DropStackFramesOfSharding, InElementsToo) {
  HloModule module = ReadModule(kText);
  IrAccess::ModuleState& state = IrAccess::StateOf(module);
  EditAttributes(state, [&](const HloInstruction&, Attribute* attribute) {
    if (attribute->kind() == AttributeKind::kSharding) {
      DropStackFramesOfSharding(state.arena, attribute);
    }
    return true;
  });
  const std::string text = PrintHloModule(module);
  EXPECT_THAT(text, HasSubstr(R"({replicated metadata={{op_name="a"}, {op_name="b"}}})"));
  EXPECT_THAT(text, HasSubstr(R"({{replicated}, {replicated metadata={op_name="c"}}})"));
  EXPECT_THAT(text, Not(HasSubstr("stack_frame_id")));
}

}  // namespace hlo_text_v1::edit_attributes_test
