// How many bytes shapes take when printed, without printing them: a tuple of tuples may hold one
// shape many times, so a short text can make a shape whose text is very long.
#ifndef HLO_PARSE_MODULE_PRINTED_SIZE_H_
#define HLO_PARSE_MODULE_PRINTED_SIZE_H_

#include <cstddef>

#include "hlo/shape.h"
#include "src/base/hash_table.h"

namespace hlo::internal {

class PrintedSizes {
 public:
  // Size of a shape with its layout, index comments counted roughly. The first call is linear in
  // the new shapes in it, each counted once however often it occurs. Saturates.
  size_t Of(const Shape& shape);

 private:
  HashMap<const Shape*, size_t> sizes_;
};

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_PRINTED_SIZE_H_
