// One function per kind; appends lines until the text is long enough.
#include "tests/bench/model_kinds.h"

#include <charconv>
#include <cstdint>

namespace hlo_text_v1 {

namespace {

// Buffers text for a sink. Arguments are strings, characters and integers.
class Writer {
 public:
  explicit Writer(const ModelSink& sink) : sink_(sink) {}
  ~Writer() { sink_(text_); }

  template <typename... Parts>
  void Put(const Parts&... parts) {
    (Append(parts), ...);
    if (text_.size() < kPiece) return;
    flushed_ += text_.size();
    sink_(text_);
    text_.clear();
  }
  size_t size() const { return flushed_ + text_.size(); }

 private:
  static constexpr size_t kPiece = size_t{1} << 20;

  void Append(std::string_view text) { text_ += text; }
  void Append(const char* text) { text_ += text; }
  void Append(char c) { text_ += c; }
  void Append(uint64_t value) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
  }

  const ModelSink& sink_;
  std::string text_;
  size_t flushed_ = 0;
};

constexpr std::string_view kVector = "f32[64]{0}";
constexpr std::string_view kHeader =
    "HloModule big, entry_computation_layout={(f32[64]{0})->f32[64]{0}}\n\n";
constexpr std::string_view kEntry =
    "ENTRY %main (p: f32[64]) -> f32[64] {\n  %p = f32[64]{0} parameter(0)\n";
constexpr std::string_view kEnd = "  ROOT %root = f32[64]{0} negate(%p)\n}\n\n";

// Small computations, all called by the entry. XLA counts from 1: it makes layer.0 layer.
void Computations(size_t bytes, Writer* out) {
  out->Put(kHeader);
  uint64_t count = 1;
  // A call takes a quarter of its computation's text.
  for (; out->size() < bytes / 4 * 3; ++count) {
    out->Put("%layer.", count, " (lhs.", count, ": f32[64], rhs.", count,
             ": f32[64]) -> f32[64] {\n");
    for (uint64_t i = 0; i < 2; ++i) {
      out->Put("  %", i == 0 ? "lhs." : "rhs.", count, " = ", kVector, " parameter(", i, ")\n");
    }
    out->Put("  %add.", count, " = ", kVector, " add(%lhs.", count, ", %rhs.", count, ")\n");
    out->Put("  %tanh.", count, " = ", kVector, " tanh(%add.", count, ")\n");
    out->Put("  ROOT %multiply.", count, " = ", kVector, " multiply(%tanh.", count, ", %add.",
             count, ")\n}\n\n");
  }
  out->Put(kEntry);
  for (uint64_t i = 1; i < count; ++i) {
    out->Put("  %call.", i, " = ", kVector, " call(%p, %");
    if (i == 1) out->Put("p");
    if (i > 1) out->Put("call.", i - 1);
    out->Put("), to_apply=%layer.", i, "\n");
  }
  out->Put(kEnd);
}

// One computation; operands are near, and a few far away.
void Instructions(size_t bytes, Writer* out) {
  out->Put(kHeader, kEntry, "  %add.0 = ", kVector, " add(%p, %p)\n");
  for (uint64_t i = 1; out->size() < bytes; ++i) {
    const uint64_t other = i % 16 == 0 ? i / 2 : i - 1 - i % (i < 8 ? i : 8);
    out->Put("  %add.", i, " = ", kVector, " add(%add.", i - 1, ", %add.", other, ")\n");
  }
  out->Put(kEnd);
}

// One literal.
void Constant(size_t bytes, Writer* out) {
  constexpr uint64_t kBytesOfValue = 10;
  const uint64_t count = bytes / kBytesOfValue;
  out->Put("HloModule big, entry_computation_layout={()->f32[", count, "]{0}}\n\n",
           "ENTRY %main () -> f32[", count, "] {\n  ROOT %constant = f32[", count,
           "]{0} constant({");
  uint64_t random = 1;
  for (uint64_t i = 0; i < count; ++i) {
    random = random * 6364136223846793005 + 1442695040888963407;
    out->Put(i == 0 ? "0." : ", 0.", 100000 + (random >> 33) % 900000);
  }
  out->Put("})\n}\n\n");
}

// Tuples of 100,000 elements, all with different shapes.
void Tuples(size_t bytes, Writer* out) {
  constexpr uint64_t kElements = 100000, kShapes = 1000;
  out->Put(kHeader, kEntry, "  %zero = f32[] constant(0)\n");
  for (uint64_t i = 0; i < kElements; ++i) {
    out->Put("  %c.", i, " = f32[", i % kShapes + 1, "]{0} broadcast(%zero), dimensions={}\n");
  }
  for (uint64_t tuple = 0; tuple == 0 || out->size() < bytes; ++tuple) {
    out->Put("  %tuple.", tuple, " = (");
    for (uint64_t i = 0; i < kElements; ++i) {
      if (i > 0) out->Put(", ");
      if (i > 0 && i % 5 == 0) out->Put("/*index=", i, "*/");
      out->Put("f32[", (i + tuple) % kShapes + 1, "]{0}");
    }
    out->Put(") tuple(");
    for (uint64_t i = 0; i < kElements; ++i) {
      if (i > 0) out->Put(", ");
      if (i > 0 && i % 5 == 0) out->Put("/*index=", i, "*/");
      out->Put("%c.", (i + tuple) % kElements);
    }
    out->Put(")\n");
  }
  out->Put(kEnd);
}

// Names of 10 KB that differ at the end.
void LongNames(size_t bytes, Writer* out) {
  std::string stem = "n";
  while (stem.size() < 10000) stem += "ame_of_ten_thousand_byte";
  out->Put(kHeader, kEntry, "  %", stem, ".0 = ", kVector, " negate(%p)\n");
  for (uint64_t i = 1; out->size() < bytes; ++i) {
    out->Put("  %", stem, ".", i, " = ", kVector, " negate(%", stem, ".", i - 1, ")\n");
  }
  out->Put(kEnd);
}

// 100,000 users of one instruction, then of the next one.
void Users(size_t bytes, Writer* out) {
  constexpr uint64_t kUsers = 100000;
  out->Put(kHeader, kEntry);
  for (uint64_t i = 0; out->size() < bytes; ++i) {
    const uint64_t hub = i / kUsers;
    if (i % kUsers == 0) out->Put("  %hub.", hub, " = ", kVector, " tanh(%p)\n");
    out->Put("  %negate.", i, " = ", kVector, " negate(%hub.", hub, ")\n");
  }
  out->Put(kEnd);
}

// All instructions have different shapes.
void Shapes(size_t bytes, Writer* out) {
  out->Put(kHeader, kEntry, "  %zero = f32[] constant(0)\n");
  for (uint64_t i = 0; out->size() < bytes; ++i) {
    out->Put("  %broadcast.", i, " = f32[", i % 1000 + 1, ",", i / 1000 + 1,
             "]{1,0} broadcast(%zero), dimensions={}\n");
  }
  out->Put(kEnd);
}

// Half of the instructions are sugar: a start, sometimes an update, a done.
void Async(size_t bytes, Writer* out) {
  constexpr std::string_view kLink = "((f32[64]{0}), f32[64]{0}, s32[])";
  out->Put(kHeader, kEntry, "  %tanh.0 = ", kVector, " tanh(%p)\n");
  for (uint64_t i = 1; out->size() < bytes; ++i) {
    out->Put("  %start.", i, " = ", kLink, " exponential-start(%tanh.", i - 1, ")\n");
    out->Put("  %negate.", i, " = ", kVector, " negate(%tanh.", i - 1, ")\n");
    if (i % 4 == 0) {
      out->Put("  %update.", i, " = ", kLink, " exponential-update(%start.", i, ")\n");
    }
    out->Put("  %done.", i, " = ", kVector, " exponential-done(",
             i % 4 == 0 ? "%update." : "%start.", i, ")\n");
    out->Put("  %tanh.", i, " = ", kVector, " tanh(%done.", i, ")\n");
  }
  out->Put(kEnd);
}

// One asynchronous chain.
void AsyncChainOf(size_t bytes, Writer* out) {
  constexpr std::string_view kLink = "((f32[64]{0}), f32[64]{0}, s32[])";
  out->Put(kHeader, kEntry, "  %link.0 = ", kLink, " exponential-start(%p)\n");
  uint64_t i = 1;
  for (; out->size() < bytes; ++i) {
    out->Put("  %link.", i, " = ", kLink, " exponential-update(%link.", i - 1, ")\n");
  }
  out->Put("  %done = ", kVector, " exponential-done(%link.", i - 1, ")\n", kEnd);
}

// As many layers as needed.
void Transformer(size_t bytes, bool layer_computations, const ModelSink& sink) {
  ModelOptions options;
  options.layer_computations = layer_computations;
  options.layers = 100;
  const size_t hundred = GenerateModel(options).size();
  options.layers = static_cast<int>(bytes / (hundred / 100)) + 1;
  GenerateModel(options, sink);
}

struct Kind {
  ModelKind kind;
  void (*write)(size_t bytes, Writer* out);
};
constexpr Kind kKinds[] = {
    {{"computations", "many small computations"}, Computations},
    {{"instructions", "one computation of many instructions"}, Instructions},
    {{"constant", "one literal"}, Constant},
    {{"tuples", "tuples of 100,000 elements"}, Tuples},
    {{"names", "names of 10 KB"}, LongNames},
    {{"users", "instructions with 100,000 users"}, Users},
    {{"shapes", "no shape twice"}, Shapes},
    {{"async", "half of the instructions in asynchronous chains"}, Async},
    {{"chain", "one asynchronous chain"}, AsyncChainOf},
};

}  // namespace

const std::vector<ModelKind>& ModelKinds() {
  static const auto* const kinds = [] {
    auto* all = new std::vector<ModelKind>{
        {"model", "a transformer with metadata"},
        {"model_calls", "the same with a computation for each layer"},
    };
    for (const Kind& kind : kKinds) all->push_back(kind.kind);
    return all;
  }();
  return *kinds;
}

bool WriteModel(std::string_view kind, size_t bytes, const ModelSink& sink) {
  if (kind == "model" || kind == "model_calls") {
    Transformer(bytes, kind == "model_calls", sink);
    return true;
  }
  for (const Kind& known : kKinds) {
    if (known.kind.name != kind) continue;
    Writer out(sink);
    known.write(bytes, &out);
    return true;
  }
  return false;
}

std::string ModelOfKind(std::string_view kind, size_t bytes) {
  std::string text;
  WriteModel(kind, bytes, [&](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace hlo_text_v1
