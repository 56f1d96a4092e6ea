// Many threads at once: each with its own modules, and all with one const module. Run it with
// ThreadSanitizer: -DHLO_TEXT_SANITIZERS=thread.
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/format.h"
#include "hlo/graph.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/verify.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::threads_test {

using namespace internal;

constexpr int kThreads = 8;
constexpr int kRounds = 4;

// Calls `run(i)` in thread i.
void InThreads(const std::function<void(int)>& run) {
  std::vector<std::thread> threads;
  std::atomic<int> waiting{kThreads};
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      // All at once, so several threads race to initialize lazily.
      for (--waiting; waiting > 0;) std::this_thread::yield();
      run(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// A module with most features; `number` makes its names unique.
std::string Text(int number) {
  const std::string n = std::to_string(number);
  return StrCat("HloModule m", n, R"(, frontend_attributes={a="b"}

FileNames
1 "a.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=3 end_line=3 column=5 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}

add)",
                n, R"( {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y), metadata={op_name="jit(f)/add" stack_frame_id=1}
}

ENTRY e)",
                n, R"( {
  p = f32[2,3] parameter(0), sharding={devices=[2,1]<=[2]}
  zero = f32[] constant(0)
  table = f32[2,3] constant({{1,2.5,inf},{nan,-0.0,1e-3}})
  s = add(p, table), backend_config={"k":[1,2]}
  r = f32[2] reduce(s, zero), dimensions={1}, to_apply=add)",
                n, R"(
  start = ((f32[2]), f32[2], u32[]) negate-start(r), async_execution_thread="t"
  done = f32[2] negate-done(start)
  all = f32[2] all-reduce(done), channel_id=1, replica_groups=[1,2]<=[2], use_global_device_ids=true, to_apply=add)",
                n, R"(
  ROOT t = tuple(all, p, t2#0)
  t2 = tuple(p, all)
}
)");
}

// The text above, with the tuple where it can be read.
std::string GoodText(int number) {
  std::string text = Text(number);
  const std::string later = "  t2 = tuple(p, all)\n";
  text.erase(text.find(later), later.size());
  text.insert(text.find("  ROOT t = tuple"), later);
  return text;
}

// Everything that a const module can be asked, as one text.
std::string Everything(const HloModule& module) {
  std::string all = PrintHloModule(module);
  all += PrintHloModule(module, PrintOptions::Canonical());
  PrintOptions large;
  large.print_large_constants = true;
  PrintHloModule(module, large, [&](std::string_view piece) { all.append(piece); });
  all += Fingerprint(module).ToString();
  for (const Diagnostic& diagnostic : Verify(module)) all += diagnostic.message;
  for (const HloComputation* computation : ComputationPostOrder(module)) {
    StrAppend(&all, computation->name(), computation->execution_thread());
    const UserSnapshot users(*computation);
    for (const HloInstruction* instruction : PrintOrder(*computation)) {
      StrAppend(&all, instruction->name(), instruction->metadata().op_name,
                instruction->backend_config(), users.of(*instruction).size());
      all += PrintHloInstruction(*instruction);
      for (const Attribute& attribute : instruction->attributes()) {
        StrAppend(&all, attribute.name());
      }
    }
  }
  return all + PrintHloModule(module.Clone());
}

TEST(Threads, ReadOneModule) {
  const HloModule module = ReadModule(GoodText(1));
  const std::string expected = Everything(ReadModule(GoodText(1)));
  InThreads([&](int) {
    for (int i = 0; i < kRounds; ++i) EXPECT_EQ(Everything(module), expected);
  });
}

// Lists of users are made by the thread that first asks; all get the same ones.
TEST(Threads, AskForUsers) {
  for (int round = 0; round < 20; ++round) {
    const HloModule module = ReadModule(GoodText(1));
    std::vector<std::string> answers(kThreads);
    InThreads([&](int i) {
      for (const HloComputation* computation : module.computations()) {
        for (const HloInstruction* instruction : computation->instructions()) {
          for (const HloInstruction* user : CurrentUsers(*instruction)) {
            answers[static_cast<size_t>(i)] += StrCat(user->name(), " ");
          }
          answers[static_cast<size_t>(i)] += HasUsers(*instruction) ? "\n" : "-\n";
        }
      }
    });
    for (const std::string& answer : answers) EXPECT_EQ(answer, answers[0]);
  }
}

// An edited module also has use lists.
TEST(Threads, ReadOneEditedModule) {
  HloModule module = ReadModule(GoodText(1));
  for (HloComputation* computation : module.computations()) {
    for (HloInstruction* instruction : computation->instructions()) CurrentUsers(*instruction);
  }
  const HloModule& same = module;
  const std::string expected = Everything(module.Clone());
  InThreads([&](int) { EXPECT_EQ(Everything(same), expected); });
}

TEST(Threads, ModulesOfTheirOwn) {
  std::vector<std::string> expected;
  for (int i = 0; i < kThreads; ++i) expected.push_back(Everything(ReadModule(GoodText(i))));
  InThreads([&](int i) {
    for (int round = 0; round < kRounds; ++round) {
      HloModule module = ReadModule(GoodText(i));
      EXPECT_EQ(Everything(module), expected[static_cast<size_t>(i)]);
      CanonicalizeNames(&module);
      EXPECT_TRUE(FormatHloText(GoodText(i)).ok());
    }
  });
}

// Diagnostics as well: all threads share the tables of words and messages.
TEST(Threads, TextsThatAreRefused) {
  const std::string text = Text(1);
  const auto errors = [&] {
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(ParseHloModule(text, {}, &diagnostics).ok());
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics) all += RenderDiagnostic(diagnostic, text, {});
    return all;
  };
  const std::string expected = errors();
  InThreads([&](int) {
    for (int i = 0; i < kRounds; ++i) EXPECT_EQ(errors(), expected);
  });
}

}  // namespace hlo_text_v1::threads_test
