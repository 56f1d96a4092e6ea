// Fields that the module has no place for, kept and written back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/proto.h"
#include "tests/proto/bytes.h"

namespace hlo_text_v1::unknown_fields_test {

using ::testing::HasSubstr;

ProtoReadOptions Keep() {
  ProtoReadOptions options;
  options.keep_unknown_fields = true;
  return options;
}

// Reads a proto and writes it again.
std::string Rewritten(std::string_view bytes, const ProtoReadOptions& options) {
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes, options);
  if (!module.ok()) return std::string(module.status().message());
  return *SerializeHloModule(*module);
}

std::string Textproto(std::string_view bytes) { return *PrintHloProto(bytes); }

// A module with `field` in one of its messages.
struct Places {
  std::string module, computation, instruction, shape, element, layout, metadata, sharding;
};
std::string ModuleWith(const Places& at) {
  const std::string array = Number(2, 11) + Text(3, "\x02") +
                            Message(5, Text(1, std::string(1, '\0')) + at.layout) +
                            Text(6, std::string(1, '\0'));
  const std::string tuple = Number(2, 13) + Message(4, array) + Message(4, array + at.element);
  const auto instruction = [](std::string_view name, std::string_view opcode,
                              std::string_view shape, int64_t id, std::string_view more) {
    return Message(2, Text(1, name) + Text(2, opcode) + Message(3, shape) + Number(35, id) +
                          std::string(more));
  };
  const std::string parameter = instruction("p", "parameter", array + at.shape, 0, "");
  const std::string result =
      instruction("t", "tuple", tuple, 1,
                  Message(7, Text(2, "a/b") + at.metadata) + Text(36, std::string(2, '\0')) +
                      Message(40, Number(1, 4) + at.sharding) + at.instruction);
  return Text(1, "m") +
         Message(3, Text(1, "e") + parameter + result + Number(6, 1) + at.computation) +
         Message(4, Message(1, array) + Message(2, tuple) + Text(3, "p")) + at.module;
}

TEST(KeptFields, ComeBackInTheirMessage) {
  const std::string field = Number(300, 7);
  std::string Places::* const places[] = {
      &Places::module,  &Places::computation, &Places::instruction, &Places::shape,
      &Places::element, &Places::layout,      &Places::metadata,    &Places::sharding};
  for (const auto place : places) {
    Places at;
    at.*place = field;
    const std::string given = ModuleWith(at);
    const std::string kept = Rewritten(given, Keep());
    EXPECT_THAT(Textproto(kept), HasSubstr("300: 7\n"));
    EXPECT_EQ(Rewritten(kept, Keep()), kept);
    EXPECT_EQ(Rewritten(kept, {}), Rewritten(ModuleWith({}), {}));
    EXPECT_EQ(Rewritten(given, {}), Rewritten(ModuleWith({}), {}));
  }
}

TEST(KeptFields, HaveTheirPlaces) {
  Places at;
  at.module = Number(300, 1);
  at.computation = Number(301, 2);
  at.instruction = Text(302, "three");
  at.shape = Number(303, 4);
  at.element = Number(304, 5);
  at.layout = Number(305, 6);
  at.metadata = Number(306, 7);
  const std::string text = Textproto(Rewritten(ModuleWith(at), Keep()));
  EXPECT_THAT(text, HasSubstr("\n300: 1\n"));
  EXPECT_THAT(text, HasSubstr("\n  301: 2\n}"));
  EXPECT_THAT(text, HasSubstr("\n    302: \"three\"\n  }"));
  EXPECT_THAT(text, HasSubstr("\n      303: 4\n    }"));
  EXPECT_THAT(text, HasSubstr("\n        304: 5\n      }"));
  EXPECT_THAT(text, HasSubstr("\n        305: 6\n      }"));
  EXPECT_THAT(text, HasSubstr("\n      306: 7\n    }"));
}

TEST(KeptFields, KnownOnesComeInOrder) {
  Places at;
  at.module = Number(11, 1) + Text(21, "TPU") +  // is_dynamic, device_type
              Message(15, Number(1, 1) + Number(2, 1) + Message(3, Text(1, "\x05")));
  at.metadata = Number(8, 1024);  // size_of_generated_code_in_bytes
  const std::string kept = Rewritten(ModuleWith(at), Keep());
  const std::string text = Textproto(kept);
  EXPECT_THAT(text, HasSubstr("\nis_dynamic: true\ndevice_assignment {\n"));
  EXPECT_LT(text.find("device_assignment"), text.find("buffer_donor"));
  EXPECT_LT(text.find("frontend_attributes"), text.find("device_type"));
  EXPECT_THAT(text, HasSubstr("op_name: \"a/b\"\n      size_of_generated_code_in_bytes: 1024\n"));
  std::vector<ProtoWarning> warnings;
  ASSERT_TRUE(ParseHloProto(kept, Keep(), &warnings).ok());
  EXPECT_TRUE(warnings.empty());
  ASSERT_TRUE(ParseHloProto(kept, {}, &warnings).ok());
  EXPECT_EQ(warnings.size(), 1u);
}

TEST(KeptFields, AreCopiedWithTheModule) {
  Places at;
  at.module = at.computation = at.instruction = Number(300, 7);
  const absl::StatusOr<HloModule> module = ParseHloProto(ModuleWith(at), Keep());
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(*SerializeHloModule(module->Clone()), *SerializeHloModule(*module));
}

// The ids of an edited module are those of its bytes; what is new comes after them.
TEST(KeptFields, KeepIds) {
  constexpr int64_t kId = (int64_t{5} << 32) + 4;
  const std::string other = Computation(Instruction("q", "parameter", kId), kId, "other", 5);
  const absl::StatusOr<HloModule> module = ParseHloProto(ModuleWith({}) + other, Keep());
  ASSERT_TRUE(module.ok()) << module.status();
  HloModule edited = module->Clone();
  HloComputation* computation = edited.FindComputation("other");
  ASSERT_NE(computation, nullptr);
  HloBuilder builder(computation);
  builder.AddUnary(HloOpcode::kAbs, computation->root_instruction());
  const std::string text = Textproto(*SerializeHloModule(edited));
  EXPECT_THAT(text, HasSubstr("\n    id: 21474836484\n"));
  EXPECT_THAT(text, HasSubstr("\n    id: 21474836485\n"));
  EXPECT_THAT(text, HasSubstr("\n  id: 5\n  root_id: 21474836484\n"));
  EXPECT_THAT(Textproto(Rewritten(ModuleWith({}) + other, {})), HasSubstr("\n  id: 1\n"));
}

// A field of a wrong type is not in the schema; the right one is not kept twice.
TEST(KeptFields, OfOtherTypesLeaveTheOthers) {
  Places at;
  at.metadata = Number(3, 5);
  at.sharding = Number(300, 1) + Number(300, 2) + Number(200, 3);
  const std::string kept = Rewritten(ModuleWith(at), Keep());
  EXPECT_THAT(Textproto(kept), HasSubstr("op_name: \"a/b\"\n      3: 5\n"));
  EXPECT_EQ(Rewritten(kept, Keep()), kept);
}

// The reader does not look into a computation's shape.
TEST(KeptFields, AreNotLookedForTooDeep) {
  std::string shape = Number(2, 13);
  for (int i = 0; i < 200; ++i) shape = Number(2, 13) + Message(4, shape);
  Places at;
  at.computation = Message(4, Message(2, shape));
  EXPECT_TRUE(ParseHloProto(ModuleWith(at)).ok());
  EXPECT_THAT(Rewritten(ModuleWith(at), Keep()), HasSubstr("messages are nested too deeply"));
}

TEST(KeptFields, GoWithTheirMessage) {
  Places at;
  at.sharding = Number(300, 1);
  absl::StatusOr<HloModule> module = ParseHloProto(ModuleWith(at), Keep());
  ASSERT_TRUE(module.ok()) << module.status();
  HloInstruction* root = module->entry_computation()->root_instruction();
  ASSERT_TRUE(RemoveAttribute(root, AttributeKind::kSharding).ok());
  std::vector<ProtoWarning> warnings;
  ASSERT_TRUE(SerializeHloModule(*module, {}, &warnings).ok());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].message, "1 kept fields are dropped with their message");
}

}  // namespace hlo_text_v1::unknown_fields_test
