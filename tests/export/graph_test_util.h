// Modules for tests of graphs and JSON.
#ifndef HLO_TESTS_EXPORT_GRAPH_TEST_UTIL_H_
#define HLO_TESTS_EXPORT_GRAPH_TEST_UTIL_H_

#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1 {

using namespace internal;

// Names of instructions or computations.
template <typename List>
std::vector<std::string> NamesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto* item : list) names.emplace_back(item->name());
  return names;
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_EXPORT_GRAPH_TEST_UTIL_H_
