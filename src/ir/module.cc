// HloModule, HloComputation and HloInstruction: the accessors that need the module's state.
#include "hlo/module.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"
#include "src/ir/packed_metadata.h"

namespace hlo_text_v1 {

using namespace internal;

HloModule::HloModule() : state_(std::make_unique<State>()) { state_->self = this; }
HloModule::~HloModule() = default;
HloModule::HloModule(HloModule&& other) noexcept : state_(std::move(other.state_)) {
  if (state_ != nullptr) state_->self = this;
}
HloModule& HloModule::operator=(HloModule&& other) noexcept {
  state_ = std::move(other.state_);
  if (state_ != nullptr) state_->self = this;
  return *this;
}

std::unique_ptr<NameUniquer> HloModule::State::NewUniquer() const {
  std::vector<uint32_t> pinned(pinned_names.begin(), pinned_names.end());
  std::sort(pinned.begin(), pinned.end());
  auto uniquer = std::make_unique<NameUniquer>();
  for (const uint32_t name : pinned) uniquer->GetUniqueName(symbols.Text(name));
  return uniquer;
}

const HloModule::State& IrAccess::EmptyState() {
  static const auto* state = new HloModule::State();
  return *state;
}

HloComputation* HloModule::FindComputation(std::string_view name) {
  return Mutable(std::as_const(*this).FindComputation(name));
}
const HloComputation* HloModule::FindComputation(std::string_view name) const {
  const uint32_t id = IrAccess::StateOf(*this).symbols.Find(name);
  if (id == SymbolTable::kNone) return nullptr;
  for (const HloComputation* computation : computations()) {
    if (Node(computation).name == id) return computation;
  }
  return nullptr;
}

HloInstruction* HloComputation::FindInstruction(std::string_view name) {
  return Mutable(std::as_const(*this).FindInstruction(name));
}
const HloInstruction* HloComputation::FindInstruction(std::string_view name) const {
  const uint32_t id = IrAccess::StateOf(*parent()).symbols.Find(name);
  if (id == SymbolTable::kNone) return nullptr;
  for (const HloInstruction* instruction : instructions()) {
    if (Node(instruction).name == id) return instruction;
  }
  return nullptr;
}

std::string_view HloModule::name() const { return IrAccess::StateOf(*this).name; }
const HloModuleConfig& HloModule::config() const { return IrAccess::StateOf(*this).config; }
const StackFrameTables& HloModule::stack_frames() const {
  return IrAccess::StateOf(*this).stack_frames;
}
absl::Span<HloComputation* const> HloModule::computations() {
  return IrAccess::StateOf(*this).computations;
}
absl::Span<const HloComputation* const> HloModule::computations() const {
  return IrAccess::StateOf(*this).computations;
}
HloComputation* HloModule::entry_computation() { return IrAccess::StateOf(*this).entry; }
const HloComputation* HloModule::entry_computation() const {
  return IrAccess::StateOf(*this).entry;
}
std::string_view HloModule::source() const {
  const State& state = IrAccess::StateOf(*this);
  return (state.written.size() == 0 ? state.source : state.written).view();
}
Arena& HloModule::arena() { return IrAccess::StateOf(*this).arena; }
ShapePool& HloModule::shapes() { return IrAccess::StateOf(*this).shapes; }
const ShapePool& HloModule::shapes() const { return IrAccess::StateOf(*this).shapes; }

int64_t HloModule::instruction_count() const {
  int64_t count = 0;
  for (const HloComputation* computation : computations()) {
    count += computation->instruction_count();
  }
  return count;
}

std::string_view HloComputation::name() const {
  return IrAccess::StateOf(*parent()).symbols.Text(node_.name);
}
HloModule* HloComputation::parent() { return *node_.parent; }
const HloModule* HloComputation::parent() const { return *node_.parent; }
bool HloComputation::IsEntry() const { return parent()->entry_computation() == this; }

std::string_view HloInstruction::name() const {
  if (node_.parent == nullptr) return {};
  return IrAccess::StateOf(*node_.parent->parent()).symbols.Text(node_.name);
}

std::string_view HloInstruction::UnknownOpcodeName() const {
  const auto* unknown = FindAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
  return unknown == nullptr ? HloOpcodeName(node_.opcode) : unknown->name;
}

bool HloInstruction::IsRoot() const {
  return node_.parent != nullptr && node_.parent->root_instruction() == this;
}

bool Attribute::Check(uint64_t types) const {
  if ((types >> static_cast<int>(AttributeTypeOf(kind_)) & 1) != 0) return true;
  ReportMisuse("Attribute::As", "the attribute has another type");
  return false;
}

const Attribute* HloInstruction::FindAttribute(AttributeKind kind) const {
  for (const Attribute& attribute : attributes()) {
    if (attribute.kind() == kind) return &attribute;
  }
  return nullptr;
}

absl::Span<HloInstruction* const> HloInstruction::ControlPredecessorList() const {
  const Attribute* attribute = FindAttribute(AttributeKind::kControlPredecessors);
  if (attribute == nullptr) return {};
  return AttributeAccess::Held<absl::Span<HloInstruction* const>>(*attribute);
}

OpMetadata HloInstruction::metadata() const {
  const Attribute* attribute = FindAttribute(AttributeKind::kMetadata);
  if (attribute == nullptr) return {};
  return MetadataOf(*attribute, IrAccess::StateOf(*node_.parent->parent()).source.view());
}

std::string_view HloInstruction::backend_config() const {
  const Attribute* attribute = FindAttribute(AttributeKind::kBackendConfig);
  return attribute == nullptr ? std::string_view() : attribute->AsString();
}

std::string_view HloInstruction::custom_call_target() const {
  const Attribute* attribute = FindAttribute(AttributeKind::kCustomCallTarget);
  return attribute == nullptr ? std::string_view() : attribute->AsString();
}

}  // namespace hlo_text_v1
