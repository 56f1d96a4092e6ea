// Values are compared by type, structs member by member. Called computations are put on a list of
// pairs to compare, so deep call graphs need no recursion; a pair already on it counts as equal.
#include "hlo/identical.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/base/casts.h"
#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/base/stored_elements.h"
#include "src/ir/visit_attribute.h"

namespace hlo_text_v1 {

using namespace internal;

// ---- Shapes.

namespace {

// Everything except the elements of tuples and buffers.
bool SameNode(const Shape& a, const Shape& b) {
  if (a.element_type() != b.element_type() || a.dimensions() != b.dimensions() ||
      a.tuple_shapes().size() != b.tuple_shapes().size()) {
    return false;
  }
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (a.is_dynamic_dimension(i) != b.is_dynamic_dimension(i)) return false;
  }
  if (a.layout() == nullptr || b.layout() == nullptr) return a.layout() == b.layout();
  return *a.layout() == *b.layout();
}

}  // namespace

bool operator==(const Shape& a, const Shape& b) {
  // A tuple may have the same large tuple many times: each pair is visited once.
  HashSet<std::pair<const Shape*, const Shape*>> seen;
  std::vector<std::pair<const Shape*, const Shape*>> open = {{&a, &b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left == right) continue;
    if (!SameNode(*left, *right)) return false;
    if (left->tuple_shapes().empty() || !seen.insert({left, right}).second) continue;
    for (size_t i = 0; i < left->tuple_shapes().size(); ++i) {
      open.push_back({left->tuple_shapes()[i], right->tuple_shapes()[i]});
    }
  }
  return true;
}

// ---- Values.

namespace {

// In a class, where all overloads see each other.
struct Values {
  template <typename T>
  static bool Same(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, double>) {
      return absl::bit_cast<uint64_t>(a) == absl::bit_cast<uint64_t>(b);
    } else {
      return a == b;
    }
  }
  template <typename T>
  static bool Same(const absl::Span<const T>& a, const absl::Span<const T>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const T& x, const T& y) { return Same(x, y); });
  }
  template <typename T>
  static bool SameTarget(const T* a, const T* b) {
    return a == b || (a != nullptr && b != nullptr && *a == *b);
  }
  static bool Same(const Shape* const& a, const Shape* const& b) { return SameTarget(a, b); }
  static bool Same(const HloSharding* const& a, const HloSharding* const& b) {
    return SameTarget(a, b);
  }
  static bool Same(const NamedSharding* const& a, const NamedSharding* const& b) {
    return SameTarget(a, b);
  }
  static bool Same(const UnknownAttribute& a, const UnknownAttribute& b) {
    return a.name == b.name && a.value == b.value;
  }
  static bool Same(const UnknownOperand& a, const UnknownOperand& b) {
    return a.is_instruction == b.is_instruction && a.text == b.text;
  }
  static bool Same(const UnknownOpcode& a, const UnknownOpcode& b) {
    return a.name == b.name && Same(a.operands, b.operands);
  }
  static bool Same(const StringValue& a, const StringValue& b) { return a.text == b.text; }
  static bool Same(const EnumValue& a, const EnumValue& b) { return a.index == b.index; }
  static bool Same(const MetadataValue& a, const MetadataValue& b) {
    if (a.is_packed() || b.is_packed()) return &a.attribute == &b.attribute;
    return a.unpacked() == b.unpacked();
  }
};

template <typename Members, size_t... i>
bool SameMembers(const Members& a, const Members& b, std::index_sequence<i...>) {
  return (Values::Same(std::get<i>(a), std::get<i>(b)) && ...);
}
template <typename T>
bool SameStruct(const T& a, const T& b) {
  const auto members_of_a = ValueStruct<T>::Members(a);
  const auto members_of_b = ValueStruct<T>::Members(b);
  return SameMembers(
      members_of_a, members_of_b,
      std::make_index_sequence<std::tuple_size_v<std::decay_t<decltype(members_of_a)>>>());
}

}  // namespace

#define HLO_VALUE_STRUCT(T, ...) \
  bool operator==(const T& a, const T& b) { return SameStruct(a, b); }
#include "hlo/tables/attribute_types.def"

bool operator==(const Literal& a, const Literal& b) {
  std::vector<std::pair<const Literal*, const Literal*>> open = {{&a, &b}};
  while (!open.empty()) {
    const auto [left, right] = open.back();
    open.pop_back();
    if (left == right) continue;
    if (left->is_elided() || right->is_elided() ||
        left->elements().size() != right->elements().size() ||
        left->shape().element_type() != right->shape().element_type() ||
        left->shape().dimensions() != right->shape().dimensions() ||
        !SameElements(left->bytes(), right->bytes())) {
      return false;
    }
    for (size_t i = 0; i < left->elements().size(); ++i) {
      open.push_back({&left->elements()[i], &right->elements()[i]});
    }
  }
  return true;
}

bool operator==(const Attribute& a, const Attribute& b) {
  if (a.kind() != b.kind()) return false;
  return VisitAttributeValue(a, [&](const auto& value) {
    bool is_same = false;
    VisitAttributeValue(b, [&](const auto& other) {
      if constexpr (std::is_same_v<decltype(value), decltype(other)>) {
        is_same = Values::Same(value, other);
      }
    });
    return is_same;
  });
}

// ---- Instructions.

namespace {

using SameOperands = absl::FunctionRef<bool(const HloInstruction*, const HloInstruction*)>;

class Comparison {
 public:
  explicit Comparison(const IdenticalOptions& options) : options_(options) {}

  // Except for the computations that they call, which it records.
  bool SameInstructions(const HloInstruction& a, const HloInstruction& b,
                        SameOperands same_operands) {
    if (&a == &b) return true;
    if (a.spelled_opcode() != b.spelled_opcode() || a.async_phase() != b.async_phase() ||
        !SameShapes(a.shape(), b.shape()) || a.operand_count() != b.operand_count()) {
      return false;
    }
    if (a.opcode() == HloOpcode::kParameter && a.parameter_number() != b.parameter_number()) {
      return false;
    }
    if (a.opcode() == HloOpcode::kConstant && a.literal() != b.literal()) return false;
    for (int64_t i = 0; i < a.operand_count(); ++i) {
      if (!same_operands(a.operand(i), b.operand(i))) return false;
    }
    return SameAttributes(a, b);
  }

  // The recorded computations, and those that they call.
  bool SameCallees() {
    while (!open_.empty()) {
      const auto [a, b] = open_.back();
      open_.pop_back();
      if (!SameBodies(*a, *b)) return false;
    }
    return true;
  }

  void Note(const HloComputation* a, const HloComputation* b) {
    if (a != b && noted_.insert({a, b}).second) open_.push_back({a, b});
  }

 private:
  bool SameShapes(const Shape& a, const Shape& b) const {
    return options_.layouts ? a == b : ShapesCompatible(a, b);
  }

  bool Counts(AttributeKind kind) const {
    return kind != AttributeKind::kMetadata && kind != AttributeKind::kOrigin &&
           kind != AttributeKind::kStatistics && kind != AttributeKind::kControlPredecessors &&
           (options_.shardings || kind != AttributeKind::kSharding) &&
           (options_.channel_ids || kind != AttributeKind::kChannelId) &&
           (options_.layouts || kind != AttributeKind::kOperandLayoutConstraints);
  }

  // Both lists are in print order.
  bool SameAttributes(const HloInstruction& a, const HloInstruction& b) {
    auto left = a.attributes().begin();
    auto right = b.attributes().begin();
    while (true) {
      while (left != a.attributes().end() && !Counts(left->kind())) ++left;
      while (right != b.attributes().end() && !Counts(right->kind())) ++right;
      if (left == a.attributes().end() || right == b.attributes().end()) break;
      if (!SameAttribute(*left++, *right++)) return false;
    }
    return left == a.attributes().end() && right == b.attributes().end();
  }

  bool SameAttribute(const Attribute& a, const Attribute& b) {
    if (a.kind() != b.kind()) return false;
    const AttributeType type = a.info().type;
    if (type == AttributeType::kComputation) {
      Note(a.AsComputation(), b.AsComputation());
      return true;
    }
    if (type == AttributeType::kComputationList) {
      const auto callees_of_a = a.AsList<const HloComputation*>();
      const auto callees_of_b = b.AsList<const HloComputation*>();
      if (callees_of_a.size() != callees_of_b.size()) return false;
      for (size_t i = 0; i < callees_of_a.size(); ++i) Note(callees_of_a[i], callees_of_b[i]);
      return true;
    }
    return a == b;
  }

  bool SameBodies(const HloComputation& a, const HloComputation& b) {
    if (a.instruction_count() != b.instruction_count() ||
        a.parameters().size() != b.parameters().size() ||
        a.execution_thread() != b.execution_thread() || a.backend_config() != b.backend_config() ||
        !Values::Same(a.unknown_attributes(), b.unknown_attributes())) {
      return false;
    }
    const std::vector<const HloInstruction*> order_of_a = InstructionPostOrder(a);
    const std::vector<const HloInstruction*> order_of_b = InstructionPostOrder(b);
    if (order_of_a.size() != order_of_b.size()) return false;
    std::vector<const HloInstruction*> partner(a.index_limit());
    const auto are_partners = [&](const HloInstruction* x, const HloInstruction* y) {
      return x == y || (x->parent() == &a && partner[x->index()] == y);
    };
    for (size_t i = 0; i < order_of_a.size(); ++i) {
      const HloInstruction& x = *order_of_a[i];
      const HloInstruction& y = *order_of_b[i];
      if (!SameInstructions(x, y, are_partners) || x.IsRoot() != y.IsRoot() ||
          !std::equal(x.control_predecessors().begin(), x.control_predecessors().end(),
                      y.control_predecessors().begin(), y.control_predecessors().end(),
                      are_partners)) {
        return false;
      }
      partner[x.index()] = &y;
    }
    return true;
  }

  const IdenticalOptions options_;
  std::vector<std::pair<const HloComputation*, const HloComputation*>> open_;
  HashSet<std::pair<const HloComputation*, const HloComputation*>> noted_;
};

}  // namespace

bool Identical(const HloInstruction& a, const HloInstruction& b, SameOperands same_operands,
               const IdenticalOptions& options) {
  Comparison comparison(options);
  return comparison.SameInstructions(a, b, same_operands) && comparison.SameCallees();
}

bool Identical(const HloInstruction& a, const HloInstruction& b, const IdenticalOptions& options) {
  return Identical(
      a, b, [](const HloInstruction* x, const HloInstruction* y) { return x == y; }, options);
}

bool Identical(const HloComputation& a, const HloComputation& b, const IdenticalOptions& options) {
  Comparison comparison(options);
  comparison.Note(&a, &b);
  return comparison.SameCallees();
}

}  // namespace hlo_text_v1
