// Recipes: for each opcode operands, attributes and a shape that fit together. An opcode without
// one is elementwise if its row says so, or gets any operands and what its row requires.
#include "tests/support/random_program.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <vector>

#include "hlo/opcode.h"
#include "src/base/saturated.h"
#include "tests/support/program_text.h"
#include "tests/support/random_values.h"

namespace hlo_text_v1::test {

namespace random_program {

using Kind = AttributeKind;

// The column `infer` of opcodes.def.
constexpr std::string_view kInferences[] = {
#define HLO_OPCODE(Id, text, arity, infer, ...) #infer,
#include "hlo/tables/opcodes.def"
};

class Program : private ProgramText {
 public:
  explicit Program(Choices& choices) : ProgramText(choices) {}

  std::string Run() {
    const size_t parameters = choices_.Below(4);
    for (size_t i = 0; i < parameters; ++i) Parameter(random_.Shape());
    const size_t steps = 1 + choices_.Below(8);
    for (size_t i = 0; i < steps; ++i) Step();
    if (choices_.OneIn(3)) Tuple();
    const size_t root = lines_.rfind("\n  ") + 1;  // of the last line
    if (!choices_.OneIn(6)) lines_.insert(root + 2, "ROOT ");
    return StrCat(Header(), computations_, "ENTRY ", choices_.OneIn(2) ? "%" : "", "main {", lines_,
                  "\n}\n");
  }

 private:
  using Recipe = void (Program::*)(HloOpcode);

  void Step() {
    static const auto& recipes = *new std::map<HloOpcode, Recipe>(Recipes());
    const auto opcode = static_cast<HloOpcode>(choices_.Below(kHloOpcodeCount));
    const auto found = recipes.find(opcode);
    if (found != recipes.end()) return (this->*found->second)(opcode);
    const OpcodeInfo& info = GetOpcodeInfo(opcode);
    if (info.group == OpcodeGroup::kElementwise && info.arity > 0) return Elementwise(opcode);
    return Anything(opcode);
  }

  void Anything(HloOpcode opcode) {
    const OpcodeInfo& info = GetOpcodeInfo(opcode);
    Values operands;
    const size_t count = info.arity == kVariadic ? choices_.Below(4) : info.arity;
    for (size_t i = 0; i < count; ++i) operands.push_back(AnyValue());
    Attributes attributes;
    for (const AttributeSpec& spec : info.attributes) {
      if (spec.required) attributes.emplace_back(spec.kind, AnyOf(spec.kind));
    }
    Emit(opcode, operands, std::nullopt, attributes);
  }

  static bool Takes(std::string_view inference, PrimitiveType type) {
    if (inference == "Float") return IsFloatingType(type);
    if (inference == "FloatOrComplex") return IsFloatingType(type) || IsComplexType(type);
    if (inference == "Bitwise" || inference == "Not") {
      return IsIntegralType(type) || type == PrimitiveType::kPRED;
    }
    if (inference == "Clz" || inference == "PopulationCount") return IsIntegralType(type);
    if (inference == "Complex") return type == PrimitiveType::kF32 || type == PrimitiveType::kF64;
    if (inference == "RealOrImag") return IsComplexType(type);
    if (inference == "IsFinite") return IsFloatingType(type);
    const bool takes_any = inference == "Compare" || inference == "Select" || inference == "Same";
    return type != PrimitiveType::kPRED || takes_any;
  }

  void Elementwise(HloOpcode opcode) {
    const std::string_view inference = kInferences[static_cast<size_t>(opcode)];
    const Value first = ArrayWith([&](PrimitiveType type) { return Takes(inference, type); });
    Values operands = {first};
    for (int i = 1; i < GetOpcodeInfo(opcode).arity; ++i) operands.push_back(Of(*first.shape));
    RandomShape result = *first.shape;
    const PrimitiveType type = result.type;
    if (inference == "Compare" || inference == "IsFinite") result.type = PrimitiveType::kPRED;
    if (inference == "Select") operands[0] = Of(WithType(result, PrimitiveType::kPRED));
    if (inference == "Complex") {
      result.type = type == PrimitiveType::kF64 ? PrimitiveType::kC128 : PrimitiveType::kC64;
    }
    if (inference == "RealOrImag") {
      result.type = type == PrimitiveType::kC128 ? PrimitiveType::kF64 : PrimitiveType::kF32;
    }
    Attributes attributes;
    for (const AttributeSpec& spec : GetOpcodeInfo(opcode).attributes) {
      if (spec.required) attributes.emplace_back(spec.kind, AnyOf(spec.kind));
    }
    Emit(opcode, operands, result, attributes);
  }

  // The shape changes its type only.
  void Convert(HloOpcode opcode) {
    const Value value = Array();
    Emit(opcode, {value}, WithType(*value.shape, random_.Element()));
  }
  void Constant(HloOpcode opcode) {
    const RandomShape shape = choices_.OneIn(6) ? random_.Shape() : random_.Array();
    const std::string attributes = choices_.OneIn(8)   ? ", metadata=" + AnyOf(Kind::kMetadata)
                                   : choices_.OneIn(8) ? ", sharding=" + AnyOf(Kind::kSharding)
                                                       : "";
    Add(NewName(), shape,
        StrCat(HloOpcodeName(opcode), "(", random_.Literal(shape), ")", attributes));
  }
  void AnyParameter(HloOpcode) { Parameter(random_.Shape()); }
  void Iota(HloOpcode opcode) {
    const RandomShape shape = Array(1).shape.value();
    Emit(opcode, {}, shape,
         {{Kind::kIotaDimension, StrCat(choices_.Below(shape.dimensions.size()))}});
  }
  void Broadcast(HloOpcode opcode) {
    const Value value = Array();
    Dimensions sizes = value.shape->dimensions, mapped(sizes.size());
    std::iota(mapped.begin(), mapped.end(), choices_.OneIn(2) ? 1 : 0);
    if (!mapped.empty() && mapped[0] == 1) sizes.insert(sizes.begin(), 3);
    Emit(opcode, {value}, ArrayOf(value.shape->type, sizes),
         {{Kind::kDimensions, ListText(mapped)}});
  }
  void Transpose(HloOpcode opcode) {
    const Value value = Array(2);
    Dimensions sizes = value.shape->dimensions, order(sizes.size());
    std::iota(order.begin(), order.end(), 0);
    std::swap(order[0], order[choices_.Below(order.size())]);
    for (size_t i = 0; i < order.size(); ++i) {
      sizes[i] = value.shape->dimensions[static_cast<size_t>(order[i])];
    }
    Emit(opcode, {value}, ArrayOf(value.shape->type, sizes),
         {{Kind::kDimensions, ListText(order)}});
  }
  void Reshape(HloOpcode opcode) {
    const Value value = Array();
    Dimensions sizes = value.shape->dimensions;
    sizes.insert(sizes.begin() + static_cast<long>(choices_.Below(sizes.size() + 1)), 1);
    Emit(opcode, {value}, ArrayOf(value.shape->type, sizes));
  }
  void Reverse(HloOpcode opcode) {
    const Value value = Array(1);
    Emit(opcode, {value}, value.shape, {{Kind::kDimensions, "{0}"}});
  }
  void Copy(HloOpcode opcode) {
    const Value value = AnyValue();
    Emit(opcode, {value}, value.shape);
  }
  void Slice(HloOpcode opcode) {
    const Value value = Array();
    RandomShape shape = *value.shape;
    std::string ranges;
    for (int64_t& size : shape.dimensions) {
      const int64_t start = size > 1 ? static_cast<int64_t>(choices_.Below(2)) : 0;
      const int64_t stride = 1 + static_cast<int64_t>(choices_.Below(2));
      StrAppend(&ranges, ranges.empty() ? "" : ", ", "[", start, ":", size,
                stride > 1 ? StrCat(":", stride) : "", "]");
      size = internal::SaturatedSum(size - start, stride - 1) / stride;
    }
    Emit(opcode, {value}, shape, {{Kind::kSlice, StrCat("{", ranges, "}")}});
  }
  void DynamicSlice(HloOpcode opcode) {
    const Value value = Array();
    RandomShape part = *value.shape;
    for (int64_t& size : part.dimensions) size = std::min<int64_t>(size, 2);
    const bool is_update = opcode == HloOpcode::kDynamicUpdateSlice;
    Values operands = {value};
    if (is_update) operands.push_back(Of(part));
    for (size_t i = 0; i < part.dimensions.size(); ++i) {
      operands.push_back(Of(Scalar(PrimitiveType::kS32)));
    }
    if (is_update) return Emit(opcode, operands, value.shape);
    Emit(opcode, operands, part, {{Kind::kDynamicSliceSizes, ListText(part.dimensions)}});
  }
  void Concatenate(HloOpcode opcode) {
    const Value value = Array(1);
    RandomShape shape = *value.shape;
    shape.dimensions[0] = internal::SaturatedProduct(shape.dimensions[0], 2);
    Emit(opcode, {value, Of(*value.shape)}, shape, {{Kind::kDimensions, "{0}"}});
  }
  void Pad(HloOpcode opcode) {
    const Value value = Array(1);
    RandomShape shape = *value.shape;
    std::string padding;
    for (int64_t& size : shape.dimensions) {
      const auto low = static_cast<int64_t>(choices_.Below(3));
      StrAppend(&padding, padding.empty() ? "" : "x", low, "_1", choices_.OneIn(3) ? "_0" : "");
      size = internal::SaturatedSum(size, low + 1);
    }
    Emit(opcode, {value, Of(Scalar(shape.type))}, shape, {{Kind::kPadding, padding}});
  }
  void DimensionSize(HloOpcode opcode) {
    const Value value = Array(1);
    const RandomShape size = Scalar(PrimitiveType::kS32);
    if (opcode == HloOpcode::kGetDimensionSize) {
      return Emit(opcode, {value}, size, {{Kind::kDimensions, "{0}"}});
    }
    Emit(opcode, {value, Of(size)}, std::nullopt, {{Kind::kDimensions, "{0}"}});
  }

  void Tuple() {
    Values parts;
    std::vector<RandomShape> shapes;
    const size_t count = choices_.Below(5);
    for (size_t i = 0; i < count; ++i) {
      parts.push_back(AnyValue());
      if (parts.back().shape) shapes.push_back(*parts.back().shape);
    }
    Emit(HloOpcode::kTuple, parts,
         shapes.size() == parts.size() ? std::make_optional(TupleOf(shapes)) : std::nullopt);
  }
  void AnyTuple(HloOpcode) { Tuple(); }
  void Element(HloOpcode opcode) {
    std::vector<RandomShape> parts = {*Array().shape, *Array().shape};
    const size_t index = choices_.Below(parts.size());
    Emit(opcode, {Of(TupleOf(parts))}, parts[index], {{Kind::kIndex, StrCat(index)}});
  }

  void Reduce(HloOpcode opcode) {
    const Value value = Array(1);
    RandomShape shape = *value.shape;
    shape.layout.clear();
    shape.dimensions.erase(shape.dimensions.begin());
    const Value start = Of(Scalar(shape.type));
    const Attributes attributes = {{Kind::kDimensions, "{0}"},
                                   {Kind::kToApply, Reducer({shape.type})}};
    Emit(opcode, {value, start}, shape, attributes);
  }
  void ReduceWindow(HloOpcode opcode) {
    const Value value = Array(1);
    std::string window;
    for (size_t i = 0; i < value.shape->dimensions.size(); ++i) window += i == 0 ? "1" : "x1";
    const PrimitiveType type = value.shape->type;
    Emit(opcode, {value, Of(Scalar(type))}, value.shape,
         {{Kind::kWindow, "{size=" + window + "}"}, {Kind::kToApply, Reducer({type})}});
  }
  void Sort(HloOpcode opcode) {
    const Value value = Array(1);
    const RandomShape scalar = Scalar(value.shape->type);
    Emit(opcode, {value}, value.shape,
         {{Kind::kDimensions, "{0}"},
          {Kind::kToApply, Callee({scalar, scalar}, Scalar(PrimitiveType::kPRED))}});
  }
  void TopK(HloOpcode opcode) {
    const Value value = Array(1);
    RandomShape shape = *value.shape;
    shape.dimensions.back() = std::min<int64_t>(1, shape.dimensions.back());
    Emit(opcode, {value}, TupleOf({shape, WithType(shape, PrimitiveType::kS32)}),
         {{Kind::kK, StrCat(shape.dimensions.back())}});
  }
  void Map(HloOpcode opcode) {
    const Value value = Array(1);
    Dimensions all(value.shape->dimensions.size());
    std::iota(all.begin(), all.end(), 0);
    const RandomShape scalar = Scalar(value.shape->type);
    Emit(opcode, {value}, value.shape,
         {{Kind::kDimensions, ListText(all)}, {Kind::kToApply, Callee({scalar}, scalar)}});
  }

  void Dot(HloOpcode opcode) {
    const PrimitiveType type = random_.Element();
    const bool is_batched = choices_.OneIn(2);
    const Value left = Of(ArrayOf(type, is_batched ? Dimensions{5, 2, 3} : Dimensions{2, 3}));
    const Value right = Of(ArrayOf(type, is_batched ? Dimensions{5, 3, 4} : Dimensions{3, 4}));
    Attributes attributes = {{Kind::kLhsContractingDims, is_batched ? "{2}" : "{1}"},
                             {Kind::kRhsContractingDims, is_batched ? "{1}" : "{0}"}};
    if (is_batched) {
      attributes.emplace_back(Kind::kLhsBatchDims, "{0}");
      attributes.emplace_back(Kind::kRhsBatchDims, "{0}");
    }
    Emit(opcode, {left, right}, ArrayOf(type, is_batched ? Dimensions{5, 2, 4} : Dimensions{2, 4}),
         attributes);
  }
  void Convolution(HloOpcode opcode) {
    const PrimitiveType type = Float().shape->type;
    const Value image = Of(ArrayOf(type, {1, 8, 9, 4}));
    const Value kernel = Of(ArrayOf(type, {3, 3, 4, 8}));
    Emit(opcode, {image, kernel}, ArrayOf(type, {1, 6, 7, 8}),
         {{Kind::kWindow, "{size=3x3}"}, {Kind::kDimLabels, "b01f_01io->b01f"}});
  }
  void Gather(HloOpcode opcode) {
    const PrimitiveType type = random_.Element();
    const Value table = Of(ArrayOf(type, {10, 20}));
    const Value indices = Of(ArrayOf(PrimitiveType::kS32, {5, 1}));
    Emit(opcode, {table, indices}, ArrayOf(type, {5, 20}),
         {{Kind::kOffsetDims, "{1}"},
          {Kind::kCollapsedSliceDims, "{0}"},
          {Kind::kStartIndexMap, "{0}"},
          {Kind::kIndexVectorDim, "1"},
          {Kind::kSliceSizes, "{1,20}"}});
  }
  void Scatter(HloOpcode opcode) {
    const PrimitiveType type = random_.Element();
    const Value table = Of(ArrayOf(type, {10, 20}));
    const Value indices = Of(ArrayOf(PrimitiveType::kS32, {5, 1}));
    const Value updates = Of(ArrayOf(type, {5, 20}));
    Emit(opcode, {table, indices, updates}, table.shape,
         {{Kind::kUpdateWindowDims, "{1}"},
          {Kind::kInsertedWindowDims, "{0}"},
          {Kind::kScatterDimsToOperandDims, "{0}"},
          {Kind::kIndexVectorDim, "1"},
          {Kind::kToApply, Reducer({type})}});
  }
  void Fft(HloOpcode opcode) {
    const Value value = Of(ArrayOf(PrimitiveType::kC64, {2, 4}));
    Emit(opcode, {value}, value.shape,
         {{Kind::kFftType, choices_.OneIn(2) ? "FFT" : "IFFT"}, {Kind::kFftLength, "{4}"}});
  }
  void Square(HloOpcode opcode) {
    const Value value = Of(ArrayOf(Float().shape->type, {3, 3}));
    Values operands = {value};
    if (GetOpcodeInfo(opcode).arity == 2) operands.push_back(Of(*value.shape));
    Emit(opcode, operands, value.shape);
  }
  void BatchNorm(HloOpcode opcode) {
    const PrimitiveType type = Float().shape->type;
    const RandomShape image = ArrayOf(type, {2, 3}), row = ArrayOf(type, {3});
    Values operands = {Of(image)};
    for (int i = 1; i < GetOpcodeInfo(opcode).arity; ++i) operands.push_back(Of(row));
    if (opcode == HloOpcode::kBatchNormGrad) operands[4] = Of(image);
    const RandomShape result =
        opcode == HloOpcode::kBatchNormInference ? image : TupleOf({image, row, row});
    Emit(opcode, operands, result, {{Kind::kEpsilon, random_.Real()}, {Kind::kFeatureIndex, "1"}});
  }
  void Rng(HloOpcode opcode) {
    const Value low = Of(Scalar(Float().shape->type));
    Emit(opcode, {low, Of(*low.shape)}, ArrayOf(low.shape->type, {2, 3}),
         {{Kind::kDistribution, choices_.OneIn(2) ? "rng_uniform" : "rng_normal"}});
  }
  void RngBits(HloOpcode opcode) {
    const Value state = Of(ArrayOf(PrimitiveType::kU64, {2}));
    Emit(opcode, {state}, TupleOf({*state.shape, ArrayOf(PrimitiveType::kU32, {4})}),
         {{Kind::kRngAlgorithm, AnyOf(Kind::kRngAlgorithm)}});
  }

  // Calls.
  void Call(HloOpcode opcode) {
    const Value a = AnyValue(), b = Array();
    if (!a.shape) return Anything(opcode);
    const RandomShape result = choices_.OneIn(2) ? *a.shape : random_.Shape();
    const std::string callee = Callee({*a.shape, *b.shape}, result);
    Attributes attributes;
    for (const AttributeSpec& spec : GetOpcodeInfo(opcode).attributes) {
      if (!spec.required) continue;
      const bool calls = AttributeTypeOf(spec.kind) == AttributeType::kComputation;
      attributes.emplace_back(spec.kind, calls ? callee : AnyOf(spec.kind));
    }
    Emit(opcode, {a, b}, result, attributes);
  }
  void While(HloOpcode opcode) {
    const Value value = AnyValue();
    if (!value.shape) return Anything(opcode);
    Emit(opcode, {value}, value.shape,
         {{Kind::kCondition, Callee({*value.shape}, Scalar(PrimitiveType::kPRED))},
          {Kind::kBody, Callee({*value.shape}, *value.shape)}});
  }
  void Conditional(HloOpcode opcode) {
    const Value a = Array(), b = Array();
    const RandomShape result = random_.Shape();
    const std::string first = Callee({*a.shape}, result), second = Callee({*b.shape}, result);
    if (choices_.OneIn(2)) {
      return Emit(opcode, {Of(Scalar(PrimitiveType::kPRED)), a, b}, result,
                  {{Kind::kTrueComputation, first}, {Kind::kFalseComputation, second}});
    }
    Emit(opcode, {Of(Scalar(PrimitiveType::kS32)), a, b}, result,
         {{Kind::kBranchComputations, StrCat("{", first, ", ", second, "}")}});
  }
  void CustomCall(HloOpcode opcode) {
    Values operands;
    const size_t count = choices_.Below(4);
    for (size_t i = 0; i < count; ++i) operands.push_back(AnyValue());
    Emit(opcode, operands, random_.Shape(), {{Kind::kCustomCallTarget, random_.QuotedWord()}});
  }

  // Collectives.
  void Collective(HloOpcode opcode) {
    const Value value = Float(1);
    RandomShape result = *value.shape;
    const bool gathers = opcode == HloOpcode::kAllGather;
    const bool scatters = opcode == HloOpcode::kReduceScatter;
    Attributes attributes = {{Kind::kReplicaGroups, "{{0,1}}"}};
    for (const AttributeSpec& spec : GetOpcodeInfo(opcode).attributes) {
      if (spec.kind == Kind::kToApply) attributes.emplace_back(spec.kind, Reducer({result.type}));
      if (spec.kind == Kind::kDimensions) attributes.emplace_back(spec.kind, "{0}");
    }
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 2;
    if (gathers && result.dimensions[0] <= kMost) result.dimensions[0] *= 2;
    if (scatters) result.dimensions[0] /= 2;
    Emit(opcode, {value}, result, attributes);
  }
  void Permute(HloOpcode opcode) {
    const Value value = Array();
    Emit(opcode, {value}, value.shape, {{Kind::kSourceTargetPairs, "{{0,1},{1,0}}"}});
  }
  void Tokens(HloOpcode opcode) {
    Values operands;
    const size_t count = choices_.Below(3);
    for (size_t i = 0; i < count; ++i) operands.push_back(Of(Token()));
    Emit(opcode, operands, Token());
  }
  void Send(HloOpcode opcode) {
    const Value value = Array(), token = Of(Token());
    const RandomShape state = TupleOf({*value.shape, Scalar(PrimitiveType::kU32), Token()});
    const Attributes channel = {{Kind::kChannelId, StrCat(random_.Number())}};
    if (opcode == HloOpcode::kSend) return Emit(opcode, {value, token}, state, channel);
    if (opcode == HloOpcode::kRecv) return Emit(opcode, {token}, state, channel);
    const bool is_send = opcode == HloOpcode::kSendDone;
    Emit(is_send ? HloOpcode::kSend : HloOpcode::kRecv,
         is_send ? Values{value, token} : Values{token}, state, channel);
    Emit(opcode, {values_.back()}, is_send ? Token() : TupleOf({*value.shape, Token()}), channel);
  }
  void Infeed(HloOpcode opcode) {
    Emit(opcode, {Of(Token())}, TupleOf({random_.Shape(), Token()}));
  }
  void Outfeed(HloOpcode opcode) {
    const Value value = Array();
    Emit(opcode, {value, Of(Token())}, Token(), {{Kind::kOutfeedShape, value.shape->Text()}});
  }
  void CopyStart(HloOpcode opcode) {
    const Value value = Array();
    const RandomShape state = TupleOf({*value.shape, *value.shape, Scalar(PrimitiveType::kU32)});
    Emit(HloOpcode::kCopyStart, {value}, state);
    if (opcode == HloOpcode::kCopyDone) Emit(opcode, {Of(state)}, value.shape);
  }

  static std::map<HloOpcode, Recipe> Recipes() {
    using P = Program;
    using O = HloOpcode;
    return {
        {O::kAllGather, &P::Collective},
        {O::kAllReduce, &P::Collective},
        {O::kAllReduceStart, &P::Collective},
        {O::kReduceScatter, &P::Collective},
        {O::kAllToAll, &P::Collective},
        {O::kCollectiveBroadcast, &P::Collective},
        {O::kCollectiveReduce, &P::Collective},
        {O::kCollectivePermute, &P::Permute},
        {O::kAfterAll, &P::Tokens},
        {O::kSend, &P::Send},
        {O::kSendDone, &P::Send},
        {O::kRecv, &P::Send},
        {O::kRecvDone, &P::Send},
        {O::kInfeed, &P::Infeed},
        {O::kOutfeed, &P::Outfeed},
        {O::kCopyStart, &P::CopyStart},
        {O::kCopyDone, &P::CopyStart},
        {O::kConvert, &P::Convert},
        {O::kBitcastConvert, &P::Convert},
        {O::kBitcast, &P::Convert},
        {O::kStochasticConvert, &P::Anything},
        {O::kConstant, &P::Constant},
        {O::kParameter, &P::AnyParameter},
        {O::kIota, &P::Iota},
        {O::kBroadcast, &P::Broadcast},
        {O::kTranspose, &P::Transpose},
        {O::kReshape, &P::Reshape},
        {O::kReverse, &P::Reverse},
        {O::kCopy, &P::Copy},
        {O::kOptimizationBarrier, &P::Copy},
        {O::kSlice, &P::Slice},
        {O::kDynamicSlice, &P::DynamicSlice},
        {O::kDynamicUpdateSlice, &P::DynamicSlice},
        {O::kConcatenate, &P::Concatenate},
        {O::kPad, &P::Pad},
        {O::kGetDimensionSize, &P::DimensionSize},
        {O::kSetDimensionSize, &P::DimensionSize},
        {O::kTuple, &P::AnyTuple},
        {O::kGetTupleElement, &P::Element},
        {O::kReduce, &P::Reduce},
        {O::kReduceWindow, &P::ReduceWindow},
        {O::kSort, &P::Sort},
        {O::kTopK, &P::TopK},
        {O::kMap, &P::Map},
        {O::kDot, &P::Dot},
        {O::kConvolution, &P::Convolution},
        {O::kGather, &P::Gather},
        {O::kScatter, &P::Scatter},
        {O::kFft, &P::Fft},
        {O::kCholesky, &P::Square},
        {O::kTriangularSolve, &P::Square},
        {O::kBatchNormTraining, &P::BatchNorm},
        {O::kBatchNormInference, &P::BatchNorm},
        {O::kBatchNormGrad, &P::BatchNorm},
        {O::kRng, &P::Rng},
        {O::kRngBitGenerator, &P::RngBits},
        {O::kCall, &P::Call},
        {O::kFusion, &P::Call},
        {O::kWhile, &P::While},
        {O::kConditional, &P::Conditional},
        {O::kCustomCall, &P::CustomCall},
    };
  }
};

}  // namespace random_program

std::string RandomProgram(Choices& choices) { return random_program::Program(choices).Run(); }

}  // namespace hlo_text_v1::test
