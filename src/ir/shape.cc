// Interned shapes.
//
// A candidate shape is built on the stack with borrowed spans, looked up by content in a hash set,
// and copied into the arena only if it is new. Element shapes and layouts are interned before the
// shape that holds them, so hash and comparison go only one level deep. A shape's text is made
// once, when it is interned, because instructions print the same few shapes over and over; long
// tuples have no text, because nested tuples would cost the square of their depth.
#include "hlo/shape.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "src/base/hash_table.h"
#include "src/base/huge_pages.h"
#include "src/base/name_hash.h"
#include "src/base/saturated.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr size_t kLongestCachedTuple = 1024;  // bytes of text
constexpr size_t kUsualShapes = 14;

// The marks of `rank` dimensions as a shape holds them: nullptr if all are static.
const bool* DynamicMarks(absl::Span<const bool> dynamic, size_t rank) {
  if (dynamic.size() != rank) {
    if (!dynamic.empty()) ReportMisuse("ShapePool::Array", "not one dynamic mark a dimension");
    return nullptr;
  }
  const bool has_any = std::find(dynamic.begin(), dynamic.end(), true) != dynamic.end();
  return has_any ? dynamic.data() : nullptr;
}

}  // namespace

// Not anonymous, because ShapePool has members of these types; only this file uses it.
namespace shape_pool_internal {

// A hash of a few integers: absl::HashOf takes more instructions for such short lists.
class Hasher {
 public:
  void Add(uint64_t value) { hash_ = name_hash_internal::Mix(hash_ ^ value, kOdd); }
  void Add(const void* pointer) { Add(reinterpret_cast<uintptr_t>(pointer)); }
  void Add(absl::Span<const int64_t> values) {
    for (const int64_t value : values) Add(static_cast<uint64_t>(value));
  }
  size_t hash() const { return static_cast<size_t>(hash_ ^ (hash_ >> 32)); }

 private:
  static constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
  uint64_t hash_ = HashSeed();
};

struct LayoutHash {
  size_t operator()(const Layout* layout) const {
    Hasher hasher;
    hasher.Add(layout->minor_to_major);
    hasher.Add(layout->tiles.size());
    hasher.Add(static_cast<uint64_t>(layout->element_size_in_bits));
    hasher.Add(static_cast<uint64_t>(layout->memory_space));
    return hasher.hash();
  }
};
struct LayoutEqual {
  bool operator()(const Layout* a, const Layout* b) const { return *a == *b; }
};

// Keeps the hash, so a growing table does not read all shapes again.
struct HashedShape {
  explicit HashedShape(const Shape* hashed) : shape(hashed), hash(HashOf(*hashed)) {}
  static size_t HashOf(const Shape& shape) {
    Hasher hasher;
    hasher.Add(static_cast<uint64_t>(shape.element_type()));
    hasher.Add(shape.dimensions());
    for (const Shape* element : shape.tuple_shapes()) hasher.Add(element);
    hasher.Add(shape.layout());
    if (!shape.unknown_text().empty()) hasher.Add(HashName(shape.unknown_text(), HashSeed()));
    return hasher.hash();
  }
  const Shape* shape;
  size_t hash;
};
struct ShapeHash {
  size_t operator()(const HashedShape& shape) const { return shape.hash; }
};
struct ShapeEqual {
  bool operator()(const HashedShape& x, const HashedShape& y) const {
    if (x.hash != y.hash) return false;
    const Shape* const a = x.shape;
    const Shape* const b = y.shape;
    if (a->element_type() != b->element_type() || a->layout() != b->layout() ||
        a->dimensions() != b->dimensions() || a->tuple_shapes() != b->tuple_shapes() ||
        a->is_static() != b->is_static() || a->unknown_text() != b->unknown_text()) {
      return false;
    }
    for (int64_t i = 0; i < a->rank() && !a->is_static(); ++i) {
      if (a->is_dynamic_dimension(i) != b->is_dynamic_dimension(i)) return false;
    }
    return true;
  }
};

}  // namespace shape_pool_internal

bool operator==(const Tile& a, const Tile& b) { return a.dimensions == b.dimensions; }
bool operator==(const Layout& a, const Layout& b) {
  return a.minor_to_major == b.minor_to_major && a.tiles == b.tiles &&
         a.tail_padding_alignment == b.tail_padding_alignment &&
         a.index_primitive_type == b.index_primitive_type &&
         a.pointer_primitive_type == b.pointer_primitive_type &&
         a.element_size_in_bits == b.element_size_in_bits && a.memory_space == b.memory_space &&
         a.split_configs == b.split_configs &&
         a.dynamic_shape_metadata_prefix_bytes == b.dynamic_shape_metadata_prefix_bytes;
}

struct ShapePool::Tables {
  HashSet<shape_pool_internal::HashedShape, shape_pool_internal::ShapeHash,
          shape_pool_internal::ShapeEqual, HugePageAllocator<shape_pool_internal::HashedShape>>
      shapes;
  HashSet<const Layout*, shape_pool_internal::LayoutHash, shape_pool_internal::LayoutEqual> layouts;
  std::vector<Shape*> in_order;  // elements before their tuples
  std::string scratch;
};

ShapePool::ShapePool(Arena* arena) : arena_(arena), tables_(std::make_unique<Tables>()) {}
ShapePool::~ShapePool() = default;
ShapePool::ShapePool(ShapePool&&) noexcept = default;
ShapePool& ShapePool::operator=(ShapePool&&) noexcept = default;

const Layout* ShapePool::InternLayout(const Layout& layout, int64_t rank) {
  Layout candidate = layout;
  candidate.minor_to_major = layout.minor_to_major.subspan(0, static_cast<size_t>(rank));
  auto found = tables_->layouts.find(&candidate);
  if (found != tables_->layouts.end()) return *found;

  candidate.minor_to_major = arena_->CopySpan(candidate.minor_to_major);
  std::vector<Tile> tiles;
  for (const Tile& tile : layout.tiles) tiles.push_back(Tile{arena_->CopySpan(tile.dimensions)});
  candidate.tiles = arena_->CopySpan(absl::Span<const Tile>(tiles));
  std::vector<SplitConfig> configs;
  for (const SplitConfig& config : layout.split_configs) {
    configs.push_back(SplitConfig{config.dimension, arena_->CopySpan(config.split_indices)});
  }
  candidate.split_configs = arena_->CopySpan(absl::Span<const SplitConfig>(configs));
  const Layout* interned = arena_->New<Layout>(candidate);
  tables_->layouts.insert(interned);
  return interned;
}

// `candidate` borrows its dimensions, marks and elements; its layout is interned.
const Shape* ShapePool::Intern(const Shape& candidate) {
  shape_pool_internal::HashedShape hashed(&candidate);
  auto found = tables_->shapes.find(hashed);
  if (found != tables_->shapes.end()) return found->shape;

  Shape* shape = arena_->New<Shape>(candidate);
  if (shape->dynamic_ != nullptr) {
    shape->dynamic_ =
        arena_->CopySpan(absl::Span<const bool>(candidate.dynamic_, candidate.dimensions_.size()))
            .data();
  }
  shape->dimensions_ = arena_->CopySpan(candidate.dimensions_);
  shape->tuple_shapes_ = arena_->CopySpan(candidate.tuple_shapes_);

  KeepText(shape);
  hashed.shape = shape;
  if (tables_->in_order.empty()) {  // room for those of a small module
    tables_->in_order.reserve(kUsualShapes);
    tables_->shapes.reserve(kUsualShapes);
  }
  tables_->shapes.insert(hashed);
  tables_->in_order.push_back(shape);
  return shape;
}

bool ShapePool::Contains(const Shape* shape) const {
  const auto found = tables_->shapes.find(shape_pool_internal::HashedShape(shape));
  return found != tables_->shapes.end() && found->shape == shape;
}

// The text of an array without its layout is a prefix of the text with it. Tuples rarely print
// without layouts; then they go element by element.
void ShapePool::KeepText(Shape* shape) {
  if (!shape->unknown_text().empty()) {
    shape->text_ = arena_->CopyString(shape->text_);
    shape->text_without_layout_ = shape->text_.substr(0, shape->text_.find('{'));
    return;
  }
  size_t length = 0;  // roughly
  for (const Shape* element : shape->tuple_shapes_) {
    if (element->text_.empty()) return;  // too long on its own
    length += element->text_.size() + 2;
  }
  if (length > kLongestCachedTuple) return;
  std::string& text = tables_->scratch;
  constexpr size_t kUsualText = 64;  // bytes
  text.clear();
  text.reserve(kUsualText);
  AppendShape(*shape, /*with_layout=*/true, &text);
  shape->text_ = arena_->CopyString(text);
  if (shape->tuple_shapes_.empty()) {
    shape->text_without_layout_ = shape->text_.substr(0, shape->text_.find('{'));
  }
}

void ShapePool::Adopt(ShapePool&& other,
                      absl::FunctionRef<void(const Shape*, const Shape*)> replaced) {
  HashMap<const Layout*, const Layout*> our_layouts;
  for (const Layout* theirs : other.tables_->layouts) {
    const auto [ours, is_new] = tables_->layouts.insert(theirs);
    if (!is_new) our_layouts.emplace(theirs, *ours);
  }
  HashMap<const Shape*, const Shape*> our_shapes;
  for (Shape* theirs : other.tables_->in_order) {
    if (auto ours = our_layouts.find(theirs->layout_); ours != our_layouts.end()) {
      theirs->layout_ = ours->second;
    }
    for (const Shape* const& element : theirs->tuple_shapes_) {
      auto ours = our_shapes.find(element);
      if (ours != our_shapes.end()) const_cast<const Shape*&>(element) = ours->second;
    }
    const auto [ours, is_new] = tables_->shapes.insert(shape_pool_internal::HashedShape(theirs));
    if (is_new) {
      tables_->in_order.push_back(theirs);
    } else {
      our_shapes.emplace(theirs, ours->shape);
      replaced(theirs, ours->shape);
    }
  }
}

const Shape* ShapePool::Array(PrimitiveType type, absl::Span<const int64_t> dimensions) {
  return Array(type, dimensions, {}, nullptr);
}

const Shape* ShapePool::Array(PrimitiveType type, absl::Span<const int64_t> dimensions,
                              absl::Span<const bool> dynamic, const Layout* layout) {
  absl::InlinedVector<int64_t, 8> minor_to_major;
  Layout default_layout;
  if (layout == nullptr) {
    for (size_t i = dimensions.size(); i > 0; --i) {
      minor_to_major.push_back(static_cast<int64_t>(i) - 1);
    }
    default_layout.minor_to_major = minor_to_major;
    layout = &default_layout;
  }
  Shape candidate;
  candidate.element_type_ = type;
  candidate.dimensions_ = dimensions;
  candidate.dynamic_ = DynamicMarks(dynamic, dimensions.size());
  candidate.layout_ = InternLayout(*layout, static_cast<int64_t>(layout->minor_to_major.size()));
  return Intern(candidate);
}

const Shape* ShapePool::ArrayWithoutLayout(PrimitiveType type, absl::Span<const int64_t> dimensions,
                                           absl::Span<const bool> dynamic) {
  Shape candidate;
  candidate.element_type_ = type;
  candidate.dimensions_ = dimensions;
  candidate.dynamic_ = DynamicMarks(dynamic, dimensions.size());
  return Intern(candidate);
}

// For a shape around `elements`.
int ShapePool::DepthAround(absl::Span<const Shape* const> elements) {
  int deepest = 0;
  for (const Shape* element : elements) deepest = std::max<int>(deepest, element->depth_);
  return deepest + 1;
}

const Shape* ShapePool::Tuple(absl::Span<const Shape* const> elements) {
  if (std::find(elements.begin(), elements.end(), nullptr) != elements.end()) {
    ReportMisuse("ShapePool::Tuple", "an element is null");
    elements = {};
  }
  Shape candidate;
  candidate.element_type_ = PrimitiveType::kTuple;
  candidate.depth_ = DepthAround(elements);
  if (candidate.depth_ <= kMaxShapeDepth) {
    candidate.tuple_shapes_ = elements;
    for (const Shape* element : elements) candidate.has_unknown_type_ |= element->has_unknown_type_;
  } else {
    candidate.depth_ = 0;
  }
  candidate.leaf_count_ = 0;
  for (const Shape* element : candidate.tuple_shapes_) {
    candidate.leaf_count_ = SaturatedSum(candidate.leaf_count_, element->leaf_count_);
  }
  return Intern(candidate);
}

const Shape* ShapePool::Buffer(const Shape* array) {
  if (array == nullptr) {
    ReportMisuse("ShapePool::Buffer", "the shape is null");
    array = Tuple({});
  }
  Shape candidate;
  if (DepthAround({array}) > kMaxShapeDepth) array = Tuple({});
  candidate.element_type_ = PrimitiveType::kBuffer;
  candidate.depth_ = DepthAround({array});
  candidate.tuple_shapes_ = absl::Span<const Shape* const>(&array, 1);
  candidate.has_unknown_type_ = array->has_unknown_type_;
  return Intern(candidate);
}

const Shape* ShapePool::Token() { return ArrayWithoutLayout(PrimitiveType::kTOKEN, {}, {}); }
const Shape* ShapePool::Opaque(std::string_view unknown_text) {
  Shape candidate;
  candidate.element_type_ = PrimitiveType::kOPAQUE;
  candidate.has_unknown_type_ = !unknown_text.empty();
  candidate.text_ = unknown_text;
  return Intern(candidate);
}

const Shape* ShapePool::ChangeElementType(const Shape& shape, PrimitiveType type) {
  Shape candidate = shape;
  candidate.element_type_ = type;
  candidate.has_unknown_type_ = false;
  candidate.text_ = {};
  candidate.text_without_layout_ = {};
  // Six-bit types are excluded: XLA does not count them here.
  const bool sub_byte = BitWidth(type) <= 4 && type != PrimitiveType::kPRED;
  if (shape.layout() != nullptr && shape.layout()->element_size_in_bits != 0 && !sub_byte) {
    Layout layout = *shape.layout();
    layout.element_size_in_bits = 0;
    candidate.layout_ = InternLayout(layout, static_cast<int64_t>(layout.minor_to_major.size()));
  }
  return Intern(candidate);
}

const Shape* ShapePool::ResetMinorToMajor(const Shape& shape) {
  if (!shape.tuple_shapes().empty()) {
    std::vector<const Shape*> elements;
    for (const Shape* element : shape.tuple_shapes()) {
      elements.push_back(ResetMinorToMajor(*element));
    }
    return shape.IsBuffer() ? Buffer(elements[0]) : Tuple(elements);
  }
  if (shape.layout() == nullptr) return Intern(shape);
  std::vector<int64_t> minor_to_major;
  for (int64_t i = shape.rank(); i > 0; --i) minor_to_major.push_back(i - 1);
  Layout layout = *shape.layout();
  layout.minor_to_major = minor_to_major;
  return Array(shape.element_type(), shape.dimensions(),
               absl::Span<const bool>(shape.dynamic_,
                                      shape.dynamic_ == nullptr ? 0 : shape.dimensions().size()),
               &layout);
}

const Shape* ShapePool::MakeStatic(const Shape& shape) {
  Shape candidate = shape;
  candidate.dynamic_ = nullptr;
  if (shape.unknown_text().empty()) candidate.text_ = {};
  candidate.text_without_layout_ = {};
  return Intern(candidate);
}

bool ShapesCompatible(const Shape& a, const Shape& b) {
  if (&a == &b) return true;
  if (a.element_type() != b.element_type() || a.rank() != b.rank() ||
      a.tuple_shapes().size() != b.tuple_shapes().size() ||
      a.has_unknown_type() != b.has_unknown_type()) {
    return false;
  }
  if (!a.unknown_text().empty()) {
    return a.cached_text_without_layout() == b.cached_text_without_layout();
  }
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (a.dimensions(i) != b.dimensions(i) && !a.is_unbounded_dimension(i) &&
        !b.is_unbounded_dimension(i)) {
      return false;
    }
  }
  for (size_t i = 0; i < a.tuple_shapes().size(); ++i) {
    if (!ShapesCompatible(*a.tuple_shapes()[i], *b.tuple_shapes()[i])) return false;
  }
  return true;
}

bool SameDimensions(const Shape& a, const Shape& b) { return a.dimensions() == b.dimensions(); }

bool SameDynamicDimensions(const Shape& a, const Shape& b) {
  if (a.rank() != b.rank()) return false;
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (a.is_dynamic_dimension(i) != b.is_dynamic_dimension(i)) return false;
  }
  return true;
}

const Shape* Subshape(const Shape& shape, absl::Span<const int64_t> index) {
  const Shape* at = &shape;
  for (const int64_t i : index) {
    if (!at->IsTuple() || i < 0 || i >= static_cast<int64_t>(at->tuple_shapes().size())) {
      return nullptr;
    }
    at = at->tuple_shapes(i);
  }
  return at;
}

}  // namespace hlo_text_v1
