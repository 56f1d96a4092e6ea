// 10,000 random edits of one shape each, in the modules of testdata that verify. With HLO_MODULES,
// a folder, 100,000 in its modules instead.
//
// This shows that Verify accepts an edit only if the instruction may choose that part of its shape
// (MayChoose; XLA leaves the same parts open), and only if every other instruction still has the
// shape that the parser infers for a text without it. So no accepted edit makes the types of the
// program inconsistent.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "hlo/shape_inference.h"
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::random_shapes_test {

enum class Part { kType, kSize, kStructure };

const Shape* WithSizes(const Shape& shape, std::vector<int64_t> sizes, ShapePool& pool) {
  return pool.Array(shape.element_type(), sizes);
}

// One random change of `shape`, and the part that changes.
const Shape* Edited(const Shape& shape, std::mt19937& random, ShapePool& pool, Part* part) {
  if (shape.IsTuple() && !shape.tuple_shapes().empty() && random() % 4 != 0) {
    std::vector<const Shape*> elements(shape.tuple_shapes().begin(), shape.tuple_shapes().end());
    const size_t i = random() % elements.size();
    if (random() % 5 == 0) {
      *part = Part::kStructure;
      elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      elements[i] = Edited(*elements[i], random, pool, part);
    }
    return pool.Tuple(elements);
  }
  std::vector<int64_t> sizes(shape.dimensions().begin(), shape.dimensions().end());
  const uint32_t kind = shape.IsArray() ? random() % 4 : 3;
  if (kind == 0) {
    *part = Part::kType;
    const PrimitiveType type =
        shape.element_type() == PrimitiveType::kS16 ? PrimitiveType::kF32 : PrimitiveType::kS16;
    return pool.Array(type, sizes);
  }
  if (kind == 1 && !sizes.empty()) {
    *part = Part::kSize;
    int64_t& size = sizes[random() % sizes.size()];
    size = size == kUnboundedSize ? 3 : size + 1;
    return WithSizes(shape, sizes, pool);
  }
  *part = Part::kStructure;
  if (kind == 2) {
    sizes.push_back(2);
    return WithSizes(shape, sizes, pool);
  }
  return pool.Tuple({&shape});
}

// Whether the opcode's operands and attributes leave this part of the result open.
bool MayChoose(const HloInstruction& instruction, Part part) {
  using Opcodes = std::set<HloOpcode>;
  static const auto* all = new Opcodes{
      HloOpcode::kParameter, HloOpcode::kCustomCall, HloOpcode::kBitcast, HloOpcode::kInfeed,
      HloOpcode::kRecv, HloOpcode::kUnknown,
      // Contexts.
      HloOpcode::kAsyncStart, HloOpcode::kAsyncUpdate, HloOpcode::kCollectivePermuteStart,
      // The bits.
      HloOpcode::kRngBitGenerator};
  static const auto* types = new Opcodes{HloOpcode::kConvert,           HloOpcode::kBitcastConvert,
                                         HloOpcode::kStochasticConvert, HloOpcode::kDot,
                                         HloOpcode::kRaggedDot,         HloOpcode::kScaledDot,
                                         HloOpcode::kConvolution,       HloOpcode::kIota};
  // For a broadcast, the dimensions that the operand does not have; for collectives, the number of
  // shards if the module does not tell it.
  static const auto* sizes = new Opcodes{HloOpcode::kIota,           HloOpcode::kRng,
                                         HloOpcode::kBroadcast,      HloOpcode::kAllGather,
                                         HloOpcode::kAllGatherStart, HloOpcode::kReduceScatter};
  const HloOpcode opcode = instruction.opcode();
  return all->count(opcode) + (part == Part::kType ? types : sizes)->count(opcode) > 0;
}

// Whether each instruction has the shape that the parser infers without it.
void ExpectInferred(const HloComputation& computation, ShapePool& pool) {
  // Opcodes whose shapes the parser infers differently from XLA's verifier, or not at all.
  static const std::set<HloOpcode> skipped = {HloOpcode::kBroadcast, HloOpcode::kScaledDot,
                                              HloOpcode::kReduceWindow, HloOpcode::kMap,
                                              HloOpcode::kOptimizationBarrier};
  for (const HloInstruction* instruction : computation.instructions()) {
    const OpcodeInfo& info = GetOpcodeInfo(instruction->opcode());
    if (!info.can_infer_shape || skipped.count(instruction->opcode()) > 0) continue;
    std::vector<const Shape*> operands;
    for (const HloInstruction* operand : instruction->operands()) {
      operands.push_back(&operand->shape());
    }
    const absl::StatusOr<const Shape*> inferred =
        InferShape(instruction->opcode(), operands, instruction->attributes(), pool);
    ASSERT_TRUE(inferred.ok()) << inferred.status() << PrintHloInstruction(*instruction);
    EXPECT_TRUE(info.group == OpcodeGroup::kCompute
                    ? SameDimensions(**inferred, instruction->shape())
                    : ShapesCompatible(**inferred, instruction->shape()))
        << PrintHloInstruction(*instruction);
  }
}

// The modules to edit.
std::vector<std::filesystem::path> Files() {
  const char* folder = std::getenv("HLO_MODULES");
  if (folder == nullptr) return TestdataFiles();
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    // An edit verifies its whole module.
    if (entry.path().extension() == ".hlo" && entry.file_size() < 50'000) files.push_back(entry);
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(RandomShapes, WrongOnesAreRefused) {
  std::vector<HloModule> modules;
  for (const std::filesystem::path& path : Files()) {
    absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok() || !Verify(*module).empty()) continue;
    if (module->computations().empty()) continue;
    modules.push_back(*std::move(module));
  }
  ASSERT_GT(modules.size(), 100u);
  std::mt19937 random(20261122);
  const int wanted = std::getenv("HLO_MODULES") == nullptr ? 10'000 : 100'000;
  int edits = 0, accepted = 0;
  while (edits < wanted) {
    HloModule& module = modules[random() % modules.size()];
    const auto computations = module.computations();
    HloComputation* computation = computations[random() % computations.size()];
    std::vector<HloInstruction*> instructions;
    for (HloInstruction* i : computation->instructions()) instructions.push_back(i);
    HloInstruction* edited = instructions[random() % instructions.size()];
    if (edited->opcode() == HloOpcode::kConstant) continue;  // its literal has the shape
    const Shape* before = &edited->shape();
    Part part = Part::kStructure;
    const Shape* after = Edited(*before, random, module.shapes(), &part);
    if (ShapesCompatible(*before, *after)) continue;
    ++edits;
    EXPECT_TRUE(SetShape(edited, after).ok());
    VerifyOptions first_only;
    first_only.first_only = true;
    if (Verify(module, first_only).empty()) {
      ++accepted;
      EXPECT_TRUE(MayChoose(*edited, part))
          << PrintHloInstruction(*edited) << " was " << PrintShape(*before);
      ExpectInferred(*computation, module.shapes());
    }
    EXPECT_TRUE(SetShape(edited, before).ok());
  }
  // Mostly unused parameters and the like.
  EXPECT_LT(accepted, edits / 10);
}

}  // namespace hlo_text_v1::test::random_shapes_test
