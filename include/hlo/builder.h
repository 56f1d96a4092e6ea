// Builds modules, computations and instructions from C++.
//
// A new module that adds one to a vector:
//
//   hlo_text::HloModule module = hlo_text::CreateHloModule("increment");
//   hlo_text::HloBuilder builder(&module, "main");
//   hlo_text::HloInstruction* x = builder.AddParameter(
//       module.shapes().Array(hlo_text::PrimitiveType::kF32, {4}), "x");
//   hlo_text::HloInstruction* one = builder.AddScalar(hlo_text::PrimitiveType::kF32, 1);
//   hlo_text::HloInstruction* ones = builder.AddBroadcast(one, {4}, {});
//   builder.AddBinary(hlo_text::HloOpcode::kAdd, x, ones);
//   absl::StatusOr<hlo_text::HloComputation*> entry = builder.BuildEntry();
//   if (!entry.ok()) return entry.status();
//   std::cout << hlo_text::PrintHloModule(module);
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
//   hlo_text::HloBuilder builder(multiply->parent());
//   builder.SetInsertionPoint(multiply);
//   hlo_text::HloInstruction* sum = builder.AddBinary(hlo_text::HloOpcode::kAdd, x, x);
//   if (!builder.status().ok()) return builder.status();
//   return hlo_text::ReplaceInstruction(multiply, sum);   // hlo/edit.h
//
// AddInstruction makes any instruction; AddDot, AddWhile, AddAllReduce and the like are shorter and
// are named after XLA's CreateDot, CreateWhile, CreateAllReduce. MakeAttribute makes attributes,
// for SetAttribute (hlo/edit.h), too. With the kind as a template argument, a value of another type
// does not compile:
//
//   builder.AddInstruction(hlo_text::HloOpcode::kTranspose, nullptr, {x},
//                          {hlo_text::MakeAttribute<hlo_text::AttributeKind::kDimensions>({1, 0})});
//
// With the kind as a function argument, it is an error:
//
//   absl::StatusOr<hlo_text::Attribute> dimensions =
//       hlo_text::MakeAttribute(hlo_text::AttributeKind::kDimensions, true);
//   return dimensions.status();  // "attribute dimensions takes a value of type Int64List"
//
// The builder keeps errors, such as operands with shapes that do not fit: the function that finds
// one returns nullptr and adds nothing, a nullptr operand then gives nullptr again, and status()
// and Build return the first error: "add: operand 1 ...". A chain of calls needs one check, at its
// end. Misuse, such as an operand of another computation or a shape of another module, is an error,
// too; debug builds stop there.
//
// In a scheduled module, an instruction that is added without an insertion point goes before the
// root, or behind its last operand if that is not before the root. Its first user, if that is
// earlier, moves it to just before itself.
//
// Names and values are copied into the module; shapes must be of module.shapes(). Adding is linear
// in operands and attributes, in a schedule without an insertion point also in what stands behind
// the root; the first name that a builder makes in a module is linear in the module. Source: XLA
// HloComputation::Builder, XlaBuilder, HloInstruction::CreateX.
#ifndef HLO_BUILDER_H_
#define HLO_BUILDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/internal/make_attribute.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// An empty module; SetName (hlo/edit.h) makes `name` legal. Print or verify it only once it has an
// entry computation. SetConfig (hlo/edit.h) sets the rest of its header.
HloModule CreateHloModule(std::string_view name);

// Options that all collectives have.
struct CollectiveOptions {
  ReplicaGroups replica_groups;
  std::optional<int64_t> channel_id;
  bool use_global_device_ids = false;
  bool constrain_layout = false;
};

class HloBuilder {
 public:
  // Makes a new computation of `module`, called `name` or, if that is taken, name.1 and so on.
  // Build makes it part of the module; until then nothing may call it, and without Build it is
  // dropped. If the module gets the same names meanwhile, by ParseHloComputation, it takes others.
  // The module must outlive the builder and stay in place.
  HloBuilder(HloModule* module, std::string_view name);
  // Adds to `computation`; needs no Build. So does a builder after its Build.
  explicit HloBuilder(HloComputation* computation);
  ~HloBuilder();
  HloBuilder(const HloBuilder&) = delete;
  HloBuilder& operator=(const HloBuilder&) = delete;

  HloComputation* computation() const { return computation_; }
  HloModule& module() const { return *module_; }
  ShapePool& shapes() const { return module_->shapes(); }

  // From now on adds instructions before (after) `position`, which is in the computation; nullptr:
  // where they go without an insertion point. In a scheduled module this is the schedule.
  void SetInsertionPoint(HloInstruction* position);
  void SetInsertionPointAfter(HloInstruction* position);

  // Adds an instruction of any opcode but parameter and constant. Trusts `shape`, as XLA does;
  // nullptr: infers it; "no shape can be inferred" for reshape, bitcast, convert, iota,
  // custom-call, infeed, recv and the like. Operands are instructions of the computation.
  // Attributes (MakeAttribute) come in any order and get the parser's normal form. The default name
  // is the opcode: "add", "add.1". Errors, all kInvalidArgument with "OPCODE: " in front: a wrong
  // number of operands; a missing or duplicate attribute, or one of another opcode; a called
  // computation that is null, not built yet or of another module; those of shape inference.
  HloInstruction* AddInstruction(HloOpcode opcode, const Shape* shape,
                                 absl::Span<HloInstruction* const> operands,
                                 absl::Span<const Attribute> attributes = {},
                                 std::string_view name = {});

  // Adds an instruction like `original`, which may be of another computation of the module, with
  // `operands`: the same opcode, attributes, literal and called computations, but no control
  // predecessors. `shape` nullptr: that of the original. The default name is that of the original,
  // made unique. Errors: `original` is a parameter, or is of another computation and names
  // instructions of it in unknown words; as AddInstruction. CloneWithNewOperands of hlo/transform.h
  // gives fusions a computation of their own.
  HloInstruction* AddClone(const HloInstruction& original,
                           absl::Span<HloInstruction* const> operands, const Shape* shape = nullptr,
                           std::string_view name = {});

  // Adds the parameter with the next number; the default name is "param_0" for number 0. In a
  // module's entry computation the header follows; callers stay as they are.
  HloInstruction* AddParameter(const Shape* shape, std::string_view name = {});

  // ---- Constants.

  // Copies `literal`, and its shape if that is of another module. Errors: the literal is empty, or
  // has more bytes or another number of elements than its shape.
  HloInstruction* AddConstant(const Literal& literal, std::string_view name = {});
  // Adds a scalar, rounded to nearest for floating types. T is any arithmetic or complex type;
  // 64-bit integers are exact; a real number is a complex one, too. Errors: `value` is no integer
  // (pred: truth value, complex: real number) of the type.
  template <typename T>
  HloInstruction* AddScalar(PrimitiveType type, T value, std::string_view name = {}) {
    return AddElements(ScalarShape(type), absl::MakeConstSpan(&value, 1), name);
  }
  // Adds an array of `shape` with these elements, row-major, each as by AddScalar: floats as bf16
  // are rounded, integers must fit. Errors: the shape has another number of elements.
  template <typename T>
  HloInstruction* AddArray(const Shape* shape, absl::Span<const T> values,
                           std::string_view name = {}) {
    return AddElements(shape, values, name);
  }

  // ---- Instructions under XLA's names. Shapes are inferred where the function takes none.

  // AddInstruction without attributes.
  HloInstruction* AddUnary(HloOpcode opcode, HloInstruction* operand, std::string_view name = {}) {
    return AddInstruction(opcode, nullptr, {operand}, {}, name);
  }
  HloInstruction* AddBinary(HloOpcode opcode, HloInstruction* lhs, HloInstruction* rhs,
                            std::string_view name = {}) {
    return AddInstruction(opcode, nullptr, {lhs, rhs}, {}, name);
  }
  // clamp, select.
  HloInstruction* AddTernary(HloOpcode opcode, HloInstruction* a, HloInstruction* b,
                             HloInstruction* c, std::string_view name = {}) {
    return AddInstruction(opcode, nullptr, {a, b, c}, {}, name);
  }
  HloInstruction* AddCompare(HloInstruction* lhs, HloInstruction* rhs,
                             ComparisonDirection direction, std::string_view name = {});
  HloInstruction* AddSelect(HloInstruction* predicate, HloInstruction* on_true,
                            HloInstruction* on_false, std::string_view name = {}) {
    return AddTernary(HloOpcode::kSelect, predicate, on_true, on_false, name);
  }
  // To another element type.
  HloInstruction* AddConvert(HloInstruction* operand, PrimitiveType type,
                             std::string_view name = {});

  // Operand dimension i becomes dimension dimensions[i] of an array of these sizes.
  HloInstruction* AddBroadcast(HloInstruction* operand, absl::Span<const int64_t> sizes,
                               absl::Span<const int64_t> dimensions, std::string_view name = {});
  // Errors: another number of elements.
  HloInstruction* AddReshape(HloInstruction* operand, absl::Span<const int64_t> sizes,
                             std::string_view name = {});
  // Dimension i of the result is operand dimension permutation[i].
  HloInstruction* AddTranspose(HloInstruction* operand, absl::Span<const int64_t> permutation,
                               std::string_view name = {});
  HloInstruction* AddReverse(HloInstruction* operand, absl::Span<const int64_t> dimensions,
                             std::string_view name = {});
  // From start to limit (exclusive) in steps of stride, for each dimension.
  HloInstruction* AddSlice(HloInstruction* operand, absl::Span<const SliceRange> ranges,
                           std::string_view name = {});
  HloInstruction* AddDynamicSlice(HloInstruction* operand,
                                  absl::Span<HloInstruction* const> start_indices,
                                  absl::Span<const int64_t> sizes, std::string_view name = {});
  HloInstruction* AddDynamicUpdateSlice(HloInstruction* operand, HloInstruction* update,
                                        absl::Span<HloInstruction* const> start_indices,
                                        std::string_view name = {});
  HloInstruction* AddConcatenate(absl::Span<HloInstruction* const> operands, int64_t dimension,
                                 std::string_view name = {});
  HloInstruction* AddPad(HloInstruction* operand, HloInstruction* value,
                         absl::Span<const PaddingDimension> padding, std::string_view name = {});
  HloInstruction* AddIota(const Shape* shape, int64_t dimension, std::string_view name = {});

  HloInstruction* AddDot(HloInstruction* lhs, HloInstruction* rhs,
                         const DotDimensionNumbers& numbers, std::string_view name = {});
  // Errors: another number of initial values than of operands.
  HloInstruction* AddReduce(absl::Span<HloInstruction* const> operands,
                            absl::Span<HloInstruction* const> init_values,
                            absl::Span<const int64_t> dimensions, HloComputation* reduction,
                            std::string_view name = {});
  HloInstruction* AddSort(absl::Span<HloInstruction* const> operands, int64_t dimension,
                          HloComputation* comparator, bool is_stable = false,
                          std::string_view name = {});
  HloInstruction* AddMap(absl::Span<HloInstruction* const> operands, HloComputation* function,
                         std::string_view name = {});

  HloInstruction* AddTuple(absl::Span<HloInstruction* const> elements, std::string_view name = {}) {
    return AddInstruction(HloOpcode::kTuple, nullptr, elements, {}, name);
  }
  // Has the origin of the element if `tuple` is a tuple instruction. XLA
  // HloInstruction::CreateGetTupleElement.
  HloInstruction* AddGetTupleElement(HloInstruction* tuple, int64_t index,
                                     std::string_view name = {});
  // Copies the arrays of `value`: one copy, or for a tuple the tuple of its copied elements. An
  // array is not copied if `is_copied` returns false for its index in the shape; values that are
  // not arrays never are. Linear in the shape. XLA HloComputation::DeepCopyInstruction.
  HloInstruction* AddDeepCopy(HloInstruction* value, absl::FunctionRef<bool(ShapeIndex)> is_copied);
  HloInstruction* AddDeepCopy(HloInstruction* value) {
    return AddDeepCopy(value, [](ShapeIndex) { return true; });
  }
  // A token behind `tokens`; of none, XLA's CreateToken.
  HloInstruction* AddAfterAll(absl::Span<HloInstruction* const> tokens,
                              std::string_view name = {}) {
    return AddInstruction(HloOpcode::kAfterAll, nullptr, tokens, {}, name);
  }

  HloInstruction* AddCall(absl::Span<HloInstruction* const> operands, HloComputation* callee,
                          std::string_view name = {});
  HloInstruction* AddWhile(HloComputation* condition, HloComputation* body, HloInstruction* init,
                           std::string_view name = {});
  // One argument for each branch. A selector of type pred takes two branches, the first if it is
  // true; an s32 any number.
  HloInstruction* AddConditional(HloInstruction* selector,
                                 absl::Span<HloComputation* const> branches,
                                 absl::Span<HloInstruction* const> arguments,
                                 std::string_view name = {});
  HloInstruction* AddFusion(absl::Span<HloInstruction* const> operands, FusionKind kind,
                            HloComputation* fused, std::string_view name = {});
  // AddInstruction for other attributes than the target.
  HloInstruction* AddCustomCall(const Shape* shape, absl::Span<HloInstruction* const> operands,
                                std::string_view target, std::string_view name = {});

  // ---- Collectives. all-gather and reduce-scatter infer the number of devices in a group from the
  // first group; without groups, use AddInstruction.

  HloInstruction* AddAllReduce(absl::Span<HloInstruction* const> operands,
                               HloComputation* reduction, const CollectiveOptions& options = {},
                               std::string_view name = {});
  HloInstruction* AddReduceScatter(absl::Span<HloInstruction* const> operands, int64_t dimension,
                                   HloComputation* reduction, const CollectiveOptions& options,
                                   std::string_view name = {});
  HloInstruction* AddAllGather(absl::Span<HloInstruction* const> operands, int64_t dimension,
                               const CollectiveOptions& options, std::string_view name = {});
  // With a dimension, splits and joins one array there; without, exchanges one operand a device.
  HloInstruction* AddAllToAll(absl::Span<HloInstruction* const> operands,
                              std::optional<int64_t> dimension, const CollectiveOptions& options,
                              std::string_view name = {});
  HloInstruction* AddCollectiveReduce(absl::Span<HloInstruction* const> operands,
                                      HloComputation* reduction,
                                      const CollectiveOptions& options = {},
                                      std::string_view name = {});
  // No use_global_device_ids nor constrain_layout.
  HloInstruction* AddCollectiveBroadcast(absl::Span<HloInstruction* const> operands,
                                         const CollectiveOptions& options,
                                         std::string_view name = {});
  HloInstruction* AddRaggedAllToAll(absl::Span<HloInstruction* const> operands,
                                    const CollectiveOptions& options, std::string_view name = {});
  // Pairs {source, target}.
  HloInstruction* AddCollectivePermute(
      absl::Span<HloInstruction* const> operands,
      absl::Span<absl::Span<const int64_t> const> source_target_pairs,
      std::optional<int64_t> channel_id = std::nullopt, std::string_view name = {});
  HloInstruction* AddReplicaId(std::string_view name = {}) {
    return AddInstruction(HloOpcode::kReplicaId, nullptr, {}, {}, name);
  }
  HloInstruction* AddPartitionId(std::string_view name = {}) {
    return AddInstruction(HloOpcode::kPartitionId, nullptr, {}, {}, name);
  }

  // ---- Asynchronous operations. hlo/transform.h makes them from synchronous ones.

  // Binds `operands`, the first ones or all, and the part `result` of the callee's result: all of
  // it if nullptr, nothing if shapes().Tuple({}). `contexts` are further elements of the shape,
  // often one u32[]. `thread`, if not "main", becomes that of `callee`, too.
  HloInstruction* AddAsyncStart(absl::Span<HloInstruction* const> operands, HloComputation* callee,
                                absl::Span<const Shape* const> contexts = {},
                                std::string_view thread = "main", const Shape* result = nullptr,
                                std::string_view name = {});
  // Binds further operands and, with `result`, as much of the result; `buffers`, none or one for
  // each array that is new in it, hold them. The rest of the shape is that of `previous`, with
  // other `contexts` if there are any here.
  HloInstruction* AddAsyncUpdate(HloInstruction* previous,
                                 absl::Span<HloInstruction* const> operands,
                                 const Shape* result = nullptr,
                                 absl::Span<HloInstruction* const> buffers = {},
                                 absl::Span<const Shape* const> contexts = {},
                                 std::string_view name = {});
  HloInstruction* AddAsyncDone(HloInstruction* previous, std::string_view name = {});
  // (destination, source, context).
  HloInstruction* AddCopyStart(HloInstruction* operand, std::string_view name = {}) {
    return AddInstruction(HloOpcode::kCopyStart, nullptr, {operand}, {}, name);
  }
  HloInstruction* AddCopyDone(HloInstruction* start, std::string_view name = {}) {
    return AddInstruction(HloOpcode::kCopyDone, nullptr, {start}, {}, name);
  }

  // ---- The end.

  // The first error, or OK.
  const absl::Status& status() const { return status_; }
  // Returns it and forgets it, for a caller who handles each error where it happens.
  absl::Status ConsumeStatus() { return std::exchange(status_, absl::OkStatus()); }

  // Finishes a new computation and adds it to the module, as the last one; `root` (nullptr: the
  // instruction added last) becomes its root. Linear in it. Errors: status(); kFailedPrecondition
  // if it is empty, or calls a computation that was removed meanwhile.
  absl::StatusOr<HloComputation*> Build(HloInstruction* root = nullptr);
  // The same for the module's entry computation.
  absl::StatusOr<HloComputation*> BuildEntry(HloInstruction* root = nullptr);

 private:
  // A number of any type, without loss.
  struct Number {
    enum class Kind : uint8_t { kInteger, kReal, kComplex } kind;
    bool is_negative;    // of an integer
    uint64_t magnitude;  // of an integer
    double real;
    double imaginary;
  };
  template <typename T>
  static Number NumberOf(T value) {
    if constexpr (std::is_floating_point_v<T>) {
      return {Number::Kind::kReal, false, 0, static_cast<double>(value), 0};
    } else if constexpr (std::is_integral_v<T>) {
      static_assert(sizeof(T) <= 8);
      const auto bits = static_cast<uint64_t>(value);
      const bool is_negative = std::is_signed_v<T> && value < T{0};
      return {Number::Kind::kInteger, is_negative, is_negative ? 0 - bits : bits, 0, 0};
    } else {
      return {Number::Kind::kComplex, false, 0, static_cast<double>(value.real()),
              static_cast<double>(value.imag())};
    }
  }
  template <typename T>
  HloInstruction* AddElements(const Shape* shape, absl::Span<const T> values,
                              std::string_view name) {
    std::string bytes;
    if (!StartElements(shape, values.size(), &bytes)) return nullptr;
    for (const T& value : values) {
      if (!AppendElement(shape->element_type(), NumberOf(value), &bytes)) return nullptr;
    }
    return AddConstant(Literal::Array(shape, bytes), name);
  }

  HloInstruction* Fail(HloOpcode opcode, std::string_view message);
  bool Note(const absl::Status& status);
  const Shape* ScalarShape(PrimitiveType type);
  bool StartElements(const Shape* shape, size_t count, std::string* bytes);
  bool AppendElement(PrimitiveType type, const Number& number, std::string* bytes);
  absl::StatusOr<uint64_t> ComponentBits(PrimitiveType type, const Number& number) const;
  bool CheckOperands(HloOpcode opcode, absl::Span<HloInstruction* const> operands);
  // Whether all that is called is still in the module.
  absl::Status CheckCallees() const;
  absl::Status FillDraft(absl::Span<const Attribute> attributes, HloInstruction* draft);
  HloInstruction* AddCollective(HloOpcode opcode, absl::Span<HloInstruction* const> operands,
                                const CollectiveOptions& options,
                                absl::Span<const Attribute> attributes, std::string_view name);
  void UseStandIn(const absl::Status& misuse);
  void RetakeNames();
  HloInstruction* NewDraft(HloOpcode opcode, const Shape* shape);
  HloInstruction* Insert(HloInstruction* draft, std::string_view name);

  HloModule* module_;
  HloComputation* computation_;
  HloInstruction* position_ = nullptr;
  bool is_after_position_ = false;
  HloInstruction* last_added_ = nullptr;
  bool is_new_;
  uint64_t name_passes_ = 0;  // of the module, when all names here were unique in it
  absl::Status status_;
  std::unique_ptr<HloModule> stand_in_;  // takes what is added for a module that was null
};

// ---- Attributes. attributes.def gives the type of each attribute, attribute_types.def its C++
// type. Spans, strings and structs are borrowed: they must live until AddInstruction or
// SetAttribute copies them. In a call as above, temporaries do. Constant time.

// The parameter of MakeAttribute<kKind>: bool, an integer of at most 64 bits, double, the enum,
// std::string_view, absl::Span<const T> for a list ({1, 0} works), the struct, HloComputation* or
// const Shape*.
template <AttributeKind kKind>
using AttributeArgumentOf =
    typename internal::PassedAs<internal::HeldType<AttributeTypeOf(kKind)>>::Type;

template <AttributeKind kKind>
Attribute MakeAttribute(AttributeArgumentOf<kKind> value ABSL_ATTRIBUTE_LIFETIME_BOUND) {
  static_assert(kKind < AttributeKind::kUnknown, "unknown words come from a text only");
  return internal::AttributeWith(kKind, value);
}

// The same, checked when it runs. Errors: kInvalidArgument if attributes.def has another type for
// `kind` or `kind` is kUnknown or kUnknownOpcode.

// A list of integers; {1, 0} works.
absl::StatusOr<Attribute> MakeAttribute(
    AttributeKind kind, absl::Span<const int64_t> values ABSL_ATTRIBUTE_LIFETIME_BOUND);
// A list of anything: T is the element type in attribute_types.def, such as HloComputation*.
template <typename T>
absl::StatusOr<Attribute> MakeListAttribute(
    AttributeKind kind, absl::Span<T const> values ABSL_ATTRIBUTE_LIFETIME_BOUND) {
  if (!internal::Holds<absl::Span<T const>>(AttributeTypeOf(kind))) {
    return internal::WrongAttributeType(kind);
  }
  return internal::AttributeWith(kind, values);
}
// A bool, an integer, a floating-point number, an enumerator, a string, or a struct.
template <typename T,
          typename std::enable_if_t<!std::is_convertible_v<T, absl::Span<const int64_t>>, int> = 0>
absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    if (internal::Holds<bool>(AttributeTypeOf(kind))) return Attribute::Bool(kind, value);
  } else if constexpr (std::is_integral_v<T>) {
    static_assert(std::numeric_limits<T>::digits <= 63, "attributes have no unsigned 64 bits");
    return internal::MakeInteger(kind, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (internal::Holds<double>(AttributeTypeOf(kind))) return Attribute::Double(kind, value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    if (internal::Holds<std::string_view>(AttributeTypeOf(kind))) {
      return Attribute::String(kind, value);
    }
  } else if (internal::Holds<T>(AttributeTypeOf(kind)) && kind < AttributeKind::kUnknown) {
    return internal::AttributeWith(kind, value);
  }
  return internal::WrongAttributeType(kind);
}
// A computation or a shape.
template <typename T, typename std::enable_if_t<std::is_same_v<std::remove_const_t<T>, Shape> ||
                                                    std::is_same_v<T, HloComputation>,
                                                int> = 0>
absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, T* value) {
  if (!internal::Holds<std::remove_const_t<T>>(AttributeTypeOf(kind))) {
    return internal::WrongAttributeType(kind);
  }
  return Attribute::Pointer(kind, value);
}

}  // namespace hlo_text_v1

#endif  // HLO_BUILDER_H_
