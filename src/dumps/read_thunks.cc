// Reads the text of thunks, and of the metadata as a text proto with a field on each line, as
// protobuf prints it.
#include <algorithm>
#include <string>

#include "hlo/thunks.h"
#include "src/base/hash_table.h"
#include "src/dumps/line_reader.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

constexpr int64_t kIndent = 4;

// 005: kCustomKernel      [prev=002 (2) | next=006 (1)] fusion grid: [8192, 1, 1]
bool ReadThunk(LineReader& line, Thunk* thunk) {
  if (!line.Number(&thunk->id) || !line.Skip(": ")) return false;
  std::string_view rest = line.rest();
  thunk->kind = rest.substr(0, rest.find_first_of(" \t"));
  rest.remove_prefix(thunk->kind.size());
  const auto skip_blanks = [&] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  };
  skip_blanks();
  if (rest.substr(0, 1) == "[") {  // its neighbours in the order of execution
    const size_t end = rest.find(']');
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end + 1);
    skip_blanks();
  }
  if (rest != thunk->kind) thunk->details = rest;
  return !thunk->kind.empty();
}

// A kernel's name is that of its instruction, with '_' for what C does not allow.
std::string KernelName(std::string_view name) {
  std::string kernel(name);
  for (char& c : kernel) {
    if (c == '.' || c == '-') c = '_';
  }
  return kernel;
}

}  // namespace

absl::StatusOr<std::vector<Thunk>> ParseThunkSequence(std::string_view text) {
  std::vector<Thunk> thunks;
  LineReader line(text);
  while (line.NextLine()) {
    int64_t blanks = 0;
    while (line.Skip(" ")) ++blanks;
    if (line.rest().empty()) continue;
    Thunk& thunk = thunks.emplace_back();
    if (!ReadThunk(line, &thunk)) return line.Error("'NUMBER: KIND [...] ...'");
    thunk.depth = blanks / kIndent;
  }
  return thunks;
}

absl::Status AddThunkNames(std::string_view metadata, std::vector<Thunk>* thunks) {
  HashMap<int64_t, std::string_view> name_of;
  LineReader line(metadata);
  std::string_view name;
  int64_t id = -1;
  while (line.NextLine()) {
    while (line.Skip(" ")) {
    }
    if (line.Skip("thunk_metadata {")) {
      name = {};
      id = -1;
    } else if (line.Skip("profile_annotation: \"")) {
      if (!line.Until("\"", &name)) return line.Error("a string");
    } else if (line.Skip("thunk_id: ")) {
      if (!line.Number(&id)) return line.Error("a number");
    }
    if (id >= 0 && !name.empty()) name_of[id] = name;
  }
  for (Thunk& thunk : *thunks) {
    const auto found = name_of.find(thunk.id);
    if (found != name_of.end()) thunk.instruction = found->second;
  }
  return absl::OkStatus();
}

std::vector<const HloInstruction*> MatchThunks(absl::Span<const Thunk> thunks,
                                               const HloModule& module) {
  HashMap<std::string_view, const HloInstruction*> by_name;
  HashMap<std::string, const HloInstruction*> by_kernel;
  for (const HloComputation* computation : module.computations()) {
    if (computation->is_fusion_computation()) continue;
    for (const HloInstruction* instruction : computation->instructions()) {
      by_name.try_emplace(instruction->name(), instruction);
      by_kernel.try_emplace(KernelName(instruction->name()), instruction);
    }
  }
  std::vector<const HloInstruction*> instructions;
  for (const Thunk& thunk : thunks) {
    const HloInstruction* instruction = nullptr;
    if (const auto found = by_name.find(thunk.instruction); found != by_name.end()) {
      instruction = found->second;
    } else if (thunk.instruction.empty()) {
      const auto kernel = by_kernel.find(thunk.details.substr(0, thunk.details.find(' ')));
      if (kernel != by_kernel.end()) instruction = kernel->second;
    }
    instructions.push_back(instruction);
  }
  return instructions;
}

}  // namespace hlo_text_v1
