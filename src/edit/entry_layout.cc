// See entry_layout.h. Parameter layouts are changed in place, in an array with room for more that
// the module's state knows: a pass that adds or changes thousands takes linear time.
#include "src/edit/entry_layout.h"

#include <algorithm>
#include <vector>

#include "hlo/shape.h"

namespace hlo_text_v1::internal {
namespace {

bool Fits(const Shape* given, const Shape& shape) {
  return given != nullptr && ShapesCompatible(*given, shape);
}

bool HasIndex(const Shape* shape, absl::Span<const int64_t> index) {
  return shape != nullptr && Subshape(*shape, index) != nullptr;
}

template <typename T, typename Predicate>
void KeepIf(Predicate is_kept, Arena& arena, absl::Span<const T>* values) {
  if (std::all_of(values->begin(), values->end(), is_kept)) return;
  std::vector<T> kept;
  std::copy_if(values->begin(), values->end(), std::back_inserter(kept), is_kept);
  *values = arena.CopySpan(absl::MakeConstSpan(kept));
}

// Resets a list with one bool for each of `count` values, or a single one for all.
void KeepIfForEach(size_t count, Arena& arena, absl::Span<const bool>* values) {
  if (values->size() > 1 && values->size() != count) *values = absl::MakeSpan(arena.New<bool>(), 1);
}

// Drops entries that name a parameter, or a part of one or of the result, that no longer exists.
void DropWhatIsGone(IrAccess::ModuleState& state) {
  HloModuleConfig& config = state.config;
  const EntryComputationLayout& layout = config.entry_computation_layout;
  const auto is_there = [&](const auto& donor) {
    const int64_t number = donor.parameter_number;
    return number >= 0 && number < static_cast<int64_t>(layout.parameters.size()) &&
           HasIndex(layout.parameters[static_cast<size_t>(number)], donor.parameter_index);
  };
  const auto are_there = [&](const InputOutputAlias& alias) {
    return is_there(alias) && HasIndex(layout.result, alias.output_index);
  };
  KeepIf(are_there, state.arena, &config.input_output_alias);
  KeepIf(is_there, state.arena, &config.buffer_donor);
  KeepIfForEach(layout.parameters.size(), state.arena,
                &config.allow_spmd_sharding_propagation_to_parameters);
  const size_t results = layout.result->IsTuple() ? layout.result->tuple_shapes().size() : 1;
  KeepIfForEach(results, state.arena, &config.allow_spmd_sharding_propagation_to_output);
}

// The sharding of a new parameter, after those of `count` others, stays.
void AppendSharding(IrAccess::ModuleState& state, size_t count) {
  absl::Span<const bool>& may_change = state.config.allow_spmd_sharding_propagation_to_parameters;
  if (count < 2 || may_change.size() != count) return;  // a single one is for all
  bool* all = state.arena.NewArray<bool>(count + 1);
  *std::copy(may_change.begin(), may_change.end(), all) = false;
  may_change = absl::MakeConstSpan(all, count + 1);
}

// Returns true if parts may have been removed.
bool SetResult(const Shape& shape, EntryComputationLayout* layout) {
  const Shape* const given = layout->result;
  if (Fits(given, shape)) return false;
  layout->result = &shape;
  return given != nullptr && (given->IsTuple() || shape.IsTuple());
}

}  // namespace

void UpdateEntryParameter(IrAccess::ModuleState& state, size_t number) {
  absl::Span<const Shape* const>& parameters = state.config.entry_computation_layout.parameters;
  const size_t count = parameters.size();
  if (number > count) return UpdateEntryLayout(state);
  const Shape& shape = state.entry->parameters()[number]->shape();
  const Shape* const given = number < count ? parameters[number] : nullptr;
  if (Fits(given, shape)) return;
  if (number == count) AppendSharding(state, count);
  if (parameters.data() != state.entry_layout || number == state.entry_layout_capacity) {
    state.entry_layout_capacity = std::max<size_t>(8, 2 * count);
    state.entry_layout = state.arena.NewArray<const Shape*>(state.entry_layout_capacity);
    std::copy(parameters.begin(), parameters.end(), state.entry_layout);
  }
  state.entry_layout[number] = &shape;
  parameters = absl::MakeConstSpan(state.entry_layout, std::max(count, number + 1));
  if (given != nullptr && (given->IsTuple() || shape.IsTuple())) DropWhatIsGone(state);
}

void RemoveEntryParameter(IrAccess::ModuleState& state, size_t number) {
  const size_t count = state.entry->parameters().size();
  const auto removed = static_cast<int64_t>(number);
  HloModuleConfig& config = state.config;
  const auto renumbered = [&](auto span) {
    std::vector<typename decltype(span)::value_type> kept;
    for (auto entry : span) {
      if (entry.parameter_number == removed) continue;
      if (entry.parameter_number > removed) --entry.parameter_number;
      kept.push_back(entry);
    }
    return state.arena.CopySpan(absl::MakeConstSpan(kept));
  };
  config.input_output_alias = renumbered(config.input_output_alias);
  config.buffer_donor = renumbered(config.buffer_donor);

  const auto without = [&](auto span) {
    using T = typename decltype(span)::value_type;
    if (span.size() != count) return span;
    T* kept = state.arena.NewArray<T>(count);
    std::copy(span.begin(), span.begin() + number, kept);
    std::copy(span.begin() + number + 1, span.end(), kept + number);
    return decltype(span)(kept, count - 1);
  };
  auto& sharding = config.allow_spmd_sharding_propagation_to_parameters;
  if (count > 1) sharding = without(sharding);
  auto& layout = config.entry_computation_layout.parameters;
  layout = without(layout);
}

void UpdateEntryResult(IrAccess::ModuleState& state) {
  const Shape& shape = state.entry->root_instruction()->shape();
  if (SetResult(shape, &state.config.entry_computation_layout)) DropWhatIsGone(state);
}

void UpdateEntryLayout(IrAccess::ModuleState& state) {
  EntryComputationLayout& layout = state.config.entry_computation_layout;
  std::vector<const Shape*> parameters;
  for (const HloInstruction* parameter : state.entry->parameters()) {
    const size_t i = parameters.size();
    const Shape* given = i < layout.parameters.size() ? layout.parameters[i] : nullptr;
    parameters.push_back(Fits(given, parameter->shape()) ? given : &parameter->shape());
  }
  const bool is_new = layout.parameters != absl::MakeConstSpan(parameters);
  if (is_new) layout.parameters = state.arena.CopySpan<const Shape*>(parameters);
  const bool has_new_result = SetResult(state.entry->root_instruction()->shape(), &layout);
  if (is_new || has_new_result) DropWhatIsGone(state);
}

}  // namespace hlo_text_v1::internal
