// Buffers, b(f32[4]): values in their own place. A custom call to Pin or CreateBuffer makes
// one, a custom call or dynamic-update-slice takes it and returns it changed, Unpin makes it an
// array again; tuples, loops and asynchronous chains pass it on. So each value of a buffer is used
// by one such step at most.
//
// Source: the messages of XLA's hlo_verifier.cc (VerifyBuffers, VerifyPin, VerifyUnpin,
// VerifyCreateBuffer), and the programs it accepts.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/graph.h"
#include "src/ir/normal_form.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

// More leaves than any real program has; beyond that the rules are not checked.
constexpr size_t kMaxLeaves = size_t{1} << 22;

bool PassesOn(HloOpcode opcode) {
  return opcode == HloOpcode::kTuple || opcode == HloOpcode::kGetTupleElement;
}
bool IsLink(HloOpcode opcode) {
  return opcode == HloOpcode::kAsyncStart || opcode == HloOpcode::kAsyncUpdate ||
         opcode == HloOpcode::kAsyncDone;
}
// For all opcodes except custom calls, which have their own rules.
bool MayHaveBuffers(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kParameter) return !instruction.parent()->IsEntry();
  if (opcode == HloOpcode::kCall) {  // becomes asynchronous
    return FindFrontendAttribute(instruction, "_xla_stream_annotation") != nullptr;
  }
  return PassesOn(opcode) || IsLink(opcode) || opcode == HloOpcode::kConstant ||
         opcode == HloOpcode::kDynamicUpdateSlice || opcode == HloOpcode::kUnknown ||
         opcode == HloOpcode::kWhile;
}

// Calls visit(index) for each buffer in `shape`, in order.
template <typename Visit>
void ForEachBuffer(BufferRules& rules, const Shape& shape, std::vector<int64_t>* index,
                   Visit visit) {
  if (shape.IsBuffer()) return visit(ShapeIndex(*index));
  if (rules.BuffersIn(shape) == 0) return;
  index->push_back(0);
  for (const Shape* element : shape.tuple_shapes()) {
    ForEachBuffer(rules, *element, index, visit);
    ++index->back();
  }
  index->pop_back();
}
template <typename Visit>
void ForEachBuffer(BufferRules& rules, const Shape& shape, Visit visit) {
  std::vector<int64_t> index;
  ForEachBuffer(rules, shape, &index, visit);
}

const Shape* OnlyOperand(const HloInstruction& call) {
  return call.operand_count() == 1 ? &call.operand(0)->shape() : nullptr;
}

size_t AliasCount(const HloInstruction& call) { return call.output_operand_aliasing().size(); }

}  // namespace

uint32_t BufferRules::BuffersIn(const Shape& shape) {
  if (shape.IsBuffer()) return 1;
  if (!shape.IsTuple()) return 0;
  if (const auto found = count_.find(&shape); found != count_.end()) return found->second;
  size_t count = 0;
  for (const Shape* element : shape.tuple_shapes()) count += BuffersIn(*element);
  return count_[&shape] = static_cast<uint32_t>(std::min(count, kMaxLeaves + 1));
}

size_t BufferRules::BuffersBefore(const Shape& tuple, int64_t element) {
  std::vector<size_t>& before = before_[&tuple];
  if (before.empty()) {
    before.push_back(0);
    for (const Shape* part : tuple.tuple_shapes()) {
      before.push_back(before.back() + BuffersIn(*part));
    }
  }
  return before[std::min(static_cast<size_t>(element), before.size() - 1)];
}

bool BufferRules::HasBuffers(const HloInstruction& instruction) {
  if (BuffersIn(instruction.shape()) > 0) return true;
  return std::any_of(instruction.operands().begin(), instruction.operands().end(),
                     [&](const HloInstruction* i) { return BuffersIn(i->shape()) > 0; });
}

// ---- Each value is written once.

void BufferRules::VerifyWriters(const HloComputation& computation) {
  const auto instructions = computation.instructions();
  if (std::none_of(instructions.begin(), instructions.end(),
                   [&](const HloInstruction* i) { return BuffersIn(i->shape()) > 0; })) {
    return;
  }
  struct Value {
    const HloInstruction* made_by;
    uint32_t leaf;  // among the buffers of its shape
    const HloInstruction* user = nullptr;
    bool is_reported = false;
  };
  std::vector<Value> values;
  std::vector<std::vector<uint32_t>> values_of(computation.index_limit());
  const auto use = [&](uint32_t number, const HloInstruction* user) {
    Value& value = values[number];
    if (value.user == nullptr || value.user == user) {
      value.user = user;
    } else if (!value.is_reported) {
      value.is_reported = true;
      Report(*value.made_by, value.leaf);
    }
  };
  size_t leaves = 0;
  for (const HloInstruction* i : InstructionPostOrder(computation)) {
    const uint32_t count = BuffersIn(i->shape());
    leaves += count;
    if (leaves > kMaxLeaves) return;
    std::vector<uint32_t>& mine = values_of[i->index()];
    if (Is(*i, HloOpcode::kTuple)) {
      for (const HloInstruction* operand : i->operands()) {
        const std::vector<uint32_t>& more = values_of[operand->index()];
        mine.insert(mine.end(), more.begin(), more.end());
      }
    } else if (Is(*i, HloOpcode::kGetTupleElement)) {
      const std::vector<uint32_t>& all = values_of[i->operand(0)->index()];
      const size_t first = BuffersBefore(i->operand(0)->shape(), i->tuple_index());
      for (size_t leaf = first; leaf < first + count && leaf < all.size(); ++leaf) {
        mine.push_back(all[leaf]);
      }
    } else {
      for (uint32_t leaf = 0; leaf < count; ++leaf) {
        mine.push_back(static_cast<uint32_t>(values.size()));
        values.push_back({i, leaf});
      }
    }
    if (PassesOn(i->opcode()) || IsLink(i->opcode())) continue;
    for (const HloInstruction* operand : i->operands()) {
      for (const uint32_t value : values_of[operand->index()]) use(value, i);
    }
  }
  // The next run of a loop's body writes the buffers that the body returns.
  if (!IsLoopBody(computation)) return;
  for (const uint32_t value : values_of[computation.root_instruction()->index()]) {
    use(value, computation.root_instruction());
  }
}

void BufferRules::Report(const HloInstruction& made_by, uint32_t leaf) {
  ForEachBuffer(*this, made_by.shape(), [&](ShapeIndex index) {
    if (leaf-- != 0) return;
    context_.Error(made_by, Code::kBufferWriters, made_by, ShapeIndexText(index));
  });
}

bool BufferRules::IsLoopBody(const HloComputation& computation) const {
  const auto callers = context_.calls().callers(computation);
  return std::any_of(callers.begin(), callers.end(), [&](const HloInstruction* caller) {
    return Is(*caller, HloOpcode::kWhile) && caller->while_body() == &computation;
  });
}

// ---- Which instruction may have buffers.

void BufferRules::Verify(const HloInstruction& instruction) {
  if (Is(instruction, HloOpcode::kCustomCall)) {
    const std::string_view target = instruction.custom_call_target();
    if (target == "CreateBuffer") return VerifyCreateBuffer(instruction);
    if (IsPinOrUnpin(instruction)) return VerifyPin(instruction, target);
    if (HasBuffers(instruction)) VerifyTransfer(instruction);
  } else if (!MayHaveBuffers(instruction) && HasBuffers(instruction)) {
    context_.Error(instruction, Code::kBufferNotAllowed, instruction);
  }
}

void BufferRules::VerifyCreateBuffer(const HloInstruction& call) {
  if (!call.operands().empty()) {
    context_.Error(call, Code::kBufferCreateOperand);
  } else if (!call.shape().IsBuffer()) {
    context_.Error(call, Code::kBufferResult, "CreateBuffer", "buffer");
  }
}

void BufferRules::VerifyPin(const HloInstruction& call, std::string_view target) {
  const bool pins = target == "Pin";
  const Shape* from = OnlyOperand(call);
  const Shape& to = call.shape();
  const std::string_view array = "array non-buffer", buffer = "buffer";
  if (from == nullptr || (pins ? !from->IsArray() : !from->IsBuffer())) {
    context_.Error(call, Code::kBufferOperand, target, pins ? array : buffer);
  } else if (pins ? !to.IsBuffer() : !to.IsArray()) {
    context_.Error(call, Code::kBufferResult, target, pins ? buffer : array);
  } else if (AliasCount(call) != 1) {
    context_.Error(call, Code::kBufferAliasing, target);
  } else if (const Shape& a = HeldByBuffer(*from), &b = HeldByBuffer(to);
             !ShapesCompatible(a, b) || a.is_static() != b.is_static()) {
    context_.Error(call, Code::kBufferShape, target);
  }
}

// Each buffer that goes in comes out once, according to output_to_operand_aliasing.
void BufferRules::VerifyTransfer(const HloInstruction& call) {
  using Place = std::pair<int64_t, std::vector<int64_t>>;  // operand (0 for the output), index
  const auto place = [](int64_t number, ShapeIndex index) {
    return Place(number, {index.begin(), index.end()});
  };
  std::set<Place> outputs, operands;
  for (const OutputOperandAlias& pair : call.output_operand_aliasing()) {
    const Shape* output = Subshape(call.shape(), pair.output_index);
    if (output == nullptr || !output->IsBuffer()) continue;
    if (!outputs.insert(place(0, pair.output_index)).second) {
      context_.Error(call, Code::kBufferOperandsTwice, ShapeIndexText(pair.output_index));
      return;
    }
    if (!operands.insert(place(pair.operand_number, pair.operand_index)).second) {
      context_.Error(call, Code::kBufferResultsTwice, pair.operand_number,
                     ShapeIndexText(pair.operand_index));
      return;
    }
  }
  for (int64_t number = 0; number < call.operand_count(); ++number) {
    ForEachBuffer(*this, call.operand(number)->shape(), [&](ShapeIndex index) {
      if (operands.count(place(number, index)) > 0) return;
      context_.Error(call, Code::kBufferOperandOnly, number, ShapeIndexText(index));
    });
  }
  ForEachBuffer(*this, call.shape(), [&](ShapeIndex index) {
    if (outputs.count(place(0, index)) > 0) return;
    context_.Error(call, Code::kBufferResultOnly, ShapeIndexText(index));
  });
}

}  // namespace hlo_text_v1::internal
