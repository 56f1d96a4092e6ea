// Text that is kept as it is written, with ParseOptions::allow_unknown. A `%name` in it is a
// reference, so that it does not dangle when names are made unique; what it means is known when the
// body, and then the module, has been read.
#ifndef HLO_PARSE_MODULE_KEPT_TEXT_H_
#define HLO_PARSE_MODULE_KEPT_TEXT_H_

#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Keeps [begin, end) of the source, which is in the body of `scope`, nullptr outside of bodies.
UnknownText KeepText(ParseState& state, const Scope* scope, const char* begin, const char* end);

// Binds the names of texts in a body to its instructions; call it where the body ends.
void ResolveInBody(ParseState& state, const Scope& scope);
// Binds all names to computations; call it where the module ends.
void ResolveInModule(ParseState& state);

// Warns of `word`, which is kept, once for each word; the warning stands at `at`, a view into the
// source.
void WarnOfUnknown(ParseState& state, DiagnosticCode code, std::string_view word,
                   std::string_view at);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_KEPT_TEXT_H_
