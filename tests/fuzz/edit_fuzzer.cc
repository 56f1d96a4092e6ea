// Edits a module as the choices say, up to 64 times: which edit, which computation, which two
// things in it. After each edit, lists are linked, uses match operands, and the module prints,
// clones, verifies and is hashed. If no edit was rough and the verifier accepts it, its text reads
// back and settles.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/transform.h"
#include "hlo/verify.h"
#include "tests/fuzz/fuzzing.h"
#include "tests/fuzz/settle.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

constexpr int kMaxEdits = 64;

// Arguments of an edit: a computation, two of its instructions (maybe the same), and a byte.
struct Choice {
  HloModule& module;
  HloComputation* computation;
  HloInstruction* a;
  HloInstruction* b;
  uint8_t byte;
};

// Names that are taken, that need a number, that are not names.
constexpr std::string_view kNames[] = {"a", "add", "p.1", "%x y", "", "9", "a#0", "ENTRY"};

HloInstruction* Nth(HloComputation& computation, uint8_t number) {
  int64_t left = number % computation.instruction_count();
  for (HloInstruction* instruction : computation.instructions()) {
    if (left-- == 0) return instruction;
  }
  Broken("instructions are counted");
}

bool HasOperands(const HloInstruction& instruction) {
  return instruction.opcode() != HloOpcode::kParameter &&
         instruction.opcode() != HloOpcode::kConstant;
}

// ---- The edits. Their statuses do not matter: the checks see that a rejected edit changes
// nothing.

void ReplaceUses(const Choice& c) { ReplaceAllUsesWith(c.a, c.b).IgnoreError(); }
void ReplaceUsesOfOtherShape(const Choice& c) {
  ReplaceAllUsesWithDifferentShape(c.a, c.b).IgnoreError();
}
void ReplaceOperand(const Choice& c) {
  if (c.a->operand_count() == 0) return;
  const int64_t number = c.byte % c.a->operand_count();
  ReplaceOperandWith(c.a, number, c.b).IgnoreError();
}
void ChangeOperands(const Choice& c) {
  if (!HasOperands(*c.a)) return;
  std::vector<HloInstruction*> operands(c.a->operands().begin(), c.a->operands().end());
  if ((c.byte & 1) != 0) operands.push_back(c.b);
  if ((c.byte & 2) != 0) std::reverse(operands.begin(), operands.end());
  if ((c.byte & 4) != 0 && !operands.empty()) operands.pop_back();
  SetOperands(c.a, operands).IgnoreError();
}
void AddControl(const Choice& c) {
  if (c.a != c.b) AddControlDependency(c.a, c.b).IgnoreError();
}
void RemoveControl(const Choice& c) { RemoveControlDependency(c.a, c.b).IgnoreError(); }
void DropControl(const Choice& c) { DropAllControlDependencies(c.a).IgnoreError(); }
void Rename(const Choice& c) { SetName(c.a, kNames[c.byte % std::size(kNames)]); }
void RenameComputation(const Choice& c) {
  SetName(c.computation, kNames[c.byte % std::size(kNames)]);
}
void TakeShape(const Choice& c) {
  const bool fits = c.a->opcode() != HloOpcode::kConstant ||
                    ShapesCompatible(c.a->literal().shape(), c.b->shape());
  if (fits) SetShape(c.a, &c.b->shape()).IgnoreError();
}
void TakeAttribute(const Choice& c) {
  if (c.b->attributes().empty()) return;
  SetAttribute(c.a, c.b->attributes()[c.byte % c.b->attributes().size()]).IgnoreError();
}
void DropAttribute(const Choice& c) {
  if (c.a->attributes().empty()) return;
  RemoveAttribute(c.a, c.a->attributes()[c.byte % c.a->attributes().size()].kind()).IgnoreError();
}
void MakeAttributes(const Choice& c) {
  SetAttribute(c.a, MakeAttribute<AttributeKind::kBackendConfig>(c.b->name())).IgnoreError();
  SetAttribute(c.a, MakeAttribute<AttributeKind::kChannelId>(c.byte)).IgnoreError();
  SetAttribute(c.a, MakeAttribute<AttributeKind::kDimensions>({0, c.byte})).IgnoreError();
  SetAttribute(c.a, MakeAttribute<AttributeKind::kToApply>(c.computation)).IgnoreError();
}
void Remove(const Choice& c) { RemoveInstruction(c.a).IgnoreError(); }
void RemoveWithOperands(const Choice& c) { RemoveInstructionAndUnusedOperands(c.a).IgnoreError(); }
void Replace(const Choice& c) {
  if (c.a != c.b) ReplaceInstruction(c.a, c.b).IgnoreError();
}
void MoveOne(const Choice& c) {
  if (c.a == c.b) return;
  ((c.byte & 1) != 0 ? MoveBefore(c.a, c.b) : MoveAfter(c.a, c.b)).IgnoreError();
}
void ChangeRoot(const Choice& c) { SetRoot(c.computation, c.a).IgnoreError(); }
void DropParameter(const Choice& c) {
  const auto count = static_cast<int64_t>(c.computation->parameters().size());
  if (count > 0) RemoveParameter(c.computation, c.byte % count).IgnoreError();
}
void ChangeThread(const Choice& c) {
  SetExecutionThread(c.computation, (c.byte & 1) != 0 ? "main" : "t").IgnoreError();
  SetBackendConfig(c.computation, (c.byte & 2) != 0 ? "{\"a\": 1}" : "").IgnoreError();
}
void DropComputation(const Choice& c) { RemoveComputation(c.computation).IgnoreError(); }
void DropUnusedComputations(const Choice& c) { RemoveUnusedComputations(&c.module).IgnoreError(); }
void ChangeEntry(const Choice& c) { SetEntryComputation(&c.module, c.computation).IgnoreError(); }
void ChangeHeader(const Choice& c) {
  HloModuleConfig config = c.module.config();
  config.is_scheduled = (c.byte & 1) != 0;
  config.replica_count = c.byte;
  SetConfig(&c.module, config).IgnoreError();
  SetName(&c.module, kNames[0]);
}
void Build(const Choice& c) {
  HloBuilder builder(c.computation);
  if ((c.byte & 1) != 0) builder.SetInsertionPoint(c.b);
  HloInstruction* made = builder.AddBinary(HloOpcode::kAdd, c.a, c.b);
  if (made == nullptr) return;
  if ((c.byte & 2) != 0) made = builder.AddInstruction(HloOpcode::kTuple, nullptr, {made, c.a});
  if ((c.byte & 4) != 0) builder.AddScalar(PrimitiveType::kF32, c.byte, "s");
  if ((c.byte & 8) != 0) builder.AddParameter(&c.a->shape());
  if ((c.byte & 16) != 0) ReplaceInstruction(c.a, made).IgnoreError();
}
// The opcode and attributes of another instruction.
void BuildAlike(const Choice& c) {
  if (!HasOperands(*c.a)) return;
  if (c.a->opcode() == HloOpcode::kUnknown) return;
  HloBuilder builder(c.computation);
  builder.AddInstruction(c.a->opcode(), (c.byte & 1) != 0 ? &c.b->shape() : nullptr,
                         c.a->operands(), c.a->attributes());
}
void BuildComputation(const Choice& c) {
  HloBuilder builder(&c.module, kNames[c.byte % 2]);
  HloInstruction* x = builder.AddParameter(&c.a->shape());
  HloInstruction* y = builder.AddParameter(&c.b->shape());
  if ((c.byte & 4) != 0) builder.AddBinary(HloOpcode::kMaximum, x, y);
  if ((c.byte & 8) == 0) builder.Build().status().IgnoreError();
}
void Clone(const Choice& c) { CloneComputation(*c.computation, &c.module); }
void CloneElsewhere(const Choice& c) {
  HloModule other = CreateHloModule("other");
  HloComputation* copy = CloneComputation(*c.computation, &other);
  SetEntryComputation(&other, copy).IgnoreError();
  PrintHloModule(other);
}

void ReplaceUse(const Choice& c) {
  if (c.a->operand_count() == 0) return;
  ReplaceUseWith(c.a->operand(c.byte % c.a->operand_count()), c.a, c.b).IgnoreError();
}
void ReplaceWithNew(const Choice& c) {
  ReplaceWithNewInstruction(c.a, HloOpcode::kAdd, nullptr, {c.b, c.b}).status().IgnoreError();
}
void CloneOne(const Choice& c) {
  CloneWithNewOperands(c.a, nullptr, c.a->operands()).status().IgnoreError();
}
void RemoveDead(const Choice& c) {
  ((c.byte & 1) != 0 ? RemoveDeadInstructions(c.computation) : RemoveDeadInstructions(&c.module))
      .IgnoreError();
}
void ReverseSequence(const Choice& c) {
  std::vector<HloInstruction*> sequence;
  for (HloInstruction* instruction : c.computation->instructions()) {
    sequence.push_back(instruction);
  }
  std::reverse(sequence.begin(), sequence.end());
  SetSequence(c.computation, sequence).IgnoreError();
}
void Outline(const Choice& c) {
  std::vector<HloInstruction*> chosen = {c.a, c.b};
  for (HloInstruction* i = c.a->next(); i != nullptr && chosen.size() < c.byte % 8; i = i->next()) {
    chosen.push_back(i);
  }
  if ((c.byte & 8) != 0) {
    CreateFusionInstruction(chosen, FusionKind::kLoop).status().IgnoreError();
  } else {
    OutlineExpressionFromComputation(chosen, "outlined", c.computation).status().IgnoreError();
  }
}
void Fuse(const Choice& c) {
  const OtherUsers others = (c.byte & 1) != 0 ? OtherUsers::kUseFusion : OtherUsers::kKeepProducer;
  HloInstruction* producer = c.a;
  if ((c.byte & 2) != 0 && c.b->operand_count() > 0) {
    producer = c.b->operand(c.byte % c.b->operand_count());
  }
  if ((c.byte & 4) != 0) {
    MergeFusion(producer, c.b, others).IgnoreError();
  } else {
    FuseInstruction(producer, c.b, others).status().IgnoreError();
  }
}
// Hands on what it adds: a fusion may have nothing that is unused.
void Widen(const Choice& c) {
  if (c.a->opcode() == HloOpcode::kWhile) {
    WidenWhile(c.a, {c.b}).status().IgnoreError();
    return;
  }
  const auto inside = WidenOperands(c.a, {c.b});
  if (inside.ok()) WidenResults(c.a, *inside).status().IgnoreError();
}
void Inline(const Choice& c) { InlineCall(c.a).status().IgnoreError(); }
void Flatten(const Choice& c) {
  FlattenCallGraph(&c.module, 2 * c.module.instruction_count()).status().IgnoreError();
}
void MakeAsync(const Choice& c) {
  MakeAsyncOptions options;
  if ((c.byte & 1) != 0) options.contexts = {&c.b->shape()};
  if ((c.byte & 2) != 0) options.execution_thread = "t";
  CreateAsyncInstructions(c.a, options).status().IgnoreError();
}
void MakeSync(const Choice& c) { CreateSyncInstruction(c.a).status().IgnoreError(); }

struct Edit {
  void (*apply)(const Choice&);
  // Shapes, operands and attributes may not match any more; the parser may reject that, and the
  // verifier may not.
  bool is_rough = false;
  // Unknown words of the text may name the computation that it replaces.
  bool is_rough_with_unknown = false;
};
constexpr Edit kEdits[] = {
    {ReplaceUses},
    {ReplaceUsesOfOtherShape, true},
    {ReplaceOperand},
    {ChangeOperands, true},
    {AddControl},
    {RemoveControl},
    {DropControl},
    {Rename},
    {RenameComputation},
    {TakeShape, true},
    {TakeAttribute, true},
    {DropAttribute},
    {MakeAttributes, true},
    {Remove},
    {RemoveWithOperands},
    {Replace},
    {MoveOne},
    {ChangeRoot},
    {DropParameter},
    {ChangeThread},
    {DropComputation},
    {DropUnusedComputations},
    {ChangeEntry},
    {ChangeHeader},
    {Build},
    {BuildAlike, true},
    {BuildComputation},
    {Clone},
    {CloneElsewhere},
    {ReplaceUse},
    {ReplaceWithNew},
    {CloneOne, true},
    {RemoveDead},
    {ReverseSequence},
    {Outline, false, true},
    {Inline, false, true},
    {Flatten, false, true},
    {MakeAsync, false, true},
    {MakeSync, false, true},
    {Fuse, false, true},
    {Widen, true},
};

// ---- Invariants after any edit.

// Edits can make a cycle; XLA's order does not reach every instruction of one.
void CheckLists(const HloComputation& computation, bool has_cycle) {
  int64_t count = 0;
  std::vector<bool> seen(computation.index_limit());
  const HloInstruction* previous = nullptr;
  bool has_root = false;
  for (const HloInstruction* instruction : computation.instructions()) {
    Promise(instruction->parent() == &computation, "an instruction knows its computation");
    Promise(instruction->previous() == previous, "instructions are linked both ways");
    Promise(instruction->index() < computation.index_limit() && !seen[instruction->index()],
            "an index is unique");
    seen[instruction->index()] = true;
    has_root |= instruction == computation.root_instruction();
    previous = instruction;
    ++count;
  }
  Promise(has_root, "the root is in its computation");
  Promise(count == computation.instruction_count(), "instructions are counted");
  const size_t printed = PrintOrder(computation).size();
  Promise(has_cycle ? printed <= static_cast<size_t>(count) : printed == static_cast<size_t>(count),
          "each prints once");
}

// The uses of hlo/edit.h, which every edit updates, equal a new UserSnapshot.
void CheckUses(HloComputation& computation) {
  const UserSnapshot expected(computation);
  std::vector<std::vector<HloInstruction*>> successors(computation.index_limit());
  for (HloInstruction* instruction : computation.instructions()) {
    for (const HloInstruction* predecessor : instruction->control_predecessors()) {
      Promise(predecessor->parent() == &computation, "a predecessor is of the computation");
      successors[predecessor->index()].push_back(instruction);
    }
  }
  const auto sorted = [](std::vector<HloInstruction*> list) {
    std::sort(list.begin(), list.end());
    return list;
  };
  for (HloInstruction* instruction : computation.instructions()) {
    const absl::Span<HloInstruction* const> users = expected.of(*instruction);
    Promise(sorted(CurrentUsers(*instruction)) == sorted({users.begin(), users.end()}),
            "users are those that have it as operand", instruction->name());
    Promise(HasUsers(*instruction) == !users.empty(), "has_users is right", instruction->name());
    Promise(
        sorted(CurrentControlSuccessors(*instruction)) == sorted(successors[instruction->index()]),
        "successors are those that have it as predecessor", instruction->name());
  }
}

void CheckModule(HloModule& module, const Style& style, bool is_rough) {
  const std::vector<Diagnostic> violations = Verify(module);
  CheckDiagnostics(violations, module.source());
  const bool has_cycle =
      std::any_of(violations.begin(), violations.end(), [](const Diagnostic& violation) {
        return violation.code == DiagnosticCode::kInstructionCycle;
      });
  for (HloComputation* computation : module.computations()) {
    CheckLists(*computation, has_cycle);
    CheckUses(*computation);
  }
  const std::string printed = PrintHloModule(module, style.print);
  Promise(PrintHloModule(module.Clone(), style.print) == printed, "a clone prints the same",
          printed);
  Fingerprint(module);
  if (violations.empty() && !is_rough) Settle(module, style);
}

}  // namespace

void FuzzOne(Input& input) {
  Style style;
  style.print.print_large_constants = true;
  style.parse.allow_unknown = (input.NextChoice() & 1) != 0;
  absl::StatusOr<HloModule> module = Read(input.text(), style);
  if (!module.ok()) return;
  bool is_rough = false;
  for (int i = 0; i < kMaxEdits && input.has_choices(); ++i) {
    const Edit& edit = kEdits[input.NextChoice() % std::size(kEdits)];
    const auto computations = module->computations();
    HloComputation* computation = computations[input.NextChoice() % computations.size()];
    HloInstruction* a = Nth(*computation, input.NextChoice());
    HloInstruction* b = Nth(*computation, input.NextChoice());
    is_rough |= edit.is_rough || (edit.is_rough_with_unknown && style.parse.allow_unknown);
    edit.apply({*module, computation, a, b, input.NextChoice()});
  }
  CheckModule(*module, style, is_rough);
}

}  // namespace hlo_text_v1::fuzzing
