// Shapes as types of MLIR: tensor<8x4xf32>, tuple<...>, !hlo.token.
//
// A type says less than a shape: layouts, tiles and bounds of dynamic dimensions are not in it. The
// loose text of a shape is what is left of it, HLO text without layouts in which every dynamic
// dimension is '?'; two shapes have one type exactly if their loose texts are equal. What has no
// type in MLIR is of the dialect hlo, !hlo.f4e2m1fn, or among registered types a tensor with an
// encoding, tensor<4xi4, "f4e2m1fn">. Long tuples get a name, !tuple0, so that a tuple that is used
// in many places is written once.
#ifndef HLO_MLIR_MLIR_TYPES_H_
#define HLO_MLIR_MLIR_TYPES_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/types/span.h"
#include "hlo/primitive_type.h"
#include "hlo/shape.h"

namespace hlo {

// The type of an element in MLIR, "complex<f32>"; empty if there is none.
std::string_view MlirElementType(PrimitiveType type);

// Appends the loose text of `shape`. A bounded dimension and one without a bound are the same in
// it.
void AppendLooseShape(const Shape& shape, std::string* out);

// Whether the loose text of `shape`, as HLO, reads back as `shape`, so that the type alone tells
// it.
bool IsPlainShape(const Shape& shape);

class MlirTypes {
 public:
  explicit MlirTypes(bool registered_only) : registered_only_(registered_only) {}

  // Valid as long as this.
  std::string_view Of(const Shape& shape) { return EntryOf(shape).text; }
  bool IsPlain(const Shape& shape) { return EntryOf(shape).is_plain; }
  // "(A, B)".
  void AppendList(absl::Span<const Shape* const> shapes, std::string* out);

  // "!tuple0 = tuple<...>" in lines, for the types asked for so far.
  std::string_view aliases() const { return aliases_; }

 private:
  struct Entry {
    std::string text;
    bool is_plain = false;
  };
  const Entry& EntryOf(const Shape& shape);
  std::string TextOf(const Shape& shape);
  void AppendArray(const Shape& shape, std::string_view encoding, std::string* out) const;
  std::string Named(std::string text);

  const bool registered_only_;
  absl::node_hash_map<const Shape*, Entry> entries_;
  absl::flat_hash_map<std::string, std::string> names_;  // of long tuples
  std::string aliases_;
};

}  // namespace hlo

#endif  // HLO_MLIR_MLIR_TYPES_H_
