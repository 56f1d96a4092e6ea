// The tree becomes a list of steps. Match runs it with a stack of choices; choices remember old
// slots, so that going back restores them.
#include "src/check/backtrack.h"

#include "absl/status/status.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int64_t kMaxSteps = 20000000;
constexpr size_t kMaxProgram = 100000;
constexpr size_t kUnset = std::string_view::npos;

}  // namespace

Backtracker::Backtracker(const RegexTree& tree, std::string_view text)
    : tree_(tree), text_(text), slots_((tree.groups.size() + 1) * 2, kUnset), left_(kMaxSteps) {
  Compile(tree.root);
  Add({Step::kDone});
}

int Backtracker::Add(Step step) {
  if (steps_.size() < kMaxProgram) {
    steps_.push_back(step);
  } else {
    left_ = 0;
  }
  return static_cast<int>(steps_.size()) - 1;
}

void Backtracker::Compile(int index) {
  const RegexNode& node = tree_.nodes[static_cast<size_t>(index)];
  switch (node.kind) {
    case RegexNode::kEmpty:
      break;
    case RegexNode::kSet:
      Add({Step::kSet, node.index});
      break;
    case RegexNode::kLineBegin:
      Add({Step::kLineBegin});
      break;
    case RegexNode::kLineEnd:
      Add({Step::kLineEnd});
      break;
    case RegexNode::kBackReference:
      Add({Step::kBackReference, node.index});
      break;
    case RegexNode::kGroup:
      Add({Step::kSave, node.index * 2});
      Compile(node.parts[0]);
      Add({Step::kSave, node.index * 2 + 1});
      break;
    case RegexNode::kConcat:
      for (const int part : node.parts) Compile(part);
      break;
    case RegexNode::kEither: {
      std::vector<int> jumps;
      for (size_t i = 0; i + 1 < node.parts.size(); ++i) {
        const int split = Add({Step::kSplit});
        Compile(node.parts[i]);
        jumps.push_back(Add({Step::kJump}));
        steps_[static_cast<size_t>(split)].index = split + 1;
        steps_[static_cast<size_t>(split)].other = static_cast<int>(steps_.size());
      }
      Compile(node.parts.back());
      for (const int jump : jumps) {
        steps_[static_cast<size_t>(jump)].index = static_cast<int>(steps_.size());
      }
      break;
    }
    case RegexNode::kRepeat:
      CompileRepeat(node);
      break;
  }
}

void Backtracker::CompileRepeat(const RegexNode& node) {
  for (int i = 0; i < node.min; ++i) Compile(node.parts[0]);
  std::vector<int> exits;
  const int optional = node.max == RegexNode::kUnlimited ? 1 : node.max - node.min;
  for (int i = 0; i < optional && left_ > 0; ++i) {
    const int split = Add({Step::kSplit});
    steps_[static_cast<size_t>(split)].index = split + 1;
    exits.push_back(split);
    if (node.max != RegexNode::kUnlimited) {
      Compile(node.parts[0]);
      continue;
    }
    // A round that matches nothing ends the loop.
    const int mark = static_cast<int>(slots_.size());
    slots_.push_back(kUnset);
    Add({Step::kMark, mark});
    Compile(node.parts[0]);
    Add({Step::kAdvanced, mark});
    Add({Step::kJump, split});
  }
  for (const int split : exits) {
    steps_[static_cast<size_t>(split)].other = static_cast<int>(steps_.size());
  }
}

// Crosses a step that reads text.
bool Backtracker::Advance(const Step& step, size_t end, size_t* at) const {
  const auto index = static_cast<size_t>(step.index);
  if (step.kind == Step::kSet) {
    if (*at == end || !tree_.sets[index][static_cast<unsigned char>(text_[*at])]) return false;
    ++*at;
    return true;
  }
  if (step.kind == Step::kLineBegin) return *at == 0 || text_[*at - 1] == '\n';
  if (step.kind == Step::kLineEnd) return *at == text_.size() || text_[*at] == '\n';
  const size_t begin = slots_[index * 2];
  if (begin == kUnset || slots_[index * 2 + 1] == kUnset) return false;
  const std::string_view group = text_.substr(begin, slots_[index * 2 + 1] - begin);
  if (text_.substr(0, end).substr(*at, group.size()) != group) return false;
  *at += group.size();
  return true;
}

absl::StatusOr<bool> Backtracker::Match(size_t begin, size_t end) {
  struct Choice {
    int step;  // negative: restores slot -step - 1 to `at`
    size_t at;
  };
  std::vector<Choice> choices = {{0, begin}};
  slots_.assign(slots_.size(), kUnset);
  begin_ = begin;
  end_ = end;
  const auto set = [&](int slot, size_t at) {
    choices.push_back({-slot - 1, slots_[static_cast<size_t>(slot)]});
    slots_[static_cast<size_t>(slot)] = at;
  };
  while (!choices.empty()) {
    auto [next, at] = choices.back();
    choices.pop_back();
    if (next < 0) {
      slots_[static_cast<size_t>(-next - 1)] = at;
      continue;
    }
    for (bool goes_on = true; goes_on;) {
      if (--left_ < 0)
        return absl::ResourceExhaustedError("the expression takes too long to match");
      const Step& step = steps_[static_cast<size_t>(next++)];
      switch (step.kind) {
        case Step::kSet:
        case Step::kLineBegin:
        case Step::kLineEnd:
        case Step::kBackReference:
          goes_on = Advance(step, end, &at);
          break;
        case Step::kSave:
        case Step::kMark:
          set(step.index, at);
          break;
        case Step::kAdvanced:
          goes_on = slots_[static_cast<size_t>(step.index)] != at;
          break;
        case Step::kSplit:
          choices.push_back({step.other, at});
          next = step.index;
          break;
        case Step::kJump:
          next = step.index;
          break;
        case Step::kDone:
          if (at == end) return true;
          goes_on = false;
          break;
      }
    }
  }
  return false;
}

std::vector<std::string_view> Backtracker::Groups(const std::vector<int>& numbers) const {
  std::vector<std::string_view> groups = {text_.substr(begin_, end_ - begin_)};
  for (const int number : numbers) {
    const size_t begin = slots_[static_cast<size_t>(number) * 2];
    const size_t end = slots_[static_cast<size_t>(number) * 2 + 1];
    groups.push_back(begin == kUnset || end == kUnset ? std::string_view()
                                                      : text_.substr(begin, end - begin));
  }
  return groups;
}

}  // namespace hlo_text_v1::internal
