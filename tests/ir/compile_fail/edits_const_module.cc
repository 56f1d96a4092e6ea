// Must not compile: all that comes from a const module is const.
#include "hlo/edit.h"

void Rename(const hlo_text::HloModule& module) {
  hlo_text::SetName(module.entry_computation(), "x");
}

int main() { return 0; }
