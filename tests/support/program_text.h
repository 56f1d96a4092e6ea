// The parts of a random program: operands and called computations of given shapes, and Emit(),
// which writes an instruction. It begins with parts that fit, spoils some of them, adds attributes,
// and picks a spelling. random_program.cc knows what fits each opcode.
#ifndef HLO_TESTS_SUPPORT_PROGRAM_TEXT_H_
#define HLO_TESTS_SUPPORT_PROGRAM_TEXT_H_

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/opcode.h"
#include "src/base/strings.h"
#include "tests/support/choices.h"
#include "tests/support/random_values.h"

namespace hlo_text_v1::test::random_program {

using namespace internal;

using Strings = std::vector<std::string>;
using Attributes = std::vector<std::pair<AttributeKind, std::string>>;

struct Value {
  std::string name;
  std::optional<RandomShape> shape;  // nullopt: whatever XLA infers
};
using Values = std::vector<Value>;

inline RandomShape Scalar(PrimitiveType type) { return {type}; }
inline RandomShape ArrayOf(PrimitiveType type, Dimensions dimensions) {
  return {type, std::move(dimensions)};
}
inline RandomShape WithType(RandomShape shape, PrimitiveType type) {
  shape.type = type;
  return shape;
}
inline RandomShape Token() { return {PrimitiveType::kTOKEN}; }

class ProgramText {
 protected:
  explicit ProgramText(Choices& choices) : choices_(choices), random_(choices) {}

  // ---- The text.

  std::string Header() {
    std::string text = "HloModule m";
    if (choices_.OneIn(8)) text += ", is_scheduled=true";
    if (choices_.OneIn(16)) text += ", input_output_alias={ {}: (0, {}, may-alias) }";
    if (choices_.OneIn(16)) text += ", buffer_donor={ (0, {}) }";
    if (choices_.OneIn(16)) StrAppend(&text, ", replica_count=", random_.Number());
    if (choices_.OneIn(16)) StrAppend(&text, ", num_partitions=", random_.Number());
    if (choices_.OneIn(16)) text += ", frontend_attributes={a=\"b\"}";
    if (choices_.OneIn(16)) text += ", allow_spmd_sharding_propagation_to_output={true}";
    return text + "\n\n";
  }

  std::string NewName() {
    const char* const words[] = {"a", "add", "p.1", "x-y", "f32", "while", "b_"};
    return StrCat(words[choices_.Below(std::size(words))], ".", ++names_);
  }

  const Value& Add(const std::string& name, const std::optional<RandomShape>& shape,
                   std::string_view rest) {
    const std::string written = shape ? shape->Text() + " " : "";
    StrAppend(&lines_, "\n  ", choices_.OneIn(2) ? "%" : "", name, " = ", written, rest);
    values_.push_back({name, shape});
    return values_.back();
  }
  Value Parameter(const RandomShape& shape) {
    return Add(NewName(), shape, StrCat("parameter(", parameters_++, ")"));
  }

  // ---- Operands.

  // An earlier value of this shape, or a new parameter or constant.
  Value Of(const RandomShape& shape) {
    Values fitting;
    for (const Value& value : values_) {
      if (value.shape && *value.shape == shape) fitting.push_back(value);
    }
    if (!fitting.empty() && !choices_.OneIn(4)) return fitting[choices_.Below(fitting.size())];
    const bool is_array = shape.type < PrimitiveType::kTOKEN;
    if (is_array && choices_.OneIn(2)) {
      return Add(NewName(), shape, StrCat("constant(", random_.Literal(shape), ")"));
    }
    return Parameter(shape);
  }
  Value AnyValue() {
    if (values_.empty()) return Parameter(random_.Shape());
    return values_[choices_.Below(values_.size())];
  }
  // An array for which `fits` is true, with at least that many dimensions.
  Value ArrayWith(const std::function<bool(PrimitiveType)>& fits, size_t rank = 0) {
    Values fitting;
    for (const Value& value : values_) {
      if (value.shape && value.shape->type < PrimitiveType::kTOKEN && fits(value.shape->type) &&
          value.shape->dimensions.size() >= rank) {
        fitting.push_back(value);
      }
    }
    if (!fitting.empty() && !choices_.OneIn(4)) return fitting[choices_.Below(fitting.size())];
    RandomShape shape = random_.Array();
    for (int tries = 0; tries < 8 && !fits(shape.type); ++tries) shape.type = random_.Element();
    if (!fits(shape.type)) shape.type = PrimitiveType::kF32;
    if (!fits(shape.type)) shape.type = PrimitiveType::kS32;
    if (!fits(shape.type)) shape.type = PrimitiveType::kC64;
    if (shape.dimensions.size() < rank) {
      shape.dimensions.resize(rank, 2);
      shape.layout.clear();
    }
    return Of(shape);
  }
  Value Array(size_t rank = 0) {
    return ArrayWith([](PrimitiveType) { return true; }, rank);
  }
  Value Float(size_t rank = 0) { return ArrayWith(IsFloatingType, rank); }

  // ---- Called computations.

  // Makes one with these parameters and this result. Returns its name.
  std::string Callee(const std::vector<RandomShape>& parameters, const RandomShape& result) {
    const std::string name = NewName();
    std::string body;
    bool has_root = false;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const bool is_root = !has_root && parameters[i] == result && i + 1 == parameters.size();
      has_root |= is_root;
      StrAppend(&body, "  ", is_root ? "ROOT " : "", name, ".p", i, " = ", parameters[i].Text(),
                " parameter(", i, ")\n");
    }
    if (!has_root) Made(result, "ROOT " + name + ".r", &body);
    StrAppend(&computations_, name, " {\n", body, "}\n\n");
    names_of_computations_.push_back(name);
    return name;
  }
  // Appends a line that makes a value of any shape.
  void Made(const RandomShape& shape, const std::string& name, std::string* body) {
    const std::string plain = name.substr(name.rfind(' ') + 1);
    std::string rest = StrCat("constant(", random_.Literal(shape), ")");
    if (shape.type == PrimitiveType::kTuple) {
      Strings parts;
      for (size_t i = 0; i < shape.parts.size(); ++i) {
        parts.push_back(StrCat(plain, ".", i));
        Made(shape.parts[i], parts.back(), body);
      }
      rest = StrCat("tuple(", Joined(parts, ", "), ")");
    } else if (shape.type >= PrimitiveType::kTOKEN) {
      rest = shape.type == PrimitiveType::kTOKEN ? "after-all()"
                                                 : "custom-call(), custom_call_target=\"o\"";
    }
    StrAppend(body, "  ", name, " = ", shape.Text(), " ", rest, "\n");
  }
  // A reducer of scalars of these types, from two of each (grouped by type or not) to one of each.
  std::string Reducer(const std::vector<PrimitiveType>& types) {
    std::vector<RandomShape> parameters, results;
    for (const PrimitiveType type : types) results.push_back(Scalar(type));
    for (int i = 0; i < 2; ++i) parameters.insert(parameters.end(), results.begin(), results.end());
    return Callee(parameters, results.size() == 1 ? results[0] : TupleOf(results));
  }

  // ---- Emitting.

  static std::string Joined(const Strings& parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts) StrAppend(&text, text.empty() ? "" : separator, part);
    return text;
  }
  std::string OperandText(const Value& value) {
    const bool has_shape = value.shape && choices_.OneIn(4);
    return StrCat(has_shape ? value.shape->Text() + " " : "", choices_.OneIn(2) ? "%" : "",
                  value.name);
  }
  std::string OperandsText(const Values& operands) {
    Strings parts;
    for (const Value& operand : operands) parts.push_back(OperandText(operand));
    return StrCat("(", Joined(parts, ", "), ")");
  }
  std::string AnyOf(AttributeKind kind) {
    Strings names;
    for (const Value& value : values_) names.push_back(value.name);
    return random_.Value(AttributeTypeOf(kind), names_of_computations_, names);
  }
  static bool Has(const Attributes& attributes, AttributeKind kind) {
    return std::any_of(attributes.begin(), attributes.end(),
                       [&](const auto& attribute) { return attribute.first == kind; });
  }

  // Adds some attributes that the opcode may have, and rarely one that it may not.
  void Decorate(HloOpcode opcode, Attributes* attributes) {
    for (const AttributeSpec& spec : GetOpcodeInfo(opcode).attributes) {
      if (!spec.required && !spec.proto_only && !Has(*attributes, spec.kind) &&
          choices_.OneIn(10)) {
        attributes->emplace_back(spec.kind, AnyOf(spec.kind));
      }
    }
    if (choices_.OneIn(4)) {
      const auto tail = choices_.Of(
          {AttributeKind::kSharding, AttributeKind::kFrontendAttributes, AttributeKind::kMetadata,
           AttributeKind::kControlPredecessors, AttributeKind::kStatistics, AttributeKind::kOrigin,
           AttributeKind::kBackendConfig, AttributeKind::kResultAccuracy});
      attributes->emplace_back(tail, AnyOf(tail));
    }
    if (choices_.OneIn(64)) {
      const auto any = static_cast<AttributeKind>(choices_.Below(kAttributeKindCount));
      attributes->emplace_back(any, AnyOf(any));
    }
  }
  // Makes something that does not fit.
  void Spoil(Values* operands, std::optional<RandomShape>* shape, Attributes* attributes) {
    switch (choices_.Below(5)) {
      case 0:
        if (!operands->empty()) (*operands)[choices_.Below(operands->size())] = AnyValue();
        break;
      case 1:
        operands->push_back(AnyValue());
        break;
      case 2:
        if (!operands->empty()) operands->pop_back();
        break;
      case 3:
        *shape = random_.Shape();
        break;
      default:
        if (attributes->empty()) break;
        auto& [kind, value] = (*attributes)[choices_.Below(attributes->size())];
        value = AnyOf(kind);
        if (choices_.OneIn(4)) attributes->pop_back();
    }
  }

  void Emit(HloOpcode opcode, Values operands, std::optional<RandomShape> shape,
            Attributes attributes = {}) {
    Decorate(opcode, &attributes);
    if (choices_.OneIn(14)) Spoil(&operands, &shape, &attributes);
    if (!attributes.empty() && choices_.OneIn(4)) {
      std::swap(attributes[0], attributes[choices_.Below(attributes.size())]);
    }
    std::string after;
    for (const auto& [kind, value] : attributes) {
      StrAppend(&after, ", ", AttributeName(kind), "=", value);
    }
    const OpcodeInfo& info = GetOpcodeInfo(opcode);
    const bool is_known = std::all_of(operands.begin(), operands.end(),
                                      [](const Value& value) { return value.shape.has_value(); });
    if (shape && is_known && !HasFirstClassAsync(opcode) && choices_.OneIn(8)) {
      return Chain(opcode, operands, *shape, after);
    }
    const std::string rest = StrCat(info.name, OperandsText(operands), after);
    const bool is_hidden = info.can_infer_shape && choices_.OneIn(3);
    if (!shape && !info.can_infer_shape)
      shape = operands.empty() || !operands[0].shape ? random_.Shape() : operands[0].shape;
    if (is_hidden) {
      Add(NewName(), std::nullopt, rest);
      values_.back().shape = shape;
    } else {
      Add(NewName(), shape, rest);
    }
  }

  // The operation in asynchronous sugar: start, perhaps an update, done.
  void Chain(HloOpcode opcode, const Values& operands, const RandomShape& shape,
             std::string_view attributes) {
    std::vector<RandomShape> shapes;
    for (const Value& operand : operands) shapes.push_back(*operand.shape);
    std::vector<RandomShape> parts = {TupleOf(shapes), shape};
    for (int i = 0; i < 2 && choices_.OneIn(2); ++i) parts.push_back(Scalar(PrimitiveType::kU32));
    const RandomShape state = TupleOf(parts);
    const std::string_view name = HloOpcodeName(opcode);
    const char* const thread = choices_.OneIn(4) ? ", async_execution_thread=\"t\"" : "";
    Value link =
        Add(NewName(), state, StrCat(name, "-start", OperandsText(operands), thread, attributes));
    if (choices_.OneIn(4)) link = Add(NewName(), state, StrCat(name, "-update(", link.name, ")"));
    Add(NewName(), shape, StrCat(name, "-done(", OperandText(link), ")"));
  }

  Choices& choices_;
  RandomValues random_;
  size_t names_ = 0;
  size_t parameters_ = 0;
  std::string computations_;
  std::string lines_;  // of the entry; each begins with a line feed
  Values values_;
  Strings names_of_computations_;
};

}  // namespace hlo_text_v1::test::random_program

#endif  // HLO_TESTS_SUPPORT_PROGRAM_TEXT_H_
