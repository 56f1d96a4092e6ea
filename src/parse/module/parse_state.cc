// See parse_state.h.
#include "src/parse/module/parse_state.h"

#include "src/parse/module/computation_parser.h"
#include "src/parse/module/continued_body.h"

namespace hlo::internal {

ParseState::ParseState(HloModule* to_fill, std::string_view text, const ParseOptions& options,
                       bool is_added)
    : ParseContext(text, &IrAccess::StateOf(*to_fill).arena, &IrAccess::StateOf(*to_fill).shapes,
                   options),
      module(IrAccess::StateOf(*to_fill)),
      is_added(is_added),
      instructions(&module.symbols, lexer),
      part_end(lexer.end() + 1) {
  if (is_added) return;
  module.names_may_collide = false;
  module.computation_names_may_collide = false;
  module.uses_stack_frames = false;
}

ParseState::~ParseState() = default;

bool ParseState::ExpandShape(uint32_t position, const Shape& shape) {
  if (!shape.IsTuple()) return true;
  return RequireAt(Expand(values.printed_sizes.Of(shape)), position,
                   DiagnosticCode::kExpansionTooLarge);
}

}  // namespace hlo::internal
