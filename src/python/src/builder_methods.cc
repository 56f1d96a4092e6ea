// The methods of Builder that add an instruction. Most are made from the member of HloBuilder alone
// (builder_arguments.h); those whose arguments Python passes in another way come first.
#include <string>

#include "builder.h"
#include "builder_arguments.h"

namespace hlo_python {
namespace {

Instruction AddInstruction(Builder& b, std::string_view word, InstructionList operands,
                           ShapeLike shape_argument, std::string_view name,
                           const nb::kwargs& keywords) {
  Call call(b);
  const hlo_text::HloOpcode opcode = ToOpcode(word);
  if (opcode == hlo_text::HloOpcode::kParameter || opcode == hlo_text::HloOpcode::kConstant) {
    RaiseInvalid("add_parameter and add_constant make these");
  }
  const hlo_text::Shape* shape = call.ShapeOf(shape_argument);
  const auto attributes = call.Attributes(opcode, keywords);
  const auto parts = call.Operands(operands);
  return call.Run([&](hlo_text::HloBuilder& builder) {
    return builder.AddInstruction(opcode, shape, parts, attributes, name);
  });
}

Instruction AddClone(Builder& b, const Instruction& original, InstructionList operands,
                     ShapeLike shape_argument, std::string_view name) {
  Call call(b);
  const hlo_text::Shape* shape = call.ShapeOf(shape_argument);
  const auto parts = call.Operands(operands);
  const hlo_text::HloInstruction* from = PartOf(b.state(), original);
  return call.Run(
      [&](hlo_text::HloBuilder& builder) { return builder.AddClone(*from, parts, shape, name); });
}

Instruction AddConstant(Builder& b, LiteralLike value, ShapeLike shape, std::string_view name) {
  Call call(b);
  const Literal literal = MakeLiteral(value, shape);
  return call.Run(
      [&](hlo_text::HloBuilder& builder) { return builder.AddConstant(*literal.object, name); });
}

void DefineGeneral(BuilderType& type) {
  type.def("add_instruction", AddInstruction, "opcode"_a, "operands"_a, "shape"_a = nb::none(),
           nb::kw_only(), nb::arg(kName) = kNoName, "attributes"_a,
           nb::sig("def add_instruction(self, opcode: str, operands: "
                   "collections.abc.Iterable[Instruction], shape: Shape | str | None = None, *, "
                   "name: str = '', **attributes: hlo_text.AttributeArgument) -> Instruction"),
           "Adds an instruction of any opcode but parameter and constant.\n\n"
           "shape: inferred if it is None.\nname: the opcode by default; made unique.\n"
           "attributes: by their names in the text ('_' for '-'), of the types that "
           "Instruction.attributes shows; None is as if absent.\n\nHloError if something does not "
           "fit.");
  type.def("add_clone", AddClone, "original"_a, "operands"_a, "shape"_a = nb::none(), nb::kw_only(),
           nb::arg(kName) = kNoName,
           "Adds an instruction like `original`, of any computation of the module, with other "
           "operands.");
  type.def(
      "add_parameter",
      [](Builder& b, ShapeLike shape_argument, std::string_view name) {
        Call call(b);
        const hlo_text::Shape* shape = call.GivenShape(shape_argument);
        return call.Run([&](auto& builder) { return builder.AddParameter(shape, name); });
      },
      "shape"_a, nb::arg(kName) = kNoName, "Adds the parameter with the next number.");
  type.def("add_constant", AddConstant, "value"_a, "shape"_a = nb::none(), nb::kw_only(),
           nb::arg(kName) = kNoName,
           "Adds a constant: of a number, nested lists, an array of numpy or anything with the "
           "buffer protocol, text, or a Literal. `shape` may be just an element type, 'bf16'; see "
           "Literal.");
  type.def(
      "add_unary",
      [](Builder& b, std::string_view opcode, const Instruction& operand, std::string_view name) {
        const nb::object operands = nb::make_tuple(operand), shape = nb::none();
        return AddInstruction(b, opcode, InstructionList(operands), ShapeLike(shape), name, {});
      },
      "opcode"_a, "operand"_a, nb::kw_only(), nb::arg(kName) = kNoName,
      "add_instruction() with one operand and no attributes.");
  type.def(
      "add_binary",
      [](Builder& b, std::string_view opcode, const Instruction& lhs, const Instruction& rhs,
         std::string_view name) {
        const nb::object operands = nb::make_tuple(lhs, rhs), shape = nb::none();
        return AddInstruction(b, opcode, InstructionList(operands), ShapeLike(shape), name, {});
      },
      "opcode"_a, "lhs"_a, "rhs"_a, nb::kw_only(), nb::arg(kName) = kNoName,
      "add_instruction() with two operands and no attributes.");
}

void DefineAsyncLinks(BuilderType& type) {
  const nb::tuple none = nb::make_tuple();
  type.def(
      "add_async_start",
      [](Builder& b, InstructionList operands, const Computation& calls, ShapeList contexts,
         std::string_view thread, ShapeLike result, std::string_view name) {
        Call call(b);
        const auto parts = call.Operands(operands);
        auto* callee = call.Callee(calls);
        const auto shapes = call.Shapes(contexts);
        const hlo_text::Shape* bound = call.ShapeOf(result);
        return call.Run([&](auto& builder) {
          return builder.AddAsyncStart(parts, callee, shapes, thread, bound, name);
        });
      },
      "operands"_a, "calls"_a, "contexts"_a = none, "execution_thread"_a = "main",
      "result"_a = nb::none(), nb::kw_only(), nb::arg(kName) = kNoName,
      "Starts a computation; binds the first operands or all, and the result, unless `result` is "
      "'()' or a part of it.");
  type.def(
      "add_async_update",
      [](Builder& b, const Instruction& previous, InstructionList operands, ShapeLike result,
         InstructionList buffers, ShapeList contexts, std::string_view name) {
        Call call(b);
        auto* before = call.Operand(previous);
        const auto parts = call.Operands(operands), of_result = call.Operands(buffers);
        const auto shapes = call.Shapes(contexts);
        const hlo_text::Shape* bound = call.ShapeOf(result);
        return call.Run([&](auto& builder) {
          return builder.AddAsyncUpdate(before, parts, bound, of_result, shapes, name);
        });
      },
      "previous"_a, "operands"_a = none, "result"_a = nb::none(), "buffers"_a = none,
      "contexts"_a = none, nb::kw_only(), nb::arg(kName) = kNoName,
      "Binds further operands and, with `result`, as much of the result, in `buffers` if there are "
      "any.");
}

void DefineWithFields(BuilderType& type) {
  const nb::tuple none = nb::make_tuple();
  type.def(
      "add_dot",
      [](Builder& b, const Instruction& lhs, const Instruction& rhs, IntList lhs_contracting,
         IntList rhs_contracting, IntList lhs_batch, IntList rhs_batch, std::string_view name) {
        Call call(b);
        const hlo_text::DotDimensionNumbers numbers = {
            call.Ints("lhs_contracting_dims", lhs_contracting),
            call.Ints("rhs_contracting_dims", rhs_contracting),
            call.Ints("lhs_batch_dims", lhs_batch), call.Ints("rhs_batch_dims", rhs_batch)};
        auto *x = call.Operand(lhs), *y = call.Operand(rhs);
        return call.Run([&](auto& builder) { return builder.AddDot(x, y, numbers, name); });
      },
      "lhs"_a, "rhs"_a, "lhs_contracting_dims"_a, "rhs_contracting_dims"_a,
      "lhs_batch_dims"_a = none, "rhs_batch_dims"_a = none, nb::kw_only(), nb::arg(kName) = kNoName,
      "A matrix product, for operands of any rank.");
  type.def(
      "add_fusion",
      [](Builder& b, InstructionList operands, const Computation& fused, std::string_view kind_name,
         std::string_view name) {
        Call call(b);
        const auto kind = ToEnum<hlo_text::FusionKind>("kind", kind_name);
        const auto parts = call.Operands(operands);
        auto* f = call.Callee(fused);
        return call.Run([&](auto& builder) { return builder.AddFusion(parts, kind, f, name); });
      },
      "operands"_a, "calls"_a, "kind"_a = "kLoop", nb::kw_only(), nb::arg(kName) = kNoName,
      "Computation.create_fusion_instruction() moves instructions into one.");
  type.def(
      "add_custom_call",
      [](Builder& b, ShapeLike shape, InstructionList operands, std::string_view target,
         std::string_view name, const nb::kwargs& keywords) {
        nb::kwargs all = nb::steal<nb::kwargs>(PyDict_Copy(keywords.ptr()));
        all["custom_call_target"] = ToStr(target);
        return AddInstruction(b, "custom-call", operands, shape, name, all);
      },
      "shape"_a, "operands"_a, "custom_call_target"_a, nb::kw_only(), nb::arg(kName) = kNoName,
      "attributes"_a,
      nb::sig("def add_custom_call(self, shape: Shape | str, operands: "
              "collections.abc.Iterable[Instruction], custom_call_target: str, *, name: str = '', "
              "**attributes: hlo_text.AttributeArgument) -> Instruction"),
      "Calls a function outside of HLO.");
}

}  // namespace

void DefineBuilderMethods(BuilderType& type) {
  using B = hlo_text::HloBuilder;
  DefineGeneral(type);
  DefineAsyncLinks(type);
  DefineWithFields(type);
  // ---- Elements.
  DefineMethod<&B::AddCompare>(type, "add_compare", {"lhs", "rhs", "direction"},
                               "direction: 'EQ', 'NE', 'GE', 'GT', 'LE' or 'LT'.");
  DefineMethod<&B::AddSelect>(type, "add_select", {"predicate", "on_true", "on_false"},
                              "Elementwise choice.");
  DefineMethod<&B::AddConvert>(type, "add_convert", {"operand", "element_type"},
                               "To another element type.");
  // ---- Arrays.
  DefineMethod<&B::AddBroadcast, 1>(
      type, "add_broadcast", {"operand", "sizes", "dimensions"},
      "Operand dimension i becomes dimension dimensions[i] of an array of these sizes.");
  DefineMethod<&B::AddReshape>(type, "add_reshape", {"operand", "sizes"},
                               "To as many elements of other sizes.");
  DefineMethod<&B::AddTranspose>(type, "add_transpose", {"operand", "permutation"},
                                 "Dimension i of the result is operand dimension permutation[i].");
  DefineMethod<&B::AddReverse>(type, "add_reverse", {"operand", "dimensions"},
                               "Reverses dimensions.");
  DefineMethod<&B::AddSlice>(
      type, "add_slice", {"operand", "ranges"},
      "ranges: (start, limit) or (start, limit, stride) for each dimension.");
  DefineMethod<&B::AddDynamicSlice>(
      type, "add_dynamic_slice", {"operand", "start_indices", "sizes"}, "A slice of these sizes.");
  DefineMethod<&B::AddDynamicUpdateSlice>(type, "add_dynamic_update_slice",
                                          {"operand", "update", "start_indices"},
                                          "The operand with `update` written into it.");
  DefineMethod<&B::AddConcatenate>(type, "add_concatenate", {"operands", "dimension"},
                                   "Joins arrays along a dimension.");
  DefineMethod<&B::AddPad>(type, "add_pad", {"operand", "value", "padding"},
                           "padding: (low, high) or (low, high, interior) for each dimension.");
  DefineMethod<&B::AddIota, 1>(type, "add_iota", {"shape", "dimension"},
                               "0, 1, 2 ... along a dimension.");
  // ---- Computations applied.
  DefineMethod<&B::AddReduce>(type, "add_reduce",
                              {"operands", "init_values", "dimensions", "to_apply"},
                              "As many initial values as operands.");
  DefineMethod<&B::AddSort, 1>(type, "add_sort",
                               {"operands", "dimension", "comparator", "is_stable"},
                               "Sorts along a dimension.");
  DefineMethod<&B::AddMap>(type, "add_map", {"operands", "to_apply"},
                           "Applies a computation element by element.");
  DefineMethod<&B::AddCall>(type, "add_call", {"operands", "to_apply"}, "Calls a computation.");
  DefineMethod<&B::AddWhile>(type, "add_while", {"condition", "body", "init"}, "A loop.");
  DefineMethod<&B::AddConditional>(
      type, "add_conditional", {"selector", "branches", "arguments"},
      "One argument for each branch. A pred selects the first of two if it is true.");
  // ---- Tuples and tokens.
  DefineMethod<&B::AddTuple>(type, "add_tuple", {"elements"}, "A tuple of values.");
  DefineMethod<&B::AddGetTupleElement>(type, "add_get_tuple_element", {"tuple", "index"},
                                       "An element of a tuple.");
  DefineMethod<&B::AddAfterAll, 1>(type, "add_after_all", {"tokens"}, "A token after others.");
  // ---- Devices.
  DefineMethod<&B::AddAllReduce>(type, "add_all_reduce", {"operands", "to_apply"},
                                 "Reduces over the devices of a group.");
  DefineMethod<&B::AddCollectiveReduce>(type, "add_collective_reduce", {"operands", "to_apply"},
                                        "Reduces to one device of a group.");
  DefineMethod<&B::AddCollectiveBroadcast>(type, "add_collective_broadcast", {"operands"},
                                           "From the first device of a group.");
  DefineMethod<&B::AddRaggedAllToAll>(type, "add_ragged_all_to_all", {"operands"},
                                      "Exchanges pieces of different sizes.");
  DefineMethod<&B::AddReduceScatter>(type, "add_reduce_scatter",
                                     {"operands", "dimension", "to_apply"},
                                     "Each device of a group gets a part of the reduction.");
  DefineMethod<&B::AddAllGather>(
      type, "add_all_gather", {"operands", "dimension"},
      "Each device of a group gets what all have, joined along a dimension.");
  DefineMethod<&B::AddAllToAll, 1>(
      type, "add_all_to_all", {"operands", "dimension"},
      "With a dimension, splits and joins one array there; without, exchanges one operand a "
      "device.");
  DefineMethod<&B::AddCollectivePermute, 1>(type, "add_collective_permute",
                                            {"operands", "source_target_pairs", "channel_id"},
                                            "Sends from source to target.");
  DefineMethod<&B::AddReplicaId>(type, "add_replica_id", {}, "The number of the replica.");
  DefineMethod<&B::AddPartitionId>(type, "add_partition_id", {}, "The number of the partition.");
  // ---- Asynchronous operations.
  DefineMethod<&B::AddAsyncDone>(type, "add_async_done", {"previous"}, "Waits for the result.");
  DefineMethod<&B::AddCopyStart>(type, "add_copy_start", {"operand"}, "Starts a copy.");
  DefineMethod<&B::AddCopyDone>(type, "add_copy_done", {"start"}, "Waits for a copy.");
}

}  // namespace hlo_python
