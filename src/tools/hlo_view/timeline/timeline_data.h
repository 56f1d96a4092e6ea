// The timeline of a computation as data of a page; module_data.h describes the form.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_DATA_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_DATA_H_

#include "src/base/json_writer.h"
#include "src/tools/hlo_view/timeline/timeline.h"

namespace hlo {

void WriteTimelineData(const Timeline& timeline, JsonWriter* json);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_DATA_H_
