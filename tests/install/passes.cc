// A library of passes outside this project.
#include "hlo/edit.h"
#include "hlo/pass.h"

static absl::StatusOr<bool> NameTheRoot(hlo_text::HloModule* module) {
  hlo_text::HloInstruction* root = module->entry_computation()->root_instruction();
  if (root->name() == "result") return false;
  hlo_text::SetName(root, "result");
  return true;
}

void AddPasses(hlo_text::PassRegistry* passes) {
  passes->Add("name-the-root", "calls the root result", NameTheRoot);
}
