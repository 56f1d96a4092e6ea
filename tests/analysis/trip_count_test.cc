#include "src/analysis/trip_count.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/call_graph.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::trip_count_test {

using namespace internal;

TEST(TripCount, InBackendConfigs) {
  EXPECT_EQ(TripCountIn(R"({"known_trip_count":{"n":"10"}})"), 10);
  EXPECT_EQ(TripCountIn(R"({"a":1, "known_trip_count" : { "n" : 7 }, "b":2})"), 7);
  EXPECT_EQ(TripCountIn(R"({"known_trip_count":{"n":"0"}})"), 0);
  for (const char* text :
       {"", "{}", R"({"known_trip_count":{}})", R"({"known_trip_count":{"n":"x"}})",
        R"({"known_trip_count":{"n":"99999999999999999999"}})",
        R"({"known_trip_count":{"n":"-1"}})", R"({"known_trip_count)",
        R"({"known_trip_count"{"n":"1"}})", R"({"known_trip_count":"n":"1"})",
        R"({"known_trip_count":{"n""1"}})"}) {
    EXPECT_EQ(TripCountIn(text), std::nullopt) << text;
  }
}

std::string Count(const std::string& text) {
  const HloModule module = ReadModule(text);
  for (const HloInstruction* i : module.entry_computation()->instructions()) {
    if (i->opcode() != HloOpcode::kWhile) continue;
    const std::optional<int64_t> count = TripCount(*i);
    return count.has_value() ? std::to_string(*count) : "?";
  }
  return "no loop";
}

// A loop whose state is a counter, a value and a limit, which goes in as `limit`. Its condition and
// the new counter are made from c (the counter), k (the limit) and constants n, one.
struct LoopCase {
  std::string type, first, n, condition, next;
  std::string limit = "7";
};
std::string Loop(const LoopCase& loop) {
  return Substitute(R"(HloModule m
body {
  p = ($0[], f32[4], $0[]) parameter(0)
  c = $0[] get-tuple-element(p), index=0
  v = f32[4] get-tuple-element(p), index=1
  k = $0[] get-tuple-element(p), index=2
  one = $0[] constant(1)
  next = $0[] $4
  ROOT t = ($0[], f32[4], $0[]) tuple(next, v, k)
}
cond {
  p = ($0[], f32[4], $0[]) parameter(0)
  c = $0[] get-tuple-element(p), index=0
  k = $0[] get-tuple-element(p), index=2
  n = $0[] constant($2)
  ROOT r = pred[] compare($3
}
ENTRY e {
  v = f32[4] parameter(0)
  first = $0[] constant($1)
  limit = $0[] constant($5)
  t = ($0[], f32[4], $0[]) tuple(first, v, limit)
  ROOT w = ($0[], f32[4], $0[]) while(t), condition=cond, body=body
})",
                    loop.type, loop.first, loop.n, loop.condition, loop.next, loop.limit);
}

TEST(TripCount, OfCounters) {
  const auto count = [](const LoopCase& loop) { return Count(Loop(loop)); };
  const std::string up = "add(c, one)", down = "subtract(c, one)";
  EXPECT_EQ(count({"s32", "0", "4", "c, n), direction=LT", up}), "4");
  EXPECT_EQ(count({"s32", "0", "4", "n, c), direction=GT", up}), "4");
  EXPECT_EQ(count({"s32", "0", "4", "c, n), direction=LE", up}), "5");
  EXPECT_EQ(count({"s32", "-3", "4", "c, n), direction=NE", "add(one, c)"}), "7");
  EXPECT_EQ(count({"s32", "9", "4", "c, n), direction=GT", down}), "5");
  EXPECT_EQ(count({"u8", "9", "4", "c, n), direction=GE", down}), "6");
  EXPECT_EQ(count({"s32", "9", "4", "c, n), direction=LT", up}), "0");
  EXPECT_EQ(count({"s32", "1", "0", "c, k), direction=LT", up}), "6");
  EXPECT_EQ(count({"s32", "1", "0", "c, k), direction=LT", "add(c, k)"}), "1");
  EXPECT_EQ(count({"s32", "0", "9", "c, n), direction=LT", "add(c, k)", "4"}), "3");
  EXPECT_EQ(count({"s64", "0", "9223372036854775807", "c, n), direction=LT", up}),
            "9223372036854775807");
}

TEST(TripCount, OfLoopsThatMayNotEndThere) {
  const auto count = [](const LoopCase& loop) { return Count(Loop(loop)); };
  const std::string up = "add(c, one)", down = "subtract(c, one)";
  EXPECT_EQ(count({"s32", "0", "4", "c, n), direction=EQ", up}), "?");
  EXPECT_EQ(count({"s32", "0", "4", "c, n), direction=LT", down}), "?");
  EXPECT_EQ(count({"s32", "0", "4", "c, n), direction=LT", "copy(c)"}), "?");
  EXPECT_EQ(count({"s32", "0", "4", "c, n), direction=LT", "multiply(c, one)"}), "?");
  EXPECT_EQ(count({"s32", "0", "4", "c, c), direction=LT", up}), "?");
  EXPECT_EQ(count({"s32", "0", "9", "c, n), direction=NE", "add(c, k)", "4"}), "?");
  // The counter wraps around before.
  EXPECT_EQ(count({"u8", "0", "255", "c, n), direction=LE", up}), "?");
  EXPECT_EQ(count({"s8", "0", "127", "c, n), direction=LT", "add(c, k)", "100"}), "?");
  EXPECT_EQ(count({"u64", "0", "18446744073709551615", "c, n), direction=LT", up}), "?");
  EXPECT_EQ(count({"f32", "0", "4", "c, n), direction=LT", up}), "?");
}

// As a TPU compiler leaves them: copies, a condition in a fusion, a state that is the counter.
TEST(TripCount, ThroughFusions) {
  EXPECT_EQ(Count(R"(HloModule m
less { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT r = pred[] compare(b, a), direction=LT }
more { a = s32[] parameter(0)
  two = s32[] constant(2)
  ROOT r = s32[] add(two, a) }
body { p = s32[] parameter(0)
  c = s32[] copy(p)
  ROOT r = s32[] fusion(c), kind=kLoop, calls=more }
cond { p = s32[] parameter(0)
  n = s32[] constant(9)
  ROOT r = pred[] fusion(n, p), kind=kLoop, calls=less }
ENTRY e {
  zero = s32[] constant(0)
  first = s32[] copy(zero)
  ROOT w = s32[] while(first), condition=cond, body=body
})"),
            "5");
}

// Elements that refer to each other in a ring, and a chain of more than the limit.
TEST(TripCount, EndsInAnyText) {
  std::string shape = "s32[]", root = "e1",
              elements = " e0 = s32[] get-tuple-element(p), index=0\n";
  std::string first = "z";
  constexpr int kElements = 3000;
  for (int i = 1; i < kElements; ++i) {
    shape += ", s32[]";
    first += ", z";
    root += StrCat(", e", (i + 1) % kElements);
    StrAppend(&elements, " e", i, " = s32[] get-tuple-element(p), index=", i, "\n");
  }
  EXPECT_EQ(Count(StrCat("HloModule m\nbody {\n p = (", shape, ") parameter(0)\n", elements,
                         " ROOT t = (", shape, ") tuple(", root, ")\n}\ncond {\n p = (", shape,
                         ") parameter(0)\n c = s32[] get-tuple-element(p), index=0\n"
                         " ROOT r = pred[] compare(c, c), direction=LT\n}\n"
                         "ENTRY e {\n z = s32[] constant(0)\n t = (",
                         shape, ") tuple(", first, ")\n ROOT w = (", shape,
                         ") while(t), condition=cond, body=body\n}\n")),
            "?");
}

}  // namespace hlo_text_v1::trip_count_test
