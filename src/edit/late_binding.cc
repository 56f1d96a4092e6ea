// Moves bindings along a chain, and chains into each other. A chain is taken apart into its links,
// its operands and the link that binds each; shapes follow from these.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "src/async/chain.h"
#include "src/async/execution_threads.h"
#include "src/async/wrapped_computation.h"
#include "src/base/hash_table.h"
#include "src/edit/clone.h"
#include "src/edit/derived_data.h"
#include "src/edit/edit_links.h"
#include "src/edit/misuse.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

template <typename... Args>
absl::Status Precondition(const Args&... args) {
  return absl::FailedPreconditionError(StrCat(args...));
}

struct Chain {
  std::vector<HloInstruction*> links;     // start, updates, done
  std::vector<HloInstruction*> operands;  // all that are bound
  std::vector<size_t> bound_at;           // for each operand: in links

  HloInstruction* start() const { return links.front(); }
  HloInstruction* done() const { return links.back(); }
  HloComputation* wrapped() const { return start()->async_wrapped_computation(); }
  size_t Position(const HloInstruction* link) const {
    return static_cast<size_t>(std::find(links.begin(), links.end(), link) - links.begin());
  }
};

// The chain of `link`, if each link is used by the next one only.
absl::StatusOr<Chain> ChainOf(std::string_view function, HloInstruction* link) {
  absl::Status status = CheckInstructions(function, {link});
  if (!status.ok()) return status;
  Chain chain;
  chain.links = LinksTo(link);
  if (chain.links.empty() || !IsAsyncStart(*chain.start())) {
    return Invalid(link->name(), " is not a link of a chain that its operands lead to");
  }
  while (!IsAsyncDone(*chain.done())) {
    const std::vector<HloInstruction*> users = CurrentUsers(*chain.done());
    const bool has_next = users.size() == 1 && !chain.done()->IsRoot() &&
                          (IsAsyncUpdate(*users[0]) || IsAsyncDone(*users[0])) &&
                          users[0]->operand(0) == chain.done();
    if (!has_next) return Precondition(chain.done()->name(), " is not used by the next link only");
    chain.links.push_back(users[0]);
  }
  for (size_t i = 0; i + 1 < chain.links.size(); ++i) {
    HloInstruction& each = *chain.links[i];
    if (CurrentUsers(each).size() != 1) return Precondition(each.name(), " has several users");
    if (!AsyncOperation::OutputBuffers(each).empty()) {
      return Precondition(each.name(), " binds buffers of the result");
    }
    const auto bound = AsyncOperation::NewOperands(each);
    chain.operands.insert(chain.operands.end(), bound.begin(), bound.end());
    chain.bound_at.insert(chain.bound_at.end(), bound.size(), i);
  }
  return chain;
}

// Gives each link its operands, and its shape: `result_of(i)` is element 1 of that of link i.
template <typename ResultOf>
void Bind(const Chain& chain, ResultOf result_of) {
  ShapePool& shapes = chain.start()->parent()->parent()->shapes();
  std::vector<const Shape*> bound;
  size_t next = 0;
  for (size_t i = 0; i + 1 < chain.links.size(); ++i) {
    std::vector<HloInstruction*> operands(chain.links.begin() + static_cast<ptrdiff_t>(i) - (i > 0),
                                          chain.links.begin() + static_cast<ptrdiff_t>(i));
    for (; next < chain.operands.size() && chain.bound_at[next] == i; ++next) {
      operands.push_back(chain.operands[next]);
      bound.push_back(&chain.operands[next]->shape());
    }
    const auto contexts = chain.links[i]->shape().tuple_shapes().subspan(2);
    std::vector<const Shape*> elements = {shapes.Tuple(bound), result_of(i)};
    elements.insert(elements.end(), contexts.begin(), contexts.end());
    SetOperands(chain.links[i], operands).IgnoreError();
    SetShape(chain.links[i], shapes.Tuple(elements)).IgnoreError();
  }
}

}  // namespace

// ---- One chain.

absl::StatusOr<HloInstruction*> InsertAsyncUpdate(HloInstruction* link, std::string_view name) {
  absl::StatusOr<Chain> chain = ChainOf("InsertAsyncUpdate", link);
  if (!chain.ok()) return chain.status();
  if (link == chain->done()) return Invalid(link->name(), " ends its chain");
  HloInstruction* next = chain->links[chain->Position(link) + 1];
  HloBuilder builder(link->parent());
  builder.SetInsertionPoint(next);
  HloInstruction* update =
      builder.AddInstruction(HloOpcode::kAsyncUpdate, &link->shape(), {link}, {}, name);
  if (update == nullptr) return builder.status();
  Node(update).was_sugar = Node(link).was_sugar;
  ReplaceOperandWithDifferentShape(next, 0, update).IgnoreError();
  return update;
}

absl::Status BindOperandAt(HloInstruction* link, int64_t number) {
  absl::StatusOr<Chain> chain = ChainOf("BindOperandAt", link);
  if (!chain.ok()) return chain.status();
  if (link == chain->done()) return Invalid(link->name(), " is a done, which binds no operand");
  const auto count = static_cast<int64_t>(chain->operands.size());
  if (number < 0 || number >= count) {
    return Invalid("the chain of ", link->name(), " binds ", count, " operands");
  }
  const size_t place = chain->Position(link);
  for (size_t i = 0; i < chain->operands.size(); ++i) {
    size_t& at = chain->bound_at[i];
    const bool is_after = static_cast<int64_t>(i) >= number;
    const bool is_before = static_cast<int64_t>(i) <= number;
    if ((is_after && at < place) || (is_before && at > place)) {
      HloInstruction* operand = chain->operands[i];
      if (!FitsSchedule({operand}, link, {})) {
        return Precondition(operand->name(), " comes after ", link->name());
      }
      at = place;
    }
  }
  Bind(*chain, [&](size_t i) { return OutputShape(*chain->links[i]); });
  return absl::OkStatus();
}

absl::Status BindResultAt(HloInstruction* link) {
  absl::StatusOr<Chain> chain = ChainOf("BindResultAt", link);
  if (!chain.ok()) return chain.status();
  const Shape* unbound = link->parent()->parent()->shapes().Tuple({});
  const size_t place = chain->Position(link);
  Bind(*chain, [&](size_t i) { return i < place ? unbound : &chain->done()->shape(); });
  return absl::OkStatus();
}

absl::Status SetAsyncThread(HloInstruction* start, std::string_view thread) {
  absl::Status status = CheckInstructions("SetAsyncThread", {start});
  if (!status.ok()) return status;
  if (!IsAsyncStart(*start)) return Invalid(start->name(), " is not an async-start");
  if (thread.empty() || !IsRawText(thread))
    return Invalid("no execution thread is called ", thread);
  HloComputation* wrapped = start->async_wrapped_computation();
  if (CallerCounts(*wrapped->parent())[Node(wrapped).number] != 1) {
    return Precondition(wrapped->name(), " has other callers");
  }
  constexpr AttributeKind kThread = AttributeKind::kAsyncExecutionThread;
  status = thread == "main" ? RemoveAttribute(start, kThread)
                            : SetAttribute(start, MakeAttribute<kThread>(thread));
  if (!status.ok()) return status;
  ForceExecutionThread(*start, AsyncExecutionThread(*start));
  return absl::OkStatus();
}

absl::Status SetOnChain(HloInstruction* link, const Attribute& attribute) {
  absl::StatusOr<Chain> chain = ChainOf("SetOnChain", link);
  if (!chain.ok()) return chain.status();
  const auto* copied =
      std::find(std::begin(kCopiedToWrapped), std::end(kCopiedToWrapped), attribute.kind());
  if (copied == std::end(kCopiedToWrapped)) {
    return Invalid(attribute.name(), " belongs to the start or to the instruction alone");
  }
  for (HloInstruction* each : chain->links) {
    if (each != chain->start() && each->FindAttribute(attribute.kind()) == nullptr) continue;
    absl::Status status = SetAttribute(each, attribute);
    if (!status.ok()) return status;
  }
  return SetAttribute(chain->wrapped()->root_instruction(), attribute);
}

// ---- Several chains.

namespace {

// Whether `from` needs one of `values`. Linear in the computation.
bool Needs(absl::Span<HloInstruction* const> from, absl::Span<HloInstruction* const> values) {
  std::vector<const HloInstruction*> open(from.begin(), from.end());
  HashSet<const HloInstruction*> seen(from.begin(), from.end());
  while (!open.empty()) {
    const HloInstruction* at = open.back();
    open.pop_back();
    if (std::find(values.begin(), values.end(), at) != values.end()) return true;
    for (const auto& before : {at->operands(), at->control_predecessors()}) {
      for (const HloInstruction* each : before) {
        if (seen.insert(each).second) open.push_back(each);
      }
    }
  }
  return false;
}

// Control dependencies that one start and one done for both chains can have.
absl::Status CheckControl(const Chain& chain) {
  for (const HloInstruction* link : chain.links) {
    const bool has_before = link != chain.start() && !link->control_predecessors().empty();
    if (has_before || (link != chain.done() && !CurrentControlSuccessors(*link).empty())) {
      return Precondition(link->name(), " has a control dependency within its chain");
    }
  }
  return absl::OkStatus();
}

struct Meeting {
  HloInstruction* start;  // the later one
  HloInstruction* done;   // the earlier one
};

// Where two chains are both under way.
absl::StatusOr<Meeting> Meet(const Chain& a, const Chain& b) {
  if (a.start() == b.start()) return Invalid("the same chain twice");
  if (a.start()->parent() != b.start()->parent()) return Invalid("chains of two computations");
  if (AsyncExecutionThread(*a.start()) != AsyncExecutionThread(*b.start())) {
    return Precondition(a.start()->name(), " and ", b.start()->name(), " run on other threads");
  }
  Meeting meeting = {nullptr, nullptr};
  for (HloInstruction* i : a.start()->parent()->instructions()) {
    if (i == a.start() || i == b.start()) meeting.start = i;
    if (meeting.done == nullptr && (i == a.done() || i == b.done())) meeting.done = i;
  }
  for (const Chain* each : {&a, &b}) {
    if (each->operands.size() != each->wrapped()->parameters().size()) {
      return Precondition("not all operands of ", each->start()->name(), " are bound");
    }
    absl::Status status = CheckControl(*each);
    if (!status.ok()) return status;
    for (HloInstruction* operand : each->operands) {
      if (!FitsSchedule({operand}, meeting.start, {})) {
        return Precondition(operand->name(), " comes after ", meeting.start->name());
      }
    }
    const std::vector<HloInstruction*> dones = {a.done(), b.done()};
    if (Needs(each->operands, dones) || Needs(each->start()->control_predecessors(), dones)) {
      return Precondition(each->start()->name(), " needs the result of the other chain");
    }
  }
  if (!FitsSchedule({meeting.start}, meeting.done, {})) {
    return Precondition(meeting.done->name(), " comes before ", meeting.start->name());
  }
  return meeting;
}

absl::Status Remove(const Chain& chain) {
  HloComputation* wrapped = chain.wrapped();
  for (size_t i = chain.links.size(); i-- > 0;) {
    absl::Status status = RemoveInstruction(chain.links[i]);
    if (!status.ok()) return status;
  }
  RemoveComputation(wrapped).IgnoreError();  // something else may call it
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<HloInstruction*> MergeAsync(HloInstruction* first, HloInstruction* second,
                                           const MakeAsyncOptions& options) {
  absl::StatusOr<Chain> a = ChainOf("MergeAsync", first);
  if (!a.ok()) return a.status();
  absl::StatusOr<Chain> b = ChainOf("MergeAsync", second);
  if (!b.ok()) return b.status();
  absl::StatusOr<Meeting> meeting = Meet(*a, *b);
  if (!meeting.ok()) return meeting.status();

  HloBuilder work(first->parent()->parent(), "async_wrapped");
  std::vector<HloInstruction*> operands, calls;
  for (const Chain* each : {&*a, &*b}) {
    std::vector<HloInstruction*> parameters;
    for (HloInstruction* operand : each->operands) {
      operands.push_back(operand);
      parameters.push_back(work.AddParameter(&operand->shape()));
    }
    calls.push_back(work.AddCall(parameters, each->wrapped()));
  }
  HloInstruction* results = work.AddTuple(calls);
  absl::StatusOr<HloComputation*> merged = work.Build(results);
  if (!merged.ok()) return merged.status();
  for (HloInstruction* call : calls) {
    absl::StatusOr<HloInstruction*> inlined = InlineCall(call);
    if (!inlined.ok()) return inlined.status();
  }

  HloBuilder builder(first->parent());
  builder.SetInsertionPoint(meeting->start);
  HloInstruction* start = builder.AddAsyncStart(
      operands, *merged, options.contexts,
      options.execution_thread.value_or(std::string(AsyncExecutionThread(*a->start()))), nullptr,
      "async-start");
  builder.SetInsertionPoint(meeting->done);
  HloInstruction* done = builder.AddAsyncDone(start);
  const std::pair<const Chain*, HloInstruction*> parts[] = {
      {&*a, builder.AddGetTupleElement(done, 0)}, {&*b, builder.AddGetTupleElement(done, 1)}};
  if (!builder.status().ok()) return builder.status();
  for (const auto& [chain, part] : parts) {
    RelayControl(chain->start(), {start}, {start});
    RelayControl(chain->done(), {done}, {done});
    ReplaceAllUsesWithDifferentShape(chain->done(), part).IgnoreError();
    absl::Status status = Remove(*chain);
    if (!status.ok()) return status;
  }
  return done;
}

namespace {

// A piece of a wrapped computation: what one element of its result needs.
struct Part {
  HloInstruction* result = nullptr;
  std::vector<HloInstruction*> instructions;  // without parameters, operands first
  std::vector<HloInstruction*> parameters;    // by number
};

absl::StatusOr<std::vector<Part>> Divide(HloComputation& wrapped) {
  HloInstruction& root = *wrapped.root_instruction();
  if (root.opcode() != HloOpcode::kTuple || root.operands().empty()) {
    return Precondition(wrapped.name(), " does not give a tuple of results");
  }
  std::vector<Part> parts(root.operands().size());
  std::vector<size_t> part_of(wrapped.index_limit(), parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    parts[i].result = root.operands()[i];
    std::vector<HloInstruction*> open = {parts[i].result};
    while (!open.empty()) {
      HloInstruction* at = open.back();
      open.pop_back();
      if (at->opcode() == HloOpcode::kParameter || part_of[at->index()] == i) continue;
      if (part_of[at->index()] != parts.size()) {
        return Precondition(at->name(), " is needed for two results");
      }
      part_of[at->index()] = i;
      for (const auto& before : {at->operands(), at->control_predecessors()}) {
        open.insert(open.end(), before.begin(), before.end());
      }
    }
  }
  for (HloInstruction* i : PrintOrder(wrapped)) {
    if (i == &root || i->opcode() == HloOpcode::kParameter) continue;
    const size_t part = part_of[i->index()];
    if (part == parts.size()) return Precondition(i->name(), " is needed for no result");
    parts[part].instructions.push_back(i);
  }
  for (Part& part : parts) {
    for (HloInstruction* parameter : wrapped.parameters()) {
      const bool is_used = std::any_of(
          part.instructions.begin(), part.instructions.end(), [&](const HloInstruction* i) {
            return std::count(i->operands().begin(), i->operands().end(), parameter) > 0;
          });
      if (is_used || parameter == part.result) part.parameters.push_back(parameter);
    }
  }
  return parts;
}

absl::StatusOr<HloComputation*> BuildPart(const Part& part, HloModule* module) {
  HloBuilder builder(module, "async_wrapped");
  HashMap<const HloInstruction*, HloInstruction*> copies;
  for (HloInstruction* parameter : part.parameters) {
    copies[parameter] = builder.AddParameter(&parameter->shape());
  }
  for (HloInstruction* i : part.instructions) {
    std::vector<HloInstruction*> operands;
    for (const HloInstruction* operand : i->operands()) operands.push_back(copies[operand]);
    HloInstruction* copy = builder.AddClone(*i, operands);
    if (copy == nullptr) return builder.status();
    copies[i] = copy;
    for (HloInstruction* before : i->control_predecessors()) {
      AddControlDependency(copies[before], copy).IgnoreError();
    }
  }
  return builder.Build(copies[part.result]);
}

// The get-tuple-elements that use `done`, which nothing else may use.
absl::StatusOr<std::vector<HloInstruction*>> ElementsOf(HloInstruction* done) {
  std::vector<HloInstruction*> elements = CurrentUsers(*done);
  for (const HloInstruction* user : elements) {
    if (user->opcode() != HloOpcode::kGetTupleElement) {
      return Precondition(user->name(), " uses the whole result of ", done->name());
    }
  }
  if (done->IsRoot()) return Precondition(done->name(), " is the root");
  return elements;
}

}  // namespace

absl::StatusOr<std::vector<HloInstruction*>> SplitAsync(HloInstruction* done,
                                                        const MakeAsyncOptions& options) {
  absl::StatusOr<Chain> chain = ChainOf("SplitAsync", done);
  if (!chain.ok()) return chain.status();
  const bool is_early = std::all_of(chain->bound_at.begin(), chain->bound_at.end(),
                                    [](size_t link) { return link == 0; });
  if (!is_early || chain->operands.size() != chain->wrapped()->parameters().size()) {
    return Precondition(chain->start()->name(), " does not bind all operands");
  }
  absl::StatusOr<std::vector<HloInstruction*>> elements = ElementsOf(chain->done());
  if (!elements.ok()) return elements.status();
  absl::StatusOr<std::vector<Part>> parts = Divide(*chain->wrapped());
  if (!parts.ok()) return parts.status();

  HloModule* module = done->parent()->parent();
  const std::string thread =
      options.execution_thread.value_or(std::string(AsyncExecutionThread(*chain->start())));
  std::vector<HloInstruction*> starts, dones;
  starts.reserve(parts->size());
  dones.reserve(parts->size());
  for (const Part& part : *parts) {
    absl::StatusOr<HloComputation*> wrapped = BuildPart(part, module);
    if (!wrapped.ok()) return wrapped.status();
    std::vector<HloInstruction*> operands;
    operands.reserve(part.parameters.size());
    for (const HloInstruction* parameter : part.parameters) {
      operands.push_back(chain->operands[static_cast<size_t>(parameter->parameter_number())]);
    }
    HloBuilder builder(chain->start()->parent());
    builder.SetInsertionPoint(chain->start());
    const std::string_view opcode = part.result->opcode_name();
    starts.push_back(builder.AddAsyncStart(operands, *wrapped, options.contexts, thread, nullptr,
                                           StrCat(opcode, "-start")));
    builder.SetInsertionPoint(chain->done());
    dones.push_back(builder.AddAsyncDone(starts.back(), StrCat(opcode, "-done")));
    if (dones.back() == nullptr) return builder.status();
  }
  for (HloInstruction* element : *elements) {
    HloInstruction* result = dones[static_cast<size_t>(element->tuple_index())];
    RelayControl(element, {result}, {result});
    ReplaceAllUsesWithDifferentShape(element, result).IgnoreError();
    absl::Status status = RemoveInstruction(element);
    if (!status.ok()) return status;
  }
  for (HloInstruction* link : chain->links) {
    RelayControl(link, link == chain->start() ? starts : dones,
                 link == chain->done() ? dones : starts);
  }
  absl::Status status = Remove(*chain);
  if (!status.ok()) return status;
  return dones;
}

}  // namespace hlo_text_v1
