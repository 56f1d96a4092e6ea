// Runs steps in order, checks and dumps between them. A fixed point is a loop around that.
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "hlo/pass.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "src/dumps/dump_name.h"

namespace hlo_text_v1 {

void HloPassPipeline::AddPass(std::string_view name, HloPass pass) {
  steps_.push_back({std::string(name), std::move(pass), {}});
}

void HloPassPipeline::AddPipeline(HloPassPipeline pipeline) {
  Step step{pipeline.name_, nullptr, {}};
  step.pipeline.push_back(std::move(pipeline));
  steps_.push_back(std::move(step));
}

namespace internal {

// One Run, with all pipelines in it.
class PipelineRun {
 public:
  PipelineRun(HloModule* module, const PassOptions& options)
      : module_(*module), options_(options) {}

  // Before the first pass, which is of `pipeline`.
  absl::Status Start(const HloPassPipeline& pipeline) {
    const std::string problem = Problem();
    if (!problem.empty()) {
      return absl::InvalidArgumentError(StrCat("before the first pass: ", problem));
    }
    return Dump(pipeline, kPipelineStart, NameAt(pipeline, 0));
  }

  absl::StatusOr<bool> Run(const HloPassPipeline& pipeline) {
    bool changed = false;
    for (int64_t round = 0; round < pipeline.max_rounds_; ++round) {
      const absl::StatusOr<bool> changed_now = RunOnce(pipeline);
      if (!changed_now.ok()) return changed_now;
      if (!*changed_now) break;
      changed = true;
    }
    return changed;
  }

 private:
  absl::StatusOr<bool> RunOnce(const HloPassPipeline& pipeline) {
    bool changed = false;
    for (size_t i = 0; i < pipeline.steps_.size(); ++i) {
      const HloPassPipeline::Step& step = pipeline.steps_[i];
      const std::string_view next = NameAt(pipeline, i + 1);
      const absl::StatusOr<bool> changed_now =
          step.pipeline.empty() ? RunPass(pipeline, step, next) : Run(step.pipeline[0]);
      if (!changed_now.ok()) return changed_now;
      changed |= *changed_now;
    }
    return changed;
  }

  absl::StatusOr<bool> RunPass(const HloPassPipeline& pipeline, const HloPassPipeline::Step& step,
                               std::string_view next) {
    if (step.pass == nullptr) {
      return absl::InvalidArgumentError(StrCat("pass ", step.name, " has no function"));
    }
    const std::string before = options_.check_changes ? Text() : "";
    const auto start = std::chrono::steady_clock::now();
    const absl::StatusOr<bool> changed = step.pass(&module_);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    if (options_.runs != nullptr) {
      options_.runs->push_back(
          {pipeline.name_, step.name, changed.ok() && *changed, seconds.count()});
    }
    const std::string pass = StrCat("pass ", step.name, " of ", pipeline.name_, ": ");
    if (!changed.ok()) {
      return absl::Status(changed.status().code(), StrCat(pass, Std(changed.status().message())));
    }
    const std::string problem = Problem();
    if (!problem.empty()) return absl::InternalError(StrCat(pass, problem));
    if (options_.check_changes && (Text() != before) != *changed) {
      return absl::InternalError(StrCat(pass, *changed
                                                  ? "says that it changed the module, and did not"
                                                  : "changed the module, and does not say so"));
    }
    if (!*changed) return false;
    if (absl::Status status = Dump(pipeline, step.name, next); !status.ok()) return status;
    return true;
  }

  // The first violation; empty if there is none.
  std::string Problem() const {
    if (options_.verify) {
      VerifyOptions options = options_.verify_options;
      options.first_only = true;
      const std::vector<Diagnostic> problems = Verify(module_, options);
      if (!problems.empty()) return problems[0].message;
    }
    for (const PassInvariant& invariant : options_.invariants) {
      if (invariant.check == nullptr) continue;
      const absl::Status status = invariant.check(module_);
      if (!status.ok()) return StrCat(invariant.name, ": ", Std(status.message()));
    }
    return "";
  }

  std::string Text() const {
    PrintOptions options;
    options.print_large_constants = true;
    return PrintHloModule(module_, options);
  }

  absl::Status Dump(const HloPassPipeline& pipeline, std::string_view pass, std::string_view next) {
    if (options_.dump_to.empty()) return absl::OkStatus();
    mkdir(options_.dump_to.c_str(), 0777);  // fails if it is there
    const std::string path = StrCat(options_.dump_to, "/",
                                    PassDumpName(options_.module_number, module_.name(), dumped_++,
                                                 pipeline.name_, pass, next));
    std::ofstream file(path, std::ios::binary);
    PrintHloModule(module_, PrintOptions::DumpOf(module_),
                   [&](std::string_view piece) { file << piece; });
    file.close();
    if (file.fail()) return absl::UnavailableError(StrCat("cannot write ", path));
    return absl::OkStatus();
  }

  static std::string_view NameAt(const HloPassPipeline& pipeline, size_t step) {
    if (step >= pipeline.steps_.size()) return "pipeline-end";
    return pipeline.steps_[step].name;  // a conditional would be a copy, gone at the end
  }

  HloModule& module_;
  const PassOptions& options_;
  int64_t dumped_ = 0;
};

}  // namespace internal

absl::StatusOr<bool> HloPassPipeline::Run(HloModule* module, const PassOptions& options) const {
  internal::PipelineRun run(module, options);
  if (absl::Status status = run.Start(*this); !status.ok()) return status;
  return run.Run(*this);
}

}  // namespace hlo_text_v1
