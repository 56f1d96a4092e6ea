// Names of whole modules once they are unique, as "computation: instruction ..." in print order.
#include "hlo/uniquify.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo::uniquify_test {

using test::ParseCase;
using test::PrintedNames;

void ExpectNames(const std::vector<ParseCase>& cases) {
  for (const ParseCase& c : cases) EXPECT_EQ(PrintedNames(c.text), c.expected) << c.text;
}

TEST(Uniquify, Instructions) {
  ExpectNames({
      {R"(HloModule m
a {
  x.5 = f32[] constant(1)
  x = f32[] constant(1)
}
b {
  x = f32[] constant(1)
  x.5 = f32[] constant(1)
}
ENTRY e {
  x = f32[] constant(1)
  x.1 = f32[] constant(1)
  x.0 = f32[] constant(1)
  x.01 = f32[] constant(1)
  x. = f32[] constant(1)
  x.-3 = f32[] constant(1)
  x.y.2 = f32[] constant(1)
  x.y = f32[] constant(1)
  z = f32[] constant(1)
}
)",
       "a: x.5 x ; b: x.1 x.2 ; e: x.3 x.4 x.6 x.7 x. x.-3 x.y.2 x.y z"},
      {R"(HloModule m
a {
  x = f32[] constant(1)
}
ENTRY e {
  x = f32[] constant(1)
}
)",
       "a: x ; e: x.1"},
      {R"(HloModule m
a {
  x.1 = f32[] constant(1)
  x.01 = f32[] constant(1)
}
ENTRY e {
  x.1 = f32[] constant(1)
}
)",
       "a: x.1 x.0 ; e: x.2"},
      {R"(HloModule m
ENTRY e {
  f.01 = f32[] constant(1)
  y.00 = f32[] constant(1)
  x.-0 = f32[] constant(1)
  w.9223372036854775808 = f32[] constant(1)
  z.--1 = f32[] constant(1)
  v..1 = f32[] constant(1)
}
)",
       "e: f.1 y.0 x.0 w.9223372036854775808 z.--1 v..1"},
      {R"(HloModule m
a {
  v..1 = f32[] constant(1)
}
ENTRY e {
  v..1 = f32[] constant(1)
  v. = f32[] constant(1)
}
)",
       "a: v..1 ; e: v..0 v..2"},
      {R"(HloModule m
a {
  x.9223372036854775807 = f32[] constant(1)
}
ENTRY e {
  x.9223372036854775807 = f32[] constant(1)
  x = f32[] constant(1)
}
)",
       "a: x.9223372036854775807 ; e: x.0 x.1"},
      {R"(HloModule m
a {
  x.0 = f32[] constant(1)
}
b {
  x = f32[] constant(1)
}
ENTRY e {
  x.0 = f32[] constant(1)
  x.1 = f32[] constant(1)
}
)",
       "a: x.0 ; b: x.1 ; e: x.2 x.3"},
      {R"(HloModule m
a {
  x.-1 = f32[] constant(1)
}
ENTRY e {
  x.-1 = f32[] constant(1)
}
)",
       "a: x.-1 ; e: x.0"},
  });
}

TEST(Uniquify, Computations) {
  ExpectNames({
      {R"(HloModule m
__x {
  p = f32[] constant(1)
}
%f32 {
  q = f32[] constant(1)
}
ENTRY e {
  r = f32[] constant(1)
}
)",
       "a_x: p ; f32_: q ; e: r"},
      {R"(HloModule m
f.01 {
  p = f32[] constant(1)
}
f.1 {
  q = f32[] constant(1)
}
ENTRY e {
  r = f32[] constant(1)
}
)",
       "f.1: p ; f.0: q ; e: r"},
      {R"(HloModule m
a_x {
  p = f32[] constant(1)
}
__x {
  q = f32[] constant(1)
}
ENTRY e {
  r = f32[] constant(1)
}
)",
       "a_x: p ; a_x.1: q ; e: r"},
      {R"(HloModule m
f {
  p = f32[] constant(1)
}
f.0 {
  q = f32[] constant(1)
}
f.1 {
  r = f32[] constant(1)
}
ENTRY e {
  s = f32[] constant(1)
}
)",
       "f: p ; f.1: q ; f.2: r ; e: s"},
  });
}

TEST(Uniquify, OddNumbers) {
  ExpectNames({
      {R"(HloModule m
ENTRY e {
  __xla_x = f32[] constant(1)
  _y = f32[] constant(1)
  z- = f32[] constant(1)
  A = f32[] constant(1)
}
)",
       "e: __xla_x _y z- A"},
      {R"(HloModule m
a {
  e = f32[] constant(1)
}
ENTRY e {
  a = f32[] constant(1)
}
)",
       "a: e ; e: a"},
      {R"(HloModule m
a {
  x.1.2 = f32[] constant(1)
}
ENTRY e {
  x.1.2 = f32[] constant(1)
  x.1 = f32[] constant(1)
  x = f32[] constant(1)
}
)",
       "a: x.1.2 ; e: x.1.0 x.1 x"},
      {R"(HloModule m
a {
  x.1e5 = f32[] constant(1)
  x.0x1 = f32[] constant(1)
}
ENTRY e {
  x.1e5 = f32[] constant(1)
}
)",
       "a: x.1e5 x.0x1 ; e: x.1e5.1"},
      {R"(HloModule m
a {
  x.+1 = f32[] constant(1)
}
ENTRY e {
  x = f32[] constant(1)
}
)",
       "3:5: expects '=' in instruction"},
  });
}

TEST(Uniquify, AnonymousInstructions) {
  ExpectNames({
      {R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  a = negate(negate(p))
  negate = negate(p)
  negate.anon = abs(p)
}
)",
       "6:3: instruction already exists: negate.anon ;; 4:14: instruction previously defined here"},
      {R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  negate.anon = abs(p)
  a = negate(negate(p))
  b = abs(abs(negate(p)))
}
)",
       "e: p negate.anon negate.anon.1 a negate.anon.2 abs.anon b"},
      {R"(HloModule m
f {
  x = f32[] parameter(0)
  y = abs(negate(x))
}
ENTRY e {
  p = f32[] parameter(0)
  a = abs(negate(p))
}
)",
       "f: x negate.anon y ; e: p negate.anon.1 a"},
  });
}

TEST(Uniquify, ElementsOfTuplesAndNestedComputations) {
  ExpectNames({
      {R"(HloModule m
ENTRY e {
  t = (f32[], f32[]) parameter(0)
  t_0 = f32[] constant(1)
  ROOT r = add(t#0, t#1)
}
)",
       "e: t_0 t t_0.1 t_1 r"},
      {R"(HloModule m
ENTRY e {
  t = (f32[], f32[]) parameter(0)
  ROOT r = add(t#0, t#1)
  t_0 = f32[] constant(1)
}
)",
       "e: t t_0 t_1 r t_0.1"},
      {R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply={ x = f32[] parameter(0) }
  ROOT z = f32[] call(y), to_apply={ x = f32[] parameter(0) }
}
)",
       "_: x ; _.1: x.1 ; e: x.2 y z"},
      {R"(HloModule m
_ {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply={ x = f32[] parameter(0) }
}
)",
       "_: x ; _.1: x.1 ; e: x.2 y"},
  });
}

}  // namespace hlo::uniquify_test
