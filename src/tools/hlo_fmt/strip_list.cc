// Looks names up in the table of hlo/normalize.h.
#include "src/tools/hlo_fmt/strip_list.h"

#include <algorithm>
#include <vector>

#include "src/base/strings.h"
#include "src/tools/common/edit_distance.h"
#include "src/tools/common/find_row.h"

namespace hlo {
namespace {

std::string UnknownItem(std::string_view name) {
  std::vector<std::string_view> known;
  for (const StripInfo& item : StripTable()) known.push_back(item.name);
  const std::string_view nearest = NearestWord(name, known, /*limit=*/6);
  return StrCat("unknown name '", name, "' in --strip",
                nearest.empty() ? "" : StrCat("; did you mean ", nearest, "?"),
                "; known: ", Joined(known, ", "));
}

}  // namespace

bool ParseStripList(std::string_view list, StripOptions* options, std::string* error) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    const StripInfo* item = FindRow(StripTable(), name);
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
