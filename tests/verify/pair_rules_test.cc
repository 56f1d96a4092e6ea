// Starts and dones of copies, collectives, sends and receives: users, shapes, channels.
// Tests: channel_rules
#include "src/ir/module_state.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::pair_rules_test {

constexpr char kSum[] =
    "sum { x = f32[] parameter(0)\n y = f32[] parameter(1)\n ROOT z = f32[] add(x, y) }";

TEST(VerifyPairs, UsersAndOperands) {
  const VerifyCase cases[] = {
      {"copy",
       Module("",
              "a = f32[8] parameter(0)\n s = (f32[8], f32[8], u32[]) copy-start(a)\n"
              "ROOT d = f32[8] copy-done(s)"),
       {}},
      {"two dones",
       Module("",
              "a = f32[8] parameter(0)\n s = (f32[8], f32[8], u32[]) copy-start(a)\n"
              "d = f32[8] copy-done(s)\n q = f32[8] copy-done(s)\n"
              "ROOT t = (f32[8], f32[8]) tuple(d, q)"),
       {"The copy-start instruction requires one consumer, found 2"}},
      {"another user",
       Module("",
              "a = f32[8] parameter(0)\n s = (f32[8], f32[8], u32[]) copy-start(a)\n"
              "ROOT g = (f32[8], f32[8], u32[]) bitcast(s)"),
       {"The consumer of a copy-start instruction needs to be one of (copy-done), found "
        "bitcast"}},
      {"through a barrier",
       Module(kSum,
              "a = f32[8] parameter(0)\n"
              "s = f32[8] all-reduce-start(a), replica_groups={}, to_apply=sum\n"
              "b = f32[8] opt-barrier(s)\n ROOT d = f32[8] all-reduce-done(b)"),
       {}},
      {"a copy through a barrier",
       Module("",
              "a = f32[8] parameter(0)\n s = (f32[8], f32[8], u32[]) copy-start(a)\n"
              "b = (f32[8], f32[8], u32[]) opt-barrier(s)\n ROOT d = f32[8] copy-done(b)"),
       {"The operand of a copy-done instruction needs to be copy-start, found opt-barrier"}},
      {"done of a parameter",
       Module("", "p = (f32[16], f32[16], u32[]) parameter(0)\n ROOT d = f32[16] copy-done(p)"),
       {"The operand of a copy-done instruction needs to be copy-start, found parameter"}},
      {"send and recv",
       Module("",
              "a = f32[8] parameter(0)\n t = token[] after-all()\n"
              "s = (f32[8], u32[], token[]) send(a, t), channel_id=1\n"
              "sd = token[] send-done(s), channel_id=1\n"
              "r = (f32[8], u32[], token[]) recv(sd), channel_id=2\n"
              "ROOT rd = (f32[8], token[]) recv-done(r), channel_id=2"),
       {}},
      {"send without a done",
       Module("",
              "a = f32[8] parameter(0)\n t = token[] after-all()\n"
              "ROOT s = (f32[8], u32[], token[]) send(a, t), channel_id=1"),
       {"The send instruction requires one consumer, found 0"}},
      {"recv-done of a parameter",
       Module("",
              "p = (f32[8], u32[], token[]) parameter(0)\n"
              "ROOT d = (f32[8], token[]) recv-done(p)"),
       {"The operand of a recv-done instruction needs to be recv or get-tuple-element, found "
        "parameter"}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyPairs, Shapes) {
  const VerifyCase cases[] = {
      {"copy-start",
       Module("",
              "a = f32[8] parameter(0)\n s = ((f32[8]), f32[8], s32[]) copy-start(a)\n"
              "ROOT d = f32[8] copy-done(s)"),
       {"Expected instruction to have shape equal to (f32[8], f32[8], u32[]), actual shape is "
        "((f32[8]), f32[8], s32[]):\n%s = ",
        "Source and destination buffers in CopyDone arguments need to be the same shape found "
        "(f32[8]) and f32[8]\n%d = ",
        "Expected instruction to have shape equal to (f32[8]), actual shape is f32[8]"}},
      {"copy to another memory space",
       Module("",
              "a = f32[8]{0} parameter(0)\n"
              "s = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(a)\n"
              "ROOT d = f32[8]{0:S(1)} copy-done(s)"),
       {}},
      {"all-reduce",
       Module(kSum,
              "a = f32[8] parameter(0)\n b = f32[4] parameter(1)\n"
              "s = (f32[8], f32[4]) all-reduce-start(a, b), replica_groups={}, "
              "to_apply=sum\nROOT d = (f32[8], f32[4]) all-reduce-done(s)"),
       {}},
      {"all-reduce-done",
       Module(kSum,
              "a = f32[8] parameter(0)\n"
              "s = f32[8] all-reduce-start(a), replica_groups={}, to_apply=sum\n"
              "ROOT d = f32[4] all-reduce-done(s)"),
       {"Expected instruction to have shape equal to f32[8], actual shape is f32[4]"}},
      {"all-gather",
       Module("",
              "a = f32[8,2] parameter(0)\n"
              "s = (f32[8,2], f32[32,2]) all-gather-start(a), replica_groups={{0,1,2,3}}, "
              "dimensions={0}\nROOT d = f32[32,2] all-gather-done(s)"),
       {}},
      {"all-gather-start, not a multiple",
       Module("",
              "a = f32[8,2] parameter(0)\n"
              "s = (f32[8,2], f32[9,2]) all-gather-start(a), replica_groups={{0,1}}, "
              "dimensions={0}\nROOT d = f32[9,2] all-gather-done(s)"),
       {"shape equal to (f32[8,2], f32[16,2]), actual shape is (f32[8,2], f32[9,2])"}},
      {"all-gather-start of two",
       Module("",
              "a = f32[8] parameter(0)\n"
              "s = ((f32[8], f32[8]), (f32[16], f32[8])) all-gather-start(a, a), "
              "replica_groups={{0,1}}, dimensions={0}\n"
              "ROOT d = (f32[16], f32[16]) all-gather-done(s)"),
       {"equal to ((f32[8], f32[8]), (f32[16], f32[16])), actual shape is ((f32[8], f32[8]), "
        "(f32[16], f32[8]))",
        "equal to (f32[16], f32[8]), actual shape is (f32[16], f32[16])"}},
      {"collective-permute with contexts",
       Module("",
              "a = f32[8] parameter(0)\n"
              "s = (f32[8], f32[8], u32[], u32[]) collective-permute-start(a), "
              "source_target_pairs={{0,1}}\nROOT d = f32[8] collective-permute-done(s)"),
       {}},
      {"collective-permute",
       Module("",
              "a = f32[8] parameter(0)\n"
              "s = (f32[8], f32[4]) collective-permute-start(a), "
              "source_target_pairs={{0,1}}\nROOT d = f32[8] collective-permute-done(s)"),
       {"shape equal to (f32[8], f32[8]), actual shape is (f32[8], f32[4])",
        "shape equal to f32[4], actual shape is f32[8]"}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

constexpr char kSend[] =
    "a = f32[8] parameter(0)\n t = token[] after-all()\n"
    "s = (f32[8], u32[], token[]) send(a, t), channel_id=1";

TEST(VerifyChannels, SendsAndAllReduces) {
  const std::string send = kSend;
  const VerifyCase cases[] = {
      {"host transfer of the start only",
       Module("", send + ", is_host_transfer=true\n ROOT d = token[] send-done(s), channel_id=1"),
       {"Expected instructions to have the same is-host-transfer property: %s = "}},
      {"two host transfers",
       Module("", send + ", is_host_transfer=true\n"
                         "d = token[] send-done(s), channel_id=1, is_host_transfer=true\n"
                         "b = f32[4] parameter(1)\n"
                         "s2x = (f32[4], u32[], token[]) send(b, d), channel_id=1, "
                         "is_host_transfer=true\n"
                         "ROOT e = token[] send-done(s2x), channel_id=1, is_host_transfer=true"),
       {"Host-transfer send/recv instructions that use the same channel must be identical up to "
        "having different operands. Found different instructions with the same channel ID: \n%s"}},
      {"two host transfers that are alike",
       Module("", send + ", is_host_transfer=true\n"
                         "d = token[] send-done(s), channel_id=1, is_host_transfer=true\n"
                         "b = f32[8] parameter(1)\n"
                         "s2x = (f32[8], u32[], token[]) send(b, d), channel_id=1, "
                         "is_host_transfer=true\n"
                         "ROOT e = token[] send-done(s2x), channel_id=1, is_host_transfer=true"),
       {}},
      {"two host transfers, there and back",
       Module("", send + ", is_host_transfer=true\n"
                         "d = token[] send-done(s), channel_id=1, is_host_transfer=true\n"
                         "r = (f32[8], u32[], token[]) recv(d), channel_id=1, "
                         "is_host_transfer=true\n"
                         "ROOT e = (f32[8], token[]) recv-done(r), channel_id=1, "
                         "is_host_transfer=true"),
       {"Host-transfer send/recv instructions that use the same channel must be identical up to "
        "having different operands. Found different instructions with the same channel ID: \n%s"}},
      {"one channel for two kinds",
       Module(kSum,
              "a = f32[8] parameter(0)\n"
              "r = f32[8] all-reduce(a), channel_id=1, replica_groups={}, to_apply=sum\n"
              "ROOT p = f32[8] collective-permute(r), channel_id=1, "
              "source_target_pairs={{0,1}}"),
       {}},
      {"channel 0",
       Module(kSum,
              "a = f32[8] parameter(0)\n"
              "ROOT r = f32[8] all-reduce(a), channel_id=0, replica_groups={}, "
              "to_apply=sum"),
       {"All reduce channel id must be greater than 0 for %r = all-reduce(%a)"}},
      {"constrained and unconstrained",
       Module(kSum,
              "a = f32[8] parameter(0)\n"
              "b = f32[8] all-reduce(a), replica_groups={}, to_apply=sum\n"
              "ROOT r = f32[8] all-reduce(b), replica_groups={}, constrain_layout=true, "
              "to_apply=sum"),
       {"HloModule has a mix of layout constrained and unconstrained AllReduce instructions."}},
  };
  for (const VerifyCase& c : cases) Check(c);
}

TEST(VerifyChannels, Edited) {
  HloModule module =
      ReadModule(Module("", std::string(kSend) + "\n ROOT d = token[] send-done(s), channel_id=1"));
  HloInstruction* done = module.entry_computation()->root_instruction();
  const Attribute other = Attribute::Int64(AttributeKind::kChannelId, 2);
  internal::IrAccess::SetAttributes(module.arena(), done, absl::MakeConstSpan(&other, 1));
  EXPECT_THAT(Messages(module),
              ::testing::ElementsAre(::testing::HasSubstr(
                  "Expected to have the same channel id, actual channel ids are: %s = ")));
  EXPECT_THAT(Messages(module), ::testing::ElementsAre(::testing::EndsWith("(2)")));
}

// As an edit may leave it.
TEST(VerifyPairs, UpdateWithoutOperands) {
  HloModule module = ReadModule(
      Module("",
             "a = f32[8] parameter(0)\n s = ((f32[8]), f32[8], u32[]) negate-start(a)\n"
             "u = ((f32[8]), f32[8], u32[]) negate-update(s)\n ROOT d = f32[8] negate-done(u)"));
  IrAccess::SetOperands(module.arena(), Find(module, "u"), {});
  EXPECT_FALSE(Verify(module).empty());
}

}  // namespace hlo_text_v1::test::pair_rules_test
