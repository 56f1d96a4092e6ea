// Misuses of the library, one row each: its name, a use of a module, part of the message. In builds
// without assertions each gives a Status or does nothing, and the module stays as it is. With
// assertions, those that are the program's fault stop it with a message; those that depend on the
// module still give a Status.
// Tests of src/base: misuse
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/buffer_analysis.h"
#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/canonical.h"
#include "hlo/collectives.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "hlo/module.h"
#include "hlo/print_values.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::misuse_test {

using namespace internal;

constexpr char kText[] =
    "HloModule m\n"
    "f { p = f32[] parameter(0)  ROOT q = f32[] abs(p) }\n"
    "gone { g = f32[] parameter(0)  ROOT h = f32[] negate(g) }\n"
    "ENTRY e {\n"
    "  x = f32[] parameter(0)\n"
    "  y = f32[] parameter(1)\n"
    "  a = f32[] add(x, y)\n"
    "  b = f32[] call(a), to_apply=f\n"
    "  c = f32[] constant(1)\n"
    "  d = f32[] copy(c)\n"
    "  t = f32[2] broadcast(d), dimensions={}\n"
    "  ROOT r = (f32[], f32[2], f32[]) tuple(b, t, y)\n"
    "}\n";

// The objects that a row may misuse.
struct Scene {
  Scene() : module(ReadModule(kText)), other(ReadModule(kText)) {
    e = module.entry_computation();
    f = FindComputation(module, "f");
    gone = FindComputation(module, "gone");
    ExpectOk(RemoveComputation(gone));
    for (auto [name, instruction] : {std::pair{"x", &x},
                                     {"y", &y},
                                     {"a", &a},
                                     {"b", &b},
                                     {"c", &c},
                                     {"d", &d},
                                     {"t", &t},
                                     {"r", &r},
                                     {"q", &q}}) {
      *instruction = Find(module, name);
    }
    HloBuilder builder(e);
    removed = builder.AddUnary(HloOpcode::kNegate, x);
    ExpectOk(RemoveInstruction(removed));
    foreign = Find(other, "a");
    foreign_shape = other.shapes().Array(PrimitiveType::kF32, {3});
    pair = module.shapes().Array(PrimitiveType::kF32, {2});
  }

  const Attribute& Dimensions() const { return t->attributes()[0]; }

  HloModule module;
  HloModule other;
  HloComputation *e, *f, *gone;
  HloInstruction *x, *y, *a, *b, *c, *d, *t, *r, *q;
  HloInstruction* removed;
  HloInstruction* foreign;
  const Shape* foreign_shape;
  const Shape* pair;
  HloInstruction* const null = nullptr;
};

using Status = absl::Status;

Status StatusOf(Status status) { return status; }
template <typename T>
Status StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}
// Builds into a new computation and returns the builder's status.
Status Built(Scene& s, const std::function<void(HloBuilder&, HloInstruction*)>& add) {
  HloBuilder builder(&s.module, "new");
  add(builder, builder.AddParameter(&s.x->shape(), "p"));
  return builder.status();
}

enum class Fault {
  kProgram,
  kModule,
  kAccessor,  // the program's fault; without assertions a neutral result
};

struct Row {
  const char* name;
  std::function<Status(Scene&)> use;
  // Part of the message of the status (with assertions of a program's fault: of the death); "" if
  // there is no status.
  const char* message;
  Fault fault = Fault::kProgram;
};

HloSharding NamedWithoutMesh() {
  HloSharding sharding;
  sharding.kind = HloSharding::Kind::kNamed;
  return sharding;
}

ReplicaGroups GroupsWithoutAxis() {
  static constexpr AxisRef kFirst;
  ReplicaGroups groups;
  groups.kind = ReplicaGroups::Kind::kMesh;
  groups.axes = absl::MakeConstSpan(&kFirst, 1);
  return groups;
}

constexpr Fault kModule = Fault::kModule;
constexpr Fault kAccessor = Fault::kAccessor;
using S = Scene&;
using B = HloBuilder&;
using I = HloInstruction*;
using K = AttributeKind;

using Rows = std::vector<Row>;

// A use of the scene `s`: a call that gives a status or a StatusOr; statements without one; calls
// of the builder `b` of a new computation with the parameter `p`.
#define CALL(...)                 \
  [](S s) {                       \
    static_cast<void>(s);         \
    return StatusOf(__VA_ARGS__); \
  }
#define DO(...)              \
  [](S s) {                  \
    static_cast<void>(s);    \
    __VA_ARGS__;             \
    return absl::OkStatus(); \
  }
#define BUILD(...)                  \
  [](S s) {                         \
    return Built(s, [&](B b, I p) { \
      static_cast<void>(p);         \
      __VA_ARGS__;                  \
    });                             \
  }

Rows AllRows() {
  return {
      // ---- Accessors.
      {"operand 99", DO(EXPECT_EQ(s.a->operand(99), nullptr)), "there is no such operand",
       kAccessor},
      {"operand -1", DO(EXPECT_EQ(s.a->operand(-1), nullptr)), "there is no such operand",
       kAccessor},
      {"operand 0 of a constant", DO(EXPECT_EQ(s.c->operand(0), nullptr)),
       "there is no such operand", kAccessor},
      {"the parameter number of an add", DO(EXPECT_EQ(s.a->parameter_number(), -1)),
       "it is not a parameter", kAccessor},
      {"the literal of an add",
       DO(EXPECT_EQ(s.a->literal().shape().element_type(), PrimitiveType::kInvalid);
          EXPECT_TRUE(s.a->literal().bytes().empty())),
       "it is not a constant", kAccessor},
      {"a list as a bool", DO(EXPECT_FALSE(s.Dimensions().AsBool())),
       "the attribute has another type", kAccessor},
      {"a list as an integer", DO(EXPECT_EQ(s.Dimensions().AsInt64(), 0)),
       "the attribute has another type", kAccessor},
      {"a list as a double", DO(EXPECT_EQ(s.Dimensions().AsDouble(), 0)),
       "the attribute has another type", kAccessor},
      {"a list as an enum",
       DO(EXPECT_EQ(s.Dimensions().AsEnum<FusionKind>(), static_cast<FusionKind>(0))),
       "the attribute has another type", kAccessor},
      {"a list as a string", DO(EXPECT_EQ(s.Dimensions().AsString(), "")),
       "the attribute has another type", kAccessor},
      {"a named sharding without its mesh", DO(EXPECT_EQ(PrintSharding(NamedWithoutMesh()), "")),
       "it lacks a mesh or an axis", kAccessor},
      {"groups along an axis that the mesh lacks",
       DO(EXPECT_EQ(PrintReplicaGroups(GroupsWithoutAxis()), "")), "the mesh lacks an axis",
       kAccessor},
      {"a list as a list of others", DO(EXPECT_TRUE(s.Dimensions().AsList<bool>().empty())),
       "the attribute has another type", kAccessor},
      {"a list as a struct", DO(EXPECT_TRUE(s.Dimensions().As<Window>().dimensions.empty())),
       "the attribute has another type", kAccessor},
      {"a list as a shape", DO(EXPECT_EQ(s.Dimensions().AsShape().rank(), 0)),
       "the attribute has another type", kAccessor},
      {"a list as a computation", DO(EXPECT_EQ(s.Dimensions().AsComputation(), nullptr)),
       "the attribute has another type", kAccessor},
      {"a computation as a list", DO(EXPECT_TRUE(s.b->attributes()[0].AsInt64List().empty())),
       "the attribute has another type", kAccessor},
      {"a list as the struct of its kind",
       DO(const auto* window = s.t->FindAttribute<Window>(K::kDimensions);
          EXPECT_TRUE(window->dimensions.empty())),
       "the attribute has another type", kAccessor},
      {"attributes that there are not",
       DO(EXPECT_TRUE(s.a->dimensions().empty()); EXPECT_EQ(s.a->dimension(), 0);
          EXPECT_EQ(s.a->to_apply(), nullptr); EXPECT_EQ(s.a->branch_computation(7), nullptr);
          EXPECT_EQ(s.a->FindAttribute(K::kUnknown), nullptr);
          EXPECT_EQ(s.a->operand_precision(-1), Precision::kDefault)),
       "", kModule},
      {"dimension 1 of 1", DO(EXPECT_EQ(s.t->shape().dimensions(1), 0)),
       "Shape::dimensions: the index is out of range", kAccessor},
      {"is dimension -1 unbounded", DO(EXPECT_FALSE(s.t->shape().is_unbounded_dimension(-1))),
       "the index is out of range", kAccessor},
      {"is dimension 9 dynamic",
       [](S s) {
         const bool dynamic[] = {true};
         const Shape* shape = s.module.shapes().Array(PrimitiveType::kF32, {2}, dynamic, nullptr);
         EXPECT_FALSE(shape->is_dynamic_dimension(9));
         return absl::OkStatus();
       },
       "the index is out of range", kAccessor},
      {"element 0 of an array", DO(EXPECT_EQ(s.t->shape().tuple_shapes(0), nullptr)),
       "Shape::tuple_shapes: the index is out of range", kAccessor},
      {"a tuple of null",
       [](S s) {
         const Shape* tuple = s.module.shapes().Tuple({s.pair, nullptr});
         EXPECT_TRUE(tuple->tuple_shapes().empty());
         return absl::OkStatus();
       },
       "an element is null", kAccessor},
      {"a buffer of null", DO(EXPECT_TRUE(s.module.shapes().Buffer(nullptr)->IsBuffer())),
       "the shape is null", kAccessor},
      {"too few dynamic marks",
       [](S s) {
         const bool dynamic[] = {true};
         const Shape* shape =
             s.module.shapes().Array(PrimitiveType::kF32, {2, 3}, dynamic, nullptr);
         EXPECT_TRUE(shape->is_static());
         return absl::OkStatus();
       },
       "not one dynamic mark a dimension", kAccessor},
      {"an index of another rank",
       DO(EXPECT_EQ(LinearIndex(s.t->shape(), {0, 0}), std::nullopt);
          EXPECT_EQ(MultiIndex(s.t->shape(), -1), std::nullopt);
          EXPECT_EQ(Subshape(s.t->shape(), {0}), nullptr); EXPECT_EQ(ElementBits(s.r->shape()), 0)),
       "", kModule},
      {"element 1 of a scalar", DO(EXPECT_EQ(s.c->literal().GetDouble(1), 0)),
       "Literal::GetDouble: the index is out of range", kAccessor},
      {"element -1 of a scalar", DO(EXPECT_EQ(s.c->literal().GetDouble(-1), 0)),
       "the index is out of range", kAccessor},
      {"an integer from an f32", DO(EXPECT_EQ(s.c->literal().GetInt64(0), 0)),
       "Literal::GetInt64: the literal has another type", kAccessor},
      {"a bool from an f32", DO(EXPECT_FALSE(s.c->literal().GetBool(0))),
       "Literal::GetBool: the literal has another type", kAccessor},
      {"an imaginary part from an f32", DO(EXPECT_EQ(s.c->literal().GetImaginary(0), 0)),
       "Literal::GetImaginary: the literal has another type", kAccessor},
      {"an element of an empty literal", DO(EXPECT_EQ(Literal().GetDouble(0), 0)),
       "the literal has another type", kAccessor},
      {"a moved-from module",
       [](S s) {
         HloModule moved = std::move(s.other);
         HloModule& empty = s.other;  // NOLINT(bugprone-use-after-move): that is the point
         EXPECT_EQ(empty.name(), "");
         EXPECT_EQ(empty.source(), "");
         EXPECT_EQ(empty.entry_computation(), nullptr);
         EXPECT_EQ(empty.FindComputation("e"), nullptr);
         EXPECT_EQ(empty.instruction_count(), 0);
         EXPECT_EQ(empty.Clone().instruction_count(), 0);
         PrintHloModule(empty);
         Fingerprint(empty);
         EXPECT_TRUE(Verify(empty).empty());
         SetName(&empty, "again");
         EXPECT_EQ(empty.name(), "again");
         HloBuilder builder(&empty, "new");
         builder.AddScalar(PrimitiveType::kF32, 1);
         return builder.BuildEntry().status();
       },
       "", kModule},
      {"analyses of what they do not know",
       DO(const BufferAnalysis buffers(*s.e); EXPECT_TRUE(buffers.BuffersOf(*s.q).empty());
          EXPECT_EQ(buffers.BufferAt(*s.a, {3}), -1); EXPECT_TRUE(buffers.PlacesOf(-1).empty());
          EXPECT_TRUE(buffers.PlacesOf(buffers.buffer_count()).empty());
          EXPECT_TRUE(buffers.DefinitionsOf(-1).empty());
          EXPECT_EQ(buffers.definition(-1).instruction, nullptr); const CallGraph calls(s.module);
          EXPECT_TRUE(calls.callers(*s.gone).empty()); EXPECT_EQ(calls.caller(*s.gone), nullptr);
          EXPECT_EQ(calls.depth(*s.gone), 0); const LiveRanges live(*s.f);
          HloInstruction * made = HloBuilder(s.f).AddUnary(HloOpcode::kAbs, s.q);
          EXPECT_EQ(live.StepOf(*made), -1); EXPECT_EQ(live.BytesOf(*made), 0);
          EXPECT_EQ(live.LastUse(*made), -1); ExpectOk(RemoveInstruction(made));
          EXPECT_FALSE(!GroupsOf(s.a->replica_groups())->empty())),
       "", kModule},

      // ---- Reading.
      {"print a removed one", DO(EXPECT_EQ(PrintHloInstruction(*s.removed), "")), "", kModule},
      {"the name of a removed one", DO(EXPECT_EQ(s.removed->name(), "")), "", kModule},
      {"is a removed one the root", DO(EXPECT_FALSE(s.removed->IsRoot())), "", kModule},
      {"the effect of a removed one", DO(HasSideEffect(*s.removed)), "", kModule},
      {"print, verify, hash a module without an entry",
       DO(HloModule empty = CreateHloModule("empty"); PrintHloModule(empty); Verify(empty);
          Fingerprint(empty); Desugar(&empty); Uniquify(&empty); RemoveDeadInstructions(&empty).IgnoreError();
          EXPECT_TRUE(ComputationPostOrder(empty).empty());
          EXPECT_EQ(empty.Clone().entry_computation(), nullptr)),
       "", kModule},

      // ---- Uses.
      {"replace all uses of null", CALL(ReplaceAllUsesWith(nullptr, s.x)),
       "an instruction is null"},
      {"replace all uses with null", CALL(ReplaceAllUsesWith(s.x, nullptr)),
       "an instruction is null"},
      {"replace all uses with a removed one", CALL(ReplaceAllUsesWith(s.x, s.removed)),
       "an instruction was removed"},
      {"replace all uses with another computation's", CALL(ReplaceAllUsesWith(s.x, s.q)),
       "q is of computation f, not of e"},
      {"replace all uses with another module's", CALL(ReplaceAllUsesWith(s.a, s.foreign)),
       "is of computation e, not of e"},
      {"replace all uses with another shape", CALL(ReplaceAllUsesWith(s.a, s.t)),
       "is not compatible", kModule},
      {"replace all uses, any shape, with null", DO(EXPECT_FALSE(ReplaceAllUsesWithDifferentShape(s.x, nullptr).ok())),
       ""},
      {"replace all uses, any shape, with another computation's",
       DO(EXPECT_FALSE(ReplaceAllUsesWithDifferentShape(s.x, s.q).ok())), ""},
      {"replace a use that there is not", CALL(ReplaceUseWith(s.x, s.t, s.y)), "t does not use x",
       kModule},
      {"replace a use by a removed user", CALL(ReplaceUseWith(s.x, s.removed, s.y)), "was removed"},
      {"replace operand -1", CALL(ReplaceOperandWith(s.a, -1, s.x)), "a has no operand -1"},
      {"replace operand 2 of 2", CALL(ReplaceOperandWith(s.a, 2, s.x)), "a has no operand 2"},
      {"replace an operand of a parameter", CALL(ReplaceOperandWith(s.x, 0, s.y)),
       "x has no operand 0"},
      {"replace an operand with null", CALL(ReplaceOperandWith(s.a, 0, nullptr)), "is null"},
      {"replace an operand with another module's", CALL(ReplaceOperandWith(s.a, 0, s.foreign)),
       "not of e"},
      {"replace operand 9, any shape", DO(EXPECT_FALSE(ReplaceOperandWithDifferentShape(s.a, 9, s.x).ok())), ""},
      {"set operands of a parameter", DO(EXPECT_FALSE(SetOperands(s.x, {s.y}).ok())), ""},
      {"set operands of a constant", DO(EXPECT_FALSE(SetOperands(s.c, {}).ok())), ""},
      {"set a null operand", DO(EXPECT_FALSE(SetOperands(s.a, {s.x, s.null}).ok())), ""},
      {"set operands of another computation", DO(EXPECT_FALSE(SetOperands(s.a, {s.q, s.q}).ok())), ""},
      {"users of a removed one", DO(EXPECT_TRUE(CurrentUsers(*s.removed).empty())), "", kModule},

      // ---- Control dependencies.
      {"depend on itself", DO(EXPECT_FALSE(AddControlDependency(s.x, s.x).ok())), ""},
      {"depend on null", DO(EXPECT_FALSE(AddControlDependency(s.null, s.x).ok())), ""},
      {"depend on another computation", DO(EXPECT_FALSE(AddControlDependency(s.q, s.x).ok())), ""},
      {"depend on a removed one", DO(EXPECT_FALSE(AddControlDependency(s.removed, s.x).ok())), ""},
      {"remove a dependency on null", DO(EXPECT_FALSE(RemoveControlDependency(s.null, s.x).ok())), ""},
      {"remove a dependency that there is not", DO(RemoveControlDependency(s.x, s.a).IgnoreError()), "", kModule},
      {"drop dependencies of null", DO(EXPECT_FALSE(DropAllControlDependencies(s.null).ok())), ""},

      // ---- Names, shapes, attributes.
      {"name null", DO(SetName(s.null, "n")), ""},
      {"name a removed one", DO(SetName(s.removed, "n")), ""},
      {"a null shape", DO(EXPECT_FALSE(SetShape(s.a, nullptr).ok())), ""},
      {"a shape of another module", DO(EXPECT_FALSE(SetShape(s.a, s.foreign_shape).ok())), ""},
      {"a shape that a constant does not have", DO(EXPECT_FALSE(SetShape(s.c, s.pair).ok())), ""},
      {"set an attribute of null", CALL(SetAttribute(nullptr, MakeAttribute<K::kIndex>(0))),
       "is null"},
      {"set an attribute of a removed one",
       CALL(SetAttribute(s.removed, MakeAttribute<K::kBackendConfig>("b"))), "was removed"},
      {"set an attribute that the opcode has not",
       CALL(SetAttribute(s.a, MakeAttribute<K::kIndex>(0))),
       "unexpected attribute \"index\" of add", kModule},
      {"a value of another type", CALL(MakeAttribute(K::kIndex, "zero")),
       "attribute index takes a value of type Int64", kModule},
      {"make unknown words", CALL(MakeAttribute(K::kUnknownOpcode, 1)),
       "unknown words come from a text only", kModule},
      {"call null", CALL(SetAttribute(s.b, MakeAttribute<K::kToApply>(nullptr))),
       "the called computation is null", kModule},
      {"call another module",
       CALL(SetAttribute(s.b, MakeAttribute<K::kToApply>(s.other.entry_computation()))),
       "of another module", kModule},
      {"call a removed computation", CALL(SetAttribute(s.b, MakeAttribute<K::kToApply>(s.gone))),
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
      {"remove a required attribute", CALL(RemoveAttribute(s.b, K::kToApply)),
       "attribute to_apply is expected", kModule},
      {"remove an attribute of a removed one", CALL(RemoveAttribute(s.removed, K::kMetadata)),
       "was removed"},

      // ---- Removing and replacing.
      {"remove null", CALL(RemoveInstruction(nullptr)), "is null"},
      {"remove twice", CALL(RemoveInstruction(s.removed)), "was removed"},
      {"remove a used one", CALL(RemoveInstruction(s.a)), "it has users", kModule},
      {"remove the root", CALL(RemoveInstruction(s.r)), "it is the root", kModule},
      {"remove a parameter", CALL(RemoveInstruction(s.y)), "it is a parameter", kModule},
      {"remove null with operands", CALL(RemoveInstructionAndUnusedOperands(nullptr)), "is null"},
      {"replace by itself", CALL(ReplaceInstruction(s.a, s.a)), "replace itself"},
      {"replace null by null", CALL(ReplaceInstruction(s.null, s.null)), "is null"},
      {"replace by another computation's", CALL(ReplaceInstruction(s.a, s.q)), "not of e"},
      {"replace with a new one of null",
       CALL(ReplaceWithNewInstruction(s.a, HloOpcode::kNegate, nullptr, {s.null})),
       "negate: operand 0 is null"},
      {"replace with a new parameter",
       CALL(ReplaceWithNewInstruction(s.a, HloOpcode::kParameter, &s.a->shape(), {})),
       "AddParameter and AddConstant add these"},
      {"remove what is dead in null", DO(EXPECT_FALSE(RemoveDeadInstructions(static_cast<HloComputation*>(nullptr)).ok())), ""},
      {"remove what is dead in a removed computation", DO(EXPECT_FALSE(RemoveDeadInstructions(s.gone).ok())), ""},

      // ---- Order.
      {"move before null", DO(EXPECT_FALSE(MoveBefore(s.a, s.null).ok())), ""},
      {"move to another computation", DO(EXPECT_FALSE(MoveAfter(s.a, s.q).ok())), ""},
      {"a sequence of one", CALL(SetSequence(s.e, {s.x})), "lacks", kModule},
      {"a sequence with null", CALL(SetSequence(s.e, {s.x, s.null})), "is null"},
      {"a sequence of another computation", CALL(SetSequence(s.e, {s.q})),
       "has those of another one", kModule},
      {"a sequence of null", CALL(SetSequence(nullptr, {s.x})), "the computation is null"},

      // ---- Computations and modules.
      {"a root of another computation", DO(EXPECT_FALSE(SetRoot(s.e, s.q).ok())), ""},
      {"a null root", DO(EXPECT_FALSE(SetRoot(s.e, s.null).ok())), ""},
      {"a root for null", DO(EXPECT_FALSE(SetRoot(nullptr, s.a).ok())), ""},
      {"remove parameter -1", CALL(RemoveParameter(s.e, -1)), "e has no parameter -1"},
      {"remove parameter 2 of 2", CALL(RemoveParameter(s.e, 2)), "e has no parameter 2"},
      {"remove a used parameter", CALL(RemoveParameter(s.e, 0)), "it has users", kModule},
      {"name no computation", DO(SetName(static_cast<HloComputation*>(nullptr), "n")), ""},
      {"a thread for null", CALL(SetExecutionThread(nullptr, "t")), "is null"},
      {"a quote in a thread", CALL(SetExecutionThread(s.e, "a\"b")), "cannot express", kModule},
      {"a backslash in a thread",
       CALL(SetAttribute(s.a, MakeAttribute<AttributeKind::kAsyncExecutionThread>("a\\"))), ".",
       kModule},
      {"a configuration for a removed computation", DO(EXPECT_FALSE(SetBackendConfig(s.gone, "b").ok())), ""},
      {"remove a computation twice", CALL(RemoveComputation(s.gone)),
       "computation gone was removed"},
      {"remove null as a computation", CALL(RemoveComputation(nullptr)), "the computation is null"},
      {"remove the entry", CALL(RemoveComputation(s.e)), "it is the entry computation", kModule},
      {"remove a called computation", CALL(RemoveComputation(s.f)), "it is called by b", kModule},
      {"enter a removed computation", DO(EXPECT_FALSE(SetEntryComputation(&s.module, s.gone).ok())), ""},
      {"enter another module", DO(EXPECT_FALSE(SetEntryComputation(&s.module, s.other.entry_computation()).ok())), ""},
      {"enter what is not built",
       DO(HloBuilder builder(&s.module, "new");
          EXPECT_FALSE(SetEntryComputation(&s.module, builder.computation()).ok())),
       ""},
      {"enter null", DO(EXPECT_FALSE(SetEntryComputation(&s.module, nullptr).ok())), ""},
      {"clone into null", DO(EXPECT_EQ(CloneComputation(*s.f, nullptr), nullptr)), ""},
      {"clone what is not built",
       DO(HloBuilder builder(&s.module, "new"); builder.AddScalar(PrimitiveType::kF32, 1);
          EXPECT_EQ(CloneComputation(*builder.computation(), &s.module), nullptr)),
       ""},
      {"clone a removed computation", DO(EXPECT_EQ(CloneComputation(*s.gone, &s.module), nullptr)),
       ""},

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
      {"a null operand", BUILD(b.AddBinary(HloOpcode::kAdd, p, nullptr)), "add: operand 1 is null"},
      {"an operand of another computation", BUILD(b.AddBinary(HloOpcode::kAdd, s.x, p)),
       "add: operand 0 \\(x\\) is of computation e, not of new"},
      {"an operand of another module", BUILD(b.AddBinary(HloOpcode::kAdd, p, s.foreign)),
       "add: operand 1 \\(a\\) is of computation e, not of new"},
      {"a removed operand",
       [](S s) {
         HloBuilder builder(s.e);
         builder.AddUnary(HloOpcode::kAbs, s.removed);
         return builder.status();
       },
       "abs: operand 0 was removed"},
      {"a parameter by AddInstruction",
       BUILD(b.AddInstruction(HloOpcode::kParameter, &p->shape(), {})),
       "AddParameter and AddConstant add these"},
      {"a shape of another pool", BUILD(b.AddInstruction(HloOpcode::kCopy, s.foreign_shape, {p})),
       "is of another module's pool"},
      {"a parameter of another pool's shape", BUILD(b.AddParameter(s.foreign_shape)),
       "is of another module's pool"},
      {"a parameter without shape", BUILD(b.AddParameter(nullptr)), "the shape is null"},
      {"an array without shape", BUILD(b.AddArray<float>(nullptr, {1})), "the shape is null"},
      {"too many elements", BUILD(b.AddArray<float>(s.pair, {1, 2, 3})),
       "3 values for shape f32\\[2\\]", kModule},
      {"a scalar token", BUILD(b.AddScalar(PrimitiveType::kTOKEN, 1)), "the type has no scalars",
       kModule},
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
       BUILD(b.AddInstruction(HloOpcode::kDomain, nullptr, {p},
                              {MakeAttribute<K::kDomain>(Domain{})})),
       "attribute domain: a sharding is null", kModule},
      {"an empty literal", BUILD(b.AddConstant(Literal())), "the literal is empty"},
      {"an iota without shape", BUILD(b.AddIota(nullptr, 0)), "the shape is null", kModule},
      {"an operand too few", BUILD(b.AddInstruction(HloOpcode::kAdd, nullptr, {p})),
       "add: takes 2 operands, got 1", kModule},
      {"a wrong attribute",
       BUILD(b.AddInstruction(HloOpcode::kNegate, nullptr, {p}, {MakeAttribute<K::kIndex>(0)})),
       "unexpected attribute \"index\" of negate", kModule},
      {"call what is not built", BUILD(b.AddCall({p}, b.computation())), "not built yet", kModule},
      {"call null in a while", BUILD(b.AddWhile(nullptr, nullptr, p)),
       "the called computation is null", kModule},
      {"start null", BUILD(b.AddAsyncStart({p}, nullptr)), "the called computation is null",
       kModule},
      {"start another module", BUILD(b.AddAsyncStart({p}, s.other.entry_computation())),
       "of another module", kModule},
      {"a null context", BUILD(b.AddAsyncStart({p}, s.f, {nullptr})), "the shape is null"},
      {"a context of another pool", BUILD(b.AddAsyncStart({p}, s.f, {s.foreign_shape})),
       "is of another module's pool"},
      {"finish what is not a start", BUILD(b.AddAsyncDone(p)), "not an async-start or async-update",
       kModule},
      {"clone a removed one", BUILD(b.AddClone(*s.removed, {p})),
       "was removed or is of another module"},
      {"clone of another module", BUILD(b.AddClone(*s.foreign, {p, p})),
       "was removed or is of another module"},
      {"a second parameter 0 by cloning", CALL(CloneWithNewOperands(s.x, nullptr, {})),
       "AddParameter adds these", kModule},
      {"clone null", CALL(CloneWithNewOperands(s.null, nullptr, {})), "is null"},
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
      {"build an existing computation", CALL(HloBuilder(s.e).Build()),
       "the computation is built already"},
      {"build a root of another computation",
       [](S s) {
         HloBuilder builder(&s.module, "new");
         return builder.Build(s.x).status();
       },
       "the root is of another computation"},
      {"build nothing", CALL(HloBuilder(&s.module, "new").Build()), "has no instructions", kModule},
      {"go on after an error",
       [](S s) {
         HloBuilder builder(&s.module, "new");
         builder.AddScalar(PrimitiveType::kS8, 1000);
         builder.AddUnary(HloOpcode::kAbs, builder.AddTuple({nullptr}));
         return builder.BuildEntry().status();
       },
       "value 1000 is out of range for s8", kModule},

      // ---- Computations of their own, asynchronous operations.
      {"outline nothing", CALL(OutlineExpressionFromComputation({}, "o", s.e)),
       "there are no instructions", kModule},
      {"outline null", CALL(OutlineExpressionFromComputation({s.null}, "o", s.e)), "is null"},
      {"outline from null", CALL(OutlineExpressionFromComputation({s.a}, "o", nullptr)),
       "the computation is null"},
      {"outline from two computations",
       CALL(CreateFusionInstruction({s.a, s.q}, FusionKind::kLoop)),
       "q is of computation f, not of e"},
      {"outline from another computation", CALL(OutlineExpressionFromComputation({s.a}, "o", s.f)),
       "the instructions are of another computation"},
      {"fuse around another", CALL(CreateFusionInstruction({s.a, s.r}, FusionKind::kLoop)),
       "b uses a", kModule},
      {"inline null", CALL(InlineCall(s.null)), "is null"},
      {"inline what is not a call", CALL(InlineCall(s.a)), "a is not a call or fusion", kModule},
      {"fuse null", CALL(FuseInstruction(s.null, s.a)), "is null"},
      {"fuse with another computation's", CALL(FuseInstruction(s.a, s.q)),
       "q is of computation f, not of e"},
      {"merge null", CALL(MergeFusion(s.a, s.null)), "is null"},
      {"widen null", CALL(WidenOperands(s.null, {s.a})), "is null"},
      {"widen by another computation's", CALL(WidenOperands(s.a, {s.q})),
       "the caller is of another computation"},
      {"results of null", CALL(WidenResults(s.null, {})), "is null"},
      {"make null asynchronous", CALL(CreateAsyncInstructions(s.null)), "is null"},
      {"make a parameter asynchronous", CALL(CreateAsyncInstructions(s.x)),
       "parameter cannot be made asynchronous", kModule},
      {"contexts of another module",
       [](S s) {
         MakeAsyncOptions options;
         options.contexts = {s.foreign_shape};
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
      {"make null synchronous", CALL(CreateSyncInstruction(s.null)), "is null"},
      {"make synchronous what is", CALL(CreateSyncInstruction(s.a)), "a finishes nothing", kModule},
      {"the chain of an add",
       DO(EXPECT_FALSE(AsyncOperation::Of(*s.a, UserSnapshot(*s.e)).has_value())), "", kModule},
  };
}

#undef CALL
#undef DO
#undef BUILD

#ifdef NDEBUG
constexpr bool kHasAssertions = false;
#else
constexpr bool kHasAssertions = true;
#endif

void ExpectStatusOrNothing(const Rows& rows) {
  for (const Row& row : rows) {
    if (kHasAssertions && row.fault != Fault::kModule) continue;
    SCOPED_TRACE(row.name);
    Scene scene;
    const std::string before = Text(scene.module);
    const Status status = row.use(scene);
    EXPECT_EQ(Text(scene.module), before);
    for (const Diagnostic& d : Verify(scene.module)) ADD_FAILURE() << d.message;
    EXPECT_EQ(CheckHints(scene.module), "");
    if (*row.message == '\0' || row.fault == Fault::kAccessor) {
      ExpectOk(status);
    } else {
      EXPECT_FALSE(status.ok());
      EXPECT_THAT(Message(status), testing::ContainsRegex(row.message));
    }
  }
}

void ExpectDeathWithAssertions(const Rows& rows) {
  if (!kHasAssertions) GTEST_SKIP() << "built without assertions";
  for (const Row& row : rows) {
    if (row.fault == Fault::kModule) continue;
    SCOPED_TRACE(row.name);
    Scene scene;
    EXPECT_DEATH_IF_SUPPORTED(row.use(scene).IgnoreError(),
                              std::string("Misuse of hlo_text::.*") + row.message);
  }
}

// Must not compile: edits of const objects.
template <typename T>
using Named = decltype(SetName(std::declval<T>(), ""));
template <typename T, typename = void>
constexpr bool kCanBeNamed = false;
template <typename T>
constexpr bool kCanBeNamed<T, std::void_t<Named<T>>> = true;
static_assert(kCanBeNamed<HloInstruction*> && !kCanBeNamed<const HloInstruction*>);
static_assert(kCanBeNamed<HloComputation*> && !kCanBeNamed<const HloComputation*>);
static_assert(!std::is_constructible_v<HloBuilder, const HloComputation*>);

TEST(Misuse, GivesAStatusOrDoesNothing) { ExpectStatusOrNothing(AllRows()); }

TEST(MisuseDeathTest, StopsAProgramWithAssertions) { ExpectDeathWithAssertions(AllRows()); }

}  // namespace hlo_text_v1::misuse_test
