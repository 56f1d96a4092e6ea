// The registry, and pipelines as text: a grammar of one rule, read from left to right.
#include <algorithm>
#include <utility>

#include "hlo/pass.h"
#include "src/base/edit_distance.h"
#include "src/base/strings.h"

namespace hlo_text_v1 {

using namespace internal;

void PassRegistry::Add(std::string_view name, std::string_view summary, HloPass pass) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const Entry& entry, std::string_view before) {
                                     return std::string_view(entry.name) < before;
                                   });
  Entry entry{std::string(name), std::string(summary), std::move(pass)};
  if (at != entries_.end() && at->name == name) {
    *at = std::move(entry);
  } else {
    entries_.insert(at, std::move(entry));
  }
}

const PassRegistry::Entry* PassRegistry::Find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

namespace {

constexpr int kMaxDepth = 64;

class PipelineParser {
 public:
  PipelineParser(std::string_view text, const PassRegistry& passes)
      : text_(text), passes_(passes) {}

  absl::StatusOr<HloPassPipeline> Parse(std::string_view name) {
    HloPassPipeline pipeline(name);
    if (absl::Status status = ReadList(0, &pipeline); !status.ok()) return status;
    if (at_ < text_.size()) return Unexpected("a comma");
    return pipeline;
  }

 private:
  absl::Status ReadList(int depth, HloPassPipeline* pipeline) {
    if (depth > kMaxDepth) return Unexpected("fewer parentheses");
    do {
      if (absl::Status status = ReadStep(depth, pipeline); !status.ok()) return status;
    } while (Take(','));
    return absl::OkStatus();
  }

  absl::Status ReadStep(int depth, HloPassPipeline* pipeline) {
    SkipBlanks();
    const size_t start = at_;
    while (at_ < text_.size() && std::string_view(",()* \t\n").find(text_[at_]) == kNone) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (name.empty()) return Unexpected("the name of a pass");
    const bool repeats = Take('*');
    HloPassPipeline step(name);
    if (repeats) step.RunToFixedPoint();
    if (Take('(')) {
      if (absl::Status status = ReadList(depth + 1, &step); !status.ok()) return status;
      if (!Take(')')) return Unexpected("a comma or )");
      pipeline->AddPipeline(std::move(step));
      return absl::OkStatus();
    }
    const PassRegistry::Entry* entry = passes_.Find(name);
    if (entry == nullptr) return Unknown(name);
    if (repeats) {
      step.AddPass(name, entry->pass);
      pipeline->AddPipeline(std::move(step));
    } else {
      pipeline->AddPass(name, entry->pass);
    }
    return absl::OkStatus();
  }

  absl::Status Unknown(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const PassRegistry::Entry& entry : passes_.entries()) names.push_back(entry.name);
    return absl::NotFoundError(StrCat("no pass is called '", name, "'", DidYouMean(name, names)));
  }

  absl::Status Unexpected(std::string_view wanted) const {
    const std::string_view rest = text_.substr(at_);
    return absl::InvalidArgumentError(
        StrCat("expected ", wanted,
               rest.empty() ? " at the end" : StrCat(" before '", rest.substr(0, 20), "'"),
               " of the pipeline"));
  }

  bool Take(char c) {
    SkipBlanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    SkipBlanks();
    return true;
  }

  void SkipBlanks() { at_ = std::min(text_.find_first_not_of(" \t\n", at_), text_.size()); }

  static constexpr size_t kNone = std::string_view::npos;

  const std::string_view text_;
  const PassRegistry& passes_;
  size_t at_ = 0;
};

}  // namespace

absl::StatusOr<HloPassPipeline> ParsePassPipeline(std::string_view text, const PassRegistry& passes,
                                                  std::string_view name) {
  return PipelineParser(text, passes).Parse(name);
}

}  // namespace hlo_text_v1
