// Passes that leave instructions where they are: strip, header, attributes, literals.
#include <iterator>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/query.h"
#include "src/ir/header_attributes.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {

// ---- strip: one line of StripTable per edit.

ReduceEdits ProposeStrip(const HloModule&) {
  ReduceEdits edits;
  for (size_t i = 0; i < StripTable().size(); ++i) edits.push_back({0, 0, static_cast<int64_t>(i)});
  return edits;
}

void ApplyStrip(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  StripOptions options;
  for (const ReduceEdit& edit : edits) {
    options.*StripTable()[static_cast<size_t>(edit.detail)].field = true;
  }
  Strip(&subject.module(), options);
}

// ---- header: one field, or fields that belong together, per edit; and the threads of all
// computations.

namespace {

static_assert(kHeaderAttributeCount == 13, "kClearFields, unless ApplyStrip clears it");
using ClearField = void (*)(HloModuleConfig& config);
constexpr ClearField kClearFields[] = {
    [](HloModuleConfig& config) { config.input_output_alias = {}; },
    [](HloModuleConfig& config) { config.buffer_donor = {}; },
    [](HloModuleConfig& config) { config.alias_passthrough_params = false; },
    [](HloModuleConfig& config) {
      config.has_sharding_propagation = false;
      config.allow_spmd_sharding_propagation_to_parameters = {};
      config.allow_spmd_sharding_propagation_to_output = {};
    },
    [](HloModuleConfig& config) { config.replica_count = 1; },
    [](HloModuleConfig& config) { config.num_partitions = 1; },
    [](HloModuleConfig& config) {
      config.origin_recovery_table = {};
      config.debug_attributes = {};
    },
    [](HloModuleConfig& config) { config.unknown_attributes = {}; },
    [](HloModuleConfig& config) { config.is_scheduled = false; },
};

constexpr int64_t kThreads = std::size(kClearFields);

void ForgetThreads(HloModule& module) {
  for (HloComputation* computation : module.computations()) {
    SetExecutionThread(computation, "main").IgnoreError();
    for (HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kAsyncStart) continue;
      RemoveAttribute(instruction, AttributeKind::kAsyncExecutionThread).IgnoreError();
    }
  }
}

}  // namespace

ReduceEdits ProposeHeader(const HloModule&) {
  ReduceEdits edits;
  for (int64_t i = 0; i <= kThreads; ++i) {
    edits.push_back({0, 0, i});
  }
  return edits;
}

void ApplyHeader(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  HloModuleConfig config = subject.module().config();
  for (const ReduceEdit& edit : edits) {
    if (edit.detail == kThreads) {
      ForgetThreads(subject.module());
    } else {
      kClearFields[edit.detail](config);
    }
  }
  SetConfig(&subject.module(), config).IgnoreError();
}

// ---- attributes: one attribute that the instruction does not require per edit.

ReduceEdits ProposeAttributes(const HloModule& module) {
  ReduceEdits edits;
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    for (const Attribute& attribute : instruction->attributes()) {
      bool is_required = false;
      for (const AttributeSpec& spec : GetOpcodeInfo(instruction->opcode()).attributes) {
        is_required = is_required || (spec.kind == attribute.kind() && spec.required);
      }
      if (is_required || attribute.kind() >= AttributeKind::kUnknown) continue;
      edit.detail = static_cast<int64_t>(attribute.kind());
      edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyAttributes(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    RemoveAttribute(subject.instruction(edit), static_cast<AttributeKind>(edit.detail))
        .IgnoreError();
  }
}

// ---- literals.

ReduceEdits ProposeLiterals(const HloModule& module) {
  ReduceEdits edits;
  ForEachReducible(module, [&](const HloInstruction* instruction, const ReduceEdit& edit) {
    if (instruction->opcode() != HloOpcode::kConstant || !instruction->shape().IsArray()) return;
    if (!IsAll(instruction->literal(), 0)) edits.push_back(edit);
  });
  return edits;
}

void ApplyLiterals(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    HloInstruction* constant = subject.instruction(edit);
    HloBuilder builder(constant->parent());
    builder.SetInsertionPoint(constant);
    HloInstruction* zero = builder.AddConstant(Literal::Array(&constant->literal().shape(), {}));
    if (zero == nullptr) continue;
    SetShape(zero, &constant->shape()).IgnoreError();
    SubstituteInstruction(constant, zero);
  }
}

}  // namespace hlo_text_v1::internal
