// Lifetimes: everything that a module hands out stays valid until the module is destroyed, wherever
// its text came from and wherever the module moved, and needs nothing else. Run it with
// AddressSanitizer: -DHLO_TEXT_SANITIZERS=address.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/format.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/parse_values.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "hlo/source.h"
#include "hlo/transform.h"
#include "hlo/verify.h"
#include "src/base/strings.h"

namespace hlo_text_v1::lifetimes_test {

using namespace internal;

constexpr std::string_view kText =
    R"(HloModule m, frontend_attributes={a={"k":1},b="x\n"}, input_output_alias={ {}: (0, {}, must-alias) }, origin_recovery_table={
  {"x" {0}} : {"y"}
}

FileNames
1 "a.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=5 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %z = f32[] add(%x, %y), metadata={op_type="add" op_name="jit(f)/\"add\"" stack_frame_id=1}
}, execution_thread="t\"q"

ENTRY %e (p: f32[2]) -> f32[2] {
  %p = f32[2]{0} parameter(0), sharding={devices=[2]<=[2] metadata={op_name="s"}}, origin={{"q" {1}}}
  c = f32[2] constant({1.5, nan}), statistics={visualizing_index=0,s=1.5}
  a = f32[2] add(p, c), backend_config={"a": [1, "}"]}, frontend_attributes={z={"a":"}"}}
  k = f32[2] custom-call(a), custom_call_target="a\"b", operand_layout_constraints={f32[2]{0}}
  s = ((f32[2]), f32[2], u32[]) custom-call-start(k), custom_call_target="t", async_execution_thread="w"
  d = f32[2] custom-call-done(s)
  t = (f32[2], f32[2]) tuple(d, p)
  ROOT r = f32[2] add(t#0, t#1), control-predecessors={a}
}
)";

// Touches everything that the interface hands out.
std::string Everything(const HloModule& module) {
  std::string all = StrCat(module.name(), module.source());
  const HloModuleConfig& config = module.config();
  for (const FrontendAttribute& attribute : config.frontend_attributes.entries) {
    StrAppend(&all, attribute.key, attribute.value);
  }
  for (const InputOutputAlias& alias : config.input_output_alias) {
    StrAppend(&all, alias.output_index.size(), alias.parameter_number);
  }
  for (const OriginRecovery& recovery : config.origin_recovery_table) {
    StrAppend(&all, recovery.replaced.instruction_name, recovery.replacing.instruction_name);
  }
  for (std::string_view name : module.stack_frames().file_names) StrAppend(&all, name);
  for (std::string_view name : module.stack_frames().function_names) StrAppend(&all, name);
  for (const Shape* shape : config.entry_computation_layout.parameters) {
    StrAppend(&all, PrintShape(*shape));
  }
  for (const HloComputation* computation : module.computations()) {
    EXPECT_EQ(computation->parent(), &module);
    StrAppend(&all, computation->name(), computation->execution_thread());
    const UserSnapshot users(*computation);
    for (const HloInstruction* instruction : computation->instructions()) {
      const OpMetadata metadata = instruction->metadata();
      StrAppend(&all, instruction->name(), instruction->shape().cached_text(), metadata.op_name,
                metadata.op_type, instruction->backend_config(), instruction->custom_call_target(),
                users.of(*instruction).size());
      for (const HloInstruction* operand : instruction->operands()) {
        StrAppend(&all, operand->name());
      }
      for (const HloInstruction* before : instruction->control_predecessors()) {
        StrAppend(&all, before->name());
      }
      if (instruction->opcode() == HloOpcode::kConstant) {
        StrAppend(&all, PrintLiteral(instruction->literal()));
      }
      all += PrintHloInstruction(*instruction);
    }
  }
  all += PrintHloModule(module);
  return HasSugar(module) ? all : all + Fingerprint(module).ToString();
}

HloModule Read(std::string_view text = kText) {
  absl::StatusOr<HloModule> module = ParseHloModule(text);
  EXPECT_TRUE(module.ok()) << module.status();
  if (!module.ok()) return HloModule();
  return *std::move(module);
}

const std::string& Expected() {
  static const auto* const kExpected = new std::string(Everything(Read()));
  return *kExpected;
}

// ---- Where the text comes from.

TEST(Lifetimes, ACopiedTextIsNotNeeded) {
  auto text = std::make_unique<std::string>(kText);
  const HloModule module = Read(*text);
  text->assign(text->size(), '#');
  text.reset();
  EXPECT_EQ(Everything(module), Expected());
}

TEST(Lifetimes, ABufferThatIsMovedInBelongsToTheModule) {
  std::optional<HloModule> module;
  {
    SourceBuffer source = SourceBuffer::Copy(kText);
    const char* bytes = source.data();
    absl::StatusOr<HloModule> parsed = ParseHloModule(std::move(source));
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(parsed->source().data(), bytes) << "taken over, not copied";
    module = *std::move(parsed);
  }
  EXPECT_EQ(Everything(*module), Expected());
}

TEST(Lifetimes, AMappedFileIsNotNeeded) {
  std::FILE* file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(std::fwrite(kText.data(), 1, kText.size(), file), kText.size());
  std::fflush(file);
  void* mapped = mmap(nullptr, kText.size(), PROT_READ, MAP_PRIVATE, fileno(file), 0);
  ASSERT_NE(mapped, MAP_FAILED);
  const HloModule module = Read(std::string_view(static_cast<char*>(mapped), kText.size()));
  munmap(mapped, kText.size());
  std::fclose(file);
  EXPECT_EQ(Everything(module), Expected());
}

TEST(Lifetimes, APieceDoesNotNeedItsText) {
  HloModule module;
  auto text = std::make_unique<std::string>("{devices=[2]<=[2] metadata={op_name=\"s\"}}");
  const absl::StatusOr<HloSharding> sharding = ParseSharding(*text, module.arena());
  text.reset();
  ASSERT_TRUE(sharding.ok());
  EXPECT_EQ(PrintSharding(*sharding, /*print_metadata=*/true),
            "{devices=[2]<=[2] metadata={op_name=\"s\"}}");
  HloModule target = Read();
  text = std::make_unique<std::string>(
      "f { ROOT q = f32[] parameter(0), metadata={op_name=\"n\"}, backend_config={\"b\":2} }");
  const absl::StatusOr<HloComputation*> added = ParseHloComputation(*text, &target);
  text.reset();
  ASSERT_TRUE(added.ok()) << added.status();
  EXPECT_EQ((*added)->root_instruction()->metadata().op_name, "n");
  EXPECT_EQ((*added)->root_instruction()->backend_config(), "{\"b\":2}");
  EXPECT_NE(Everything(target), Expected());
}

// ---- Diagnostics are values.

TEST(Lifetimes, DiagnosticsNeedNeitherTextNorOptions) {
  std::vector<Diagnostic> diagnostics;
  absl::Status status;
  {
    auto text = std::make_unique<std::string>("HloModule m\nENTRY e { ROOT unheard = f32[] of() }");
    auto options = std::make_unique<ParseOptions>();
    status = ParseHloModule(*text, *options, &diagnostics).status();
  }
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_NE(diagnostics.front().message, "");
  EXPECT_NE(std::string(status.message()).find(diagnostics.front().message), std::string::npos);
  {
    const HloModule module = Read();
    diagnostics = Verify(module);
  }
  for (const Diagnostic& diagnostic : diagnostics) EXPECT_NE(diagnostic.message, "");
}

TEST(Lifetimes, ARefusedBufferStaysWithTheCaller) {
  SourceBuffer source = SourceBuffer::Copy("HloModule m\nENTRY e { unheard }");
  std::vector<Diagnostic> diagnostics;
  ASSERT_FALSE(ParseHloModule(std::move(source), {}, &diagnostics).ok());
  EXPECT_NE(RenderDiagnostic(diagnostics.front(), source.view(), {}).find("unheard"),
            std::string::npos);
}

// ---- Moved modules.

TEST(Lifetimes, ViewsOutliveAMove) {
  auto first = std::make_unique<HloModule>(Read());
  const HloInstruction* root = first->entry_computation()->root_instruction();
  const std::string_view name = root->name();
  const std::string_view source = first->source();
  HloModule second(std::move(*first));
  first.reset();
  EXPECT_EQ(Everything(second), Expected());
  HloModule third = Read("HloModule other ENTRY f { ROOT p = f32[] parameter(0) }");
  third = std::move(second);
  EXPECT_EQ(Everything(third), Expected());
  EXPECT_EQ(name, "r");
  EXPECT_EQ(source, kText);
  EXPECT_EQ(third.entry_computation()->root_instruction(), root);
  // A moved-from module can be assigned to.
  second = Read();
  EXPECT_EQ(Everything(second), Expected());
  std::vector<HloModule> modules;  // moves when it grows
  for (int i = 0; i < 9; ++i) modules.push_back(Read());
  for (const HloModule& module : modules) EXPECT_EQ(Everything(module), Expected());
}

TEST(Lifetimes, AMovedModuleCanBeEdited) {
  HloModule first = Read();
  CurrentUsers(*first.entry_computation()->root_instruction());  // use lists move along
  HloModule second = std::move(first);
  Desugar(&second);
  HloInstruction* root = second.entry_computation()->root_instruction();
  ASSERT_TRUE(ReplaceAllUsesWith(root, root->operand(0)).ok());
  Uniquify(&second);
  CanonicalizeNames(&second);
  EXPECT_NE(Everything(second), "");
}

TEST(Lifetimes, ListsOutliveEdits) {
  HloModule module = Read();
  const absl::Span<HloComputation* const> computations = module.computations();
  const std::vector<HloComputation*> before(computations.begin(), computations.end());
  HloComputation* const entry = module.entry_computation();
  const absl::Span<HloInstruction* const> parameters = entry->parameters();
  const std::vector<HloInstruction*> parameters_before(parameters.begin(), parameters.end());
  Desugar(&module);
  for (int i = 0; i < 40; ++i) {
    HloBuilder(entry).AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
    HloBuilder builder(&module, "added");
    builder.AddScalar(PrimitiveType::kF32, i);
    ASSERT_TRUE(builder.Build().ok());
    ASSERT_TRUE(ParseHloComputation("f { ROOT q = f32[] parameter(0) }", &module).ok());
    ASSERT_NE(CloneComputation(*before[0], &module), nullptr);
  }
  EXPECT_EQ(computations, absl::MakeConstSpan(before));
  EXPECT_EQ(parameters, absl::MakeConstSpan(parameters_before));
  EXPECT_GE(module.computations().size(), before.size() + 120);
  CanonicalizeNames(&module);
  RemoveUnusedComputations(&module).IgnoreError();
  for (const HloComputation* computation : computations) EXPECT_NE(computation->name(), "");
}

// ---- Copies.

TEST(Lifetimes, ACloneNeedsNoOriginal) {
  auto original = std::make_unique<HloModule>(Read());
  HloModule clone = original->Clone();
  original.reset();
  EXPECT_EQ(Everything(clone), Expected());
  HloModule target = Read("HloModule other ENTRY f { ROOT p = f32[] parameter(0) }");
  HloComputation* copy = nullptr;
  {
    HloModule library = Read();
    Desugar(&library);
    copy = CloneComputation(*library.entry_computation(), &target);
  }
  ASSERT_NE(copy, nullptr);
  EXPECT_NE(PrintHloComputation(*copy).find("custom_call_target=\"a\\\"b\""), std::string::npos)
      << PrintHloComputation(*copy);
  EXPECT_NE(Everything(target), "");
}

// ---- Printed texts.

TEST(Lifetimes, AnAnswerIsAValue) {
  std::string printed, formatted, pieces;
  {
    const HloModule module = Read();
    printed = PrintHloModule(module);
    PrintHloModule(module, {}, [&](std::string_view piece) { pieces.append(piece); });
    formatted = *FormatHloText(std::string(kText));
  }
  EXPECT_EQ(pieces, printed);
  EXPECT_EQ(PrintHloModule(Read()), printed);
  EXPECT_NE(formatted, "");
}

}  // namespace hlo_text_v1::lifetimes_test
