#include "tests/support/random_async.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <string_view>
#include <vector>

#include "src/base/strings.h"

namespace hlo_text_v1::test {

using namespace internal;

namespace {

using Strings = std::vector<std::string>;

// An operation that may run asynchronously. Its result is turned into a vector again.
struct Operation {
  std::string opcode;
  Strings operands;  // shapes
  Strings results;   // one, or those of a tuple
  bool is_tuple = false;
  std::string attributes = "";
};

struct Chain {
  Operation operation;
  bool is_sugar = true;
  std::string link;  // the last one
  size_t bound_operands = 0;
  size_t bound_results = 0;  // of a tuple; otherwise 0 or 1
};

constexpr char kVector[] = "f32[8]";
constexpr char kHalf[] = "f32[4]";
constexpr char kIndex[] = "s32[]";

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string Run() {
    const std::string header =
        StrCat("HloModule random", OneIn(2) ? ", is_scheduled=true" : "", "\n\n");
    text_ =
        "sum {\n  sum.a = f32[] parameter(0)\n  sum.b = f32[] parameter(1)\n"
        "  ROOT sum.r = f32[] add(sum.a, sum.b)\n}\n\n"
        "less {\n  less.a = f32[] parameter(0)\n  less.b = f32[] parameter(1)\n"
        "  ROOT less.r = pred[] compare(less.a, less.b), direction=LT\n}\n\n";
    const size_t shared = Below(4);
    for (size_t i = 0; i < shared; ++i) shared_.push_back(Computation(1 + Below(2), 2, "shared"));
    Computation(0, 3, "ENTRY main");
    return header + text_;
  }

 private:
  // A computation with its values and open chains.
  struct Body {
    size_t depth;
    std::string lines;
    Strings vectors;
    std::vector<bool> is_used;
    std::string half;
    std::string index;
    std::vector<Chain> chains;
  };

  // ---- Chance.

  size_t Below(size_t limit) { return static_cast<size_t>(random_() % limit); }
  bool OneIn(size_t n) { return Below(n) == 0; }
  std::string Name(std::string_view word) { return StrCat(word, ".n", ++names_); }

  // ---- Computations.

  // Appends one from two vectors to a vector; deeper ones are smaller. Returns its name.
  std::string Computation(size_t depth, size_t parameters, std::string_view word) {
    Body body;
    body.depth = depth;
    for (size_t i = 0; i < parameters; ++i) {
      AddVector(&body, StrCat("parameter(", i, ")"));
    }
    body.half = Line(&body, Name("half"), kHalf, "constant({1, 2, 3, 4})");
    body.index = Line(&body, Name("index"), kIndex, "constant(2)");
    const size_t steps = depth == 0 ? 4 + Below(20) : 1 + Below(8 / depth);
    for (size_t i = 0; i < steps; ++i) Step(&body);
    while (!body.chains.empty()) Advance(&body, Below(body.chains.size()), /*hurry=*/true);
    return Finish(&body, word);
  }

  // The root reaches every value.
  std::string Finish(Body* body, std::string_view word) {
    std::string result = body->vectors.back();
    for (size_t i = 0; i + 1 < body->vectors.size(); ++i) {
      if (body->is_used[i]) continue;
      result =
          Line(body, Name("join"), kVector, StrCat("add(", result, ", ", body->vectors[i], ")"));
    }
    const std::string padded = Padded(body, body->half);
    Line(body, "ROOT " + Name("root"), kVector, StrCat("add(", result, ", ", padded, ")"));
    const std::string name = word.substr(0, 5) == "ENTRY" ? std::string(word) : Name(word);
    StrAppend(&text_, name, " {\n", body->lines, "}\n\n");
    return name;
  }

  // One instruction and parameters of these shapes.
  std::string Wrapped(const Operation& operation) {
    const std::string name = Name("wrapped");
    StrAppend(&text_, name, " {\n");
    Strings parameters;
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      parameters.push_back(Name("p"));
      StrAppend(&text_, "  ", parameters.back(), " = ", operation.operands[i], " parameter(", i,
                ")\n");
    }
    StrAppend(&text_, "  ROOT ", Name("op"), " = ", ResultShape(operation), " ", operation.opcode,
              "(", Joined(parameters), ")", operation.attributes, "\n}\n\n");
    return name;
  }

  // From two vectors to a vector, perhaps by a call.
  std::string OneInstruction() {
    if (OneIn(2)) return Wrapped({"add", {kVector, kVector}, {kVector}});
    const std::string callee = Computation(3, 2, "callee");
    return Wrapped({"call", {kVector, kVector}, {kVector}, false, ", to_apply=" + callee});
  }

  // ---- Values.

  std::string Line(Body* body, const std::string& name, std::string_view shape,
                   std::string_view rest) {
    StrAppend(&body->lines, "  ", name, " = ", shape, " ", rest, "\n");
    return name;
  }
  std::string AddVector(Body* body, std::string_view rest) {
    body->vectors.push_back(Line(body, Name("v"), kVector, rest));
    body->is_used.push_back(false);
    return body->vectors.back();
  }
  std::string AnyVector(Body* body) {
    const size_t i = Below(body->vectors.size());
    body->is_used[i] = true;
    return body->vectors[i];
  }
  std::string Operand(Body* body, const std::string& shape) {
    if (shape == kHalf) return body->half;
    return shape == kIndex ? body->index : AnyVector(body);
  }
  std::string Padded(Body* body, const std::string& half) {
    return Line(body, Name("padded"), kVector,
                StrCat("concatenate(", half, ", ", half, "), dimensions={0}"));
  }
  void AddResult(Body* body, const std::string& value, const std::string& shape) {
    if (shape == kHalf) {
      AddVector(body, StrCat("concatenate(", value, ", ", value, "), dimensions={0}"));
    } else if (shape == kVector) {
      AddVector(body, StrCat("negate(", value, ")"));
    } else {
      AddVector(body, StrCat("slice(", value, "), slice={[0:8]}"));
    }
  }

  // Like StrCat, but parts that need chance are made from left to right by every compiler.
  static std::string InOrder(std::initializer_list<std::string_view> parts) {
    std::string joined;
    for (const std::string_view part : parts) joined += part;
    return joined;
  }
  static std::string Joined(const Strings& parts) {
    std::string joined;
    for (const std::string& part : parts) StrAppend(&joined, joined.empty() ? "" : ", ", part);
    return joined;
  }
  static std::string Tuple(const Strings& shapes, size_t count) {
    return StrCat("(", Joined(Strings(shapes.begin(), shapes.begin() + static_cast<long>(count))),
                  ")");
  }
  static std::string ResultShape(const Operation& operation) {
    return operation.is_tuple ? Tuple(operation.results, operation.results.size())
                              : operation.results[0];
  }

  // ---- Steps.

  void Step(Body* body) {
    switch (Below(8)) {
      case 0:
        AddVector(body, InOrder({OneIn(2) ? "abs(" : "exponential(", AnyVector(body), ")"}));
        return;
      case 1:
        AddVector(body, InOrder({"multiply(", AnyVector(body), ", ", AnyVector(body), ")"}));
        return;
      case 2:
        return Pair(body);
      case 3:
        if (shared_.empty()) return;
        AddVector(body, InOrder({"call(", AnyVector(body), ", ", AnyVector(body),
                                 "), to_apply=", shared_[Below(shared_.size())]}));
        return;
      default:
        if (body->chains.size() < 3 && (body->chains.empty() || OneIn(2))) return Start(body);
        Advance(body, Below(body->chains.size()), /*hurry=*/false);
    }
  }

  // A start and done with their own opcodes.
  void Pair(Body* body) {
    const std::string start = Name("pair"), done = Name("pair");
    if (OneIn(2)) {
      Line(body, start, "(f32[8], f32[8], u32[])", StrCat("copy-start(", AnyVector(body), ")"));
      Line(body, done, kVector, StrCat("copy-done(", start, ")"));
    } else {
      Line(body, start, kVector,
           StrCat("all-reduce-start(", AnyVector(body), "), replica_groups={{0,1}}, to_apply=sum"));
      Line(body, done, kVector, StrCat("all-reduce-done(", start, ")"));
    }
    AddResult(body, done, kVector);
  }

  Operation AnyOperation(const Body& body) {
    constexpr const char* kUnary[] = {"negate", "abs", "exponential", "tanh"};
    constexpr const char* kBinary[] = {"add", "multiply", "subtract", "maximum"};
    switch (Below(11)) {
      case 0:
        return {kUnary[Below(4)], {kVector}, {kVector}};
      case 1:
        return {kBinary[Below(4)], {kVector, kVector}, {kVector}};
      case 2:
        return {"slice", {kVector}, {kHalf}, false, ", slice={[4:8]}"};
      case 3:
        return {"reduce-scatter",
                {kVector},
                {kHalf},
                false,
                ", replica_groups={{0,1}}, dimensions={0}, to_apply=sum"};
      case 4:
        return {"sort", {kVector}, {kVector}, false, ", dimensions={0}, to_apply=less"};
      case 5:
        return {"concatenate", {kVector, kVector}, {"f32[16]"}, false, ", dimensions={0}"};
      case 6:
        return {"dynamic-update-slice", {kVector, kHalf, kIndex}, {kVector}};
      case 7: {
        const std::string fused = Name("fused");
        StrAppend(&text_, fused, " {\n  ", fused, ".a = f32[8] parameter(0)\n  ", fused,
                  ".b = f32[8] parameter(1)\n  ", fused, ".n = f32[8] negate(", fused,
                  ".b)\n  ROOT ", fused, ".r = f32[8] subtract(", fused, ".n, ", fused,
                  ".a)\n}\n\n");
        return {"fusion", {kVector, kVector}, {kVector}, false, ", kind=kLoop, calls=" + fused};
      }
      case 8:
        if (body.depth < 3) {
          const bool is_shared = !shared_.empty() && OneIn(2);
          const std::string callee = is_shared  ? shared_[Below(shared_.size())]
                                     : OneIn(4) ? OneInstruction()
                                                : Computation(body.depth + 1, 2, "callee");
          return {"call", {kVector, kVector}, {kVector}, false, ", to_apply=" + callee};
        }
        [[fallthrough]];
      default: {
        Operation operation = {"custom-call", {}, {kVector}, false, ", custom_call_target=\"f\""};
        operation.operands.resize(Below(4), kVector);
        operation.is_tuple = OneIn(3);
        if (operation.is_tuple) operation.results = {kVector, kHalf, "f32[16]"};
        return operation;
      }
    }
  }

  // ---- Chains.

  void Start(Body* body) {
    Chain chain;
    chain.operation = AnyOperation(*body);
    const Operation& operation = chain.operation;
    chain.is_sugar = !OneIn(3);
    std::string attributes = OneIn(3) ? StrCat(", async_execution_thread=\"t", Below(2), "\"") : "";
    if (chain.is_sugar) {
      attributes += operation.attributes;
    } else if (operation.opcode == "call" && OneIn(2)) {  // as in the Async HLO document
      StrAppend(&attributes, ", calls=", Computation(body->depth + 1, 2, "direct"));
    } else {
      StrAppend(&attributes, ", calls=", Wrapped(operation));
    }
    if (OneIn(8)) attributes += ", frontend_attributes={key=\"value\"}";
    if (OneIn(8)) StrAppend(&attributes, ", control-predecessors={", AnyVector(body), "}");
    chain.link = Link(body, &chain, "start", OneIn(2), attributes);
    body->chains.push_back(std::move(chain));
  }

  // Adds an update or the done. In a `hurry`, the done comes soon.
  void Advance(Body* body, size_t number, bool hurry) {
    Chain& chain = body->chains[number];
    const Operation operation = chain.operation;
    if (chain.bound_operands < operation.operands.size() || OneIn(3)) {
      chain.link = Link(body, &chain, "update", hurry, "");
      return;
    }
    const std::string done =
        Line(body, Name("done"), ResultShape(operation),
             InOrder({Opcode(chain, "done"), "(", chain.link, ")", CommonAttributes()}));
    body->chains.erase(body->chains.begin() + static_cast<long>(number));
    if (!operation.is_tuple) return AddResult(body, done, operation.results[0]);
    for (size_t i = 0; i < operation.results.size(); ++i) {
      const std::string element = Line(body, Name("element"), operation.results[i],
                                       StrCat("get-tuple-element(", done, "), index=", i));
      AddResult(body, element, operation.results[i]);
    }
  }

  // A start or update that binds some operands and perhaps the result, or `all` operands.
  std::string Link(Body* body, Chain* chain, std::string_view phase, bool all,
                   const std::string& attributes) {
    const Operation& operation = chain->operation;
    const size_t left = operation.operands.size() - chain->bound_operands;
    const size_t bound = all ? left : Below(left + 1);
    Strings operands;
    if (phase != "start") operands.push_back(chain->link);
    for (size_t i = 0; i < bound; ++i) {
      operands.push_back(Operand(body, operation.operands[chain->bound_operands++]));
    }
    const size_t results = operation.results.size() - chain->bound_results;
    if (OneIn(2)) chain->bound_results += OneIn(2) ? results : Below(results + 1);
    std::string result = Tuple(operation.results, chain->bound_results);
    if (!operation.is_tuple && chain->bound_results > 0) result = operation.results[0];
    constexpr const char* kContexts[] = {"", ", s32[]", ", u32[], s32[]"};
    const std::string shape = StrCat("(", Tuple(operation.operands, chain->bound_operands), ", ",
                                     result, kContexts[Below(3)], ")");
    return Line(body, Name(phase), shape,
                InOrder({Opcode(*chain, phase), "(", Joined(operands), ")", attributes,
                         CommonAttributes()}));
  }

  // Sugar and generic links may follow each other.
  std::string Opcode(const Chain& chain, std::string_view phase) {
    const bool is_sugar = chain.is_sugar && (phase == "start" || !OneIn(8));
    return StrCat(is_sugar ? chain.operation.opcode : "async", "-", phase);
  }

  std::string CommonAttributes() {
    std::string attributes;
    if (OneIn(6)) attributes += StrCat(", metadata={op_name=\"op", Below(9), "\"}");
    if (OneIn(12)) attributes += ", backend_config=\"b\"";
    return attributes;
  }

  std::mt19937_64 random_;
  size_t names_ = 0;
  std::string text_;
  Strings shared_;
};

}  // namespace

std::string RandomAsyncModule(uint64_t seed) { return Generator(seed).Run(); }

}  // namespace hlo_text_v1::test
