// The example of hlo/tables.h, as it is there.
#include <gtest/gtest.h>

#include "hlo/tables.h"

namespace hlo::tables_examples_test {

int64_t used = 0;
void Use(const ArrowArray& batch) { used += batch.length; }

TEST(HeaderExamples, Tables) {
  ArrowArrayStream stream;
  hlo::FileTableOptions options;
  options.jobs = 8;
  hlo::MakeFileTable({HLO_TEXT_TESTDATA "/tables/step.hlo", "b.hlo"}, hlo::TableKind::kCollectives,
                     options, &stream);
  for (;;) {
    ArrowArray batch;
    if (stream.get_next(&stream, &batch) != 0 || batch.release == nullptr) break;
    Use(batch);  // a struct array; children are the columns
    batch.release(&batch);
  }
  stream.release(&stream);
  EXPECT_EQ(used, 3);
}

}  // namespace hlo::tables_examples_test
