// A counted loop compares an element of its state, or the state itself, with a constant, and its
// body adds a constant to it. Scalars are followed through copies, sums with constants, fusions and
// calls. An element that the body hands on unchanged is the value that goes into the loop.
#include "src/analysis/trip_count.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/numbers.h"
#include "hlo/attribute_accessors.h"
#include "hlo/call_graph.h"
#include "hlo/query.h"
#include "src/async/wrapped_computation.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {
namespace internal {
namespace {

// Takes blanks and `token` off the front of `text`.
bool Take(std::string_view token, std::string_view* text) {
  text->remove_prefix(std::min(text->find_first_not_of(" \t\r\n"), text->size()));
  if (text->substr(0, token.size()) != token) return false;
  text->remove_prefix(token.size());
  return true;
}

}  // namespace

std::optional<int64_t> TripCountIn(std::string_view backend_config) {
  constexpr std::string_view kKey = "\"known_trip_count\"";
  const size_t at = backend_config.find(kKey);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = backend_config.substr(at + kKey.size());
  if (!Take(":", &rest) || !Take("{", &rest) || !Take("\"n\"", &rest) || !Take(":", &rest)) {
    return std::nullopt;
  }
  Take("\"", &rest);  // protobuf writes an int64 as a string
  int64_t count = 0;
  const size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (!absl::SimpleAtoi(Absl(rest.substr(0, digits)), &count)) return std::nullopt;
  return count;
}

namespace {

// `offset`, plus an element of the loop's state if there is one.
struct Scalar {
  static constexpr int64_t kNone = -2;
  static constexpr int64_t kWhole = -1;  // the state, which is not a tuple
  int64_t element = kNone;
  absl::int128 offset = 0;
};

using Callers = std::vector<const HloInstruction*>;

class Counter {
 public:
  explicit Counter(const HloInstruction& loop) : loop_(loop) {}

  std::optional<int64_t> Count() {
    const HloComputation* condition = loop_.while_condition();
    if (condition == nullptr || loop_.while_body() == nullptr || loop_.operand_count() != 1) {
      return std::nullopt;
    }
    Callers callers;
    const HloInstruction* compare = condition->root_instruction();
    while (compare != nullptr && Enter(&compare, &callers)) {
    }
    if (compare == nullptr || compare->opcode() != HloOpcode::kCompare ||
        compare->operand_count() != 2) {
      return std::nullopt;
    }
    ComparisonDirection direction = compare->comparison_direction();
    std::optional<Scalar> counter = Follow(compare->operand(0), callers, /*is_inside=*/true);
    std::optional<Scalar> limit = Follow(compare->operand(1), callers, /*is_inside=*/true);
    if (!counter.has_value() || !limit.has_value()) return std::nullopt;
    if (counter->element == Scalar::kNone) {
      std::swap(counter, limit);
      direction = ReverseDirection(direction);
    }
    if (counter->element == Scalar::kNone || limit->element != Scalar::kNone) return std::nullopt;
    const std::optional<Scalar> first = Before(counter->element);
    const std::optional<Scalar> next = AfterBody(counter->element);
    if (!first.has_value() || !next.has_value() || next->element != counter->element) {
      return std::nullopt;
    }
    return Trips(first->offset + counter->offset, next->offset, limit->offset, direction,
                 compare->operand(0)->shape().element_type());
  }

 private:
  // A text may lead far: the limits of all that is asked about one loop.
  static constexpr int kMaxSteps = 200;
  static constexpr size_t kMaxCallers = 8;

  // How many of first, first + step ... compare with `limit` as they should until one does not;
  // nothing if the counter's type ends before.
  static std::optional<int64_t> Trips(absl::int128 first, absl::int128 step, absl::int128 limit,
                                      ComparisonDirection direction, PrimitiveType type) {
    if (direction == ComparisonDirection::kEq) return std::nullopt;
    const bool is_down = direction == ComparisonDirection::kGt ||
                         direction == ComparisonDirection::kGe ||
                         (direction == ComparisonDirection::kNe && step < 0);
    absl::int128 distance = is_down ? first - limit : limit - first;
    if (is_down) step = -step;
    if (direction == ComparisonDirection::kLe || direction == ComparisonDirection::kGe) {
      distance += 1;
    }
    if (distance == 0) return 0;
    if (direction == ComparisonDirection::kNe) {
      if (distance < 0 || step <= 0 || distance % step != 0) return std::nullopt;
    } else if (distance < 0) {
      return 0;
    }
    if (step <= 0) return std::nullopt;
    const absl::int128 trips = (distance + step - 1) / step;
    const absl::int128 last = is_down ? first - trips * step : first + trips * step;
    const bool is_signed = IsSignedIntegralType(type);
    const absl::int128 size = absl::int128(1) << (BitWidth(type) - (is_signed ? 1 : 0));
    if (last < (is_signed ? -size : 0) || last >= size) return std::nullopt;
    if (trips > std::numeric_limits<int64_t>::max()) return std::nullopt;
    return static_cast<int64_t>(trips);
  }

  // Goes from a fusion or call to the root of its computation.
  static bool Enter(const HloInstruction** value, Callers* callers) {
    const HloComputation* callee = CalleeOf((*value)->opcode(), **value);
    if (callee == nullptr || callee->root_instruction() == nullptr) return false;
    if (callers->size() >= kMaxCallers) return false;
    callers->push_back(*value);
    *value = callee->root_instruction();
    return true;
  }

  // The element of the state that goes into the loop, if it is a constant.
  std::optional<Scalar> Before(int64_t element) {
    const std::optional<Scalar> first = Element(loop_.operand(0), element, /*is_inside=*/false);
    return first.has_value() && first->element == Scalar::kNone ? first : std::nullopt;
  }
  // The element that comes out of the body.
  std::optional<Scalar> AfterBody(int64_t element) {
    const HloInstruction* root = loop_.while_body()->root_instruction();
    return root == nullptr ? std::nullopt : Element(root, element, /*is_inside=*/true);
  }
  std::optional<Scalar> Element(const HloInstruction* state, int64_t element, bool is_inside) {
    if (element == Scalar::kWhole) return Follow(state, {}, is_inside);
    if (state->opcode() != HloOpcode::kTuple || element >= state->operand_count()) {
      return std::nullopt;
    }
    return Follow(state->operand(element), {}, is_inside);
  }

  // An element as a constant, if the body hands it on unchanged.
  Scalar Settled(const Scalar& scalar) {
    const std::optional<Scalar> next = AfterBody(scalar.element);
    if (!next.has_value() || next->element != scalar.element || next->offset != 0) return scalar;
    const std::optional<Scalar> first = Before(scalar.element);
    if (!first.has_value()) return scalar;
    return {Scalar::kNone, first->offset + scalar.offset};
  }

  // A value in the condition or the body, or outside of the loop; or in what `callers` call there.
  std::optional<Scalar> Follow(const HloInstruction* value, Callers callers, bool is_inside) {
    absl::int128 offset = 0;
    while (steps_++ < kMaxSteps) {
      const HloInstruction* operand = value->operand_count() > 0 ? value->operand(0) : nullptr;
      const auto is = [&](auto... opcodes) { return ((value->opcode() == opcodes) || ...); };
      if (is(HloOpcode::kConstant)) return Constant(*value, offset);
      if (is(HloOpcode::kParameter)) {
        if (callers.empty()) return State(Scalar::kWhole, offset, is_inside);
        const int64_t number = value->parameter_number();
        if (number < 0 || number >= callers.back()->operand_count()) return std::nullopt;
        value = callers.back()->operand(number);
        callers.pop_back();
      } else if (is(HloOpcode::kGetTupleElement)) {
        const int64_t index = value->tuple_index();
        if (operand == nullptr || index < 0) return std::nullopt;
        if (operand->opcode() == HloOpcode::kParameter && callers.empty()) {
          return State(index, offset, is_inside);
        }
        const bool is_tuple = operand->opcode() == HloOpcode::kTuple;
        if (!is_tuple || index >= operand->operand_count()) return std::nullopt;
        value = operand->operand(index);
      } else if (is(HloOpcode::kAdd, HloOpcode::kSubtract)) {
        if (value->operand_count() != 2) return std::nullopt;
        const bool is_sum = is(HloOpcode::kAdd);
        std::optional<Scalar> term = Follow(value->operand(1), callers, is_inside);
        const bool is_second = term.has_value() && term->element == Scalar::kNone;
        if (!is_second && is_sum) term = Follow(operand, callers, is_inside);
        if (!term.has_value() || term->element != Scalar::kNone) return std::nullopt;
        offset += is_sum ? term->offset : -term->offset;
        value = is_second ? operand : value->operand(1);
      } else if (is(HloOpcode::kCopy, HloOpcode::kBitcast, HloOpcode::kReshape)) {
        if (operand == nullptr ||
            operand->shape().element_type() != value->shape().element_type()) {
          return std::nullopt;
        }
        value = operand;
      } else if (!Enter(&value, &callers)) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  std::optional<Scalar> State(int64_t element, absl::int128 offset, bool is_inside) {
    if (!is_inside) return std::nullopt;
    // A question about an element while it is being settled gets it as it is.
    if (std::count(settling_.begin(), settling_.end(), element) > 0) return Scalar{element, offset};
    settling_.push_back(element);
    const Scalar settled = Settled({element, offset});
    settling_.pop_back();
    return settled;
  }

  static std::optional<Scalar> Constant(const HloInstruction& constant, absl::int128 offset) {
    const Shape& shape = constant.shape();
    if (!shape.IsArray() || shape.rank() != 0 || !IsIntegralType(shape.element_type()) ||
        constant.literal().is_elided()) {
      return std::nullopt;
    }
    const int64_t value = constant.literal().GetInt64(0);
    if (value < 0 && !IsSignedIntegralType(shape.element_type())) return std::nullopt;  // over 2^63
    return Scalar{Scalar::kNone, offset + value};
  }

  const HloInstruction& loop_;
  int steps_ = 0;
  std::vector<int64_t> settling_;
};

}  // namespace
}  // namespace internal

std::optional<int64_t> TripCount(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kWhile) return std::nullopt;
  const std::optional<int64_t> known = internal::TripCountIn(instruction.backend_config());
  return known.has_value() ? known : internal::Counter(instruction).Count();
}

}  // namespace hlo_text_v1
