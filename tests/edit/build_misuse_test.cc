// Builders, outlining and asynchronous operations, used wrongly.
#include <gtest/gtest.h>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/clone.h"
#include "hlo/edit.h"
#include "hlo/make_async.h"
#include "hlo/outline.h"
#include "hlo/users.h"
#include "tests/edit/misuse_test_util.h"

namespace hlo::misuse_test {

Rows BuildRows() {
  return {
      // ---- Building.
      {"build in no module",
       [](S) {
         HloBuilder builder(nullptr, "new");
         builder.AddScalar(PrimitiveType::kF32, 1);
         return builder.Build().status();
       },
       "the module is null"},
      {"build in no computation",
       [](S) {
         HloBuilder builder(nullptr);
         builder.AddScalar(PrimitiveType::kF32, 1);
         return builder.status();
       },
       "the computation is null"},
      {"build in a removed computation",
       [](S s) {
         HloBuilder builder(s.gone);
         return builder.status();
       },
       "computation gone was removed"},
      {"a null operand",
       [](S s) { return Built(s, [](B b, I p) { b.AddBinary(HloOpcode::kAdd, p, nullptr); }); },
       "add: operand 1 is null"},
      {"an operand of another computation",
       [](S s) { return Built(s, [&](B b, I p) { b.AddBinary(HloOpcode::kAdd, s.x, p); }); },
       "add: operand 0 \\(x\\) is of computation e, not of new"},
      {"an operand of another module",
       [](S s) { return Built(s, [&](B b, I p) { b.AddBinary(HloOpcode::kAdd, p, s.foreign); }); },
       "add: operand 1 \\(a\\) is of computation e, not of new"},
      {"a removed operand",
       [](S s) {
         HloBuilder builder(s.e);
         builder.AddUnary(HloOpcode::kAbs, s.removed);
         return builder.status();
       },
       "abs: operand 0 was removed"},
      {"a parameter by AddInstruction",
       [](S s) {
         return Built(s,
                      [](B b, I p) { b.AddInstruction(HloOpcode::kParameter, &p->shape(), {}); });
       },
       "AddParameter and AddConstant add these"},
      {"a shape of another pool",
       [](S s) {
         return Built(s,
                      [&](B b, I p) { b.AddInstruction(HloOpcode::kCopy, s.foreign_shape, {p}); });
       },
       "is of another module's pool"},
      {"a parameter of another pool's shape",
       [](S s) { return Built(s, [&](B b, I) { b.AddParameter(s.foreign_shape); }); },
       "is of another module's pool"},
      {"a parameter without shape",
       [](S s) { return Built(s, [](B b, I) { b.AddParameter(nullptr); }); }, "the shape is null"},
      {"an array without shape",
       [](S s) { return Built(s, [](B b, I) { b.AddArray<float>(nullptr, {1}); }); },
       "the shape is null"},
      {"too many elements",
       [](S s) { return Built(s, [&](B b, I) { b.AddArray<float>(s.pair, {1, 2, 3}); }); },
       "3 values for shape f32\\[2\\]", kModule},
      {"a scalar token",
       [](S s) { return Built(s, [](B b, I) { b.AddScalar(PrimitiveType::kTOKEN, 1); }); },
       "the type has no scalars", kModule},
      {"a literal with too many bytes",
       [](S s) {
         const char bytes[12] = {};
         return Built(s, [&](B b, I) { b.AddConstant(Literal::Array(s.pair, bytes)); });
       },
       "the value does not fit its shape"},
      {"a tuple of too few literals",
       [](S s) {
         const Shape* tuple = s.module.shapes().Tuple({s.pair, s.pair});
         const Literal one[] = {Literal::Array(s.pair, {})};
         return Built(s, [&](B b, I) { b.AddConstant(Literal::Tuple(tuple, one)); });
       },
       "the value does not fit its shape"},
      {"a domain without shardings",
       [](S s) {
         return Built(s, [](B b, I x) {
           b.AddInstruction(HloOpcode::kDomain, nullptr, {x},
                            {MakeAttribute<K::kDomain>(Domain{})});
         });
       },
       "attribute domain: a sharding is null", kModule},
      {"an empty literal", [](S s) { return Built(s, [](B b, I) { b.AddConstant(Literal()); }); },
       "the literal is empty"},
      {"an iota without shape", [](S s) { return Built(s, [](B b, I) { b.AddIota(nullptr, 0); }); },
       "the shape is null", kModule},
      {"an operand too few",
       [](S s) {
         return Built(s, [](B b, I p) { b.AddInstruction(HloOpcode::kAdd, nullptr, {p}); });
       },
       "add: takes 2 operands, got 1", kModule},
      {"a wrong attribute",
       [](S s) {
         return Built(s, [](B b, I p) {
           b.AddInstruction(HloOpcode::kNegate, nullptr, {p}, {MakeAttribute<K::kIndex>(0)});
         });
       },
       "unexpected attribute \"index\" of negate", kModule},
      {"call what is not built",
       [](S s) { return Built(s, [](B b, I p) { b.AddCall({p}, b.computation()); }); },
       "not built yet", kModule},
      {"call null in a while",
       [](S s) { return Built(s, [](B b, I p) { b.AddWhile(nullptr, nullptr, p); }); },
       "the called computation is null", kModule},
      {"start null", [](S s) { return Built(s, [](B b, I p) { b.AddAsyncStart({p}, nullptr); }); },
       "the called computation is null", kModule},
      {"start another module",
       [](S s) {
         return Built(s, [&](B b, I p) { b.AddAsyncStart({p}, s.other.entry_computation()); });
       },
       "of another module", kModule},
      {"a null context",
       [](S s) { return Built(s, [&](B b, I p) { b.AddAsyncStart({p}, s.f, {nullptr}); }); },
       "the shape is null"},
      {"a context of another pool",
       [](S s) {
         return Built(s, [&](B b, I p) { b.AddAsyncStart({p}, s.f, {s.foreign_shape}); });
       },
       "is of another module's pool"},
      {"finish what is no start", [](S s) { return Built(s, [](B b, I p) { b.AddAsyncDone(p); }); },
       "no async-start or async-update", kModule},
      {"clone a removed one",
       [](S s) { return Built(s, [&](B b, I p) { b.AddClone(*s.removed, {p}); }); },
       "was removed or is of another module"},
      {"clone of another module",
       [](S s) { return Built(s, [&](B b, I p) { b.AddClone(*s.foreign, {p, p}); }); },
       "was removed or is of another module"},
      {"a second parameter 0 by cloning",
       [](S s) { return StatusOf(CloneWithNewOperands(s.x, nullptr, {})); },
       "AddParameter adds these", kModule},
      {"clone null", [](S s) { return StatusOf(CloneWithNewOperands(s.null, nullptr, {})); },
       "is null"},
      {"insert at a removed one",
       [](S s) {
         HloBuilder builder(s.e);
         builder.SetInsertionPoint(s.removed);
         return builder.status();
       },
       "was removed"},
      {"insert in another computation",
       [](S s) {
         HloBuilder builder(s.e);
         builder.SetInsertionPointAfter(s.q);
         return builder.status();
       },
       "the position is of another computation"},
      {"insert at what goes",
       [](S s) {
         HloBuilder builder(s.e);
         HloInstruction* position = builder.AddUnary(HloOpcode::kAbs, s.x);
         builder.SetInsertionPoint(position);
         RemoveInstruction(position).IgnoreError();
         builder.AddUnary(HloOpcode::kAbs, s.x);
         return builder.status();
       },
       "the insertion point was removed"},
      {"build twice",
       [](S s) {
         HloBuilder builder(&s.other, "new");
         builder.AddScalar(PrimitiveType::kF32, 1);
         ExpectOk(builder.Build().status());
         return builder.Build().status();
       },
       "the computation is built already"},
      {"build an existing computation", [](S s) { return HloBuilder(s.e).Build().status(); },
       "the computation is built already"},
      {"build a root of another computation",
       [](S s) {
         HloBuilder builder(&s.module, "new");
         return builder.Build(s.x).status();
       },
       "the root is of another computation"},
      {"build nothing", [](S s) { return HloBuilder(&s.module, "new").Build().status(); },
       "has no instructions", kModule},
      {"go on after an error",
       [](S s) {
         HloBuilder builder(&s.module, "new");
         builder.AddScalar(PrimitiveType::kS8, 1000);
         builder.AddUnary(HloOpcode::kAbs, builder.AddTuple({nullptr}));
         return builder.BuildEntry().status();
       },
       "value 1000 is out of range for s8", kModule},

      // ---- Computations of their own, asynchronous operations.
      {"outline nothing",
       [](S s) { return StatusOf(OutlineExpressionFromComputation({}, "o", s.e)); },
       "there are no instructions", kModule},
      {"outline null",
       [](S s) { return StatusOf(OutlineExpressionFromComputation({s.null}, "o", s.e)); },
       "is null"},
      {"outline from null",
       [](S s) { return StatusOf(OutlineExpressionFromComputation({s.a}, "o", nullptr)); },
       "the computation is null"},
      {"outline from two computations",
       [](S s) { return StatusOf(CreateFusionInstruction({s.a, s.q}, FusionKind::kLoop)); },
       "q is of computation f, not of e"},
      {"outline from another computation",
       [](S s) { return StatusOf(OutlineExpressionFromComputation({s.a}, "o", s.f)); },
       "the instructions are of another computation"},
      {"fuse around another",
       [](S s) { return StatusOf(CreateFusionInstruction({s.a, s.r}, FusionKind::kLoop)); },
       "b uses a", kModule},
      {"inline null", [](S s) { return StatusOf(InlineCall(s.null)); }, "is null"},
      {"inline what is no call", [](S s) { return StatusOf(InlineCall(s.a)); }, "a is not a call",
       kModule},
      {"make null asynchronous", [](S s) { return StatusOf(CreateAsyncInstructions(s.null)); },
       "is null"},
      {"make a parameter asynchronous", [](S s) { return StatusOf(CreateAsyncInstructions(s.x)); },
       "parameter cannot be made asynchronous", kModule},
      {"contexts of another module",
       [](S s) {
         MakeAsyncOptions options;
         options.contexts = absl::MakeConstSpan(&s.foreign_shape, 1);
         return StatusOf(CreateAsyncInstructions(s.a, options));
       },
       "is of another module's pool"},
      {"a copy on a thread",
       [](S s) {
         MakeAsyncOptions options;
         options.execution_thread = "t";
         return StatusOf(CreateAsyncInstructions(s.d, options));
       },
       "copy-start has no execution thread", kModule},
      {"make null synchronous", [](S s) { return StatusOf(CreateSyncInstruction(s.null)); },
       "is null"},
      {"make synchronous what is", [](S s) { return StatusOf(CreateSyncInstruction(s.a)); },
       "a finishes nothing", kModule},
      {"the chain of an add",
       [](S s) {
         return Silently(
             [&] { EXPECT_FALSE(AsyncChain::Of(*s.a, UserSnapshot(*s.e)).has_value()); });
       },
       "", kModule},

  };
}

TEST(BuilderMisuse, GivesAStatusOrDoesNothing) { ExpectStatusOrNothing(BuildRows()); }

TEST(BuilderMisuseDeathTest, StopsAProgramWithAssertions) {
  ExpectDeathWithAssertions(BuildRows());
}

}  // namespace hlo::misuse_test
