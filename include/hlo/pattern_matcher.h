// Patterns of instructions: which instruction, made from which operands?
//
//   namespace m = hlo_text::m;
//   hlo_text::HloInstruction* x;
//   // (x + y) - y or (y + x) - y
//   if (hlo_text::Match(subtract, m::Subtract(m::AddAnyOrder(m::Op(&x), m::Op().Is(subtract->operand(1))),
//                                        m::Op()))) {
//     return hlo_text::ReplaceInstruction(subtract, x);
//   }
//
// A pattern matches one instruction. There is a function for every opcode of opcodes.def:
//
//   m::Add()               an add, whatever its operands
//   m::Add(p, q)           an add whose operands match p and q; of variadic opcodes, all operands
//   m::Add(&x, p, q)       the same, and stores it in x
//   m::Op(), m::Op(&x)     any instruction
//   m::Parameter(0)        the parameter with this number
//   m::ConstantScalar(1)   a constant with one element, 1
//   m::ConstantAll(0)      a constant or the broadcast of one, whose elements are all 0
//   m::GetTupleElement(p, 2)   element 2 of what p matches
//   m::AddAnyOrder(p, q)   an add with these operands in one order or the other; so for all
//                          opcodes of two operands
//   m::AnyOf(p, q, ...)    what one of the patterns matches, tried in order
//
// and each pattern can be narrowed:
//
//   p.Where(f)             f(const HloInstruction&) is true: p.Where(IsElementwise)
//   p.WithType(type)       an array with this element type
//   p.WithShape(type, {2, 3})   and with these dimensions, in any layout
//   p.WithOneUser()        it has one user (hlo/graph.h)
//   p.WithOperand(0, q)    operand 0 matches q, whatever the others
//   p.WithToApply(q)       the root of the computation that to_apply= names matches q:
//                          m::Reduce().WithToApply(m::Add(m::Parameter(0), m::Parameter(1)))
//   p.WithFused(q)         the root of the computation that a fusion calls matches q
//   p.WithFusionKind(kind), p.WithDirection(direction), p.WithTarget("t")   of a fusion, a compare,
//                          a custom-call
//   p.WithShape(s)         its shape matches s: m::Shape(), m::Shape().WithRank(2),
//                          .WithType(type), .WithDimensions({2, 3}), .IsTuple(), .Where(f),
//                          .WithElement(0, s) of a tuple
//   p.Is(instruction)      it is this instruction
//   p.AlsoTo(&x)           stores it in x, too
//
// Nothing is stored unless the whole pattern matches. A const instruction cannot be stored in an
// HloInstruction*: that does not compile. Explain says why a pattern does not match. A link of a
// chain in sugar is an AsyncStart, AsyncUpdate or AsyncDone. A pattern is a value that may be kept;
// its targets must outlive its use. Matching looks at each part of the pattern once, AnyOrder and
// AnyOf multiply that by their alternatives; the first WithOneUser in a computation is linear in
// it. XLA service/pattern_matcher.h.
#ifndef HLO_PATTERN_MATCHER_H_
#define HLO_PATTERN_MATCHER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "hlo/graph.h"
#include "hlo/query.h"

namespace hlo_text_v1 {

// Whether `instruction` (may be nullptr: no) matches; stores what the pattern asks for if it does.
template <typename Instruction, typename P>
bool Match(Instruction* instruction, const P& pattern) {
  if (instruction == nullptr || !pattern.Test(*instruction)) return false;
  pattern.Bind(instruction);
  return true;
}

// Why `instruction` (may be nullptr) does not match, for people: "operand 1 of %sum: %x is a
// parameter, not a constant". Empty if it matches. Linear in the pattern and the text.
template <typename P>
std::string Explain(const HloInstruction* instruction, const P& pattern) {
  if (instruction == nullptr) return "there is no instruction";
  return pattern.WhyNot(*instruction);
}

namespace m {

// "%sum is WHAT".
inline std::string Says(const HloInstruction& i, std::string_view what) {
  return std::string("%").append(i.name()).append(" ").append(what);
}

// ---- Parts of patterns. Test decides; Bind stores, and is called only after Test was true; WhyNot
// gives the reason after Test was false.

template <typename P, typename F>
struct WherePart {
  bool Test(const HloInstruction& i) const { return pattern.Test(i) && condition(i); }
  std::string WhyNot(const HloInstruction& i) const {
    if (!pattern.Test(i)) return pattern.WhyNot(i);
    return condition(i) ? "" : Says(i, what);
  }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    pattern.Bind(i);
  }
  P pattern;
  F condition;
  const char* what;  // if the condition does not hold
};

template <typename P, typename Target>
struct StorePart {
  bool Test(const HloInstruction& i) const { return pattern.Test(i); }
  std::string WhyNot(const HloInstruction& i) const { return pattern.WhyNot(i); }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    *target = i;
    pattern.Bind(i);
  }
  P pattern;
  Target** target;
};

struct AnyPart {
  bool Test(const HloInstruction&) const { return true; }
  std::string WhyNot(const HloInstruction&) const { return ""; }
  template <typename Instruction>
  void Bind(Instruction*) const {}
};

template <HloOpcode opcode>
struct OpcodePart : AnyPart {
  bool Test(const HloInstruction& i) const { return i.opcode() == opcode; }
  std::string WhyNot(const HloInstruction& i) const {
    if (Test(i)) return "";
    return Says(
        i,
        std::string("is ").append(i.opcode_name()).append(", not ").append(HloOpcodeName(opcode)));
  }
};

// `P`, with all operands given.
template <typename P, typename... Operands>
struct OperandsPart {
  bool Test(const HloInstruction& i) const {
    return pattern.Test(i) && i.operand_count() == static_cast<int64_t>(sizeof...(Operands)) &&
           TestAll(i, std::index_sequence_for<Operands...>());
  }
  std::string WhyNot(const HloInstruction& i) const {
    if (!pattern.Test(i)) return pattern.WhyNot(i);
    if (i.operand_count() != static_cast<int64_t>(sizeof...(Operands))) {
      return Says(i, "has " + std::to_string(i.operand_count()) + " operands, not " +
                         std::to_string(sizeof...(Operands)));
    }
    std::string why;
    ExplainAll(i, &why, std::index_sequence_for<Operands...>());
    return why;
  }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    pattern.Bind(i);
    BindAll(*i, std::index_sequence_for<Operands...>());
  }
  template <size_t... n>
  void ExplainAll(const HloInstruction& i, std::string* why, std::index_sequence<n...>) const {
    const auto explain = [&](const auto& operand, size_t number) {
      if (!why->empty() || operand.Test(*i.operand(static_cast<int64_t>(number)))) return;
      *why = Says(i, "operand " + std::to_string(number) + ": ") +
             operand.WhyNot(*i.operand(static_cast<int64_t>(number)));
    };
    (explain(std::get<n>(operands), n), ...);
  }
  template <size_t... n>
  bool TestAll(const HloInstruction& i, std::index_sequence<n...>) const {
    return (std::get<n>(operands).Test(*i.operand(n)) && ...);
  }
  template <typename Instruction, size_t... n>
  void BindAll(Instruction& i, std::index_sequence<n...>) const {
    (std::get<n>(operands).Bind(i.operand(n)), ...);
  }
  P pattern;
  std::tuple<Operands...> operands;
};

// `P`, and `Get(i)`, an instruction that belongs to it or nullptr, matches `Q`.
template <typename P, typename G, typename Q>
struct RelatedPart {
  bool Test(const HloInstruction& i) const {
    if (!pattern.Test(i)) return false;
    const HloInstruction* related = get(i);
    return related != nullptr && other.Test(*related);
  }
  std::string WhyNot(const HloInstruction& i) const {
    if (!pattern.Test(i)) return pattern.WhyNot(i);
    const HloInstruction* related = get(i);
    if (related == nullptr) return Says(i, std::string("has no ") + what);
    return other.Test(*related) ? "" : Says(i, std::string(what) + ": ") + other.WhyNot(*related);
  }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    pattern.Bind(i);
    other.Bind(get(*i));
  }
  P pattern;
  G get;
  Q other;
  const char* what;
};

// `P`, with two operands in one order or the other.
template <typename P, typename A, typename B>
struct AnyOrderPart {
  bool Test(const HloInstruction& i) const {
    return pattern.Test(i) && i.operand_count() == 2 && (TestOrder(i, 0) || TestOrder(i, 1));
  }
  std::string WhyNot(const HloInstruction& i) const {
    if (!pattern.Test(i)) return pattern.WhyNot(i);
    if (Test(i)) return "";
    for (const int64_t first : {0, 1}) {
      if (a.Test(*i.operand(first))) return b.WhyNot(*i.operand(1 - first));
    }
    return Says(i, "has no operand for the first pattern: ") + a.WhyNot(*i.operand(0)) + "; " +
           a.WhyNot(*i.operand(1));
  }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    pattern.Bind(i);
    const int64_t first = TestOrder(*i, 0) ? 0 : 1;
    a.Bind(i->operand(first));
    b.Bind(i->operand(1 - first));
  }
  bool TestOrder(const HloInstruction& i, int64_t first) const {
    return a.Test(*i.operand(first)) && b.Test(*i.operand(1 - first));
  }
  P pattern;
  A a;
  B b;
};

template <typename... Ps>
struct AnyOfPart {
  bool Test(const HloInstruction& i) const {
    return std::apply([&](const auto&... each) { return (each.Test(i) || ...); }, patterns);
  }
  std::string WhyNot(const HloInstruction& i) const {
    if (Test(i)) return "";
    std::string why = Says(i, "matches no alternative");
    std::apply([&](const auto&... each) { ((why += "; " + each.WhyNot(i)), ...); }, patterns);
    return why;
  }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    const auto bind = [&](const auto& each) {
      if (!each.Test(*i)) return false;
      each.Bind(i);
      return true;
    };
    std::apply([&](const auto&... each) { (void)(bind(each) || ...); }, patterns);
  }
  std::tuple<Ps...> patterns;
};

// ---- Patterns of shapes.

template <typename F>
class ShapePattern {
 public:
  explicit ShapePattern(F condition) : condition_(std::move(condition)) {}
  bool Test(const hlo_text_v1::Shape& shape) const { return condition_(shape); }

  template <typename G>
  auto Where(G condition) const {
    return Narrowed([=](const hlo_text_v1::Shape& shape) { return condition(shape); });
  }
  auto WithType(PrimitiveType type) const {
    return Narrowed([=](const hlo_text_v1::Shape& s) { return s.element_type() == type; });
  }
  auto WithRank(int64_t rank) const {
    return Narrowed([=](const hlo_text_v1::Shape& s) { return s.IsArray() && s.rank() == rank; });
  }
  auto WithDimensions(std::vector<int64_t> dimensions) const {
    return Narrowed([dimensions = std::move(dimensions)](const hlo_text_v1::Shape& s) {
      return s.IsArray() && s.dimensions() == dimensions;
    });
  }
  auto IsTuple() const {
    return Narrowed([](const hlo_text_v1::Shape& s) { return s.IsTuple(); });
  }
  template <typename G>
  auto WithElement(int64_t index, ShapePattern<G> element) const {
    return Narrowed([=](const hlo_text_v1::Shape& s) {
      return s.IsTuple() && index >= 0 && index < static_cast<int64_t>(s.tuple_shapes().size()) &&
             element.Test(*s.tuple_shapes(index));
    });
  }

 private:
  template <typename G>
  auto Narrowed(G condition) const {
    const auto both = [first = condition_, condition](const hlo_text_v1::Shape& shape) {
      return first(shape) && condition(shape);
    };
    return ShapePattern<decltype(both)>(both);
  }
  F condition_;
};
inline auto Shape() {
  const auto any = [](const hlo_text_v1::Shape&) { return true; };
  return ShapePattern<decltype(any)>(any);
}

// ---- A pattern: a part, and functions that narrow it.

template <typename P>
class Pattern {
 public:
  explicit Pattern(P part) : part_(std::move(part)) {}

  bool Test(const HloInstruction& i) const { return part_.Test(i); }
  std::string WhyNot(const HloInstruction& i) const { return part_.WhyNot(i); }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    part_.Bind(i);
  }

  template <typename F>
  auto Where(F condition, const char* what_else = "does not meet a condition") const {
    return Pattern<WherePart<P, F>>({part_, std::move(condition), what_else});
  }
  template <typename Target>
  auto AlsoTo(Target** target) const {
    return Pattern<StorePart<P, Target>>({part_, target});
  }
  auto Is(const HloInstruction* instruction) const {
    return Where([=](const HloInstruction& i) { return &i == instruction; },
                 "is another instruction");
  }
  auto WithType(PrimitiveType type) const {
    return Where([=](const HloInstruction& i) { return i.shape().element_type() == type; },
                 "has another element type");
  }
  auto WithShape(PrimitiveType type, std::vector<int64_t> dimensions) const {
    return WithShape(m::Shape().WithType(type).WithDimensions(std::move(dimensions)));
  }
  template <typename F>
  auto WithShape(ShapePattern<F> pattern) const {
    return Where([=](const HloInstruction& i) { return pattern.Test(i.shape()); },
                 "has another shape");
  }
  template <typename Q>
  auto WithOperand(int64_t number, const Q& operand) const {
    return Related(
        [=](auto& i) {
          return number >= 0 && number < i.operand_count() ? i.operand(number) : nullptr;
        },
        operand, "operand");
  }
  template <typename Q>
  auto WithToApply(const Q& root) const {
    return Related(
        [](auto& i) {
          return i.to_apply() == nullptr ? nullptr : i.to_apply()->root_instruction();
        },
        root, "to_apply");
  }
  template <typename Q>
  auto WithFused(const Q& root) const {
    return Related(
        [](auto& i) {
          return i.opcode() != HloOpcode::kFusion || i.fused_computation() == nullptr
                     ? nullptr
                     : i.fused_computation()->root_instruction();
        },
        root, "fused computation");
  }
  auto WithFusionKind(FusionKind kind) const {
    return Where(
        [=](const HloInstruction& i) {
          return i.opcode() == HloOpcode::kFusion && i.fusion_kind() == kind;
        },
        "is not a fusion of this kind");
  }
  auto WithDirection(ComparisonDirection direction) const {
    return Where(
        [=](const HloInstruction& i) {
          return i.opcode() == HloOpcode::kCompare && i.comparison_direction() == direction;
        },
        "does not compare in this direction");
  }
  auto WithTarget(std::string target) const {
    return Where(
        [target = std::move(target)](const HloInstruction& i) {
          return i.opcode() == HloOpcode::kCustomCall && i.custom_call_target() == target;
        },
        "does not call this target");
  }
  auto WithOneUser() const {
    return Where([](const HloInstruction& i) { return HasOneUser(i); }, "has not one user");
  }

 private:
  template <typename G, typename Q>
  auto Related(G get, const Q& other, const char* what) const {
    return Pattern<RelatedPart<P, G, Q>>({part_, get, other, what});
  }

  P part_;
};

// ---- Makers.

// m::Add and its like take no arguments; a pointer to store to, and more arguments; a number; or
// patterns of all operands.
template <HloOpcode opcode, int arity>
auto MakePattern() {
  return Pattern<OpcodePart<opcode>>({});
}
template <HloOpcode opcode, int arity, typename First, typename... Rest>
auto MakePattern(const First& first, const Rest&... rest) {
  if constexpr (std::is_pointer_v<First>) {
    return MakePattern<opcode, arity>(rest...).AlsoTo(first);
  } else if constexpr (std::is_integral_v<First>) {
    static_assert(opcode == HloOpcode::kParameter && sizeof...(Rest) == 0,
                  "only m::Parameter takes a number here");
    return MakePattern<opcode, arity>().Where([number = int64_t{first}](const HloInstruction& i) {
      return i.parameter_number() == number;
    });
  } else {
    constexpr int kOperands = 1 + static_cast<int>(sizeof...(Rest));
    static_assert(arity == kVariadic || arity == kOperands,
                  "a pattern for each operand, or for none");
    using Part = OperandsPart<OpcodePart<opcode>, First, Rest...>;
    return Pattern<Part>({{}, {first, rest...}});
  }
}
template <HloOpcode opcode, int arity, typename A, typename B>
auto MakeAnyOrder(const A& a, const B& b) {
  static_assert(arity == 2, "AnyOrder is for opcodes of two operands");
  return Pattern<AnyOrderPart<OpcodePart<opcode>, A, B>>({{}, a, b});
}
template <HloOpcode opcode, int arity, typename Target, typename A, typename B>
auto MakeAnyOrder(Target** target, const A& a, const B& b) {
  return MakeAnyOrder<opcode, arity>(a, b).AlsoTo(target);
}

#define HLO_OPCODE(Id, text, arity, ...)                   \
  template <typename... Args>                              \
  auto Id(const Args&... args) {                           \
    return MakePattern<HloOpcode::k##Id, arity>(args...);  \
  }                                                        \
  template <typename... Args>                              \
  auto Id##AnyOrder(const Args&... args) {                 \
    return MakeAnyOrder<HloOpcode::k##Id, arity>(args...); \
  }
#include "hlo/tables/opcodes.def"

inline auto Op() { return Pattern<AnyPart>({}); }
template <typename Target>
auto Op(Target** target) {
  return Op().AlsoTo(target);
}
// Element `index` of what `p` matches.
template <typename P>
auto GetTupleElement(const P& p, int index) {
  return GetTupleElement(p).Where(
      [=](const HloInstruction& i) { return i.tuple_index() == index; });
}
template <typename Target, typename P>
auto GetTupleElement(Target** target, const P& p, int index) {
  return GetTupleElement(p, index).AlsoTo(target);
}
// A constant with one element, of this value.
template <typename T>
auto ConstantScalar(T value) {
  return Constant().Where([=](const HloInstruction& i) {
    return ElementCount(i.shape()) == 1 && IsAll(i.literal(), value);
  });
}
// A constant, or the broadcast of one, whose elements all have this value.
template <typename T>
auto ConstantAll(T value) {
  return Op().Where([=](const HloInstruction& i) { return IsAll(i, value); });
}
template <typename... Ps>
auto AnyOf(const Ps&... patterns) {
  return Pattern<AnyOfPart<Ps...>>({{patterns...}});
}

}  // namespace m
}  // namespace hlo_text_v1

#endif  // HLO_PATTERN_MATCHER_H_
