// Deep copies of what instructions and modules hold: attributes, literals, header.
//
// All values are trivially copyable structs whose spans and strings point into an arena. Copying
// one is copying the struct and then each span in it. Where values come from and go to, the same
// module or another, is said by the members of ValueCopier.
#ifndef HLO_EDIT_COPY_VALUES_H_
#define HLO_EDIT_COPY_VALUES_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "hlo/module.h"
#include "src/edit/import_shape.h"

namespace hlo {

// A number of the stack-frame tables in longer tables. The text may have any number.
inline int32_t ShiftStackFrame(int32_t number, int32_t by) {
  return number > std::numeric_limits<int32_t>::max() - by ? number : number + by;
}

class ValueCopier {
 public:
  // Copies go into `arena`, which must outlive the copier.
  explicit ValueCopier(Arena* arena) : arena_(*arena) {}

  // Shapes are imported, since the copies go to another module; nullptr: they stay the same.
  ShapeImporter* shapes = nullptr;
  // What pointers to computations and instructions become; empty: they stay the same.
  std::function<HloComputation*(HloComputation*)> map_computation;
  std::function<HloInstruction*(HloInstruction*)> map_instruction;
  // The source of the copied values, and the same text where the copies live. A string in the
  // former becomes a view into the latter, and raw places stay. Empty: strings are copied.
  std::string_view source;
  std::string_view source_copy;
  // The values go to a module with another source: raw places are forgotten, and metadata is
  // unpacked from `source`.
  bool other_source = false;
  // Added to the numbers of stack frames.
  int32_t stack_frame_offset = 0;

  Attribute Copy(const Attribute& attribute);
  Literal Copy(const Literal& literal);
  HloModuleConfig Copy(const HloModuleConfig& config,
                       const std::function<const HloModule*(const HloModule*)>& map_module);
  StackFrameTables Copy(const StackFrameTables& tables);
  std::string_view Copy(std::string_view text);
  absl::Span<const UnknownAttribute> Copy(absl::Span<const UnknownAttribute> attributes) {
    return CopyEach(attributes);
  }

 private:
  Attribute CopyValue(const Attribute& attribute);
  Attribute CopyMetadata(const Attribute& attribute);

  const Shape* Copy(const Shape* shape) {
    return shapes == nullptr ? shape : shapes->Import(shape);
  }
  HloComputation* Copy(HloComputation* computation) {
    return map_computation ? map_computation(computation) : computation;
  }
  HloInstruction* Copy(HloInstruction* instruction) {
    return map_instruction ? map_instruction(instruction) : instruction;
  }
  // What an unknown text names; nullptr if it stays behind: it was removed, or was not copied to
  // another module.
  template <typename T>
  T* CopyNamed(T* named) {
    if (named == nullptr) return nullptr;
    T* copy = Copy(named);
    const bool stays_behind = shapes != nullptr && copy == named;
    return stays_behind ? nullptr : copy;
  }
  // Elements of spans.
  bool Copy(bool value) { return value; }
  int64_t Copy(int64_t value) { return value; }
  Precision Copy(Precision value) { return value; }
  absl::Span<const int64_t> Copy(absl::Span<const int64_t> values) {
    return arena_.CopySpan(values);
  }
  OpMetadata Copy(const OpMetadata& metadata);
  FrontendAttribute Copy(const FrontendAttribute& attribute);
  OutputOperandAlias Copy(const OutputOperandAlias& alias);
  Statistic Copy(const Statistic& statistic);
  OriginalArray Copy(const OriginalArray& array);
  MeshAxis Copy(const MeshAxis& axis);
  TileAssignment Copy(const TileAssignment& tiles);
  Mesh Copy(const Mesh& mesh);
  NamedSharding::Dimension Copy(const NamedSharding::Dimension& dimension);
  NamedSharding Copy(const NamedSharding& sharding);
  HloSharding Copy(const HloSharding& sharding);
  ReplicaGroups Copy(const ReplicaGroups& groups);
  Window Copy(const Window& window);
  ConvolutionDimensionNumbers Copy(const ConvolutionDimensionNumbers& numbers);
  PaddingConfig Copy(const PaddingConfig& padding);
  SliceRanges Copy(const SliceRanges& ranges);
  OutputOperandAliasing Copy(const OutputOperandAliasing& aliasing);
  Domain Copy(const Domain& domain);
  FrontendAttributes Copy(const FrontendAttributes& attributes);
  Statistics Copy(const Statistics& statistics);
  SparsityConfig Copy(const SparsityConfig& config) { return config; }
  TensorBlockScaling Copy(const TensorBlockScaling& scaling);
  BlockScalingConfig Copy(const BlockScalingConfig& config);
  ResultAccuracy Copy(const ResultAccuracy& accuracy) { return accuracy; }
  OriginalValue Copy(const OriginalValue& value);
  InputOutputAlias Copy(const InputOutputAlias& alias);
  BufferDonor Copy(const BufferDonor& donor);
  DebugAttributesEntry Copy(const DebugAttributesEntry& entry);
  UnknownText Copy(const UnknownText& text);
  UnknownAttribute Copy(const UnknownAttribute& attribute);
  UnknownOperand Copy(const UnknownOperand& operand);
  UnknownOpcode Copy(const UnknownOpcode& opcode);

  template <typename T>
  absl::Span<const T> CopyEach(absl::Span<const T> values) {
    if (values.empty()) return {};
    T* copies = arena_.NewArray<T>(values.size());
    for (size_t i = 0; i < values.size(); ++i) new (&copies[i]) T(Copy(values[i]));
    return absl::Span<const T>(copies, values.size());
  }
  template <typename T>
  Attribute List(const Attribute& attribute) {
    return Attribute::List<T>(attribute.kind(), CopyEach<T>(attribute.AsList<T>()));
  }
  template <typename T>
  Attribute Struct(const Attribute& attribute) {
    return Attribute::Pointer(attribute.kind(), arena_.New<T>(Copy(attribute.As<T>())));
  }
  // The same for values that many instructions share.
  template <typename T>
  const T* CopyShared(const T* value) {
    if (value == nullptr) return nullptr;
    auto found = shared_.find(value);
    if (found != shared_.end()) return static_cast<const T*>(found->second);
    const T* copy = arena_.New<T>(Copy(*value));
    shared_.emplace(value, copy);
    return copy;
  }

  Arena& arena_;
  absl::flat_hash_map<const void*, const void*> shared_;
};

}  // namespace hlo

#endif  // HLO_EDIT_COPY_VALUES_H_
