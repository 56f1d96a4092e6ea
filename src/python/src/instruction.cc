// Instruction: one operation, a node of the data flow graph.
#include "hlo/instruction.h"

#include <string>

#include "hlo/metadata.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "module.h"
#include "print_options.h"
#include "text.h"

namespace hlo_python {
namespace {

std::string Opcode(const hlo::HloInstruction& instruction) {
  std::string opcode(instruction.opcode_name());
  return opcode.append(hlo::AsyncPhaseSuffix(instruction.async_phase()));
}

bool HasNumber(const hlo::HloInstruction& instruction, hlo::HloOpcode opcode) {
  return instruction.opcode() == opcode && instruction.async_phase() == hlo::AsyncPhase::kNone;
}

nb::object ParameterNumber(const Instruction& i) {
  if (!HasNumber(*i, hlo::HloOpcode::kParameter)) return nb::none();
  return nb::int_(i->parameter_number());
}

nb::object Literal(const Instruction& i) {
  if (!HasNumber(*i, hlo::HloOpcode::kConstant)) return nb::none();
  return ToStr(WithStack([&] { return hlo::PrintLiteral(i->literal()); }));
}

nb::dict Attributes(const Instruction& i) {
  nb::dict attributes;
  for (const hlo::Attribute& attribute : i->attributes()) {
    const hlo::AttributeKind kind = attribute.kind();
    if (kind == hlo::AttributeKind::kUnknownOpcode || kind == hlo::AttributeKind::kMetadata) {
      continue;
    }
    // "name=value"
    const std::string text =
        WithStack([&] { return hlo::PrintHloAttribute(i.owner->module, attribute); });
    const size_t equal = text.find('=');
    if (equal == text.npos) continue;
    attributes[ToStr(attribute.name())] = ToStr(std::string_view(text).substr(equal + 1));
  }
  return attributes;
}

// The metadata fields that print.
nb::dict Metadata(const Instruction& i) {
  const hlo::OpMetadata metadata = i->metadata();
  nb::dict fields;
  const auto add_text = [&](const char* name, std::string_view text) {
    if (!text.empty()) fields[name] = ToStr(text);
  };
  const auto add_number = [&](const char* name, int32_t number) {
    if (number != 0) fields[name] = nb::int_(number);
  };
  add_text("op_type", metadata.op_type);
  add_text("op_name", metadata.op_name);
  add_text("source_file", metadata.source_file);
  add_number("source_line", metadata.source_line);
  add_number("source_end_line", metadata.source_end_line);
  add_number("source_column", metadata.source_column);
  add_number("source_end_column", metadata.source_end_column);
  if (!metadata.profile_type.empty()) {
    nb::list types;
    for (int64_t type : metadata.profile_type) types.append(type);
    fields["profile_type"] = types;
  }
  add_text("deduplicated_name", metadata.deduplicated_name);
  add_text("scheduling_name", metadata.scheduling_name);
  add_number("stack_frame_id", metadata.stack_frame_id);
  if (metadata.has_metadata_payload) {
    fields["metadata_payload"] = ToStr(metadata.metadata_payload);
  }
  return fields;
}

nb::list Users(const Instruction& i) {
  const hlo::HloComputation* computation = i->parent();
  if (computation == nullptr) return nb::list();
  auto& cache = i.owner->users;
  auto found = cache.find(computation);
  if (found == cache.end()) {
    found = cache.emplace(computation, hlo::UserSnapshot(*computation)).first;
  }
  return ToList(i, found->second.of(i.object));
}

nb::list CalledComputations(const Instruction& i) {
  nb::list list;
  i->ForEachCalledComputation([&](hlo::HloComputation* callee) { list.append(i.To(callee)); });
  return list;
}

nb::object Parent(const Instruction& i) {
  return i->parent() == nullptr ? nb::none() : nb::cast(i.To(i->parent()));
}

nb::str PrintInstruction(const Instruction& i, std::string_view style, const nb::kwargs& keywords) {
  const hlo::PrintOptions options = MakePrintOptions(style, keywords);
  return ToStr(Read(i, [&] { return hlo::PrintHloInstruction(*i, options); }));
}

void DefineShapeFields(nb::class_<Instruction>& type) {
  type.def_prop_ro(
      "shape", [](const Instruction& i) { return ToStr(ShapeText(i->shape())); },
      "The shape of the result as text, with layouts: 'f32[2,3]{1,0}'.");
  type.def_prop_ro(
      "element_type", [](const Instruction& i) { return ElementType(i->shape()); },
      "'f32', 'pred', 'token'; 'tuple' for a tuple.");
  type.def_prop_ro(
      "dimensions", [](const Instruction& i) { return Dimensions(i->shape()); },
      nb::sig("def dimensions(self) -> list[int]"),
      "Sizes of an array, major to minor. For a dynamic dimension its bound, or -1 if unbounded.");
  type.def_prop_ro(
      "is_tuple", [](const Instruction& i) { return i->shape().IsTuple(); },
      "True if the result is a tuple.");
  type.def_prop_ro(
      "tuple_shapes", [](const Instruction& i) { return ToList(i, i->shape().tuple_shapes()); },
      nb::sig("def tuple_shapes(self) -> list[Shape]"), "Elements of a tuple.");
}

void DefineLinks(nb::class_<Instruction>& type) {
  type.def_prop_ro("parent", Parent, nb::sig("def parent(self) -> Computation"),
                   "The computation of this instruction.");
  type.def_prop_ro(
      "operands", [](const Instruction& i) { return ToList(i, i->operands()); },
      nb::sig("def operands(self) -> list[Instruction]"),
      "Operands in order; an operand can occur several times.");
  type.def_prop_ro("users", Users, nb::sig("def users(self) -> list[Instruction]"),
                   "Instructions with this one as an operand, each once. The first call in a "
                   "computation takes time linear in its size.");
  type.def_prop_ro(
      "control_predecessors",
      [](const Instruction& i) { return ToList(i, i->control_predecessors()); },
      nb::sig("def control_predecessors(self) -> list[Instruction]"),
      "Instructions that must run before this one but are not operands.");
  type.def_prop_ro("called_computations", CalledComputations,
                   nb::sig("def called_computations(self) -> list[Computation]"),
                   "Computations that it calls, in XLA's order: for a while, body and condition.");
}

}  // namespace

void DefineInstruction(nb::module_& m) {
  nb::class_<Instruction> type(m, "Instruction", "One operation of a computation.");
  DefineIdentity(type);
  type.def("__str__", [](const Instruction& i) {
    return ToStr(Read(i, [&] { return hlo::PrintHloInstruction(*i); }));
  });
  type.def("__repr__", [](const Instruction& i) {
    return ToStr("<hlo_text.Instruction " + std::string(i->name()) + ": " + Opcode(*i) + ">");
  });
  type.def_prop_ro(
      "name", [](const Instruction& i) { return ToStr(i->name()); },
      "Without '%'. Unique in the module.");
  type.def_prop_ro(
      "opcode", [](const Instruction& i) { return ToStr(Opcode(*i)); },
      "'add', 'all-gather', 'async-start'; 'custom-call-start' if not desugared.");
  type.def_prop_ro(
      "is_root", [](const Instruction& i) { return i->IsRoot(); },
      "True for the root of its computation, which computes the result.");
  DefineShapeFields(type);
  DefineLinks(type);
  type.def_prop_ro("parameter_number", ParameterNumber,
                   nb::sig("def parameter_number(self) -> int | None"),
                   "The number of a parameter; None for anything else.");
  type.def_prop_ro("literal", Literal, nb::sig("def literal(self) -> str | None"),
                   "All values of a constant, as text; None for anything else.");
  type.def_prop_ro("attributes", Attributes, nb::sig("def attributes(self) -> dict[str, str]"),
                   "The attributes after the operands, without metadata: name to printed value, in "
                   "text order.");
  type.def_prop_ro("metadata", Metadata,
                   nb::sig("def metadata(self) -> dict[str, str | int | list[int]]"),
                   "The fields of metadata={...} that are not empty: 'op_name', 'source_file', "
                   "'source_line' ...");
  type.def("print", PrintInstruction, nb::arg("style") = "default", nb::arg("options"),
           nb::sig(PrintSignature()),
           PrintDoc("The text of this instruction as it appears in the module's text."));
}

}  // namespace hlo_python
