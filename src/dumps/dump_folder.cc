// Each name is read as a DumpName; those with the same number, time stamp and name are one module.
// Files other than stages have no time stamp: they go to the module with their number if it is the
// only one, or the only one of their name.
#include "src/dumps/dump_folder.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

std::string AtLeastFourDigits(int64_t number) {
  const std::string digits = StrCat(number);
  return digits.size() < 4 ? std::string(4 - digits.size(), '0') + digits : digits;
}

// Stages without a number in the middle, each with the pipeline after it. Source: XLA
// service/gpu/gpu_compiler.cc, and the times of files of libtpu.
constexpr std::pair<std::string_view, std::string_view> kBetween[] = {
    {"after_spmd_partitioner", "optimization"},
    {"before_config_assignment", "config-assigner"},
    {"after_optimizations_before_buffer_assignment", "window_unroll_factor_selection"},
};

// After all passes, the stage before the buffer assignment comes first, the one after it after
// after_optimizations, as libtpu writes them, and stages not named after the optimizations
// (after_codegen) last.
int RankOf(const DumpStage& stage) {
  const auto has = [&stage](std::string_view words) {
    return stage.pass.find(words) != std::string::npos;
  };
  if (stage.kind == DumpKind::kBefore) return has("before_optimizations") ? 0 : 1;
  if (stage.kind == DumpKind::kPass) return 2;
  if (has("before_buffer_assignment")) return 3;
  if (has("after_buffer_assignment")) return 5;
  return has("after_optimizations") ? 4 : 6;
}

bool ComesBefore(const DumpStage& a, const DumpStage& b) {
  return std::make_tuple(RankOf(a), a.step, std::cref(a.file)) <
         std::make_tuple(RankOf(b), b.step, std::cref(b.file));
}

// Moves the stages of kBetween before the first stage of their pipeline, if there is one.
void PlaceBetween(std::vector<DumpStage>* stages) {
  for (const auto& [name, pipeline] : kBetween) {
    const auto stage = absl::c_find_if(*stages, [&, name = name](const DumpStage& each) {
      return each.kind != DumpKind::kPass && each.pass == name;
    });
    const auto next = absl::c_find_if(*stages, [&, pipeline = pipeline](const DumpStage& each) {
      return each.pipeline == pipeline;
    });
    if (stage == stages->end() || next == stages->end()) continue;
    if (stage < next) {
      std::rotate(stage, stage + 1, next);
    } else {
      std::rotate(next, stage, stage + 1);
    }
  }
}

// Finds which pipelines run in which, from the order of the stages: a pipeline that goes on after
// another one, or that was about to run it, contains it.
class Nesting {
 public:
  explicit Nesting(std::vector<DumpStage>* stages)
      : stages_(*stages), next_(stages->size(), stages->size()) {
    std::map<std::string_view, size_t> later;
    for (size_t i = stages_.size(); i-- > 0;) {
      const auto [at, is_new] = later.try_emplace(stages_[i].pipeline, i);
      if (!is_new) next_[i] = std::exchange(at->second, i);
    }
  }

  void SetPaths() {
    for (size_t i = 0; i < stages_.size(); ++i) {
      if (!stages_[i].pipeline.empty()) SetPath(i);
    }
  }

 private:
  // XLA's pipelines are three deep; names that somebody made up may be deeper.
  static constexpr size_t kMaxDepth = 8;

  struct Open {
    std::string name;
    size_t last;  // stage so far
  };

  void SetPath(size_t i) {
    DumpStage& stage = stages_[i];
    const bool is_start = stage.pass == kPipelineStart;
    bool is_new = false;
    const auto own = absl::c_find_if(
        open_, [&](const Open& pipeline) { return pipeline.name == stage.pipeline; });
    if (own != open_.end()) {
      open_.erase(own + 1, open_.end());
      open_.back().last = i;
    } else {
      const auto innermost = std::find_if(open_.rbegin(), open_.rend(), [&](const Open& pipeline) {
        return GoesOn(pipeline.last) || stages_[pipeline.last].next == stage.pipeline;
      });
      open_.erase(innermost.base(), open_.end());
      if (open_.size() == kMaxDepth) open_.pop_back();
      open_.push_back({stage.pipeline, i});
      is_new = true;
    }
    for (size_t k = 0; k < open_.size(); ++k) {
      std::string runner = k == 0 ? "" : RunnerOf(open_[k - 1].last, open_[k].name);
      if (!runner.empty()) stage.path.push_back(runner);
      stage.path.push_back(open_[k].name);
      if (is_start && k + 1 == open_.size()) stage.runner = std::move(runner);
    }
    // Without its start, for which XLA was not asked to dump, nobody knows where a pipeline begins.
    if (is_new && !is_start) open_.pop_back();
  }

  bool GoesOn(size_t i) const {
    return next_[i] < stages_.size() && stages_[next_[i]].pass != kPipelineStart;
  }

  // The pass that runs `pipeline` after stage `i` of the pipeline around it; empty if that is
  // `pipeline` itself, or unknown since several passes ran until the next stage.
  std::string RunnerOf(size_t i, const std::string& pipeline) const {
    const std::string& pass = stages_[i].next;
    return pass != pipeline && GoesOn(i) && stages_[next_[i]].pass == pass ? pass : "";
  }

  std::vector<DumpStage>& stages_;
  std::vector<size_t> next_;  // by stage: the next one of the same pipeline
  std::vector<Open> open_;
};

// The file's name without the endings of its form.
std::string_view WithoutExtension(const DumpStage& stage) {
  return std::string_view(stage.file).substr(0, stage.file.rfind(stage.is_proto ? ".hlo" : ".txt"));
}

// The lowest is read.
int FormOf(const DumpStage& stage) {
  return (stage.is_proto ? 2 : 0) + (absl::EndsWith(stage.file, ".gz") ? 1 : 0);
}

// Moves all but the best form of a stage to the other files.
void KeepBestForms(DumpModule* module) {
  std::map<std::string, int, std::less<>> best;
  for (const DumpStage& stage : module->stages) {
    const auto [at, is_new] = best.try_emplace(std::string(WithoutExtension(stage)), FormOf(stage));
    if (!is_new) at->second = std::min(at->second, FormOf(stage));
  }
  const auto has_better = [&](const DumpStage& stage) {
    return FormOf(stage) > best.find(WithoutExtension(stage))->second;
  };
  for (const DumpStage& stage : module->stages) {
    if (has_better(stage)) module->others.push_back(stage.file);
  }
  std::vector<DumpStage>& stages = module->stages;
  stages.erase(std::remove_if(stages.begin(), stages.end(), has_better), stages.end());
}

// The TPU compiler may add its build number: jit_f.cl_1.
std::string_view WithoutBuild(std::string_view name) {
  constexpr std::string_view kMark = ".cl_";
  const size_t at = name.rfind(kMark);
  if (at == std::string_view::npos || at + kMark.size() == name.size()) return name;
  const size_t end = name.find_first_not_of("0123456789", at + kMark.size());
  return end == std::string_view::npos ? name.substr(0, at) : name;
}

DumpStage MakeStage(const std::string& file, const DumpName& name) {
  DumpStage stage;
  stage.file = file;
  stage.kind = name.kind;
  stage.is_proto = name.is_proto;
  stage.step = name.step;
  stage.pipeline = name.pipeline;
  stage.pass = name.kind == DumpKind::kPass ? name.pass : name.stage;
  stage.next = name.next;
  return stage;
}

class Sorter {
 public:
  void Add(const std::string& file, bool is_regular) {
    const std::optional<DumpName> name = ParseDumpName(file);
    if (!name.has_value()) {
      others_.push_back(file);
    } else if (name->kind == DumpKind::kOther || !is_regular) {
      others_of_[name->module_number].push_back({file, std::string(name->module_name)});
    } else {
      // Several programs that dump into one folder use the same numbers.
      DumpModule& module = modules_[{name->module_number, std::string(name->timestamp),
                                     std::string(WithoutBuild(name->module_name))}];
      module.number = name->module_number;
      module.timestamp = name->timestamp;
      if (name->module_name.size() > module.name.size()) module.name = name->module_name;
      module.stages.push_back(MakeStage(file, *name));
    }
  }

  DumpFolder Take(const std::string& path) {
    DumpFolder folder;
    folder.path = path;
    NameNameless();
    for (auto& [key, module] : modules_) {
      KeepBestForms(&module);
      std::sort(module.stages.begin(), module.stages.end(), ComesBefore);
      PlaceBetween(&module.stages);
      std::string previous;
      for (DumpStage& stage : module.stages) {
        stage.previous = previous;
        if (stage.pass != kPipelineStart) previous = stage.pass;
      }
      Nesting(&module.stages).SetPaths();
      folder.modules.push_back(std::move(module));
    }
    for (auto& [number, others] : others_of_) Place(number, std::move(others), &folder);
    for (DumpModule& module : folder.modules) {
      std::sort(module.others.begin(), module.others.end());
    }
    std::sort(others_.begin(), others_.end());
    folder.others = std::move(others_);
    return folder;
  }

 private:
  struct OtherFile {
    std::string file;
    std::string name;  // of its module, with the rest of the file's
  };
  using Key = std::tuple<int64_t, std::string, std::string>;  // number, time stamp, name

  // XLA leaves out the module's name where the file's name would get too long. Such stages go to
  // the only module that they may belong to, if there is just one.
  void NameNameless() {
    const auto same_run = [](const Key& a, const Key& b) {
      return std::get<0>(a) == std::get<0>(b) && std::get<1>(a) == std::get<1>(b);
    };
    for (auto nameless = modules_.begin(); nameless != modules_.end();) {
      const auto first = std::next(nameless);
      const auto second = first == modules_.end() ? first : std::next(first);
      const bool is_of_first =
          nameless->second.name.empty() && first != modules_.end() &&
          same_run(first->first, nameless->first) &&
          (second == modules_.end() || !same_run(second->first, nameless->first));
      if (is_of_first) {
        absl::c_move(nameless->second.stages, std::back_inserter(first->second.stages));
        modules_.erase(nameless);
      }
      nameless = first;
    }
  }

  void Place(int64_t number, std::vector<OtherFile> others, DumpFolder* folder) {
    std::vector<DumpModule*> modules;
    auto module = std::lower_bound(folder->modules.begin(), folder->modules.end(), number,
                                   [](const DumpModule& a, int64_t b) { return a.number < b; });
    for (; module != folder->modules.end() && module->number == number; ++module) {
      modules.push_back(&*module);
    }
    for (OtherFile& other : others) {
      DumpModule* owner = modules.size() == 1 ? modules[0] : OwnerOf(other.name, modules);
      (owner != nullptr ? owner->others : others_).push_back(std::move(other.file));
    }
  }

  // The one with the longest name that `name` begins with; nullptr if there is none, or several.
  static DumpModule* OwnerOf(std::string_view name, const std::vector<DumpModule*>& modules) {
    DumpModule* owner = nullptr;
    size_t longest = 0;
    for (DumpModule* module : modules) {
      const std::string_view begin = WithoutBuild(module->name);
      const size_t size = begin.size();
      if (size < longest || size == 0 || name.substr(0, size) != begin) continue;
      if (name.size() > size && name[size] != '.') continue;
      owner = size == longest ? nullptr : module;
      longest = size;
    }
    return owner;
  }

  std::map<Key, DumpModule> modules_;
  std::map<int64_t, std::vector<OtherFile>> others_of_;
  std::vector<std::string> others_;
};

}  // namespace

std::string DumpStage::Label() const { return pipeline.empty() ? pass : pipeline + "/" + pass; }

std::string DumpStage::Title() const {
  if (pass != kPipelineStart || previous.empty()) return Label();
  if (!runner.empty()) return StrCat("in ", runner, ", before its pipeline ", pipeline);
  return StrCat("between ", previous, " and ", next.empty() ? pipeline : next);
}

std::string DumpStage::Number() const {
  if (kind == DumpKind::kPass) return AtLeastFourDigits(step);
  return kind == DumpKind::kBefore ? "before" : "after";
}

std::string DumpModule::Label() const {
  const std::string label = StrCat("module_", AtLeastFourDigits(number));
  return name.empty() ? label : label + "." + name;
}

std::vector<DumpFolder> GroupDumpFiles(const std::vector<std::string>& paths) {
  std::map<std::string, Sorter> folders;
  for (const std::string& path : paths) {
    const size_t slash = path.rfind('/');
    const size_t name = slash == std::string::npos ? 0 : slash + 1;
    folders[path.substr(0, name)].Add(path.substr(name), /*is_regular=*/true);
  }
  std::vector<DumpFolder> result;
  result.reserve(folders.size());
  for (auto& [folder, sorter] : folders) result.push_back(sorter.Take(folder));
  return result;
}

DumpFolder SortDumpFolder(const std::string& path, const std::vector<DumpEntry>& entries) {
  Sorter sorter;
  for (const DumpEntry& entry : entries) sorter.Add(entry.name, entry.is_regular);
  return sorter.Take(path);
}

}  // namespace hlo_text_v1::internal
