// Text kept as written, with ParseOptions::allow_unknown. A `%name` in it is a reference, so it
// does not dangle when names are made unique; it is bound when the body, and then the module, has
// been read.
#ifndef HLO_PARSE_MODULE_KEPT_TEXT_H_
#define HLO_PARSE_MODULE_KEPT_TEXT_H_

#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Keeps [begin, end) of the source, in the body of `scope`, nullptr outside of bodies.
UnknownText KeepText(ParseState& state, const Scope* scope, const char* begin, const char* end);

// Binds the names of texts in a body to its instructions; call it at the end of the body.
void ResolveInBody(ParseState& state, const Scope& scope);
// Binds all names to computations; call it at the end of the module.
void ResolveInModule(ParseState& state);

// Warns that `word` is kept, once per word, at `at`, a view into the source.
void WarnOfUnknown(ParseState& state, DiagnosticCode code, std::string_view word,
                   std::string_view at);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_KEPT_TEXT_H_
