// Plain data is copied member by member, following the table of structs (attribute_types.def):
// numbers as they are, strings and spans into the arena. Types with their own function here refer
// to something else: shapes, computations, instructions, stack frames. Of a shape, elements are
// imported first, with an explicit stack: tuples may nest deeply and share elements.
#include "src/edit/copy_values.h"

#include <type_traits>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "hlo/internal/attribute_access.h"
#include "src/ir/header_attributes.h"
#include "src/ir/normal_form.h"
#include "src/ir/packed_metadata.h"
#include "src/ir/visit_attribute.h"
#include "src/ir/walk.h"

namespace hlo_text_v1::internal {

// ---- Shapes.

const Shape* ShapeImporter::Find(const Shape* shape) const {
  auto found = imported_.find(shape);
  return found == imported_.end() ? nullptr : found->second;
}

const Shape* ShapeImporter::Import(const Shape* shape) {
  if (shape == nullptr) return nullptr;
  if (const Shape* known = Find(shape)) return known;
  WalkPostOrder(
      shape, [this](const Shape* next) { return imported_.try_emplace(next, nullptr).second; },
      [](const Shape* next) {
        const auto elements = next->tuple_shapes();
        return std::vector<const Shape*>(elements.begin(), elements.end());
      },
      [this](const Shape* done) { imported_[done] = Make(*done); });
  return Find(shape);
}

// The elements of `shape` must be imported already.
const Shape* ShapeImporter::Make(const Shape& shape) {
  if (shape.IsTuple()) {
    std::vector<const Shape*> elements;
    for (const Shape* element : shape.tuple_shapes()) elements.push_back(Find(element));
    return pool_.Tuple(elements);
  }
  if (shape.IsBuffer()) return pool_.Buffer(Find(shape.tuple_shapes(0)));
  if (shape.IsToken()) return pool_.Token();
  if (shape.IsOpaque()) return pool_.Opaque(shape.unknown_text());
  absl::InlinedVector<bool, 8> marks;
  for (int64_t i = 0; !shape.is_static() && i < shape.rank(); ++i) {
    marks.push_back(shape.is_dynamic_dimension(i));
  }
  if (shape.layout() == nullptr) {
    return pool_.ArrayWithoutLayout(shape.element_type(), shape.dimensions(), marks);
  }
  return pool_.Array(shape.element_type(), shape.dimensions(), marks, shape.layout());
}

template <typename T>
absl::Span<const T> ValueCopier::CopyEach(absl::Span<const T> values) {
  if (values.empty()) return {};
  T* copies = arena_.NewArray<T>(values.size());
  for (size_t i = 0; i < values.size(); ++i) new (&copies[i]) T(Copy(values[i]));
  return absl::Span<const T>(copies, values.size());
}

template <typename T>
const T* ValueCopier::CopyShared(const T* value) {
  if (value == nullptr) return nullptr;
  auto found = shared_.find(value);
  if (found != shared_.end()) return static_cast<const T*>(found->second);
  const T* copy = arena_.New<T>(Copy(*value));
  shared_.emplace(value, copy);
  return copy;
}

template <typename T>
T ValueCopier::CopyMembers(const T& value) {
  T copy = value;
  ForEachMember(copy, [this](auto& member) { member = this->Copy(member); });
  return copy;
}

template <typename T>
T ValueCopier::Copy(const T& value) {
  if constexpr (std::is_pointer_v<T>) {
    return CopyShared(value);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return value;
  } else {
    return CopyMembers(value);
  }
}

// Trees may be as deep as the text, so they are copied with a stack, not by recursion: first a node
// and its span of children, uninitialised, then the children.
template <typename Node>
Node ValueCopier::CopyTree(const Node& tree, absl::Span<const Node> Node::* children) {
  Node root;
  std::vector<std::pair<const Node*, Node*>> stack = {{&tree, &root}};
  while (!stack.empty()) {
    const auto [from, to] = stack.back();
    stack.pop_back();
    Node leaf = *from;
    leaf.*children = {};
    Node copy = CopyMembers(leaf);
    const absl::Span<const Node> below = from->*children;
    auto* copies = below.empty() ? nullptr : arena_.NewArray<Node>(below.size());
    for (size_t i = 0; i < below.size(); ++i) stack.emplace_back(&below[i], &copies[i]);
    copy.*children = absl::MakeConstSpan(copies, below.size());
    new (to) Node(copy);
  }
  return root;
}

std::string_view ValueCopier::Copy(std::string_view text) {
  const std::less_equal<> not_after;
  if (!source_copy.empty() && not_after(source.data(), text.data()) &&
      not_after(text.data() + text.size(), source.data() + source.size())) {
    return source_copy.substr(static_cast<size_t>(text.data() - source.data()), text.size());
  }
  return arena_.CopyString(text);
}

// ---- Attributes.

Attribute ValueCopier::Copy(const Attribute& attribute) {
  Attribute copy = VisitAttributeValue(
      attribute, [&](const auto& value) { return CopyValue(attribute, value); });
  AttributeAccess::Rank(copy) = AttributeAccess::Rank(attribute);
  return copy;
}

Attribute ValueCopier::CopyValue(const Attribute& attribute, StringValue value) {
  return Attribute::String(attribute.kind(), Copy(value.text));
}

// Packed metadata stays packed unless it goes to another source.
Attribute ValueCopier::CopyValue(const Attribute& attribute, MetadataValue value) {
  if (value.is_packed() && !other_source) return attribute;
  const OpMetadata metadata = MetadataOf(attribute, source);
  return Attribute::Pointer(attribute.kind(), arena_.New<OpMetadata>(Copy(metadata)));
}

template <typename T>
Attribute ValueCopier::CopyValue(const Attribute& attribute, const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return attribute;
  } else if constexpr (std::is_same_v<T, Shape>) {
    return Attribute::Pointer(attribute.kind(), Copy(&value));
  } else if constexpr (std::is_same_v<T, HloComputation*>) {
    return Attribute::Pointer(attribute.kind(), Copy(value));
  } else if constexpr (std::is_same_v<T, HloSharding> || std::is_same_v<T, ReplicaGroups>) {
    return Attribute::Pointer(attribute.kind(), CopyShared(&value));
  } else {
    return Attribute::Pointer(attribute.kind(), arena_.New<T>(Copy(value)));
  }
}

// ---- Values with their own functions.

Literal ValueCopier::Copy(const Literal& literal) {
  Literal root;
  std::vector<std::pair<const Literal*, Literal*>> stack = {{&literal, &root}};
  while (!stack.empty()) {
    const auto [from, to] = stack.back();
    stack.pop_back();
    const Shape* shape = Copy(&from->shape());
    const absl::Span<const Literal> elements = from->elements();
    if (shape->IsTuple()) {
      Literal* copies = elements.empty() ? nullptr : arena_.NewArray<Literal>(elements.size());
      for (size_t i = 0; i < elements.size(); ++i) stack.emplace_back(&elements[i], &copies[i]);
      new (to) Literal(
          Literal::Tuple(shape, absl::MakeConstSpan(copies, elements.size()), from->is_elided()));
    } else if (from->is_elided()) {
      new (to) Literal(Literal::Elided(shape));
    } else {
      new (to) Literal(Literal::Array(shape, arena_.CopySpan(from->bytes())));
    }
  }
  return root;
}

OpMetadata ValueCopier::Copy(const OpMetadata& metadata) {
  OpMetadata copy = metadata;
  for (std::string_view OpMetadata::* text :
       {&OpMetadata::op_type, &OpMetadata::op_name, &OpMetadata::source_file,
        &OpMetadata::deduplicated_name, &OpMetadata::scheduling_name,
        &OpMetadata::metadata_payload}) {
    copy.*text = Copy(metadata.*text);
  }
  copy.profile_type = arena_.CopySpan(metadata.profile_type);
  if (copy.stack_frame_id != 0) {
    copy.stack_frame_id = ShiftStackFrame(copy.stack_frame_id, stack_frame_offset);
  }
  return copy;
}

FrontendAttributes ValueCopier::Copy(const FrontendAttributes& attributes) {
  // A program may give them in any order.
  std::vector<FrontendAttribute> entries(attributes.entries.begin(), attributes.entries.end());
  SortEntries(&entries);
  return {CopyEach(absl::MakeConstSpan(entries))};
}

// ---- Unknown words.

UnknownAttribute ValueCopier::Copy(const UnknownAttribute& attribute) {
  return {Copy(attribute.name), Copy(attribute.value), Copy(attribute.after), attribute.is_local};
}

absl::Span<const UnknownAttribute> ValueCopier::Copy(
    absl::Span<const UnknownAttribute> attributes) {
  return CopyEach(attributes);
}

UnknownOperand ValueCopier::Copy(const UnknownOperand& operand) {
  return {operand.is_instruction, Copy(operand.text)};
}

UnknownOpcode ValueCopier::Copy(const UnknownOpcode& opcode) {
  return {Copy(opcode.name), CopyEach(opcode.operands)};
}

// ---- The header.

EntryComputationLayout ValueCopier::Copy(const EntryComputationLayout& layout) {
  return {CopyEach(layout.parameters), Copy(layout.result)};
}

OriginRecovery ValueCopier::Copy(const OriginRecovery& recovery) {
  return {Copy(recovery.replaced), Copy(recovery.replacing), Copy(recovery.module)};
}

HloModuleConfig ValueCopier::Copy(const HloModuleConfig& config) {
  HloModuleConfig copy = config;
  ForEachHeaderAttribute(
      [&](std::string_view, auto field) { copy.*field = this->Copy(config.*field); });
  copy.unknown_attributes = CopyEach(config.unknown_attributes);
  return copy;
}

StackFrameTables ValueCopier::Copy(const StackFrameTables& tables) {
  StackFrameTables copy = tables;
  for (std::string_view& name : copy.file_names) name = Copy(name);
  for (std::string_view& name : copy.function_names) name = Copy(name);
  return copy;
}

}  // namespace hlo_text_v1::internal
