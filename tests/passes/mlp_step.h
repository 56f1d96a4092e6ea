// A program from the builder: a training step of a network with one hidden layer.
#ifndef HLO_TESTS_PASSES_MLP_STEP_H_
#define HLO_TESTS_PASSES_MLP_STEP_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "hlo/module.h"

namespace hlo_text_v1::passes {

struct MlpSizes {
  int64_t batch = 8;
  int64_t inputs = 6;
  int64_t hidden = 16;
  int64_t classes = 4;
  double learning_rate = 0.5;
};

// Parameters: x[batch,inputs], labels[batch,classes] (a single 1 per row), w1[inputs,hidden],
// b1[hidden], w2[hidden,classes], b2[classes]. Result: (loss, w1, b1, w2, b2) after a step of
// gradient descent on the mean cross entropy of softmax(relu(x w1 + b1) w2 + b2).
absl::StatusOr<HloModule> MlpStep(const MlpSizes& sizes = {});

}  // namespace hlo_text_v1::passes

#endif  // HLO_TESTS_PASSES_MLP_STEP_H_
