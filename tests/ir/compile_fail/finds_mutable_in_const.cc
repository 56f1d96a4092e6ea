// Must not compile: all that is found in a const module is const.
#include "hlo/collectives.h"

hlo_text::HloInstruction* First(const hlo_text::HloModule& module) {
  return hlo_text::FindCollectives(module)[0].operation;
}

int main() { return 0; }
