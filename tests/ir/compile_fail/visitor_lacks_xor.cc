// Must not compile: the visitor does not handle one opcode, as if it were new.
#include "hlo/visitor.h"

namespace {

class Incomplete : public hlo_text::ConstHloVisitor<Incomplete> {
 public:
#define HandleXor(...) SomethingElse(__VA_ARGS__)
#define HLO_OPCODE(Id, ...) \
  absl::Status Handle##Id(const hlo_text::HloInstruction*) { return absl::OkStatus(); }
#include "hlo/tables/opcodes.def"
#undef HandleXor
  absl::Status HandleUnknown(const hlo_text::HloInstruction*) override { return absl::OkStatus(); }
};

}  // namespace

int main() {
  Incomplete visitor;
  return 0;
}
