// Must not compile: a const instruction cannot be stored in a pointer to a mutable one.
#include "hlo/pattern_matcher.h"

bool MatchConst(const hlo::HloInstruction* instruction) {
  hlo::HloInstruction* stored = nullptr;
  return hlo::Match(instruction, hlo::m::Add(&stored)) && stored != nullptr;
}

int main() { return MatchConst(nullptr) ? 0 : 1; }
