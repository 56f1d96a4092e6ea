// Edits of instructions, computations and modules, used wrongly.
#include <gtest/gtest.h>

#include <type_traits>
#include <utility>
#include <vector>

#include "hlo/builder.h"
#include "hlo/clone.h"
#include "hlo/edit.h"
#include "hlo/users.h"
#include "tests/edit/misuse_test_util.h"

namespace hlo::misuse_test {

Rows EditRows() {
  return {
      // ---- Uses.
      {"replace all uses of null", [](S s) { return ReplaceAllUsesWith(nullptr, s.x); },
       "an instruction is null"},
      {"replace all uses with null", [](S s) { return ReplaceAllUsesWith(s.x, nullptr); },
       "an instruction is null"},
      {"replace all uses with a removed one",
       [](S s) { return ReplaceAllUsesWith(s.x, s.removed); }, "an instruction was removed"},
      {"replace all uses with another computation's",
       [](S s) { return ReplaceAllUsesWith(s.x, s.q); }, "q is of computation f, not of e"},
      {"replace all uses with another module's",
       [](S s) { return ReplaceAllUsesWith(s.a, s.foreign); }, "is of computation e, not of e"},
      {"replace all uses with another shape", [](S s) { return ReplaceAllUsesWith(s.a, s.t); },
       "is not compatible", kModule},
      {"replace all uses, any shape, with null",
       [](S s) { return Silently([&] { ReplaceAllUsesWithDifferentShape(s.x, nullptr); }); }, ""},
      {"replace all uses, any shape, with another computation's",
       [](S s) { return Silently([&] { ReplaceAllUsesWithDifferentShape(s.x, s.q); }); }, ""},
      {"replace a use that there is not", [](S s) { return ReplaceUseWith(s.x, s.t, s.y); },
       "t does not use x", kModule},
      {"replace a use by a removed user", [](S s) { return ReplaceUseWith(s.x, s.removed, s.y); },
       "was removed"},
      {"replace operand -1", [](S s) { return ReplaceOperandWith(s.a, -1, s.x); },
       "a has no operand -1"},
      {"replace operand 2 of 2", [](S s) { return ReplaceOperandWith(s.a, 2, s.x); },
       "a has no operand 2"},
      {"replace an operand of a parameter", [](S s) { return ReplaceOperandWith(s.x, 0, s.y); },
       "x has no operand 0"},
      {"replace an operand with null", [](S s) { return ReplaceOperandWith(s.a, 0, nullptr); },
       "is null"},
      {"replace an operand with another module's",
       [](S s) { return ReplaceOperandWith(s.a, 0, s.foreign); }, "not of e"},
      {"replace operand 9, any shape",
       [](S s) { return Silently([&] { ReplaceOperandWithDifferentShape(s.a, 9, s.x); }); }, ""},
      {"set operands of a parameter",
       [](S s) { return Silently([&] { SetOperands(s.x, {s.y}); }); }, ""},
      {"set operands of a constant", [](S s) { return Silently([&] { SetOperands(s.c, {}); }); },
       ""},
      {"set a null operand", [](S s) { return Silently([&] { SetOperands(s.a, {s.x, s.null}); }); },
       ""},
      {"set operands of another computation",
       [](S s) { return Silently([&] { SetOperands(s.a, {s.q, s.q}); }); }, ""},
      {"users of a removed one",
       [](S s) { return Silently([&] { EXPECT_TRUE(CurrentUsers(s.removed).empty()); }); }, "",
       kModule},

      // ---- Control dependencies.
      {"depend on itself", [](S s) { return Silently([&] { AddControlDependency(s.x, s.x); }); },
       ""},
      {"depend on null", [](S s) { return Silently([&] { AddControlDependency(s.null, s.x); }); },
       ""},
      {"depend on another computation",
       [](S s) { return Silently([&] { AddControlDependency(s.q, s.x); }); }, ""},
      {"depend on a removed one",
       [](S s) { return Silently([&] { AddControlDependency(s.removed, s.x); }); }, ""},
      {"remove a dependency on null",
       [](S s) { return Silently([&] { RemoveControlDependency(s.null, s.x); }); }, ""},
      {"remove a dependency that there is not",
       [](S s) { return Silently([&] { RemoveControlDependency(s.x, s.a); }); }, "", kModule},
      {"drop dependencies of null",
       [](S s) { return Silently([&] { DropAllControlDependencies(s.null); }); }, ""},

      // ---- Names, shapes, attributes.
      {"name null", [](S s) { return Silently([&] { SetName(s.null, "n"); }); }, ""},
      {"name a removed one", [](S s) { return Silently([&] { SetName(s.removed, "n"); }); }, ""},
      {"a null shape", [](S s) { return Silently([&] { SetShape(s.a, nullptr); }); }, ""},
      {"a shape of another module",
       [](S s) { return Silently([&] { SetShape(s.a, s.foreign_shape); }); }, ""},
      {"a shape that a constant does not have",
       [](S s) { return Silently([&] { SetShape(s.c, s.pair); }); }, ""},
      {"set an attribute of null",
       [](S) { return SetAttribute(nullptr, MakeAttribute<K::kIndex>(0)); }, "is null"},
      {"set an attribute of a removed one",
       [](S s) { return SetAttribute(s.removed, MakeAttribute<K::kBackendConfig>("b")); },
       "was removed"},
      {"set an attribute that the opcode has not",
       [](S s) { return SetAttribute(s.a, MakeAttribute<K::kIndex>(0)); },
       "unexpected attribute \"index\" of add", kModule},
      {"a value of another type", [](S) { return StatusOf(MakeAttribute(K::kIndex, "zero")); },
       "attribute index takes a value of type Int64", kModule},
      {"make unknown words", [](S) { return StatusOf(MakeAttribute(K::kUnknownOpcode, 1)); },
       "unknown words come from a text only", kModule},
      {"call null", [](S s) { return SetAttribute(s.b, MakeAttribute<K::kToApply>(nullptr)); },
       "the called computation is null", kModule},
      {"call another module",
       [](S s) {
         return SetAttribute(s.b, MakeAttribute<K::kToApply>(s.other.entry_computation()));
       },
       "of another module", kModule},
      {"call a removed computation",
       [](S s) { return SetAttribute(s.b, MakeAttribute<K::kToApply>(s.gone)); },
       "the called computation was removed", kModule},
      {"control predecessors of another computation",
       [](S s) {
         HloInstruction* const list[] = {s.q};
         return SetAttribute(s.a, MakeAttribute<K::kControlPredecessors>(list));
       },
       "an instruction is of another computation", kModule},
      {"itself as control predecessor",
       [](S s) {
         HloInstruction* const list[] = {s.a};
         return SetAttribute(s.a, MakeAttribute<K::kControlPredecessors>(list));
       },
       "the instruction would depend on itself", kModule},
      {"remove a required attribute", [](S s) { return RemoveAttribute(s.b, K::kToApply); },
       "attribute to_apply is expected", kModule},
      {"remove an attribute of a removed one",
       [](S s) { return RemoveAttribute(s.removed, K::kMetadata); }, "was removed"},

      // ---- Removing and replacing.
      {"remove null", [](S) { return RemoveInstruction(nullptr); }, "is null"},
      {"remove twice", [](S s) { return RemoveInstruction(s.removed); }, "was removed"},
      {"remove a used one", [](S s) { return RemoveInstruction(s.a); }, "it has users", kModule},
      {"remove the root", [](S s) { return RemoveInstruction(s.r); }, "it is the root", kModule},
      {"remove a parameter", [](S s) { return RemoveInstruction(s.y); }, "it is a parameter",
       kModule},
      {"remove null with operands", [](S) { return RemoveInstructionAndUnusedOperands(nullptr); },
       "is null"},
      {"replace by itself", [](S s) { return ReplaceInstruction(s.a, s.a); }, "replace itself"},
      {"replace null by null", [](S s) { return ReplaceInstruction(s.null, s.null); }, "is null"},
      {"replace by another computation's", [](S s) { return ReplaceInstruction(s.a, s.q); },
       "not of e"},
      {"replace with a new one of null",
       [](S s) {
         return StatusOf(ReplaceWithNewInstruction(s.a, HloOpcode::kNegate, nullptr, {s.null}));
       },
       "negate: operand 0 is null"},
      {"replace with a new parameter",
       [](S s) {
         return StatusOf(ReplaceWithNewInstruction(s.a, HloOpcode::kParameter, &s.a->shape(), {}));
       },
       "AddParameter and AddConstant add these"},
      {"remove what is dead in null",
       [](S) { return Silently([] { RemoveDeadInstructions(nullptr); }); }, ""},
      {"remove what is dead in a removed computation",
       [](S s) { return Silently([&] { RemoveDeadInstructions(s.gone); }); }, ""},

      // ---- Order.
      {"move before null", [](S s) { return Silently([&] { MoveBefore(s.a, s.null); }); }, ""},
      {"move to another computation", [](S s) { return Silently([&] { MoveAfter(s.a, s.q); }); },
       ""},
      {"a sequence of one", [](S s) { return SetSequence(s.e, {s.x}); }, "lacks", kModule},
      {"a sequence with null", [](S s) { return SetSequence(s.e, {s.x, s.null}); }, "is null"},
      {"a sequence of another computation", [](S s) { return SetSequence(s.e, {s.q}); },
       "has those of another one", kModule},
      {"a sequence of null", [](S s) { return SetSequence(nullptr, {s.x}); },
       "the computation is null"},

      // ---- Computations and modules.
      {"a root of another computation", [](S s) { return Silently([&] { SetRoot(s.e, s.q); }); },
       ""},
      {"a null root", [](S s) { return Silently([&] { SetRoot(s.e, s.null); }); }, ""},
      {"a root for null", [](S s) { return Silently([&] { SetRoot(nullptr, s.a); }); }, ""},
      {"remove parameter -1", [](S s) { return RemoveParameter(s.e, -1); },
       "e has no parameter -1"},
      {"remove parameter 2 of 2", [](S s) { return RemoveParameter(s.e, 2); },
       "e has no parameter 2"},
      {"remove a used parameter", [](S s) { return RemoveParameter(s.e, 0); }, "it has users",
       kModule},
      {"name no computation",
       [](S) { return Silently([] { SetName(static_cast<HloComputation*>(nullptr), "n"); }); }, ""},
      {"a thread for null", [](S) { return Silently([] { SetExecutionThread(nullptr, "t"); }); },
       ""},
      {"a configuration for a removed computation",
       [](S s) { return Silently([&] { SetBackendConfig(s.gone, "b"); }); }, ""},
      {"remove a computation twice", [](S s) { return RemoveComputation(s.gone); },
       "computation gone was removed"},
      {"remove null as a computation", [](S) { return RemoveComputation(nullptr); },
       "the computation is null"},
      {"remove the entry", [](S s) { return RemoveComputation(s.e); },
       "it is the entry computation", kModule},
      {"remove a called computation", [](S s) { return RemoveComputation(s.f); },
       "it is called by b", kModule},
      {"enter a removed computation",
       [](S s) { return Silently([&] { SetEntryComputation(s.module, s.gone); }); }, ""},
      {"enter another module",
       [](S s) {
         return Silently([&] { SetEntryComputation(s.module, s.other.entry_computation()); });
       },
       ""},
      {"enter what is not built",
       [](S s) {
         return Silently([&] {
           HloBuilder builder(&s.module, "new");
           SetEntryComputation(s.module, builder.computation());
         });
       },
       ""},
      {"enter null", [](S s) { return Silently([&] { SetEntryComputation(s.module, nullptr); }); },
       ""},
      {"clone into null",
       [](S s) { return Silently([&] { EXPECT_EQ(CloneComputation(*s.f, nullptr), nullptr); }); },
       ""},
      {"clone what is not built",
       [](S s) {
         return Silently([&] {
           HloBuilder builder(&s.module, "new");
           builder.AddScalar(PrimitiveType::kF32, 1);
           EXPECT_EQ(CloneComputation(*builder.computation(), &s.module), nullptr);
         });
       },
       ""},
      {"clone a removed computation",
       [](S s) {
         return Silently([&] { EXPECT_EQ(CloneComputation(*s.gone, &s.module), nullptr); });
       },
       ""},

  };
}

// Compiled out: edits of what is const.
template <typename T>
using Named = decltype(SetName(std::declval<T>(), ""));
template <typename T, typename = void>
constexpr bool kCanBeNamed = false;
template <typename T>
constexpr bool kCanBeNamed<T, std::void_t<Named<T>>> = true;
static_assert(kCanBeNamed<HloInstruction*> && !kCanBeNamed<const HloInstruction*>);
static_assert(kCanBeNamed<HloComputation*> && !kCanBeNamed<const HloComputation*>);
static_assert(!std::is_constructible_v<HloBuilder, const HloComputation*>);

TEST(EditMisuse, GivesAStatusOrDoesNothing) { ExpectStatusOrNothing(EditRows()); }

TEST(EditMisuseDeathTest, StopsAProgramWithAssertions) { ExpectDeathWithAssertions(EditRows()); }

}  // namespace hlo::misuse_test
