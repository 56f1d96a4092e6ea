// The value of --strip: names of hlo/tables/strip.def, separated by commas.
#ifndef HLO_TOOLS_HLO_FMT_STRIP_LIST_H_
#define HLO_TOOLS_HLO_FMT_STRIP_LIST_H_

#include <string>
#include <string_view>

#include "hlo/normalize.h"

namespace hlo {

// Sets in `options` what `list` names; the empty list names nothing. Returns false for an unknown
// name, with one line in `error` that lists the known ones and suggests one.
bool ParseStripList(std::string_view list, StripOptions* options, std::string* error);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_STRIP_LIST_H_
