// The accessors of modules, computations and instructions; moving a module keeps its objects valid.
#include "hlo/module.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::module_test {

using namespace internal;

constexpr std::string_view kText = R"(HloModule m, is_scheduled=true
f {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}, execution_thread="t", backend_config={"a":1}
ENTRY e {
  p = f32[2] parameter(1)
  q = f32[2] parameter(0), metadata={op_name="n" source_line=3}
  a = f32[2] add(p, q), control-predecessors={q}, sharding={replicated}, backend_config="b"
  c = f32[2] custom-call(a), custom_call_target="t"
  w = f32[2] while(c), condition={ i = f32[2] parameter(0) ROOT k = pred[] constant(true) }, body=f
  ROOT r = f32[2] call(w), to_apply=f
  dead = f32[] constant(1)
}
)";

class ModuleTest : public ::testing::Test {
 protected:
  ModuleTest() : module_(*ParseHloModule(kText)) {}

  const HloInstruction* Find(std::string_view name) const {
    for (const HloInstruction* i : module_.entry_computation()->instructions()) {
      if (i->name() == name) return i;
    }
    return nullptr;
  }

  HloModule module_;
};

TEST_F(ModuleTest, ModuleAndComputations) {
  EXPECT_EQ(module_.name(), "m");
  EXPECT_TRUE(module_.config().is_scheduled);
  EXPECT_EQ(module_.source(), kText);
  EXPECT_EQ(module_.instruction_count(), 11);
  ASSERT_EQ(module_.computations().size(), 3u);
  const HloComputation* f = module_.computations()[0];
  const HloComputation* nested = module_.computations()[1];
  const HloComputation* entry = module_.computations()[2];
  EXPECT_EQ(entry, module_.entry_computation());
  EXPECT_TRUE(entry->IsEntry());
  EXPECT_FALSE(f->IsEntry());
  EXPECT_EQ(f->parent(), &module_);
  EXPECT_EQ(f->name(), "f");
  EXPECT_EQ(f->execution_thread(), "t");
  EXPECT_EQ(f->backend_config(), R"({"a":1})");
  EXPECT_EQ(nested->name(), "_") << "defined before the computation around it";
  EXPECT_EQ(entry->execution_thread(), "main");
  EXPECT_EQ(kText.substr(entry->source_offset(), 3), "e {");
}

TEST_F(ModuleTest, InstructionsAreListed) {
  const HloComputation* entry = module_.entry_computation();
  std::string names;
  uint32_t index = 0;
  const HloInstruction* previous = nullptr;
  for (const HloInstruction* i : entry->instructions()) {
    StrAppend(&names, i->name(), " ");
    EXPECT_EQ(i->index(), index++);
    EXPECT_EQ(i->previous(), previous);
    EXPECT_EQ(i->parent(), entry);
    previous = i;
  }
  EXPECT_EQ(names, "p q a c w r dead ");
  EXPECT_EQ(previous->next(), nullptr);
  EXPECT_EQ(entry->instruction_count(), 7);
  EXPECT_EQ(entry->root_instruction(), Find("r"));
  EXPECT_TRUE(Find("r")->IsRoot());
  EXPECT_FALSE(Find("dead")->IsRoot());
}

TEST_F(ModuleTest, ParametersStandByNumber) {
  const auto parameters = module_.entry_computation()->parameters();
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0]->name(), "q");
  EXPECT_EQ(parameters[1]->name(), "p");
  EXPECT_EQ(parameters[1]->parameter_number(), 1);
  EXPECT_TRUE(parameters[0]->operands().empty());
}

TEST_F(ModuleTest, OperandsAndAttributes) {
  const HloInstruction* a = Find("a");
  EXPECT_EQ(a->opcode(), HloOpcode::kAdd);
  EXPECT_EQ(a->async_phase(), AsyncPhase::kNone);
  ASSERT_EQ(a->operand_count(), 2);
  EXPECT_EQ(a->operand(0), Find("p"));
  EXPECT_EQ(a->operand(1), Find("q"));
  ASSERT_EQ(a->control_predecessors().size(), 1u);
  EXPECT_EQ(a->control_predecessors()[0], Find("q"));
  EXPECT_EQ(a->backend_config(), "b");
  EXPECT_NE(a->sharding(), nullptr);
  EXPECT_EQ(Find("p")->sharding(), nullptr);
  EXPECT_EQ(a->FindAttribute(AttributeKind::kDimensions), nullptr);
  EXPECT_EQ(Find("c")->custom_call_target(), "t");
  EXPECT_EQ(a->custom_call_target(), "");
  EXPECT_EQ(Find("q")->metadata().op_name, "n");
  EXPECT_EQ(Find("q")->metadata().source_line, 3);
  EXPECT_EQ(a->metadata().op_name, "");
  EXPECT_EQ(PrintShape(Find("dead")->literal().shape()), "f32[]");
  EXPECT_EQ(kText.substr(a->source_offset(), 3), "a =");
}

TEST_F(ModuleTest, CalleesOfAWhileAreItsBodyFirst) {
  std::vector<std::string> callees;
  Find("w")->ForEachCalledComputation(
      [&](const HloComputation* callee) { callees.emplace_back(callee->name()); });
  EXPECT_EQ(callees, (std::vector<std::string>{"f", "_"}));
  callees.clear();
  Find("a")->ForEachCalledComputation(
      [&](const HloComputation* callee) { callees.emplace_back(callee->name()); });
  EXPECT_TRUE(callees.empty());
}

TEST_F(ModuleTest, MovingKeepsPointersAndViews) {
  const HloInstruction* a = Find("a");
  const std::string_view name = a->name();
  const std::string text = PrintHloModule(module_);
  HloModule moved = std::move(module_);
  EXPECT_EQ(a->parent()->parent(), &moved);
  EXPECT_EQ(a->name().data(), name.data());
  module_ = std::move(moved);
  EXPECT_EQ(a->parent()->parent(), &module_);
  EXPECT_TRUE(a->parent()->IsEntry());
  EXPECT_EQ(PrintHloModule(module_), text);
}

}  // namespace hlo_text_v1::module_test
