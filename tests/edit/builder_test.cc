#include "hlo/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "absl/container/flat_hash_map.h"
#include "hlo/edit.h"
#include "hlo/module.h"
#include "hlo/print_values.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::builder_test {

using namespace internal;

// ---- Names.

TEST(HloBuilder, NamesAreUniqueInTheModule) {
  HloModule module = CreateHloModule("m");
  const Shape* f32 = module.shapes().Scalar(PrimitiveType::kF32);
  HloBuilder first(&module, "add");
  HloInstruction* a = first.AddParameter(f32);
  HloInstruction* b = first.AddParameter(f32, "b");
  EXPECT_EQ(first.AddBinary(HloOpcode::kAdd, a, b)->name(), "add");
  EXPECT_EQ(first.AddBinary(HloOpcode::kAdd, a, b)->name(), "add.1");
  EXPECT_EQ(first.AddBinary(HloOpcode::kAdd, a, b, "add.7")->name(), "add.7");
  EXPECT_EQ(first.AddUnary(HloOpcode::kNegate, a, "not legal!")->name(), "not_legal_");
  EXPECT_EQ(first.AddUnary(HloOpcode::kNegate, a, "f32")->name(), "f32_");
  EXPECT_EQ(a->name(), "param_0");
  ASSERT_TRUE(first.Build().ok());
  HloBuilder second(&module, "add");
  EXPECT_EQ(second.computation()->name(), "add.1");
  EXPECT_EQ(second.AddParameter(f32, "b")->name(), "b.1");
  ASSERT_TRUE(second.BuildEntry().ok());
  const std::string text = Text(module);
  Uniquify(&module);
  EXPECT_EQ(Text(module), text);
  ExpectSound(module);
}

TEST(HloBuilder, NamesOfATextAreTaken) {
  HloModule module = ModuleOf("ENTRY e { ROOT add.1 = f32[] parameter(0) }");
  HloBuilder builder(module.entry_computation());
  EXPECT_EQ(builder.AddUnary(HloOpcode::kNegate, Find(module, "add.1"), "add.1")->name(), "add.0");
  EXPECT_EQ(builder.AddUnary(HloOpcode::kNegate, Find(module, "add.1"), "add.1")->name(), "add.2");
}

// ---- Constants.

TEST(HloBuilder, Constants) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  const auto value = [](const HloInstruction* constant) {
    return constant == nullptr ? "none" : PrintLiteral(constant->literal());
  };
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kPRED, 1)), "true");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kS8, -128)), "-128");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kS4, -8)), "-8");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kU4, 15)), "15");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kU64, 9007199254740992.0)), "9007199254740992");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kU64, ~uint64_t{0})), "18446744073709551615");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kS64, (int64_t{1} << 53) + 1)),
            "9007199254740993");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kS64, INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kS64, -0x1p63)), "-9223372036854775808");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kS32, uint8_t{255})), "255");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kPRED, false)), "false");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kF64, uint64_t{1} << 63)),
            "9.2233720368547758e+18");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kBF16, 1.5)), "1.5");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kF64, 0.1)), "0.1");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kC64, 2)), "(2, 0)");
  EXPECT_EQ(value(builder.AddScalar(PrimitiveType::kF32, std::numeric_limits<double>::infinity())),
            "inf");
  const float floats[] = {1, 2.5f, 3, 4};
  EXPECT_EQ(
      value(builder.AddArray<float>(module.shapes().Array(PrimitiveType::kF32, {2, 2}), floats)),
      "{ { 1, 2.5 }, { 3, 4 } }");
  EXPECT_EQ(value(builder.AddArray<bool>(module.shapes().Array(PrimitiveType::kPRED, {2}),
                                         {true, false})),
            "{1, 0}");
  ExpectOk(builder.status());
  ASSERT_TRUE(builder.BuildEntry().ok());
  ExpectSound(module);
}

TEST(HloBuilder, ConstantsThatAreNone) {
  const auto error = [](PrimitiveType type, auto value) {
    HloModule module = CreateHloModule("m");
    HloBuilder builder(&module, "main");
    EXPECT_EQ(builder.AddScalar(type, value), nullptr);
    return Message(builder.status());
  };
  EXPECT_EQ(error(PrimitiveType::kS8, 128), "constant: value 128 is out of range for s8");
  EXPECT_EQ(error(PrimitiveType::kU4, -1), "constant: value -1 is out of range for u4");
  EXPECT_EQ(error(PrimitiveType::kS32, 0.5), "constant: value 0.5 is out of range for s32");
  EXPECT_EQ(error(PrimitiveType::kPRED, 2), "constant: value 2 is out of range for pred");
  EXPECT_EQ(error(PrimitiveType::kU64, 18446744073709551616.0),
            "constant: value 1.84467e+19 is out of range for u64");
  EXPECT_EQ(error(PrimitiveType::kS64, ~uint64_t{0}),
            "constant: value 18446744073709551615 is out of range for s64");
  EXPECT_EQ(error(PrimitiveType::kU64, int64_t{-1}), "constant: value -1 is out of range for u64");
  EXPECT_EQ(error(PrimitiveType::kS8, -129), "constant: value -129 is out of range for s8");
  EXPECT_EQ(error(PrimitiveType::kS64, std::numeric_limits<double>::quiet_NaN()),
            "constant: value nan is out of range for s64");
  EXPECT_EQ(error(PrimitiveType::kTOKEN, 0), "constant: the type has no scalars");

  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  const Shape* pair = module.shapes().Array(PrimitiveType::kS32, {2});
  EXPECT_EQ(builder.AddArray<int32_t>(pair, {1, 2, 3}), nullptr);
  EXPECT_EQ(Message(builder.status()), "constant: 3 values for shape s32[2]");
}

// Three bytes per zero would overflow 64 bits.
TEST(HloBuilder, ConstantOfMoreZerosThanBytes) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  const Shape* shape = module.shapes().Array(PrimitiveType::kS8, {0x5555555555555556});
  builder.AddConstant(Literal::Array(shape, {}));
  ExpectOk(builder.BuildEntry().status());
  PrintOptions options;
  options.print_large_constants = true;
  EXPECT_THAT(PrintHloModule(module, options), testing::HasSubstr("constant(0)"));
}

// ---- Errors.

class BuilderErrors : public testing::Test {
 protected:
  BuilderErrors() {
    x_ = builder_.AddParameter(Array({2, 3}), "x");
    y_ = builder_.AddParameter(Array({4}), "y");
  }
  const Shape* Array(absl::Span<const int64_t> dims) {
    return module_.shapes().Array(PrimitiveType::kF32, dims);
  }
  HloModule module_ = CreateHloModule("m");
  HloBuilder builder_{&module_, "main"};
  HloInstruction* x_;
  HloInstruction* y_;
};

TEST_F(BuilderErrors, ShapesThatDoNotFit) {
  HloInstruction* sum = builder_.AddBinary(HloOpcode::kAdd, x_, y_);
  EXPECT_EQ(sum, nullptr);
  // Consequences of an error add nothing, and the first error stays.
  EXPECT_EQ(builder_.AddUnary(HloOpcode::kNegate, sum), nullptr);
  EXPECT_EQ(builder_.AddInstruction(HloOpcode::kDot, nullptr, {x_}), nullptr);
  EXPECT_EQ(builder_.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Message(builder_.status()).substr(0, 5), "add: ");
  EXPECT_EQ(builder_.BuildEntry().status(), builder_.status());
  EXPECT_EQ(builder_.computation()->instruction_count(), 2);
  EXPECT_FALSE(HasUsers(*x_));
  EXPECT_TRUE(module_.computations().empty());
}

TEST_F(BuilderErrors, OperandCount) {
  builder_.AddInstruction(HloOpcode::kAdd, nullptr, {x_});
  EXPECT_EQ(Message(builder_.status()), "add: takes 2 operands, got 1");
}

TEST_F(BuilderErrors, MissingAttribute) {
  builder_.AddInstruction(HloOpcode::kTranspose, nullptr, {x_});
  EXPECT_EQ(Message(builder_.status()),
            "transpose: attribute dimensions is expected but not set on transpose");
}

TEST_F(BuilderErrors, UnexpectedAttribute) {
  builder_.AddInstruction(HloOpcode::kNegate, nullptr, {x_},
                          {MakeAttribute<AttributeKind::kDimensions>({0})});
  EXPECT_EQ(Message(builder_.status()), "negate: unexpected attribute \"dimensions\" of negate");
}

TEST_F(BuilderErrors, AttributeTwice) {
  const int64_t order[] = {1, 0};
  const Attribute kept = MakeAttribute<AttributeKind::kDimensions>(order);
  builder_.AddInstruction(HloOpcode::kTranspose, nullptr, {x_}, {kept, kept});
  EXPECT_EQ(Message(builder_.status()),
            "transpose: attribute dimensions of transpose already exists");
}

TEST_F(BuilderErrors, NoShapeToInfer) {
  builder_.AddInstruction(HloOpcode::kReshape, nullptr, {x_});
  EXPECT_EQ(Message(builder_.status()), "reshape: no shape can be inferred for opcode reshape");
}

TEST_F(BuilderErrors, CalleeNotBuilt) {
  HloBuilder other(&module_, "other");
  builder_.AddInstruction(HloOpcode::kCall, &x_->shape(), {x_},
                          {MakeAttribute<AttributeKind::kToApply>(other.computation())});
  EXPECT_EQ(Message(builder_.status()),
            "call: attribute to_apply: the called computation is not built yet");
}

TEST_F(BuilderErrors, CalleeOfAnotherModule) {
  HloModule other = ModuleOf("ENTRY e { ROOT p = f32[] parameter(0) }");
  builder_.AddInstruction(HloOpcode::kCall, &x_->shape(), {x_},
                          {MakeAttribute<AttributeKind::kToApply>(other.entry_computation())});
  EXPECT_EQ(Message(builder_.status()),
            "call: attribute to_apply: the called computation is of another module");
}

TEST_F(BuilderErrors, AsyncShape) {
  HloBuilder callee(&module_, "callee");
  callee.AddParameter(Array({4}));
  HloComputation* wrapped = *callee.Build();
  builder_.AddInstruction(HloOpcode::kAsyncStart, Array({4}), {y_},
                          {MakeAttribute<AttributeKind::kCalls>(wrapped)});
  EXPECT_EQ(Message(builder_.status()),
            "async-start: the shape must be a tuple of at least two elements, the first of them a "
            "tuple");
}

TEST(HloBuilder, EmptyComputation) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  EXPECT_EQ(Message(builder.Build().status()), "computation main has no instructions");
}

// ---- Attributes have the form that the parser gives them.

HloComputation* BuildAdd(HloModule* module) {
  HloBuilder builder(module, "sum");
  const Shape* f32 = module->shapes().Scalar(PrimitiveType::kF32);
  HloInstruction* a = builder.AddParameter(f32, "a");
  HloInstruction* b = builder.AddParameter(f32, "b");
  builder.AddBinary(HloOpcode::kAdd, a, b);
  return *builder.Build();
}

TEST(HloBuilder, AttributesAreNormal) {
  HloModule module = CreateHloModule("m");
  HloComputation* sum = BuildAdd(&module);
  ShapePool& shapes = module.shapes();
  HloBuilder builder(&module, "main");
  HloInstruction* x = builder.AddParameter(shapes.Array(PrimitiveType::kF32, {2, 3}), "x");
  HloInstruction* y = builder.AddParameter(shapes.Array(PrimitiveType::kF32, {3, 5}), "y");
  HloInstruction* t = builder.AddParameter(shapes.Token(), "t");
  const auto text = [](const HloInstruction* instruction) {
    return instruction == nullptr ? "none" : PrintHloInstruction(*instruction);
  };
  const auto find = [&](std::string_view name) -> HloInstruction* {
    for (HloInstruction* i : builder.computation()->instructions()) {
      if (i->name() == name) return i;
    }
    return nullptr;
  };
  // Sorted, an operand_precision of defaults dropped.
  const Precision precisions[] = {Precision::kDefault, Precision::kDefault};
  FrontendAttribute entry{"k", "v"};
  const FrontendAttributes frontend{absl::MakeConstSpan(&entry, 1)};
  OpMetadata metadata;
  metadata.op_name = "dot \"of\" two";
  EXPECT_EQ(
      text(builder.AddInstruction(HloOpcode::kDot, nullptr, {x, y},
                                  {MakeAttribute<AttributeKind::kMetadata>(metadata),
                                   MakeAttribute<AttributeKind::kFrontendAttributes>(frontend),
                                   MakeAttribute<AttributeKind::kOperandPrecision>(precisions),
                                   MakeAttribute<AttributeKind::kRhsContractingDims>({0}),
                                   MakeAttribute<AttributeKind::kLhsContractingDims>({1})})),
      "%dot = f32[2,5]{1,0} dot(%x, %y), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
      "frontend_attributes={k=\"v\"}, metadata={op_name=\"dot \\\"of\\\" two\"}");
  // The default order of a comparison does not print, another one does.
  const auto compare = [&](ComparisonOrder order) {
    return text(
        builder.AddInstruction(HloOpcode::kCompare, nullptr, {x, x},
                               {MakeAttribute<AttributeKind::kDirection>(ComparisonDirection::kLt),
                                MakeAttribute<AttributeKind::kOrder>(order)}));
  };
  EXPECT_EQ(compare(ComparisonOrder::kPartial),
            "%compare = pred[2,3]{1,0} compare(%x, %x), direction=LT");
  EXPECT_EQ(compare(ComparisonOrder::kTotal),
            "%compare.1 = pred[2,3]{1,0} compare(%x, %x), direction=LT, order=TOTAL");
  // Filled: replica_groups; dropped: constrain_layout=false.
  EXPECT_EQ(text(builder.AddInstruction(HloOpcode::kAllReduce, &x->shape(), {x},
                                        {MakeAttribute<AttributeKind::kToApply>(sum),
                                         MakeAttribute<AttributeKind::kConstrainLayout>(false)})),
            "%all-reduce = f32[2,3]{1,0} all-reduce(%x), replica_groups={}, to_apply=%sum");
  // A map's dimensions follow from its shape.
  EXPECT_EQ(text(builder.AddInstruction(HloOpcode::kMap, nullptr, {x, x},
                                        {MakeAttribute<AttributeKind::kToApply>(sum),
                                         MakeAttribute<AttributeKind::kDimensions>({0, 1})})),
            "%map = f32[2,3]{1,0} map(%x, %x), dimensions={0,1}, to_apply=%sum");
  EXPECT_EQ(text(builder.AddInstruction(HloOpcode::kOutfeed, nullptr, {x, t})),
            "%outfeed = token[] outfeed(%x, %t), outfeed_shape=f32[2,3]{1,0}");
  EXPECT_EQ(text(builder.AddInstruction(HloOpcode::kSend, nullptr, {x, t},
                                        {MakeAttribute<AttributeKind::kChannelId>(3),
                                         MakeAttribute<AttributeKind::kIsHostTransfer>(true)})),
            "%send = (f32[2,3]{1,0}, u32[], token[]) send(%x, %t), channel_id=3, "
            "is_host_transfer=true");
  EXPECT_EQ(text(builder.AddInstruction(HloOpcode::kSendDone, nullptr, {find("send")},
                                        {MakeAttribute<AttributeKind::kChannelId>(3),
                                         MakeAttribute<AttributeKind::kIsHostTransfer>(true)})),
            "%send-done = token[] send-done(%send), channel_id=3, is_host_transfer=true");
  // The old spelling of called_computations.
  EXPECT_EQ(
      text(builder.AddInstruction(HloOpcode::kCustomCall, &x->shape(), {x},
                                  {MakeAttribute<AttributeKind::kToApply>(sum),
                                   MakeAttribute<AttributeKind::kCustomCallTarget>("f"),
                                   MakeAttribute<AttributeKind::kBackendConfig>("{\"a\": 1}")})),
      "%custom-call = f32[2,3]{1,0} custom-call(%x), custom_call_target=\"f\", "
      "called_computations={%sum}, backend_config={\"a\": 1}");
  // A tuple's sharding has one element per leaf.
  HloSharding replicated;
  EXPECT_EQ(text(builder.AddInstruction(HloOpcode::kTuple, nullptr, {x, y},
                                        {MakeAttribute<AttributeKind::kSharding>(replicated)})),
            "%tuple = (f32[2,3]{1,0}, f32[3,5]{1,0}) tuple(%x, %y), "
            "sharding={{replicated}, {replicated}}");
  EXPECT_EQ(text(builder.AddGetTupleElement(find("tuple"), 1)),
            "%get-tuple-element = f32[3,5]{1,0} get-tuple-element(%tuple), index=1");
  ExpectOk(builder.status());
}

// ---- Rebuilds every computation of testdata from its instructions.

constexpr std::string_view kMark = ".built_again";

std::string WithoutMark(std::string text) {
  for (size_t at; (at = text.find(kMark)) != std::string::npos;) text.erase(at, kMark.size());
  return text;
}

// nullptr for parameters out of order, which a builder does not make.
HloComputation* BuildAgain(HloComputation& original) {
  HloBuilder builder(original.parent(), std::string(original.name()) + std::string(kMark));
  absl::flat_hash_map<const HloInstruction*, HloInstruction*> built;
  for (const HloInstruction* from : original.instructions()) {
    const std::string name = std::string(from->name()) + std::string(kMark);
    std::vector<HloInstruction*> operands, predecessors;
    for (const HloInstruction* operand : from->operands()) operands.push_back(built.at(operand));
    for (const HloInstruction* i : from->control_predecessors())
      predecessors.push_back(built.at(i));
    std::vector<Attribute> attributes;
    for (const Attribute& attribute : from->attributes()) {
      if (attribute.kind() != AttributeKind::kControlPredecessors) attributes.push_back(attribute);
    }
    if (!predecessors.empty()) {
      attributes.push_back(MakeAttribute<AttributeKind::kControlPredecessors>(predecessors));
    }
    // In any order.
    std::reverse(attributes.begin(), attributes.end());
    HloInstruction*& to = built[from];
    if (from->opcode() == HloOpcode::kParameter || from->opcode() == HloOpcode::kConstant) {
      const bool is_parameter = from->opcode() == HloOpcode::kParameter;
      to = is_parameter ? builder.AddParameter(&from->shape(), name)
                        : builder.AddConstant(from->literal(), name);
      if (is_parameter && to->parameter_number() != from->parameter_number()) return nullptr;
      for (const Attribute& attribute : attributes) ExpectOk(SetAttribute(to, attribute));
    } else {
      to = builder.AddInstruction(from->opcode(), &from->shape(), operands, attributes, name);
    }
    if (to == nullptr) break;
  }
  absl::StatusOr<HloComputation*> computation = builder.Build(built[original.root_instruction()]);
  EXPECT_TRUE(computation.ok()) << computation.status();
  if (!computation.ok()) return nullptr;
  ExpectOk(SetExecutionThread(*computation, original.execution_thread()));
  EXPECT_TRUE(SetBackendConfig(*computation, original.backend_config()).ok());
  return *computation;
}

TEST(HloBuilder, Testdata) {
  int computations = 0;
  for (const std::filesystem::path& path : TestdataFiles()) {
    absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    // An update there names the computation that it has through the loop.
    const std::string file = path.filename().string();
    const bool is_of_loop = file.rfind("metadata_in_body.", 0) == 0;
    // SetExecutionThread refuses its thread, which has quotes.
    const bool is_hard = file.rfind("hard_to_write.", 0) == 0;
    if (!module.ok() || is_of_loop || is_hard) continue;
    SCOPED_TRACE(path);
    const auto span = module->computations();
    const std::vector<HloComputation*> originals(span.begin(), span.end());
    for (HloComputation* original : originals) {
      // A fused computation prints in another order if the module is scheduled.
      if (original->is_fusion_computation() && module->config().is_scheduled) continue;
      // Sugar depends on other callers of a wrapped computation.
      PrintOptions options;
      options.async_mode = AsyncPrintMode::kGeneric;
      const std::string expected = PrintHloComputation(*original, options);
      const HloComputation* again = BuildAgain(*original);
      if (again == nullptr) continue;
      EXPECT_EQ(WithoutMark(PrintHloComputation(*again, options)), expected);
      ++computations;
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(computations, 1000);
}

// Borrowed arguments can be freed after the call.
TEST(HloBuilder, ValuesAreCopied) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  {
    std::vector<WindowDimension> dims(2);
    dims[0].size = dims[1].size = 2;
    const Window window{dims};
    auto target = std::make_unique<std::string>("a target that is longer than any small string");
    builder.AddInstruction(HloOpcode::kCustomCall, module.shapes().Scalar(PrimitiveType::kS32), {},
                           {MakeAttribute<AttributeKind::kCustomCallTarget>(*target),
                            MakeAttribute<AttributeKind::kWindow>(window)});
  }
  ASSERT_TRUE(builder.BuildEntry().ok());
  EXPECT_EQ(PrintHloInstruction(*module.entry_computation()->root_instruction()),
            "%custom-call = s32[] custom-call(), window={size=2x2}, "
            "custom_call_target=\"a target that is longer than any small string\"");
  ExpectSound(module);
}

TEST(HloBuilder, FusionAndAsync) {
  HloModule module = CreateHloModule("m");
  HloModuleConfig config = module.config();
  config.is_scheduled = true;
  EXPECT_TRUE(SetConfig(&module, config).ok());
  HloComputation* fused = BuildAdd(&module);
  ShapePool& shapes = module.shapes();
  const Shape* f32 = shapes.Scalar(PrimitiveType::kF32);
  HloBuilder wrapped_builder(&module, "wrapped");
  wrapped_builder.AddUnary(HloOpcode::kNegate, wrapped_builder.AddParameter(f32));
  HloComputation* wrapped = *wrapped_builder.Build();
  HloBuilder builder(&module, "main");
  HloInstruction* x = builder.AddParameter(f32, "x");
  HloInstruction* fusion =
      builder.AddInstruction(HloOpcode::kFusion, f32, {x, x},
                             {MakeAttribute<AttributeKind::kCalls>(fused),
                              MakeAttribute<AttributeKind::kFusionKind>(FusionKind::kLoop)});
  HloInstruction* start = builder.AddInstruction(
      HloOpcode::kAsyncStart,
      shapes.Tuple({shapes.Tuple({f32}), f32, shapes.Scalar(PrimitiveType::kU32)}), {fusion},
      {MakeAttribute<AttributeKind::kCalls>(wrapped)});
  builder.AddInstruction(HloOpcode::kAsyncDone, f32, {start});
  ExpectOk(builder.BuildEntry().status());
  EXPECT_TRUE(fused->is_fusion_computation());
  EXPECT_FALSE(wrapped->is_fusion_computation());
  ExpectSound(module);
  EXPECT_NE(PrintHloModule(module).find("%async-start = ((f32[]), f32[], u32[]) "
                                        "negate-start(%fusion)"),
            std::string::npos)
      << PrintHloModule(module);
}

TEST(HloBuilder, ParametersOfAnEntryComputation) {
  HloModule module = ModuleOf("ENTRY e { ROOT p = f32[] parameter(0) }");
  HloBuilder builder(module.entry_computation());
  builder.AddParameter(module.shapes().Array(PrimitiveType::kS32, {7}), "q");
  EXPECT_EQ(module.config().entry_computation_layout.parameters.size(), 2u);
  ExpectSound(module);
}

}  // namespace hlo_text_v1::builder_test
