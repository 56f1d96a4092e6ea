// Passes, pipelines of passes, and the registry that finds passes by name.
//
//   absl::StatusOr<bool> RemoveCopies(hlo_text::HloModule* module);
//
//   hlo_text::HloPassPipeline cleanup("cleanup");
//   cleanup.AddPass("remove-copies", RemoveCopies);
//   cleanup.AddPass("dce", hlo_text::DcePass);  // hlo/passes.h
//   cleanup.RunToFixedPoint();
//   hlo_text::HloPassPipeline pipeline("optimization");
//   pipeline.AddPass("flatten-call-graph", hlo_text::FlattenCallGraphPass);
//   pipeline.AddPipeline(std::move(cleanup));
//   hlo_text::PassOptions options;
//   options.dump_to = "dump";  // hlo-view --passes dump shows them
//   absl::StatusOr<bool> changed = pipeline.Run(module, options);
//
// The same from text, with a registry that a program fills:
//
//   hlo_text::PassRegistry passes;
//   hlo_text::AddStandardPasses(&passes);
//   passes.Add("remove-copies", "removes copies", RemoveCopies);
//   absl::StatusOr<hlo_text::HloPassPipeline> parsed =
//       hlo_text::ParsePassPipeline("flatten-call-graph,cleanup*(remove-copies,dce)", passes);
//
// The program hlo-opt runs such texts; hlo/opt.h is its main function, for programs with passes of
// their own. Source: XLA HloPassPipeline, HloPassFix, HloPassInterface.
#ifndef HLO_PASS_H_
#define HLO_PASS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "hlo/verify.h"

namespace hlo_text_v1 {

namespace internal {
class PipelineRun;
}

// Edits `module` and returns whether it changed anything. After an error the module may be half
// changed.
using HloPass = std::function<absl::StatusOr<bool>(HloModule* module)>;

// One run of a pass.
struct PassRun {
  std::string pipeline;  // the innermost one around the pass
  std::string pass;
  bool changed = false;
  double seconds = 0;  // without checks and dumps
};

// Holds before the first pass and after each pass, or the run ends with its error.
struct PassInvariant {
  std::string name;
  std::function<absl::Status(const HloModule&)> check;
};

struct PassOptions {
  // Verify the module before the first pass and after each one.
  bool verify = true;
  VerifyOptions verify_options;
  // After verifying, in this order.
  std::vector<PassInvariant> invariants;
  // Print the module before and after each pass, and hold the texts against the pass's result:
  // changed or not. Finds passes that lie about it, on which fixed points depend.
  bool check_changes = false;
  // A folder, made if it is missing in the one above, which gets the module before the first pass
  // and after each pass that changes it, as text under XLA's names:
  // module_0001.NAME.0002.PIPELINE.after_PASS.before_NEXT.txt. Empty: no dumps.
  std::string dump_to;
  int64_t module_number = 1;  // the first number in these names
  // If set, gets each run in order, also that of a pass that fails.
  std::vector<PassRun>* runs = nullptr;
};

class HloPassPipeline {
 public:
  explicit HloPassPipeline(std::string_view name) : name_(name) {}

  // Appends a pass, or a pipeline as one step.
  void AddPass(std::string_view name, HloPass pass);
  void AddPipeline(HloPassPipeline pipeline);
  // Makes Run repeat the steps until none changes the module, but at most `max_rounds` times. XLA
  // HloPassFix.
  void RunToFixedPoint(int64_t max_rounds = 25) { max_rounds_ = max_rounds; }

  std::string_view name() const { return name_; }

  // Runs all steps in order; returns whether one changed the module. Errors name the pass: its own
  // error; kInternal if the module is not valid after it, an invariant does not hold, or
  // check_changes finds a lie; kInvalidArgument if the module is not valid before the first pass;
  // kUnavailable if a dump cannot be written.
  absl::StatusOr<bool> Run(HloModule* module, const PassOptions& options = {}) const;

 private:
  friend class internal::PipelineRun;
  struct Step {
    std::string name;
    HloPass pass;                           // null for a pipeline
    std::vector<HloPassPipeline> pipeline;  // one or none
  };

  std::string name_;
  std::vector<Step> steps_;
  int64_t max_rounds_ = 1;
};

// Passes by name. A library of passes has a function that adds them to a registry.
class PassRegistry {
 public:
  struct Entry {
    std::string name;
    std::string summary;  // one line, a verb first: "removes copies"
    HloPass pass;
  };

  // Takes the place of an earlier pass of this name.
  void Add(std::string_view name, std::string_view summary, HloPass pass);
  // nullptr if there is no such pass. Linear in the passes.
  const Entry* Find(std::string_view name) const;
  // Sorted by name.
  absl::Span<const Entry> entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

// Makes a pipeline called `name` of a text such as "dce,simplification*(algsimp,cse,dce)":
//
//   list  passes and pipelines with commas between them
//   pass  its name in the registry
//   pipeline  any name and a list in parentheses
//   *     after a name: to a fixed point (RunToFixedPoint)
//
// Blanks have no meaning. Errors: kNotFound, which names the nearest pass, for a pass that is not
// registered; kInvalidArgument for anything else, with the place in the text.
absl::StatusOr<HloPassPipeline> ParsePassPipeline(std::string_view text, const PassRegistry& passes,
                                                  std::string_view name = "pipeline");

}  // namespace hlo_text_v1

#endif  // HLO_PASS_H_
