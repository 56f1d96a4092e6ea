// Random modules with asynchronous operations.
#ifndef HLO_TESTS_SUPPORT_RANDOM_ASYNC_H_
#define HLO_TESTS_SUPPORT_RANDOM_ASYNC_H_

#include <cstdint>
#include <string>

namespace hlo_text_v1::test {

// The text of a module that the verifier accepts: chains of many opcodes in sugar, generic form or
// both, with operands and results bound anywhere, on several threads, nested, around shared callees
// and callees of their own; pairs such as copy-start; scheduled or not. Depends on `seed` only.
std::string RandomAsyncModule(uint64_t seed);

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_SUPPORT_RANDOM_ASYNC_H_
