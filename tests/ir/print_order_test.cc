// Orders of print: computations, each with its instructions, as "computation: instruction ...".
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo::order_test {

using test::ParseCase;
using test::PrintedNames;

void ExpectNames(const std::vector<ParseCase>& cases) {
  for (const ParseCase& c : cases) EXPECT_EQ(PrintedNames(c.text), c.expected) << c.text;
}

TEST(Order, InstructionsOfAnUnscheduledModule) {
  ExpectNames({
      {R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  c = f32[] constant(1)
  d = negate(c)
  b = abs(p)
  ROOT r = add(b, d)
  u = negate(r)
  v = negate(c)
  dead = f32[] constant(2)
}
)",
       "e: p b c d r u v dead"},
      {R"(HloModule m
ENTRY e {
  p1 = f32[] parameter(1)
  p0 = f32[] parameter(0)
  p2 = f32[] parameter(2)
  ROOT r = add(p0, p1)
}
)",
       "e: p2 p0 p1 r"},
      {R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  a = negate(p)
  b = abs(a)
  c = cosine(a)
  d = add(c, b)
  ROOT r = tuple(d, a, c)
}
)",
       "e: p a c b d r"},
      {R"(HloModule m
ENTRY e {
  p = f32[] parameter(0)
  a = negate(p)
  c = negate(p)
  d = abs(p)
  r = negate(a), control-predecessors={c,d}
  ROOT s = add(c, d)
}
)",
       "e: p d c a r s"},
      {R"(HloModule m
ENTRY e {
  a = f32[] parameter(0)
  b = f32[] constant(1)
  c = f32[] constant(2)
  d = f32[] constant(3)
  f = f32[] constant(4)
  ROOT r = add(a, b), control-predecessors={c,d}
}
)",
       "e: c d f a b r"},
      {R"(HloModule m
ENTRY e {
  a = f32[] parameter(0)
  x = negate(a)
  b = negate(x), control-predecessors={a}
  c = f32[] constant(3)
  d = negate(c)
  ROOT r = add(d, x), control-predecessors={b,c,c}
}
)",
       "e: a x b c d r"},
      {R"(HloModule m
ENTRY e {
  a = f32[] parameter(0)
  ROOT r = add(negate(a), abs(negate(a)))
}
)",
       "e: a negate.anon negate.anon.1 abs.anon r"},
      {R"(HloModule m
ENTRY e {
  t = (f32[], f32[]) parameter(0)
  ROOT r = add(t#1, t#0)
}
)",
       "e: t t_1 t_0 r"},
      {R"(HloModule m
ENTRY e {
  a = f32[] parameter(0)
  b = negate(a)
  c = add(b, b)
  d = add(c, c)
  ROOT e = add(d, a)
}
)",
       "e: a b c d e"},
  });
}

TEST(Order, InstructionsOfAScheduledModule) {
  ExpectNames({
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[] parameter(0)
  c = f32[] constant(1)
  d = negate(c)
  b = abs(p)
  ROOT r = add(b, d)
  u = negate(r)
  v = negate(c)
  dead = f32[] constant(2)
}
)",
       "e: p c d b r u v dead"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  p1 = f32[] parameter(1)
  p0 = f32[] parameter(0)
  p2 = f32[] parameter(2)
  ROOT r = add(p0, p1)
}
)",
       "e: p1 p0 p2 r"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[] parameter(0)
  a = negate(p)
  b = abs(a)
  c = cosine(a)
  d = add(c, b)
  ROOT r = tuple(d, a, c)
}
)",
       "e: p a b c d r"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[] parameter(0)
  a = negate(p)
  c = negate(p)
  d = abs(p)
  r = negate(a), control-predecessors={c,d}
  ROOT s = add(c, d)
}
)",
       "e: p a c d r s"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  a = f32[] parameter(0)
  b = f32[] constant(1)
  c = f32[] constant(2)
  d = f32[] constant(3)
  f = f32[] constant(4)
  ROOT r = add(a, b), control-predecessors={c,d}
}
)",
       "e: a b c d f r"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  a = f32[] parameter(0)
  x = negate(a)
  b = negate(x), control-predecessors={a}
  c = f32[] constant(3)
  d = negate(c)
  ROOT r = add(d, x), control-predecessors={b,c,c}
}
)",
       "e: a x b c d r"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  a = f32[] parameter(0)
  ROOT r = add(negate(a), abs(negate(a)))
}
)",
       "e: a negate.anon negate.anon.1 abs.anon r"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  t = (f32[], f32[]) parameter(0)
  ROOT r = add(t#1, t#0)
}
)",
       "e: t t_1 t_0 r"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  a = f32[] parameter(0)
  b = negate(a)
  c = add(b, b)
  d = add(c, c)
  ROOT e = add(d, a)
}
)",
       "e: a b c d e"},
  });
}

TEST(Order, Computations) {
  ExpectNames({
      {R"(HloModule m
a {
  x = f32[] parameter(0)
}
b {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=b
  z = f32[] call(y), to_apply=a
}
)",
       "b: x.1 ; a: x ; e: x.2 y z"},
      {R"(HloModule m
a {
  x = f32[] parameter(0)
}
b {
  x = f32[] parameter(0)
}
u {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=b
}
)",
       "a: x ; u: x.2 ; b: x.1 ; e: x.3 y"},
      {R"(HloModule m
a {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=a
}
u {
  x = f32[] parameter(0)
  v = f32[] call(x), to_apply=a
}
)",
       "a: x ; e: x.1 y ; u: x.2 v"},
      {R"(HloModule m
c {
  x = f32[] parameter(0)
}
b {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=c
}
ENTRY e {
  p = pred[] parameter(0)
  x = f32[] parameter(1)
  r = f32[] conditional(p, x, x), true_computation=b, false_computation=c
}
)",
       "b: x.1 y ; c: x ; e: p x.2 r"},
      {R"(HloModule m
c {
  x = f32[] parameter(0)
}
b {
  x = f32[] parameter(0)
}
ENTRY e {
  p = pred[] parameter(0)
  x = f32[] parameter(1)
  r = f32[] conditional(p, x, x), false_computation=c, true_computation=b
}
)",
       "b: x.1 ; c: x ; e: p x.2 r"},
      {R"(HloModule m
c {
  x = f32[] parameter(0)
}
b {
  x = f32[] parameter(0)
}
d {
  x = f32[] parameter(0)
}
ENTRY e {
  p = s32[] parameter(0)
  x = f32[] parameter(1)
  r = f32[] conditional(p, x, x, x), branch_computations={d, b, c}
}
)",
       "d: x.2 ; b: x.1 ; c: x ; e: p x.3 r"},
      {R"(HloModule m
cond {
  x = f32[] parameter(0)
  ROOT c = pred[] constant(true)
}
body {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  r = f32[] while(x), condition=cond, body=body
}
)",
       "body: x.1 ; cond: x c ; e: x.2 r"},
      {R"(HloModule m
cond {
  x = f32[] parameter(0)
  ROOT c = pred[] constant(true)
}
body {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[] parameter(0)
  r = f32[] while(x), body=body, condition=cond
}
)",
       "body: x.1 ; cond: x c ; e: x.2 r"},
      {R"(HloModule m
a {
  x = f32[] parameter(0)
}
b {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=a
}
c {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=b
  z = f32[] call(x), to_apply=a
}
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=c
}
)",
       "a: x ; b: x.1 y ; c: x.2 y.1 z ; e: x.3 y.2"},
      {R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
}
u1 {
  x = f32[] parameter(0)
}
u2 {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply=u1
}
)",
       "5:1: expects name"},
      {R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] call(x), to_apply={ i = f32[] parameter(0)
 ROOT j = f32[] call(i), to_apply={ k = f32[] parameter(0) } }
  z = f32[] call(y), to_apply={ l = f32[] parameter(0) }
}
)",
       "_: k ; _.1: i j ; _.2: l ; e: x y z"},
      {R"(HloModule m, is_scheduled=true
f {
  x = f32[] parameter(0)
  c = f32[] constant(1)
  d = f32[] constant(2)
  ROOT r = add(d, x)
}
ENTRY e {
  x = f32[] parameter(0)
  r = f32[] fusion(x), kind=kLoop, calls=f
}
)",
       "f: c d x r ; e: x.1 r.1"},
      {R"(HloModule m, is_scheduled=true
f {
  x = f32[] parameter(0)
  c = f32[] constant(1)
  d = f32[] constant(2)
  ROOT r = add(d, x)
}
ENTRY e {
  x = f32[] parameter(0)
  r = f32[] call(x), to_apply=f
}
)",
       "f: x c d r ; e: x.1 r.1"},
      {R"(HloModule m, is_scheduled=true
f {
  x = f32[] parameter(0)
  c = f32[] constant(1)
  d = f32[] constant(2)
  ROOT r = add(d, x)
}
ENTRY e {
  x = f32[] parameter(0)
  s = f32[] call(x), to_apply=f
  r = f32[] fusion(s), kind=kLoop, calls=f
}
)",
       "f: c d x r ; e: x.1 s r.1"},
      {R"(HloModule m
s {
  x = f32[] parameter(0)
}
t {
  x = f32[] parameter(0)
}
ENTRY e {
  x = f32[2] parameter(0)
  i = f32[] constant(0)
  r = f32[2] select-and-scatter(x, x, i), window={size=1}, scatter=t, select=s
}
)",
       "s: x ; t: x.1 ; e: x.2 i r"},
  });
}

}  // namespace hlo::order_test
