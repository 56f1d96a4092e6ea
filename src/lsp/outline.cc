// Looks things up in the lists of an outline, which are in the order of the text: by offset with a
// binary search, by name with a linear one. outline_scanner.cc makes them.
#include "src/lsp/outline.h"

#include <algorithm>

namespace hlo_text_v1::internal {

namespace {

template <typename Items>
int LastAt(const Items& items, uint32_t offset) {
  const auto after =
      std::upper_bound(items.begin(), items.end(), offset,
                       [](uint32_t at, const auto& item) { return at < item.begin; });
  if (after == items.begin() || (after - 1)->end < offset) return -1;
  return static_cast<int>(after - items.begin() - 1);
}

}  // namespace

int Outline::InstructionAt(uint32_t offset) const { return LastAt(instructions, offset); }
int Outline::ComputationAt(uint32_t offset) const { return LastAt(computations, offset); }
int Outline::ModuleAt(uint32_t offset) const { return LastAt(modules, offset); }

int Outline::FindComputation(std::string_view text, uint32_t module, std::string_view name) const {
  for (uint32_t i = modules[module].first; i < modules[module].last; ++i) {
    const OutlineComputation& c = computations[i];
    if (c.name_end - c.name == name.size() && text.substr(c.name, name.size()) == name) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

int Outline::FindInstruction(std::string_view text, uint32_t computation,
                             std::string_view name) const {
  for (uint32_t i = computations[computation].first; i < computations[computation].last; ++i) {
    const OutlineInstruction& each = instructions[i];
    if (each.name_end - each.name == name.size() && text.substr(each.name, name.size()) == name) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

std::pair<size_t, size_t> Outline::CallsOf(const OutlineComputation& computation) const {
  const auto begin = [&](uint32_t instruction) {
    return static_cast<size_t>(
        std::lower_bound(calls.begin(), calls.end(), instruction,
                         [](const OutlineCall& call, uint32_t i) { return call.instruction < i; }) -
        calls.begin());
  };
  return {begin(computation.first), begin(computation.last)};
}

}  // namespace hlo_text_v1::internal
