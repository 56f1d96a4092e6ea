// Makes the description of a program with some flags.
#ifndef HLO_TESTS_TOOLS_FLAG_DOCS_FLAG_DOCS_TEST_UTIL_H_
#define HLO_TESTS_TOOLS_FLAG_DOCS_FLAG_DOCS_TEST_UTIL_H_

#include <utility>
#include <vector>

#include "src/tools/common/program_description.h"

namespace hlo_text_v1::test {

// A switch if `value_name` is empty.
inline internal::FlagDescription Flag(const char* name, const char* value_name, const char* help) {
  internal::FlagDescription flag;
  flag.name = name;
  flag.value_name = value_name;
  flag.help = help;
  flag.is_switch = flag.value_name.empty();
  return flag;
}

inline internal::Program ProgramWith(std::vector<internal::FlagDescription> flags) {
  internal::Program program;
  program.name = "hlo-fmt";
  program.flags = std::move(flags);
  return program;
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_TOOLS_FLAG_DOCS_FLAG_DOCS_TEST_UTIL_H_
