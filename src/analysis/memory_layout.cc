// The dimensions of an array are a list of sizes, major to minor. A tile turns such a list into
// another; an index follows it, forwards (LinearIndex) or backwards (MultiIndex).
#include "hlo/memory_layout.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/numeric/int128.h"
#include "src/analysis/shape_leaves.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/base/sort_unique.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Numbers = absl::InlinedVector<int64_t, 8>;

// The dimensions of the array in physical order, major to minor; row-major if the layout does not
// name each dimension once: the verifier refuses that, the parser does not.
Numbers PhysicalOrder(const Shape& array) {
  Numbers order;
  const Layout* layout = array.layout();
  const auto rank = static_cast<size_t>(array.rank());
  const bool has_order = layout != nullptr && layout->minor_to_major.size() == rank &&
                         IsPermutation(layout->minor_to_major);
  for (size_t i = 0; i < rank; ++i) {
    order.push_back(has_order ? layout->minor_to_major[rank - 1 - i] : static_cast<int64_t>(i));
  }
  return order;
}

// One step of tiling: combines groups of neighbouring dimensions, and cuts each group by a tile.
struct TileStep {
  struct Group {
    Numbers sizes;     // of the dimensions before
    int64_t size;      // their product
    int64_t tile = 0;  // 0: not cut
  };
  std::vector<Group> groups;  // major to minor

  // Untiled dimensions, then the number of tiles in each tiled one, then the tiles' dimensions.
  Numbers SizesAfter() const {
    Numbers sizes;
    for (const Group& group : groups) {
      if (group.tile == 0) {
        sizes.push_back(group.size);
      } else {
        sizes.push_back(group.size / group.tile + (group.size % group.tile != 0 ? 1 : 0));
      }
    }
    for (const Group& group : groups) {
      if (group.tile != 0) sizes.push_back(group.tile);
    }
    return sizes;
  }
};

// nullopt if a product does not fit in int64, or a tile is not positive.
std::optional<TileStep> MakeStep(Numbers sizes, const Tile& tile) {
  // A tile with more dimensions than the array covers further dimensions of size 1.
  const size_t tiled = tile.dimensions.size();
  if (sizes.size() < tiled) sizes.insert(sizes.begin(), tiled - sizes.size(), 1);
  TileStep step;
  const size_t untiled = sizes.size() - tiled;
  for (size_t i = 0; i < untiled; ++i) step.groups.push_back({{sizes[i]}, sizes[i]});
  bool combines = false;  // with the group before
  for (size_t i = 0; i < tiled; ++i) {
    const int64_t size = sizes[untiled + i];
    if (!combines) step.groups.push_back({{}, 1});
    TileStep::Group& group = step.groups.back();
    group.sizes.push_back(size);
    if (__builtin_mul_overflow(group.size, size, &group.size)) return std::nullopt;
    combines = tile.dimensions[i] == kCombineDimension;
    if (combines) continue;
    group.tile = tile.dimensions[i] == kMatchDimension ? std::max<int64_t>(group.size, 1)
                                                       : tile.dimensions[i];
    if (group.tile <= 0) return std::nullopt;
  }
  return step;
}

// The steps of all tiles, and the sizes that the last one makes.
struct Tiling {
  Numbers order;
  Numbers first_sizes;
  std::vector<TileStep> steps;
  Numbers sizes;
};

std::optional<Tiling> TilingOf(const Shape& array) {
  Tiling tiling;
  tiling.order = PhysicalOrder(array);
  for (const int64_t dimension : tiling.order) {
    const int64_t size = array.dimensions(dimension);
    tiling.first_sizes.push_back(size == kUnboundedSize ? 1 : size);
  }
  tiling.sizes = tiling.first_sizes;
  if (array.layout() == nullptr) return tiling;
  for (const Tile& tile : array.layout()->tiles) {
    std::optional<TileStep> step = MakeStep(tiling.sizes, tile);
    if (!step.has_value()) return std::nullopt;
    tiling.sizes = step->SizesAfter();
    tiling.steps.push_back(*std::move(step));
  }
  return tiling;
}

std::optional<int64_t> Product(absl::Span<const int64_t> sizes) {
  if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) return 0;
  int64_t product = 1;
  for (const int64_t size : sizes) {
    if (__builtin_mul_overflow(product, size, &product)) return std::nullopt;
  }
  return product;
}

// Row-major; every index is below its size, and their product fits int64.
int64_t Compose(absl::Span<const int64_t> sizes, absl::Span<const int64_t> index) {
  int64_t offset = 0;
  for (size_t i = 0; i < sizes.size(); ++i) offset = offset * sizes[i] + index[i];
  return offset;
}
Numbers Decompose(absl::Span<const int64_t> sizes, int64_t offset) {
  Numbers index(sizes.size());
  for (size_t i = sizes.size(); i-- > 0;) {
    index[i] = offset % sizes[i];
    offset /= sizes[i];
  }
  return index;
}

// Maps `index` from before the step to after it.
Numbers Forward(const TileStep& step, absl::Span<const int64_t> index) {
  Numbers outer;
  Numbers inner;
  size_t dimensions = 0;
  for (const TileStep::Group& group : step.groups) dimensions += group.sizes.size();
  size_t from = 0;
  Numbers padded(dimensions - index.size(), 0);
  padded.insert(padded.end(), index.begin(), index.end());
  for (const TileStep::Group& group : step.groups) {
    const int64_t at =
        Compose(group.sizes, absl::MakeConstSpan(padded).subspan(from, group.sizes.size()));
    from += group.sizes.size();
    outer.push_back(group.tile == 0 ? at : at / group.tile);
    if (group.tile != 0) inner.push_back(at % group.tile);
  }
  outer.insert(outer.end(), inner.begin(), inner.end());
  return outer;
}

// The inverse, for `dimensions` before the step; nullopt for padding.
std::optional<Numbers> Backward(const TileStep& step, absl::Span<const int64_t> index,
                                size_t dimensions) {
  Numbers before;
  size_t inner = step.groups.size();
  for (size_t i = 0; i < step.groups.size(); ++i) {
    const TileStep::Group& group = step.groups[i];
    int64_t at = index[i];
    if (group.tile != 0) at = at * group.tile + index[inner++];
    if (at >= group.size) return std::nullopt;
    const Numbers parts = Decompose(group.sizes, at);
    before.insert(before.end(), parts.begin(), parts.end());
  }
  before.erase(before.begin(), before.end() - static_cast<std::ptrdiff_t>(dimensions));
  return before;
}

}  // namespace

// ---- Elements.

std::optional<int64_t> LinearIndex(const Shape& array, absl::Span<const int64_t> index) {
  if (!array.IsArray() || index.size() != static_cast<size_t>(array.rank())) return std::nullopt;
  const std::optional<Tiling> tiling = TilingOf(array);
  if (!tiling.has_value() || !Product(tiling->sizes).has_value()) return std::nullopt;
  Numbers at;
  for (size_t i = 0; i < index.size(); ++i) {
    const int64_t number = index[static_cast<size_t>(tiling->order[i])];
    if (number < 0 || number >= tiling->first_sizes[i]) return std::nullopt;
    at.push_back(number);
  }
  for (const TileStep& step : tiling->steps) at = Forward(step, at);
  return Compose(tiling->sizes, at);
}

std::optional<std::vector<int64_t>> MultiIndex(const Shape& array, int64_t offset) {
  if (!array.IsArray()) return std::nullopt;
  const std::optional<Tiling> tiling = TilingOf(array);
  if (!tiling.has_value()) return std::nullopt;
  const std::optional<int64_t> count = Product(tiling->sizes);
  if (!count.has_value() || offset < 0 || offset >= *count) return std::nullopt;
  Numbers at = Decompose(tiling->sizes, offset);
  for (size_t i = tiling->steps.size(); i-- > 0;) {
    const size_t before =
        i == 0 ? tiling->first_sizes.size() : tiling->steps[i - 1].SizesAfter().size();
    std::optional<Numbers> previous = Backward(tiling->steps[i], at, before);
    if (!previous.has_value()) return std::nullopt;
    at = *std::move(previous);
  }
  std::vector<int64_t> index(at.size());
  for (size_t i = 0; i < at.size(); ++i) index[static_cast<size_t>(tiling->order[i])] = at[i];
  return index;
}

// ---- Sizes.

int64_t ElementBits(const Shape& array) {
  if (!array.IsArray()) return 0;
  const Layout* layout = array.layout();
  return layout != nullptr && layout->element_size_in_bits > 0
             ? layout->element_size_in_bits
             : int64_t{8} * ByteWidth(array.element_type());
}

std::optional<int64_t> PaddedElementCount(const Shape& array) {
  const std::optional<Tiling> tiling = TilingOf(array);
  if (!tiling.has_value()) return std::nullopt;
  std::optional<int64_t> count = Product(tiling->sizes);
  const Layout* layout = array.layout();
  if (!count.has_value() || layout == nullptr || layout->tail_padding_alignment <= 1) return count;
  const int64_t alignment = layout->tail_padding_alignment;
  const int64_t groups = *count / alignment + (*count % alignment != 0 ? 1 : 0);
  int64_t padded = 0;
  if (__builtin_mul_overflow(groups, alignment, &padded)) return std::nullopt;
  return padded;
}

namespace {

int64_t BytesOf(std::optional<int64_t> elements, int64_t bits) {
  if (!elements.has_value()) return kMostBytes;
  const absl::uint128 product =
      absl::uint128(static_cast<uint64_t>(*elements)) * static_cast<uint64_t>(bits);
  return Saturated((product + 7) / 8);
}

int64_t AllocatedBytesOfArray(const Shape& array) {
  const int64_t data = BytesOf(PaddedElementCount(array), ElementBits(array));
  const int64_t prefix =
      array.layout() == nullptr ? 0 : array.layout()->dynamic_shape_metadata_prefix_bytes;
  return Saturated(absl::uint128(static_cast<uint64_t>(data)) +
                   static_cast<uint64_t>(std::max<int64_t>(prefix, 0)));
}

// The sum of bytes_of(array) over all leaves. A tuple that occurs many times is visited once.
template <typename BytesOfArray>
int64_t Sum(const Shape& shape, BytesOfArray bytes_of) {
  const auto bytes_of_leaf = [&](const Shape& leaf) {
    const Shape* array = ShapeLeaves::ArrayOf(leaf);
    return array == nullptr ? int64_t{0} : bytes_of(*array);
  };
  if (!shape.IsTuple()) return bytes_of_leaf(shape);
  HashMap<const Shape*, int64_t> known;
  std::vector<const Shape*> open = {&shape};
  while (!open.empty()) {
    const Shape& at = *open.back();
    if (known.contains(&at)) {
      open.pop_back();
      continue;
    }
    if (!at.IsTuple()) {
      known[&at] = bytes_of_leaf(at);
      open.pop_back();
      continue;
    }
    const size_t depth = open.size();
    absl::uint128 sum = 0;
    for (const Shape* element : at.tuple_shapes()) {
      const auto found = known.find(element);
      if (found == known.end()) {
        open.push_back(element);
      } else {
        sum += static_cast<uint64_t>(found->second);
      }
    }
    if (open.size() > depth) continue;
    known[&at] = Saturated(sum);
    open.pop_back();
  }
  return known[&shape];
}

int64_t MemorySpaceOf(const Shape& array) {
  return array.layout() == nullptr ? 0 : array.layout()->memory_space;
}

}  // namespace

int64_t ByteSizeOf(const Shape& shape) {
  return Sum(shape, [](const Shape& a) { return BytesOf(ElementCount(a), ElementBits(a)); });
}

int64_t TotalElementCount(const Shape& shape) {
  return Sum(shape, [](const Shape& a) { return ElementCount(a).value_or(kMostBytes); });
}

int64_t AllocatedBytesOf(const Shape& shape) { return Sum(shape, AllocatedBytesOfArray); }

std::vector<MemorySpaceBytes> AllocatedBytesByMemorySpace(const Shape& shape) {
  std::vector<MemorySpaceBytes> spaces;
  Sum(shape, [&](const Shape& array) {  // each array once
    spaces.push_back({MemorySpaceOf(array), 0});
    return int64_t{0};
  });
  std::sort(spaces.begin(), spaces.end(), [](const MemorySpaceBytes& a, const MemorySpaceBytes& b) {
    return a.memory_space < b.memory_space;
  });
  spaces.erase(std::unique(spaces.begin(), spaces.end(),
                           [](const MemorySpaceBytes& a, const MemorySpaceBytes& b) {
                             return a.memory_space == b.memory_space;
                           }),
               spaces.end());
  for (MemorySpaceBytes& space : spaces) {
    space.bytes = Sum(shape, [&](const Shape& array) {
      return MemorySpaceOf(array) == space.memory_space ? AllocatedBytesOfArray(array) : 0;
    });
  }
  return spaces;
}

namespace {

// A dimension in physical order: its size, and how far apart its elements are in the order of the
// elements that both arrays share.
struct Step {
  int64_t size;
  int64_t stride;
};
bool operator==(const Step& a, const Step& b) {
  return a.size == b.size && (a.size == 1 || a.stride == b.stride);
}

// The strides of a row-major array; nullopt if they do not fit int64, or a dimension has no bound.
std::optional<Numbers> RowMajorStrides(const Shape& array) {
  Numbers strides(static_cast<size_t>(array.rank()));
  int64_t stride = 1;
  for (size_t i = strides.size(); i-- > 0;) {
    strides[i] = stride;
    const int64_t size = array.dimensions()[i];
    if (size < 0 || __builtin_mul_overflow(stride, std::max<int64_t>(size, 1), &stride)) {
      return std::nullopt;
    }
  }
  return strides;
}

// How many of the most minor dimensions a tile cuts.
size_t TiledDimensions(const Layout& layout) {
  return layout.tiles.empty() ? 0 : layout.tiles[0].dimensions.size();
}

// The dimensions, major to minor, given the stride of each. Those that no tile cuts are joined with
// their neighbours if they are one after the other in both orders; those of size 1 are left out.
std::vector<Step> StepsOf(const Shape& array, const Numbers& strides, size_t tiled) {
  std::vector<Step> steps;
  const Numbers order = PhysicalOrder(array);
  for (size_t i = 0; i < order.size(); ++i) {
    const auto dimension = static_cast<size_t>(order[i]);
    const Step step = {array.dimensions()[dimension], strides[dimension]};
    const bool is_tiled = i + tiled >= order.size();
    if (step.size == 1 && !is_tiled) continue;
    const bool continues =
        !steps.empty() && !is_tiled && steps.back().stride == step.stride * step.size;
    if (continues) {
      steps.back() = {steps.back().size * step.size, step.stride};
    } else {
      steps.push_back(step);
    }
  }
  return steps;
}

bool LieAlike(const Shape& a, const Numbers& a_strides, const Shape& b, const Numbers& b_strides,
              bool in_any_memory = false) {
  const std::optional<int64_t> a_count = ElementCount(a), b_count = ElementCount(b);
  if (a.element_type() != b.element_type() || !a_count.has_value() || a_count != b_count) {
    return false;
  }
  const Layout none;
  Layout a_layout = a.layout() == nullptr ? none : *a.layout();
  Layout b_layout = b.layout() == nullptr ? none : *b.layout();
  a_layout.minor_to_major = b_layout.minor_to_major = {};
  if (in_any_memory) a_layout.memory_space = b_layout.memory_space = 0;
  if (a_layout != b_layout) return false;
  const size_t tiled = TiledDimensions(a_layout);
  if (tiled > static_cast<size_t>(std::min(a.rank(), b.rank()))) return false;
  return *a_count == 0 || StepsOf(a, a_strides, tiled) == StepsOf(b, b_strides, tiled);
}

const Shape* PhysicalArray(const Shape& array, ShapePool& pool) {
  Numbers sizes, descending;
  absl::InlinedVector<bool, 8> dynamic;
  for (const int64_t dimension : PhysicalOrder(array)) {
    sizes.push_back(array.dimensions()[static_cast<size_t>(dimension)]);
    dynamic.push_back(array.is_dynamic_dimension(dimension));
    descending.push_back(array.rank() - 1 - static_cast<int64_t>(descending.size()));
  }
  Layout layout = array.layout() == nullptr ? Layout() : *array.layout();
  layout.minor_to_major = descending;
  return pool.Array(array.element_type(), sizes, dynamic, &layout);
}

// `known` has each part once, since tuples may repeat the same one.
const Shape* PhysicalOf(const Shape& shape, ShapePool& pool,
                        HashMap<const Shape*, const Shape*>* known) {
  if (shape.IsArray()) return PhysicalArray(shape, pool);
  if (shape.IsToken()) return pool.Token();
  if (!shape.IsTuple() && !shape.IsBuffer()) return pool.Opaque(shape.unknown_text());
  const auto found = known->find(&shape);
  if (found != known->end()) return found->second;
  std::vector<const Shape*> elements;
  for (const Shape* element : shape.tuple_shapes()) {
    elements.push_back(PhysicalOf(*element, pool, known));
  }
  const Shape* physical = shape.IsBuffer() ? pool.Buffer(elements[0]) : pool.Tuple(elements);
  known->emplace(&shape, physical);
  return physical;
}

}  // namespace

std::vector<int64_t> MajorToMinor(const Shape& array) {
  const Numbers order = PhysicalOrder(array);
  return {order.begin(), order.end()};
}

const Shape* PhysicalShape(const Shape& shape, ShapePool& pool) {
  HashMap<const Shape*, const Shape*> known;
  return PhysicalOf(shape, pool, &known);
}

bool ReshapeIsBitcast(const Shape& operand, const Shape& result) {
  if (!operand.IsArray() || !result.IsArray()) return false;
  const std::optional<Numbers> from = RowMajorStrides(operand), to = RowMajorStrides(result);
  return from.has_value() && to.has_value() && LieAlike(operand, *from, result, *to);
}

bool TransposeIsBitcast(const Shape& operand, const Shape& result,
                        absl::Span<const int64_t> dimensions) {
  if (!operand.IsArray() || !result.IsArray()) return false;
  const std::optional<Numbers> strides = RowMajorStrides(operand);
  if (!strides.has_value() || operand.rank() != result.rank() ||
      dimensions.size() != strides->size() || !IsPermutation(dimensions)) {
    return false;
  }
  Numbers moved;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const auto from = static_cast<size_t>(dimensions[i]);
    if (result.dimensions()[i] != operand.dimensions()[from]) return false;
    moved.push_back((*strides)[from]);
  }
  return LieAlike(operand, *strides, result, moved);
}

bool CopyChangesLayout(const Shape& operand, const Shape& result) {
  if (!operand.IsArray() || !result.IsArray() || operand.dimensions() != result.dimensions() ||
      operand.element_type() != result.element_type()) {
    return false;
  }
  const std::optional<Numbers> strides = RowMajorStrides(operand);
  return strides.has_value() && ElementCount(operand).value_or(2) > 1 &&
         !LieAlike(operand, *strides, result, *strides, /*in_any_memory=*/true);
}

}  // namespace hlo_text_v1
