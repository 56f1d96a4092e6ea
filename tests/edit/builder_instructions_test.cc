// HloBuilder's functions for single opcodes: the instructions they add, and the arguments they
// refuse.
#include <gtest/gtest.h>

#include <complex>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::builder_instructions_test {

using namespace internal;

class BuilderInstructions : public testing::Test {
 protected:
  const Shape* F32(absl::Span<const int64_t> sizes) {
    return module_.shapes().Array(PrimitiveType::kF32, sizes);
  }
  HloComputation* Binary(HloOpcode opcode, std::string_view name) {
    HloBuilder builder(&module_, name);
    HloInstruction* a = builder.AddParameter(F32({}));
    HloInstruction* b = builder.AddParameter(F32({}));
    if (opcode == HloOpcode::kCompare) {
      builder.AddCompare(a, b, ComparisonDirection::kLt);
    } else {
      builder.AddBinary(opcode, a, b);
    }
    return *builder.Build();
  }
  HloComputation* Unary(const Shape* shape, HloOpcode opcode, std::string_view name) {
    HloBuilder builder(&module_, name);
    builder.AddUnary(opcode, builder.AddParameter(shape));
    return *builder.Build();
  }
  std::string Line(const HloInstruction* instruction) {
    return instruction == nullptr ? Message(builder_.status()) : PrintHloInstruction(*instruction);
  }
  void ExpectBuilt() {
    const absl::StatusOr<HloComputation*> entry = builder_.BuildEntry();
    ASSERT_TRUE(entry.ok()) << entry.status();
    ExpectSound(module_);
  }

  HloModule module_ = CreateHloModule("m");
  HloBuilder builder_{&module_, "main"};
  HloInstruction* x_ = builder_.AddParameter(F32({4, 6}), "x");
  HloInstruction* v_ = builder_.AddParameter(F32({6}), "v");
  HloInstruction* s_ = builder_.AddParameter(F32({}), "s");
};

TEST_F(BuilderInstructions, DataMovement) {
  HloInstruction* zero = builder_.AddScalar(PrimitiveType::kS32, 0, "zero");
  EXPECT_EQ(Line(builder_.AddBroadcast(v_, {4, 6}, {1})),
            "%broadcast = f32[4,6]{1,0} broadcast(%v), dimensions={1}");
  EXPECT_EQ(Line(builder_.AddReshape(x_, {2, 12})), "%reshape = f32[2,12]{1,0} reshape(%x)");
  EXPECT_EQ(Line(builder_.AddTranspose(x_, {1, 0})),
            "%transpose = f32[6,4]{0,1} transpose(%x), dimensions={1,0}");
  EXPECT_EQ(Line(builder_.AddReverse(v_, {0})), "%reverse = f32[6]{0} reverse(%v), dimensions={0}");
  EXPECT_EQ(Line(builder_.AddSlice(x_, {{0, 4, 3}, {1, 5, 1}})),
            "%slice = f32[2,4]{1,0} slice(%x), slice={[0:4:3], [1:5:1]}");
  EXPECT_EQ(Line(builder_.AddDynamicSlice(v_, {zero}, {2})),
            "%dynamic-slice = f32[2]{0} dynamic-slice(%v, %zero), dynamic_slice_sizes={2}");
  EXPECT_EQ(Line(builder_.AddDynamicUpdateSlice(v_, v_, {zero})),
            "%dynamic-update-slice = f32[6]{0} dynamic-update-slice(%v, %v, %zero)");
  EXPECT_EQ(Line(builder_.AddConcatenate({v_, v_}, 0)),
            "%concatenate = f32[12]{0} concatenate(%v, %v), dimensions={0}");
  EXPECT_EQ(Line(builder_.AddPad(v_, s_, {{1, 2, 0}})),
            "%pad = f32[9]{0} pad(%v, %s), padding=1_2");
  EXPECT_EQ(Line(builder_.AddIota(F32({3, 2}), 1)),
            "%iota = f32[3,2]{1,0} iota(), iota_dimension=1");
  EXPECT_EQ(Line(builder_.AddConvert(x_, PrimitiveType::kBF16)),
            "%convert = bf16[4,6]{1,0} convert(%x)");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, DeepCopies) {
  EXPECT_EQ(Line(builder_.AddDeepCopy(v_)), "%copy = f32[6]{0} copy(%v)");
  HloInstruction* token = builder_.AddAfterAll({}, "token");
  EXPECT_EQ(builder_.AddDeepCopy(token), token);
  HloInstruction* nested =
      builder_.AddTuple({s_, builder_.AddTuple({v_, token}), builder_.AddTuple({})}, "nested");
  std::string indices;
  HloInstruction* copy = builder_.AddDeepCopy(nested, [&](ShapeIndex index) {
    AppendShapeIndex(index, &indices);
    return index.size() == 2;
  });
  EXPECT_EQ(indices, "{0}{1,0}");
  ExpectBuilt();
  EXPECT_EQ(Line(copy),
            "%tuple.4 = (f32[], (f32[6]{0}, token[]), ()) tuple(%get-tuple-element, %tuple.2, "
            "%tuple.3)");
  EXPECT_EQ(Line(copy->operand(1)),
            "%tuple.2 = (f32[6]{0}, token[]) tuple(%copy.1, %get-tuple-element.3)");
  EXPECT_EQ(Line(copy->operand(1)->operand(0)), "%copy.1 = f32[6]{0} copy(%get-tuple-element.2)");
}

TEST_F(BuilderInstructions, Work) {
  HloInstruction* less = builder_.AddCompare(v_, v_, ComparisonDirection::kLt);
  EXPECT_EQ(Line(less), "%compare = pred[6]{0} compare(%v, %v), direction=LT");
  EXPECT_EQ(Line(builder_.AddSelect(less, v_, v_)), "%select = f32[6]{0} select(%compare, %v, %v)");
  EXPECT_EQ(Line(builder_.AddTernary(HloOpcode::kClamp, s_, v_, s_)),
            "%clamp = f32[6]{0} clamp(%s, %v, %s)");
  EXPECT_EQ(Line(builder_.AddDot(x_, v_, {{1}, {0}, {}, {}})),
            "%dot = f32[4]{0} dot(%x, %v), lhs_contracting_dims={1}, rhs_contracting_dims={0}");
  HloComputation* sum = Binary(HloOpcode::kAdd, "sum");
  EXPECT_EQ(Line(builder_.AddReduce({x_}, {s_}, {0}, sum)),
            "%reduce = f32[6]{0} reduce(%x, %s), dimensions={0}, to_apply=%sum");
  EXPECT_EQ(Line(builder_.AddSort({v_}, 0, Binary(HloOpcode::kCompare, "less"), true)),
            "%sort = f32[6]{0} sort(%v), dimensions={0}, is_stable=true, to_apply=%less");
  EXPECT_EQ(Line(builder_.AddMap({x_, x_}, sum)),
            "%map = f32[4,6]{1,0} map(%x, %x), dimensions={0,1}, to_apply=%sum");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, Calls) {
  HloInstruction* tuple = builder_.AddTuple({x_, v_});
  EXPECT_EQ(Line(builder_.AddGetTupleElement(tuple, 1)),
            "%get-tuple-element = f32[6]{0} get-tuple-element(%tuple), index=1");
  HloInstruction* token = builder_.AddAfterAll({});
  EXPECT_EQ(Line(builder_.AddAfterAll({token, token})),
            "%after-all.1 = token[] after-all(%after-all, %after-all)");
  EXPECT_EQ(Line(builder_.AddCall({v_}, Unary(F32({6}), HloOpcode::kNegate, "negation"))),
            "%call = f32[6]{0} call(%v), to_apply=%negation");
  HloBuilder condition(&module_, "condition");
  condition.AddCompare(condition.AddParameter(F32({})), condition.AddScalar(PrimitiveType::kF32, 9),
                       ComparisonDirection::kLt);
  EXPECT_EQ(
      Line(builder_.AddWhile(*condition.Build(), Unary(F32({}), HloOpcode::kExp, "body"), s_)),
      "%while = f32[] while(%s), condition=%condition, body=%body");
  HloComputation* branches[] = {Unary(F32({6}), HloOpcode::kAbs, "b.1"),
                                Unary(F32({6}), HloOpcode::kSin, "b.2")};
  HloInstruction* yes = builder_.AddScalar(PrimitiveType::kPRED, true, "yes");
  EXPECT_EQ(Line(builder_.AddConditional(yes, branches, {v_, v_})),
            "%conditional = f32[6]{0} conditional(%yes, %v, %v), true_computation=%b.1, "
            "false_computation=%b.2");
  HloInstruction* one = builder_.AddScalar(PrimitiveType::kS32, 1, "one");
  EXPECT_EQ(Line(builder_.AddConditional(one, branches, {v_, v_})),
            "%conditional.1 = f32[6]{0} conditional(%one, %v, %v), "
            "branch_computations={%b.1, %b.2}");
  EXPECT_EQ(
      Line(builder_.AddFusion({v_}, FusionKind::kLoop, Unary(F32({6}), HloOpcode::kCos, "fused"))),
      "%fusion = f32[6]{0} fusion(%v), kind=kLoop, calls=%fused");
  EXPECT_EQ(Line(builder_.AddCustomCall(F32({}), {v_}, "f")),
            "%custom-call = f32[] custom-call(%v), custom_call_target=\"f\"");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, Collectives) {
  HloComputation* sum = Binary(HloOpcode::kAdd, "sum");
  const int64_t pair[] = {0, 1};
  const absl::Span<const int64_t> groups[] = {pair};
  CollectiveOptions options;
  options.replica_groups.groups = groups;
  EXPECT_EQ(Line(builder_.AddAllReduce({x_}, sum, options)),
            "%all-reduce = f32[4,6]{1,0} all-reduce(%x), replica_groups={{0,1}}, to_apply=%sum");
  EXPECT_EQ(Line(builder_.AddAllReduce({x_, v_}, sum)),
            "%all-reduce.1 = (f32[4,6]{1,0}, f32[6]{0}) all-reduce(%x, %v), replica_groups={}, "
            "to_apply=%sum");
  options.channel_id = 7;
  options.use_global_device_ids = true;
  EXPECT_EQ(Line(builder_.AddReduceScatter({x_}, 1, sum, options)),
            "%reduce-scatter = f32[4,3]{1,0} reduce-scatter(%x), channel_id=7, "
            "replica_groups={{0,1}}, use_global_device_ids=true, dimensions={1}, to_apply=%sum");
  options = CollectiveOptions();
  options.replica_groups.kind = ReplicaGroups::Kind::kIota;
  options.replica_groups.iota.dimensions = {2, 4};
  const int64_t devices[] = {8};
  const int32_t permutation[] = {0};
  const int64_t two_by_four[] = {2, 4};
  options.replica_groups.iota = {two_by_four, true, {devices, permutation}, {}};
  EXPECT_EQ(Line(builder_.AddAllGather({v_}, 0, options)),
            "%all-gather = f32[24]{0} all-gather(%v), replica_groups=[2,4]<=[8], dimensions={0}");
  options = CollectiveOptions();
  options.replica_groups.groups = groups;
  EXPECT_EQ(Line(builder_.AddAllToAll({x_}, 0, options)),
            "%all-to-all = f32[4,6]{1,0} all-to-all(%x), replica_groups={{0,1}}, dimensions={0}");
  EXPECT_EQ(Line(builder_.AddAllToAll({v_, v_}, std::nullopt, options)),
            "%all-to-all.1 = (f32[6]{0}, f32[6]{0}) all-to-all(%v, %v), replica_groups={{0,1}}");
  EXPECT_EQ(Line(builder_.AddCollectiveBroadcast({v_}, options)),
            "%collective-broadcast = f32[6]{0} collective-broadcast(%v), replica_groups={{0,1}}, "
            "has_dynamic_root=false");
  EXPECT_EQ(Line(builder_.AddCollectiveReduce({v_}, sum, options)),
            "%collective-reduce = f32[6]{0} collective-reduce(%v), replica_groups={{0,1}}, "
            "has_dynamic_root=false, to_apply=%sum");
  HloInstruction* offsets =
      builder_.AddBroadcast(builder_.AddScalar(PrimitiveType::kS32, 0, "zero"), {2}, {}, "offsets");
  EXPECT_EQ(Line(builder_.AddRaggedAllToAll({v_, v_, offsets, offsets, offsets, offsets}, options)),
            "%ragged-all-to-all = f32[6]{0} ragged-all-to-all(%v, %v, %offsets, %offsets, "
            "%offsets, /*index=5*/%offsets), replica_groups={{0,1}}");
  const absl::Span<const int64_t> pairs[] = {{pair}};
  EXPECT_EQ(Line(builder_.AddCollectivePermute({v_}, pairs, 3)),
            "%collective-permute = f32[6]{0} collective-permute(%v), channel_id=3, "
            "source_target_pairs={{0,1}}");
  EXPECT_EQ(Line(builder_.AddReplicaId()), "%replica-id = u32[] replica-id()");
  EXPECT_EQ(Line(builder_.AddPartitionId()), "%partition-id = u32[] partition-id()");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, ConstrainedLayouts) {
  CollectiveOptions options;
  options.constrain_layout = true;
  EXPECT_EQ(Line(builder_.AddAllReduce({v_}, Binary(HloOpcode::kAdd, "sum"), options)),
            "%all-reduce = f32[6]{0} all-reduce(%v), replica_groups={}, constrain_layout=true, "
            "to_apply=%sum");
  ExpectBuilt();
}

// A gathering operation keeps the layout of its operand.
TEST_F(BuilderInstructions, CollectivesKeepLayouts) {
  const int64_t column_major[] = {0, 1};
  Layout layout;
  layout.minor_to_major = column_major;
  HloInstruction* y =
      builder_.AddParameter(module_.shapes().Array(PrimitiveType::kF32, {4, 6}, {}, &layout), "y");
  const int64_t pair[] = {0, 1};
  const absl::Span<const int64_t> groups[] = {pair};
  CollectiveOptions options;
  options.replica_groups.groups = groups;
  EXPECT_EQ(Line(builder_.AddAllGather({y, x_}, 0, options)),
            "%all-gather = (f32[8,6]{0,1}, f32[8,6]{1,0}) all-gather(%y, %x), "
            "replica_groups={{0,1}}, dimensions={0}");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, Copies) {
  HloInstruction* copy = builder_.AddCopyStart(v_);
  EXPECT_EQ(Line(copy), "%copy-start = (f32[6]{0}, f32[6]{0}, u32[]) copy-start(%v)");
  EXPECT_EQ(Line(builder_.AddCopyDone(copy)), "%copy-done = f32[6]{0} copy-done(%copy-start)");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, Pairs) {
  HloComputation* sum = Binary(HloOpcode::kAdd, "sum");
  const int64_t pair[] = {0, 1};
  const absl::Span<const int64_t> groups[] = {pair};
  ReplicaGroups replica_groups;
  replica_groups.groups = groups;
  const Attribute of_groups = MakeAttribute<AttributeKind::kReplicaGroups>(replica_groups);
  const auto add = [&](HloOpcode opcode, HloInstruction* operand,
                       absl::Span<const Attribute> attributes = {}) {
    return builder_.AddInstruction(opcode, nullptr, {operand}, attributes);
  };
  HloInstruction* start =
      add(HloOpcode::kAllReduceStart, v_, {MakeAttribute<AttributeKind::kToApply>(sum), of_groups});
  EXPECT_EQ(Line(start),
            "%all-reduce-start = f32[6]{0} all-reduce-start(%v), replica_groups={{0,1}}, "
            "to_apply=%sum");
  EXPECT_EQ(Line(add(HloOpcode::kAllReduceDone, start)),
            "%all-reduce-done = f32[6]{0} all-reduce-done(%all-reduce-start)");
  const int64_t zero[] = {0};
  start = add(HloOpcode::kAllGatherStart, v_,
              {MakeAttribute<AttributeKind::kDimensions>(zero), of_groups});
  EXPECT_EQ(Line(start),
            "%all-gather-start = (f32[6]{0}, f32[12]{0}) all-gather-start(%v), "
            "replica_groups={{0,1}}, dimensions={0}");
  EXPECT_EQ(Line(add(HloOpcode::kAllGatherDone, start)),
            "%all-gather-done = f32[12]{0} all-gather-done(%all-gather-start)");
  start = add(HloOpcode::kCollectivePermuteStart, v_,
              {MakeAttribute<AttributeKind::kSourceTargetPairs>(groups)});
  EXPECT_EQ(Line(start),
            "%collective-permute-start = (f32[6]{0}, f32[6]{0}) collective-permute-start(%v), "
            "source_target_pairs={{0,1}}");
  EXPECT_EQ(Line(add(HloOpcode::kCollectivePermuteDone, start)),
            "%collective-permute-done = f32[6]{0} "
            "collective-permute-done(%collective-permute-start)");
  HloBuilder body(&module_, "body");
  body.AddBinary(HloOpcode::kAdd, body.AddParameter(F32({6})), body.AddParameter(F32({6})));
  start = builder_.AddAsyncStart({v_}, *body.Build(), {F32({})}, "t");
  EXPECT_EQ(PrintHloInstruction(*start),
            "%async-start = ((f32[6]{0}), f32[6]{0}, f32[]) async-start(%v), "
            "async_execution_thread=\"t\", calls=%body");
  HloInstruction* update = builder_.AddAsyncUpdate(start, {v_});
  HloInstruction* done = builder_.AddAsyncDone(update);
  EXPECT_EQ(
      Line(update),
      "%async-update = ((f32[6]{0}, f32[6]{0}), f32[6]{0}, f32[]) async-update(%async-start, %v)");
  EXPECT_EQ(Line(done), "%async-done = f32[6]{0} async-done(%async-update)");
  ExpectBuilt();
}

TEST_F(BuilderInstructions, LateBinding) {
  HloBuilder body(&module_, "body");
  HloInstruction* p = body.AddParameter(F32({6}));
  body.AddTuple({p, p});
  HloComputation* work = *body.Build();
  ShapePool& shapes = module_.shapes();
  HloInstruction* start =
      builder_.AddAsyncStart({}, work, {F32({})}, "main", shapes.Tuple({}), "late");
  EXPECT_EQ(PrintHloInstruction(*start), "%late = ((), (), f32[]) async-start(), calls=%body");
  const Shape* part = shapes.Tuple({F32({6}), shapes.Tuple({})});
  HloInstruction* update = builder_.AddAsyncUpdate(start, {v_}, part, {v_}, {F32({2})});
  EXPECT_EQ(
      Line(update),
      "%async-update = ((f32[6]{0}), (f32[6]{0}, ()), f32[2]{0}) async-update(%late, %v, %v)");
  EXPECT_EQ(AsyncOperation::NewOperands(*update).size(), 1u);
  EXPECT_EQ(AsyncOperation::OutputBuffers(*update).size(), 1u);
  HloInstruction* last =
      builder_.AddAsyncUpdate(update, {}, &work->root_instruction()->shape(), {v_});
  EXPECT_EQ(Line(last),
            "%async-update.1 = ((f32[6]{0}), (f32[6]{0}, f32[6]{0}), f32[2]{0}) "
            "async-update(%async-update, %v)");
  EXPECT_EQ(builder_.AddAsyncUpdate(start, {v_}, part, {s_}), nullptr);
  EXPECT_EQ(Message(builder_.ConsumeStatus()),
            "async-update: the buffers do not fit what it binds of the result");
  EXPECT_EQ(builder_.AddAsyncUpdate(start, {v_}, part, {v_, v_}), nullptr);
  EXPECT_FALSE(builder_.ConsumeStatus().ok());
  ASSERT_NE(builder_.AddAsyncDone(last), nullptr);
  ExpectBuilt();
}

TEST_F(BuilderInstructions, ConstantsOfEveryType) {
  const auto value = [&](const HloInstruction* constant) {
    return constant == nullptr ? Message(builder_.status()) : PrintLiteral(constant->literal());
  };
  EXPECT_EQ(value(builder_.AddScalar(PrimitiveType::kC64, std::complex<float>(1, -2))), "(1, -2)");
  EXPECT_EQ(value(builder_.AddScalar(PrimitiveType::kC128, std::complex<double>(0.1, 2))),
            "(0.1, 2)");
  const auto array = [&](PrimitiveType type, auto values) {
    return value(builder_.AddArray(module_.shapes().Array(type, {2}), absl::MakeConstSpan(values)));
  };
  EXPECT_EQ(array(PrimitiveType::kBF16, std::vector<float>{1.5, 2}), "{1.5, 2}");
  EXPECT_EQ(array(PrimitiveType::kF8E4M3FN, std::vector<double>{448, 0.5}), "{448, 0.5}");
  EXPECT_EQ(array(PrimitiveType::kS4, std::vector<int>{-8, 7}), "{-8, 7}");
  EXPECT_EQ(array(PrimitiveType::kU64, std::vector<uint64_t>{~uint64_t{0}, 0}),
            "{18446744073709551615, 0}");
  EXPECT_EQ(array(PrimitiveType::kC64, std::vector<std::complex<float>>{{1, 2}, {3, 4}}),
            "{(1, 2), (3, 4)}");
  EXPECT_EQ(array(PrimitiveType::kS8, std::vector<int64_t>{1, 128}),
            "constant: value 128 is out of range for s8");
}

TEST_F(BuilderInstructions, ComplexIsNotReal) {
  EXPECT_EQ(builder_.AddScalar(PrimitiveType::kF32, std::complex<float>(1, 2)), nullptr);
  EXPECT_EQ(Message(builder_.status()), "constant: value (1, 2) is out of range for f32");
}

// A literal of another module brings its shape.
TEST_F(BuilderInstructions, ForeignLiteral) {
  HloModule other = ModuleOf("ENTRY e { ROOT c = s32[3]{0:T(128)} constant({1, 2, 3}) }");
  builder_.AddConstant(Find(other, "c")->literal());
  other = HloModule();
  ExpectBuilt();
  EXPECT_EQ(PrintHloInstruction(*Find(module_, "constant")),
            "%constant = s32[3]{0:T(128)} constant({1, 2, 3})");
}

// ---- Errors name opcode and operand.

TEST_F(BuilderInstructions, Errors) {
  const auto error = [&](auto add) {
    HloModule module = CreateHloModule("m");
    HloBuilder builder(&module, "main");
    HloInstruction* x =
        builder.AddParameter(module.shapes().Array(PrimitiveType::kF32, {4, 6}), "x");
    EXPECT_EQ(add(builder, x), nullptr);
    return Message(builder.status());
  };
  using B = HloBuilder&;
  using I = HloInstruction*;
  EXPECT_EQ(error([](B b, I x) { return b.AddSlice(x, {{0, 4, 1}}); }),
            "slice: Slice index count does not match argument rank: 1 vs 2.");
  EXPECT_EQ(error([](B b, I x) { return b.AddSlice(x, {{0, 4, 1}, {2, 7, 1}}); }),
            "slice: limit index (7) must be less than or equal to dimension size (6) in slice "
            "operation; argument shape: f32[4,6]; starts: {0,2}; limits: {4,7}; strides: {1,1}.");
  EXPECT_EQ(error([](B b, I x) { return b.AddBroadcast(x, {4, 7}, {0, 1}); }),
            "broadcast: operand 0 (f32[4,6]{1,0}) does not fit the sizes and dimensions");
  EXPECT_EQ(error([](B b, I x) { return b.AddReshape(x, {5, 5}); }),
            "reshape: operand 0 (f32[4,6]{1,0}) has another number of elements");
  EXPECT_EQ(error([](B b, I x) { return b.AddIota(&x->shape(), 2); }),
            "iota: shape f32[4,6]{1,0} has no dimension 2");
  EXPECT_EQ(error([](B b, I x) { return b.AddDynamicSlice(x, {}, {5, 5}); }),
            "dynamic-slice: Dynamic slice start number of dimensions 0 must match rank 2 of slice "
            "input (f32[4,6]).");
  EXPECT_EQ(error([](B b, I x) { return b.AddAllGather({x}, 0, {}); }),
            "all-gather: the groups do not say how many devices take part; give a shape");
  EXPECT_EQ(error([](B b, I x) { return b.AddCopyDone(x); }),
            "copy-done: copy-done needs a tuple with an element 0, but got f32[4,6].");
  EXPECT_EQ(error([](B b, I x) { return b.AddAsyncDone(x); }),
            "async-done: operand 0 is not an async-start or async-update");
  EXPECT_EQ(error([](B b, I x) { return b.AddInstruction(HloOpcode::kAsyncStart, nullptr, {x}); }),
            "async-start: attribute calls is expected but not set on async-start");
  EXPECT_EQ(error([](B b, I x) { return b.AddConditional(x, {}, {}); }),
            "conditional: conditional takes an index and one operand per branch.");
  EXPECT_EQ(error([](B b, I x) {
              HloInstruction* yes = b.AddScalar(PrimitiveType::kPRED, true);
              return b.AddConditional(yes, std::vector<HloComputation*>(3), {x, x, x});
            }),
            "conditional: a pred takes 2 branches, got 3");
  EXPECT_EQ(error([](B b, I x) { return b.AddConvert(b.AddAfterAll({x}), PrimitiveType::kF32); }),
            "convert: operand 0 (token[]) cannot become f32");
  EXPECT_EQ(error([](B b, I x) { return b.AddConvert(x, PrimitiveType::kTuple); }),
            "convert: operand 0 (f32[4,6]{1,0}) cannot become tuple");
  EXPECT_EQ(error([](B b, I x) { return b.AddReshape(x, {-4, -6}); }),
            "reshape: operand 0 (f32[4,6]{1,0}) has another number of elements");
  EXPECT_EQ(error([](B b, I x) { return b.AddReshape(x, {int64_t{1} << 62, 4}); }),
            "reshape: operand 0 (f32[4,6]{1,0}) has another number of elements");
  EXPECT_EQ(error([](B b, I x) { return b.AddBroadcast(x, {4, -6}, {0, 1}); }),
            "broadcast: operand 0 (f32[4,6]{1,0}) does not fit the sizes and dimensions");
  EXPECT_EQ(error([](B b, I x) { return b.AddBroadcast(x, {4, 6}, {0, 2}); }),
            "broadcast: operand 0 (f32[4,6]{1,0}) does not fit the sizes and dimensions");
  EXPECT_EQ(error([](B b, I x) { return b.AddBroadcast(x, {4, 6}, {-1, 1}); }),
            "broadcast: operand 0 (f32[4,6]{1,0}) does not fit the sizes and dimensions");
  EXPECT_EQ(error([](B b, I x) { return b.AddBroadcast(x, {4, 6}, {0}); }),
            "broadcast: operand 0 (f32[4,6]{1,0}) does not fit the sizes and dimensions");
  EXPECT_EQ(error([](B b, I x) { return b.AddBroadcast(b.AddAfterAll({x}), {4, 6}, {}); }),
            "broadcast: operand 0 (token[]) does not fit the sizes and dimensions");
  EXPECT_EQ(error([](B b, I x) { return b.AddIota(&x->shape(), -1); }),
            "iota: shape f32[4,6]{1,0} has no dimension -1");
  EXPECT_EQ(error([](B b, I x) { return b.AddAsyncUpdate(x, {}, &x->shape()); }),
            "async-update: not an async-start or async-update");
  EXPECT_EQ(error([](B b, I x) { return b.AddAsyncStart({x}, nullptr); }),
            "async-start: the called computation is null, of another module or not built yet");
  EXPECT_EQ(error([](B b, I x) { return b.AddAsyncUpdate(x, {x}); }),
            "async-update: operand 0 is not an async-start or async-update");
  EXPECT_EQ(error([](B b, I x) { return b.AddReduce({x}, {x, x}, {0}, nullptr); }),
            "reduce: takes an initial value for each operand, got 2 for 1");
  const int64_t lonely[] = {0};
  const absl::Span<const int64_t> lonely_pairs[] = {lonely};
  EXPECT_EQ(error([&](B b, I x) { return b.AddCollectivePermute({x}, lonely_pairs); }),
            "collective-permute: attribute source_target_pairs: not a list of pairs");
  EXPECT_EQ(error([](B b, I x) { return b.AddMap({x}, nullptr); }),
            "map: attribute to_apply: the called computation is null");
  const int64_t three[] = {0, 1, 2, 3, 4};
  const absl::Span<const int64_t> groups[] = {three};
  EXPECT_EQ(error([&](B b, I x) {
              CollectiveOptions options;
              options.replica_groups.groups = groups;
              return b.AddReduceScatter({x}, 0, nullptr, options);
            }),
            "reduce-scatter: attribute to_apply: the called computation is null");
}

// ---- Clones.

TEST_F(BuilderInstructions, AddClone) {
  HloModule module = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  y = f32[3] parameter(1)\n"
      "  c = f32[] constant(1), metadata={op_name=\"one\"}\n"
      "  b = f32[2] broadcast(c), dimensions={}, metadata={op_name=\"b\"}\n"
      "  ROOT a = f32[2] add(x, b), control-predecessors={c}\n"
      "}\n");
  HloBuilder builder(&module, "other");
  HloInstruction* p = builder.AddParameter(&Find(module, "y")->shape(), "p");
  HloInstruction* c = builder.AddClone(*Find(module, "c"), {});
  HloInstruction* b = builder.AddClone(*Find(module, "b"), {c}, &p->shape());
  builder.AddClone(*Find(module, "a"), {p, b}, &p->shape(), "sum");
  const absl::StatusOr<HloComputation*> other = builder.Build();
  ASSERT_TRUE(other.ok()) << other.status();
  EXPECT_EQ(PrintHloComputation(**other),
            "%other (p: f32[3]) -> f32[3] {\n"
            "  %p = f32[3]{0} parameter(0)\n"
            "  %c.1 = f32[] constant(1), metadata={op_name=\"one\"}\n"
            "  %b.1 = f32[3]{0} broadcast(%c.1), dimensions={}, metadata={op_name=\"b\"}\n"
            "  ROOT %sum = f32[3]{0} add(%p, %b.1)\n"
            "}");
  ExpectSound(module);
  HloBuilder refused(module.entry_computation());
  EXPECT_EQ(refused.AddClone(*Find(module, "c"), {}, &p->shape()), nullptr);
  EXPECT_EQ(Message(refused.status()), "constant: its value has the shape f32[], not f32[3]");
  HloBuilder parameter(module.entry_computation());
  EXPECT_EQ(parameter.AddClone(*Find(module, "x"), {}), nullptr);
  EXPECT_EQ(Message(parameter.status()), "parameter: AddParameter adds these");
}

}  // namespace hlo_text_v1::builder_instructions_test
