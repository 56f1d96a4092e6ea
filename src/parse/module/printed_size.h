// How many bytes shapes take when they print, without printing them: a tuple of tuples may hold one
// shape many times, so that a short text makes a shape whose text is very long.
#ifndef HLO_PARSE_MODULE_PRINTED_SIZE_H_
#define HLO_PARSE_MODULE_PRINTED_SIZE_H_

#include <cstddef>

#include "absl/container/flat_hash_map.h"
#include "hlo/shape.h"

namespace hlo {

class PrintedSizes {
 public:
  // Of a shape with its layout, comments on indexes counted roughly. The first time linear in the
  // shapes that are new in it, each counted once however often it is there.
  size_t Of(const Shape& shape);

 private:
  absl::flat_hash_map<const Shape*, size_t> sizes_;
};

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PRINTED_SIZE_H_
