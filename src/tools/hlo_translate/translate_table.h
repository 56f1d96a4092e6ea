// hlo-translate --table: rows about many files.
#ifndef HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_TABLE_H_
#define HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_TABLE_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_translate/translate_flags.h"

namespace hlo_text_v1::internal {

// Writes the table flags.table for all files and folders, rows as soon as they are made, and shows
// progress on a terminal. Unreadable files are not a failure: standard error says how many there
// are.
ExitCode TranslateTable(const TranslateFlags& flags);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_TRANSLATE_TRANSLATE_TABLE_H_
