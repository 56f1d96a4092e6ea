// Lists a dump folder.
//
//   absl::StatusOr<DumpFolder> folder = ListDumpFolder("/tmp/dump");
//   for (const DumpModule& module : folder->modules) {
//     for (const DumpStage& stage : module.stages) std::cout << stage.Label() << "\n";
//   }
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_LIST_DUMP_FOLDER_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_LIST_DUMP_FOLDER_H_

#include <string>

#include "absl/status/statusor.h"
#include "src/dumps/dump_folder.h"

namespace hlo_text_v1::internal {

// Lists `path`, which may be a link to a folder. Goes by names, but only regular files can be
// stages: links, folders and the like are `others`, so nothing outside the folder is read. Errors:
// the system's, with the path. Cost: n log n in the number of files.
absl::StatusOr<DumpFolder> ListDumpFolder(const std::string& path);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_LIST_DUMP_FOLDER_H_
