// Programs with buffers, b(f32[8]), that XLA's verifier accepts. testdata/verify/wrong_shapes.txt
// has those that it refuses.
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::buffer_rules_test {

constexpr char kLoop[] =
    "condition { t = (s32[], b(f32[8])) parameter(0)  ROOT no = pred[] constant(false) }\n"
    "body { t = (s32[], b(f32[8])) parameter(0)\n"
    "  j = s32[] get-tuple-element(t), index=0\n"
    "  g = b(f32[8]) get-tuple-element(t), index=1\n"
    "  w = b(f32[8]) custom-call(g), custom_call_target=\"g\", "
    "output_to_operand_aliasing={{}: (0, {})}\n"
    "  ROOT r = (s32[], b(f32[8])) tuple(j, w) }\n";
constexpr char kWriter[] =
    "writer { p = b(f32[8]) parameter(0)\n"
    "  ROOT w = b(f32[8]) custom-call(p), custom_call_target=\"g\", "
    "output_to_operand_aliasing={{}: (0, {})} }\n";

// `text` has @ for a custom call that passes its operand on, as in "t = b(f32[8]) @Pin(v)".
std::string Program(std::string text, const std::string& computations = "") {
  for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    const size_t open = text.find('(', at), close = text.find(')', open);
    const std::string target = text.substr(at + 1, open - at - 1);
    text.insert(close + 1, ", custom_call_target=\"" + target +
                               "\", output_to_operand_aliasing={{}: (0, {})}");
    text.replace(at, open - at, "custom-call");
  }
  return Module(computations,
                "v = f32[8] parameter(0)\n i = s32[] parameter(1)\n"
                "four = f32[4] parameter(2)\n" +
                    text);
}

TEST(VerifyBuffers, Accepted) {
  const std::string pin = "t = b(f32[8]) @Pin(v)\n";
  const VerifyCase cases[] = {
      {"pinned, written, unpinned",
       Program(pin + "w = b(f32[8]) @g(t)\n ROOT u = f32[8] @Unpin(w)")},
      {"never unpinned", Program(pin + "ROOT a = f32[8] abs(v)")},
      {"made", Program("t = b(f32[8]) custom-call(), custom_call_target=\"CreateBuffer\"\n"
                       "ROOT u = f32[8] @Unpin(t)")},
      {"in a tuple nobody takes",
       Program(pin + "k = (b(f32[8])) tuple(t)\n ROOT u = f32[8] @Unpin(t)")},
      {"updated twice",
       Program(pin + "d = b(f32[8]) dynamic-update-slice(t, four, i)\n"
                     "e = b(f32[8]) dynamic-update-slice(d, four, i)\n ROOT u = f32[8] @Unpin(e)")},
      {"in a tuple operand",
       Program(pin + "k = (b(f32[8]), s32[]) tuple(t, i)\n"
                     "w = b(f32[8]) custom-call(k), custom_call_target=\"g\", "
                     "output_to_operand_aliasing={{}: (0, {0})}\n ROOT u = f32[8] @Unpin(w)")},
      {"returned, before and after a write",
       Program(pin + "w = b(f32[8]) @g(t)\n ROOT r = (b(f32[8]), b(f32[8])) tuple(t, w)")},
      {"written by a chain",
       Program(pin + "s = ((b(f32[8])), b(f32[8]), s32[]) async-start(t), calls=writer\n"
                     "d = b(f32[8]) async-done(s)\n ROOT u = f32[8] @Unpin(d)",
               kWriter)},
      {"written on a stream of its own",
       Program(pin + "d = b(f32[8]) call(t), to_apply=writer, "
                     "frontend_attributes={_xla_stream_annotation=\"1\"}\n"
                     "ROOT u = f32[8] @Unpin(d)",
               kWriter)},
      {"written by a loop",
       Program(pin + "k = (s32[], b(f32[8])) tuple(i, t)\n"
                     "l = (s32[], b(f32[8])) while(k), condition=condition, body=body\n"
                     "g = b(f32[8]) get-tuple-element(l), index=1\n ROOT u = f32[8] @Unpin(g)",
               kLoop)},
  };
  for (const VerifyCase& c : cases) Check(c);
}

}  // namespace hlo_text_v1::test::buffer_rules_test
