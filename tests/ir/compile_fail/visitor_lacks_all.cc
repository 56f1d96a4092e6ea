// Must not compile, with one error and not one for each opcode: the visitor handles addition only.
#include "hlo/visitor.h"

class Incomplete : public hlo_text::HloVisitor<Incomplete> {
 public:
  absl::Status HandleAbs(hlo_text::HloInstruction*) override { return absl::OkStatus(); }
};

int main() {
  Incomplete visitor;
  return 0;
}
