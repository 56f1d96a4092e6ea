// HLO text made from MLIR text; maps bytes of it back to their source.
//
// The HLO parser reports places in the HLO text; PlaceAt and PlaceBefore find the MLIR for them.
#ifndef HLO_MLIR_HLO_TEXT_MAP_H_
#define HLO_MLIR_HLO_TEXT_MAP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/strings.h"
#include "src/mlir/mlir_ast.h"

namespace hlo_text_v1::internal {

class HloTextMap {
 public:
  const std::string& text() const { return text_; }
  // Text appended from now on comes from `place`.
  void Mark(MlirRange place) { marks_.push_back({text_.size(), place}); }
  template <typename... Parts>
  void Append(const Parts&... parts) {
    StrAppend(&text_, parts...);
  }
  // Appends another text with its marks.
  void Append(const HloTextMap& other);

  // The source of byte `offset`.
  MlirRange PlaceAt(size_t offset) const;
  // The same for an error after the last byte read, where something is missing: blanks before
  // `offset` count as part of the text before them.
  MlirRange PlaceBefore(size_t offset) const;

 private:
  struct MarkedPlace {
    size_t begin;
    MlirRange place;
  };
  std::string text_;
  std::vector<MarkedPlace> marks_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_MLIR_HLO_TEXT_MAP_H_
