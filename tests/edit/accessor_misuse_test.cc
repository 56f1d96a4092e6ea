// Questions that do not fit, and analyses, used wrongly.
#include <gtest/gtest.h>

#include "hlo/async.h"
#include "hlo/buffer_analysis.h"
#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/canonical.h"
#include "hlo/device_groups.h"
#include "hlo/edit.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "hlo/order.h"
#include "hlo/uniquify.h"
#include "hlo/users.h"
#include "tests/edit/misuse_test_util.h"

namespace hlo::misuse_test {

Rows AccessorRows() {
  return {
      // ---- Accessors.
      {"operand 99", [](S s) { return Silently([&] { EXPECT_EQ(s.a->operand(99), nullptr); }); },
       "there is no such operand", kAccessor},
      {"operand -1", [](S s) { return Silently([&] { EXPECT_EQ(s.a->operand(-1), nullptr); }); },
       "there is no such operand", kAccessor},
      {"operand 0 of a constant",
       [](S s) { return Silently([&] { EXPECT_EQ(s.c->operand(0), nullptr); }); },
       "there is no such operand", kAccessor},
      {"the parameter number of an add",
       [](S s) { return Silently([&] { EXPECT_EQ(s.a->parameter_number(), -1); }); },
       "it is not a parameter", kAccessor},
      {"the literal of an add",
       [](S s) {
         return Silently([&] {
           EXPECT_EQ(s.a->literal().shape().element_type(), PrimitiveType::kInvalid);
           EXPECT_TRUE(s.a->literal().bytes().empty());
         });
       },
       "it is not a constant", kAccessor},
      {"a list as a bool",
       [](S s) { return Silently([&] { EXPECT_FALSE(s.Dimensions().AsBool()); }); },
       "the attribute has another type", kAccessor},
      {"a list as an integer",
       [](S s) { return Silently([&] { EXPECT_EQ(s.Dimensions().AsInt64(), 0); }); },
       "the attribute has another type", kAccessor},
      {"a list as a double",
       [](S s) { return Silently([&] { EXPECT_EQ(s.Dimensions().AsDouble(), 0); }); },
       "the attribute has another type", kAccessor},
      {"a list as an enum",
       [](S s) {
         return Silently(
             [&] { EXPECT_EQ(s.Dimensions().AsEnum<FusionKind>(), static_cast<FusionKind>(0)); });
       },
       "the attribute has another type", kAccessor},
      {"a list as a string",
       [](S s) { return Silently([&] { EXPECT_EQ(s.Dimensions().AsString(), ""); }); },
       "the attribute has another type", kAccessor},
      {"a list as a list of others",
       [](S s) { return Silently([&] { EXPECT_TRUE(s.Dimensions().AsList<bool>().empty()); }); },
       "the attribute has another type", kAccessor},
      {"a list as a struct",
       [](S s) {
         return Silently([&] { EXPECT_TRUE(s.Dimensions().As<Window>().dimensions.empty()); });
       },
       "the attribute has another type", kAccessor},
      {"a list as a shape",
       [](S s) { return Silently([&] { EXPECT_EQ(s.Dimensions().AsShape().rank(), 0); }); },
       "the attribute has another type", kAccessor},
      {"a list as a computation",
       [](S s) { return Silently([&] { EXPECT_EQ(s.Dimensions().AsComputation(), nullptr); }); },
       "the attribute has another type", kAccessor},
      {"a computation as a list",
       [](S s) {
         return Silently([&] { EXPECT_TRUE(s.b->attributes()[0].AsInt64List().empty()); });
       },
       "the attribute has another type", kAccessor},
      {"a list as the struct of its kind",
       [](S s) {
         return Silently([&] {
           const auto* window = s.t->GetAttribute<Window>(K::kDimensions);
           EXPECT_TRUE(window->dimensions.empty());
         });
       },
       "the attribute has another type", kAccessor},
      {"attributes that there are not",
       [](S s) {
         return Silently([&] {
           EXPECT_TRUE(s.a->dimensions().empty());
           EXPECT_EQ(s.a->dimension(), 0);
           EXPECT_EQ(s.a->to_apply(), nullptr);
           EXPECT_EQ(s.a->branch_computation(7), nullptr);
           EXPECT_EQ(s.a->FindAttribute(K::kUnknown), nullptr);
           EXPECT_EQ(s.a->operand_precision(-1), Precision::kDefault);
         });
       },
       "", kModule},
      {"dimension 1 of 1",
       [](S s) { return Silently([&] { EXPECT_EQ(s.t->shape().dimensions(1), 0); }); },
       "Shape::dimensions: the index is out of range", kAccessor},
      {"is dimension -1 unbounded",
       [](S s) { return Silently([&] { EXPECT_FALSE(s.t->shape().is_unbounded_dimension(-1)); }); },
       "the index is out of range", kAccessor},
      {"is dimension 9 dynamic",
       [](S s) {
         const bool dynamic[] = {true};
         const Shape* shape = s.module.shapes().Array(PrimitiveType::kF32, {2}, dynamic, nullptr);
         return Silently([&] { EXPECT_FALSE(shape->is_dynamic_dimension(9)); });
       },
       "the index is out of range", kAccessor},
      {"element 0 of an array",
       [](S s) { return Silently([&] { EXPECT_EQ(s.t->shape().tuple_shapes(0), nullptr); }); },
       "Shape::tuple_shapes: the index is out of range", kAccessor},
      {"a tuple of null",
       [](S s) {
         const Shape* tuple = s.module.shapes().Tuple({s.pair, nullptr});
         return Silently([&] { EXPECT_TRUE(tuple->tuple_shapes().empty()); });
       },
       "an element is null", kAccessor},
      {"a buffer of null",
       [](S s) {
         return Silently([&] { EXPECT_TRUE(s.module.shapes().Buffer(nullptr)->IsBuffer()); });
       },
       "the shape is null", kAccessor},
      {"too few dynamic marks",
       [](S s) {
         const bool dynamic[] = {true};
         const Shape* shape =
             s.module.shapes().Array(PrimitiveType::kF32, {2, 3}, dynamic, nullptr);
         return Silently([&] { EXPECT_TRUE(shape->is_static()); });
       },
       "not one dynamic mark a dimension", kAccessor},
      {"an index of another rank",
       [](S s) {
         return Silently([&] {
           EXPECT_EQ(LinearIndex(s.t->shape(), {0, 0}), std::nullopt);
           EXPECT_EQ(MultiIndex(s.t->shape(), -1), std::nullopt);
           EXPECT_EQ(Subshape(s.t->shape(), {0}), nullptr);
           EXPECT_EQ(ElementBits(s.r->shape()), 0);
         });
       },
       "", kModule},
      {"element 1 of a scalar",
       [](S s) { return Silently([&] { EXPECT_EQ(s.c->literal().GetDouble(1), 0); }); },
       "Literal::GetDouble: the index is out of range", kAccessor},
      {"element -1 of a scalar",
       [](S s) { return Silently([&] { EXPECT_EQ(s.c->literal().GetDouble(-1), 0); }); },
       "the index is out of range", kAccessor},
      {"an integer from an f32",
       [](S s) { return Silently([&] { EXPECT_EQ(s.c->literal().GetInt64(0), 0); }); },
       "Literal::GetInt64: the literal has another type", kAccessor},
      {"a bool from an f32",
       [](S s) { return Silently([&] { EXPECT_FALSE(s.c->literal().GetBool(0)); }); },
       "Literal::GetBool: the literal has another type", kAccessor},
      {"an imaginary part from an f32",
       [](S s) { return Silently([&] { EXPECT_EQ(s.c->literal().GetImaginary(0), 0); }); },
       "Literal::GetImaginary: the literal has another type", kAccessor},
      {"an element of an empty literal",
       [](S) { return Silently([] { EXPECT_EQ(Literal().GetDouble(0), 0); }); },
       "the literal has another type", kAccessor},
      {"a moved-from module",
       [](S s) {
         HloModule moved = std::move(s.other);
         HloModule& empty = s.other;  // NOLINT(bugprone-use-after-move): that is the point
         EXPECT_EQ(empty.name(), "");
         EXPECT_EQ(empty.source(), "");
         EXPECT_EQ(empty.entry_computation(), nullptr);
         EXPECT_EQ(empty.GetComputationWithName("e"), nullptr);
         EXPECT_EQ(empty.instruction_count(), 0);
         EXPECT_EQ(empty.Clone().instruction_count(), 0);
         PrintHloModule(empty);
         Fingerprint(empty);
         EXPECT_TRUE(Verify(empty).empty());
         SetName(empty, "again");
         EXPECT_EQ(empty.name(), "again");
         HloBuilder builder(&empty, "new");
         builder.AddScalar(PrimitiveType::kF32, 1);
         return builder.BuildEntry().status();
       },
       "", kModule},
      {"users of null",
       [](S s) {
         return Silently([&] {
           const UserSnapshot users(*s.e);
           EXPECT_TRUE(users.of(nullptr).empty());
           EXPECT_TRUE(CurrentUsers(nullptr).empty());
           EXPECT_TRUE(CurrentUses(nullptr).empty());
           EXPECT_TRUE(CurrentControlSuccessors(nullptr).empty());
           EXPECT_FALSE(HasUsers(nullptr) || HasOneUser(nullptr));
         });
       },
       "", kModule},
      {"analyses of what they do not know",
       [](S s) {
         return Silently([&] {
           const BufferAnalysis buffers(*s.e);
           EXPECT_TRUE(buffers.BuffersOf(*s.q).empty());
           EXPECT_EQ(buffers.BufferAt(*s.a, {3}), -1);
           EXPECT_TRUE(buffers.PlacesOf(-1).empty());
           EXPECT_TRUE(buffers.PlacesOf(buffers.buffer_count()).empty());
           EXPECT_TRUE(buffers.DefinitionsOf(-1).empty());
           EXPECT_EQ(buffers.definition(-1).instruction, nullptr);
           const CallGraph calls(s.module);
           EXPECT_TRUE(calls.callers(*s.gone).empty());
           EXPECT_EQ(calls.caller(*s.gone), nullptr);
           EXPECT_EQ(calls.depth(*s.gone), 0);
           const LiveRanges live(*s.f);
           HloInstruction* made = HloBuilder(s.f).AddUnary(HloOpcode::kAbs, s.q);
           EXPECT_EQ(live.StepOf(*made), -1);
           EXPECT_EQ(live.BytesOf(*made), 0);
           EXPECT_EQ(live.LastUse(*made), -1);
           ExpectOk(RemoveInstruction(made));
           EXPECT_FALSE(!GroupsOf(s.a->replica_groups())->empty());
         });
       },
       "", kModule},

      // ---- Reading.
      {"print a removed one",
       [](S s) { return Silently([&] { EXPECT_EQ(PrintHloInstruction(*s.removed), ""); }); }, "",
       kModule},
      {"the name of a removed one",
       [](S s) { return Silently([&] { EXPECT_EQ(s.removed->name(), ""); }); }, "", kModule},
      {"is a removed one the root",
       [](S s) { return Silently([&] { EXPECT_FALSE(s.removed->IsRoot()); }); }, "", kModule},
      {"the effect of a removed one",
       [](S s) { return Silently([&] { HasSideEffect(*s.removed); }); }, "", kModule},
      {"print, verify, hash a module without an entry",
       [](S) {
         return Silently([] {
           HloModule empty = CreateHloModule("empty");
           PrintHloModule(empty);
           Verify(empty);
           Fingerprint(empty);
           Desugar(empty);
           Uniquify(empty);
           RemoveDeadInstructions(empty);
           EXPECT_TRUE(ComputationPostOrder(empty).empty());
           EXPECT_EQ(empty.Clone().entry_computation(), nullptr);
         });
       },
       "", kModule},
  };
}

TEST(AccessorMisuse, GivesAStatusOrDoesNothing) { ExpectStatusOrNothing(AccessorRows()); }

TEST(AccessorMisuseDeathTest, StopsAProgramWithAssertions) {
  ExpectDeathWithAssertions(AccessorRows());
}

}  // namespace hlo::misuse_test
