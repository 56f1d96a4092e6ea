// Builds modules, computations and instructions from C++.
//
// A new module that adds one to a vector:
//
//   hlo::HloModule module = hlo::CreateHloModule("increment");
//   hlo::HloBuilder builder(&module, "main");
//   hlo::HloInstruction* x = builder.AddParameter(
//       module.shapes().Array(hlo::PrimitiveType::kF32, {4}), "x");
//   hlo::HloInstruction* one = builder.AddScalar(hlo::PrimitiveType::kF32, 1);
//   hlo::HloInstruction* ones =
//       builder.AddInstruction(hlo::HloOpcode::kBroadcast, &x->shape(), {one},
//                              {hlo::MakeAttribute(hlo::AttributeKind::kDimensions, {})});
//   builder.AddBinary(hlo::HloOpcode::kAdd, x, ones);
//   absl::StatusOr<hlo::HloComputation*> entry = builder.BuildEntry();
//   if (!entry.ok()) return entry.status();
//   std::cout << hlo::PrintHloModule(module);
//
// prints
//
//   HloModule increment, entry_computation_layout={(f32[4]{0})->f32[4]{0}}
//
//   ENTRY %main (x: f32[4]) -> f32[4] {
//     %x = f32[4]{0} parameter(0)
//     %constant = f32[] constant(1)
//     %broadcast = f32[4]{0} broadcast(%constant), dimensions={}
//     ROOT %add = f32[4]{0} add(%x, %broadcast)
//   }
//
// A pass adds to an existing computation, in front of the instruction it replaces:
//
//   hlo::HloBuilder builder(multiply->parent());
//   builder.SetInsertionPoint(multiply);
//   hlo::HloInstruction* sum = builder.AddBinary(hlo::HloOpcode::kAdd, x, x);
//   if (!builder.status().ok()) return builder.status();
//   return hlo::ReplaceInstruction(multiply, sum);   // hlo/edit.h
//
// The builder keeps errors, such as operands with shapes that do not fit: the function that finds
// one returns nullptr and adds nothing, a nullptr operand gives nullptr again, and status() and
// Build return the first error. A chain of calls needs one check, at its end.
//
// Names and values are copied into the module; shapes must be of module.shapes(). Adding is linear
// in operands and attributes; the first name that a builder makes in a module is linear in the
// module. Source: XLA HloComputation::Builder, XlaBuilder.
#ifndef HLO_BUILDER_H_
#define HLO_BUILDER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo {

// An empty module; SetName (hlo/edit.h) makes `name` legal. Print or verify it only once it has an
// entry computation. SetConfig (hlo/edit.h) sets the rest of its header.
HloModule CreateHloModule(std::string_view name);

class HloBuilder {
 public:
  // Makes a new computation of `module`, called `name` or, if that is taken, name.1 and so on.
  // Build makes it part of the module; until then nothing may call it, and without Build it is
  // dropped. If the module gets the same names meanwhile, by ParseHloComputation, it takes others.
  // The module must outlive the builder and stay in place.
  HloBuilder(HloModule* module, std::string_view name);
  // Adds to `computation`; needs no Build.
  explicit HloBuilder(HloComputation* computation);
  HloBuilder(const HloBuilder&) = delete;
  HloBuilder& operator=(const HloBuilder&) = delete;

  HloComputation* computation() const { return computation_; }
  HloModule& module() const { return *module_; }
  ShapePool& shapes() const { return module_->shapes(); }

  // From now on adds instructions in front of `position`, which is in the computation; nullptr: at
  // the end. In a scheduled module this is the schedule.
  void SetInsertionPoint(HloInstruction* position) { position_ = position; }

  // Adds the parameter with the next number; the default name is "param_0" for number 0. In a
  // module's entry computation the header follows; callers stay as they are.
  HloInstruction* AddParameter(const Shape* shape, std::string_view name = {});

  // Adds a constant; copies `literal`.
  HloInstruction* AddConstant(const Literal& literal, std::string_view name = {});
  // Adds a scalar, rounded to nearest for floating types, the real part of a complex one. T is any
  // arithmetic type; 64-bit integers are exact. Errors: `value` is no integer (pred: truth value)
  // of the type.
  template <typename T>
  HloInstruction* AddScalar(PrimitiveType type, T value, std::string_view name = {}) {
    static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8);
    if constexpr (std::is_floating_point_v<T>) {
      return AddReal(type, static_cast<double>(value), name);
    } else if constexpr (std::is_signed_v<T>) {
      const auto magnitude = static_cast<uint64_t>(value);
      return AddInteger(type, value < 0, value < 0 ? 0 - magnitude : magnitude, name);
    } else {
      return AddInteger(type, false, static_cast<uint64_t>(value), name);
    }
  }
  // Adds an array of `shape` with these elements, row-major; T is as wide as an element (int32_t or
  // float for 32 bits; bool for pred). Errors: the shape has another number of elements.
  template <typename T>
  HloInstruction* AddArray(const Shape* shape, absl::Span<const T> values,
                           std::string_view name = {}) {
    static_assert(std::is_arithmetic_v<T>);
    return AddBytes(shape, sizeof(T), values.data(), values.size(), name);
  }

  // AddInstruction for one or two operands without attributes, with inferred shape.
  HloInstruction* AddUnary(HloOpcode opcode, HloInstruction* operand, std::string_view name = {}) {
    return AddInstruction(opcode, nullptr, {operand}, {}, name);
  }
  HloInstruction* AddBinary(HloOpcode opcode, HloInstruction* lhs, HloInstruction* rhs,
                            std::string_view name = {}) {
    return AddInstruction(opcode, nullptr, {lhs, rhs}, {}, name);
  }
  // get-tuple-element.
  HloInstruction* AddGetTupleElement(HloInstruction* tuple, int64_t index,
                                     std::string_view name = {});

  // Adds an instruction of any opcode but parameter and constant. Trusts `shape`, as XLA does;
  // nullptr: infers it, unless the opcode's line in opcodes.def says Given, and for outfeed, send,
  // send-done and recv-done. Operands are instructions of the computation. Attributes
  // (MakeAttribute) come in any order and get the parser's normal form. The default name is the
  // opcode: "add", "add.1". Errors, all kInvalidArgument with "OPCODE: " in front: a wrong number
  // of operands; a missing or duplicate attribute, or one of another opcode; those of shape
  // inference.
  HloInstruction* AddInstruction(HloOpcode opcode, const Shape* shape,
                                 absl::Span<HloInstruction* const> operands,
                                 absl::Span<const Attribute> attributes = {},
                                 std::string_view name = {});

  // The first error, or OK.
  const absl::Status& status() const { return status_; }

  // Finishes a new computation and adds it to the module, as the last one; `root` (nullptr: the
  // instruction added last) becomes its root. Linear in it. Errors: status(); kFailedPrecondition
  // if it is empty.
  absl::StatusOr<HloComputation*> Build(HloInstruction* root = nullptr);
  // The same for the module's entry computation.
  absl::StatusOr<HloComputation*> BuildEntry(HloInstruction* root = nullptr);

 private:
  HloInstruction* Fail(HloOpcode opcode, std::string_view message);
  HloInstruction* AddReal(PrimitiveType type, double value, std::string_view name);
  HloInstruction* AddInteger(PrimitiveType type, bool negative, uint64_t magnitude,
                             std::string_view name);
  HloInstruction* AddElement(PrimitiveType type, uint64_t bits, std::string_view name);
  HloInstruction* AddBytes(const Shape* shape, size_t width, const void* values, size_t count,
                           std::string_view name);
  absl::Status FillDraft(absl::Span<const Attribute> attributes, HloInstruction* draft);
  void RetakeNames();
  HloInstruction* NewDraft(HloOpcode opcode, const Shape* shape);
  HloInstruction* Insert(HloInstruction* draft, std::string_view name);

  HloModule* module_;
  HloComputation* computation_;
  HloInstruction* position_ = nullptr;
  HloInstruction* last_added_ = nullptr;
  bool is_new_;
  uint64_t name_passes_ = 0;  // of the module, when all names here were unique in it
  absl::Status status_;
};

// ---- Attributes: MakeAttribute(kind, value), where the value has the type that attributes.def
// gives for `kind` (AttributeType); another type is a programming error. Spans and structs are
// borrowed: they must live until AddInstruction or SetAttribute copies them.

namespace internal {
// The AttributeType of a struct.
template <typename T>
struct AttributeTypeOf {
  static constexpr bool kIsStructure = false;
};
#define HLO_STRUCT_TYPE(Id, T, ...)                              \
  template <>                                                    \
  struct AttributeTypeOf<T> {                                    \
    static constexpr bool kIsStructure = true;                   \
    static constexpr AttributeType kType = AttributeType::k##Id; \
  };
#define HLO_OBJECT_TYPE HLO_STRUCT_TYPE
#include "hlo/tables/attribute_types.def"

Attribute NumberAttribute(AttributeKind kind, int64_t value);
Attribute NumberAttribute(AttributeKind kind, double value);
Attribute StringAttribute(AttributeKind kind, std::string_view value);
Attribute PointerAttribute(AttributeKind kind, AttributeType type, const void* value);
}  // namespace internal

// A list of integers: MakeAttribute(AttributeKind::kDimensions, {0, 1}).
Attribute MakeAttribute(AttributeKind kind, absl::Span<const int64_t> values);
// A bool, an integer, a floating-point number or an enumerator.
template <typename T,
          typename std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>, int> = 0>
Attribute MakeAttribute(AttributeKind kind, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return internal::NumberAttribute(kind, static_cast<double>(value));
  } else {
    return internal::NumberAttribute(kind, static_cast<int64_t>(value));
  }
}
// A string.
template <typename T,
          typename std::enable_if_t<std::is_convertible_v<T, std::string_view>, int> = 0>
Attribute MakeAttribute(AttributeKind kind, const T& value) {
  return internal::StringAttribute(kind, value);
}
// A struct, such as Window.
template <typename T,
          typename std::enable_if_t<internal::AttributeTypeOf<T>::kIsStructure, int> = 0>
Attribute MakeAttribute(AttributeKind kind, const T& value) {
  return internal::PointerAttribute(kind, internal::AttributeTypeOf<T>::kType, &value);
}
// A computation or a shape.
template <typename T, typename std::enable_if_t<std::is_same_v<std::remove_const_t<T>, Shape> ||
                                                    std::is_same_v<T, HloComputation>,
                                                int> = 0>
Attribute MakeAttribute(AttributeKind kind, T* value) {
  return internal::PointerAttribute(kind, internal::AttributeTypeOf<std::remove_const_t<T>>::kType,
                                    value);
}
// A list of anything else: computations, shapes, lists of integers, precisions, bools. T is the
// element type that AttributeType names: MakeListAttribute<HloComputation*>(kind, {f, g}).
template <typename T>
Attribute MakeListAttribute(AttributeKind kind, absl::Span<const T> values) {
  return Attribute::List<T>(kind, values);
}

}  // namespace hlo

#endif  // HLO_BUILDER_H_
