// origin=: original arrays and trees of them. Walks the tree with an explicit list of open tuples,
// without recursion, because a program may have built it to any depth.
#include <vector>

#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

void AppendLeaf(const OriginalValue::Node& leaf, std::string* out) {
  if (leaf.has_array) {
    AppendOriginalArray(leaf.array, out);
  } else {
    out->append("{}");
  }
}

void AppendTree(const OriginalValue::Node& root, std::string* out) {
  if (root.is_leaf) return AppendLeaf(root, out);
  struct OpenTuple {
    const OriginalValue::Node* tuple;
    size_t next_child;
  };
  std::vector<OpenTuple> open = {{&root, 0}};
  out->push_back('(');
  while (!open.empty()) {
    OpenTuple& top = open.back();
    if (top.next_child == top.tuple->children.size()) {
      out->push_back(')');
      open.pop_back();
      continue;
    }
    if (top.next_child > 0) out->append(", ");
    const OriginalValue::Node& child = top.tuple->children[top.next_child++];
    if (child.is_leaf) {
      AppendLeaf(child, out);
    } else {
      out->push_back('(');
      open.push_back({&child, 0});
    }
  }
}

}  // namespace

void AppendOriginalArray(const OriginalArray& array, std::string* out) {
  out->push_back('{');
  AppendRawString(array.instruction_name, '"', out);
  if (!array.shape_index.empty()) {
    out->push_back(' ');
    AppendShapeIndex(array.shape_index, out);
  }
  out->push_back('}');
}

void AppendOriginalValue(const OriginalValue& value, std::string* out) {
  out->push_back('{');
  AppendTree(value.root, out);
  if (value.has_call_hierarchy) {
    out->append(",[");
    AppendRawString(value.call_hierarchy, '"', out);
    out->push_back(']');
  }
  out->push_back('}');
}

}  // namespace hlo_text_v1
