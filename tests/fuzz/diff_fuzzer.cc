// Diffs of any two modules: each part has a counterpart, which has it as its counterpart, or is
// listed; a module does not differ from itself, even under other names, and differs from another if
// and only if their fingerprints differ. An input is two texts with
// a line "// -----" between them; or one, and the second text is the same without some lines or
// with some moved. Choices: options, then a line each.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/diff.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

constexpr std::string_view kSeparator = "\n// -----\n";

// `text` without the lines that even choices name; lines that odd choices name move after the next.
std::string WithOtherLines(std::string_view text, Input& input) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.push_back(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  while (input.has_choices() && !lines.empty()) {
    const uint8_t choice = input.NextChoice();
    const size_t at = choice / 2 % lines.size();
    if (choice % 2 == 0) {
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      std::swap(lines[at], lines[(at + 1) % lines.size()]);
    }
  }
  std::string joined;
  for (const std::string_view line : lines) joined.append(line).append("\n");
  return joined;
}

void CheckSide(const HloModule& module, const ModuleDiff& diff,
               const std::set<const HloInstruction*>& listed, std::string_view text) {
  for (const HloComputation* computation : module.computations()) {
    const HloComputation* of_computation = diff.CounterpartOf(*computation);
    for (const HloInstruction* instruction : computation->instructions()) {
      const HloInstruction* counterpart = diff.CounterpartOf(*instruction);
      // The other module may spell an asynchronous call without this wrapper.
      if (of_computation == nullptr && listed.count(instruction) == 0) continue;
      Promise((counterpart == nullptr) == (listed.count(instruction) > 0),
              "what has no counterpart is listed", text);
      if (counterpart == nullptr) continue;
      Promise(diff.CounterpartOf(*counterpart) == instruction, "counterparts are mutual", text);
      Promise(counterpart->parent() == of_computation, "and of matched computations", text);
    }
  }
}

void CheckPair(const HloModule& before, const HloModule& after, const DiffOptions& options,
               const DiffTextOptions& text_options, std::string_view text) {
  const ModuleDiff diff = Diff(before, after, options);
  std::set<const HloInstruction*> removed, added;
  for (const ComputationDiff& computation : diff.computations()) {
    for (const InstructionDiff& i : computation.instructions) {
      if (i.kind() == DiffKind::kRemoved) removed.insert(i.before);
      if (i.kind() == DiffKind::kAdded) added.insert(i.after);
    }
  }
  Promise(diff.removed() == static_cast<int64_t>(removed.size()), "removed once", text);
  Promise(diff.added() == static_cast<int64_t>(added.size()), "added once", text);
  CheckSide(before, diff, removed, text);
  CheckSide(after, diff, added, text);
  Promise(!diff.empty() || DiffToString(diff, text_options).empty(), "no text of nothing", text);
  DiffToString(diff, text_options);
}

// Whether the fingerprint may depend on what is no difference: the order of control predecessors,
// and of code that nothing uses.
bool HasOrder(const HloModule& module) {
  std::set<const HloComputation*> called = {module.entry_computation()};
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (!instruction->control_predecessors().empty()) return true;
      if (!HasUsers(*instruction) && !instruction->IsRoot()) return true;
      instruction->ForEachCalledComputation(
          [&](const HloComputation* named) { called.insert(named); });
    }
  }
  return called.size() < module.computations().size();
}

void CheckFingerprints(const HloModule& before, const HloModule& after, std::string_view text) {
  const bool is_same = Fingerprint(before) == Fingerprint(after);
  const bool is_empty = Diff(before, after).empty();
  Promise(is_empty || !is_same, "no difference between equal fingerprints", text);
  Promise(is_same || !is_empty || HasOrder(before), "a difference between others", text);
}

}  // namespace

void FuzzOne(Input& input) {
  const uint8_t bits = input.NextChoice();
  DiffOptions options;
  options.metadata = (bits & 1) != 0;
  options.names = (bits & 2) != 0;
  options.layouts = (bits & 4) == 0;
  options.schedule = (bits & 8) == 0;
  DiffTextOptions text_options;
  text_options.context = bits >> 6;
  ParseOptions parse = LimitedOptions();
  parse.allow_unknown = (bits & 16) == 0;

  std::string_view first = input.text();
  std::string second;
  if (const size_t at = first.find(kSeparator); at != std::string_view::npos) {
    second = first.substr(at + kSeparator.size());
    first = first.substr(0, at + 1);
  } else {
    second = WithOtherLines(first, input);
  }
  absl::StatusOr<HloModule> before = Read(first, parse);
  if (!before.ok()) return;
  Promise(Diff(*before, *before, options).empty(), "it is itself", first);
  const HloModule copy = before->Clone();
  Promise(Diff(*before, copy, options).empty(), "a copy is the same", first);
  HloModule renamed = before->Clone();
  CanonicalizeNames(&renamed);
  Promise(Diff(*before, renamed).empty(), "names do not count", first);

  absl::StatusOr<HloModule> after = Read(second, parse);
  if (!after.ok()) return;
  CheckFingerprints(*before, *after, input.text());
  CheckPair(*before, *after, options, text_options, input.text());
  CheckPair(*after, renamed, options, text_options, input.text());
}

}  // namespace hlo_text_v1::fuzzing
