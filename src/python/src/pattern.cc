// Pattern: those of hlo/pattern_matcher.h, put together at run time.
#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind.h"
#include "hlo/pattern_matcher.h"

HLO_PYTHON_ARGUMENT(ConditionLike, "collections.abc.Callable[[Instruction], bool]")

namespace hlo_python {
namespace {

namespace m = hlo_text::m;

// Any part of a pattern.
class AnyPart {
 public:
  template <typename P>
  explicit AnyPart(P part) : part_(std::make_shared<Of<P>>(std::move(part))) {}
  bool Test(const hlo_text::HloInstruction& i) const { return part_->Test(i); }
  std::string WhyNot(const hlo_text::HloInstruction& i) const { return part_->WhyNot(i); }
  void Bind(hlo_text::HloInstruction* i) const { part_->Bind(i); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual bool Test(const hlo_text::HloInstruction& i) const = 0;
    virtual std::string WhyNot(const hlo_text::HloInstruction& i) const = 0;
    virtual void Bind(hlo_text::HloInstruction* i) const = 0;
  };
  template <typename P>
  struct Of final : Interface {
    explicit Of(P p) : part(std::move(p)) {}
    bool Test(const hlo_text::HloInstruction& i) const override { return part.Test(i); }
    std::string WhyNot(const hlo_text::HloInstruction& i) const override { return part.WhyNot(i); }
    void Bind(hlo_text::HloInstruction* i) const override { part.Bind(i); }
    P part;
  };
  std::shared_ptr<const Interface> part_;
};

using AnyPattern = m::Pattern<AnyPart>;
// Where named patterns store what they match.
using Targets = std::map<std::string, std::shared_ptr<hlo_text::HloInstruction*>>;

struct Pattern {
  AnyPattern pattern;
  Targets targets;  // of its parts, too
  int depth = 0;    // of calls that a test makes
};
using P = const Pattern&;

// A pattern made of a part of `parts`.
template <typename Part>
Pattern Made(Part part, std::initializer_list<const Pattern*> parts = {}) {
  constexpr int kMostDepth = 500;
  Pattern made{AnyPattern(AnyPart(std::move(part))), {}};
  for (const Pattern* of : parts) {
    made.depth = std::max(made.depth, of->depth + 1);
    for (const auto& [name, target] : of->targets) {
      if (made.targets.emplace(name, target).first->second == target) continue;
      throw nb::value_error(("two patterns are called '" + name + "'").c_str());
    }
  }
  if (made.depth > kMostDepth) throw nb::value_error("the pattern is too deep");
  return made;
}

// Like m::OpcodePart, for an opcode that is known at run time.
struct OpcodePart : m::AnyPart {
  explicit OpcodePart(hlo_text::HloOpcode o) : opcode(o) {}
  bool Test(const hlo_text::HloInstruction& i) const { return i.opcode() == opcode; }
  std::string WhyNot(const hlo_text::HloInstruction& i) const {
    if (Test(i)) return "";
    return m::Says(i, std::string("is ")
                          .append(i.opcode_name())
                          .append(", not ")
                          .append(hlo_text::HloOpcodeName(opcode)));
  }
  hlo_text::HloOpcode opcode;
};

Pattern OfOpcode(std::string_view opcode) {
  return opcode.empty() ? Made(m::Op()) : Made(OpcodePart(ToOpcode(opcode)));
}

Pattern MakePattern(std::string_view opcode, const nb::args& operands) {
  Pattern made = OfOpcode(opcode);
  if (operands.size() == 0) return made;
  const auto count = static_cast<int64_t>(operands.size());
  made = Made(made.pattern.Where(
                  [=](const hlo_text::HloInstruction& i) { return i.operand_count() == count; },
                  "has another number of operands"),
              {&made});
  for (int64_t n = 0; n < count; ++n) {
    const auto operand = nb::cast<Pattern>(operands[static_cast<size_t>(n)]);
    made = Made(made.pattern.WithOperand(n, operand.pattern), {&made, &operand});
  }
  return made;
}

Pattern AnyOrder(std::string_view opcode, P a, P b) {
  using Part = m::AnyOrderPart<AnyPattern, AnyPattern, AnyPattern>;
  return Made(Part{OfOpcode(opcode).pattern, a.pattern, b.pattern}, {&a, &b});
}

Pattern AnyOf(P first, const nb::args& others) {
  Pattern made = first;
  for (const nb::handle other : others) {
    const auto next = nb::cast<Pattern>(other);
    made = Made(m::AnyOf(made.pattern, next.pattern), {&made, &next});
  }
  return made;
}

Pattern Named(P p, std::string_view name) {
  const auto target = std::make_shared<hlo_text::HloInstruction*>(nullptr);
  Pattern made = Made(p.pattern.AlsoTo(target.get()), {&p});
  if (!made.targets.emplace(name, target).second || name.empty()) {
    throw nb::value_error(("a pattern cannot be called '" + std::string(name) + "'").c_str());
  }
  return made;
}

// The instruction that is matched now, for conditions, which get parts of its module. The GIL
// guards it.
const Instruction* matched = nullptr;

Pattern Where(P p, ConditionLike condition) {
  const nb::object function = nb::borrow(condition);
  const auto ask = [function](const hlo_text::HloInstruction& i) {
    const Instruction& top = *matched;
    const int64_t version = top.owner->version;
    const nb::object answer = function(top.To(const_cast<hlo_text::HloInstruction*>(&i)));
    const int truth = PyObject_IsTrue(answer.ptr());
    if (truth < 0) throw nb::python_error();
    if (top.owner->version != version) throw nb::value_error("a condition edited the module");
    return truth > 0;
  };
  return Made(p.pattern.Where(ask), {&p});
}

Pattern Constant(Number value) {
  const nb::object number = nb::borrow(value);
  return Made(
      m::Op().Where([number](const hlo_text::HloInstruction& i) { return IsAll(i, number); },
                    "is not a constant of this value"));
}

Pattern WithShape(P p, ShapeLike value) {
  const auto state = std::make_shared<ModuleState>();
  const hlo_text::Shape* shape = ToShape(*state, value);
  if (shape == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
  const auto has_shape = [state, shape](const hlo_text::Shape& other) {
    return hlo_text::ShapesCompatible(*shape, other);
  };
  return Made(p.pattern.WithShape(m::Shape().Where(has_shape)), {&p});
}

// Calls function() while `i` is matched.
template <typename Function>
auto Matching(const Instruction& i, Function function) {
  (void)*i;  // ReferenceError if it was removed
  struct Scope {
    explicit Scope(const Instruction* now) : before(std::exchange(matched, now)) {}
    ~Scope() { matched = before; }
    const Instruction* before;
  };
  const Scope scope(&i);
  return function();
}

std::optional<nb::typed<nb::dict, nb::str, Instruction>> MatchOf(P p, const Instruction& i) {
  if (!Matching(i, [&] { return hlo_text::Match(i.object, p.pattern); })) return std::nullopt;
  // Making objects may run Python, which may match again.
  std::vector<std::pair<std::string_view, hlo_text::HloInstruction*>> found{{"", i.object}};
  for (const auto& [name, target] : p.targets) found.emplace_back(name, *target);
  nb::dict result;
  for (const auto& [name, instruction] : found) {
    if (instruction != nullptr) result[ToStr(name)] = nb::cast(i.To(instruction));
  }
  return nb::typed<nb::dict, nb::str, Instruction>(result);
}

using Type = nb::class_<Pattern>;

void DefineMakers(Type& type) {
  type.def(
      "__init__",
      [](Pattern* self, std::string_view opcode, const nb::args& operands) {
        new (self) Pattern(MakePattern(opcode, operands));
      },
      "opcode"_a = "", "operands"_a,
      nb::sig("def __init__(self, opcode: str = '', *operands: Pattern) -> None"),
      "An instruction with this opcode, '' for any, and if there are patterns, with exactly these "
      "operands.");
  type.def_static("any_order", AnyOrder, "opcode"_a, "a"_a, "b"_a,
                  "With these two operands, in one order or the other.");
  type.def_static("any_of", AnyOf, "first"_a, "others"_a,
                  nb::sig("def any_of(first: Pattern, *others: Pattern) -> Pattern"),
                  "What one of the patterns matches; tried in order.");
  type.def_static(
      "parameter", [](int64_t number) { return Made(m::Parameter(number)); }, "number"_a,
      "The parameter with this number.");
  type.def_static("constant", Constant, "value"_a,
                  "A constant, or the broadcast of one, whose elements all equal `value`.");
}

void DefineNarrowing(Type& type) {
  type.def("named", Named, "name"_a, "The same; match() gives what it matches this name.");
  type.def("where", Where, "condition"_a,
           "And condition(instruction) is true. It must not edit the module.");
  type.def(
      "with_type",
      [](P p, std::string_view name) {
        return Made(p.pattern.WithType(ToElementType(name)), {&p});
      },
      "element_type"_a, "And it is an array with this element type.");
  type.def("with_shape", WithShape, "shape"_a, "And it has this shape, in any layout.");
  type.def(
      "with_rank",
      [](P p, int64_t rank) { return Made(p.pattern.WithShape(m::Shape().WithRank(rank)), {&p}); },
      "rank"_a, "And it is an array with so many dimensions.");
  type.def(
      "with_operand",
      [](P p, int64_t n, P other) {
        return Made(p.pattern.WithOperand(n, other.pattern), {&p, &other});
      },
      "number"_a, "operand"_a, "And this operand matches, whatever the others.");
  type.def(
      "with_to_apply",
      [](P p, P root) { return Made(p.pattern.WithToApply(root.pattern), {&p, &root}); }, "root"_a,
      "And the root of its to_apply= matches.");
  type.def(
      "with_fused",
      [](P p, P root) { return Made(p.pattern.WithFused(root.pattern), {&p, &root}); }, "root"_a,
      "And the root of the computation that it fuses matches.");
  type.def(
      "with_fusion_kind",
      [](P p, std::string_view kind) {
        return Made(p.pattern.WithFusionKind(ToEnum<hlo_text::FusionKind>("kind", kind)), {&p});
      },
      "kind"_a, "And it is a fusion of this kind, 'kLoop'.");
  type.def(
      "with_direction",
      [](P p, std::string_view word) {
        const auto direction = ToEnum<hlo_text::ComparisonDirection>("direction", word);
        return Made(p.pattern.WithDirection(direction), {&p});
      },
      "direction"_a, "And it compares in this direction, 'LT'.");
  type.def(
      "with_target",
      [](P p, std::string_view target) {
        return Made(p.pattern.WithTarget(std::string(target)), {&p});
      },
      "target"_a, "And it is a custom-call of this target.");
  type.def(
      "with_one_user", [](P p) { return Made(p.pattern.WithOneUser(), {&p}); },
      "And it has one user.");
}

}  // namespace

void DefinePattern(nb::module_& module) {
  Type type(module, "Pattern",
            "A pattern of instructions, those of hlo/pattern_matcher.h:\n\n"
            "    x = Pattern().named('x')\n"
            "    found = Pattern.any_order('add', x, Pattern.constant(0)).match(instruction)\n"
            "    if found:\n"
            "        instruction.replace_with(found['x'])\n\n"
            "A pattern never changes; methods make narrower ones.");
  DefineMakers(type);
  DefineNarrowing(type);
  type.def("match", MatchOf, "instruction"_a,
           "What named patterns match, by name, and the instruction itself as ''; None if it does "
           "not match.");
  type.def(
      "explain",
      [](P p, const Instruction& i) {
        return Matching(i, [&] { return ToStr(hlo_text::Explain(i.object, p.pattern)); });
      },
      "instruction"_a, "Why it does not match; empty if it does.");
}

}  // namespace hlo_python
