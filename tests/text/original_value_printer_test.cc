#include <gtest/gtest.h>

#include <vector>

#include "hlo/attribute_values.h"
#include "hlo/print_values.h"

namespace hlo_text_v1::original_value_printer_test {

using Node = OriginalValue::Node;

Node Leaf(std::string_view name, ShapeIndex index = {}) {
  Node node;
  node.is_leaf = true;
  node.has_array = !name.empty();
  node.array = {name, index};
  return node;
}

Node Tuple(absl::Span<const Node> children) {
  Node node;
  node.children = children;
  return node;
}

std::string Print(const OriginalValue& value) {
  std::string out;
  AppendOriginalValue(value, &out);
  return out;
}

TEST(OriginalValuePrinterTest, Tree) {
  constexpr int64_t kIndex[] = {0, 1};
  const Node inner[] = {Leaf(""), Leaf("b", kIndex)};
  const Node outer[] = {Leaf("a\"\n"), Tuple(inner), Tuple({})};
  OriginalValue value;
  EXPECT_EQ(Print(value), "{()}");
  value.root = Tuple(outer);
  EXPECT_EQ(Print(value), R"({({"a\"\n"}, ({}, {"b" {0,1}}), ())})");
  value.root = Leaf("x");
  value.has_call_hierarchy = true;
  value.call_hierarchy = "h\"";
  EXPECT_EQ(Print(value), R"({{"x"},["h\""]})");
}

TEST(OriginalValuePrinterTest, DepthCostsNoStack) {
  constexpr size_t kDepth = 300000;
  std::vector<Node> nodes(kDepth);
  for (size_t i = 1; i < kDepth; ++i) nodes[i - 1].children = absl::Span<const Node>(&nodes[i], 1);
  OriginalValue value;
  value.root = nodes[0];
  EXPECT_EQ(Print(value), "{" + std::string(kDepth, '(') + std::string(kDepth, ')') + "}");
}

}  // namespace hlo_text_v1::original_value_printer_test
