// Messages of the matchers of hlo/testing.h when they fail. A .case is a program and, after a line
// ----, the text that it is compared with; its name is that of an example below.
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "absl/strings/str_replace.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/read.h"
#include "hlo/testing.h"
#include "tests/goldens/goldens.h"

namespace hlo_text_v1::goldens {
namespace {

// Replaces -(-x) by x.
absl::StatusOr<bool> CancelNegations(HloModule* module) {
  bool changed = false;
  for (HloInstruction* i : PrintOrder(*module->entry_computation())) {
    HloInstruction* x = nullptr;
    if (i->parent() == nullptr || !Match(i, m::Negate(m::Negate(m::Op(&x))))) continue;
    absl::Status status = ReplaceInstruction(i, x);
    if (!status.ok()) return status;
    changed = true;
  }
  return changed;
}

bool NarrowRoot(HloModule* module) {
  return SetShape(module->entry_computation()->root_instruction(),
                  module->shapes().Array(PrimitiveType::kF32, {3}))
      .ok();
}

absl::StatusOr<bool> Fail(HloModule*) { return absl::InternalError("no memory left"); }

template <typename Matcher>
std::string Explained(const std::string& before, const Matcher& matcher) {
  ReadOptions options;
  options.verify = false;
  ::testing::StringMatchResultListener listener;
  EXPECT_FALSE(::testing::ExplainMatchResult(matcher, *ReadHloModule(before, options), &listener));
  return listener.str();
}

using Example = std::function<std::string(const std::string& before, const std::string& after)>;

template <typename Pass>
Example Runs(Pass pass) {
  return [pass](const std::string& before, const std::string& after) {
    return std::string(matchers::RunsTo(pass, before, after).message());
  };
}

std::string GoldenMessage(const std::string& before, const std::string& after) {
  const std::string folder = ::testing::TempDir() + "hlo_matchers/";
  std::filesystem::create_directory(folder);
  std::ofstream(folder + "x.hlo") << after;
  const std::string message(
      matchers::IsGolden(*ReadHloModule(before), "x.hlo", folder + "x.cc").message());
  std::filesystem::remove_all(folder);
  return absl::StrReplaceAll(message, {{folder, ""}});
}

const std::map<std::string_view, Example>& Examples() {
  const Example same = [](const std::string& before, const std::string& after) {
    return Explained(before, matchers::IsSameProgram(after));
  };
  const Example contains = [](const std::string& before, const std::string&) {
    return Explained(before, matchers::Contains(m::Negate(m::Add(m::Op(), m::Parameter(1)))));
  };
  static const auto* const examples = new std::map<std::string_view, Example>{
      {"contains_close", contains},
      {"contains_nothing_like_it", contains},
      {"golden_differs", GoldenMessage},
      {"program_differs", same},
      {"program_is_refused", same},
      {"runs_and_breaks", Runs(NarrowRoot)},
      {"runs_and_denies", Runs([](HloModule* m) { return !*CancelNegations(m); })},
      {"runs_and_fails", Runs(Fail)},
      {"runs_and_pretends", Runs([](HloModule*) { return true; })},
      {"runs_on_refused", Runs(CancelNegations)},
      {"runs_to_another", Runs(CancelNegations)},
      {"runs_to_refused", Runs(CancelNegations)},
      {"verifies", [](const std::string& before,
                      const std::string&) { return Explained(before, matchers::Verifies()); }},
  };
  return *examples;
}

}  // namespace

Text MatcherMessage(const std::string& name) {
  constexpr std::string_view kMark = "----\n";
  const std::string text = ReadSource(name + ".case");
  const size_t mark = std::min(text.find(kMark), text.size());
  const std::string message = Examples().at(LastName(name))(
      text.substr(0, mark), text.substr(std::min(mark + kMark.size(), text.size())));
  EXPECT_NE(message, "") << name;
  return message + "\n";
}

}  // namespace hlo_text_v1::goldens
