// ParseOptions::only: reads some computations of a text.
#ifndef HLO_PARSE_MODULE_ONLY_H_
#define HLO_PARSE_MODULE_ONLY_H_

#include <vector>

#include "hlo/parser.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// A computation in the text, from ENTRY or its name to its last attribute.
struct ComputationText {
  std::string_view name;
  const char* begin;
  const char* end;
};

// The computations to read, in text order: those that options.only accepts, and those whose names
// occur in the body of one of them. False if the whole text must be read: options.only is empty,
// the text has no header, or the computations cannot be told apart or are most of the text.
bool FindSelected(const HloModule& module, const ParseOptions& options,
                  std::vector<ComputationText>* selected);

// Reads a module with only these computations; false if it is refused.
bool ReadSelected(ParseState& state, const std::vector<ComputationText>& selected);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_ONLY_H_
