#include "hlo/visitor.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::visitor_test {

// Records the function that is called.
class Recorder : public ConstHloVisitor<Recorder> {
 public:
#define HLO_OPCODE(Id, ...)                                   \
  absl::Status Handle##Id(const HloInstruction* i) override { \
    text += #Id " " + std::string(i->name()) + "\n";          \
    return absl::OkStatus();                                  \
  }
#include "hlo/tables/opcodes.def"
  absl::Status HandleUnknown(const HloInstruction* i) override {
    text += "Unknown " + std::string(i->name()) + "\n";
    return absl::OkStatus();
  }
  std::string text;
};

TEST(HloVisitor, EachOpcodeHasItsFunction) {
  ParseOptions options;
  options.allow_unknown = true;
  const HloModule module = ModuleOf(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  s = ((f32[]), f32[], u32[]) negate-start(p)
  u = ((f32[]), f32[], u32[]) negate-update(s)
  d = f32[] negate-done(u)
  w = f32[] frobnicate(d)
  ROOT n = f32[] negate(w)
})",
                                    options);
  Recorder recorder;
  ASSERT_TRUE(recorder.VisitAll(module.entry_computation()->instructions()).ok());
  EXPECT_EQ(recorder.text,
            "Parameter p\nAsyncStart s\nAsyncUpdate u\nAsyncDone d\nUnknown w\nNegate n\n");
}

class FailsAtAdd : public HloVisitorWithDefault {
 public:
  absl::Status HandleAdd(HloInstruction*) override { return absl::InternalError("add"); }
  absl::Status DefaultAction(HloInstruction*) override {
    ++others;
    return absl::OkStatus();
  }
  int others = 0;
};

TEST(HloVisitor, StopsAtTheFirstError) {
  HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  a = f32[] add(p, p)
  ROOT n = f32[] negate(a)
})");
  FailsAtAdd visitor;
  const absl::Status status = visitor.VisitAll(InstructionPostOrder(*module.entry_computation()));
  EXPECT_EQ(status.message(), "add");
  EXPECT_EQ(visitor.others, 1);
}

}  // namespace hlo_text_v1::visitor_test
