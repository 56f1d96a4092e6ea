// See unknown_printer.h. A reference to nothing, or to what was removed, prints as it was read.
#include "src/print/unknown_printer.h"

#include "src/ir/module_state.h"
#include "src/ir/name_reference.h"

namespace hlo::internal {

void PrintUnknownText(const UnknownText& kept, NamePrinter* names, TextWriter* out) {
  size_t copied = 0;
  for (const NameReference& reference : kept.references) {
    if (!IsHere(reference)) continue;
    // The printer writes the '%' before the name.
    out->Append(kept.text.substr(copied, reference.offset - 1 - copied));
    if (reference.computation != nullptr) {
      names->Print(Node(reference.computation).name);
    } else {
      names->Print(*reference.instruction);
    }
    copied = reference.offset + reference.size;
  }
  out->Append(kept.text.substr(copied));
}

void AppendUnknownText(const UnknownText& kept, const SymbolTable& symbols, std::string* out) {
  size_t copied = 0;
  for (const NameReference& reference : kept.references) {
    if (!IsHere(reference)) continue;
    out->append(kept.text.substr(copied, reference.offset - copied));
    out->append(symbols.Text(reference.computation != nullptr ? Node(reference.computation).name
                                                              : Node(reference.instruction).name));
    copied = reference.offset + reference.size;
  }
  out->append(kept.text.substr(copied));
}

void AppendUnknownAttributes(absl::Span<const UnknownAttribute> attributes, std::string_view known,
                             const SymbolTable& symbols, std::string* out) {
  for (const UnknownAttribute& attribute : attributes) {
    if (attribute.after != known) continue;
    out->append(", ");
    out->append(attribute.name);
    out->push_back('=');
    AppendUnknownText(attribute.value, symbols, out);
  }
}

}  // namespace hlo::internal
