#include "tests/support/random_graph.h"

#include <random>
#include <utility>
#include <vector>

namespace hlo_text_v1::test {
namespace {

// An array, or a tuple of `elements`.
struct Type {
  bool is_tuple = false;
  std::vector<Type> elements;

  int Leaves() const {
    int leaves = is_tuple ? 0 : 1;
    for (const Type& element : elements) leaves += element.Leaves();
    return leaves;
  }
  std::string Text() const {
    if (!is_tuple) return "f32[4]";
    std::string text;
    for (const Type& element : elements) text += (text.empty() ? "" : ", ") + element.Text();
    return "(" + text + ")";
  }
};

struct Value {
  std::string name;
  Type type;
};

struct Function {
  std::string name;
  Type parameter;
  Type result;
};

class GraphGenerator {
 public:
  explicit GraphGenerator(uint64_t seed) : random_(seed) {}

  std::string Module() {
    const bool is_scheduled = Chance(2);
    Body entry = Begin("ENTRY %", {{}, {true, {{}, {}}}, {}});
    Fill(&entry, 3, 5 + Below(20));
    End(entry, MakeOfType(&entry, RandomType(2)));
    return std::string("HloModule random") + (is_scheduled ? ", is_scheduled=true" : "") + "\n\n" +
           text_;
  }

 private:
  struct Body {
    std::string text;
    std::vector<Value> values;
    std::string pred;
    std::string last;  // of this body, for control dependencies
  };

  int Below(int n) { return static_cast<int>(random_() % static_cast<uint64_t>(n)); }
  bool Chance(int n) { return Below(n) == 0; }
  std::string Name(const std::string& base) { return base + "." + std::to_string(next_name_++); }

  Type RandomType(int depth) {
    if (depth == 0 || Chance(2)) return {};
    Type type{true, {}};
    for (int i = Below(3); i >= 0; --i) type.elements.push_back(RandomType(depth - 1));
    return type;
  }

  Body Begin(const std::string& name, const std::vector<Type>& parameters) {
    Body body;
    body.text = name + Name("f") + " {\n";
    for (size_t i = 0; i < parameters.size(); ++i) {
      Emit(&body, parameters[i], "parameter(" + std::to_string(i) + ")");
    }
    body.pred = Name("p");
    body.text += "  %" + body.pred + " = pred[] constant(true)\n";
    return body;
  }

  void End(const Body& body, const Value& root) {
    std::string text = body.text;
    const size_t at = text.find("  %" + root.name + " =");
    text.insert(at + 2, "ROOT ");
    text_ += text + "}\n\n";
  }

  Value Emit(Body* body, const Type& type, const std::string& right) {
    const Value value{Name("v"), type};
    body->text += "  %" + value.name + " = " + type.Text() + " " + right;
    if (!body->last.empty() && right.rfind("parameter", 0) != 0 && Chance(12)) {
      body->text += ", control-predecessors={%" + body->last + "}";
    }
    body->text += "\n";
    body->values.push_back(value);
    body->last = value.name;
    return value;
  }

  Value Pick(Body* body) {
    return body->values[static_cast<size_t>(Below(static_cast<int>(body->values.size())))];
  }

  Value MakeOfType(Body* body, const Type& type) {
    for (int tries = 0; tries < 3; ++tries) {
      Value value = Pick(body);
      if (value.type.Text() == type.Text()) return value;
    }
    if (!type.is_tuple) return Array(body);
    std::string operands;
    for (const Type& element : type.elements) {
      operands += (operands.empty() ? "%" : ", %") + MakeOfType(body, element).name;
    }
    return Emit(body, type, "tuple(" + operands + ")");
  }

  // An array: a random value, or an element of one; parameters have one.
  Value Array(Body* body) {
    for (int tries = 0; tries < 10; ++tries) {
      Value value = Pick(body);
      while (value.type.is_tuple) value = Element(body, value);
      return value;
    }
    return Emit(body, {}, "constant({1,2,3,4})");
  }
  Value Element(Body* body, const Value& tuple) {
    const int index = Below(static_cast<int>(tuple.type.elements.size()));
    return Emit(body, tuple.type.elements[static_cast<size_t>(index)],
                "get-tuple-element(%" + tuple.name + "), index=" + std::to_string(index));
  }

  // A function of one parameter, new or known.
  Function MakeFunction(const Type& parameter, const Type& result, int depth) {
    if (Chance(3)) {
      for (const Function& known : functions_) {
        if (known.parameter.Text() == parameter.Text() && known.result.Text() == result.Text()) {
          return known;
        }
      }
    }
    Body body = Begin("%", {parameter});
    Fill(&body, depth - 1, Below(8));
    const Value root = MakeOfType(&body, result);
    const std::string name = body.text.substr(1, body.text.find(' ') - 1);
    End(body, root);
    functions_.push_back({name, parameter, result});
    return functions_.back();
  }
  std::string Condition(const Type& state) {
    Body body = Begin("%", {state});
    const std::string name = body.text.substr(1, body.text.find(' ') - 1);
    End(body, {body.pred, {}});
    return name;
  }

  void Fill(Body* body, int depth, int count) {
    for (int i = 0; i < count; ++i) Add(body, depth);
  }

  void Add(Body* body, int depth) {
    const Value any = Pick(body);
    switch (Below(depth > 0 ? 12 : 8)) {
      case 0:
        Emit(body, {}, "negate(%" + Array(body).name + ")");
        return;
      case 1: {
        const Value a = Array(body);
        Emit(body, {}, "add(%" + a.name + ", %" + Array(body).name + ")");
        return;
      }
      case 2:
        MakeTuple(body);
        return;
      case 3:
        if (any.type.is_tuple) Element(body, any);
        return;
      case 4:
        Emit(body, any.type, "opt-barrier(%" + any.name + ")");
        return;
      case 5:
        Emit(body, {}, "bitcast(%" + Array(body).name + ")");
        return;
      case 6:
        Emit(body, any.type, "copy(%" + any.name + ")");
        return;
      case 7:
        Update(body);
        return;
      case 8: {
        const Function f = MakeFunction(any.type, RandomType(2), depth);
        Emit(body, f.result, "call(%" + any.name + "), to_apply=%" + f.name);
        return;
      }
      case 9: {
        const std::string condition = Condition(any.type);
        const Function f = MakeFunction(any.type, any.type, depth);
        Emit(body, any.type,
             "while(%" + any.name + "), condition=%" + condition + ", body=%" + f.name);
        return;
      }
      case 10: {
        const Value other = Pick(body);
        const Type result = RandomType(2);
        const Function yes = MakeFunction(any.type, result, depth);
        const Function no = MakeFunction(other.type, result, depth);
        Emit(body, result,
             "conditional(%" + body->pred + ", %" + any.name + ", %" + other.name +
                 "), true_computation=%" + yes.name + ", false_computation=%" + no.name);
        return;
      }
      default: {
        const Value a = Array(body);
        const std::string f = Name("fused");
        text_ += "%" + f + " {\n  %" + f + ".x = f32[4] parameter(0)\n  ROOT %" + f +
                 ".y = f32[4] negate(%" + f + ".x)\n}\n\n";
        Emit(body, {}, "fusion(%" + a.name + "), kind=kLoop, calls=%" + f);
        return;
      }
    }
  }

  void MakeTuple(Body* body) {
    std::string operands;
    Type type{true, {}};
    for (int i = Below(3); i >= 0; --i) {
      const Value element = Pick(body);
      if (element.type.Leaves() + type.Leaves() > 8) continue;
      operands += (operands.empty() ? "%" : ", %") + element.name;
      type.elements.push_back(element.type);
    }
    if (!type.elements.empty()) Emit(body, type, "tuple(" + operands + ")");
  }

  void Update(Body* body) {
    const Value array = Array(body);
    const std::string index = Name("i");
    const std::string slice = Name("s");
    body->text += "  %" + index + " = s32[] constant(1)\n  %" + slice + " = f32[2] slice(%" +
                  array.name + "), slice={[0:2]}\n";
    Emit(body, {}, "dynamic-update-slice(%" + array.name + ", %" + slice + ", %" + index + ")");
  }

  std::mt19937_64 random_;
  int next_name_ = 0;
  std::string text_;
  std::vector<Function> functions_;
};

}  // namespace

std::string RandomGraphModule(uint64_t seed) { return GraphGenerator(seed).Module(); }

}  // namespace hlo_text_v1::test
