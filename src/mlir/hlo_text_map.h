// HLO text that is made of an MLIR text, and which bytes of it were made of which.
//
// The HLO parser reports places in the text that it reads; MlirPlaceOf says what stood there.
#ifndef HLO_MLIR_HLO_TEXT_MAP_H_
#define HLO_MLIR_HLO_TEXT_MAP_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/mlir/mlir_ast.h"

namespace hlo {

class HloTextMap {
 public:
  const std::string& text() const { return text_; }
  // What is appended from now on was made of `place`.
  void Mark(MlirRange place) { marks_.push_back({text_.size(), place}); }
  void Append(std::string_view text) { text_.append(text); }
  // Appends the text of another, with its marks.
  void Append(const HloTextMap& other);

  // What byte `offset` was made of.
  MlirRange PlaceAt(size_t offset) const;
  // The same for a place where something was missing, which is behind the last byte that was read:
  // blanks in front of `offset` belong to what stands before them.
  MlirRange PlaceBefore(size_t offset) const;

 private:
  struct MarkedPlace {
    size_t begin;
    MlirRange place;
  };
  std::string text_;
  std::vector<MarkedPlace> marks_;
};

}  // namespace hlo

#endif  // HLO_MLIR_HLO_TEXT_MAP_H_
