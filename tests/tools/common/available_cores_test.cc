#include "src/tools/common/available_cores.h"

#include <gtest/gtest.h>

namespace hlo::available_cores_test {

using namespace internal;

TEST(AvailableCores, AtLeastOne) { EXPECT_GE(AvailableCores(), 1); }

}  // namespace hlo::available_cores_test
