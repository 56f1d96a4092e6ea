// Writes text line by line; a counter makes names unique.
#include "tests/bench/generate_model.h"

#include <string_view>
#include <utility>

namespace hlo_text_v1 {

namespace {

constexpr std::string_view kHidden = "f32[8,128,512]{2,1,0}";
constexpr std::string_view kWeight = "f32[512,512]{1,0}";
constexpr std::string_view kHeads = "f32[8,128,8,64]{3,2,1,0}";
constexpr std::string_view kScores = "f32[8,8,128,128]{3,2,1,0}";

constexpr std::string_view kRegions = R"(
%sum_region (sum_lhs: f32[], sum_rhs: f32[]) -> f32[] {
  %sum_lhs = f32[] parameter(0)
  %sum_rhs = f32[] parameter(1)
  ROOT %sum = f32[] add(%sum_lhs, %sum_rhs)
}

%max_region (max_lhs: f32[], max_rhs: f32[]) -> f32[] {
  %max_lhs = f32[] parameter(0)
  %max_rhs = f32[] parameter(1)
  ROOT %max = f32[] maximum(%max_lhs, %max_rhs)
}
)";

struct Weight {
  std::string_view name;
  std::string_view shape;
};
constexpr Weight kWeights[] = {
    {"scale", "f32[512]{0}"},
    {"query", kWeight},
    {"key", kWeight},
    {"value", kWeight},
    {"out", kWeight},
    {"up", "f32[512,2048]{1,0}"},
    {"down", "f32[2048,512]{1,0}"},
};

std::string WithoutLayout(std::string_view shape) {
  return std::string(shape.substr(0, shape.find('{')));
}

class Generator {
 public:
  // Passes the text on in pieces, or keeps it without a sink.
  Generator(const ModelOptions& options, const ModelSink& sink) : options_(options), sink_(sink) {}

  std::string Run() {
    text_ = "HloModule jit_train_step, entry_computation_layout={(" + std::string(kHidden);
    int index = 1;
    for (const Weight& weight : kWeights) {
      text_ += index % 5 == 0 ? ", /*index=" + std::to_string(index) + "*/" : ", ";
      text_ += weight.shape;
      ++index;
    }
    text_ += ")->" + std::string(kHidden) + "}\n";
    text_ += kRegions;
    if (options_.layer_computations) {
      for (layer_ = 0; layer_ < options_.layers; ++layer_) LayerComputation();
    }
    Entry();
    if (sink_) sink_(text_);
    return std::move(text_);
  }

 private:
  void HandOn() {
    if (!sink_ || text_.size() < kPiece) return;
    sink_(text_);
    text_.clear();
  }

  void LayerComputation() {
    Signature("layer_" + std::to_string(layer_), "_" + std::to_string(layer_));
    Layer(std::string("%hidden").append(suffix_), true);
    text_ += "}\n";
    HandOn();
  }

  void Entry() {
    Signature("ENTRY", "");
    std::string hidden = "%hidden";
    for (layer_ = 0; layer_ < options_.layers; ++layer_) {
      HandOn();
      const bool last = layer_ + 1 == options_.layers;
      if (!options_.layer_computations) {
        hidden = Layer(hidden, last);
        continue;
      }
      std::string operands = hidden;
      for (const Weight& weight : kWeights) operands += ", %" + std::string(weight.name);
      hidden =
          Add(kHidden, "call", operands, "to_apply=%layer_" + std::to_string(layer_), "call", last);
    }
    text_ += "}\n\n";
  }

  // The head of a computation, with its parameters.
  void Signature(const std::string& name, const std::string& suffix) {
    suffix_ = suffix;
    text_ += "\n" + (name == "ENTRY" ? std::string("ENTRY %main") : "%" + name) + " (hidden" +
             suffix + ": " + WithoutLayout(kHidden);
    for (const Weight& weight : kWeights) {
      text_ += ", " + std::string(weight.name) + suffix + ": " + WithoutLayout(weight.shape);
    }
    text_ += ") -> " + WithoutLayout(kHidden) + " {\n";
    Parameter("hidden", kHidden, 0);
    int number = 1;
    for (const Weight& weight : kWeights) Parameter(weight.name, weight.shape, number++);
  }
  void Parameter(std::string_view name, std::string_view shape, int number) {
    text_ += "  %" + std::string(name) + suffix_ + " = " + std::string(shape) + " parameter(" +
             std::to_string(number) + ")\n";
  }
  std::string WeightName(std::string_view name) const { return "%" + std::string(name) + suffix_; }

  // Writes one instruction; returns its name.
  std::string Add(std::string_view shape, std::string_view opcode, const std::string& operands,
                  std::string_view attributes, std::string_view op_name, bool root = false) {
    const std::string name = "%" + std::string(opcode) + "." + std::to_string(++count_);
    text_ += root ? "  ROOT " : "  ";
    text_ += name + " = " + std::string(shape) + " " + std::string(opcode) + "(" + operands + ")";
    if (!attributes.empty()) text_ += ", " + std::string(attributes);
    if (options_.metadata) {
      text_ +=
          ", metadata={op_name=\"jit(train_step)/jit(main)/transpose(jvp(Transformer))/layers_" +
          std::to_string(layer_) + "/" + std::string(op_name) +
          "\" source_file=\"training/models/transformer/layers.py\" source_line=" +
          std::to_string(100 + count_ % 400) + "}";
    }
    text_ += "\n";
    return name;
  }

  // Adds a layer on top of `hidden`; returns its result.
  std::string Layer(const std::string& hidden, bool root) {
    const std::string normal = Normalize(hidden);
    const std::string attended = Attention(normal);
    const std::string sum = Add(kHidden, "add", hidden + ", " + attended, "", "residual/add");
    constexpr std::string_view kWide = "f32[8,128,2048]{2,1,0}";
    const std::string up = Dot(kWide, sum, WeightName("up"), "mlp/up/dot_general");
    const std::string zero = Add("f32[]", "constant", "0", "", "mlp/relu");
    const std::string zeros = Add(kWide, "broadcast", zero, "dimensions={}", "mlp/relu/broadcast");
    const std::string relu = Add(kWide, "maximum", up + ", " + zeros, "", "mlp/relu/max");
    const std::string down = Dot(kHidden, relu, WeightName("down"), "mlp/down/dot_general");
    return Add(kHidden, "add", sum + ", " + down, "", "mlp/residual/add", root);
  }

  std::string Dot(std::string_view shape, const std::string& lhs, const std::string& rhs,
                  std::string_view op_name) {
    return Add(shape, "dot", lhs + ", " + rhs, "lhs_contracting_dims={2}, rhs_contracting_dims={0}",
               op_name);
  }

  std::string Normalize(const std::string& hidden) {
    constexpr std::string_view kRows = "f32[8,128]{1,0}";
    const std::string square = Add(kHidden, "multiply", hidden + ", " + hidden, "", "norm/square");
    const std::string zero = Add("f32[]", "constant", "0", "", "norm/reduce_sum");
    const std::string sum = Add(kRows, "reduce", square + ", " + zero,
                                "dimensions={2}, to_apply=%sum_region", "norm/reduce_sum");
    const std::string count = Add("f32[]", "constant", "0.001953125", "", "norm/mean");
    const std::string counts = Add(kRows, "broadcast", count, "dimensions={}", "norm/mean");
    const std::string mean = Add(kRows, "multiply", sum + ", " + counts, "", "norm/mean");
    const std::string factor = Add(kRows, "rsqrt", mean, "", "norm/rsqrt");
    const std::string factors =
        Add(kHidden, "broadcast", factor, "dimensions={0,1}", "norm/broadcast_in_dim");
    const std::string scaled = Add(kHidden, "multiply", hidden + ", " + factors, "", "norm/mul");
    const std::string scale =
        Add(kHidden, "broadcast", WeightName("scale"), "dimensions={2}", "norm/broadcast_in_dim");
    return Add(kHidden, "multiply", scaled + ", " + scale, "", "norm/mul");
  }

  // A query, key or value projection, with the heads as leading dimension.
  std::string Project(const std::string& input, std::string_view weight, std::string_view shape,
                      std::string_view dimensions) {
    const std::string projected = Dot(kHidden, input, WeightName(weight), "attention/dot_general");
    const std::string heads = Add(kHeads, "reshape", projected, "", "attention/reshape");
    return Add(shape, "transpose", heads, dimensions, "attention/transpose");
  }

  std::string Attention(const std::string& input) {
    constexpr std::string_view kHeadsFirst = "f32[8,8,128,64]{3,2,1,0}";
    constexpr std::string_view kRows = "f32[8,8,128]{2,1,0}";
    const std::string query = Project(input, "query", kHeadsFirst, "dimensions={0,2,1,3}");
    const std::string key =
        Project(input, "key", "f32[8,8,64,128]{3,2,1,0}", "dimensions={0,2,3,1}");
    const std::string value = Project(input, "value", kHeadsFirst, "dimensions={0,2,1,3}");
    const std::string_view contract =
        "lhs_batch_dims={0,1}, lhs_contracting_dims={3}, rhs_batch_dims={0,1}, "
        "rhs_contracting_dims={2}";
    const std::string scores =
        Add(kScores, "dot", query + ", " + key, contract, "attention/scores/dot_general");
    const std::string lowest = Add("f32[]", "constant", "-inf", "", "attention/softmax/max");
    const std::string max = Add(kRows, "reduce", scores + ", " + lowest,
                                "dimensions={3}, to_apply=%max_region", "attention/softmax/max");
    const std::string shifted =
        Add(kScores, "subtract", scores + ", " + Spread(max), "", "attention/softmax/sub");
    const std::string exp = Add(kScores, "exponential", shifted, "", "attention/softmax/exp");
    const std::string zero = Add("f32[]", "constant", "0", "", "attention/softmax/sum");
    const std::string sum = Add(kRows, "reduce", exp + ", " + zero,
                                "dimensions={3}, to_apply=%sum_region", "attention/softmax/sum");
    const std::string weights =
        Add(kScores, "divide", exp + ", " + Spread(sum), "", "attention/softmax/div");
    const std::string mixed =
        Add(kHeadsFirst, "dot", weights + ", " + value, contract, "attention/mix/dot_general");
    const std::string back =
        Add(kHeads, "transpose", mixed, "dimensions={0,2,1,3}", "attention/mix/transpose");
    const std::string flat = Add(kHidden, "reshape", back, "", "attention/mix/reshape");
    return Dot(kHidden, flat, WeightName("out"), "attention/out/dot_general");
  }
  std::string Spread(const std::string& rows) {
    return Add(kScores, "broadcast", rows, "dimensions={0,1,2}",
               "attention/softmax/broadcast_in_dim");
  }

  static constexpr size_t kPiece = size_t{1} << 20;

  const ModelOptions& options_;
  const ModelSink& sink_;
  std::string text_;
  std::string suffix_;  // for the names of parameters
  int layer_ = 0;
  int count_ = 0;
};

}  // namespace

std::string GenerateModel(const ModelOptions& options) { return Generator(options, {}).Run(); }

void GenerateModel(const ModelOptions& options, const ModelSink& sink) {
  Generator(options, sink).Run();
}

}  // namespace hlo_text_v1
