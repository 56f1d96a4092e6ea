// --update: changes directives that fail so that an input passes.
#ifndef HLO_CHECK_UPDATE_CHECKS_H_
#define HLO_CHECK_UPDATE_CHECKS_H_

#include <string>
#include <string_view>

#include "src/check/check_file.h"

namespace hlo_text_v1::internal {

struct UpdatedChecks {
  std::string text;  // of the check file
  int rewritten = 0;
  int added = 0;
  int removed = 0;
};

// `text` with directives that match `input` (after CollapseBlanks). A directive that holds stays as
// it is. One that fails is rewritten for the line that it is about (align_lines.h); if there is no
// such line any more, or a -NOT matches, it is removed. Lines between those of a -NEXT and its
// predecessor get a -NEXT of their own. A text without directives gets one for each instruction of
// the input, after the computation that it is in. Returns false, with `error` set, if the text has
// an error.
bool UpdateChecks(std::string_view text, const CheckOptions& options, std::string_view input,
                  UpdatedChecks* updated, CheckFileError* error);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_UPDATE_CHECKS_H_
