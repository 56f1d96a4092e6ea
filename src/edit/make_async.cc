// An operation becomes a start and a done, with its own opcodes or as async-start with a wrapped
// computation, which take over its users and attributes. In the other direction, the operation
// comes out of the computation.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "hlo/transform.h"
#include "src/async/chain.h"
#include "src/async/execution_threads.h"
#include "src/async/producer.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/edit/clone.h"
#include "src/edit/derived_data.h"
#include "src/edit/edit_links.h"
#include "src/edit/misuse.h"
#include "src/ir/attribute_order.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

using Kinds = std::initializer_list<AttributeKind>;

ChangedAttributes AttributesBut(const HloInstruction& instruction, Kinds left_out) {
  return ChangedAttributes(instruction).Remove(left_out);
}

ChangedAttributes AttributesOf(const HloInstruction& instruction, Kinds kinds) {
  return ChangedAttributes(instruction).KeepOnly(kinds);
}

// Attributes that move to the done.
constexpr Kinds kOfDone = {AttributeKind::kSharding, AttributeKind::kOrigin,
                           AttributeKind::kMetadata, AttributeKind::kBackendConfig};
// Attributes of the wrapped instruction that an async-start repeats.
constexpr Kinds kOfAsyncStart = {AttributeKind::kFrontendAttributes, AttributeKind::kStatistics,
                                 AttributeKind::kMetadata, AttributeKind::kBackendConfig};
// Attributes that the wrapped instruction does not need.
constexpr Kinds kOfNeither = {AttributeKind::kSharding, AttributeKind::kOrigin,
                              AttributeKind::kControlPredecessors};

// ---- To asynchronous.

// Whether a copy-start may copy the one to the other: only the memory may differ.
bool DifferInMemoryOnly(const Shape& a, const Shape& b) {
  if (!ShapesCompatible(a, b)) return false;
  if (!a.IsArray() || a.layout() == nullptr || b.layout() == nullptr) return &a == &b;
  Layout of_a = *a.layout(), of_b = *b.layout();
  of_a.memory_space = of_b.memory_space = 0;
  of_a.split_configs = of_b.split_configs = {};
  return of_a == of_b;
}

// The verifier checks the shape of a start more strictly than that of the work.
absl::Status CheckFits(const HloInstruction& work) {
  const Shape& result = work.shape();
  const bool is_single = work.operand_count() == 1;
  const auto parts = is_single ? absl::Span<const Shape* const>() : result.tuple_shapes();
  bool fits = is_single || parts.size() == work.operands().size();
  for (int64_t i = 0; fits && i < work.operand_count(); ++i) {
    const Shape& operand = work.operand(i)->shape();
    const Shape& part = is_single ? result : *parts[static_cast<size_t>(i)];
    if (work.opcode() == HloOpcode::kCopy) {
      fits = DifferInMemoryOnly(operand, part);
    } else if (work.opcode() == HloOpcode::kAllGather) {
      fits = operand.element_type() == part.element_type() && operand.rank() == part.rank();
    } else {
      fits = ShapesCompatible(operand, part);
    }
  }
  if (work.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr) fits = true;
  if (fits) return absl::OkStatus();
  return Invalid("the shape ", PrintShape(result), " of ", work.name(), " does not fit ",
                 HloOpcodeName(work.opcode()), "-start");
}

absl::Status CheckCanRun(const HloInstruction& instruction, const AsyncPairOpcodes* pair,
                         const MakeAsyncOptions& options) {
  const HloOpcode opcode = instruction.opcode();
  const bool is_part = PairStartedBy(instruction) != nullptr || PairDoneBy(instruction) != nullptr;
  if (is_part || !CanBeWrapped(opcode) || opcode == HloOpcode::kUnknown) {
    return Invalid(instruction.opcode_name(), " cannot be made asynchronous");
  }
  const int arity = GetOpcodeInfo(opcode).arity;
  if ((arity != kVariadic && instruction.operand_count() != arity) ||
      (pair != nullptr && instruction.operands().empty())) {
    return Invalid(instruction.name(), " has a wrong number of operands");
  }
  if (instruction.parent()->is_fusion_computation()) {
    return Invalid(instruction.name(), " is part of a fusion");
  }
  if (pair == nullptr) return absl::OkStatus();
  if (options.execution_thread.has_value()) {
    return Invalid(HloOpcodeName(pair->start), " has no execution thread");
  }
  if (!options.contexts.empty() && opcode != HloOpcode::kCollectivePermute) {
    return Invalid(HloOpcodeName(pair->start), " has no choice of contexts");
  }
  return CheckFits(instruction);
}

// The shape of the start of `work`, which has its own opcode for it.
const Shape* PairStartShape(const HloInstruction& work, absl::Span<const Shape* const> contexts,
                            ShapePool& shapes) {
  const Shape* result = &work.shape();
  if (work.opcode() == HloOpcode::kAllReduce) return result;
  std::vector<const Shape*> operands;
  for (const HloInstruction* operand : work.operands()) operands.push_back(&operand->shape());
  const bool in_place = work.FindAttribute(AttributeKind::kPermuteSliceSizes) != nullptr;
  std::vector<const Shape*> elements = {
      operands.size() == 1 || in_place ? operands[0] : shapes.Tuple(operands), result};
  if (work.opcode() == HloOpcode::kCopy) {
    elements = {result, operands[0], shapes.Scalar(PrimitiveType::kU32)};
  }
  elements.insert(elements.end(), contexts.begin(), contexts.end());
  return shapes.Tuple(elements);
}

HloInstruction* AddPair(HloBuilder& builder, HloInstruction& work, const AsyncPairOpcodes& pair,
                        const MakeAsyncOptions& options) {
  HloInstruction* start =
      builder.AddInstruction(pair.start, PairStartShape(work, options.contexts, builder.shapes()),
                             work.operands(), AttributesBut(work, kOfNeither));
  return builder.AddInstruction(pair.done, &work.shape(), {start}, AttributesOf(work, kOfDone));
}

absl::StatusOr<HloComputation*> Wrap(HloInstruction& work) {
  HloBuilder builder(work.parent()->parent(), "async_wrapped");
  std::vector<HloInstruction*> parameters;
  for (const HloInstruction* operand : work.operands()) {
    parameters.push_back(builder.AddParameter(&operand->shape()));
  }
  HloInstruction* root = builder.AddClone(work, parameters);
  if (root == nullptr) return builder.status();
  for (const AttributeKind kind : {AttributeKind::kSharding, AttributeKind::kOrigin}) {
    RemoveAttribute(root, kind).IgnoreError();
  }
  return builder.Build(root);
}

HloInstruction* AddChain(HloBuilder& builder, HloInstruction& work, HloComputation* wrapped,
                         const MakeAsyncOptions& options) {
  const std::string thread =
      options.execution_thread.value_or(std::string(work.parent()->execution_thread()));
  HloInstruction* start =
      builder.AddAsyncStart(work.operands(), wrapped, options.contexts, thread,
                            /*result=*/nullptr, StrCat(HloOpcodeName(work.opcode()), "-start"));
  HloInstruction* done = builder.AddAsyncDone(start, StrCat(HloOpcodeName(work.opcode()), "-done"));
  if (done == nullptr) return nullptr;
  for (const Attribute& attribute : AttributesOf(work, kOfAsyncStart)) {
    SetAttribute(start, attribute).IgnoreError();
  }
  for (const Attribute& attribute : AttributesOf(work, kOfDone)) {
    SetAttribute(done, attribute).IgnoreError();
  }
  return done;
}

}  // namespace

absl::StatusOr<HloInstruction*> CreateAsyncInstructions(HloInstruction* instruction,
                                                        const MakeAsyncOptions& options) {
  absl::Status status = CheckInstructions("CreateAsyncInstructions", {instruction});
  if (!status.ok()) return status;
  const AsyncPairOpcodes* pair = FindPairOpcodes<&AsyncPairOpcodes::work>(instruction->opcode());
  status = CheckCanRun(*instruction, pair, options);
  const HloModule& module = *instruction->parent()->parent();
  for (const Shape* context : options.contexts) {
    if (status.ok()) status = CheckShape("CreateAsyncInstructions", module, context);
  }
  if (!status.ok()) return status;

  HloBuilder builder(instruction->parent());
  builder.SetInsertionPoint(instruction);
  HloInstruction* done = nullptr;
  if (pair != nullptr) {
    done = AddPair(builder, *instruction, *pair, options);
  } else {
    absl::StatusOr<HloComputation*> wrapped = Wrap(*instruction);
    if (!wrapped.ok()) return wrapped.status();
    done = AddChain(builder, *instruction, *wrapped, options);
  }
  if (done == nullptr) return builder.status();

  RelayControl(instruction, {done->operand(0)}, {done});
  ReplaceAllUsesWithDifferentShape(instruction, done).IgnoreError();
  status = RemoveInstruction(instruction);
  if (!status.ok()) return status;
  return done;
}

// ---- To synchronous.

namespace {

// Only the next link may use a link.
absl::Status CheckUsers(absl::Span<HloInstruction* const> links) {
  for (size_t i = 0; i + 1 < links.size(); ++i) {
    const std::vector<HloInstruction*> users = CurrentUsers(*links[i]);
    if (users.size() != 1 || users[0] != links[i + 1] || links[i]->IsRoot()) {
      return absl::FailedPreconditionError(
          StrCat(links[i]->name(), " has users besides its chain"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<HloInstruction*> AddWork(HloBuilder& builder,
                                        absl::Span<HloInstruction* const> links) {
  HloInstruction& start = *links.front();
  const HloInstruction& done = *links.back();
  const AsyncPairOpcodes* pair = PairStartedBy(start);
  ChangedAttributes attributes =
      AttributesBut(start, {AttributeKind::kControlPredecessors, AttributeKind::kSharding,
                            AttributeKind::kOrigin, AttributeKind::kCrossProgramPrefetchIndex});
  const ChangedAttributes of_done =
      AttributesOf(done, {AttributeKind::kSharding, AttributeKind::kOrigin});
  attributes.insert(attributes.end(), of_done.begin(), of_done.end());
  HloInstruction* work =
      builder.AddInstruction(pair->work, &done.shape(), start.operands(), attributes);
  if (work == nullptr) return builder.status();
  return work;
}

absl::StatusOr<HloInstruction*> AddWrapped(HloBuilder& builder, HloComputation* wrapped,
                                           absl::Span<HloInstruction* const> links) {
  std::vector<HloInstruction*> bound;
  for (HloInstruction* link : links) {
    const auto operands = AsyncOperation::NewOperands(*link);
    bound.insert(bound.end(), operands.begin(), operands.end());
  }
  if (bound.size() != wrapped->parameters().size()) {
    return Invalid("not all operands of ", links.front()->name(), " are bound");
  }
  const HloInstruction& root = *wrapped->root_instruction();
  std::vector<HloInstruction*> operands;
  for (const HloInstruction* operand : root.operands()) {
    if (operand->opcode() != HloOpcode::kParameter) break;
    operands.push_back(bound[static_cast<size_t>(operand->parameter_number())]);
  }
  const bool is_one =
      root.opcode() != HloOpcode::kParameter && operands.size() == root.operands().size() &&
      wrapped->instruction_count() == static_cast<int64_t>(wrapped->parameters().size()) + 1;
  HloInstruction* work =
      is_one ? builder.AddClone(root, operands) : builder.AddCall(bound, wrapped);
  if (work == nullptr) return builder.status();
  const HloInstruction& done = *links.back();
  for (const Attribute& attribute :
       AttributesOf(done, {AttributeKind::kSharding, AttributeKind::kOrigin})) {
    SetAttribute(work, attribute).IgnoreError();
  }
  return work;
}

}  // namespace

absl::StatusOr<HloInstruction*> CreateSyncInstruction(HloInstruction* done) {
  absl::Status status = CheckInstructions("CreateSyncInstruction", {done});
  if (!status.ok()) return status;
  const AsyncPairOpcodes* pair = PairDoneBy(*done);
  if (done->opcode() != HloOpcode::kAsyncDone && (pair == nullptr || pair->start == pair->work)) {
    return Invalid(done->name(), " finishes nothing that could be synchronous");
  }
  const std::vector<HloInstruction*> links = LinksTo(done);
  if (links.size() < 2 && !done->operands().empty() &&
      ProducerFinder(*done->parent()->parent()).StartOf(*done) != nullptr) {
    return Invalid("other values or a loop lead from the start to ", done->name());
  }
  if (links.size() < 2) return Invalid(done->name(), " has no start");
  if ((pair == nullptr) != (links[0]->opcode() == HloOpcode::kAsyncStart)) {
    return Invalid(done->name(), " finishes another kind of start");
  }
  status = CheckUsers(links);
  if (!status.ok()) return status;

  HloBuilder builder(done->parent());
  builder.SetInsertionPoint(done);
  HloComputation* wrapped = pair != nullptr ? nullptr : links[0]->async_wrapped_computation();
  absl::StatusOr<HloInstruction*> work =
      pair != nullptr ? AddWork(builder, links) : AddWrapped(builder, wrapped, links);
  if (!work.ok()) return work;

  for (HloInstruction* link : links) {
    const absl::Span<HloInstruction* const> last(&*work, link == done ? 1 : 0);
    RelayControl(link, {*work}, last);
  }
  ReplaceAllUsesWithDifferentShape(done, *work).IgnoreError();
  for (size_t i = links.size(); i-- > 0;) {
    status = RemoveInstruction(links[i]);
    if (!status.ok()) return status;
  }
  if (wrapped == nullptr) return work;
  const std::string_view old_thread = wrapped->execution_thread();
  const std::string_view thread = (*work)->parent()->execution_thread();
  // If something else needs the computation, a fusion in it keeps its callee.
  if (!RemoveComputation(wrapped).ok()) CloneCallee(*work).IgnoreError();
  if (old_thread != thread) ForceExecutionThread(**work, thread);
  return work;
}

}  // namespace hlo_text_v1
