// Two walks over the calls: callees before callers, for what one run of each computation costs;
// then callers before callees, for how often each runs.
#include "hlo/cost.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"
#include "src/analysis/trip_count.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/ir/desugared.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

Cost& Cost::operator+=(const Cost& other) {
  flops += other.flops;
  transcendentals += other.transcendentals;
  read_bytes += other.read_bytes;
  written_bytes += other.written_bytes;
  wire_bytes += other.wire_bytes;
  return *this;
}

bool Cost::IsZero() const {
  return flops == 0 && transcendentals == 0 && bytes() == 0 && wire_bytes == 0;
}

Cost operator*(double times, const Cost& cost) {
  return {times * cost.flops, times * cost.transcendentals, times * cost.read_bytes,
          times * cost.written_bytes, times * cost.wire_bytes};
}

namespace {

constexpr double kBytesOfPointer = 4;

double CountOf(const Shape& shape) { return static_cast<double>(TotalElementCount(shape)); }

// Of the arrays in it. The sizes of a dynamic one lie after it.
double Bytes(const Shape& shape) {
  constexpr double kBytesOfSize = 4;
  if (shape.IsOpaque()) return kBytesOfPointer;
  const double bytes = static_cast<double>(AllocatedBytesOf(shape));
  return shape.IsArray() && !shape.is_static()
             ? bytes + kBytesOfSize * static_cast<double>(shape.rank())
             : bytes;
}

// An operand that is a tuple is only the table of pointers to its elements.
double OperandBytes(const Shape& shape) {
  if (!shape.IsTuple()) return Bytes(shape);
  return kBytesOfPointer * static_cast<double>(shape.tuple_shapes().size());
}

double OperandBytes(const HloInstruction& i) {
  double bytes = 0;
  for (const HloInstruction* operand : i.operands()) bytes += OperandBytes(operand->shape());
  return bytes;
}

// ---- Fusions read what their instructions touch of a parameter, and write their results.

// The bytes that a fused computation reads of each of its parameters.
using TouchedBytes = std::vector<double>;
// Those of all, by NumberOf.
using AllTouched = absl::Span<const TouchedBytes>;

bool Is(const HloInstruction& i, std::initializer_list<HloOpcode> opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), i.opcode()) != opcodes.end();
}

double TouchedBy(const HloInstruction& parameter, absl::Span<const HloInstruction* const> users,
                 AllTouched all) {
  const double whole = Bytes(parameter.shape());
  double bytes = 0;
  bool reads_whole = false;
  for (const HloInstruction* user : users) {
    const bool is_first = user->operand(0) == &parameter;
    if (user->opcode() == HloOpcode::kFusion) {
      const HloComputation* fused = user->fused_computation();
      if (fused == nullptr) continue;
      const TouchedBytes& touched = all[NumberOf(*fused)];
      for (int64_t n = 0; n < user->operand_count(); ++n) {
        if (user->operand(n) != &parameter) continue;
        bytes += static_cast<size_t>(n) < touched.size() ? touched[static_cast<size_t>(n)] : whole;
      }
    } else if (is_first && Is(*user, {HloOpcode::kSlice, HloOpcode::kDynamicSlice})) {
      bytes += Bytes(user->shape());
    } else if (Is(*user, {HloOpcode::kBroadcast, HloOpcode::kReshape})) {
      bytes += whole;
    } else {
      // The first operand of an update is written in place.
      reads_whole |= !is_first || user->opcode() != HloOpcode::kDynamicUpdateSlice;
    }
  }
  return bytes + (reads_whole ? whole : 0);
}

double FusionReads(const HloInstruction& fusion, AllTouched all) {
  const HloComputation* fused = fusion.fused_computation();
  if (fused == nullptr) return OperandBytes(fusion);
  const TouchedBytes& touched = all[NumberOf(*fused)];
  double bytes = 0;
  for (int64_t n = 0; n < fusion.operand_count(); ++n) {
    bytes += static_cast<size_t>(n) < touched.size() ? touched[static_cast<size_t>(n)]
                                                     : Bytes(fusion.operand(n)->shape());
  }
  return bytes;
}

// Of the instruction that makes an output: of an update in place the update.
double OutputBytes(const HloInstruction& output) {
  const bool is_update =
      output.opcode() == HloOpcode::kDynamicUpdateSlice && output.operand_count() > 1;
  return Bytes(is_update ? output.operand(1)->shape() : output.shape());
}

double FusionWrites(const HloInstruction& fusion) {
  const HloComputation* fused = fusion.fused_computation();
  if (fused == nullptr || fused->root_instruction() == nullptr) return Bytes(fusion.shape());
  const HloInstruction& root = *fused->root_instruction();
  if (root.opcode() != HloOpcode::kTuple) return OutputBytes(root);
  double bytes = 0;
  for (const HloInstruction* element : root.operands()) bytes += OutputBytes(*element);
  return bytes;
}

// ---- Single instructions.

// XLA counts links as they are written, so that what goes through a chain counts twice. The tuple
// of a start repeats its operands.
void CountBytesOfLink(const HloInstruction& i, Cost* cost) {
  if (Is(i, {HloOpcode::kAsyncUpdate, HloOpcode::kAsyncDone, HloOpcode::kAllGatherDone,
             HloOpcode::kAllReduceDone, HloOpcode::kCollectivePermuteDone, HloOpcode::kCopyDone,
             HloOpcode::kSendDone, HloOpcode::kRecvDone})) {
    cost->read_bytes = cost->written_bytes = 0;
  } else if (Is(i, {HloOpcode::kAllGatherStart, HloOpcode::kCollectivePermuteStart,
                    HloOpcode::kCopyStart})) {
    cost->written_bytes = std::max(0.0, cost->written_bytes - cost->read_bytes);
  }
}

void CountBytes(const HloInstruction& i, AllTouched all, Cost* cost) {
  if (Is(i, {HloOpcode::kParameter, HloOpcode::kConstant, HloOpcode::kGetTupleElement,
             HloOpcode::kBitcast, HloOpcode::kWhile, HloOpcode::kConditional, HloOpcode::kCall,
             HloOpcode::kAsyncStart, HloOpcode::kAddDependency, HloOpcode::kAfterAll,
             HloOpcode::kDomain, HloOpcode::kCustomCall})) {
    return;
  }
  const auto operand = [&i](int64_t n) {
    return n < i.operand_count() ? Bytes(i.operand(n)->shape()) : 0;
  };
  double& read = cost->read_bytes;
  double& written = cost->written_bytes;
  read = OperandBytes(i);
  written = Bytes(i.shape());
  if (i.opcode() == HloOpcode::kFusion) {
    read = FusionReads(i, all);
    written = FusionWrites(i);
  } else if (i.opcode() == HloOpcode::kTuple) {
    read = 0;
    written = kBytesOfPointer * static_cast<double>(i.operand_count());
  } else if (i.opcode() == HloOpcode::kSlice) {
    read = written;
  } else if (Is(i, {HloOpcode::kDynamicSlice, HloOpcode::kGather})) {
    read = written + operand(1);
  } else if (i.opcode() == HloOpcode::kDynamicUpdateSlice) {
    written = operand(1);
    read = written + operand(2);
  } else if (i.opcode() == HloOpcode::kScatter) {
    const int64_t inputs = i.operand_count() / 2;
    written = 0;
    for (int64_t n = inputs + 1; n < i.operand_count(); ++n) written += operand(n);
    read = 2 * written + operand(inputs);  // of the array as much as of the updates
  } else if (i.opcode() == HloOpcode::kOutfeed) {
    read = operand(0);
  } else if (i.opcode() == HloOpcode::kTranspose) {
    const bool moves = i.operand_count() != 1 ||
                       !TransposeIsBitcast(i.operand(0)->shape(), i.shape(), i.dimensions());
    if (!moves) read = written = 0;
  } else if (i.opcode() == HloOpcode::kCholesky) {  // a triangle
    read /= 2;
    written /= 2;
  } else if (i.opcode() == HloOpcode::kTriangularSolve) {
    read = operand(0) / 2 + operand(1);
  }
}

// How often what `i` calls for each element runs, for each call.
double CallsPerRun(const HloInstruction& i, bool is_second) {
  const Shape& shape = i.shape();
  const bool is_tuple = shape.IsTuple() && !shape.tuple_shapes().empty();
  const double first = CountOf(is_tuple ? *shape.tuple_shapes()[0] : shape);
  const auto operand = [&](int64_t n) {
    return n >= 0 && n < i.operand_count() ? CountOf(i.operand(n)->shape()) : 0;
  };
  if (i.opcode() == HloOpcode::kFusion) return 1;
  if (i.opcode() == HloOpcode::kMap) return first;
  if (i.opcode() == HloOpcode::kReduce) return operand(0) - first;
  if (i.opcode() == HloOpcode::kReduceWindow) return first * (WindowElementCount(i.window()) - 1);
  if (i.opcode() == HloOpcode::kScatter) return operand(i.operand_count() - 1);
  if (i.opcode() == HloOpcode::kScan) {  // of the second result
    return shape.tuple_shapes().size() > 1 ? CountOf(*shape.tuple_shapes(1)) : 1;
  }
  if (i.opcode() == HloOpcode::kSelectAndScatter) {
    return operand(1) * (is_second ? 1 : WindowElementCount(i.window()) - 1);
  }
  return 0;  // sort and the like have their own count; all-reduce that of its result
}

}  // namespace

// ---- The module.

class CostAnalysis::Builder {
 public:
  Builder(const HloModule& module, const CostOptions& options, TripCountFunction trip_count,
          CostAnalysis* result)
      : module_(module),
        options_(options),
        trip_count_(trip_count),
        calls_(module),
        result_(*result) {}

  void Build() {
    order_.assign(module_.computations().begin(), module_.computations().end());
    std::stable_sort(order_.begin(), order_.end(), [this](const auto* a, const auto* b) {
      return calls_.depth(*a) > calls_.depth(*b);
    });
    size_t count = 0;
    for (const HloComputation* each : order_) count = std::max(count, NumberOf(*each) + 1);
    result_.computations_.resize(count);
    touched_.resize(count);
    for (const HloComputation* each : order_) {
      Of(*each).instructions.resize(static_cast<size_t>(each->index_limit()));
    }
    for (const Collective& each : FindCollectives(module_)) {
      At(*each.start).wire_bytes += static_cast<double>(MovedBytes(each).value_or(0));
    }
    for (const HloComputation* each : order_) CountComputation(*each);
    CountRuns();
  }

 private:
  OfComputation& Of(const HloComputation& computation) {
    return result_.computations_[NumberOf(computation)];
  }
  Cost& At(const HloInstruction& i) {
    return Of(*i.parent()).instructions[static_cast<size_t>(i.index())];
  }

  void CountComputation(const HloComputation& computation) {
    const bool is_embedded = calls_.context(computation) == CallContext::kEmbedded;
    if (is_embedded) FindTouchedBytes(computation);
    const auto callers = calls_.callers(computation);
    Of(computation).is_counted =
        !is_embedded ||
        std::all_of(callers.begin(), callers.end(), [](const HloInstruction* caller) {
          return caller->opcode() == HloOpcode::kFusion;
        });
    Cost& sum = Of(computation).cost;
    for (const HloInstruction* i : computation.instructions()) {
      Cost& cost = At(*i);
      CountAlone(*i, &cost);
      if (i->opcode() == HloOpcode::kWhile && !options_.as_xla) {
        const std::optional<int64_t> trips = trip_count_(*i);
        if (trips.has_value()) Of(computation).trips.emplace_back(i->index(), *trips);
      }
      if (is_embedded) cost.read_bytes = cost.written_bytes = 0;
      sum += cost;
      if (CallContextOf(*i) == CallContext::kControlFlow) {
        ForEachRun(*i, [&](const HloComputation& callee, double times) {
          sum += times * Of(callee).cost;
        });
        if (options_.as_xla && i->opcode() == HloOpcode::kConditional) sum += LargestOfBranches(*i);
      }
    }
  }

  void FindTouchedBytes(const HloComputation& fused) {
    const UserSnapshot users(fused);
    TouchedBytes& touched = touched_[NumberOf(fused)];
    for (const HloInstruction* parameter : fused.parameters()) {
      touched.push_back(TouchedBy(*parameter, users.of(*parameter), touched_));
    }
  }

  // Without what it calls as a sequence.
  void CountAlone(const HloInstruction& i, Cost* cost) {
    CountBytes(i, touched_, cost);
    if (!options_.as_xla) CountBytesOfLink(i, cost);
    const CallContext context = CallContextOf(i);
    if (context == CallContext::kControlFlow) return;
    if (context == CallContext::kEmbedded) {
      bool is_second = false;
      bool has_any = false;
      i.ForEachCalledComputation([&](const HloComputation* callee) {
        const double times = CallsPerRun(i, is_second);
        const Cost& each = Of(*callee).cost;
        cost->flops += times * each.flops;
        cost->transcendentals += times * each.transcendentals;
        has_any |= times != 0;
        is_second = true;
      });
      if (has_any) return;
    }
    cost->flops += InstructionFlops(i);
    if (GetOpcodeInfo(i.opcode()).Has(OpcodeTrait::kTranscendental)) {
      cost->transcendentals += CountOf(i.shape());
    }
  }

  // Calls visit(callee, times) for the computations that one run of `i` runs as a sequence.
  template <typename Visit>
  void ForEachRun(const HloInstruction& i, Visit visit) {
    if (i.opcode() == HloOpcode::kConditional) {
      if (options_.as_xla) return;
      if (const HloComputation* branch = CostliestBranch(i)) visit(*branch, 1);
      return;
    }
    const std::optional<int64_t> trips = result_.trip_count(i);
    i.ForEachCalledComputation(
        [&](const HloComputation* callee) { visit(*callee, RunsOfCallee(i, callee, trips)); });
  }

  const HloComputation* CostliestBranch(const HloInstruction& conditional) {
    const HloComputation* most = nullptr;
    conditional.ForEachCalledComputation([&](const HloComputation* branch) {
      const auto key = [this](const HloComputation& c) {
        return std::pair(Of(c).cost.flops, Of(c).cost.bytes());
      };
      if (most == nullptr || key(*branch) > key(*most)) most = branch;
    });
    return most;
  }

  Cost LargestOfBranches(const HloInstruction& conditional) {
    Cost largest;
    conditional.ForEachCalledComputation([&](const HloComputation* branch) {
      const Cost& cost = Of(*branch).cost;
      for (double Cost::* figure : {&Cost::flops, &Cost::transcendentals, &Cost::read_bytes,
                                    &Cost::written_bytes, &Cost::wire_bytes}) {
        largest.*figure = std::max(largest.*figure, cost.*figure);
      }
    });
    return largest;
  }

  void CountRuns() {
    const HloComputation* entry = module_.entry_computation();
    if (entry == nullptr) return;
    Of(*entry).runs = 1;
    result_.total_ = Of(*entry).cost;
    for (size_t n = order_.size(); n-- > 0;) {
      const double runs = Of(*order_[n]).runs;
      if (runs == 0) continue;
      for (const HloInstruction* i : calls_.callsites(*order_[n])) {
        if (CallContextOf(*i) == CallContext::kControlFlow) {
          if (i->opcode() == HloOpcode::kWhile) {
            result_.is_minimum_ |= !result_.trip_count(*i).has_value();
          }
          ForEachRun(*i, [&](const HloComputation& callee, double times) {
            Of(callee).runs += runs * times;
          });
        } else {
          bool is_second = false;
          i->ForEachCalledComputation([&](const HloComputation* callee) {
            Of(*callee).runs += runs * CallsPerRun(*i, is_second);
            is_second = true;
          });
        }
      }
    }
  }

  const HloModule& module_;
  const CostOptions& options_;
  const TripCountFunction trip_count_;
  const CallGraph calls_;
  CostAnalysis& result_;
  std::vector<const HloComputation*> order_;  // callees first
  std::vector<TouchedBytes> touched_;         // of fused computations, by number
};

CostAnalysis::CostAnalysis(const HloModule& module, const CostOptions& options,
                           TripCountFunction trip_count) {
  RequireDesugared(module, "CostAnalysis");
  Builder(module, options, trip_count, this).Build();
}

std::optional<int64_t> CostAnalysis::trip_count(const HloInstruction& loop) const {
  const auto& trips = computations_[NumberOf(*loop.parent())].trips;
  const auto found =
      std::lower_bound(trips.begin(), trips.end(), std::pair(int64_t{loop.index()}, int64_t{-1}));
  const bool is_known = found != trips.end() && found->first == loop.index();
  return is_known ? std::optional<int64_t>(found->second) : std::nullopt;
}
const Cost& CostAnalysis::of(const HloInstruction& instruction) const {
  return computations_[NumberOf(*instruction.parent())]
      .instructions[static_cast<size_t>(instruction.index())];
}
const Cost& CostAnalysis::of(const HloComputation& computation) const {
  return computations_[NumberOf(computation)].cost;
}
Cost CostAnalysis::share(const HloInstruction& instruction) const {
  const OfComputation& of_computation = computations_[NumberOf(*instruction.parent())];
  if (!of_computation.is_counted) return {};
  Cost cost = of_computation.runs * of(instruction);
  if (instruction.opcode() == HloOpcode::kFusion) cost.flops = cost.transcendentals = 0;
  return cost;
}
double CostAnalysis::runs(const HloComputation& computation) const {
  return computations_[NumberOf(computation)].runs;
}

// ---- Sums.

namespace {

// The scopes of an op_name, outermost first, and its own part. Slashes in parentheses do not
// separate; of the op_names of joined instructions, "a;b", the first counts.
std::vector<std::string_view> PartsOf(std::string_view op_name) {
  op_name = op_name.substr(0, op_name.find(';'));
  std::vector<std::string_view> parts;
  size_t begin = 0;
  int64_t depth = 0;
  for (size_t n = 0; n < op_name.size(); ++n) {
    if (op_name[n] == '(') ++depth;
    if (op_name[n] == ')') --depth;
    if (op_name[n] != '/' || depth > 0) continue;
    parts.push_back(op_name.substr(begin, n - begin));
    begin = n + 1;
  }
  parts.push_back(op_name.substr(begin));
  return parts;
}

std::string CollectiveKey(const HloInstruction& i) {
  if (!IsCollective(i)) return "";
  const HloInstruction* operation =
      IsAsyncStart(i) ? i.async_wrapped_computation()->root_instruction() : &i;
  constexpr std::string_view kStart = "-start";
  std::string_view name = operation->opcode_name();
  if (absl::EndsWith(Absl(name), Absl(kStart))) name.remove_suffix(kStart.size());
  const std::optional<int64_t> size = GroupSizeOf(*operation);
  return StrCat(name, size.has_value() ? StrCat(" in groups of ", *size) : "");
}

// Calls add(key, cost) for each instruction that costs something.
template <typename KeyOf, typename Add>
void ForEachCost(const HloModule& module, const CostAnalysis& costs, KeyOf key_of, Add add) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      const Cost cost = costs.share(*i);
      if (!cost.IsZero()) add(key_of(*i), cost);
    }
  }
}

}  // namespace

absl::Span<const CostKeyInfo> CostKeyTable() {
  static constexpr CostKeyInfo kKeys[] = {
      {CostKey::kOpcode, "opcode"}, {CostKey::kComputation, "computation"},
      {CostKey::kScope, "scope"},   {CostKey::kSourceLine, "source_line"},
      {CostKey::kStack, "stack"},   {CostKey::kCollective, "collective"}};
  return kKeys;
}

std::string CostKeyOf(const HloModule& module, const HloInstruction& i, CostKey key) {
  switch (key) {
    case CostKey::kOpcode:
      return std::string(i.opcode_name());
    case CostKey::kComputation:
      return std::string(i.parent()->name());
    case CostKey::kScope: {
      const std::string_view name = i.metadata().op_name;
      const std::string_view last = PartsOf(name).back();
      const auto size = static_cast<size_t>(last.data() - name.data());
      return std::string(name.substr(0, size == 0 ? 0 : size - 1));
    }
    case CostKey::kCollective:
      return CollectiveKey(i);
    case CostKey::kSourceLine:
    case CostKey::kStack:
      break;
  }
  const std::vector<std::string> stack = SourceStack(module, i.metadata());
  if (stack.empty()) return "";
  if (key == CostKey::kSourceLine) return stack.front();
  std::string joined;
  for (size_t n = stack.size(); n-- > 0;) StrAppend(&joined, stack[n], n > 0 ? ";" : "");
  return joined;
}

std::vector<CostRow> CostBy(const HloModule& module, const CostAnalysis& costs, CostKey key) {
  std::vector<CostRow> rows;
  HashMap<std::string, size_t> numbers;
  ForEachCost(
      module, costs, [&](const HloInstruction& i) { return CostKeyOf(module, i, key); },
      [&](std::string name, const Cost& cost) {
        const auto [at, is_new] = numbers.emplace(name, rows.size());
        if (is_new) rows.push_back({std::move(name), {}, 0});
        rows[at->second].cost += cost;
        ++rows[at->second].instructions;
      });
  std::stable_sort(rows.begin(), rows.end(), [](const CostRow& a, const CostRow& b) {
    return std::pair(a.cost.flops, a.cost.bytes()) > std::pair(b.cost.flops, b.cost.bytes());
  });
  return rows;
}

std::string FoldedStacks(const HloModule& module, const CostAnalysis& costs, CostMeasure measure) {
  const auto stack_of = [&](const HloInstruction& i) {
    std::string stack = CostKeyOf(module, i, CostKey::kStack);
    if (stack.empty()) {
      std::vector<std::string_view> parts = PartsOf(i.metadata().op_name);
      parts.pop_back();
      for (const std::string_view part : parts) StrAppend(&stack, stack.empty() ? "" : ";", part);
    }
    // A blank ends the stack only before the last word; a line break would end it anywhere.
    stack = StrCat(stack, stack.empty() ? "" : ";", i.opcode_name());
    std::replace(stack.begin(), stack.end(), '\n', ' ');
    return stack;
  };
  std::map<std::string, double> figures;
  ForEachCost(module, costs, stack_of, [&](const std::string& stack, const Cost& cost) {
    figures[stack] += measure == CostMeasure::kFlops   ? cost.flops
                      : measure == CostMeasure::kBytes ? cost.bytes()
                                                       : cost.wire_bytes;
  });
  std::string text;
  for (const auto& [stack, figure] : figures) {
    if (figure >= 0.5) StrAppend(&text, stack, " ", absl::StrFormat("%.0f", figure), "\n");
  }
  return text;
}

}  // namespace hlo_text_v1
