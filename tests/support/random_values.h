// Random shapes, literals and values of attributes, as text.
//
// A value is valid in the grammar of its type, but may not fit the instruction; the parser and XLA
// must agree about that. Numbers are mostly small, so that many fit.
#ifndef HLO_TESTS_SUPPORT_RANDOM_VALUES_H_
#define HLO_TESTS_SUPPORT_RANDOM_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/attribute_kind.h"
#include "hlo/primitive_type.h"
#include "tests/support/choices.h"

namespace hlo_text_v1::test {

using Dimensions = std::vector<int64_t>;

// A shape that a generator understands. `layout` is text, "{1,0}", or empty.
struct RandomShape {
  PrimitiveType type = PrimitiveType::kF32;  // kTuple with parts
  Dimensions dimensions = {};
  std::string layout = "";
  std::vector<RandomShape> parts = {};

  std::string Text() const;
  bool operator==(const RandomShape& other) const { return Text() == other.Text(); }
};
RandomShape TupleOf(std::vector<RandomShape> parts);

// "{0,2}" or "[0,2]".
std::string ListText(const Dimensions& numbers, const char* brackets = "{}");

class RandomValues {
 public:
  explicit RandomValues(Choices& choices) : choices_(choices) {}

  // ---- Parts of values.
  int64_t Number();    // mostly small
  std::string Real();  // 0.5, inf
  std::string QuotedWord();
  // Without escapes: XLA prints some strings as they are, which then may not be readable.
  std::string RawWord();
  Dimensions Numbers(size_t limit);

  // ---- Shapes.
  PrimitiveType Element();  // of an array
  RandomShape Array();
  RandomShape Shape();  // also tuples, token, opaque
  std::string Layout(size_t rank);

  // ---- Literals: the text after the shape. Those of large shapes are "{...}".
  std::string Literal(const RandomShape& shape);

  // ---- Attributes. A value of `type`; computations and instructions have these names, if any.
  std::string Value(AttributeType type, const std::vector<std::string>& computations,
                    const std::vector<std::string>& instructions);
  std::string Sharding(size_t depth);

 private:
  std::string Scalar(PrimitiveType type);
  std::string Elements(const RandomShape& shape, size_t dimension);
  std::string Window();
  std::string Tiles();
  std::string NamedSharding();
  std::string ReplicaGroups();
  std::string Metadata();
  std::string Origin(size_t depth);
  std::string OneOf(const std::vector<std::string>& names);
  std::string Some(const std::vector<std::string>& names);

  Choices& choices_;
  int tuple_depth_ = 0;  // of the shape that is being made
};

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_SUPPORT_RANDOM_VALUES_H_
