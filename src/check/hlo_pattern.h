// CHECK-HLO: an instruction by its meaning, not by its characters.
//
//   // CHECK-HLO: %sum = f32[4] add(%a, %b), metadata={op_name="s"}
//
// A line matches if it has the opcode, the operands and each of the attributes, which may be among
// others and in any order. The result's name, its shape and its layout are compared only if they
// are written. Names are free: %a stands for one name, the same in all directives until the
// next label, or until one defines it again. The operands of add, multiply, maximum, minimum, and,
// or, xor may be in any order; (...) are any operands. The opcode, a name, a shape, an operand, a
// value may have blocks (pattern.h), and then it may also be what the blocks match.
#ifndef HLO_CHECK_HLO_PATTERN_H_
#define HLO_CHECK_HLO_PATTERN_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "src/check/number.h"
#include "src/check/pattern.h"

namespace hlo_text_v1::internal {

// The parts of a line with an instruction; views into it.
struct HloLine {
  bool is_root = false;
  std::string_view name;   // without %; may be empty in a pattern
  std::string_view shape;  // the same
  std::string_view opcode;
  std::vector<std::string_view> operands;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
};

// Returns false if `line` is not [ROOT] [%name =] [shape] opcode(operands)[, name=value]...
bool SplitHloLine(std::string_view line, HloLine* parts);

class HloPattern {
 public:
  // As Pattern::Parse; false, too, if `text` is not an instruction.
  bool Parse(std::string_view text, int line, Variables* variables, PatternError* error);

  // The first line of `text` that matches, without blanks around it. Sets variables "%name", and
  // those of blocks. Errors as Pattern::Find.
  absl::StatusOr<std::optional<PatternMatch>> Find(std::string_view text,
                                                   Variables* variables) const;

  struct Nearest {
    PatternMatch line;
    std::string why;  // "the shape is f32[4], the pattern has f32[8]; ..."
  };
  // The instruction of `text` with the fewest differences; nullopt if there is none.
  std::optional<Nearest> FindNearest(std::string_view text, const Variables& variables) const;

  // The pattern with the parts of the instruction `line` in place of its own, unless their blocks
  // match; names that variables have become theirs. Empty if the opcode differs.
  std::string Rewritten(std::string_view line, const Variables& variables) const;

  HloLine Parts() const;  // valid while it is
  // The pattern of one of Parts(); nullptr if it has no blocks.
  const Pattern* BlocksOf(std::string_view part) const;
  // The variables that blocks use, for messages.
  const std::vector<std::string>& used() const { return used_; }

 private:
  bool AddBlocks(std::string_view part, int line, Variables* variables, PatternError* error);
  absl::Status CheckUsed(const Variables& variables) const;

  std::string text_;
  std::string masked_;                // with letters in place of blocks
  std::map<size_t, Pattern> blocks_;  // of parts, by their place in text_
  std::vector<std::string> used_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_HLO_PATTERN_H_
