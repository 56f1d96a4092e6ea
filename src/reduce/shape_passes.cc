// Passes over shapes: sizes, layouts.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "src/base/hash_table.h"
#include "src/reduce/map_shapes.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {

// ---- sizes: changes a size everywhere at once. Equal sizes stay equal, so most operations stay
// valid; shapes that follow from operands are inferred again.

namespace {

// The new size: 1 or 2; or all multiples of the size are divided by it.
enum SizeChange : uint8_t { kBecomesOne, kBecomesTwo, kDivides, kSizeChanges };

int64_t ChangedSize(int64_t size, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    if (size <= 1) return size;  // also unbounded ones
    const int64_t chosen = edit.detail / kSizeChanges;
    switch (static_cast<SizeChange>(edit.detail % kSizeChanges)) {
      case kBecomesOne:
        if (size == chosen) size = 1;
        break;
      case kBecomesTwo:
        if (size == chosen) size = 2;
        break;
      case kDivides:
        if (size % chosen == 0) size /= chosen;
        break;
      case kSizeChanges:
        break;
    }
  }
  return size;
}

// Sizes in attributes follow the new shape.
void FitAttributes(HloInstruction* instruction) {
  const absl::Span<const int64_t> sizes = instruction->shape().dimensions();
  if (instruction->opcode() == HloOpcode::kSlice) {
    std::vector<SliceRange> ranges;
    for (const int64_t size : sizes) ranges.push_back({0, size, 1});
    SetAttribute(instruction, MakeAttribute<AttributeKind::kSlice>(SliceRanges{ranges}))
        .IgnoreError();
  } else if (instruction->opcode() == HloOpcode::kDynamicSlice) {
    SetAttribute(instruction, MakeAttribute<AttributeKind::kDynamicSliceSizes>(sizes))
        .IgnoreError();
  }
}

void FitGather(HloInstruction* gather, absl::FunctionRef<int64_t(int64_t)> map) {
  const Attribute* attribute = gather->FindAttribute(AttributeKind::kSliceSizes);
  if (attribute == nullptr) return;
  std::vector<int64_t> sizes;
  for (const int64_t size : attribute->AsInt64List()) sizes.push_back(map(size));
  SetAttribute(gather, MakeAttribute<AttributeKind::kSliceSizes>(sizes)).IgnoreError();
}

}  // namespace

// The detail is size * kSizeChanges plus the change.
ReduceEdits ProposeSizes(const HloModule& module) {
  std::set<int64_t, std::greater<>> sizes;
  for (const Shape* shape : ArrayShapes(module)) {
    for (const int64_t size : shape->dimensions()) {
      if (size > 1 && size < int64_t{1} << 60) sizes.insert(size);
    }
  }
  ReduceEdits edits;
  for (int64_t change = 0; change < kSizeChanges; ++change) {
    for (const int64_t size : sizes) {
      if (size > 2 || change != kBecomesTwo) edits.push_back({0, 0, size * kSizeChanges + change});
    }
  }
  return edits;
}

void ApplySizes(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  const auto map = [&](int64_t size) { return ChangedSize(size, edits); };
  HloModule& module = subject.module();
  MapShapes(module, [&](const Shape* shape, const Shape* mapped) {
    if (!shape->IsArray()) return mapped;
    std::vector<int64_t> sizes;
    for (const int64_t size : shape->dimensions()) sizes.push_back(map(size));
    const auto flags = std::make_unique<bool[]>(sizes.size() + 1);
    for (size_t i = 0; i < sizes.size(); ++i) {
      flags[i] = shape->is_dynamic_dimension(static_cast<int64_t>(i));
    }
    return module.shapes().Array(shape->element_type(), sizes,
                                 absl::MakeConstSpan(flags.get(), sizes.size()), shape->layout());
  });
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) {
      FitAttributes(instruction);
      if (instruction->opcode() == HloOpcode::kGather) FitGather(instruction, map);
    }
  }
  InferShapesAgain(module);
}

// ---- layouts: drops the layout of an array shape, or a part of it.

namespace {

enum LayoutPart : uint8_t { kAll, kTiles, kMemorySpace, kOrder, kOthers, kLayoutParts };

// nullptr: the default layout.
std::optional<Layout> Without(const Layout& layout, LayoutPart part) {
  Layout rest = layout;
  switch (part) {
    case kAll:
    case kLayoutParts:
      return std::nullopt;
    case kTiles:
      rest.tiles = {};
      break;
    case kMemorySpace:
      rest.memory_space = 0;
      break;
    case kOrder:
      break;  // by ResetMinorToMajor
    case kOthers:
      rest = Layout();
      rest.minor_to_major = layout.minor_to_major;
      rest.tiles = layout.tiles;
      rest.memory_space = layout.memory_space;
      break;
  }
  return rest;
}

const Shape* WithoutPart(const Shape* shape, LayoutPart part, ShapePool& pool) {
  if (shape->layout() == nullptr) return shape;
  if (part == kOrder) return pool.ResetMinorToMajor(*shape);
  const std::optional<Layout> rest = Without(*shape->layout(), part);
  const auto flags = std::make_unique<bool[]>(shape->dimensions().size() + 1);
  for (int64_t i = 0; i < shape->rank(); ++i) flags[i] = shape->is_dynamic_dimension(i);
  return pool.Array(shape->element_type(), shape->dimensions(),
                    absl::MakeConstSpan(flags.get(), shape->dimensions().size()),
                    rest.has_value() ? &*rest : nullptr);
}

}  // namespace

// The detail is the number of the shape in ArrayShapes, times kLayoutParts, plus the part.
ReduceEdits ProposeLayouts(const HloModule& module) {
  ReduceEdits edits;
  const std::vector<const Shape*> shapes = ArrayShapes(module);
  for (int64_t part = 0; part < kLayoutParts; ++part) {
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (HasDefaultLayout(*shapes[i])) continue;
      edits.push_back({0, 0, static_cast<int64_t>(i) * kLayoutParts + part});
    }
  }
  return edits;
}

void ApplyLayouts(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  HloModule& module = subject.module();
  const std::vector<const Shape*> shapes = ArrayShapes(module);
  HashMap<const Shape*, const Shape*> mapped;
  for (const ReduceEdit& edit : edits) {
    const Shape* shape = shapes[static_cast<size_t>(edit.detail / kLayoutParts)];
    const Shape*& target = mapped.try_emplace(shape, shape).first->second;
    target =
        WithoutPart(target, static_cast<LayoutPart>(edit.detail % kLayoutParts), module.shapes());
  }
  MapShapes(module, [&](const Shape* shape, const Shape* rebuilt) {
    const auto at = mapped.find(shape);
    return at == mapped.end() ? rebuilt : at->second;
  });
}

}  // namespace hlo_text_v1::internal
