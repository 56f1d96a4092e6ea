// Shared by the sources of the Python class Builder: the class itself, and the arguments of one
// call.
#ifndef HLO_PYTHON_SRC_BUILDER_H_
#define HLO_PYTHON_SRC_BUILDER_H_

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "errors.h"
#include "hlo/builder.h"
#include "hlo/internal/attribute_access.h"
#include "module.h"
#include "values.h"

namespace hlo_python {

class Builder {
 public:
  // A new computation; the module keeps its memory whether it is built or not.
  Builder(const Module& m, std::string_view name, bool entry) : owner_(m.owner), is_entry_(entry) {
    if (entry && m->entry_computation() != nullptr) {
      RaiseInvalid("the module has an entry computation");
    }
    builder_ = std::make_unique<hlo_text::HloBuilder>(m.Edit(), name);
  }
  // Adds to a computation.
  explicit Builder(const Computation& c) : owner_(c.owner) {
    CheckBuilt(*c);
    builder_ = std::make_unique<hlo_text::HloBuilder>(c.object);
  }

  ModuleState& state() const { return *owner_; }
  Module module() const { return MakeModule(owner_); }
  // Its computation; ReferenceError if that was removed.
  Computation computation() const {
    Computation c{owner_, builder_->computation()};
    (void)*c;
    return c;
  }
  bool is_built() const { return builder_->computation()->root_instruction() != nullptr; }

  // Runs add(builder), which returns an instruction or nullptr for an error.
  template <typename Add>
  Instruction Run(Add add) {
    (void)computation().Edit();
    hlo_text::HloInstruction* added = add(*builder_);
    Check(builder_->ConsumeStatus());
    if (added == nullptr) RaiseInvalid("nothing was added");
    return {owner_, added};
  }

  Computation Build(const std::optional<Instruction>& root) {
    if (is_built()) RaiseInvalid("the computation is built already");
    hlo_text::HloComputation* computation = &*this->computation();
    hlo_text::HloInstruction* instruction =
        root.has_value() ? PartOf(*owner_, computation, *root) : nullptr;
    if (is_entry_ && owner_->module.entry_computation() != nullptr) {
      RaiseInvalid("the module has an entry computation");
    }
    (void)this->computation().Edit();
    const auto built = is_entry_ ? builder_->BuildEntry(instruction) : builder_->Build(instruction);
    if (!built.ok()) (void)builder_->ConsumeStatus();
    return {owner_, Value(built)};
  }

  void SetInsertionPoint(const std::optional<Instruction>& position, bool after) {
    hlo_text::HloInstruction* at =
        position.has_value() ? PartOf(*owner_, &*computation(), *position) : nullptr;
    position_ = at;
    after ? builder_->SetInsertionPointAfter(at) : builder_->SetInsertionPoint(at);
    Check(builder_->ConsumeStatus());
  }
  // Call before adding an instruction: a removed insertion point is dropped.
  void CheckPosition() {
    if (position_ == nullptr || IsLive(position_)) return;
    position_ = nullptr;
    builder_->SetInsertionPoint(nullptr);
    Raise(PyExc_ReferenceError, "the instruction at the insertion point was removed");
  }

 private:
  std::shared_ptr<ModuleState> owner_;
  std::unique_ptr<hlo_text::HloBuilder> builder_;
  hlo_text::HloInstruction* position_ = nullptr;
  bool is_entry_ = false;
};

// The arguments of one call, converted; their memory lives as long as this.
class Call {
 public:
  explicit Call(Builder& builder) : builder_(builder), state_(builder.state()) {
    builder_.CheckPosition();
    computation_ = &*builder_.computation();
  }

  // Builder::Run. Converting an argument may run Python, which may remove the object of another
  // argument.
  template <typename Add>
  Instruction Run(Add add) {
    for (const hlo_text::HloInstruction* operand : operands_) CheckLive(operand);
    for (const hlo_text::HloComputation* callee : callees_) CheckLive(callee);
    return builder_.Run(add);
  }

  hlo_text::HloInstruction* Operand(const Instruction& i) {
    return operands_.emplace_back(PartOf(state_, computation_, i));
  }
  std::vector<hlo_text::HloInstruction*> Operands(nb::handle operands) {
    const auto parts = PartsOf(state_, computation_, operands);
    operands_.insert(operands_.end(), parts.begin(), parts.end());
    return parts;
  }
  const hlo_text::Shape* ShapeOf(nb::handle shape) { return ToShape(state_, shape); }
  const hlo_text::Shape* GivenShape(nb::handle value) {
    const hlo_text::Shape* shape = ShapeOf(value);
    if (shape == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
    return shape;
  }
  absl::Span<const int64_t> Ints(const char* name, nb::handle value) {
    return ToInts(name, value, arena_);
  }
  hlo_text::HloComputation* Callee(const Computation& c) {
    hlo_text::HloComputation* callee = PartOf(state_, c);
    CheckBuilt(*callee);
    return callees_.emplace_back(callee);
  }
  std::vector<hlo_text::HloComputation*> Callees(nb::handle computations) {
    std::vector<hlo_text::HloComputation*> callees;
    for (nb::handle item : ToPythonList(computations)) {
      Computation computation;
      if (!nb::try_cast<Computation>(item, computation)) {
        Raise(PyExc_TypeError, "not a Computation: " + TypeName(item));
      }
      callees.push_back(Callee(computation));
    }
    return callees;
  }
  std::vector<const hlo_text::Shape*> Shapes(nb::handle shapes) { return ToShapes(state_, shapes); }
  std::vector<absl::Span<const int64_t>> IntLists(const char* name, nb::handle values) {
    std::vector<absl::Span<const int64_t>> lists;
    for (nb::handle value : ToPythonList(values)) lists.push_back(Ints(name, value));
    return lists;
  }
  std::vector<hlo_text::Attribute> Attributes(hlo_text::HloOpcode opcode, nb::handle keywords) {
    std::vector<hlo_text::Attribute> attributes = ToAttributes(state_, opcode, keywords, arena_);
    for (const hlo_text::Attribute& attribute : attributes) {
      if (attribute.kind() != hlo_text::AttributeKind::kControlPredecessors) continue;
      for (hlo_text::HloInstruction* other :
           hlo_text::internal::AttributeAccess::Held<absl::Span<hlo_text::HloInstruction* const>>(
               attribute)) {
        PartOf(state_, computation_, Instruction{builder_.module().owner, other});
      }
    }
    return attributes;
  }
  template <typename T>
  std::vector<T> Structs(const char* name, nb::handle values) {
    std::vector<T> structs;
    for (nb::handle value : ToPythonList(values)) {
      structs.push_back(FromPython<T>(name, value, arena_));
    }
    return structs;
  }
  hlo_text::CollectiveOptions Collective(nb::handle replica_groups,
                                         std::optional<int64_t> channel_id,
                                         bool use_global_device_ids, bool constrain_layout) {
    hlo_text::CollectiveOptions options;
    // An empty tuple is a list without groups.
    const bool is_list = !nb::isinstance<nb::str>(replica_groups) && IsSequence(replica_groups);
    if (is_list) {
      options.replica_groups.groups =
          arena_.CopySpan<absl::Span<const int64_t>>(IntLists("replica_groups", replica_groups));
    } else {
      options.replica_groups =
          FromPython<hlo_text::ReplicaGroups>("replica_groups", replica_groups, arena_);
    }
    options.channel_id = channel_id;
    options.use_global_device_ids = use_global_device_ids;
    options.constrain_layout = constrain_layout;
    return options;
  }

 private:
  static bool IsSequence(nb::handle value) {
    return PyTuple_Check(value.ptr()) || PyList_Check(value.ptr());
  }

  Builder& builder_;
  ModuleState& state_;
  hlo_text::HloComputation* computation_;
  std::vector<hlo_text::HloInstruction*> operands_;
  std::vector<hlo_text::HloComputation*> callees_;
  hlo_text::Arena arena_;
};

using BuilderType = nb::class_<Builder>;

// The keyword that all methods have.
constexpr const char* kName = "name";
constexpr std::string_view kNoName;

// Defines the methods that add an instruction.
void DefineBuilderMethods(BuilderType& type);

}  // namespace hlo_python

#endif  // HLO_PYTHON_SRC_BUILDER_H_
