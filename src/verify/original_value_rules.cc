// origin= is a tree with the structure of the instruction's shape.
// Source: XLA hlo_verifier.cc, VerifyOriginalValues.
#include <cstdint>
#include <string>
#include <vector>

#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

using ValueTree = OriginalValue::Node;

bool SameStructure(const Shape& shape, const ValueTree& node) {
  if (!shape.IsTuple()) return node.is_leaf;
  if (node.is_leaf || node.children.size() != shape.tuple_shapes().size()) return false;
  for (size_t i = 0; i < node.children.size(); ++i) {
    if (!SameStructure(*shape.tuple_shapes()[i], node.children[i])) return false;
  }
  return true;
}

bool IsLeaf(const Shape& shape) { return !shape.IsTuple(); }
bool IsLeaf(const ValueTree& node) { return node.is_leaf; }
size_t SizeOf(const Shape& shape) { return shape.tuple_shapes().size(); }
size_t SizeOf(const ValueTree& node) { return node.children.size(); }
const Shape& ChildOf(const Shape& shape, size_t i) { return *shape.tuple_shapes()[i]; }
const ValueTree& ChildOf(const ValueTree& node, size_t i) { return node.children[i]; }

// Indices of the leaves of `tree` that are not leaves of `other`; nullptr: `other` has no node
// there.
template <typename Tree, typename Other>
void AppendLeavesOnlyIn(const Tree& tree, const Other* other, std::vector<int64_t>* index,
                        std::string* out) {
  if (IsLeaf(tree)) {
    if (other != nullptr && IsLeaf(*other)) return;
    StrAppend(out, out->empty() ? "" : ", ", ShapeIndexText(*index));
    return;
  }
  for (size_t i = 0; i < SizeOf(tree); ++i) {
    const bool is_there = other != nullptr && !IsLeaf(*other) && i < SizeOf(*other);
    index->push_back(static_cast<int64_t>(i));
    AppendLeavesOnlyIn(ChildOf(tree, i), is_there ? &ChildOf(*other, i) : nullptr, index, out);
    index->pop_back();
  }
}

bool IsSyntheticCall(const OriginalValue& value) {
  return value.has_call_hierarchy && !value.root.is_leaf && value.root.children.empty();
}

}  // namespace

void VerifyOriginalValues(VerifyContext& context) {
  for (const HloComputation* computation : context.module().computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (context.stopped()) return;
      const auto* value = instruction->FindAttribute<OriginalValue>(AttributeKind::kOrigin);
      const Shape& shape = instruction->shape();
      if (value == nullptr || IsSyntheticCall(*value) || SameStructure(shape, value->root)) {
        continue;
      }
      std::string only_in_shape, only_in_value;
      std::vector<int64_t> index;
      AppendLeavesOnlyIn(shape, &value->root, &index, &only_in_shape);
      AppendLeavesOnlyIn(value->root, &shape, &index, &only_in_value);
      context.Error(*instruction, Code::kOriginStructure, context.module().name(), *instruction,
                    only_in_shape, only_in_value);
    }
  }
}

}  // namespace hlo_text_v1::internal
