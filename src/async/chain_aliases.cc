// What shares a buffer along an asynchronous chain.
//
// By itself (Aliases): an operand is in element 0 of the link that binds it and of all later ones,
// and is the wrapped parameter; the wrapped root is element 1 wherever that is bound, and the done;
// context elements are handed on. A result may be bound in pieces, so that element 1 is a prefix of
// it: pairs are made for the largest parts that both have.
//
// By request (RequestedAliases): output_to_operand_aliasing of the start names places of the async
// tuple, that of a wrapped custom-call or fusion names places of its own result, which is
// element 1. Operand numbers are numbers of wrapped parameters in both. Source: XLA
// HloDataflowAnalysis.
#include <utility>

#include "hlo/async.h"
#include "hlo/opcode.h"
#include "src/async/chain_shapes.h"

namespace hlo {

using Position = AsyncChain::Position;
using Pairs = std::vector<std::pair<Position, Position>>;

namespace {

std::vector<int64_t> Joined(std::vector<int64_t> front, ShapeIndex back) {
  front.insert(front.end(), back.begin(), back.end());
  return front;
}

// The part of `shape` at `index`, nullptr if there is none.
const Shape* SubshapeAt(const Shape* shape, ShapeIndex index) {
  for (const int64_t i : index) {
    if (shape == nullptr || !shape->IsTuple() || i < 0 ||
        i >= static_cast<int64_t>(shape->tuple_shapes().size())) {
      return nullptr;
    }
    shape = shape->tuple_shapes(i);
  }
  return shape;
}

// The paths of the largest parts that `prefix` and `whole` have in common, without empty tuples.
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

// Where the result is in `link`: {1} of a start or update, {} of a done.
std::vector<int64_t> OutputIndex(const HloInstruction& link) {
  return IsAsyncDone(link) ? std::vector<int64_t>{} : std::vector<int64_t>{1};
}

void AppendContextPairs(const HloInstruction& update, Pairs* pairs) {
  const HloInstruction& previous = *update.operand(0);
  for (size_t i = 2;; ++i) {
    const Shape* before = ElementShape(previous, i);
    const Shape* now = ElementShape(update, i);
    if (before == nullptr || now == nullptr) return;
    if (!ShapesCompatible(*before, *now)) continue;
    const std::vector<int64_t> index = {static_cast<int64_t>(i)};
    pairs->push_back({{&previous, index}, {&update, index}});
  }
}

}  // namespace

void AsyncChain::AppendOperandPairs(Pairs* pairs) const {
  const HloComputation* wrapped = wrapped_computation();
  const absl::Span<HloInstruction* const> parameters =
      wrapped == nullptr ? absl::Span<HloInstruction* const>() : wrapped->parameters();
  size_t number = 0;
  for (size_t binding = 0; binding < links_.size(); ++binding) {
    for (const HloInstruction* operand : NewOperands(*links_[binding])) {
      for (size_t later = binding; later < links_.size(); ++later) {
        if (number >= BoundShapes(*links_[later]).size()) continue;
        pairs->push_back({{operand, {}}, {links_[later], {0, static_cast<int64_t>(number)}}});
      }
      if (number < parameters.size()) pairs->push_back({{operand, {}}, {parameters[number], {}}});
      ++number;
    }
  }
}

void AsyncChain::AppendOutputPairs(Pairs* pairs) const {
  // Before Desugar there is no root: the last link that has something of the result stands for it.
  const HloInstruction* holder = wrapped_instruction();
  const bool is_root = holder != nullptr;
  const Shape* whole = is_root ? &holder->shape() : nullptr;
  for (size_t i = links_.size(); whole == nullptr && i-- > 0;) {
    const Shape* shape = OutputShape(*links_[i]);
    if (shape == nullptr || IsEmptyTuple(*shape)) continue;
    holder = links_[i];
    whole = shape;
  }
  if (whole == nullptr) return;
  const std::vector<int64_t> base = is_root ? std::vector<int64_t>{} : OutputIndex(*holder);
  const auto append = [&](const HloInstruction& instruction, const std::vector<int64_t>& index,
                          const Shape& shape) {
    for (const std::vector<int64_t>& path : CommonParts(shape, *whole)) {
      pairs->push_back({{holder, Joined(base, path)}, {&instruction, Joined(index, path)}});
    }
  };
  for (const HloInstruction* link : links_) {
    const Shape* shape = OutputShape(*link);
    if (link != holder && shape != nullptr) append(*link, OutputIndex(*link), *shape);
  }
}

// The buffers that the result is written to, as the update's further operands.
void AsyncChain::AppendBufferPairs(const HloInstruction& update, Pairs* pairs) const {
  size_t number = 0;
  const absl::Span<HloInstruction* const> buffers = OutputBuffers(update);
  std::vector<std::pair<const Shape*, std::vector<int64_t>>> open;
  if (!buffers.empty()) open.push_back({OutputShape(update), {1}});
  while (!open.empty()) {
    const auto [shape, path] = std::move(open.back());
    open.pop_back();
    if (!shape->IsTuple()) {
      pairs->push_back({{buffers[number++], {}}, {&update, path}});
      continue;
    }
    for (size_t i = shape->tuple_shapes().size(); i-- > 0;) {
      open.push_back({shape->tuple_shapes()[i], Joined(path, {static_cast<int64_t>(i)})});
    }
  }
}

Pairs AsyncChain::Aliases() const {
  Pairs pairs;
  AppendOperandPairs(&pairs);
  AppendOutputPairs(&pairs);
  for (const HloInstruction* link : links_) {
    if (!IsAsyncUpdate(*link)) continue;
    AppendContextPairs(*link, &pairs);
    AppendBufferPairs(*link, &pairs);
  }
  return pairs;
}

namespace {

struct Request {
  std::vector<int64_t> output_index;  // into the async tuple
  int64_t parameter;
  ShapeIndex operand_index;
};

// Whether the attribute on `opcode` is its own, not the start's.
bool HasAliasingOfItsOwn(HloOpcode opcode) {
  return opcode == HloOpcode::kCustomCall || opcode == HloOpcode::kFusion;
}

void AppendRequests(const HloInstruction& instruction, bool is_of_root,
                    std::vector<Request>* requests) {
  const auto* aliasing =
      instruction.GetAttribute<OutputOperandAliasing>(AttributeKind::kOutputToOperandAliasing);
  if (aliasing == nullptr) return;
  for (const OutputOperandAlias& alias : aliasing->pairs) {
    int64_t parameter = alias.operand_number;
    if (is_of_root && instruction.async_phase() == AsyncPhase::kNone) {
      if (parameter < 0 || parameter >= instruction.operand_count()) continue;
      const HloInstruction& operand = *instruction.operand(parameter);
      if (operand.opcode() != HloOpcode::kParameter || operand.async_phase() != AsyncPhase::kNone) {
        continue;
      }
      parameter = operand.parameter_number();
    }
    const std::vector<int64_t> base = is_of_root ? std::vector<int64_t>{1} : std::vector<int64_t>{};
    requests->push_back({Joined(base, alias.output_index), parameter, alias.operand_index});
  }
}

// Whether something is bound at `index` of `shape`.
bool IsBound(const Shape* shape, ShapeIndex index) {
  const Shape* part = SubshapeAt(shape, index);
  return part != nullptr && !IsEmptyTuple(*part);
}

}  // namespace

Pairs AsyncChain::RequestedAliases() const {
  std::vector<Request> requests;
  const HloInstruction* root = wrapped_instruction();
  const bool is_sugar = start().async_phase() != AsyncPhase::kNone;
  AppendRequests(start(), is_sugar && HasAliasingOfItsOwn(start().opcode()), &requests);
  if (root != nullptr && root->async_phase() == AsyncPhase::kNone &&
      HasAliasingOfItsOwn(root->opcode())) {
    AppendRequests(*root, /*is_of_root=*/true, &requests);
  }

  Pairs pairs;
  int64_t bound = 0;
  for (const HloInstruction* link : links_) {
    const absl::Span<HloInstruction* const> operands = NewOperands(*link);
    const auto count = static_cast<int64_t>(operands.size());
    for (const Request& request : requests) {
      if (IsAsyncDone(*link)) {
        const ShapeIndex output = request.output_index;
        if (output.empty() || output[0] != 1 || !IsBound(&link->shape(), output.subspan(1))) {
          continue;
        }
        const HloInstruction* last = link->operand(0);
        const std::vector<int64_t> held = Joined({0, request.parameter}, request.operand_index);
        if (SubshapeAt(&last->shape(), held) == nullptr) continue;
        const ShapeIndex rest = output.subspan(1);
        pairs.push_back({{last, held}, {link, {rest.begin(), rest.end()}}});
      } else if (request.parameter >= bound && request.parameter < bound + count &&
                 IsBound(&link->shape(), request.output_index)) {
        const HloInstruction* operand = operands[static_cast<size_t>(request.parameter - bound)];
        if (SubshapeAt(&operand->shape(), request.operand_index) == nullptr) continue;
        pairs.push_back({{operand, {request.operand_index.begin(), request.operand_index.end()}},
                         {link, request.output_index}});
      }
    }
    bound += count;
  }
  return pairs;
}

}  // namespace hlo
