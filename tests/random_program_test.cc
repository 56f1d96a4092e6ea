// Random programs, made from the tables: what can be read prints, the print can be read, and prints
// the same. Which of them XLA reads is asked by tests/checks/random_programs_check.py.
//
//   HLO_TEXT_PROGRAMS=10000000          the number of programs; default 4000
//   HLO_TEXT_PROGRAM_SEED=2             other programs
//   HLO_TEXT_PROGRAM=17                 only this program
//   HLO_TEXT_PROGRAM_FOLDER=DIR         writes them there, as 17.hlo, without reading them
#include "tests/support/random_program.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "hlo/read.h"
#include "tests/fuzz/settle.h"

namespace hlo_text_v1::random_program_test {

constexpr uint64_t kDefaultPrograms = 4000;

uint64_t NumberFromEnvironment(const char* name, uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : std::strtoull(value, nullptr, 10);
}

TEST(RandomProgram, PrintsAsItReads) {
  const uint64_t programs = NumberFromEnvironment("HLO_TEXT_PROGRAMS", kDefaultPrograms);
  const uint64_t first = NumberFromEnvironment("HLO_TEXT_PROGRAM_SEED", 1) * 1'000'000'000;
  const uint64_t only = NumberFromEnvironment("HLO_TEXT_PROGRAM", programs);
  const char* folder = std::getenv("HLO_TEXT_PROGRAM_FOLDER");
  uint64_t read = 0;
  for (uint64_t i = only < programs ? only : 0; i < (only < programs ? only + 1 : programs); ++i) {
    test::Choices choices(first + i);
    const std::string text = test::RandomProgram(choices);
    if (folder != nullptr) {
      std::ofstream(std::string(folder) + "/" + std::to_string(i) + ".hlo") << text;
      continue;
    }
    fuzzing::Style style;
    const absl::StatusOr<HloModule> module = fuzzing::Read(text, style);
    if (!module.ok()) continue;
    ++read;
    SCOPED_TRACE("HLO_TEXT_PROGRAM=" + std::to_string(i));
    fuzzing::Settle(*module, style);  // aborts, with the text, if it does not
  }
  // Not so few that the test shows nothing.
  if (folder == nullptr && only >= programs) {
    EXPECT_GT(read, programs / 8);
  }
  std::printf("%llu of %llu programs could be read\n", static_cast<unsigned long long>(read),
              static_cast<unsigned long long>(programs));
}

}  // namespace hlo_text_v1::random_program_test
