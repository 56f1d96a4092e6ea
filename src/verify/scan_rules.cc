// scan: inputs and outputs run along one dimension, carries do not. The computation takes a step:
// an element of each input, then the carries; it returns an element of each output, then the
// carries. Source: XLA hlo_verifier.cc, ShapeVerifier::HandleScan.
#include <cstdint>
#include <vector>

#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

// The elements of a tuple; any other shape counts as one element.
std::vector<const Shape*> ElementsOf(const Shape& shape) {
  if (!shape.IsTuple()) return {&shape};
  return {shape.tuple_shapes().begin(), shape.tuple_shapes().end()};
}

// `whole` without dimension `dim`, which it must have.
const Shape* StepOf(VerifyContext& context, const Shape& whole, int64_t dim) {
  std::vector<int64_t> sizes(whole.dimensions().begin(), whole.dimensions().end());
  sizes.erase(sizes.begin() + dim);
  return context.scratch().Array(whole.element_type(), sizes);
}

class ScanRules {
 public:
  ScanRules(VerifyContext& context, const HloInstruction& scan, int64_t dim)
      : context_(context), scan_(scan), dim_(dim) {}

  // Whether `whole`, operand or result `number`, runs along the scanned dimension in steps of
  // shape `step`.
  bool Check(const Shape& whole, const Shape& step, size_t number, bool is_operand) {
    if (!whole.IsArray() || dim_ >= whole.rank()) {
      context_.Error(scan_, Code::kScanDimensionRange, dim_, is_operand ? "operand" : "result",
                     number);
      return false;
    }
    if (length_ == kUnboundedSize) length_ = whole.dimensions(dim_);
    if (whole.dimensions(dim_) != length_ && whole.dimensions(dim_) != kUnboundedSize) {
      context_.Error(scan_, Code::kScanDimensionSizes, dim_, whole.dimensions(dim_), length_);
      return false;
    }
    return CheckSame(*StepOf(context_, whole, dim_), step, number, is_operand);
  }

  bool CheckSame(const Shape& given, const Shape& step, size_t number, bool is_operand) {
    if (ShapesCompatible(given, step)) return true;
    if (is_operand) {
      context_.Error(scan_, Code::kScanOperand, number);
    } else {
      context_.Error(scan_, Code::kScanResult, number);
    }
    return false;
  }

 private:
  VerifyContext& context_;
  const HloInstruction& scan_;
  const int64_t dim_;
  int64_t length_ = kUnboundedSize;  // not known yet
};

}  // namespace

void VerifyScan(VerifyContext& context, const HloInstruction& scan) {
  if (!Is(scan, HloOpcode::kScan)) return;
  const Attribute* is_associative = scan.FindAttribute(AttributeKind::kIsAssociative);
  if (context.options().layout_sensitive &&
      (is_associative == nullptr || !is_associative->AsBool())) {
    context.Error(scan, Code::kScanNotExpanded, scan);
    return;
  }
  const HloComputation* callee = Callee(scan, AttributeKind::kToApply);
  const Attribute* dims = scan.FindAttribute(AttributeKind::kDimensions);
  const Attribute* num_carries = scan.FindAttribute(AttributeKind::kNumCarries);
  if (callee == nullptr || dims == nullptr || num_carries == nullptr) return;
  if (dims->AsInt64List().size() != 1) {
    context.Error(scan, Code::kScanDimensions, dims->AsInt64List().size());
    return;
  }
  const int64_t dim = dims->AsInt64List()[0];
  if (dim < 0) {
    context.Error(scan, Code::kScanDimensionNegative, dim);
    return;
  }
  const std::vector<const Shape*> results = ElementsOf(scan.shape());
  const std::vector<const Shape*> steps = ElementsOf(callee->root_instruction()->shape());
  const absl::Span<const HloInstruction* const> operands = scan.operands();
  const int64_t carries = num_carries->AsInt64();
  if (carries < 0 || carries > scan.operand_count()) {
    context.Error(scan, Code::kScanManyCarries, carries, operands.size(), "operands");
    return;
  }
  if (operands.size() != callee->parameters().size()) {
    context.Error(scan, Code::kScanCounts, operands.size(), "operands", callee->parameters().size(),
                  "parameters");
    return;
  }
  if (results.size() != steps.size()) {
    context.Error(scan, Code::kScanCounts, results.size(), "results", steps.size(), "results");
    return;
  }
  if (carries > static_cast<int64_t>(results.size())) {
    context.Error(scan, Code::kScanManyCarries, carries, results.size(), "results");
    return;
  }
  ScanRules rules(context, scan, dim);
  const auto is_carry = [&](size_t i, size_t count) {
    return i + static_cast<size_t>(carries) >= count;
  };
  for (size_t i = 0; i < operands.size(); ++i) {
    const Shape& whole = operands[i]->shape();
    const Shape& step = callee->parameters()[i]->shape();
    if (!(is_carry(i, operands.size()) ? rules.CheckSame(whole, step, i, true)
                                       : rules.Check(whole, step, i, true))) {
      return;
    }
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (!(is_carry(i, results.size()) ? rules.CheckSame(*results[i], *steps[i], i, false)
                                      : rules.Check(*results[i], *steps[i], i, false))) {
      return;
    }
  }
}

}  // namespace hlo_text_v1::internal
