// Finds the modules that XLA dumped into a folder, with their stages.
//
//   for (const DumpModule& module : SortDumpFolder("/tmp/dump", entries).modules) {
//     for (const DumpStage& stage : module.stages) std::cout << stage.Label() << "\n";
//   }
//
// Only names are read. They are not trusted: escape them before showing them.
#ifndef HLO_DUMPS_DUMP_FOLDER_H_
#define HLO_DUMPS_DUMP_FOLDER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "src/dumps/dump_name.h"

namespace hlo_text_v1::internal {

// A module at one point of its compilation.
struct DumpStage {
  std::string file;  // its name in the folder
  DumpKind kind = DumpKind::kPass;
  bool is_proto = false;
  int64_t step = -1;  // -1 before the first and after the last pass
  std::string pipeline;
  std::string pass;  // the one that has run, "pipeline-start" before the first, or
                     // "cpu_after_optimizations"
  std::string next;
  std::string previous;  // pass of the nearest earlier stage that is not "pipeline-start"
  // The pipelines around the pass, outermost first, up to `pipeline`. Between two of them is the
  // pass of the first that runs the second, where they have different names.
  std::vector<std::string> path;
  std::string runner;  // of "pipeline-start": that pass, if there is one

  // "simplification/algsimp", "before_optimizations".
  std::string Label() const;
  // The same for people. XLA dumps "pipeline-start" if the module has changed since the last pass
  // of the previous pipeline: "between spmd-partitioning and algsimp", or "in spmd-partitioning,
  // before its pipeline spmd-cleanup".
  std::string Title() const;
  // "0006", "before", "after".
  std::string Number() const;
};

struct DumpModule {
  int64_t number = 0;
  std::string timestamp;
  std::string name;
  // In the compiler's order. Text is preferred to a proto, since it has the whole header, and a
  // plain file to a gzip'd one.
  std::vector<DumpStage> stages;
  std::vector<std::string> others;  // names of files and, with a slash, folders; sorted

  // "module_0014.jit_step".
  std::string Label() const;
};

struct DumpFolder {
  std::string path;
  std::vector<DumpModule> modules;  // by number, then name; each has a stage
  std::vector<std::string> others;  // not of a module with stages; sorted
};

// A name in a folder. Only a regular file can be a stage.
struct DumpEntry {
  std::string name;  // of a folder with a slash
  bool is_regular = true;
};

// The modules among `entries`, by their names. Reads nothing. Cost: n log n.
DumpFolder SortDumpFolder(const std::string& path, const std::vector<DumpEntry>& entries);

// The same for given files, by folder: `path` of each is the part before the names, with its slash,
// or empty. Reads no folder. Cost: n log n.
std::vector<DumpFolder> GroupDumpFiles(const std::vector<std::string>& paths);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DUMPS_DUMP_FOLDER_H_
