// Layouts: the print of each text, and errors. Errors inside a layout field are soft: like XLA, the
// parser accepts some texts that are plainly wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::layout_test {

using namespace internal;

using test::PrintedShape;

void ExpectShapes(const std::vector<Case>& cases) { ExpectCases(cases, PrintedShape); }

TEST(LayoutParser, Accepts) {
  ExpectShapes({
      {"f32[2,3]{0,1}", "f32[2,3]{0,1}"},
      {"f32 [ 2 , 3 ] { 0 , 1 }", "f32[2,3]{0,1}"},
      {"f32[?,<=3,4]{0,1,2}", "f32[?,<=3,4]{0,1,2}"},
      {"b (f32[]{:S(2)})", "b(f32[]{:S(2)})"},
      {"(b(f32[2,2]{0,1}),f32[3])", "(b(f32[2,2]{0,1}), f32[3]{0})"},
      {"f32[2,3]{1,0:}", "f32[2,3]{1,0}"},
      {"f32[]{:}", "f32[]"},
      {"f32[]{:T(128)}", "f32[]{:T(128)}"},
      {"f32[2,3]{1,0:T(8,128)(2,1)}", "f32[2,3]{1,0:T(8,128)(2,1)}"},
      {"f32[2,3]{1,0:T(*,128)}", "f32[2,3]{1,0:T(*,128)}"},
      {"f32[2]{0:T(8,d)}", "f32[2]{0:T(8,d)}"},
      {"f32[2]{0:T()}", "f32[2]{0:T()}"},
      {"f32[2,3]{1,0:D(C+~,S~)T(8,128)L(4)#(u32)*(u16)E(32)S(5)SC(0:1)(1:1,2)M(16)}",
       "f32[2,3]{1,0:T(8,128)L(4)#(u32)*(u16)E(32)S(5)SC(0:1)(1:1,2)M(16)}"},
      {"f32[2]{0:L(1)E(0)S(0)M(0)}", "f32[2]{0}"},
      {"f32[2]{0:M(-5)}", "f32[2]{0}"},
      {"f32[2]{0:E(-1)}", "f32[2]{0:E(-1)}"},
      {"f32[2]{0:S(200)}", "f32[2]{0:S(-56)}"},
      {"f32[2]{0:S(256)}", "f32[2]{0}"},
      {"f32[2]{0:SC(0:)}", "f32[2]{0:SC(0:)}"},
      {"f32[2,3]{1,1}", "f32[2,3]{1,1}"},
      {"f32[2]{0:#(s32)}", "f32[2]{0:#(s32)}"},
      {"f32[2]{0:#(f32)}", "f32[2]{0:#(f32)}"},
      {"f32[2]{0:#u32}", "f32[2]{0:#(u32)}"},
      {"f32[2]{0:#()}", "f32[2]{0}"},
      {"f32[2]{0:E}", "f32[2]{0}"},
      {"f32[2]{0:T}", "f32[2]{0:T()}"},
      {"f32[2]{0:E(4}", "f32[2]{0:E(4)}"},
      {"f32[2]{0:T(8)(4}", "f32[2]{0:T(8)(4)}"},
      {"f32[2]{0:SC}", "f32[2]{0}"},
      {"f32[2]{0:D}", "f32[2]{0}"},
  });
}

TEST(LayoutParser, Refuses) {
  ExpectShapes({
      {"f32[2,3]{:T(8)}", "1:36: Dimensions size is 2, but minor to major size is 0."},
      {"f32[2]{0:D(D,)}",
       "1:33: expected a DimLevelType abbreviation (D, C, or S) ;; 1:33: expects layout to end "
       "with kRbrace"},
      {"f32[2]{0:D(C~+)}",
       "1:33: expects a list to end with kRparen ;; 1:33: expects layout to end with kRbrace"},
      {"f32[2]{0:T(8,,4)}", "1:33: expects integer ;; 1:33: expects layout to end with kRbrace"},
      {"f32[2]{0:T(* 4)}",
       "1:33: expects a list to end with kRparen ;; 1:33: expects layout to end with kRbrace"},
      {"f32[2]{0:E 4}",
       "1:31: expects element size in bits to start with kLparen ;; 1:31: expects layout to end "
       "with kRbrace"},
      {"f32[2]{0:L 4}",
       "1:31: expects multiple padded to in elements to start with kLparen ;; 1:31: expects layout "
       "to end with kRbrace"},
      {"f32[2]{0:S 4}",
       "1:31: expects memory space to start with kLparen ;; 1:31: expects layout to end with "
       "kRbrace"},
      {"f32[2]{0:M 4}",
       "1:31: expects dynamic shape metadata prefix bytes to start with kLparen ;; 1:31: expects "
       "layout to end with kRbrace"},
      {"f32[2]{0:E(4 5)}",
       "1:33: expects element size in bits to end with kRparen ;; 1:33: expects layout to end with "
       "kRbrace"},
      {"f32[2]{0:S(18446744073709551616)}",
       "1:31: expects integer ;; 1:31: expects layout to end with kRbrace"},
      {"f32[2]{0:#(x)}",
       "1:31: expected primitive type, saw kIdent ;; 1:31: expects index primitive type to be "
       "followed by kRparen ;; 1:31: expects layout to end with kRbrace"},
      {"f32[2]{0:*(x)}",
       "1:31: expected primitive type, saw kIdent ;; 1:31: expects pointer primitive type to be "
       "followed by kRparen ;; 1:31: expects layout to end with kRbrace"},
      {"f32[2]{0:SC(0:1,)}", "1:36: expects integer ;; 1:36: expects layout to end with kRbrace"},
      {"f32[2]{0:SC 0}",
       "1:32: expects split configs to start with kLparen ;; 1:32: expects layout to end with "
       "kRbrace"},
      {"f32[2]{0:P}",
       "1:30: expects physical shape to start with kLparen ;; 1:32: Layout has physical shape, but "
       "is not for a sparse array: {0:P(primitive_type_invalid[])}"},
      {"f32[2]{0:M(1)P(f32[2])}", "1:33: expects layout to end with kRbrace"},
      {"f32[2]{}", "1:26: expects opcode"},
      {"(f32[2]){0}", "1:28: expects opcode"},
  });
}

TEST(LayoutParser, EdgesOfFields) {
  ExpectShapes({
      {"f32[2,3]{0,1}", "f32[2,3]{0,1}"},
      {"f32[2]{:}", "1:30: Dimensions size is 1, but minor to major size is 0."},
      {"f32[]{:S(1)}", "f32[]{:S(1)}"},
      // A memory space may come without a dimension order, nothing else.
      {"f32[2,3]{:S(1)}", "f32[2,3]{:S(1)}"},
      {"f32[2,3]{:S(0)}", "1:36: Dimensions size is 2, but minor to major size is 0."},
      {"f32[2,3]{0:S(1)}", "1:37: Dimensions size is 2, but minor to major size is 1."},
      {"f32[2,3]{:E(4)}", "1:36: Dimensions size is 2, but minor to major size is 0."},
      {"(f32[2]){0}", "1:28: expects opcode"},
      {"b(f32[2]){0}", "1:29: expects opcode"},
      {"f32[2]{0x1}", "1:26: expects opcode"},
      {"f32[2]{0.}", "1:26: expects opcode"},
      {"f32[2]{a}", "1:26: expects opcode"},
      {"f32[2]{*}", "1:26: expects opcode"},
      {"f32[2]{-1}", "f32[2]{-1}"},
      {"(f32[2]{0:L(4)})", "(f32[2]{0:L(4)})"},
      {"(f32[2]{0:T(8)(*,d)})", "(f32[2]{0:T(8)(*,d)})"},
      {"(f32[4]{0:SC(0:1,2)})", "(f32[4]{0:SC(0:1,2)})"},
      {"(f32[4,8]{0,1:SC(0:7)})", "(f32[4,8]{0,1:SC(0:7)})"},
      {"(f32[2]{0:S(300)M(-1)D(D)})", "1:41: expects layout to end with kRbrace"},
      {"f32[2]{0:T(-9223372036854775808)}", "f32[2]{0:T(*)}"},
      {"f32[2]{0:T(-9223372036854775807)}", "f32[2]{0:T(d)}"},
      {"f32[2]{0:T(9223372036854775808)}", "f32[2]{0:T(*)}"},
      {"f32[2]{0:D(H+~)}", "f32[2]{0}"},
      {"f32[2]{0:D()}", "f32[2]{0}"},
      {"f32[2]{0:D(D+,C~)T(8)}", "f32[2]{0:T(8)}"},
      {"f32[2]{0:P(f32[2]}",
       "1:37: expects physical shape to end with kRparen ;; 1:39: Layout has physical shape, but "
       "is not for a sparse array: {0:P(f32[2]{0})}"},
      {"f32[2]{0:S(-129)}", "f32[2]{0:S(127)}"},
      {"f32[2]{0:E(8)M(3)}", "f32[2]{0:E(8)M(3)}"},
      {"f32[2]{0:t(8)}", "1:29: expects layout to end with kRbrace"},
      {"f32[2]{0:T(8)L(2)S(1)}", "f32[2]{0:T(8)L(2)S(1)}"},
      {"f32[2]{0 : T ( 8 ) ( 4 ) }", "f32[2]{0:T(8)(4)}"},
      {"f32[2]{0/*a*/:/*b*/S(1)}", "f32[2]{0:S(1)}"},
      {"f32[2]{0:S(1)", "1:34: expects layout to end with kRbrace"},
      {"f32[2]{0:T=(8)}", "1:29: expects layout to end with kRbrace"},
      {"f32[2]{0:T:(8)}", "1:29: expects layout to end with kRbrace"},
      {"f32[2]{0:#(u64)*(u8)}", "f32[2]{0:#(u64)*(u8)}"},
      {"f32[2]{0:*(pred)}", "f32[2]{0:*(pred)}"},
      {"f32[2]{0:#(s64)*(f64)}", "f32[2]{0:#(s64)*(f64)}"},
      {"f32[2]{0:*}", "f32[2]{0}"},
      {"f32[2]{0:E(9223372036854775807)}", "f32[2]{0:E(9223372036854775807)}"},
      {"f32[2]{0,}", "1:29: expects integer"},
      {"f32[2]{0:T(8)}{0}", "1:34: expects opcode"},
  });
}

// XLA gives no reason for these, or crashes.
TEST(LayoutParser, RefusesInWordsOfItsOwn) {
  ExpectShapes({
      {"(f32[2]{5})", "1:21: invalid shape: minor-to-major is not a permutation"},
      {"token[]{:}",
       "1:20: invalid shape: token[] and opaque[] have neither dimensions nor layout"},
      {"token[]{0}",
       "1:20: invalid shape: token[] and opaque[] have neither dimensions nor layout"},
      {"(f32[2]{-1})", "1:21: invalid shape: minor-to-major is not a permutation"},
      {"(f32[2,2]{0,0})", "1:21: invalid shape: minor-to-major is not a permutation"},
      {"(f32[2]{0:#(u32)})",
       "1:21: invalid shape: only sparse arrays have index and pointer types"},
      {"(f32[2]{0:*(u32)})",
       "1:21: invalid shape: only sparse arrays have index and pointer types"},
      {"(f32[2]{0:T()})", "1:21: invalid shape: empty tile"},
      {"(f32[2]{0:T(0)})", "1:21: invalid shape: tile dimension is not positive"},
      {"(f32[2]{0:E(-1)})", "1:21: invalid shape: negative element size"},
      {"(f32[4]{0:SC(0:2,1)})", "1:21: invalid shape: split index out of range"},
      {"(f32[4]{0:SC(0:4)})", "1:21: invalid shape: split index out of range"},
      {"(f32[4]{0:SC(0:0)})", "1:21: invalid shape: split index out of range"},
      {"(f32[4]{0:SC(1:1)})", "1:21: invalid shape: split of no dimension"},
      {"(f32[4,8]{:S(1)SC(0:1)})", "1:21: invalid shape: split without dimension order"},
      {"(f32[4]{0:SC(-1:1)})", "1:21: invalid shape: split of no dimension"},
      {"(f32[4,8]{1,0:SC(0:1)(0:2)})", "1:21: invalid shape: dimension split twice"},
      {"(f32[4,8]{0,1:SC(1:7)})", "1:21: invalid shape: split index out of range"},
      {"(f32[?]{0:SC(0:1)})", "1:21: invalid shape: split index out of range"},
      {"f32[2]{0:T(-8)}", "1:26: invalid shape: negative tile dimension"},
      {"f32[2]{0:L(-1)}", "1:26: invalid shape: the tail padding alignment must be positive"},
  });
}

// An error in the shape does not end the field.
TEST(LayoutParser, BrokenPhysicalShapes) {
  ExpectShapes({
      {"f32[2]{0:P()}",
       "1:31: expected primitive type, saw kRparen ;; 1:34: Layout has physical shape, but is not "
       "for a sparse array: {0:P(primitive_type_invalid[])}"},
      {"f32[2]{0:P(}",
       "1:31: expected primitive type, saw kRbrace ;; 1:31: expects physical shape to end with "
       "kRparen ;; 1:33: Layout has physical shape, but is not for a sparse array: "
       "{0:P(primitive_type_invalid[])}"},
  });
}

// A soft error shows only if something fails later.
TEST(LayoutParser, SoftErrorsComeToLight) {
  ExpectCases(
      {
          {"{0}", "4:19: expects opcode but sees: foo, error: Unknown opcode: foo"},
          {"{0:T}",
           "3:17: expects a list starting with kLparen ;; 4:19: expects opcode but sees: foo, "
           "error: Unknown opcode: foo"},
          {"{0:#}",
           "3:17: expects kOctothorp to be followed by kLparen ;; 3:17: expected primitive type, "
           "saw kRbrace ;; 3:17: expects index primitive type to be followed by kRparen ;; 4:19: "
           "expects opcode but sees: foo, error: Unknown opcode: foo"},
          {"{0:E(4}",
           "3:19: expects element size in bits to end with kRparen ;; 4:19: expects opcode but "
           "sees: foo, error: Unknown opcode: foo"},
          {"{0:T(*,8)}", "4:19: expects opcode but sees: foo, error: Unknown opcode: foo"},
          {"{0:T(*,d)}", "4:19: expects opcode but sees: foo, error: Unknown opcode: foo"},
          {"{0:D(C)}", "4:19: expects opcode but sees: foo, error: Unknown opcode: foo"},
          {"{0:SC}",
           "3:18: expects split configs to start with kLparen ;; 4:19: expects opcode but sees: "
           "foo, error: Unknown opcode: foo"},
      },
      [](const std::string& layout) {
        return test::AllErrors(
            test::InEntry("  p = f32[2]" + layout + " parameter(0)\n  ROOT r = f32[2] foo(p)"));
      });
}

}  // namespace hlo_text_v1::layout_test
