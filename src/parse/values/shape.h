// Shapes and layouts.
//
// Programs repeat few shapes many times, so ReadShape first looks the bytes up in a table of texts
// already parsed; it reads tokens only for a new text.
#ifndef HLO_PARSE_VALUES_SHAPE_H_
#define HLO_PARSE_VALUES_SHAPE_H_

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/shape.h"
#include "src/base/huge_pages.h"
#include "src/base/name_hash.h"
#include "src/lex/scan_run.h"

namespace hlo_text_v1::internal {

class ParseContext;

// Maps the text of a shape to the shape; ReadShape looks here before it parses. Open addressing,
// grown by doubling; the keys are views into the source.
class ShapeTextCache {
 public:
  ShapeTextCache() : slots_(64) {}

  // The shape of `text`, or nullptr.
  const Shape* Find(std::string_view text) const {
    const uint32_t hash = HashName(text, seed_);
    for (size_t at = hash & (slots_.size() - 1); slots_[at].shape != nullptr;
         at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && slot.size == text.size() &&
          SameBytes(slot.text, text.data(), text.size())) {
        return slot.shape;
      }
    }
    return nullptr;
  }

  // `text` must be new and must outlive the cache.
  void Insert(std::string_view text, const Shape* shape) {
    if (++size_ * 2 > slots_.size()) Grow();
    Put(Slot{text.data(), static_cast<uint32_t>(text.size()), HashName(text, seed_), shape});
  }

 private:
  struct Slot {
    const char* text = nullptr;
    uint32_t size = 0;
    uint32_t hash = 0;
    const Shape* shape = nullptr;  // nullptr: free
  };
  void Put(const Slot& slot) {
    size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].shape != nullptr) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
  void Grow() {
    LargeVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.shape != nullptr) Put(slot);
    }
  }

  uint64_t seed_ = HashSeed();
  LargeVector<Slot> slots_;
  size_t size_ = 0;
};

// Whether the current token can begin a shape: a type, '(' or the word b before '('.
bool CanBeShape(ParseContext& ctx);

// Adds the type that the current token, an identifier, may mean to the last error. Returns false.
bool SuggestType(ParseContext& ctx);

// A shape; arrays without layout get the default one. XLA HloParserImpl::ParseShape.
bool ReadShape(ParseContext& ctx, const Shape** shape);

// The shape at `p` if its text is in `known` and has no blank, and one blank and a word or %name
// follow, which rules out a layout; sets `end` to that word. Otherwise nullptr.
inline const Shape* FindKnownShapeBeforeWord(const ShapeTextCache& known, const char* p,
                                             const char** end) {
  const char* blank = FindBlank(p);
  if (*blank != ' ' || (!HasClass(blank[1], kIdentifierStart) && blank[1] != '%')) return nullptr;
  *end = blank + 1;
  return known.Find(std::string_view(p, static_cast<size_t>(blank - p)));
}

// '{' [ shape { ',' shape } ] '}'.
bool ReadShapeList(ParseContext& ctx, absl::Span<const Shape* const>* shapes);

// ---- Layouts, the braces after an array shape: {1,0:T(8,128)S(5)} (layout.cc).

// Unknown rank of an array; a layout of any length fits it.
inline constexpr int64_t kAnyRank = -1;

// Reads a layout for an array of `rank`; the current token is its '{'. Calls `done` with it; its
// spans are valid only during the call. XLA HloParserImpl::ParseLayout.
bool ReadLayout(ParseContext& ctx, int64_t rank, absl::FunctionRef<void(const Layout&)> done);

// The error in an array that is an element of a tuple; nullptr if it is valid. XLA
// ShapeUtil::ValidateShapeWithOptionalLayout.
const char* FindInvalidArray(const Shape& shape);

// The error in a layout of an array of `dimensions`; nullptr if it is valid. XLA
// LayoutUtil::ValidateLayoutForShape.
const char* FindInvalidLayout(const Layout& layout, absl::Span<const int64_t> dimensions);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_VALUES_SHAPE_H_
