// An instruction's line: name, shape, opcode, operands, attributes, as the options want them.
//
// The default, all operands by name, has a separate loop: most of the time of printing goes there.
#include "hlo/opcode.h"
#include "hlo/print_values.h"
#include "src/print/attribute_printer.h"
#include "src/print/module_printer.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

namespace {

// How many operands compact_operands shows. XLA HloInstruction::PrintOperandsWithCanonicalNameMap.
constexpr size_t kCompactOperands = 4;

AsyncPhase PhaseOf(const HloInstruction& link) {
  if (link.spelled_opcode() == HloOpcode::kAsyncStart) return AsyncPhase::kStart;
  return link.spelled_opcode() == HloOpcode::kAsyncUpdate ? AsyncPhase::kUpdate : AsyncPhase::kDone;
}

}  // namespace

void ModulePrinter::PrintInstruction(const HloInstruction& instruction) {
  // An instruction on its own has no canonical name.
  if (!options_.canonicalize_instruction_names || in_computation_) {
    names_.Print(instruction);
    out_.Append(" = ");
  }
  if (options_.print_result_shape) {
    PrintShape(instruction.shape(), options_.include_layout_in_shapes);
    out_.Append(' ');
  }
  const HloInstruction* wrapped = sugar_.WrappedInstruction(instruction);
  if (wrapped != nullptr) {
    PrintSugar(instruction, *wrapped);
    return;
  }
  out_.Append(instruction.opcode_name());
  if (instruction.async_phase() != AsyncPhase::kNone) {
    out_.Append(AsyncPhaseSuffix(instruction.async_phase()));
  }
  out_.Append('(');
  PrintOperands(instruction);
  out_.Append(')');
  if (FollowsStart(instruction.spelled_opcode())) {
    attributes_.PrintFollower(instruction, sugar_.ComputationToName(instruction));
  } else {
    attributes_.PrintAll(instruction);
  }
}

// Prints the generic `link` with the opcode of the wrapped instruction in place of its own.
void ModulePrinter::PrintSugar(const HloInstruction& link, const HloInstruction& wrapped) {
  out_.Append(wrapped.opcode_name(), AsyncPhaseSuffix(PhaseOf(link)), '(');
  PrintOperands(link);
  out_.Append(')');
  if (link.spelled_opcode() == HloOpcode::kAsyncStart) {
    attributes_.PrintSugaredStart(link, wrapped);
  } else {
    attributes_.PrintFollower(link, nullptr);
  }
}

void ModulePrinter::PrintShape(const Shape& shape, bool with_layout) {
  const std::string_view cached =
      with_layout ? shape.cached_text() : shape.cached_text_without_layout();
  if (!cached.empty()) {
    out_.Append(cached);
    return;
  }
  scratch_.clear();
  AppendShape(shape, with_layout, &scratch_);
  out_.Append(scratch_);
}

void ModulePrinter::PrintOperands(const HloInstruction& instruction) {
  if (instruction.async_phase() == AsyncPhase::kNone) {
    if (instruction.opcode() == HloOpcode::kParameter) {
      if (options_.print_parameter_number) out_.AppendInt(instruction.parameter_number());
      return;
    }
    if (instruction.opcode() == HloOpcode::kConstant) return PrintConstant(instruction.literal());
  }
  if (instruction.spelled_opcode() == HloOpcode::kUnknown && PrintUnknownOperands(instruction))
    return;
  const absl::Span<const HloInstruction* const> operands = instruction.operands();
  const size_t shown = options_.compact_operands && operands.size() > kCompactOperands
                           ? kCompactOperands
                           : operands.size();
  if (shown == 0) return;
  // The comments are rare, and a division for each operand takes 3 % of printing.
  size_t next_comment = index_interval_;
  for (size_t i = 0;;) {
    if (names_only_) {
      names_.Print(*operands[i]);
    } else {
      PrintOperand(*operands[i]);
    }
    if (++i == shown) break;
    out_.Append(", ");
    if (i != next_comment) continue;
    PrintIndexComment(i);
    next_comment += index_interval_;
  }
  if (shown == operands.size()) return;
  out_.Append(", ...(+");
  out_.AppendInt(static_cast<int64_t>(operands.size() - shown));
  out_.Append(')');
}

void ModulePrinter::PrintIndexComment(size_t i) {
  out_.Append("/*index=");
  out_.AppendInt(static_cast<int64_t>(i));
  out_.Append("*/");
}

// False if all operands are instructions.
bool ModulePrinter::PrintUnknownOperands(const HloInstruction& instruction) {
  const auto* unknown = instruction.FindAttribute<UnknownOpcode>(AttributeKind::kUnknownOpcode);
  if (unknown == nullptr || unknown->operands.empty()) return false;
  const absl::Span<const HloInstruction* const> instructions = instruction.operands();
  size_t i = 0;
  size_t next = 0;
  for (const UnknownOperand& operand : unknown->operands) {
    if (i > 0) out_.Append(", ");
    if (i > 0 && i % index_interval_ == 0) PrintIndexComment(i);
    ++i;
    if (operand.is_instruction) {
      if (next < instructions.size()) PrintOperand(*instructions[next++]);
      continue;
    }
    out_.Append(operand.text);
  }
  return true;
}

void ModulePrinter::PrintOperand(const HloInstruction& operand) {
  const bool with_shape = options_.print_operand_shape && budget_.left() > 0;
  if (with_shape) {
    const size_t begin = out_.size();
    PrintShape(operand.shape(), options_.include_layout_in_shapes);
    budget_.Spend(out_.size() - begin);
  }
  const bool named =
      options_.canonicalize_instruction_names ? in_computation_ : options_.print_operand_names;
  if (!named) return;
  if (with_shape) out_.Append(' ');
  if (IsFolded(operand)) {
    PrintFoldedName(operand);
  } else {
    names_.Print(operand);
  }
}

// %t#1#0: the tuple, then the indices, outermost first.
void ModulePrinter::PrintFoldedName(const HloInstruction& get_tuple_element) {
  std::vector<int64_t> indices;
  const HloInstruction* at = &get_tuple_element;
  // An edit may make a cycle.
  const size_t longest = get_tuple_element.parent()->index_limit();
  while (IsFolded(*at) && indices.size() < longest) {
    indices.push_back(at->tuple_index());
    at = at->operand(0);
  }
  names_.Print(*at);
  for (size_t i = indices.size(); i > 0; --i) {
    out_.Append('#');
    out_.AppendInt(indices[i - 1]);
  }
}

}  // namespace hlo_text_v1::internal
