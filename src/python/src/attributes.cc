// Attributes of instructions as typed values: a mapping of all, and a property for each accessor of
// hlo/attribute_accessors.h, under its name.
#include <string>

#include "errors.h"
#include "hlo/edit.h"
#include "module.h"
#include "text.h"
#include "values.h"

namespace hlo_python {
namespace {

nb::object Attributes(const Instruction& i) {
  nb::dict attributes;
  // Making objects may run Python, which may edit the instruction.
  const std::vector<hlo::Attribute> copy(i->attributes().begin(), i->attributes().end());
  for (const hlo::Attribute& attribute : copy) {
    const hlo::AttributeKind kind = attribute.kind();
    if (kind == hlo::AttributeKind::kUnknownOpcode || kind == hlo::AttributeKind::kMetadata) {
      continue;
    }
    attributes[ToStr(attribute.name())] = ToPython(i, attribute);
  }
  return nb::steal(PyDictProxy_New(attributes.ptr()));
}

void SetAttribute(const Instruction& i, std::string_view name, nb::handle value) {
  const hlo::AttributeKind kind = KindOf(i->opcode(), name);
  hlo::Arena arena;
  const hlo::Attribute attribute = ToAttribute(*i.owner, kind, value, arena);
  hlo::HloInstruction* instruction = i.Edit();
  if (kind == hlo::AttributeKind::kControlPredecessors) {
    for (hlo::HloInstruction* other : attribute.AsList<hlo::HloInstruction*>()) {
      PartOf(*i.owner, instruction->parent(), i.To(other));
      if (other == instruction) throw nb::value_error("an instruction cannot come before itself");
    }
  }
  Check(hlo::SetAttribute(instruction, attribute));
}

void RemoveAttribute(const Instruction& i, std::string_view name) {
  Check(hlo::RemoveAttribute(i.Edit(), KindOf(i->opcode(), name)));
}

using Type = nb::class_<Instruction>;

// A property whose value is a struct, number, word or text.
template <typename Get>
void Define(Type& type, const char* name, const char* signature, Get get, const char* doc) {
  type.def_prop_ro(
      name, [get](const Instruction& i) -> nb::object { return ToPython(get(*i)); },
      nb::sig(signature), doc);
}
// A list of such values.
template <typename Get>
void DefineList(Type& type, const char* name, const char* signature, Get get, const char* doc) {
  type.def_prop_ro(
      name, [get](const Instruction& i) -> nb::object { return ToPythonList(get(*i)); },
      nb::sig(signature), doc);
}
// None if absent.
template <typename Get>
void DefineOptional(Type& type, const char* name, const char* signature, Get get, const char* doc) {
  type.def_prop_ro(
      name,
      [get](const Instruction& i) -> nb::object {
        const auto value = get(*i);
        return value.has_value() ? ToPython(*value) : nb::none();
      },
      nb::sig(signature), doc);
}
// A part of the module, or None.
template <typename Get>
void DefinePart(Type& type, const char* name, const char* signature, Get get, const char* doc) {
  type.def_prop_ro(
      name, [get](const Instruction& i) -> nb::object { return ToOptional(i, get(*i)); },
      nb::sig(signature), doc);
}

// The accessor, and the signature of its property.
#define HLO_GET(accessor) [](const hlo::HloInstruction& i) { return i.accessor(); }
#define HLO_REFER(accessor) \
  [](const hlo::HloInstruction& i) -> decltype(auto) { return i.accessor(); }
#define HLO_AS(accessor, type) #accessor, "def " #accessor "(self) -> " type
#define HLO_INT(accessor, doc) Define(t, HLO_AS(accessor, "int"), HLO_GET(accessor), doc)
#define HLO_BOOL(accessor, doc) Define(t, HLO_AS(accessor, "bool"), HLO_GET(accessor), doc)
#define HLO_STR(accessor, doc) Define(t, HLO_AS(accessor, "str"), HLO_GET(accessor), doc)
#define HLO_INTS(accessor, doc) DefineList(t, HLO_AS(accessor, "list[int]"), HLO_GET(accessor), doc)
#define HLO_STRUCT(accessor, T, doc) \
  Define(t, HLO_AS(accessor, "hlo_text." T), HLO_REFER(accessor), doc)
#define HLO_CALLEE(accessor, doc) \
  DefinePart(t, HLO_AS(accessor, "Computation | None"), HLO_GET(accessor), doc)

void DefineDimensions(Type& t) {
  HLO_INTS(dimensions, "dimensions=; those of the shape are shape.dimensions.");
  HLO_INT(iota_dimension, "Of an iota.");
  HLO_INT(inferred_dimension, "Of a reshape; -1 if none is inferred.");
  HLO_INT(tuple_index, "index= of get-tuple-element.");
  DefineList(t, HLO_AS(slice_ranges, "list[hlo_text.SliceRange]"), HLO_GET(slice_ranges),
             "slice=: start, limit and stride of each dimension.");
  HLO_INTS(dynamic_slice_sizes, "Of a dynamic-slice.");
  HLO_STRUCT(padding_config, "PaddingConfig", "padding=.");
}

nb::object NumbersOf(const char* name, std::initializer_list<absl::Span<const int64_t>> lists,
                     std::optional<int64_t> last = std::nullopt) {
  nb::list members;
  for (const absl::Span<const int64_t> list : lists) members.append(ToTuple(list));
  if (last.has_value()) members.append(*last);
  return MakeValue(name, nb::tuple(members));
}

void DefineNumbers(Type& t) {
  t.def_prop_ro(
      "dot_dimension_numbers",
      [](const Instruction& i) {
        const hlo::DotDimensionNumbers n = i->dot_dimension_numbers();
        return NumbersOf("DotDimensionNumbers",
                         {n.lhs_contracting_dimensions, n.rhs_contracting_dimensions,
                          n.lhs_batch_dimensions, n.rhs_batch_dimensions});
      },
      nb::sig("def dot_dimension_numbers(self) -> hlo_text.DotDimensionNumbers"), "Of a dot.");
  t.def_prop_ro(
      "gather_dimension_numbers",
      [](const Instruction& i) {
        const hlo::GatherDimensionNumbers n = i->gather_dimension_numbers();
        return NumbersOf("GatherDimensionNumbers",
                         {n.offset_dims, n.collapsed_slice_dims, n.start_index_map,
                          n.operand_batching_dims, n.start_indices_batching_dims},
                         n.index_vector_dim);
      },
      nb::sig("def gather_dimension_numbers(self) -> hlo_text.GatherDimensionNumbers"),
      "Of a gather.");
  t.def_prop_ro(
      "scatter_dimension_numbers",
      [](const Instruction& i) {
        const hlo::ScatterDimensionNumbers n = i->scatter_dimension_numbers();
        return NumbersOf(
            "ScatterDimensionNumbers",
            {n.update_window_dims, n.inserted_window_dims, n.scatter_dims_to_operand_dims,
             n.input_batching_dims, n.scatter_indices_batching_dims},
            n.index_vector_dim);
      },
      nb::sig("def scatter_dimension_numbers(self) -> hlo_text.ScatterDimensionNumbers"),
      "Of a scatter.");
  HLO_INTS(gather_slice_sizes, "slice_sizes= of a gather.");
  HLO_BOOL(indices_are_sorted, "Of a gather or scatter.");
  HLO_BOOL(unique_indices, "Of a scatter.");
  HLO_STRUCT(convolution_dimension_numbers, "ConvolutionDimensionNumbers", "dim_labels=.");
  HLO_STRUCT(window, "Window", "window=; without dimensions if there is none.");
  HLO_INT(feature_group_count, "Of a convolution.");
  HLO_INT(batch_group_count, "Of a convolution.");
  HLO_STR(dot_algorithm, "algorithm= of a dot; 'unset' by default.");
  t.def(
      "operand_precision",
      [](const Instruction& i, int64_t operand) {
        return ToStr(WordOf(i->operand_precision(operand)));
      },
      nb::arg("operand"), "'default', 'high' or 'highest'.");
}

void DefineMath(Type& t) {
  HLO_STR(comparison_direction, "'EQ', 'NE', 'GE', 'GT', 'LE' or 'LT'.");
  HLO_STR(comparison_order, "'TOTAL', or 'PARTIAL', the default for floats, which have NaN.");
  HLO_INT(exponent_bits, "Of a reduce-precision.");
  HLO_INT(mantissa_bits, "Of a reduce-precision.");
  Define(t, HLO_AS(epsilon, "float"), HLO_GET(epsilon), "Of a batch norm.");
  HLO_INT(feature_index, "Of a batch norm.");
  HLO_STR(fft_type, "'FFT', 'IFFT', 'RFFT' or 'IRFFT'.");
  HLO_INTS(fft_length, "Of an fft.");
  HLO_STR(random_distribution, "Of an rng.");
  HLO_STR(random_algorithm, "Of an rng-bit-generator.");
  HLO_INT(delta, "Of an rng-get-and-update-state.");
  HLO_BOOL(is_stable, "Of a sort or topk.");
  HLO_INT(k, "Of a topk.");
  HLO_BOOL(largest, "Of a topk.");
  HLO_BOOL(lower, "Of a cholesky or triangular-solve.");
  t.def_prop_ro(
      "triangular_solve_options",
      [](const Instruction& i) {
        const hlo::TriangularSolveOptions o = i->triangular_solve_options();
        return MakeValue(
            "TriangularSolveOptions",
            nb::make_tuple(o.left_side, o.lower, o.unit_diagonal, ToStr(WordOf(o.transpose_a))));
      },
      nb::sig("def triangular_solve_options(self) -> hlo_text.TriangularSolveOptions"),
      "Of a triangular-solve.");
}

void DefineCallees(Type& t) {
  HLO_CALLEE(to_apply, "What a call, reduce, map, sort, all-reduce ... applies.");
  HLO_CALLEE(while_body, "body= of a while.");
  HLO_CALLEE(while_condition, "condition= of a while.");
  HLO_CALLEE(fused_computation, "calls= of a fusion.");
  HLO_CALLEE(async_wrapped_computation, "calls= of an async-start.");
  HLO_CALLEE(select, "Of a select-and-scatter.");
  HLO_CALLEE(scatter, "Of a select-and-scatter.");
  t.def_prop_ro(
      "branch_computations",
      [](const Instruction& i) {
        std::vector<hlo::HloComputation*> branches;
        for (int64_t b = 0; b < i->branch_count(); ++b)
          branches.push_back(i->branch_computation(b));
        return ToList(i, branches);
      },
      nb::sig("def branch_computations(self) -> list[Computation]"),
      "Of a conditional; those for true and false, if it has these.");
  HLO_STR(fusion_kind, "'kLoop', 'kInput', 'kOutput' or 'kCustom'.");
}

void DefineCollectives(Type& t) {
  DefineOptional(t, HLO_AS(channel_id, "int | None"), HLO_GET(channel_id), "None if it has none.");
  HLO_STRUCT(replica_groups, "ReplicaGroups",
             "Empty for one group of all devices; device_groups() lists the devices.");
  DefineList(t, HLO_AS(source_target_pairs, "list[tuple[int, ...]]"), HLO_GET(source_target_pairs),
             "Of a collective-permute.");
  HLO_BOOL(use_global_device_ids, "Of a collective.");
  HLO_BOOL(constrain_layout, "Of a collective.");
  HLO_BOOL(is_host_transfer, "Of a send or recv.");
  DefineOptional(t, HLO_AS(cross_program_prefetch_index, "int | None"),
                 HLO_GET(cross_program_prefetch_index), "Of a copy-start.");
  HLO_STR(infeed_config, "Of an infeed.");
  HLO_STR(outfeed_config, "Of an outfeed.");
  DefinePart(t, HLO_AS(outfeed_shape, "Shape | None"), HLO_GET(outfeed_shape), "Of an outfeed.");
}

void DefineCustomCalls(Type& t) {
  HLO_STR(custom_call_target, "Of a custom-call.");
  HLO_BOOL(custom_call_has_side_effect, "Of a custom-call.");
  HLO_STR(custom_call_schedule, "'SCHEDULE_NONE', 'SCHEDULE_LATEST' or 'SCHEDULE_EARLIEST'.");
  HLO_STR(api_version, "Of a custom-call: 'API_VERSION_ORIGINAL' ...");
  t.def_prop_ro(
      "operand_shapes_with_layout",
      [](const Instruction& i) { return ToList(i, i->operand_shapes_with_layout()); },
      nb::sig("def operand_shapes_with_layout(self) -> list[Shape]"),
      "operand_layout_constraints= of a custom-call.");
  DefineList(t, HLO_AS(output_operand_aliasing, "list[hlo_text.OutputOperandAlias]"),
             HLO_GET(output_operand_aliasing), "output_to_operand_aliasing=.");
}

void DefineCommon(Type& t) {
  Define(t, HLO_AS(frontend_attributes, "dict[str, str]"), HLO_REFER(frontend_attributes),
         "frontend_attributes=.");
  HLO_STRUCT(statistics, "Statistics", "statistics=.");
  HLO_STRUCT(result_accuracy, "ResultAccuracy", "result_accuracy=.");
  t.def_prop_rw(
      "sharding", [](const Instruction& i) { return ToPython(i->sharding()); },
      [](const Instruction& i, nb::handle value) {
        return value.is_none() ? RemoveAttribute(i, "sharding")
                               : SetAttribute(i, "sharding", value);
      },
      nb::for_getter(nb::sig("def sharding(self) -> hlo_text.Sharding | None")),
      nb::for_setter(nb::arg("value").none()),
      nb::for_setter(
          nb::sig("def sharding(self, value: hlo_text.Sharding | str | None, /) -> None")),
      "sharding=, or None. Takes its text, too.");
  t.def_prop_rw(
      "metadata", [](const Instruction& i) -> nb::object { return ToPython(i->metadata()); },
      [](const Instruction& i, nb::handle value) {
        return value.is_none() ? RemoveAttribute(i, "metadata")
                               : SetAttribute(i, "metadata", value);
      },
      nb::for_getter(nb::sig("def metadata(self) -> hlo_text.OpMetadata")),
      nb::for_setter(nb::arg("value").none()),
      nb::for_setter(
          nb::sig("def metadata(self, value: hlo_text.OpMetadata | str | None, /) -> None")),
      "metadata=: op_name, source_file, source_line ...; fields that it lacks are empty or 0.");
  t.def_prop_rw(
      "backend_config", [](const Instruction& i) { return ToStr(i->backend_config()); },
      [](const Instruction& i, nb::handle value) { SetAttribute(i, "backend_config", value); },
      nb::for_getter(nb::sig("def backend_config(self) -> str")),
      nb::for_setter(nb::sig("def backend_config(self, value: str, /) -> None")),
      "backend_config=, unescaped; empty: none.");
}

}  // namespace

void DefineAttributes(nb::class_<Instruction>& t) {
  t.def_prop_ro(
      "attributes", Attributes,
      nb::sig("def attributes(self) -> types.MappingProxyType[str, hlo_text.AttributeValue]"),
      "The attributes after the operands, without metadata, in text order: names and typed values. "
      "A copy; set_attribute() changes them.");
  t.def("set_attribute", SetAttribute, nb::arg("name"), nb::arg("value"),
        nb::sig("def set_attribute(self, name: str, value: hlo_text.AttributeArgument) -> None"),
        "Sets an attribute of the text's name ('_' may stand for '-'). The value is of the type "
        "that `attributes` shows; dataclasses may be given as tuples of their fields, and most as "
        "text. HloError if the opcode takes no such attribute.");
  t.def("remove_attribute", RemoveAttribute, nb::arg("name"),
        "Removes an attribute, if there is one; HloError if the opcode requires it.");
  DefineDimensions(t);
  DefineNumbers(t);
  DefineMath(t);
  DefineCallees(t);
  DefineCollectives(t);
  DefineCustomCalls(t);
  DefineCommon(t);
}

}  // namespace hlo_python
