// Names are looked up in the table of hlo/normalize.h.
#include "src/tools/hlo_fmt/strip_list.h"

#include <algorithm>

#include "src/tools/common/edit_distance.h"

namespace hlo {
namespace {

const StripInfo* FindItem(std::string_view name) {
  for (const StripInfo& item : StripTable()) {
    if (item.name == name) return &item;
  }
  return nullptr;
}

std::string UnknownItem(std::string_view name) {
  std::string error = "unknown name '" + std::string(name) + "' in --strip";
  std::string known;
  const StripInfo* nearest = nullptr;
  size_t distance = name.size() > 64 ? 0 : std::min<size_t>(6, name.size() / 2 + 1);
  for (const StripInfo& item : StripTable()) {
    known += (known.empty() ? "" : ", ") + std::string(item.name);
    const size_t d = distance == 0 ? 0 : EditDistance(name, item.name);
    if (d >= distance) continue;
    distance = d;
    nearest = &item;
  }
  if (nearest != nullptr) error += "; did you mean " + std::string(nearest->name) + "?";
  return error + "; known: " + known;
}

}  // namespace

bool ParseStripList(std::string_view list, StripOptions* options, std::string* error) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    const StripInfo* item = FindItem(name);
    if (item == nullptr) {
      *error = UnknownItem(name);
      return false;
    }
    options->*(item->field) = true;
    list.remove_prefix(std::min(list.size(), name.size() + 1));
  }
  return true;
}

}  // namespace hlo
