#include "hlo/passes.h"

namespace hlo_text_v1 {
namespace {

struct Row {
  const char* name;
  const char* summary;
  absl::StatusOr<bool> (*pass)(HloModule*);
};

constexpr Row kPasses[] = {
    {"algsimp", "replaces instructions by simpler ones with the same bits", AlgsimpPass},
    {"async-collectives", "makes collectives asynchronous", AsyncCollectivesPass},
    {"async-to-sync", "makes asynchronous operations synchronous", AsyncToSyncPass},
    {"async-work", "makes dots, reductions, fusions and the like asynchronous", AsyncWorkPass},
    {"bind-at-start", "lets async-start bind all operands and the result", BindAtStartPass},
    {"bind-late", "lets async-updates bind operands, one each, and the result", BindLatePass},
    {"call-inliner", "replaces calls by what they call", CallInlinerPass},
    {"constant-folding", "evaluates what does not depend on a parameter", ConstantFoldingPass},
    {"cse", "merges instructions that compute the same", CsePass},
    {"dce", "removes what neither the result nor an effect needs", DcePass},
    {"flatten-call-graph", "gives each call a computation of its own", FlattenCallGraphPass},
    {"layout-normalize", "gives arrays descending layouts, between bitcasts", LayoutNormalizePass},
    {"schedule-for-memory", "orders instructions for a low peak of memory", ScheduleForMemoryPass},
    {"schedule-for-overlap", "starts early, finishes late", ScheduleForOverlapPass},
    {"trip-count-annotator", "writes known_trip_count of loops", TripCountAnnotatorPass},
    {"tuple-simplifier", "removes tuples that are only taken apart", TupleSimplifierPass},
};

}  // namespace

void AddStandardPasses(PassRegistry* passes) {
  for (const Row& row : kPasses) passes->Add(row.name, row.summary, row.pass);
}

}  // namespace hlo_text_v1
