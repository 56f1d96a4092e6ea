// A timeline as a picture: bytes alive by step, and below it the asynchronous operations in lanes.
//
//   std::string svg = hlo::TimelineSvg(*module->entry_computation());
//
// The page of a module draws the same with a canvas; this is for documents.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_SVG_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_SVG_H_

#include <string>

#include "hlo/module.h"

namespace hlo {

// SVG that stands alone, light or dark as the system is. Of more than 40 lanes, and of bars that
// are narrower than a pixel, only the first are drawn; it says so. Size: in proportion to what is
// drawn. Cost: that of MakeTimeline.
std::string TimelineSvg(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_SVG_H_
