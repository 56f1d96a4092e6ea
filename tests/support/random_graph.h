// Random modules with nested computations.
#ifndef HLO_TESTS_SUPPORT_RANDOM_GRAPH_H_
#define HLO_TESTS_SUPPORT_RANDOM_GRAPH_H_

#include <cstdint>
#include <string>

namespace hlo_text_v1::test {

// The text of a module that the verifier accepts: tuples and their elements, whiles, conditionals,
// calls (some computations are called several times), fusions, in-place updates, control
// dependencies, instructions that nobody uses. Depends on `seed` only.
std::string RandomGraphModule(uint64_t seed);

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_SUPPORT_RANDOM_GRAPH_H_
