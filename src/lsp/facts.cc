// Asks the parsed module. If the parser refused an instruction, reads shape and metadata from the
// tokens of its text.
#include "src/lsp/facts.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/parse_values.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

const Shape* FactReader::ShapeOf(uint32_t instruction, const InstructionSyntax& parts) {
  if (const HloInstruction* parsed = document_.Instruction(instruction)) return &parsed->shape();
  if (parts.shape.size() == 0) return nullptr;
  const absl::StatusOr<const Shape*> shape = ParseShape(document_.Text(parts.shape), shapes_);
  return shape.ok() ? *shape : nullptr;
}

OpMetadata FactReader::MetadataOf(uint32_t instruction, const InstructionSyntax& parts) {
  if (const HloInstruction* parsed = document_.Instruction(instruction)) return parsed->metadata();
  const ByteRange value = parts.Attribute(document_.view(), "metadata");
  if (value.size() == 0) return {};
  const absl::StatusOr<OpMetadata> metadata = ParseMetadata(document_.Text(value), arena_);
  return metadata.ok() ? *metadata : OpMetadata();
}

std::vector<const HloInstruction*> UsersInText(Document& document,
                                               const HloInstruction& instruction) {
  std::vector<const HloInstruction*> users;
  std::vector<const HloInstruction*> to_visit = {&instruction};
  HashSet<const HloInstruction*> seen;
  while (!to_visit.empty()) {
    const HloInstruction* used = to_visit.back();
    to_visit.pop_back();
    for (const HloInstruction* user : CurrentUsers(*used)) {
      if (!seen.insert(user).second) continue;
      (document.OutlineIndex(*user) >= 0 ? users : to_visit).push_back(user);
    }
  }
  std::sort(users.begin(), users.end(), [](const HloInstruction* a, const HloInstruction* b) {
    return a->source_offset() < b->source_offset();
  });
  return users;
}

std::string NameInText(Document& document, const HloInstruction& instruction) {
  const bool is_element =
      instruction.opcode() == HloOpcode::kGetTupleElement && document.OutlineIndex(instruction) < 0;
  if (!is_element) return std::string(instruction.name());
  return StrCat(NameInText(document, *instruction.operand(0)), "#", instruction.tuple_index());
}

int64_t StepsToDone(const AsyncOperation& operation) {
  const HloInstruction* done = operation.done();
  return done == nullptr ? -1 : static_cast<int64_t>(done->index()) - operation.start().index();
}

int64_t BytesInFlight(const AsyncOperation& operation) {
  std::vector<const HloInstruction*> operands = operation.BoundOperands(*operation.links().back());
  std::sort(operands.begin(), operands.end());
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  int64_t bytes = 0;
  const auto add = [&](const HloInstruction& value) {
    bytes = SaturatedSum(bytes, AllocatedBytesOf(value.shape()));
  };
  for (const HloInstruction* operand : operands) add(*operand);
  if (operation.done() != nullptr) add(*operation.done());
  return bytes;
}

Symbol OpcodeAt(Document& document, uint32_t offset) {
  Symbol symbol;
  const int i = document.outline().InstructionAt(offset);
  if (i < 0) return symbol;
  const InstructionSyntax parts = FactReader(document).Parts(static_cast<uint32_t>(i));
  if (parts.opcode.size() == 0 || !parts.opcode.Contains(offset)) return symbol;
  symbol.kind = Symbol::kInstruction;
  symbol.index = static_cast<uint32_t>(i);
  symbol.at = parts.opcode;
  return symbol;
}

}  // namespace hlo_text_v1::internal
