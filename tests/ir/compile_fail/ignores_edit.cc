// Must not compile without a warning: an edit may be refused.
#include "hlo/edit.h"

void Move(hlo_text::HloInstruction* a, hlo_text::HloInstruction* b) { hlo_text::MoveBefore(a, b); }

int main() { return 0; }
