// Finds the buffers that are shared along an asynchronous chain.
//
// Always (Aliases): an operand is in element 0 of the link that binds it and of all later ones, and
// is the wrapped parameter; the wrapped root is element 1 wherever that is bound, and the done. A
// result may be bound in pieces, so element 1 is a prefix of it:
// pairs are made for the largest common parts.
//
// By request (RequestedAliases): output_to_operand_aliasing of an update shares parts of the
// context with the link before; that of the start refers to the async tuple, that of a wrapped
// custom-call or fusion to its own result, which is element 1. Operand numbers are wrapped
// parameter numbers in both. Source: XLA HloDataflowAnalysis.
#include <utility>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain.h"
#include "src/async/wrapped_computation.h"

namespace hlo_text_v1 {

using namespace internal;

namespace internal {

using Position = AsyncOperation::Position;
using Pairs = std::vector<std::pair<Position, Position>>;

}  // namespace internal

namespace {

std::vector<int64_t> Joined(std::vector<int64_t> front, ShapeIndex back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

// ---- Aliases.

// The paths of the largest common parts of `prefix` and `whole`, without empty tuples.
std::vector<std::vector<int64_t>> CommonParts(const Shape& prefix, const Shape& whole) {
  struct Open {
    const Shape* prefix;
    const Shape* whole;
    std::vector<int64_t> path;
  };
  std::vector<std::vector<int64_t>> paths;
  std::vector<Open> stack = {{&prefix, &whole, {}}};
  while (!stack.empty()) {
    const Open at = std::move(stack.back());
    stack.pop_back();
    if (IsEmptyTuple(*at.prefix)) continue;
    if (ShapesCompatible(*at.prefix, *at.whole)) {
      paths.push_back(at.path);
      continue;
    }
    const absl::Span<const Shape* const> parts = at.prefix->tuple_shapes();
    const absl::Span<const Shape* const> whole_parts = at.whole->tuple_shapes();
    if (!at.prefix->IsTuple() || !at.whole->IsTuple() || parts.size() > whole_parts.size()) {
      continue;
    }
    for (size_t i = parts.size(); i-- > 0;) {
      stack.push_back({parts[i], whole_parts[i], Joined(at.path, {static_cast<int64_t>(i)})});
    }
  }
  return paths;
}

// The index of the result in `link`: {1} of a start or update, {} of a done.
std::vector<int64_t> OutputIndex(const HloInstruction& link) {
  return IsAsyncDone(link) ? std::vector<int64_t>{} : std::vector<int64_t>{1};
}

void AppendOperandPairs(const AsyncOperation& chain, Pairs* pairs) {
  const absl::Span<const HloInstruction* const> links = chain.chain();
  const HloComputation* wrapped = chain.wrapped_computation();
  const absl::Span<const HloInstruction* const> parameters =
      wrapped == nullptr ? absl::Span<HloInstruction* const>() : wrapped->parameters();
  size_t number = 0;
  for (size_t binding = 0; binding < links.size(); ++binding) {
    for (const HloInstruction* operand : AsyncOperation::NewOperands(*links[binding])) {
      for (const HloInstruction* holder : links.subspan(binding)) {
        if (number >= BoundShapes(*holder).size()) continue;
        pairs->push_back({{operand, {}}, {holder, {0, static_cast<int64_t>(number)}}});
      }
      if (number < parameters.size()) pairs->push_back({{operand, {}}, {parameters[number], {}}});
      ++number;
    }
  }
}

void AppendOutputPairs(const AsyncOperation& chain, Pairs* pairs) {
  const HloInstruction* root = chain.wrapped_instruction();
  if (root == nullptr) return;
  for (const HloInstruction* link : chain.chain()) {
    const Shape* shape = OutputShape(*link);
    if (shape == nullptr) continue;
    for (const std::vector<int64_t>& path : CommonParts(*shape, root->shape())) {
      pairs->push_back({{root, path}, {link, Joined(OutputIndex(*link), path)}});
    }
  }
}

// The buffers for the result are the update's further operands.
void AppendBufferPairs(const HloInstruction& update, Pairs* pairs) {
  const absl::Span<const HloInstruction* const> buffers = AsyncOperation::OutputBuffers(update);
  std::vector<std::vector<int64_t>> indices = AsyncOperation::OutputBufferIndices(update);
  for (size_t i = 0; i < buffers.size(); ++i) {
    pairs->push_back({{buffers[i], {}}, {&update, std::move(indices[i])}});
  }
}

}  // namespace

Pairs AsyncOperation::Aliases() const {
  if (is_pair_) return {};
  Pairs pairs;
  AppendOperandPairs(*this, &pairs);
  AppendOutputPairs(*this, &pairs);
  for (const HloInstruction* link : chain()) {
    if (IsAsyncUpdate(*link)) AppendBufferPairs(*link, &pairs);
  }
  return pairs;
}

// ---- Requested aliases.

namespace {

struct Request {
  std::vector<int64_t> output_index;  // into the async tuple
  int64_t parameter;
  ShapeIndex operand_index;
};

void AppendRequests(const HloInstruction& instruction, bool is_of_root,
                    std::vector<Request>* requests) {
  const auto* aliasing =
      instruction.FindAttribute<OutputOperandAliasing>(AttributeKind::kOutputToOperandAliasing);
  if (aliasing == nullptr) return;
  for (const OutputOperandAlias& alias : aliasing->pairs) {
    int64_t parameter = alias.operand_number;
    if (is_of_root) {
      if (parameter < 0 || parameter >= instruction.operand_count()) continue;
      const HloInstruction& operand = *instruction.operand(parameter);
      if (operand.opcode() != HloOpcode::kParameter) continue;
      parameter = operand.parameter_number();
    }
    const std::vector<int64_t> base = is_of_root ? std::vector<int64_t>{1} : std::vector<int64_t>{};
    requests->push_back({Joined(base, alias.output_index), parameter, alias.operand_index});
  }
}

// The requests of the start, and those of a wrapped instruction that has the attribute itself.
std::vector<Request> RequestsOf(const AsyncOperation& chain) {
  std::vector<Request> requests;
  AppendRequests(chain.start(), /*is_of_root=*/false, &requests);
  const HloInstruction* root = chain.wrapped_instruction();
  if (root != nullptr && HasSugarFact(root->opcode(), SugarFact::kOwnsAliasing)) {
    AppendRequests(*root, /*is_of_root=*/true, &requests);
  }
  return requests;
}

// Whether something is bound at `index` of `shape`.
bool IsBound(const Shape& shape, ShapeIndex index) {
  const Shape* part = Subshape(shape, index);
  return part != nullptr && !IsEmptyTuple(*part);
}

// A start or update binds the operand of a request: from then on, the result uses its buffer.
void AppendRequested(const Request& request, const HloInstruction& operand,
                     const HloInstruction& link, Pairs* pairs) {
  if (!IsBound(link.shape(), request.output_index) ||
      Subshape(operand.shape(), request.operand_index) == nullptr) {
    return;
  }
  pairs->push_back({{&operand, Joined({}, request.operand_index)}, {&link, request.output_index}});
}

// The parts of the context that an update shares with the link before.
void AppendRequestedOfUpdate(const HloInstruction& update, Pairs* pairs) {
  const auto* aliasing =
      update.FindAttribute<OutputOperandAliasing>(AttributeKind::kOutputToOperandAliasing);
  if (aliasing == nullptr) return;
  const HloInstruction& before = *update.operand(0);
  for (const OutputOperandAlias& alias : aliasing->pairs) {
    if (alias.operand_number != 0 || !IsBound(before.shape(), alias.operand_index) ||
        !IsBound(update.shape(), alias.output_index)) {
      continue;
    }
    pairs->push_back(
        {{&before, Joined({}, alias.operand_index)}, {&update, Joined({}, alias.output_index)}});
  }
}

// The done takes over the buffer that the last start or update has in element 0.
void AppendRequestedOfDone(const Request& request, const HloInstruction& done, Pairs* pairs) {
  const ShapeIndex output = request.output_index;
  if (output.empty() || output[0] != 1 || !IsBound(done.shape(), output.subspan(1))) return;
  const HloInstruction* last = done.operand(0);
  std::vector<int64_t> held = Joined({0, request.parameter}, request.operand_index);
  if (Subshape(last->shape(), held) == nullptr) return;
  pairs->push_back({{last, std::move(held)}, {&done, Joined({}, output.subspan(1))}});
}

}  // namespace

Pairs AsyncOperation::RequestedAliases() const {
  if (is_pair_) return {};
  Pairs pairs;
  const std::vector<Request> requests = RequestsOf(*this);
  int64_t bound = 0;
  for (const HloInstruction* link : chain()) {
    if (IsAsyncUpdate(*link)) AppendRequestedOfUpdate(*link, &pairs);
    const absl::Span<const HloInstruction* const> operands = NewOperands(*link);
    const int64_t end = bound + static_cast<int64_t>(operands.size());
    for (const Request& request : requests) {
      if (IsAsyncDone(*link)) {
        AppendRequestedOfDone(request, *link, &pairs);
      } else if (request.parameter >= bound && request.parameter < end) {
        AppendRequested(request, *operands[static_cast<size_t>(request.parameter - bound)], *link,
                        &pairs);
      }
    }
    bound = end;
  }
  return pairs;
}

}  // namespace hlo_text_v1
