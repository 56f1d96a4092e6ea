// The value of --strip: names of hlo/tables/strip.def, separated by commas.
#ifndef HLO_TOOLS_HLO_FMT_STRIP_LIST_H_
#define HLO_TOOLS_HLO_FMT_STRIP_LIST_H_

#include <string>
#include <string_view>

#include "hlo/normalize.h"

namespace hlo {

// Sets in `options` what `list` names; the empty list names nothing. False if a name is unknown,
// with one line in `error` that says which are known and which one may have been meant.
bool ParseStripList(std::string_view list, StripOptions* options, std::string* error);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_STRIP_LIST_H_
