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
//   p.Is(instruction)      it is this instruction
//   p.AlsoTo(&x)           stores it in x, too
//
// Nothing is stored unless the whole pattern matches. A const instruction cannot be stored in an
// HloInstruction*: that does not compile. A link of a chain in sugar is an AsyncStart, AsyncUpdate
// or AsyncDone. A pattern is a value that may be kept; its targets must outlive its use. Matching
// looks at each part of the pattern once, AnyOrder and AnyOf multiply that by their alternatives;
// the first WithOneUser in a computation is linear in it. XLA service/pattern_matcher.h.
#ifndef HLO_PATTERN_MATCHER_H_
#define HLO_PATTERN_MATCHER_H_

#include <cstddef>
#include <cstdint>
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

namespace m {

// ---- Parts of patterns. Test decides; Bind stores, and is called only after Test was true.

template <typename P, typename F>
struct WherePart {
  bool Test(const HloInstruction& i) const { return pattern.Test(i) && condition(i); }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    pattern.Bind(i);
  }
  P pattern;
  F condition;
};

template <typename P, typename Target>
struct StorePart {
  bool Test(const HloInstruction& i) const { return pattern.Test(i); }
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
  template <typename Instruction>
  void Bind(Instruction*) const {}
};

template <HloOpcode opcode>
struct OpcodePart : AnyPart {
  bool Test(const HloInstruction& i) const { return i.opcode() == opcode; }
};

// `P`, with all operands given.
template <typename P, typename... Operands>
struct OperandsPart {
  bool Test(const HloInstruction& i) const {
    return pattern.Test(i) && i.operand_count() == static_cast<int64_t>(sizeof...(Operands)) &&
           TestAll(i, std::index_sequence_for<Operands...>());
  }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    pattern.Bind(i);
    BindAll(*i, std::index_sequence_for<Operands...>());
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

// `P`, with two operands in one order or the other.
template <typename P, typename A, typename B>
struct AnyOrderPart {
  bool Test(const HloInstruction& i) const {
    return pattern.Test(i) && i.operand_count() == 2 && (TestOrder(i, 0) || TestOrder(i, 1));
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

// ---- A pattern: a part, and functions that narrow it.

template <typename P>
class Pattern {
 public:
  explicit Pattern(P part) : part_(std::move(part)) {}

  bool Test(const HloInstruction& i) const { return part_.Test(i); }
  template <typename Instruction>
  void Bind(Instruction* i) const {
    part_.Bind(i);
  }

  template <typename F>
  auto Where(F condition) const {
    return Pattern<WherePart<P, F>>({part_, std::move(condition)});
  }
  template <typename Target>
  auto AlsoTo(Target** target) const {
    return Pattern<StorePart<P, Target>>({part_, target});
  }
  auto Is(const HloInstruction* instruction) const {
    return Where([=](const HloInstruction& i) { return &i == instruction; });
  }
  auto WithType(PrimitiveType type) const {
    return Where([=](const HloInstruction& i) { return i.shape().element_type() == type; });
  }
  auto WithShape(PrimitiveType type, std::vector<int64_t> dimensions) const {
    return Where([type, dimensions = std::move(dimensions)](const HloInstruction& i) {
      return i.shape().element_type() == type && i.shape().dimensions() == dimensions;
    });
  }
  auto WithOneUser() const {
    return Where([](const HloInstruction& i) { return HasOneUser(i); });
  }

 private:
  P part_;
};

// ---- Makers.

// What the arguments of m::Add and its like mean: nothing; a pointer to store to, and more
// arguments; a number; patterns of all operands.
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
