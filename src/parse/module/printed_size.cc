// See printed_size.h. Depth-first with an explicit stack: tuples may nest deeply.
#include "src/parse/module/printed_size.h"

#include <limits>
#include <vector>

#include "hlo/print_values.h"

namespace hlo::internal {
namespace {

// ", " and every fifth time /*index=5*/.
constexpr size_t kBetweenElements = 5;

void AddElement(size_t element, size_t* size) {
  if (__builtin_add_overflow(*size, element, size) ||
      __builtin_add_overflow(*size, kBetweenElements, size)) {
    *size = std::numeric_limits<size_t>::max();
  }
}

}  // namespace

size_t PrintedSizes::Of(const Shape& shape) {
  if (!shape.cached_text().empty()) return shape.cached_text().size();
  std::vector<const Shape*> open = {&shape};
  while (!open.empty()) {
    const Shape* top = open.back();
    size_t size = 2;
    const size_t pending = open.size();
    for (const Shape* element : top->tuple_shapes()) {
      const auto known = sizes_.find(element);
      if (!element->cached_text().empty()) {
        AddElement(element->cached_text().size(), &size);
      } else if (known != sizes_.end()) {
        AddElement(known->second, &size);
      } else {
        open.push_back(element);
      }
    }
    if (open.size() > pending) continue;  // those first
    if (!top->IsTuple()) size = PrintShape(*top).size();
    sizes_[top] = size;
    open.pop_back();
  }
  return sizes_[&shape];
}

}  // namespace hlo::internal
