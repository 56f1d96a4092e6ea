#include "src/tools/common/available_cores.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::available_cores_test {

using namespace internal;

TEST(AvailableCores, AtLeastOne) { EXPECT_GE(AvailableCores(), 1); }

}  // namespace hlo_text_v1::available_cores_test
