// Checks of asynchronous operations, generic and sugared. Each row has the rest of an entry
// computation with the parameter a, from line 12 on, and its instructions with the names of the
// attributes that were kept, or the errors.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/opcode.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::async_checks_test {

using namespace internal;

using test::Outcome;

std::string Module(const std::string& lines) {
  return R"(HloModule m
c {
  x = f32[2] parameter(0)
  ROOT k = f32[2] negate(x)
}
d {
  x = f32[2] parameter(0)
  ROOT k = f32[2] abs(x)
}
ENTRY e {
  a = f32[2] parameter(0)
)" + lines +
         "\n}\n";
}

// "custom-call-start custom_call_target; custom-call-done": opcodes with their attributes.
std::string Described(const std::string& text) {
  return Outcome(text, [](const HloModule& module) {
    std::string all;
    for (const HloInstruction* i : module.entry_computation()->instructions()) {
      if (i->opcode() == HloOpcode::kParameter) continue;
      StrAppend(&all, all.empty() ? "" : "; ", HloOpcodeName(i->spelled_opcode()),
                AsyncPhaseSuffix(i->async_phase()));
      for (const Attribute& attribute : i->attributes()) StrAppend(&all, " ", attribute.name());
    }
    return all;
  });
}

void ExpectDescribed(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return Described(Module(text)); });
}

TEST(AsyncChecks, Accepts) {
  ExpectDescribed({
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s)",
       "async-start calls; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  u = ((f32[2]), f32[2], s32[]) async-update(s)\n"
       "  ROOT r = f32[2] async-done(u)",
       "async-start calls; async-update; async-done"},
      {"  s = ((f32[2]), f32[2]) async-start(a), calls=c", "async-start calls"},
      {"  s = ((), f32[2]) async-start(), calls=c", "async-start calls"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c, async_execution_thread=\"tt\"\n"
       "  u = ((f32[2]), f32[2], s32[]) async-update(s), calls=c, async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] async-done(u), calls=c, async_execution_thread=\"tt\"",
       "async-start async_execution_thread calls; async-update; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s), async_execution_thread=\"main\"",
       "async-start calls; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s), calls=c",
       "async-start calls; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c, async_execution_thread=\"main\"\n"
       "  ROOT r = f32[2] async-done(s)",
       "async-start calls; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c, output_to_operand_aliasing={{1}: "
       "(0, {})}\n"
       "  ROOT r = f32[2] async-done(s)",
       "async-start output_to_operand_aliasing calls; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  u = ((f32[2]), f32[2], s32[]) async-update(s), output_to_operand_aliasing={{}: (0, {})}\n"
       "  ROOT r = f32[2] async-done(u)",
       "async-start calls; async-update output_to_operand_aliasing; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  ROOT r = f32[2] negate-done(s)",
       "negate-start; negate-done"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  u = ((f32[2]), f32[2], s32[]) negate-update(s)\n"
       "  ROOT r = f32[2] negate-done(u)",
       "negate-start; negate-update; negate-done"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  ROOT r = f32[2] async-done(s)",
       "negate-start; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] negate-done(s)",
       "async-start calls; negate-done"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a), async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] negate-done(s), async_execution_thread=\"tt\"",
       "negate-start async_execution_thread; negate-done"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a), async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] negate-done(s), sharding={replicated}",
       "negate-start async_execution_thread; negate-done sharding"},
      {"  ROOT r = f32[2] negate-done(a)", "negate-done"},
      {"  ROOT r = f32[2] async-done(a)", "async-done"},
      {"  ROOT r = f32[2] async-done(a), calls=c, async_execution_thread=\"tt\"",
       "async-done calls"},
      {"  s = ((f32[2]), f32[2]) copy-start-start(a)\n"
       "  ROOT r = f32[2] copy-start-done(s)",
       "copy-start-start; copy-start-done"},
      {"  s = ((f32[2]), f32[2]) custom-call-start(a), custom_call_target=\"x\"\n"
       "  ROOT r = f32[2] custom-call-done(s)",
       "custom-call-start custom_call_target; custom-call-done"},
      {"  s = ((f32[2]), f32[2]) reduce-scatter-start(a), dimensions={0}, to_apply=c\n"
       "  ROOT r = f32[2] reduce-scatter-done(s)",
       "reduce-scatter-start replica_groups dimensions to_apply; reduce-scatter-done"},
      {"  s = ((f32[2], f32[2]), f32[2]) copy-start(a)\n"
       "  ROOT r = f32[2] copy-done(s)",
       "copy-start; copy-done"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  t = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  d = f32[2] async-done(t)\n"
       "  ROOT r = f32[2] async-done(s)",
       "async-start calls; async-start calls; async-done; async-done"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  ROOT r = f32[2] negate(f32[2] negate-done(s))",
       "negate-start; negate-done; negate"},
      {"  ROOT r = f32[2] negate-done(((f32[2]), f32[2]) negate-start(a))",
       "negate-start; negate-done"},
  });
}

TEST(AsyncChecks, RefusesAsXlaDoes) {
  ExpectDescribed({
      {"  s = f32[2] async-start(a), calls=c",
       "12:28: AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
       "operand1_shape, ...), output_shape, ...)."},
      {"  s = ((f32[2])) async-start(a), calls=c",
       "12:32: AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
       "operand1_shape, ...), output_shape, ...)."},
      {"  s = () async-start(a), calls=c",
       "12:24: AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
       "operand1_shape, ...), output_shape, ...)."},
      {"  s = f32[2] negate-start(a)",
       "13:1: AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
       "operand1_shape, ...), output_shape, ...)."},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  u = f32[2] async-update(s)",
       "14:1: AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
       "operand1_shape, ...), output_shape, ...)."},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  u = f32[2] negate-update(s)",
       "14:1: AsyncStart and AsyncUpdate expect the shape to be in the form of ((operand0_shape, "
       "operand1_shape, ...), output_shape, ...)."},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=zz",
       "12:55: computation does not exist: zz ;; 12:49: error parsing attribute calls"},
      {"  u = ((f32[2]), f32[2]) async-update()",
       "13:1: No operand found for AsyncUpdate and AsyncDone"},
      {"  u = ((f32[2]), f32[2]) negate-update()",
       "13:1: No operand found for AsyncUpdate and AsyncDone"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  d = f32[2] async-done(s)\n"
       "  ROOT r = f32[2] async-done(d)",
       "15:1: AsyncUpdate and AsyncDone cannot have AsyncDone as operand."},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  d = f32[2] async-done(s)\n"
       "  u = ((f32[2]), f32[2]) async-update(d)",
       "15:1: AsyncUpdate and AsyncDone cannot have AsyncDone as operand."},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  d = f32[2] negate-done(s)\n"
       "  ROOT r = f32[2] negate-done(d)",
       "15:1: AsyncUpdate and AsyncDone cannot have AsyncDone as operand."},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c, async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] async-done(s), async_execution_thread=\"uu\"",
       "14:1: Expect async_execution_thread to be tt, but got uu"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s), async_execution_thread=\"uu\"",
       "14:1: Expect async_execution_thread to be main, but got uu"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s), calls=d",
       "14:1: Expect async_wrapped_computation to be c, but got d"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  u = ((f32[2]), f32[2], s32[]) async-update(s), calls=d",
       "14:1: Expect async_wrapped_computation to be c, but got d"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s), output_to_operand_aliasing={}",
       R"(13:34: unexpected attribute "output_to_operand_aliasing". Allowed attributes: async_execution_thread, backend_config, calls, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  u = ((f32[2]), f32[2], s32[]) async-update(s), foo=1",
       R"(13:50: unexpected attribute "foo". Allowed attributes: async_execution_thread, backend_config, calls, control-predecessors, frontend_attributes, metadata, origin, output_to_operand_aliasing, parameter_replication, sharding, statistics)"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c\n"
       "  ROOT r = f32[2] async-done(s), foo=1",
       R"(13:34: unexpected attribute "foo". Allowed attributes: async_execution_thread, backend_config, calls, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"  s = ((f32[2]), f32[2], s32[]) async-start(a), calls=c, foo=1",
       R"(12:58: unexpected attribute "foo". Allowed attributes: async_execution_thread, backend_config, calls, control-predecessors, frontend_attributes, metadata, origin, output_to_operand_aliasing, parameter_replication, sharding, statistics)"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  ROOT r = f32[2] abs-done(s)",
       "14:1: Expect async wrapped opcode to be negate, but got abs"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a)\n"
       "  u = ((f32[2]), f32[2], s32[]) abs-update(s)",
       "14:1: Expect async wrapped opcode to be negate, but got abs"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a), async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] negate-done(s), async_execution_thread=\"uu\"",
       "14:1: Expect async_execution_thread to be tt, but got uu"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a), async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] negate-done(s), calls=c",
       R"(13:35: unexpected attribute "calls". Allowed attributes: async_execution_thread, backend_config, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"  s = ((f32[2]), f32[2], s32[]) negate-start(a), async_execution_thread=\"tt\"\n"
       "  ROOT r = f32[2] negate-done(s), foo=1",
       R"(13:35: unexpected attribute "foo". Allowed attributes: async_execution_thread, backend_config, control-predecessors, frontend_attributes, metadata, origin, parameter_replication, sharding, statistics)"},
      {"  ROOT r = f32[2] negate-done(negate-start(a))",
       "12:31: cannot parse as an instruction name or as a nested instruction: cannot infer shape "
       "for opcode: async-start"},
  });
}

TEST(AsyncChecks, RefusesWhatXlaCrashesOn) {
  ExpectDescribed({
      {"  s = ((f32[2]), f32[2]) parameter-start(a)",
       "13:1: opcode parameter cannot be wrapped in an asynchronous instruction"},
      {"  s = ((f32[2]), f32[2]) constant-start()",
       "13:1: opcode constant cannot be wrapped in an asynchronous instruction"},
      {"  s = ((f32[2]), f32[2]) async-start-start(a)",
       "13:1: attribute calls is expected but not seen"},
      {"  s = ((f32[2]), f32[2]) async-done-start(a)",
       "13:1: opcode async-done cannot be wrapped in an asynchronous instruction"},
      {"  s = ((f32[2]), f32[2]) call-start(a)",
       "13:1: attribute to_apply is expected but not seen"},
      {"  s = ((f32[2]), f32[2]) negate-start(a), foo=1",
       R"(12:43: unexpected attribute "foo". Allowed attributes: async_execution_thread, backend_config, control-predecessors, frontend_attributes, metadata, origin, output_to_operand_aliasing, parameter_replication, sharding, statistics)"},
      {"  s = ((f32[2]), f32[2]) custom-call-start(a)",
       "13:1: attribute custom_call_target is expected but not seen"},
  });
}

TEST(AsyncChecks, SugarMayHaveShapesThatXlaReads) {
  const std::string head =
      "HloModule m\nadd { x = f32[] parameter(0) y = f32[] parameter(1) ROOT z = f32[] add(x, y) "
      "}\n"
      "ENTRY e {\n  a = f32[8] parameter(0)\n  b = f32[] parameter(1)\n";
  for (const std::string chain : {
           "s = ((f32[8], f32[]), (f32[8]), s32[]) tuple-start(a, b)\n ROOT d = (f32[8]) "
           "tuple-done(s)",
           "s = ((f32[8]), (), s32[]) tuple-start(a)\n"
           "u = ((f32[8]), (f32[8], f32[8]), s32[]) tuple-update(s)\n"
           "ROOT d = (f32[8], f32[8]) tuple-done(u)",
           "s = ((f32[8], f32[], f32[8]), f32[], s32[]) reduce-start(a, b, a), dimensions={0}, "
           "to_apply=add\n ROOT d = f32[] reduce-done(s)",
           "s = ((f32[8]), f32[3,3], s32[]) reshape-start(a)\n ROOT d = f32[3,3] reshape-done(s)",
       }) {
    EXPECT_TRUE(ReadHloModule(SourceBuffer::Copy(head + chain + "\n}\n")).ok()) << chain;
  }
}

}  // namespace hlo_text_v1::async_checks_test
