// Every operation on random modules with asynchronous chains: after it the verifier accepts the
// module, and its text reads back as the same program.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "hlo/transform.h"
#include "src/async/execution_threads.h"
#include "src/print/module_printer.h"
#include "tests/edit/edit_test_util.h"
#include "tests/support/random_async.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::random_operations_test {

using namespace internal;

constexpr size_t kModules = 300;

class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  size_t Below(size_t n) { return static_cast<size_t>(engine_() % n); }
  bool OneIn(size_t n) { return Below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

std::vector<HloInstruction*> AllInstructions(HloModule& module) {
  std::vector<HloInstruction*> all;
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) all.push_back(instruction);
  }
  return all;
}

bool IsAlive(const HloInstruction* instruction) { return instruction->parent() != nullptr; }

// Sound, and the same program when read again.
void ExpectSame(const HloModule& module) {
  for (const Diagnostic& d : Verify(module)) ADD_FAILURE() << d.message;
  EXPECT_EQ(CheckHints(module), "");
  const std::string text = PrintWithConstants(module);
  const absl::StatusOr<HloModule> again = ReadHloModule(text);
  ASSERT_TRUE(again.ok()) << again.status() << "\n" << text;
  // A computation that starts on two threads reach gets the thread of the last one in the text.
  if (!FindLostThreads(module, TextOrderOf(module, {})).empty()) return;
  EXPECT_EQ(Fingerprint(*again), Fingerprint(module)) << text;
}

// Half of the modules run on one thread.
std::string TextFor(uint64_t seed) {
  std::string text = test::RandomAsyncModule(seed);
  if (seed % 2 == 0) return text;
  for (const char* thread :
       {", async_execution_thread=\"t0\"", ", async_execution_thread=\"t1\""}) {
    for (size_t at; (at = text.find(thread)) != std::string::npos;) {
      text.erase(at, std::string_view(thread).size());
    }
  }
  return text;
}

// Applies `operation` to random modules; returns how often it did something.
int64_t ForRandomModules(const std::function<int64_t(HloModule&, Random&)>& operation) {
  int64_t done = 0;
  for (size_t seed = 0; seed < kModules && !testing::Test::HasFailure(); seed += kSampleStep) {
    SCOPED_TRACE(seed);
    HloModule module = ReadModule(TextFor(seed));
    Random random(seed);
    const std::string before = PrintWithConstants(module);
    done += operation(module, random);
    ExpectSame(module);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << before << "\nbecame\n" << PrintWithConstants(module);
    }
  }
  return done;
}

// ---- Asynchronous and back.

// Whether a start may wrap it on any thread.
bool MayRunAsync(const HloInstruction& instruction) {
  return !instruction.parent()->is_fusion_computation() &&
         instruction.parent()->execution_thread() == "main" && !instruction.operands().empty() &&
         instruction.opcode() != HloOpcode::kGetTupleElement;
}

// Whether it is in the body of a call, a computation with more than a wrapped instruction.
bool IsWrapped(const HloInstruction& instruction) {
  for (const HloComputation* computation : instruction.parent()->parent()->computations()) {
    for (const HloInstruction* start : computation->instructions()) {
      if (!IsAsyncStart(*start)) continue;
      const Attribute* calls = start->FindAttribute(AttributeKind::kCalls);
      if (calls != nullptr && calls->AsComputation() == instruction.parent()) return true;
    }
  }
  return false;
}

TEST(RandomOperations, Asynchronous) {
  const int64_t made = ForRandomModules([](HloModule& module, Random& random) {
    int64_t count = 0;
    for (HloInstruction* instruction : AllInstructions(module)) {
      if (!random.OneIn(3) || !MayRunAsync(*instruction) || IsWrapped(*instruction)) continue;
      MakeAsyncOptions options;
      const bool is_pair = HasFirstClassAsync(instruction->opcode());
      if (!is_pair && random.OneIn(2))
        options.contexts = {module.shapes().Scalar(PrimitiveType::kU32)};
      if (!is_pair && random.OneIn(4)) options.execution_thread = "main";
      const auto done = CreateAsyncInstructions(instruction, options);
      if (done.ok()) ++count;
    }
    return count;
  });
  EXPECT_GT(made, static_cast<int64_t>(1000 / kSampleStep));
}

TEST(RandomOperations, Synchronous) {
  const int64_t made = ForRandomModules([](HloModule& module, Random& random) {
    int64_t count = 0;
    for (HloInstruction* instruction : AllInstructions(module)) {
      if (!IsAlive(instruction) || !random.OneIn(2)) continue;
      if (instruction->opcode() != HloOpcode::kAsyncDone &&
          instruction->opcode() != HloOpcode::kAllReduceDone &&
          instruction->opcode() != HloOpcode::kCopyDone) {
        continue;
      }
      const auto work = CreateSyncInstruction(instruction);
      EXPECT_TRUE(work.ok()) << work.status();
      ++count;
    }
    return count;
  });
  EXPECT_GT(made, static_cast<int64_t>(500 / kSampleStep));
}

TEST(RandomOperations, AsynchronousAndBack) {
  ForRandomModules([](HloModule& module, Random& random) {
    // A start moves its callees to its thread, and they stay there.
    for (const HloInstruction* instruction : AllInstructions(module)) {
      if (instruction->parent()->execution_thread() != "main") return 0;
    }
    const Fingerprint128 before = Fingerprint(module);
    std::vector<HloInstruction*> dones;
    for (HloInstruction* instruction : AllInstructions(module)) {
      if (!random.OneIn(3) || !MayRunAsync(*instruction) || IsWrapped(*instruction)) continue;
      const auto done = CreateAsyncInstructions(instruction);
      if (done.ok()) dones.push_back(*done);
    }
    std::shuffle(dones.begin(), dones.end(), std::mt19937_64(1));
    for (HloInstruction* done : dones) {
      const auto work = CreateSyncInstruction(done);
      EXPECT_TRUE(work.ok()) << work.status();
    }
    EXPECT_EQ(Fingerprint(module), before);
    return 1;
  });
}

// ---- Into computations and back.

TEST(RandomOperations, Outline) {
  const int64_t made = ForRandomModules([](HloModule& module, Random& random) {
    int64_t count = 0;
    const auto span = module.computations();
    for (HloComputation* computation : std::vector<HloComputation*>(span.begin(), span.end())) {
      if (computation->is_fusion_computation() || IsWrapped(*computation->root_instruction())) {
        continue;
      }
      for (int i = 0; i < 4; ++i) {
        std::vector<HloInstruction*> chosen;
        const size_t first = random.Below(static_cast<size_t>(computation->instruction_count()));
        size_t at = 0;
        for (HloInstruction* instruction : computation->instructions()) {
          const bool is_near = at >= first && at < first + 6;
          ++at;
          const OpcodeGroup group = GetOpcodeInfo(instruction->opcode()).group;
          const bool is_plain =
              group == OpcodeGroup::kElementwise || group == OpcodeGroup::kMovement;
          if (is_near && is_plain && instruction->opcode() != HloOpcode::kCopyStart &&
              instruction->opcode() != HloOpcode::kCopyDone && !random.OneIn(4)) {
            chosen.push_back(instruction);
          }
        }
        if (chosen.empty()) continue;
        std::shuffle(chosen.begin(), chosen.end(), std::mt19937_64(random.Below(99)));
        const auto caller = random.OneIn(2)
                                ? CreateFusionInstruction(chosen, FusionKind::kLoop)
                                : OutlineExpressionFromComputation(chosen, "outlined", computation);
        if (!caller.ok()) continue;
        ++count;
        if ((*caller)->opcode() == HloOpcode::kCall && random.OneIn(2)) {
          const auto value = InlineCall(*caller);
          EXPECT_TRUE(value.ok()) << value.status();
        }
      }
    }
    RemoveUnusedComputations(&module).IgnoreError();
    return count;
  });
  EXPECT_GT(made, static_cast<int64_t>(500 / kSampleStep));
}

TEST(RandomOperations, InlineAndFlatten) {
  const int64_t made = ForRandomModules([](HloModule& module, Random& random) {
    int64_t count = 0;
    if (random.OneIn(2)) {
      const absl::StatusOr<int64_t> clones = FlattenCallGraph(&module);
      EXPECT_TRUE(clones.ok()) << clones.status();
      count += clones.value_or(0);
    }
    for (HloInstruction* instruction : AllInstructions(module)) {
      if (!IsAlive(instruction) || instruction->opcode() != HloOpcode::kCall) continue;
      if (IsWrapped(*instruction) || random.OneIn(3)) continue;
      const auto value = InlineCall(instruction);
      EXPECT_TRUE(value.ok()) << value.status();
      ++count;
    }
    RemoveUnusedComputations(&module).IgnoreError();
    return count;
  });
  EXPECT_GT(made, static_cast<int64_t>(200 / kSampleStep));
}

// ---- Clones and dead code.

TEST(RandomOperations, Clones) {
  const int64_t made = ForRandomModules([](HloModule& module, Random& random) {
    int64_t count = 0;
    for (HloInstruction* instruction : AllInstructions(module)) {
      if (!random.OneIn(3) || IsWrapped(*instruction)) continue;
      if (instruction->opcode() == HloOpcode::kParameter || IsAsyncStart(*instruction) ||
          IsAsyncUpdate(*instruction) || IsAsyncDone(*instruction) ||
          instruction->opcode_name().find("-start") != std::string_view::npos ||
          instruction->opcode_name().find("-done") != std::string_view::npos) {
        continue;
      }
      const std::vector<HloInstruction*> operands(instruction->operands().begin(),
                                                  instruction->operands().end());
      const auto clone = CloneWithNewOperands(instruction, nullptr, operands);
      EXPECT_TRUE(clone.ok()) << clone.status();
      if (!clone.ok()) return count;
      if (random.OneIn(2)) {
        ExpectOk(ReplaceInstruction(instruction, *clone));
      } else {
        const std::vector<HloInstruction*> users = CurrentUsers(*instruction);
        if (!users.empty()) ExpectOk(ReplaceUseWith(instruction, users[0], *clone));
      }
      ++count;
    }
    RemoveDeadInstructions(&module).IgnoreError();
    return count;
  });
  EXPECT_GT(made, static_cast<int64_t>(1000 / kSampleStep));
}

}  // namespace hlo_text_v1::random_operations_test
