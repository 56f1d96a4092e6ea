// Deep copies of the values of instructions and modules: attributes, literals, header; and shapes,
// which are imported into the pool of another module.
//
// All values are trivially copyable structs whose spans and strings point into an arena. To copy
// one, copy the struct, then each span in it. The members of ValueCopier say where values come from
// and go to: the same module or another.
#ifndef HLO_EDIT_COPY_VALUES_H_
#define HLO_EDIT_COPY_VALUES_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

#include "hlo/module.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"
#include "src/ir/visit_attribute.h"

namespace hlo_text_v1::internal {

class ShapeImporter {
 public:
  // `pool` must outlive the importer.
  explicit ShapeImporter(ShapePool* pool) : pool_(*pool) {}
  // The pool's shape that equals `shape`, which may be from any pool and must outlive the importer.
  // Linear in its size the first time, then constant. nullptr gives nullptr.
  const Shape* Import(const Shape* shape);

 private:
  const Shape* Find(const Shape* shape) const;
  const Shape* Make(const Shape& shape);

  ShapePool& pool_;
  HashMap<const Shape*, const Shape*> imported_;
};

// Shifts a stack-frame number for appended tables. Texts may contain any number.
inline int32_t ShiftStackFrame(int32_t number, int32_t by) {
  return number > std::numeric_limits<int32_t>::max() - by ? number : number + by;
}

class ValueCopier {
 public:
  // Copies go into `arena`, which must outlive the copier.
  explicit ValueCopier(Arena* arena) : arena_(*arena) {}

  // Imports shapes, for copies that go to another module; nullptr: shapes stay the same.
  ShapeImporter* shapes = nullptr;
  // Map computations, instructions, nested modules to their copies; empty: they stay the same.
  std::function<HloComputation*(HloComputation*)> map_computation;
  std::function<HloInstruction*(HloInstruction*)> map_instruction;
  std::function<const HloModule*(const HloModule*)> map_module;
  // The source of the copied values, and the same text where the copies live. A string in the
  // former becomes a view into the latter. Empty: strings are copied.
  std::string_view source;
  std::string_view source_copy;
  // Set if the values go to a module with another source: metadata is unpacked from `source`.
  bool other_source = false;
  // Offset for the numbers of stack frames.
  int32_t stack_frame_offset = 0;

  Attribute Copy(const Attribute& attribute);
  Literal Copy(const Literal& literal);
  HloModuleConfig Copy(const HloModuleConfig& config);
  StackFrameTables Copy(const StackFrameTables& tables);
  std::string_view Copy(std::string_view text);
  absl::Span<const UnknownAttribute> Copy(absl::Span<const UnknownAttribute> attributes);

 private:
  // The attribute with a copy of its value, which is passed as by VisitAttributeValue.
  Attribute CopyValue(const Attribute& attribute, StringValue value);
  Attribute CopyValue(const Attribute& attribute, MetadataValue value);
  Attribute CopyValue(const Attribute& attribute, EnumValue) { return attribute; }
  template <typename T>
  Attribute CopyValue(const Attribute& attribute, absl::Span<const T> values) {
    return Attribute::List<T>(attribute.kind(), CopyEach(values));
  }
  template <typename T>
  Attribute CopyValue(const Attribute& attribute, const T& value);

  const Shape* Copy(const Shape* shape) {
    return shapes == nullptr ? shape : shapes->Import(shape);
  }
  HloComputation* Copy(HloComputation* computation) {
    return map_computation ? map_computation(computation) : computation;
  }
  HloInstruction* Copy(HloInstruction* instruction) {
    return map_instruction ? map_instruction(instruction) : instruction;
  }
  const HloModule* Copy(const HloModule* module) {
    return module != nullptr && map_module ? map_module(module) : module;
  }
  // Plain data, copied by the table of structs.
  template <typename T>
  T Copy(const T& value);
  template <typename T>
  absl::Span<const T> Copy(absl::Span<const T> values) {
    return CopyEach(values);
  }
  template <typename T>
  T CopyMembers(const T& value);
  template <typename Node>
  Node CopyTree(const Node& tree, absl::Span<const Node> Node::* children);
  HloSharding Copy(const HloSharding& sharding) {
    return CopyTree(sharding, &HloSharding::elements);
  }
  OriginalValue::Node Copy(const OriginalValue::Node& node) {
    return CopyTree(node, &OriginalValue::Node::children);
  }
  OpMetadata Copy(const OpMetadata& metadata);
  FrontendAttributes Copy(const FrontendAttributes& attributes);
  EntryComputationLayout Copy(const EntryComputationLayout& layout);
  OriginRecovery Copy(const OriginRecovery& recovery);
  UnknownAttribute Copy(const UnknownAttribute& attribute);
  UnknownOperand Copy(const UnknownOperand& operand);
  UnknownOpcode Copy(const UnknownOpcode& opcode);

  template <typename T>
  absl::Span<const T> CopyEach(absl::Span<const T> values);
  // The copy of a value that many attributes share.
  template <typename T>
  const T* CopyShared(const T* value);

  Arena& arena_;
  HashMap<const void*, const void*> shared_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_COPY_VALUES_H_
