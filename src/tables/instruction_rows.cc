// Rows of instructions and edges.
#include <optional>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/collectives.h"
#include "hlo/evaluate.h"
#include "hlo/memory_layout.h"
#include "hlo/print_values.h"
#include "hlo/query.h"
#include "src/base/hash_table.h"
#include "src/ir/stack_frames.h"
#include "src/tables/loops.h"
#include "src/tables/rows.h"

namespace hlo_text_v1::internal {
namespace {

std::string_view TypeName(const Shape& shape) {
  if (shape.IsBuffer()) return "buffer";
  return shape.unknown_text().empty() ? PrimitiveTypeName(shape.element_type())
                                      : shape.unknown_type();
}

// The part of a fusion in a collective whose state goes through it (hlo/collectives.h).
struct FusedLink {
  std::string_view phase;
  std::string_view opcode;
};
using FusedLinks = HashMap<const HloInstruction*, FusedLink>;

FusedLinks FusedLinksOf(const HloModule& module) {
  FusedLinks links;
  for (const Collective& collective : FindCollectives(module)) {
    if (collective.start->opcode() != HloOpcode::kFusion || !collective.is_async()) continue;
    const std::string_view opcode = HloOpcodeName(collective.opcode);
    links[collective.start] = {"start", opcode};
    for (const HloInstruction* update : collective.updates) links[update] = {"update", opcode};
    if (collective.done != nullptr) links[collective.done] = {"done", opcode};
  }
  return links;
}

// The rows of one computation.
class InstructionRowsMaker {
 public:
  InstructionRowsMaker(const ModuleFacts& facts, const HloComputation& computation,
                       const AsyncIndex& operations, const FusedLinks& fused,
                       const StringCell& file)
      : facts_(facts),
        computation_(computation),
        operations_(operations),
        fused_(fused),
        file_(file),
        numbers_(computation) {}

  void Add(BatchList* rows) {
    for (const HloInstruction* instruction : numbers_.instructions()) {
      InstructionsRow row;
      row.file = file_;
      row.computation_id = facts_.numbering.of(&computation_);
      row.id = numbers_.of(*instruction);
      row.computation = computation_.name();
      SetWhatItIs(*instruction, &row);
      SetShape(instruction->shape(), &row);
      SetReferences(*instruction, &row);
      SetOrigin(*instruction, &row);
      rows->Add(row);
    }
  }

 private:
  void SetWhatItIs(const HloInstruction& instruction, InstructionsRow* row) {
    row->name = instruction.name();
    row->opcode = instruction.opcode_name();
    if (const AsyncOperation* operation = operations_.Of(instruction)) {
      row->phase = &instruction == &operation->start() ? "start"
                   : &instruction == operation->done() ? "done"
                                                       : "update";
      row->async_opcode = operation->wrapped_opcode_name();
    } else if (const auto fused = fused_.find(&instruction); fused != fused_.end()) {
      row->phase = fused->second.phase;
      row->async_opcode = fused->second.opcode;
    }
    row->is_root = instruction.IsRoot();
    if (instruction.opcode() == HloOpcode::kParameter) {
      row->parameter_number = instruction.parameter_number();
    }
    row->trip_count = facts_.executions.trip_count(instruction);
    row->flops = InstructionFlops(instruction);
    const HloInstruction* call = &instruction;
    if (instruction.opcode() == HloOpcode::kAsyncStart &&
        instruction.async_wrapped_computation() != nullptr &&
        instruction.async_wrapped_computation()->root_instruction() != nullptr) {
      call = instruction.async_wrapped_computation()->root_instruction();
    }
    if (call->opcode() == HloOpcode::kCustomCall) {
      row->custom_call_target = call->custom_call_target();
    }
  }

  void SetShape(const Shape& shape, InstructionsRow* row) {
    shape_text_ = PrintShape(shape);
    row->shape = shape_text_;
    row->dtype = TypeName(shape);
    if (!shape.has_unknown_type()) {
      row->bytes = ByteSizeOf(shape);
      row->allocated_bytes = AllocatedBytesOf(shape);
    }
    if (!shape.IsArray()) return;
    row->memory_space = shape.layout() == nullptr ? 0 : shape.layout()->memory_space;
    dims_.assign(shape.dimensions().begin(), shape.dimensions().end());
    for (int64_t& dim : dims_) dim = dim == kUnboundedSize ? -1 : dim;
    row->dims = dims_;
  }

  void SetReferences(const HloInstruction& instruction, InstructionsRow* row) {
    operands_.clear();
    for (const HloInstruction* operand : instruction.operands()) {
      operands_.push_back(numbers_.of(*operand));
    }
    row->operand_ids = operands_;
    called_.clear();
    instruction.ForEachCalledComputation(
        [&](const HloComputation* callee) { called_.push_back(facts_.numbering.of(callee)); });
    row->called_ids = called_;
  }

  void SetOrigin(const HloInstruction& instruction, InstructionsRow* row) {
    const SourcePlace place = SourceOf(instruction, facts_.module);
    row->op_name = place.op_name;
    row->source_file = place.file;
    row->source_line = place.line;
  }

  const ModuleFacts& facts_;
  const HloComputation& computation_;
  const AsyncIndex& operations_;
  const FusedLinks& fused_;
  const StringCell& file_;
  const InstructionNumbering numbers_;
  // Of the row.
  std::string shape_text_;
  std::vector<int64_t> dims_, operands_, called_;
};

}  // namespace

SourcePlace SourceOf(const HloInstruction& instruction, const HloModule& module) {
  SourcePlace place;
  if (instruction.FindAttribute(AttributeKind::kMetadata) == nullptr) return place;
  OpMetadata metadata = instruction.metadata();
  InlineStackFrame(module.stack_frames(), &metadata);
  if (!metadata.op_name.empty()) place.op_name = metadata.op_name;
  if (!metadata.source_file.empty()) place.file = metadata.source_file;
  if (metadata.source_line != 0) place.line = metadata.source_line;
  return place;
}

void AddInstructionRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  const AsyncIndex operations(facts.module);
  const FusedLinks fused = FusedLinksOf(facts.module);
  for (const HloComputation* computation : facts.numbering.computations()) {
    InstructionRowsMaker(facts, *computation, operations, fused, file).Add(rows);
  }
}

void AddEdgeRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  for (const HloComputation* computation : facts.numbering.computations()) {
    const InstructionNumbering numbers(*computation);
    EdgesRow row;
    row.file = file;
    row.computation_id = facts.numbering.of(computation);
    const auto add = [&](std::string_view kind, int64_t from, int64_t to, int64_t number) {
      row.kind = kind;
      row.from_id = from;
      row.to_id = to;
      row.number = number;
      rows->Add(row);
    };
    // Computed once for each: a large tuple may have many users.
    std::vector<std::optional<int64_t>> bytes;
    for (const HloInstruction* instruction : numbers.instructions()) {
      bytes.push_back(ByteSizeOf(instruction->shape()));
    }
    for (const HloInstruction* instruction : numbers.instructions()) {
      const int64_t id = numbers.of(*instruction);
      int64_t number = 0;
      for (const HloInstruction* operand : instruction->operands()) {
        row.bytes = bytes[static_cast<size_t>(numbers.of(*operand))];
        add("operand", numbers.of(*operand), id, number++);
      }
      row.bytes = std::nullopt;
      number = 0;
      for (const HloInstruction* before : instruction->control_predecessors()) {
        add("control", numbers.of(*before), id, number++);
      }
      number = 0;
      instruction->ForEachCalledComputation([&](const HloComputation* callee) {
        add("call", id, facts.numbering.of(callee), number++);
      });
    }
  }
}

}  // namespace hlo_text_v1::internal
