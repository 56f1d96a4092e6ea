// A file of the program, with the costs of the instructions that come from each line.
//
//   flops      bytes   peak
//                             11  def loss_fn(params, x):
//   2.1 Mflop  33.0 KiB  12 %  12    h = x @ params["w"]
#ifndef HLO_TOOLS_HLO_VIEW_ANNOTATE_H_
#define HLO_TOOLS_HLO_VIEW_ANNOTATE_H_

#include <string>
#include <string_view>

#include "hlo/module.h"
#include "hlo/profile.h"
#include "hlo/roofline.h"

namespace hlo_text_v1::internal {

struct AnnotateOptions {
  const Machine* machine = nullptr;     // borrowed; nullptr: no least times
  const HloProfile* profile = nullptr;  // borrowed; nullptr: no measured times
};

// `text`, the file `path`, with columns of the costs in `module` before each line. An instruction
// counts for the innermost line of its stack that is in the file, once: the sum over lines is what
// the module costs because of the file. Of the module's files, those whose names have the most last
// parts in common with `path`, at least the name. Empty if no instruction comes from there; then
// *files has the files that there are, for a message. n log n in the module.
std::string AnnotateSource(const HloModule& module, std::string_view path, std::string_view text,
                           const AnnotateOptions& options, std::string* files);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_ANNOTATE_H_
