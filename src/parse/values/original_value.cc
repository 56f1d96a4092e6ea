// origin=: a tree of original arrays, {({"a"}, {"b" {1}})}, and the arrays alone.
//
// XLA reads the tree with a cursor, an index into nested tuples: '(' descends to element 0, ')'
// goes up, ',' steps to the next element, {..} puts an array at the cursor, over whatever was
// there. Brackets need not balance. Nodes are created only when an array is put at or below them,
// so there are never more nodes than bytes of text.
//
// The cursor remembers which of its levels already have a node; this makes the whole linear.
#include <vector>

#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {
namespace {

class OriginalValueBuilder {
 public:
  OriginalValueBuilder() : nodes_(1) {}

  void Descend() { levels_.push_back(Level{}); }
  void Ascend() {
    if (levels_.empty()) {
      below_root_ = true;
    } else {
      levels_.pop_back();
    }
  }
  void Step() {
    if (levels_.empty()) return;  // nothing to step to outside of all parentheses
    ++levels_.back().index;
    levels_.back().node = kNone;
  }
  size_t depth() const { return levels_.size(); }
  // After an extra ')': XLA's index has a negative length, and it crashes when it is used.
  bool below_root() const { return below_root_; }

  void PutArray(const OriginalArray& array) {
    Node& node = nodes_[CursorNode()];
    node.children.clear();
    node.is_leaf = true;
    node.array = array;
  }

  void Finish(Arena* arena, OriginalValue::Node* root) const {
    struct Work {
      uint32_t from;
      OriginalValue::Node* to;
    };
    std::vector<Work> work = {{0, root}};
    while (!work.empty()) {
      const Work next = work.back();
      work.pop_back();
      const Node& node = nodes_[next.from];
      *next.to = {};
      next.to->is_leaf = node.is_leaf;
      if (node.is_leaf) {
        next.to->has_array = !node.array.instruction_name.empty();
        next.to->array = node.array;
      }
      const size_t count = node.children.size();
      if (count == 0) continue;
      auto* children = arena->NewArray<OriginalValue::Node>(count);
      for (size_t i = 0; i < count; ++i) {
        new (&children[i]) OriginalValue::Node();
        work.push_back({node.children[i], &children[i]});
      }
      next.to->children = absl::Span<const OriginalValue::Node>(children, count);
    }
  }

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Level {
    uint32_t index = 0;
    uint32_t node = kNone;
  };
  struct Node {
    bool is_leaf = false;
    OriginalArray array;
    std::vector<uint32_t> children;
  };

  // The node at the cursor; creates it and those above it. A leaf above it becomes a tuple.
  uint32_t CursorNode() {
    size_t known = levels_.size();
    while (known > 0 && levels_[known - 1].node == kNone) --known;
    uint32_t node = known == 0 ? 0 : levels_[known - 1].node;
    for (; known < levels_.size(); ++known) {
      nodes_[node].is_leaf = false;
      while (nodes_[node].children.size() <= levels_[known].index) {
        nodes_[node].children.push_back(static_cast<uint32_t>(nodes_.size()));
        nodes_.emplace_back();
      }
      node = nodes_[node].children[levels_[known].index];
      levels_[known].node = node;
    }
    return node;
  }

  std::vector<Node> nodes_;  // [0] is the root
  std::vector<Level> levels_;
  bool below_root_ = false;
};

// After the '{': [synthetic_call]}
bool ReadSyntheticCall(ParseContext& ctx) {
  ctx.lexer.Next();
  if (ctx.kind() != TokKind::kIdent || ctx.token().value != "synthetic_call") {
    return ctx.Error(Code::kExpectsSyntheticCall);
  }
  ctx.lexer.Next();
  return ctx.Expect(TokKind::kRsquare, Code::kExpectsSyntheticCallEnd) &&
         ctx.Expect(TokKind::kRbrace, Code::kExpectsOriginalValueEnd);
}

// After the ',': ["name"]
bool ReadCallHierarchy(ParseContext& ctx, OriginalValue* value) {
  if (value->has_call_hierarchy) return ctx.Error(Code::kDuplicateCallHierarchy);
  ctx.lexer.Next();
  if (!ctx.ReadString(&value->call_hierarchy)) return ctx.Error(Code::kExpectsCallHierarchyString);
  value->has_call_hierarchy = true;
  return ctx.Expect(TokKind::kRsquare, Code::kExpectsCallHierarchyEnd);
}

// One step of the cursor, or an array at it.
bool ReadTreeItem(ParseContext& ctx, OriginalValueBuilder* builder, OriginalValue* value) {
  if (ctx.EatIf(TokKind::kComma)) {
    if (ctx.kind() == TokKind::kLsquare) return ReadCallHierarchy(ctx, value);
    builder->Step();
    return true;
  }
  if (ctx.kind() == TokKind::kLbrace) {
    if (builder->below_root()) return ctx.Error(Code::kOriginalValueUnbalanced);
    OriginalArray array;
    if (!ReadOriginalArray(ctx, &array)) return false;
    builder->PutArray(array);
    return true;
  }
  if (ctx.EatIf(TokKind::kRparen)) {
    builder->Ascend();
    return true;
  }
  if (ctx.kind() != TokKind::kLparen) return ctx.Error(Code::kExpectsOriginalValueTree);
  if (!ctx.CheckDepth(builder->depth() + 1)) return false;
  builder->Descend();
  ctx.lexer.Next();
  return true;
}

}  // namespace

bool ReadOriginalArray(ParseContext& ctx, OriginalArray* array) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsOriginalArrayStart)) return false;
  *array = {};
  if (ctx.kind() == TokKind::kString) {
    if (!ctx.ReadString(&array->instruction_name)) return false;
    if (ctx.kind() == TokKind::kLbrace && !ctx.ReadShapeIndex(&array->shape_index)) return false;
  }
  return ctx.Expect(TokKind::kRbrace, Code::kExpectsOriginalArrayEnd);
}

bool ReadOriginalValue(ParseContext& ctx, OriginalValue* value) {
  if (!ctx.Expect(TokKind::kLbrace, Code::kExpectsOriginalValueStart)) return false;
  *value = {};
  if (ctx.kind() == TokKind::kLsquare) {
    value->has_call_hierarchy = true;
    return ReadSyntheticCall(ctx);
  }
  OriginalValueBuilder builder;
  while (!ctx.EatIf(TokKind::kRbrace)) {
    if (!ReadTreeItem(ctx, &builder, value)) return false;
  }
  builder.Finish(&ctx.arena, &value->root);
  return true;
}

}  // namespace hlo_text_v1::internal
