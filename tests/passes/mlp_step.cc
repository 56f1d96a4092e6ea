#include "tests/passes/mlp_step.h"

#include <limits>

#include "hlo/builder.h"

namespace hlo_text_v1::passes {
namespace {

constexpr PrimitiveType kType = PrimitiveType::kF32;

absl::StatusOr<HloComputation*> Reduction(HloModule* module, HloOpcode opcode) {
  HloBuilder builder(module, HloOpcodeName(opcode));
  HloInstruction* a = builder.AddParameter(module->shapes().Scalar(kType));
  HloInstruction* b = builder.AddParameter(module->shapes().Scalar(kType));
  builder.AddBinary(opcode, a, b);
  return builder.Build();
}

// Parts that this program needs repeatedly: numbers, rows and sums of f32 matrices.
struct Matrices {
  HloBuilder& b;
  HloComputation* sum;
  HloComputation* maximum;

  HloInstruction* Matrix(absl::Span<const int64_t> sizes, std::string_view name) {
    return b.AddParameter(b.shapes().Array(kType, sizes), name);
  }
  HloInstruction* Number(double value) { return b.AddScalar(kType, value); }
  // `value` in each place of the shape of `like`.
  HloInstruction* Fill(double value, HloInstruction* like) {
    return Spread(Number(value), {}, like);
  }
  HloInstruction* Spread(HloInstruction* x, absl::Span<const int64_t> dimensions,
                         HloInstruction* like) {
    return like == nullptr ? nullptr : b.AddBroadcast(x, like->shape().dimensions(), dimensions);
  }
  HloInstruction* Sum(HloInstruction* x, absl::Span<const int64_t> dimensions) {
    return b.AddReduce({x}, {Number(0)}, dimensions, sum);
  }
  HloInstruction* Multiply(HloInstruction* x, double factor) {
    return b.AddBinary(HloOpcode::kMultiply, x, Fill(factor, x));
  }
  HloInstruction* Subtract(HloInstruction* x, HloInstruction* y) {
    return b.AddBinary(HloOpcode::kSubtract, x, y);
  }
  // x w + bias, the bias in each row.
  HloInstruction* Layer(HloInstruction* x, HloInstruction* w, HloInstruction* bias) {
    HloInstruction* product = b.AddDot(x, w, {{1}, {0}});
    return b.AddBinary(HloOpcode::kAdd, product, Spread(bias, {1}, product));
  }
};

}  // namespace

absl::StatusOr<HloModule> MlpStep(const MlpSizes& sizes) {
  HloModule module = CreateHloModule("mlp_step");
  const absl::StatusOr<HloComputation*> sum = Reduction(&module, HloOpcode::kAdd);
  const absl::StatusOr<HloComputation*> maximum = Reduction(&module, HloOpcode::kMaximum);
  if (!sum.ok()) return sum.status();
  if (!maximum.ok()) return maximum.status();
  HloBuilder b(&module, "main");
  Matrices m{b, *sum, *maximum};
  HloInstruction* x = m.Matrix({sizes.batch, sizes.inputs}, "x");
  HloInstruction* labels = m.Matrix({sizes.batch, sizes.classes}, "labels");
  HloInstruction* w1 = m.Matrix({sizes.inputs, sizes.hidden}, "w1");
  HloInstruction* b1 = m.Matrix({sizes.hidden}, "b1");
  HloInstruction* w2 = m.Matrix({sizes.hidden, sizes.classes}, "w2");
  HloInstruction* b2 = m.Matrix({sizes.classes}, "b2");

  // Forward.
  HloInstruction* hidden = m.Layer(x, w1, b1);
  HloInstruction* active = b.AddBinary(HloOpcode::kMaximum, hidden, m.Fill(0, hidden));
  HloInstruction* logits = m.Layer(active, w2, b2);
  HloInstruction* lowest = b.AddScalar(kType, -std::numeric_limits<double>::infinity());
  HloInstruction* largest = b.AddReduce({logits}, {lowest}, {1}, m.maximum);
  HloInstruction* shifted = m.Subtract(logits, m.Spread(largest, {0}, logits));
  HloInstruction* powers = b.AddUnary(HloOpcode::kExp, shifted);
  HloInstruction* total = m.Sum(powers, {1});
  HloInstruction* log_total = b.AddUnary(HloOpcode::kLog, total);
  HloInstruction* log_likely = m.Subtract(shifted, m.Spread(log_total, {0}, logits));
  HloInstruction* of_labels = b.AddBinary(HloOpcode::kMultiply, labels, log_likely);
  const double mean = 1.0 / static_cast<double>(sizes.batch);
  HloInstruction* loss = m.Multiply(m.Sum(of_labels, {0, 1}), -mean);

  // Backward: the gradient of each value, from the logits to the weights.
  HloInstruction* likely = b.AddBinary(HloOpcode::kDivide, powers, m.Spread(total, {0}, powers));
  HloInstruction* d_logits = m.Multiply(m.Subtract(likely, labels), mean);
  HloInstruction* d_w2 = b.AddDot(active, d_logits, {{0}, {0}});
  HloInstruction* d_active = b.AddDot(d_logits, w2, {{1}, {1}});
  HloInstruction* is_active = b.AddCompare(hidden, m.Fill(0, hidden), ComparisonDirection::kGt);
  HloInstruction* d_hidden = b.AddSelect(is_active, d_active, m.Fill(0, hidden));
  HloInstruction* d_w1 = b.AddDot(x, d_hidden, {{0}, {0}});

  const auto step = [&](HloInstruction* weights, HloInstruction* gradient) {
    return m.Subtract(weights, m.Multiply(gradient, sizes.learning_rate));
  };
  b.AddTuple({loss, step(w1, d_w1), step(b1, m.Sum(d_hidden, {0})), step(w2, d_w2),
              step(b2, m.Sum(d_logits, {0}))});
  const absl::StatusOr<HloComputation*> entry = b.BuildEntry();
  if (!entry.ok()) return entry.status();
  return module;
}

}  // namespace hlo_text_v1::passes
