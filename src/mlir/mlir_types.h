// Shapes as MLIR types: tensor<8x4xf32>, tuple<...>, !hlo.token.
//
// A type says less than a shape: it has no layouts, tiles or bounds of dynamic dimensions. The
// loose text of a shape, HLO text without layouts and with '?' for each dynamic dimension, leaves
// them out, too. Two shapes have the same type if and only if they have the same loose text. Shapes
// without an MLIR type are in the dialect hlo, !hlo.f4e2m1fn, or with registered types only a
// tensor with an encoding, tensor<4xi4, "f4e2m1fn">. Long tuples get a name, !tuple0, and are
// written once however often they are used.
#ifndef HLO_MLIR_MLIR_TYPES_H_
#define HLO_MLIR_MLIR_TYPES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/primitive_type.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// The MLIR type of an element, "complex<f32>"; empty if none.
std::string_view MlirElementType(PrimitiveType type);

// Appends the loose text of `shape`, in which bounded and unbounded dimensions are the same.
void AppendLooseShape(const Shape& shape, std::string* out);

// Whether reading the loose text of `shape` as HLO gives `shape` again, so that its type alone
// determines it.
bool IsPlainShape(const Shape& shape);

class MlirTypes {
 public:
  explicit MlirTypes(bool registered_only) : registered_only_(registered_only) {}

  // Valid as long as this object lives.
  std::string_view Of(const Shape& shape) { return EntryOf(shape).text; }
  bool IsPlain(const Shape& shape) { return EntryOf(shape).is_plain; }
  // "A, B".
  std::string List(absl::Span<const Shape* const> shapes);

  // The lines "!tuple0 = tuple<...>" for the types asked for so far.
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
  HashMap<const Shape*, std::unique_ptr<Entry>> entries_;
  HashMap<std::string, std::string> names_;  // of long tuples
  std::string aliases_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_MLIR_TYPES_H_
