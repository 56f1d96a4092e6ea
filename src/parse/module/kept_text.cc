// Resolves the names in texts that are kept as they are written, and warns of the unknown words
// that they come from. unknown_words.h declares all of it.
#include <vector>

#include "src/parse/module/unknown_words.h"

namespace hlo::internal {

UnknownText KeepText(ParseState& state, const Scope* scope, const char* begin, const char* end) {
  UnknownText kept;
  kept.text = std::string_view(begin, static_cast<size_t>(end - begin));
  const std::vector<NameInText> names = FindNames(kept.text);
  if (names.empty()) return kept;
  auto* references = state.arena.NewArray<NameReference>(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    NameReference* reference = new (&references[i]) NameReference();
    reference->offset = names[i].offset;
    reference->size = names[i].size;
    const uint32_t symbol = state.Intern(kept.text.substr(reference->offset, reference->size));
    HloComputation* computation = state.computations.Find(symbol);
    if (computation != nullptr && !state.forward.IsUndefined(computation)) {
      reference->computation = computation;
      reference->is_earlier = true;
      state.unknown.resolved.push_back(reference);
    } else if (scope == nullptr) {
      state.unknown.unresolved.push_back({reference, symbol});
    } else {
      state.unknown.unresolved_in_body.push_back({reference, symbol});
    }
  }
  kept.references = absl::MakeConstSpan(references, names.size());
  return kept;
}

void ResolveInBody(ParseState& state, const Scope& scope) {
  std::vector<UnknownWords::Name>& in_body = state.unknown.unresolved_in_body;
  for (size_t i = scope.first_unresolved; i < in_body.size(); ++i) {
    const UnknownWords::Name& name = in_body[i];
    name.reference->instruction = state.instructions.Find(name.symbol, scope.computation);
    state.unknown.unresolved.push_back(name);
  }
  in_body.resize(scope.first_unresolved);
}

// A definition after the text that names it does not count as earlier: the two might call each
// other.
void ResolveInModule(ParseState& state) {
  for (const UnknownWords::Name& name : state.unknown.unresolved) {
    name.reference->computation = state.computations.Find(name.symbol);
  }
  // Nor does any if the text calls later definitions: through one, an earlier one may be a caller.
  if (!state.forward.any()) return;
  for (NameReference* reference : state.unknown.resolved) reference->is_earlier = false;
}

void WarnOfUnknown(ParseState& state, DiagnosticCode code, std::string_view word,
                   std::string_view at) {
  if (!state.unknown.warned_of.emplace(static_cast<int>(code), word).second) return;
  const uint32_t begin = state.lexer.Offset(at.data());
  state.Warn(begin, begin + static_cast<uint32_t>(at.size()), code, word);
}

}  // namespace hlo::internal
