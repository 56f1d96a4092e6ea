// An instruction is a draft, in the arena but in no list, until it has passed all checks; only then
// are its operands told of the new use.
#include "hlo/builder.h"

#include <cassert>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "hlo/shape_inference.h"
#include "src/async/wrapped_computation.h"
#include "src/base/strings.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/settle_attributes.h"
#include "src/ir/attribute_normal_form.h"
#include "src/vocabulary/float_formats.h"

namespace hlo {

using namespace internal;

HloModule CreateHloModule(std::string_view name) {
  HloModule module;
  IrAccess::StateOf(module).is_generic = true;
  SetName(module, name);
  return module;
}

HloBuilder::HloBuilder(HloModule* module, std::string_view name)
    : module_(module),
      computation_(IrAccess::NewComputation(IrAccess::StateOf(*module))),
      is_new_(true),
      name_passes_(IrAccess::StateOf(*module).name_passes) {
  IrAccess::Name(computation_) = NewComputationName(IrAccess::StateOf(*module), name);
}

HloBuilder::HloBuilder(HloComputation* computation)
    : module_(computation->parent()), computation_(computation), is_new_(false) {}

HloInstruction* HloBuilder::Fail(HloOpcode opcode, std::string_view message) {
  if (status_.ok()) {
    status_ = absl::InvalidArgumentError(StrCat(HloOpcodeName(opcode), ": ", message));
  }
  return nullptr;
}

HloInstruction* HloBuilder::NewDraft(HloOpcode opcode, const Shape* shape) {
  HloInstruction* draft = IrAccess::NewInstruction(module_->arena(), computation_);
  IrAccess::Opcode(draft) = opcode;
  IrAccess::ShapeOf(draft) = shape;
  return draft;
}

// Chooses names again after a pass over all names, which misses a computation that is not yet in
// the module.
void HloBuilder::RetakeNames() {
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  if (!is_new_ || name_passes_ == state.name_passes) return;
  name_passes_ = state.name_passes;
  IrAccess::Name(computation_) = NewComputationName(state, computation_->name());
  for (HloInstruction* instruction : computation_->instructions()) {
    IrAccess::Name(instruction) = NewInstructionName(state, instruction->name());
  }
}

HloInstruction* HloBuilder::Insert(HloInstruction* draft, std::string_view name) {
  RetakeNames();
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  IrAccess::Name(draft) = NewInstructionName(state, name);
  IrAccess::Index(draft) = IrAccess::IndexLimit(computation_)++;
  ++IrAccess::InstructionCount(computation_);
  assert(position_ == nullptr || position_->parent() == computation_);
  LinkBefore(draft, position_);
  if (UseLists* uses = IrAccess::UsesIfAny(computation_)) {
    uses->AddOperands(draft);
  } else {
    for (HloInstruction* operand : draft->operands()) {
      IrAccess::Flags(operand) |= IrAccess::kHasUsers;
    }
  }
  last_added_ = draft;
  return draft;
}

HloInstruction* HloBuilder::AddParameter(const Shape* shape, std::string_view name) {
  std::vector<HloInstruction*>& parameters = IrAccess::Parameters(computation_);
  HloInstruction* parameter = NewDraft(HloOpcode::kParameter, shape);
  IrAccess::SetParameterNumber(parameter, static_cast<int64_t>(parameters.size()));
  Insert(parameter, name.empty() ? StrCat("param_", parameters.size()) : std::string(name));
  AddKeeping(parameter, &parameters, &IrAccess::StateOf(*module_).outgrown_parameters);
  if (!is_new_) UpdateEntryLayoutOf(computation_);
  return parameter;
}

// ---- Constants.

HloInstruction* HloBuilder::AddConstant(const Literal& literal, std::string_view name) {
  Arena& arena = module_->arena();
  HloInstruction* constant = NewDraft(HloOpcode::kConstant, &literal.shape());
  IrAccess::SetLiteral(constant, arena.New<Literal>(ValueCopier(&arena).Copy(literal)));
  return Insert(constant, name.empty() ? "constant" : name);
}

namespace {

// The type of a scalar's first component.
PrimitiveType ComponentOf(PrimitiveType type) {
  return IsComplexType(type) ? ComplexComponentType(type) : type;
}

}  // namespace

HloInstruction* HloBuilder::AddElement(PrimitiveType type, uint64_t bits, std::string_view name) {
  char bytes[16] = {};
  StoreElement(bytes, ByteWidth(ComponentOf(type)), bits);
  return AddConstant(
      Literal::Array(shapes().Scalar(type),
                     absl::Span<const char>(bytes, static_cast<size_t>(ByteWidth(type)))),
      name);
}

HloInstruction* HloBuilder::AddReal(PrimitiveType type, double value, std::string_view name) {
  if (!IsArrayType(type)) return Fail(HloOpcode::kConstant, "the type has no scalars");
  const PrimitiveType component = ComponentOf(type);
  if (IsFloatingType(component)) return AddElement(type, NarrowToBits(component, value), name);
  const double magnitude = std::fabs(value);
  // Not true of NaN.
  if (magnitude < 0x1p64 && std::floor(value) == value) {
    return AddInteger(type, value < 0, static_cast<uint64_t>(magnitude), name);
  }
  return Fail(HloOpcode::kConstant,
              StrCat("value ", value, " is out of range for ", PrimitiveTypeName(type)));
}

HloInstruction* HloBuilder::AddInteger(PrimitiveType type, bool negative, uint64_t magnitude,
                                       std::string_view name) {
  if (!IsArrayType(type)) return Fail(HloOpcode::kConstant, "the type has no scalars");
  if (IsFloatingType(ComponentOf(type))) {
    const auto value = static_cast<double>(magnitude);
    return AddReal(type, negative ? -value : value, name);
  }
  const int width = type == PrimitiveType::kPRED ? 1 : BitWidth(type);
  const uint64_t most = ~uint64_t{0} >> (64 - width);
  // Of signed types the largest magnitude: a negative number may have it.
  const uint64_t half = most / 2 + 1;
  const bool fits = IsSignedIntegralType(type) ? magnitude < half || (negative && magnitude == half)
                                               : magnitude <= most && !(negative && magnitude > 0);
  if (!fits) {
    return Fail(HloOpcode::kConstant, StrCat("value ", negative ? "-" : "", magnitude,
                                             " is out of range for ", PrimitiveTypeName(type)));
  }
  return AddElement(type, negative ? 0 - magnitude : magnitude, name);
}

HloInstruction* HloBuilder::AddBytes(const Shape* shape, size_t width, const void* values,
                                     size_t count, std::string_view name) {
  const std::optional<int64_t> elements = ElementCount(*shape);
  if (!shape->IsArray() || !elements.has_value() || *elements != static_cast<int64_t>(count)) {
    return Fail(HloOpcode::kConstant,
                StrCat(count, " values for shape ", PrintShape(*shape, false)));
  }
  assert(width == static_cast<size_t>(ByteWidth(shape->element_type())));
  const absl::Span<const char> bytes(static_cast<const char*>(values), count * width);
  return AddConstant(Literal::Array(shape, bytes), name);
}

// ---- Other instructions.

HloInstruction* HloBuilder::AddGetTupleElement(HloInstruction* tuple, int64_t index,
                                               std::string_view name) {
  return AddInstruction(HloOpcode::kGetTupleElement, nullptr, {tuple},
                        {MakeAttribute(AttributeKind::kIndex, index)}, name);
}

namespace {

// The shape of opcodes that define their own but whose shape is not inferred for text; nullptr for
// any other. XLA HloSendInstruction, HloSendDoneInstruction, HloRecvDoneInstruction,
// HloOutfeedInstruction.
const Shape* OwnShape(const HloInstruction& draft, ShapePool& shapes) {
  const HloOpcode opcode = draft.spelled_opcode();
  if (opcode == HloOpcode::kOutfeed || opcode == HloOpcode::kSendDone) return shapes.Token();
  if (opcode == HloOpcode::kSend) {
    return shapes.Tuple(
        {&draft.operand(0)->shape(), shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
  }
  if (opcode != HloOpcode::kRecvDone) return nullptr;
  const Shape& recv = draft.operand(0)->shape();
  if (!recv.IsTuple() || recv.tuple_shapes().empty()) return nullptr;
  return shapes.Tuple({recv.tuple_shapes(0), shapes.Token()});
}

absl::Status CheckCallees(const HloInstruction& draft, const HloModule& module) {
  absl::Status status;
  draft.ForEachCalledComputation([&](const HloComputation* callee) {
    if (callee->parent() != &module) {
      status = absl::InvalidArgumentError("the called computation is of another module");
    } else if (callee->root_instruction() == nullptr) {
      status = absl::InvalidArgumentError("the called computation is not built yet");
    }
  });
  return status;
}

// InferShape needs all dimensions of a map. AdaptAttributesToShape makes new ones.
void GiveMapDimensions(HloInstruction* map, Arena* arena) {
  if (map->operands().empty()) return;
  SetMapDimensions(IrAccess::MutableAttributes(map), map->operand(0)->shape().rank(), arena);
}

}  // namespace

// Sets the attributes, then the shape, then what depends on it.
absl::Status HloBuilder::FillDraft(absl::Span<const Attribute> attributes, HloInstruction* draft) {
  Arena& arena = module_->arena();
  std::vector<Attribute> copies;
  ValueCopier copier(&arena);
  for (const Attribute& attribute : attributes) copies.push_back(copier.Copy(attribute));
  absl::Status status = SettleAttributes(*draft, &arena, &copies);
  if (!status.ok()) return status;
  IrAccess::SetAttributes(arena, draft, copies);
  status = CheckCallees(*draft, *module_);
  if (!status.ok()) return status;

  const Shape*& shape = IrAccess::ShapeOf(draft);
  if (shape == nullptr) shape = OwnShape(*draft, shapes());
  if (shape == nullptr) {
    if (draft->spelled_opcode() == HloOpcode::kMap) GiveMapDimensions(draft, &arena);
    absl::StatusOr<const Shape*> inferred = InferShape(*draft, shapes());
    if (!inferred.ok()) return inferred.status();
    shape = *inferred;
  }
  const bool is_open = draft->spelled_opcode() == HloOpcode::kAsyncStart ||
                       draft->spelled_opcode() == HloOpcode::kAsyncUpdate;
  if (is_open && !IsAsyncShape(*shape)) {
    return absl::InvalidArgumentError(
        "the shape must be a tuple of at least two elements, the first of them a tuple");
  }
  AdaptAttributesToShape(*draft, &arena, IrAccess::MutableAttributes(draft));
  return absl::OkStatus();
}

HloInstruction* HloBuilder::AddInstruction(HloOpcode opcode, const Shape* shape,
                                           absl::Span<HloInstruction* const> operands,
                                           absl::Span<const Attribute> attributes,
                                           std::string_view name) {
  assert(opcode != HloOpcode::kParameter && opcode != HloOpcode::kConstant);
  for (const HloInstruction* operand : operands) {
    if (operand == nullptr) return nullptr;
    assert(operand->parent() == computation_);
  }
  const int arity = GetOpcodeInfo(opcode).arity;
  if (arity != kVariadic && operands.size() != static_cast<size_t>(arity)) {
    return Fail(opcode, StrCat("takes ", arity, " operands, got ", operands.size()));
  }
  HloInstruction* draft = NewDraft(opcode, shape);
  IrAccess::SetOperandsOnly(module_->arena(), draft, operands);
  const absl::Status status = FillDraft(attributes, draft);
  if (!status.ok()) {
    return Fail(opcode, Std(status.message()));
  }
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  if (opcode == HloOpcode::kAsyncStart) state.has_async = true;
  Insert(draft, name.empty() ? HloOpcodeName(opcode) : name);
  NoteAttributes(draft);
  return draft;
}

absl::StatusOr<HloComputation*> HloBuilder::Build(HloInstruction* root) {
  assert(is_new_);
  if (!status_.ok()) return status_;
  if (root == nullptr) root = last_added_;
  if (root == nullptr) {
    return absl::FailedPreconditionError(
        StrCat("computation ", computation_->name(), " has no instructions"));
  }
  RetakeNames();
  SetRootOf(computation_, root);
  IrAccess::StateOf(*module_).AddComputation(computation_);
  is_new_ = false;
  return computation_;
}

absl::StatusOr<HloComputation*> HloBuilder::BuildEntry(HloInstruction* root) {
  absl::StatusOr<HloComputation*> computation = Build(root);
  if (computation.ok()) SetEntryComputation(*module_, *computation);
  return computation;
}

// ---- MakeAttribute.

namespace internal {

namespace {

// Whether the attribute itself holds the value, as an integer.
[[maybe_unused]] bool IsInteger(AttributeType type) {
#define HLO_NUMBER_TYPE(Id, T) \
  if (type == AttributeType::k##Id) return !std::is_same_v<T, double>;
#define HLO_ENUM_TYPE(Id, ...) \
  if (type == AttributeType::k##Id) return true;
#include "hlo/tables/attribute_types.def"
  return false;
}

}  // namespace

Attribute NumberAttribute(AttributeKind kind, int64_t value) {
  if (GetAttributeInfo(kind).type == AttributeType::kFloat) {
    return Attribute::Double(kind, static_cast<double>(value));
  }
  assert(IsInteger(GetAttributeInfo(kind).type));
  return Attribute::Int64(kind, value);
}

Attribute NumberAttribute(AttributeKind kind, double value) {
  assert(GetAttributeInfo(kind).type == AttributeType::kFloat);
  return Attribute::Double(kind, value);
}

Attribute StringAttribute(AttributeKind kind, std::string_view value) {
  assert(GetAttributeInfo(kind).type == AttributeType::kString ||
         GetAttributeInfo(kind).type == AttributeType::kRawString ||
         GetAttributeInfo(kind).type == AttributeType::kStringOrDict);
  return Attribute::String(kind, value);
}

Attribute PointerAttribute(AttributeKind kind, [[maybe_unused]] AttributeType type,
                           const void* value) {
  assert(GetAttributeInfo(kind).type == type);
  return Attribute::Pointer(kind, value);
}

}  // namespace internal

Attribute MakeAttribute(AttributeKind kind, absl::Span<const int64_t> values) {
  assert(GetAttributeInfo(kind).type == AttributeType::kInt64List);
  return Attribute::Int64List(kind, values);
}

}  // namespace hlo
