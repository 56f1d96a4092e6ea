// Making modules, computations and instructions from C++.
//
// A module from nothing, that adds one to a vector:
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
// A pass adds to a computation that exists, in front of what it replaces:
//
//   hlo::HloBuilder builder(multiply->parent());
//   builder.SetInsertionPoint(multiply);
//   hlo::HloInstruction* sum = builder.AddBinary(hlo::HloOpcode::kAdd, x, x);
//   if (!builder.status().ok()) return builder.status();
//   return hlo::ReplaceInstruction(multiply, sum);   // hlo/edit.h
//
// Errors, such as operands whose shapes do not fit, are kept: the function that finds one returns
// nullptr and adds nothing, a nullptr among operands gives nullptr again, and the first error is
// what status() and Build return. So a chain of calls needs one check, at its end.
//
// Everything is copied into the module, names and values alike; shapes must be of module.shapes().
// Adding costs time linear in operands and attributes; the module's first name by a builder is
// linear in the module. Source: XLA HloComputation::Builder, XlaBuilder.
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

// An empty module called `name`, which must be a legal name. It may be printed or verified once it
// has an entry computation. SetConfig (hlo/edit.h) sets the rest of its header.
HloModule CreateHloModule(std::string_view name);

class HloBuilder {
 public:
  // Makes a new computation of `module`, called `name` or, if that is taken, name.1 and so on. It
  // becomes part of the module with Build, before which it may not be called; without Build it is
  // forgotten. Should the module be given the same names meanwhile, by ParseHloComputation, it
  // takes others. The module must outlive the builder, and may not be moved meanwhile.
  HloBuilder(HloModule* module, std::string_view name);
  // Adds to `computation`. Build is not needed.
  explicit HloBuilder(HloComputation* computation);
  HloBuilder(const HloBuilder&) = delete;
  HloBuilder& operator=(const HloBuilder&) = delete;

  HloComputation* computation() const { return computation_; }
  HloModule& module() const { return *module_; }
  ShapePool& shapes() const { return module_->shapes(); }

  // From now on instructions are added in front of `position`, an instruction of the computation;
  // nullptr: at the end. In a scheduled module this is the schedule.
  void SetInsertionPoint(HloInstruction* position) { position_ = position; }

  // Adds the parameter with the next number. Without a name it is called after its number,
  // "param_0". In the entry computation of a module its header follows; callers are not looked at.
  HloInstruction* AddParameter(const Shape* shape, std::string_view name = {});

  // Adds a constant of that value.
  HloInstruction* AddConstant(const Literal& literal, std::string_view name = {});
  // Adds a scalar, rounded to nearest for floating types, the real part of a complex one. Errors:
  // an integer (pred: truth value) that the type has not.
  HloInstruction* AddScalar(PrimitiveType type, double value, std::string_view name = {});
  // Adds an array of `shape` with those elements, row-major; T is a type as wide as an element
  // (int32_t or float for 32 bits; bool for pred). Errors: their number is not that of the shape.
  template <typename T>
  HloInstruction* AddArray(const Shape* shape, absl::Span<const T> values,
                           std::string_view name = {}) {
    static_assert(std::is_arithmetic_v<T>);
    return AddBytes(shape, sizeof(T), values.data(), values.size(), name);
  }

  // AddInstruction for one or two operands and no attributes, the shape inferred.
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

  // Adds an instruction of any opcode but parameter and constant. `shape` is believed, as XLA does;
  // nullptr: it is inferred, which is possible unless the opcode's line in opcodes.def says Given,
  // and for outfeed, send, send-done and recv-done. Operands are instructions of the computation.
  // Attributes come in any order, MakeAttribute makes them; they get the normal form that the
  // parser gives them. Without a name it is called after its opcode: "add", "add.1".
  // Errors, all kInvalidArgument with "OPCODE: " in front: a wrong number of operands; an attribute
  // that is missing, double or of another opcode; what shape inference says.
  HloInstruction* AddInstruction(HloOpcode opcode, const Shape* shape,
                                 absl::Span<HloInstruction* const> operands,
                                 absl::Span<const Attribute> attributes = {},
                                 std::string_view name = {});

  // The first error.
  const absl::Status& status() const { return status_; }

  // Ends a new computation: `root` (nullptr: the instruction added last) becomes its root, and it
  // becomes the last of the module's. Linear in it. Errors: status(); kFailedPrecondition if it is
  // empty.
  absl::StatusOr<HloComputation*> Build(HloInstruction* root = nullptr);
  // The same for the module's entry computation.
  absl::StatusOr<HloComputation*> BuildEntry(HloInstruction* root = nullptr);

 private:
  HloInstruction* Fail(HloOpcode opcode, std::string_view message);
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

// ---- Attributes: MakeAttribute(kind, value), by the type of the value that the table of
// attributes gives for `kind` (AttributeType); another one is a programmer error. Spans and
// structures are borrowed: they must live until the attribute was given to AddInstruction or
// SetAttribute, which copy them.

namespace internal {
// The AttributeType of a structure.
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
// A bool, an integer, a floating-point number, a value of an enumeration.
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
// A structure, such as Window.
template <typename T,
          typename std::enable_if_t<internal::AttributeTypeOf<T>::kIsStructure, int> = 0>
Attribute MakeAttribute(AttributeKind kind, const T& value) {
  return internal::PointerAttribute(kind, internal::AttributeTypeOf<T>::kType, &value);
}
// A computation, a shape.
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
