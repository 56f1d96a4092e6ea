// Tests: added_work
#include <gtest/gtest.h>

#include <string>

#include "hlo/query.h"
#include "tests/support/cases.h"
#include "tests/support/read.h"

namespace hlo_text_v1::added_work_test {

// The opcode of a copy, and the shapes of its operand and result.
TEST(AddedWork, CopiesThatChangeALayout) {
  const auto changes = [](const std::string& text) {
    const size_t to = text.find(" to ");
    const std::string from = text.substr(0, to), result = text.substr(to + 4);
    const HloModule module = ReadModule("HloModule m\nENTRY e {\n  p = " + from +
                                        " parameter(0)\n  ROOT c = " + result + " copy(p)\n}\n");
    const bool of_copy = ChangesLayout(*module.entry_computation()->root_instruction());
    const HloModule async =
        ReadModule("HloModule m\nENTRY e {\n  p = " + from + " parameter(0)\n  ROOT c = (" +
                   result + ", " + from + ", u32[]) copy-start(p)\n}\n");
    EXPECT_EQ(ChangesLayout(*async.entry_computation()->root_instruction()), of_copy);
    EXPECT_FALSE(ChangesLayout(*module.entry_computation()->parameters()[0]));
    return of_copy ? "moves" : "stays";
  };
  ExpectCases(
      {
          {"f32[4,8]{1,0} to f32[4,8]{0,1}", "moves"},
          {"f32[4,8]{1,0} to f32[4,8]{1,0}", "stays"},
          {"f32[4,8] to f32[4,8]{1,0}", "stays"},
          {"f32[4,8]{1,0} to f32[4,8]{1,0:S(1)}", "stays"},
          {"f32[4,8]{1,0} to f32[4,8]{0,1:S(1)}", "moves"},
          {"f32[4,8]{1,0} to f32[4,8]{1,0:T(8,128)}", "moves"},
          {"f32[4,8]{1,0:T(8,128)S(5)} to f32[4,8]{1,0:T(8,128)}", "stays"},
          {"f32[1,8]{1,0} to f32[1,8]{0,1}", "stays"},  // a dimension of size 1 may be anywhere
          {"f32[1]{0} to f32[1]{0:T(128)}", "stays"},
          {"f32[0,8]{1,0} to f32[0,8]{0,1}", "stays"},
          {"f32[?,8]{1,0} to f32[?,8]{0,1}", "stays"},
          {"f32[] to f32[]", "stays"},
          {"token[] to token[]", "stays"},
      },
      changes);
}

TEST(AddedWork, NamesOfRematerialization) {
  ExpectCases(
      {
          {"add.remat", "yes"},
          {"add.3.remat2", "yes"},
          {"add.remat.1", "yes"},
          {"fusion.12.remat3.clone", "yes"},
          {"add.remat_compressed", "yes"},
          {"add.remat_uncompressed.4", "yes"},
          {"add.rematerialized.remat", "yes"},
          {"remat", "no"},
          {"remat.2", "no"},
          {"add.rematerialized", "no"},
          {"add.remat_2", "no"},
          {"add", "no"},
      },
      [](const std::string& name) {
        const HloModule module =
            ReadModule("HloModule m\nENTRY e { ROOT " + name + " = f32[] parameter(0) }");
        return IsRematerialized(*module.entry_computation()->root_instruction()) ? "yes" : "no";
      });
}

// An instruction in a fusion counts for the fusion, also in a fusion of its own.
TEST(AddedWork, Sums) {
  const AddedWork work = AddedWorkOf(ReadModule(R"(HloModule m
inner { p = f32[4] parameter(0)
  ROOT n = f32[4] negate(p) }
fused { p = f32[4] parameter(0)
  i = f32[4] fusion(p), kind=kLoop, calls=inner
  ROOT m.remat = f32[4] multiply(i, i) }
turned { p = f32[2,3]{1,0} parameter(0)
  ROOT c = f32[2,3]{0,1} copy(p) }
ENTRY e {
  p = f32[4] parameter(0)
  q = f32[2,3]{1,0} parameter(1)
  f.remat = f32[4] fusion(p), kind=kLoop, calls=fused
  a.remat2 = f32[4] add(p, f.remat)
  t = f32[2,3]{0,1} fusion(q), kind=kLoop, calls=turned
  ROOT r = (f32[4], f32[2,3]{0,1}) tuple(a.remat2, t)
})"));
  EXPECT_EQ(work.rematerialized.instructions, 2);
  EXPECT_EQ(work.rematerialized.flops, 12);  // 8 of the fusion, 4 of the sum
  EXPECT_EQ(work.rematerialized.accessed_bytes, 16 * (2 + 3));
  EXPECT_EQ(work.rematerialized.result_bytes, 32);
  EXPECT_EQ(work.layout_copies.instructions, 1);
  EXPECT_EQ(work.layout_copies.flops, 0);
  EXPECT_EQ(work.layout_copies.accessed_bytes, 48);
  EXPECT_EQ(work.layout_copies.result_bytes, 24);
}

}  // namespace hlo_text_v1::added_work_test
