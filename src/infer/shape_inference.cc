// Which rule infers the shape of which opcode; the rules are in infer_*.cc.
#include "src/infer/shape_inference.h"

#include "src/infer/infer_internal.h"

namespace hlo {

absl::StatusOr<const Shape*> InferShape(const HloInstruction& instruction, ShapePool& shapes) {
  using namespace infer;  // NOLINT: the one user of all its functions
  const HloOpcode opcode = instruction.opcode();
  const int arity = GetOpcodeInfo(opcode).arity;
  if (arity != kVariadic && instruction.operand_count() != arity) {
    return Fail(HloOpcodeName(opcode), " takes ", arity, " operands, got ",
                instruction.operand_count());
  }
  switch (opcode) {
    case HloOpcode::kAbs:
    case HloOpcode::kAcos:
    case HloOpcode::kAcosh:
    case HloOpcode::kAsin:
    case HloOpcode::kAsinh:
    case HloOpcode::kAtanh:
    case HloOpcode::kCbrt:
    case HloOpcode::kCeil:
    case HloOpcode::kClz:
    case HloOpcode::kCopy:
    case HloOpcode::kCos:
    case HloOpcode::kCosh:
    case HloOpcode::kDomain:
    case HloOpcode::kErf:
    case HloOpcode::kExp:
    case HloOpcode::kExp2:
    case HloOpcode::kExpm1:
    case HloOpcode::kFloor:
    case HloOpcode::kImag:
    case HloOpcode::kIsFinite:
    case HloOpcode::kLog:
    case HloOpcode::kLog1p:
    case HloOpcode::kLog2:
    case HloOpcode::kLogistic:
    case HloOpcode::kNegate:
    case HloOpcode::kNot:
    case HloOpcode::kOptimizationBarrier:
    case HloOpcode::kPopulationCount:
    case HloOpcode::kReal:
    case HloOpcode::kRoundNearestAfz:
    case HloOpcode::kRoundNearestEven:
    case HloOpcode::kRsqrt:
    case HloOpcode::kSign:
    case HloOpcode::kSin:
    case HloOpcode::kSinh:
    case HloOpcode::kSqrt:
    case HloOpcode::kTan:
    case HloOpcode::kTanh:
      return InferUnary(instruction, shapes);
    case HloOpcode::kAdd:
    case HloOpcode::kAnd:
    case HloOpcode::kAtan2:
    case HloOpcode::kCompare:
    case HloOpcode::kComplex:
    case HloOpcode::kDivide:
    case HloOpcode::kMaximum:
    case HloOpcode::kMinimum:
    case HloOpcode::kMulhi:
    case HloOpcode::kMultiply:
    case HloOpcode::kOr:
    case HloOpcode::kPower:
    case HloOpcode::kRemainder:
    case HloOpcode::kShiftLeft:
    case HloOpcode::kShiftRightArithmetic:
    case HloOpcode::kShiftRightLogical:
    case HloOpcode::kSubtract:
    case HloOpcode::kXor:
      return InferBinary(instruction, shapes);
    case HloOpcode::kClamp:
      return InferClamp(instruction, shapes);
    case HloOpcode::kSelect:
      return InferSelect(instruction, shapes);

    case HloOpcode::kBroadcast:
      return InferBroadcast(instruction, shapes);
    case HloOpcode::kTranspose:
      return InferTranspose(instruction, shapes);
    case HloOpcode::kReverse:
      return InferReverse(instruction, shapes);
    case HloOpcode::kShuffle:
      return InferShuffle(instruction, shapes);
    case HloOpcode::kConcatenate:
      return InferConcatenate(instruction, shapes);
    case HloOpcode::kPad:
      return InferPad(instruction, shapes);
    case HloOpcode::kGetDimensionSize:
      return InferGetDimensionSize(instruction, shapes);
    case HloOpcode::kSetDimensionSize:
      return InferSetDimensionSize(instruction, shapes);
    case HloOpcode::kTopK:
      return InferTopK(instruction, shapes);
    case HloOpcode::kGather:
      return InferGather(instruction, shapes);
    case HloOpcode::kScatter:
      return InferScatter(instruction, shapes);

    case HloOpcode::kReduce:
      return InferReduce(instruction, shapes);
    case HloOpcode::kReduceWindow:
      return InferReduceWindow(instruction, shapes);
    case HloOpcode::kSelectAndScatter:
      return InferSelectAndScatter(instruction, shapes);
    case HloOpcode::kSort:
      return InferSort(instruction, shapes);
    case HloOpcode::kMap:
      return InferMap(instruction, shapes);
    case HloOpcode::kScan:
      return InferScan(instruction, shapes);
    case HloOpcode::kCall:
      return InferCall(instruction, shapes);
    case HloOpcode::kWhile:
      return InferWhile(instruction, shapes);
    case HloOpcode::kConditional:
      return InferConditional(instruction, shapes);
    case HloOpcode::kTuple:
      return InferTuple(instruction, shapes);
    case HloOpcode::kGetTupleElement:
      return InferGetTupleElement(instruction, shapes);

    case HloOpcode::kScaledDot:
    case HloOpcode::kDot:
      return InferDot(instruction, shapes);
    case HloOpcode::kRaggedDot:
      return InferRaggedDot(instruction, shapes);
    case HloOpcode::kConvolution:
      return InferConvolution(instruction, shapes);
    case HloOpcode::kFft:
      return InferFft(instruction, shapes);
    case HloOpcode::kCholesky:
      return InferCholesky(instruction, shapes);
    case HloOpcode::kTriangularSolve:
      return InferTriangularSolve(instruction, shapes);
    case HloOpcode::kBatchNormGrad:
    case HloOpcode::kBatchNormInference:
    case HloOpcode::kBatchNormTraining:
      return InferBatchNorm(instruction, shapes);

    case HloOpcode::kAddDependency:
      return &instruction.operand(0)->shape();
    case HloOpcode::kAfterAll:
      return shapes.Token();
    case HloOpcode::kPartitionId:
    case HloOpcode::kReplicaId:
      return shapes.Scalar(PrimitiveType::kU32);
    default:
      return Fail("no shape can be inferred for opcode ", HloOpcodeName(opcode));
  }
}

}  // namespace hlo
