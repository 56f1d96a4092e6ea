// The pass names: parameters become p, p1 ..., other instructions a, b ..., computations f, f1 ...,
// the module m. Names that are already as short stay.
#include <string>

#include "hlo/edit.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int64_t kModuleName = -2;
constexpr int64_t kComputationName = -1;

// The names that a module does not use, in a fixed order.
class ShortNames {
 public:
  explicit ShortNames(const HloModule& module) {
    for (const HloComputation* computation : module.computations()) {
      used_.insert(std::string(computation->name()));
      for (const HloInstruction* instruction : computation->instructions()) {
        used_.insert(std::string(instruction->name()));
      }
    }
  }

  std::string Take(std::string_view stem) {
    for (int64_t number = 0;; ++number) {
      std::string name(stem);
      if (number > 0) StrAppend(&name, number);
      if (used_.insert(name).second) return name;
    }
  }
  std::string TakeLetters() {
    for (;;) {
      std::string name;
      for (int64_t n = next_++; n >= 0; n = n / 26 - 1) {
        name.insert(name.begin(), static_cast<char>('a' + n % 26));
      }
      // Never a word of the language: those have more letters, or are f, p and the like.
      if (name.size() > 1) name += "_";
      if (used_.insert(name).second) return name;
    }
  }

 private:
  HashSet<std::string> used_;
  int64_t next_ = 0;
};

}  // namespace

ReduceEdits ProposeNames(const HloModule& module) {
  ReduceEdits edits;
  if (module.name() != "m") edits.push_back({0, 0, kModuleName});
  for (size_t c = 0; c < module.computations().size(); ++c) {
    if (module.computations()[c]->name().size() > 1) {
      edits.push_back({static_cast<uint32_t>(c), 0, kComputationName});
    }
  }
  ForEachReducible(module, [&](const HloInstruction* instruction, const ReduceEdit& edit) {
    if (instruction->name().size() > 1) edits.push_back(edit);
  });
  return edits;
}

void ApplyNames(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  ShortNames names(subject.module());
  for (const ReduceEdit& edit : edits) {
    if (edit.detail == kModuleName) {
      SetName(&subject.module(), "m");
    } else if (edit.detail == kComputationName) {
      SetName(subject.computation(edit), names.Take("f"));
    } else {
      HloInstruction* instruction = subject.instruction(edit);
      const bool is_parameter = instruction->opcode() == HloOpcode::kParameter;
      SetName(instruction, is_parameter ? names.Take("p") : names.TakeLetters());
    }
  }
}

}  // namespace hlo_text_v1::internal
