// Programs with a wrong shape or attribute, for each opcode: testdata/verify/wrong_shapes.txt.
// Tests: collective_rules, operand_rules, same_shape, scan_rules
// Tests of src/infer: infer_communication, infer_conversion, infer_slice
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "hlo/shape_inference.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::wrong_shapes_test {

struct WrongProgram {
  std::string opcode;
  std::string instructions;  // separated by "; "; the last one is the root
  std::string message;       // of the first violation; "$I" stands for the root as it prints
};

struct Cases {
  std::string frame;  // a module up to the instructions
  std::vector<WrongProgram> programs;
};

Cases ReadCases() {
  Cases cases;
  std::string opcode;
  bool in_frame = true;
  for (absl::string_view line :
       absl::StrSplit(ReadFile(TestdataFiles("verify", "wrong_shapes.txt").front()), '\n',
                      absl::SkipEmpty())) {
    if (line[0] == '#') continue;
    if (line == "----") {
      in_frame = false;
    } else if (in_frame) {
      cases.frame += std::string(line) + "\n";
    } else if (!absl::StartsWith(line, "  ")) {
      opcode = std::string(line);
    } else if (!absl::StartsWith(line, "    ")) {
      cases.programs.push_back({opcode, std::string(line.substr(2)), ""});
    } else {
      cases.programs.back().message =
          absl::StrReplaceAll(line.substr(4), {{"\\n", "\n"}, {"\\t", "\t"}});
    }
  }
  return cases;
}

std::string TextOf(const Cases& cases, const std::string& instructions) {
  std::vector<std::string> lines = absl::StrSplit(instructions, "; ");
  lines.back() = "ROOT w = " + lines.back();
  std::string text = cases.frame;
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text + "}\n";
}

// A message with this module's spelling of the root.
std::string Filled(const std::string& message, const HloModule& module) {
  const HloInstruction& root = *module.entry_computation()->root_instruction();
  return absl::StrReplaceAll(message, {{"$I", PrintHloInstruction(root)}});
}

TEST(WrongShapes, AreRefused) {
  const Cases cases = ReadCases();
  EXPECT_THAT(Messages(ReadModule(TextOf(cases, "f32[8,4] add(m, m)"))), ::testing::IsEmpty());
  for (const WrongProgram& program : cases.programs) {
    SCOPED_TRACE(program.opcode + ": " + program.instructions);
    std::vector<Diagnostic> errors;
    const absl::StatusOr<HloModule> module =
        ReadHloModule(TextOf(cases, program.instructions), {}, &errors);
    if (!module.ok()) {
      EXPECT_EQ(errors[0].message, program.message);
      continue;
    }
    const std::vector<std::string> messages = Messages(*module);
    ASSERT_FALSE(messages.empty());
    EXPECT_EQ(messages[0], Filled(program.message, *module));
  }
}

TEST(WrongShapes, EachOpcodeHasThree) {
  std::map<std::string, int> count;
  for (const WrongProgram& program : ReadCases().programs) ++count[program.opcode];
  for (size_t i = 0; i < kHloOpcodeCount; ++i) {
    const std::string name(HloOpcodeName(static_cast<HloOpcode>(i)));
    EXPECT_GE(count[name], 3) << name;
  }
}

// Also programs that texts cannot express: with one operand too many or too few.
TEST(WrongShapes, InferenceNeverAborts) {
  const Cases cases = ReadCases();
  for (const WrongProgram& program : cases.programs) {
    const absl::StatusOr<HloModule> module = ReadHloModule(TextOf(cases, program.instructions));
    if (!module.ok()) continue;
    const HloInstruction& root = *module->entry_computation()->root_instruction();
    Arena arena;
    ShapePool pool(&arena);
    std::vector<const Shape*> shapes;
    for (const HloInstruction* operand : root.operands()) shapes.push_back(&operand->shape());
    for (size_t count = 0; count <= shapes.size(); ++count) {
      for (size_t op = 0; op <= kHloOpcodeCount; ++op) {
        (void)InferShape(static_cast<HloOpcode>(op), absl::MakeConstSpan(shapes).subspan(0, count),
                         root.attributes(), pool);
      }
    }
  }
}

}  // namespace hlo_text_v1::test::wrong_shapes_test
