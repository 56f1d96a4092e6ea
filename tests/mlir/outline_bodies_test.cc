// Bodies of several operations, values from outside, tokens, groups.
#include "src/mlir/outline_bodies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/verify.h"
#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::outline_bodies_test {

using namespace internal;

using testing::HasSubstr;

// T stands for tensor<8xf32>, V for the value of one.
std::string Expanded(std::string text) {
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"<T>", "<tensor<8xf32>>"},
                                 {": T", ": tensor<8xf32>"},
                                 {"(T", "(tensor<8xf32>"},
                                 {", T", ", tensor<8xf32>"},
                                 {"-> T", "-> tensor<8xf32>"}}) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

// The import of a function @e with one argument %a that returns %r; it must verify.
std::string Import(const std::string& body) {
  const std::string text = Expanded("func.func @e(%a: T) -> T {\n" + body + "\nreturn %r : T\n}\n");
  const absl::StatusOr<HloModule> module = ImportMlirAsync(text);
  if (module.ok()) {
    EXPECT_THAT(Verify(*module), testing::IsEmpty());
  }
  return ImportOf(text);
}

TEST(OutlineBodies, ABodyOfOneOperationIsCalledItself) {
  const std::string text = Import(R"(
    %t, %v = async.execute -> !async.value<T> {
      %n = "hlo.negate"(%a) : (T) -> T
      async.yield %n : T
    }
    %r = async.await %v : !async.value<T>)");
  EXPECT_THAT(text, HasSubstr("%v.work (a: f32[8]) -> f32[8] {\n"
                              "  %a = f32[8]{0} parameter(0)\n"
                              "  ROOT %n = f32[8]{0} negate(%a)\n"));
  EXPECT_THAT(text, HasSubstr("%v = ((f32[8]{0}), f32[8]{0}) async-start(%a.1), calls=%v.work\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %r = f32[8]{0} async-done(%v)\n"));
}

TEST(OutlineBodies, ABodyOfSeveralIsAComputationThatAnotherCalls) {
  const std::string text = Import(R"(
    %t, %v:2 = async.execute -> (!async.value<T>, !async.value<T>) {
      %n = "hlo.negate"(%a) : (T) -> T
      %m = "hlo.add"(%n, %a) : (T, T) -> T
      async.yield %m, %n : T, T
    }
    %l = async.await %v#1 : !async.value<T>
    %k = async.await %v#0 : !async.value<T>
    %r = "hlo.add"(%k, %l) : (T, T) -> T)");
  EXPECT_THAT(text, HasSubstr("ROOT %tuple = (f32[8]{0}, f32[8]{0}) tuple(%m, %n)\n"));
  EXPECT_THAT(text, HasSubstr("call(%a.1), to_apply=%v.work\n"));
  EXPECT_THAT(text, HasSubstr("async-start(%a.2), calls=%v.async\n"));
  EXPECT_THAT(text, HasSubstr("%l = f32[8]{0} get-tuple-element(%v.done), index=1\n"));
  EXPECT_THAT(text, HasSubstr("%k = f32[8]{0} get-tuple-element(%v.done), index=0\n"));
}

TEST(OutlineBodies, ValuesOfOtherWorkAreAwaitedBefore) {
  const std::string first = R"(
    %t, %v = async.execute -> !async.value<T> {
      %n = "hlo.negate"(%a) : (T) -> T
      async.yield %n : T
    })";
  const std::string as = Import(first + R"(
    %u, %w = async.execute [%t] (%v as %x: !async.value<T>) -> !async.value<T> {
      %n = "hlo.exponential"(%x) : (T) -> T
      async.yield %n : T
    }
    %y = async.await %v : !async.value<T>
    %z = async.await %w : !async.value<T>
    %r = "hlo.add"(%y, %z) : (T, T) -> T)");
  EXPECT_THAT(as, HasSubstr("  %x.1 = f32[8]{0} async-done(%v)\n"));
  EXPECT_THAT(as, HasSubstr("async-start(%x.1), calls=%w.work, control-predecessors={%x.1}\n"));
  EXPECT_THAT(as, HasSubstr("ROOT %r = f32[8]{0} add(%x.1, %z)\n"));
  const std::string inside = Import(first + R"(
    %u, %w = async.execute [%t] -> !async.value<T> {
      %x = async.await %v : !async.value<T>
      %n = "hlo.exponential"(%x) : (T) -> T
      async.yield %n : T
    }
    %y = async.await %v : !async.value<T>
    %z = async.await %w : !async.value<T>
    %r = "hlo.add"(%y, %z) : (T, T) -> T)");
  EXPECT_EQ(inside, as);
}

TEST(OutlineBodies, WorkWithoutResultsEndsWhereItsTokenIsAwaited) {
  const std::string work = R"(
    %t = async.execute {
      %n = "hlo.custom-call"(%a) {custom_call_target = "f"} : (T) -> tuple<>
      async.yield
    })";
  const std::string done = "%t.done = () async-done(%t)\n";
  EXPECT_THAT(Import(work + "async.await %t : !async.token\n%r = \"hlo.abs\"(%a) : (T) -> T"),
              HasSubstr(done));
  const std::string next = R"(
    %u, %v = async.execute [%t] -> !async.value<T> {
      %n = "hlo.negate"(%a) : (T) -> T
      async.yield %n : T
    }
    %r = async.await %v : !async.value<T>)";
  const std::string text = Import(work + next);
  EXPECT_THAT(text, HasSubstr(done));
  EXPECT_THAT(text, HasSubstr("control-predecessors={%t.done}\n"));
}

TEST(OutlineBodies, FunctionsMayReturnTheirTokenBesideValues) {
  const std::string text = ImportOf(Expanded(R"(
  async.func private @f(%x: T) -> (!async.token, !async.value<T>, !async.value<T>) {
    %n = "hlo.negate"(%x) : (T) -> T
    return %n, %x : T, T
  }
  async.func private @g(%x: T) -> !async.token {
    %n = "hlo.negate"(%x) : (T) -> T
    return
  }
  func.func @e(%a: T) -> T {
    %f:3 = async.call @f(%a) : (T) -> (!async.token, !async.value<T>, !async.value<T>)
    %t, %v = async.execute [%f#0] -> !async.value<T> {
      %n = "hlo.abs"(%a) : (T) -> T
      async.yield %n : T
    }
    %g = async.call @g(%a) : (T) -> !async.token
    async.await %g : !async.token
    %r = async.await %f#2 : !async.value<T>
    return %r : T
  })"));
  EXPECT_THAT(text, HasSubstr("ROOT %tuple = (f32[8]{0}, f32[8]{0}) tuple(%n, %x)\n"));
  EXPECT_THAT(text, HasSubstr("%f.done = (f32[8]{0}, f32[8]{0}) async-done(%f)\n"));
  EXPECT_THAT(text, HasSubstr("calls=%v.work, control-predecessors={%f.done}\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %tuple.1 = () tuple()\n"));
  EXPECT_THAT(text, HasSubstr("%g.done = () async-done(%g)\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %r = f32[8]{0} get-tuple-element(%f.done), index=1\n"));
}

const char kGroup[] = R"(
    %t, %v = async.execute -> !async.value<T> {
      %n = "hlo.negate"(%a) : (T) -> T
      async.yield %n : T
    }
    %u, %w = async.execute -> !async.value<T> {
      %n = "hlo.abs"(%a) : (T) -> T
      async.yield %n : T
    }
    %size = arith.constant 2 : index
    %group = async.create_group %size : !async.group
    %0 = async.add_to_group %t, %group : !async.token
    %1 = async.add_to_group %w, %group : !async.value<T>
    async.await_all %group
    %x = async.await %w : !async.value<T>
    %r = async.await %v : !async.value<T>)";

TEST(OutlineBodies, AwaitingAGroupAwaitsItsMembers) {
  EXPECT_THAT(Import(kGroup), testing::AllOf(HasSubstr("ROOT %r = f32[8]{0} async-done(%v)\n"),
                                             HasSubstr("%x = f32[8]{0} async-done(%w)\n")));
  EXPECT_THAT(Import(Replaced(kGroup, "add_to_group %t,", "add_to_group %a,")),
              HasSubstr("error: %a is not asynchronous\n"));
  EXPECT_THAT(Import(Replaced(kGroup, "await_all %group", "await_all %t")),
              HasSubstr("error: expects an !async.group, but sees %t\n"));
}

TEST(OutlineBodies, AGroupWithCallsIsOneStart) {
  const std::string one = R"(
    %group = async.create_group %size : !async.group {hlo.calls = "both"}
    %t, %v = async.execute -> !async.value<T> {
      %n = "hlo.negate"(%a) : (T) -> T
      async.yield %n : T
    }
    %0 = async.add_to_group %t, %group : !async.token
    %u, %w = async.execute -> !async.value<T> {
      %n = "hlo.abs"(%a) : (T) -> T
      async.yield %n : T
    }
    %1 = async.add_to_group %u, %group : !async.token
    async.await_all %group
    %x = async.await %w : !async.value<T>
    %r = async.await %v : !async.value<T>
    return %r : T
  })";
  const std::string text =
      Expanded("func.func @e(%a: T) -> T {\n%size = arith.constant 2 : index" + one);
  EXPECT_THAT(ImportOf(text), HasSubstr("async-start(%a.1), calls=%both\n"));
  EXPECT_THAT(ImportOf(text), HasSubstr("ROOT %tuple = (f32[8]{0}, f32[8]{0}) tuple(%n, %n.1)\n"));
  constexpr char kError[] =
      "error: the members of a group with hlo.calls must be async.execute of one operation each, "
      "which wait for nothing\n";
  EXPECT_THAT(ImportOf(Replaced(text, "async.execute -> ", "async.execute [%q] -> ")),
              HasSubstr(kError));
  EXPECT_THAT(ImportOf(Replaced(text, "add_to_group %u", "add_to_group %w")), HasSubstr(kError));
}

TEST(OutlineBodies, WhatABodyMayNotHold) {
  EXPECT_THAT(Import("%t, %v = \"async.region\"() ({ %n = \"hlo.abs\"(%a) : (T) -> T })"),
              HasSubstr(std::string(DiagnosticCodeText(DiagnosticCode::kMlirRegion))));
  EXPECT_THAT(Import("%t = async.execute { %u = async.execute { async.yield } async.yield }"),
              HasSubstr("error: an async.execute cannot hold another: "));
}

}  // namespace hlo_text_v1::outline_bodies_test
