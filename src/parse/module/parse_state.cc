// See parse_state.h.
#include "src/parse/module/parse_state.h"

#include <vector>

namespace hlo_text_v1::internal {

ParseState::ParseState(HloModule* to_fill, std::string_view text, const ParseOptions& options,
                       bool is_added)
    : ParseContext(text, &IrAccess::StateOf(*to_fill).arena, &IrAccess::StateOf(*to_fill).shapes,
                   options),
      module(IrAccess::StateOf(*to_fill)),
      is_added(is_added),
      instructions(&module.symbols, lexer) {
  if (is_added) return;
  module.names_may_collide = false;
  module.computation_names_may_collide = false;
  module.uses_stack_frames = false;
}

// A tuple of tuples may hold one shape many times, so a short text can make a shape whose text is
// very long: the walk ends when no bytes are left.
bool ParseState::ExpandShape(uint32_t position, const Shape& shape) {
  if (!shape.IsTuple()) return true;
  size_t around = 0;
  std::vector<const Shape*> open = {&shape};
  while (!open.empty()) {
    const Shape* top = open.back();
    open.pop_back();
    size_t size = top->cached_text().size();
    if (size == 0) {  // a long tuple
      size = 2;
      open.insert(open.end(), top->tuple_shapes().begin(), top->tuple_shapes().end());
    }
    if (!Expand(size + around)) return ErrorAt(position, DiagnosticCode::kExpansionTooLarge);
    around = 5;  // ", " and every fifth time /*index=5*/
  }
  return true;
}

}  // namespace hlo_text_v1::internal
