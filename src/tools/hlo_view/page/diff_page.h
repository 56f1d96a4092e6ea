// The page of two modules side by side, with the differences that hlo/diff.h finds.
//
//   std::string html = DiffPage({before, "a.hlo"}, {after, "b.hlo"});
//
// Its data are JSON: DiffData of types.d.ts.
//
// A computation that only one module has is a pair with -1; its rows count as the same if it is
// only a spelling: the wrapper of an asynchronous call (hlo/diff.h). Both sides are sugared, unless
// sugar would hide a computation on one side only. Each side of scheduled computations is in its
// own order; in others, the order means nothing, and the earlier side follows the later.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_DIFF_PAGE_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_DIFF_PAGE_H_

#include <string>
#include <string_view>

#include "hlo/module.h"

namespace hlo_text_v1::internal {

struct DiffSide {
  const HloModule& module;  // desugared, with unique names
  std::string_view file;    // the page's name for the input; empty: the module's
};

// Cost: that of Diff, and of ModuleData for both.
std::string DiffPage(const DiffSide& before, const DiffSide& after);

// Only the data.
std::string DiffData(const DiffSide& before, const DiffSide& after);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_DIFF_PAGE_H_
