// Attributes of instructions as typed values: a mapping of all, and a property for each accessor of
// hlo/attribute_accessors.h, under its name.
#include <string>

#include "bind.h"
#include "hlo/edit.h"
#include "hlo/internal/attribute_access.h"

HLO_PYTHON_ARGUMENT(MetadataLike, "hlo_text.OpMetadata | str")
HLO_PYTHON_ARGUMENT(ShardingLike, "hlo_text.Sharding | str")

namespace hlo_python {
namespace {

using I = const Instruction&;

// An overload for each type of attribute_types.def.
struct AttributeToPython {
  I i;

  nb::object operator()(hlo_text::internal::StringValue value) const { return ToStr(value.text); }
  nb::object operator()(hlo_text::internal::EnumValue value) const { return ToStr(value.word()); }
  nb::object operator()(hlo_text::internal::MetadataValue) const {
    return ToPython(i.owner, i->metadata());
  }
  nb::object operator()(const hlo_text::UnknownAttribute& unknown) const {
    return ToStr(unknown.value);
  }
  nb::object operator()(const hlo_text::UnknownOpcode& opcode) const { return ToStr(opcode.name); }
  template <typename T>
  nb::object operator()(absl::Span<T> values) const {
    return ToList(i.owner, values);
  }
  template <typename T>
  nb::object operator()(const T& value) const {
    return ToPython(i.owner, value);
  }
};

nb::object Attributes(I i) {
  nb::dict attributes;
  // Making objects may run Python, which may edit the instruction.
  const std::vector<hlo_text::Attribute> copy(i->attributes().begin(), i->attributes().end());
  for (const hlo_text::Attribute& attribute : copy) {
    const hlo_text::AttributeKind kind = attribute.kind();
    if (kind == hlo_text::AttributeKind::kUnknownOpcode ||
        kind == hlo_text::AttributeKind::kMetadata) {
      continue;
    }
    attributes[ToStr(attribute.name())] =
        hlo_text::internal::VisitAttributeValue(attribute, AttributeToPython{i});
  }
  return nb::steal(PyDictProxy_New(attributes.ptr()));
}

void SetAttribute(I i, std::string_view name, AttributeLike value) {
  const hlo_text::AttributeKind kind = KindOf(i->opcode(), name);
  hlo_text::Arena arena;
  const hlo_text::Attribute attribute = ToAttribute(*i.owner, kind, value, arena);
  hlo_text::HloInstruction* instruction = i.Edit();
  if (kind == hlo_text::AttributeKind::kControlPredecessors) {
    for (hlo_text::HloInstruction* other :
         hlo_text::internal::AttributeAccess::Held<absl::Span<hlo_text::HloInstruction* const>>(
             attribute)) {
      PartOf(*i.owner, instruction->parent(), i.To(other));
      if (other == instruction) throw nb::value_error("an instruction cannot come before itself");
    }
  }
  Check(hlo_text::SetAttribute(instruction, attribute));
}

void RemoveAttribute(I i, std::string_view name) {
  Check(hlo_text::RemoveAttribute(i.Edit(), KindOf(i->opcode(), name)));
}

// None removes it.
template <typename Value>
auto Setter(const char* name) {
  return [name](I i, Value value) {
    value.is_none() ? RemoveAttribute(i, name) : SetAttribute(i, name, AttributeLike(value));
  };
}

std::vector<hlo_text::HloComputation*> BranchComputations(I i) {
  std::vector<hlo_text::HloComputation*> branches;
  for (int64_t b = 0; b < i->branch_count(); ++b) branches.push_back(i->branch_computation(b));
  return branches;
}

using Type = nb::class_<Instruction>;

// The property of an accessor, with its name.
#define HLO_GET(accessor, doc) \
  Get(type, #accessor, doc,    \
      [](const hlo_text::HloInstruction& i) -> decltype(auto) { return i.accessor(); })

void DefineDimensions(Type& type) {
  HLO_GET(dimensions, "dimensions=; those of the shape are shape.dimensions.");
  HLO_GET(iota_dimension, "Of an iota.");
  HLO_GET(inferred_dimension, "Of a reshape; -1 if none is inferred.");
  HLO_GET(tuple_index, "index= of get-tuple-element.");
  HLO_GET(slice_ranges, "slice=: start, limit and stride of each dimension.");
  HLO_GET(dynamic_slice_sizes, "Of a dynamic-slice.");
  HLO_GET(padding_config, "padding=.");
}

void DefineNumbers(Type& type) {
  HLO_GET(dot_dimension_numbers, "Of a dot.");
  HLO_GET(gather_dimension_numbers, "Of a gather.");
  HLO_GET(scatter_dimension_numbers, "Of a scatter.");
  HLO_GET(gather_slice_sizes, "slice_sizes= of a gather.");
  HLO_GET(indices_are_sorted, "Of a gather or scatter.");
  HLO_GET(unique_indices, "Of a scatter.");
  HLO_GET(convolution_dimension_numbers, "dim_labels=.");
  HLO_GET(window, "window=; without dimensions if there is none.");
  HLO_GET(feature_group_count, "Of a convolution.");
  HLO_GET(batch_group_count, "Of a convolution.");
  HLO_GET(dot_algorithm, "algorithm= of a dot; 'unset' by default.");
  Def(type, "operand_precision", "operand"_a, "'default', 'high' or 'highest'.",
      [](I i, int64_t operand) { return i->operand_precision(operand); });
}

void DefineMath(Type& type) {
  HLO_GET(comparison_direction, "'EQ', 'NE', 'GE', 'GT', 'LE' or 'LT'.");
  HLO_GET(comparison_order, "'TOTAL', or 'PARTIAL', the default for floats, which have NaN.");
  HLO_GET(exponent_bits, "Of a reduce-precision.");
  HLO_GET(mantissa_bits, "Of a reduce-precision.");
  HLO_GET(epsilon, "Of a batch norm.");
  HLO_GET(feature_index, "Of a batch norm.");
  HLO_GET(fft_type, "'FFT', 'IFFT', 'RFFT' or 'IRFFT'.");
  HLO_GET(fft_length, "Of an fft.");
  HLO_GET(random_distribution, "Of an rng.");
  HLO_GET(random_algorithm, "Of an rng-bit-generator.");
  HLO_GET(delta, "Of an rng-get-and-update-state.");
  HLO_GET(is_stable, "Of a sort or topk.");
  HLO_GET(k, "Of a topk.");
  HLO_GET(largest, "Of a topk.");
  HLO_GET(lower, "Of a cholesky or triangular-solve.");
  HLO_GET(triangular_solve_options, "Of a triangular-solve.");
}

void DefineCallees(Type& type) {
  HLO_GET(to_apply, "What a call, reduce, map, sort, all-reduce ... applies.");
  HLO_GET(while_body, "body= of a while.");
  HLO_GET(while_condition, "condition= of a while.");
  HLO_GET(fused_computation, "calls= of a fusion.");
  HLO_GET(async_wrapped_computation, "calls= of an async-start.");
  HLO_GET(select, "Of a select-and-scatter.");
  HLO_GET(scatter, "Of a select-and-scatter.");
  Get(type, "branch_computations", "Of a conditional; those for true and false, if it has these.",
      &BranchComputations);
  HLO_GET(fusion_kind, "'kLoop', 'kInput', 'kOutput' or 'kCustom'.");
}

void DefineCollectives(Type& type) {
  HLO_GET(channel_id, "None without one.");
  HLO_GET(replica_groups, "Empty for one group of all devices; device_groups() lists the devices.");
  HLO_GET(source_target_pairs, "Of a collective-permute.");
  HLO_GET(use_global_device_ids, "Of a collective.");
  HLO_GET(constrain_layout, "Of a collective.");
  HLO_GET(is_host_transfer, "Of a send or recv.");
  HLO_GET(cross_program_prefetch_index, "Of a copy-start.");
  HLO_GET(infeed_config, "Of an infeed.");
  HLO_GET(outfeed_config, "Of an outfeed.");
  HLO_GET(outfeed_shape, "Of an outfeed.");
}

void DefineCustomCalls(Type& type) {
  HLO_GET(custom_call_target, "Of a custom-call.");
  HLO_GET(custom_call_has_side_effect, "Of a custom-call.");
  HLO_GET(custom_call_schedule, "'SCHEDULE_NONE', 'SCHEDULE_LATEST' or 'SCHEDULE_EARLIEST'.");
  HLO_GET(api_version, "Of a custom-call: 'API_VERSION_ORIGINAL' ...");
  HLO_GET(operand_shapes_with_layout, "operand_layout_constraints= of a custom-call.");
  HLO_GET(output_operand_aliasing, "output_to_operand_aliasing=.");
}

void DefineCommon(Type& type) {
  HLO_GET(frontend_attributes, "frontend_attributes=.");
  HLO_GET(statistics, "statistics=.");
  HLO_GET(result_accuracy, "result_accuracy=.");
  const auto none = nb::for_setter(nb::arg("value").none());
  Get(
      type, "sharding", "sharding=, or None. Takes its text, too.",
      [](I i) { return i->sharding(); }, Setter<ShardingLike>("sharding"), none);
  Get(
      type, "metadata",
      "metadata=: op_name, source_file, source_line ...; absent fields are empty or 0.",
      [](I i) { return i->metadata(); }, Setter<MetadataLike>("metadata"), none);
  Get(type, "op_name", "metadata.op_name, without the rest; empty: none.",
      [](I i) { return i->metadata().op_name; });
  Get(type, "source_file", "metadata.source_file, without the rest; empty: none.",
      [](I i) { return i->metadata().source_file; });
  Get(type, "source_line", "metadata.source_line, without the rest; 0: none.",
      [](I i) { return i->metadata().source_line; });
  Get(
      type, "backend_config", "backend_config=, unescaped; empty: none.",
      [](I i) { return i->backend_config(); }, Setter<Str>("backend_config"));
}

}  // namespace

void DefineAttributes(nb::class_<Instruction>& type) {
  type.def_prop_ro(
      "attributes", Attributes,
      nb::sig("def attributes(self) -> types.MappingProxyType[str, hlo_text.AttributeValue]"),
      "The attributes after the operands, without metadata, in text order: names and typed values. "
      "A copy; set_attribute() changes them.");
  Def(type, "set_attribute", "name"_a, "value"_a,
      "Sets an attribute of the text's name ('_' may stand for '-'). The value is of the type that "
      "`attributes` shows; dataclasses may be given as tuples of their fields, and most as text. "
      "HloError if the opcode takes no such attribute.",
      &SetAttribute);
  Def(type, "remove_attribute", "name"_a,
      "Removes an attribute, if there is one; HloError if the opcode requires it.",
      &RemoveAttribute);
  DefineDimensions(type);
  DefineNumbers(type);
  DefineMath(type);
  DefineCallees(type);
  DefineCollectives(type);
  DefineCustomCalls(type);
  DefineCommon(type);
}

}  // namespace hlo_python
