// Builder: makes computations and instructions, with the methods of hlo/builder.h. An error raises
// at once, and the builder goes on as if the call had not been made.
#include "hlo/builder.h"

#include <string>

#include "errors.h"
#include "module.h"
#include "print_options.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

class Builder {
 public:
  // A new computation; the module keeps its memory whether it is built or not.
  Builder(const Module& m, std::string_view name, bool entry) : owner_(m.owner), is_entry_(entry) {
    AwaitReaders(*owner_);
    if (entry && m->entry_computation() != nullptr) {
      throw nb::value_error("the module has an entry computation");
    }
    Change(*owner_, [&] {
      builder_ = std::make_unique<hlo::HloBuilder>(&owner_->module, name);
      owner_->unbuilt.insert(builder_->computation());
    });
  }
  // Adds to a computation.
  explicit Builder(const Computation& c) : owner_(c.owner), is_built_(true) {
    AwaitReaders(*owner_);
    builder_ = std::make_unique<hlo::HloBuilder>(&*c);
    CheckBuilt(*owner_, c.object);
  }

  ModuleState& state() const { return *owner_; }
  Module module() const { return MakeModule(owner_); }
  // Its computation; ReferenceError if that was removed.
  Computation computation() const {
    Computation c{owner_, builder_->computation()};
    (void)*c;
    return c;
  }
  bool is_built() const { return is_built_; }

  // Runs add(builder), which returns an instruction or nullptr for an error.
  template <typename Add>
  Instruction Run(Add add) {
    (void)computation();
    hlo::HloInstruction* added = nullptr;
    absl::Status status;
    Change(*owner_, [&] {
      added = add(*builder_);
      status = builder_->ConsumeStatus();
    });
    Check(status);
    if (added == nullptr) throw nb::value_error("nothing was added");
    return {owner_, added};
  }

  Computation Build(const std::optional<Instruction>& root) {
    if (is_built_) throw nb::value_error("the computation is built already");
    AwaitReaders(*owner_);
    hlo::HloComputation* computation = &*this->computation();
    hlo::HloInstruction* instruction =
        root.has_value() ? PartOf(*owner_, computation, *root) : nullptr;
    if (is_entry_ && owner_->module.entry_computation() != nullptr) {
      throw nb::value_error("the module has an entry computation");
    }
    absl::StatusOr<hlo::HloComputation*> built;
    Change(*owner_, [&] {
      built = is_entry_ ? builder_->BuildEntry(instruction) : builder_->Build(instruction);
      if (!built.ok()) (void)builder_->ConsumeStatus();
    });
    Check(built.status());
    is_built_ = true;
    owner_->unbuilt.erase(computation);
    return {owner_, *built};
  }

  void SetInsertionPoint(const std::optional<Instruction>& position, bool after) {
    AwaitReaders(*owner_);
    hlo::HloInstruction* at =
        position.has_value() ? PartOf(*owner_, &*computation(), *position) : nullptr;
    position_ = at;
    after ? builder_->SetInsertionPointAfter(at) : builder_->SetInsertionPoint(at);
    Check(builder_->ConsumeStatus());
  }
  // Before an instruction is added: a removed position is none.
  void CheckPosition() {
    AwaitReaders(*owner_);
    if (position_ == nullptr || IsLive(*owner_, position_)) return;
    position_ = nullptr;
    builder_->SetInsertionPoint(nullptr);
    Raise(PyExc_ReferenceError, "the instruction at the insertion point was removed");
  }

 private:
  std::shared_ptr<ModuleState> owner_;
  std::unique_ptr<hlo::HloBuilder> builder_;
  hlo::HloInstruction* position_ = nullptr;
  bool is_entry_ = false;
  bool is_built_ = false;
};

// The arguments of one call, converted; their memory lives as long as this.
class Call {
 public:
  explicit Call(Builder& builder) : builder_(builder), state_(builder.state()) {
    builder_.CheckPosition();
    computation_ = &*builder_.computation();
  }

  hlo::HloInstruction* Operand(const Instruction& i) { return PartOf(state_, computation_, i); }
  std::vector<hlo::HloInstruction*> Operands(nb::handle operands) {
    return PartsOf(state_, computation_, operands);
  }
  const hlo::Shape* ShapeOf(nb::handle shape) { return ToShape(state_, shape); }
  const hlo::Shape* GivenShape(nb::handle value) {
    const hlo::Shape* shape = ShapeOf(value);
    if (shape == nullptr) Raise(PyExc_TypeError, "expects a Shape, not None");
    return shape;
  }
  absl::Span<const int64_t> Ints(const char* name, nb::handle value) {
    return ToInts(name, value, arena_);
  }
  hlo::HloComputation* Callee(const Computation& c) {
    hlo::HloComputation* callee = PartOf(state_, c);
    CheckBuilt(state_, callee);
    return callee;
  }
  std::vector<hlo::Attribute> Attributes(hlo::HloOpcode opcode, nb::handle keywords) {
    std::vector<hlo::Attribute> attributes = ToAttributes(state_, opcode, keywords, arena_);
    for (const hlo::Attribute& attribute : attributes) {
      if (attribute.kind() != hlo::AttributeKind::kControlPredecessors) continue;
      for (hlo::HloInstruction* other : attribute.AsList<hlo::HloInstruction*>()) {
        PartOf(state_, computation_, Instruction{module().owner, other});
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
  hlo::CollectiveOptions Collective(nb::handle replica_groups, std::optional<int64_t> channel_id,
                                    bool use_global_device_ids, bool constrain_layout) {
    hlo::CollectiveOptions options;
    // An empty tuple is a list of no groups.
    const bool is_list = !nb::isinstance<nb::str>(replica_groups) && IsSequence(replica_groups);
    if (is_list) {
      absl::Span<const absl::Span<const int64_t>> groups;
      std::vector<absl::Span<const int64_t>> lists;
      for (nb::handle group : ToPythonList(replica_groups)) {
        lists.push_back(Ints("replica_groups", group));
      }
      groups = arena_.CopySpan<absl::Span<const int64_t>>(lists);
      options.replica_groups.groups = groups;
    } else {
      options.replica_groups =
          FromPython<hlo::ReplicaGroups>("replica_groups", replica_groups, arena_);
    }
    options.channel_id = channel_id;
    options.use_global_device_ids = use_global_device_ids;
    options.constrain_layout = constrain_layout;
    return options;
  }

  hlo::Arena& arena() { return arena_; }
  Module module() const { return builder_.module(); }

 private:
  static bool IsSequence(nb::handle value) {
    return PyTuple_Check(value.ptr()) || PyList_Check(value.ptr());
  }

  Builder& builder_;
  ModuleState& state_;
  hlo::HloComputation* computation_;
  hlo::Arena arena_;
};

using Type = nb::class_<Builder>;

Instruction AddInstruction(Builder& b, std::string_view word, nb::handle operands,
                           nb::handle shape_argument, std::string_view name,
                           const nb::kwargs& keywords) {
  Call call(b);
  const hlo::HloOpcode opcode = ToOpcode(word);
  if (opcode == hlo::HloOpcode::kParameter || opcode == hlo::HloOpcode::kConstant) {
    throw nb::value_error("add_parameter and add_constant make these");
  }
  const hlo::Shape* shape = call.ShapeOf(shape_argument);
  const auto attributes = call.Attributes(opcode, keywords);
  const auto parts = call.Operands(operands);
  return b.Run([&](hlo::HloBuilder& builder) {
    return builder.AddInstruction(opcode, shape, parts, attributes, name);
  });
}

Instruction AddClone(Builder& b, const Instruction& original, nb::handle operands,
                     nb::handle shape_argument, std::string_view name) {
  Call call(b);
  const hlo::Shape* shape = call.ShapeOf(shape_argument);
  const auto parts = call.Operands(operands);
  const hlo::HloInstruction* from = PartOf(b.state(), original);
  return b.Run(
      [&](hlo::HloBuilder& builder) { return builder.AddClone(*from, parts, shape, name); });
}

Instruction AddConstant(Builder& b, nb::handle value, nb::handle shape, std::string_view name) {
  Call call(b);
  const Literal literal = MakeLiteral(value, shape);
  return b.Run(
      [&](hlo::HloBuilder& builder) { return builder.AddConstant(*literal.object, name); });
}

constexpr const char* kName = "name";
constexpr std::string_view kNoName;

void DefineBasics(Type& type) {
  type.def("add_instruction", AddInstruction, nb::arg("opcode"), nb::arg("operands"),
           nb::arg("shape") = nb::none(), nb::kw_only(), nb::arg(kName) = kNoName,
           nb::arg("attributes"),
           nb::sig("def add_instruction(self, opcode: str, operands: "
                   "collections.abc.Iterable[Instruction], shape: Shape | str | None = None, *, "
                   "name: str = '', **attributes: hlo_text.AttributeArgument) -> Instruction"),
           "Adds an instruction of any opcode but parameter and constant.\n\n"
           "shape: inferred if it is None.\nname: the opcode by default; made unique.\n"
           "attributes: by their names in the text ('_' for '-'), of the types that "
           "Instruction.attributes shows; None is as if absent.\n\nHloError if something does not "
           "fit.");
  type.def("add_clone", AddClone, nb::arg("original"), nb::arg("operands"),
           nb::arg("shape") = nb::none(), nb::kw_only(), nb::arg(kName) = kNoName,
           nb::sig("def add_clone(self, original: Instruction, operands: "
                   "collections.abc.Iterable[Instruction], shape: Shape | str | None = None, *, "
                   "name: str = '') -> Instruction"),
           "Adds an instruction like `original`, of any computation of the module, with other "
           "operands.");
  type.def(
      "add_parameter",
      [](Builder& b, nb::handle shape_argument, std::string_view name) {
        Call call(b);
        const hlo::Shape* shape = call.GivenShape(shape_argument);
        return b.Run([&](auto& builder) { return builder.AddParameter(shape, name); });
      },
      nb::arg("shape"), nb::arg(kName) = kNoName,
      nb::sig("def add_parameter(self, shape: Shape | str, name: str = '') -> Instruction"),
      "Adds the parameter with the next number.");
  type.def(
      "add_constant", AddConstant, nb::arg("value"), nb::arg("shape") = nb::none(), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_constant(self, value: hlo_text.LiteralLike, shape: Shape | str | None = "
              "None, *, name: str = '') -> Instruction"),
      "Adds a constant: of a number, nested lists, an array of numpy or anything with the "
      "buffer protocol, text, or a Literal. `shape` may be just an element type, 'bf16'; see "
      "Literal.");
  type.def(
      "add_unary",
      [](Builder& b, std::string_view opcode, const Instruction& operand, std::string_view name) {
        return AddInstruction(b, opcode, nb::make_tuple(operand), nb::none(), name, nb::kwargs());
      },
      nb::arg("opcode"), nb::arg("operand"), nb::kw_only(), nb::arg(kName) = kNoName,
      "add_instruction() with one operand and no attributes.");
  type.def(
      "add_binary",
      [](Builder& b, std::string_view opcode, const Instruction& lhs, const Instruction& rhs,
         std::string_view name) {
        return AddInstruction(b, opcode, nb::make_tuple(lhs, rhs), nb::none(), name, nb::kwargs());
      },
      nb::arg("opcode"), nb::arg("lhs"), nb::arg("rhs"), nb::kw_only(), nb::arg(kName) = kNoName,
      "add_instruction() with two operands and no attributes.");
  type.def(
      "add_compare",
      [](Builder& b, const Instruction& lhs, const Instruction& rhs, std::string_view word,
         std::string_view name) {
        Call call(b);
        const auto direction = ToEnum<hlo::ComparisonDirection>("direction", word);
        auto *x = call.Operand(lhs), *y = call.Operand(rhs);
        return b.Run([&](auto& builder) { return builder.AddCompare(x, y, direction, name); });
      },
      nb::arg("lhs"), nb::arg("rhs"), nb::arg("direction"), nb::kw_only(), nb::arg(kName) = kNoName,
      "direction: 'EQ', 'NE', 'GE', 'GT', 'LE' or 'LT'.");
  type.def(
      "add_select",
      [](Builder& b, const Instruction& predicate, const Instruction& on_true,
         const Instruction& on_false, std::string_view name) {
        Call call(b);
        auto *p = call.Operand(predicate), *x = call.Operand(on_true), *y = call.Operand(on_false);
        return b.Run([&](auto& builder) { return builder.AddSelect(p, x, y, name); });
      },
      nb::arg("predicate"), nb::arg("on_true"), nb::arg("on_false"), nb::kw_only(),
      nb::arg(kName) = kNoName, "Elementwise choice.");
  type.def(
      "add_convert",
      [](Builder& b, const Instruction& operand, std::string_view type_name,
         std::string_view name) {
        Call call(b);
        const hlo::PrimitiveType element_type = ToElementType(type_name);
        auto* x = call.Operand(operand);
        return b.Run([&](auto& builder) { return builder.AddConvert(x, element_type, name); });
      },
      nb::arg("operand"), nb::arg("element_type"), nb::kw_only(), nb::arg(kName) = kNoName,
      "To another element type.");
}

// A method of one operand and a list of integers.
template <hlo::HloInstruction* (hlo::HloBuilder::*kAdd)(
    hlo::HloInstruction*, absl::Span<const int64_t>, std::string_view)>
void DefineOfInts(Type& type, const char* method, const char* ints, const char* doc) {
  type.def(
      method,
      [ints](Builder& b, const Instruction& operand, nb::handle values, std::string_view name) {
        Call call(b);
        const auto numbers = call.Ints(ints, values);
        auto* x = call.Operand(operand);
        return b.Run([&](auto& builder) { return (builder.*kAdd)(x, numbers, name); });
      },
      nb::arg("operand"), nb::arg(ints), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig(KeepForever(std::string("def ") + method + "(self, operand: Instruction, " + ints +
                          ": collections.abc.Sequence[int], *, name: str = '') -> Instruction")),
      doc);
}

void DefineMovement(Type& type) {
  type.def(
      "add_broadcast",
      [](Builder& b, const Instruction& operand, nb::handle sizes, nb::handle dimensions,
         std::string_view name) {
        Call call(b);
        const auto to = call.Ints("sizes", sizes), at = call.Ints("dimensions", dimensions);
        auto* x = call.Operand(operand);
        return b.Run([&](auto& builder) { return builder.AddBroadcast(x, to, at, name); });
      },
      nb::arg("operand"), nb::arg("sizes"), nb::arg("dimensions") = nb::make_tuple(), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_broadcast(self, operand: Instruction, sizes: collections.abc.Sequence[int], "
              "dimensions: collections.abc.Sequence[int] = (), *, name: str = '') -> Instruction"),
      "Operand dimension i becomes dimension dimensions[i] of an array of these sizes.");
  DefineOfInts<&hlo::HloBuilder::AddReshape>(type, "add_reshape", "sizes",
                                             "To as many elements of other sizes.");
  DefineOfInts<&hlo::HloBuilder::AddTranspose>(
      type, "add_transpose", "permutation",
      "Dimension i of the result is operand dimension permutation[i].");
  DefineOfInts<&hlo::HloBuilder::AddReverse>(type, "add_reverse", "dimensions",
                                             "Reverses dimensions.");
  type.def(
      "add_slice",
      [](Builder& b, const Instruction& operand, nb::handle ranges, std::string_view name) {
        Call call(b);
        const auto all = call.Structs<hlo::SliceRange>("ranges", ranges);
        auto* x = call.Operand(operand);
        return b.Run([&](auto& builder) { return builder.AddSlice(x, all, name); });
      },
      nb::arg("operand"), nb::arg("ranges"), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_slice(self, operand: Instruction, ranges: "
              "collections.abc.Iterable[hlo_text.SliceRange | tuple[int, int] | "
              "tuple[int, int, int]], *, name: str = '') -> Instruction"),
      "ranges: (start, limit) or (start, limit, stride) for each dimension.");
  type.def(
      "add_dynamic_slice",
      [](Builder& b, const Instruction& operand, nb::handle starts, nb::handle sizes,
         std::string_view name) {
        Call call(b);
        const auto to = call.Ints("sizes", sizes);
        const auto at = call.Operands(starts);
        auto* x = call.Operand(operand);
        return b.Run([&](auto& builder) { return builder.AddDynamicSlice(x, at, to, name); });
      },
      nb::arg("operand"), nb::arg("start_indices"), nb::arg("sizes"), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_dynamic_slice(self, operand: Instruction, start_indices: "
              "collections.abc.Iterable[Instruction], sizes: collections.abc.Sequence[int], *, "
              "name: str = '') -> Instruction"),
      "A slice of these sizes.");
  type.def(
      "add_dynamic_update_slice",
      [](Builder& b, const Instruction& operand, const Instruction& update, nb::handle starts,
         std::string_view name) {
        Call call(b);
        const auto at = call.Operands(starts);
        auto *x = call.Operand(operand), *y = call.Operand(update);
        return b.Run([&](auto& builder) { return builder.AddDynamicUpdateSlice(x, y, at, name); });
      },
      nb::arg("operand"), nb::arg("update"), nb::arg("start_indices"), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_dynamic_update_slice(self, operand: Instruction, update: Instruction, "
              "start_indices: collections.abc.Iterable[Instruction], *, name: str = '') -> "
              "Instruction"),
      "The operand with `update` written into it.");
  type.def(
      "add_concatenate",
      [](Builder& b, nb::handle operands, int64_t dimension, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(operands);
        return b.Run([&](auto& builder) { return builder.AddConcatenate(parts, dimension, name); });
      },
      nb::arg("operands"), nb::arg("dimension"), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_concatenate(self, operands: collections.abc.Iterable[Instruction], "
              "dimension: int, *, name: str = '') -> Instruction"),
      "Joins arrays along a dimension.");
  type.def(
      "add_pad",
      [](Builder& b, const Instruction& operand, const Instruction& value, nb::handle padding,
         std::string_view name) {
        Call call(b);
        const auto all = call.Structs<hlo::PaddingDimension>("padding", padding);
        auto *x = call.Operand(operand), *v = call.Operand(value);
        return b.Run([&](auto& builder) { return builder.AddPad(x, v, all, name); });
      },
      nb::arg("operand"), nb::arg("value"), nb::arg("padding"), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_pad(self, operand: Instruction, value: Instruction, padding: "
              "collections.abc.Iterable[hlo_text.PaddingDimension | tuple[int, int] | "
              "tuple[int, int, int]], *, name: str = '') -> Instruction"),
      "padding: (low, high) or (low, high, interior) for each dimension.");
  type.def(
      "add_iota",
      [](Builder& b, nb::handle shape_argument, int64_t dimension, std::string_view name) {
        Call call(b);
        const hlo::Shape* shape = call.GivenShape(shape_argument);
        return b.Run([&](auto& builder) { return builder.AddIota(shape, dimension, name); });
      },
      nb::arg("shape"), nb::arg("dimension") = 0, nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_iota(self, shape: Shape | str, dimension: int = 0, *, name: str = '') -> "
              "Instruction"),
      "0, 1, 2 ... along a dimension.");
}

void DefineCompute(Type& type) {
  type.def(
      "add_dot",
      [](Builder& b, const Instruction& lhs, const Instruction& rhs, nb::handle lhs_contracting,
         nb::handle rhs_contracting, nb::handle lhs_batch, nb::handle rhs_batch,
         std::string_view name) {
        Call call(b);
        const hlo::DotDimensionNumbers numbers = {
            call.Ints("lhs_contracting_dims", lhs_contracting),
            call.Ints("rhs_contracting_dims", rhs_contracting),
            call.Ints("lhs_batch_dims", lhs_batch), call.Ints("rhs_batch_dims", rhs_batch)};
        auto *x = call.Operand(lhs), *y = call.Operand(rhs);
        return b.Run([&](auto& builder) { return builder.AddDot(x, y, numbers, name); });
      },
      nb::arg("lhs"), nb::arg("rhs"), nb::arg("lhs_contracting_dims"),
      nb::arg("rhs_contracting_dims"), nb::arg("lhs_batch_dims") = nb::make_tuple(),
      nb::arg("rhs_batch_dims") = nb::make_tuple(), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_dot(self, lhs: Instruction, rhs: Instruction, lhs_contracting_dims: "
              "collections.abc.Sequence[int], rhs_contracting_dims: collections.abc.Sequence[int], "
              "lhs_batch_dims: collections.abc.Sequence[int] = (), rhs_batch_dims: "
              "collections.abc.Sequence[int] = (), *, name: str = '') -> Instruction"),
      "A matrix product, for operands of any rank.");
  type.def(
      "add_reduce",
      [](Builder& b, nb::handle operands, nb::handle init_values, nb::handle dimensions,
         const Computation& to_apply, std::string_view name) {
        Call call(b);
        const auto over = call.Ints("dimensions", dimensions);
        const auto parts = call.Operands(operands), inits = call.Operands(init_values);
        auto* f = call.Callee(to_apply);
        return b.Run([&](auto& builder) { return builder.AddReduce(parts, inits, over, f, name); });
      },
      nb::arg("operands"), nb::arg("init_values"), nb::arg("dimensions"), nb::arg("to_apply"),
      nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_reduce(self, operands: collections.abc.Iterable[Instruction], init_values: "
              "collections.abc.Iterable[Instruction], dimensions: collections.abc.Sequence[int], "
              "to_apply: Computation, *, name: str = '') -> Instruction"),
      "As many initial values as operands.");
  type.def(
      "add_sort",
      [](Builder& b, nb::handle operands, int64_t dimension, const Computation& comparator,
         bool is_stable, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(comparator);
        return b.Run(
            [&](auto& builder) { return builder.AddSort(parts, dimension, f, is_stable, name); });
      },
      nb::arg("operands"), nb::arg("dimension"), nb::arg("comparator"), nb::kw_only(),
      nb::arg("is_stable") = false, nb::arg(kName) = kNoName,
      nb::sig("def add_sort(self, operands: collections.abc.Iterable[Instruction], dimension: int, "
              "comparator: Computation, *, is_stable: bool = False, name: str = '') -> "
              "Instruction"),
      "Sorts along a dimension.");
  type.def(
      "add_map",
      [](Builder& b, nb::handle operands, const Computation& function, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(function);
        return b.Run([&](auto& builder) { return builder.AddMap(parts, f, name); });
      },
      nb::arg("operands"), nb::arg("to_apply"), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_map(self, operands: collections.abc.Iterable[Instruction], to_apply: "
              "Computation, *, name: str = '') -> Instruction"),
      "Applies a computation element by element.");
}

void DefineTuples(Type& type) {
  type.def(
      "add_tuple",
      [](Builder& b, nb::handle elements, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(elements);
        return b.Run([&](auto& builder) { return builder.AddTuple(parts, name); });
      },
      nb::arg("elements"), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_tuple(self, elements: collections.abc.Iterable[Instruction], *, name: str = "
              "'') -> Instruction"),
      "A tuple of values.");
  type.def(
      "add_get_tuple_element",
      [](Builder& b, const Instruction& tuple, int64_t index, std::string_view name) {
        Call call(b);
        auto* x = call.Operand(tuple);
        return b.Run([&](auto& builder) { return builder.AddGetTupleElement(x, index, name); });
      },
      nb::arg("tuple"), nb::arg("index"), nb::kw_only(), nb::arg(kName) = kNoName,
      "An element of a tuple.");
  type.def(
      "add_after_all",
      [](Builder& b, nb::handle tokens, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(tokens);
        return b.Run([&](auto& builder) { return builder.AddAfterAll(parts, name); });
      },
      nb::arg("tokens") = nb::make_tuple(), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig(
          "def add_after_all(self, tokens: collections.abc.Iterable[Instruction] = (), *, name: "
          "str = '') -> Instruction"),
      "A token behind others.");
}

void DefineCalls(Type& type) {
  type.def(
      "add_call",
      [](Builder& b, nb::handle operands, const Computation& callee, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(callee);
        return b.Run([&](auto& builder) { return builder.AddCall(parts, f, name); });
      },
      nb::arg("operands"), nb::arg("to_apply"), nb::kw_only(), nb::arg(kName) = kNoName,
      nb::sig("def add_call(self, operands: collections.abc.Iterable[Instruction], to_apply: "
              "Computation, *, name: str = '') -> Instruction"),
      "Calls a computation.");
  type.def(
      "add_while",
      [](Builder& b, const Computation& condition, const Computation& body, const Instruction& init,
         std::string_view name) {
        Call call(b);
        auto *c = call.Callee(condition), *f = call.Callee(body);
        auto* x = call.Operand(init);
        return b.Run([&](auto& builder) { return builder.AddWhile(c, f, x, name); });
      },
      nb::arg("condition"), nb::arg("body"), nb::arg("init"), nb::kw_only(),
      nb::arg(kName) = kNoName, "A loop.");
  type.def(
      "add_conditional",
      [](Builder& b, const Instruction& selector, nb::handle branches, nb::handle arguments,
         std::string_view name) {
        Call call(b);
        std::vector<hlo::HloComputation*> callees;
        for (nb::handle branch : ToPythonList(branches)) {
          Computation computation;
          if (!nb::try_cast<Computation>(branch, computation)) {
            Raise(PyExc_TypeError, "not a Computation: " + TypeName(branch));
          }
          callees.push_back(call.Callee(computation));
        }
        const auto parts = call.Operands(arguments);
        auto* x = call.Operand(selector);
        return b.Run(
            [&](auto& builder) { return builder.AddConditional(x, callees, parts, name); });
      },
      nb::arg("selector"), nb::arg("branches"), nb::arg("arguments"), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_conditional(self, selector: Instruction, branches: "
              "collections.abc.Iterable[Computation], arguments: "
              "collections.abc.Iterable[Instruction], *, name: str = '') -> Instruction"),
      "One argument for each branch. A pred selects the first of two if it is true.");
  type.def(
      "add_fusion",
      [](Builder& b, nb::handle operands, const Computation& fused, std::string_view kind_name,
         std::string_view name) {
        Call call(b);
        const auto kind = ToEnum<hlo::FusionKind>("kind", kind_name);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(fused);
        return b.Run([&](auto& builder) { return builder.AddFusion(parts, kind, f, name); });
      },
      nb::arg("operands"), nb::arg("calls"), nb::arg("kind") = "kLoop", nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_fusion(self, operands: collections.abc.Iterable[Instruction], calls: "
              "Computation, kind: str = 'kLoop', *, name: str = '') -> Instruction"),
      "Computation.create_fusion_instruction() moves instructions into one.");
  type.def(
      "add_custom_call",
      [](Builder& b, nb::handle shape, nb::handle operands, std::string_view target,
         std::string_view name, const nb::kwargs& keywords) {
        nb::kwargs all = nb::steal<nb::kwargs>(PyDict_Copy(keywords.ptr()));
        all["custom_call_target"] = ToStr(target);
        return AddInstruction(b, "custom-call", operands, shape, name, all);
      },
      nb::arg("shape"), nb::arg("operands"), nb::arg("custom_call_target"), nb::kw_only(),
      nb::arg(kName) = kNoName, nb::arg("attributes"),
      nb::sig("def add_custom_call(self, shape: Shape | str, operands: "
              "collections.abc.Iterable[Instruction], custom_call_target: str, *, name: str = '', "
              "**attributes: hlo_text.AttributeArgument) -> Instruction"),
      "Calls a function outside of HLO.");
}

#define HLO_COLLECTIVE_SIGNATURE                                                             \
  "replica_groups: hlo_text.ReplicaGroups | str | collections.abc.Sequence["                 \
  "collections.abc.Sequence[int]] = (), channel_id: int | None = None, "                     \
  "use_global_device_ids: bool = False, constrain_layout: bool = False, name: str = '') -> " \
  "Instruction"

// What collectives share behind their own arguments.
#define HLO_COLLECTIVE_ARGUMENTS                                                                \
  nb::kw_only(), nb::arg("replica_groups") = nb::make_tuple(),                                  \
                 nb::arg("channel_id").none() = nb::none(),                                     \
                 nb::arg("use_global_device_ids") = false, nb::arg("constrain_layout") = false, \
                 nb::arg(kName) = kNoName

// A collective that applies a computation.
template <hlo::HloInstruction* (hlo::HloBuilder::*kAdd)(
    absl::Span<hlo::HloInstruction* const>, hlo::HloComputation*, const hlo::CollectiveOptions&,
    std::string_view)>
void DefineReducing(Type& type, const char* method, const char* doc) {
  type.def(
      method,
      [](Builder& b, nb::handle operands, const Computation& to_apply, nb::handle replica_groups,
         std::optional<int64_t> channel_id, bool global_ids, bool constrain_layout,
         std::string_view name) {
        Call call(b);
        const auto options =
            call.Collective(replica_groups, channel_id, global_ids, constrain_layout);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(to_apply);
        return b.Run([&](auto& builder) { return (builder.*kAdd)(parts, f, options, name); });
      },
      nb::arg("operands"), nb::arg("to_apply"), HLO_COLLECTIVE_ARGUMENTS,
      nb::sig(KeepForever(std::string("def ") + method +
                          "(self, operands: collections.abc.Iterable[Instruction], to_apply: "
                          "Computation, *, " HLO_COLLECTIVE_SIGNATURE)),
      doc);
}

// One without further arguments.
template <hlo::HloInstruction* (hlo::HloBuilder::*kAdd)(
    absl::Span<hlo::HloInstruction* const>, const hlo::CollectiveOptions&, std::string_view)>
void DefinePlain(Type& type, const char* method, const char* doc) {
  type.def(
      method,
      [](Builder& b, nb::handle operands, nb::handle replica_groups,
         std::optional<int64_t> channel_id, std::string_view name) {
        Call call(b);
        const auto options = call.Collective(replica_groups, channel_id, false, false);
        const auto parts = call.Operands(operands);
        return b.Run([&](auto& builder) { return (builder.*kAdd)(parts, options, name); });
      },
      nb::arg("operands"), nb::kw_only(), nb::arg("replica_groups") = nb::make_tuple(),
      nb::arg("channel_id").none() = nb::none(), nb::arg(kName) = kNoName,
      nb::sig(KeepForever(
          std::string("def ") + method +
          "(self, operands: collections.abc.Iterable[Instruction], *, replica_groups: "
          "hlo_text.ReplicaGroups | str | collections.abc.Sequence[collections.abc.Sequence[int]] "
          "= (), channel_id: int | None = None, name: str = '') -> Instruction")),
      doc);
}

void DefineCollectives(Type& type) {
  DefineReducing<&hlo::HloBuilder::AddAllReduce>(type, "add_all_reduce",
                                                 "Reduces over the devices of a group.");
  DefineReducing<&hlo::HloBuilder::AddCollectiveReduce>(type, "add_collective_reduce",
                                                        "Reduces to one device of a group.");
  DefinePlain<&hlo::HloBuilder::AddCollectiveBroadcast>(type, "add_collective_broadcast",
                                                        "From the first device of a group.");
  DefinePlain<&hlo::HloBuilder::AddRaggedAllToAll>(type, "add_ragged_all_to_all",
                                                   "Exchanges pieces of different sizes.");
  type.def(
      "add_reduce_scatter",
      [](Builder& b, nb::handle operands, int64_t dimension, const Computation& to_apply,
         nb::handle replica_groups, std::optional<int64_t> channel_id, bool global_ids,
         bool constrain_layout, std::string_view name) {
        Call call(b);
        const auto options =
            call.Collective(replica_groups, channel_id, global_ids, constrain_layout);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(to_apply);
        return b.Run([&](auto& builder) {
          return builder.AddReduceScatter(parts, dimension, f, options, name);
        });
      },
      nb::arg("operands"), nb::arg("dimension"), nb::arg("to_apply"), HLO_COLLECTIVE_ARGUMENTS,
      nb::sig("def add_reduce_scatter(self, operands: collections.abc.Iterable[Instruction], "
              "dimension: int, to_apply: Computation, *, " HLO_COLLECTIVE_SIGNATURE),
      "Each device of a group gets a part of the reduction.");
  type.def(
      "add_all_gather",
      [](Builder& b, nb::handle operands, int64_t dimension, nb::handle replica_groups,
         std::optional<int64_t> channel_id, bool global_ids, bool constrain_layout,
         std::string_view name) {
        Call call(b);
        const auto options =
            call.Collective(replica_groups, channel_id, global_ids, constrain_layout);
        const auto parts = call.Operands(operands);
        return b.Run(
            [&](auto& builder) { return builder.AddAllGather(parts, dimension, options, name); });
      },
      nb::arg("operands"), nb::arg("dimension"), HLO_COLLECTIVE_ARGUMENTS,
      nb::sig("def add_all_gather(self, operands: collections.abc.Iterable[Instruction], "
              "dimension: int, *, " HLO_COLLECTIVE_SIGNATURE),
      "Each device of a group gets what all have, joined along a dimension.");
  type.def(
      "add_all_to_all",
      [](Builder& b, nb::handle operands, std::optional<int64_t> dimension,
         nb::handle replica_groups, std::optional<int64_t> channel_id, bool global_ids,
         bool constrain_layout, std::string_view name) {
        Call call(b);
        const auto options =
            call.Collective(replica_groups, channel_id, global_ids, constrain_layout);
        const auto parts = call.Operands(operands);
        return b.Run(
            [&](auto& builder) { return builder.AddAllToAll(parts, dimension, options, name); });
      },
      nb::arg("operands"), nb::arg("dimension").none() = nb::none(), HLO_COLLECTIVE_ARGUMENTS,
      nb::sig("def add_all_to_all(self, operands: collections.abc.Iterable[Instruction], "
              "dimension: int | None = None, *, " HLO_COLLECTIVE_SIGNATURE),
      "With a dimension, splits and joins one array there; without, exchanges one operand a "
      "device.");
  type.def(
      "add_collective_permute",
      [](Builder& b, nb::handle operands, nb::handle pairs, std::optional<int64_t> channel_id,
         std::string_view name) {
        Call call(b);
        std::vector<absl::Span<const int64_t>> all;
        for (nb::handle pair : ToPythonList(pairs)) {
          all.push_back(call.Ints("source_target_pairs", pair));
        }
        const auto parts = call.Operands(operands);
        return b.Run([&](auto& builder) {
          return builder.AddCollectivePermute(parts, all, channel_id, name);
        });
      },
      nb::arg("operands"), nb::arg("source_target_pairs"), nb::kw_only(),
      nb::arg("channel_id").none() = nb::none(), nb::arg(kName) = kNoName,
      nb::sig("def add_collective_permute(self, operands: collections.abc.Iterable[Instruction], "
              "source_target_pairs: collections.abc.Iterable[collections.abc.Sequence[int]], *, "
              "channel_id: int | None = None, name: str = '') -> Instruction"),
      "Sends from source to target.");
  type.def(
      "add_replica_id",
      [](Builder& b, std::string_view name) {
        Call call(b);
        return b.Run([&](auto& builder) { return builder.AddReplicaId(name); });
      },
      nb::kw_only(), nb::arg(kName) = kNoName, "The number of the replica.");
  type.def(
      "add_partition_id",
      [](Builder& b, std::string_view name) {
        Call call(b);
        return b.Run([&](auto& builder) { return builder.AddPartitionId(name); });
      },
      nb::kw_only(), nb::arg(kName) = kNoName, "The number of the partition.");
}

void DefineAsynchronous(Type& type) {
  type.def(
      "add_async_start",
      [](Builder& b, nb::handle operands, const Computation& calls, nb::handle contexts,
         std::string_view thread, std::string_view name) {
        Call call(b);
        const auto shapes = ToShapes(b.state(), contexts);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(calls);
        return b.Run(
            [&](auto& builder) { return builder.AddAsyncStart(parts, f, shapes, thread, name); });
      },
      nb::arg("operands"), nb::arg("calls"), nb::kw_only(), nb::arg("contexts") = nb::make_tuple(),
      nb::arg("execution_thread") = "main", nb::arg(kName) = kNoName,
      nb::sig("def add_async_start(self, operands: collections.abc.Iterable[Instruction], calls: "
              "Computation, *, contexts: collections.abc.Iterable[Shape | str] = (), "
              "execution_thread: str = 'main', name: str = '') -> Instruction"),
      "Starts a computation; binds all operands and the result.");
  type.def(
      "add_async_update",
      [](Builder& b, const Instruction& previous, nb::handle operands, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(operands);
        auto* x = call.Operand(previous);
        return b.Run([&](auto& builder) { return builder.AddAsyncUpdate(x, parts, name); });
      },
      nb::arg("previous"), nb::arg("operands") = nb::make_tuple(), nb::kw_only(),
      nb::arg(kName) = kNoName,
      nb::sig("def add_async_update(self, previous: Instruction, operands: "
              "collections.abc.Iterable[Instruction] = (), *, name: str = '') -> Instruction"),
      "Binds further operands.");
  type.def(
      "add_async_done",
      [](Builder& b, const Instruction& previous, std::string_view name) {
        Call call(b);
        auto* x = call.Operand(previous);
        return b.Run([&](auto& builder) { return builder.AddAsyncDone(x, name); });
      },
      nb::arg("previous"), nb::kw_only(), nb::arg(kName) = kNoName, "Waits for the result.");
  type.def(
      "add_copy_start",
      [](Builder& b, const Instruction& operand, std::string_view name) {
        Call call(b);
        auto* x = call.Operand(operand);
        return b.Run([&](auto& builder) { return builder.AddCopyStart(x, name); });
      },
      nb::arg("operand"), nb::kw_only(), nb::arg(kName) = kNoName, "Starts a copy.");
  type.def(
      "add_copy_done",
      [](Builder& b, const Instruction& start, std::string_view name) {
        Call call(b);
        auto* x = call.Operand(start);
        return b.Run([&](auto& builder) { return builder.AddCopyDone(x, name); });
      },
      nb::arg("start"), nb::kw_only(), nb::arg(kName) = kNoName, "Waits for a copy.");
}

}  // namespace

void DefineBuilder(nb::module_& m) {
  Type type(m, "Builder",
            "Makes a computation, or adds to one.\n\n"
            "    with Builder(module, 'main', entry=True) as b:\n"
            "        x = b.add_parameter('f32[4]')\n"
            "        b.add_binary('add', x, x)\n\n"
            "Leaving the block builds the computation; its root is the instruction added last, "
            "unless build() gives another. An error raises HloError and adds nothing.");
  type.def(
      "__init__",
      [](Builder* self, const Module& module, std::string_view name, bool entry) {
        new (self) Builder(module, name, entry);
      },
      nb::arg("module"), nb::arg("name"), nb::kw_only(), nb::arg("entry") = false,
      "A new computation. Until build() nothing may call it.\n\nentry: it becomes the entry "
      "computation.");
  type.def(
      "__init__",
      [](Builder* self, const Computation& computation) { new (self) Builder(computation); },
      nb::arg("computation"), "Adds to a computation of a module.");
  type.def(
      "__enter__", [](nb::handle self) { return nb::borrow(self); },
      nb::sig("def __enter__(self) -> Builder"));
  type.def(
      "__exit__",
      [](Builder& b, nb::handle type_, nb::handle, nb::handle) {
        if (type_.is_none() && !b.is_built()) b.Build(std::nullopt);
      },
      nb::arg("type").none(), nb::arg("value").none(), nb::arg("traceback").none(),
      nb::sig("def __exit__(self, type: object, value: object, traceback: object, /) -> None"),
      "Builds the computation, unless it is built or the block has raised.");
  type.def_prop_ro("module", &Builder::module, nb::sig("def module(self) -> Module"),
                   "The module.");
  type.def_prop_ro("computation", &Builder::computation,
                   nb::sig("def computation(self) -> Computation"),
                   "The computation, also before it is built.");
  type.def("build", &Builder::Build, nb::arg("root").none() = nb::none(),
           nb::sig("def build(self, root: Instruction | None = None) -> Computation"),
           "Adds the new computation to the module, with this root or the instruction added last.");
  type.def(
      "set_insertion_point",
      [](Builder& b, const std::optional<Instruction>& at) { b.SetInsertionPoint(at, false); },
      nb::arg("position").none(),
      nb::sig("def set_insertion_point(self, position: Instruction | None) -> None"),
      "Adds before this instruction from now on; None: where it fits.");
  type.def(
      "set_insertion_point_after",
      [](Builder& b, const std::optional<Instruction>& at) { b.SetInsertionPoint(at, true); },
      nb::arg("position").none(),
      nb::sig("def set_insertion_point_after(self, position: Instruction | None) -> None"),
      "Adds behind this instruction from now on.");
  DefineBasics(type);
  DefineMovement(type);
  DefineCompute(type);
  DefineTuples(type);
  DefineCalls(type);
  DefineCollectives(type);
  DefineAsynchronous(type);
}

}  // namespace hlo_python
