// Must not compile: a const instruction cannot be stored in a pointer to a mutable one.
#include "hlo/pattern_matcher.h"

bool MatchConst(const hlo_text::HloInstruction* instruction) {
  hlo_text::HloInstruction* stored = nullptr;
  return hlo_text::Match(instruction, hlo_text::m::Add(&stored)) && stored != nullptr;
}

int main() { return MatchConst(nullptr) ? 0 : 1; }
