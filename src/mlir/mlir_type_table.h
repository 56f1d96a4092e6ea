// The types of an MLIR text: each distinct type once, with its HLO form.
//
// Equal types have equal ids. A named type may expand to far more than its text, so sizes are
// counted before anything is written: text_size and leaf_count saturate.
#ifndef HLO_MLIR_MLIR_TYPE_TABLE_H_
#define HLO_MLIR_MLIR_TYPE_TABLE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

using MlirTypeId = uint32_t;

struct MlirType {
  enum class Kind : uint8_t {
    kLeaf,  // an array, a token, an opaque value, a buffer
    kTuple,
    kAsyncValue,  // of its one element
    kAsyncToken,
    kAsyncGroup,
    kIndex,  // a number of MLIR's own
  };
  Kind kind = Kind::kLeaf;
  std::string text;                  // of a leaf: HLO without layout, dynamic dimensions as '?'
  std::vector<MlirTypeId> elements;  // of a tuple or an async value
  uint64_t text_size = 0;            // of the HLO text
  uint64_t leaf_count = 1;
  uint32_t depth = 1;
};

class MlirTypeTable {
 public:
  MlirTypeId Leaf(std::string_view text);
  MlirTypeId Tuple(std::vector<MlirTypeId> elements);
  MlirTypeId AsyncValue(MlirTypeId element);
  MlirTypeId AsyncToken() { return Word("a", MlirType::Kind::kAsyncToken); }
  MlirTypeId AsyncGroup() { return Word("g", MlirType::Kind::kAsyncGroup); }
  MlirTypeId Index() { return Word("i", MlirType::Kind::kIndex); }

  const MlirType& operator[](MlirTypeId id) const { return types_[id]; }
  // Whether no HLO instruction can have this type.
  bool IsAsync(MlirTypeId id) const {
    return types_[id].kind != MlirType::Kind::kLeaf && types_[id].kind != MlirType::Kind::kTuple;
  }
  bool IsTuple(MlirTypeId id) const { return types_[id].kind == MlirType::Kind::kTuple; }

  // Appends text_size bytes of HLO text. Not for async types.
  void AppendText(MlirTypeId id, std::string* out) const;
  // Whether the leaves of `id` are `leaves`. Linear in their number.
  bool HasLeaves(MlirTypeId id, absl::Span<const MlirTypeId> leaves) const;

 private:
  MlirTypeId Enter(const std::string& key, MlirType type);
  MlirTypeId Word(const std::string& key, MlirType::Kind kind);
  bool TakeLeaves(MlirTypeId id, absl::Span<const MlirTypeId>* leaves) const;

  std::vector<MlirType> types_;
  HashMap<std::string, MlirTypeId> ids_;  // by kind and text or elements
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_MLIR_TYPE_TABLE_H_
