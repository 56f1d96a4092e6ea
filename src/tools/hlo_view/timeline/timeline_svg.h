// A timeline as a picture: bytes alive by step, with the asynchronous operations in lanes below.
//
//   std::string svg = TimelineSvg(*module->entry_computation());
//
// A module's page draws the same on a canvas; this is for documents.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_SVG_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_SVG_H_

#include <string>

#include "hlo/module.h"

namespace hlo::internal {

// A standalone SVG, light or dark as the system is. Draws only the first 40 lanes and the first of
// bars narrower than a pixel, and says so. Size: in proportion to what is drawn. Cost: that of
// MakeTimeline.
std::string TimelineSvg(const HloComputation& computation);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_SVG_H_
