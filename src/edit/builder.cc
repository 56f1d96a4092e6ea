// An instruction is a draft, in the arena but in no list, until it has passed all checks; only then
// are its operands told of the new use.
#include "hlo/builder.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "src/async/chain.h"
#include "src/base/strings.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/entry_layout.h"
#include "src/edit/misuse.h"
#include "src/edit/own_shape.h"
#include "src/edit/settle_attributes.h"
#include "src/ir/desugared.h"
#include "src/ir/kept_text.h"
#include "src/ir/normal_form.h"
#include "src/vocabulary/float_formats.h"

namespace hlo_text_v1 {

using namespace internal;

HloModule CreateHloModule(std::string_view name) {
  HloModule module;
  SetName(&module, name);
  return module;
}

HloBuilder::HloBuilder(HloModule* module, std::string_view name)
    : module_(module), computation_(nullptr), is_new_(true) {
  const absl::Status status =
      module == nullptr ? Misuse("HloBuilder", "the module is null") : CheckDesugared(*module);
  if (!status.ok()) {
    UseStandIn(status);
    return;
  }
  name_passes_ = IrAccess::StateOf(*module).name_passes;
  computation_ = IrAccess::NewComputation(IrAccess::StateOf(*module));
  Node(computation_).name = NewComputationName(IrAccess::StateOf(*module), name);
}

HloBuilder::HloBuilder(HloComputation* computation)
    : module_(nullptr), computation_(computation), is_new_(false) {
  const absl::Status status = CheckComputation("HloBuilder", computation);
  if (status.ok()) {
    module_ = computation->parent();
  } else {
    UseStandIn(status);
  }
}

HloBuilder::~HloBuilder() = default;

void HloBuilder::UseStandIn(const absl::Status& misuse) {
  status_ = misuse;
  stand_in_ = std::make_unique<HloModule>(CreateHloModule("misuse"));
  module_ = stand_in_.get();
  computation_ = IrAccess::NewComputation(IrAccess::StateOf(*module_));
  Node(computation_).name = NewComputationName(IrAccess::StateOf(*module_), "misuse");
  is_new_ = true;
}

bool HloBuilder::Note(const absl::Status& status) {
  if (status_.ok()) status_ = status;
  return status.ok();
}

HloInstruction* HloBuilder::Fail(HloOpcode opcode, std::string_view message) {
  Note(Invalid(HloOpcodeName(opcode), ": ", message));
  return nullptr;
}

void HloBuilder::SetInsertionPoint(HloInstruction* position) {
  if (position != nullptr && !Note(CheckInstructions("SetInsertionPoint", {position}))) return;
  if (position != nullptr && position->parent() != computation_) {
    Note(Misuse("SetInsertionPoint", "the position is of another computation"));
    return;
  }
  position_ = position;
  is_after_position_ = false;
}

void HloBuilder::SetInsertionPointAfter(HloInstruction* position) {
  SetInsertionPoint(position);
  is_after_position_ = position != nullptr && position_ == position;
}

HloInstruction* HloBuilder::NewDraft(HloOpcode opcode, const Shape* shape) {
  HloInstruction* draft = IrAccess::NewInstruction(module_->arena(), computation_);
  Node(draft).opcode = opcode;
  Node(draft).shape = shape;
  return draft;
}

// Chooses names again after a pass over all names, which misses a computation that is not yet in
// the module.
void HloBuilder::RetakeNames() {
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  if (!is_new_ || name_passes_ == state.name_passes) return;
  name_passes_ = state.name_passes;
  Node(computation_).name = NewComputationName(state, computation_->name());
  for (HloInstruction* instruction : computation_->instructions()) {
    Node(instruction).name = NewInstructionName(state, instruction->name());
  }
}

HloInstruction* HloBuilder::Insert(HloInstruction* draft, std::string_view name) {
  if (position_ != nullptr && position_->parent() != computation_) {
    Note(Misuse("HloBuilder", "the insertion point was removed"));
    return nullptr;
  }
  RetakeNames();
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  Node(draft).name = NewInstructionName(state, name);
  Node(draft).index = Node(computation_).index_limit++;
  ++Node(computation_).instruction_count;
  if (position_ == nullptr) {
    LinkWithoutPlace(draft);
  } else {
    LinkBefore(draft, is_after_position_ ? position_->next() : position_);
    if (is_after_position_) position_ = draft;
    for (HloInstruction* operand : draft->operands()) PlaceBeforeUser(operand, draft);
  }
  if (UseLists* uses = IrAccess::UsesIfAny(computation_)) {
    uses->AddOperands(draft);
  } else {
    for (HloInstruction* operand : draft->operands()) {
      Node(operand).has_users = true;
    }
  }
  last_added_ = draft;
  return draft;
}

HloInstruction* HloBuilder::AddParameter(const Shape* shape, std::string_view name) {
  if (!Note(CheckShape("AddParameter", *module_, shape))) return nullptr;
  std::vector<HloInstruction*>& parameters = Node(computation_).parameters;
  HloInstruction* parameter = NewDraft(HloOpcode::kParameter, shape);
  Node(parameter).parameter_number = static_cast<int64_t>(parameters.size());
  parameter =
      Insert(parameter, name.empty() ? StrCat("param_", parameters.size()) : std::string(name));
  if (parameter == nullptr) return nullptr;
  AddKeeping(parameter, &parameters, &IrAccess::StateOf(*module_).outgrown_parameters);
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  if (state.entry == computation_) UpdateEntryParameter(state, parameters.size() - 1);
  return parameter;
}

// ---- Constants.

namespace {

// Whether the value has no more elements than its shape, and tuples have all of theirs.
bool FitsItsShape(const Literal& literal) {
  std::vector<const Literal*> pending = {&literal};  // a value may nest as deep as a text
  while (!pending.empty()) {
    const Literal& value = *pending.back();
    pending.pop_back();
    const Shape& shape = value.shape();
    if (shape.IsTuple()) {
      if (!value.bytes().empty()) return false;
      if (value.is_elided() && value.elements().empty()) continue;
      if (value.elements().size() != shape.tuple_shapes().size()) return false;
      for (size_t i = 0; i < value.elements().size(); ++i) {
        if (!ShapesCompatible(value.elements()[i].shape(), *shape.tuple_shapes()[i])) return false;
        pending.push_back(&value.elements()[i]);
      }
    } else {
      const std::optional<int64_t> count = shape.IsArray() ? ElementCount(shape) : 0;
      if (!count.has_value() || !value.elements().empty()) return false;
      const auto width = static_cast<size_t>(std::max(1, ByteWidth(shape.element_type())));
      if ((value.bytes().size() + width - 1) / width > static_cast<uint64_t>(*count)) return false;
    }
  }
  return true;
}

}  // namespace

HloInstruction* HloBuilder::AddConstant(const Literal& literal, std::string_view name) {
  Literal value = literal;
  if (IrAccess::ShapeOf(&value) == nullptr) {
    Note(Misuse("AddConstant", "the literal is empty"));
    return nullptr;
  }
  if (!FitsItsShape(literal)) {
    Note(Misuse("AddConstant", "the value does not fit its shape"));
    return nullptr;
  }
  Arena& arena = module_->arena();
  ShapeImporter importer(&shapes());
  ValueCopier copier(&arena);
  if (!shapes().Contains(&literal.shape())) copier.shapes = &importer;
  const auto* copy = arena.New<Literal>(copier.Copy(literal));
  HloInstruction* constant = NewDraft(HloOpcode::kConstant, &copy->shape());
  Node(constant).literal = copy;
  return Insert(constant, name.empty() ? "constant" : name);
}

namespace {

// The type of a scalar's first component.
PrimitiveType ComponentOf(PrimitiveType type) {
  return IsComplexType(type) ? ComplexComponentType(type) : type;
}

std::string OutOfRange(PrimitiveType type, std::string_view value) {
  return StrCat("value ", value, " is out of range for ", PrimitiveTypeName(type));
}

// The bits of an integer; nullopt if it does not fit.
std::optional<uint64_t> IntegerBits(PrimitiveType type, bool is_negative, uint64_t magnitude) {
  const int width = type == PrimitiveType::kPRED ? 1 : BitWidth(type);
  const uint64_t most = ~uint64_t{0} >> (64 - width);
  // For signed types the largest magnitude, which a negative number may have.
  const uint64_t half = most / 2 + 1;
  const bool fits = IsSignedIntegralType(type)
                        ? magnitude < half || (is_negative && magnitude == half)
                        : magnitude <= most && !(is_negative && magnitude > 0);
  if (!fits) return std::nullopt;
  return is_negative ? 0 - magnitude : magnitude;
}

}  // namespace

const Shape* HloBuilder::ScalarShape(PrimitiveType type) {
  if (IsArrayType(type)) return shapes().Scalar(type);
  Fail(HloOpcode::kConstant, "the type has no scalars");
  return nullptr;
}

bool HloBuilder::StartElements(const Shape* shape, size_t count, std::string* bytes) {
  if (shape == nullptr && !status_.ok()) return false;
  if (!Note(CheckShape("AddArray", *module_, shape))) return false;
  const std::optional<int64_t> elements = ElementCount(*shape);
  if (!shape->IsArray() || !elements.has_value() || *elements != static_cast<int64_t>(count)) {
    Fail(HloOpcode::kConstant, StrCat(count, " values for shape ", PrintShape(*shape, false)));
    return false;
  }
  bytes->reserve(count * static_cast<size_t>(ByteWidth(shape->element_type())));
  return true;
}

namespace {

// An integer as a double that rounds to `type` in the same way as the integer. Bits that do not fit
// into a double are kept as a last bit of one, so that rounding a second time does not make a tie.
double RoundableMagnitude(PrimitiveType type, uint64_t magnitude) {
  if (type == PrimitiveType::kF64 || magnitude >> 53 == 0) return static_cast<double>(magnitude);
  constexpr uint64_t kBelow = (1 << 11) - 1;
  const uint64_t sticky = (magnitude & kBelow) != 0 ? 1 << 11 : 0;
  return static_cast<double>((magnitude & ~kBelow) | sticky);
}

}  // namespace

// The bits of an element, or of the first component of a complex one.
absl::StatusOr<uint64_t> HloBuilder::ComponentBits(PrimitiveType type, const Number& number) const {
  const bool is_integer = number.kind == Number::Kind::kInteger;
  const double magnitude = RoundableMagnitude(type, number.magnitude);
  const double real = !is_integer ? number.real : number.is_negative ? -magnitude : magnitude;
  if (IsFloatingType(type)) return NarrowToBits(type, real);
  std::optional<uint64_t> bits;
  if (is_integer) {
    bits = IntegerBits(type, number.is_negative, number.magnitude);
  } else if (std::fabs(real) < 0x1p64 && std::floor(real) == real) {  // not true of NaN
    bits = IntegerBits(type, real < 0, static_cast<uint64_t>(std::fabs(real)));
  }
  if (bits.has_value()) return *bits;
  return Invalid(OutOfRange(
      type, is_integer ? StrCat(number.is_negative ? "-" : "", number.magnitude) : StrCat(real)));
}

bool HloBuilder::AppendElement(PrimitiveType type, const Number& number, std::string* bytes) {
  const bool is_complex = number.kind == Number::Kind::kComplex;
  if (is_complex && !IsComplexType(type)) {
    Fail(HloOpcode::kConstant,
         OutOfRange(type, StrCat("(", number.real, ", ", number.imaginary, ")")));
    return false;
  }
  const PrimitiveType component = ComponentOf(type);
  const absl::StatusOr<uint64_t> bits = ComponentBits(component, number);
  if (!bits.ok()) {
    Fail(HloOpcode::kConstant, Std(bits.status().message()));
    return false;
  }
  char element[16] = {};
  const int width = ByteWidth(component);
  StoreElement(element, width, *bits);
  if (is_complex) StoreElement(element + width, width, NarrowToBits(component, number.imaginary));
  bytes->append(element, static_cast<size_t>(ByteWidth(type)));
  return true;
}

// ---- Other instructions.

namespace {

// InferShape needs all dimensions of a map. AdaptAttributesToShape makes new ones.
void GiveMapDimensions(HloInstruction* map, Arena* arena) {
  if (map->operands().empty()) return;
  SetMapDimensions(IrAccess::MutableAttributes(map), map->operand(0)->shape().rank(), arena);
}

}  // namespace

// Sets the attributes, then the shape, then everything that depends on it.
absl::Status HloBuilder::FillDraft(absl::Span<const Attribute> attributes, HloInstruction* draft) {
  Arena& arena = module_->arena();
  std::vector<Attribute> copies;
  ValueCopier copier(&arena);
  absl::Status status = CheckReferences(*draft, attributes);
  if (!status.ok()) return status;
  for (const Attribute& attribute : attributes) copies.push_back(copier.Copy(attribute));
  status = SettleAttributes(*draft, &arena, &copies);
  if (!status.ok()) return status;
  IrAccess::SetAttributes(arena, draft, copies);
  const Shape*& shape = Node(draft).shape;
  if (shape == nullptr) {
    if (draft->opcode() == HloOpcode::kMap) GiveMapDimensions(draft, &arena);
    absl::StatusOr<const Shape*> own = OwnShape(draft, shapes());
    if (!own.ok()) return own.status();
    shape = *own;
  }
  const bool is_open =
      draft->opcode() == HloOpcode::kAsyncStart || draft->opcode() == HloOpcode::kAsyncUpdate;
  if (is_open && !IsAsyncShape(*shape)) {
    return Invalid("the shape must be a tuple of at least two elements, the first of them a tuple");
  }
  AdaptAttributesToShape(draft->opcode(), *shape, &arena, IrAccess::MutableAttributes(draft));
  return absl::OkStatus();
}

bool HloBuilder::CheckOperands(HloOpcode opcode, absl::Span<HloInstruction* const> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    const HloInstruction* operand = operands[i];
    // The consequence of an error.
    if (operand == nullptr && !status_.ok()) return false;
    std::string problem;
    if (operand == nullptr) {
      problem = StrCat("operand ", i, " is null");
    } else if (operand->parent() == nullptr) {
      problem = StrCat("operand ", i, " was removed");
    } else if (operand->parent() != computation_) {
      problem = StrCat("operand ", i, " (", operand->name(), ") is of computation ",
                       operand->parent()->name(), ", not of ", computation_->name());
    } else {
      continue;
    }
    Note(Misuse(HloOpcodeName(opcode), problem));
    return false;
  }
  const int arity = GetOpcodeInfo(opcode).arity;
  if (arity == kVariadic || operands.size() == static_cast<size_t>(arity)) return true;
  Fail(opcode, StrCat("takes ", arity, " operands, got ", operands.size()));
  return false;
}

HloInstruction* HloBuilder::AddInstruction(HloOpcode opcode, const Shape* shape,
                                           absl::Span<HloInstruction* const> operands,
                                           absl::Span<const Attribute> attributes,
                                           std::string_view name) {
  if (opcode == HloOpcode::kParameter || opcode == HloOpcode::kConstant) {
    Note(Misuse(HloOpcodeName(opcode), "AddParameter and AddConstant add these"));
    return nullptr;
  }
  if (!CheckOperands(opcode, operands)) return nullptr;
  if (shape != nullptr && !Note(CheckShape(HloOpcodeName(opcode), *module_, shape))) {
    return nullptr;
  }
  HloInstruction* draft = NewDraft(opcode, shape);
  IrAccess::SetOperandsOnly(module_->arena(), draft, operands);
  const absl::Status status = FillDraft(attributes, draft);
  if (!status.ok()) return Fail(opcode, Std(status.message()));
  IrAccess::ModuleState& state = IrAccess::StateOf(*module_);
  if (opcode == HloOpcode::kAsyncStart) state.has_async = true;
  if (Insert(draft, name.empty() ? HloOpcodeName(opcode) : name) == nullptr) return nullptr;
  NoteAttributes(draft);
  return draft;
}

namespace {

// Whether unknown words of the instruction may name others of its computation.
bool MayNameInstruction(const HloInstruction& instruction) {
  bool found = false;
  ForEachKeptText(instruction, [&](const Attribute& attribute, std::string_view text) {
    const bool is_operand = attribute.kind() == AttributeKind::kUnknownOpcode;
    found = found || IsLocal(attribute) || (is_operand && text.find('%') != text.npos);
  });
  return found;
}

}  // namespace

HloInstruction* HloBuilder::AddClone(const HloInstruction& original,
                                     absl::Span<HloInstruction* const> operands, const Shape* shape,
                                     std::string_view name) {
  const HloOpcode opcode = original.opcode();
  if (original.parent() == nullptr || original.parent()->parent() != module_) {
    Note(Misuse("AddClone", "the original was removed or is of another module"));
    return nullptr;
  }
  if (opcode == HloOpcode::kParameter) return Fail(opcode, "AddParameter adds these");
  if (original.parent() != computation_ && MayNameInstruction(original)) {
    return Fail(opcode, "its unknown words may name instructions of another computation");
  }
  if (shape == nullptr) shape = &original.shape();
  if (name.empty()) name = original.name();
  std::vector<Attribute> attributes;
  for (const Attribute& attribute : original.attributes()) {
    if (attribute.kind() != AttributeKind::kControlPredecessors) attributes.push_back(attribute);
  }
  if (opcode == HloOpcode::kUnknown &&
      operands.size() != static_cast<size_t>(original.operand_count())) {
    return Fail(opcode, "the text of an unknown opcode has another number of operands");
  }
  if (opcode != HloOpcode::kConstant) {
    HloInstruction* clone = AddInstruction(opcode, shape, operands, attributes, name);
    if (clone != nullptr) Node(clone).was_sugar = Node(&original).was_sugar;
    return clone;
  }
  if (!operands.empty()) return Fail(opcode, "takes 0 operands");
  if (!ShapesCompatible(*shape, original.shape())) {
    return Fail(opcode, StrCat("its value has the shape ", PrintShape(original.shape(), false),
                               ", not ", PrintShape(*shape, false)));
  }
  HloInstruction* constant = AddConstant(original.literal(), name);
  if (constant == nullptr) return nullptr;
  SetShape(constant, shape).IgnoreError();
  ReplaceAttributes(constant, attributes);
  return constant;
}

absl::Status HloBuilder::CheckCallees() const {
  absl::Status status;
  for (const HloInstruction* instruction : computation_->instructions()) {
    instruction->ForEachCalledComputation([&](const HloComputation* callee) {
      if (!Node(callee).is_removed) return;
      status = absl::FailedPreconditionError(
          StrCat(instruction->name(), " calls ", callee->name(), ", which was removed"));
    });
  }
  return status;
}

absl::StatusOr<HloComputation*> HloBuilder::Build(HloInstruction* root) {
  if (!status_.ok()) return status_;
  if (!is_new_) return Misuse("Build", "the computation is built already");
  if (root == nullptr) root = last_added_;
  if (root == nullptr) {
    return absl::FailedPreconditionError(
        StrCat("computation ", computation_->name(), " has no instructions"));
  }
  if (root->parent() != computation_) {
    return Misuse("Build", "the root is of another computation or was removed");
  }
  if (absl::Status status = CheckCallees(); !status.ok()) return status;
  RetakeNames();
  SetRootOf(computation_, root);
  MakeSchedule(computation_);
  IrAccess::StateOf(*module_).AddComputation(computation_);
  is_new_ = false;
  return computation_;
}

absl::StatusOr<HloComputation*> HloBuilder::BuildEntry(HloInstruction* root) {
  absl::StatusOr<HloComputation*> computation = Build(root);
  if (computation.ok()) SetEntryComputation(module_, *computation).IgnoreError();
  return computation;
}

}  // namespace hlo_text_v1
