// OriginalValueProto has the leaves with their paths; the tree follows from them. Source: XLA
// OriginalValue::FromProto.
#include <algorithm>
#include <vector>

#include "src/proto/read_values.h"

namespace hlo_text_v1::internal {
namespace {

struct Leaf {
  ShapeIndex path;
  bool has_array = false;
  OriginalArray array;
};

}  // namespace

HLO_PROTO_FIELDS_OF(Leaf, OriginalValueElementProto) {
  archive.Field(Fields::shape_index, value.path);
  archive.MessageIf(Fields::original_array, value.has_array, value.array);
}

namespace {

// The tree of consecutive leaves whose paths have the first `depth` numbers in common. An empty
// tuple has no leaf; one at the end is lost, as in XLA. `empty` counts the others in the whole
// tree: one number may skip billions.
bool BuildTree(absl::Span<const Leaf> leaves, size_t depth, const char* at, ProtoReadState& state,
               uint64_t* empty, OriginalValue::Node* node) {
  const ProtoDepthGuard guard(state, at);
  if (state.failed()) return false;
  if (leaves.size() == 1 && leaves[0].path.size() == depth) {
    node->is_leaf = true;
    node->has_array = leaves[0].has_array;
    node->array = leaves[0].array;
    return true;
  }
  std::vector<OriginalValue::Node> children;
  while (!leaves.empty()) {
    const auto next = static_cast<int64_t>(children.size());
    const int64_t index = leaves[0].path.size() > depth ? leaves[0].path[depth] : -1;
    if (index < next) return state.Fail(at, "the shape indices of the elements are not a tree");
    constexpr int64_t kTooMany = int64_t{1} << 40;
    *empty += static_cast<uint64_t>(std::min(index - next, kTooMany));
    if (index > next && !state.HasRoom(at, *empty * sizeof(OriginalValue::Node))) return false;
    children.resize(static_cast<size_t>(index));
    const auto* end = std::find_if_not(leaves.begin(), leaves.end(), [&](const Leaf& leaf) {
      return leaf.path.size() > depth && leaf.path[depth] == index;
    });
    const auto count = static_cast<size_t>(end - leaves.begin());
    OriginalValue::Node child;
    if (!BuildTree(leaves.subspan(0, count), depth + 1, at, state, empty, &child)) return false;
    children.push_back(child);
    leaves.remove_prefix(count);
  }
  if (!state.HasRoom(at, children.size() * sizeof(OriginalValue::Node))) return false;
  node->children = state.arena->CopySpan(absl::MakeConstSpan(children));
  return true;
}

}  // namespace

bool ReadOriginalValue(std::string_view bytes, ProtoReadState& state, OriginalValue* value) {
  using Fields = pb::OriginalValueProto;
  absl::Span<const Leaf> leaves;
  bool is_synthetic = false;
  for (MessageReader reader(state, ProtoMessage::kOriginalValueProto, bytes); reader.Next();) {
    reader.Field(Fields::elements, leaves);
    reader.Field(Fields::is_synthetic_call, is_synthetic);
    reader.FieldIf(Fields::call_hierarchy, value->has_call_hierarchy, value->call_hierarchy);
  }
  if (state.failed()) return false;
  value->has_call_hierarchy |= is_synthetic;
  uint64_t empty = 0;
  return BuildTree(leaves, 0, bytes.data(), state, &empty, &value->root);
}

void SortFrontendAttributes(FrontendAttributes* attributes) {
  const absl::Span<const FrontendAttribute> entries = attributes->entries;
  if (entries.size() < 2) return;
  auto* first = const_cast<FrontendAttribute*>(entries.data());
  auto* last = first + entries.size();
  std::stable_sort(first, last, [](const auto& a, const auto& b) { return a.key < b.key; });
  auto* to = first;
  for (auto* from = first; from != last; ++from) {
    if (from + 1 == last || from->key != from[1].key) *to++ = *from;
  }
  attributes->entries = absl::MakeConstSpan(first, to);
}

}  // namespace hlo_text_v1::internal
